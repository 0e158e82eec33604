//! What several test files share: random hands, and the rules written down a second time, from the
//! definitions and without any thought of speed.

#![allow(dead_code, reason = "no test file uses all of it")]

pub(crate) mod book;

use proptest::prelude::*;
use tichu_core::{Card, CardSet, Combination, Kind, PlayList, Query, Suit};

/// A combination in the words of the rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Reading {
    pub(crate) kind: Kind,
    pub(crate) rank2: u8,
    pub(crate) len: usize,
    pub(crate) phoenix: Option<u8>,
    pub(crate) mask: u64,
}

impl From<Combination> for Reading {
    fn from(c: Combination) -> Self {
        Self {
            kind: c.kind(),
            rank2: c.rank2(),
            len: c.len(),
            phoenix: c.phoenix_rank(),
            mask: c.cards().mask(),
        }
    }
}

/// Every reading of the cards without a table, by the definitions.
pub(crate) fn readings(cards: CardSet) -> Vec<Reading> {
    let list: Vec<Card> = cards.iter().collect();
    let found = |kind, rank2, phoenix| Reading {
        kind,
        rank2,
        len: list.len(),
        phoenix,
        mask: cards.mask(),
    };
    if let [card] = list[..] {
        return vec![match card {
            Card::DOG => found(Kind::Dog, 0, None),
            Card::PHOENIX => found(Kind::Single, 3, None),
            _ => found(Kind::Single, 2 * card.rank().unwrap(), None),
        }];
    }
    if list.is_empty() || cards.contains(Card::DOG) || cards.contains(Card::DRAGON) {
        return vec![];
    }
    let natural: Vec<u8> = list.iter().filter_map(|card| card.rank()).collect();
    if !cards.contains(Card::PHOENIX) {
        let suits: Vec<Option<Suit>> = list.iter().map(|card| card.suit()).collect();
        let one_suit = suits.iter().all(|suit| suit.is_some() && *suit == suits[0]);
        return as_kind(&natural, one_suit, true)
            .into_iter()
            .map(|(kind, rank)| found(kind, 2 * rank, None))
            .collect();
    }
    let with_phoenix = (2..=14).filter_map(|rank| {
        let ranks: Vec<u8> = natural.iter().copied().chain([rank]).collect();
        as_kind(&ranks, false, false).map(|(kind, top)| found(kind, 2 * top, Some(rank)))
    });
    with_phoenix.collect()
}

/// What two or more ranks are, and the rank that counts. A bomb needs natural cards only.
fn as_kind(ranks: &[u8], one_suit: bool, all_natural: bool) -> Option<(Kind, u8)> {
    let mut ranks = ranks.to_vec();
    ranks.sort_unstable();
    let (low, high, size) = (ranks[0], ranks[ranks.len() - 1], ranks.len());
    let count = |rank| ranks.iter().filter(|&&other| other == rank).count();
    let steps_by_one = ranks.windows(2).all(|pair| pair[1] == pair[0] + 1);
    if size >= 5 && steps_by_one {
        return Some((if one_suit { Kind::BombSf } else { Kind::Straight }, high));
    }
    // The Mah Jong is in nothing but straights.
    if low == 1 || ranks.iter().any(|&rank| count(rank) > 4) {
        return None;
    }
    if low == high {
        return match size {
            2 => Some((Kind::Pair, low)),
            3 => Some((Kind::Triple, low)),
            4 if all_natural => Some((Kind::Bomb4, low)),
            _ => None,
        };
    }
    if size == 5 {
        let triple = *ranks.iter().find(|&&rank| count(rank) == 3)?;
        return ranks.iter().all(|&rank| count(rank) >= 2).then_some((Kind::FullHouse, triple));
    }
    let pairs = (4..=14).contains(&size) && ranks.chunks(2).all(|c| c.len() == 2 && c[0] == c[1]);
    let next_to_each_other = ranks.chunks(2).zip(ranks.chunks(2).skip(1));
    let stairs = pairs && next_to_each_other.into_iter().all(|(a, b)| b[0] == a[0] + 1);
    stairs.then_some((Kind::Stairs, high))
}

/// Does the first beat the second?
pub(crate) fn beats(own: &Reading, table: &Reading) -> bool {
    let bomb = |reading: &Reading| matches!(reading.kind, Kind::Bomb4 | Kind::BombSf);
    match (bomb(own), bomb(table)) {
        _ if own.kind == Kind::Dog || table.kind == Kind::Dog => false,
        (true, true) => (own.len, own.rank2) > (table.len, table.rank2),
        (true, false) => true,
        (false, true) => false,
        (false, false) => own.kind == table.kind && own.len == table.len && own.rank2 > table.rank2,
    }
}

/// The reading as an answer: a lone Phoenix takes its rank from the single on the table.
fn resolved(mut reading: Reading, table: Option<&Reading>) -> Reading {
    if reading.mask == Card::PHOENIX.bit()
        && let Some(table) = table
        && table.kind == Kind::Single
        && table.rank2 < 30
    {
        reading.rank2 = table.rank2 + 1;
    }
    reading
}

/// All subsets of a set but the empty one.
pub(crate) fn subsets(cards: CardSet) -> impl Iterator<Item = CardSet> {
    let whole = cards.mask();
    let next = move |&subset: &u64| (subset != 0).then(|| (subset - 1) & whole);
    let masks = std::iter::successors(Some(whole), next).take_while(|&subset| subset != 0);
    masks.filter_map(CardSet::from_mask)
}

/// What the rules allow, R-049 to R-080, and whether passing is allowed.
pub(crate) fn legal(query: &Query) -> (Vec<Reading>, bool) {
    let table = query.table.map(Reading::from);
    let bomb = |reading: &Reading| matches!(reading.kind, Kind::Bomb4 | Kind::BombSf);
    let wished = |reading: &Reading| {
        let cards = CardSet::from_mask(reading.mask).unwrap();
        query.wish.is_some_and(|wish| cards.iter().any(|card| card.rank() == Some(wish)))
    };
    let mut plays: Vec<Reading> = subsets(query.hand)
        .flat_map(readings)
        .map(|reading| resolved(reading, table.as_ref()))
        .filter(|reading| match &table {
            None => query.in_turn,
            Some(table) => beats(reading, table) && (query.in_turn || bomb(reading)),
        })
        .collect();
    plays.sort_unstable();
    let obliged = query.in_turn && plays.iter().any(wished);
    if obliged {
        let free_bombs = table.is_some() && !query.strict_wish;
        plays.retain(|reading| wished(reading) || free_bombs && bomb(reading));
    }
    (plays, query.in_turn && query.table.is_some() && !obliged)
}

/// So many different cards, from a deck in which some kinds of card are more likely to come early.
pub(crate) fn hand(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = CardSet> {
    (sizes, 0..4_usize, any::<[u8; 32]>()).prop_map(|(size, flavour, seed)| {
        let mut rng = tichu_core::Rng::from_seed(seed);
        let base = rng.below(9) as u8 + 2;
        let mut deck: Vec<(u64, Card)> = Card::ALL_IN_DECK_ORDER
            .into_iter()
            .map(|card| {
                let early = match (flavour, card.rank(), card.suit()) {
                    (_, _, None) => rng.below(3) == 0,
                    // Few ranks: pairs, full houses, fours. Few suits: runs and bombs. Neighbours.
                    (1, Some(rank), _) => rank % 4 == base % 4,
                    (2, Some(rank), Some(suit)) => suit == Suit::Jade && rank >= base,
                    (3, Some(rank), _) => (base..base + 4).contains(&rank),
                    _ => false,
                };
                (rng.below(1 << 20) >> if early { 4 } else { 0 }, card)
            })
            .collect();
        deck.sort_unstable();
        deck.into_iter().take(size).map(|(_, card)| card).collect()
    })
}

/// A random lead, each kind as likely, so that rare kinds are not rare here.
fn lead_of_any_kind(hand: CardSet, pick: u64) -> Option<Combination> {
    let leads = Query::leads(hand);
    let counts = Kind::ALL.into_iter().zip(leads.count_by_kind());
    let kinds: Vec<_> = counts.filter(|&(kind, n)| n > 0 && kind != Kind::Dog).collect();
    let &(kind, count) = kinds.get(pick as usize % kinds.len().max(1))?;
    let mut list = PlayList::new();
    leads.emit_kind_into(kind, &mut list);
    list.get(((pick >> 32) % count) as usize)
}

/// A hand, and a play of another hand on the table: a single Phoenix there has any rank.
pub(crate) fn position(
    sizes: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = (CardSet, Option<Combination>)> {
    (hand(sizes), hand(1..=18), any::<u64>(), 1..=14_u8).prop_map(|(hand, other, pick, floor)| {
        let table = lead_of_any_kind(other - hand, pick).map(|play| {
            if play.is_lone_phoenix() { format!("Ph={floor}.5").parse().unwrap() } else { play }
        });
        (hand, table)
    })
}

/// Any question that can come up in a game.
pub(crate) fn query(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Query> {
    let wish = prop_oneof![Just(None), (2..=14_u8).prop_map(Some)];
    let lead = prop::bool::weighted(0.3);
    (position(sizes), lead, wish, prop::bool::weighted(0.8), any::<bool>()).prop_map(
        |((hand, table), lead, wish, in_turn, strict_wish)| Query {
            hand,
            table: if lead { None } else { table },
            wish,
            in_turn,
            strict_wish,
        },
    )
}
