//! Counting a round.

use super::round::{Call, Phase, Round};
use super::seats::first_from;
use crate::card_set::CardSet;

/// The count of a round; pairs are the teams of the seats 0 and 2, and of 1 and 3.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// A double victory.
    pub double: bool,
    /// Card points, or the double victory's points.
    pub card: [i32; 2],
    /// Won and lost with calls.
    pub bonus: [i32; 2],
}

impl Score {
    /// What the round adds to the match.
    pub const fn total(&self) -> [i32; 2] {
        [self.card[0] + self.bonus[0], self.card[1] + self.bonus[1]]
    }
}

impl Round {
    /// The count; `None` before the round is over.
    pub fn score(&self) -> Option<Score> {
        if self.phase != Phase::Over {
            return None;
        }
        let double = self.is_double_victory();
        let card = if double { self.double_points() } else { self.card_points() };
        Some(Score { double, card, bonus: self.call_points() })
    }

    fn double_points(&self) -> [i32; 2] {
        let mut card = [0; 2];
        card[(self.out[0] & 1) as usize] = self.options.double_victory_points;
        card
    }

    fn card_points(&self) -> [i32; 2] {
        // The tail is the one with cards, or, where nobody has any, the last to go out.
        let finishers = self.out[..3].iter().fold(0, |set, seat| set | 1_u8 << (seat & 3));
        let tail = first_from(15 & !finishers, 0);
        // the tail's tricks count for the first finisher; R-098: its hand for the others.
        let team = |seat: u8| (if seat == tail { self.out[0] } else { seat }) & 1;
        let mut cards = [0_u64; 2];
        for seat in 0..4 {
            cards[team(seat) as usize] |= self.piles[seat as usize];
        }
        cards[(1 - (tail & 1)) as usize] |= self.hand(tail);
        cards.map(|cards| CardSet::from_mask_truncated(cards).points())
    }

    fn call_points(&self) -> [i32; 2] {
        let mut bonus = [0; 2];
        for (seat, call) in (0_u8..).zip(self.calls) {
            let points = match call {
                Call::None => continue,
                Call::Tichu => 100,
                Call::Grand => 200,
            };
            // only the caller's own first place counts.
            bonus[(seat & 1) as usize] += if seat == self.out[0] { points } else { -points };
        }
        bonus
    }
}
