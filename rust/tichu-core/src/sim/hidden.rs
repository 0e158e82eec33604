//! The hidden cards: what a seat knows of where they are, and dealing the rest.

use super::seats::only;
use crate::card::Card;
use crate::card_set::{CardSet, rank_mask};
use crate::rng::Rng;

/// Of a seat that has called, for each so many hidden cards one more deal is looked at.
const CARDS_OF_A_DEAL: u8 = 5;

/// Where one seat knows cards to be, and how many of the others each seat holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// What each seat holds for certain.
    known: [u64; 4],
    /// The cards that any of the seats may hold.
    free: u64,
    /// How many of the free cards each seat holds.
    needs: [u8; 4],
    /// The cards that a seat cannot hold, as far as there is a choice.
    barred: [u64; 4],
}

impl Hidden {
    /// From hands of the right sizes in which the `known` cards lie where they are known to be; the
    /// others are dealt anew, so that no seat gets what it is `barred` from if that is possible.
    pub fn new(hands: [CardSet; 4], known: CardSet, barred: [CardSet; 4]) -> Self {
        let known = hands.map(|hand| hand.mask() & known.mask());
        let rest: [u64; 4] = std::array::from_fn(|seat| hands[seat].mask() & !known[seat]);
        Self {
            known,
            free: rest.iter().fold(0, |all, cards| all | cards),
            needs: rest.map(|cards| cards.count_ones() as u8),
            barred: barred.map(CardSet::mask),
        }
    }

    /// Random hands in which these seats, as bits, are likely to be strong, since they have called:
    /// of some deals the one in which they are strongest. The more cards they hold, the more deals.
    pub(super) fn deal_likely(&self, callers: u8, rng: &mut Rng) -> [u64; 4] {
        let called = (0..4).filter(|&seat| callers & only(seat) != 0);
        let hidden = called.map(|seat| self.needs[usize::from(seat)]).max().unwrap_or_default();
        let mut best = self.deal(rng);
        for _ in 0..hidden / CARDS_OF_A_DEAL {
            let other = self.deal(rng);
            if strength(other, callers) > strength(best, callers) {
                best = other;
            }
        }
        best
    }

    /// Random hands, uniform over those that fit, or nearly so where seats are barred from cards.
    fn deal(&self, rng: &mut Rng) -> [u64; 4] {
        let (mut hands, mut needs) = (self.known, self.needs);
        let barred = self.barred.iter().fold(0, |all, cards| all | cards) & self.free;
        self.deal_barred(barred, &mut hands, &mut needs, rng);
        let mut left = self.free & !barred;
        let mut cards = [0_u64; 64];
        let mut count = 0;
        while left != 0 {
            cards[count & 63] = left & left.wrapping_neg();
            left &= left - 1;
            count += 1;
        }
        for (hand, need) in hands.iter_mut().zip(needs) {
            for _ in 0..need {
                let chosen = rng.below(count as u64) as usize;
                count -= 1;
                *hand |= cards[chosen & 63];
                cards[chosen & 63] = cards[count & 63];
            }
            if count == 0 {
                break;
            }
        }
        hands
    }

    /// Each card that not every seat may hold, to one of those that may, the likelier the more cards
    /// it still needs; to any where none of them needs one.
    fn deal_barred(
        &self,
        mut cards: u64,
        hands: &mut [u64; 4],
        needs: &mut [u8; 4],
        rng: &mut Rng,
    ) {
        while cards != 0 {
            let card = cards & cards.wrapping_neg();
            cards &= cards - 1;
            let open = |seat: usize| self.barred[seat] & card == 0;
            let mut odds: [u8; 4] =
                std::array::from_fn(|seat| if open(seat) { needs[seat] } else { 0 });
            if odds == [0; 4] {
                odds = *needs;
            }
            let total: u64 = odds.iter().map(|&odd| u64::from(odd)).sum();
            let mut chosen = rng.below(total.max(1));
            for seat in 0..4 {
                if chosen < u64::from(odds[seat]) {
                    hands[seat] |= card;
                    needs[seat] -= 1;
                    break;
                }
                chosen -= u64::from(odds[seat]);
            }
        }
    }
}

/// What takes tricks in the hands of some seats.
fn strength(hands: [u64; 4], seats: u8) -> u32 {
    const SPECIAL: u64 = Card::PHOENIX.bit() | Card::DRAGON.bit();
    let of_hand = |hand: u64| {
        let bomb = u32::from(CardSet::from_mask_truncated(hand).has_bomb());
        let [kings, aces] = [13, 14].map(|rank| (hand & rank_mask(rank)).count_ones());
        3 * (hand & SPECIAL).count_ones() + 2 * aces + kings + 3 * bomb
    };
    (0..4)
        .filter(|&seat| seats & only(seat) != 0)
        .map(|seat| of_hand(hands[usize::from(seat)]))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DECK_SIZE;

    fn hands() -> [CardSet; 4] {
        let deck = Card::ALL_IN_DECK_ORDER;
        let hand = |seat: usize| deck[seat * 14..seat * 14 + 14].iter().copied().collect();
        [hand(0), hand(1), hand(2), hand(3)]
    }

    #[test]
    fn every_card_is_dealt_and_known_cards_stay() {
        let mut rng = Rng::from_seed([3; 32]);
        let own = hands()[0] | hands()[2].iter().take(3).collect();
        let hidden = Hidden::new(hands(), own, [CardSet::EMPTY; 4]);
        for _ in 0..200 {
            let dealt = hidden.deal(&mut rng);
            assert!(dealt.iter().all(|hand| hand.count_ones() == 14));
            assert_eq!(dealt.iter().fold(0, |all, hand| all | hand).count_ones(), DECK_SIZE as u32);
            assert_eq!(dealt[0], hands()[0].mask());
            assert_eq!(dealt[2] & own.mask(), own.mask() & hands()[2].mask());
        }
    }

    #[test]
    fn callers_are_strong() {
        let mut rng = Rng::from_seed([5; 32]);
        let hidden = Hidden::new(hands(), hands()[0], [CardSet::EMPTY; 4]);
        let mut mean = |callers: u8| {
            let all = (0..500).map(|_| strength(hidden.deal_likely(callers, &mut rng), 0b0100));
            f64::from(all.sum::<u32>()) / 500.0
        };
        let (weak, usual, strong) = (mean(0b1010), mean(0), mean(0b0100));
        assert!(weak + 0.5 < usual && usual + 1.5 < strong, "{weak} {usual} {strong}");
    }

    #[test]
    fn barred_cards_go_to_others_as_long_as_others_can_take_them() {
        let mut rng = Rng::from_seed([4; 32]);
        let aces = CardSet::FULL_DECK.of_rank(14);
        let nowhere = [CardSet::EMPTY; 4];
        let hidden = Hidden::new(hands(), hands()[0], [CardSet::EMPTY, aces, CardSet::EMPTY, aces]);
        let free = Hidden::new(hands(), hands()[0], nowhere);
        let mut with_ace = 0;
        for _ in 0..200 {
            let dealt = hidden.deal(&mut rng);
            assert_eq!(dealt[2] & aces.mask(), aces.mask());
            assert!(dealt.iter().all(|hand| hand.count_ones() == 14));
            with_ace += u32::from(free.deal(&mut rng)[1] & aces.mask() != 0);
        }
        assert!((100..200).contains(&with_ace));
        // Nobody may hold them: then somebody does all the same.
        let hidden = Hidden::new(hands(), CardSet::EMPTY, [aces; 4]);
        assert!(hidden.deal(&mut rng).iter().all(|hand| hand.count_ones() == 14));
    }
}
