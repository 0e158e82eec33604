//! Before the play: Grand Tichu, calls and the exchange, in the driver's order.

use super::deal::{deal, random_gifts};
use super::options::Options;
use super::policy::Policy;
use super::round::{Call, Refused, Round};
use super::seats::only;
use crate::HAND_SIZE;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::rng::Rng;

/// What a call does to picks that are in already.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum DuringExchange {
    /// It withdraws them.
    #[default]
    Reopen,
    /// It leaves them.
    Keep,
    /// It is refused.
    Forbid,
}

/// A round before its play, with every card known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    options: Options,
    during_exchange: DuringExchange,
    hands: [u64; 4],
    calls: [Call; 4],
    /// The seats that are still to be asked for a Grand Tichu, as bits.
    unanswered: u8,
    /// For the next seat, the partner and the previous seat.
    picks: [Option<[u64; 3]>; 4],
}

impl Opening {
    /// The opening with these hands of 14 cards, which hold the Mah Jong.
    ///
    /// `unanswered` says which seats have yet to be asked for a Grand Tichu, `picks` which cards of
    /// the exchange are chosen already: for the next seat, the partner and the previous seat.
    ///
    /// # Errors
    /// [`Refused::State`] unless the parts agree.
    pub fn new(
        options: Options,
        during_exchange: DuringExchange,
        hands: [CardSet; 4],
        calls: [Call; 4],
        unanswered: [bool; 4],
        picks: [Option<[Card; 3]>; 4],
    ) -> Result<Self, Refused> {
        let all = hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        let cards: usize = hands.iter().map(|hand| hand.len()).sum();
        if hands.iter().any(|hand| hand.len() != HAND_SIZE) || all.len() != cards {
            return Err(Refused::State(
                "Before the play each seat has 14 cards, each of them once.",
            ));
        }
        let fits = |(hand, pick): (&CardSet, &Option<[Card; 3]>)| {
            let given = pick.iter().flatten().fold(CardSet::EMPTY, |set, &card| set.with(card));
            given.is_subset(*hand) && (pick.is_none() || given.len() == 3)
        };
        if !hands.iter().zip(&picks).all(fits) || picks.iter().all(Option::is_some) {
            return Err(Refused::State("A pick is three cards of the hand; with four it is done."));
        }
        let picks =
            picks.map(|pick| pick.map(|cards| cards.map(|card| CardSet::from(card).mask())));
        let hands = hands.map(CardSet::mask);
        let unanswered = (0..4).filter(|&seat| unanswered[seat as usize]);
        let unanswered = unanswered.fold(0, |seats, seat| seats | only(seat));
        Ok(Self { options, during_exchange, hands, calls, unanswered, picks })
    }

    /// The same opening with other hands, and no picks.
    pub(super) fn with_hands(&self, hands: [u64; 4]) -> Self {
        Self { hands, picks: [None; 4], ..*self }
    }

    /// What each seat has called.
    pub(super) const fn calls(&self) -> [Call; 4] {
        self.calls
    }

    /// After a seat has called Grand Tichu.
    pub(super) fn with_call(&self, seat: u8) -> Self {
        let mut opening = self.without_call(seat);
        opening.calls[(seat & 3) as usize] = Call::Grand;
        opening
    }

    /// After a seat has not called Grand Tichu.
    pub(super) fn without_call(&self, seat: u8) -> Self {
        Self { unanswered: self.unanswered & !only(seat), ..*self }
    }

    /// After a seat has picked its gifts for the exchange; `None` if it does not hold them.
    pub(super) fn with_pick(&self, seat: u8, gifts: [u64; 3]) -> Option<Self> {
        let place = (seat & 3) as usize;
        let mut opening = *self;
        opening.picks[place] = Some(gifts);
        let held = |card: &u64| self.hands[place] & card != 0;
        let given = gifts.iter().fold(0, |all, card| all | card);
        (gifts.iter().all(held) && given.count_ones() == 3).then_some(opening)
    }

    /// Goes on to the play.
    pub(super) fn begin<P: Policy>(&self, policy: &mut P, rng: &mut Rng) -> Round {
        let (mut calls, mut picks) = (self.calls, self.picks);
        ask_grand(self.unanswered, self.options, &mut calls, policy, rng);
        let picks_are_in = picks.iter().any(Option::is_some);
        if self.options.tichu_before_exchange
            && !(picks_are_in && self.during_exchange == DuringExchange::Forbid)
        {
            let called = ask_tichu(0, &mut calls, policy, rng);
            if called && self.during_exchange == DuringExchange::Reopen {
                picks = [None; 4];
            }
        }
        let gifts = std::array::from_fn(|seat| {
            let hand = self.hands[seat & 3];
            picks[seat & 3]
                .unwrap_or_else(|| policy.exchange(seat as u8, hand, random_gifts(hand, rng)))
        });
        open(exchanged(self.hands, gifts), calls, self.options, policy, rng)
    }
}

/// A new round, to the first state of its play.
pub(super) fn from_deal<P: Policy>(options: Options, policy: &mut P, rng: &mut Rng) -> Round {
    let deal = deal(rng);
    let mut calls = [Call::None; 4];
    if options.grand_enabled {
        ask_grand(0b1111, options, &mut calls, policy, rng);
    }
    if options.tichu_before_exchange {
        ask_tichu(0, &mut calls, policy, rng);
    }
    let gifts = std::array::from_fn(|seat| {
        policy.exchange(seat as u8, deal.hands[seat & 3], deal.gifts[seat & 3])
    });
    open(exchanged(deal.hands, gifts), calls, options, policy, rng)
}

fn ask_grand<P: Policy>(
    seats: u8,
    options: Options,
    calls: &mut [Call; 4],
    policy: &mut P,
    rng: &mut Rng,
) {
    for (seat, call) in (0..4).zip(calls) {
        if seats & only(seat) != 0 && options.grand_enabled && policy.calls_grand(seat, rng) {
            *call = Call::Grand;
        }
    }
}

/// Asks each seat that has not called, from `first` on; does one call?
fn ask_tichu<P: Policy>(
    first: usize,
    calls: &mut [Call; 4],
    policy: &mut P,
    rng: &mut Rng,
) -> bool {
    let mut called = false;
    for offset in 0..4 {
        let seat = (first + offset) & 3;
        let call = &mut calls[seat];
        if *call == Call::None && policy.calls_tichu(seat as u8, rng) {
            *call = Call::Tichu;
            called = true;
        }
    }
    called
}

fn exchanged(mut hands: [u64; 4], gifts: [[u64; 3]; 4]) -> [u64; 4] {
    for (giver, cards) in gifts.into_iter().enumerate() {
        for (place, card) in cards.into_iter().enumerate() {
            hands[giver] &= !card;
            hands[(giver + place + 1) & 3] |= card;
        }
    }
    hands
}

fn open<P: Policy>(
    hands: [u64; 4],
    mut calls: [Call; 4],
    options: Options,
    policy: &mut P,
    rng: &mut Rng,
) -> Round {
    let opener = hands.iter().position(|hand| hand & Card::MAH_JONG.bit() != 0).unwrap_or(0);
    ask_tichu(opener, &mut calls, policy, rng);
    Round::opening(hands, opener as u8, calls, options)
}
