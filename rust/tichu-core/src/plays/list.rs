//! A list of plays that can be filled again and again.

use std::fmt;
use std::iter::{Copied, Map};
use std::slice;

use super::sink::Sink;
use crate::combination::Combination;

/// A list of plays. Filling it again ([`Query::emit_into`](super::Query::emit_into)) costs no
/// allocation.
#[derive(Clone, Default)]
pub struct PlayList(pub(super) Sink);

impl PlayList {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// The [codes](crate::code) of the plays.
    pub fn codes(&self) -> &[u64] {
        self.0.as_slice()
    }

    /// The play at a place.
    pub fn get(&self, place: usize) -> Option<Combination> {
        self.codes().get(place).copied().map(decode)
    }

    /// How many plays.
    pub fn len(&self) -> usize {
        self.0.len() as usize
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The plays in order.
    pub fn iter(&self) -> PlayIter<'_> {
        self.into_iter()
    }
}

/// The plays of a [`PlayList`] in order.
pub type PlayIter<'a> = Map<Copied<slice::Iter<'a, u64>>, fn(u64) -> Combination>;

impl<'a> IntoIterator for &'a PlayList {
    type Item = Combination;
    type IntoIter = PlayIter<'a>;

    fn into_iter(self) -> PlayIter<'a> {
        self.codes().iter().copied().map(decode)
    }
}

fn decode(code: u64) -> Combination {
    Combination::from_valid_code(code)
}

impl fmt::Debug for PlayList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
