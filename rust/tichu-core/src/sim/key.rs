//! A 64-bit key of a round, for tables of positions.

use super::round::Round;

impl Round {
    /// A key of everything in the round, options included: equal rounds have equal keys, in every
    /// process and on every platform, and different rounds almost surely different ones.
    ///
    /// Each word of the state is added and mixed in turn, as `splitmix64` mixes; the constants are
    /// part of the format.
    pub fn key(&self) -> u64 {
        let options = self.options;
        let flags = [
            options.grand_enabled,
            options.tichu_before_exchange,
            options.wish_optional,
            options.strict_wish,
            options.bomb_out_of_turn,
            options.bomb_after_final_pass,
            options.dragon_gift_last_trick,
            options.dragon_gift_only_active,
        ];
        let flags = flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(flag));
        let bytes = [self.phase as u8, self.turn, self.owner, self.passes, self.wish];
        let bytes = bytes.iter().fold(flags, |bits, &byte| bits << 8 | u64::from(byte));
        let nibbles = self.out.iter().copied().chain(self.calls.map(|call| call as u8));
        let nibbles = nibbles.fold(0, |bits, nibble| bits << 4 | u64::from(nibble));
        let points = u64::from(options.double_victory_points.cast_unsigned());
        let words = self.hands.iter().chain(&self.piles).copied();
        let words = words.chain([self.trick, self.top, bytes, nibbles << 32 | points]);
        words.fold(0, |key, word| mix(key ^ word))
    }
}

/// The step of splitmix64 (Steele, Lea and Flood, 2014).
pub(super) const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
