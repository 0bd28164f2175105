//! Results that players agree on or give: resignation, and draws by agreement.

use crate::chess::{GameTermination, ScoreValue, Verdict};
use crate::tui::context::UpdateContext;
use crate::tui::model::PlayState;
use crate::tui::play::engine_turn::finish;

/// The player resigns; with two people at one board the one who is to move.
pub(crate) fn resign(play: &mut PlayState, cx: &mut UpdateContext) {
    if play.ending.is_none() {
        let loser = play.setup.players.human_color().unwrap_or_else(|| play.turn());
        finish(play, cx, GameTermination::Resignation { loser });
    }
}

/// The player offers a draw. The engine accepts if the tables or its last evaluation give it no more.
pub(crate) fn offer_draw(play: &mut PlayState, cx: &mut UpdateContext) {
    if play.ending.is_some() {
        return cx.shared.show_note("The game is over");
    }
    let Some(you) = play.setup.players.human_color() else {
        if play.is_watched() {
            return cx.shared.show_note("Only a player can offer a draw");
        }
        // Both people sit at this board.
        return finish(play, cx, GameTermination::Agreement);
    };
    let position = play.walk.tree().node(play.tip).position();
    let engine = you.other();
    let accepts = match cx.shared.oracle.verdict(position) {
        Some(verdict) => {
            let verdict = if position.turn() == engine { verdict } else { verdict.for_mover() };
            !matches!(verdict, Verdict::Win(_))
        }
        None => play.thought(engine).is_some_and(|thought| match thought.line.score.value() {
            ScoreValue::Centipawns(value) => {
                value <= -50 || (value <= 10 && play.walk.tree().ply(play.tip) >= 40)
            }
            ScoreValue::Wins | ScoreValue::Mates(_) => false,
            ScoreValue::Loses | ScoreValue::Mated(_) => true,
        }),
    };
    if accepts {
        finish(play, cx, GameTermination::Agreement);
    } else {
        cx.shared.show_note("The engine declines the draw");
    }
}
