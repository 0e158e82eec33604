//! Every legal play: the query and the ways to ask it.

mod ask;
mod bombs;
mod choices;
mod draw;
mod full_house;
mod hand;
mod list;
mod runs;
mod same_rank;
mod singles;
mod sink;
mod stairs;
mod straights;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::combination::Combination;
use crate::error::{Error, ErrorCode};
use crate::kind::Kind;
use crate::pattern;
use crate::wish::Wish;
use ask::Ask;
pub(crate) use draw::{draw_answer, draw_lead};
use hand::Hand;
pub use list::{PlayIter, PlayList};
use sink::Sink;

/// A hand has at most so many cards.
pub const HAND_SIZE: usize = 14;

/// What may this hand play?
///
/// All ways of asking agree: [`count`](Self::count) is the length of the list that
/// [`emit`](Self::emit) writes, [`nth`](Self::nth) is its element, and
/// [`contains`](Self::contains) says whether a combination is in it.
///
/// # Which plays
/// * No table, in turn: every lead. A wish for a rank that the hand holds leaves only the leads
///   with a natural card of it (R-068..R-071, R-078).
/// * A table, in turn: everything that beats it. If any of these has a natural card of the wished
///   rank, only those, and unless `strict_wish` every beating bomb; then there is no pass.
/// * Out of turn: the bombs that beat the table, whatever the wish; nothing without a table.
/// * On the Dog: nothing.
///
/// # Order
/// By kind (as [`Kind`] is ordered); then by key (the rank, or the lowest rank of a run, so
/// the first single is the lowest); then stairs and straights by length; then pairs, triples, stairs
/// and straights without the Phoenix before those with it. What is still equal keeps a fixed order.
///
/// `count` works for any card set, the other ways are meant for hands of up to 14 cards.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The cards of the seat that is asked.
    pub hand: CardSet,
    /// What lies on top of the trick; `None` for a lead.
    pub table: Option<Combination>,
    /// The rank wished for, 2 to 14; any other number is no wish.
    pub wish: Option<u8>,
    /// Is it the seat's turn? Out of turn there are only bombs.
    pub in_turn: bool,
    /// Does the seat on turn owe the wish in a bomb, too?
    pub strict_wish: bool,
}

impl Query {
    /// The leads of a hand, without a wish.
    pub const fn leads(hand: CardSet) -> Self {
        Self { hand, table: None, wish: None, in_turn: true, strict_wish: false }
    }

    /// The answers of the seat on turn to a combination, without a wish.
    pub const fn answers(hand: CardSet, table: Combination) -> Self {
        Self { hand, table: Some(table), wish: None, in_turn: true, strict_wish: false }
    }

    /// Can this question come up in a game?
    ///
    /// # Errors
    /// `hand_too_large`, `bad_wish`, `dog_on_table`, or `card_twice` for a card that is both in the
    /// hand and on the table.
    pub fn validate(&self) -> Result<(), Error> {
        if self.hand.len() > HAND_SIZE {
            let message = format!("A hand has at most 14 cards, this one {}.", self.hand.len());
            return Err(Error::new(ErrorCode::HandTooLarge, message));
        }
        if let Some(wish) = self.wish
            && !(2..=14).contains(&wish)
        {
            let message =
                format!("{wish} cannot be wished for; wish for a rank 2 to 14, or nothing.");
            return Err(Error::new(ErrorCode::BadWish, message));
        }
        let Some(table) = self.table else {
            return Ok(());
        };
        if table.kind() == Kind::Dog {
            let message = "The Dog never lies in a trick; give no table for a lead.";
            return Err(Error::new(ErrorCode::DogOnTable, message));
        }
        if let Some(card) = (table.cards() & self.hand).iter().next() {
            let message =
                format!("{card} is both in the hand and on the table; leave it out of one.");
            return Err(Error::new(ErrorCode::CardTwice, message));
        }
        Ok(())
    }

    /// How many plays, by closed formulas.
    pub fn count(&self) -> u64 {
        self.count_by_kind().iter().sum()
    }

    /// How many plays of each kind, as [`Kind::ALL`] is ordered.
    pub fn count_by_kind(&self) -> [u64; Kind::COUNT] {
        if !self.in_turn && !self.hand.has_bomb() {
            return [0; Kind::COUNT];
        }
        let ask = self.ask();
        let all = count_asked(&ask, self.asked_hand());
        match self.wish() {
            None => all,
            Some(wish) => {
                // A play without the rank is a play of the hand without the rank.
                let free = count_asked(&ask, self.asked_hand() & !wish.cards);
                wish.apply_to_counts(all, free)
            }
        }
    }

    /// Appends the codes of all plays to `out`.
    pub fn emit(&self, out: &mut Vec<u64>) {
        if out.len() >= Sink::LONGEST_START {
            let mut list = PlayList::new();
            self.emit_into(&mut list);
            out.extend_from_slice(list.codes());
            return;
        }
        let mut sink = Sink::continuing(std::mem::take(out));
        self.emit_to(&self.ask(), &mut sink);
        *out = sink.into_vec();
    }

    /// Fills a list with all plays, in place of what it held. Cheaper than
    /// [`emit`](Self::emit) where the same list is filled again and again.
    pub fn emit_into(&self, list: &mut PlayList) {
        list.0.clear();
        self.emit_to(&self.ask(), &mut list.0);
    }

    /// Fills a list with the plays of one kind only. With
    /// [`count_by_kind`](Self::count_by_kind) this draws a random play without building the others.
    pub fn emit_kind_into(&self, kind: Kind, list: &mut PlayList) {
        list.0.clear();
        self.emit_kind(kind, &mut list.0);
    }

    /// The play at a place of the list, counted from 0; only plays of its kind are built.
    pub fn nth(&self, place: u64) -> Option<Combination> {
        self.nth_of(self.count_by_kind(), place)
    }

    /// As [`nth`](Self::nth), for who knows what [`count_by_kind`](Self::count_by_kind) says.
    pub fn nth_of(&self, counts: [u64; Kind::COUNT], place: u64) -> Option<Combination> {
        let mut left = place;
        for (kind, count) in Kind::ALL.into_iter().zip(counts) {
            if left < count {
                if let (Kind::Single, None, Some(bounds)) =
                    (kind, self.wish(), self.ask().of(Kind::Single))
                {
                    // Most plays are single cards, and these need no list.
                    let code = singles::nth(self.asked_hand(), bounds, left);
                    return Some(Combination::from_valid_code(code));
                }
                let mut sink = Sink::default();
                self.emit_kind(kind, &mut sink);
                let code = sink.as_slice().get(usize::try_from(left).ok()?)?;
                return Some(Combination::from_valid_code(*code));
            }
            left -= count;
        }
        None
    }

    /// Is this combination, with this reading of the Phoenix, in the list? A lone Phoenix must have
    /// its rank from the table already: see [`Combination::answering`].
    pub fn contains(&self, play: Combination) -> bool {
        if !play.cards().is_subset(self.hand) {
            return false;
        }
        let possible = match (self.table, self.in_turn) {
            (None, in_turn) => in_turn,
            (Some(table), in_turn) => play.beats(&table) && (in_turn || play.is_bomb()),
        };
        possible
            && play == play.answering(self.table.as_ref())
            && self.wish().is_none_or(|wish| wish.allows(play) || !self.is_obliged(wish))
    }

    /// May the seat pass: in turn, with something on the table and no wish to fulfil?
    pub fn may_pass(&self) -> bool {
        let on_table = self.table.is_some_and(|table| table.kind() != Kind::Dog);
        self.in_turn && on_table && !self.wish().is_some_and(|wish| self.is_obliged(wish))
    }

    /// Is there no play at all?
    pub fn is_empty(&self) -> bool {
        match (self.table, self.in_turn) {
            (None, in_turn) => !in_turn || self.hand.is_empty(),
            (Some(_), false) if !self.hand.has_bomb() => true,
            // A wish never takes away the last play.
            (Some(_), _) => count_asked(&self.ask(), self.asked_hand()).iter().sum::<u64>() == 0,
        }
    }

    /// One play of each pattern, where plays that differ only in suits are one pattern: the same
    /// kind, ranks and Phoenix rank. It is the play that breaks the fewest of the hand's bombs, then
    /// the one with the lowest mask. In the order in which the patterns first appear.
    pub fn patterns(&self) -> Vec<Combination> {
        let mut codes = Vec::new();
        self.emit(&mut codes);
        pattern::representatives(self.hand, &codes)
    }

    fn ask(&self) -> Ask {
        match (self.table, self.in_turn) {
            (None, true) => Ask::LEADS,
            (None, false) => Ask::NOTHING,
            (Some(table), true) => Ask::answers_to(table),
            (Some(table), false) => Ask::bombs_on(table),
        }
    }

    /// The hand less what lies on the table, which it cannot have: no card beats itself.
    fn asked_hand(&self) -> u64 {
        let hand = self.hand.mask();
        match self.table {
            Some(table) if table.is_lone_phoenix() => hand & !Card::PHOENIX.bit(),
            _ => hand,
        }
    }

    /// The wish, if it can bind: on regular turn, a rank that the hand holds.
    fn wish(&self) -> Option<Wish> {
        let wish = Wish::new(self.wish?, self.table.is_some() && !self.strict_wish)?;
        (self.in_turn && wish.cards & self.hand.mask() != 0).then_some(wish)
    }

    /// Can the wish be fulfilled, so that it must be?
    fn is_obliged(&self, wish: Wish) -> bool {
        if self.table.is_none() {
            return true;
        }
        let ask = self.ask();
        let all = count_asked(&ask, self.asked_hand());
        let free = count_asked(&ask, self.asked_hand() & !wish.cards);
        all != free
    }

    fn emit_to(&self, ask: &Ask, sink: &mut Sink) {
        let start = sink.len();
        emit_asked(ask, self.asked_hand(), sink);
        if let Some(wish) = self.wish() {
            let fulfilled = |code: &u64| code & wish.cards != 0;
            if sink.as_slice().iter().skip(start as usize).any(fulfilled) {
                sink.retain_from(start, |code| wish.allows(Combination::from_valid_code(code)));
            }
        }
    }

    fn emit_kind(&self, kind: Kind, sink: &mut Sink) {
        emit_asked(&self.ask().only(kind), self.asked_hand(), sink);
        if let Some(wish) = self.wish()
            && self.is_obliged(wish)
        {
            sink.retain_from(0, |code| wish.allows(Combination::from_valid_code(code)));
        }
    }
}

#[inline]
fn count_asked(ask: &Ask, cards: u64) -> [u64; Kind::COUNT] {
    let hand = Hand::of(cards);
    let count = |kind, counter: fn(&Hand, ask::Bounds) -> u64| {
        ask.of(kind).map_or(0, |bounds| counter(&hand, bounds))
    };
    [
        count(Kind::Single, singles::count),
        count(Kind::Pair, same_rank::count_pairs),
        count(Kind::Triple, same_rank::count_triples),
        count(Kind::Stairs, stairs::count),
        count(Kind::FullHouse, full_house::count),
        count(Kind::Straight, straights::count),
        count(Kind::Bomb4, bombs::count_fours),
        count(Kind::BombSf, bombs::count_one_suit),
        count(Kind::Dog, |hand, _| singles::count_dog(hand)),
    ]
}

#[inline]
fn emit_asked(ask: &Ask, cards: u64, sink: &mut Sink) {
    let hand = Hand::of(cards);
    if let Some(bounds) = ask.of(Kind::Single) {
        singles::emit(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::Pair) {
        same_rank::emit_pairs(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::Triple) {
        same_rank::emit_triples(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::Stairs) {
        stairs::emit(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::FullHouse) {
        full_house::emit(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::Straight) {
        straights::emit(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::Bomb4) {
        bombs::emit_fours(&hand, bounds, sink);
    }
    if let Some(bounds) = ask.of(Kind::BombSf) {
        bombs::emit_one_suit(&hand, bounds, sink);
    }
    if ask.of(Kind::Dog).is_some() {
        singles::emit_dog(&hand, sink);
    }
}
