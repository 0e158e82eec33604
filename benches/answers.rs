//! The answers of a random 14-card hand to a random lead.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tichu_core::{Combination, PlayList, Query};

mod samples;

fn next_query(queries: &[Query]) -> impl FnMut() -> Query {
    let mut queries = queries.iter().copied().cycle();
    let empty = Query::leads(tichu_core::CardSet::EMPTY);
    move || queries.next().unwrap_or(empty)
}

fn answers(c: &mut Criterion) {
    let queries = samples::answers(100_000);
    let out_of_turn: Vec<Query> =
        queries.iter().map(|&query| Query { in_turn: false, ..query }).collect();
    let wished: Vec<Query> =
        queries.iter().map(|&query| Query { wish: Some(10), ..query }).collect();
    let mut group = c.benchmark_group("answers");
    for (name, queries) in [("", &queries), (", wish", &wished), (", out of turn", &out_of_turn)] {
        group.bench_function(format!("count{name}"), |b| {
            b.iter_batched(next_query(queries), |query| query.count(), BatchSize::SmallInput);
        });
        group.bench_function(format!("emit{name}"), |b| {
            let mut list = PlayList::new();
            let emit = |query: Query| {
                query.emit_into(&mut list);
                list.len()
            };
            b.iter_batched(next_query(queries), emit, BatchSize::SmallInput);
        });
    }
    group.bench_function("contains the table", |b| {
        let contains = |query: Query| query.table.map(|table: Combination| query.contains(table));
        b.iter_batched(next_query(&queries), contains, BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, answers);
criterion_main!(benches);
