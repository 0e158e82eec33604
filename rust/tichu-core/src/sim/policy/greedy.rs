//! A cheap greedy policy.

use super::Policy;
use super::random::with_random_wish;
use crate::card::Card;
use crate::code::{CARD_BITS, PASS};
use crate::kind::Kind;
use crate::plays::{PlayList, Query};
use crate::rng::Rng;
use crate::sim::round::Round;
use crate::sim::seats::partner;

/// An opponent with so few cards may go out soon, and is bombed.
const FEW_CARDS: u32 = 4;

/// Leads the play of the most cards and then of the lowest rank; answers with the lowest play that
/// beats, or passes on a trick of the partner; never wishes or calls; bombs where nothing else does
/// and an opponent has few cards left; gives the lowest cards to the opponents and a high one to the
/// partner, and the Dragon's trick to the opponent with more cards. Only its gifts are a matter of
/// chance, where two are as good.
#[derive(Default)]
pub(in crate::sim) struct Greedy {
    list: PlayList,
}

impl Policy for Greedy {
    fn exchange(&mut self, _seat: u8, hand: u64, _random: [u64; 3]) -> [u64; 3] {
        let ranked = hand & !0xF;
        let low = ranked & ranked.wrapping_neg();
        let second = ranked & !low & (ranked & !low).wrapping_neg();
        let high = 1 << (ranked & !low & !second).checked_ilog2().unwrap_or_default();
        [low, high, second]
    }

    fn calls_grand(&mut self, _seat: u8, _rng: &mut Rng) -> bool {
        false
    }

    fn calls_tichu(&mut self, _seat: u8, _rng: &mut Rng) -> bool {
        false
    }

    fn play(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64 {
        let query = round.query(seat, true);
        if round.owner == partner(seat) && query.may_pass() {
            return PASS;
        }
        query.emit_into(&mut self.list);
        let leads = round.top == 0;
        let rate = if leads { rate_lead } else { rate_answer };
        let Some(&best) = self.list.codes().iter().min_by_key(|&&code| rate(code)) else {
            return PASS;
        };
        let spared = is_bomb(best) && !leads && query.may_pass() && !presses(round, seat);
        if spared { PASS } else { with_forced_wish(best, round, rng) }
    }

    fn bomb(&mut self, round: &Round, seat: u8, bombs: &Query, _rng: &mut Rng) -> Option<u64> {
        if round.owner == seat || round.owner == partner(seat) || !presses(round, seat) {
            return None;
        }
        bombs.emit_into(&mut self.list);
        self.list.codes().first().copied()
    }

    fn gift(&mut self, round: &Round, [next, previous]: [u8; 2], rng: &mut Rng) -> u8 {
        let cards = |seat| round.hand(seat).count_ones();
        match cards(next).cmp(&cards(previous)) {
            std::cmp::Ordering::Greater => next,
            std::cmp::Ordering::Less => previous,
            std::cmp::Ordering::Equal => [next, previous][rng.below(2) as usize & 1],
        }
    }
}

/// The play without a wish, or, where there must be one, with any.
fn with_forced_wish(code: u64, round: &Round, rng: &mut Rng) -> u64 {
    if round.options.wish_optional { code } else { with_random_wish(code, round, rng) }
}

/// Is an opponent close to going out?
fn presses(round: &Round, seat: u8) -> bool {
    [(seat + 1) & 3, (seat + 3) & 3].iter().any(|&opponent| {
        let cards = round.hand(opponent).count_ones();
        0 < cards && cards <= FEW_CARDS
    })
}

fn is_bomb(code: u64) -> bool {
    matches!(code >> 60, 6 | 7)
}

/// Bombs last, then by most cards, then by rank; the Dog as soon as possible, the Phoenix late.
fn rate_lead(code: u64) -> (bool, u32, u32, u64) {
    if code >> 60 == Kind::Dog as u64 {
        return (false, 0, 0, 0);
    }
    let few = 15 - (code & CARD_BITS).count_ones();
    (is_bomb(code), few, phoenix(code), (code >> 56) & 15)
}

/// Bombs last, then by rank, without the Phoenix before with it.
fn rate_answer(code: u64) -> (bool, u32, u32, u64) {
    (is_bomb(code), phoenix(code), 0, (code >> 56) & 15)
}

fn phoenix(code: u64) -> u32 {
    u32::from(code & Card::PHOENIX.bit() != 0)
}
