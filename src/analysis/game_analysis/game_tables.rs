//! The endgame tables of a game analysis: those of the endings that the game reaches.
//!
//! Other tables that happen to be loaded are not probed: with them the evaluations of the same game would
//! depend on what the program did before.

use std::sync::Arc;

use crate::analysis::protocol::GameAnalysisRequest;
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Material, StopToken};
use crate::solver::Tables;
use crate::solver::tables::BuildError;

/// The tables of all 3-piece endings, and those of the endings that the game reaches with their sub-endings.
/// Small missing tables are built. None where it was stopped.
pub(super) fn of(request: &GameAnalysisRequest, tables: &Tables, stop: &StopToken) -> Option<Arc<Tables>> {
    tables.build_three_piece_endings(stop, &mut |_| {}).ok()?;
    let mut known = Tables::endings(3);
    let reached =
        request.roots.iter().map(|(_, root)| root).chain(request.analyzed.iter().map(|(_, root, _)| root));
    let mut reached: Vec<Material> = reached.map(|root| root.position.material().normalized()).collect();
    reached.sort_by_key(Material::piece_count);
    reached.dedup();
    for material in reached {
        let is_there = if TablePolicy::of(&material).is_built_unasked() {
            match tables.build(&material, 1, stop, &mut |_| {}) {
                Ok(()) => true,
                Err(BuildError::Stopped(_)) => return None,
                // Without a table the search evaluates the position.
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
