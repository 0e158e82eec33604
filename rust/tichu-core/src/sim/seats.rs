//! Seats as numbers, and sets of seats as four bits.

/// In place of a seat: none.
pub(super) const NOBODY: u8 = 4;

/// The first seat of a set from a seat on, in play order; the seat itself if the set is empty.
const FIRST_FROM: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let mut seat = 0;
        while seat < 4 {
            let mut found = seat;
            let mut steps = 0;
            while steps < 4 && (set >> found) & 1 == 0 {
                found = (found + 1) % 4;
                steps += 1;
            }
            table[set][seat] = found as u8;
            seat += 1;
        }
        set += 1;
    }
    table
};

/// The first seat `among` a set from `seat` on.
#[inline]
pub(super) const fn first_from(among: u8, seat: u8) -> u8 {
    FIRST_FROM[(among & 15) as usize][(seat & 3) as usize]
}

/// The set of one seat; none for [`NOBODY`].
#[inline]
pub(super) const fn only(seat: u8) -> u8 {
    (1 << seat) & 15
}

/// How many seats are in a set.
#[inline]
pub(super) const fn count(set: u8) -> u8 {
    // A nibble for each of the sixteen sets.
    (0x4332_3221_3221_2110_u64 >> (4 * (set & 15))) as u8 & 15
}

/// The seat opposite.
#[inline]
pub(super) const fn partner(seat: u8) -> u8 {
    (seat + 2) & 3
}
