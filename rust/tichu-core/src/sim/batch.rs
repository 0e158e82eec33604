//! Many rounds at once, for bots that learn or search.

use super::numbers::{NUMBERS, number_of};
use super::opening::from_deal;
use super::options::Options;
use super::policy::Random;
use super::rollouts::stream;
use super::round::{Refused, Round};
use super::table::Table;

/// Independent tables, stepped together. No step depends on how many there are.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    tables: Vec<Table>,
}

impl Batch {
    /// Tables where the movers of these rounds are asked next.
    pub fn from_rounds(rounds: impl IntoIterator<Item = Round>) -> Self {
        Self { tables: rounds.into_iter().map(Table::new).collect() }
    }

    /// Tables after a random deal, random exchange and random calls; the round number `first + k` of
    /// the seed lies on table `k`, and is that of a rollout by the random policy.
    pub fn from_deals(options: Options, seed: u64, first: u64, count: usize) -> Self {
        let deal = |number| from_deal(options, &mut Random::default(), &mut stream(seed, number));
        Self::from_rounds((first..).take(count).map(deal))
    }

    /// The tables.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Gives every table its answer; a table whose round is over takes any.
    ///
    /// # Errors
    /// The place of the first table whose answer is not possible; then nothing has changed. Also if
    /// there are not as many answers as tables: the place where one of them is missing.
    pub fn step(&mut self, answers: &[u64]) -> Result<(), (usize, Refused)> {
        if answers.len() != self.tables.len() {
            let place = answers.len().min(self.tables.len());
            return Err((place, Refused::State("Give one answer for each table.")));
        }
        for (place, (table, &code)) in self.tables.iter().zip(answers).enumerate() {
            if table.seat().is_some() && !table.takes(code) {
                return Err((place, Refused::Action(code)));
            }
        }
        for (table, &code) in self.tables.iter_mut().zip(answers) {
            table.answer_legal(code);
        }
        Ok(())
    }

    /// Puts new rounds on tables, by their places; places that do not exist are left out.
    pub fn replace(&mut self, rounds: impl IntoIterator<Item = (usize, Round)>) {
        for (place, round) in rounds {
            if let Some(table) = self.tables.get_mut(place) {
                *table = Table::new(round);
            }
        }
    }

    /// The possible answers of all tables, one after the other, and where those of each begin; the
    /// last offset is their number.
    pub fn answers(&self) -> (Vec<u64>, Vec<u64>) {
        let (mut offsets, mut codes) = (vec![0], Vec::new());
        for table in &self.tables {
            table.answers(&mut codes);
            offsets.push(codes.len() as u64);
        }
        (offsets, codes)
    }

    /// For each of these answers of the tables its number, see [`number_of`].
    pub fn numbers(&self, offsets: &[u64], codes: &[u64]) -> Vec<u16> {
        let mut numbers = Vec::with_capacity(codes.len());
        for (table, ends) in self.tables.iter().zip(offsets.windows(2)) {
            let seat = table.seat().unwrap_or_default();
            let codes = codes.get(ends[0] as usize..ends[1] as usize).unwrap_or_default();
            let number = |&code| number_of(code, seat).unwrap_or(NUMBERS) as u16;
            numbers.extend(codes.iter().map(number));
        }
        numbers
    }
}
