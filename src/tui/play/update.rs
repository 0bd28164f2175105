//! The game against the engine, or between two engines.
//!
//! Reading order: here (start, moves, clocks), `engine_turn` (the engine's move), `watching` (two engines:
//! pause, pace, output), `players` (who plays on), `undo` (undo and redo), `ponder` (thinking on the person's
//! time), `result` (resignation, draws).

use crate::analysis::AnalysisSnapshot;
use crate::chess::{GameTermination, Move, Position, notation};
use crate::game::pgn::command;
use crate::game::{GamePlayers, OwnGame, Player, TreeCursor};
use crate::tui::background::external_engines;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::current_analysis::CurrentAnalysis;
use crate::tui::model::play::{EngineThought, GameSetup, LowTimeAlarm, PlayState};
use crate::tui::model::shared::{Distances, Focus, Shared};
use crate::tui::navigation::Tab;
use crate::tui::play;
use crate::tui::play::{engine_turn, ponder, undo};
use crate::tui::widget::clock::URGENT_BELOW;

/// Begins a new game.
pub(crate) fn begin(
    play: &mut PlayState,
    shared: &mut Shared,
    start: Position,
    setup: GameSetup,
    effects: &mut Effects,
) {
    if engine_turn::is_running(play) {
        shared.show_note("Previous game saved in the list of games");
    }
    external_engines::stop_current(shared, effects);
    let (before, mark) = (play.engine_processes(), shared.new_game_id());
    shared.new_game_defaults.update_from(&setup.players);
    *play = PlayState { game_id: mark, ..PlayState::new(start, setup) };
    shared.board.bottom = play.bottom();
    shared.tab = Tab::Play;
    shared.distances = Distances::Hidden;
    shared.dialog = None;
    shared.board.clear_selection();
    shared.prompt.close();
    shared.current_analysis = CurrentAnalysis::default();
    // The time to start does not count on a clock.
    external_engines::start_players(play, shared, &before, effects);
    effects.extend(play.engine_processes().into_iter().map(Effect::NewGameExternal));
    let GamePlayers { white, black } = &play.setup.players;
    if [white, black].into_iter().any(|player| matches!(player, Player::BuiltIn { .. })) {
        effects.push(Effect::ClearEngineMemory);
    }
    effects.push(Effect::SaveGame);
    engine_turn::start_engine_turn(play, shared, effects);
}

/// The player's move; the stalemate guard has passed it.
pub(crate) fn player_moves(play: &mut PlayState, shared: &mut Shared, mv: Move, effects: &mut Effects) {
    let expected = shared.engines.pondering.take();
    if play_move(play, shared, mv, effects) && !ponder::hit(play, shared, expected, effects) {
        engine_turn::start_engine_turn(play, shared, effects);
    }
}

/// The engine's move. In a watched game a move found too early is delayed.
pub(crate) fn apply_engine_move(
    play: &mut PlayState,
    shared: &mut Shared,
    snapshot: &AnalysisSnapshot,
    effects: &mut Effects,
) {
    let since = play.thinking_since.take();
    if play.ending.is_some() || play.is_your_turn() {
        return;
    }
    let (at, turn) = (play.tip, play.turn());
    let before = play.walk.tree().node(at).position();
    let Some(mv) = snapshot.best_move().filter(|&mv| before.is_legal(mv)) else {
        return engine_failed(play, shared, "The engine found no move".to_owned(), effects);
    };
    // An external engine may move otherwise than its best line says.
    let about_it = snapshot.best_line().filter(|line| line.moves.first() == Some(&mv));
    let thought =
        about_it.map(|line| EngineThought { node: at, depth: snapshot.report.depth, line: line.clone() });
    play.set_thought(turn, thought);
    let due = since.map_or(shared.now, |since| since + play.min_move_time());
    if due > shared.now {
        return engine_turn::delay_move(play, shared, mv, due);
    }
    make_engine_move(play, shared, mv, effects);
    ponder::begin(play, shared, snapshot.ponder_move, effects);
}

/// Makes an engine's move on the board, and starts the other engine where it is its turn.
pub(crate) fn make_engine_move(play: &mut PlayState, shared: &mut Shared, mv: Move, effects: &mut Effects) {
    let before = play.walk.tree().node(play.tip).position().clone();
    let looking_back = (!play.is_live()).then(|| play.walk.node_id());
    play_move(play, shared, mv, effects);
    if let Some(at) = looking_back {
        play.walk.go_to(at);
        if !play.is_watched() {
            shared.show_note(format!("The engine played {}: End shows it", notation::san(&before, mv)));
        }
    } else {
        shared.board.clear_selection();
        shared.prompt.update_completions(play.walk.position());
    }
    let waited_for = !play.is_watched() || play.ending.is_some();
    if shared.focus == Focus::Unfocused && waited_for {
        effects.push(Effect::Bell);
    }
    if play.ending.is_none() && !play.is_your_turn() {
        engine_turn::start_engine_turn(play, shared, effects);
    } else {
        play::premove_update::play(play, shared, effects);
    }
}

/// The engine to move has failed to move. The game stays as it is; the clock stops.
pub(crate) fn engine_failed(play: &mut PlayState, shared: &Shared, reason: String, effects: &mut Effects) {
    play.thinking_since = None;
    if play.ending.is_some() || play.is_your_turn() {
        return;
    }
    engine_turn::pause(play, shared);
    play.engine_failure = Some(reason);
    effects.push(Effect::SaveGame);
}

/// Restarts the engine that has failed, or has it move at once where it is searching.
pub(crate) fn move_now(play: &mut PlayState, shared: &mut Shared, effects: &mut Effects) {
    if let Some(delayed) = &mut play.delayed_move {
        delayed.due = shared.now;
        return;
    }
    match (play.engine_process(play.turn()), play.thinking_since) {
        (process_id, None) if play.engine_failure.is_some() => {
            if let Some(process_id) = process_id {
                external_engines::start_process(shared, &process_id, effects);
            }
            engine_turn::resume(play, shared, effects);
        }
        (Some(process_id), Some(_)) => effects.push(Effect::MoveNowExternal(process_id)),
        (None, Some(_)) => effects.push(Effect::FinishAnalysis),
        (_, None) => {}
    }
}

/// Plays a move at the end of the game. False where it was not legal.
fn play_move(play: &mut PlayState, shared: &mut Shared, mv: Move, effects: &mut Effects) -> bool {
    let now = shared.now;
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
        engine_turn::finish(play, shared, ending, effects);
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
pub(crate) fn check_clock(play: &mut PlayState, shared: &mut Shared, effects: &mut Effects) {
    ring_low_time(play, shared.now, effects);
    let flagged = play.clock.as_ref().and_then(|clock| clock.flagged(shared.now));
    if let Some(loser) = flagged.filter(|_| play.ending.is_none()) {
        let position = play.walk.tree().node(play.tip).position();
        let ending = GameTermination::by_flag(position, loser);
        engine_turn::finish(play, shared, ending, effects);
    }
}

/// Resumes a game of the list. The running one stays in the list.
pub(crate) fn resume_saved(
    play: &mut PlayState,
    shared: &mut Shared,
    own: &OwnGame,
    mut walk: TreeCursor,
    effects: &mut Effects,
) {
    walk.go_to_end();
    let start = walk.tree().node(walk.tree().start()).position().clone();
    let instead = shared.new_game_defaults.built_in_player();
    let players = own.players.clone().map(|player| shared.engines.listed_or(player, &instead));
    shared.new_game_defaults.update_from(&players);
    let before = play.engine_processes();
    let setup = GameSetup { players, time_control: own.control };
    let mut resumed = PlayState { game_id: own.id, ..PlayState::new(start, setup) };
    resumed.tip = walk.node_id();
    resumed.ending = walk.termination();
    resumed.walk = walk;
    resumed.clock = undo::clock_at_tip(&resumed);
    *play = resumed;
    external_engines::start_players(play, shared, &before, effects);
    effects.push(Effect::ClearEngineMemory);
    if shared.tab == Tab::Play {
        shared.board.bottom = play.bottom();
        engine_turn::resume(play, shared, effects);
    } else {
        effects.request(Request::ShowTab(Tab::Play));
    }
    effects.push(Effect::SaveGame);
}
