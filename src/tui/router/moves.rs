//! A move on any board: from the prompt, the cursor or the mouse, past the stalemate guard, to its screen.

use tui_input::{Input, InputRequest};

use crate::chess::half_move::{NULL_MOVE_SAN, is_null_move};
use crate::chess::notation::MoveError;
use crate::chess::text::common_prefix;
use crate::chess::{Color, GameTermination, HalfMove, Move, Position, Role, Square, notation};
use crate::practice::{GuardVerdict, StalemateGuardMode};
use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::board::rejection;
use crate::tui::keymap::{AppAction, BoardAction, PromotionAction};
use crate::tui::message::{Effect, Effects};
use crate::tui::model::board::{moves_onto, stalemate};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{Activity, Dialog, Promotion};
use crate::tui::navigation::Tab;
use crate::tui::{analyze, play, practice_features};

/// Plays the move in the prompt, or the one that waits for a second Enter.
pub(crate) fn submit(app: &mut App, effects: &mut Effects) {
    let Some(position) = app.shown_position() else {
        app.shared.prompt.error = unplayable_reason(app);
        return;
    };
    if let Some(mv) = app.shared.board.unconfirmed_move {
        return request(app, &position, mv, effects);
    }
    if play::premove_update::is_open(&app.play, &app.shared) {
        return play::premove_update::set_typed(&app.key_names(), &mut app.play, &mut app.shared);
    }
    if let Some(reason) = unplayable_reason(app) {
        app.shared.prompt.error = Some(reason);
        return;
    }
    if is_null_move_typed(app) {
        return submit_null_move(app, &position, effects);
    }
    match app.shared.prompt.parse_move(&position) {
        Ok(mv) => request(app, &position, mv, effects),
        Err(error) => {
            app.shared.prompt.error = Some(rejection::rejection_text(&app.key_names(), &position, &error));
        }
    }
}

/// Whether the prompt holds a null move, where one may be played: on the analysis board, which is no game.
fn is_null_move_typed(app: &App) -> bool {
    let is_analysis = app.shared.tab == Tab::Analyze && app.analyze.retry().is_none();
    is_analysis && is_null_move(app.shared.prompt.input.value().trim())
}

/// Lets the side to move pass, as annotators do to show a threat.
fn submit_null_move(app: &mut App, position: &Position, effects: &mut Effects) {
    match HalfMove::parse(position, app.shared.prompt.input.value().trim()) {
        Ok(half_move) => {
            app.shared.board.clear_selection();
            app.shared.prompt.close();
            analyze::update::play(&mut app.analyze, &mut app.shared.with(effects), half_move);
        }
        Err(error) => {
            app.shared.prompt.error = Some(rejection::rejection_text(&app.key_names(), position, &error));
        }
    }
}

/// Plays a move from one square to another. A promotion opens the choice of the piece.
pub(crate) fn request_from_to(app: &mut App, from: Square, to: Square, effects: &mut Effects) {
    let Some(position) = app.shown_position() else { return };
    let mut moves = moves_onto(&position, from, to);
    match moves.as_slice() {
        [] => app.shared.board.clear_selection(),
        [mv] => request(app, &position, *mv, effects),
        _ => {
            let place = |mv: &Move| mv.promotion().map_or(0, |role| 9 - usize::from(role.min(Role::Queen)));
            moves.sort_by_key(place);
            if let (true, [queen, ..]) = (app.shared.config.play.auto_queen, moves.as_slice()) {
                return request(app, &position, *queen, effects);
            }
            app.shared.dialog = Some(Dialog::Promotion(Promotion { from, to, moves, chosen: 0 }));
        }
    }
}

/// Plays a legal move of the shown position, if the stalemate guard permits it.
pub(crate) fn request(app: &mut App, position: &Position, mv: Move, effects: &mut Effects) {
    if let Err(reason) = app.may_move() {
        app.shared.board.clear_selection();
        app.shared.prompt.error = Some(reason.clone());
        if !app.shared.prompt.is_open() {
            app.shared.show_warning(reason);
        }
        return;
    }
    if app.shared.board.unconfirmed_move != Some(mv) {
        let san = notation::san(position, mv);
        match stalemate_caution(app, position, mv) {
            GuardVerdict::Allow if app.shared.config.play.confirm_moves && app.shared.tab == Tab::Play => {
                app.shared.board.unconfirmed_move = Some(mv);
                app.shared.prompt.error = Some(format!("{san}: Enter plays it, Esc drops it"));
                return;
            }
            GuardVerdict::Allow => {}
            GuardVerdict::Confirm(_) => {
                app.shared.board.unconfirmed_move = Some(mv);
                app.shared.prompt.error =
                    Some(format!("{san} is STALEMATE (½). Enter again to play it anyway, Esc to drop it"));
                return effects.push(Effect::Bell);
            }
            GuardVerdict::Refuse(_) => {
                let key = app.key_for(AppAction::CycleGuard).map(|key| format!("; {key} changes the guard"));
                let refused =
                    format!("{san} is STALEMATE (½). The guard blocks it{}", key.unwrap_or_default());
                app.shared.board.clear_selection();
                if !app.shared.prompt.is_open() {
                    app.shared.show_warning(refused.clone());
                }
                app.shared.prompt.error = Some(refused);
                return effects.push(Effect::Bell);
            }
        }
    }
    app.shared.board.clear_selection();
    app.shared.prompt.close();
    match app.activity_below() {
        Activity::Game(_) => play::update::player_moves(&mut app.play, &mut app.shared.with(effects), mv),
        Activity::Retry { .. } => {
            review::retry::try_move(&mut app.analyze, &mut app.shared.with(effects), mv);
        }
        Activity::Analysis(_) => analyze::update::play(&mut app.analyze, &mut app.shared.with(effects), mv),
        Activity::Practice { .. } => practice_features::try_move(app, mv, effects),
        Activity::Editor(_)
        | Activity::Proof(_)
        | Activity::PracticeList(_)
        | Activity::Ending
        | Activity::EndingList
        | Activity::Games(_) => {}
    }
}

/// The stalemate guard's reaction to a move. A round knows when stalemate is the goal; analysis never refuses
/// a move.
fn stalemate_caution(app: &App, position: &Position, mv: Move) -> GuardVerdict {
    match app.activity_below() {
        Activity::Practice { board: PracticeBoard::Round(active), .. } => {
            return active.round.check_guard(mv);
        }
        // Seeing the stalemate is the task.
        Activity::Practice { activity, .. } if activity.is_test() => return GuardVerdict::Allow,
        _ => {}
    }
    let Some(reason) = stalemate(position, mv).map(GameTermination::reason) else {
        return GuardVerdict::Allow;
    };
    match (app.shared.guard, app.shared.tab) {
        (StalemateGuardMode::Off, _) => GuardVerdict::Allow,
        (StalemateGuardMode::Block, Tab::Play) => GuardVerdict::Refuse(reason),
        _ => GuardVerdict::Confirm(reason),
    }
}

/// Why nothing can be played here. The prompt keeps the keys until it is closed.
fn unplayable_reason(app: &App) -> Option<String> {
    let key = app.key_for(BoardAction::DropTyped).filter(|_| app.shared.prompt.is_open());
    let first = key.map_or_else(String::new, |key| format!(" ({key} first)"));
    app.may_move().err().map(|reason| reason + &first)
}

/// Gives the reason why a complete move is illegal, before Enter is pressed.
fn update_warning(app: &mut App, position: &Position) {
    if app.shared.prompt.completions.is_empty()
        && let Err(error @ MoveError::Illegal(_)) = app.shared.prompt.parse_move(position)
    {
        app.shared.prompt.error = Some(rejection::rejection_text(&app.key_names(), position, &error));
    }
}

/// Plays the typed move once it is unambiguous, where the player has chosen that.
fn play_if_unambiguous(app: &mut App, effects: &mut Effects) {
    let Some(position) = app.shown_position().filter(|_| app.shared.config.input.instant_moves) else {
        return;
    };
    if notation::complete_move(&position, app.shared.prompt.input.value()).is_none() {
        return;
    }
    submit(app, effects);
    app.shared.prompt.ignores_suffix = !app.shared.prompt.is_open()
        && app.shared.board.unconfirmed_move.is_none()
        && app.shared.dialog.is_none();
}

/// The side whose pieces may be selected now; None where neither may.
fn movable_color(app: &App) -> Option<Color> {
    let turn = app.shown_position()?.turn();
    match app.shared.tab {
        Tab::Analyze if app.analyze.retry().is_none() => Some(turn),
        _ => app.may_move().is_ok().then_some(turn),
    }
}

/// Selects the piece on a square, or plays the selected one there.
pub(crate) fn select_or_play(app: &mut App, square: Square, effects: &mut Effects) {
    if play::premove_update::is_open(&app.play, &app.shared) {
        return play::premove_update::select_or_set(&mut app.play, &mut app.shared, square);
    }
    let Some(position) = app.shown_position() else { return };
    if let Some(from) = app.shared.board.picked
        && app.targets().iter().any(|target| target.square == square)
    {
        return request_from_to(app, from, square, effects);
    }
    let own = |color| position.board().color_at(square) == Some(color);
    app.shared.board.unconfirmed_move = None;
    app.shared.prompt.error = None;
    if app.shared.board.picked != Some(square) && movable_color(app).is_some_and(own) {
        app.shared.board.picked = Some(square);
        return;
    }
    app.shared.board.picked = None;
    if position.board().color_at(square) == Some(position.turn())
        && let Err(reason) = app.may_move()
    {
        app.shared.show_note(reason);
    }
}

/// Edits the move prompt.
pub(super) fn edit(app: &mut App, request: InputRequest, effects: &mut Effects) {
    app.shared.board.clear_selection();
    app.shared.prompt.input.handle(request);
    let can_play = read_prompt(app);
    if can_play && matches!(request, InputRequest::InsertChar(_)) {
        play_if_unambiguous(app, effects);
    }
}

/// Adds a whole text to the move prompt, and reads it once.
pub(super) fn type_text(app: &mut App, text: &str) {
    app.shared.board.clear_selection();
    app.shared.prompt.input = Input::new(app.shared.prompt.input.value().to_owned() + text);
    read_prompt(app);
}

/// Reads the text of the move prompt: what it may become, or why it cannot be played. True where a move can be
/// played now.
fn read_prompt(app: &mut App) -> bool {
    if play::premove_update::is_open(&app.play, &app.shared) {
        play::premove_update::update_completions(&app.play, &mut app.shared);
        return false;
    }
    // An illegal move is reported from its first letter on.
    if let Some(reason) = unplayable_reason(app) {
        app.shared.prompt.clear_completions();
        app.shared.prompt.error = Some(reason).filter(|_| app.shared.prompt.is_open());
        return false;
    }
    let Some(position) = app.shown_position() else { return false };
    app.shared.prompt.update_completions(&position);
    if is_null_move_typed(app) {
        app.shared.prompt.offer(NULL_MOVE_SAN);
    } else {
        update_warning(app, &position);
    }
    true
}

/// Completes the typed move to the common prefix of all completions, or else selects the next of them.
pub(super) fn complete(app: &mut App) {
    let Some(position) = app.shown_position() else { return };
    if app.shared.prompt.completions.is_empty() {
        return;
    }
    let agreed = common_prefix(&app.shared.prompt.completions).to_owned();
    if app.shared.prompt.chosen.is_some() || agreed.len() <= app.shared.prompt.input.value().len() {
        return app.shared.prompt.choose_next();
    }
    app.shared.prompt.input = Input::new(agreed);
    if play::premove_update::is_open(&app.play, &app.shared) {
        play::premove_update::update_completions(&app.play, &mut app.shared);
    } else {
        app.shared.prompt.update_completions(&position);
    }
}

/// The actions of the choice of a promotion.
pub(super) fn act_in_promotion(app: &mut App, action: PromotionAction, effects: &mut Effects) {
    let Some(Dialog::Promotion(choice)) = &mut app.shared.dialog else { return };
    match action {
        PromotionAction::Choose(step) => {
            let last = choice.moves.len().saturating_sub(1);
            choice.chosen = choice.chosen.saturating_add_signed(step.delta()).min(last);
        }
        PromotionAction::Take => {
            let chosen = choice.moves.get(choice.chosen).copied();
            app.shared.dialog = None;
            if let (Some(mv), Some(position)) = (chosen, app.shown_position()) {
                request(app, &position, mv, effects);
            }
        }
    }
}
