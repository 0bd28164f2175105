//! Results that players agree on or give: resignation, and draws by agreement.

use crate::chess::{GameTermination, ScoreValue, Verdict};
use crate::tui::message::Effects;
use crate::tui::model::play::PlayState;
use crate::tui::model::shared::Shared;
use crate::tui::play::engine_turn::finish;

/// The player resigns; with two people at one board the one who is to move.
pub(crate) fn resign(play: &mut PlayState, shared: &mut Shared, effects: &mut Effects) {
    if play.ending.is_none() {
        let loser = play.setup.players.human_color().unwrap_or_else(|| play.turn());
        finish(play, shared, GameTermination::Resignation { loser }, effects);
    }
}

/// The player offers a draw. The engine accepts if the tables or its last evaluation give it no more.
pub(crate) fn offer_draw(play: &mut PlayState, shared: &mut Shared, effects: &mut Effects) {
    if play.ending.is_some() {
        return shared.show_note("The game is over");
    }
    let Some(you) = play.setup.players.human_color() else {
        if play.is_watched() {
            return shared.show_note("Only a player can offer a draw");
        }
        // Both people sit at this board.
        return finish(play, shared, GameTermination::Agreement, effects);
    };
    let position = play.walk.tree().node(play.tip).position();
    let engine = you.other();
    let accepts = match shared.oracle.verdict(position) {
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
        finish(play, shared, GameTermination::Agreement, effects);
    } else {
        shared.show_note("The engine declines the draw");
    }
}
