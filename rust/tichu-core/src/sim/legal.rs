//! What a seat may do.

use super::action;
use super::round::{Call, Phase, Round};
use super::seats::only;
use crate::HAND_SIZE;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::code::{COLLECT, PASS, give_dragon};
use crate::combination::Combination;
use crate::plays::Query;

const MAH_JONG: u64 = Card::MAH_JONG.bit();

/// Is there no bomb in these cards?
#[inline]
pub(super) const fn is_without_bomb(hand: u64) -> bool {
    !CardSet::from_mask_truncated(hand).has_bomb()
}

impl Round {
    /// Appends the actions of a seat, in or out of turn, calls left out: collect, or the gifts of
    /// the Dragon, or pass, and then the plays in the order of [`Query`]. A play with the Mah Jong
    /// stands there once for each wish, none first where that is allowed.
    pub fn legal(&self, seat: u8, actions: &mut Vec<u64>) {
        if self.phase == Phase::Ripe && seat == self.owner && !self.dragon_on_top() {
            actions.push(COLLECT);
        }
        let recipients = self.recipients(seat);
        let opponents = [(seat + 1) & 3, (seat + 3) & 3];
        let allowed = opponents.into_iter().filter(|&to| recipients & only(to) != 0);
        actions.extend(allowed.map(give_dragon));
        let Some(query) = self.plays_of(seat) else {
            return;
        };
        if query.may_pass() {
            actions.push(PASS);
        }
        let start = actions.len();
        query.emit(actions);
        if self.hand(seat) & MAH_JONG != 0 {
            let plays = actions.split_off(start);
            for code in plays {
                self.push_with_wishes(code, actions);
            }
        }
    }

    fn push_with_wishes(&self, code: u64, actions: &mut Vec<u64>) {
        let combination = Combination::from_valid_code(code);
        let has_mah_jong = code & MAH_JONG != 0;
        if !has_mah_jong || self.options.wish_optional {
            actions.push(code);
        }
        if has_mah_jong {
            actions.extend((2..=14).map(|rank| action::play(combination, Some(rank))));
        }
    }

    /// How many actions [`legal`](Self::legal) lists, without listing them where that is possible.
    pub fn count_legal(&self, seat: u8) -> u64 {
        let collects = self.phase == Phase::Ripe && seat == self.owner && !self.dragon_on_top();
        let gifts = self.recipients(seat).count_ones();
        let plays = self.plays_of(seat).map_or(0, |query| {
            let count = query.count();
            let wishes = if self.options.wish_optional { 14 } else { 13 };
            u64::from(query.may_pass()) + count + count_with_mah_jong(query) * (wishes - 1)
        });
        u64::from(collects) + u64::from(gifts) + plays
    }

    /// Is this one of the seat's legal actions?
    pub fn allows(&self, seat: u8, action: u64) -> bool {
        if seat > 3 {
            return false;
        }
        if action == COLLECT {
            return self.phase == Phase::Ripe && seat == self.owner && !self.dragon_on_top();
        }
        if let Some(to) = action::recipient(action) {
            return action == give_dragon(to) && self.recipients(seat) & only(to) != 0;
        }
        let Some(query) = self.plays_of(seat) else {
            return false;
        };
        if action == PASS {
            return query.may_pass();
        }
        let code = action::combination_code(action);
        if !action::is_play(action) {
            return false;
        }
        let Ok(combination) = Combination::from_code(code) else {
            return false;
        };
        let wish = Some(action::wish(action)).filter(|&rank| rank != 0);
        let wish_fits = action & MAH_JONG == 0 || wish.is_some() || self.options.wish_optional;
        wish_fits && action::play(combination, wish) == action && query.contains(combination)
    }

    /// What the seat may lay, bombs out of turn included; `None` if it is not asked at all.
    #[inline]
    pub(super) fn plays_of(&self, seat: u8) -> Option<Query> {
        if self.phase == Phase::Play && self.turn == seat {
            return Some(self.query(seat, true));
        }
        (self.bomb_window() && self.has_bomb(seat)).then(|| self.query(seat, false))
    }

    /// Is there a trick that may be bombed out of turn now?
    #[inline]
    pub(super) const fn bomb_window(&self) -> bool {
        self.options.bomb_out_of_turn
            && match self.phase {
                Phase::Play => self.top != 0,
                Phase::Ripe => self.options.bomb_after_final_pass,
                Phase::Gift | Phase::Over => false,
            }
    }

    #[inline]
    pub(super) fn query(&self, seat: u8, in_turn: bool) -> Query {
        Query {
            hand: CardSet::from_mask_truncated(self.hand(seat)),
            table: (self.top != 0).then(|| Combination::from_valid_code(self.top)),
            wish: (self.wish != 0).then_some(self.wish),
            in_turn,
            strict_wish: self.options.strict_wish,
        }
    }

    /// The seats that the seat may give the Dragon's trick to now, as bits.
    #[inline]
    pub(super) const fn recipients(&self, seat: u8) -> u8 {
        if seat != self.owner
            || !self.dragon_on_top()
            || !matches!(self.phase, Phase::Ripe | Phase::Gift)
        {
            return 0;
        }
        let opponents = if seat & 1 == 0 { 0b1010 } else { 0b0101 };
        if self.options.dragon_gift_only_active { opponents & self.active } else { opponents }
    }

    /// May the seat call a small Tichu now?
    #[inline]
    pub const fn may_call(&self, seat: u8) -> bool {
        seat < 4
            && self.hand(seat).count_ones() as usize == HAND_SIZE
            && matches!(self.calls[seat as usize], Call::None)
            && matches!(self.phase, Phase::Play | Phase::Ripe)
    }
}

/// How many of the plays contain the Mah Jong.
fn count_with_mah_jong(query: Query) -> u64 {
    let hand = CardSet::from_mask_truncated(query.hand.mask() & !MAH_JONG);
    if hand == query.hand {
        return 0;
    }
    if query.wish.is_none() {
        return query.count() - Query { hand, ..query }.count();
    }
    // Without the card, other plays might be owed to the wish.
    let mut codes = Vec::new();
    query.emit(&mut codes);
    codes.iter().filter(|&code| code & MAH_JONG != 0).count() as u64
}
