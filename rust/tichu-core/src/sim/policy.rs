//! Who plays in a simulation.

mod careful;
mod greedy;
mod patterns;
mod plan;
mod random;
mod sight;

pub(super) use careful::Careful;
pub(super) use greedy::Greedy;
pub(super) use patterns::Patterns;
pub(super) use random::Random;

use super::round::Round;
use crate::plays::Query;
use crate::rng::Rng;

/// A way of playing. It sees every hand; the policies here look at their own only.
pub(super) trait Policy {
    /// Does the seat call a Grand Tichu?
    fn calls_grand(&mut self, seat: u8, rng: &mut Rng) -> bool;

    /// Does the seat call a small Tichu?
    fn calls_tichu(&mut self, seat: u8, rng: &mut Rng) -> bool;

    /// Three cards for the next seat, the partner and the previous seat; `random` are three random
    /// ones of the hand, in a random order.
    fn exchange(&mut self, seat: u8, hand: u64, random: [u64; 3]) -> [u64; 3];

    /// The action of the seat on turn: a play, its wish included, or a pass.
    fn play(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64;

    /// One of the bombs that the seat, which has some, may throw now; or none.
    fn bomb(&mut self, round: &Round, seat: u8, bombs: &Query, rng: &mut Rng) -> Option<u64>;

    /// Who of the opponents that the owner may choose from gets the Dragon's trick: the first one
    /// given and the other one, which may be the same.
    fn gift(&mut self, round: &Round, recipients: [u8; 2], rng: &mut Rng) -> u8;
}

/// The policies by name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PolicyName {
    /// Every play as likely, and pass; calls one time in sixteen; all else uniform.
    Random,
    /// The same, but plays that differ only in suits are one, and the one that spares the bombs.
    Patterns,
    /// Sheds many low cards, leaves the partner's tricks alone, and keeps bombs for late.
    Greedy,
    /// Plans its hand in few plays, spends high cards where they matter, helps a partner who called.
    Careful,
}
