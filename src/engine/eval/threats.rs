//! Men that are attacked by cheaper ones, or hang. The figures are our own.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Role};

use super::count;
use super::taper::{Taper, taper};
use super::view::{View, ahead};

const BY_PAWN: Taper = taper(48, 30);
const BY_PAWN_PUSH: Taper = taper(14, 10);
const MINOR_ON_ROOK: Taper = taper(32, 24);
const MINOR_ON_QUEEN: Taper = taper(38, 22);
const ROOK_ON_QUEEN: Taper = taper(34, 18);
const MINOR_ON_LOOSE: Taper = taper(20, 18);
const KING_ON_LOOSE: Taper = taper(0, 22);

/// What one side threatens.
pub(super) fn of(view: &View, us: Color) -> Taper {
    let them = us.other();
    let occupied = view.board.occupied();
    let pieces = view.men(them) & !view.board.pawns() & !view.board.kings();
    let pushes = ahead(view.pawns(us), us) & !occupied & !view.pawn_attacks(them);
    let push_attacks = super::view::beside(ahead(pushes, us));

    let mut sum = BY_PAWN * count(view.pawn_attacks(us) & pieces);
    sum += BY_PAWN_PUSH * count(push_attacks & pieces & !view.pawn_attacks(us));
    let minor_reach = reach(view, us, Role::Knight, occupied) | reach(view, us, Role::Bishop, occupied);
    let queens = view.of_role(them, Role::Queen);
    sum += MINOR_ON_ROOK * count(minor_reach & view.of_role(them, Role::Rook));
    sum += MINOR_ON_QUEEN * count(minor_reach & queens);
    if queens.any() {
        sum += ROOK_ON_QUEEN * count(reach(view, us, Role::Rook, occupied) & queens);
    }
    let loose = view.men(them) & !view.pawn_attacks(them) & !view.board.kings();
    let minors = loose & (view.board.knights() | view.board.bishops());
    sum += MINOR_ON_LOOSE * count(minor_reach & minors);
    sum + KING_ON_LOOSE * i32::from((attacks::king_attacks(view.king(us)) & loose).any())
}

fn reach(view: &View, us: Color, role: Role, occupied: Bitboard) -> Bitboard {
    view.of_role(us, role)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | attacks::attacks(square, role.of(us), occupied))
}
