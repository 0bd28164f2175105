//! The game against the engine, or between two.
//!
//! Reading order: here (beginning, thinking, moving, the clocks), `watching` (two engines: pause, pace, what they
//! think), `seats` (who plays on), `back` (undo and redo), `ponder` (thinking
//! on the person's time), `result` (giving up, draws).

pub(crate) use crate::tui::play::players::{reseat, take_over};
pub(crate) use crate::tui::play::result::{offer_draw, resign};
pub(crate) use crate::tui::play::undo::{clock_at_tip, redo, undo};
pub(crate) use crate::tui::play::watching::{play_delayed, stop, toggle_pause, update_thought};

use crate::analysis::{AnalysisJob, AnalysisPurpose, AnalysisSnapshot, StrengthLevel};
use crate::analysis::{Limits, SearchTime};
use crate::chess::{Color, GameTermination, Move, Position, notation};
use crate::game::pgn::command;
use crate::game::{GamePlayers, Player, TimeControl};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::watch::{CurrentAnalysis, CurrentAnalysisStatus};
use crate::tui::app::{App, Focus, Tab};
use crate::tui::play::state::LowTimeAlarm;
use crate::tui::play::state::{EngineThought, GameSetup, PlayState, PlayStatus};
use crate::tui::widget::clock::URGENT_BELOW;

use crate::tui::message::Effect;
use crate::tui::{engines, play};

/// Begins a new game.
pub(crate) fn begin(app: &mut App, start: Position, setup: GameSetup, effects: &mut Vec<Effect>) {
    if is_running(app) {
        app.show_toast(ToastLevel::Note, "Previous game saved in the list of games");
    }
    engines::update::stop_current(app, effects);
    let (before, mark) = (app.play.engine_processes(), app.new_game_id());
    app.new_game_defaults.update_from(&setup.seats);
    app.play = PlayState { game_id: mark, ..PlayState::new(start, setup) };
    app.board.bottom = app.play.bottom();
    app.tab = Tab::Play;
    app.dialog = None;
    app.board.clear_selection();
    app.prompt.close();
    app.current_analysis = CurrentAnalysis::default();
    // What it takes to start is not to be on a clock.
    engines::update::start_players(app, &before, effects);
    effects.extend(app.play.engine_processes().into_iter().map(Effect::NewGameExternal));
    let GamePlayers { white, black } = &app.play.setup.seats;
    if [white, black].into_iter().any(|player| matches!(player, Player::BuiltIn { .. })) {
        effects.push(Effect::ClearEngineMemory);
    }
    effects.push(Effect::SaveGame);
    start_engine_turn(app, effects);
}

/// Lets the engine think that is to move, and nobody where none is.
pub(crate) fn start_engine_turn(app: &mut App, effects: &mut Vec<Effect>) {
    app.current_analysis = CurrentAnalysis::default();
    engines::update::stop_current(app, effects);
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
        return engines::update::search_with_player(app, limits, effects);
    };
    let root = play.walk.tree().root_at(play.tip);
    let other = play.setup.seats.player(play.turn().other());
    if matches!(other, Player::BuiltIn { level: theirs } if *theirs != level) {
        // They share a memory, and neither is to read what the other one has found.
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

/// The player's move; the guard has let it pass.
pub(crate) fn player_moves(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let expected = app.play.pondering.take();
    if play_move(app, mv, effects) && !crate::tui::play::ponder::hit(app, expected, effects) {
        start_engine_turn(app, effects);
    }
}

/// The engine's move. One that is found before its time in a watched game is made when that has come.
pub(crate) fn apply_engine_move(app: &mut App, snapshot: &AnalysisSnapshot, effects: &mut Vec<Effect>) {
    let since = app.play.thinking_since.take();
    if app.play.ending.is_some() || app.play.is_your_turn() {
        return;
    }
    let (at, turn) = (app.play.tip, app.play.turn());
    let before = app.play.walk.tree().node(at).position();
    let Some(mv) = snapshot.best_move().filter(|&mv| before.is_legal(mv)) else {
        return engine_failed(app, "The engine found no move".to_owned(), effects);
    };
    // An engine outside may move otherwise than its best line says.
    let about_it = snapshot.best_line().filter(|line| line.moves.first() == Some(&mv));
    let thought =
        about_it.map(|line| EngineThought { node: at, depth: snapshot.report.depth, line: line.clone() });
    app.play.set_thought(turn, thought);
    let due = since.map_or(app.now, |since| since + app.play.min_move_time());
    if due > app.now {
        return crate::tui::play::watching::delay_move(app, mv, due);
    }
    make_engine_move(app, mv, effects);
    crate::tui::play::ponder::begin(app, snapshot.ponder_move, effects);
}

/// Makes an engine's move on the board, and lets the other engine think where it is another one's turn.
pub(crate) fn make_engine_move(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let before = app.play.walk.tree().node(app.play.tip).position().clone();
    let looking_back = (!app.play.is_live()).then(|| app.play.walk.node_id());
    play_move(app, mv, effects);
    if let Some(at) = looking_back {
        app.play.walk.go_to(at);
        if !app.play.is_watched() {
            app.show_toast(
                ToastLevel::Note,
                format!("The engine played {}: End shows it", notation::san(&before, mv)),
            );
        }
    } else {
        app.board.clear_selection();
        if let Some(position) = app.shown_position() {
            app.prompt.update_completions(&position);
        }
    }
    let waited_for = !app.play.is_watched() || app.play.ending.is_some();
    if app.focus == Focus::Unfocused && waited_for {
        effects.push(Effect::Bell);
    }
    if app.play.ending.is_none() && !app.play.is_your_turn() {
        start_engine_turn(app, effects);
    } else {
        play::premove_update::play(app, effects);
    }
}

/// The engine that is to move has not moved. The game stays as it is; the clock stands.
pub(crate) fn engine_failed(app: &mut App, reason: String, effects: &mut Vec<Effect>) {
    app.play.thinking_since = None;
    if app.play.ending.is_some() || app.play.is_your_turn() {
        return;
    }
    pause(app);
    app.play.engine_failure = Some(reason);
    effects.push(Effect::SaveGame);
}

/// Asks the engine again that has failed, or has it move at once where it thinks.
pub(crate) fn move_now(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(delayed) = &mut app.play.delayed_move {
        delayed.due = app.now;
        return;
    }
    match (app.play.engine_process(app.play.turn()), app.play.thinking_since) {
        (guest, None) if app.play.engine_failure.is_some() => {
            if let Some(guest) = guest {
                engines::update::start_process(app, &guest, effects);
            }
            resume(app, effects);
        }
        (Some(guest), Some(_)) => effects.push(Effect::MoveNowExternal(guest)),
        (None, Some(_)) => effects.push(Effect::FinishAnalysis),
        (_, None) => {}
    }
}

/// Plays a move where the game stands. False where it was not legal.
fn play_move(app: &mut App, mv: Move, effects: &mut Vec<Effect>) -> bool {
    let now = app.now;
    let play = &mut app.play;
    if !play.is_live() {
        play.walk.go_to(play.tip);
    }
    let (mover, is_first) = (play.turn(), play.tip == play.walk.tree().start());
    if !play.walk.play_as_main_line(mv) {
        return false;
    }
    play.tip = play.walk.node_id();
    play.undone.clear();
    if let Some(clock) = &mut play.clock {
        // The clocks start with the first move of the game. Later they stand where a game was left and is gone on with.
        if clock.running().is_none() && !is_first {
            clock.run(mover, now);
        }
        match clock.running() {
            Some(_) => clock.press(now),
            None => clock.run(mover.other(), now),
        }
        let shown = command::clock_command(clock.remaining(play.walk.position().turn().other(), now));
        let notes = &mut play.walk.tree_mut().node_mut(play.tip).notes;
        notes.after.retain(|comment| command::commands(comment).all(|(name, _)| name != "clk"));
        notes.after.push(shown);
    }
    if let Some(ending) = play.walk.termination() {
        finish(app, ending, effects);
    }
    effects.push(Effect::SaveGame);
    true
}

/// The game is over.
pub(crate) fn finish(app: &mut App, ending: GameTermination, effects: &mut Vec<Effect>) {
    let now = app.now;
    if let Some(clock) = &mut app.play.clock {
        clock.pause(now);
    }
    app.play.ending = Some(ending);
    app.play.thinking_since = None;
    (app.play.engine_failure, app.play.delayed_move, app.play.premove) = (None, None, None);
    app.play.undone.clear();
    engines::update::stop_current(app, effects);
    app.board.clear_selection();
    app.prompt.close();
    app.current_analysis = CurrentAnalysis::default();
    effects.extend([Effect::StopAnalysis, Effect::SaveGame]);
}

/// Rings once where a person's clock runs and little is left on it.
fn ring_low_time(play: &mut PlayState, now: std::time::Instant, effects: &mut Vec<Effect>) {
    let yours = play.is_your_turn();
    let Some(clock) = play.clock.as_ref().filter(|clock| yours && clock.running().is_some()) else { return };
    let left = clock.remaining(play.turn(), now);
    match play.alarm {
        LowTimeAlarm::Armed if left < URGENT_BELOW => {
            play.alarm = LowTimeAlarm::Rung;
            effects.push(Effect::Bell);
        }
        // An increment alone does not wind it up again.
        LowTimeAlarm::Rung if left >= 2 * URGENT_BELOW => play.alarm = LowTimeAlarm::Armed,
        _ => {}
    }
}

/// Looks whether a flag has fallen, and calls the person before it does.
pub(crate) fn check_clock(app: &mut App, effects: &mut Vec<Effect>) {
    ring_low_time(&mut app.play, app.now, effects);
    let flagged = app.play.clock.as_ref().and_then(|clock| clock.flagged(app.now));
    if let Some(loser) = flagged.filter(|_| app.play.ending.is_none()) {
        let position = app.play.walk.tree().node(app.play.tip).position();
        let ending = GameTermination::by_flag(position, loser);
        finish(app, ending, effects);
    }
}

/// Stops the clocks: the program ends, or another screen is shown. A move that was kept back is thought about anew.
pub(crate) fn pause(app: &mut App) {
    app.play.delayed_move = None;
    if let Some(clock) = &mut app.play.clock {
        clock.pause(app.now);
    }
}

/// Goes on with a game that was left: the clocks run again once a move has been made.
pub(crate) fn resume(app: &mut App, effects: &mut Vec<Effect>) {
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
