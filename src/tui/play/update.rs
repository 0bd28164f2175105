//! The game against the engine, or between two engines.
//!
//! Reading order: here (start, moves, clocks), `engine_turn` (the engine's move), `watching` (two engines:
//! pause, pace, output), `players` (who plays on), `undo` (undo and redo), `ponder` (thinking on the person's
//! time), `result` (resignation, draws).

use crate::analysis::AnalysisSnapshot;
use crate::chess::{GameTermination, Move, Position, notation};
use crate::game::pgn::command;
use crate::game::{GamePlayers, OwnGame, Player, TreeCursor};
use crate::tui::app::watch::CurrentAnalysis;
use crate::tui::app::{App, Distances, Focus, Tab};
use crate::tui::background::external_engines;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::play;
use crate::tui::play::state::{EngineThought, GameSetup, LowTimeAlarm, PlayState};
use crate::tui::play::{engine_turn, ponder, undo};
use crate::tui::widget::clock::URGENT_BELOW;

/// Begins a new game.
pub(crate) fn begin(app: &mut App, start: Position, setup: GameSetup, effects: &mut Effects) {
    if engine_turn::is_running(app) {
        app.show_note("Previous game saved in the list of games");
    }
    external_engines::stop_current(app, effects);
    let (before, mark) = (app.play.engine_processes(), app.new_game_id());
    app.new_game_defaults.update_from(&setup.seats);
    app.play = PlayState { game_id: mark, ..PlayState::new(start, setup) };
    app.board.bottom = app.play.bottom();
    app.tab = Tab::Play;
    app.distances = Distances::Hidden;
    app.dialog = None;
    app.board.clear_selection();
    app.prompt.close();
    app.current_analysis = CurrentAnalysis::default();
    // The time to start does not count on a clock.
    external_engines::start_players(app, &before, effects);
    effects.extend(app.play.engine_processes().into_iter().map(Effect::NewGameExternal));
    let GamePlayers { white, black } = &app.play.setup.seats;
    if [white, black].into_iter().any(|player| matches!(player, Player::BuiltIn { .. })) {
        effects.push(Effect::ClearEngineMemory);
    }
    effects.push(Effect::SaveGame);
    engine_turn::start_engine_turn(app, effects);
}

/// The player's move; the stalemate guard has passed it.
pub(crate) fn player_moves(app: &mut App, mv: Move, effects: &mut Effects) {
    let expected = app.play.pondering.take();
    if play_move(app, mv, effects) && !ponder::hit(app, expected, effects) {
        engine_turn::start_engine_turn(app, effects);
    }
}

/// The engine's move. In a watched game a move found too early is delayed.
pub(crate) fn apply_engine_move(app: &mut App, snapshot: &AnalysisSnapshot, effects: &mut Effects) {
    let since = app.play.thinking_since.take();
    if app.play.ending.is_some() || app.play.is_your_turn() {
        return;
    }
    let (at, turn) = (app.play.tip, app.play.turn());
    let before = app.play.walk.tree().node(at).position();
    let Some(mv) = snapshot.best_move().filter(|&mv| before.is_legal(mv)) else {
        return engine_failed(app, "The engine found no move".to_owned(), effects);
    };
    // An external engine may move otherwise than its best line says.
    let about_it = snapshot.best_line().filter(|line| line.moves.first() == Some(&mv));
    let thought =
        about_it.map(|line| EngineThought { node: at, depth: snapshot.report.depth, line: line.clone() });
    app.play.set_thought(turn, thought);
    let due = since.map_or(app.now, |since| since + app.play.min_move_time());
    if due > app.now {
        return engine_turn::delay_move(app, mv, due);
    }
    make_engine_move(app, mv, effects);
    ponder::begin(app, snapshot.ponder_move, effects);
}

/// Makes an engine's move on the board, and starts the other engine where it is its turn.
pub(crate) fn make_engine_move(app: &mut App, mv: Move, effects: &mut Effects) {
    let before = app.play.walk.tree().node(app.play.tip).position().clone();
    let looking_back = (!app.play.is_live()).then(|| app.play.walk.node_id());
    play_move(app, mv, effects);
    if let Some(at) = looking_back {
        app.play.walk.go_to(at);
        if !app.play.is_watched() {
            app.show_note(format!("The engine played {}: End shows it", notation::san(&before, mv)));
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
        engine_turn::start_engine_turn(app, effects);
    } else {
        play::premove_update::play(app, effects);
    }
}

/// The engine to move has failed to move. The game stays as it is; the clock stops.
pub(crate) fn engine_failed(app: &mut App, reason: String, effects: &mut Effects) {
    app.play.thinking_since = None;
    if app.play.ending.is_some() || app.play.is_your_turn() {
        return;
    }
    engine_turn::pause(app);
    app.play.engine_failure = Some(reason);
    effects.push(Effect::SaveGame);
}

/// Restarts the engine that has failed, or has it move at once where it is searching.
pub(crate) fn move_now(app: &mut App, effects: &mut Effects) {
    if let Some(delayed) = &mut app.play.delayed_move {
        delayed.due = app.now;
        return;
    }
    match (app.play.engine_process(app.play.turn()), app.play.thinking_since) {
        (process_id, None) if app.play.engine_failure.is_some() => {
            if let Some(process_id) = process_id {
                external_engines::start_process(app, &process_id, effects);
            }
            engine_turn::resume(app, effects);
        }
        (Some(process_id), Some(_)) => effects.push(Effect::MoveNowExternal(process_id)),
        (None, Some(_)) => effects.push(Effect::FinishAnalysis),
        (_, None) => {}
    }
}

/// Plays a move at the end of the game. False where it was not legal.
fn play_move(app: &mut App, mv: Move, effects: &mut Effects) -> bool {
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
        // The clocks start with the first move of the game. In a resumed game they wait for the next move.
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
        engine_turn::finish(app, ending, effects);
    }
    effects.push(Effect::SaveGame);
    true
}

/// Rings once when little time is left on a person's running clock.
fn ring_low_time(play: &mut PlayState, now: std::time::Instant, effects: &mut Effects) {
    let yours = play.is_your_turn();
    let Some(clock) = play.clock.as_ref().filter(|clock| yours && clock.running().is_some()) else { return };
    let left = clock.remaining(play.turn(), now);
    match play.alarm {
        LowTimeAlarm::Armed if left < URGENT_BELOW => {
            play.alarm = LowTimeAlarm::Rung;
            effects.push(Effect::Bell);
        }
        // An increment alone does not reset the alarm.
        LowTimeAlarm::Rung if left >= 2 * URGENT_BELOW => play.alarm = LowTimeAlarm::Armed,
        _ => {}
    }
}

/// Checks whether a flag has fallen, and rings before it does.
pub(crate) fn check_clock(app: &mut App, effects: &mut Effects) {
    ring_low_time(&mut app.play, app.now, effects);
    let flagged = app.play.clock.as_ref().and_then(|clock| clock.flagged(app.now));
    if let Some(loser) = flagged.filter(|_| app.play.ending.is_none()) {
        let position = app.play.walk.tree().node(app.play.tip).position();
        let ending = GameTermination::by_flag(position, loser);
        engine_turn::finish(app, ending, effects);
    }
}

/// Resumes a game of the list. The running one stays in the list.
pub(crate) fn resume_saved(app: &mut App, own: &OwnGame, mut walk: TreeCursor, effects: &mut Effects) {
    walk.go_to_end();
    let start = walk.tree().node(walk.tree().start()).position().clone();
    let instead = app.new_game_defaults.built_in_player();
    let seats = own.players.clone().map(|player| app.engines.listed_or(player, &instead));
    app.new_game_defaults.update_from(&seats);
    let before = app.play.engine_processes();
    let setup = GameSetup { seats, time_control: own.control };
    let mut play = PlayState { game_id: own.id, ..PlayState::new(start, setup) };
    play.tip = walk.node_id();
    play.ending = walk.termination();
    play.walk = walk;
    play.clock = undo::clock_at_tip(&play);
    app.play = play;
    external_engines::start_players(app, &before, effects);
    effects.push(Effect::ClearEngineMemory);
    if app.tab == Tab::Play {
        app.board.bottom = app.play.bottom();
        engine_turn::resume(app, effects);
    } else {
        effects.request(Request::ShowTab(Tab::Play));
    }
    effects.push(Effect::SaveGame);
}
