//! From a card set to its readings.

use crate::card::{Card, HIGHEST_RANK, LOWEST_RANK};
use crate::card_set::{CardSet, is_one_suit};
use crate::code::tag;
use crate::combination::Combination;
use crate::kind::Kind;
use crate::rank_masks::{RankMasks, rank_of_bit, straight_flags};

/// The combinations that a card set can be: none, one or two, **the higher one first**. It is the
/// default if nothing is declared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Readings([Option<Combination>; 2]);

impl Readings {
    const NONE: Self = Self([None, None]);

    const fn one(reading: Combination) -> Self {
        Self([Some(reading), None])
    }

    /// The higher reading, if there is any.
    pub const fn first(self) -> Option<Combination> {
        self.0[0]
    }

    /// The lower of two readings.
    pub const fn second(self) -> Option<Combination> {
        self.0[1]
    }

    /// How many, 0 to 2.
    pub const fn len(self) -> usize {
        self.0[0].is_some() as usize + self.0[1].is_some() as usize
    }

    /// Are the cards no combination?
    pub const fn is_empty(self) -> bool {
        self.0[0].is_none()
    }
}

impl IntoIterator for Readings {
    type Item = Combination;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Combination>, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().flatten()
    }
}

/// Every reading of these cards, without a table: a lone Phoenix is 1.5.
pub fn classify(cards: CardSet) -> Readings {
    if cards.len() <= 1 {
        return classify_single(cards);
    }
    if cards.mask() & (Card::DOG.bit() | Card::DRAGON.bit()) != 0 {
        return Readings::NONE;
    }
    let shape = Shape::of(cards.mask());
    if shape.ranks + usize::from(shape.phoenix) == cards.len() {
        shape.all_ranks_different()
    } else {
        shape.some_rank_repeated()
    }
}

fn classify_single(cards: CardSet) -> Readings {
    let mask = cards.mask();
    if mask == 0 {
        return Readings::NONE;
    }
    let (kind, key) = match mask.trailing_zeros() {
        0 => (Kind::Single, 1),
        1 => (Kind::Dog, 0),
        2 => (Kind::Single, 1),
        3 => (Kind::Single, 15),
        bit => (Kind::Single, rank_of_bit(bit)),
    };
    Readings::one(Combination::from_valid_code(tag(kind, key) | mask))
}

/// What decides the reading of two or more cards without Dog and Dragon.
struct Shape {
    cards: u64,
    size: usize,
    phoenix: bool,
    masks: RankMasks,
    /// How many different ranks there are, without the Phoenix, and the lowest and highest of them.
    ranks: usize,
    lowest: u8,
    highest: u8,
}

impl Shape {
    fn of(cards: u64) -> Self {
        let masks = RankMasks::of(cards);
        let flags = straight_flags(cards, masks);
        Self {
            cards,
            size: cards.count_ones() as usize,
            phoenix: cards & Card::PHOENIX.bit() != 0,
            masks,
            ranks: flags.count_ones() as usize,
            // Two cards or more, Dog and Dragon excluded: there is at least one flag.
            lowest: rank_of_bit(flags.trailing_zeros()),
            highest: rank_of_bit(63 - (flags | 1).leading_zeros()),
        }
    }

    fn reading(&self, kind: Kind, key: u8) -> Combination {
        Combination::from_valid_code(tag(kind, key) | self.cards)
    }

    fn only(&self, kind: Kind, key: u8) -> Readings {
        Readings::one(self.reading(kind, key))
    }

    fn has_mah_jong(&self) -> bool {
        self.cards & Card::MAH_JONG.bit() != 0
    }

    fn span(&self) -> usize {
        usize::from(self.highest - self.lowest) + 1
    }

    /// A pair with the Phoenix, a straight, or a one-suit bomb.
    fn all_ranks_different(&self) -> Readings {
        if self.size == 2 && self.phoenix && !self.has_mah_jong() {
            return self.only(Kind::Pair, self.lowest);
        }
        if self.size < 5 {
            return Readings::NONE;
        }
        if self.span() == self.size {
            let flush = !self.phoenix && !self.has_mah_jong() && is_one_suit(self.cards);
            let kind = if flush { Kind::BombSf } else { Kind::Straight };
            return self.only(kind, self.lowest);
        }
        if self.phoenix && self.span() == self.size - 1 {
            return self.straight_with_loose_phoenix();
        }
        Readings::NONE
    }

    /// Consecutive cards, to which the Phoenix can be added above or below.
    fn straight_with_loose_phoenix(&self) -> Readings {
        let above =
            (self.highest < HIGHEST_RANK).then(|| self.reading(Kind::Straight, self.lowest));
        let below =
            (self.lowest > LOWEST_RANK).then(|| self.reading(Kind::Straight, self.lowest - 1));
        if above.is_some() { Readings([above, below]) } else { Readings([below, None]) }
    }

    /// A pair, a triple, a four of a kind, a full house, or stairs.
    fn some_rank_repeated(&self) -> Readings {
        if self.has_mah_jong() {
            return Readings::NONE;
        }
        match (self.ranks, self.size) {
            (1, 2) => self.only(Kind::Pair, self.lowest),
            (1, 3) => self.only(Kind::Triple, self.lowest),
            (1, 4) if !self.phoenix => self.only(Kind::Bomb4, self.lowest),
            (2, 5) => self.full_house(),
            _ if self.is_stairs() => self.only(Kind::Stairs, self.lowest),
            _ => Readings::NONE,
        }
    }

    /// Five cards of two ranks, the Phoenix perhaps among them.
    fn full_house(&self) -> Readings {
        if self.masks.four != 0 {
            return Readings::NONE;
        }
        if self.masks.three != 0 {
            let triple = rank_of_bit(self.masks.three.trailing_zeros());
            return self.only(Kind::FullHouse, triple);
        }
        // Two pairs: the Phoenix makes either of them the triple.
        let high = self.reading(Kind::FullHouse, self.highest);
        let low = self.reading(Kind::FullHouse, self.lowest);
        Readings([Some(high), Some(low)])
    }

    fn is_stairs(&self) -> bool {
        let pairs = self.masks.two.count_ones() as usize;
        self.size <= 14
            && self.size == 2 * self.ranks
            && self.span() == self.ranks
            && self.masks.three == 0
            && pairs == self.ranks - usize::from(self.phoenix)
    }
}
