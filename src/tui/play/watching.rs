//! Games between two engines: pace, output, pause and resume.

use crate::analysis::AnalysisSnapshot;
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{EngineThought, PlayState, PlayStatus};
use crate::tui::navigation::Tab;
use crate::tui::play;
use crate::tui::play::engine_turn::{pause, resume, start_engine_turn};
use crate::tui::play::update::make_engine_move;

/// Makes the delayed move, once its time has come.
pub(crate) fn play_delayed(play: &mut PlayState, cx: &mut UpdateContext) {
    let now = cx.shared.now;
    let Some(held) = play.delayed_move.take_if(|held| held.due <= now && cx.shared.tab == Tab::Play) else {
        return;
    };
    let (turn, begun) = (play.turn(), play.tip != play.walk.tree().start());
    if let Some(clock) = play.clock.as_mut().filter(|_| begun) {
        clock.run(turn, now);
    }
    make_engine_move(play, cx, held.mv);
}

/// Stores the output of a thinking engine. Its opponent, a person, does not see it.
pub(crate) fn update_thought(play: &mut PlayState, snapshot: &AnalysisSnapshot) {
    if !play.is_watched() || play.thinking_since.is_none() {
        return;
    }
    if let Some(line) = snapshot.best_line() {
        let thought = EngineThought { node: play.tip, depth: snapshot.report.depth, line: line.clone() };
        play.set_thought(play.turn(), Some(thought));
    }
}

/// Pauses a watched game, or resumes it.
pub(crate) fn toggle_pause(play: &mut PlayState, cx: &mut UpdateContext) {
    match play.status {
        _ if !play.is_watched() => {}
        _ if play.ending.is_some() => cx.shared.show_note("The game is over"),
        // An engine that has failed is restarted.
        PlayStatus::Running if play.engine_failure.is_some() => play::update::move_now(play, cx),
        PlayStatus::Running => halt(play, cx, PlayStatus::Paused),
        PlayStatus::Paused | PlayStatus::Stopped => {
            play.status = PlayStatus::Running;
            resume(play, cx);
        }
    }
}

/// Ends a watched game without a result. It stays in the list.
pub(crate) fn stop(play: &mut PlayState, cx: &mut UpdateContext) {
    if play.is_watched() && play.ending.is_none() {
        halt(play, cx, PlayStatus::Stopped);
    }
}

fn halt(play: &mut PlayState, cx: &mut UpdateContext, status: PlayStatus) {
    pause(play, cx.shared);
    play.status = status;
    start_engine_turn(play, cx);
    cx.effects.push(Effect::SaveGame);
}
