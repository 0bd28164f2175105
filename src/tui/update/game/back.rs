//! Undo and redo in a game. A game that is over is never changed: a move that is taken back there is taken back in a
//! copy.

use crate::game::{Clock, Player, TimeControl, own};
use crate::tui::app::{App, Course, Play, Tone};

use super::{Effect, wake_engine};

/// Whether the way back or forward ends here: a person is to move, or nobody plays who could be.
fn is_a_rest(play: &Play) -> bool {
    play.is_watched() || *play.setup.seats.of(play.walk.position().turn()) == Player::Person
}

/// Takes back to the player's last move: two half-moves, or one while the engine thinks. One of a watched game,
/// which is paused then.
pub(in crate::tui::update) fn undo(app: &mut App, effects: &mut Vec<Effect>) {
    let play = &mut app.play;
    play.walk.go_to(play.tip);
    let mut steps = Vec::new();
    loop {
        let at = play.walk.at();
        if !play.walk.back() {
            break;
        }
        steps.push(at);
        if is_a_rest(play) {
            break;
        }
    }
    if steps.is_empty() || !is_a_rest(play) {
        play.walk.go_to(play.tip);
        app.say(Tone::Note, "There is nothing to take back");
        return;
    }
    play.undone.extend(steps);
    play.tip = play.walk.at();
    if play.over.take().is_some() {
        go_on_in_copy(app);
    }
    settle(app, effects);
}

/// Gives the game a new identity, and the clocks what they showed where it now stands.
fn go_on_in_copy(app: &mut App) {
    app.play.mark = app.mark();
    app.play.clock = clock_at_tip(&app.play);
    app.say(Tone::Note, "The finished game stays as it is in the list: you play on in a copy");
}

/// The clocks as the record has them where the game stands, none running; None in a game without clocks.
pub(in crate::tui::update) fn clock_at_tip(play: &Play) -> Option<Clock> {
    let TimeControl::Clock { base, increment } = play.setup.control else { return None };
    let (white, black) = own::clocks(play.walk.tree(), play.tip);
    Some(Clock::standing_at(white.unwrap_or(base), black.unwrap_or(base), increment))
}

/// Plays again what was taken back, up to the player's next turn.
pub(in crate::tui::update) fn redo(app: &mut App, effects: &mut Vec<Effect>) {
    let play = &mut app.play;
    if play.over.is_some() {
        return app.say(Tone::Note, "The game is over");
    }
    let mut redone = false;
    while let Some(next) = play.undone.pop() {
        play.walk.go_to(next);
        play.tip = next;
        redone = true;
        if is_a_rest(play) {
            break;
        }
    }
    if !redone {
        app.say(Tone::Note, "There is nothing to play again");
        return;
    }
    play.over = play.walk.ending();
    settle(app, effects);
}

/// After undo and redo: the clock of the side to move runs, the engine thinks if it has to. Nothing is left of what
/// was thought about moves that are gone.
fn settle(app: &mut App, effects: &mut Vec<Effect>) {
    let play = &mut app.play;
    if play.is_watched() {
        play.course = Course::Paused;
    }
    let line = play.walk.tree().line_to(play.tip);
    let start = play.walk.tree().start();
    for thought in &mut play.thoughts {
        _ = thought.take_if(|thought| thought.at != start && !line.contains(&thought.at));
    }
    let (turn, stands, now) = (play.turn(), play.over.is_some() || play.course != Course::Going, app.now);
    if let Some(clock) = &mut play.clock {
        if stands { clock.pause(now) } else { clock.run(turn, now) }
    }
    app.play.premove = None;
    app.board.let_go();
    app.prompt.close();
    wake_engine(app, effects);
    effects.push(Effect::SaveGame);
}
