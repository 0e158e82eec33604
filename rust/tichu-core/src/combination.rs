//! A combination: cards, and what they are played as.

use std::fmt;

use crate::card::{Card, HIGHEST_RANK, LOWEST_RANK};
use crate::card_set::{CardSet, rank_mask};
use crate::classify::classify;
use crate::code::{CARD_BITS, tag};
use crate::error::{Error, ErrorCode};
use crate::kind::Kind;

/// Cards with a fixed reading (R-022..R-042). It is its [code](crate::code), and always valid.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Combination(u64);

impl Combination {
    /// The cards as a combination, the Phoenix standing for `phoenix_rank`.
    ///
    /// If nothing is declared the higher reading holds; a lone Phoenix is 1.5.
    ///
    /// # Errors
    /// `not_a_combination`; `bad_phoenix_rank` where the declared reading is not possible;
    /// `needless_phoenix_rank` where there is no Phoenix, or no other card.
    pub fn of(cards: CardSet, phoenix_rank: Option<u8>) -> Result<Self, Error> {
        let readings = classify(cards);
        let Some(default) = readings.first() else {
            return Err(Error::new(ErrorCode::NotACombination, not_a_combination(cards)));
        };
        let Some(declared) = phoenix_rank else {
            return Ok(default);
        };
        if default.phoenix_rank().is_none() {
            let message =
                "A Phoenix rank is declared only with a Phoenix among other cards; leave it out.";
            return Err(Error::new(ErrorCode::NeedlessPhoenixRank, message));
        }
        readings.into_iter().find(|reading| reading.phoenix_rank() == Some(declared)).ok_or_else(
            || {
                let possible: Vec<String> = readings
                    .into_iter()
                    .filter_map(Self::phoenix_rank)
                    .map(|rank| rank.to_string())
                    .collect();
                let possible = possible.join(" or ");
                let message =
                    format!("The Phoenix cannot be a {declared} here; declare {possible}.");
                Error::new(ErrorCode::BadPhoenixRank, message)
            },
        )
    }

    /// The combination of a code.
    ///
    /// # Errors
    /// `bad_code` for every number that [`code`](Self::code) never gives.
    pub fn from_code(code: u64) -> Result<Self, Error> {
        let cards = CardSet::from_mask_truncated(code);
        let candidate = Self(code);
        let known = if candidate.is_lone_phoenix() {
            code >> 60 == Kind::Single as u64 && (1..=HIGHEST_RANK).contains(&candidate.key())
        } else {
            classify(cards).into_iter().any(|reading| reading == candidate)
        };
        if known {
            return Ok(candidate);
        }
        let message = format!(
            "{code:#018x} is not the code of a combination; use one that a list of plays gave."
        );
        Err(Error::new(ErrorCode::BadCode, message))
    }

    /// A code that the crate has made itself.
    #[inline]
    pub(crate) const fn from_valid_code(code: u64) -> Self {
        Self(code)
    }

    /// A single Phoenix of rank `key` and a half.
    pub(crate) const fn lone_phoenix(key: u8) -> Self {
        Self(tag(Kind::Single, key) | Card::PHOENIX.bit())
    }

    /// The [code](crate::code).
    #[inline]
    pub const fn code(self) -> u64 {
        self.0
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.type_index()]
    }

    const fn type_index(self) -> usize {
        let index = (self.0 >> 60) as usize;
        // No valid code has a higher type; the bound is said for the compiler.
        if index < Kind::COUNT { index } else { Kind::COUNT - 1 }
    }

    /// The key of the [code](crate::code): the rank, or the lowest one.
    #[inline]
    pub const fn key(self) -> u8 {
        (self.0 >> 56) as u8 & 0xF
    }

    /// The cards.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet::from_mask_truncated(self.0)
    }

    /// How many cards, 1 to 14.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "a combination is never empty")]
    pub const fn len(self) -> usize {
        (self.0 & CARD_BITS).count_ones() as usize
    }

    /// Twice the rank that counts: the top rank of stairs, straights and one-suit bombs, the triple's
    /// of a full house, 0 for the Dog. Doubled because a lone Phoenix lies half a rank up.
    pub const fn rank2(self) -> u8 {
        if self.is_lone_phoenix() {
            return 2 * self.key() + 1;
        }
        let above_lowest = match self.kind() {
            Kind::Stairs => self.len() / 2 - 1,
            Kind::Straight | Kind::BombSf => self.len() - 1,
            _ => 0,
        };
        2 * (self.key() + above_lowest as u8)
    }

    /// The rank that the Phoenix stands for; `None` without it, and where it is alone.
    pub fn phoenix_rank(self) -> Option<u8> {
        if !self.cards().contains(Card::PHOENIX) || self.is_lone_phoenix() {
            return None;
        }
        let (key, cards) = (self.key(), self.cards());
        let count = |rank: u8| cards.natural_rank_count(rank);
        match self.kind() {
            Kind::FullHouse if count(key) == 3 => {
                (LOWEST_RANK..=HIGHEST_RANK).find(|&rank| rank != key && count(rank) == 1)
            }
            Kind::Stairs => (key..=HIGHEST_RANK).find(|&rank| count(rank) == 1),
            Kind::Straight => (key.max(LOWEST_RANK)..=HIGHEST_RANK).find(|&rank| count(rank) == 0),
            _ => Some(key),
        }
    }

    /// Is it a bomb?
    #[inline]
    pub const fn is_bomb(self) -> bool {
        self.kind().is_bomb()
    }

    /// Is it the Phoenix alone, whose rank depends on the table?
    #[inline]
    pub const fn is_lone_phoenix(self) -> bool {
        self.0 & CARD_BITS == Card::PHOENIX.bit()
    }

    /// Is a natural card of a rank 2 to 14 among the cards? The Phoenix never is one.
    pub const fn contains_rank(self, rank: u8) -> bool {
        self.cards().natural_rank_count(rank) > 0
    }

    /// The points of the cards.
    pub const fn points(self) -> i32 {
        self.cards().points()
    }

    /// The combination as an answer to what lies on the table: a lone Phoenix takes its rank from a
    /// single there, half a rank above it. Anything else is unchanged. Where the Phoenix
    /// answers nothing (an empty table, the Dragon, no single) it is 1.5.
    #[must_use]
    pub fn answering(self, table: Option<&Self>) -> Self {
        if !self.is_lone_phoenix() {
            return self;
        }
        match table {
            Some(top) if self.beats(top) => Self::lone_phoenix(top.key()),
            _ => Self::lone_phoenix(1),
        }
    }

    /// All cards of a rank, as a mask: what a wish asks for.
    pub(crate) const fn wished_cards(rank: u8) -> u64 {
        if LOWEST_RANK <= rank && rank <= HIGHEST_RANK { rank_mask(rank) } else { 0 }
    }
}

fn not_a_combination(cards: CardSet) -> String {
    if cards.is_empty() {
        return "Without cards there is no combination; name one card or more.".to_owned();
    }
    format!("The cards {cards} are no combination; choose others.")
}

impl fmt::Debug for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Combination({self})")
    }
}
