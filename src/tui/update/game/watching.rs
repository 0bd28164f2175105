//! Two engines at the board: their pace, what they think, and the watcher's stop and go.

use std::time::Instant;

use crate::analysis::Snapshot;
use crate::chess::Move;
use crate::tui::app::play::Held;
use crate::tui::app::{App, Course, Tab, Thought, Tone};

use super::{Effect, make, pause, take_up, wake_engine};

/// Keeps a move back until its time; what it waits is on no clock.
pub(super) fn hold(app: &mut App, mv: Move, due: Instant) {
    pause(app);
    app.play.held = Some(Held { mv, due });
}

/// Makes the move that was kept back, once its time has come.
pub(in crate::tui::update) fn release(app: &mut App, effects: &mut Vec<Effect>) {
    let now = app.now;
    let Some(held) = app.play.held.take_if(|held| held.due <= now && app.tab == Tab::Play) else { return };
    let (turn, begun) = (app.play.turn(), app.play.tip != app.play.walk.tree().start());
    if let Some(clock) = app.play.clock.as_mut().filter(|_| begun) {
        clock.run(turn, now);
    }
    make(app, held.mv, effects);
}

/// Takes in what an engine thinks while it does. Whoever plays against it is not to see that.
pub(in crate::tui::update) fn listen(app: &mut App, snapshot: &Snapshot) {
    let play = &mut app.play;
    if !play.is_watched() || play.thinking_since.is_none() {
        return;
    }
    if let Some(line) = snapshot.best_line() {
        let thought = Thought { at: play.tip, depth: snapshot.report.depth, line: line.clone() };
        play.think(play.turn(), Some(thought));
    }
}

/// Pauses a watched game, or resumes it.
pub(in crate::tui::update) fn toggle_pause(app: &mut App, effects: &mut Vec<Effect>) {
    match app.play.course {
        _ if !app.play.is_watched() => {}
        _ if app.play.over.is_some() => app.say(Tone::Note, "The game is over"),
        // One that has failed is asked again.
        Course::Going if app.play.stalled.is_some() => super::move_now(app, effects),
        Course::Going => rest(app, Course::Paused, effects),
        Course::Paused | Course::Stopped => {
            app.play.course = Course::Going;
            take_up(app, effects);
        }
    }
}

/// Ends a watched game without a result. It stays in the list.
pub(in crate::tui::update) fn stop(app: &mut App, effects: &mut Vec<Effect>) {
    if app.play.is_watched() && app.play.over.is_none() {
        rest(app, Course::Stopped, effects);
    }
}

fn rest(app: &mut App, course: Course, effects: &mut Vec<Effect>) {
    pause(app);
    app.play.course = course;
    wake_engine(app, effects);
    effects.push(Effect::SaveGame);
}
