//! One job on so many samples, to be run under valgrind (benches/budgets.py does).
//!
//! `instructions JOB COUNT` works on the first COUNT samples; `instructions` lists the jobs. What
//! comes before the work does not depend on COUNT, so the difference of two runs is the work alone.

use std::hint::black_box;

mod jobs;
mod samples;

/// So many samples are made, however many are used.
const SAMPLES: usize = 4_000;

fn main() {
    let samples = jobs::Samples::new(SAMPLES);
    let mut jobs = samples.more_jobs();
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (name, count) = (arguments.next(), arguments.next());
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(0_usize);
    if let Some(job) = jobs.iter_mut().find(|job| Some(job.name) == name.as_deref()) {
        black_box((job.work)(black_box(0..count.min(SAMPLES))));
    } else {
        for job in &jobs {
            println!("{}", job.name);
        }
    }
}
