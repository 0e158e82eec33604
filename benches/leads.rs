//! The leads of a random 14-card hand.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tichu_core::{CardSet, PlayList, Query, Rng};

mod samples;

fn next_hand(hands: &[CardSet]) -> impl FnMut() -> CardSet {
    let mut hands = hands.iter().copied().cycle();
    move || hands.next().unwrap_or_default()
}

fn leads(c: &mut Criterion) {
    let hands = samples::hands(100_000);
    let mut group = c.benchmark_group("leads");
    group.bench_function("count", |b| {
        let query = |hand| Query::leads(hand).count();
        b.iter_batched(next_hand(&hands), query, BatchSize::SmallInput);
    });
    group.bench_function("emit, list kept", |b| {
        let mut list = PlayList::new();
        let query = |hand| {
            Query::leads(hand).emit_into(&mut list);
            list.len()
        };
        b.iter_batched(next_hand(&hands), query, BatchSize::SmallInput);
    });
    group.bench_function("emit, vector cleared", |b| {
        let mut out = Vec::new();
        let query = |hand| {
            out.clear();
            Query::leads(hand).emit(&mut out);
            out.len()
        };
        b.iter_batched(next_hand(&hands), query, BatchSize::SmallInput);
    });
    group.bench_function("emit, wish for a held rank", |b| {
        let mut list = PlayList::new();
        let query = |hand: CardSet| {
            let wish = (2..=14).find(|&rank| hand.natural_rank_count(rank) > 0);
            Query { wish, ..Query::leads(hand) }.emit_into(&mut list);
            list.len()
        };
        b.iter_batched(next_hand(&hands), query, BatchSize::SmallInput);
    });
    group.bench_function("count and draw one", |b| {
        let mut rng = Rng::from_seed([1; 32]);
        let query = |hand| {
            let leads = Query::leads(hand);
            leads.nth(rng.below(leads.count()))
        };
        b.iter_batched(next_hand(&hands), query, BatchSize::SmallInput);
    });
    group.bench_function("patterns", |b| {
        let query = |hand| black_box(Query::leads(hand).patterns());
        b.iter_batched(next_hand(&hands), query, BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, leads);
criterion_main!(benches);
