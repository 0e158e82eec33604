//! Questions about all ranks at once, answered by shifts and ands on the mask.
//!
//! A *flag mask* has one bit a rank, the lowest bit of the rank's four. The nibble of rank 1 holds
//! the special cards; only the Mah Jong's bit, the lowest, is ever a flag there.

use crate::card::Card;

/// The lowest bit of every natural rank.
pub(crate) const LOW_FLAGS: u64 = 0x0011_1111_1111_1110;
/// Every natural card.
pub(crate) const NATURAL: u64 = 0x00FF_FFFF_FFFF_FFF0;
/// The four cards of the rank that a flag stands for are `QUAD << flag`.
pub(crate) const QUAD: u64 = 0xF;

/// Flags of the ranks that hold at least one, two, three, four natural cards.
#[derive(Copy, Clone)]
pub(crate) struct RankMasks {
    pub(crate) one: u64,
    pub(crate) two: u64,
    pub(crate) three: u64,
    pub(crate) four: u64,
}

impl RankMasks {
    #[inline]
    pub(crate) const fn of(cards: u64) -> Self {
        let (a, b) = (cards & LOW_FLAGS, (cards >> 1) & LOW_FLAGS);
        let (c, d) = ((cards >> 2) & LOW_FLAGS, (cards >> 3) & LOW_FLAGS);
        let (both_low, any_low) = (a & b, a | b);
        let (both_high, any_high) = (c & d, c | d);
        Self {
            one: any_low | any_high,
            two: both_low | both_high | (any_low & any_high),
            three: (both_low & any_high) | (both_high & any_low),
            four: both_low & both_high,
        }
    }

    /// The same flags for the ranks from `lowest` on.
    #[inline]
    pub(crate) const fn at_least_rank(self, lowest: u8) -> Self {
        let keep = ranks_from(lowest);
        Self {
            one: self.one & keep,
            two: self.two & keep,
            three: self.three & keep,
            four: self.four & keep,
        }
    }
}

/// All bits of the ranks from `lowest` (1 to 16) on.
#[inline]
pub(crate) const fn ranks_from(lowest: u8) -> u64 {
    // `lowest` 16 and above shifts everything out: no rank is that high.
    match u64::MAX.checked_shl(4 * (lowest.saturating_sub(1)) as u32) {
        Some(mask) => mask,
        None => 0,
    }
}

/// Flags of the ranks with all four natural cards.
#[inline]
pub(crate) const fn quads(cards: u64) -> u64 {
    cards & (cards >> 1) & (cards >> 2) & (cards >> 3) & LOW_FLAGS
}

/// The natural cards from which five consecutive cards of their suit are there.
#[inline]
pub(crate) const fn flush_runs(cards: u64) -> u64 {
    five_in_a_row(cards & NATURAL)
}

/// The bits from which five bits, four apart, are set.
#[inline]
pub(crate) const fn five_in_a_row(bits: u64) -> u64 {
    let two = bits & (bits >> 4);
    two & (two >> 8) & (bits >> 16)
}

/// The bits from which at least four of five bits, four apart, are set.
#[inline]
pub(crate) const fn four_of_five_in_a_row(bits: u64) -> u64 {
    let (next, middle, fourth, fifth) = (bits >> 4, bits >> 8, bits >> 12, bits >> 16);
    let (first_two, last_two) = (bits & next, fourth & fifth);
    (first_two & middle & (fourth | fifth))
        | (last_two & middle & (bits | next))
        | (first_two & last_two)
}

/// How many flags are set, by one multiplication that adds up all nibbles; at most 15.
#[inline]
pub(crate) const fn flag_count(flags: u64) -> u64 {
    flags.wrapping_mul(0x1111_1111_1111_1111) >> 60
}

/// Flags of the ranks, 1 included, that a straight can use without the Phoenix.
#[inline]
pub(crate) const fn straight_flags(cards: u64, masks: RankMasks) -> u64 {
    masks.one | (cards & Card::MAH_JONG.bit())
}

/// The rank that the bit of a card, or a flag, belongs to.
#[inline]
pub(crate) const fn rank_of_bit(bit: u32) -> u8 {
    (bit / 4 + 1) as u8
}
