//! The options of the rules that matter in a round.

/// The options, as the Python class `Rules` explains them; the default is the standard game.
///
/// The options of a match (target, tie) are not here, nor is `tichu_during_exchange`: under the
/// driver's order nobody calls between picks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "that is what options are")]
pub struct Options {
    /// Grand Tichu is asked for after eight cards.
    pub grand_enabled: bool,
    /// A small Tichu may be called before the exchange.
    pub tichu_before_exchange: bool,
    /// The Mah Jong may be played without a wish.
    pub wish_optional: bool,
    /// The seat on turn owes the wish in bombs too.
    pub strict_wish: bool,
    /// Bombs may be thrown out of turn.
    pub bomb_out_of_turn: bool,
    /// Bombs may be thrown while the trick is ripe.
    pub bomb_after_final_pass: bool,
    /// A Dragon that wins the last trick is given away too.
    pub dragon_gift_last_trick: bool,
    /// The Dragon may be given only to a player with cards.
    pub dragon_gift_only_active: bool,
    /// Points for a double victory.
    pub double_victory_points: i32,
}

impl Options {
    /// The standard game.
    pub const STANDARD: Self = Self {
        grand_enabled: true,
        tichu_before_exchange: true,
        wish_optional: true,
        strict_wish: false,
        bomb_out_of_turn: true,
        bomb_after_final_pass: true,
        dragon_gift_last_trick: true,
        dragon_gift_only_active: false,
        double_victory_points: 200,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::STANDARD
    }
}
