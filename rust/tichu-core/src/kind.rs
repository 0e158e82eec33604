//! The nine kinds of combination (R-022..R-035).

use std::fmt;

/// What a combination is. The order is that of a list of plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// One card.
    Single,
    /// Two cards of a rank.
    Pair,
    /// Three cards of a rank.
    Triple,
    /// Pairs of neighbouring ranks, 4 to 14 cards.
    Stairs,
    /// A triple and a pair.
    FullHouse,
    /// Five to fourteen consecutive ranks.
    Straight,
    /// All four cards of a rank.
    Bomb4,
    /// Five or more consecutive cards of one suit.
    BombSf,
    /// The Dog, led alone.
    Dog,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 9;

    /// All kinds in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Single,
        Self::Pair,
        Self::Triple,
        Self::Stairs,
        Self::FullHouse,
        Self::Straight,
        Self::Bomb4,
        Self::BombSf,
        Self::Dog,
    ];

    /// `single`, `pair`, `triple`, `stairs`, `fullhouse`, `straight`, `bomb4`, `bombsf` or `dog`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Pair => "pair",
            Self::Triple => "triple",
            Self::Stairs => "stairs",
            Self::FullHouse => "fullhouse",
            Self::Straight => "straight",
            Self::Bomb4 => "bomb4",
            Self::BombSf => "bombsf",
            Self::Dog => "dog",
        }
    }

    /// Is it one of the two kinds of bomb?
    pub const fn is_bomb(self) -> bool {
        matches!(self, Self::Bomb4 | Self::BombSf)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
