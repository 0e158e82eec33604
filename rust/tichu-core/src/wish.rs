//! What a wish asks of the seat on turn (R-068..R-074).

use crate::combination::Combination;
use crate::kind::Kind;

/// A wish that stands, as it binds one seat.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wish {
    /// The natural cards of the rank.
    pub(crate) cards: u64,
    /// May any beating bomb be thrown all the same?
    bombs_free: bool,
}

impl Wish {
    /// `None` for a number that is no rank.
    pub(crate) fn new(rank: u8, bombs_free: bool) -> Option<Self> {
        let cards = Combination::wished_cards(rank);
        (cards != 0).then_some(Self { cards, bombs_free })
    }

    /// May a seat that can fulfil the wish make this play?
    pub(crate) fn allows(self, play: Combination) -> bool {
        play.code() & self.cards != 0 || self.bombs_free && play.is_bomb()
    }

    /// From the numbers of all plays, and of the plays without the rank, to those allowed.
    pub(crate) fn apply_to_counts(
        self,
        all: [u64; Kind::COUNT],
        free: [u64; Kind::COUNT],
    ) -> [u64; Kind::COUNT] {
        if all == free {
            return all;
        }
        let mut allowed = all;
        for kind in Kind::ALL {
            if !(self.bombs_free && kind.is_bomb()) {
                allowed[kind as usize] -= free[kind as usize];
            }
        }
        allowed
    }
}
