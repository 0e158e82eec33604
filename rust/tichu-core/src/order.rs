//! What beats what (R-039, R-044..R-048, R-058, R-087).

use crate::card::Card;
use crate::combination::Combination;
use crate::kind::Kind;

impl Combination {
    /// May this be played on `table`?
    ///
    /// Any bomb beats any other kind; of two bombs the longer wins, then the higher. Otherwise the
    /// kinds and lengths must be the same and this rank strictly higher. A lone Phoenix beats every
    /// single but the Dragon, whatever rank it carries; on the table its rank counts. The Dog
    /// neither beats nor is beaten.
    pub fn beats(&self, table: &Self) -> bool {
        match (self.kind(), table.kind()) {
            (Kind::Dog, _) | (_, Kind::Dog) => false,
            (Kind::Single, Kind::Single) if self.is_lone_phoenix() => {
                let top = table.cards();
                !top.contains(Card::DRAGON) && !top.contains(Card::PHOENIX)
            }
            (own, other) if own == other && self.len() == table.len() => {
                self.rank2() > table.rank2()
            }
            (own, other) if own.is_bomb() => !other.is_bomb() || self.len() > table.len(),
            _ => false,
        }
    }
}
