//! The king under attack: units of danger, added up and weighed together. That an attack is worth more than
//! its parts is an old idea (Chess Programming Wiki, "King Safety").

use shakmaty::attacks;

use crate::chess::{Bitboard, Rank, Role};

use super::pawns::wing;
use super::side::{Side, count};
use super::tally::Tally;
use super::terms::{self, danger};
use super::view::View;

/// Names the dangers to one side's king, and its defenders.
pub(super) fn of<S: Side, T: Tally>(view: &View, tally: &mut T) {
    let (own, enemy) = (view.facts::<S>(), view.facts::<S::Them>());
    let around = own.by(Role::King);
    let minors = view.men::<S>(Role::Knight) | view.men::<S>(Role::Bishop);
    let defenders = (around | Bitboard::from_square(own.king)) & (view.pawns::<S>() | minors);
    tally.note::<S>(terms::KING_DEFENDERS.at(defenders.count().min(7)));

    let queen = view.men::<S::Them>(Role::Queen).any();
    // One man attacks nothing, unless a queen comes with it.
    if enemy.attackers < if queen { 1 } else { 2 } {
        return;
    }
    let weak = enemy.attacked & !own.twice & (!own.attacked | around | own.by(Role::Queen));
    tally.endanger::<S>(danger::ALWAYS.start, 1);
    tally.endanger::<S>(danger::WEAK.start, count(weak & own.ring));
    if !queen {
        tally.endanger::<S>(danger::NO_QUEEN.start, 1);
    }
    if own.shields.any() {
        tally.endanger::<S>(danger::PINNED.start, count(own.shields));
    }
    let pawn_hits = enemy.by(Role::Pawn) & own.ring;
    if pawn_hits.any() {
        tally.endanger::<S>(danger::PAWN_HITS.start, count(pawn_hits));
    }
    if (own.by(Role::Knight) & around).any() {
        tally.endanger::<S>(danger::KNIGHT_AT_HOME.start, 1);
    }
    checks::<S, T>(view, weak, tally);
    files::<S, T>(view, tally);

    let camp = wing(own.king) & !(S::rank(Rank::Eighth) | S::rank(Rank::Seventh) | S::rank(Rank::Sixth));
    let contested = camp & enemy.attacked;
    tally.endanger::<S>(danger::FLANK.at(0), count(contested));
    tally.endanger::<S>(danger::FLANK.at(1), count(contested & enemy.twice));
    tally.endanger::<S>(danger::FLANK.at(2), count(camp & own.attacked));
}

/// Squares from which a piece could give check, by who could; safe ones count by kind.
fn checks<S: Side, T: Tally>(view: &View, weak: Bitboard, tally: &mut T) {
    let (own, enemy) = (view.facts::<S>(), view.facts::<S::Them>());
    let safe = !view.all::<S::Them>() & (!own.attacked | (weak & enemy.twice));
    // The own queen does not stop a line: it would have to move.
    let occupied = view.occupied ^ view.men::<S>(Role::Queen);
    let straight = attacks::rook_attacks(own.king, occupied);
    let oblique = attacks::bishop_attacks(own.king, occupied);
    let mut unsafe_checks = Bitboard::EMPTY;

    let rooks = straight & enemy.by(Role::Rook);
    if (rooks & safe).any() {
        tally.endanger::<S>(danger::SAFE_CHECK.at(2), 1);
    } else {
        unsafe_checks |= rooks;
    }
    let queens = (straight | oblique) & enemy.by(Role::Queen) & safe & !own.by(Role::Queen) & !(rooks & safe);
    if queens.any() {
        tally.endanger::<S>(danger::SAFE_CHECK.at(3), 1);
    }
    let bishops = oblique & enemy.by(Role::Bishop);
    if (bishops & safe & !queens).any() {
        tally.endanger::<S>(danger::SAFE_CHECK.at(1), 1);
    } else {
        unsafe_checks |= bishops;
    }
    let knights = attacks::knight_attacks(own.king) & enemy.by(Role::Knight);
    if (knights & safe).any() {
        tally.endanger::<S>(danger::SAFE_CHECK.at(0), 1);
    } else {
        unsafe_checks |= knights;
    }
    let others = unsafe_checks & !view.all::<S::Them>();
    if others.any() {
        tally.endanger::<S>(danger::UNSAFE_CHECK.start, count(others));
    }
}

/// Files near the king on which heavy pieces could come.
fn files<S: Side, T: Tally>(view: &View, tally: &mut T) {
    let heavy = view.men::<S::Them>(Role::Rook) | view.men::<S::Them>(Role::Queen);
    if heavy.is_empty() {
        return;
    }
    let middle = view.king::<S>().file().to_u32().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = Bitboard(0x0101_0101_0101_0101 << file);
        if (file & view.pawns::<S>()).is_empty() {
            let open = (file & view.pawns::<S::Them>()).is_empty();
            tally.endanger::<S>(danger::OPEN_FILE.at(usize::from(open)), 1);
        }
    }
}
