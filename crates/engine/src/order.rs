//! Move picker: staged move generation and ordering, so that the move that causes a cutoff usually comes
//! early.
//!
//! Stages: table move, good captures (by SEE), killers, quiet moves by history, bad captures. Each stage
//! generates its moves when it is reached, so a cutoff on the table move generates none; SEE is computed only
//! for captures that are reached.

pub(crate) mod history;
pub(crate) mod see;

use arrayvec::ArrayVec;
use history::{Histories, PieceTo, QuietContext};

use super::search_position::SearchPosition;
use super::transposition_table::PackedMove;
use chess::Role;
use chess::board::{BoardMove, CheckInfo, MoveGenType};

/// An upper bound of the legal moves of a position (218 is the known maximum).
const MAX_MOVES: usize = 256;
/// Above every history score.
const MAX_HISTORY_SCORE: i32 = 1 << 20;

/// Ordering hints from the node.
pub(crate) struct PickerHints {
    /// The transposition table move.
    pub(crate) tt_move: PackedMove,
    /// The killer moves of the ply.
    pub(crate) killers: [PackedMove; 2],
    /// The last two moves, for continuation histories.
    pub(crate) previous_moves: [Option<PieceTo>; 2],
}

/// Yields the moves of a position one by one, most promising first.
pub(crate) struct MovePicker {
    mode: GenMode,
    check_info: CheckInfo,
    hints: PickerHints,
    stage: PickerStage,
    /// Bad captures first, then the moves that are not yet yielded.
    moves: ArrayVec<BoardMove, MAX_MOVES>,
    /// Their scores in the upper 24 bits; the lower eight bits are 0. They lie together, so that several are
    /// compared at once.
    ranks: ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad_captures: usize,
}

/// The next stage of the picker.
#[derive(Clone, Copy)]
enum PickerStage {
    TtMove,
    GenCaptures,
    GoodCaptures,
    Killers(usize),
    GenQuiets,
    Quiets,
    GenChecks,
    Checks,
    BadCaptures(usize),
    Done,
}

/// A move with its class and history score.
#[derive(Clone, Copy)]
pub(crate) struct PickedMove {
    /// The move.
    pub(crate) mv: BoardMove,
    /// Its stage.
    pub(crate) class: MoveClass,
    /// The history score of a quiet move ([`Histories::quiet_score`]); 0 in the other stages.
    pub(crate) history_score: i32,
}

/// The classes of moves, in the order of the stages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum MoveClass {
    /// From the transposition table.
    TtMove,
    /// A capture or promotion that loses no material by SEE.
    GoodCapture,
    /// A killer move.
    Killer,
    /// Any other quiet move.
    Quiet,
    /// A capture that loses material by SEE.
    BadCapture,
}

/// Which moves a picker yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GenMode {
    /// All legal moves.
    All,
    /// Out of check, captures and queen promotions that lose no material by SEE; in check, all moves.
    GoodCaptures,
    /// The same, then quiet checks that lose no material by SEE.
    GoodCapturesAndChecks,
}

impl MovePicker {
    /// A picker for a position; no moves are generated yet.
    pub(crate) fn new(state: &SearchPosition, mode: GenMode, hints: PickerHints) -> Self {
        Self {
            mode,
            check_info: state.check_info(),
            hints,
            stage: PickerStage::TtMove,
            moves: ArrayVec::new(),
            ranks: ArrayVec::new(),
            next: 0,
            bad_captures: 0,
        }
    }

    /// The next move.
    pub(crate) fn next(&mut self, state: &SearchPosition, histories: &Histories) -> Option<PickedMove> {
        let board = state.board();
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = PickerStage::GenCaptures;
                    let known = board.unpack_move(self.hints.tt_move.bits());
                    if let Some(mv) = known
                        && (self.mode == GenMode::All || mv.is_noisy())
                    {
                        return Some(PickedMove { mv, class: MoveClass::TtMove, history_score: 0 });
                    }
                }
                PickerStage::GenCaptures => {
                    let color = state.turn();
                    self.generate(state, MoveGenType::Noisy, |mv| {
                        mvv_lva(mv) * 32 + histories.capture_score(color, mv)
                    });
                    self.stage = PickerStage::GoodCaptures;
                }
                PickerStage::GoodCaptures => match self.take_best() {
                    Some((mv, _)) => {
                        if see::see_ge(board, mv, 0) {
                            return Some(PickedMove { mv, class: MoveClass::GoodCapture, history_score: 0 });
                        }
                        self.moves.swap(self.bad_captures, self.next - 1);
                        self.bad_captures += 1;
                    }
                    None => {
                        self.stage = match self.mode {
                            GenMode::All => PickerStage::Killers(0),
                            GenMode::GoodCaptures => PickerStage::Done,
                            GenMode::GoodCapturesAndChecks => PickerStage::GenChecks,
                        }
                    }
                },
                PickerStage::Killers(n) => {
                    let Some(&killer) = self.hints.killers.get(n) else {
                        self.stage = PickerStage::GenQuiets;
                        continue;
                    };
                    self.stage = PickerStage::Killers(n + 1);
                    let new = !self.hints.killers[..n].contains(&killer);
                    if new
                        && killer != self.hints.tt_move
                        && let Some(mv) = board.unpack_move(killer.bits())
                        && !mv.is_noisy()
                    {
                        return Some(PickedMove { mv, class: MoveClass::Killer, history_score: 0 });
                    }
                }
                PickerStage::GenQuiets => {
                    let context = QuietContext::of(board, self.hints.previous_moves);
                    self.generate(state, MoveGenType::Quiet, |mv| histories.quiet_score(mv, &context));
                    self.stage = PickerStage::Quiets;
                }
                PickerStage::GenChecks => {
                    self.generate_checks(state, histories);
                    self.stage = PickerStage::Checks;
                }
                PickerStage::Checks => match self.take_best() {
                    Some((mv, history_score)) if see::see_ge(board, mv, 0) => {
                        return Some(PickedMove { mv, class: MoveClass::Quiet, history_score });
                    }
                    Some(_) => {}
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::Quiets => match self.take_best() {
                    Some((mv, history_score)) => {
                        return Some(PickedMove { mv, class: MoveClass::Quiet, history_score });
                    }
                    None => self.stage = PickerStage::BadCaptures(0),
                },
                PickerStage::BadCaptures(n) => {
                    if n >= self.bad_captures {
                        self.stage = PickerStage::Done;
                        continue;
                    }
                    self.stage = PickerStage::BadCaptures(n + 1);
                    return Some(PickedMove {
                        mv: self.moves[n],
                        class: MoveClass::BadCapture,
                        history_score: 0,
                    });
                }
                PickerStage::Done => return None,
            }
        }
    }

    /// Generates and scores the moves of a stage, except those that were yielded already.
    fn generate(&mut self, state: &SearchPosition, gen_type: MoveGenType, score: impl Fn(BoardMove) -> i32) {
        let Self { check_info, hints, moves, ranks, next, .. } = self;
        *next = moves.len();
        let is_yielded = |packed| {
            packed == hints.tt_move || (gen_type == MoveGenType::Quiet && hints.killers.contains(&packed))
        };
        state.board().each_move(check_info, gen_type, &mut |mv| {
            if !is_yielded(PackedMove::of(mv)) {
                moves.push(mv);
                ranks.push(score(mv) << 8);
            }
        });
    }

    /// Generates quiet checks; the table move comes first.
    fn generate_checks(&mut self, state: &SearchPosition, histories: &Histories) {
        let Self { check_info, hints, moves, ranks, next, .. } = self;
        *next = moves.len();
        let context = QuietContext::of(state.board(), hints.previous_moves);
        state.board().each_quiet_check(check_info, &mut |mv| {
            let known = PackedMove::of(mv) == hints.tt_move;
            let score = if known { MAX_HISTORY_SCORE } else { histories.quiet_score(mv, &context) };
            moves.push(mv);
            ranks.push(score << 8);
        });
    }

    /// Selects the best of the generated moves that are not yet yielded (the first among equals), with its score.
    fn take_best(&mut self) -> Option<(BoardMove, i32)> {
        let at = self.next;
        // The index in the lower bits of the rank: the best move is found without a branch.
        let best = self.ranks.get(at..)?.iter().zip(0..).map(|(&rank, n)| rank | (0xff - n)).max()?;
        let place = at + usize::try_from(0xff - (best & 0xff)).unwrap_or_default();
        self.moves.swap(at, place);
        self.ranks.swap(at, place);
        self.next += 1;
        Some((self.moves[at], best >> 8))
    }
}

/// MVV-LVA: most valuable victim, then least valuable attacker; promotions count their gain.
fn mvv_lva(mv: BoardMove) -> i32 {
    let value = super::eval::piece_value::see_value;
    let promotion = mv.promotion.map_or(0, |role| value(role) - value(Role::Pawn));
    let taken = mv.capture.map_or(0, value);
    let capturer = if mv.role == Role::King { 9 } else { value(mv.role) / 100 };
    taken * 8 + promotion * 8 - capturer
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use chess::{Position, fen, random_games};

    fn picked(position: &Position, table_move: PackedMove, killers: [PackedMove; 2]) -> Vec<PickedMove> {
        let state = SearchPosition::from(position);
        let hints = PickerHints { tt_move: table_move, killers, previous_moves: [None; 2] };
        let mut picker = MovePicker::new(&state, GenMode::All, hints);
        let histories = Histories::new();
        std::iter::from_fn(|| picker.next(&state, &histories)).collect()
    }

    /// Whatever the table and the killers hold, every legal move comes once, in the order of the stages.
    #[test]
    fn every_move_comes_once() {
        let mut random = fastrand::Rng::with_seed(3);
        // Of this position or of the last: killers are often illegal where they are tried.
        let mut board_moves: Vec<PackedMove> = Vec::new();
        random_games::each_position(20, 3, |position, _| {
            let legal = position.legal_moves();
            let state = SearchPosition::from(position);
            board_moves
                .extend(legal.iter().filter_map(|&mv| state.board().find_move(mv)).map(PackedMove::of));
            let mut any = || match random.u8(..3) {
                0 => PackedMove::NONE,
                _ => random.choice(&board_moves).copied().unwrap_or(PackedMove::NONE),
            };
            let order = picked(position, any(), [any(), any()]);
            let moves: HashSet<_> = order.iter().map(|picked| picked.mv.to_move()).collect();
            assert_eq!(moves, legal.iter().copied().collect(), "{}", fen::format(position));
            assert_eq!(order.len(), legal.len(), "{}", fen::format(position));
            assert!(order.is_sorted_by_key(|picked| picked.class));
            board_moves.drain(..board_moves.len() - legal.len());
        });
    }

    #[test]
    fn the_table_move_comes_first() {
        let position =
            fen::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let castles = chess::notation::parse_move(&position, "e1g1").unwrap();
        let mv = SearchPosition::from(&position).board().find_move(castles).unwrap();
        let order = picked(&position, PackedMove::of(mv), [PackedMove::NONE; 2]);
        assert_eq!(order[0].mv, mv);
        assert_eq!(order[0].class, MoveClass::TtMove);
    }
}
