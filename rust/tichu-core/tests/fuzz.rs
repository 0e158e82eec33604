//! The positions of `tests/data/rules/fuzz.json`, whose answers were found by brute force elsewhere.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use common::book::{emitted, load, query};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tichu_core::{Combination, Kind, Query};

fn line(play: Combination) -> String {
    let cards: String = play.cards().iter().map(|card| card.to_string()).collect();
    let rank = f64::from(play.rank2()) / 2.0;
    let phoenix = play.phoenix_rank().unwrap_or(0);
    format!("{cards}={}/{rank}/{}/{phoenix}", play.kind(), play.len())
}

fn digest(plays: &[Combination]) -> String {
    let mut lines: Vec<String> = plays.iter().map(|&play| line(play)).collect();
    lines.sort_unstable();
    let hash = Sha256::digest(lines.join("\n"));
    let start: [u8; 8] = hash[..8].try_into().unwrap();
    format!("{:016x}", u64::from_be_bytes(start))
}

fn check(id: &str, query: &Query, expected: &Value) {
    let plays = emitted(query);
    assert_eq!(plays.len() as u64, expected["n_readings"].as_u64().unwrap(), "{id}: readings");
    assert_eq!(query.count(), plays.len() as u64, "{id}: count");
    let mut sets: Vec<u64> = plays.iter().map(|play| play.cards().mask()).collect();
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(sets.len() as u64, expected["n_sets"].as_u64().unwrap(), "{id}: sets");
    assert_eq!(digest(&plays), expected["sha"].as_str().unwrap(), "{id}: digest");
    if let Some(types) = expected["types"].as_object() {
        for kind in Kind::ALL {
            let expected = types.get(kind.name()).map_or(0, |count| count.as_u64().unwrap());
            assert_eq!(query.count_by_kind()[kind as usize], expected, "{id}: {kind}");
        }
    }
}

#[test]
fn every_position_agrees() {
    let data = load("fuzz.json");
    let positions = data["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 320);
    for position in positions {
        let id = position["id"].as_str().unwrap();
        let mut query = query(position);
        check(id, &query, position);
        if let Some(pass) = position["pass"].as_bool() {
            assert_eq!(query.may_pass(), pass, "{id}: pass");
        }
        query.strict_wish = true;
        check(id, &query, &position["strict"]);
    }
}
