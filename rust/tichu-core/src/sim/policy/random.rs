//! The random policy.

use super::Policy;
use crate::card::Card;
use crate::card_set::rank_mask;
use crate::code::PASS;
use crate::combination::Combination;
use crate::plays::{PlayList, Query, draw_answer, draw_lead};
use crate::rng::Rng;
use crate::sim::action;
use crate::sim::round::Round;

/// A call is made one time in so many.
const CALL_ODDS: u64 = 16;

/// Uniform over the plays with their readings, and the pass; then over the wishes.
#[derive(Default)]
pub(in crate::sim) struct Random {
    list: PlayList,
}

impl Policy for Random {
    #[inline]
    fn exchange(&mut self, _seat: u8, _hand: u64, random: [u64; 3]) -> [u64; 3] {
        random
    }

    #[inline]
    fn calls_grand(&mut self, _seat: u8, rng: &mut Rng) -> bool {
        rng.below(CALL_ODDS) == 0
    }

    #[inline]
    fn calls_tichu(&mut self, _seat: u8, rng: &mut Rng) -> bool {
        rng.below(CALL_ODDS) == 0
    }

    #[inline]
    fn play(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64 {
        let hand = round.hand(seat);
        let below = |bound| rng.below(bound);
        if round.wish != 0 && hand & rank_mask(round.wish) != 0 {
            return self.play_by_query(round, seat, rng);
        }
        if round.top == 0 {
            let code = draw_lead(hand, &mut self.list, below);
            return with_random_wish(code, round, rng);
        }
        if round.has_bomb(seat) {
            return self.play_by_query(round, seat, rng);
        }
        let table = Combination::from_valid_code(round.top);
        // No answer has the Mah Jong: nothing is lower than what has it.
        draw_answer(hand, table, &mut self.list, below).unwrap_or(PASS)
    }

    #[inline]
    fn bomb(&mut self, _round: &Round, _seat: u8, bombs: &Query, rng: &mut Rng) -> Option<u64> {
        bombs.draw(1, &mut self.list, |bound| rng.below(bound))
    }

    #[inline]
    fn gift(&mut self, _round: &Round, recipients: [u8; 2], rng: &mut Rng) -> u8 {
        recipients[rng.below(2) as usize & 1]
    }
}

impl Random {
    /// Where a wish or a bomb makes it less plain what may be played.
    #[cold]
    fn play_by_query(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64 {
        let query = round.query(seat, true);
        let passes = u64::from(query.may_pass());
        let code = query.draw(passes, &mut self.list, |bound| rng.below(bound)).unwrap_or(PASS);
        with_random_wish(code, round, rng)
    }
}

/// The play with a wish, uniform over those allowed, if it has the Mah Jong.
#[inline]
pub(super) fn with_random_wish(code: u64, round: &Round, rng: &mut Rng) -> u64 {
    if code & Card::MAH_JONG.bit() == 0 {
        return code;
    }
    let wish = match rng.below(if round.options.wish_optional { 14 } else { 13 }) {
        13 => None,
        chosen => Some(chosen as u8 + 2),
    };
    action::play(Combination::from_valid_code(code), wish)
}
