//! A move on any board: from the prompt, the cursor or the mouse, past the stalemate guard, to its screen.

use tui_input::{Input, InputRequest};

use crate::chess::half_move::{NULL_MOVE_SAN, is_null_move};
use crate::chess::notation::MoveError;
use crate::chess::{Color, GameTermination, HalfMove, Move, Position, Role, Square, notation};
use crate::practice::{GuardVerdict, StalemateGuardMode};
use crate::tui::analyze::review;
use crate::tui::app::{App, Tab};
use crate::tui::board::rejection;
use crate::tui::board::state::{moves_onto, stalemate};
use crate::tui::dialog::{Dialog, Promotion};
use crate::tui::guess::state::GuessStatus;
use crate::tui::keymap::{
    Action, AppAction, BoardAction, GuessAction, PlayAction, PracticeAction, PromotionAction, PuzzleAction,
    ReviewAction, TablesAction,
};
use crate::tui::message::{Effect, Effects};
use crate::tui::navigation::TreeStep;
use crate::tui::practice::card_state::CardCheckStatus;
use crate::tui::{analyze, guess, play, practice, puzzle, quiz};

/// Plays the move in the prompt, or the one that waits for a second Enter.
pub(crate) fn submit(app: &mut App, effects: &mut Effects) {
    let Some(position) = app.shown_position() else {
        app.prompt.error = unplayable_reason(app);
        return;
    };
    if let Some(mv) = app.board.unconfirmed_move {
        return request(app, &position, mv, effects);
    }
    if play::premove_update::is_open(app) {
        return play::premove_update::set_typed(app);
    }
    if let Some(reason) = unplayable_reason(app) {
        app.prompt.error = Some(reason);
        return;
    }
    if is_null_move_typed(app) {
        return submit_null_move(app, &position, effects);
    }
    match app.prompt.parse_move(&position) {
        Ok(mv) => request(app, &position, mv, effects),
        Err(error) => {
            app.prompt.error = Some(rejection::rejection_text(app, &position, &error));
        }
    }
}

/// Whether the prompt holds a null move, where one may be played: on the analysis board, which is no game.
fn is_null_move_typed(app: &App) -> bool {
    let is_analysis = app.tab == Tab::Analyze && app.analyze.retry().is_none();
    is_analysis && is_null_move(app.prompt.input.value().trim())
}

/// Lets the side to move pass, as annotators do to show a threat.
fn submit_null_move(app: &mut App, position: &Position, effects: &mut Effects) {
    match HalfMove::parse(position, app.prompt.input.value().trim()) {
        Ok(half_move) => {
            app.board.clear_selection();
            app.prompt.close();
            analyze::update::play(app, half_move, effects);
        }
        Err(error) => app.prompt.error = Some(rejection::rejection_text(app, position, &error)),
    }
}

/// Plays a move from one square to another. A promotion opens the choice of the piece.
pub(crate) fn request_from_to(app: &mut App, from: Square, to: Square, effects: &mut Effects) {
    let Some(position) = app.shown_position() else { return };
    let mut moves = moves_onto(&position, from, to);
    match moves.as_slice() {
        [] => app.board.clear_selection(),
        [mv] => request(app, &position, *mv, effects),
        _ => {
            let place = |mv: &Move| mv.promotion().map_or(0, |role| 9 - usize::from(role.min(Role::Queen)));
            moves.sort_by_key(place);
            if let (true, [queen, ..]) = (app.config.play.auto_queen, moves.as_slice()) {
                return request(app, &position, *queen, effects);
            }
            app.dialog = Some(Dialog::Promotion(Promotion { from, to, moves, chosen: 0 }));
        }
    }
}

/// Plays a legal move of the shown position, if the stalemate guard permits it.
pub(crate) fn request(app: &mut App, position: &Position, mv: Move, effects: &mut Effects) {
    if let Err(reason) = may_move(app) {
        app.board.clear_selection();
        app.prompt.error = Some(reason.clone());
        if !app.prompt.is_open() {
            app.show_warning(reason);
        }
        return;
    }
    if app.board.unconfirmed_move != Some(mv) {
        let san = notation::san(position, mv);
        match stalemate_caution(app, position, mv) {
            GuardVerdict::Allow if app.config.play.confirm_moves && app.tab == Tab::Play => {
                app.board.unconfirmed_move = Some(mv);
                app.prompt.error = Some(format!("{san}: Enter plays it, Esc drops it"));
                return;
            }
            GuardVerdict::Allow => {}
            GuardVerdict::Confirm(_) => {
                app.board.unconfirmed_move = Some(mv);
                app.prompt.error =
                    Some(format!("{san} is STALEMATE (½). Enter again to play it anyway, Esc to drop it"));
                return effects.push(Effect::Bell);
            }
            GuardVerdict::Refuse(_) => {
                let key = app.key_for(AppAction::CycleGuard).map(|key| format!("; {key} changes the guard"));
                let refused =
                    format!("{san} is STALEMATE (½). The guard blocks it{}", key.unwrap_or_default());
                app.board.clear_selection();
                if !app.prompt.is_open() {
                    app.show_warning(refused.clone());
                }
                app.prompt.error = Some(refused);
                return effects.push(Effect::Bell);
            }
        }
    }
    app.board.clear_selection();
    app.prompt.close();
    match app.tab {
        Tab::Play => play::update::player_moves(app, mv, effects),
        Tab::Analyze if app.analyze.retry().is_some() => review::retry::try_move(app, mv, effects),
        Tab::Analyze => analyze::update::play(app, mv, effects),
        Tab::Practice if app.shown_card().is_some() => practice::card_update::try_move(app, mv, effects),
        Tab::Practice if app.shown_puzzle().is_some() => puzzle::update::try_move(app, mv, effects),
        Tab::Practice if app.shown_guess().is_some() => guess::update::try_move(app, mv, effects),
        Tab::Practice if app.shown_quiz().is_some() => quiz::update::answer_with_move(app, mv, effects),
        Tab::Practice => practice::update::player_moves(app, mv, effects),
        Tab::Tables | Tab::Games => {}
    }
}

/// The stalemate guard's reaction to a move. A round knows when stalemate is the goal; analysis never refuses
/// a move.
fn stalemate_caution(app: &App, position: &Position, mv: Move) -> GuardVerdict {
    if let (Tab::Practice, Some(active)) = (app.tab, app.practice_board.round()) {
        return active.round.check_guard(mv);
    }
    let has_task = app.shown_quiz().is_some() || app.shown_card().is_some() || app.shown_puzzle().is_some();
    if has_task || app.shown_guess().is_some() {
        // Seeing the stalemate is the task.
        return GuardVerdict::Allow;
    }
    let Some(reason) = stalemate(position, mv).map(GameTermination::reason) else {
        return GuardVerdict::Allow;
    };
    match (app.guard, app.tab) {
        (StalemateGuardMode::Off, _) => GuardVerdict::Allow,
        (StalemateGuardMode::Block, Tab::Play) => GuardVerdict::Refuse(reason),
        _ => GuardVerdict::Confirm(reason),
    }
}

/// Why nothing can be played here. The prompt keeps the keys until it is closed.
pub(crate) fn unplayable_reason(app: &App) -> Option<String> {
    let key = app.key_for(BoardAction::DropTyped).filter(|_| app.prompt.is_open());
    let first = key.map_or_else(String::new, |key| format!(" ({key} first)"));
    may_move(app).err().map(|reason| reason + &first)
}

/// Gives the reason why a complete move is illegal, before Enter is pressed.
pub(crate) fn update_warning(app: &mut App, position: &Position) {
    if app.prompt.completions.is_empty()
        && let Err(error @ MoveError::Illegal(_)) = app.prompt.parse_move(position)
    {
        app.prompt.error = Some(rejection::rejection_text(app, position, &error));
    }
}

/// Plays the typed move once it is unambiguous, where the player has chosen that.
pub(crate) fn play_if_unambiguous(app: &mut App, effects: &mut Effects) {
    let Some(position) = app.shown_position().filter(|_| app.config.input.instant_moves) else { return };
    if notation::complete_move(&position, app.prompt.input.value()).is_none() {
        return;
    }
    submit(app, effects);
    app.prompt.ignores_suffix =
        !app.prompt.is_open() && app.board.unconfirmed_move.is_none() && app.dialog.is_none();
}

/// Whether the player may move on this screen now, or why not and what to do.
pub(crate) fn may_move(app: &App) -> Result<(), String> {
    let key = |action| app.key_for(action).map_or_else(|| "the palette".to_owned(), |key| key.to_string());
    let refused = match app.tab {
        _ if app.proof.is_some() => {
            format!("The proof is on the board: {} closes it", key(Action::App(AppAction::Back)))
        }
        Tab::Play if app.play.ending.is_some() => {
            format!("The game is over: {} starts a new one", key(Action::Play(PlayAction::NewGame)))
        }
        Tab::Play if !app.play.is_live() => {
            format!(
                "This is an earlier position: {} returns to the game",
                key(Action::Board(BoardAction::Step(TreeStep::End)))
            )
        }
        Tab::Play if app.play.is_watched() => {
            format!(
                "Two engines play: you are watching; {} takes a side over",
                key(Action::Play(PlayAction::TakeOver))
            )
        }
        Tab::Play if !app.play.is_your_turn() => "The engine is to move".to_owned(),
        Tab::Analyze if app.analyze.retry().is_some_and(|retry| !retry.awaits_move()) => {
            format!("{} goes on to the next mistake", key(Action::Review(ReviewAction::NextMistake)))
        }
        Tab::Play | Tab::Analyze => return Ok(()),
        Tab::Tables | Tab::Games => {
            format!(
                "{} analyzes the position: there it can be moved on",
                key(Action::Tables(TablesAction::AnalyzeSample))
            )
        }
        Tab::Practice if app.practice_board.example().is_some() => {
            format!(
                "This is an example: {} practices the lesson",
                key(Action::Practice(PracticeAction::Begin))
            )
        }
        Tab::Practice if let Some(active) = app.shown_card() => {
            if active.awaits_move() {
                return Ok(());
            }
            if active.check == CardCheckStatus::Running {
                return Err("A deeper search checks the card: it takes some seconds".to_owned());
            }
            format!("{} goes on to what is due next", key(Action::Review(ReviewAction::NextMistake)))
        }
        Tab::Practice if let Some(active) = app.shown_puzzle() => {
            if active.awaits_move() && active.is_live() {
                return Ok(());
            }
            if active.is_live() {
                format!("{} goes on to the next puzzle", key(Action::Puzzle(PuzzleAction::Next)))
            } else {
                format!(
                    "This is an earlier position: {} returns to the puzzle",
                    key(Action::Board(BoardAction::Step(TreeStep::End)))
                )
            }
        }
        Tab::Practice if let Some(active) = app.shown_guess() => match &active.status {
            _ if !active.is_live() => format!(
                "This is an earlier position: {} returns to the guess",
                key(Action::Board(BoardAction::Step(TreeStep::End)))
            ),
            GuessStatus::AwaitingMove => return Ok(()),
            GuessStatus::Judging { .. } => "The guess is being graded".to_owned(),
            GuessStatus::Judged => {
                format!("{} goes on with the game's move", key(Action::Guess(GuessAction::Next)))
            }
            GuessStatus::Over => {
                format!(
                    "The game is through: {} goes back to the list",
                    key(Action::Guess(GuessAction::Next))
                )
            }
        },
        Tab::Practice => match app.practice_board.round() {
            None => match app.shown_quiz() {
                Some(active) => return quiz::update::may_move(app, active),
                None => "Choose a lesson first".to_owned(),
            },
            Some(round) if round.summary().is_some() => {
                format!(
                    "The round is over: {} deals the next one",
                    key(Action::Practice(PracticeAction::NextRound))
                )
            }
            Some(round) if !round.is_live() => {
                format!(
                    "This is an earlier position: {} returns to the round",
                    key(Action::Board(BoardAction::Step(TreeStep::End)))
                )
            }
            Some(_) => return Ok(()),
        },
    };
    Err(refused)
}

/// The side whose pieces may be selected now; None where neither may.
pub(crate) fn movable_color(app: &App) -> Option<Color> {
    let turn = app.shown_position()?.turn();
    match app.tab {
        Tab::Analyze if app.analyze.retry().is_none() => Some(turn),
        _ => may_move(app).is_ok().then_some(turn),
    }
}

/// Selects the piece on a square, or plays the selected one there.
pub(crate) fn select_or_play(app: &mut App, square: Square, effects: &mut Effects) {
    if play::premove_update::is_open(app) {
        return play::premove_update::select_or_set(app, square);
    }
    let Some(position) = app.shown_position() else { return };
    if let Some(from) = app.board.picked
        && app.targets().iter().any(|target| target.square == square)
    {
        return request_from_to(app, from, square, effects);
    }
    let own = |color| position.board().color_at(square) == Some(color);
    app.board.unconfirmed_move = None;
    app.prompt.error = None;
    if app.board.picked != Some(square) && movable_color(app).is_some_and(own) {
        app.board.picked = Some(square);
        return;
    }
    app.board.picked = None;
    if position.board().color_at(square) == Some(position.turn())
        && let Err(reason) = may_move(app)
    {
        app.show_note(reason);
    }
}

/// Edits the move prompt.
pub(super) fn edit(app: &mut App, request: InputRequest, effects: &mut Effects) {
    app.board.clear_selection();
    app.prompt.input.handle(request);
    if play::premove_update::is_open(app) {
        return play::premove_update::update_completions(app);
    }
    // An illegal move is reported from its first letter on.
    if let Some(reason) = unplayable_reason(app) {
        app.prompt.clear_completions();
        app.prompt.error = Some(reason).filter(|_| app.prompt.is_open());
    } else if let Some(position) = app.shown_position() {
        app.prompt.update_completions(&position);
        if is_null_move_typed(app) {
            app.prompt.offer(NULL_MOVE_SAN);
        } else {
            update_warning(app, &position);
        }
        if matches!(request, InputRequest::InsertChar(_)) {
            play_if_unambiguous(app, effects);
        }
    }
}

/// Completes the typed move to the common prefix of all completions, or else selects the next of them.
pub(super) fn complete(app: &mut App) {
    let Some(position) = app.shown_position() else { return };
    let Some(first) = app.prompt.completions.first().cloned() else { return };
    let agreed = app.prompt.completions.iter().fold(first, |agreed, other| {
        agreed.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    if app.prompt.chosen.is_some() || agreed.len() <= app.prompt.input.value().len() {
        return app.prompt.choose_next();
    }
    app.prompt.input = Input::new(agreed);
    if play::premove_update::is_open(app) {
        play::premove_update::update_completions(app);
    } else {
        app.prompt.update_completions(&position);
    }
}

/// The actions of the choice of a promotion.
pub(super) fn act_in_promotion(app: &mut App, action: PromotionAction, effects: &mut Effects) {
    let Some(Dialog::Promotion(choice)) = &mut app.dialog else { return };
    match action {
        PromotionAction::Choose(step) => {
            let last = choice.moves.len().saturating_sub(1);
            choice.chosen = choice.chosen.saturating_add_signed(step.delta()).min(last);
        }
        PromotionAction::Take => {
            let chosen = choice.moves.get(choice.chosen).copied();
            app.dialog = None;
            if let (Some(mv), Some(position)) = (chosen, app.shown_position()) {
                request(app, &position, mv, effects);
            }
        }
    }
}
