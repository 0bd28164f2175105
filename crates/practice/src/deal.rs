//! Random starts from a seed: the same seed deals the same start, always.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, Setup, attacks};

use super::best_play;
use super::exercise::{Exercise, Goal, LessonLevel};
use super::start_filter::{is_calm, keeping_moves};
use super::symmetry::PositionSymmetry;
use chess::{Bitboard, Color, GameTermination, Move, Oracle, Piece, Position, Role, Square, Verdict, fen};

/// Random placements that are tried before dealing fails.
pub const MAX_TRIES: usize = 60_000;

/// What a start is dealt from; shown and typed as four hex digits: `7F3A`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seed(pub u16);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04X}", self.0)
    }
}

/// Why a text is no seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a seed: write up to four hex digits, as in 7F3A")]
pub struct SeedError(String);

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.trim();
        let wrong = || SeedError(digits.to_owned());
        if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        u16::from_str_radix(digits, 16).map(Self).map_err(|_| wrong())
    }
}

impl Seed {
    /// The seed for the next start, so that a session can be repeated from its first seed. All 65,536
    /// seeds come up before one comes again.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_mul(40_505).wrapping_add(12_345))
    }

    /// Random numbers that depend on this seed and on what they are for.
    pub(super) fn rng(self, purpose: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(u64::from(self.0) << 48 ^ purpose)
    }
}

/// A start for an exercise: legal, not over, the trainee to move, with the result that the goal wants and as
/// hard as the level asks. None where the oracle does not cover the ending (yet), or where the exercise asks
/// for what its pieces cannot give.
#[must_use]
pub fn deal(exercise: &Exercise, level: LessonLevel, seed: Seed, oracle: &dyn Oracle) -> Option<Position> {
    deal_with_tries(exercise, level, seed, oracle).map(|(start, _)| start)
}

/// A start as of [`deal`], and how many placements were tried for it, from 1 to [`MAX_TRIES`].
#[must_use]
pub fn deal_with_tries(
    exercise: &Exercise,
    level: LessonLevel,
    seed: Seed,
    oracle: &dyn Oracle,
) -> Option<(Position, usize)> {
    let level = exercise.starts.clamp_level(level);
    let purpose =
        exercise.id.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = seed.rng(purpose ^ (level as u64) << 32);
    let pieces = pieces_of(exercise);
    let roots = &exercise.starts.roots;
    for tries in 1..=MAX_TRIES {
        let candidate = match random_root(roots, &mut random) {
            Some(root) => {
                let squares = &exercise.starts.squares;
                root_variant(root, exercise.trainee_color(), &mut random)
                    .filter(|variant| squares.matches(variant.board()))
            }
            None => random_position(&pieces, exercise, &mut random),
        };
        let Some(position) = candidate else { continue };
        if GameTermination::on_board(&position).is_none()
            && matches_exercise(exercise, level, &position, oracle)?
        {
            return Some((position, tries));
        }
    }
    None
}

/// Whether a position is a start of an exercise: the pieces, their squares, the trainee to move, the result
/// that the goal wants, as hard as the level asks. None where the oracle does not know.
#[must_use]
pub fn is_start(
    exercise: &Exercise,
    level: LessonLevel,
    position: &Position,
    oracle: &dyn Oracle,
) -> Option<bool> {
    let is_of_exercise = position.material() == exercise.material
        && position.turn() == exercise.trainee_color()
        && exercise.starts.squares.matches(position.board())
        && GameTermination::on_board(position).is_none();
    Some(is_of_exercise && matches_exercise(exercise, level, position, oracle)?)
}

/// Whether the trainee's task at a start is the exercise's. None where the oracle does not know.
fn matches_exercise(
    exercise: &Exercise,
    level: LessonLevel,
    position: &Position,
    oracle: &dyn Oracle,
) -> Option<bool> {
    let is_of = |hardness| exercise.starts.is_at_level(level, hardness);
    // The other side's task is not that of the filter.
    let has_filter = exercise.goal != Goal::Resist;
    // The cheapest condition first: most random positions fail it.
    if has_filter && exercise.starts.filter.is_calm && !is_calm(position) {
        return Some(false);
    }
    let verdict = oracle.probe(position)?;
    let is_of_level = match (exercise.goal, verdict) {
        (Goal::Mate | Goal::Convert | Goal::Promote, Verdict::Win(plies))
        | (Goal::Resist, Verdict::Loss(plies)) => is_of(plies.moves()),
        (Goal::Hold { .. }, Verdict::Draw) => {
            let moves = keeping_moves(position, oracle)?;
            let can_take = moves.iter().any(|mv| mv.is_capture());
            !can_take && is_of(losing_move_count(position, &moves))
        }
        (Goal::Stalemate, Verdict::Draw) => {
            let moves = keeping_moves(position, oracle)?;
            is_of(losing_move_count(position, &moves))
                && moves.iter().all(|&mv| is_stalemate_trap(&position.after(mv)))
        }
        _ => false,
    };
    if !has_filter {
        return Some(is_of_level);
    }
    if !is_of_level || !exercise.starts.filter.accepts(position, oracle)? {
        return Some(false);
    }
    match exercise.starts.min_par {
        Some(least) => Some(best_play::par(exercise, position, verdict, oracle)? >= least),
        None => Some(true),
    }
}

fn losing_move_count(position: &Position, keeping_moves: &[Move]) -> u16 {
    u16::try_from(position.legal_moves().len() - keeping_moves.len()).unwrap_or(u16::MAX)
}

/// One of the chosen starts; None where there are none.
fn random_root<'a>(roots: &'a [Position], random: &mut fastrand::Rng) -> Option<&'a Position> {
    (!roots.is_empty()).then(|| &roots[random.usize(..roots.len())])
}

/// A chosen start, mirrored as it may be, shifted on the board, and in one case of two with a piece moved by one
/// square. None if that is no legal position.
fn root_variant(root: &Position, turn: Color, random: &mut fastrand::Rng) -> Option<Position> {
    let ways = PositionSymmetry::all(root);
    let setup = ways.get(random.usize(..ways.len()))?.apply(root)?.to_setup();
    let (files, ranks) = (random.i32(-7..8), random.i32(-2..3));
    let is_shifted = random.bool();
    let moved = random.bool().then(|| {
        let pieces = setup.board.occupied() & !setup.board.pawns();
        let piece = pieces.into_iter().nth(random.usize(..pieces.count()));
        (piece, random.usize(..8))
    });
    let mut board = Board::empty();
    for (square, piece) in setup.board.clone() {
        let mut to = square;
        if let Some((_, way)) = moved.filter(|(piece, _)| *piece == Some(square)) {
            to = attacks::king_attacks(square).into_iter().nth(way)?;
        }
        if is_shifted {
            let (file, rank) = (to.file().offset(files)?, to.rank().offset(ranks)?);
            to = Square::from_coords(file, rank);
        }
        let is_free = board.piece_at(to).is_none();
        let is_place = piece.role != Role::Pawn || !Bitboard::BACKRANKS.contains(to);
        if !is_free || !is_place {
            return None;
        }
        board.set_piece_at(to, piece);
    }
    fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
}

/// Whether the side to move is stalemated, or can stalemate by taking what is offered.
fn is_stalemate_trap(position: &Position) -> bool {
    let is_stalemate = |position: &Position| {
        matches!(GameTermination::on_board(position), Some(GameTermination::Stalemate { .. }))
    };
    let takes = |mv: &Move| mv.is_capture() && is_stalemate(&position.after(*mv));
    is_stalemate(position) || position.legal_moves().iter().any(takes)
}

/// The pieces of an exercise, White the stronger side: those with places first, in their order.
fn pieces_of(exercise: &Exercise) -> Vec<Piece> {
    let count = |piece: Piece| usize::from(*exercise.material.side(piece.color).get(piece.role));
    let placed: Vec<Piece> = exercise.starts.squares.pieces().collect();
    let others = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| role.of(color)))
        .filter(|piece| !placed.contains(piece));
    placed.iter().copied().chain(others).flat_map(|piece| std::iter::repeat_n(piece, count(piece))).collect()
}

/// The pieces on random squares; None if that is no legal position.
fn random_position(pieces: &[Piece], exercise: &Exercise, random: &mut fastrand::Rng) -> Option<Position> {
    let turn = exercise.trainee_color();
    let squares = &exercise.starts.squares;
    let mut board = Board::empty();
    for &piece in pieces {
        let mut free = squares.squares_of(piece, &board) & !board.occupied();
        if piece.role == Role::Pawn {
            free &= !Bitboard::BACKRANKS;
        }
        let square = free.into_iter().nth(random.usize(..free.count().max(1)))?;
        board.set_piece_at(square, piece);
    }
    // One wing was described; the other one is meant, too.
    if !squares.is_empty() && random.bool() {
        board.flip_horizontal();
    }
    fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_seed(text: &str, wanted: Option<&str>) {
        let read = text.parse::<Seed>().ok().map(|seed| seed.to_string());
        assert_eq!(read.as_deref(), wanted, "{text}");
    }

    #[test]
    fn seeds_are_four_hex_digits() {
        check_seed("7F3A", Some("7F3A"));
        check_seed(" 7f3a ", Some("7F3A"));
        check_seed("5", Some("0005"));
        for text in ["", "7F3AB", "+7F3", "-1", "xyz"] {
            check_seed(text, None);
        }
    }

    #[test]
    fn every_seed_comes_up_once() {
        let mut came_up = vec![false; 1 << 16];
        let mut seed = Seed(0);
        while !std::mem::replace(&mut came_up[usize::from(seed.0)], true) {
            seed = seed.next();
        }
        assert!(came_up.into_iter().all(|came| came));
    }
}
