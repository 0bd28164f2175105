//! Pawn structure: passed, isolated, doubled, backward and supported pawns. The figures are our own.

use crate::chess::{Bitboard, Color, Rank, Square};

use super::count;
use super::taper::{Taper, taper};
use super::view::{View, ahead, all_ahead, beside};

const ISOLATED: Taper = taper(-11, -13);
const DOUBLED: Taper = taper(-9, -20);
const BACKWARD: Taper = taper(-8, -8);
/// A pawn beside or behind another, by its rank from two to seven.
const SUPPORTED: [Taper; 6] =
    [taper(0, 0), taper(9, 4), taper(12, 8), taper(20, 18), taper(42, 44), taper(80, 80)];
/// A passed pawn by its rank from two to seven, beyond what its square is worth.
const PASSED: [Taper; 6] =
    [taper(-2, 8), taper(-4, 12), taper(0, 28), taper(16, 54), taper(38, 86), taper(60, 120)];
/// For each square that the enemy king is further from the square in front of a far passed pawn.
const ENEMY_KING_AWAY: [i32; 6] = [0, 2, 5, 11, 17, 20];
/// The same for the pawn's own king.
const OWN_KING_AWAY: [i32; 6] = [0, 1, 3, 6, 9, 9];
/// A far passed pawn whose next square is held by the enemy.
const BLOCKED: [Taper; 6] =
    [taper(0, 0), taper(0, -4), taper(-2, -12), taper(-6, -24), taper(-16, -48), taper(-30, -80)];
/// A passed pawn with a pawn at its side or a protector.
const GUARDED_PASSED: Taper = taper(8, 14);
/// A passed pawn that no king can catch, when the enemy has no pieces.
const UNSTOPPABLE: i32 = 450;

/// The pawn structure of one side.
pub(super) fn of(view: &View, us: Color) -> Taper {
    let ours = view.pawns(us);
    let theirs = view.pawns(us.other());
    let files = all_ahead(ours, us) | all_ahead(ours, us.other()) | ours;
    let isolated = ours & !beside(files);
    let doubled = ours & all_ahead(ours, us.other()) & !all_ahead(ours, us);
    let phalanx = ours & beside(ours);
    let supported = (ours & view.pawn_attacks(us)) | phalanx;
    let backing = all_ahead(beside(ours), us) | beside(ours);
    let backward = ours & !backing & !isolated & ahead(view.pawn_attacks(us.other()), us.other());
    let stoppers = all_ahead(theirs | beside(theirs), us.other());
    let passed = ours & !stoppers & !all_ahead(ours, us.other());

    let mut sum = ISOLATED * count(isolated) + DOUBLED * count(doubled) + BACKWARD * count(backward);
    for square in supported {
        sum += SUPPORTED[step(us, square)];
    }
    for square in passed {
        sum += passed_pawn(view, us, square);
        if supported.contains(square) {
            sum += GUARDED_PASSED;
        }
    }
    sum
}

fn passed_pawn(view: &View, us: Color, square: Square) -> Taper {
    let step = step(us, square);
    let mut worth = PASSED[step];
    let Some(front) = ahead(Bitboard::from_square(square), us).first() else { return worth };
    let (own, enemy) = (view.king(us), view.king(us.other()));
    let kings = ENEMY_KING_AWAY[step] * distance(enemy, front) - OWN_KING_AWAY[step] * distance(own, front);
    worth += taper(0, kings);
    if view.men(us.other()).contains(front) {
        worth += BLOCKED[step];
    }
    let path = all_ahead(Bitboard::from_square(square), us);
    let bare = (view.men(us.other()) & !view.board.pawns() & !view.board.kings()).is_empty();
    if bare && (path & view.board.occupied()).is_empty() {
        let goal = Square::from_coords(square.file(), us.relative_rank(Rank::Eighth));
        // The side to move is not known here, so one move is allowed to the king.
        if distance(enemy, goal) - 1 > distance(square, goal).min(5) {
            worth += taper(0, UNSTOPPABLE);
        }
    }
    worth
}

/// The place of a pawn in tables by rank: nought on its second rank.
fn step(us: Color, square: Square) -> usize {
    us.relative_rank(square.rank()).to_usize().saturating_sub(1).min(5)
}

fn distance(a: Square, b: Square) -> i32 {
    a.distance(b).cast_signed()
}
