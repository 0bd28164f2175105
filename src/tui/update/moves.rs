//! A move on any board: from the prompt, the cursor or the mouse, past the stalemate guard, to its screen.

use crate::chess::{Color, Ending, Move, Position, Role, Square, notation};
use crate::practice::{Caution, Guard};
use crate::tui::app::board::{shown_target, stalemate};
use crate::tui::app::{App, Tab, Tone};
use crate::tui::dialog::{Dialog, Promotion};

use super::{Effect, drill, game, premove, quiz, study};

/// Plays what the prompt holds, or the move that waits for a second Enter.
pub(super) fn submit(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(position) = app.shown() else { return };
    if let Some(mv) = app.board.armed {
        return request(app, &position, mv, effects);
    }
    if premove::is_open(app) {
        return premove::take_typed(app);
    }
    if let Err(reason) = may_move(app) {
        app.prompt.fault = Some(reason.to_owned());
        return;
    }
    match notation::parse_typed(&position, app.prompt.input.value()) {
        Ok(mv) => request(app, &position, mv, effects),
        Err(error) => app.prompt.fault = Some(error.to_string()),
    }
}

/// Asks for a move from one square to another. A promotion asks what the pawn is to become.
pub(super) fn request_from_to(app: &mut App, from: Square, to: Square, effects: &mut Vec<Effect>) {
    let Some(position) = app.shown() else { return };
    let fits = |mv: &Move| mv.from() == Some(from) && (shown_target(*mv) == to || castles_onto(*mv, to));
    let moves: Vec<Move> = position.legal_moves().iter().copied().filter(fits).collect();
    match moves.as_slice() {
        [] => app.board.let_go(),
        [mv] => request(app, &position, *mv, effects),
        [castling, other] if castling.promotion().is_none() && other.promotion().is_none() => {
            // In Chess960 a king's step and its castling can share a square: the step is meant.
            let mv = if castling.is_castle() { *other } else { *castling };
            request(app, &position, mv, effects);
        }
        _ => {
            let place = |mv: &Move| mv.promotion().map_or(0, |role| 9 - usize::from(role.min(Role::Queen)));
            let mut moves = moves;
            moves.sort_by_key(place);
            if let (true, [queen, ..]) = (app.auto_queen, moves.as_slice()) {
                return request(app, &position, *queen, effects);
            }
            app.dialog = Some(Dialog::Promotion(Promotion { from, to, moves, chosen: 0 }));
        }
    }
}

/// Castling is also understood as the king taking its own rook.
fn castles_onto(mv: Move, to: Square) -> bool {
    mv.is_castle() && mv.to() == to
}

/// Plays a legal move of the shown position, once the guard has nothing to say.
pub(super) fn request(app: &mut App, position: &Position, mv: Move, effects: &mut Vec<Effect>) {
    if let Err(reason) = may_move(app) {
        app.board.let_go();
        app.prompt.fault = Some(reason.to_owned());
        if !app.prompt.is_open() {
            app.say(Tone::Warning, reason);
        }
        return;
    }
    if app.board.armed != Some(mv) {
        let san = notation::san(position, mv);
        match caution(app, position, mv) {
            Caution::Clear if app.confirm_moves && app.tab == Tab::Play => {
                app.board.armed = Some(mv);
                app.prompt.fault = Some(format!("{san}: Enter plays it, Esc drops it"));
                return;
            }
            Caution::Clear => {}
            Caution::Confirm(_) => {
                app.board.armed = Some(mv);
                app.prompt.fault =
                    Some(format!("{san} is STALEMATE (½). Enter again to play it anyway, Esc to drop it"));
                return effects.push(Effect::Bell);
            }
            Caution::Refuse(_) => {
                let refused = format!("{san} is STALEMATE (½). The guard blocks it; G changes the guard");
                app.board.let_go();
                if !app.prompt.is_open() {
                    app.say(Tone::Warning, refused.clone());
                }
                app.prompt.fault = Some(refused);
                return effects.push(Effect::Bell);
            }
        }
    }
    app.board.let_go();
    app.prompt.close();
    match app.tab {
        Tab::Play => game::you_move(app, mv, effects),
        Tab::Analyze => study::play(app, mv, effects),
        Tab::Practice if app.quizzing().is_some() => quiz::answer(app, mv, effects),
        Tab::Practice => drill::you_move(app, mv, effects),
        Tab::Tables | Tab::Games => {}
    }
}

/// What the stalemate guard says of a move. A round knows when stalemate is the goal; analysis never
/// refuses a move.
fn caution(app: &App, position: &Position, mv: Move) -> Caution {
    if let (Tab::Practice, Some(drilling)) = (app.tab, app.practice.round.as_deref()) {
        return drilling.round.check(mv);
    }
    if app.quizzing().is_some() {
        // To see the stalemate is the task.
        return Caution::Clear;
    }
    let Some(reason) = stalemate(position, mv).map(Ending::reason) else { return Caution::Clear };
    match (app.guard, app.tab) {
        (Guard::Off, _) => Caution::Clear,
        (Guard::Block, Tab::Play) => Caution::Refuse(reason),
        _ => Caution::Confirm(reason),
    }
}

/// Whether the player may move on this screen now, or why not.
pub(super) fn may_move(app: &App) -> Result<(), &'static str> {
    match app.tab {
        Tab::Play if app.play.over.is_some() => Err("The game is over: n starts a new one"),
        Tab::Play if !app.play.is_live() => Err("This is an earlier position: End returns to the game"),
        Tab::Play if app.play.is_watched() => Err("Two engines play: you are watching"),
        Tab::Play if !app.play.is_your_turn() => Err("The engine is to move"),
        Tab::Analyze if app.study.retry().is_some_and(|retry| !retry.is_open()) => {
            Err("Enter goes on to the next slip")
        }
        Tab::Play | Tab::Analyze => Ok(()),
        Tab::Tables | Tab::Games => Err("Enter analyzes the position: there it can be moved on"),
        Tab::Practice if app.practice.example.is_some() => {
            Err("This is an example: Enter practices the lesson")
        }
        Tab::Practice => match app.practice.round.as_deref() {
            None => match app.quizzing() {
                Some(quizzing) if quizzing.is_running(app.now) => Ok(()),
                Some(_) => Err("The time is up: n begins anew"),
                None => Err("Choose a lesson first"),
            },
            Some(round) if round.account().is_some() => Err("The round is over: n deals the next one"),
            Some(round) if !round.is_live() => Err("This is an earlier position: End returns to the round"),
            Some(_) => Ok(()),
        },
    }
}

/// The side whose men may be picked up now; None where nobody's.
pub(super) fn movable(app: &App) -> Option<Color> {
    let turn = app.shown()?.turn();
    match app.tab {
        Tab::Analyze if app.study.retry().is_none() => Some(turn),
        _ => may_move(app).is_ok().then_some(turn),
    }
}

/// Picks up the man on a square, or plays the picked one there.
pub(super) fn pick_or_play(app: &mut App, square: Square, effects: &mut Vec<Effect>) {
    if premove::is_open(app) {
        return premove::pick_or_keep(app, square);
    }
    let Some(position) = app.shown() else { return };
    if let Some(from) = app.board.picked
        && app.targets().iter().any(|target| target.square == square)
    {
        return request_from_to(app, from, square, effects);
    }
    let own = |color| position.board().color_at(square) == Some(color);
    app.board.armed = None;
    app.prompt.fault = None;
    if app.board.picked != Some(square) && movable(app).is_some_and(own) {
        app.board.picked = Some(square);
        return;
    }
    app.board.picked = None;
    if position.board().color_at(square) == Some(position.turn())
        && let Err(reason) = may_move(app)
    {
        app.say(Tone::Note, reason);
    }
}
