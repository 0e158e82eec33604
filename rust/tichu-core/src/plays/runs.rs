//! Straights and stairs: runs of neighbouring ranks, grown rank by rank as two lists, the runs
//! without and with the Phoenix. Each list is the one before times what the next rank offers.

use super::hand::Hand;
use super::sink::{Sink, Step};

/// What makes a run: what a rank offers without the Phoenix, and with it.
pub(super) trait Run {
    /// The cards of the rank with the flag at bit `at`.
    fn natural(hand: &Hand, at: u32) -> Step;
    /// The cards of that rank, the Phoenix being one of them.
    fn phoenix(hand: &Hand, at: u32) -> Step;
}

/// How many ranks a run may have.
#[derive(Copy, Clone)]
pub(super) struct Lengths {
    pub(super) shortest: usize,
    pub(super) longest: usize,
}

/// The bit behind the ace's flag.
const END: u32 = 56;

/// How many runs begin at a rank.
#[inline]
pub(super) fn count_from<R: Run>(hand: &Hand, low: u32, lengths: Lengths) -> u64 {
    let mut plain = R::natural(hand, low).choices.count as u64;
    let mut mixed = if hand.phoenix { R::phoenix(hand, low).choices.count as u64 } else { 0 };
    let (mut total, mut ranks, mut at) = (0, 1, low + 4);
    while at < END && ranks < lengths.longest {
        let natural = R::natural(hand, at).choices.count as u64;
        mixed *= natural;
        if hand.phoenix {
            mixed += plain * R::phoenix(hand, at).choices.count as u64;
        }
        plain *= natural;
        if plain | mixed == 0 {
            break;
        }
        ranks += 1;
        at += 4;
        if ranks >= lengths.shortest {
            total += plain + mixed;
        }
    }
    total
}

/// Writes all runs that begin at a rank, each with `tag`: by length, and of a length first those
/// without, then those with the Phoenix.
#[inline]
pub(super) fn emit_from<R: Run>(
    hand: &Hand,
    low: u32,
    lengths: Lengths,
    tag: u64,
    sink: &mut Sink,
) {
    // Runs too short to be played are written first and cut out at the end.
    let start = sink.len();
    sink.append_step(with(R::natural(hand, low), tag));
    let middle = sink.len();
    if hand.phoenix {
        sink.append_step(with(R::phoenix(hand, low), tag));
    }
    let mut plain = start..middle;
    let mut mixed = middle..sink.len();
    let mut too_short_end = sink.len();
    let (mut ranks, mut at) = (1, low + 4);
    while at < END && ranks < lengths.longest {
        let natural = R::natural(hand, at);
        let start = sink.len();
        sink.append_product(&plain, natural);
        let middle = sink.len();
        if hand.phoenix {
            sink.append_product(&mixed, natural);
            sink.append_product(&plain, R::phoenix(hand, at));
        }
        plain = start..middle;
        mixed = middle..sink.len();
        if start == sink.len() {
            break;
        }
        ranks += 1;
        at += 4;
        if ranks < lengths.shortest {
            too_short_end = sink.len();
        }
    }
    sink.cut(start, too_short_end);
}

#[inline]
fn with(step: Step, bits: u64) -> Step {
    Step { with: step.with | bits, ..step }
}
