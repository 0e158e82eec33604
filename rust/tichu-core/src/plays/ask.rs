//! What is asked for: of each kind, from which key on and of which length.

use crate::combination::Combination;
use crate::kind::Kind;

/// Which plays of one kind are wanted.
#[derive(Copy, Clone, Debug)]
pub(super) struct Bounds {
    /// The lowest [key](crate::code) wanted.
    pub(super) lowest: u8,
    /// The number of cards wanted, if stairs or a straight must have a certain one. For one-suit
    /// bombs: so many cards from `lowest` on, and all longer ones.
    pub(super) length: Option<u8>,
}

impl Bounds {
    pub(super) const ANY: Self = Self { lowest: 0, length: None };

    /// What is higher than a combination of the same kind.
    #[inline]
    pub(super) fn above(table: Combination) -> Self {
        Self { lowest: table.key() + 1, length: Some(table.len() as u8) }
    }
}

/// The bounds of every kind, `None` for a kind that is not wanted at all.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ask([Option<Bounds>; Kind::COUNT]);

impl Ask {
    pub(super) const NOTHING: Self = Self([None; Kind::COUNT]);
    /// Everything: the leads.
    pub(super) const LEADS: Self = Self([Some(Bounds::ANY); Kind::COUNT]);

    /// The bombs that beat `table`.
    pub(super) fn bombs_on(table: Combination) -> Self {
        let mut ask = Self::NOTHING;
        match table.kind() {
            Kind::Dog => {}
            Kind::BombSf => ask.set(Kind::BombSf, Bounds::above(table)),
            Kind::Bomb4 => {
                ask.set(Kind::Bomb4, Bounds::above(table));
                ask.set(Kind::BombSf, Bounds::ANY);
            }
            _ => {
                ask.set(Kind::Bomb4, Bounds::ANY);
                ask.set(Kind::BombSf, Bounds::ANY);
            }
        }
        ask
    }

    /// Everything that beats `table`.
    pub(super) fn answers_to(table: Combination) -> Self {
        let mut ask = Self::bombs_on(table);
        if table.kind() != Kind::Dog {
            ask.set(table.kind(), Bounds::above(table));
        }
        ask
    }

    /// The same, but of one kind only.
    pub(super) fn only(self, kind: Kind) -> Self {
        let mut ask = Self::NOTHING;
        ask.0[kind as usize] = self.0[kind as usize];
        ask
    }

    #[inline]
    pub(super) fn of(&self, kind: Kind) -> Option<Bounds> {
        self.0[kind as usize]
    }

    fn set(&mut self, kind: Kind, bounds: Bounds) {
        self.0[kind as usize] = Some(bounds);
    }
}
