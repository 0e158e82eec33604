//! Candidates of a seat that sees only its own cards, tried in worlds that fit what it sees.

use super::action;
use super::hidden::Hidden;
use super::opening::Opening;
use super::playout::{Start, play_on, play_out};
use super::policy::{Careful, Greedy, Patterns, Policy, PolicyName, Random};
use super::rollouts::{in_parts, stream};
use super::round::{Call, Refused, Round};
use super::seats::only;
use super::table::{Question, Table};
use crate::code;
use crate::rng::Rng;

/// Where a seat is asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the play: for a Grand Tichu or for the exchange.
    Opening(Opening),
    /// From the first lead on.
    Play(Round),
}

/// A seat's candidates for an answer, each to be tried in the same worlds.
///
/// A world is a number from 0 on: its hidden cards and its random stream depend on the seed and that
/// number alone, so the scores do not depend on how many worlds or candidates are run together, nor
/// on threads.
#[derive(Clone, Debug)]
pub struct Trials {
    moment: Moment,
    question: Question,
    seat: u8,
    hidden: Hidden,
    candidates: Vec<u64>,
    policy: PolicyName,
    seed: u64,
}

impl Trials {
    /// The trials of these answers to a question; `moment` holds a world in which they are possible.
    ///
    /// # Errors
    /// [`Refused::State`] if the seat cannot be asked this here, and [`Refused::Action`] for what is
    /// no answer to it.
    pub fn new(
        moment: Moment,
        (question, seat): (Question, u8),
        hidden: Hidden,
        candidates: Vec<u64>,
        policy: PolicyName,
        seed: u64,
    ) -> Result<Self, Refused> {
        if seat > 3 || candidates.is_empty() {
            return Err(Refused::State("Give a seat 0 to 3 and at least one candidate."));
        }
        let is_answer = |code: u64| match &moment {
            Moment::Opening(opening) => opening.answered(question, seat, code).is_some(),
            Moment::Play(round) => {
                Table::asking(*round, question, seat).is_some_and(|table| table.takes(code))
            }
        };
        if let Some(&refused) = candidates.iter().find(|&&code| !is_answer(code)) {
            return Err(Refused::Action(refused));
        }
        Ok(Self { moment, question, seat, hidden, candidates, policy, seed })
    }

    /// How many candidates there are.
    pub fn width(&self) -> usize {
        self.candidates.len()
    }

    /// Tries the candidates at the `chosen` places in the worlds from `first` on, as many as `scores`
    /// has room for: for each world, for each of them, what the round brings the teams of the seats 0
    /// and 2, and of 1 and 3. Places without a candidate bring nothing.
    pub fn run(&self, first: u64, chosen: &[usize], threads: usize, scores: &mut [[i32; 2]]) {
        let codes: Vec<u64> =
            chosen.iter().filter_map(|&place| self.candidates.get(place).copied()).collect();
        if codes.is_empty() {
            return;
        }
        in_parts(scores, codes.len(), threads, |place, part| {
            self.run_here(first + place, &codes, part);
        });
    }

    fn run_here(&self, first: u64, codes: &[u64], scores: &mut [[i32; 2]]) {
        match self.policy {
            PolicyName::Random => self.run_with(&mut Random::default(), first, codes, scores),
            PolicyName::Patterns => self.run_with(&mut Patterns::default(), first, codes, scores),
            PolicyName::Greedy => self.run_with(&mut Greedy::default(), first, codes, scores),
            PolicyName::Careful => self.run_with(&mut Careful::default(), first, codes, scores),
        }
    }

    fn run_with<P: Policy>(
        &self,
        policy: &mut P,
        first: u64,
        codes: &[u64],
        scores: &mut [[i32; 2]],
    ) {
        let callers = self.callers();
        for (number, row) in (first..).zip(scores.chunks_mut(codes.len())) {
            let mut rng = stream(self.seed, number);
            let hands = self.hidden.deal_likely(callers, &mut rng);
            for (&code, total) in codes.iter().zip(row) {
                let end = self.play_out(hands, code, policy, &mut rng.clone());
                *total = end.and_then(|end| end.score()).map_or([0; 2], |score| score.total());
            }
        }
    }

    /// The other seats that have called, as bits.
    fn callers(&self) -> u8 {
        let calls = match &self.moment {
            Moment::Opening(opening) => opening.calls(),
            Moment::Play(round) => round.calls,
        };
        let called = |seat: &u8| calls[usize::from(*seat)] != Call::None && *seat != self.seat;
        (0..4).filter(called).fold(0, |seats, seat| seats | only(seat))
    }

    /// The end of the round in a world after a candidate.
    fn play_out<P: Policy>(
        &self,
        hands: [u64; 4],
        code: u64,
        policy: &mut P,
        rng: &mut Rng,
    ) -> Option<Round> {
        match &self.moment {
            Moment::Opening(opening) => {
                let opening = opening.with_hands(hands);
                let opening = opening.answered(self.question, self.seat, code)?;
                Some(play_out(&Start::Opening(opening), policy, rng))
            }
            Moment::Play(round) => {
                let round = round.with_hands(hands);
                let mut table = Table::asking(round, self.question, self.seat)?;
                table.answer_legal(code);
                Some(play_on(table, policy, rng))
            }
        }
    }
}

impl Opening {
    /// After a seat's answer to the question for a Grand Tichu or for the exchange; `None` if that is
    /// no such answer. Nobody else is asked for a Grand Tichu before the exchange.
    fn answered(&self, question: Question, seat: u8, answer: u64) -> Option<Self> {
        match question {
            Question::Grand if answer == code::GRAND_TICHU => Some(self.with_call(seat)),
            Question::Grand if answer == code::NO_GRAND_TICHU => Some(self.without_call(seat)),
            Question::Exchange => self.with_pick(seat, action::gifts(answer)?),
            _ => None,
        }
    }
}
