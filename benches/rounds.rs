//! Whole simulated rounds, and the parts of a search: legal actions, an action, a key, perft.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tichu_core::sim::{Options, PolicyName, Rollouts, Start, perft};

mod jobs;
mod samples;

/// So many at a time, to leave out what a call costs.
const ROUNDS: usize = 1_000;

fn whole_rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rounds");
    group.throughput(Throughput::Elements(ROUNDS as u64)).sample_size(20);
    let policies = [
        ("random", PolicyName::Random),
        ("patterns", PolicyName::Patterns),
        ("greedy", PolicyName::Greedy),
        ("careful", PolicyName::Careful),
    ];
    for (name, policy) in policies {
        let starts = vec![Start::Deal(Options::STANDARD)];
        let rollouts = Rollouts { starts, policy, seed: 1 };
        let mut scores = vec![[0; 2]; ROUNDS];
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                rollouts.run(0, 1, &mut scores);
                scores[0]
            });
        });
    }
    group.finish();
}

fn steps(criterion: &mut Criterion) {
    let Some(round) = jobs::opening(&samples::hands(4)) else { return };
    let mut codes = Vec::new();
    let seat = round.mover().unwrap_or_default();
    round.legal(seat, &mut codes);
    let first = codes[0];
    let mut group = criterion.benchmark_group("round");
    group.bench_function("legal actions of a lead", |bencher| {
        bencher.iter(|| {
            codes.clear();
            black_box(&round).legal(seat, &mut codes);
            codes.len()
        });
    });
    group.bench_function("apply a legal action to a copy", |bencher| {
        bencher.iter(|| {
            let mut copy = *black_box(&round);
            copy.apply_legal(seat, first);
            copy
        });
    });
    group.bench_function("key", |bencher| bencher.iter(|| black_box(&round).key()));
    group.sample_size(10);
    group.bench_function("perft 4", |bencher| bencher.iter(|| perft(black_box(&round), 4)));
    group.finish();
}

criterion_group!(benches, whole_rounds, steps);
criterion_main!(benches);
