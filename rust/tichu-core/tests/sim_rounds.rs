//! Simulated rounds: legal at every step, no card lost, the same whatever the threads.

use tichu_core::sim::{
    Call, Fields, Options, Phase, PolicyName, Question, Refused, Rollouts, Round, Start, action,
    perft,
};
use tichu_core::{Card, CardSet, Combination, Rng, code};

const POLICIES: [PolicyName; 4] =
    [PolicyName::Random, PolicyName::Patterns, PolicyName::Greedy, PolicyName::Careful];

/// Some mixtures of the options.
fn all_options() -> Vec<Options> {
    let standard = Options::STANDARD;
    vec![
        standard,
        Options { grand_enabled: false, tichu_before_exchange: false, ..standard },
        Options { wish_optional: false, strict_wish: true, ..standard },
        Options { bomb_out_of_turn: false, dragon_gift_only_active: true, ..standard },
        Options { bomb_after_final_pass: false, dragon_gift_last_trick: false, ..standard },
        Options { double_victory_points: 100, strict_wish: true, ..standard },
    ]
}

fn rollouts(options: Options, policy: PolicyName, seed: u64) -> Rollouts {
    Rollouts { starts: vec![Start::Deal(options)], policy, seed }
}

/// Four random hands.
fn dealt(rng: &mut Rng) -> [CardSet; 4] {
    let mut deck = Card::ALL_IN_DECK_ORDER;
    rng.shuffle(&mut deck);
    let mut hands = deck.chunks(14).map(|hand| hand.iter().copied().collect());
    std::array::from_fn(|_| hands.next().unwrap_or_default())
}

/// A random round in which any seat does anything legal, told by its fields after every action.
fn wander(options: Options, rng: &mut Rng, mut visit: impl FnMut(&Round)) -> Result<(), Refused> {
    let hands = dealt(rng);
    let opener = (0..4).find(|&seat| hands[seat as usize].contains(Card::MAH_JONG));
    let mut round = Round::new(&Fields { options, hands, turn: opener, ..Fields::default() })?;
    visit(&round);
    while round.phase() != Phase::Over {
        let lists: Vec<Vec<u64>> = (0..4)
            .map(|seat| {
                let mut codes = Vec::new();
                round.legal(seat, &mut codes);
                assert_eq!(codes.len() as u64, round.count_legal(seat));
                codes
            })
            .collect();
        let able: Vec<usize> = (0..4).filter(|&seat| !lists[seat].is_empty()).collect();
        let seat = able[rng.below(able.len() as u64) as usize];
        let code = lists[seat][rng.below(lists[seat].len() as u64) as usize];
        round.apply(seat as u8, code)?;
        visit(&round);
    }
    Ok(())
}

#[test]
fn no_card_is_lost_and_the_points_add_up() -> Result<(), Refused> {
    let mut rng = Rng::from_seed([1; 32]);
    for options in all_options() {
        for _ in 0..100 {
            wander(options, &mut rng, |round| {
                let fields = round.fields();
                let parts = fields.hands.iter().chain(&fields.piles).chain([&fields.trick]);
                assert_eq!(parts.clone().map(|part| part.len()).sum::<usize>(), 56);
                assert_eq!(parts.fold(CardSet::EMPTY, |a, b| a | *b), CardSet::FULL_DECK);
                if let Some(score) = round.score() {
                    let sum = score.card[0] + score.card[1];
                    let want = if score.double { options.double_victory_points } else { 100 };
                    assert_eq!(sum, want);
                }
            })?;
        }
    }
    Ok(())
}

#[test]
fn fields_make_the_same_round_again() -> Result<(), Refused> {
    let mut rng = Rng::from_seed([2; 32]);
    for options in all_options() {
        wander(options, &mut rng, |round| {
            let again = Round::new(&round.fields());
            assert_eq!(again.as_ref(), Ok(round));
            assert_eq!(again.map(|again| again.key()), Ok(round.key()));
        })?;
    }
    Ok(())
}

#[test]
fn keys_tell_rounds_apart() -> Result<(), Refused> {
    let mut rng = Rng::from_seed([3; 32]);
    let mut keys = std::collections::HashMap::new();
    for options in all_options() {
        for _ in 0..30 {
            wander(options, &mut rng, |round| {
                assert_eq!(*keys.entry(round.key()).or_insert(*round), *round);
            })?;
        }
    }
    assert!(keys.len() > 5_000);
    Ok(())
}

#[test]
fn the_key_is_the_same_in_every_process() -> Result<(), Refused> {
    let hands = ["5j 9s", "7j", "8j 8s", "9j"].map(|text| text.parse().unwrap_or_default());
    let round = Round::new(&Fields { hands, turn: Some(0), ..Fields::default() })?;
    assert_eq!(round.key(), KNOWN_KEY);
    Ok(())
}

/// Fixed once: tables of positions are kept by it.
const KNOWN_KEY: u64 = 0xD908_13EF_DE17_8BB5;

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() -> Result<(), Refused> {
    let mut rng = Rng::from_seed([4; 32]);
    wander(Options::STANDARD, &mut rng, |round| {
        for seat in 0..5 {
            let mut codes = Vec::new();
            round.legal(seat, &mut codes);
            let mut noise = Rng::from_seed([seat + 1; 32]);
            let strange = (0..20).map(|_| noise.next_u64());
            for code in strange.chain([0, code::PASS, code::COLLECT, code::DECLINE, code::TICHU]) {
                let mut copy = *round;
                assert_eq!(copy.apply(seat, code).is_ok(), codes.contains(&code));
                assert!(codes.contains(&code) || copy == *round);
            }
        }
    })
}

#[test]
fn states_that_cannot_be_are_refused() {
    let hands = ["5j 9s", "7j", "8j 8s", "9j"].map(|text| text.parse().unwrap_or_default());
    let good = Fields { hands, turn: Some(0), ..Fields::default() };
    let single: Option<Combination> = "Aj".parse().ok();
    assert!(Round::new(&good).is_ok());
    for bad in [
        Fields { turn: None, ..good },
        Fields { turn: Some(7), ..good },
        Fields { wish: Some(1), ..good },
        Fields { phase: Phase::Ripe, ..good },
        Fields { phase: Phase::Gift, ..good },
        Fields { phase: Phase::Over, ..good },
        Fields { trick: hands[0], ..good },
        Fields { top: single, ..good },
        Fields { top: single, owner: Some(1), ..good },
        Fields { owner: Some(1), ..good },
        Fields { passes: 1, ..good },
        Fields { out: [Some(0), None, None, None], ..good },
        Fields { out: [None, Some(0), None, None], ..good },
        Fields { hands: [CardSet::FULL_DECK, hands[1], hands[2], hands[3]], ..good },
        Fields { hands: [CardSet::EMPTY, hands[1], hands[2], hands[3]], ..good },
    ] {
        assert!(Round::new(&bad).is_err(), "{bad:?}");
    }
}

#[test]
fn a_wish_goes_with_the_code_of_the_mah_jong() {
    for text in ["Mj", "Mj 2j 3s 4s 5p", "Mj 2j 3s Ph=4 5p 6t"] {
        let play: Option<Combination> = text.parse().ok();
        let Some(play) = play else { panic!("{text}") };
        assert_eq!(action::play(play, None), play.code());
        for rank in 2..=14 {
            let code = action::play(play, Some(rank));
            assert_eq!((action::wish(code), action::combination_code(code)), (rank, play.code()));
            assert_eq!(action::cards(code), play.cards().mask());
        }
    }
    let pair: Option<Combination> = "5j 5s".parse().ok();
    assert_eq!(pair.map(|pair| action::play(pair, Some(5))), pair.map(Combination::code));
}

#[test]
fn the_same_seed_gives_the_same_scores_whatever_the_threads_and_pieces() {
    for policy in POLICIES {
        let rollouts = rollouts(Options::STANDARD, policy, 11);
        let mut whole = vec![[0; 2]; 300];
        rollouts.run(0, 1, &mut whole);
        for threads in [2, 3, 7, 1000] {
            let mut scores = vec![[0; 2]; 300];
            rollouts.run(0, threads, &mut scores);
            assert_eq!(scores, whole);
        }
        let mut pieces = vec![[0; 2]; 300];
        let (one, other) = pieces.split_at_mut(123);
        rollouts.run(123, 2, other);
        rollouts.run(0, 1, one);
        assert_eq!(pieces, whole);
    }
}

#[test]
fn transcripts_end_as_the_rollouts_do() {
    for policy in POLICIES {
        for options in all_options() {
            let rollouts = rollouts(options, policy, 5);
            let mut scores = vec![[0; 2]; 40];
            rollouts.run(0, 1, &mut scores);
            for (number, score) in (0..).zip(scores) {
                let told = rollouts.transcript(0, number);
                let Some((answers, end)) = told else { panic!("no transcript") };
                assert_eq!(end.score().map(|found| found.total()), Some(score));
                assert!(answers.iter().any(|answer| answer.question == Question::Play));
            }
        }
    }
    assert!(rollouts(Options::STANDARD, PolicyName::Random, 5).transcript(1, 0).is_none());
}

#[test]
fn starts_of_a_rollout_share_their_luck() -> Result<(), Refused> {
    let hands = dealt(&mut Rng::from_seed([6; 32]));
    let opener = (0..4).find(|&seat| hands[seat as usize].contains(Card::MAH_JONG));
    let round = Round::new(&Fields { hands, turn: opener, ..Fields::default() })?;
    let start = Start::Round(round);
    let rollouts = Rollouts { starts: vec![start; 3], policy: PolicyName::Random, seed: 1 };
    let mut scores = vec![[0; 2]; 300];
    rollouts.run(0, 2, &mut scores);
    assert!(scores.chunks(3).all(|row| row[0] == row[1] && row[1] == row[2]));
    assert!(scores.chunks(3).any(|row| row[0] != scores[0]));
    Ok(())
}

#[test]
fn calls_are_made_in_time_and_count() -> Result<(), Refused> {
    let hands = dealt(&mut Rng::from_seed([6; 32]));
    let opener = (0..4).find(|&seat| hands[seat as usize].contains(Card::MAH_JONG));
    let calls = [Call::Grand, Call::None, Call::None, Call::None];
    let mut round = Round::new(&Fields { hands, calls, turn: opener, ..Fields::default() })?;
    assert!(round.call_tichu(0).is_err());
    assert!(round.call_tichu(1).is_ok());
    assert!(round.call_tichu(1).is_err());
    assert!(round.call_tichu(4).is_err());
    assert_eq!(perft(&round, 0), 1);
    Ok(())
}
