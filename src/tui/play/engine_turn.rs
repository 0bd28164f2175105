//! Whose turn it is: the engine to move is started, clocks stop and run, the game ends.

use std::time::Instant;

use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, SearchTime, StrengthLevel};
use crate::chess::{Color, GameTermination, Move};
use crate::game::{Player, TimeControl};
use crate::tui::background::external_engines;
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{CurrentAnalysis, CurrentAnalysisStatus, DelayedMove, PlayState, PlayStatus, Shared};

/// Starts the engine that is to move, if one is.
pub(crate) fn start_engine_turn(play: &mut PlayState, cx: &mut UpdateContext) {
    cx.shared.current_analysis = CurrentAnalysis::default();
    external_engines::stop_current(cx);
    (play.engine_failure, play.delayed_move) = (None, None);
    if play.ending.is_some() || play.is_your_turn() || play.status != PlayStatus::Running {
        play.thinking_since = None;
        cx.effects.push(Effect::StopAnalysis);
        return;
    }
    let limits = Limits { time: time_for_move(play, play.turn(), cx.shared.now), ..Limits::default() };
    play.thinking_since = Some(cx.shared.now);
    let &Player::BuiltIn { level } = play.player_to_move() else {
        cx.effects.push(Effect::StopAnalysis);
        return external_engines::search_with_player(play, cx, limits);
    };
    let root = play.walk.tree().root_at(play.tip);
    let other = play.setup.players.player(play.turn().other());
    if matches!(other, Player::BuiltIn { level: theirs } if *theirs != level) {
        // They share a hash table, and neither may use the other's results.
        cx.effects.push(Effect::ClearEngineMemory);
    }
    let limits = Limits { elo: StrengthLevel::new(level).limit(), ..limits };
    cx.shared.current_analysis.task = Some(AnalysisPurpose::Play);
    cx.shared.current_analysis.status = CurrentAnalysisStatus::Working;
    cx.effects.push(Effect::StartAnalysis(Box::new(AnalysisJob {
        root,
        limits,
        purpose: AnalysisPurpose::Play,
    })));
}

pub(crate) fn time_for_move(play: &PlayState, color: Color, now: std::time::Instant) -> SearchTime {
    match (play.setup.time_control, &play.clock) {
        (TimeControl::PerMove(time), _) => SearchTime::Fixed(time),
        (TimeControl::Clock { increment, .. }, Some(clock)) => {
            SearchTime::Clock { left: clock.remaining(color, now), increment, moves_to_go: None }
        }
        (TimeControl::Clock { base, increment }, None) => {
            SearchTime::Clock { left: base, increment, moves_to_go: None }
        }
    }
}

/// The game is over.
pub(crate) fn finish(play: &mut PlayState, cx: &mut UpdateContext, ending: GameTermination) {
    let now = cx.shared.now;
    if let Some(clock) = &mut play.clock {
        clock.pause(now);
    }
    play.ending = Some(ending);
    play.thinking_since = None;
    (play.engine_failure, play.delayed_move, play.premove) = (None, None, None);
    play.undone.clear();
    external_engines::stop_current(cx);
    cx.shared.board.clear_selection();
    cx.shared.prompt.close();
    cx.shared.current_analysis = CurrentAnalysis::default();
    cx.effects.extend([Effect::StopAnalysis, Effect::SaveGame]);
}

/// Stops the clocks: the program ends, or another screen is shown. A delayed move is searched again.
pub(crate) fn pause(play: &mut PlayState, shared: &Shared) {
    play.delayed_move = None;
    if let Some(clock) = &mut play.clock {
        clock.pause(shared.now);
    }
}

/// Resumes a game: the clocks run again once a move has been made.
pub(crate) fn resume(play: &mut PlayState, cx: &mut UpdateContext) {
    let (turn, begun) = (play.turn(), play.tip != play.walk.tree().start());
    let goes_on = begun && play.ending.is_none() && play.status == PlayStatus::Running;
    if let Some(clock) = play.clock.as_mut().filter(|_| goes_on) {
        clock.run(turn, cx.shared.now);
    }
    start_engine_turn(play, cx);
}

/// Whether leaving this game for another one would lose something.
pub(crate) fn is_running(play: &PlayState) -> bool {
    play.ending.is_none() && play.tip != play.walk.tree().start()
}

/// Delays a move until its time; the delay does not count on any clock.
pub(crate) fn delay_move(play: &mut PlayState, shared: &Shared, mv: Move, due: Instant) {
    pause(play, shared);
    play.delayed_move = Some(DelayedMove { mv, due });
}
