//! The tables that the review of a game knows: those of the endings that the game reaches.
//!
//! Which others are kept on the disk, were built for the game before or are being built meanwhile depends on what
//! the program has done so far. A search that asked them would judge the same game differently from one day to the
//! next.

use std::sync::Arc;

use crate::chess::{Material, StopToken};
use crate::solver::Tables;
use crate::solver::tables::BuildError;

use super::GameAnalysisRequest;

/// Pieces up to which a missing table is built at once: it takes seconds, and then all is exact. A larger one takes
/// minutes: it is used where somebody has built it.
const AUTO_BUILD_MAX_PIECES: u8 = 4;

/// The tables of all three-piece endings, and of those that the positions of a review reach with all that these lead
/// to. What is missing is built, where that takes seconds at most. None where it was stopped.
pub(super) fn of(request: &GameAnalysisRequest, tables: &Tables, stop: &StopToken) -> Option<Arc<Tables>> {
    tables.build_three_piece_endings(stop, &mut |_| {}).ok()?;
    let mut known = Tables::endings(3);
    let reached =
        request.roots.iter().map(|(_, root)| root).chain(request.analyzed.iter().map(|(_, root, _)| root));
    let mut reached: Vec<Material> = reached.map(|root| root.position.material().normalized()).collect();
    reached.sort_by_key(Material::piece_count);
    reached.dedup();
    for material in reached {
        let is_there = if material.piece_count() <= AUTO_BUILD_MAX_PIECES {
            match tables.build(&material, 1, stop, &mut |_| {}) {
                Ok(()) => true,
                Err(BuildError::Stopped(_)) => return None,
                // Without a table the search judges, as everywhere else.
                Err(BuildError::TooManyPieces(_) | BuildError::MateTooLong(_)) => false,
            }
        } else {
            Tables::with_sub_endings(&material).iter().all(|ending| tables.load(ending))
        };
        if is_there {
            known.extend(Tables::with_sub_endings(&material));
        }
    }
    Some(Arc::new(tables.subset(&known)))
}
