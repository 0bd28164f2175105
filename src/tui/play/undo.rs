//! Undo and redo in a game. A finished game is never changed: taking back a move there makes a copy.

use crate::game::{Clock, Player, TimeControl, own_game};
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{PlayState, PlayStatus, Shared};
use crate::tui::play::engine_turn::start_engine_turn;

/// Whether undo or redo stops here: a person is to move, or no person plays.
fn is_takeback_stop(play: &PlayState) -> bool {
    play.is_watched() || *play.setup.players.player(play.walk.position().turn()) == Player::Human
}

/// Undoes back to the player's last move: two half-moves, or one while the engine searches. In a watched game
/// it undoes one and pauses.
pub(crate) fn undo(play: &mut PlayState, cx: &mut UpdateContext) {
    play.walk.go_to(play.tip);
    let mut steps = Vec::new();
    loop {
        let at = play.walk.node_id();
        if !play.walk.back() {
            break;
        }
        steps.push(at);
        if is_takeback_stop(play) {
            break;
        }
    }
    if steps.is_empty() || !is_takeback_stop(play) {
        play.walk.go_to(play.tip);
        cx.shared.show_note("There is nothing to take back");
        return;
    }
    play.undone.extend(steps);
    play.tip = play.walk.node_id();
    if play.ending.take().is_some() {
        continue_as_new_game(play, cx.shared);
    }
    resume_after_takeback(play, cx);
}

/// Gives the game a new identity, and the clocks the times recorded at its last position.
fn continue_as_new_game(play: &mut PlayState, shared: &mut Shared) {
    play.game_id = shared.new_game_id();
    play.clock = clock_at_tip(play);
    shared.show_note("The finished game stays as it is in the list: you play on in a copy");
}

/// The recorded clocks at the last position of the game, none running; None in a game without clocks.
pub(crate) fn clock_at_tip(play: &PlayState) -> Option<Clock> {
    let TimeControl::Clock { base, increment } = play.setup.time_control else { return None };
    let (white, black) = own_game::clocks(play.walk.tree(), play.tip);
    Some(Clock::with_remaining(white.unwrap_or(base), black.unwrap_or(base), increment))
}

/// Redoes what was undone, up to the player's next turn.
pub(crate) fn redo(play: &mut PlayState, cx: &mut UpdateContext) {
    if play.ending.is_some() {
        return cx.shared.show_note("The game is over");
    }
    let mut redone = false;
    while let Some(next) = play.undone.pop() {
        play.walk.go_to(next);
        play.tip = next;
        redone = true;
        if is_takeback_stop(play) {
            break;
        }
    }
    if !redone {
        cx.shared.show_note("There is nothing to play again");
        return;
    }
    play.ending = play.walk.termination();
    resume_after_takeback(play, cx);
}

/// After undo and redo: the clock of the side to move runs, and the engine searches if it is its turn. The
/// results for undone moves are dropped.
fn resume_after_takeback(play: &mut PlayState, cx: &mut UpdateContext) {
    if play.is_watched() {
        play.status = PlayStatus::Paused;
    }
    let line = play.walk.tree().line_to(play.tip);
    let start = play.walk.tree().start();
    for thought in &mut play.thoughts {
        _ = thought.take_if(|thought| thought.node != start && !line.contains(&thought.node));
    }
    let (turn, is_stopped, now) =
        (play.turn(), play.ending.is_some() || play.status != PlayStatus::Running, cx.shared.now);
    if let Some(clock) = &mut play.clock {
        if is_stopped { clock.pause(now) } else { clock.run(turn, now) }
    }
    play.premove = None;
    cx.shared.board.clear_selection();
    cx.shared.prompt.close();
    start_engine_turn(play, cx);
    cx.effects.push(Effect::SaveGame);
}
