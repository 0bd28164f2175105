//! One move against the truth, with a reason in words. Nothing is said that was not worked out.

use shakmaty::attacks;

use super::king_box;
use super::motif::{self, Motif};
use chess::names::{color_name, pluralized, role_name};
use chess::{
    FiftyMoveEffect, GameTermination, Move, MoveCost, Oracle, Position, RankedMove, Ranking, Role, Verdict,
};

/// Replies that a reason names one by one; more are counted.
const NAMED_REPLIES: usize = 3;

/// What a move was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Grade {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// What it gave away.
    pub cost: MoveCost,
    /// The truth before the move, from the mover's side.
    pub before: Verdict,
    /// The truth after the move, from the mover's side; the distance counts what comes after the move.
    pub after: Verdict,
    /// How the game ended with the move, if it did.
    pub ending: Option<GameTermination>,
    /// The moves that cost nothing, in standard algebraic notation.
    pub best: Vec<String>,
    /// How many legal moves there were.
    pub legal_count: usize,
    /// How many of them would have been stalemate.
    pub stalemate_count: usize,
    /// Why the result is gone or the mate is farther away, in one sentence without a full stop; None where
    /// nothing was given away.
    pub reason: Option<String>,
    /// The idea of endgame theory behind it: what a move that changed the result gave up, or what a move does
    /// that keeps it where most do not.
    pub motif: Option<Motif>,
}

/// Grades a legal move. None where the oracle does not cover the position (yet) or the move is not legal.
#[must_use]
pub fn grade(position: &Position, mv: Move, oracle: &dyn Oracle) -> Option<Grade> {
    let ranking = Ranking::of(position, oracle)?;
    let played = ranking.find(mv)?.clone();
    let next = position.after(mv);
    let mut motif = motif::explain(position, mv, oracle);
    let reason = match played.cost {
        MoveCost::Keeps | MoveCost::Sooner(_) => None,
        MoveCost::Slower(_) => slower_reason(position, &next, &ranking, oracle),
        MoveCost::Stalemate => Some(stalemate_reason(&next)),
        _ => played
            .termination
            .map(GameTermination::reason)
            .or_else(|| late_mate_reason(&next, &played, oracle))
            .or_else(|| capture_reason(&next, oracle))
            .or_else(|| motif.as_ref().map(|motif| motif.text.clone()))
            .or_else(|| result_change_reason(&next, played.after, oracle)),
    };
    // A mistake that is explained otherwise shows no motif beside it.
    motif = motif.filter(|motif| played.cost.keeps_result() || reason.as_ref() == Some(&motif.text));
    Some(Grade {
        mv,
        san: played.san,
        cost: played.cost,
        before: ranking.verdict,
        after: played.after,
        ending: played.termination,
        best: ranking.best().map(|ranked| ranked.san.clone()).collect(),
        legal_count: ranking.moves.len(),
        stalemate_count: ranking.count(|cost| cost == MoveCost::Stalemate),
        reason,
        motif,
    })
}

impl Grade {
    /// What the move was worth, in a few words: `shortest (1 of 2 best moves)`, `1 move slower; best was
    /// Kc3`. A move that changed the result says only that: [`Grade::reason`] says why.
    #[must_use]
    pub fn comment(&self) -> String {
        let best = || match self.best.as_slice() {
            [only] => format!("the only best move was {only}"),
            several => format!("best was {}", either(several)),
        };
        match (self.cost, self.before) {
            (MoveCost::Keeps, Verdict::Draw) => {
                format!(
                    "holds the draw ({} of {} moves {})",
                    self.best.len(),
                    self.legal_count,
                    if self.best.len() == 1 { "does" } else { "do" }
                )
            }
            (MoveCost::Keeps, verdict) => {
                let way = if matches!(verdict, Verdict::Win(_)) { "shortest" } else { "longest defense" };
                match self.best.len() {
                    1 => format!("{way}, the only best move"),
                    count => format!("{way} (1 of {count} best moves)"),
                }
            }
            (MoveCost::Slower(moves), _) => {
                format!("{} slower; {}", pluralized(usize::from(moves), "move"), best())
            }
            (MoveCost::Sooner(moves), _) => {
                format!("mated {} sooner; {}", pluralized(usize::from(moves), "move"), best())
            }
            (MoveCost::Stalemate, _) => "stalemate: the win is gone".to_owned(),
            (MoveCost::HangsPiece(role), _) => format!("drops the {}: the win is gone", role_name(role)),
            (MoveCost::Draws, _) => "the win is gone".to_owned(),
            (MoveCost::Loses, Verdict::Win(_)) => "the win is gone, and the game is lost".to_owned(),
            (MoveCost::Loses, _) => "the draw is gone".to_owned(),
        }
    }
}

/// Why the win is gone where only the fifty-move rule stands in its way.
fn late_mate_reason(next: &Position, played: &RankedMove, oracle: &dyn Oracle) -> Option<String> {
    if played.fifty_moves != FiftyMoveEffect::Draws {
        return None;
    }
    let reason = Ranking::of(next, oracle)?.fifty_move_explanation(next)?;
    Some(format!("The fifty-move rule ends the game first: {reason}"))
}

/// What can be taken now, where the other side does best to take it.
fn capture_reason(next: &Position, oracle: &dyn Oracle) -> Option<String> {
    let replies = Ranking::of(next, oracle)?;
    let reply = replies.best().find(|reply| reply.mv.is_capture())?;
    let (lost, taker, on) = (reply.mv.capture()?, reply.mv.role(), reply.mv.to());
    Some(format!("The {} on {on} can be taken by the {}", role_name(lost), role_name(taker)))
}

/// Why the side that moved has less now: what the other side can do about it, as the oracle knows.
fn result_change_reason(next: &Position, after: Verdict, oracle: &dyn Oracle) -> Option<String> {
    let replies = Ranking::of(next, oracle)?;
    let side = color_name(next.turn());
    let holding: Vec<_> = replies.best().map(|reply| reply.san.clone()).collect();
    if after == Verdict::Draw {
        return Some(match holding.as_slice() {
            [only] => format!("{side} holds the draw with {only}, and nothing else"),
            several => format!("{side} holds the draw with {}", either(several)),
        });
    }
    let wins = format!("{side} wins, fastest with {}", either(&holding));
    Some(match moves_to_promotion(next, oracle) {
        Some(moves) => {
            format!("{wins}; with best play the pawn promotes in {}", pluralized(usize::from(moves), "move"))
        }
        None => wins,
    })
}

/// Explanation of a stalemate: which piece attacks which square of the king.
fn stalemate_reason(position: &Position) -> String {
    let side = position.turn();
    let reason = GameTermination::Stalemate { stuck: side }.reason();
    let board = position.board();
    let Some(king) = board.king_of(side) else { return reason };
    let others = board.occupied().without(king);
    let mut guards: Vec<(&str, Vec<String>)> = Vec::new();
    for square in attacks::king_attacks(king) & !board.by_color(side) {
        let takers = board.attacks_to(square, side.other(), others);
        // Where several do, the king's part is the least to be seen.
        let taker =
            takers.into_iter().filter_map(|from| board.role_at(from)).min_by_key(|role| *role == Role::King);
        let Some(name) = taker.map(role_name) else { continue };
        match guards.iter_mut().find(|(known, _)| *known == name) {
            Some((_, squares)) => squares.push(square.to_string()),
            None => guards.push((name, vec![square.to_string()])),
        }
    }
    let parts: Vec<String> =
        guards.iter().map(|(name, squares)| format!("the {name} takes {}", listed(squares, "and"))).collect();
    if parts.is_empty() { reason } else { format!("{reason}: {}", parts.join(", ")) }
}

/// What a slower move lets the other side do that the best one does not: where its bare king can go now, else
/// the defense that lasts longer.
fn slower_reason(
    before: &Position,
    next: &Position,
    ranking: &Ranking,
    oracle: &dyn Oracle,
) -> Option<String> {
    let defender = next.turn();
    let best = ranking.best().next()?;
    let side = color_name(defender);
    // With pawns, the bare king's squares are not what it is about.
    if next.board().by_color(defender).count() == 1 && next.board().pawns().is_empty() {
        let after_best = king_box::of(&before.after(best.mv), defender);
        let after_this = king_box::of(next, defender);
        let given = after_this.steps & !after_best.steps;
        let (more, less) = (after_this.region.count(), after_best.region.count());
        if more > less && given.any() {
            let squares: Vec<String> = given.into_iter().map(|square| square.to_string()).collect();
            let all = listed(&squares, "and");
            return Some(format!(
                "It gives the king {all}: {more} squares within reach, {less} after {}",
                best.san
            ));
        }
    }
    let replies = Ranking::of(next, oracle)?;
    let (lasts, would) = (replies.verdict.distance()?.moves(), best.after.distance()?.moves());
    let defense = &replies.best().next()?.san;
    let lasts = pluralized(usize::from(lasts), "more move");
    Some(format!("With {defense} {side} lasts {lasts}; after {} it would be {would}", best.san))
}

/// Moves of the side to move until it promotes, both sides playing as the oracle knows best.
fn moves_to_promotion(position: &Position, oracle: &dyn Oracle) -> Option<u16> {
    let mut now = position.clone();
    let mut moves = 0;
    loop {
        let ranking = Ranking::of(&now, oracle)?;
        let best = ranking.best().next()?.mv;
        moves += u16::from(now.turn() == position.turn());
        if best.is_promotion() {
            return Some(moves);
        }
        now.play(best);
    }
}

/// `Kd6`, `Kd6 or Ke6`, `Kd6, Kd5 or Ke6`, `one of 7 moves`.
fn either(moves: &[String]) -> String {
    match moves {
        many if many.len() > NAMED_REPLIES => format!("one of {} moves", many.len()),
        few => listed(few, "or"),
    }
}

/// `a2`, `a2 and b2`, `a2, b1 and b2`.
fn listed(words: &[String], joint: &str) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} {joint} {last}", first.join(", ")),
        few => few.concat(),
    }
}
