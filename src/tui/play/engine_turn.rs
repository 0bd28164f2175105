//! Whose turn it is: the engine to move is started, clocks stop and run, the game ends.

use std::time::Instant;

use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, SearchTime, StrengthLevel};
use crate::chess::{Color, GameTermination, Move};
use crate::game::{Player, TimeControl};
use crate::tui::app::App;
use crate::tui::app::watch::{CurrentAnalysis, CurrentAnalysisStatus};
use crate::tui::background::external_engines;
use crate::tui::message::{Effect, Effects};
use crate::tui::play::state::{DelayedMove, PlayState, PlayStatus};

/// Starts the engine that is to move, if one is.
pub(crate) fn start_engine_turn(app: &mut App, effects: &mut Effects) {
    app.current_analysis = CurrentAnalysis::default();
    external_engines::stop_current(app, effects);
    let play = &mut app.play;
    (play.engine_failure, play.delayed_move) = (None, None);
    if play.ending.is_some() || play.is_your_turn() || play.status != PlayStatus::Running {
        play.thinking_since = None;
        effects.push(Effect::StopAnalysis);
        return;
    }
    let limits = Limits { time: time_for_move(play, play.turn(), app.now), ..Limits::default() };
    play.thinking_since = Some(app.now);
    let &Player::BuiltIn { level } = play.player_to_move() else {
        effects.push(Effect::StopAnalysis);
        return external_engines::search_with_player(app, limits, effects);
    };
    let root = play.walk.tree().root_at(play.tip);
    let other = play.setup.seats.player(play.turn().other());
    if matches!(other, Player::BuiltIn { level: theirs } if *theirs != level) {
        // They share a hash table, and neither may use the other's results.
        effects.push(Effect::ClearEngineMemory);
    }
    let limits = Limits { elo: StrengthLevel::new(level).limit(), ..limits };
    app.current_analysis.task = Some(AnalysisPurpose::Play);
    app.current_analysis.status = CurrentAnalysisStatus::Working;
    effects.push(Effect::StartAnalysis(Box::new(AnalysisJob {
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
pub(crate) fn finish(app: &mut App, ending: GameTermination, effects: &mut Effects) {
    let now = app.now;
    if let Some(clock) = &mut app.play.clock {
        clock.pause(now);
    }
    app.play.ending = Some(ending);
    app.play.thinking_since = None;
    (app.play.engine_failure, app.play.delayed_move, app.play.premove) = (None, None, None);
    app.play.undone.clear();
    external_engines::stop_current(app, effects);
    app.board.clear_selection();
    app.prompt.close();
    app.current_analysis = CurrentAnalysis::default();
    effects.extend([Effect::StopAnalysis, Effect::SaveGame]);
}

/// Stops the clocks: the program ends, or another screen is shown. A delayed move is searched again.
pub(crate) fn pause(app: &mut App) {
    app.play.delayed_move = None;
    if let Some(clock) = &mut app.play.clock {
        clock.pause(app.now);
    }
}

/// Resumes a game: the clocks run again once a move has been made.
pub(crate) fn resume(app: &mut App, effects: &mut Effects) {
    let (turn, begun) = (app.play.turn(), app.play.tip != app.play.walk.tree().start());
    let goes_on = begun && app.play.ending.is_none() && app.play.status == PlayStatus::Running;
    if let Some(clock) = app.play.clock.as_mut().filter(|_| goes_on) {
        clock.run(turn, app.now);
    }
    start_engine_turn(app, effects);
}

/// Whether leaving this game for another one would lose something.
pub(crate) fn is_running(app: &App) -> bool {
    app.play.ending.is_none() && app.play.tip != app.play.walk.tree().start()
}

/// Delays a move until its time; the delay does not count on any clock.
pub(crate) fn delay_move(app: &mut App, mv: Move, due: Instant) {
    pause(app);
    app.play.delayed_move = Some(DelayedMove { mv, due });
}
