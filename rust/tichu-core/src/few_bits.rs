//! Counting and choosing among at most 15 bits, without a loop.

const EVERY_NIBBLE: u64 = 0x1111_1111_1111_1111;
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const LOW_NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// At most 15 bits of a mask, prepared to count them and to choose one by its place.
///
/// A loop over the bits ends after a number of steps that no processor foretells, and a random
/// choice is the whole work of a random player: this is a tenth faster for whole rounds.
#[derive(Copy, Clone)]
pub(crate) struct FewBits {
    mask: u64,
    /// In each nibble, how many bits are set up to its end.
    running: u64,
}

impl FewBits {
    #[inline]
    pub(crate) const fn of(mask: u64) -> Self {
        let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        Self { mask, running: nibbles.wrapping_mul(EVERY_NIBBLE) }
    }

    /// How many bits.
    #[inline]
    pub(crate) const fn count(self) -> u64 {
        self.running >> 60
    }

    /// The number of the bit that has `place` others below it; `place` is less than the count.
    #[inline]
    pub(crate) const fn nth(self, place: u64) -> u32 {
        // The sums exceed `place` from the nibble on that holds the bit. To compare all of them at
        // once each gets a byte, in which adding 15 - place carries into the upper half.
        let add = (15 - (place & 15)) * EVERY_BYTE;
        let even = (self.running & LOW_NIBBLES) + add;
        let odd = ((self.running >> 4) & LOW_NIBBLES) + add;
        let exceeds = ((even >> 4) & EVERY_BYTE) | (odd & (EVERY_BYTE << 4));
        let at = exceeds.trailing_zeros() & 0b11_1100;
        let below = (self.running << 4) >> at;
        let nibble = (self.mask >> at) & 15;
        let rest = place.wrapping_sub(below) & 3;
        at + NTH_OF_FOUR[nibble as usize][rest as usize] as u32
    }
}

/// For four bits, the number of the first, second, third and fourth that is set.
static NTH_OF_FOUR: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let (mut bit, mut found) = (0_u8, 0);
        while bit < 4 {
            if nibble >> bit & 1 != 0 {
                table[nibble][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        nibble += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::FewBits;
    use crate::Rng;

    #[test]
    fn counts_and_chooses_as_a_loop_does() {
        let mut rng = Rng::from_seed([3; 32]);
        for _ in 0..20_000 {
            let size = rng.below(16);
            let mask = (0..size).fold(0_u64, |mask, _| mask | 1 << rng.below(56));
            let bits: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 != 0).collect();
            let few = FewBits::of(mask);
            let chosen: Vec<u32> = (0..few.count()).map(|place| few.nth(place)).collect();
            assert_eq!(chosen, bits);
        }
    }
}
