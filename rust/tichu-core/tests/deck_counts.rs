//! Numbers that were derived independently: plays of the whole deck, exact means over all hands,
//! extreme hands, and percentiles.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use tichu_core::{Card, CardSet, Kind, PlayList, Query, Rng, Suit};

/// Plays of the whole deck, in the order of [`Kind::ALL`].
const DECK_COUNTS: [u64; 9] = [55, 130, 130, 13_329_288, 11_856, 859_980_620, 13, 180, 1];

fn leads(hand: &str) -> Query {
    Query::leads(hand.parse().unwrap())
}

#[test]
fn plays_of_the_whole_deck() {
    let query = Query::leads(CardSet::FULL_DECK);
    assert_eq!(query.count_by_kind(), DECK_COUNTS);
    assert_eq!(query.count(), 873_322_273);
}

/// The plays of a deck with only so many suits, and the four special cards.
fn plays_with_suits(suits: usize) -> PlayList {
    let allowed = Suit::ALL.get(..suits).unwrap();
    let in_deck = |card: &Card| card.suit().is_none_or(|suit| allowed.contains(&suit));
    let deck: CardSet = Card::ALL_IN_DECK_ORDER.into_iter().filter(in_deck).collect();
    let mut list = PlayList::new();
    Query::leads(deck).emit_into(&mut list);
    list
}

/// How many plays of the whole deck have each kind and length. Straights and stairs are too many
/// to list: each play of a deck with fewer suits stands for all its choices of suits.
fn plays_by_length() -> [[u128; 15]; 9] {
    let mut counts = [[0; 15]; 9];
    for (kind, len) in [
        (Kind::Single, 1),
        (Kind::Pair, 2),
        (Kind::Triple, 3),
        (Kind::FullHouse, 5),
        (Kind::Bomb4, 4),
        (Kind::Dog, 1),
    ] {
        counts[kind as usize][len] = u128::from(DECK_COUNTS[kind as usize]);
    }
    for play in &plays_with_suits(1) {
        let suited = play.cards().iter().filter(|card| card.suit().is_some()).count() as u32;
        match play.kind() {
            Kind::Straight => counts[Kind::Straight as usize][play.len()] += 4_u128.pow(suited),
            Kind::BombSf => {
                counts[Kind::Straight as usize][play.len()] += 4_u128.pow(suited) - 4;
                counts[Kind::BombSf as usize][play.len()] += 4;
            }
            _ => {}
        }
    }
    for play in plays_with_suits(2).iter().filter(|play| play.kind() == Kind::Stairs) {
        // Six pairs of a rank for the one of two suits; four single cards for the two.
        let pairs = play.len() as u32 / 2;
        let choices = match play.phoenix_rank() {
            None => 6_u128.pow(pairs),
            Some(_) => 6_u128.pow(pairs - 1) * 2,
        };
        counts[Kind::Stairs as usize][play.len()] += choices;
    }
    counts
}

fn binomial(n: u128, k: u128) -> u128 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The mean number of plays of each kind over all hands of a size, over the number of hands: each
/// play is in as many hands as the other cards can be chosen.
fn totals(hand_size: u128) -> [u128; 9] {
    plays_by_length().map(|lengths| {
        let hands_with = |len: usize| match hand_size.checked_sub(len as u128) {
            Some(others) => binomial(56 - len as u128, others),
            None => 0,
        };
        lengths.iter().enumerate().map(|(len, plays)| plays * hands_with(len)).sum()
    })
}

fn assert_close(found: u128, hands: u128, expected: f64, digits: i32) {
    let mean = found as f64 / hands as f64;
    assert!((mean - expected).abs() < 0.51 * 10_f64.powi(-digits), "{mean} is not {expected}");
}

#[test]
fn lengths_add_up() {
    for (kind, lengths) in Kind::ALL.into_iter().zip(plays_by_length()) {
        assert_eq!(lengths.iter().sum::<u128>(), u128::from(DECK_COUNTS[kind as usize]), "{kind}");
    }
}

#[test]
fn exact_mean_of_full_hands() {
    let (total, hands) = (totals(14).iter().sum::<u128>(), binomial(56, 14));
    assert_eq!(hands, 5_804_731_963_800);
    let divisor = gcd(total, hands);
    assert_eq!((total / divisor, hands / divisor), (14_815_038_414_541, 241_863_831_825));
    assert_close(total, hands, 61.253_633_099, 9);
}

#[test]
fn means_by_kind() {
    let hands = binomial(56, 14);
    let expected = [
        (Kind::Single, 13.75, 9),
        (Kind::Dog, 0.25, 9),
        (Kind::Pair, 7.681_818, 6),
        (Kind::Triple, 1.707_071, 6),
        (Kind::Stairs, 3.515_729, 6),
        (Kind::FullHouse, 6.213_836, 6),
        (Kind::Straight, 28.077_451, 6),
        (Kind::Bomb4, 0.035_430, 6),
        (Kind::BombSf, 0.022_298, 6),
    ];
    for (kind, mean, digits) in expected {
        assert_close(totals(14)[kind as usize], hands, mean, digits);
    }
}

#[test]
fn means_of_smaller_hands() {
    assert_close(totals(8).iter().sum(), binomial(56, 8), 11.397_075_709, 9);
    assert_close(totals(13).iter().sum(), binomial(56, 13), 43.035_185_400, 9);
}

#[test]
fn the_hand_with_the_most_leads() {
    let hand = leads("Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph");
    assert_eq!(hand.count(), 1857);
    let mut codes = Vec::new();
    hand.emit(&mut codes);
    assert_eq!(codes.len(), 1857);
}

#[test]
fn a_hand_with_the_fewest_leads() {
    assert_eq!(leads("2j 3s 4p 6t 7j 8s 9p Jt Qj Ks At Mj Do Dg").count(), 14);
}

/// The counts of many random hands, sorted.
fn sampled_counts(size: usize, hands: usize) -> Vec<u64> {
    let mut rng = Rng::from_seed([11; 32]);
    let mut deck = Card::ALL_IN_DECK_ORDER;
    let mut counts = Vec::with_capacity(hands);
    while counts.len() < hands {
        rng.shuffle(&mut deck);
        for hand in deck.chunks_exact(size) {
            counts.push(Query::leads(hand.iter().copied().collect()).count());
        }
    }
    counts.sort_unstable();
    counts
}

/// A percentile is the least number that at least this part of the hands does not exceed. A wrong
/// one would be found, and a right one refused with a chance below one in a hundred thousand: the
/// bound is 4.5 standard deviations of the sampled share (the hands of a deal are nearly independent).
#[test]
fn percentiles_of_full_hands() {
    let counts = sampled_counts(14, 1_000_000);
    let size = counts.len() as f64;
    for (part, expected) in [(0.5, 34), (0.9, 128), (0.99, 380), (0.999, 733)] {
        let slack = 4.5 * (part * (1.0 - part) / size).sqrt();
        let below = counts.partition_point(|&count| count < expected) as f64 / size;
        let up_to = counts.partition_point(|&count| count <= expected) as f64 / size;
        assert!(below < part + slack, "{part}: {below} of the hands are below {expected}");
        assert!(up_to > part - slack, "{part}: {up_to} of the hands are up to {expected}");
    }
    assert!(counts.iter().all(|count| (14..=1857).contains(count)));
}

#[test]
fn bounds_of_smaller_hands() {
    assert!(sampled_counts(8, 200_000).iter().all(|&count| count <= 157));
    assert!(sampled_counts(13, 200_000).iter().all(|&count| count <= 1348));
}
