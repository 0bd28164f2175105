//! Pawn structure: the terms that depend only on pawns and kings, so that the pawn hash table can keep them.

use super::info::EvalInfo;
use super::side::{EvalSide, beside, count, files_around, whole_files};
use super::tally::EvalTally;
use super::terms;
use chess::{Bitboard, Color, File, Square};

/// Adds the terms of one side's pawns and king shelter, and returns its passed pawns.
pub(super) fn of<S: EvalSide, T: EvalTally>(view: &EvalInfo, tally: &mut T) -> Bitboard {
    let (ours, theirs) = (view.pawns::<S>(), view.pawns::<S::Them>());
    let front = S::all_ahead(ours);
    let opposed = S::Them::all_ahead(theirs);
    let supported = ours & view.pawn_attacks::<S>();
    let phalanx = ours & beside(ours);

    let isolated = ours & !beside(whole_files(ours));
    by_openness::<S, T>(terms::ISOLATED.start, isolated, opposed, tally);

    // Backward: no own pawn beside or behind it, and an enemy pawn controls or blocks the square ahead.
    let backing = S::all_ahead(beside(ours)) | beside(ours);
    let held_up = S::Them::ahead(view.pawn_attacks::<S::Them>() | theirs);
    let backward = ours & !backing & !isolated & held_up;
    by_openness::<S, T>(terms::BACKWARD.start, backward, opposed, tally);

    let doubled = ours & front;
    if doubled.any() {
        let helped = doubled & (supported | phalanx);
        tally.add::<S>(terms::DOUBLED.at(0), count(helped));
        tally.add::<S>(terms::DOUBLED.at(1), count(doubled ^ helped));
    }
    let levered = S::Them::double_pawn_attacks(theirs) & ours & !supported;
    tally.add::<S>(terms::WEAK_LEVER.start, count(levered));
    for square in phalanx {
        tally.add_once::<S>(terms::PHALANX.at(step::<S>(square)));
    }
    for square in supported {
        tally.add_once::<S>(terms::SUPPORTED.at(step::<S>(square)));
    }

    let stoppers = S::Them::all_ahead(theirs | beside(theirs));
    let leading = ours & !S::Them::all_ahead(ours);
    let passed = leading & !stoppers;
    // Candidate: only enemy pawns on adjacent files stop it, and as many own pawns can support its advance.
    for square in leading & !passed & !opposed {
        let pawn = Bitboard::from_square(square);
        let path = S::all_ahead(pawn);
        let guards = count(beside(path) & theirs);
        let helpers = count(beside(S::Them::all_ahead(pawn) | pawn) & ours);
        if helpers >= guards {
            tally.add_once::<S>(terms::CANDIDATE.at(step::<S>(square)));
        }
    }
    for square in passed {
        let file = square.file().to_usize();
        tally.add_once::<S>(terms::PASSED.at(step::<S>(square)));
        tally.add_once::<S>(terms::PASSED_FROM_EDGE.at(file.min(7 - file)));
    }
    tally.add::<S>(terms::PASSED_PROTECTED.start, count(passed & (supported | phalanx)));
    shelter::<S, T>(view, tally);
    passed
}

fn by_openness<S: EvalSide, T: EvalTally>(start: usize, pawns: Bitboard, opposed: Bitboard, tally: &mut T) {
    if pawns.any() {
        tally.add::<S>(start, count(pawns & opposed));
        tally.add::<S>(start + 1, count(pawns & !opposed));
    }
}

/// King shelter and pawn storm: own pawns in front of the king, and enemy pawns that approach.
fn shelter<S: EvalSide, T: EvalTally>(view: &EvalInfo, tally: &mut T) {
    let king = view.king::<S>();
    let rank = Bitboard::from_rank(king.rank());
    let front = S::all_ahead(rank) | rank;
    let (ours, theirs) = (view.pawns::<S>() & front, view.pawns::<S::Them>() & front);
    let middle = king.file().to_usize().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let edge = 8 * file.min(7 - file);
        let on_file = Bitboard(0x0101_0101_0101_0101 << file);
        let own = nearest::<S>(ours & on_file);
        let enemy = nearest::<S>(theirs & on_file);
        tally.add_once::<S>(terms::SHELTER.at(edge + own));
        if own != 0 && own + 1 == enemy {
            tally.add_once::<S>(terms::STORM_BLOCKED.at(enemy));
        } else {
            tally.add_once::<S>(terms::STORM.at(edge + enemy));
        }
    }
    let pawns = view.pawns::<S>() | view.pawns::<S::Them>();
    if (pawns & wing(king)).is_empty() {
        tally.add_once::<S>(terms::KING_WITHOUT_PAWNS.start);
    }
    tally.add::<S>(terms::KING_FROM_PAWNS.start, moves_to(king, pawns));
}

/// King moves on an empty board to the nearest of these squares; 0 where there are none.
fn moves_to(king: Square, goals: Bitboard) -> i32 {
    let mut reached = Bitboard::from_square(king);
    let mut moves = 0;
    while goals.any() && (reached & goals).is_empty() {
        reached |= beside(reached);
        reached |= Bitboard(reached.0 << 8 | reached.0 >> 8);
        moves += 1;
    }
    moves
}

/// The rank of the rearmost pawn from the side's point of view; 0 for none.
fn nearest<S: EvalSide>(pawns: Bitboard) -> usize {
    let pawn = match S::US {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    pawn.map_or(0, S::rank_of)
}

/// The files of the king's flank.
pub(super) fn wing(king: Square) -> Bitboard {
    const QUEENS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const CENTER: u64 = 0x3c3c_3c3c_3c3c_3c3c;
    match king.file().to_u32() {
        0 => files_around(File::B),
        1 | 2 => Bitboard(QUEENS),
        3 | 4 => Bitboard(CENTER),
        5 | 6 => Bitboard(!QUEENS),
        _ => files_around(File::G),
    }
}

/// The index of a pawn in terms by rank: 0 on its second rank.
pub(super) fn step<S: EvalSide>(square: Square) -> usize {
    S::rank_of(square).saturating_sub(1).min(5)
}
