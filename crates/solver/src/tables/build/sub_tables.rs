//! The endings that captures and promotions lead to, and which of their values a build wants.

use std::sync::Arc;

use super::failure::TableBuildFailure;
use crate::tables::ending_table::UnpackedEnding;
use crate::tables::index::EndingLayout;
use chess::{Color, Material, Piece, StopToken};

/// The finished endings that captures and promotions lead to.
pub(in crate::tables) trait SubTables: Sync {
    /// A finished ending with at least the wanted values.
    ///
    /// # Errors
    /// When the token stopped the work.
    fn unpacked(
        &self,
        material: &Material,
        wanted: &WantedValues,
        threads: usize,
        stop: &StopToken,
    ) -> Result<Arc<UnpackedEnding>, TableBuildFailure>;
}

/// The values of an ending that are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::tables) struct WantedValues {
    /// Those of these sides to move, as they are stored.
    pub(in crate::tables) turns: Vec<Color>,
    /// Only those with such a piece where a pawn can have been promoted to it; None for all.
    pub(in crate::tables) promoted: Option<Piece>,
}

impl WantedValues {
    /// All values.
    pub(in crate::tables) fn all(layout: &EndingLayout) -> Self {
        Self { turns: layout.turns().to_vec(), promoted: None }
    }

    /// Whether these cover others.
    pub(super) fn cover(&self, others: &Self) -> bool {
        let is_wider = self.promoted.is_none() || self.promoted == others.promoted;
        is_wider && others.turns.iter().all(|turn| self.turns.contains(turn))
    }

    /// Extends these by others.
    pub(super) fn extend(&mut self, others: &Self) {
        for &turn in &others.turns {
            if !self.turns.contains(&turn) {
                self.turns.push(turn);
            }
        }
        if self.promoted != others.promoted {
            self.promoted = None;
        }
    }
}
