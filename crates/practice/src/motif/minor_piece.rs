//! Motifs of endings with minor pieces: the safe corner, and the knight far from its king.

use super::facts::{Motif, MotifKind, MoveFacts, ResultForSide};
use chess::names::color_name;
use chess::{Bitboard, Color, File, Rank, Role, Square};

fn is_light(square: Square) -> bool {
    Bitboard::LIGHT_SQUARES.contains(square)
}

/// The corner that a rook's pawn promotes in and its bishop cannot reach.
fn wrong_corner(facts: &MoveFacts<'_>) -> Option<Square> {
    let board = facts.before.board();
    let side = facts.side().other();
    let pawn = (board.pawns() & board.by_color(side)).single_square()?;
    let bishop = (board.bishops() & board.by_color(side)).single_square()?;
    let is_bare = board.by_color(facts.side()).count() == 1 && board.by_color(side).count() == 3;
    let rank = if side == Color::White { Rank::Eighth } else { Rank::First };
    let corner = Square::from_coords(pawn.file(), rank);
    let is_wrong = matches!(pawn.file(), File::A | File::H) && is_light(corner) != is_light(bishop);
    (is_bare && is_wrong).then_some(corner)
}

/// The bare king goes away from the corner in which it is safe, where every holding move goes nearer or stays.
pub(super) fn left_corner(facts: &MoveFacts<'_>) -> Option<Motif> {
    let corner = wrong_corner(facts)?;
    let farthest = facts.keeping_moves.iter().map(|mv| mv.to().distance(corner)).max()?;
    if facts.mv.to().distance(corner) <= farthest || facts.result != ResultForSide::Draw {
        return None;
    }
    Some(
        Motif::new(
            MotifKind::SafeCorner,
            format!("Your king must get to {corner}: the bishop cannot drive it out there"),
            [corner],
        )
        .with_arrow(facts.mv.to(), corner),
    )
}

/// The knight stands farther from its king than after any holding move.
pub(super) fn knight_cut_off(facts: &MoveFacts<'_>) -> Option<Motif> {
    let board = facts.before.board();
    let has_rook = (board.rooks() & board.by_color(facts.side().other())).any();
    if !has_rook || facts.result != ResultForSide::Draw {
        return None;
    }
    let apart = |mv| {
        let next = facts.before.after(mv);
        let board = next.board();
        let knight = (board.knights() & board.by_color(facts.side())).single_square()?;
        Some((knight, knight.distance(board.king_of(facts.side())?)))
    };
    let (knight, distance) = apart(facts.mv)?;
    let farthest =
        facts.keeping_moves.iter().filter_map(|&mv| apart(mv)).map(|(_, distance)| distance).max()?;
    let role = facts.mv.role();
    if distance <= farthest || distance < 3 || !matches!(role, Role::Knight | Role::King) {
        return None;
    }
    let other = color_name(facts.side().other());
    Some(
        Motif::new(
            MotifKind::KnightCutOff,
            format!("Your knight is too far from its king: {other} cuts it off"),
            [knight],
        )
        .with_arrow(knight, facts.next.board().king_of(facts.side())?),
    )
}
