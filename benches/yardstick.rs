//! The hot jobs over many random hands, timed in short chunks: a table of ns a hand.
//!
//! Chunks make the figures robust on a shared machine: compare the `min` or `p10` columns of programs
//! that were run alternately. Run with `cargo bench --bench yardstick`.

use std::hint::black_box;
use std::time::Instant;

use tichu_core::Query;

mod jobs;
mod samples;

const SAMPLES: usize = 200_000;
const CHUNK: usize = 2_000;
const ROUNDS: usize = 8;

/// One line of the table.
struct Line<'a> {
    job: jobs::Job<'a>,
    times: Vec<f64>,
}

impl Line<'_> {
    fn time_chunk(&mut self, chunk: usize) {
        let places = chunk * CHUNK..(chunk + 1) * CHUNK;
        let start = Instant::now();
        black_box((self.job.work)(black_box(places)));
        self.times.push(start.elapsed().as_nanos() as f64 / CHUNK as f64);
    }

    fn print(&mut self) {
        self.times.sort_unstable_by(f64::total_cmp);
        let at = |part: usize| self.times[(self.times.len() - 1) * part / 100];
        let (min, p10, median) = (at(0), at(10), at(50));
        println!("{:<36} min {min:7.1}  p10 {p10:7.1}  med {median:7.1}", self.job.name);
    }
}

fn main() {
    let samples = jobs::Samples::new(SAMPLES);
    let total: u64 = samples.hands.iter().map(|&hand| Query::leads(hand).count()).sum();
    println!("plays a hand: {:.2}; times in ns a hand or set", total as f64 / SAMPLES as f64);
    let lines = samples.jobs().into_iter().map(|job| Line { job, times: Vec::new() });
    let mut lines: Vec<Line<'_>> = lines.collect();
    // `cargo test --all-targets` runs this too, and only wants to see that it works.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { ROUNDS } else { 1 };
    // Whole rounds come by themselves: they are much code, and what runs after them pays for it.
    let (short, long): (Vec<_>, Vec<_>) =
        lines.drain(..).partition(|line| !line.job.name.starts_with("playout"));
    for mut lines in [short, long] {
        for _ in 0..rounds {
            for chunk in 0..SAMPLES / CHUNK {
                for line in &mut lines {
                    line.time_chunk(chunk);
                }
            }
        }
        lines.iter_mut().for_each(Line::print);
    }
}
