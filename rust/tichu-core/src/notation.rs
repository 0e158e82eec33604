//! Combinations as text: `5j 5s Ph=5`, a lone Phoenix `Ph=13.5`.

use std::fmt;
use std::str::FromStr;

use crate::card::{Card, HIGHEST_RANK};
use crate::card_set::CardSet;
use crate::combination::Combination;
use crate::error::{Error, ErrorCode};

impl fmt::Display for Combination {
    /// The cards in deck order, the Phoenix with its rank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.cards().iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            write!(f, "{blank}{card}")?;
            if card != Card::PHOENIX {
                continue;
            }
            match self.phoenix_rank() {
                Some(rank) => write!(f, "={rank}")?,
                None => write!(f, "={}.5", self.key())?,
            }
        }
        Ok(())
    }
}

impl FromStr for Combination {
    type Err = Error;

    /// Reads cards as a [`CardSet`] does, with `=` and a rank after the Phoenix. Without it the
    /// higher reading holds, and `Ph` alone is 1.5.
    fn from_str(text: &str) -> Result<Self, Error> {
        let Some((before, declared)) = text.split_once('=') else {
            return Self::of(text.parse()?, None);
        };
        // Positions are counted in characters, as everywhere.
        let equals_at = before.chars().count();
        if !before.ends_with("Ph") {
            let message = "Only the Phoenix takes a rank: write Ph=5, or leave out the = sign.";
            return Err(Error::at(ErrorCode::BadPhoenixRank, equals_at, message));
        }
        let digits = declared.chars().take_while(|c| c.is_ascii_digit() || *c == '.').count();
        let (rank, after) = declared.split_at(digits);
        let place = |error: Error| error.placed_at(equals_at + 1);
        let rank = parse_rank(rank).ok_or_else(|| place(unreadable_rank(declared)))?;
        let cards = parse_around(before, after, equals_at + 1 + digits)?;
        match rank {
            Rank::Whole(rank) => Self::of(cards, Some(rank)).map_err(|error| {
                if error.code() == ErrorCode::NotACombination { error } else { place(error) }
            }),
            Rank::Half(floor) if cards == CardSet::from(Card::PHOENIX) => {
                Ok(Self::lone_phoenix(floor))
            }
            Rank::Half(_) => {
                let message = "Among other cards the Phoenix has a whole rank, 2 to 14.";
                Err(Error::at(ErrorCode::BadPhoenixRank, equals_at + 1, message))
            }
        }
    }
}

enum Rank {
    Whole(u8),
    /// This and a half.
    Half(u8),
}

/// `2` to `14` in plain digits, or `1.5` to `14.5`.
fn parse_rank(text: &str) -> Option<Rank> {
    let (whole, half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, true),
        None => (text, false),
    };
    if whole.is_empty() || whole.len() > 2 || whole.starts_with('0') {
        return None;
    }
    let number: u8 = whole.parse().ok().filter(|number| *number <= HIGHEST_RANK)?;
    Some(if half { Rank::Half(number) } else { Rank::Whole(number) })
}

fn unreadable_rank(text: &str) -> Error {
    let start: String = text.chars().take(12).collect();
    let message = format!(
        "{start:?} is no rank of the Phoenix; write 2 to 14, or 1.5 to 14.5 for a lone Phoenix."
    );
    Error::new(ErrorCode::BadPhoenixRank, message)
}

/// The cards on both sides of a declared rank.
fn parse_around(before: &str, after: &str, after_at: usize) -> Result<CardSet, Error> {
    let left: CardSet = before.parse()?;
    let right: CardSet = after.parse().map_err(|error: Error| error.shifted(after_at))?;
    match (left & right).iter().next() {
        None => Ok(left | right),
        Some(card) => {
            let place = after.find(&card.to_string()).unwrap_or_default();
            let message = format!("{card} is there twice; name each card once.");
            Err(Error::at(ErrorCode::DuplicateCard, after_at + place, message))
        }
    }
}
