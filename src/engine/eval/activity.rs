//! Pieces at work: mobility, open files, outposts, the bishop pair. The figures are our own.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, File, Rank, Role, Square};

use super::count;
use super::taper::{Taper, taper};
use super::view::{View, ahead, all_ahead, beside};

const BISHOP_PAIR: Taper = taper(28, 48);
const ROOK_ON_OPEN_FILE: Taper = taper(32, 10);
const ROOK_ON_HALF_OPEN_FILE: Taper = taper(14, 8);
const ROOK_ON_SEVENTH: Taper = taper(6, 18);
const KNIGHT_OUTPOST: Taper = taper(26, 16);
const BISHOP_OUTPOST: Taper = taper(18, 6);
const MINOR_BEHIND_PAWN: Taper = taper(6, 4);
const PAWN_ON_BISHOPS_COLOR: Taper = taper(-2, -5);

/// Mobility: what one more safe square is worth, and the usual number of them.
const fn mobility(role: Role) -> (Taper, i32) {
    match role {
        Role::Knight => (taper(5, 5), 4),
        Role::Bishop => (taper(5, 6), 6),
        Role::Rook => (taper(3, 6), 7),
        Role::Queen => (taper(2, 5), 13),
        Role::Pawn | Role::King => (Taper::ZERO, 0),
    }
}

/// The activity of one side's pieces.
pub(super) fn of(view: &View, us: Color) -> Taper {
    let them = us.other();
    let occupied = view.board.occupied();
    let low_ranks = Bitboard::from_rank(us.relative_rank(Rank::Second))
        | Bitboard::from_rank(us.relative_rank(Rank::Third));
    let idle = view.pawns(us) & (low_ranks | ahead(occupied, them));
    let area = !(idle | Bitboard::from_square(view.king(us)) | view.pawn_attacks(them));
    let mut sum = Taper::ZERO;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let (worth, usual) = mobility(role);
        for square in view.of_role(us, role) {
            // A slider sees through its own queen and, a rook, through its fellow.
            let seen_through = match role {
                Role::Bishop => view.of_role(us, Role::Queen),
                Role::Rook => view.of_role(us, Role::Rook) | view.of_role(us, Role::Queen),
                _ => Bitboard::EMPTY,
            };
            let reach = attacks::attacks(square, role.of(us), occupied ^ seen_through);
            sum += worth * (count(reach & area) - usual);
        }
    }
    sum + bishops(view, us) + rooks(view, us) + outposts(view, us)
}

fn bishops(view: &View, us: Color) -> Taper {
    let bishops = view.of_role(us, Role::Bishop);
    let mut sum = Taper::ZERO;
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        sum += BISHOP_PAIR;
    }
    for square in bishops {
        let color = if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        sum += PAWN_ON_BISHOPS_COLOR * count(view.pawns(us) & color);
    }
    sum
}

fn rooks(view: &View, us: Color) -> Taper {
    let mut sum = Taper::ZERO;
    for square in view.of_role(us, Role::Rook) {
        let file = Bitboard::from_file(square.file());
        if (file & view.pawns(us)).is_empty() {
            let open = (file & view.pawns(us.other())).is_empty();
            sum += if open { ROOK_ON_OPEN_FILE } else { ROOK_ON_HALF_OPEN_FILE };
        }
        let holds_king = us.relative_rank(view.king(us.other()).rank()) >= Rank::Seventh;
        if us.relative_rank(square.rank()) == Rank::Seventh && holds_king {
            sum += ROOK_ON_SEVENTH;
        }
    }
    sum
}

fn outposts(view: &View, us: Color) -> Taper {
    let their_pawns = view.pawns(us.other());
    let reachable_by_pawns = all_ahead(beside(their_pawns), us.other());
    let strong = view.pawn_attacks(us) & !reachable_by_pawns & half_towards(us);
    let minors = view.of_role(us, Role::Knight) | view.of_role(us, Role::Bishop);
    KNIGHT_OUTPOST * count(strong & view.of_role(us, Role::Knight))
        + BISHOP_OUTPOST * count(strong & view.of_role(us, Role::Bishop))
        + MINOR_BEHIND_PAWN * count(ahead(minors, us) & view.board.pawns())
}

/// Ranks four to six from a side's view, without the rim.
fn half_towards(us: Color) -> Bitboard {
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth];
    let rim = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    ranks.iter().fold(Bitboard::EMPTY, |half, &rank| half | Bitboard::from_rank(us.relative_rank(rank)))
        & !rim
}

/// What a side's pieces of one kind reach from a square, through nothing.
pub(super) fn reach(view: &View, square: Square, role: Role, us: Color) -> Bitboard {
    attacks::attacks(square, role.of(us), view.board.occupied())
}
