//! The game against the engine.

use crate::analysis::{Job, Snapshot, Task};
use crate::analysis::{Limits, Time};
use crate::chess::{Ending, Move, Position, Value, Verdict, notation};
use crate::game::TimeControl;
use crate::game::pgn::command;
use crate::tui::app::{App, Play, Setup, State, Tab, Tone, Watch};

use super::{Effect, engines, premove};

/// Begins a new game.
pub(super) fn begin(app: &mut App, start: Position, setup: Setup, effects: &mut Vec<Effect>) {
    app.board.bottom = setup.you;
    if is_running(app) {
        app.say(Tone::Note, "The game before waits in the list of games");
    }
    engines::rest(app, effects);
    let (opponent, mark) = (setup.opponent.clone(), app.mark());
    app.play = Play { mark, ..Play::new(start, setup) };
    app.tab = Tab::Play;
    app.dialog = None;
    app.board.let_go();
    app.prompt.close();
    app.watch = Watch::default();
    match opponent {
        // What it takes to start is not to be on its clock.
        Some(name) => {
            engines::call_if_needed(app, &name, effects);
            effects.push(Effect::ForgetOutside(name));
        }
        None => effects.push(Effect::ForgetGame),
    }
    effects.push(Effect::SaveGame);
    wake_engine(app, effects);
}

/// Lets the engine think where it is to move, and nobody where it is not.
pub(super) fn wake_engine(app: &mut App, effects: &mut Vec<Effect>) {
    app.watch = Watch::default();
    engines::rest(app, effects);
    app.play.stalled = None;
    if app.play.over.is_some() || app.play.is_your_turn() {
        app.play.thinking_since = None;
        effects.push(Effect::Halt);
        return;
    }
    let root = app.play.walk.tree().root_at(app.play.tip);
    let limits = Limits { time: time_for_move(&app.play, app.now), ..Limits::default() };
    app.play.thinking_since = Some(app.now);
    if let Some(name) = app.play.setup.opponent.clone() {
        effects.push(Effect::Halt);
        return engines::ask_opponent(app, name, limits, effects);
    }
    let limits = Limits { elo: app.play.setup.level.limit(), ..limits };
    app.watch.asked = Some(Task::Play);
    app.watch.state = State::Working;
    effects.push(Effect::Begin(Box::new(Job { root, limits, task: Task::Play })));
}

fn time_for_move(play: &Play, now: std::time::Instant) -> Time {
    match (play.setup.control, &play.clock) {
        (TimeControl::PerMove(time), _) => Time::Fixed(time),
        (TimeControl::Clock { increment, .. }, Some(clock)) => {
            Time::Clock { left: clock.left(play.turn(), now), increment, moves_to_go: None }
        }
        (TimeControl::Clock { base, increment }, None) => {
            Time::Clock { left: base, increment, moves_to_go: None }
        }
    }
}

/// The player's move; the guard has let it pass.
pub(super) fn you_move(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    if advance(app, mv, effects) {
        wake_engine(app, effects);
    }
}

/// The engine's move.
pub(super) fn engine_moves(app: &mut App, snapshot: &Snapshot, effects: &mut Vec<Effect>) {
    app.play.thinking_since = None;
    if app.play.over.is_some() || app.play.is_your_turn() {
        return;
    }
    let before = app.play.walk.tree().node(app.play.tip).position().clone();
    let Some(mv) = snapshot.best_move().filter(|&mv| before.is_legal(mv)) else {
        app.say(Tone::Fault, "The engine has no move");
        return;
    };
    // An engine outside may move otherwise than its best line says.
    let about_it = snapshot.best_line().filter(|line| line.moves.first() == Some(&mv));
    app.play.opinion = about_it.map(|line| line.score.for_white(before.turn()));
    let looking_back = (!app.play.is_live()).then(|| app.play.walk.at());
    if let Some(at) = looking_back {
        advance(app, mv, effects);
        app.play.walk.go_to(at);
        app.say(Tone::Note, format!("The engine played {}: End shows it", notation::san(&before, mv)));
    } else {
        advance(app, mv, effects);
        app.board.let_go();
        if let Some(position) = app.shown() {
            app.prompt.complete(&position);
        }
    }
    premove::play(app, effects);
    if app.focus == crate::tui::app::Focus::Elsewhere {
        effects.push(Effect::Bell);
    }
}

/// The engine outside that plays has not moved. The game stays as it is; the clock stands.
pub(super) fn opponent_fails(app: &mut App, reason: String, effects: &mut Vec<Effect>) {
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
    match (app.play.setup.opponent.clone(), app.play.thinking_since) {
        (Some(name), None) if app.play.stalled.is_some() => {
            engines::call(app, &name, effects);
            take_up(app, effects);
        }
        (Some(name), Some(_)) => effects.push(Effect::HurryOutside(name)),
        (None, Some(_)) => effects.push(Effect::Hurry),
        (_, None) => {}
    }
}

/// Lets the built-in engine play on in place of one outside.
pub(super) fn take_over(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(name) = app.play.setup.opponent.take() else {
        return app.say(Tone::Note, "The built-in engine plays already");
    };
    app.say(Tone::Note, format!("The built-in engine plays on in place of {name}"));
    take_up(app, effects);
}

/// Plays a move where the game stands. False where it was not legal.
fn advance(app: &mut App, mv: Move, effects: &mut Vec<Effect>) -> bool {
    let now = app.now;
    let play = &mut app.play;
    if !play.is_live() {
        play.walk.go_to(play.tip);
    }
    if !play.walk.play_main(mv) {
        return false;
    }
    play.tip = play.walk.at();
    play.undone.clear();
    if let Some(clock) = &mut play.clock {
        match clock.running() {
            Some(_) => clock.press(now),
            None => clock.run(play.walk.position().turn(), now),
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
    app.play.premove = None;
    app.play.stalled = None;
    engines::rest(app, effects);
    app.board.let_go();
    app.prompt.close();
    app.watch = Watch::default();
    effects.extend([Effect::Halt, Effect::SaveGame]);
}

/// Looks whether a flag has fallen.
pub(super) fn watch_clock(app: &mut App, effects: &mut Vec<Effect>) {
    let flagged = app.play.clock.as_ref().and_then(|clock| clock.flagged(app.now));
    if let Some(loser) = flagged.filter(|_| app.play.over.is_none()) {
        let position = app.play.walk.tree().node(app.play.tip).position();
        let ending = Ending::by_flag(position, loser);
        finish(app, ending, effects);
    }
}

/// Stops the clocks: the program ends, or another screen is shown.
pub(super) fn pause(app: &mut App) {
    if let Some(clock) = &mut app.play.clock {
        clock.pause(app.now);
    }
}

/// Goes on with a game that was left: the clocks run again once a move has been made.
pub(super) fn take_up(app: &mut App, effects: &mut Vec<Effect>) {
    let (turn, begun) = (app.play.turn(), app.play.tip != app.play.walk.tree().start());
    if let Some(clock) = app.play.clock.as_mut().filter(|_| begun && app.play.over.is_none()) {
        clock.run(turn, app.now);
    }
    wake_engine(app, effects);
}

/// Takes back to the player's last move: two half-moves, or one while the engine thinks.
pub(super) fn undo(app: &mut App, effects: &mut Vec<Effect>) {
    let play = &mut app.play;
    play.walk.go_to(play.tip);
    let mut steps = Vec::new();
    loop {
        let at = play.walk.at();
        if !play.walk.back() {
            break;
        }
        steps.push(at);
        if play.walk.position().turn() == play.setup.you {
            break;
        }
    }
    if steps.is_empty() || play.walk.position().turn() != play.setup.you {
        play.walk.go_to(play.tip);
        app.say(Tone::Note, "There is nothing to take back");
        return;
    }
    play.undone.extend(steps);
    play.tip = play.walk.at();
    play.over = None;
    settle(app, effects);
}

/// Plays again what was taken back, up to the player's next turn.
pub(super) fn redo(app: &mut App, effects: &mut Vec<Effect>) {
    let play = &mut app.play;
    let mut redone = false;
    while let Some(next) = play.undone.pop() {
        play.walk.go_to(next);
        play.tip = next;
        redone = true;
        if play.turn() == play.setup.you {
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

/// After undo and redo: the clock of the side to move runs, the engine thinks if it has to.
fn settle(app: &mut App, effects: &mut Vec<Effect>) {
    let (turn, over, now) = (app.play.turn(), app.play.over.is_some(), app.now);
    if let Some(clock) = &mut app.play.clock {
        if over { clock.pause(now) } else { clock.run(turn, now) }
    }
    app.play.premove = None;
    app.board.let_go();
    app.prompt.close();
    wake_engine(app, effects);
    effects.push(Effect::SaveGame);
}

/// The player gives up.
pub(super) fn resign(app: &mut App, effects: &mut Vec<Effect>) {
    if app.play.over.is_none() {
        finish(app, Ending::Resignation { loser: app.play.setup.you }, effects);
    }
}

/// The player offers a draw. The engine takes it where the truth or its own last view gives it no more.
pub(super) fn offer_draw(app: &mut App, effects: &mut Vec<Effect>) {
    if app.play.over.is_some() {
        return app.say(Tone::Note, "The game is over");
    }
    let position = app.play.walk.tree().node(app.play.tip).position();
    let engine = app.play.setup.you.other();
    let accepts = match app.truth.probe(position) {
        Some(verdict) => {
            let verdict = if position.turn() == engine { verdict } else { verdict.for_mover() };
            !matches!(verdict, Verdict::Win(_))
        }
        None => app.play.opinion.is_some_and(|white| {
            let for_engine = engine.fold_wb(1, -1);
            match white.value() {
                Value::Centipawns(value) => {
                    let value = value * for_engine;
                    value <= -50 || (value <= 10 && app.play.walk.tree().ply(app.play.tip) >= 40)
                }
                Value::Mates(_) => for_engine < 0,
                Value::Mated(_) => for_engine > 0,
            }
        }),
    };
    if accepts {
        finish(app, Ending::Agreement, effects);
    } else {
        app.say(Tone::Note, "The engine declines the draw");
    }
}

/// Whether leaving this game for another one would lose something.
pub(super) fn is_running(app: &App) -> bool {
    app.play.over.is_none() && app.play.tip != app.play.walk.tree().start()
}
