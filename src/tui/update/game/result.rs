//! Results that players make: giving up, and draws by agreement.

use crate::chess::{Ending, Value, Verdict};
use crate::tui::app::{App, Tone};

use super::{Effect, finish};

/// The player gives up; of two at one board the one who is to move.
pub(in crate::tui::update) fn resign(app: &mut App, effects: &mut Vec<Effect>) {
    if app.play.over.is_none() {
        let loser = app.play.setup.seats.you().unwrap_or_else(|| app.play.turn());
        finish(app, Ending::Resignation { loser }, effects);
    }
}

/// The player offers a draw. The engine takes it where the truth or its own last view gives it no more.
pub(in crate::tui::update) fn offer_draw(app: &mut App, effects: &mut Vec<Effect>) {
    if app.play.over.is_some() {
        return app.say(Tone::Note, "The game is over");
    }
    let Some(you) = app.play.setup.seats.you() else {
        if app.play.is_watched() {
            return app.say(Tone::Note, "Only a player can offer a draw");
        }
        // Both sit at this board.
        return finish(app, Ending::Agreement, effects);
    };
    let position = app.play.walk.tree().node(app.play.tip).position();
    let engine = you.other();
    let accepts = match app.truth.probe(position) {
        Some(verdict) => {
            let verdict = if position.turn() == engine { verdict } else { verdict.for_mover() };
            !matches!(verdict, Verdict::Win(_))
        }
        None => app.play.thought(engine).is_some_and(|thought| match thought.line.score.value() {
            Value::Centipawns(value) => {
                value <= -50 || (value <= 10 && app.play.walk.tree().ply(app.play.tip) >= 40)
            }
            Value::Wins | Value::Mates(_) => false,
            Value::Loses | Value::Mated(_) => true,
        }),
    };
    if accepts {
        finish(app, Ending::Agreement, effects);
    } else {
        app.say(Tone::Note, "The engine declines the draw");
    }
}
