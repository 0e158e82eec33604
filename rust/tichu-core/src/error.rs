//! What can be wrong with a text or a value.

use std::fmt;

/// The stable name of an error, for programs. The sentence of an [`Error`] is for people.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// `unknown_card`: a text that is no card.
    UnknownCard,
    /// `duplicate_card`: a card twice in one set.
    DuplicateCard,
    /// `not_a_combination`: cards that form no combination (R-022..R-036).
    NotACombination,
    /// `bad_phoenix_rank`: a Phoenix rank that is unreadable, or that these cards do not allow (R-037..R-041).
    BadPhoenixRank,
    /// `needless_phoenix_rank`: a Phoenix rank where there is nothing to declare.
    NeedlessPhoenixRank,
    /// `bad_code`: a number that is not the code of a combination.
    BadCode,
    /// `bad_wish`: a wish that is no rank 2 to 14.
    BadWish,
    /// `hand_too_large`: more than 14 cards.
    HandTooLarge,
    /// `card_twice`: a card both in the hand and on the table.
    CardTwice,
    /// `dog_on_table`: the Dog never lies in a trick.
    DogOnTable,
}

impl ErrorCode {
    /// The name in `snake_case`; it never changes.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownCard => "unknown_card",
            Self::DuplicateCard => "duplicate_card",
            Self::NotACombination => "not_a_combination",
            Self::BadPhoenixRank => "bad_phoenix_rank",
            Self::NeedlessPhoenixRank => "needless_phoenix_rank",
            Self::BadCode => "bad_code",
            Self::BadWish => "bad_wish",
            Self::HandTooLarge => "hand_too_large",
            Self::CardTwice => "card_twice",
            Self::DogOnTable => "dog_on_table",
        }
    }

    /// The number of the rule that decides, if a rule does.
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Self::UnknownCard | Self::BadCode => None,
            Self::DuplicateCard | Self::CardTwice => Some("R-001"),
            Self::NotACombination => Some("R-028"),
            Self::BadPhoenixRank => Some("R-037"),
            Self::NeedlessPhoenixRank => Some("R-039"),
            Self::BadWish => Some("R-066"),
            Self::HandTooLarge => Some("R-007"),
            Self::DogOnTable => Some("R-085"),
        }
    }
}

/// A refusal: a stable code, the rule, the place in the text, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: ErrorCode,
    position: Option<usize>,
    message: String,
}

impl Error {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, position: None, message: message.into() }
    }

    pub(crate) fn at(code: ErrorCode, position: usize, message: impl Into<String>) -> Self {
        Self { code, position: Some(position), message: message.into() }
    }

    /// The same error, its place counted from `offset` characters further left.
    pub(crate) fn shifted(mut self, offset: usize) -> Self {
        self.position = self.position.map(|position| position + offset);
        self
    }

    pub(crate) fn placed_at(mut self, position: usize) -> Self {
        self.position = Some(position);
        self
    }

    /// The stable code; `code().as_str()` is its name.
    pub const fn code(&self) -> ErrorCode {
        self.code
    }

    /// The number of the rule that decides, such as `R-037`.
    pub const fn rule(&self) -> Option<&'static str> {
        self.code.rule()
    }

    /// Where in the text the trouble begins, in characters (not bytes) from 0; `None` for a value.
    pub const fn position(&self) -> Option<usize> {
        self.position
    }

    /// One sentence that tells what to do; without code, rule and place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
