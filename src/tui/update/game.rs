//! The game against the engine, or between two.
//!
//! Reading order: here (beginning, thinking, moving, the clocks), `watching` (two engines: pause, pace, what they
//! think), `seats` (who plays on), `back` (undo and redo), `ponder` (thinking
//! on the person's time), `result` (giving up, draws).

mod back;
mod ponder;
mod result;
mod seats;
mod watching;

pub(super) use back::{clock_at_tip, redo, undo};
pub(super) use result::{offer_draw, resign};
pub(super) use seats::{reseat, take_over};
pub(super) use watching::{listen, release, stop, toggle_pause};

use crate::analysis::{Job, Level, Snapshot, Task};
use crate::analysis::{Limits, Time};
use crate::chess::{Color, Ending, Move, Position, notation};
use crate::game::pgn::command;
use crate::game::{Player, Seats, TimeControl};
use crate::tui::app::play::Alarm;
use crate::tui::app::{App, Course, Focus, Play, Setup, State, Tab, Thought, Tone, Watch};
use crate::tui::widget::clock::URGENT;

use super::{Effect, engines, premove};

/// Begins a new game.
pub(super) fn begin(app: &mut App, start: Position, setup: Setup, effects: &mut Vec<Effect>) {
    if is_running(app) {
        app.say(Tone::Note, "Previous game saved in the list of games");
    }
    engines::rest(app, effects);
    let (before, mark) = (app.play.guests(), app.mark());
    app.offer.follow(&setup.seats);
    app.play = Play { mark, ..Play::new(start, setup) };
    app.board.bottom = app.play.bottom();
    app.tab = Tab::Play;
    app.dialog = None;
    app.board.let_go();
    app.prompt.close();
    app.watch = Watch::default();
    // What it takes to start is not to be on a clock.
    engines::call_players(app, &before, effects);
    effects.extend(app.play.guests().into_iter().map(Effect::ForgetOutside));
    let Seats { white, black } = &app.play.setup.seats;
    if [white, black].into_iter().any(|player| matches!(player, Player::BuiltIn { .. })) {
        effects.push(Effect::ForgetGame);
    }
    effects.push(Effect::SaveGame);
    wake_engine(app, effects);
}

/// Lets the engine think that is to move, and nobody where none is.
pub(super) fn wake_engine(app: &mut App, effects: &mut Vec<Effect>) {
    app.watch = Watch::default();
    engines::rest(app, effects);
    let play = &mut app.play;
    (play.stalled, play.held) = (None, None);
    if play.over.is_some() || play.is_your_turn() || play.course != Course::Going {
        play.thinking_since = None;
        effects.push(Effect::Halt);
        return;
    }
    let limits = Limits { time: time_for_move(play, play.turn(), app.now), ..Limits::default() };
    play.thinking_since = Some(app.now);
    let &Player::BuiltIn { level } = play.mover() else {
        effects.push(Effect::Halt);
        return engines::ask_player(app, limits, effects);
    };
    let root = play.walk.tree().root_at(play.tip);
    let other = play.setup.seats.of(play.turn().other());
    if matches!(other, Player::BuiltIn { level: theirs } if *theirs != level) {
        // They share a memory, and neither is to read what the other one has found.
        effects.push(Effect::ForgetGame);
    }
    let limits = Limits { elo: Level::new(level).limit(), ..limits };
    app.watch.asked = Some(Task::Play);
    app.watch.state = State::Working;
    effects.push(Effect::Begin(Box::new(Job { root, limits, task: Task::Play })));
}

fn time_for_move(play: &Play, color: Color, now: std::time::Instant) -> Time {
    match (play.setup.control, &play.clock) {
        (TimeControl::PerMove(time), _) => Time::Fixed(time),
        (TimeControl::Clock { increment, .. }, Some(clock)) => {
            Time::Clock { left: clock.left(color, now), increment, moves_to_go: None }
        }
        (TimeControl::Clock { base, increment }, None) => {
            Time::Clock { left: base, increment, moves_to_go: None }
        }
    }
}

/// The player's move; the guard has let it pass.
pub(super) fn you_move(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let expected = app.play.pondering.take();
    if advance(app, mv, effects) && !ponder::hit(app, expected, effects) {
        wake_engine(app, effects);
    }
}

/// The engine's move. One that is found before its time in a watched game is made when that has come.
pub(super) fn engine_moves(app: &mut App, snapshot: &Snapshot, effects: &mut Vec<Effect>) {
    let since = app.play.thinking_since.take();
    if app.play.over.is_some() || app.play.is_your_turn() {
        return;
    }
    let (at, turn) = (app.play.tip, app.play.turn());
    let before = app.play.walk.tree().node(at).position();
    let Some(mv) = snapshot.best_move().filter(|&mv| before.is_legal(mv)) else {
        return player_fails(app, "The engine found no move".to_owned(), effects);
    };
    // An engine outside may move otherwise than its best line says.
    let about_it = snapshot.best_line().filter(|line| line.moves.first() == Some(&mv));
    let thought = about_it.map(|line| Thought { at, depth: snapshot.report.depth, line: line.clone() });
    app.play.think(turn, thought);
    let due = since.map_or(app.now, |since| since + app.play.beat());
    if due > app.now {
        return watching::hold(app, mv, due);
    }
    make(app, mv, effects);
    ponder::begin(app, snapshot.expects, effects);
}

/// Makes an engine's move on the board, and lets the other engine think where it is another one's turn.
fn make(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let before = app.play.walk.tree().node(app.play.tip).position().clone();
    let looking_back = (!app.play.is_live()).then(|| app.play.walk.at());
    advance(app, mv, effects);
    if let Some(at) = looking_back {
        app.play.walk.go_to(at);
        if !app.play.is_watched() {
            app.say(Tone::Note, format!("The engine played {}: End shows it", notation::san(&before, mv)));
        }
    } else {
        app.board.let_go();
        if let Some(position) = app.shown() {
            app.prompt.complete(&position);
        }
    }
    let waited_for = !app.play.is_watched() || app.play.over.is_some();
    if app.focus == Focus::Elsewhere && waited_for {
        effects.push(Effect::Bell);
    }
    if app.play.over.is_none() && !app.play.is_your_turn() {
        wake_engine(app, effects);
    } else {
        premove::play(app, effects);
    }
}

/// The engine that is to move has not moved. The game stays as it is; the clock stands.
pub(super) fn player_fails(app: &mut App, reason: String, effects: &mut Vec<Effect>) {
    app.play.thinking_since = None;
    if app.play.over.is_some() || app.play.is_your_turn() {
        return;
    }
    pause(app);
    app.play.stalled = Some(reason);
    effects.push(Effect::SaveGame);
}

/// Asks the engine again that has failed, or has it move at once where it thinks.
pub(super) fn move_now(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(held) = &mut app.play.held {
        held.due = app.now;
        return;
    }
    match (app.play.guest(app.play.turn()), app.play.thinking_since) {
        (guest, None) if app.play.stalled.is_some() => {
            if let Some(guest) = guest {
                engines::call(app, &guest, effects);
            }
            take_up(app, effects);
        }
        (Some(guest), Some(_)) => effects.push(Effect::HurryOutside(guest)),
        (None, Some(_)) => effects.push(Effect::Hurry),
        (_, None) => {}
    }
}

/// Plays a move where the game stands. False where it was not legal.
fn advance(app: &mut App, mv: Move, effects: &mut Vec<Effect>) -> bool {
    let now = app.now;
    let play = &mut app.play;
    if !play.is_live() {
        play.walk.go_to(play.tip);
    }
    let (mover, is_first) = (play.turn(), play.tip == play.walk.tree().start());
    if !play.walk.play_main(mv) {
        return false;
    }
    play.tip = play.walk.at();
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
        let shown = command::clock_command(clock.left(play.walk.position().turn().other(), now));
        let notes = &mut play.walk.tree_mut().node_mut(play.tip).notes;
        notes.after.retain(|comment| command::commands(comment).all(|(name, _)| name != "clk"));
        notes.after.push(shown);
    }
    if let Some(ending) = play.walk.ending() {
        finish(app, ending, effects);
    }
    effects.push(Effect::SaveGame);
    true
}

/// The game is over.
fn finish(app: &mut App, ending: Ending, effects: &mut Vec<Effect>) {
    let now = app.now;
    if let Some(clock) = &mut app.play.clock {
        clock.pause(now);
    }
    app.play.over = Some(ending);
    app.play.thinking_since = None;
    (app.play.stalled, app.play.held, app.play.premove) = (None, None, None);
    app.play.undone.clear();
    engines::rest(app, effects);
    app.board.let_go();
    app.prompt.close();
    app.watch = Watch::default();
    effects.extend([Effect::Halt, Effect::SaveGame]);
}

/// Rings once where a person's clock runs and little is left on it.
fn ring(play: &mut Play, now: std::time::Instant, effects: &mut Vec<Effect>) {
    let yours = play.is_your_turn();
    let Some(clock) = play.clock.as_ref().filter(|clock| yours && clock.running().is_some()) else { return };
    let left = clock.left(play.turn(), now);
    match play.alarm {
        Alarm::Armed if left < URGENT => {
            play.alarm = Alarm::Rung;
            effects.push(Effect::Bell);
        }
        // An increment alone does not wind it up again.
        Alarm::Rung if left >= 2 * URGENT => play.alarm = Alarm::Armed,
        _ => {}
    }
}

/// Looks whether a flag has fallen, and calls the person before it does.
pub(super) fn watch_clock(app: &mut App, effects: &mut Vec<Effect>) {
    ring(&mut app.play, app.now, effects);
    let flagged = app.play.clock.as_ref().and_then(|clock| clock.flagged(app.now));
    if let Some(loser) = flagged.filter(|_| app.play.over.is_none()) {
        let position = app.play.walk.tree().node(app.play.tip).position();
        let ending = Ending::by_flag(position, loser);
        finish(app, ending, effects);
    }
}

/// Stops the clocks: the program ends, or another screen is shown. A move that was kept back is thought about anew.
pub(super) fn pause(app: &mut App) {
    app.play.held = None;
    if let Some(clock) = &mut app.play.clock {
        clock.pause(app.now);
    }
}

/// Goes on with a game that was left: the clocks run again once a move has been made.
pub(super) fn take_up(app: &mut App, effects: &mut Vec<Effect>) {
    let (turn, begun) = (app.play.turn(), app.play.tip != app.play.walk.tree().start());
    let goes_on = begun && app.play.over.is_none() && app.play.course == Course::Going;
    if let Some(clock) = app.play.clock.as_mut().filter(|_| goes_on) {
        clock.run(turn, app.now);
    }
    wake_engine(app, effects);
}

/// Whether leaving this game for another one would lose something.
pub(crate) fn is_running(app: &App) -> bool {
    app.play.over.is_none() && app.play.tip != app.play.walk.tree().start()
}
