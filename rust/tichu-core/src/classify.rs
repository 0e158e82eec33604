//! From a card set to its readings.

use crate::card::{Card, HIGHEST_RANK, LOWEST_RANK};
use crate::card_set::{CardSet, is_one_suit};
use crate::code::tag;
use crate::combination::Combination;
use crate::kind::Kind;
use crate::rank_masks::{RankMasks, flag_count, rank_of_bit, straight_flags};

/// The combinations that a card set can be: none, one or two, **the higher one first**. It is the
/// default if nothing is declared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Readings {
    // Codes, 0 for none: no combination has the code 0.
    first: u64,
    second: u64,
}

impl Readings {
    const NONE: Self = Self { first: 0, second: 0 };

    #[inline]
    const fn one(first: u64) -> Self {
        Self { first, second: 0 }
    }

    /// The higher reading, if there is any.
    pub const fn first(self) -> Option<Combination> {
        combination(self.first)
    }

    /// The lower of two readings.
    pub const fn second(self) -> Option<Combination> {
        combination(self.second)
    }

    /// How many, 0 to 2.
    pub const fn len(self) -> usize {
        (self.first != 0) as usize + (self.second != 0) as usize
    }

    /// Are the cards no combination?
    pub const fn is_empty(self) -> bool {
        self.first == 0
    }
}

const fn combination(code: u64) -> Option<Combination> {
    if code == 0 { None } else { Some(Combination::from_valid_code(code)) }
}

impl IntoIterator for Readings {
    type Item = Combination;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Combination>, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        [self.first(), self.second()].into_iter().flatten()
    }
}

/// Dog and Dragon are played alone.
const NEVER_AMONG_OTHERS: u64 = Card::DOG.bit() | Card::DRAGON.bit();
/// The Mah Jong, too, is in nothing that repeats a rank.
const NEVER_REPEATED: u64 = NEVER_AMONG_OTHERS | Card::MAH_JONG.bit();

/// Mah Jong and Phoenix are in no bomb.
const NOT_IN_BOMBS: u64 = Card::MAH_JONG.bit() | Card::PHOENIX.bit();

/// Every reading of these cards, without a table: a lone Phoenix is 1.5.
#[inline]
pub fn classify(cards: CardSet) -> Readings {
    let cards = cards.mask();
    if cards & cards.wrapping_sub(1) == 0 {
        return classify_single(cards);
    }
    let shape = Shape::of(cards);
    if shape.masks.two != 0 {
        shape.some_rank_repeated()
    } else if cards & NEVER_AMONG_OTHERS == 0 {
        shape.all_ranks_different()
    } else {
        Readings::NONE
    }
}

/// At most one card.
fn classify_single(card: u64) -> Readings {
    if card == 0 {
        return Readings::NONE;
    }
    let (kind, key) = match card.trailing_zeros() {
        0 | 2 => (Kind::Single, 1),
        1 => (Kind::Dog, 0),
        3 => (Kind::Single, 15),
        bit => (Kind::Single, rank_of_bit(bit)),
    };
    Readings::one(tag(kind, key) | card)
}

/// What decides the reading of two or more cards. All of it is a few instructions: what a path
/// does not ask for is not computed.
struct Shape {
    cards: u64,
    masks: RankMasks,
    /// Flags of the ranks, the Mah Jong's included.
    flags: u64,
}

impl Shape {
    #[inline]
    fn of(cards: u64) -> Self {
        let masks = RankMasks::of(cards);
        Self { cards, masks, flags: straight_flags(cards, masks) }
    }

    #[inline]
    fn phoenix(&self) -> bool {
        self.cards & Card::PHOENIX.bit() != 0
    }

    #[inline]
    fn has_mah_jong(&self) -> bool {
        self.cards & Card::MAH_JONG.bit() != 0
    }

    /// How many different ranks there are, without the Phoenix.
    #[inline]
    fn ranks(&self) -> u64 {
        flag_count(self.flags)
    }

    #[inline]
    fn lowest(&self) -> u8 {
        rank_of_bit(self.flags.trailing_zeros())
    }

    #[inline]
    fn highest(&self) -> u8 {
        rank_of_bit((self.flags | 1).ilog2())
    }

    /// From the lowest to the highest rank, both included.
    #[inline]
    fn span(&self) -> u64 {
        u64::from((self.flags | 1).ilog2().wrapping_sub(self.flags.trailing_zeros()) / 4 + 1)
    }

    #[inline]
    fn code(&self, kind: Kind, key: u8) -> u64 {
        tag(kind, key) | self.cards
    }

    #[inline]
    fn only(&self, kind: Kind, key: u8) -> Readings {
        Readings::one(self.code(kind, key))
    }

    #[inline]
    fn only_if(&self, condition: bool, kind: Kind, key: u8) -> Readings {
        if condition { self.only(kind, key) } else { Readings::NONE }
    }

    /// A pair with the Phoenix, a straight, or a one-suit bomb.
    #[inline]
    fn all_ranks_different(&self) -> Readings {
        let size = self.ranks() + u64::from(self.phoenix());
        if size < 5 {
            let pair = size == 2 && self.phoenix() && !self.has_mah_jong();
            return self.only_if(pair, Kind::Pair, self.lowest());
        }
        if self.span() == size {
            let one_suit = self.cards & NOT_IN_BOMBS == 0 && is_one_suit(self.cards);
            let kind = if one_suit { Kind::BombSf } else { Kind::Straight };
            return self.only(kind, self.lowest());
        }
        if self.phoenix() && self.span() == size - 1 {
            return self.straight_with_loose_phoenix();
        }
        Readings::NONE
    }

    /// Consecutive cards, to which the Phoenix can be added above or below.
    #[inline]
    fn straight_with_loose_phoenix(&self) -> Readings {
        let above = self.code(Kind::Straight, self.lowest());
        let below = self.code(Kind::Straight, self.lowest().wrapping_sub(1));
        match (self.highest() < HIGHEST_RANK, self.lowest() > LOWEST_RANK) {
            (true, true) => Readings { first: above, second: below },
            (true, false) => Readings::one(above),
            (false, true) => Readings::one(below),
            (false, false) => Readings::NONE,
        }
    }

    /// A pair, a triple, a four of a kind, a full house, or stairs.
    #[inline]
    fn some_rank_repeated(&self) -> Readings {
        // Asked last: it is hard to predict, and most cards fail for other reasons.
        let fit = self.cards & NEVER_REPEATED == 0;
        match self.ranks() {
            1 if fit => self.one_rank(),
            2 if (self.masks.three != 0 || self.is_two_pairs_and_phoenix()) && fit => {
                self.full_house()
            }
            _ => self.only_if(self.is_stairs() && fit, Kind::Stairs, self.lowest()),
        }
    }

    #[inline]
    fn is_two_pairs_and_phoenix(&self) -> bool {
        self.phoenix() && self.masks.three == 0 && flag_count(self.masks.two) == 2
    }

    #[inline]
    fn one_rank(&self) -> Readings {
        let kind = match (self.masks.three != 0, self.masks.four != 0, self.phoenix()) {
            (false, _, false) => Kind::Pair,
            (false, _, true) | (true, false, false) => Kind::Triple,
            (true, true, false) => Kind::Bomb4,
            // With the Phoenix these would be a bomb, or five of a rank.
            (true, _, true) => return Readings::NONE,
        };
        self.only(kind, self.lowest())
    }

    /// Two ranks, either one of them at least three times, or both twice and the Phoenix.
    #[inline]
    fn full_house(&self) -> Readings {
        let RankMasks { two, three, four, .. } = self.masks;
        if three == 0 {
            // The Phoenix makes either pair the triple.
            let first = self.code(Kind::FullHouse, self.highest());
            return Readings { first, second: self.code(Kind::FullHouse, self.lowest()) };
        }
        // A triple, and either a pair or a single card and the Phoenix.
        let other_is_pair = flag_count(two) == 2;
        let fits = four == 0 && flag_count(three) == 1 && other_is_pair != self.phoenix();
        self.only_if(fits, Kind::FullHouse, rank_of_bit(three.trailing_zeros()))
    }

    /// Neighbouring ranks, at most seven, all twice but for one with the Phoenix.
    #[inline]
    fn is_stairs(&self) -> bool {
        // What random cards fail most often comes first.
        let pairs = flag_count(self.masks.two);
        pairs + u64::from(self.phoenix()) == self.ranks()
            && self.span() == self.ranks()
            && self.masks.three == 0
            && self.ranks() <= 7
    }
}
