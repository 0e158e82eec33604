//! The random generator, fixed bit for bit: xoshiro256++ (Blackman and Vigna, 2019).
//!
//! * State: four `u64`, read little-endian from the 32 bytes of the seed, first word first. A seed
//!   of zeros, which would never leave zero, stands for the words [`ZERO_SEED_STATE`].
//! * `next_u64`: the result is `rotl(s0 + s3, 23) + s0`; then `t = s1 << 17`, `s2 ^= s0`,
//!   `s3 ^= s1`, `s1 ^= s2`, `s0 ^= s3`, `s2 ^= t`, `s3 = rotl(s3, 45)`, all modulo 2^64.
//! * `below(n)` (Lemire, 2019): `m = next_u64() * n` as 128 bits; while the lower half of `m` is
//!   below `(2^64 - n) mod n`, draw again; the result is the upper half of `m`. Exactly uniform.

/// What a seed of 32 zero bytes stands for: the first 256 bits of the fraction of pi.
pub const ZERO_SEED_STATE: [u64; 4] =
    [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89];

/// A stream of random numbers, the same on every platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The stream of a seed.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        let mut state = [0; 4];
        for (word, bytes) in state.iter_mut().zip(seed.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self(if state == [0; 4] { ZERO_SEED_STATE } else { state })
    }

    /// The state as 32 bytes: the seed of a stream that continues this one.
    pub fn to_seed(&self) -> [u8; 32] {
        let mut seed = [0; 32];
        for (bytes, word) in seed.as_chunks_mut::<8>().0.iter_mut().zip(self.0) {
            *bytes = word.to_le_bytes();
        }
        seed
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.0;
        let result = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let (s2, s3) = (s2 ^ s0, s3 ^ s1);
        self.0 = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17), s3.rotate_left(45)];
        result
    }

    /// A number from 0 to `n - 1`, each as likely; 0 for `n == 0`.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        // The division is only needed when the lower half is below n at all.
        if (product as u64) < n {
            let rejected = n.wrapping_neg() % n;
            while (product as u64) < rejected {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Puts the items in a uniformly random order (Fisher and Yates, from the end down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u64 + 1) as usize;
            items.swap(last, chosen);
        }
    }
}
