//! Text in and out, and the codes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use common::hand;
use proptest::prelude::*;
use tichu_core::{Card, CardSet, Combination, Error, ErrorCode, Kind, Query, Suit, code};

fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn combination(text: &str) -> Combination {
    text.parse().unwrap()
}

fn failure<T: std::str::FromStr<Err = Error>>(text: &str) -> (ErrorCode, Option<usize>) {
    let error = text.parse::<T>().err().unwrap_or_else(|| panic!("{text:?} was read"));
    assert!(error.to_string().ends_with('.'), "{error}");
    (error.code(), error.position())
}

#[test]
fn deck_order() {
    let text = cards("").to_string() + &CardSet::FULL_DECK.to_string();
    assert!(text.starts_with("2j 2s 2p 2t 3j 3s"));
    assert!(text.ends_with("Ap At Mj Do Ph Dg"));
    assert!(Card::ALL_IN_DECK_ORDER.is_sorted());
    assert!(CardSet::FULL_DECK.iter().eq(Card::ALL_IN_DECK_ORDER));
    assert_eq!(cards(&text), CardSet::FULL_DECK);
}

#[test]
fn mask_layout() {
    for card in Card::ALL_IN_DECK_ORDER {
        assert_eq!(Card::from_index(card.index()), Some(card));
        assert_eq!(card.to_string().parse(), Ok(card));
        if let (Some(rank), Some(suit)) = (card.rank(), card.suit()) {
            assert_eq!(u64::from(card.index()), 4 * (u64::from(rank) - 1) + suit as u64);
            assert_eq!(Card::natural(rank, suit), Some(card));
        }
    }
    let specials = [Card::MAH_JONG, Card::DOG, Card::PHOENIX, Card::DRAGON];
    assert_eq!(specials.map(Card::index), [0, 1, 2, 3]);
    assert_eq!(specials.map(Card::rank), [Some(1), None, None, Some(15)]);
    assert_eq!((Card::from_index(56), Card::natural(15, Suit::Jade)), (None, None));
    assert_eq!((CardSet::from_mask(1 << 56), Card::natural(1, Suit::Jade)), (None, None));
}

#[test]
fn points_of_the_deck() {
    assert_eq!(CardSet::FULL_DECK.points(), 100);
    assert_eq!(CardSet::FULL_DECK.iter().map(Card::points).sum::<i32>(), 100);
    assert_eq!(cards("Ph").points(), -25);
}

#[test]
fn blanks_are_free() {
    for text in ["7jTsMj", "7j Ts Mj", "  7j\tTs \n Mj ", "Mj\u{a0}Ts7j"] {
        assert_eq!(cards(text), cards("7j Ts Mj"), "{text:?}");
    }
    assert_eq!(cards("   "), CardSet::EMPTY);
}

#[test]
fn bad_cards() {
    use ErrorCode::{DuplicateCard, UnknownCard};
    for (text, expected) in [
        ("7j 7j", (DuplicateCard, Some(3))),
        ("7j 1j", (UnknownCard, Some(3))),
        ("7j 7", (UnknownCard, Some(3))),
        ("mj", (UnknownCard, Some(0))),
        ("7J", (UnknownCard, Some(0))),
        ("10j", (UnknownCard, Some(0))),
        ("7 j", (UnknownCard, Some(0))),
        ("7j, 8j", (UnknownCard, Some(2))),
        ("é 7j", (UnknownCard, Some(0))),
        ("7j \u{1F0CF}\u{1F0CF}", (UnknownCard, Some(3))),
    ] {
        assert_eq!(failure::<CardSet>(text), expected, "{text:?}");
    }
    for text in ["", "7", "7j ", "7j8j", "é", "Xx"] {
        assert_eq!(failure::<Card>(text).0, UnknownCard, "{text:?}");
    }
}

#[test]
fn combinations_as_text() {
    for (text, kind, rank2, phoenix) in [
        ("5j 5s Ph=5", Kind::Triple, 10, Some(5)),
        ("Ph=13.5", Kind::Single, 27, None),
        ("Ph=1.5", Kind::Single, 3, None),
        ("Dg", Kind::Single, 30, None),
        ("Do", Kind::Dog, 0, None),
        ("2s 3p 4j 5j Mj", Kind::Straight, 10, None),
        ("2s 4j 5j Mj Ph=3", Kind::Straight, 10, Some(3)),
        ("Jj Qs Kp At Ph=10", Kind::Straight, 28, Some(10)),
        ("2j 2s 3j 4j 4s Ph=3", Kind::Stairs, 8, Some(3)),
        ("2j 2s 2p 4j Ph=4", Kind::FullHouse, 4, Some(4)),
        ("6p 7p 8p 9p Tp", Kind::BombSf, 20, None),
    ] {
        let parsed = combination(text);
        assert_eq!((parsed.kind(), parsed.rank2(), parsed.phoenix_rank()), (kind, rank2, phoenix));
        assert_eq!(parsed.to_string(), text);
    }
}

#[test]
fn defaults_of_the_phoenix() {
    assert_eq!(combination("Ph").to_string(), "Ph=1.5");
    assert_eq!(combination("Ph 4j 4s 9p 9t").to_string(), "4j 4s 9p 9t Ph=9");
    assert_eq!(combination("5j 6s 7p 8t Ph").to_string(), "5j 6s 7p 8t Ph=9");
    assert_eq!(combination("Ph=4 5j 6s 7p 8t").to_string(), "5j 6s 7p 8t Ph=4");
    assert_eq!(combination("JjQsKpAtPh").phoenix_rank(), Some(10));
}

#[test]
fn bad_combinations() {
    use ErrorCode::{
        BadPhoenixRank, DuplicateCard, NeedlessPhoenixRank, NotACombination, UnknownCard,
    };
    for (text, expected) in [
        ("", (NotACombination, None)),
        ("5j 6j", (NotACombination, None)),
        ("5j 5s Ph=6", (BadPhoenixRank, Some(9))),
        ("5j 5s Ph=", (BadPhoenixRank, Some(9))),
        ("5j 5s Ph=x", (BadPhoenixRank, Some(9))),
        ("5j 5s Ph=05", (BadPhoenixRank, Some(9))),
        ("5j 5s Ph=5.5", (BadPhoenixRank, Some(9))),
        ("5j 5s Ph=999", (BadPhoenixRank, Some(9))),
        ("5j 5s=5 Ph", (BadPhoenixRank, Some(5))),
        ("5j 5s Ph=5=5", (UnknownCard, Some(10))),
        ("5j 5s Ph=5 5s", (DuplicateCard, Some(11))),
        ("5j 5s Ph=5 ?", (UnknownCard, Some(11))),
        ("Ph=5", (NeedlessPhoenixRank, Some(3))),
        ("Ph=0.5", (BadPhoenixRank, Some(3))),
        ("Ph=15.5", (BadPhoenixRank, Some(3))),
        ("5j 9s Ph=5", (NotACombination, None)),
    ] {
        assert_eq!(failure::<Combination>(text), expected, "{text:?}");
    }
    let declared =
        |text: &str, rank| Combination::of(cards(text), Some(rank)).map_err(|e| e.code());
    assert_eq!(declared("5j 5s", 5), Err(NeedlessPhoenixRank));
    assert_eq!(declared("Ph", 5), Err(NeedlessPhoenixRank));
    assert_eq!(declared("5j Ph", 6), Err(BadPhoenixRank));
    assert_eq!(declared("5j Ph", 5), Ok(combination("5j Ph=5")));
}

#[test]
fn codes() {
    let top_byte = |text: &str| combination(text).code() >> 56;
    assert_eq!(top_byte("7j"), 0x07);
    assert_eq!(top_byte("Ph=14.5"), 0x0E);
    assert_eq!(top_byte("Dg"), 0x0F);
    assert_eq!(top_byte("7j 7s"), 0x17);
    assert_eq!(top_byte("7j 7s 7p"), 0x27);
    assert_eq!(top_byte("7j 7s 8p 8t"), 0x37);
    assert_eq!(top_byte("7j 7s 8p 8t Ph=7"), 0x47);
    assert_eq!(top_byte("Mj 2j 3j 4j 5j"), 0x51);
    assert_eq!(top_byte("7j 7s 7p 7t"), 0x67);
    assert_eq!(top_byte("7j 8j 9j Tj Jj"), 0x77);
    assert_eq!(top_byte("Do"), 0x80);
    let tail = code::exchange(Card::DRAGON, Card::DOG, "2j".parse().unwrap());
    assert_eq!(tail, (0x9E << 56) | 3 | 1 << 6 | 4 << 12);
    assert_eq!((code::wish(None), code::wish(Some(14))), (0xA0 << 56, (0xA0 << 56) | 0xE));
    assert_eq!(code::give_dragon(3), (0xB0 << 56) | 3);
    for action in [0, u64::MAX, tail, code::PASS, code::DECLINE, code::COLLECT, code::TICHU, 1] {
        assert_eq!(Combination::from_code(action).map_err(|e| e.code()), Err(ErrorCode::BadCode));
    }
}

#[test]
fn questions_that_cannot_come_up() {
    let leads = Query::leads(cards("2j 3j"));
    let code = |query: Query| query.validate().map_err(|error| error.code());
    assert_eq!(code(leads), Ok(()));
    assert_eq!(code(Query::leads(CardSet::FULL_DECK)), Err(ErrorCode::HandTooLarge));
    for wish in [0, 1, 15, 255] {
        let query = Query { wish: Some(wish), ..leads };
        assert_eq!(code(query), Err(ErrorCode::BadWish));
        // It binds nobody all the same.
        assert_eq!(query.count(), leads.count());
    }
    assert_eq!(code(Query::answers(leads.hand, combination("Do"))), Err(ErrorCode::DogOnTable));
    assert_eq!(code(Query::answers(leads.hand, combination("2j"))), Err(ErrorCode::CardTwice));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_play_survives_text_and_code(hand in hand(1..=14)) {
        let mut seen = std::collections::HashSet::new();
        let mut list = tichu_core::PlayList::new();
        Query::leads(hand).emit_into(&mut list);
        for play in &list {
            prop_assert_eq!(play.to_string().parse::<Combination>(), Ok(play));
            prop_assert_eq!(Combination::from_code(play.code()), Ok(play));
            prop_assert_eq!(Combination::of(play.cards(), play.phoenix_rank()), Ok(play));
            prop_assert!(seen.insert(play.code()));
        }
    }

    #[test]
    fn random_text_is_refused_without_panic(text in ".{0,20}", code in any::<u64>()) {
        let _ = (text.parse::<Card>(), text.parse::<CardSet>(), text.parse::<Combination>());
        if let Ok(combination) = Combination::from_code(code) {
            prop_assert_eq!(combination.code(), code);
        }
    }

    #[test]
    fn near_misses_are_refused_without_panic(text in "([2-9TJQKA][jspt]|Ph|Ph=|Mj|=|[0-9.]| ){0,9}") {
        if let Ok(combination) = text.parse::<Combination>() {
            prop_assert_eq!(combination.to_string().parse::<Combination>(), Ok(combination));
        }
    }

    #[test]
    fn sets_as_text(hand in hand(0..=56)) {
        prop_assert_eq!(hand.to_string().parse::<CardSet>(), Ok(hand));
        prop_assert_eq!(CardSet::from_distinct(hand.iter()), Ok(hand));
        prop_assert_eq!(hand.iter().len(), hand.len());
    }

    #[test]
    fn bombs_in_sets(hand in hand(0..=20)) {
        let leads = Query::leads(hand).count_by_kind();
        let bombs = leads[Kind::Bomb4 as usize] + leads[Kind::BombSf as usize];
        prop_assert_eq!(hand.bomb_count(), bombs);
        prop_assert_eq!(hand.has_bomb(), bombs > 0);
    }
}
