//! Motifs of pawn endings: opposition, key squares, the square of the pawn, and zugzwang.

use super::facts::{Motif, MotifKind, MoveFacts, ResultForSide};
use chess::names::color_name;
use chess::{Bitboard, Color, File, Move, Position, Rank, Role, Square, notation};

/// Half-moves within which a pawn that was left alone is caught.
const CATCHING_PLIES: u8 = 5;

/// Kings and pawns only.
fn is_pawn_ending(position: &Position) -> bool {
    let board = position.board();
    board.occupied() == board.kings() | board.pawns() && board.pawns().any()
}

/// The only pawn on the board, with its color; none where there is another piece besides the kings.
fn only_pawn(position: &Position) -> Option<(Square, Color)> {
    let board = position.board();
    let pawn = board.pawns().single_square().filter(|_| is_pawn_ending(position))?;
    Some((pawn, board.color_at(pawn)?))
}

fn kings(position: &Position, side: Color) -> Option<(Square, Square)> {
    Some((position.board().king_of(side)?, position.board().king_of(side.other())?))
}

/// How many squares apart kings are that face each other on a file or a rank, an odd number of squares between
/// them. None where they do not.
fn facing(position: &Position) -> Option<u32> {
    let (one, other) = kings(position, Color::White)?;
    let faces = one.file() == other.file() || one.rank() == other.rank();
    Some(one.distance(other)).filter(|distance| faces && distance % 2 == 0)
}

/// The rank of a square as its side counts, from 0.
fn own_rank(square: Square, side: Color) -> u32 {
    let rank = u32::from(square.rank());
    if side.is_white() { rank } else { 7 - rank }
}

fn square_at(file: i32, own_rank: u32, side: Color) -> Option<Square> {
    let rank = if side.is_white() { own_rank } else { 7_u32.checked_sub(own_rank)? };
    Some(Square::from_coords(File::try_from(u32::try_from(file).ok()?).ok()?, Rank::try_from(rank).ok()?))
}

/// The key squares of a pawn: two ranks before it, from the fifth rank on also one rank before it. None for rook's
/// pawns and on the seventh rank.
pub(super) fn key_squares(pawn: Square, side: Color) -> Bitboard {
    let rank = own_rank(pawn, side);
    let ahead: &[u32] = match rank {
        1..=3 => &[2],
        4 | 5 => &[1, 2],
        _ => &[],
    };
    if matches!(pawn.file(), File::A | File::H) {
        return Bitboard::EMPTY;
    }
    let files = (-1..=1).map(|offset| i32::from(pawn.file()) + offset);
    files.flat_map(|file| ahead.iter().filter_map(move |up| square_at(file, rank + up, side))).collect()
}

/// Moves that a pawn needs to promote, with nothing in its way.
fn moves_to_promote(pawn: Square, side: Color) -> u32 {
    let rank = own_rank(pawn, side);
    if rank == 1 { 5 } else { 7 - rank }
}

fn promotion_square(pawn: Square, side: Color) -> Square {
    Square::from_coords(pawn.file(), if side.is_white() { Rank::Eighth } else { Rank::First })
}

/// The squares before a pawn.
fn path(pawn: Square, side: Color) -> Bitboard {
    let file = i32::from(pawn.file());
    (own_rank(pawn, side) + 1..8).filter_map(|rank| square_at(file, rank, side)).collect()
}

/// Whether a king is outside the square of a pawn that is about to move and has a free way.
fn is_outside(position: &Position, king: Square, pawn: Square, side: Color) -> bool {
    let is_free = (path(pawn, side) & position.board().occupied()).is_empty();
    is_free && king.distance(promotion_square(pawn, side)) > moves_to_promote(pawn, side)
}

/// The border of the square of a pawn, on the wing of a king.
fn square_of_pawn(pawn: Square, side: Color, king: Square) -> Vec<Square> {
    let steps = i32::try_from(moves_to_promote(pawn, side)).unwrap_or(7);
    let toward = if king.file() < pawn.file() { -1 } else { 1 };
    let last = (i32::from(pawn.file()) + toward * steps).clamp(0, 7);
    let from = 7 - moves_to_promote(pawn, side);
    let on_border = |square: &Square| {
        let file = i32::from(square.file());
        let (first, last) = (i32::from(pawn.file()).min(last), i32::from(pawn.file()).max(last));
        let rank = own_rank(*square, side);
        let inside = (first..=last).contains(&file) && rank >= from;
        inside && (file == first || file == last || rank == from || rank == 7)
    };
    Square::ALL.into_iter().filter(on_border).collect()
}

fn names(position: &Position, moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().take(3).map(|&mv| notation::san(position, mv)).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        few => few.concat(),
    }
}

/// The defending king leaves the pawn's file, where every holding move stays on it.
pub(super) fn left_front(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (pawn, side) = only_pawn(facts.before).filter(|(_, side)| *side != facts.side())?;
    let (king, _) = kings(facts.before, facts.side())?;
    let way = path(pawn, side);
    let stays = !facts.keeping_moves.is_empty() && facts.keeping_moves.iter().all(|mv| way.contains(mv.to()));
    if !way.contains(king) || way.contains(facts.mv.to()) || !stays {
        return None;
    }
    let other = color_name(side);
    Some(Motif::new(
        MotifKind::FrontOfPawn,
        format!(
            "You left the pawn's file: {other}'s king gets beside its pawn. {} stays in front of it",
            names(facts.before, &facts.keeping_moves)
        ),
        way,
    ))
}

/// The defending king stays in front of the pawn, where every holding move does.
pub(super) fn stays_in_front(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (pawn, side) = only_pawn(facts.before).filter(|(_, side)| *side != facts.side())?;
    let way = path(pawn, side);
    if facts.result != ResultForSide::Draw || !facts.keeping_moves.iter().all(|mv| way.contains(mv.to())) {
        return None;
    }
    Some(Motif::new(
        MotifKind::FrontOfPawn,
        "Your king stays in front of the pawn, where it bars the way",
        way,
    ))
}

/// The pawn runs, and the defending king is outside its square.
pub(super) fn runs_away(facts: &MoveFacts<'_>) -> Option<Motif> {
    let side = facts.side().other();
    let board = facts.next.board();
    let king = board.king_of(facts.side())?;
    let pushes = facts.refutations();
    let pawn = (board.pawns() & board.by_color(side)).into_iter().find(|&pawn| {
        is_outside(&facts.next, king, pawn, side) && pushes.iter().any(|mv| mv.from() == Some(pawn))
    })?;
    // Only a bare king cannot do anything else about it.
    if board.by_color(facts.side()).count() > 1 {
        return None;
    }
    Some(
        Motif::new(
            MotifKind::PawnSquare,
            "The pawn runs and cannot be caught: your king is outside its square",
            square_of_pawn(pawn, side, king),
        )
        .with_arrow(pawn, promotion_square(pawn, side)),
    )
}

/// The defending king steps into the square of the pawn, just in time.
pub(super) fn enters_square(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (pawn, side) = only_pawn(facts.before).filter(|(_, side)| *side != facts.side())?;
    let king = facts.before.board().king_of(facts.side())?;
    let is_late = is_outside(facts.before, king, pawn, side)
        && !is_outside(&facts.next, facts.mv.to(), pawn, side)
        && facts.result_of_pass(facts.before)? == ResultForSide::Loss;
    is_late.then(|| {
        Motif::new(
            MotifKind::PawnSquare,
            "Your king steps into the square of the pawn: it catches it",
            square_of_pawn(pawn, side, king),
        )
    })
}

/// After a reply the kings face each other, and the mover would keep its result if it were not its turn.
pub(super) fn lost_opposition(facts: &MoveFacts<'_>) -> Option<Motif> {
    if !is_pawn_ending(facts.before) {
        return None;
    }
    let (reply, after) = facts.refutations().into_iter().find_map(|reply| {
        let after = facts.next.after(reply);
        let is_lost = reply.role() == Role::King
            && facing(&after) == Some(2)
            && facts.result_of(&after)? < facts.result
            && facts.result_of_pass(&after)? >= facts.result;
        is_lost.then_some((reply, after))
    })?;
    let (own, other) = kings(&after, facts.side())?;
    Some(
        Motif::new(
            MotifKind::Opposition,
            format!(
                "You lose the opposition: after {} the kings face each other, and it is your move",
                notation::san(&facts.next, reply)
            ),
            [own, other],
        )
        .with_arrow(facts.next.board().king_of(facts.side().other())?, other),
    )
}

/// The kings face each other, and the other side would have its better result if it were not its turn.
pub(super) fn takes_opposition(facts: &MoveFacts<'_>) -> Option<Motif> {
    if !is_pawn_ending(facts.before) || facts.mv.role() != Role::King {
        return None;
    }
    let distance = facing(&facts.next)?;
    let has_to_move = facts.result_of_pass(&facts.next)? > facts.result.for_opponent();
    let (own, other) = kings(&facts.next, facts.side())?;
    let name = if distance == 2 { "the opposition" } else { "the distant opposition" };
    has_to_move.then(|| {
        Motif::new(
            MotifKind::Opposition,
            format!(
                "You take {name}: the kings face each other, and {} has to give way",
                color_name(facts.side().other())
            ),
            [own, other],
        )
    })
}

/// The king of the pawn could step onto a key square, from which it wins whoever moves, and did not.
pub(super) fn missed_key_square(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (pawn, side) = only_pawn(facts.before)?;
    let keys = key_squares(pawn, side);
    let shown: Vec<Square> = keys.into_iter().collect();
    if side == facts.side() {
        let onto: Vec<Move> = facts
            .keeping_moves
            .iter()
            .copied()
            .filter(|mv| mv.role() == Role::King && keys.contains(mv.to()))
            .collect();
        let sure =
            onto.iter().all(|&mv| facts.result_of_pass(&facts.before.after(mv)) == Some(ResultForSide::Loss));
        return (!onto.is_empty() && sure).then(|| {
            Motif::new(
                MotifKind::KeySquare,
                format!("{} steps onto a key square, from which your king wins", names(facts.before, &onto)),
                shown,
            )
        });
    }
    let reply = facts.refutations().into_iter().find(|reply| {
        let after = facts.next.after(*reply);
        reply.role() == Role::King
            && keys.contains(reply.to())
            && facts.result_of_pass(&after) == Some(ResultForSide::Loss)
    })?;
    Some(
        Motif::new(
            MotifKind::KeySquare,
            format!("You let the king onto a key square: from {} it wins, whoever moves", reply.to()),
            shown,
        )
        .with_arrow(reply.from()?, reply.to()),
    )
}

/// The king of the pawn steps onto a key square: it wins, whoever is to move.
pub(super) fn reaches_key_square(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (pawn, _) = only_pawn(facts.before).filter(|(_, side)| *side == facts.side())?;
    let keys = key_squares(pawn, facts.side());
    let is_reached = facts.mv.role() == Role::King
        && keys.contains(facts.mv.to())
        && !keys.contains(facts.mv.from()?)
        && facts.result_of_pass(&facts.next)? == ResultForSide::Loss;
    is_reached.then(|| {
        Motif::new(
            MotifKind::KeySquare,
            format!("{} is a key square: from here your king wins, whoever moves", facts.mv.to()),
            keys,
        )
    })
}

/// The pawn's king has gone where it no longer guards the pawn, which is caught by force.
pub(super) fn left_alone(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (pawn, _) = only_pawn(facts.before).filter(|(_, side)| *side == facts.side())?;
    if facts.mv.role() != Role::King
        || facts.mv.to().distance(pawn) < 2
        || !is_caught(facts, &facts.next, CATCHING_PLIES)
    {
        return None;
    }
    let hunter = facts.next.board().king_of(facts.side().other())?;
    Some(
        Motif::new(
            MotifKind::LonePawn,
            format!("Your king no longer guards the pawn on {pawn}: it is lost"),
            [pawn],
        )
        .with_arrow(hunter, pawn),
    )
}

/// Whether the side to move takes the only pawn within so many half-moves, whatever its king does.
fn is_caught(facts: &MoveFacts<'_>, position: &Position, plies: u8) -> bool {
    keeping_king_moves(facts, position).into_iter().any(|mv| {
        if mv.is_capture() {
            return true;
        }
        let next = position.after(mv);
        let defenses = next.legal_moves();
        plies > 2
            && !defenses.is_empty()
            && defenses.iter().all(|&mv| is_caught(facts, &next.after(mv), plies - 2))
    })
}

fn keeping_king_moves(facts: &MoveFacts<'_>, position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    let keeps = |mv: &&Move| facts.result_of(&position.after(**mv)) == Some(ResultForSide::Draw);
    moves.iter().filter(|mv| mv.role() == Role::King).filter(keeps).copied().collect()
}

/// A reply puts the mover into zugzwang.
pub(super) fn put_in_zugzwang(facts: &MoveFacts<'_>) -> Option<Motif> {
    let reply = facts.refutations().into_iter().find(|&reply| {
        let after = facts.next.after(reply);
        !reply.is_capture()
            && facts.result_of(&after).is_some_and(|result| result < facts.result)
            && facts.result_of_pass(&after).is_some_and(|result| result >= facts.result)
    })?;
    Some(
        Motif::new(
            MotifKind::Zugzwang,
            format!(
                "{} puts you in zugzwang: it would hold if it were not your move",
                notation::san(&facts.next, reply)
            ),
            [reply.to()],
        )
        .with_arrow(reply.from()?, reply.to()),
    )
}

/// The other side would have a better result if it could pass.
pub(super) fn zugzwang(facts: &MoveFacts<'_>) -> Option<Motif> {
    let is_zugzwang = facts.result_of_pass(&facts.next)? > facts.result.for_opponent();
    is_zugzwang.then(|| {
        Motif::new(
            MotifKind::Zugzwang,
            format!("Zugzwang: {} would be fine if it could pass", color_name(facts.side().other())),
            [facts.mv.to()],
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_squares_lie_before_the_pawn() {
        let check = |pawn: Square, side, wanted: &str| {
            let found: Vec<String> = key_squares(pawn, side).into_iter().map(|s| s.to_string()).collect();
            assert_eq!(found.join(" "), wanted, "{pawn}");
        };
        check(Square::E2, Color::White, "d4 e4 f4");
        check(Square::D5, Color::White, "c6 d6 e6 c7 d7 e7");
        check(Square::E5, Color::Black, "d3 e3 f3");
        check(Square::A4, Color::White, "");
        check(Square::B7, Color::White, "");
    }
}
