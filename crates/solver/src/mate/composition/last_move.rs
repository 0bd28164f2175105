//! Retrograde analysis of the last moves: which move can have led to a diagram?
//!
//! Every retraction is tried: a step back of each piece, with and without a piece that was captured, out of a
//! promotion, en passant, out of castling. It counts only if the position before it can have come about, as far as
//! [`PLIES`] half-moves tell, the material and the captures that the pawns need.

use shakmaty::{Board, attacks};

use super::promoted::promoted_on;
use chess::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// Half-moves that are taken back.
const PLIES: u8 = 3;

/// Roles that promotion can give.
const PROMOTED: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A move that can have led to a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LastMove {
    from: Square,
    to: Square,
    is_pawn: bool,
    before: Board,
    /// It captured en passant, so the move before it was this double step.
    after_double_step: Option<(Square, Square)>,
}

impl LastMove {
    /// The square that a pawn passed over.
    pub(super) fn passed_square(&self) -> Option<Square> {
        let passes = self.is_pawn && self.from.rank().distance(self.to.rank()) == 2;
        passes.then(|| Square::from_coords(self.from.file(), middle(self.from.rank(), self.to.rank())))
    }
}

/// Every move of `mover` that can have led to the diagram, if the kings and rooks in `unmoved` never moved.
pub(super) fn last_moves(board: &Board, mover: Color, unmoved: Bitboard) -> Vec<LastMove> {
    let mut retractions = retractions(board, mover, unmoved);
    retractions.retain(|last| is_possible(last, mover, unmoved, PLIES - 1));
    retractions
}

/// Whether any move of `mover` can have led to the diagram.
pub(super) fn has_last_move(board: &Board, mover: Color, unmoved: Bitboard) -> bool {
    has_past(board, mover, unmoved, PLIES)
}

fn has_past(board: &Board, mover: Color, unmoved: Bitboard, plies: u8) -> bool {
    plies == 0
        || *board == Board::new()
        || retractions(board, mover, unmoved).iter().any(|last| is_possible(last, mover, unmoved, plies - 1))
}

/// Whether the position before a retraction can have come about; `plies` more half-moves are looked at.
fn is_possible(last: &LastMove, mover: Color, unmoved: Bitboard, plies: u8) -> bool {
    let before = &last.before;
    let other = !mover;
    // The other side has just moved there, so its king is not in check.
    if is_attacked(before, other, mover) || !is_material_possible(before) || !are_pawns_possible(before) {
        return false;
    }
    match last.after_double_step {
        None => has_past(before, other, unmoved, plies),
        Some((from, to)) => {
            let mut earlier = before.clone();
            earlier.discard_piece_at(to);
            earlier.set_piece_at(from, other.pawn());
            !is_attacked(&earlier, mover, other)
        }
    }
}

/// Whether the king of a side is attacked.
fn is_attacked(board: &Board, side: Color, attacker: Color) -> bool {
    board.king_of(side).is_none_or(|king| board.attacks_to(king, attacker, board.occupied()).any())
}

/// Every move back that the way of moving allows; what stood before is not examined.
fn retractions(board: &Board, mover: Color, unmoved: Bitboard) -> Vec<LastMove> {
    let mut all = Vec::new();
    for to in board.by_color(mover) & !unmoved {
        let Some(piece) = board.piece_at(to) else { continue };
        if piece.role == Role::Pawn {
            pawn_retractions(board, mover, to, &mut all);
            continue;
        }
        let origins = attacks::attacks(to, piece, board.occupied()) & !board.occupied();
        for from in origins {
            step_back(board, (from, to), piece, &[Capture::None, Capture::Any], &mut all);
        }
        if to.rank() == mover.fold_wb(Rank::Eighth, Rank::First) && PROMOTED.contains(&piece.role) {
            pawn_steps_back(board, mover, to, &mut all);
        }
    }
    uncastle(board, mover, unmoved, &mut all);
    all
}

/// What a move that is taken back may have captured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capture {
    None,
    Any,
}

fn step_back(
    board: &Board,
    (from, to): (Square, Square),
    piece: Piece,
    captures: &[Capture],
    all: &mut Vec<LastMove>,
) {
    let mut before = board.clone();
    before.discard_piece_at(to);
    before.set_piece_at(from, piece);
    let is_pawn = piece.role == Role::Pawn;
    let mut push = |before: Board| all.push(LastMove { from, to, is_pawn, before, after_double_step: None });
    if captures.contains(&Capture::None) {
        push(before.clone());
    }
    if captures.contains(&Capture::Any) {
        let is_last_rank = to.rank() == Rank::First || to.rank() == Rank::Eighth;
        let roles = PROMOTED.into_iter().chain((!is_last_rank).then_some(Role::Pawn));
        for role in roles {
            let mut before = before.clone();
            before.set_piece_at(to, role.of(!piece.color));
            push(before);
        }
    }
}

fn pawn_retractions(board: &Board, mover: Color, to: Square, all: &mut Vec<LastMove>) {
    pawn_steps_back(board, mover, to, all);
    let occupied = board.occupied();
    let back = mover.fold_wb(-8, 8);
    let Some(behind) = to.offset(back) else { return };
    // Two steps.
    if to.rank() == mover.fold_wb(Rank::Fourth, Rank::Fifth)
        && let Some(home) = behind.offset(back)
        && !occupied.contains(behind)
        && !occupied.contains(home)
    {
        step_back(board, (home, to), mover.pawn(), &[Capture::None], all);
    }
    // En passant: the captured pawn stood behind the square, and had come from before it.
    if to.rank() == mover.fold_wb(Rank::Sixth, Rank::Third)
        && let Some(home) = to.offset(-back)
        && !occupied.contains(behind)
        && !occupied.contains(home)
    {
        for from in attacks::pawn_attacks(!mover, to) & !occupied {
            let mut before = board.clone();
            before.discard_piece_at(to);
            before.set_piece_at(from, mover.pawn());
            before.set_piece_at(behind, (!mover).pawn());
            let after_double_step = Some((home, behind));
            all.push(LastMove { from, to, is_pawn: true, before, after_double_step });
        }
    }
}

/// Single steps and captures of the pawn that stands on a square, or that promoted there.
fn pawn_steps_back(board: &Board, mover: Color, to: Square, all: &mut Vec<LastMove>) {
    let occupied = board.occupied();
    let first_rank = mover.fold_wb(Rank::First, Rank::Eighth);
    let Some(behind) = to.offset(mover.fold_wb(-8, 8)).filter(|behind| behind.rank() != first_rank) else {
        return;
    };
    if !occupied.contains(behind) {
        step_back(board, (behind, to), mover.pawn(), &[Capture::None], all);
    }
    for from in attacks::pawn_attacks(!mover, to) & !occupied {
        step_back(board, (from, to), mover.pawn(), &[Capture::Any], all);
    }
}

fn uncastle(board: &Board, mover: Color, unmoved: Bitboard, all: &mut Vec<LastMove>) {
    let rank = mover.fold_wb(Rank::First, Rank::Eighth);
    let at = |file: File| Square::from_coords(file, rank);
    for (king, rook, corner) in [(File::G, File::F, File::H), (File::C, File::D, File::A)] {
        let stands =
            board.piece_at(at(king)) == Some(mover.king()) && board.piece_at(at(rook)) == Some(mover.rook());
        let castled = Bitboard::from(at(king)) | Bitboard::from(at(rook));
        let ways = attacks::between(at(File::E), at(corner))
            | Bitboard::from(at(File::E))
            | Bitboard::from(at(corner));
        if !stands || (unmoved & castled).any() || (board.occupied() & ways & !castled).any() {
            continue;
        }
        let mut before = board.clone();
        before.discard_piece_at(at(king));
        before.discard_piece_at(at(rook));
        before.set_piece_at(at(File::E), mover.king());
        before.set_piece_at(at(corner), mover.rook());
        let passes = [at(File::E), at(rook)];
        if passes.into_iter().any(|square| before.attacks_to(square, !mover, before.occupied()).any()) {
            continue;
        }
        let (from, to) = (at(File::E), at(king));
        all.push(LastMove { from, to, is_pawn: false, before, after_double_step: None });
    }
}

/// Whether the pieces of both sides can come from sixteen with eight pawns, some promoted.
fn is_material_possible(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let pieces = board.by_color(color).count();
        let pawns = board.by_piece(color.pawn()).count();
        let promoted: u32 = promoted_on(board, color).into_iter().map(|(_, count)| count).sum();
        pieces <= 16 && pawns + usize::try_from(promoted).unwrap_or(usize::MAX) <= 8
    })
}

/// Whether the pawns of both sides can stand where they stand: no more captures are needed than pieces of the other
/// side are missing.
fn are_pawns_possible(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let missing = 16_usize.saturating_sub(board.by_color(!color).count());
        captures_needed(board, color).is_some_and(|needed| needed <= missing)
    })
}

/// The fewest captures with which the pawns of a side can have reached their squares; None if they cannot.
fn captures_needed(board: &Board, color: Color) -> Option<usize> {
    const IMPOSSIBLE: usize = usize::MAX;
    let pawns = board.by_piece(color.pawn());
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    if pawns
        .into_iter()
        .map(|pawn| Bitboard::from(pawn.file()))
        .fold(Bitboard::EMPTY, |all, file| all | file)
        .count()
        == 8 * pawns.count()
    {
        return Some(0);
    }
    // The fewest captures for the pawns so far, by the set of the files that they come from.
    let mut fewest = vec![IMPOSSIBLE; 256];
    fewest[0] = 0;
    for pawn in pawns {
        let mut next = vec![IMPOSSIBLE; 256];
        for (files, &captures) in fewest.iter().enumerate().filter(|&(_, &captures)| captures != IMPOSSIBLE) {
            for file in File::ALL {
                let bit = 1 << file.to_usize();
                let distance = usize::from(u8::try_from(file.distance(pawn.file())).unwrap_or(u8::MAX));
                let advance = usize::from(u8::try_from(pawn.rank().distance(home)).unwrap_or(0));
                if files & bit == 0 && distance <= advance {
                    let place = &mut next[files | bit];
                    *place = (*place).min(captures + distance);
                }
            }
        }
        fewest = next;
    }
    fewest.into_iter().min().filter(|&captures| captures != IMPOSSIBLE)
}

/// The rank between two ranks.
fn middle(from: Rank, to: Rank) -> Rank {
    Rank::ALL.into_iter().find(|rank| rank.distance(from) == 1 && rank.distance(to) == 1).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    fn last(text: &str) -> Vec<String> {
        let position = fen::parse(text).unwrap();
        let mut moves: Vec<String> = last_moves(position.board(), !position.turn(), Bitboard::EMPTY)
            .into_iter()
            .map(|last| format!("{}{}", last.from, last.to))
            .collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn a_king_comes_from_no_impossible_check() {
        // On g7 the king would be in a check that no white move gives.
        assert_eq!(last("7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1"), ["g7g5"]);
        // Without the pawn on e5 the check came from e5xf6.
        assert_eq!(last("7R/7p/5P1k/5KpP/8/8/8/8 w - - 0 1"), ["g7g5", "g7h6"]);
    }

    #[test]
    fn promotion_and_castling_are_taken_back() {
        assert!(last("k7/8/8/8/8/8/8/5RK1 b - - 0 1").contains(&"e1g1".to_owned()));
        assert!(last("Q7/8/8/8/8/2k5/8/K7 b - - 0 1").contains(&"a7a8".to_owned()));
        // With eight pawns on the board nothing promoted.
        assert!(!last("Q7/8/8/8/8/2k5/PPPPPPPP/K7 b - - 0 1").contains(&"a7a8".to_owned()));
    }

    #[test]
    fn pawns_need_captures() {
        let needed = |text: &str| captures_needed(fen::parse(text).unwrap().board(), Color::White);
        assert_eq!(needed("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), Some(0));
        assert_eq!(needed("4k3/8/8/8/8/P7/P7/4K3 w - - 0 1"), Some(1));
        assert_eq!(needed("4k3/8/P7/P7/P7/8/8/4K3 w - - 0 1"), Some(3));
        assert_eq!(needed("4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1"), None);
    }
}
