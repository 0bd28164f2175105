//! The endgame tables of a game analysis: those of the endings that the game reaches.
//!
//! Other tables that happen to be loaded are not probed: with them the evaluations of the same game would
//! depend on what the program did before.

use std::sync::Arc;

use chess::table_policy::TablePolicy;
use chess::{Material, Root, StopToken};
use solver::Tables;
use solver::tables::BuildError;

/// The tables of all 3-piece endings, and those of the endings of these positions with their sub-endings.
/// Small missing tables are built. None where it was stopped.
pub(super) fn of<'a>(
    roots: impl Iterator<Item = &'a Root>,
    tables: &Tables,
    stop: &StopToken,
) -> Option<Arc<Tables>> {
    tables.build_three_piece_endings(stop, &mut |_| {}).ok()?;
    let mut known = Tables::endings(3);
    let mut reached: Vec<Material> = roots.map(|root| root.position.material().normalized()).collect();
    reached.sort_by_key(Material::piece_count);
    reached.dedup();
    for material in reached {
        let is_there = if TablePolicy::of(&material).is_built_unasked() {
            match tables.build(&material, 1, stop, &mut |_| {}) {
                Ok(_) => true,
                Err(BuildError::Stopped(_)) => return None,
                // Without a table the search evaluates the position.
                Err(
                    BuildError::TooManyPieces(_)
                    | BuildError::MateTooLong(_)
                    | BuildError::Unreadable(_)
                    | BuildError::NoMemory(..),
                ) => false,
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
