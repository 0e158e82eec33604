//! From card sets to their readings.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tichu_core::classify;

mod samples;

fn classify_sets(c: &mut Criterion) {
    let mut group = c.benchmark_group("classify");
    for (name, sets) in
        [("valid", samples::valid_sets(200_000)), ("invalid", samples::invalid_sets(200_000))]
    {
        let mut sets = sets.into_iter().cycle();
        group.bench_function(name, |b| {
            b.iter_batched(|| sets.next().unwrap_or_default(), classify, BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, classify_sets);
criterion_main!(benches);
