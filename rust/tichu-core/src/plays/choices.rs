//! The ways to take some of the cards of one rank.

use super::hand::Hand;

/// At most six ways, each the suits as four bits, in ascending order; the rest of the list is zero.
pub(super) struct Choices {
    pub(super) list: [u64; 8],
    pub(super) count: u32,
}

/// Choices within a rank, moved to its place, each with further bits.
#[derive(Copy, Clone)]
pub(super) struct Step {
    pub(super) choices: &'static Choices,
    pub(super) shift: u32,
    pub(super) with: u64,
}

impl Step {
    /// No choice at all.
    pub(super) const NOTHING: Self = Self { choices: &NOTHING, shift: 0, with: 0 };
    /// The Phoenix alone.
    pub(super) const PHOENIX: Self = Self { choices: &PHOENIX, shift: 0, with: 0 };

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.choices.count
    }

    /// A choice by its number below [`count`](Self::count).
    #[inline]
    pub(super) fn get(self, number: u32) -> u64 {
        (self.choices.list[number as usize % 8] << self.shift) | self.with
    }

    /// The codes of all choices.
    #[inline]
    pub(super) fn codes(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |number| self.get(number))
    }
}

impl Hand {
    /// The ways to take one, two or three cards of the rank with the flag at bit `at`, each `with`
    /// further bits. Of rank 1 only the Mah Jong counts.
    #[inline]
    pub(super) fn take_one(&self, at: u32, with: u64) -> Step {
        Step { choices: &ONE[self.suits_at(at)], shift: at, with }
    }

    #[inline]
    pub(super) fn take_two(&self, at: u32, with: u64) -> Step {
        Step { choices: &TWO[self.suits_at(at)], shift: at, with }
    }

    #[inline]
    pub(super) fn take_three(&self, at: u32, with: u64) -> Step {
        Step { choices: &THREE[self.suits_at(at)], shift: at, with }
    }

    #[inline]
    fn suits_at(&self, at: u32) -> usize {
        let wanted = if at == 0 { 1 } else { 0xF };
        ((self.cards >> at) & wanted) as usize
    }
}

static ONE: [Choices; 16] = choices_of(1);
static TWO: [Choices; 16] = choices_of(2);
static THREE: [Choices; 16] = choices_of(3);
static NOTHING: Choices = Choices { list: [0; 8], count: 0 };
static PHOENIX: Choices = Choices { list: [1 << 2, 0, 0, 0, 0, 0, 0, 0], count: 1 };

/// For every set of suits, all ways to take so many of them.
const fn choices_of(size: u32) -> [Choices; 16] {
    let mut table = [const { Choices { list: [0; 8], count: 0 } }; 16];
    let mut suits = 0_u32;
    while suits < 16 {
        let mut choice = 1_u32;
        while choice < 16 {
            if choice & suits == choice && choice.count_ones() == size {
                let row = &mut table[suits as usize];
                row.list[row.count as usize] = choice as u64;
                row.count += 1;
            }
            choice += 1;
        }
        suits += 1;
    }
    table
}
