//! One random play, without listing more than the plays of its kind: the hot path of simulation.

use super::ask::Bounds;
use super::hand::{Hand, Takes};
use super::{PlayList, Query};
use super::{bombs, full_house, same_rank, singles, stairs, straights};
use crate::combination::Combination;
use crate::few_bits::FewBits;
use crate::kind::Kind;

impl Query {
    /// One of the plays or of so many further choices, all as likely: the code of a play, or `None`
    /// for one of the further ones. `below` gives a random number below a bound.
    pub(crate) fn draw(
        &self,
        others: u64,
        list: &mut PlayList,
        below: impl FnOnce(u64) -> u64,
    ) -> Option<u64> {
        let counts = self.count_by_kind();
        let total: u64 = counts.iter().sum();
        let mut place = below(total + others);
        for (kind, count) in Kind::ALL.into_iter().zip(counts) {
            if place < count {
                self.emit_kind_into(kind, list);
                return list.codes().get(place as usize).copied();
            }
            place -= count;
        }
        None
    }
}

/// A lead of a hand, each as likely; no wish binds. 0 for no cards.
#[inline]
pub(crate) fn draw_lead(cards: u64, list: &mut PlayList, below: impl FnOnce(u64) -> u64) -> u64 {
    const ANY: Bounds = Bounds::ANY;
    let hand = Hand::of(cards);
    let takes = Takes::of(hand.masks);
    // Every card is a lead, the Dog too.
    let cards = FewBits::of(cards);
    let singles = cards.count();
    let pairs = takes.pairs + if hand.phoenix { takes.cards } else { 0 };
    let triples = takes.triples + if hand.phoenix { takes.pairs } else { 0 };
    let stairs = stairs::count(&hand, ANY);
    let full_houses = full_house::count(&hand, ANY);
    let straights = straights::count(&hand, ANY);
    let fours = takes.four;
    let one_suit = bombs::count_one_suit(&hand, ANY);
    let few = singles + pairs + triples;
    let mut place = below(few + stairs + full_houses + straights + fours + one_suit);
    if place < singles {
        return singles::code_of_bit(cards.nth(place), 1);
    }
    place -= singles;
    let sink = &mut list.0;
    sink.clear();
    if place < pairs {
        same_rank::emit_pairs(&hand, ANY, sink);
        return sink.get(place);
    }
    place -= pairs;
    if place < triples {
        same_rank::emit_triples(&hand, ANY, sink);
        return sink.get(place);
    }
    place -= triples;
    if place < stairs {
        stairs::emit(&hand, ANY, sink);
        return sink.get(place);
    }
    place -= stairs;
    if place < full_houses {
        full_house::emit(&hand, ANY, sink);
        return sink.get(place);
    }
    place -= full_houses;
    if place < straights {
        straights::emit(&hand, ANY, sink);
        return sink.get(place);
    }
    bombs::emit_fours(&hand, ANY, sink);
    bombs::emit_one_suit(&hand, ANY, sink);
    sink.get(place - straights)
}

/// An answer of a hand without a bomb, or the pass, each as likely; no wish binds. `None` to pass.
#[inline]
pub(crate) fn draw_answer(
    cards: u64,
    table: Combination,
    list: &mut PlayList,
    below: impl FnOnce(u64) -> u64,
) -> Option<u64> {
    let bounds = Bounds::above(table);
    if table.kind() == Kind::Single {
        let wanted = FewBits::of(singles::wanted(cards, bounds));
        let place = below(wanted.count() + 1);
        return (place < wanted.count())
            .then(|| singles::code_of_bit(wanted.nth(place), table.key()));
    }
    draw_long_answer(cards, table, bounds, list, below)
}

#[inline]
fn draw_long_answer(
    cards: u64,
    table: Combination,
    bounds: Bounds,
    list: &mut PlayList,
    below: impl FnOnce(u64) -> u64,
) -> Option<u64> {
    let hand = Hand::of(cards);
    let count = match table.kind() {
        Kind::Pair => same_rank::count_pairs(&hand, bounds),
        Kind::Triple => same_rank::count_triples(&hand, bounds),
        Kind::Stairs => stairs::count(&hand, bounds),
        Kind::FullHouse => full_house::count(&hand, bounds),
        Kind::Straight => straights::count(&hand, bounds),
        _ => 0,
    };
    if count == 0 {
        return None;
    }
    let place = below(count + 1);
    if place == count {
        return None;
    }
    let sink = &mut list.0;
    sink.clear();
    match table.kind() {
        Kind::Pair => same_rank::emit_pairs(&hand, bounds, sink),
        Kind::Triple => same_rank::emit_triples(&hand, bounds, sink),
        Kind::Stairs => stairs::emit(&hand, bounds, sink),
        Kind::FullHouse => full_house::emit(&hand, bounds, sink),
        Kind::Straight => straights::emit(&hand, bounds, sink),
        _ => {}
    }
    Some(sink.get(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, CardSet, Rng};

    /// What is drawn for every random number there can be: each choice once, sorted.
    fn all_draws(
        mut draw: impl FnMut(&mut dyn FnMut(u64) -> u64) -> Option<u64>,
    ) -> Vec<Option<u64>> {
        let (mut drawn, mut bound, mut place) = (Vec::new(), 1, 0);
        while place < bound {
            drawn.push(draw(&mut |total| {
                bound = total;
                place
            }));
            place += 1;
        }
        drawn.sort_unstable();
        drawn
    }

    fn listed(query: &Query, passes: bool) -> Vec<Option<u64>> {
        let mut codes = Vec::new();
        query.emit(&mut codes);
        let mut listed: Vec<_> = codes.into_iter().map(Some).collect();
        listed.extend(passes.then_some(None));
        listed.sort_unstable();
        listed
    }

    /// A hand and a table card set apart, in all sizes, every other hand nearly sorted.
    fn random_hands(count: usize) -> impl Iterator<Item = (CardSet, CardSet)> {
        let mut rng = Rng::from_seed([5; 32]);
        (0..count).map(move |number| {
            let mut deck = Card::ALL_IN_DECK_ORDER;
            if number % 2 == 0 {
                rng.shuffle(&mut deck);
            } else {
                let turned = rng.below(56) as usize;
                deck.rotate_left(turned);
                for _ in 0..12 {
                    deck.swap(rng.below(56) as usize, rng.below(56) as usize);
                }
            }
            let size = 1 + rng.below(14) as usize;
            let [hand, other] = [&deck[..size], &deck[14..28]];
            (hand.iter().copied().collect(), other.iter().copied().collect())
        })
    }

    #[test]
    fn every_lead_is_drawn_once() {
        let mut list = PlayList::new();
        for (hand, _) in random_hands(1500) {
            let drawn = all_draws(|below| Some(draw_lead(hand.mask(), &mut list, below)));
            assert_eq!(drawn, listed(&Query::leads(hand), false), "{hand:?}");
        }
    }

    #[test]
    fn every_answer_and_the_pass_are_drawn_once() {
        let mut list = PlayList::new();
        for (hand, other) in random_hands(800).filter(|(hand, _)| !hand.has_bomb()) {
            let mut codes = Vec::new();
            Query::leads(other).emit(&mut codes);
            for code in codes.into_iter().step_by(5) {
                let table = Combination::from_valid_code(code);
                if table.kind() == Kind::Dog {
                    continue;
                }
                let drawn = all_draws(|below| draw_answer(hand.mask(), table, &mut list, below));
                let answers = Query::answers(hand, table);
                assert_eq!(drawn, listed(&answers, true), "{hand:?} on {table:?}");
            }
        }
    }

    #[test]
    fn a_wish_and_bombs_are_drawn_from_the_query() {
        let mut list = PlayList::new();
        for (hand, other) in random_hands(300) {
            let table = other.iter().find_map(|card| Combination::of(card.into(), None).ok());
            for wish in [None, Some(5), Some(9)] {
                let on_turn = Query { wish, ..Query::leads(hand) };
                let table = table.filter(|top| top.kind() != Kind::Dog);
                for query in [on_turn, Query { table, ..on_turn }] {
                    let passes = query.may_pass();
                    let drawn = all_draws(|below| query.draw(u64::from(passes), &mut list, below));
                    assert_eq!(drawn, listed(&query, passes), "{query:?}");
                }
            }
        }
    }
}
