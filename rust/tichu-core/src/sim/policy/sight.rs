//! The round as a careful seat looks at it: what to lead, what to answer, what a trick is worth.

use super::plan::{Plan, cards_of};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::code::PASS;
use crate::sim::round::{Call, Round};
use crate::sim::seats::partner;

const MAH_JONG: u64 = Card::MAH_JONG.bit();
const DOG: u64 = Card::DOG.bit();
const PHOENIX: u64 = Card::PHOENIX.bit();
const DRAGON: u64 = Card::DRAGON.bit();

/// The price of a bomb: more than anything else.
const BOMB: i32 = 1_000;

/// The round as a seat looks at it.
pub(super) struct Sight<'a> {
    round: &'a Round,
    seat: u8,
    pub(super) hand: u64,
    /// The cards that the others hold, together.
    pub(super) outside: u64,
    /// The fewest cards of an opponent who is not out.
    pub(super) fewest: u32,
}

impl<'a> Sight<'a> {
    pub(super) fn of(round: &'a Round, seat: u8) -> Self {
        let hand = round.hand(seat);
        let outside = round.hands.iter().fold(0, |all, hand| all | hand) & !hand;
        let cards = |seat: u8| match round.hand(seat).count_ones() {
            0 => 99,
            cards => cards,
        };
        let fewest = cards((seat + 1) & 3).min(cards((seat + 3) & 3));
        Self { round, seat, hand, outside, fewest }
    }

    const fn cards_of_partner(&self) -> u32 {
        self.round.hand(partner(self.seat)).count_ones()
    }

    /// Has the seat called, with the call still open?
    fn has_open_call(&self, seat: u8) -> bool {
        self.round.out_count == 0 && self.round.calls[(seat & 3) as usize] != Call::None
    }

    /// Is it the partner who is to go out first?
    fn yields(&self) -> bool {
        self.has_open_call(partner(self.seat))
    }

    fn opponent_has_open_call(&self) -> bool {
        self.has_open_call(self.seat + 1) || self.has_open_call(self.seat + 3)
    }

    /// A lead from the plan.
    pub(super) fn lead(&self, plan: &Plan) -> u64 {
        let groups = plan.groups();
        let best = if !self.yields() && self.losers(plan) <= 1 && groups.len() > 1 {
            // The rest is sure to win: the loser last, the Dragon late.
            groups.iter().copied().filter(|&code| self.is_sure(code)).min_by_key(|&code| {
                (cards_of(code) == DRAGON, is_bomb(code), cards_of(code).count_ones())
            })
        } else {
            groups.iter().copied().min_by_key(|&code| self.rate_lead(code))
        };
        best.unwrap_or(PASS)
    }

    /// One of these leads, where not every lead of the plan will do: a wish binds it, or an opponent
    /// with one card would go out on it.
    pub(super) fn lead_of(&self, plan: &Plan, codes: &[u64]) -> u64 {
        let free = self.lead(plan);
        if !self.yields() && self.losers(plan) <= 1 && codes.contains(&free) {
            return free;
        }
        let rate = |code: u64| {
            let all = cards_of(code) == self.hand;
            (self.yields() || !all, self.rate_lead(code) + damage(plan, code))
        };
        codes.iter().copied().min_by_key(|&code| rate(code)).unwrap_or(PASS)
    }

    /// How many plays of the plan are not sure to win.
    fn losers(&self, plan: &Plan) -> usize {
        plan.groups().iter().filter(|&&code| !self.is_sure(code)).count()
    }

    /// Low and long first; high cards and bombs last.
    fn rate_lead(&self, code: u64) -> i32 {
        let cards = cards_of(code);
        if cards == DOG {
            return self.rate_dog();
        }
        let length = cards.count_ones() as i32;
        if is_bomb(code) {
            return BOMB;
        }
        let top = top_of(code);
        let mut rate = 2 * top - 4 * (length - 1);
        if length == 1 {
            if self.fewest == 1 {
                // Whoever holds one card goes out on a low one.
                rate += 100 - 4 * top;
            } else if self.cards_of_partner() == 1 {
                rate -= 20;
            }
        } else if length == 2 && self.fewest == 2 {
            rate += 60 - 4 * top;
        }
        rate + if self.is_sure(code) { 16 } else { 0 }
    }

    fn rate_dog(&self) -> i32 {
        if self.cards_of_partner() == 0 {
            60
        } else if self.yields() {
            -100
        } else if self.has_open_call(self.seat) {
            50
        } else {
            4
        }
    }

    /// Can nothing that is out beat it, but for bombs? Long plays count as sure when they are high.
    fn is_sure(&self, code: u64) -> bool {
        let cards = cards_of(code);
        let key = (code >> 56) as u32 & 15;
        let phoenix = u32::from(self.outside & PHOENIX != 0);
        let above = if key >= 14 { 0 } else { self.outside & !0xF & !0 << (4 * key) };
        match code >> 60 {
            0 if cards == DRAGON => true,
            0 if cards == PHOENIX => self.outside & DRAGON == 0 && above == 0,
            0 => above == 0 && self.outside & (PHOENIX | DRAGON) == 0,
            1 => most_of_a_rank(above) + phoenix < 2 || above == 0,
            2 | 4 => most_of_a_rank(above) + phoenix < 3 || above == 0,
            3 | 5 => top_of(code) >= 13 || self.most_outside() < cards.count_ones(),
            6 | 7 => true,
            _ => false,
        }
    }

    /// The most cards that another seat holds.
    fn most_outside(&self) -> u32 {
        let others = (1..4).map(|offset| self.round.hand((self.seat + offset) & 3).count_ones());
        others.max().unwrap_or_default()
    }

    /// The play that goes out, if there is one and the partner is not to go out before.
    pub(super) fn last_play(&self, codes: &[u64], may_pass: bool) -> Option<u64> {
        let last = codes.iter().copied().find(|&code| cards_of(code) == self.hand);
        last.filter(|_| !may_pass || !self.yields())
    }

    /// One of these answers, or a pass.
    pub(super) fn answer(&self, plan: &Plan, codes: &[u64], may_pass: bool) -> u64 {
        if plan.groups().len() <= 4
            && (!may_pass || self.round.owner != partner(self.seat))
            && !self.yields()
            && let Some(code) = self.way_out(codes)
        {
            return code;
        }
        let cheapest = codes.iter().map(|&code| (self.price(plan, code), code)).min();
        let Some((price, code)) = cheapest else {
            return PASS;
        };
        if may_pass && price > self.worth(plan, code) { PASS } else { code }
    }

    /// A play that is sure to win the trick and leaves at most one that is not.
    fn way_out(&self, codes: &[u64]) -> Option<u64> {
        let sure = codes.iter().copied().filter(|&code| self.is_sure(code));
        let leaves = |code: u64| self.losers(&Plan::of(self.hand & !cards_of(code)));
        sure.filter(|&code| leaves(code) <= 1).min_by_key(|&code| (is_bomb(code), top_of(code)))
    }

    /// What a play costs: its height, and what it breaks of the plan.
    fn price(&self, plan: &Plan, code: u64) -> i32 {
        if is_bomb(code) {
            let spare = if self.wants_to_bomb() { 20 } else { BOMB };
            return spare + ((code >> 56) as i32 & 15);
        }
        let mut price = 2 * top_of(code) + damage(plan, code);
        if self.fewest == 1 && code >> 60 == 0 && self.round.owner != partner(self.seat) {
            // Whoever holds one card goes out on a low one: as high as can be.
            price = 36 - price;
        }
        price
    }

    /// Is it the partner's trick, and best left alone?
    pub(super) fn leaves_to_partner(&self) -> bool {
        let round = self.round;
        let is_cheap = top_of(round.top) <= 9
            && round.passes == 0
            && !self.yields()
            && self.cards_of_partner() > 4;
        round.owner == partner(self.seat) && !is_cheap
    }

    /// How much the trick is worth, on the same scale.
    fn worth(&self, plan: &Plan, code: u64) -> i32 {
        let round = self.round;
        let top = top_of(round.top);
        if round.owner == partner(self.seat) {
            return if self.leaves_to_partner() { -1 } else { 22 };
        }
        let left = plan.groups().len() as i32;
        let points = CardSet::from_mask_truncated(round.trick).points();
        let mut worth = 25 + points.max(0) / 2;
        worth += match left {
            0..=3 => 14,
            4..=5 => 6,
            _ => 0,
        };
        worth += match self.fewest {
            0..=2 => 24,
            3..=5 => 8,
            _ => 0,
        };
        if self.has_open_call(round.owner) {
            worth += 14;
        } else if self.has_open_call(self.seat) {
            worth += 10;
        }
        if top >= 11 {
            worth += 4;
        }
        if cards_of(code) == DRAGON && points >= 20 && self.fewest > 3 {
            // The points go to the others.
            worth -= 10;
        }
        worth
    }

    pub(super) fn wants_to_bomb(&self) -> bool {
        let round = self.round;
        if round.owner & 1 == self.seat & 1 {
            return false;
        }
        let points = CardSet::from_mask_truncated(round.trick).points();
        points >= 20
            || self.fewest <= 3
            || (self.opponent_has_open_call() && round.hand(round.owner).count_ones() <= 7)
    }
}

/// What a play breaks of the plan.
fn damage(plan: &Plan, code: u64) -> i32 {
    let cards = cards_of(code);
    let mut price = 0;
    for &group in plan.groups() {
        let shared = cards & cards_of(group);
        if shared == 0 || shared == cards_of(group) {
            continue;
        }
        let left = (cards_of(group) & !shared).count_ones() as i32;
        price += match group >> 60 {
            1 | 2 => 5,
            3 | 5 => 3 + 3 * left,
            4 => 3 + 2 * left,
            _ => 40,
        };
    }
    if cards & PHOENIX != 0 && cards != PHOENIX {
        price += 8;
    }
    price
}

const fn is_bomb(code: u64) -> bool {
    matches!(code >> 60, 6 | 7)
}

/// The highest rank of a play, 15 for the Phoenix alone and 16 for the Dragon.
fn top_of(code: u64) -> i32 {
    let cards = cards_of(code);
    if cards == DRAGON {
        return 16;
    }
    if cards == PHOENIX {
        return 15;
    }
    let key = (code >> 56) as i32 & 15;
    match code >> 60 {
        3 => key + cards.count_ones() as i32 / 2 - 1,
        5 => key + cards.count_ones() as i32 - 1,
        0 if cards == MAH_JONG => 0,
        _ => key,
    }
}

/// The most cards of one rank.
fn most_of_a_rank(naturals: u64) -> u32 {
    let pairs = naturals - (naturals >> 1 & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let at_least =
        |count: u64| (counts + 0x1111_1111_1111_1111 * (8 - count)) & 0x8888_8888_8888_8888 != 0;
    (1..=4).take_while(|&count| at_least(count)).last().unwrap_or_default() as u32
}
