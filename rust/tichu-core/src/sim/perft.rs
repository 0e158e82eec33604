//! Perft: how many sequences of actions there are, to check any engine's rules by a number.

use super::round::{Phase, Round};

/// The number of different sequences of `depth` actions from here, calls left out.
///
/// Edges are distinct actions: a play is a card set, a Phoenix rank and a wish; bombs of any seat
/// count in the phases play and ripe, one of the seat on turn once; a ripe trick is one edge, or
/// one for each seat that the Dragon may be given to. A sequence that ends early adds nothing. The
/// result wraps around at 2^64.
pub fn perft(round: &Round, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_edges(round),
        _ => edges(round).map(|(_, _, next)| perft(&next, depth - 1)).fold(0, u64::wrapping_add),
    }
}

/// Each first action, by seat and code, with the number of sequences that begin with it.
pub fn perft_divided(round: &Round, depth: u32) -> Vec<(u8, u64, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    edges(round).map(|(seat, action, next)| (seat, action, perft(&next, depth - 1))).collect()
}

fn count_edges(round: &Round) -> u64 {
    (0..4).map(|seat| round.count_legal(seat)).sum()
}

fn edges(round: &Round) -> impl Iterator<Item = (u8, u64, Round)> {
    let seats = if round.phase() == Phase::Over { 0..0 } else { 0..4 };
    seats.flat_map(move |seat| {
        let mut actions = Vec::new();
        round.legal(seat, &mut actions);
        actions.into_iter().map(move |action| {
            let mut next = *round;
            next.apply_legal(seat, action);
            (seat, action, next)
        })
    })
}
