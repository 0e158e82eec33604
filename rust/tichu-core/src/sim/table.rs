//! Who is asked what: a round with the driver's next question.

use super::action;
use super::round::{Call, Phase, Refused, Round};
use super::seats::{NOBODY, first_from, only};
use crate::HAND_SIZE;
use crate::code::{DECLINE, PASS, TICHU};

/// What a seat is asked, as the driver names it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Question {
    /// A Grand Tichu?
    Grand,
    /// A small Tichu?
    Tichu,
    /// Three cards.
    Exchange,
    /// A play or a pass.
    Play,
    /// A bomb, or none.
    Bomb,
    /// Who gets the Dragon's trick.
    Dragon,
    /// Nothing: the round is over.
    None,
}

/// A round from the exchange on, and the question that the driver asks next.
///
/// Before a seat's first play it is asked for a Tichu; then it plays or passes. After every play
/// except the Dog or one that ends the round, each seat with a beating bomb, from the player's next
/// seat on and the player last, bombs or declines once; a bomb starts this again. After the last pass
/// the same; then the owner collects, which is no question, or gives the Dragon's trick away.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) round: Round,
    question: Question,
    seat: u8,
    /// The seats with a bomb that are still to be asked about the trick, as bits.
    unasked: u8,
    /// The seats that have neither played nor called, as bits.
    callers: u8,
}

impl Table {
    /// The table where the mover is asked next.
    #[inline]
    pub fn new(round: Round) -> Self {
        let mut table = Self::with_callers(round);
        match round.phase {
            Phase::Play => table.ask_turn(),
            Phase::Ripe => table.ask_bombs(),
            Phase::Gift => table.ask(Question::Dragon, round.owner),
            Phase::Over => {}
        }
        table
    }

    /// The table just after a play, which others may bomb before anybody else is asked.
    pub fn after_play(round: Round) -> Self {
        let mut table = Self::with_callers(round);
        table.go_on_after_play();
        table
    }

    /// The table where a seat is asked this question; `None` if it cannot be. Seats that come before
    /// it with their bombs have declined.
    pub fn asking(round: Round, question: Question, seat: u8) -> Option<Self> {
        let mut table = Self::with_callers(round);
        let may_be = match question {
            Question::Tichu => {
                round.phase == Phase::Play && round.turn == seat && round.may_call(seat)
            }
            Question::Play => round.phase == Phase::Play && round.turn == seat,
            Question::Bomb => {
                let ask_from = (round.owner + 1) & 3;
                let later = |other: &u8| (*other + 4 - ask_from) & 3 > (seat + 4 - ask_from) & 3;
                let later = (0..4).filter(later).fold(0, |seats, other| seats | only(other));
                table.unasked = round.bombers & later;
                round.bomb_window() && round.has_bomb(seat)
            }
            Question::Dragon => round.recipients(seat) != 0,
            Question::Grand | Question::Exchange | Question::None => false,
        };
        table.ask(question, seat);
        (may_be && seat < NOBODY).then_some(table)
    }

    fn with_callers(round: Round) -> Self {
        let waits = |seat: &u8| {
            round.hand(*seat).count_ones() as usize == HAND_SIZE
                && round.calls[(*seat & 3) as usize] == Call::None
        };
        let callers = (0..4).filter(waits).fold(0, |seats, seat| seats | only(seat));
        Self { round, question: Question::None, seat: NOBODY, unasked: 0, callers }
    }

    /// The round.
    #[inline]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// What is asked.
    #[inline]
    pub const fn question(&self) -> Question {
        self.question
    }

    /// Who is asked; nobody once the round is over.
    #[inline]
    pub fn seat(&self) -> Option<u8> {
        (self.question != Question::None).then_some(self.seat)
    }

    /// Who is asked, in the form that costs least; no seat once the round is over.
    #[inline]
    pub(super) const fn asked(&self) -> u8 {
        self.seat
    }

    /// Appends the possible answers: decline or pass first, where that is one.
    pub fn answers(&self, codes: &mut Vec<u64>) {
        match self.question {
            Question::Tichu => codes.extend([DECLINE, TICHU]),
            Question::Play | Question::Dragon => self.round.legal(self.seat, codes),
            Question::Bomb => {
                codes.push(DECLINE);
                self.round.query(self.seat, false).emit(codes);
            }
            Question::Grand | Question::Exchange | Question::None => {}
        }
    }

    /// Is this one of the possible answers?
    pub fn takes(&self, code: u64) -> bool {
        match self.question {
            Question::Tichu => code == DECLINE || code == TICHU,
            Question::Play | Question::Dragon => self.round.allows(self.seat, code),
            Question::Bomb => {
                code == DECLINE || matches!(code >> 60, 6 | 7) && self.round.allows(self.seat, code)
            }
            Question::Grand | Question::Exchange | Question::None => false,
        }
    }

    /// Takes an answer and goes on to the next question.
    ///
    /// # Errors
    /// [`Refused::Action`] for what is no possible answer; then nothing has changed.
    pub fn answer(&mut self, code: u64) -> Result<(), Refused> {
        if !self.takes(code) {
            return Err(Refused::Action(code));
        }
        self.answer_legal(code);
        Ok(())
    }

    /// Takes an answer known to be possible; any other leads nowhere sensible.
    #[inline]
    pub fn answer_legal(&mut self, code: u64) {
        match self.question {
            Question::Play => self.answer_turn(code),
            Question::Tichu => self.answer_call(code == TICHU),
            Question::Bomb => self.answer_bomb(code),
            Question::Dragon => self.give(action::recipient(code).unwrap_or(NOBODY)),
            Question::Grand | Question::Exchange | Question::None => {}
        }
    }

    #[inline]
    fn ask(&mut self, question: Question, seat: u8) {
        self.question = question;
        self.seat = seat;
    }

    #[inline]
    fn ask_turn(&mut self) {
        self.seat = self.round.turn;
        let may_call = self.callers & only(self.seat) != 0;
        self.question = if may_call { Question::Tichu } else { Question::Play };
    }

    /// The answer to the question for a play.
    #[inline]
    pub(super) fn answer_turn(&mut self, code: u64) {
        if code == PASS {
            self.pass();
        } else {
            self.lay(code);
        }
    }

    #[cold]
    fn answer_call(&mut self, calls: bool) {
        if calls {
            self.round.calls[(self.seat & 3) as usize] = Call::Tichu;
            self.callers &= !only(self.seat);
        }
        self.question = Question::Play;
    }

    #[inline]
    fn pass(&mut self) {
        self.round.pass();
        if self.round.phase == Phase::Ripe {
            self.ask_bombs();
        } else {
            self.ask_turn();
        }
    }

    #[inline]
    fn lay(&mut self, code: u64) {
        self.callers &= !only(self.seat);
        self.round.lay(self.seat, code);
        self.go_on_after_play();
    }

    #[inline]
    fn go_on_after_play(&mut self) {
        // The usual case first; the rest finds the same, in more steps.
        if self.round.phase == Phase::Play && self.round.bombers == 0 {
            return self.ask_turn();
        }
        self.go_on_after_rare_play();
    }

    #[cold]
    fn go_on_after_rare_play(&mut self) {
        match self.round.phase {
            // After the Dog there is nothing to bomb.
            Phase::Play if self.round.top == 0 => self.ask_turn(),
            Phase::Play | Phase::Ripe => self.ask_bombs(),
            Phase::Gift => self.ask(Question::Dragon, self.round.owner),
            Phase::Over => self.ask(Question::None, NOBODY),
        }
    }

    /// Offers the bombs on the trick to all who have one.
    #[inline]
    fn ask_bombs(&mut self) {
        if self.round.bombers == 0 || !self.round.bomb_window() {
            return self.go_on_unbombed();
        }
        self.unasked = self.round.bombers;
        self.ask_next_bomber();
    }

    #[cold]
    fn ask_next_bomber(&mut self) {
        let mut seat = (self.round.owner + 1) & 3;
        while self.unasked != 0 {
            seat = first_from(self.unasked, seat);
            // The owner is the last of the four, and the search is not to come past it.
            self.unasked &= !only(seat);
            if !self.owes_the_wish(seat) && !self.round.query(seat, false).is_empty() {
                return self.ask(Question::Bomb, seat);
            }
        }
        self.go_on_unbombed();
    }

    /// on turn, under the strict option, the wish is owed in bombs too; such a seat is not
    /// asked before its turn.
    fn owes_the_wish(&self, seat: u8) -> bool {
        self.round.options.strict_wish
            && self.round.turn == seat
            && !self.round.query(seat, true).may_pass()
    }

    #[cold]
    fn answer_bomb(&mut self, code: u64) {
        if code == DECLINE {
            self.ask_next_bomber();
        } else {
            self.lay(code);
        }
    }

    /// Nobody bombs: the next turn, or the end of the trick.
    #[inline]
    fn go_on_unbombed(&mut self) {
        if self.round.phase != Phase::Ripe {
            return self.ask_turn();
        }
        if self.round.recipients(self.round.owner) != 0 {
            return self.ask(Question::Dragon, self.round.owner);
        }
        self.round.award(self.round.owner);
        self.ask_turn();
    }

    fn give(&mut self, to: u8) {
        self.round.give(to);
        if self.round.phase == Phase::Over {
            self.ask(Question::None, NOBODY);
        } else {
            self.ask_turn();
        }
    }
}
