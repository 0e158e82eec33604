//! The hot jobs over many random hands, timed in short chunks: a table of ns a hand.
//!
//! Chunks make the figures robust on a shared machine: compare the `min` or `p10` columns of programs
//! that were run alternately. Run with `cargo bench --bench yardstick`.

use std::hint::black_box;
use std::time::Instant;

use tichu_core::{Card, CardSet, PlayList, Query, Rng, classify};

const HANDS: usize = 200_000;
const CHUNK: usize = 2_000;
const ROUNDS: usize = 8;

/// Deals of four hands of 14 cards.
fn random_hands(rng: &mut Rng) -> Vec<CardSet> {
    let mut deck = Card::ALL_IN_DECK_ORDER;
    let mut hands = Vec::with_capacity(HANDS);
    while hands.len() < HANDS {
        rng.shuffle(&mut deck);
        hands.extend(deck.chunks(14).map(|hand| hand.iter().copied().collect::<CardSet>()));
    }
    hands
}

/// Random subsets of random hands, sorted into valid and invalid ones.
fn random_sets(rng: &mut Rng, hands: &[CardSet]) -> [Vec<CardSet>; 2] {
    let mut sets = [Vec::new(), Vec::new()];
    let mut next = (0..).flat_map(|round: usize| hands.iter().skip(round).step_by(37));
    while sets.iter().any(|list| list.len() < HANDS) {
        let mut hand = next.next().copied().unwrap_or_default();
        if rng.below(2) == 0 {
            hand = hand.with(Card::PHOENIX);
        }
        // Plays are rare among subsets: take them from the list, as each is as likely.
        let valid = rng.below(2) == 1;
        let set = if valid {
            let leads = Query::leads(hand);
            leads.nth(rng.below(leads.count())).map(|play| play.cards()).unwrap_or_default()
        } else {
            CardSet::from_mask_truncated(hand.mask() & rng.next_u64())
        };
        if classify(set).is_empty() != valid && sets[usize::from(valid)].len() < HANDS {
            sets[usize::from(valid)].push(set);
        }
    }
    sets
}

struct Job<'a> {
    name: &'static str,
    sets: &'a [CardSet],
    work: Box<dyn FnMut(&[CardSet]) -> u64 + 'a>,
    times: Vec<f64>,
}

impl<'a> Job<'a> {
    fn new(
        name: &'static str,
        sets: &'a [CardSet],
        work: impl FnMut(&[CardSet]) -> u64 + 'a,
    ) -> Self {
        Self { name, sets, work: Box::new(work), times: Vec::new() }
    }

    fn time_chunk(&mut self, chunk: usize) {
        let sets = &self.sets[chunk * CHUNK..(chunk + 1) * CHUNK];
        let start = Instant::now();
        black_box((self.work)(black_box(sets)));
        self.times.push(start.elapsed().as_nanos() as f64 / CHUNK as f64);
    }

    fn print(&mut self) {
        self.times.sort_unstable_by(f64::total_cmp);
        let at = |part: usize| self.times[(self.times.len() - 1) * part / 100];
        let (min, p10, median) = (at(0), at(10), at(50));
        println!("{:<34} min {min:7.1}  p10 {p10:7.1}  med {median:7.1}", self.name);
    }
}

fn main() {
    let mut rng = Rng::from_seed([7; 32]);
    let hands = random_hands(&mut rng);
    let [invalid, valid] = random_sets(&mut rng, &hands);
    let (mut list, mut out) = (PlayList::new(), Vec::new());
    let total: u64 = hands.iter().map(|&hand| Query::leads(hand).count()).sum();
    println!("plays a hand: {:.2}; times in ns a hand or set", total as f64 / HANDS as f64);
    let mut jobs = [
        Job::new("emit all leads, list kept", &hands, move |hands| {
            let mut sum = 0;
            for &hand in hands {
                Query::leads(hand).emit_into(&mut list);
                sum += list.len() as u64;
            }
            sum
        }),
        Job::new("emit all leads, vector cleared", &hands, move |hands| {
            let mut sum = 0;
            for &hand in hands {
                out.clear();
                Query::leads(hand).emit(&mut out);
                sum += out.len() as u64;
            }
            sum
        }),
        Job::new("count all leads", &hands, |hands| {
            hands.iter().map(|&hand| Query::leads(hand).count()).sum()
        }),
        Job::new("classify, invalid sets", &invalid, |sets| {
            sets.iter().map(|&set| classify(set).len() as u64).sum()
        }),
        Job::new("classify, valid sets", &valid, |sets| {
            sets.iter().map(|&set| classify(set).len() as u64).sum()
        }),
    ];
    for _ in 0..ROUNDS {
        for chunk in 0..HANDS / CHUNK {
            for job in &mut jobs {
                job.time_chunk(chunk);
            }
        }
    }
    jobs.iter_mut().for_each(Job::print);
}
