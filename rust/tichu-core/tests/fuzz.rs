//! The positions of `tests/data/rules/fuzz.json`, whose answers were found by brute force elsewhere.

use serde_json::Value;
use sha2::{Digest, Sha256};
use tichu_core::{Card, CardSet, Combination, Kind, Query, classify};

const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/rules/fuzz.json");

fn cards(value: &Value) -> CardSet {
    let names: Vec<&str> = value.as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    names.join(" ").parse().unwrap()
}

/// `{cards, ph?, rank?}`: the rank is given only for a single Phoenix.
fn table(value: &Value) -> Option<Combination> {
    if value.is_null() {
        return None;
    }
    let cards = cards(&value["cards"]);
    if let Some(rank) = value["rank"].as_f64() {
        return Some(format!("Ph={rank}").parse().unwrap());
    }
    let phoenix_rank = value["ph"].as_u64().map(|rank| rank as u8);
    Some(Combination::of(cards, phoenix_rank).unwrap())
}

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
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn check(id: &str, query: &Query, expected: &Value) {
    let mut codes = Vec::new();
    query.emit(&mut codes);
    let plays: Vec<Combination> =
        codes.iter().map(|&code| Combination::from_code(code).unwrap()).collect();
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
    let data: Value = serde_json::from_str(&std::fs::read_to_string(FUZZ).unwrap()).unwrap();
    let positions = data["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 320);
    for position in positions {
        let id = position["id"].as_str().unwrap();
        let mut query = Query {
            hand: cards(&position["hand"]),
            table: table(&position["table"]),
            wish: position["wish"].as_u64().map(|wish| wish as u8),
            in_turn: position["turn"] == "in",
            strict_wish: false,
        };
        check(id, &query, position);
        if let Some(pass) = position["pass"].as_bool() {
            assert_eq!(query.may_pass(), pass, "{id}: pass");
        }
        query.strict_wish = true;
        check(id, &query, &position["strict"]);
    }
}

#[test]
fn singles_have_one_reading() {
    for card in Card::ALL_IN_DECK_ORDER {
        assert_eq!(classify(CardSet::from(card)).len(), 1);
    }
}
