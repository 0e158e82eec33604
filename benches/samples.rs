//! Random hands and card sets for the benches; every run has the same.

#![allow(dead_code, reason = "no bench uses all of it")]

use tichu_core::{Card, CardSet, Combination, Kind, Query, Rng, classify};

/// Hands of 14 cards, dealt four at a time.
pub(crate) fn hands(count: usize) -> Vec<CardSet> {
    let mut rng = Rng::from_seed([7; 32]);
    let mut deck = Card::ALL_IN_DECK_ORDER;
    let mut hands = Vec::with_capacity(count + 3);
    while hands.len() < count {
        rng.shuffle(&mut deck);
        hands.extend(deck.chunks(14).map(|hand| hand.iter().copied().collect::<CardSet>()));
    }
    hands.truncate(count);
    hands
}

/// A random lead of a hand, each play as likely.
fn random_lead(hand: CardSet, rng: &mut Rng) -> Option<Combination> {
    let leads = Query::leads(hand);
    leads.nth(rng.below(leads.count()))
}

/// Card sets that are combinations: random leads of random hands, the Phoenix in half of them.
pub(crate) fn valid_sets(count: usize) -> Vec<CardSet> {
    let mut rng = Rng::from_seed([8; 32]);
    let hands = hands(count).into_iter();
    let hands = hands.enumerate().map(|(i, h)| if i % 2 == 0 { h } else { h.with(Card::PHOENIX) });
    hands.filter_map(|hand| random_lead(hand, &mut rng)).map(Combination::cards).collect()
}

/// Random subsets of random hands that are no combinations, the Phoenix in half of the hands.
pub(crate) fn invalid_sets(count: usize) -> Vec<CardSet> {
    let mut rng = Rng::from_seed([9; 32]);
    let hands = hands(count / 4);
    let mut sets = Vec::with_capacity(count);
    for (place, hand) in hands.iter().cycle().enumerate() {
        let phoenix = if place % 2 == 0 { 0 } else { Card::PHOENIX.bit() };
        let subset = (hand.mask() | phoenix) & rng.next_u64();
        sets.extend(CardSet::from_mask(subset).filter(|&set| classify(set).is_empty()));
        if sets.len() >= count {
            break;
        }
    }
    sets
}

/// A hand, and a random lead of the hand beside it on the table.
pub(crate) fn answers(count: usize) -> Vec<Query> {
    let mut rng = Rng::from_seed([10; 32]);
    let hands = hands(2 * count);
    let pairs = hands.chunks_exact(2).filter_map(|pair| match *pair {
        [hand, other] => random_lead(other, &mut rng).map(|table| Query::answers(hand, table)),
        _ => None,
    });
    let on_table = |query: &Query| query.table.is_some_and(|table| table.kind() != Kind::Dog);
    pairs.filter(on_table).collect()
}
