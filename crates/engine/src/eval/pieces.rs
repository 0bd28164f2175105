//! Piece terms: mobility, placement and attacks on the king ring. They also fill in the attack maps that the
//! later terms read.

use shakmaty::attacks;

use super::info::EvalInfo;
use super::side::{EvalSide, beside, count, distance};
use super::tally::EvalTally;
use super::terms::{self, danger};
use chess::{Bitboard, File, Rank, Role, Square};

/// Adds the terms of one side's pieces and fills in their attacks.
pub(super) fn of<S: EvalSide, T: EvalTally>(view: &mut EvalInfo, tally: &mut T) {
    let area = mobility_area::<S>(view);
    let minors = view.pieces::<S>(Role::Knight) | view.pieces::<S>(Role::Bishop);
    if minors.any() {
        let strong = outposts::<S>(view);
        knights::<S, T>(view, area, strong, tally);
        bishops::<S, T>(view, area, strong, tally);
    }
    rooks::<S, T>(view, area, tally);
    for square in view.pieces::<S>(Role::Queen) {
        let reach = attacks::queen_attacks(square, view.occupied);
        let moves = add_piece_attacks::<S, T>(view, Role::Queen, square, reach, area, tally);
        tally.add_once::<S>(terms::QUEEN_MOBILITY.at(moves));
    }
}

/// The mobility area: all squares but those of the own king and queen, of blocked or low own pawns, of king
/// blockers, and those attacked by enemy pawns.
fn mobility_area<S: EvalSide>(view: &EvalInfo) -> Bitboard {
    let low = S::rank(Rank::Second) | S::rank(Rank::Third);
    let idle = view.pawns::<S>() & (low | S::Them::ahead(view.occupied));
    let stay = view.pieces::<S>(Role::King) | view.pieces::<S>(Role::Queen);
    !(idle
        | stay
        | view.pawn_attacks::<S::Them>()
        | (view.side_info::<S>().king_blockers & view.side_pieces::<S>()))
}

/// Adds the attacks of a piece and returns its mobility.
#[inline]
fn add_piece_attacks<S: EvalSide, T: EvalTally>(
    view: &mut EvalInfo,
    role: Role,
    square: Square,
    mut reach: Bitboard,
    area: Bitboard,
    tally: &mut T,
) -> usize {
    let own = view.side_info::<S>();
    if own.king_blockers.contains(square) {
        reach &= attacks::ray(own.king, square);
    }
    let ring = view.side_info::<S::Them>().king_ring;
    let facts = view.side_info_mut::<S>();
    facts.add_attacks(role, reach);
    let hits = reach & ring;
    if hits.any() {
        facts.king_attackers += 1;
        tally.add_danger::<S::Them>(danger::ATTACKER.at(usize::from(role) - 2), 1);
        tally.add_danger::<S::Them>(danger::HITS.start, count(hits));
    }
    (reach & area).count()
}

fn knights<S: EvalSide, T: EvalTally>(view: &mut EvalInfo, area: Bitboard, strong: Bitboard, tally: &mut T) {
    let knights = view.pieces::<S>(Role::Knight);
    if knights.is_empty() {
        return;
    }
    let pawns = count(view.pawns::<S>()) - 5;
    tally.add::<S>(terms::KNIGHT_BY_PAWNS.start, pawns * count(knights));
    let behind_pawns = S::Them::ahead(view.board.by_role(Role::Pawn));
    let king = view.king::<S>();
    for square in knights {
        let reach = attacks::knight_attacks(square);
        let moves = add_piece_attacks::<S, T>(view, Role::Knight, square, reach, area, tally);
        tally.add_once::<S>(terms::KNIGHT_MOBILITY.at(moves));
        tally.add::<S>(terms::MINOR_FROM_KING.at(0), distance(king, square));
        if strong.contains(square) {
            tally.add_once::<S>(terms::OUTPOST.at(0));
        } else if (reach & strong & !view.side_pieces::<S>()).any() {
            tally.add_once::<S>(terms::OUTPOST.at(2));
        }
        if behind_pawns.contains(square) {
            tally.add_once::<S>(terms::MINOR_BEHIND_PAWN.at(0));
        }
    }
}

fn bishops<S: EvalSide, T: EvalTally>(view: &mut EvalInfo, area: Bitboard, strong: Bitboard, tally: &mut T) {
    /// The four center squares.
    const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);
    /// The diagonals a1-h8 and h1-a8.
    const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);
    let bishops = view.pieces::<S>(Role::Bishop);
    if bishops.is_empty() {
        return;
    }
    let (light, dark) = (bishops & Bitboard::LIGHT_SQUARES, bishops & Bitboard::DARK_SQUARES);
    if light.any() && dark.any() {
        tally.add_once::<S>(terms::BISHOP_PAIR.start);
    }
    let alike = [(light, Bitboard::LIGHT_SQUARES), (dark, Bitboard::DARK_SQUARES)];
    for (bishops, color) in alike {
        if bishops.any() {
            let pawns = count(view.pawns::<S>() & color);
            tally.add::<S>(terms::PAWN_ON_BISHOPS_COLOR.start, pawns * count(bishops));
        }
    }
    let pawns = view.board.by_role(Role::Pawn);
    let behind_pawns = S::Them::ahead(pawns);
    let king = view.king::<S>();
    let seen_through = view.board.by_role(Role::Queen);
    for square in bishops {
        let reach = attacks::bishop_attacks(square, view.occupied ^ seen_through);
        let moves = add_piece_attacks::<S, T>(view, Role::Bishop, square, reach, area, tally);
        tally.add_once::<S>(terms::BISHOP_MOBILITY.at(moves));
        tally.add::<S>(terms::MINOR_FROM_KING.at(1), distance(king, square));
        if strong.contains(square) {
            tally.add_once::<S>(terms::OUTPOST.at(1));
        }
        if behind_pawns.contains(square) {
            tally.add_once::<S>(terms::MINOR_BEHIND_PAWN.at(1));
        }
        if LONG_DIAGONALS.contains(square)
            && (attacks::bishop_attacks(square, pawns) & CENTER).more_than_one()
        {
            tally.add_once::<S>(terms::LONG_DIAGONAL.start);
        }
        if is_buried::<S>(view, square) {
            tally.add_once::<S>(terms::BURIED_BISHOP.start);
        }
    }
}

/// Whether a bishop is trapped after capturing a rook pawn: enemy pawns block its way back.
fn is_buried<S: EvalSide>(view: &EvalInfo, square: Square) -> bool {
    let (inner, next) = match square.file() {
        File::A => (File::B, File::C),
        File::H => (File::G, File::F),
        _ => return false,
    };
    let theirs = view.pawns::<S::Them>();
    let at = |file, rank| Square::from_coords(file, S::US.relative_rank(rank));
    (S::rank_of(square) == 6
        && theirs.contains(at(inner, Rank::Sixth))
        && theirs.contains(at(next, Rank::Seventh)))
        || (S::rank_of(square) == 5
            && theirs.contains(at(inner, Rank::Fifth))
            && theirs.contains(at(next, Rank::Sixth)))
}

fn rooks<S: EvalSide, T: EvalTally>(view: &mut EvalInfo, area: Bitboard, tally: &mut T) {
    let rooks = view.pieces::<S>(Role::Rook);
    if rooks.is_empty() {
        return;
    }
    if rooks.more_than_one() {
        tally.add_once::<S>(terms::ROOK_PAIR.start);
    }
    let (ours, theirs) = (view.pawns::<S>(), view.pawns::<S::Them>());
    let pawns = count(ours) - 5;
    tally.add::<S>(terms::ROOK_BY_PAWNS.start, pawns * count(rooks));
    let queens = view.board.by_role(Role::Queen);
    let seen_through = rooks | queens;
    let seventh = S::rank(Rank::Seventh);
    let worth_it = (seventh & theirs).any() || S::rank_of(view.king::<S::Them>()) == 7;
    for square in rooks {
        let reach = attacks::rook_attacks(square, view.occupied ^ seen_through);
        let moves = add_piece_attacks::<S, T>(view, Role::Rook, square, reach, area, tally);
        tally.add_once::<S>(terms::ROOK_MOBILITY.at(moves));
        let file = Bitboard::from_file(square.file());
        if (file & ours).is_empty() {
            let kind = usize::from((file & theirs).any());
            tally.add_once::<S>(terms::ROOK_FILE.at(kind));
        } else if moves <= 3 && is_shut_in::<S>(view.king::<S>(), square) {
            tally.add_once::<S>(terms::ROOK_SHUT_IN.start);
        }
        if (file & queens).any() {
            tally.add_once::<S>(terms::ROOK_ON_QUEENS_FILE.start);
        }
        if worth_it && seventh.contains(square) {
            tally.add_once::<S>(terms::ROOK_ON_SEVENTH.start);
        }
    }
}

/// Whether the own king shuts in a rook, both on the first two ranks of the same wing.
fn is_shut_in<S: EvalSide>(king: Square, rook: Square) -> bool {
    let (king_file, rook_file) = (king.file().to_u32(), rook.file().to_u32());
    S::rank_of(king) <= 1
        && S::rank_of(rook) <= 1
        && (king_file < 4) == (rook_file < king_file)
        && king_file != rook_file
}

/// Outposts: squares in the enemy half that an own pawn protects and no enemy pawn can ever attack.
fn outposts<S: EvalSide>(view: &EvalInfo) -> Bitboard {
    let reachable_by_pawns = S::Them::all_ahead(beside(view.pawns::<S::Them>()));
    let half = S::rank(Rank::Fourth) | S::rank(Rank::Fifth) | S::rank(Rank::Sixth);
    view.pawn_attacks::<S>() & half & !reachable_by_pawns
}
