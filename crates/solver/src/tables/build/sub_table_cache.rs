//! The finished tables that moves out of some slices lead to.

use std::ops::Range;
use std::sync::Arc;

use super::failure::TableBuildFailure;
use super::sub_table_move::{MoveKind, PlainTable, SubTableMove, move_kinds};
use super::sub_tables::{SubTables, WantedValues};
use crate::tables::ending_table::UnpackedEnding;
use crate::tables::index::EndingLayout;
use chess::{Color, Material, Rank, StopToken};

/// The unpacked tables in use.
pub(super) struct SubTableCache<'a> {
    smaller: &'a dyn SubTables,
    threads: usize,
    tables: Vec<CachedTable>,
}

/// A table with the values that were wanted, or more.
struct CachedTable {
    material: Material,
    values: WantedValues,
    unpacked: Arc<UnpackedEnding>,
}

impl<'a> SubTableCache<'a> {
    pub(super) const fn new(smaller: &'a dyn SubTables, threads: usize) -> Self {
        Self { smaller, threads, tables: Vec::new() }
    }

    /// The wanted kinds of moves that leave these slices, for both colors. Loads the tables that they lead to and
    /// drops the others.
    ///
    /// # Errors
    /// When the token stopped the work.
    pub(super) fn prepare(
        &mut self,
        layout: &EndingLayout,
        slices: &Range<usize>,
        is_wanted: &dyn Fn(Color, &MoveKind) -> bool,
        stop: &StopToken,
    ) -> Result<[Vec<MoveKind>; 2], TableBuildFailure> {
        let pieces = layout.pieces();
        let before_last = |piece_index: usize| {
            let rank = pieces[piece_index].color.fold_wb(Rank::Seventh, Rank::Second);
            slices
                .clone()
                .any(|slice| layout.pawn_squares(slice)[piece_index - layout.pawns().start].rank() == rank)
        };
        let kinds = Color::ALL.map(|color| {
            let mut kinds = move_kinds(pieces, color);
            kinds.retain(|kind| {
                is_wanted(color, kind) && (kind.promotion.is_none() || before_last(kind.piece_index))
            });
            kinds
        });
        let mut all_wanted: Vec<(Material, WantedValues)> = Vec::new();
        for kind in kinds.iter().flatten().filter(|kind| kind.leaves_table()) {
            let material = kind.material_after(pieces).normalized();
            let Some(there) = EndingLayout::new(&material) else { continue };
            let turns = vec![there.stored_turn(kind.turn_after(pieces))];
            let wanted = WantedValues { turns, promoted: kind.promoted_piece(pieces) };
            match all_wanted.iter_mut().find(|(known, _)| *known == material) {
                Some((_, known)) => known.extend(&wanted),
                None => all_wanted.push((material, wanted)),
            }
        }
        self.tables.retain(|known| {
            let wanted = all_wanted.iter().find(|(material, _)| *material == known.material);
            wanted.is_some_and(|(_, wanted)| known.values.cover(wanted))
        });
        for (material, values) in all_wanted {
            if self.tables.iter().all(|known| known.material != material) {
                let unpacked = self.smaller.unpacked(&material, &values, self.threads, stop)?;
                self.tables.push(CachedTable { material, values, unpacked });
            }
        }
        Ok(kinds)
    }

    /// The same kinds with the tables that they lead to; `own` are the values of the table itself, for moves into
    /// finished slices.
    pub(super) fn sub_table_moves<'b>(
        &'b self,
        layout: &'b EndingLayout,
        kinds: &[Vec<MoveKind>; 2],
        own: [&'b [u8]; 2],
    ) -> [Vec<SubTableMove<'b>>; 2] {
        let pieces = layout.pieces();
        let sub_move = |&kind: &MoveKind| {
            let into = if kind.leaves_table() {
                let material = kind.material_after(pieces).normalized();
                let table = self.tables.iter().find(|known| known.material == material);
                table.and_then(|known| PlainTable::new(&known.unpacked))
            } else {
                Some(PlainTable { layout, planes: own })
            };
            SubTableMove::new(pieces, kind, into)
        };
        kinds.each_ref().map(|kinds| kinds.iter().map(sub_move).collect())
    }
}
