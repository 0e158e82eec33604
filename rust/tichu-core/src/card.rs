//! One card: the four suits, the ranks, the four special cards (R-001..R-003).

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorCode};

/// The lowest and the highest natural rank: 2, and 14 for the ace.
pub const LOWEST_RANK: u8 = 2;
/// The ace.
pub const HIGHEST_RANK: u8 = 14;
/// How many cards there are.
pub const DECK_SIZE: usize = 56;

const RANK_LETTERS: &[u8; 13] = b"23456789TJQKA";
const SUIT_LETTERS: &[u8; 4] = b"jspt";
const SPECIAL_NAMES: [&str; 4] = ["Mj", "Do", "Ph", "Dg"];

/// A suit. Suits have no order; they matter only for one-suit bombs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    /// `j`
    Jade,
    /// `s`
    Sword,
    /// `p`
    Pagoda,
    /// `t`
    Star,
}

impl Suit {
    /// All four, in the order of their bits.
    pub const ALL: [Self; 4] = [Self::Jade, Self::Sword, Self::Pagoda, Self::Star];

    /// `jade`, `sword`, `pagoda` or `star`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jade => "jade",
            Self::Sword => "sword",
            Self::Pagoda => "pagoda",
            Self::Star => "star",
        }
    }
}

/// A card, kept as its bit in the mask of a [`CardSet`](crate::CardSet): `4 * (rank - 1) + suit`
/// for the ranks 2 to 14, and 0 to 3 for Mah Jong, Dog, Phoenix and Dragon.
///
/// Cards are ordered as the deck is printed: `2j 2s 2p 2t 3j ... At Mj Do Ph Dg`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Card(u8);

impl Card {
    /// The Mah Jong, `Mj`.
    pub const MAH_JONG: Self = Self(0);
    /// The Dog, `Do`.
    pub const DOG: Self = Self(1);
    /// The Phoenix, `Ph`.
    pub const PHOENIX: Self = Self(2);
    /// The Dragon, `Dg`.
    pub const DRAGON: Self = Self(3);

    /// All 56 cards in deck order.
    pub const ALL_IN_DECK_ORDER: [Self; DECK_SIZE] = {
        let mut cards = [Self(0); DECK_SIZE];
        let mut place = 0;
        while place < DECK_SIZE {
            cards[place] = Self::at_deck_place(place as u8);
            place += 1;
        }
        cards
    };

    /// The card of a bit of the mask, 0 to 55.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < DECK_SIZE { Some(Self(index)) } else { None }
    }

    /// The card of a rank 2 to 14 and a suit.
    pub const fn natural(rank: u8, suit: Suit) -> Option<Self> {
        if LOWEST_RANK <= rank && rank <= HIGHEST_RANK {
            Some(Self(4 * (rank - 1) + suit as u8))
        } else {
            None
        }
    }

    /// The bit of the mask, 0 to 55.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// A mask with this card's bit alone.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// 2 to 14; 1 for the Mah Jong, 15 for the Dragon, `None` for Dog and Phoenix.
    pub const fn rank(self) -> Option<u8> {
        match self {
            Self::MAH_JONG => Some(1),
            Self::DRAGON => Some(15),
            Self::DOG | Self::PHOENIX => None,
            Self(index) => Some(index / 4 + 1),
        }
    }

    /// The suit; `None` for the four special cards.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_special() { None } else { Some(Suit::ALL[(self.0 % 4) as usize]) }
    }

    /// Is it Mah Jong, Dog, Phoenix or Dragon?
    pub const fn is_special(self) -> bool {
        self.0 < 4
    }

    /// The card's points: 5, 10, Dragon 25, Phoenix -25, else 0.
    pub const fn points(self) -> i32 {
        match self {
            Self::DRAGON => 25,
            Self::PHOENIX => -25,
            _ => match self.rank() {
                Some(5) => 5,
                Some(10 | 13) => 10,
                _ => 0,
            },
        }
    }

    pub(crate) const fn deck_place(self) -> u8 {
        (self.0 + 52) % 56
    }

    pub(crate) const fn at_deck_place(place: u8) -> Self {
        Self((place + 4) % 56)
    }

    /// The card that two letters name.
    pub(crate) fn from_letters(first: char, second: char) -> Option<Self> {
        if let Some(special) = SPECIAL_NAMES.iter().position(|n| n.chars().eq([first, second])) {
            return Some(Self(special as u8));
        }
        let rank = RANK_LETTERS.iter().position(|&letter| char::from(letter) == first)?;
        let suit = SUIT_LETTERS.iter().position(|&letter| char::from(letter) == second)?;
        Some(Self((4 * (rank + 1) + suit) as u8))
    }
}

impl Ord for Card {
    fn cmp(&self, other: &Self) -> Ordering {
        self.deck_place().cmp(&other.deck_place())
    }
}

impl PartialOrd for Card {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.0 as usize;
        if let Some(name) = SPECIAL_NAMES.get(index) {
            return f.pad(name);
        }
        let letters = [RANK_LETTERS[index / 4 - 1], SUIT_LETTERS[index % 4]];
        f.pad(std::str::from_utf8(&letters).unwrap_or_default())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({self})")
    }
}

impl FromStr for Card {
    type Err = Error;

    /// Reads `7j`, `Ts`, `Mj` ...: exactly two characters, case-sensitive.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut letters = text.chars();
        if let (Some(first), Some(second), None) = (letters.next(), letters.next(), letters.next())
            && let Some(card) = Self::from_letters(first, second)
        {
            return Ok(card);
        }
        Err(unknown_card(text, 0))
    }
}

/// The error for a text that is no card; only its beginning is quoted.
pub(crate) fn unknown_card(text: &str, position: usize) -> Error {
    let start: String = text.chars().take(12).collect();
    let message = format!(
        "{start:?} is no card; write a rank 2-9, T, J, Q, K, A and a suit j, s, p, t, or Mj, Do, Ph, Dg."
    );
    Error::at(ErrorCode::UnknownCard, position, message)
}
