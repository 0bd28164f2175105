//! Conventions of chess composition: castling, en passant and promoted pieces (Codex for Chess Composition, articles
//! 15 and 16).
//!
//! In a composed problem castling is allowed unless it can be disproved, and en passant only if it can be proved
//! that the last move was the double step. A FEN that was written by hand often leaves both fields empty. What the
//! last moves can have been is found by `last_move`, with the material that `promoted` counts.

mod last_move;
mod promoted;

use last_move::{LastMove, has_last_move, last_moves};
pub use promoted::promoted_pieces;
use shakmaty::Board;

use chess::{Bitboard, Color, Position, Rank, Square, fen};

/// A position with the rights that a diagram leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComposedRights {
    /// The position with every castling right that is not disproved, and en passant if it is proved.
    pub position: Position,
    /// Rooks that got a right.
    pub added: Bitboard,
    /// Rooks on their squares beside a king on its square whose right is disproved: with it there is no last move.
    pub disproved: Bitboard,
    /// The square behind the pawn that got capturable en passant: its double step is proved.
    pub en_passant: Option<Square>,
    /// Whether rights exclude each other, or en passant is proved only by a right to castle: see
    /// [`partial_analysis`].
    pub depends: bool,
}

/// One case of partial retrograde analysis: rights that a diagram can have together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RetroCase {
    /// The position with these rights.
    pub position: Position,
    /// Rooks that may castle.
    pub castling: Bitboard,
    /// The square behind the pawn that can be captured en passant.
    pub en_passant: Option<Square>,
}

/// The rights of a composed problem: castling that nothing disproves is added to what the position has, and en
/// passant where every other last move is impossible. Three half-moves are taken back; deeper retrograde analysis is
/// not done.
#[must_use]
pub fn composed_rights(position: &Position) -> ComposedRights {
    let mut setup = position.to_setup();
    let candidates = castling_candidates(position);
    let given = setup.castling_rights;
    let mut disproved = Bitboard::EMPTY;
    for rook in candidates & !given {
        if is_disproved(position, Bitboard::from(rook)) {
            disproved |= Bitboard::from(rook);
        }
    }
    let added = candidates & !given & !disproved;
    setup.castling_rights |= added;
    let en_passant =
        if setup.ep_square.is_none() { proved_double_step(position, Bitboard::EMPTY) } else { None };
    setup.ep_square = setup.ep_square.or(en_passant);
    let depends = partial_analysis(position).len() > 1;
    let position = fen::from_setup(setup).unwrap_or_else(|_| position.clone());
    ComposedRights { position, added, disproved, en_passant, depends }
}

/// Partial retrograde analysis (PRA): the cases that a diagram allows, each with as many castling rights as can
/// be had together. Where a right to castle proves en passant, the case without both is another one. What the
/// position says about castling is left aside.
#[must_use]
pub fn partial_analysis(position: &Position) -> Vec<RetroCase> {
    let candidates = castling_candidates(position);
    let mut possible: Vec<(Bitboard, Option<Square>)> = subsets(candidates)
        .into_iter()
        .filter(|&rights| !is_disproved(position, rights))
        .map(|rights| (rights, proved_double_step(position, rights)))
        .collect();
    let all = possible.clone();
    possible.retain(|&(rights, en_passant)| {
        let includes = |more: Bitboard| more != rights && (rights & !more).is_empty();
        !all.iter().any(|&(more, other)| other == en_passant && includes(more))
    });
    possible.sort_by_key(|&(rights, en_passant)| (std::cmp::Reverse(rights.count()), en_passant.is_none()));
    let to_case = |(castling, en_passant): (Bitboard, Option<Square>)| {
        let mut setup = position.to_setup();
        setup.castling_rights = castling;
        setup.ep_square = setup.ep_square.or(en_passant);
        let position = fen::from_setup(setup).ok()?;
        Some(RetroCase { position, castling, en_passant })
    };
    possible.into_iter().filter_map(to_case).collect()
}

/// Rooks on their squares beside a king on its square.
fn castling_candidates(position: &Position) -> Bitboard {
    let board = position.board();
    let mut rooks = Bitboard::EMPTY;
    for color in Color::ALL {
        let king = color.fold_wb(Square::E1, Square::E8);
        let corners = color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]);
        if board.piece_at(king) == Some(color.king()) {
            let unmoved = corners.into_iter().filter(|&corner| board.piece_at(corner) == Some(color.rook()));
            rooks = unmoved.fold(rooks, |all, corner| all | Bitboard::from(corner));
        }
    }
    rooks
}

/// Whether there is no last move if these rooks and their kings never moved, though there is one if they did. A last
/// move that the position names, a double step that allows en passant, disproves nothing.
fn is_disproved(position: &Position, rooks: Bitboard) -> bool {
    let board = position.board();
    let mover = !position.turn();
    position.to_setup().ep_square.is_none()
        && !has_last_move(board, mover, unmoved(rooks))
        && has_last_move(board, mover, Bitboard::EMPTY)
}

/// The square that a pawn passed over in the last move, if nothing else can have been the last move and the pawn can
/// be captured en passant.
fn proved_double_step(position: &Position, rooks: Bitboard) -> Option<Square> {
    let mover = !position.turn();
    let passed = double_steps(position.board(), mover);
    // Without a double step that can be captured there is nothing to prove.
    let captured = passed.into_iter().find(|&passed| can_capture_en_passant(position, passed))?;
    let all = last_moves(position.board(), mover, unmoved(rooks));
    let proved = !all.is_empty() && all.iter().all(|last| LastMove::passed_square(last) == Some(captured));
    proved.then_some(captured)
}

/// The squares behind the pawns that can have come by a double step.
fn double_steps(board: &Board, mover: Color) -> Bitboard {
    let back = mover.fold_wb(-8, 8);
    let free = |square: Option<Square>| square.filter(|&square| !board.occupied().contains(square));
    let pawns = board.by_piece(mover.pawn()) & Bitboard::from(mover.fold_wb(Rank::Fourth, Rank::Fifth));
    let passed = |pawn: Square| free(pawn.offset(back)).filter(|passed| free(passed.offset(back)).is_some());
    pawns.into_iter().filter_map(passed).fold(Bitboard::EMPTY, |all, square| all | Bitboard::from(square))
}

/// Whether the pawn that passed over a square can legally be captured.
fn can_capture_en_passant(position: &Position, passed: Square) -> bool {
    let mut setup = position.to_setup();
    setup.ep_square = Some(passed);
    fen::from_setup(setup).is_ok_and(|position| position.to_setup().ep_square == Some(passed))
}

/// These rooks with their kings.
fn unmoved(rooks: Bitboard) -> Bitboard {
    let kings =
        [Square::E1, Square::E8].into_iter().filter(|king| (Bitboard::from(king.rank()) & rooks).any());
    kings.fold(rooks, |all, king| all | Bitboard::from(king))
}

/// Every subset of a set of squares.
fn subsets(squares: Bitboard) -> Vec<Bitboard> {
    let mut subsets = vec![Bitboard::EMPTY];
    for square in squares {
        let more: Vec<Bitboard> = subsets.iter().map(|&subset| subset | Bitboard::from(square)).collect();
        subsets.extend(more);
    }
    subsets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn castling_after(text: &str) -> String {
        let composed = composed_rights(&fen::parse(text).unwrap());
        fen::format(&composed.position).split(' ').nth(2).unwrap_or_default().to_owned()
    }

    #[test]
    fn castling_is_allowed_unless_the_last_move_disproves_it() {
        // The pawn on a6 can have moved last.
        assert_eq!(castling_after("r3k2r/8/p7/8/8/8/8/R3K2R w - - 0 1"), "KQkq");
        // Black has moved last, and only king and rook can have done so.
        assert_eq!(castling_after("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"), "Q");
        // With Black to move, White has moved last.
        assert_eq!(castling_after("4k2r/8/8/8/8/8/8/R3K3 b - - 0 1"), "k");
        // A pawn on its first square has not moved.
        assert_eq!(castling_after("4k2r/7p/8/8/8/8/8/4K3 w - - 0 1"), "-");
        // Each of two rooks can have moved last.
        assert_eq!(castling_after("r3k2r/8/8/8/8/8/8/4K3 w - - 0 1"), "kq");
        // A king or rook elsewhere has no right; what the FEN says stays.
        assert_eq!(castling_after("r2k3r/8/8/8/8/8/8/R3K2R w K - 0 1"), "KQ");
    }

    fn en_passant_after(text: &str) -> Option<Square> {
        composed_rights(&fen::parse(text).unwrap()).en_passant
    }

    #[test]
    fn en_passant_is_allowed_only_if_the_double_step_is_proved() {
        assert_eq!(en_passant_after("7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1"), Some(Square::G6));
        // The same with the colors exchanged.
        assert_eq!(en_passant_after("8/8/8/8/4pkPp/5p1K/7P/7r b - - 0 1"), Some(Square::G3));
        // The king can have come from g7, the other pawn from a6.
        assert_eq!(en_passant_after("7R/7p/5P1k/5KpP/8/8/8/8 w - - 0 1"), None);
        assert_eq!(en_passant_after("7R/7p/5P1k/p3PKpP/8/8/8/8 w - - 0 1"), None);
        // Without the pawn on f6 the king can have come from g7.
        assert_eq!(en_passant_after("7R/7p/7k/4PKpP/8/8/8/8 w - - 0 1"), None);
    }

    /// The rights of each case, as a FEN has them.
    fn cases(text: &str) -> Vec<String> {
        let rights = |case: RetroCase| {
            let fen = fen::format(&case.position);
            fen.split(' ').skip(2).take(2).collect::<Vec<_>>().join(" ")
        };
        partial_analysis(&fen::parse(text).unwrap()).into_iter().map(rights).collect()
    }

    #[test]
    fn partial_analysis_has_a_case_for_rights_that_exclude_each_other() {
        // Nothing excludes anything.
        assert_eq!(cases("r3k2r/8/p7/8/8/8/8/R3K2R w - - 0 1"), ["KQkq -"]);
        // One of the rooks has moved.
        assert_eq!(cases("r3k2r/8/8/8/8/8/8/4K3 w - - 0 1"), ["q -", "k -"]);
        assert!(composed_rights(&fen::parse("r3k2r/8/8/8/8/8/8/4K3 w - - 0 1").unwrap()).depends);
        // Langstaff 1922: the last move was the double step, or Black may not castle.
        assert_eq!(cases("4k2r/8/5B1P/3R1KpP/8/8/8/8 w - - 0 1"), ["k g6", "- -"]);
    }
}
