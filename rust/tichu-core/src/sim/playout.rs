//! A round played to its end by a policy, everybody asked in the driver's order.

use super::opening::Opening;
use super::policy::Policy;
use super::round::Round;
use super::seats::first_from;
use super::table::{Question, Table};
use crate::code::{DECLINE, TICHU, give_dragon};
use crate::rng::Rng;

/// Where a simulation begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A new deal for each round.
    Deal(super::Options),
    /// Before the play, with all cards known.
    Opening(Opening),
    /// In the play, at a point where the mover is asked.
    Round(Round),
    /// In the play, just after a play that others may bomb.
    AfterPlay(Round),
}

/// Plays one round to its end.
pub(super) fn play_out<P: Policy>(start: &Start, policy: &mut P, rng: &mut Rng) -> Round {
    let table = match start {
        Start::Deal(options) => Table::new(super::opening::from_deal(*options, policy, rng)),
        Start::Opening(opening) => Table::new(opening.begin(policy, rng)),
        Start::Round(round) => Table::new(*round),
        Start::AfterPlay(round) => Table::after_play(*round),
    };
    play_on(table, policy, rng)
}

/// Plays from a question on to the end of the round.
pub(super) fn play_on<P: Policy>(mut table: Table, policy: &mut P, rng: &mut Rng) -> Round {
    loop {
        match table.question() {
            // By far the most frequent one: the answer goes straight to where it belongs.
            Question::Play => {
                let code = policy.play(table.round(), table.round.turn, rng);
                table.answer_turn(code);
            }
            Question::None => return table.round,
            _ => answer_other(&mut table, policy, rng),
        }
    }
}

#[cold]
fn answer_other<P: Policy>(table: &mut Table, policy: &mut P, rng: &mut Rng) {
    let (round, seat) = (table.round(), table.asked());
    let answer = match table.question() {
        Question::Tichu if policy.calls_tichu(seat, rng) => TICHU,
        Question::Bomb => {
            let bombs = round.query(seat, false);
            policy.bomb(round, seat, &bombs, rng).unwrap_or(DECLINE)
        }
        Question::Dragon => {
            let recipients = round.recipients(seat);
            let next = first_from(recipients, (seat + 1) & 3);
            let previous = first_from(recipients, (seat + 3) & 3);
            give_dragon(policy.gift(round, [next, previous], rng))
        }
        _ => DECLINE,
    };
    table.answer_legal(answer);
}
