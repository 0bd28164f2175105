//! Passed pawns: the terms that depend on kings and pieces.

use shakmaty::attacks;

use super::info::EvalInfo;
use super::pawns::step;
use super::side::{EvalSide, distance};
use super::tally::EvalTally;
use super::terms;
use chess::{Bitboard, Color, Rank, Role, Square};

/// Adds the terms of one side's pawns among `passed`.
pub(super) fn of<S: EvalSide, T: EvalTally>(view: &EvalInfo, passed: Bitboard, tally: &mut T) {
    let (own, enemy) = (view.king::<S>(), view.king::<S::Them>());
    let (ours, theirs) = (view.side_info::<S>(), view.side_info::<S::Them>());
    let bare_king = view.board.non_pawn_pieces(S::Them::US).is_empty();
    for square in passed & view.side_pieces::<S>() {
        let step = step::<S>(square);
        let pawn = Bitboard::from_square(square);
        let Some(front) = S::ahead(pawn).first() else { continue };
        tally.add::<S>(terms::PASSED_ENEMY_KING.at(step), distance(enemy, front));
        tally.add::<S>(terms::PASSED_OWN_KING.at(step), distance(own, front));

        let path = S::all_ahead(pawn);
        let behind = S::Them::all_ahead(pawn);
        let rooks = behind & view.board.by_role(Role::Rook);
        let (mut ours_behind, mut theirs_behind) = (false, false);
        if rooks.any() {
            // Only the nearest rook counts, with nothing in between.
            let nearest = furthest::<S>(rooks);
            let between = attacks::between(nearest, square) & view.occupied;
            if between.is_empty() {
                ours_behind = view.side_pieces::<S>().contains(nearest);
                theirs_behind = !ours_behind;
                tally.add_once::<S>(terms::PASSED_ROOK_BEHIND.at(usize::from(theirs_behind)));
            }
        }
        if view.side_pieces::<S::Them>().contains(front) {
            tally.add_once::<S>(terms::PASSED_BLOCKED.at(step));
            continue;
        }
        // A rook behind the pawn attacks or protects its whole path.
        let dangers = if theirs_behind { path } else { path & theirs.attacked };
        let contested = if ours_behind { Bitboard::EMPTY } else { dangers & !ours.attacked };
        if !contested.contains(front) {
            tally.add_once::<S>(terms::PASSED_SAFE_STEP.at(step));
            if (path & (dangers | view.side_pieces::<S::Them>())).is_empty() {
                tally.add_once::<S>(terms::PASSED_SAFE_PATH.at(step));
            }
        }
        if bare_king && (path & view.occupied).is_empty() {
            let goal = Square::from_coords(square.file(), S::US.relative_rank(Rank::Eighth));
            // Independent of the side to move: the king is given one extra move.
            if distance(enemy, goal) - 1 > distance(square, goal).min(5) {
                tally.add_once::<S>(terms::UNSTOPPABLE.start);
            }
        }
    }
}

/// The most advanced of these squares, from the side's point of view.
fn furthest<S: EvalSide>(squares: Bitboard) -> Square {
    let found = match S::US {
        Color::White => squares.last(),
        Color::Black => squares.first(),
    };
    found.unwrap_or(Square::A1)
}
