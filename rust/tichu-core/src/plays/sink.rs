//! Where plays are written: a vector with room behind the last play.
//!
//! Blocks are written whole and the surplus is overwritten by what follows, so the hot loops have no
//! tail. All memory is initialised, which is what lets this be safe code. Places are `u32`, so that
//! the compiler sees that adding a block does not overflow; the whole deck has fewer plays.

use std::cell::Cell;

use super::choices::Step;

/// Codes written at a time when a span is repeated.
const BLOCK: usize = 4;
/// The widest single write beyond the last play.
const SLACK: usize = 8;
/// Room beyond what is needed is cleared, so without a bound each of many short lists that are
/// written one behind the other would cost as much as all before it.
const MOST_SPARE: usize = 256;

/// A part of what has been written.
#[derive(Copy, Clone)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Span {
    #[inline]
    pub(super) fn between(start: u32, end: u32) -> Self {
        Self { start, len: end - start }
    }
}

#[derive(Clone, Default)]
pub(super) struct Sink {
    /// Longer than `len` while plays are written; beyond `len` lies rubbish.
    codes: Vec<u64>,
    len: u32,
}

impl Sink {
    /// A vector of this length and above is too long to be continued.
    pub(super) const LONGEST_START: usize = 1 << 31;

    /// Continues a vector; [`into_vec`](Self::into_vec) gives it back.
    pub(super) fn continuing(codes: Vec<u64>) -> Self {
        let len = codes.len() as u32;
        Self { codes, len }
    }

    pub(super) fn into_vec(mut self) -> Vec<u64> {
        self.codes.truncate(self.len as usize);
        self.codes
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u64] {
        self.codes.get(..self.len as usize).unwrap_or_default()
    }

    /// The code at a place; 0 beyond the last.
    #[inline]
    pub(super) fn get(&self, place: u64) -> u64 {
        self.as_slice().get(place as usize).copied().unwrap_or(0)
    }

    /// Everything since `start`.
    #[inline]
    pub(super) fn since(&self, start: u32) -> Span {
        Span::between(start, self.len)
    }

    /// Makes room for `more` codes and what is written beyond the last.
    #[inline]
    fn make_room(&mut self, more: u32) {
        if self.codes.len() < self.len as usize + more as usize + SLACK {
            self.grow(more as usize);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        let needed = self.len as usize + more + SLACK;
        let spare = (needed / 2).min(MOST_SPARE);
        self.codes.resize((needed + spare).next_multiple_of(64), 0);
    }

    #[inline]
    pub(super) fn push(&mut self, code: u64) {
        self.make_room(1);
        if let Some(place) = self.codes.get_mut(self.len as usize) {
            *place = code;
            self.len += 1;
        }
    }

    /// Appends the table's code of every bit that is set.
    #[inline]
    pub(super) fn append_bits(&mut self, mut bits: u64, table: &[u64; 64]) {
        self.make_room(64);
        let free = self.codes.get_mut(self.len as usize..).and_then(<[u64]>::first_chunk_mut);
        let Some(free): Option<&mut [u64; 64]> = free else {
            return;
        };
        let mut count = 0;
        while bits != 0 {
            free[count % 64] = table[bits.trailing_zeros() as usize % 64];
            bits &= bits - 1;
            count += 1;
        }
        self.len += count as u32;
    }

    /// Appends every choice of a step.
    #[inline]
    pub(super) fn append_step(&mut self, step: Step) {
        self.make_room(SLACK as u32);
        self.write_choices(step, 0);
        if step.count() > BLOCK as u32 {
            self.write_choices(step, BLOCK);
        }
        self.len += step.count();
    }

    /// Writes the choices from a number on, one block of them.
    #[inline]
    fn write_choices(&mut self, step: Step, from: usize) {
        let at = self.len as usize + from;
        let free = self.codes.get_mut(at..at + BLOCK).and_then(<[u64]>::first_chunk_mut::<BLOCK>);
        let choices = step.choices.list.get(from..).and_then(<[u64]>::first_chunk::<BLOCK>);
        if let (Some(free), Some(choices)) = (free, choices) {
            *free = choices.map(|choice| (choice << step.shift) | step.with);
        }
    }

    /// Appends the codes of a span again, with some bits flipped.
    #[inline]
    pub(super) fn repeat_with(&mut self, span: Span, flipped: u64) {
        self.make_room(span.len);
        let cells = Cell::from_mut(self.codes.as_mut_slice()).as_slice_of_cells();
        let mut done = 0;
        while done < span.len {
            let (Some(read), Some(write)) =
                (block_at(cells, span.start + done), block_at(cells, self.len + done))
            else {
                return;
            };
            // Cells, because the last block read may reach into the first one written.
            let block = read.each_ref().map(|code| code.get() ^ flipped);
            for (place, code) in write.iter().zip(block) {
                place.set(code);
            }
            done += BLOCK as u32;
        }
        self.len += span.len;
    }

    /// Appends the codes of a span again, with each choice of a step.
    #[inline]
    pub(super) fn repeat_with_each(&mut self, span: Span, step: Step) {
        for choice in step.codes() {
            self.repeat_with(span, choice);
        }
    }

    /// Takes out the codes from `start` to `end`; what follows moves down.
    #[inline]
    pub(super) fn cut(&mut self, start: u32, end: u32) {
        if start < end && end <= self.len {
            self.codes.copy_within(end as usize..self.len as usize, start as usize);
            self.len -= end - start;
        }
    }

    /// Keeps, from `start` on, only the codes that pass.
    pub(super) fn retain_from(&mut self, start: u32, keep: impl Fn(u64) -> bool) {
        let Some(codes) = self.codes.get_mut(start as usize..self.len as usize) else {
            return;
        };
        let mut kept = 0;
        for read in 0..codes.len() {
            let code = codes[read];
            codes[kept] = code;
            kept += usize::from(keep(code));
        }
        self.len = start + kept as u32;
    }
}

#[inline]
fn block_at(cells: &[Cell<u64>], at: u32) -> Option<&[Cell<u64>; BLOCK]> {
    cells.get(at as usize..at as usize + BLOCK)?.first_chunk()
}
