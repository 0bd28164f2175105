//! What the background knows about the position on the board.

use std::fmt;
use std::sync::Arc;

use super::known::Found;
use crate::analysis::{Snapshot, Task};
use crate::chess::{NoOracle, Oracle, Position, Verdict};

/// The newest answer to the newest question. An answer to an older one never gets here.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// What was asked last, while the answer is still of use.
    pub asked: Option<Task>,
    /// All that is known so far; None until the first answer.
    pub snapshot: Option<Box<Snapshot>>,
    /// Whether somebody still works on it.
    pub state: State,
    /// Whether `snapshot` was just found or is remembered.
    pub found: Found,
    /// Why the last search failed, if it did.
    pub failure: Option<String>,
}

/// Whether the background works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Nobody was asked, or the work was halted.
    #[default]
    Idle,
    /// A search is running.
    Working,
    /// All is known that was asked.
    Done,
}

/// The tables, as the screens ask them: a look-up, no work. They answer nothing until they are ready.
#[derive(Clone)]
pub struct Truth {
    oracle: Arc<dyn Oracle>,
    /// Whether the tables of the three-man endings are there.
    pub tables: Tables,
}

/// Whether the tables of the three-man endings are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tables {
    /// They are being made.
    Building,
    /// They answer.
    Ready,
}

impl Truth {
    /// Asks an oracle whose tables are still being made.
    #[must_use]
    pub fn new(oracle: Arc<dyn Oracle>) -> Self {
        Self { oracle, tables: Tables::Building }
    }

    /// Whom to ask.
    #[must_use]
    pub fn oracle(&self) -> &dyn Oracle {
        &*self.oracle
    }

    /// The truth about a position, where it is covered.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        self.oracle.probe(position)
    }
}

impl Default for Truth {
    fn default() -> Self {
        Self::new(Arc::new(NoOracle))
    }
}

impl fmt::Debug for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Truth").field("tables", &self.tables).finish_non_exhaustive()
    }
}
