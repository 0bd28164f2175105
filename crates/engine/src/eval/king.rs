//! King safety: king danger units, summed and then squared. That an attack is worth more than the sum of its
//! parts is an old idea (Chess Programming Wiki, "King Safety").

use shakmaty::attacks;

use super::info::EvalInfo;
use super::pawns::wing;
use super::side::{EvalSide, count};
use super::tally::EvalTally;
use super::terms::{self, danger};
use chess::{Bitboard, Rank, Role};

/// Adds the king danger of one side, and its defenders.
pub(super) fn of<S: EvalSide, T: EvalTally>(view: &EvalInfo, tally: &mut T) {
    let (own, enemy) = (view.side_info::<S>(), view.side_info::<S::Them>());
    let around = own.attacked_by(Role::King);
    let minors = view.pieces::<S>(Role::Knight) | view.pieces::<S>(Role::Bishop);
    let defenders = (around | Bitboard::from_square(own.king)) & (view.pawns::<S>() | minors);
    tally.add_once::<S>(terms::KING_DEFENDERS.at(defenders.count().min(7)));

    let queen = view.pieces::<S::Them>(Role::Queen).any();
    // A single attacker is no attack, unless there is a queen.
    if enemy.king_attackers < if queen { 1 } else { 2 } {
        return;
    }
    let weak = enemy.attacked & !own.attacked_twice & (!own.attacked | around | own.attacked_by(Role::Queen));
    tally.add_danger::<S>(danger::ALWAYS.start, 1);
    tally.add_danger::<S>(danger::WEAK.start, count(weak & own.king_ring));
    if !queen {
        tally.add_danger::<S>(danger::NO_QUEEN.start, 1);
    }
    if own.king_blockers.any() {
        tally.add_danger::<S>(danger::PINNED.start, count(own.king_blockers));
    }
    let pawn_hits = enemy.attacked_by(Role::Pawn) & own.king_ring;
    if pawn_hits.any() {
        tally.add_danger::<S>(danger::PAWN_HITS.start, count(pawn_hits));
    }
    if (own.attacked_by(Role::Knight) & around).any() {
        tally.add_danger::<S>(danger::KNIGHT_AT_HOME.start, 1);
    }
    checks::<S, T>(view, weak, tally);
    files::<S, T>(view, tally);

    let camp = wing(own.king) & !(S::rank(Rank::Eighth) | S::rank(Rank::Seventh) | S::rank(Rank::Sixth));
    let contested = camp & enemy.attacked;
    tally.add_danger::<S>(danger::FLANK.at(0), count(contested));
    tally.add_danger::<S>(danger::FLANK.at(1), count(contested & enemy.attacked_twice));
    tally.add_danger::<S>(danger::FLANK.at(2), count(camp & own.attacked));
}

/// Potential checks by piece type; safe checks count by type, unsafe ones by square.
fn checks<S: EvalSide, T: EvalTally>(view: &EvalInfo, weak: Bitboard, tally: &mut T) {
    let (own, enemy) = (view.side_info::<S>(), view.side_info::<S::Them>());
    let safe = !view.side_pieces::<S::Them>() & (!own.attacked | (weak & enemy.attacked_twice));
    // Lines through the own queen count: it would have to move away.
    let occupied = view.occupied ^ view.pieces::<S>(Role::Queen);
    let straight = attacks::rook_attacks(own.king, occupied);
    let oblique = attacks::bishop_attacks(own.king, occupied);
    let mut unsafe_checks = Bitboard::EMPTY;

    let rooks = straight & enemy.attacked_by(Role::Rook);
    if (rooks & safe).any() {
        tally.add_danger::<S>(danger::SAFE_CHECK.at(2), 1);
    } else {
        unsafe_checks |= rooks;
    }
    let queens = (straight | oblique)
        & enemy.attacked_by(Role::Queen)
        & safe
        & !own.attacked_by(Role::Queen)
        & !(rooks & safe);
    if queens.any() {
        tally.add_danger::<S>(danger::SAFE_CHECK.at(3), 1);
    }
    let bishops = oblique & enemy.attacked_by(Role::Bishop);
    if (bishops & safe & !queens).any() {
        tally.add_danger::<S>(danger::SAFE_CHECK.at(1), 1);
    } else {
        unsafe_checks |= bishops;
    }
    let knights = attacks::knight_attacks(own.king) & enemy.attacked_by(Role::Knight);
    if (knights & safe).any() {
        tally.add_danger::<S>(danger::SAFE_CHECK.at(0), 1);
    } else {
        unsafe_checks |= knights;
    }
    let others = unsafe_checks & !view.side_pieces::<S::Them>();
    if others.any() {
        tally.add_danger::<S>(danger::UNSAFE_CHECK.start, count(others));
    }
}

/// Open and half-open files near the king, if the enemy has rooks or a queen.
fn files<S: EvalSide, T: EvalTally>(view: &EvalInfo, tally: &mut T) {
    let heavy = view.pieces::<S::Them>(Role::Rook) | view.pieces::<S::Them>(Role::Queen);
    if heavy.is_empty() {
        return;
    }
    let middle = view.king::<S>().file().to_u32().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = Bitboard(0x0101_0101_0101_0101 << file);
        if (file & view.pawns::<S>()).is_empty() {
            let open = (file & view.pawns::<S::Them>()).is_empty();
            tally.add_danger::<S>(danger::OPEN_FILE.at(usize::from(open)), 1);
        }
    }
}
