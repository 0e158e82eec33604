//! The JSON files of `tests/data/rules`.

use serde_json::Value;
use tichu_core::{CardSet, Combination, Query};

pub(crate) fn load(name: &str) -> Value {
    let path = format!("{}/../../tests/data/rules/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub(crate) fn cards(value: &Value) -> CardSet {
    let names: Vec<&str> = value.as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    names.join(" ").parse().unwrap()
}

pub(crate) fn phoenix_rank(value: &Value) -> Option<u8> {
    value["ph"].as_u64().map(|rank| rank as u8)
}

/// `{cards, ph?, rank?}` on a table: the rank is given only for a single Phoenix.
pub(crate) fn table(value: &Value) -> Combination {
    match value["rank"].as_f64() {
        Some(rank) => format!("Ph={rank}").parse().unwrap(),
        None => Combination::of(cards(&value["cards"]), phoenix_rank(value)).unwrap(),
    }
}

/// `{hand, table, wish, turn}`, under the default rules.
pub(crate) fn query(value: &Value) -> Query {
    Query {
        hand: cards(&value["hand"]),
        table: (!value["table"].is_null()).then(|| table(&value["table"])),
        wish: value["wish"].as_u64().map(|wish| wish as u8),
        in_turn: value["turn"] == "in",
        strict_wish: false,
    }
}

pub(crate) fn emitted(query: &Query) -> Vec<Combination> {
    let mut codes = Vec::new();
    query.emit(&mut codes);
    codes.into_iter().map(|code| Combination::from_code(code).unwrap()).collect()
}
