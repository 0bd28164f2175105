//! Passed pawns with what the pieces do to them.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Rank, Role, Square};

use super::pawns::step;
use super::side::{Side, distance};
use super::tally::Tally;
use super::terms;
use super::view::View;

/// Names the terms of one side's passed pawns, which stand on `passed`.
pub(super) fn of<S: Side, T: Tally>(view: &View, passed: Bitboard, tally: &mut T) {
    let (own, enemy) = (view.king::<S>(), view.king::<S::Them>());
    let (ours, theirs) = (view.facts::<S>(), view.facts::<S::Them>());
    let lone = view.men.pieces(S::Them::US).is_empty();
    for square in passed & view.all::<S>() {
        let step = step::<S>(square);
        let man = Bitboard::from_square(square);
        let Some(front) = S::ahead(man).first() else { continue };
        tally.add::<S>(terms::PASSED_ENEMY_KING.at(step), distance(enemy, front));
        tally.add::<S>(terms::PASSED_OWN_KING.at(step), distance(own, front));

        let way = S::all_ahead(man);
        let behind = S::Them::all_ahead(man);
        let rooks = behind & view.men.by_role(Role::Rook);
        let (mut ours_behind, mut theirs_behind) = (false, false);
        if rooks.any() {
            // The nearest one counts, if nothing stands between.
            let nearest = furthest::<S>(rooks);
            let between = attacks::between(nearest, square) & view.occupied;
            if between.is_empty() {
                ours_behind = view.all::<S>().contains(nearest);
                theirs_behind = !ours_behind;
                tally.note::<S>(terms::PASSED_ROOK_BEHIND.at(usize::from(theirs_behind)));
            }
        }
        if view.all::<S::Them>().contains(front) {
            tally.note::<S>(terms::PASSED_BLOCKED.at(step));
            continue;
        }
        // A rook behind sees through the pawn to the whole of its way.
        let dangers = if theirs_behind { way } else { way & theirs.attacked };
        let held = if ours_behind { Bitboard::EMPTY } else { dangers & !ours.attacked };
        if !held.contains(front) {
            tally.note::<S>(terms::PASSED_SAFE_STEP.at(step));
            if (way & (dangers | view.all::<S::Them>())).is_empty() {
                tally.note::<S>(terms::PASSED_SAFE_PATH.at(step));
            }
        }
        if lone && (way & view.occupied).is_empty() {
            let goal = Square::from_coords(square.file(), S::US.relative_rank(Rank::Eighth));
            // The side to move is not known here, so one move is allowed to the king.
            if distance(enemy, goal) - 1 > distance(square, goal).min(5) {
                tally.note::<S>(terms::UNSTOPPABLE.start);
            }
        }
    }
}

/// The one of these squares that is furthest up the board, as the side goes.
fn furthest<S: Side>(squares: Bitboard) -> Square {
    let found = match S::US {
        Color::White => squares.last(),
        Color::Black => squares.first(),
    };
    found.unwrap_or(Square::A1)
}
