//! Where plays are written: a vector with room behind the last play.
//!
//! Blocks are written whole and the surplus is overwritten by what follows, so the hot loops have no
//! tail. All memory is initialised, which is what lets this be safe code.

use std::ops::Range;

/// Codes written at a time.
const BLOCK: usize = 4;
/// The widest single write beyond the last play.
const SLACK: usize = 8;

/// Up to six choices of cards within one rank; the rest of the list is zero.
pub(super) struct Choices {
    pub(super) list: [u64; SLACK],
    pub(super) count: usize,
}

/// Choices within a rank, moved to its place, with further bits.
#[derive(Copy, Clone)]
pub(super) struct Step {
    pub(super) choices: &'static Choices,
    pub(super) shift: u32,
    pub(super) with: u64,
}

impl Step {
    #[inline]
    fn codes(self) -> impl Iterator<Item = u64> {
        let list = self.choices.list.iter().take(self.choices.count);
        list.map(move |&choice| (choice << self.shift) | self.with)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Sink {
    /// Longer than `len` while plays are written; beyond `len` lies rubbish.
    codes: Vec<u64>,
    len: usize,
}

impl Sink {
    /// Continues a vector; [`into_vec`](Self::into_vec) gives it back.
    pub(super) fn continuing(codes: Vec<u64>) -> Self {
        let len = codes.len();
        Self { codes, len }
    }

    pub(super) fn into_vec(mut self) -> Vec<u64> {
        self.codes.truncate(self.len);
        self.codes
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u64] {
        self.codes.get(..self.len).unwrap_or_default()
    }

    /// Makes room for `more` codes and a whole block after them.
    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.len + more + SLACK > self.codes.len() {
            self.grow(more);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        let needed = self.len + more + SLACK;
        self.codes.resize((needed + needed / 2).next_multiple_of(64), 0);
    }

    #[inline]
    pub(super) fn push(&mut self, code: u64) {
        self.make_room(1);
        if let Some(place) = self.codes.get_mut(self.len) {
            *place = code;
            self.len += 1;
        }
    }

    /// Appends every choice of a step.
    #[inline]
    pub(super) fn append_step(&mut self, step: Step) {
        self.make_room(step.choices.count);
        let free = self.codes.get_mut(self.len..).unwrap_or_default();
        if let Some(block) = free.first_chunk_mut::<SLACK>() {
            *block = step.choices.list.map(|choice| (choice << step.shift) | step.with);
            self.len += step.choices.count;
        }
    }

    /// Appends the codes that lie at `source` already, each with further bits.
    #[inline]
    pub(super) fn append_with(&mut self, source: Range<usize>, bits: u64) {
        let count = source.len();
        self.make_room(count);
        let (mut from, mut to) = (source.start, self.len);
        self.len += count;
        while to < self.len {
            let Some(block) = self.codes.get(from..).and_then(<[u64]>::first_chunk::<BLOCK>) else {
                return;
            };
            let block = block.map(|code| code | bits);
            if let Some(place) =
                self.codes.get_mut(to..).and_then(<[u64]>::first_chunk_mut::<BLOCK>)
            {
                *place = block;
            }
            from += BLOCK;
            to += BLOCK;
        }
    }

    /// Appends each code at `source` with each choice of a step.
    #[inline]
    pub(super) fn append_product(&mut self, source: &Range<usize>, step: Step) {
        if source.is_empty() {
            return;
        }
        for bits in step.codes() {
            self.append_with(source.clone(), bits);
        }
    }

    /// Takes out the codes from `start` to `end`; what follows moves down.
    #[inline]
    pub(super) fn cut(&mut self, start: usize, end: usize) {
        if start < end && end <= self.len {
            self.codes.copy_within(end..self.len, start);
            self.len -= end - start;
        }
    }

    /// Keeps, from `start` on, only the codes that pass.
    pub(super) fn retain_from(&mut self, start: usize, keep: impl Fn(u64) -> bool) {
        let Some(codes) = self.codes.get_mut(start..self.len) else {
            return;
        };
        let mut kept = 0;
        for read in 0..codes.len() {
            let code = codes[read];
            codes[kept] = code;
            kept += usize::from(keep(code));
        }
        self.len = start + kept;
    }
}

/// For every set of suits, all ways to choose so many cards of it, in ascending order.
const fn choices_of(size: u32) -> [Choices; 16] {
    let mut table = [const { Choices { list: [0; SLACK], count: 0 } }; 16];
    let mut suits = 0_u32;
    while suits < 16 {
        let mut choice = 1_u32;
        while choice < 16 {
            if choice & suits == choice && choice.count_ones() == size {
                let row = &mut table[suits as usize];
                row.list[row.count] = choice as u64;
                row.count += 1;
            }
            choice += 1;
        }
        suits += 1;
    }
    table
}

static ONE: [Choices; 16] = choices_of(1);
static TWO: [Choices; 16] = choices_of(2);
static THREE: [Choices; 16] = choices_of(3);
static PHOENIX: Choices = Choices { list: [1 << 2, 0, 0, 0, 0, 0, 0, 0], count: 1 };
static NOTHING: Choices = Choices { list: [0; SLACK], count: 0 };

/// The ways to take one, two or three of the cards whose rank has the flag at bit `at`.
#[inline]
pub(super) fn take_one(cards: u64, at: u32, with: u64) -> Step {
    Step { choices: &ONE[suits_at(cards, at)], shift: at, with }
}

#[inline]
pub(super) fn take_two(cards: u64, at: u32, with: u64) -> Step {
    Step { choices: &TWO[suits_at(cards, at)], shift: at, with }
}

#[inline]
pub(super) fn take_three(cards: u64, at: u32, with: u64) -> Step {
    Step { choices: &THREE[suits_at(cards, at)], shift: at, with }
}

/// The Phoenix, and nothing else.
pub(super) const TAKE_PHOENIX: Step = Step { choices: &PHOENIX, shift: 0, with: 0 };
/// No choice at all.
pub(super) const TAKE_NOTHING: Step = Step { choices: &NOTHING, shift: 0, with: 0 };

/// The four suit bits of the rank at `at`; of rank 1 only the Mah Jong counts.
#[inline]
fn suits_at(cards: u64, at: u32) -> usize {
    let wanted = if at == 0 { 1 } else { 0xF };
    ((cards >> at) & wanted) as usize
}
