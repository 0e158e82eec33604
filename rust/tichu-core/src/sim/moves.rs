//! What actions do.

use super::action;
use super::legal::is_without_bomb;
use super::round::{Call, Phase, Refused, Round};
use super::seats::{NOBODY, count, first_from, only, partner};
use crate::card::Card;
use crate::card_set::rank_mask;
use crate::code::{COLLECT, PASS};

const DRAGON: u64 = Card::DRAGON.bit();
const DOG: u64 = Card::DOG.bit();

impl Round {
    /// Does a seat's action.
    ///
    /// # Errors
    /// [`Refused::Action`] if it is not legal; then the round is as it was.
    pub fn apply(&mut self, seat: u8, action: u64) -> Result<(), Refused> {
        if !self.allows(seat, action) {
            return Err(Refused::Action(action));
        }
        self.apply_legal(seat, action);
        Ok(())
    }

    /// Does an action known to be legal; any other leads nowhere sensible.
    #[inline]
    pub fn apply_legal(&mut self, seat: u8, action: u64) {
        if action::is_play(action) {
            self.lay(seat, action);
        } else if action == PASS {
            self.pass();
        } else if action == COLLECT {
            self.award(self.owner);
        } else if let Some(to) = action::recipient(action) {
            self.give(to);
        }
    }

    /// Calls a small Tichu.
    ///
    /// # Errors
    /// [`Refused::Action`] if the seat may not, see [`may_call`](Self::may_call).
    pub fn call_tichu(&mut self, seat: u8) -> Result<(), Refused> {
        if !self.may_call(seat) {
            return Err(Refused::Action(crate::code::TICHU));
        }
        self.calls[(seat & 3) as usize] = Call::Tichu;
        Ok(())
    }

    /// Lays cards, in turn or as a bomb out of it.
    #[inline]
    pub(super) fn lay(&mut self, seat: u8, action: u64) {
        let cards = action::cards(action);
        let hand = self.hand(seat) & !cards;
        self.hands[(seat & 3) as usize] = hand;
        if action::wish(action) != 0 {
            self.wish = action::wish(action);
        } else if self.wish != 0 && cards & rank_mask(self.wish) != 0 {
            // bombs out of turn fulfil it too.
            self.wish = 0;
        }
        if self.has_bomb(seat) && is_without_bomb(hand) {
            self.bombers &= !only(seat);
        }
        if cards == DOG {
            return self.pass_the_lead(seat);
        }
        self.phase = Phase::Play;
        self.top = action::combination_code(action);
        self.owner = seat;
        self.passes = 0;
        self.trick |= cards;
        if hand == 0 && self.go_out(seat) {
            self.close_last_trick();
        } else {
            self.turn = first_from(self.active, (seat + 1) & 3);
        }
    }

    /// The Dog makes no trick; it lies with its player (R-083..R-086).
    #[cold]
    fn pass_the_lead(&mut self, seat: u8) {
        self.piles[(seat & 3) as usize] |= DOG;
        if self.hand(seat) == 0 && self.go_out(seat) {
            self.end();
        } else {
            self.turn = first_from(self.active, partner(seat));
        }
    }

    /// Books a seat as out; is the round decided?
    fn go_out(&mut self, seat: u8) -> bool {
        self.active &= !only(seat);
        self.out[(self.out_count & 3) as usize] = seat;
        self.out_count += 1;
        self.out_count == 3 || self.is_double_victory()
    }

    /// The first two out are partners.
    pub(super) fn is_double_victory(&self) -> bool {
        self.out_count >= 2 && self.out[1] == partner(self.out[0])
    }

    /// The last pass makes the trick ripe.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.passes += 1;
        if self.passes >= count(self.active & !only(self.owner)) {
            self.phase = Phase::Ripe;
            self.turn = NOBODY;
        } else {
            self.turn = first_from(self.active, (self.turn + 1) & 3);
        }
    }

    /// Moves a ripe trick; the owner, or the next seat with cards, leads.
    #[inline]
    pub(super) fn award(&mut self, to: u8) {
        self.piles[(to & 3) as usize] |= self.trick;
        self.trick = 0;
        self.phase = Phase::Play;
        self.turn = first_from(self.active, self.owner);
        self.top = 0;
        self.owner = NOBODY;
        self.passes = 0;
    }

    /// Gives the Dragon's trick away; one that closed the round ends it.
    #[inline]
    pub(super) fn give(&mut self, to: u8) {
        if self.phase == Phase::Ripe {
            return self.award(to);
        }
        self.piles[(to & 3) as usize] |= self.trick;
        self.trick = 0;
        self.end();
    }

    /// The trick of the play that decided the round.
    fn close_last_trick(&mut self) {
        if self.is_double_victory() {
            self.end();
        } else if self.dragon_on_top() && self.options.dragon_gift_last_trick {
            self.phase = Phase::Gift;
            self.turn = self.owner;
        } else {
            self.piles[(self.owner & 3) as usize] |= self.trick;
            self.trick = 0;
            self.end();
        }
    }

    fn end(&mut self) {
        self.phase = Phase::Over;
        self.turn = NOBODY;
        self.top = 0;
        self.owner = NOBODY;
        self.passes = 0;
        self.wish = 0;
    }

    /// The Dragon holds the trick, so it is given away if it wins.
    #[inline]
    pub(super) const fn dragon_on_top(&self) -> bool {
        self.top & DRAGON != 0
    }
}
