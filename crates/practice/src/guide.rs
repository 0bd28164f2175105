//! Guidance: what the coach says before a move of the trainee in a guided round, the first one after the worked example
//! of a lesson.

use super::motif::{self, Motif};
use chess::names::{pluralized, role_name};
use chess::{MoveCost, Oracle, Position, RankedMove, Ranking, Role, Verdict};

/// What there is to find in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guidance {
    /// How many moves keep the result, and the idea of the best ones or the piece that makes them; in sentences.
    pub text: String,
    /// The idea, with what to show on the board.
    pub motif: Option<Motif>,
}

/// What there is to find in a position. None where the oracle does not know it, or no move is left.
#[must_use]
pub fn guidance(position: &Position, oracle: &dyn Oracle) -> Option<Guidance> {
    let ranking = Ranking::of(position, oracle)?;
    let best: Vec<&RankedMove> = ranking.best().collect();
    let motif = best.iter().find_map(|ranked| motif::explain(position, ranked.mv, oracle));
    let idea = match (&motif, single_role(&best)) {
        (Some(motif), _) => format!("The idea: {}.", motif.text_after_colon()),
        (None, Some(role)) => format!("The best move is a {} move.", role_name(role)),
        (None, None) => "More than one piece has a best move.".to_owned(),
    };
    let text = keeping_text(&ranking).map_or_else(|| idea.clone(), |text| format!("{text} {idea}"));
    (!best.is_empty()).then_some(Guidance { text, motif })
}

/// The piece that makes all of the moves.
fn single_role(moves: &[&RankedMove]) -> Option<Role> {
    let role = moves.first()?.mv.role();
    moves.iter().all(|ranked| ranked.mv.role() == role).then_some(role)
}

/// `2 of 7 moves keep the win.` None where all do, or where nothing is to be kept.
fn keeping_text(ranking: &Ranking) -> Option<String> {
    let result = match ranking.verdict {
        Verdict::Win(_) => "win",
        Verdict::Draw => "draw",
        Verdict::Loss(_) => return None,
    };
    let (count, all) = (ranking.count(MoveCost::keeps_result), ranking.moves.len());
    let verb = if count == 1 { "keeps" } else { "keep" };
    (count < all).then(|| format!("{count} of {} {verb} the {result}.", pluralized(all, "move")))
}
