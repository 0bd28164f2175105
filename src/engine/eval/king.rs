//! The king's safety: the pawns before it, and the men that bear on it. The figures are our own; counting
//! attackers in units is an old idea (Chess Programming Wiki, "King Safety").

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, File, Rank, Role, Square};

use super::activity::reach;
use super::count;
use super::taper::{Taper, taper};
use super::view::{View, all_ahead};

/// The nearest shelter pawn on a file beside the king, by how many ranks before it; then none at all.
const SHELTER: [i32; 8] = [-12, 16, 8, -4, -10, -14, -16, -22];
/// The nearest enemy pawn on a file beside the king, by how many ranks away.
const STORM: [i32; 8] = [0, -8, -26, -14, -5, 0, 0, 0];
/// Open to both sides, beside the king.
const OPEN_FILE: i32 = -14;

/// How safe one side's king is: shelter less attack.
pub(super) fn of(view: &View, us: Color) -> Taper {
    taper(shelter(view, us), 0) - attack(view, us.other())
}

/// The pawns before a king and the enemy's that come nearer, in centipawns.
fn shelter(view: &View, us: Color) -> i32 {
    let king = view.king(us);
    let rank = Bitboard::from_rank(king.rank());
    let front = all_ahead(rank, us) | rank;
    let middle = king.file().to_u32().clamp(1, 6);
    let mut sum = 0;
    for file in (middle - 1..=middle + 1).map(File::new) {
        let file = Bitboard::from_file(file);
        sum += SHELTER[ranks_away(view.pawns(us) & front & file, king, us)];
        sum += STORM[ranks_away(view.pawns(us.other()) & front & file, king, us)];
        if (view.board.pawns() & file).is_empty() {
            sum += OPEN_FILE;
        }
    }
    sum
}

/// Ranks from the king to the nearest of these men in front of it, seven for none.
fn ranks_away(men: Bitboard, king: Square, us: Color) -> usize {
    let nearest = match us {
        Color::White => men.first(),
        Color::Black => men.last(),
    };
    nearest.map_or(7, |square| square.rank().to_usize().abs_diff(king.rank().to_usize()))
}

/// What the attack of `us` on the enemy king is worth.
fn attack(view: &View, us: Color) -> Taper {
    let them = us.other();
    let zone = view.king_zone(them);
    let king = view.king(them);
    let occupied = view.board.occupied();
    let safe = !(view.pawn_attacks(them) | view.men(us));
    let straight = attacks::rook_attacks(king, occupied);
    let diagonal = attacks::bishop_attacks(king, occupied);
    let (mut attackers, mut units) = (0, 0);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let (weight, checks, check_weight) = match role {
            Role::Knight => (3, attacks::knight_attacks(king), 5),
            Role::Bishop => (3, diagonal, 4),
            Role::Rook => (4, straight, 6),
            _ => (6, straight | diagonal, 6),
        };
        for square in view.of_role(us, role) {
            let reach = reach(view, square, role, us);
            let hits = count(reach & zone);
            if hits > 0 {
                attackers += 1;
                units += weight + 2 * hits;
            }
            if (reach & checks & safe).any() {
                units += check_weight;
            }
        }
    }
    units += 2 * count(view.pawn_attacks(us) & zone);
    if attackers < 2 {
        return Taper::ZERO;
    }
    if view.of_role(us, Role::Queen).is_empty() {
        units /= 2;
    }
    // A king that has left its first ranks is met by more.
    if us.relative_rank(king.rank()) < Rank::Sixth {
        units += 5;
    }
    taper((units * units / 9).min(700), units)
}
