//! Runs of only moves: how many moves in a row of the winning side are each its only winning one.
//!
//! A run begins with a position that has one winning move. It goes on after the opponent's reply that makes it longest, and
//! ends where there are several winning moves or none is needed: at mate, after a capture or a promotion, which leave the
//! ending, and where a double push allows en passant. An only move is also the fastest win, so the distance to mate falls
//! along a run, and positions are handled in the order of their distances.

use super::en_passant;
use super::failure::TableBuildFailure;
use super::only_moves::OnlyMoveScan;
use super::partition::BuildPartition;
use super::sub_table_cache::SubTableCache;
use super::sub_table_move::{MoveKind, SubTableMove};
use super::sub_tables::SubTables;
use super::thread_pool::TableThreadPool;
use crate::tables::index::{EndingLayout, TableSquares};
use crate::tables::rules::{attacks_of, last_rank, occupied, pushes};
use crate::tables::value::TableByte;
use chess::{Bitboard, Color, Role, Square, StopToken, Stopped};

/// With fewer positions of one distance than this, one thread is faster than many.
const MIN_PARALLEL_POSITIONS: usize = 2000;

/// The positions of one side to move in which a single move keeps the win, and the longest run of such moves.
#[derive(Debug, Default)]
pub(in crate::tables) struct OnlyMoveRuns {
    /// The number of positions; symmetric ones count separately.
    pub(in crate::tables) count: u64,
    /// The longest run in moves of the winning side.
    pub(in crate::tables) longest: u8,
    /// Positions where the longest run begins, one for each set of symmetric positions.
    pub(in crate::tables) starts: Vec<TableSquares>,
}

/// An ending, and the side whose only moves are wanted.
#[derive(Clone, Copy)]
pub(in crate::tables) struct OnlyMoveQuery<'a> {
    pub(in crate::tables) layout: &'a EndingLayout,
    /// The values by stored side to move, White's first.
    pub(in crate::tables) planes: [&'a [u8]; 2],
    /// The side that wins.
    pub(in crate::tables) mover: Color,
    /// The endings that captures and promotions lead to.
    pub(in crate::tables) smaller: &'a dyn SubTables,
    /// No more positions with the longest run than this are listed.
    pub(in crate::tables) max_starts: usize,
    pub(in crate::tables) threads: usize,
    pub(in crate::tables) stop: &'a StopToken,
}

impl OnlyMoveQuery<'_> {
    /// Finds the only moves and their longest runs.
    ///
    /// # Errors
    /// When the token stopped the work.
    pub(in crate::tables) fn answer(&self) -> Result<OnlyMoveRuns, TableBuildFailure> {
        self.write_runs(&mut vec![0; self.layout.plane_size()])
    }

    /// Finds them, and writes the length of each run at the index where it begins; all are 0 before.
    fn write_runs(&self, runs: &mut [u8]) -> Result<OnlyMoveRuns, TableBuildFailure> {
        let Self { layout, planes, mover, stop, .. } = *self;
        let shape = BuildPartition::new(layout);
        let pool = TableThreadPool { threads: self.threads.max(1) };
        let mut ready = SubTableCache::new(self.smaller, self.threads);
        let slices = 0..layout.plane_size() / layout.slice_size();
        // The opponent's captures of pawns may answer a double push en passant.
        let is_wanted =
            |color: Color, kind: &MoveKind| color == mover || kind.is_pawn_taking_pawn(layout.pieces());
        let kinds = ready.prepare(layout, &slices, &is_wanted, stop)?;
        let kinds = &ready.sub_table_moves(layout, &kinds, planes);
        let positions = OnlyMoveScan { shape: &shape, planes, kinds, mover, pool, stop }.positions()?;
        Ok(RunSearch { layout, planes, kinds, mover, runs }.longest(
            positions,
            self.max_starts,
            pool,
            stop,
        )?)
    }
}

/// A position with an only move.
#[derive(Clone, Copy)]
struct RunStart {
    /// Its index in the plane of the side to move.
    index: u32,
    /// The number of symmetric positions.
    forms: u8,
    /// The moves of the run that begins there.
    moves: u8,
}

/// The runs of one side in an ending.
struct RunSearch<'a> {
    layout: &'a EndingLayout,
    planes: [&'a [u8]; 2],
    kinds: &'a [Vec<SubTableMove<'a>>; 2],
    mover: Color,
    /// The length of each run that is known, by the index where it begins.
    runs: &'a mut [u8],
}

impl RunSearch<'_> {
    fn longest(
        self,
        positions: Vec<Vec<u32>>,
        max_starts: usize,
        pool: TableThreadPool,
        stop: &StopToken,
    ) -> Result<OnlyMoveRuns, Stopped> {
        let mut all = OnlyMoveRuns::default();
        for mut level in self.by_moves_to_mate(positions) {
            self.search_level(&mut level, pool, stop)?;
            for RunStart { index, forms, moves } in level {
                self.runs[index as usize] = moves;
                all.count += u64::from(forms);
                if moves > all.longest {
                    all = OnlyMoveRuns { longest: moves, starts: Vec::new(), ..all };
                }
                if moves == all.longest && all.starts.len() < max_starts {
                    all.starts.extend(self.layout.placement_in_plane(index as usize));
                }
            }
        }
        Ok(all)
    }

    /// The positions by their distance to mate in moves.
    fn by_moves_to_mate(&self, positions: Vec<Vec<u32>>) -> Vec<Vec<RunStart>> {
        let stored_turn = self.layout.stored_turn(self.mover);
        let plane = self.planes[stored_turn.fold_wb(0, 1)];
        let mut levels = vec![Vec::new(); 128];
        for index in positions.into_iter().flatten() {
            let plies = TableByte(plane[index as usize]).plies(stored_turn).unwrap_or_default();
            levels[usize::from(plies.div_ceil(2))].push(RunStart { index, forms: 0, moves: 0 });
        }
        levels
    }

    /// Finds the runs from positions of one distance to mate. Those of smaller distances are known.
    fn search_level(
        &self,
        level: &mut [RunStart],
        pool: TableThreadPool,
        stop: &StopToken,
    ) -> Result<(), Stopped> {
        let pool = if level.len() < MIN_PARALLEL_POSITIONS { TableThreadPool { threads: 1 } } else { pool };
        let search = |(): &mut (), _: usize, start: &mut RunStart| {
            if let Some(at) = self.layout.placement_in_plane(start.index as usize) {
                start.forms = u8::try_from(self.layout.symmetry_count(at)).unwrap_or_default();
                start.moves =
                    1 + self.after_only_move(at).map_or(0, |after| self.longest_after_replies(after));
            }
        };
        pool.for_each(level, stop, || (), search, |_| {})
    }

    /// The squares after the only move; None if it leaves the ending.
    fn after_only_move(&self, at: TableSquares) -> Option<TableSquares> {
        let plies = self.plies(at, self.mover)?;
        let pieces = self.layout.pieces();
        self.quiet_moves(at, self.mover)
            .find(|&(piece_index, to)| {
                let after = with_piece_on(at, piece_index, to);
                let plain = self.plies(after, !self.mover);
                let takers = if is_double_push(at[piece_index], to) && pieces[piece_index].role == Role::Pawn
                {
                    en_passant::takers(pieces, after, piece_index)
                } else {
                    [None; 2]
                };
                let exact = if takers == [None; 2] {
                    plain
                } else {
                    let answers = &self.kinds[self.mover.fold_wb(1, 0)];
                    en_passant::after_double_step(pieces, after, piece_index, takers, plain, answers)
                };
                exact.is_some_and(|exact| exact + 1 == plies)
            })
            .map(|(piece_index, to)| with_piece_on(at, piece_index, to))
    }

    /// The longest run after a reply of the opponent that stays in the ending.
    fn longest_after_replies(&self, at: TableSquares) -> u8 {
        let pieces = self.layout.pieces();
        let replies = self.quiet_moves(at, !self.mover).filter_map(|(piece_index, to)| {
            let after = with_piece_on(at, piece_index, to);
            let allows_en_passant = pieces[piece_index].role == Role::Pawn
                && is_double_push(at[piece_index], to)
                && en_passant::is_possible(pieces, after, piece_index);
            let index = self.layout.index_in_plane(after, self.mover).filter(|_| !allows_en_passant)?;
            Some(self.runs[index])
        });
        replies.max().unwrap_or(0)
    }

    /// The moves of a side that stay in the ending, as the index of a piece and its target. Some leave the king in check:
    /// the positions after these have no value.
    fn quiet_moves(&self, at: TableSquares, color: Color) -> impl Iterator<Item = (usize, Square)> {
        let pieces = self.layout.pieces();
        let all = occupied(pieces, at, None, None);
        let own = (0..pieces.len()).filter(move |&piece_index| pieces[piece_index].color == color);
        own.flat_map(move |piece_index| {
            let targets = match pieces[piece_index].role {
                Role::Pawn => pushes(at[piece_index], color, all) & !Bitboard::from_rank(last_rank(color)),
                _ => attacks_of(pieces[piece_index], at[piece_index], all) & !all,
            };
            targets.into_iter().map(move |to| (piece_index, to))
        })
    }

    /// Half-moves to mate; None for draws and illegal positions.
    fn plies(&self, at: TableSquares, turn: Color) -> Option<u16> {
        let stored_turn = self.layout.stored_turn(turn);
        let index = self.layout.index_in_plane(at, turn)?;
        TableByte(self.planes[stored_turn.fold_wb(0, 1)][index]).plies(stored_turn)
    }
}

fn with_piece_on(mut at: TableSquares, piece_index: usize, to: Square) -> TableSquares {
    at[piece_index] = to;
    at
}

/// Whether a pawn that moves so makes a double push.
fn is_double_push(from: Square, to: Square) -> bool {
    from.distance(to) == 2
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Tables;
    use crate::tables::WantedValues;
    use chess::{Oracle as _, Position, Verdict, fen};

    /// The length of the run that begins with a position, by the rules and the results of single positions.
    fn run_by_probing(tables: &Tables, position: &Position, known: &mut HashMap<String, u8>) -> u8 {
        let name = fen::format(position);
        if let Some(&run) = known.get(&name) {
            return run;
        }
        let material = position.material();
        let moves = position.legal_moves().into_iter();
        let after: Vec<Position> = moves.map(|mv| position.after(mv)).collect();
        let mut winning = after.iter().filter(|after| matches!(tables.probe(after), Some(Verdict::Loss(_))));
        let run = match (winning.next(), winning.next()) {
            (Some(only), None) if only.material() == material => {
                let next = only.legal_moves().into_iter().map(|reply| only.after(reply));
                let next = next.filter(|next| next.material() == material);
                1 + next.map(|next| run_by_probing(tables, &next, known)).max().unwrap_or(0)
            }
            (Some(_), None) => 1,
            _ => 0,
        };
        known.insert(name, run);
        run
    }

    #[test]
    fn every_run_is_as_long_as_single_positions_say() {
        let tables = Tables::new();
        // With pawns; with both sides winning; with equal pieces.
        for (name, stride) in [("KPvK", 7), ("KRvKN", 211), ("KBBvK", 101)] {
            let material = name.parse().unwrap();
            tables.build(&material, 2, &StopToken::never(), &mut |_| {}).unwrap();
            let layout = EndingLayout::new(&material).unwrap();
            let all = WantedValues::all(&layout);
            let unpacked = tables.unpacked(&material, &all, 2, &StopToken::never()).unwrap();
            let planes = Color::ALL.map(|turn| unpacked.plane(turn).unwrap());
            for mover in Color::ALL {
                let (smaller, stop) = (&tables, &StopToken::never());
                let query = OnlyMoveQuery {
                    layout: &layout,
                    planes,
                    mover,
                    smaller,
                    max_starts: 3,
                    threads: 2,
                    stop,
                };
                let mut runs = vec![0; layout.plane_size()];
                let found = query.write_runs(&mut runs).unwrap();
                assert_eq!(runs.iter().max(), Some(&found.longest), "{name}");
                let mut known = HashMap::new();
                for index in (0..runs.len()).step_by(stride) {
                    let Some(at) = layout.placement_in_plane(index) else { continue };
                    let Some(position) = unpacked.ending.position(at, mover) else { continue };
                    let is_won = matches!(tables.probe(&position), Some(Verdict::Win(_)));
                    let run = if is_won { run_by_probing(&tables, &position, &mut known) } else { 0 };
                    assert_eq!(runs[index], run, "{}", fen::format(&position));
                }
            }
        }
    }
}
