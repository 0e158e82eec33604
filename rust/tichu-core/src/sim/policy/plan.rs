//! A hand in few plays: a quick plan, not the best one.

use crate::card::Card;
use crate::card_set::is_one_suit;
use crate::code::{CARD_BITS, tag};
use crate::kind::Kind;

const MAH_JONG: u64 = Card::MAH_JONG.bit();
const DOG: u64 = Card::DOG.bit();
const PHOENIX: u64 = Card::PHOENIX.bit();
const DRAGON: u64 = Card::DRAGON.bit();
/// Pairs above this rank are worth more by themselves than in a full house.
const LAST_FILLER: usize = 11;

/// Plays that together are a hand, as their codes. The Phoenix is alone, or fills a gap in a straight.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    groups: [u64; 16],
    len: usize,
}

impl Plan {
    /// Bombs of four first, then straights that use up more single cards than they break pairs, then
    /// stairs, full houses, and what is left.
    pub(super) fn of(hand: u64) -> Self {
        let mut plan = Self { groups: [0; 16], len: 0 };
        let mut left = hand;
        let mut counts = counts_of(hand);
        for (rank, count) in counts.iter_mut().enumerate().filter(|(_, count)| **count == 4) {
            plan.take(Kind::Bomb4, rank, mask_of(rank), &mut left);
            *count = 0;
        }
        while let Some((low, length)) = straight_in(&counts, left & PHOENIX != 0) {
            plan.take_straight(low, length, &mut counts, &mut left);
        }
        plan.take_stairs(&mut counts, &mut left);
        plan.take_sets(&mut counts, &mut left);
        for card in [DOG, MAH_JONG, PHOENIX, DRAGON] {
            if left & card != 0 {
                let (kind, key) = match card {
                    DOG => (Kind::Dog, 0),
                    DRAGON => (Kind::Single, 15),
                    _ => (Kind::Single, 1),
                };
                plan.take(kind, key, card, &mut left);
            }
        }
        plan
    }

    pub(super) fn groups(&self) -> &[u64] {
        &self.groups[..self.len.min(16)]
    }

    fn take(&mut self, kind: Kind, key: usize, cards: u64, left: &mut u64) {
        if let Some(place) = self.groups.get_mut(self.len) {
            *place = tag(kind, key as u8) | cards;
            self.len += 1;
        }
        *left &= !cards;
    }

    fn take_straight(&mut self, low: usize, length: usize, counts: &mut [u8; 16], left: &mut u64) {
        let mut cards = 0;
        for (rank, count) in counts.iter_mut().enumerate().skip(low).take(length) {
            let held = *left & mask_of(rank);
            if *count == 0 {
                cards |= PHOENIX;
            } else {
                // Of several the highest bit, and of the next rank the lowest: rarely one suit.
                cards |= if rank % 2 == 0 { highest(held) } else { held & held.wrapping_neg() };
                *count -= 1;
            }
        }
        let natural = cards & !(PHOENIX | MAH_JONG);
        let is_bomb = natural == cards && is_one_suit(natural);
        self.take(if is_bomb { Kind::BombSf } else { Kind::Straight }, low, cards, left);
    }

    /// Runs of pairs, without the aces, which are better apart.
    fn take_stairs(&mut self, counts: &mut [u8; 16], left: &mut u64) {
        let mut rank = 2;
        while rank < 13 {
            let length = counts[rank..14].iter().take_while(|&&count| count == 2).count();
            if length >= 2 {
                let cards = (rank..rank + length).fold(0, |all, rank| all | mask_of(rank)) & *left;
                self.take(Kind::Stairs, rank, cards, left);
                counts[rank..rank + length].fill(0);
            }
            rank += length.max(1);
        }
    }

    /// Full houses, triples, pairs and single cards.
    fn take_sets(&mut self, counts: &mut [u8; 16], left: &mut u64) {
        for rank in 2..=14 {
            if counts[rank] != 3 {
                continue;
            }
            let triple = mask_of(rank) & *left;
            match (2..=LAST_FILLER).find(|&filler| counts[filler] == 2) {
                Some(filler) => {
                    let pair = mask_of(filler) & *left;
                    counts[filler] = 0;
                    self.take(Kind::FullHouse, rank, triple | pair, left);
                }
                None => self.take(Kind::Triple, rank, triple, left),
            }
            counts[rank] = 0;
        }
        for (rank, count) in counts.iter().enumerate().skip(2) {
            let held = mask_of(rank) & *left;
            match count {
                2 => self.take(Kind::Pair, rank, held, left),
                1 => self.take(Kind::Single, rank, held, left),
                _ => {}
            }
        }
    }
}

/// How many cards of each rank, the Mah Jong as rank 1.
fn counts_of(hand: u64) -> [u8; 16] {
    /// Bits in a nibble, a nibble each.
    const BITS: u64 = 0x4332_3221_3221_2110;
    let mut counts = [0; 16];
    for (rank, count) in counts.iter_mut().enumerate().take(15).skip(2) {
        *count = (BITS >> (4 * (hand >> nibble(rank) & 15))) as u8 & 15;
    }
    counts[1] = (hand & MAH_JONG) as u8;
    counts
}

/// The lowest rank and the length of a straight worth taking, if there is one: the ends that would
/// break pairs are left out, and it uses up at least two single cards more than it breaks pairs.
fn straight_in(counts: &[u8; 16], phoenix: bool) -> Option<(usize, usize)> {
    let mut low = 1;
    while low <= 10 {
        let natural = run_from(counts, low);
        if natural >= 5
            && let Some(found) = trimmed(counts, low, natural, 2)
        {
            return Some(found);
        }
        if phoenix && natural >= 1 && counts[low] == 1 {
            // One gap, and never the ace at the end of the run: the Phoenix alone is worth more.
            let gap = low + natural;
            let beyond = if gap < 14 { run_from(counts, gap + 1) } else { 0 };
            let length = (natural + 1 + beyond).min(15 - low);
            if gap <= 13
                && natural + beyond >= 4
                && let Some(found) = trimmed(counts, low, length, 4)
            {
                let (low, length) = found;
                if (low + 1..low + length).contains(&gap) || low + length == gap + 1 {
                    return Some(found);
                }
            }
        }
        low += natural.max(1);
    }
    None
}

/// How many ranks from this one on follow each other.
fn run_from(counts: &[u8; 16], low: usize) -> usize {
    counts[low.min(15)..15].iter().take_while(|&&count| count > 0).count()
}

fn trimmed(
    counts: &[u8; 16],
    mut low: usize,
    mut length: usize,
    surplus: usize,
) -> Option<(usize, usize)> {
    while length > 5 && counts[low + length - 1] >= 2 {
        length -= 1;
    }
    while length > 5 && counts[low] >= 2 {
        low += 1;
        length -= 1;
    }
    let ranks = counts.iter().skip(low).take(length);
    let singles = ranks.clone().filter(|&&count| count == 1).count();
    let pairs = ranks.filter(|&&count| count == 2).count();
    (singles >= surplus + pairs).then_some((low, length))
}

const fn nibble(rank: usize) -> usize {
    4 * (rank.saturating_sub(1))
}

/// The cards of a rank; for 1 the Mah Jong.
const fn mask_of(rank: usize) -> u64 {
    if rank == 1 { MAH_JONG } else { 0xF << nibble(rank) }
}

fn highest(cards: u64) -> u64 {
    1 << cards.checked_ilog2().unwrap_or_default()
}

/// The cards of a group or play.
pub(super) const fn cards_of(code: u64) -> u64 {
    code & CARD_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Combination, Query, Rng};

    /// Every group is a lead of the hand, and together they are the hand.
    #[test]
    fn plans_are_plays_that_add_up() {
        let mut rng = Rng::from_seed([11; 32]);
        for round in 0..4_000 {
            let mut deck = Card::ALL_IN_DECK_ORDER;
            if round % 4 != 0 {
                rng.shuffle(&mut deck);
            }
            deck.rotate_left(rng.below(56) as usize);
            let size = 1 + rng.below(14) as usize;
            let hand = deck[..size].iter().copied().collect();
            let query = Query::leads(hand);
            let plan = Plan::of(hand.mask());
            let mut union = 0;
            for &code in plan.groups() {
                let found = Combination::from_code(code);
                assert!(found.is_ok_and(|play| query.contains(play)), "{hand} {code:#x}");
                assert_eq!(union & cards_of(code), 0);
                union |= cards_of(code);
            }
            assert_eq!(union, hand.mask(), "{hand}");
        }
    }

    #[test]
    fn plans_are_short() {
        let groups = |text: &str| {
            let hand: crate::CardSet = text.parse().unwrap_or_default();
            let plan = Plan::of(hand.mask());
            let mut groups: Vec<String> = plan
                .groups()
                .iter()
                .map(|&code| Combination::from_valid_code(code).to_string())
                .collect();
            groups.sort();
            groups
        };
        assert_eq!(groups("3j 4s 5p 6t 7j"), ["3j 4s 5p 6t 7j"]);
        assert_eq!(groups("Mj 2s 3j 4s 5p 5j 5s 9s"), ["2s 3j 4s 5j Mj", "5s 5p", "9s"]);
        assert_eq!(groups("3j 3s 4s 4p 9j 9s 9t Kj Ks"), ["3j 3s 4s 4p", "9j 9s 9t", "Kj Ks"]);
        assert_eq!(groups("9j 9s 9t 4s 4p Dg Do"), ["4s 4p 9j 9s 9t", "Dg", "Do"]);
        assert_eq!(groups("8j 8s 8p 8t 3j 4s 6p 7t Ph"), ["3j 4s 6p 7t Ph=5", "8j 8s 8p 8t"]);
        assert_eq!(groups("3j 3s 4j 4s 5j 5s 6j 7s"), ["3j 3s 4j 4s 5j 5s", "6j", "7s"]);
    }
}
