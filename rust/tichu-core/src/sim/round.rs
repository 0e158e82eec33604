//! The state of a round from the exchange on.

use std::fmt;

use super::options::Options;
use super::seats::{NOBODY, count, only, partner};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::combination::Combination;

/// Where the round stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Phase {
    /// A seat is on turn.
    #[default]
    Play,
    /// All have passed, the trick is not yet taken.
    Ripe,
    /// The Dragon ended the round and is to be given.
    Gift,
    /// The round is counted.
    Over,
}

/// What a seat has called.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Call {
    /// Nothing.
    #[default]
    None,
    /// A small Tichu.
    Tichu,
    /// A Grand Tichu.
    Grand,
}

/// A round with every hand known, as plain values: what a [`Round`] is made from and shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Fields {
    /// The options in force.
    pub options: Options,
    /// Where the round stands.
    pub phase: Phase,
    /// The cards in each hand.
    pub hands: [CardSet; 4],
    /// What each seat has called.
    pub calls: [Call; 4],
    /// Who is on turn; the owner in the phase gift; otherwise nobody.
    pub turn: Option<u8>,
    /// What is to be beaten.
    pub top: Option<Combination>,
    /// Who played it.
    pub owner: Option<u8>,
    /// Passes since.
    pub passes: u8,
    /// The cards on the table.
    pub trick: CardSet,
    /// The rank wished for.
    pub wish: Option<u8>,
    /// The cards that each seat has won; a Dog lies with its player.
    pub piles: [CardSet; 4],
    /// The seats without cards, in the order in which they went out.
    pub out: [Option<u8>; 4],
}

/// A round from the exchange on: every rule of the play, and nothing but bits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub(super) hands: [u64; 4],
    pub(super) piles: [u64; 4],
    pub(super) trick: u64,
    /// The code of what is to be beaten; 0 on an empty table.
    pub(super) top: u64,
    pub(super) options: Options,
    pub(super) calls: [Call; 4],
    pub(super) out: [u8; 4],
    pub(super) out_count: u8,
    pub(super) phase: Phase,
    pub(super) turn: u8,
    pub(super) owner: u8,
    pub(super) passes: u8,
    /// The rank wished for, 0 for none.
    pub(super) wish: u8,
    /// The seats with cards, as bits.
    pub(super) active: u8,
    /// The seats with a bomb in hand, as bits. A hand only shrinks, so few plays change it.
    pub(super) bombers: u8,
}

/// Why something is refused: a state that cannot be, or an action that is not legal in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The parts of the state do not agree; what is wrong.
    State(&'static str),
    /// The action is none of the seat's legal ones.
    Action(u64),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(what) => f.write_str(what),
            Self::Action(code) => {
                write!(f, "{code:#018x} is no legal action of this seat; choose from its list.")
            }
        }
    }
}

impl std::error::Error for Refused {}

impl Round {
    /// The round with these fields.
    ///
    /// # Errors
    /// [`Refused::State`] unless the fields agree so far that the round can be played on.
    pub fn new(fields: &Fields) -> Result<Self, Refused> {
        check(fields)?;
        let mut round = Self {
            hands: fields.hands.map(CardSet::mask),
            piles: fields.piles.map(CardSet::mask),
            trick: fields.trick.mask(),
            top: fields.top.map_or(0, Combination::code),
            options: fields.options,
            calls: fields.calls,
            out: fields.out.map(|seat| seat.unwrap_or(NOBODY)),
            out_count: fields.out.iter().flatten().count() as u8,
            phase: fields.phase,
            turn: fields.turn.unwrap_or(NOBODY),
            owner: fields.owner.unwrap_or(NOBODY),
            passes: fields.passes,
            wish: fields.wish.unwrap_or(0),
            active: seats_where(|seat| !fields.hands[seat].is_empty()),
            bombers: 0,
        };
        round.find_bombers();
        Ok(round)
    }

    /// The first state of the play: the opener is on turn.
    pub(super) fn opening(hands: [u64; 4], opener: u8, calls: [Call; 4], options: Options) -> Self {
        let mut round = Self {
            hands,
            piles: [0; 4],
            trick: 0,
            top: 0,
            options,
            calls,
            out: [NOBODY; 4],
            out_count: 0,
            phase: Phase::Play,
            turn: opener,
            owner: NOBODY,
            passes: 0,
            wish: 0,
            active: 0b1111,
            bombers: 0,
        };
        round.find_bombers();
        round
    }

    /// The same round with other hands of the same sizes.
    pub(super) fn with_hands(&self, hands: [u64; 4]) -> Self {
        let mut round = Self { hands, ..*self };
        round.find_bombers();
        round
    }

    /// The round as plain values.
    pub fn fields(&self) -> Fields {
        Fields {
            options: self.options,
            phase: self.phase,
            hands: self.hands.map(CardSet::from_mask_truncated),
            calls: self.calls,
            turn: self.turn(),
            top: (self.top != 0).then(|| Combination::from_valid_code(self.top)),
            owner: seat_or_none(self.owner),
            passes: self.passes,
            trick: CardSet::from_mask_truncated(self.trick),
            wish: (self.wish != 0).then_some(self.wish),
            piles: self.piles.map(CardSet::from_mask_truncated),
            out: self.out.map(seat_or_none),
        }
    }

    /// Where the round stands.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who is on turn; the owner in the phase gift; nobody in the phases ripe and over.
    #[inline]
    pub fn turn(&self) -> Option<u8> {
        seat_or_none(self.turn)
    }

    /// Who has the next regular action: the seat on turn, or the owner of a ripe trick; nobody once
    /// the round is over.
    #[inline]
    pub fn mover(&self) -> Option<u8> {
        seat_or_none(if self.phase as u8 == Phase::Ripe as u8 { self.owner } else { self.turn })
    }

    /// The cards in a seat's hand.
    #[inline]
    pub(super) const fn hand(&self, seat: u8) -> u64 {
        self.hands[(seat & 3) as usize]
    }

    /// Has the seat a bomb in hand?
    #[inline]
    pub(super) const fn has_bomb(&self, seat: u8) -> bool {
        self.bombers >> seat & 1 != 0
    }

    fn find_bombers(&mut self) {
        let hands = self.hands;
        self.bombers = seats_where(|seat| CardSet::from_mask_truncated(hands[seat]).has_bomb());
    }
}

fn seats_where(holds: impl Fn(usize) -> bool) -> u8 {
    (0..4).filter(|&seat| holds(seat)).fold(0, |set, seat| set | 1 << seat)
}

#[inline]
fn seat_or_none(seat: u8) -> Option<u8> {
    (seat < NOBODY).then_some(seat)
}

/// What must hold so that the round can be played to its end. A position may lack cards.
fn check(fields: &Fields) -> Result<(), Refused> {
    let fail = |what| Err(Refused::State(what));
    let mut seen = CardSet::EMPTY;
    for cards in fields.hands.iter().chain(&fields.piles).chain([&fields.trick]) {
        if !seen.is_disjoint(*cards) {
            return fail("A card would be in two places at once.");
        }
        seen = seen | *cards;
    }
    if fields.hands.iter().any(|hand| hand.len() > crate::HAND_SIZE) {
        return fail("A hand has at most 14 cards.");
    }
    let seats = fields.turn.iter().chain(&fields.owner).chain(fields.out.iter().flatten());
    if seats.copied().any(|seat| seat >= NOBODY) {
        return fail("Seats are 0 to 3.");
    }
    if fields.wish.is_some_and(|rank| !(2..=14).contains(&rank)) {
        return fail("A wish is for a rank 2 to 14.");
    }
    let with_cards = seats_where(|seat| !fields.hands[seat].is_empty());
    let finishers = fields.out.iter().flatten().fold(0, |set, &seat| set | only(seat));
    let in_front = fields.out.iter().take_while(|seat| seat.is_some()).count();
    if finishers != 15 & !with_cards
        || in_front != fields.out.iter().flatten().count()
        || in_front as u8 != count(finishers)
    {
        return fail("The seats that are out are those without cards, each once.");
    }
    check_table(fields, with_cards)
}

fn check_table(fields: &Fields, with_cards: u8) -> Result<(), Refused> {
    let fail = |what| Err(Refused::State(what));
    let decided = match fields.out {
        [_, _, Some(_), _] => true,
        [Some(first), Some(second), ..] => second == partner(first),
        _ => false,
    };
    if decided != matches!(fields.phase, Phase::Gift | Phase::Over) {
        return fail("A round is over, or waits for the Dragon's gift, when it is decided.");
    }
    if fields.top.is_some() != fields.owner.is_some() {
        return fail("A combination to beat has an owner.");
    }
    let others = with_cards & !fields.owner.map_or(0, only);
    let agrees = match (fields.phase, fields.turn) {
        (Phase::Play, Some(turn)) => {
            with_cards & only(turn) != 0
                && if fields.top.is_some() {
                    fields.owner != fields.turn && fields.passes < count(others)
                } else {
                    fields.passes == 0 && fields.trick.is_empty()
                }
        }
        (Phase::Ripe, None) => fields.top.is_some() && fields.passes == count(others),
        (Phase::Gift, Some(_)) => fields.top.is_some() && fields.owner == fields.turn,
        (Phase::Over, None) => fields.top.is_none(),
        _ => false,
    };
    if !agrees {
        return fail("The turn, the table and the passes do not agree.");
    }
    if fields.top.is_some_and(|top| !top.cards().is_subset(fields.trick)) {
        return fail("The combination to beat lies in the trick.");
    }
    if fields.phase == Phase::Gift
        && (fields.out[2].is_none()
            || !fields.top.is_some_and(|top| top.cards().contains(Card::DRAGON))
            || matches!(fields.out, [Some(first), Some(second), ..] if second == partner(first)))
    {
        return fail("A gift waits when the last to go out has won with the Dragon.");
    }
    Ok(())
}
