//! A set of cards in one `u64`.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitXor, Sub};
use std::str::FromStr;

use crate::card::{Card, HIGHEST_RANK, LOWEST_RANK, unknown_card};
use crate::error::{Error, ErrorCode};
use crate::rank_masks::{LOW_FLAGS, NATURAL, flush_runs, quads};

/// A set of cards. The layout of its mask is public: see [`Card`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 56 cards.
    pub const FULL_DECK: Self = Self((1 << 56) - 1);

    /// The set of a mask; `None` if a bit above 55 is set.
    pub const fn from_mask(mask: u64) -> Option<Self> {
        if mask & !Self::FULL_DECK.0 == 0 { Some(Self(mask)) } else { None }
    }

    /// The set of the mask's lower 56 bits, whatever the upper ones say.
    pub const fn from_mask_truncated(mask: u64) -> Self {
        Self(mask & Self::FULL_DECK.0)
    }

    /// The mask: one bit a card.
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is it without cards?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the card in the set?
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// Are all its cards in `other` too?
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Have the two sets no card in common?
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// The set and one more card (or the same set, if it holds the card).
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | card.bit())
    }

    /// The set less one card (or the same set, if it does not hold the card).
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !card.bit())
    }

    /// The cards in deck order.
    pub const fn iter(self) -> Iter {
        // Rotated so that ascending bits are the deck order: the special cards come last.
        Iter((self.0 >> 4) | ((self.0 & 0xF) << 52))
    }

    /// The sum of the cards' points, -25 to 125.
    pub const fn points(self) -> i32 {
        let fives = self.of_rank(5).len() as i32;
        let tens = self.of_rank(10).len() as i32 + self.of_rank(13).len() as i32;
        let dragon = self.contains(Card::DRAGON) as i32;
        let phoenix = self.contains(Card::PHOENIX) as i32;
        5 * fives + 10 * tens + 25 * (dragon - phoenix)
    }

    /// The cards of a rank, as [`Card::rank`] has it: 1 the Mah Jong, 15 the Dragon.
    #[must_use]
    pub const fn of_rank(self, rank: u8) -> Self {
        Self(self.0 & rank_mask(rank))
    }

    /// How many natural cards of a rank 2 to 14; 0 for any other rank.
    pub const fn natural_rank_count(self, rank: u8) -> usize {
        if LOWEST_RANK <= rank && rank <= HIGHEST_RANK { self.of_rank(rank).len() } else { 0 }
    }

    /// Is there a bomb in it: four of a rank, or five consecutive of a suit?
    pub const fn has_bomb(self) -> bool {
        quads(self.0) | flush_runs(self.0) != 0
    }

    /// How many different bombs there are in it.
    pub const fn bomb_count(self) -> u64 {
        let mut count = quads(self.0).count_ones() as u64;
        let mut run = flush_runs(self.0);
        // A bit for every start of a run of five, then of six, and so on: each is a bomb.
        let mut above = (self.0 & NATURAL) >> 20;
        while run != 0 {
            count += run.count_ones() as u64;
            run &= above;
            above >>= 4;
        }
        count
    }

    /// The set of cards that are all different.
    ///
    /// # Errors
    /// `duplicate_card`, with the place of the second one (counted from 0).
    pub fn from_distinct(cards: impl IntoIterator<Item = Card>) -> Result<Self, Error> {
        let mut set = Self::EMPTY;
        for (place, card) in cards.into_iter().enumerate() {
            if set.contains(card) {
                return Err(duplicate_card(card, place));
            }
            set = set.with(card);
        }
        Ok(set)
    }
}

/// All cards of a rank 1 to 15, as a mask; 0 for any other rank.
pub(crate) const fn rank_mask(rank: u8) -> u64 {
    match rank {
        1 => Card::MAH_JONG.bit(),
        LOWEST_RANK..=HIGHEST_RANK => 0xF << (4 * (rank - 1)),
        15 => Card::DRAGON.bit(),
        _ => 0,
    }
}

/// Are all these natural cards of one suit? (Asked of natural cards only.)
pub(crate) const fn is_one_suit(naturals: u64) -> bool {
    let mut suit = 0;
    while suit < 4 {
        if naturals & !(LOW_FLAGS << suit) == 0 {
            return true;
        }
        suit += 1;
    }
    false
}

fn duplicate_card(card: Card, position: usize) -> Error {
    let message = format!("{card} is there twice; name each card once.");
    Error::at(ErrorCode::DuplicateCard, position, message)
}

impl BitOr for CardSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for CardSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self(card.bit())
    }
}

impl FromIterator<Card> for CardSet {
    /// The union; see [`CardSet::from_distinct`] to refuse a card that comes twice.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The cards of a set in deck order.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Card::at_deck_place(place))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            write!(f, "{blank}{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

impl FromStr for CardSet {
    type Err = Error;

    /// Reads cards with any blanks between them, or none: `7j Ts Mj`, `7jTsMj`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut set = Self::EMPTY;
        let mut letters = text.chars().enumerate();
        while let Some((position, first)) = letters.next() {
            if first.is_whitespace() {
                continue;
            }
            let second = letters.next().map(|(_, letter)| letter);
            let card = second.and_then(|second| Card::from_letters(first, second));
            let Some(card) = card else {
                let rest: String = text.chars().skip(position).take(2).collect();
                return Err(unknown_card(rest.trim_end(), position));
            };
            if set.contains(card) {
                return Err(duplicate_card(card, position));
            }
            set = set.with(card);
        }
        Ok(set)
    }
}
