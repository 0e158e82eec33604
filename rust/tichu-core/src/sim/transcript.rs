//! One rollout told in full: every question and its answer, to look into or to check.

use super::action;
use super::playout::{Start, play_out};
use super::policy::{Careful, Greedy, Patterns, Policy, PolicyName, Random};
use super::rollouts::{Rollouts, stream};
use super::round::Round;
use super::table::Question;
use crate::card::Card;
use crate::code;
use crate::plays::Query;
use crate::rng::Rng;

/// A question and its answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// Who was asked.
    pub seat: u8,
    /// The answer as a [code](crate::code); declining is one.
    pub code: u64,
    /// The hand that was asked; only for the exchange, 0 otherwise.
    pub hand: u64,
}

impl Rollouts {
    /// What is asked and answered in a rollout from one of the starts, and how the round ends;
    /// `None` if there is no such start.
    pub fn transcript(&self, start: usize, number: u64) -> Option<(Vec<Answer>, Round)> {
        let start = self.starts.get(start)?;
        let rng = &mut stream(self.seed, number);
        Some(match self.policy {
            PolicyName::Random => told(start, Random::default(), rng),
            PolicyName::Patterns => told(start, Patterns::default(), rng),
            PolicyName::Greedy => told(start, Greedy::default(), rng),
            PolicyName::Careful => told(start, Careful::default(), rng),
        })
    }
}

fn told<P: Policy>(start: &Start, policy: P, rng: &mut Rng) -> (Vec<Answer>, Round) {
    let mut scribe = Scribe { policy, answers: Vec::new() };
    let round = play_out(start, &mut scribe, rng);
    (scribe.answers, round)
}

/// A policy whose answers are written down.
struct Scribe<P> {
    policy: P,
    answers: Vec<Answer>,
}

impl<P> Scribe<P> {
    fn note(&mut self, question: Question, seat: u8, code: u64) {
        self.answers.push(Answer { question, seat, code, hand: 0 });
    }
}

impl<P: Policy> Policy for Scribe<P> {
    fn calls_grand(&mut self, seat: u8, rng: &mut Rng) -> bool {
        let calls = self.policy.calls_grand(seat, rng);
        let code = if calls { code::GRAND_TICHU } else { code::NO_GRAND_TICHU };
        self.note(Question::Grand, seat, code);
        calls
    }

    fn calls_tichu(&mut self, seat: u8, rng: &mut Rng) -> bool {
        let calls = self.policy.calls_tichu(seat, rng);
        self.note(Question::Tichu, seat, if calls { code::TICHU } else { code::DECLINE });
        calls
    }

    fn exchange(&mut self, seat: u8, hand: u64, random: [u64; 3]) -> [u64; 3] {
        let gifts = self.policy.exchange(seat, hand, random);
        let card = |bit: u64| Card::from_index(bit.trailing_zeros() as u8);
        if let [Some(next), Some(partner), Some(previous)] = gifts.map(card) {
            let code = code::exchange(next, partner, previous);
            self.answers.push(Answer { question: Question::Exchange, seat, code, hand });
        }
        gifts
    }

    fn play(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64 {
        let code = self.policy.play(round, seat, rng);
        self.note(Question::Play, seat, code);
        code
    }

    fn bomb(&mut self, round: &Round, seat: u8, bombs: &Query, rng: &mut Rng) -> Option<u64> {
        let bomb = self.policy.bomb(round, seat, bombs, rng);
        debug_assert!(bomb.is_none_or(action::is_play));
        self.note(Question::Bomb, seat, bomb.unwrap_or(code::DECLINE));
        bomb
    }

    fn gift(&mut self, round: &Round, recipients: [u8; 2], rng: &mut Rng) -> u8 {
        let to = self.policy.gift(round, recipients, rng);
        self.note(Question::Dragon, round.owner, code::give_dragon(to));
        to
    }
}
