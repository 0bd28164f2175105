//! Results that players agree on or give: resignation, and draws by agreement.

use crate::chess::{GameTermination, ScoreValue, Verdict};
use crate::tui::app::App;
use crate::tui::message::Effects;
use crate::tui::play::engine_turn::finish;

/// The player resigns; with two people at one board the one who is to move.
pub(crate) fn resign(app: &mut App, effects: &mut Effects) {
    if app.play.ending.is_none() {
        let loser = app.play.setup.seats.human_color().unwrap_or_else(|| app.play.turn());
        finish(app, GameTermination::Resignation { loser }, effects);
    }
}

/// The player offers a draw. The engine accepts if the tables or its last evaluation give it no more.
pub(crate) fn offer_draw(app: &mut App, effects: &mut Effects) {
    if app.play.ending.is_some() {
        return app.show_note("The game is over");
    }
    let Some(you) = app.play.setup.seats.human_color() else {
        if app.play.is_watched() {
            return app.show_note("Only a player can offer a draw");
        }
        // Both people sit at this board.
        return finish(app, GameTermination::Agreement, effects);
    };
    let position = app.play.walk.tree().node(app.play.tip).position();
    let engine = you.other();
    let accepts = match app.oracle.verdict(position) {
        Some(verdict) => {
            let verdict = if position.turn() == engine { verdict } else { verdict.for_mover() };
            !matches!(verdict, Verdict::Win(_))
        }
        None => app.play.thought(engine).is_some_and(|thought| match thought.line.score.value() {
            ScoreValue::Centipawns(value) => {
                value <= -50 || (value <= 10 && app.play.walk.tree().ply(app.play.tip) >= 40)
            }
            ScoreValue::Wins | ScoreValue::Mates(_) => false,
            ScoreValue::Loses | ScoreValue::Mated(_) => true,
        }),
    };
    if accepts {
        finish(app, GameTermination::Agreement, effects);
    } else {
        app.show_note("The engine declines the draw");
    }
}
