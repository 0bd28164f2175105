//! Games between two engines: pace, output, pause and resume.

use crate::analysis::AnalysisSnapshot;
use crate::tui::app::{App, Tab};
use crate::tui::message::{Effect, Effects};
use crate::tui::play;
use crate::tui::play::engine_turn::{pause, resume, start_engine_turn};
use crate::tui::play::state::{EngineThought, PlayStatus};
use crate::tui::play::update::make_engine_move;

/// Makes the delayed move, once its time has come.
pub(crate) fn play_delayed(app: &mut App, effects: &mut Effects) {
    let now = app.now;
    let Some(held) = app.play.delayed_move.take_if(|held| held.due <= now && app.tab == Tab::Play) else {
        return;
    };
    let (turn, begun) = (app.play.turn(), app.play.tip != app.play.walk.tree().start());
    if let Some(clock) = app.play.clock.as_mut().filter(|_| begun) {
        clock.run(turn, now);
    }
    make_engine_move(app, held.mv, effects);
}

/// Stores the output of a thinking engine. Its opponent, a person, does not see it.
pub(crate) fn update_thought(app: &mut App, snapshot: &AnalysisSnapshot) {
    let play = &mut app.play;
    if !play.is_watched() || play.thinking_since.is_none() {
        return;
    }
    if let Some(line) = snapshot.best_line() {
        let thought = EngineThought { node: play.tip, depth: snapshot.report.depth, line: line.clone() };
        play.set_thought(play.turn(), Some(thought));
    }
}

/// Pauses a watched game, or resumes it.
pub(crate) fn toggle_pause(app: &mut App, effects: &mut Effects) {
    match app.play.status {
        _ if !app.play.is_watched() => {}
        _ if app.play.ending.is_some() => app.show_note("The game is over"),
        // An engine that has failed is restarted.
        PlayStatus::Running if app.play.engine_failure.is_some() => {
            play::update::move_now(app, effects);
        }
        PlayStatus::Running => halt(app, PlayStatus::Paused, effects),
        PlayStatus::Paused | PlayStatus::Stopped => {
            app.play.status = PlayStatus::Running;
            resume(app, effects);
        }
    }
}

/// Ends a watched game without a result. It stays in the list.
pub(crate) fn stop(app: &mut App, effects: &mut Effects) {
    if app.play.is_watched() && app.play.ending.is_none() {
        halt(app, PlayStatus::Stopped, effects);
    }
}

fn halt(app: &mut App, status: PlayStatus, effects: &mut Effects) {
    pause(app);
    app.play.status = status;
    start_engine_turn(app, effects);
    effects.push(Effect::SaveGame);
}
