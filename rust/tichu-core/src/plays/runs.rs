//! Straights and stairs: runs of neighbouring ranks.
//!
//! From each rank where a run can begin, the shortest runs are written first. Longer ones grow rank
//! by rank as two lists, the runs without and with the Phoenix; each list is the one before times
//! what the next rank offers.

use super::choices::Step;
use super::hand::Hand;
use super::sink::{Sink, Span};

/// What makes a run: what a rank offers without the Phoenix, and with it.
pub(super) trait Run {
    /// Flags of the ranks that offer something without, and with the Phoenix.
    fn plain_ranks(hand: &Hand) -> u64;
    fn mixed_ranks(hand: &Hand) -> u64;
    /// Flags of the ranks that offer more than one choice without the Phoenix.
    fn rich_ranks(hand: &Hand) -> u64;
    /// The cards of the first choice of every rank in `plain_ranks`.
    fn first_choices(hand: &Hand) -> u64;
    /// What the rank with the flag at bit `at` offers without, and with the Phoenix.
    fn plain(hand: &Hand, at: u32) -> Step;
    fn mixed(hand: &Hand, at: u32) -> Step;
}

/// How many ranks a run may have.
#[derive(Copy, Clone)]
pub(super) struct Lengths {
    pub(super) shortest: u32,
    pub(super) longest: u32,
}

/// The bit behind the ace's flag.
const END: u32 = 56;
/// The flag of every rank, 1 included.
const FLAGS: u64 = 0x0011_1111_1111_1111;

/// How many runs begin at a rank.
#[inline]
pub(super) fn count_from<R: Run>(hand: &Hand, low: u32, lengths: Lengths) -> u64 {
    let mut plain = u64::from(R::plain(hand, low).count());
    let mut mixed = if hand.phoenix { u64::from(R::mixed(hand, low).count()) } else { 0 };
    let (mut total, mut ranks, mut at) = (0, 1, low + 4);
    while at < END && ranks < lengths.longest {
        let natural = u64::from(R::plain(hand, at).count());
        mixed *= natural;
        if hand.phoenix {
            mixed += plain * u64::from(R::mixed(hand, at).count());
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

/// Writes runs of a hand with or without the Phoenix.
pub(super) struct Writer<'a, R, const PHOENIX: bool> {
    hand: &'a Hand,
    lengths: Lengths,
    plain_ranks: u64,
    mixed_ranks: u64,
    rich_ranks: u64,
    first_choices: u64,
    run: std::marker::PhantomData<R>,
}

impl<'a, R: Run, const PHOENIX: bool> Writer<'a, R, PHOENIX> {
    #[inline]
    pub(super) fn new(hand: &'a Hand, lengths: Lengths) -> Self {
        Self {
            hand,
            lengths,
            plain_ranks: R::plain_ranks(hand),
            mixed_ranks: if PHOENIX { R::mixed_ranks(hand) } else { 0 },
            rich_ranks: R::rich_ranks(hand),
            first_choices: R::first_choices(hand),
            run: std::marker::PhantomData,
        }
    }

    /// Writes all runs that begin at a rank, each with `tag`: by length, and of a length first those
    /// without, then those with the Phoenix.
    #[inline]
    pub(super) fn emit_from(&self, low: u32, tag: u64, sink: &mut Sink) {
        let mut end = low + 4 * self.lengths.shortest;
        if end > END {
            return;
        }
        let window = (u64::MAX >> (64 - 4 * self.lengths.shortest)) << low;
        let missing = window & FLAGS & !self.plain_ranks;
        let start = sink.len();
        if missing == 0 {
            self.write_choices(window, tag | (self.first_choices & window), sink);
        } else if !PHOENIX || missing & (missing - 1) != 0 {
            return;
        }
        let mut plain = sink.since(start);
        if PHOENIX {
            let mut places = if missing == 0 { window & FLAGS } else { missing } & self.mixed_ranks;
            while places != 0 {
                let place = places.trailing_zeros();
                places &= places - 1;
                self.write_mixed(window & !(0xF << place), place, tag, sink);
            }
        }
        let mut mixed = Span::between(start + plain.len, sink.len());
        let longest_end = END.min(low + 4 * self.lengths.longest);
        while end < longest_end && plain.len + mixed.len != 0 {
            (plain, mixed) = self.grow(plain, mixed, end, sink);
            end += 4;
        }
    }

    /// All runs of the window's ranks, `first` being the one made of every rank's first choice.
    #[inline]
    fn write_choices(&self, window: u64, first: u64, sink: &mut Sink) {
        let start = sink.len();
        sink.push(first);
        let mut rich = self.rich_ranks & window;
        while rich != 0 {
            let step = R::plain(self.hand, rich.trailing_zeros());
            rich &= rich - 1;
            exchange_first(sink.since(start), step, sink);
        }
    }

    /// The same, with the Phoenix at one more rank.
    #[inline]
    fn write_mixed(&self, others: u64, place: u32, tag: u64, sink: &mut Sink) {
        let (start, step) = (sink.len(), R::mixed(self.hand, place));
        self.write_choices(others, tag | step.get(0) | (self.first_choices & others), sink);
        exchange_first(sink.since(start), step, sink);
    }

    /// From the runs that end before a rank to those that end with it.
    #[inline]
    fn grow(&self, plain: Span, mixed: Span, at: u32, sink: &mut Sink) -> (Span, Span) {
        let step = R::plain(self.hand, at);
        let start = sink.len();
        sink.repeat_with_each(plain, step);
        let middle = sink.len();
        if PHOENIX {
            sink.repeat_with_each(mixed, step);
            sink.repeat_with_each(plain, R::mixed(self.hand, at));
        }
        (Span::between(start, middle), sink.since(middle))
    }
}

/// Appends the span again for every choice but the first, which is in it, in place of the first.
#[inline]
fn exchange_first(span: Span, step: Step, sink: &mut Sink) {
    for number in 1..step.count() {
        sink.repeat_with(span, step.get(0) ^ step.get(number));
    }
}
