//! The lessons of puzzles: their solutions are proven, and a lesson of a mating pattern ends in that pattern.

use std::sync::Arc;

use matescope::analysis::puzzle_check::{PuzzleCheck, PuzzleChecker};
use matescope::chess::{Bitboard, Color, Position, Role, Square, StopToken, fen};
use matescope::practice::course::puzzle_lessons;
use matescope::practice::puzzle::{PuzzleProof, PuzzleTheme};
use matescope::solver::Tables;
use shakmaty::{Board, attacks};

use super::is_slow;
use crate::skip::{SkipReason, skipped};

/// A mated position.
struct Mate {
    board: Board,
    /// The mated side.
    loser: Color,
    king: Square,
    /// The piece that gives the mate, the first one where there are two.
    checker: (Square, Role),
}

impl Mate {
    /// None where the position is no mate.
    fn of(position: &Position) -> Option<Self> {
        let is_mate = position.is_check() && position.legal_moves().is_empty();
        let (board, loser) = (position.board().clone(), position.turn());
        let king = board.king_of(loser).filter(|_| is_mate)?;
        let from = board.attacks_to(king, !loser, board.occupied()).first()?;
        let role = board.role_at(from)?;
        Some(Self { board, loser, king, checker: (from, role) })
    }

    /// The squares around the king with its own pieces.
    fn self_blocked(&self) -> Bitboard {
        attacks::king_attacks(self.king) & self.board.by_color(self.loser)
    }

    /// The squares around the king that the winner's pieces of a role attack.
    fn taken_by(&self, role: Role) -> Bitboard {
        let pieces = self.board.by_piece(role.of(!self.loser));
        let attacked =
            pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | self.board.attacks_from(from));
        attacked & attacks::king_attacks(self.king)
    }

    /// Whether a piece of the winner's of a role guards the piece that gives the mate.
    fn is_checker_guarded_by(&self, role: Role) -> bool {
        let guards = self.board.attacks_to(self.checker.0, !self.loser, self.board.occupied());
        (guards & self.board.by_role(role)).any()
    }

    fn is_by_rook_or_queen(&self) -> bool {
        matches!(self.checker.1, Role::Rook | Role::Queen)
    }

    fn is_on_edge_file(&self) -> bool {
        matches!(u32::from(self.king.file()), 0 | 7)
    }

    fn is_on_edge_rank(&self) -> bool {
        matches!(u32::from(self.king.rank()), 0 | 7)
    }

    /// Whether the position shows the pattern of a lesson.
    fn shows(&self, lesson: &str) -> bool {
        let (from, role) = self.checker;
        let is_next = from.distance(self.king) == 1;
        let same_rank = from.rank() == self.king.rank();
        match lesson {
            // Along the edge, while pieces of its own stand before the king.
            "back-rank-mate" => {
                self.is_by_rook_or_queen()
                    && self.is_on_edge_rank()
                    && same_rank
                    && self.self_blocked().count() >= 2
            }
            // A knight, and no square around the king is empty.
            "smothered-mate" => {
                role == Role::Knight && self.self_blocked() == attacks::king_attacks(self.king)
            }
            // Along the edge file; the knight takes two squares, a piece of its own a third one.
            "anastasia-mate" => {
                self.is_by_rook_or_queen()
                    && self.is_on_edge_file()
                    && from.file() == self.king.file()
                    && self.taken_by(Role::Knight).count() >= 2
                    && self.self_blocked().any()
            }
            // The rook next to the cornered king, guarded by the knight, which takes a square as well.
            "arabian-mate" => {
                role == Role::Rook
                    && is_next
                    && self.is_on_edge_file()
                    && self.is_on_edge_rank()
                    && self.is_checker_guarded_by(Role::Knight)
                    && self.taken_by(Role::Knight).count() >= 2
            }
            // Two bishops on crossing diagonals, and pieces of its own in the king's way.
            "boden-mate" => {
                let bishops = self.board.by_piece(Role::Bishop.of(!self.loser));
                let both =
                    (bishops & Bitboard::DARK_SQUARES).any() && (bishops & Bitboard::LIGHT_SQUARES).any();
                role == Role::Bishop && both && self.self_blocked().any() && self.is_on_edge_rank()
            }
            // The rook or queen next to the king on its rank, guarded by a bishop.
            "opera-mate" => {
                self.is_by_rook_or_queen()
                    && is_next
                    && same_rank
                    && self.is_on_edge_rank()
                    && self.is_checker_guarded_by(Role::Bishop)
            }
            _ => false,
        }
    }
}

#[test]
fn every_mate_of_a_lesson_shows_its_pattern() {
    let lessons = puzzle_lessons::built_in();
    let mates = lessons.iter().filter(|lesson| lesson.theme == PuzzleTheme::Mate);
    let mut count = 0;
    for lesson in mates {
        let solved = lesson.positions.iter().map(|position| {
            let puzzle = &position.puzzle;
            puzzle.position_after(puzzle.solution.len())
        });
        let example = lesson.example.iter().map(|tree| {
            let end = *tree.main_line_from(tree.start()).last().expect("it has moves");
            tree.node(end).position().clone()
        });
        for position in solved.chain(example) {
            let fen = fen::format(&position);
            let mate = Mate::of(&position).unwrap_or_else(|| panic!("{}: {fen} is not a mate", lesson.id));
            assert!(mate.shows(&lesson.id), "{}: {fen}", lesson.id);
            count += 1;
        }
    }
    assert!(count >= 30, "{count} mates");
}

/// Checks the proofs of the positions of the lessons, and says how many there are.
fn check_proofs(tables: &Arc<Tables>, is_checked: fn(PuzzleProof) -> bool) -> usize {
    let mut checker = PuzzleChecker::new(Arc::clone(tables) as Arc<_>);
    let mut count = 0;
    for lesson in puzzle_lessons::built_in() {
        for puzzle in lesson.positions.iter().map(|position| &position.puzzle) {
            if !is_checked(puzzle.proof) {
                continue;
            }
            let check = checker.check(puzzle, 1, &StopToken::never());
            assert_eq!(check, Ok(PuzzleCheck::Confirmed), "{}: {}", lesson.id, fen::format(&puzzle.start));
            count += 1;
        }
    }
    count
}

/// Every mate is proven again, and with the slow tests every search is made again.
#[test]
fn every_solution_of_a_lesson_is_the_only_one() {
    let tables = Arc::new(Tables::default());
    let mates = check_proofs(&tables, |proof| matches!(proof, PuzzleProof::Mate(_)));
    assert!(mates >= 25, "{mates} mates");
    if is_slow() {
        let searched = check_proofs(&tables, |proof| matches!(proof, PuzzleProof::Search(_)));
        assert!(searched >= 15, "{searched} searches");
    }
}

/// To build the table of five pieces takes minutes.
#[test]
fn the_table_confirms_the_lesson_on_queen_and_pawn() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none_or(|slow| slow != "all") {
        return skipped(&SkipReason::NotPossible("it builds a table of five pieces: RUN_SLOW_TESTS=all"));
    }
    let tables = Arc::new(Tables::default());
    let material = "KQPvKQ".parse().expect("an ending");
    tables.build(&material, 2, &StopToken::never(), &mut |_| {}).expect("there is room for it");
    assert!(check_proofs(&tables, |proof| proof == PuzzleProof::Table) >= 3);
}
