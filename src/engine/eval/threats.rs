//! Men that are attacked by cheaper ones, hang, or soon will.

use shakmaty::attacks;

use crate::chess::{Bitboard, Rank, Role};

use super::side::{Side, count};
use super::tally::Tally;
use super::terms::{self, Group};
use super::view::View;

/// Names what one side threatens.
pub(super) fn of<S: Side, T: Tally>(view: &View, tally: &mut T) {
    let (ours, theirs) = (view.facts::<S>(), view.facts::<S::Them>());
    let pawns = view.pawns::<S::Them>();
    let pieces = view.all::<S::Them>() & !pawns & !view.men::<S::Them>(Role::King);
    let strong = theirs.by(Role::Pawn) | (theirs.twice & !ours.twice);
    let weak = view.all::<S::Them>() & !strong & ours.attacked;

    let minors = ours.by(Role::Knight) | ours.by(Role::Bishop);
    by_kind::<S, T>(view, (weak | pieces) & minors, terms::MINOR_THREAT, tally);
    if weak.any() {
        by_kind::<S, T>(view, weak & ours.by(Role::Rook), terms::ROOK_THREAT, tally);
        if (weak & ours.by(Role::King)).any() {
            tally.note::<S>(terms::KING_THREAT.start);
        }
        let hanging = weak & (!theirs.attacked | (pieces & ours.twice));
        tally.add::<S>(terms::HANGING.start, count(hanging));
        tally.add::<S>(terms::QUEEN_GUARD.start, count(weak & theirs.by(Role::Queen)));
    }
    let restricted = theirs.attacked & !strong & ours.attacked;
    tally.add::<S>(terms::RESTRICTED.start, count(restricted));

    let safe = !theirs.attacked | ours.attacked;
    let hit = S::pawn_attacks(view.pawns::<S>() & safe) & pieces;
    if hit.any() {
        tally.add::<S>(terms::PAWN_THREAT.start, count(hit));
    }
    let free = !view.occupied;
    let one = S::ahead(view.pawns::<S>()) & free;
    let two = S::ahead(one & S::rank(Rank::Third)) & free;
    let pushed = (one | two) & safe & !theirs.by(Role::Pawn);
    let hit = S::pawn_attacks(pushed) & pieces;
    if hit.any() {
        tally.add::<S>(terms::PUSH_THREAT.start, count(hit));
    }
    queens::<S, T>(view, strong, tally);
}

/// Attacked men by their kind; a king among them is not counted.
fn by_kind<S: Side, T: Tally>(view: &View, attacked: Bitboard, group: Group, tally: &mut T) {
    for square in attacked {
        if let Some(role) = view.men.role_at(square)
            && role != Role::King
        {
            tally.note::<S>(group.at(usize::from(role) - 1));
        }
    }
}

/// Squares from which the enemy's one queen can be attacked.
fn queens<S: Side, T: Tally>(view: &View, strong: Bitboard, tally: &mut T) {
    let queens = view.men::<S::Them>(Role::Queen);
    let Some(queen) = queens.single_square() else { return };
    let ours = view.facts::<S>();
    let safe = !strong & !view.all::<S>();
    let knights = ours.by(Role::Knight) & attacks::knight_attacks(queen);
    tally.add::<S>(terms::QUEEN_HARASSED.at(0), count(knights & safe));
    let lines = (ours.by(Role::Bishop) & attacks::bishop_attacks(queen, view.occupied))
        | (ours.by(Role::Rook) & attacks::rook_attacks(queen, view.occupied));
    tally.add::<S>(terms::QUEEN_HARASSED.at(1), count(lines & safe & ours.twice));
}
