//! Stable numbers of actions: a small fixed alphabet for learning bots.
//!
//! Plays that differ only in suits have one number, so that a table of [`NUMBERS`] entries holds a
//! value for every action. The numbers are, in this order, and are part of the format:
//!
//! | from | what |
//! | --- | --- |
//! | 0 | pass, decline, Tichu, give the Dragon to the next seat, to the previous seat |
//! | [`SINGLES`] | single cards: the Mah Jong without a wish, 2 to ace, Phoenix, Dragon; the Dog |
//! | [`PAIRS`] | by rank 2 to 14, each without and with the Phoenix |
//! | [`TRIPLES`] | likewise |
//! | [`FULL_HOUSES`] | by the triple's rank, then the pair's: plain, Phoenix in the pair, in the triple |
//! | [`FOURS`] | bombs of four, by rank |
//! | [`STAIRS`] | by lowest rank, then ranks (2 to 7), then Phoenix: none, or the place of its rank |
//! | [`STRAIGHTS`] | by lowest rank 1 to 10, then ranks (5 to 14), then Phoenix likewise |
//! | [`ONE_SUIT`] | bombs of one suit: by lowest rank 2 to 10, then length (5 to 13) |
//! | [`WISHES`] | plays with the Mah Jong and a wish: the wish 2 to 14, times the single and straights |
//!
//! Runs that would pass the ace have numbers too, which no action ever has.

use super::action;
use crate::card::{Card, HIGHEST_RANK};
use crate::code::{DECLINE, PASS, TICHU};
use crate::combination::Combination;
use crate::kind::Kind;

const RANKS: usize = 13;
/// The first number of single cards.
pub const SINGLES: usize = 5;
/// The first number of pairs.
pub const PAIRS: usize = SINGLES + RANKS + 4;
/// The first number of triples.
pub const TRIPLES: usize = PAIRS + 2 * RANKS;
/// The first number of full houses.
pub const FULL_HOUSES: usize = TRIPLES + 2 * RANKS;
/// The first number of bombs of four.
pub const FOURS: usize = FULL_HOUSES + 3 * RANKS * RANKS;
/// The first number of stairs.
pub const STAIRS: usize = FOURS + RANKS;
const STAIRS_OF_A_RANK: usize = 6 * 8;
/// The first number of straights.
pub const STRAIGHTS: usize = STAIRS + 12 * STAIRS_OF_A_RANK;
const STRAIGHTS_OF_A_RANK: usize = 10 * 15;
/// The first number of bombs of one suit.
pub const ONE_SUIT: usize = STRAIGHTS + 10 * STRAIGHTS_OF_A_RANK;
/// The first number of plays with a wish.
pub const WISHES: usize = ONE_SUIT + 9 * 9;
const PLAYS_WITH_A_WISH: usize = 1 + STRAIGHTS_OF_A_RANK;
/// How many numbers there are.
pub const NUMBERS: usize = WISHES + RANKS * PLAYS_WITH_A_WISH;

/// The number of an answer of a seat, below [`NUMBERS`]; `None` for a code that is no answer.
pub fn number_of(code: u64, seat: u8) -> Option<usize> {
    match code {
        PASS => return Some(0),
        DECLINE => return Some(1),
        TICHU => return Some(2),
        _ => {}
    }
    if let Some(to) = action::recipient(code) {
        return Some(if to == (seat + 1) & 3 { 3 } else { 4 });
    }
    if !action::is_play(code) {
        return None;
    }
    let plain = Combination::from_valid_code(action::combination_code(code));
    let number = number_of_play(plain)?;
    match action::wish(code) {
        0 => Some(number),
        wish => {
            let which = if number == SINGLES { 0 } else { 1 + number - STRAIGHTS };
            Some(WISHES + (wish as usize - 2) * PLAYS_WITH_A_WISH + which)
        }
    }
}

fn number_of_play(play: Combination) -> Option<usize> {
    let key = play.key() as usize;
    let phoenix = play.cards().contains(Card::PHOENIX);
    let rank = key.checked_sub(2);
    Some(match play.kind() {
        Kind::Single if phoenix => SINGLES + RANKS + 1,
        Kind::Single => SINGLES + if key == 15 { RANKS + 2 } else { key.checked_sub(1)? },
        Kind::Dog => SINGLES + RANKS + 3,
        Kind::Pair => PAIRS + 2 * rank? + usize::from(phoenix),
        Kind::Triple => TRIPLES + 2 * rank? + usize::from(phoenix),
        Kind::FullHouse => FULL_HOUSES + 3 * (RANKS * rank? + pair_of(play, key)) + part_of(play),
        Kind::Bomb4 => FOURS + rank?,
        Kind::Stairs => {
            let ranks = play.len() / 2;
            STAIRS + STAIRS_OF_A_RANK * rank? + 8 * (ranks - 2) + place_of_phoenix(play)
        }
        Kind::Straight => {
            STRAIGHTS
                + STRAIGHTS_OF_A_RANK * key.checked_sub(1)?
                + 15 * (play.len() - 5)
                + place_of_phoenix(play)
        }
        Kind::BombSf => ONE_SUIT + 9 * rank? + play.len() - 5,
    })
}

/// The rank of a full house's pair, counted from 0.
fn pair_of(play: Combination, triple: usize) -> usize {
    let holds = |rank: &usize| *rank != triple && play.contains_rank(*rank as u8);
    (2..=HIGHEST_RANK as usize).find(holds).map_or(0, |rank| rank - 2)
}

/// 0 without the Phoenix, 1 with it in the pair, 2 in the triple.
fn part_of(play: Combination) -> usize {
    match play.phoenix_rank() {
        None => 0,
        Some(rank) if rank == play.key() => 2,
        Some(_) => 1,
    }
}

/// 0 without the Phoenix; otherwise 1 and more, the rank it stands for counted from the lowest.
fn place_of_phoenix(play: Combination) -> usize {
    play.phoenix_rank().map_or(0, |rank| 1 + (rank - play.key()) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CardSet, Query, Rng};
    use std::collections::HashMap;

    /// Two plays have the same number exactly if they are of one pattern, the wish included.
    #[test]
    fn numbers_are_patterns() {
        let mut rng = Rng::from_seed([9; 32]);
        let mut known: HashMap<usize, String> = HashMap::new();
        let mut texts: HashMap<String, usize> = HashMap::new();
        for round in 0..3_000 {
            let mut deck = Card::ALL_IN_DECK_ORDER;
            rng.shuffle(&mut deck);
            let cards: CardSet = deck[..14].iter().copied().collect();
            let hand = if round % 2 == 0 { cards } else { sorted_hand(&mut rng) };
            let mut codes = Vec::new();
            Query::leads(hand).emit(&mut codes);
            for code in codes {
                let play = Combination::from_valid_code(code);
                let wish = 2 + rng.below(13) as u8;
                for code in [code, action::play(play, Some(wish))] {
                    let number = number_of(code, 0).unwrap_or(NUMBERS);
                    assert!((SINGLES..NUMBERS).contains(&number));
                    let text = without_suits(play, action::wish(code));
                    assert_eq!(known.entry(number).or_insert_with(|| text.clone()), &text);
                    assert_eq!(*texts.entry(text).or_insert(number), number);
                }
            }
        }
        assert!(known.len() > 1_000);
    }

    /// A hand of neighbouring cards, by rank or by suit, rich in runs and bombs.
    fn sorted_hand(rng: &mut Rng) -> CardSet {
        let from = rng.below(43) as usize;
        let by_rank = Card::ALL_IN_DECK_ORDER;
        let suit = rng.below(4) as u8;
        let run = (2..=14).filter_map(|rank| Card::from_index(4 * (rank - 1) + suit));
        if rng.below(2) == 0 {
            by_rank[from..from + 14].iter().copied().collect()
        } else {
            run.chain([Card::PHOENIX]).collect()
        }
    }

    fn without_suits(play: Combination, wish: u8) -> String {
        let text: String = play.to_string();
        let ranks: Vec<String> = text
            .split(' ')
            .map(|card| match card {
                "Mj" | "Do" | "Dg" => card.to_owned(),
                _ if card.starts_with("Ph") && play.len() == 1 => "Ph".to_owned(),
                _ if card.starts_with("Ph") => card.to_owned(),
                _ => card[..1].to_owned(),
            })
            .collect();
        format!("{} {} {wish}", play.kind(), ranks.join(" "))
    }

    #[test]
    fn other_answers_come_first() {
        let codes =
            [PASS, DECLINE, TICHU, crate::code::give_dragon(2), crate::code::give_dragon(0)];
        assert_eq!(codes.map(|code| number_of(code, 1)), [0, 1, 2, 3, 4].map(Some));
        assert_eq!(number_of(crate::code::COLLECT, 1), None);
        assert_eq!(NUMBERS, WISHES + 13 * 151);
    }
}
