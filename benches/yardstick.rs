//! The hot jobs over many random hands, timed in short chunks: a table of ns a hand.
//!
//! Chunks make the figures robust on a shared machine: compare the `min` or `p10` columns of programs
//! that were run alternately. Run with `cargo bench --bench yardstick`.

use std::hint::black_box;
use std::time::Instant;

use tichu_core::sim::{Options, PolicyName, Rollouts, Start};
use tichu_core::{CardSet, Combination, PlayList, Query, classify};

mod samples;

const SAMPLES: usize = 200_000;
const CHUNK: usize = 2_000;
const ROUNDS: usize = 8;

/// One line of the table.
struct Job<'a> {
    name: &'static str,
    /// Works on the samples of a chunk, and gives something that depends on all results.
    work: Box<dyn FnMut(usize) -> u64 + 'a>,
    times: Vec<f64>,
}

impl<'a> Job<'a> {
    fn new<T>(name: &'static str, samples: &'a [T], mut work: impl FnMut(&T) -> u64 + 'a) -> Self {
        let work_on_chunk = move |chunk: usize| {
            let samples = samples.chunks(CHUNK).nth(chunk).unwrap_or_default();
            samples.iter().map(&mut work).fold(0, u64::wrapping_add)
        };
        Self { name, work: Box::new(work_on_chunk), times: Vec::new() }
    }

    /// A job that knows by itself what to do in a chunk.
    fn of_chunks(name: &'static str, work: impl FnMut(usize) -> u64 + 'a) -> Self {
        Self { name, work: Box::new(work), times: Vec::new() }
    }

    fn time_chunk(&mut self, chunk: usize) {
        let start = Instant::now();
        black_box((self.work)(black_box(chunk)));
        self.times.push(start.elapsed().as_nanos() as f64 / CHUNK as f64);
    }

    fn print(&mut self) {
        self.times.sort_unstable_by(f64::total_cmp);
        let at = |part: usize| self.times[(self.times.len() - 1) * part / 100];
        let (min, p10, median) = (at(0), at(10), at(50));
        println!("{:<36} min {min:7.1}  p10 {p10:7.1}  med {median:7.1}", self.name);
    }
}

fn classify_all(set: CardSet) -> u64 {
    let readings = classify(set);
    let [first, second] =
        [readings.first(), readings.second()].map(|r| r.map_or(0, Combination::code));
    first.wrapping_add(second)
}

/// Whole rounds from the deal by a policy, as many as a chunk has.
fn play_rounds(policy: PolicyName) -> impl FnMut(usize) -> u64 {
    let rollouts = Rollouts { starts: vec![Start::Deal(Options::STANDARD)], policy, seed: 1 };
    let mut scores = vec![[0; 2]; CHUNK];
    move |chunk| {
        rollouts.run((chunk * CHUNK) as u64, 1, &mut scores);
        scores.iter().flatten().map(|points| i64::from(*points).cast_unsigned()).sum()
    }
}

fn main() {
    let hands = samples::hands(SAMPLES);
    let (invalid, valid) = (samples::invalid_sets(SAMPLES), samples::valid_sets(SAMPLES));
    let answers = samples::answers(SAMPLES * 11 / 10);
    let bombs: Vec<Query> = answers.iter().map(|&q| Query { in_turn: false, ..q }).collect();
    let total: u64 = hands.iter().map(|&hand| Query::leads(hand).count()).sum();
    println!("plays a hand: {:.2}; times in ns a hand or set", total as f64 / SAMPLES as f64);

    let (mut list, mut out, mut answer_list) = (PlayList::new(), Vec::new(), PlayList::new());
    let mut jobs = [
        Job::new("emit all leads, list kept", &hands, move |&hand| {
            Query::leads(hand).emit_into(&mut list);
            list.len() as u64
        }),
        Job::new("emit all leads, vector cleared", &hands, move |&hand| {
            out.clear();
            Query::leads(hand).emit(&mut out);
            out.len() as u64
        }),
        Job::new("count all leads", &hands, |&hand| Query::leads(hand).count()),
        Job::new("emit all answers to a random lead", &answers, move |query| {
            query.emit_into(&mut answer_list);
            answer_list.len() as u64
        }),
        Job::new("count all answers", &answers, Query::count),
        Job::new("count all bombs out of turn", &bombs, Query::count),
        Job::new("classify, invalid sets", &invalid, |&set| classify_all(set)),
        Job::new("classify, valid sets", &valid, |&set| classify_all(set)),
        Job::of_chunks("playout: a whole random round", play_rounds(PolicyName::Random)),
    ];
    // `cargo test --all-targets` runs this too, and only wants to see that it works.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { ROUNDS } else { 1 };
    for _ in 0..rounds {
        for chunk in 0..SAMPLES / CHUNK {
            for job in &mut jobs {
                job.time_chunk(chunk);
            }
        }
    }
    jobs.iter_mut().for_each(Job::print);
}
