//! The hot jobs, for the programs that time them and that count their instructions.

#![allow(dead_code, reason = "no bench uses all of it")]

use std::ops::Range;

use tichu_core::sim::{Fields, Options, PolicyName, Rollouts, Round, Start, perft};
use tichu_core::{Card, CardSet, Combination, PlayList, Query, classify};

use crate::samples;

/// Work that is done on some of the samples, named by their places; what it gives depends on all
/// results.
pub(crate) type Work<'a> = Box<dyn FnMut(Range<usize>) -> u64 + 'a>;

/// A job and its name.
pub(crate) struct Job<'a> {
    pub(crate) name: &'static str,
    pub(crate) work: Work<'a>,
}

impl<'a> Job<'a> {
    fn each<T>(name: &'static str, samples: &'a [T], mut work: impl FnMut(&T) -> u64 + 'a) -> Self {
        let on_range = move |range: Range<usize>| {
            let samples = samples.get(range).unwrap_or_default();
            samples.iter().map(&mut work).fold(0, u64::wrapping_add)
        };
        Self { name, work: Box::new(on_range) }
    }

    fn new(name: &'static str, work: impl FnMut(Range<usize>) -> u64 + 'a) -> Self {
        Self { name, work: Box::new(work) }
    }
}

/// So many of each kind.
pub(crate) struct Samples {
    pub(crate) hands: Vec<CardSet>,
    invalid: Vec<CardSet>,
    valid: Vec<CardSet>,
    answers: Vec<Query>,
    bombs: Vec<Query>,
}

impl Samples {
    pub(crate) fn new(count: usize) -> Self {
        let mut answers = samples::answers(count * 11 / 10);
        answers.truncate(count);
        Self {
            hands: samples::hands(count),
            invalid: samples::invalid_sets(count),
            valid: samples::valid_sets(count),
            bombs: answers.iter().map(|&query| Query { in_turn: false, ..query }).collect(),
            answers,
        }
    }

    /// The jobs that are timed beside the yardstick.
    pub(crate) fn jobs(&self) -> Vec<Job<'_>> {
        let (mut list, mut out, mut answers) = (PlayList::new(), Vec::new(), PlayList::new());
        vec![
            Job::each("emit all leads, list kept", &self.hands, move |&hand| {
                Query::leads(hand).emit_into(&mut list);
                list.len() as u64
            }),
            Job::each("emit all leads, vector cleared", &self.hands, move |&hand| {
                out.clear();
                Query::leads(hand).emit(&mut out);
                out.len() as u64
            }),
            Job::each("count all leads", &self.hands, |&hand| Query::leads(hand).count()),
            Job::each("emit all answers to a random lead", &self.answers, move |query| {
                query.emit_into(&mut answers);
                answers.len() as u64
            }),
            Job::each("count all answers", &self.answers, Query::count),
            Job::each("count all bombs out of turn", &self.bombs, Query::count),
            Job::each("classify, invalid sets", &self.invalid, |&set| classify_all(set)),
            Job::each("classify, valid sets", &self.valid, |&set| classify_all(set)),
            Job::new("playout: a whole random round", play_rounds(PolicyName::Random)),
        ]
    }

    /// Those, and more of which the instructions are counted.
    pub(crate) fn more_jobs(&self) -> Vec<Job<'_>> {
        let mut jobs = self.jobs();
        jobs.push(Job::new("playout over patterns", play_rounds(PolicyName::Patterns)));
        jobs.push(Job::new("greedy playout", play_rounds(PolicyName::Greedy)));
        jobs.push(Job::new("careful playout", play_rounds(PolicyName::Careful)));
        jobs.push(Job::new("perft 2 of an opening", self.count_openings()));
        jobs
    }

    /// Perft of the position before the first play, of one deal after the other.
    fn count_openings(&self) -> impl FnMut(Range<usize>) -> u64 {
        move |range| {
            let deals = self.hands.chunks_exact(4).cycle().skip(range.start).take(range.len());
            deals.filter_map(opening).map(|round| perft(&round, 2)).fold(0, u64::wrapping_add)
        }
    }
}

fn classify_all(set: CardSet) -> u64 {
    let readings = classify(set);
    let [first, second] =
        [readings.first(), readings.second()].map(|r| r.map_or(0, Combination::code));
    first.wrapping_add(second)
}

/// Whole rounds from the deal by a policy, as many as there are places.
fn play_rounds(policy: PolicyName) -> impl FnMut(Range<usize>) -> u64 {
    let rollouts = Rollouts { starts: vec![Start::Deal(Options::STANDARD)], policy, seed: 1 };
    let mut scores = Vec::new();
    move |range| {
        scores.resize(range.len(), [0; 2]);
        rollouts.run(range.start as u64, 1, &mut scores);
        scores.iter().flatten().map(|points| i64::from(*points).cast_unsigned()).sum()
    }
}

/// The round that begins with these hands.
pub(crate) fn opening(hands: &[CardSet]) -> Option<Round> {
    let hands: [CardSet; 4] = hands.try_into().ok()?;
    let turn = (0..4).find(|&seat| hands[seat as usize].contains(Card::MAH_JONG));
    Round::new(&Fields { hands, turn, ..Fields::default() }).ok()
}
