//! A cheap policy with a plan.

use super::Policy;
use super::plan::{Plan, cards_of};
use super::sight::Sight;
use crate::card::Card;
use crate::code::PASS;
use crate::combination::Combination;
use crate::plays::{PlayList, Query};
use crate::rng::Rng;
use crate::sim::action;
use crate::sim::round::{Call, Round};

/// Splits its hand into few plays, and leads the low ones first, or, when all the others are sure to
/// win, those. Answers with what breaks the plan least, and only as high as the trick is worth:
/// higher if it is worth points, an opponent has called or few cards are left. Leaves the partner's
/// tricks alone, unless they are cheap; gives way to a partner who called. Wishes for the highest
/// rank that the others hold. Never calls. Of the others' hands it looks at their sizes only, and at
/// all the cards that are still out together.
#[derive(Default)]
pub(in crate::sim) struct Careful {
    list: PlayList,
}

impl Policy for Careful {
    fn calls_grand(&mut self, _seat: u8, _rng: &mut Rng) -> bool {
        false
    }

    fn calls_tichu(&mut self, _seat: u8, _rng: &mut Rng) -> bool {
        false
    }

    fn exchange(&mut self, _seat: u8, hand: u64, _random: [u64; 3]) -> [u64; 3] {
        let naturals = hand & !0xF;
        let next = least_useful(naturals, naturals);
        let previous = least_useful(naturals & !next, naturals);
        let rest = naturals & !next & !previous;
        let highest = 1 << rest.checked_ilog2().unwrap_or_default();
        [next, highest, previous]
    }

    fn play(&mut self, round: &Round, seat: u8, _rng: &mut Rng) -> u64 {
        let table = Sight::of(round, seat);
        let bound = round.wish != 0 && round.hand(seat) & 0xF << (4 * (round.wish - 1)) != 0;
        let leads = round.top == 0;
        if leads && !bound && table.fewest > 1 {
            return with_wish(table.lead(&Plan::of(table.hand)), table.outside);
        }
        let query = round.query(seat, true);
        query.emit_into(&mut self.list);
        if leads {
            let code = table.lead_of(&Plan::of(table.hand), self.list.codes());
            return with_wish(code, table.outside);
        }
        if self.list.is_empty() {
            return PASS;
        }
        let may_pass = query.may_pass();
        if let Some(last) = table.last_play(self.list.codes(), may_pass) {
            return last;
        }
        if may_pass && table.leaves_to_partner() {
            return PASS;
        }
        let code = table.answer(&Plan::of(table.hand), self.list.codes(), may_pass);
        with_wish(code, table.outside)
    }

    fn bomb(&mut self, round: &Round, seat: u8, bombs: &Query, _rng: &mut Rng) -> Option<u64> {
        if round.owner & 1 == seat & 1 {
            return None;
        }
        let table = Sight::of(round, seat);
        bombs.emit_into(&mut self.list);
        let bomb = *self.list.codes().first()?;
        let rest = Plan::of(table.hand & !cards_of(bomb)).groups().len();
        (table.wants_to_bomb() || rest <= 2).then_some(bomb)
    }

    fn gift(&mut self, round: &Round, [next, previous]: [u8; 2], rng: &mut Rng) -> u8 {
        let worth = |seat: u8| {
            let called = round.calls[(seat & 3) as usize] != Call::None;
            (called, round.hand(seat).count_ones())
        };
        match (worth(next), worth(previous)) {
            ((false, _), (true, _)) => next,
            ((true, _), (false, _)) => previous,
            ((_, ours), (_, theirs)) if ours > theirs => next,
            ((_, ours), (_, theirs)) if ours < theirs => previous,
            _ => [next, previous][rng.below(2) as usize & 1],
        }
    }
}

/// The lowest card that breaks no pair, or one that is much lower; of the `left` ones of a hand.
fn least_useful(mut left: u64, hand: u64) -> u64 {
    let mut best = (u32::MAX, 0);
    while left != 0 {
        let card = left & left.wrapping_neg();
        left &= left - 1;
        let rank = card.trailing_zeros() / 4;
        let held = (hand & 0xF << (4 * rank)).count_ones();
        best = best.min((rank + if held == 1 { 0 } else { 3 * held }, card));
    }
    best.1
}

/// The play; with the Mah Jong, the wish for the highest rank that the others hold.
fn with_wish(code: u64, outside: u64) -> u64 {
    if !action::is_play(code) || action::cards(code) & Card::MAH_JONG.bit() == 0 {
        return code;
    }
    let highest = (outside & !0xF).checked_ilog2().map_or(14, |bit| bit as u8 / 4 + 1);
    action::play(Combination::from_valid_code(code), Some(highest))
}

#[cfg(test)]
mod tests {
    use super::super::Greedy;
    use super::*;
    use crate::sim::Options;
    use crate::sim::playout::{Start, play_out};
    use crate::sim::rollouts::stream;

    /// Two teams, each with its policy.
    struct Versus {
        careful: Careful,
        greedy: Greedy,
        team: u8,
    }

    impl Versus {
        fn policy(&mut self, seat: u8) -> &mut dyn Policy {
            if seat & 1 == self.team { &mut self.careful } else { &mut self.greedy }
        }
    }

    impl Policy for Versus {
        fn calls_grand(&mut self, seat: u8, rng: &mut Rng) -> bool {
            self.policy(seat).calls_grand(seat, rng)
        }

        fn calls_tichu(&mut self, seat: u8, rng: &mut Rng) -> bool {
            self.policy(seat).calls_tichu(seat, rng)
        }

        fn exchange(&mut self, seat: u8, hand: u64, random: [u64; 3]) -> [u64; 3] {
            self.policy(seat).exchange(seat, hand, random)
        }

        fn play(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64 {
            let code = self.policy(seat).play(round, seat, rng);
            assert!(round.allows(seat, code), "{code:#x} {:?}", round.fields());
            code
        }

        fn bomb(&mut self, round: &Round, seat: u8, bombs: &Query, rng: &mut Rng) -> Option<u64> {
            self.policy(seat).bomb(round, seat, bombs, rng)
        }

        fn gift(&mut self, round: &Round, recipients: [u8; 2], rng: &mut Rng) -> u8 {
            self.policy(round.owner).gift(round, recipients, rng)
        }
    }

    /// The same deals with the teams both ways round.
    fn margin(deals: u64) -> f64 {
        let mut total = 0;
        for number in 0..deals {
            for team in 0..2 {
                let mut versus =
                    Versus { careful: Careful::default(), greedy: Greedy::default(), team };
                let start = Start::Deal(Options::STANDARD);
                let end = play_out(&start, &mut versus, &mut stream(7, number));
                let points = end.score().map_or([0; 2], |score| score.total());
                total += points[usize::from(team)] - points[usize::from(1 - team)];
            }
        }
        f64::from(total) / (2 * deals) as f64
    }

    #[test]
    fn it_beats_the_greedy_policy_by_far() {
        let margin = margin(2_000);
        assert!(margin > 30.0, "{margin}");
    }
}
