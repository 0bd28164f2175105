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
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::{
    CurrentAnalysis, Distances, EngineThought, Focus, GameSetup, LowTimeAlarm, PlayState,
};
use crate::tui::navigation::Tab;
use crate::tui::play;
use crate::tui::play::{engine_turn, ponder, undo};
use crate::tui::widget::clock::URGENT_BELOW;

/// Begins a new game.
pub(crate) fn begin(play: &mut PlayState, cx: &mut UpdateContext, start: Position, setup: GameSetup) {
    if engine_turn::is_running(play) {
        cx.shared.show_note("Previous game saved in the list of games");
    }
    external_engines::stop_current(cx);
    let (before, mark) = (play.engine_processes(), cx.shared.new_game_id());
    cx.shared.new_game_defaults.update_from(&setup.players);
    *play = PlayState { game_id: mark, ..PlayState::new(start, setup) };
    cx.shared.board.bottom = play.bottom();
    cx.shared.tab = Tab::Play;
    cx.shared.distances = Distances::Hidden;
    cx.shared.dialog = None;
    cx.shared.board.clear_selection();
    cx.shared.prompt.close();
    cx.shared.current_analysis = CurrentAnalysis::default();
    // The time to start does not count on a clock.
    external_engines::start_players(play, cx, &before);
    cx.effects.extend(play.engine_processes().into_iter().map(Effect::NewGameExternal));
    let GamePlayers { white, black } = &play.setup.players;
    if [white, black].into_iter().any(|player| matches!(player, Player::BuiltIn { .. })) {
        cx.effects.push(Effect::ClearEngineMemory);
    }
    cx.effects.push(Effect::SaveGame);
    engine_turn::start_engine_turn(play, cx);
}

/// The player's move; the stalemate guard has passed it.
pub(crate) fn player_moves(play: &mut PlayState, cx: &mut UpdateContext, mv: Move) {
    let expected = cx.shared.engines.pondering.take();
    if play_move(play, cx, mv) && !ponder::hit(play, cx, expected) {
        engine_turn::start_engine_turn(play, cx);
    }
}

/// The engine's move. In a watched game a move found too early is delayed.
pub(crate) fn apply_engine_move(play: &mut PlayState, cx: &mut UpdateContext, snapshot: &AnalysisSnapshot) {
    let since = play.thinking_since.take();
    if play.ending.is_some() || play.is_your_turn() {
        return;
    }
    let (at, turn) = (play.tip, play.turn());
    let before = play.walk.tree().node(at).position();
    let Some(mv) = snapshot.best_move().filter(|&mv| before.is_legal(mv)) else {
        return engine_failed(play, cx, "The engine found no move".to_owned());
    };
    // An external engine may move otherwise than its best line says.
    let about_it = snapshot.best_line().filter(|line| line.moves.first() == Some(&mv));
    let thought =
        about_it.map(|line| EngineThought { node: at, depth: snapshot.report.depth, line: line.clone() });
    play.set_thought(turn, thought);
    let due = since.map_or(cx.shared.now, |since| since + play.min_move_time());
    if due > cx.shared.now {
        return engine_turn::delay_move(play, cx.shared, mv, due);
    }
    make_engine_move(play, cx, mv);
    ponder::begin(play, cx, snapshot.ponder_move);
}

/// Makes an engine's move on the board, and starts the other engine where it is its turn.
pub(crate) fn make_engine_move(play: &mut PlayState, cx: &mut UpdateContext, mv: Move) {
    let before = play.walk.tree().node(play.tip).position().clone();
    let looking_back = (!play.is_live()).then(|| play.walk.node_id());
    play_move(play, cx, mv);
    if let Some(at) = looking_back {
        play.walk.go_to(at);
        if !play.is_watched() {
            cx.shared.show_note(format!("The engine played {}: End shows it", notation::san(&before, mv)));
        }
    } else {
        cx.shared.board.clear_selection();
        cx.shared.prompt.update_completions(play.walk.position());
    }
    let waited_for = !play.is_watched() || play.ending.is_some();
    if cx.shared.focus == Focus::Unfocused && waited_for {
        cx.effects.push(Effect::Bell);
    }
    if play.ending.is_none() && !play.is_your_turn() {
        engine_turn::start_engine_turn(play, cx);
    } else {
        play::premove_update::play(play, cx);
    }
}

/// The engine to move has failed to move. The game stays as it is; the clock stops.
pub(crate) fn engine_failed(play: &mut PlayState, cx: &mut UpdateContext, reason: String) {
    play.thinking_since = None;
    if play.ending.is_some() || play.is_your_turn() {
        return;
    }
    engine_turn::pause(play, cx.shared);
    play.engine_failure = Some(reason);
    cx.effects.push(Effect::SaveGame);
}

/// Restarts the engine that has failed, or has it move at once where it is searching.
pub(crate) fn move_now(play: &mut PlayState, cx: &mut UpdateContext) {
    if let Some(delayed) = &mut play.delayed_move {
        delayed.due = cx.shared.now;
        return;
    }
    match (play.engine_process(play.turn()), play.thinking_since) {
        (process_id, None) if play.engine_failure.is_some() => {
            if let Some(process_id) = process_id {
                external_engines::start_process(cx, &process_id);
            }
            engine_turn::resume(play, cx);
        }
        (Some(process_id), Some(_)) => cx.effects.push(Effect::MoveNowExternal(process_id)),
        (None, Some(_)) => cx.effects.push(Effect::FinishAnalysis),
        (_, None) => {}
    }
}

/// Plays a move at the end of the game. False where it was not legal.
fn play_move(play: &mut PlayState, cx: &mut UpdateContext, mv: Move) -> bool {
    let now = cx.shared.now;
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
        engine_turn::finish(play, cx, ending);
    }
    cx.effects.push(Effect::SaveGame);
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
pub(crate) fn check_clock(play: &mut PlayState, cx: &mut UpdateContext) {
    ring_low_time(play, cx.shared.now, cx.effects);
    let flagged = play.clock.as_ref().and_then(|clock| clock.flagged(cx.shared.now));
    if let Some(loser) = flagged.filter(|_| play.ending.is_none()) {
        let position = play.walk.tree().node(play.tip).position();
        let ending = GameTermination::by_flag(position, loser);
        engine_turn::finish(play, cx, ending);
    }
}

/// Resumes a game of the list. The running one stays in the list.
pub(crate) fn resume_saved(
    play: &mut PlayState,
    cx: &mut UpdateContext,
    own: &OwnGame,
    mut walk: TreeCursor,
) {
    walk.go_to_end();
    let start = walk.tree().node(walk.tree().start()).position().clone();
    let instead = cx.shared.new_game_defaults.built_in_player();
    let players = own.players.clone().map(|player| cx.shared.engines.listed_or(player, &instead));
    cx.shared.new_game_defaults.update_from(&players);
    let before = play.engine_processes();
    let setup = GameSetup { players, time_control: own.control };
    let mut resumed = PlayState { game_id: own.id, ..PlayState::new(start, setup) };
    resumed.tip = walk.node_id();
    resumed.ending = walk.termination();
    resumed.walk = walk;
    resumed.clock = undo::clock_at_tip(&resumed);
    *play = resumed;
    external_engines::start_players(play, cx, &before);
    cx.effects.push(Effect::ClearEngineMemory);
    if cx.shared.tab == Tab::Play {
        cx.shared.board.bottom = play.bottom();
        engine_turn::resume(play, cx);
    } else {
        cx.effects.request(Request::ShowTab(Tab::Play));
    }
    cx.effects.push(Effect::SaveGame);
}
