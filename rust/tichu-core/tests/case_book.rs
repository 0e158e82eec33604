//! The cases of `tests/data/rules/cases.json` that cards alone decide.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use common::book::{cards, emitted, load, phoenix_rank, query, table};
use serde_json::Value;
use tichu_core::{CardSet, Combination, Query, classify};

fn cases(kind: &str) -> Vec<Value> {
    let book = load("cases.json");
    let all = book["cases"].as_array().unwrap();
    all.iter().filter(|case| case["kind"] == kind).cloned().collect()
}

/// Type, rank, length and Phoenix rank, as the book and as the crate have them.
type Words = (String, f64, u64, Option<u64>);

fn expected_words(value: &Value) -> Words {
    let name = value["type"].as_str().unwrap().to_owned();
    let (rank, len) = (value["rank"].as_f64().unwrap(), value["len"].as_u64().unwrap());
    (name, rank, len, value["ph"].as_u64())
}

fn words(play: Combination) -> Words {
    let rank = f64::from(play.rank2()) / 2.0;
    let phoenix = play.phoenix_rank().map(u64::from);
    (play.kind().name().to_owned(), rank, play.len() as u64, phoenix)
}

#[test]
fn classify_cases() {
    for case in cases("classify") {
        let (id, input) = (&case["id"], &case["input"]);
        let declared = phoenix_rank(input);
        let mut found: Vec<Words> = match declared {
            None => classify(cards(&input["cards"])).into_iter().map(words).collect(),
            Some(_) => {
                Combination::of(cards(&input["cards"]), declared).into_iter().map(words).collect()
            }
        };
        if case["expect"]["default"].is_object() {
            assert_eq!(found.first(), Some(&expected_words(&case["expect"]["default"])), "{id}");
        }
        let readings = case["expect"]["readings"].as_array().unwrap();
        let mut expected: Vec<Words> = readings.iter().map(expected_words).collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        expected.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(found, expected, "{id}");
    }
}

#[test]
fn compare_cases() {
    for case in cases("compare") {
        let (own, table) = (&case["input"]["a"], table(&case["input"]["b"]));
        let beats = match phoenix_rank(own) {
            Some(rank) => {
                Combination::of(cards(&own["cards"]), Some(rank)).is_ok_and(|own| own.beats(&table))
            }
            None => classify(cards(&own["cards"])).into_iter().any(|own| own.beats(&table)),
        };
        assert_eq!(Some(beats), case["expect"]["beats"].as_bool(), "{}", case["id"]);
    }
}

fn check_legal(id: &str, query: &Query, expect: &Value) {
    let plays = emitted(query);
    let holds = |set: CardSet| plays.iter().any(|play| play.cards() == set);
    if let Some(expected) = expect["plays"].as_array() {
        assert_eq!(plays.len(), expected.len(), "{id}: {plays:?}");
        for play in expected {
            let is_it = |found: &&Combination| {
                found.cards() == cards(&play["cards"]) && words(**found) == expected_words(play)
            };
            assert!(plays.iter().any(|found| is_it(&found)), "{id}: {play} is missing");
        }
    }
    if let Some(pass) = expect["pass"].as_bool() {
        assert_eq!(query.may_pass(), pass, "{id}");
    }
    if let Some(readings) = expect["n_readings"].as_u64() {
        assert_eq!(query.count(), readings, "{id}");
    }
    for set in expect["includes"].as_array().into_iter().flatten() {
        assert!(holds(cards(set)), "{id}: {set}");
    }
    for set in expect["excludes"].as_array().into_iter().flatten() {
        assert!(!holds(cards(set)), "{id}: {set}");
    }
    if let Some(rank) = expect["must_contain_rank"].as_u64() {
        assert!(plays.iter().all(|play| play.contains_rank(rank as u8)), "{id}");
    }
}

#[test]
fn legal_cases() {
    for case in cases("legal") {
        let (id, query) = (case["id"].as_str().unwrap(), query(&case["input"]));
        check_legal(id, &query, &case["expect"]);
        for alternative in case["alt"].as_array().into_iter().flatten() {
            if alternative["input"].is_null() {
                let strict_wish = alternative["options"]["wish_bomb_in_turn"] == "strict";
                check_legal(id, &Query { strict_wish, ..query }, &alternative["expect"]);
            }
        }
    }
}
