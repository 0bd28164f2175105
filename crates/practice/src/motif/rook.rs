//! Motifs of rook endings: the cut-off, the defense on a rank, and checks from far away.

use super::facts::{Motif, MotifKind, MoveFacts, ResultForSide};
use chess::names::color_name;
use chess::{Bitboard, File, Move, Position, Rank, Role, Square};

/// A line of squares: a file or a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    File(File),
    Rank(Rank),
}

impl Line {
    const fn bitboard(self) -> Bitboard {
        match self {
            Self::File(file) => Bitboard::from_file(file),
            Self::Rank(rank) => Bitboard::from_rank(rank),
        }
    }

    fn name(self) -> String {
        match self {
            Self::File(file) => format!("the {}-file", file.char()),
            Self::Rank(rank) => {
                let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
                format!("the {} rank", names[usize::from(rank)])
            }
        }
    }

    /// Whether it lies between two squares, and neither is on it.
    fn separates(self, one: Square, other: Square) -> bool {
        let is_between = |line: i32, one: i32, other: i32| (one - line) * (other - line) < 0;
        match self {
            Self::File(file) => is_between(file.into(), one.file().into(), other.file().into()),
            Self::Rank(rank) => is_between(rank.into(), one.rank().into(), other.rank().into()),
        }
    }
}

/// The line on which the mover's rook keeps the other king away from the only pawn.
fn cut_off_line(position: &Position, facts: &MoveFacts<'_>) -> Option<(Line, Square)> {
    let board = position.board();
    let rook = (board.rooks() & board.by_color(facts.side())).single_square()?;
    let king = board.king_of(facts.side().other())?;
    let pawn = board.pawns().single_square()?;
    let lines = [Line::File(rook.file()), Line::Rank(rook.rank())];
    lines.into_iter().find(|line| line.separates(king, pawn)).map(|line| (line, rook))
}

/// Whether a rook stands on a line after each of the moves.
fn all_stay_on(facts: &MoveFacts<'_>, line: Line) -> bool {
    !facts.keeping_moves.is_empty() && facts.keeping_moves.iter().all(|&mv| is_on(facts, mv, line))
}

fn is_on(facts: &MoveFacts<'_>, mv: Move, line: Line) -> bool {
    let after = facts.before.after(mv);
    (after.board().rooks() & after.board().by_color(facts.side()) & line.bitboard()).any()
}

/// The rook gives up the cut-off, where every move that keeps the result keeps it.
pub(super) fn ended_cut_off(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (line, rook) = cut_off_line(facts.before, facts).filter(|_| facts.result == ResultForSide::Win)?;
    if is_on(facts, facts.mv, line) || !all_stay_on(facts, line) {
        return None;
    }
    let other = color_name(facts.side().other());
    Some(
        Motif::new(
            MotifKind::CutOff,
            format!("Your rook leaves {}: {other}'s king is no longer cut off", line.name()),
            line.bitboard(),
        )
        .with_arrow(facts.mv.to(), rook),
    )
}

/// The rook cuts the king off, as every rook's move that keeps the result does.
pub(super) fn cuts_off(facts: &MoveFacts<'_>) -> Option<Motif> {
    if facts.mv.role() != Role::Rook || facts.result != ResultForSide::Win {
        return None;
    }
    let (line, _) = cut_off_line(&facts.next, facts)?;
    if cut_off_line(facts.before, facts).is_some_and(|(before, _)| before == line)
        || !all_stay_on(facts, line)
    {
        return None;
    }
    let other = color_name(facts.side().other());
    Some(Motif::new(
        MotifKind::CutOff,
        format!("Your rook cuts {other}'s king off on {}", line.name()),
        line.bitboard(),
    ))
}

/// The rank on which the mover's rook keeps the other king back, and the square of the rook.
fn defended_rank(facts: &MoveFacts<'_>) -> Option<(Line, Square)> {
    let board = facts.before.board();
    let rook = (board.rooks() & board.by_color(facts.side())).single_square()?;
    let king = board.king_of(facts.side().other())?;
    let own = board.king_of(facts.side())?;
    let line = Line::Rank(rook.rank());
    let is_next = i32::from(king.rank()).abs_diff(rook.rank().into()) == 1;
    let is_behind = own.rank() == rook.rank() || line.separates(king, own);
    (facts.result == ResultForSide::Draw && is_next && is_behind && board.pawns().any())
        .then_some((line, rook))
}

/// The rook leaves the rank on which it keeps the other king back, where every holding move stays on it.
pub(super) fn left_rank(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (line, rook) = defended_rank(facts)?;
    if is_on(facts, facts.mv, line) || !all_stay_on(facts, line) {
        return None;
    }
    let other = color_name(facts.side().other());
    Some(
        Motif::new(
            MotifKind::RankDefense,
            format!("Your rook leaves {}, and {other}'s king is free to come forward", line.name()),
            line.bitboard(),
        )
        .with_arrow(facts.mv.to(), rook),
    )
}

/// The rook waits on the rank on which it keeps the other king back, as every holding move does.
pub(super) fn stays_on_rank(facts: &MoveFacts<'_>) -> Option<Motif> {
    let (line, _) = defended_rank(facts)?;
    if !is_on(facts, facts.mv, line) || !all_stay_on(facts, line) {
        return None;
    }
    let other = color_name(facts.side().other());
    Some(Motif::new(
        MotifKind::RankDefense,
        format!("On {} your rook keeps {other}'s king back", line.name()),
        line.bitboard(),
    ))
}

fn is_rook_check(facts: &MoveFacts<'_>, mv: Move) -> bool {
    mv.role() == Role::Rook && facts.before.after(mv).is_check()
}

fn only_checks_hold(facts: &MoveFacts<'_>) -> bool {
    facts.result == ResultForSide::Draw
        && !facts.keeping_moves.is_empty()
        && facts.keeping_moves.iter().all(|&mv| is_rook_check(facts, mv) && !mv.is_capture())
}

/// How far a king is from a rook that checks it.
fn distance_to_king(facts: &MoveFacts<'_>, mv: Move) -> u32 {
    let king = facts.before.board().king_of(facts.side().other());
    king.map_or(0, |king| king.distance(mv.to()))
}

/// Only a check by the rook holds, and the move was none, or a check from too near.
pub(super) fn missed_check(facts: &MoveFacts<'_>) -> Option<Motif> {
    if !only_checks_hold(facts) {
        return None;
    }
    let check = *facts.keeping_moves.first()?;
    let king = facts.before.board().king_of(facts.side().other())?;
    let near = facts.keeping_moves.iter().map(|&mv| distance_to_king(facts, mv)).min()?;
    let text = if is_rook_check(facts, facts.mv) && distance_to_king(facts, facts.mv) < near {
        "The check comes from too near: the king walks up to your rook".to_owned()
    } else {
        format!("Only a check holds, before {}'s king finds shelter", color_name(facts.side().other()))
    };
    Some(
        Motif::new(MotifKind::CheckingDistance, text, facts.keeping_moves.iter().map(|mv| mv.to()))
            .with_arrow(check.to(), king),
    )
}

/// A check by the rook, where only checks hold.
pub(super) fn checks(facts: &MoveFacts<'_>) -> Option<Motif> {
    if !only_checks_hold(facts) {
        return None;
    }
    let text = if distance_to_king(facts, facts.mv) > 3 {
        "A check from far away: the king cannot come near your rook in time"
    } else {
        "A check, and only a check holds: the king gets no time"
    };
    Some(Motif::new(MotifKind::CheckingDistance, text, [facts.mv.to()]))
}
