//! Threats: pieces that are attacked by less valuable ones, hang, or soon will.

use shakmaty::attacks;

use super::info::EvalInfo;
use super::side::{EvalSide, count};
use super::tally::EvalTally;
use super::terms::{self, Group};
use chess::{Bitboard, Rank, Role};

/// Adds the threats of one side.
pub(super) fn of<S: EvalSide, T: EvalTally>(view: &EvalInfo, tally: &mut T) {
    let (ours, theirs) = (view.side_info::<S>(), view.side_info::<S::Them>());
    let pawns = view.pawns::<S::Them>();
    let pieces = view.side_pieces::<S::Them>() & !pawns & !view.pieces::<S::Them>(Role::King);
    let strong = theirs.attacked_by(Role::Pawn) | (theirs.attacked_twice & !ours.attacked_twice);
    let weak = view.side_pieces::<S::Them>() & !strong & ours.attacked;

    let minors = ours.attacked_by(Role::Knight) | ours.attacked_by(Role::Bishop);
    by_kind::<S, T>(view, (weak | pieces) & minors, terms::MINOR_THREAT, tally);
    if weak.any() {
        by_kind::<S, T>(view, weak & ours.attacked_by(Role::Rook), terms::ROOK_THREAT, tally);
        if (weak & ours.attacked_by(Role::King)).any() {
            tally.add_once::<S>(terms::KING_THREAT.start);
        }
        let hanging = weak & (!theirs.attacked | (pieces & ours.attacked_twice));
        tally.add::<S>(terms::HANGING.start, count(hanging));
        tally.add::<S>(terms::QUEEN_GUARD.start, count(weak & theirs.attacked_by(Role::Queen)));
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
    let pushed = (one | two) & safe & !theirs.attacked_by(Role::Pawn);
    let hit = S::pawn_attacks(pushed) & pieces;
    if hit.any() {
        tally.add::<S>(terms::PUSH_THREAT.start, count(hit));
    }
    queens::<S, T>(view, strong, tally);
}

/// Attacked pieces by type, without the king.
fn by_kind<S: EvalSide, T: EvalTally>(view: &EvalInfo, attacked: Bitboard, group: Group, tally: &mut T) {
    for square in attacked {
        if let Some(role) = view.board.role_at(square)
            && role != Role::King
        {
            tally.add_once::<S>(group.at(usize::from(role) - 1));
        }
    }
}

/// Safe squares from which a single enemy queen can be attacked.
fn queens<S: EvalSide, T: EvalTally>(view: &EvalInfo, strong: Bitboard, tally: &mut T) {
    let queens = view.pieces::<S::Them>(Role::Queen);
    let Some(queen) = queens.single_square() else { return };
    let ours = view.side_info::<S>();
    let safe = !strong & !view.side_pieces::<S>();
    let knights = ours.attacked_by(Role::Knight) & attacks::knight_attacks(queen);
    tally.add::<S>(terms::QUEEN_HARASSED.at(0), count(knights & safe));
    let lines = (ours.attacked_by(Role::Bishop) & attacks::bishop_attacks(queen, view.occupied))
        | (ours.attacked_by(Role::Rook) & attacks::rook_attacks(queen, view.occupied));
    tally.add::<S>(terms::QUEEN_HARASSED.at(1), count(lines & safe & ours.attacked_twice));
}
