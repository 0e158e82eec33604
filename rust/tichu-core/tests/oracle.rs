//! Every way to ask a query against the brute force of `common`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::collections::{HashMap, HashSet};

use common::book::emitted;
use common::{Reading, hand, legal, query, readings, subsets};
use proptest::prelude::*;
use tichu_core::{Card, CardSet, Combination, Kind, PlayList, Query, classify};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn check_against_the_rules(query: &Query) {
    let plays = emitted(query);
    let mut found: Vec<Reading> = plays.iter().map(|&play| play.into()).collect();
    found.sort_unstable();
    let (expected, may_pass) = legal(query);
    assert_eq!(found, expected, "{query:?}");
    assert_eq!(query.may_pass(), may_pass, "{query:?}");
    assert_eq!(query.is_empty(), expected.is_empty(), "{query:?}");
}

/// All entry points say the same as the list.
fn check_agreement(query: &Query) {
    let plays = emitted(query);
    assert_eq!(query.count(), plays.len() as u64);
    for (place, &play) in plays.iter().enumerate() {
        assert_eq!(query.nth(place as u64), Some(play));
    }
    assert_eq!(query.nth(plays.len() as u64), None);
    let mut list = PlayList::new();
    query.emit_into(&mut list);
    assert!(list.iter().eq(plays.iter().copied()));
    for kind in Kind::ALL {
        let of_kind = || plays.iter().copied().filter(|play| play.kind() == kind);
        assert_eq!(query.count_by_kind()[kind as usize], of_kind().count() as u64, "{kind}");
        query.emit_kind_into(kind, &mut list);
        assert!(list.iter().eq(of_kind()), "{kind}");
    }
    assert!(plays.iter().copied().is_sorted_by_key(documented_order), "{plays:?}");
}

/// What the documentation of the order promises.
fn documented_order(play: Combination) -> (Kind, u8, usize, bool) {
    let (length, phoenix) = match play.kind() {
        Kind::FullHouse | Kind::BombSf => (0, false),
        _ => (play.len(), play.phoenix_rank().is_some()),
    };
    (play.kind(), play.key(), length, phoenix)
}

/// The list holds exactly the combinations that `contains` accepts.
fn check_membership(query: &Query) {
    let plays: HashSet<Combination> = emitted(query).into_iter().collect();
    for cards in subsets(query.hand) {
        for reading in classify(cards) {
            let answer = reading.answering(query.table.as_ref());
            assert_eq!(query.contains(reading), plays.contains(&reading), "{query:?} {reading}");
            assert_eq!(query.contains(answer), plays.contains(&answer), "{query:?} {answer}");
        }
    }
}

/// What makes a pattern: the kind, the ranks, the Phoenix rank.
type Key = (Kind, Vec<Option<u8>>, Option<u8>);

fn check_patterns(query: &Query) {
    let bombs = |cards: CardSet| {
        subsets(cards).flat_map(classify).filter(|combination| combination.is_bomb()).count()
    };
    let key = |play: Combination| -> Key {
        let mut ranks: Vec<Option<u8>> = play.cards().iter().map(Card::rank).collect();
        ranks.sort_unstable();
        (play.kind(), ranks, play.phoenix_rank())
    };
    let mut order: Vec<Key> = Vec::new();
    let mut best: HashMap<Key, (usize, u64)> = HashMap::new();
    for play in emitted(query) {
        let broken = bombs(query.hand) - bombs(query.hand - play.cards());
        let rating = (broken, play.cards().mask());
        if !best.contains_key(&key(play)) {
            order.push(key(play));
        }
        let known = best.entry(key(play)).or_insert(rating);
        *known = rating.min(*known);
    }
    let expected: Vec<u64> = order.iter().map(|key| best[key].1).collect();
    let found: Vec<u64> = query.patterns().iter().map(|play| play.cards().mask()).collect();
    assert_eq!(found, expected, "{query:?}");
}

proptest! {
    #![proptest_config(config(6000))]

    #[test]
    fn small_hands_follow_the_rules(query in query(0..=10)) {
        check_against_the_rules(&query);
        check_agreement(&query);
        check_membership(&query);
    }

    #[test]
    fn entry_points_agree_on_full_hands(query in query(11..=14)) {
        check_agreement(&query);
    }

    #[test]
    fn counting_needs_no_small_hand(hand in hand(15..=24)) {
        let query = Query::leads(hand);
        if query.count() < 200_000 {
            check_count_of_large_set(&query);
        }
    }
}

fn check_count_of_large_set(query: &Query) {
    let mut codes = vec![7];
    query.emit(&mut codes);
    assert_eq!(codes.len() as u64, 1 + query.count());
    let different: HashSet<u64> = codes.iter().copied().collect();
    assert_eq!(different.len(), codes.len());
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn full_hands_follow_the_rules(query in query(13..=14)) {
        check_against_the_rules(&query);
    }

    #[test]
    fn full_hands_classify(hand in hand(14..=14)) {
        for cards in subsets(hand) {
            let mut expected = readings(cards);
            // The higher reading comes first.
            expected.sort_unstable_by_key(|reading| std::cmp::Reverse(reading.rank2));
            let found: Vec<Reading> = classify(cards).into_iter().map(Reading::from).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn patterns_merge_suits_only(query in query(1..=9)) {
        check_patterns(&query);
    }
}

#[test]
fn the_dog_is_beaten_by_nothing() {
    let dog: Combination = "Do".parse().unwrap();
    let hand = "Dg Ph 2j 2s 2p 2t 5j 6j 7j 8j 9j".parse().unwrap();
    for in_turn in [true, false] {
        let query = Query { in_turn, ..Query::answers(hand, dog) };
        assert!(query.is_empty() && query.count() == 0 && !query.may_pass());
        assert!(query.validate().is_err());
    }
}

/// All 193 bombs of the deck against each other.
#[test]
fn bombs_beat_bombs() {
    let mut list = PlayList::new();
    for kind in [Kind::Bomb4, Kind::BombSf] {
        let mut of_kind = PlayList::new();
        Query::leads(CardSet::FULL_DECK).emit_kind_into(kind, &mut of_kind);
        for table in &of_kind {
            let query = Query { in_turn: false, ..Query::answers(CardSet::FULL_DECK, table) };
            query.emit_into(&mut list);
            let higher =
                |bomb: Combination| (bomb.len(), bomb.rank2()) > (table.len(), table.rank2());
            assert!(
                list.iter().all(|bomb| higher(bomb) && bomb.beats(&table) && !table.beats(&bomb))
            );
            let expected = [Kind::Bomb4, Kind::BombSf].map(|kind| {
                Query::leads(CardSet::FULL_DECK).emit_kind_into(kind, &mut list);
                list.iter().filter(|&bomb| higher(bomb)).count() as u64
            });
            assert_eq!(query.count(), expected.iter().sum::<u64>());
        }
    }
}

/// The Phoenix cannot lie on itself; such a question has no play of it, by whatever way it is asked.
#[test]
fn a_phoenix_on_a_phoenix_is_no_play() {
    let hand = "Ph 9j Ks".parse().unwrap();
    let query = Query::answers(hand, "Ph=9.5".parse().unwrap());
    check_agreement(&query);
    check_membership(&query);
    assert_eq!(emitted(&query), ["Ks".parse().unwrap()]);
}
