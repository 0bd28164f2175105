//! Who does an action, from whatever key, click or palette entry it comes.

use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::keymap::{Action, AppAction, BoardAction, KeyContext, PlayAction, ProofAction};
use crate::tui::message::Effects;
use crate::tui::router::availability::{is_available, is_on_screen, known_mate};
use crate::tui::router::{boards, dialogs, moves, paste, screens};
use crate::tui::{analyze, dialog, editor, engines, games, play, practice, practice_features, proof, tables};

/// Performs an action. One that is not available ends a chord that was begun, says why, and changes nothing else.
pub(crate) fn act(app: &mut App, action: Action, effects: &mut Effects) {
    let chord = app.shared.chord.take();
    app.shared.prompt.ignores_suffix = false;
    let seen = app.shown_position();
    if !is_on_screen(app, action) {
        return;
    }
    if is_available(app, action) {
        close_overlays(app, action, effects);
    }
    match action {
        // Esc only drops the chord.
        Action::App(AppAction::Back) if chord.is_some() => {}
        Action::App(action) => screens::act(app, action, seen.as_ref(), effects),
        Action::Board(action) => boards::act(app, action, effects),
        Action::Aids(action) => boards::act_on_aids(app, action, seen.as_ref(), effects),
        Action::Play(PlayAction::NewGameFromBoard) => {
            play::new_game::open(&app.play, &mut app.shared, Some(seen.unwrap_or_default()));
        }
        Action::Play(action) => play::actions::act(&mut app.play, &mut app.shared.with(effects), action),
        Action::Analyze(action) => {
            analyze::update::act(&mut app.analyze, &mut app.shared.with(effects), action);
        }
        Action::Review(action) if app.shown_board().card().is_some() => {
            practice::lessons::act_on_card(
                &app.key_names(),
                &mut app.practice,
                &mut app.practice_tab.with(&mut app.shared, effects),
                action,
            );
        }
        Action::Review(action) => {
            review::update::act(&mut app.analyze, &mut app.shared.with(effects), action);
        }
        Action::Proof(ProofAction::Open) => {
            let known = known_mate(app);
            proof::update::open(&mut app.proof, &mut app.shared.with(effects), known);
            if app.proof.is_some() {
                app.analyze.walked_line = None;
            }
        }
        Action::Proof(action) => proof::update::act(&mut app.proof, action, effects),
        Action::Tables(action) => tables::update::act(&mut app.tables, &mut app.shared.with(effects), action),
        Action::Games(action) => games::update::act(&mut app.games, &mut app.shared.with(effects), action),
        Action::Statistics(action) => {
            games::statistics::update::act(&mut app.games, &mut app.shared.with(effects), action);
        }
        Action::Editor(action) => {
            let behind = app.position_behind_editor();
            editor::update::act(&mut app.editor, &mut app.shared, action, behind);
        }
        Action::Dialog(action) => dialogs::act(app, action, effects),
        Action::Input(action) => dialogs::act_in_input(app, action, effects),
        Action::Help(action) => {
            dialog::help_update::act(&app.screen_contexts(), &mut app.shared.with(effects), action);
        }
        Action::Palette(action) => {
            dialog::palette_update::act(&app.screen_contexts(), &mut app.shared.with(effects), action);
        }
        Action::Form(action) => dialogs::act_in_form(app, action, effects),
        Action::Paste(action) => paste::act(app, action, effects),
        Action::Promotion(action) => moves::act_in_promotion(app, action, effects),
        Action::EngineList(action) => {
            engines::update::act_in_list(&mut app.shared.with(effects), &app.play.game_engines(), action);
        }
        Action::SearchList(action) => {
            games::update::act_in_searches(&mut app.games, &mut app.shared.with(effects), action);
        }
        Action::ColumnList(action) => games::columns_update::act(&mut app.shared.with(effects), action),
        Action::DuplicateList(action) => {
            games::duplicates_update::act(&mut app.shared.with(effects), action);
        }
        Action::EngineOptions(action) => {
            engines::update::act_in_options(&mut app.shared.with(effects), action);
        }
        Action::TextField(action) => {
            engines::update::act_in_text_field(&mut app.shared.with(effects), action);
        }
        Action::PracticeTab(action) => practice_features::act(app, action, effects),
    }
}

/// Closes what is open over the board that the action is about.
fn close_overlays(app: &mut App, action: Action, effects: &mut Effects) {
    if app.editor.open.is_some() && !keeps_overlay(action) && !matches!(action, Action::Editor(_)) {
        editor::update::close(&mut app.editor);
    }
    if app.proof.is_some() && !keeps_overlay(action) && !is_in_proof(action) {
        proof::update::close(&mut app.proof, effects);
    }
    if app.analyze.retry().is_some() && ends_retry(action) {
        review::retry::leave(&mut app.analyze, &mut app.shared.with(effects));
    }
}

/// Whether an action leaves an open proof or editor open although it is none of its own. All others are about
/// the board below it.
const fn keeps_overlay(action: Action) -> bool {
    match action {
        Action::App(action) => {
            !matches!(action, AppAction::ShowTab(_) | AppAction::Paste | AppAction::CycleGuard)
        }
        Action::Board(action) => matches!(
            action,
            BoardAction::CopyChord
                | BoardAction::Copy(_)
                | BoardAction::PlayTyped
                | BoardAction::DropTyped
                | BoardAction::CompleteTyped
        ),
        Action::Dialog(_)
        | Action::Input(_)
        | Action::Help(_)
        | Action::Palette(_)
        | Action::Form(_)
        | Action::Paste(_)
        | Action::Promotion(_)
        | Action::EngineList(_)
        | Action::SearchList(_)
        | Action::ColumnList(_)
        | Action::DuplicateList(_)
        | Action::EngineOptions(_)
        | Action::TextField(_) => true,
        Action::Aids(_)
        | Action::Play(_)
        | Action::Analyze(_)
        | Action::Review(_)
        | Action::Proof(_)
        | Action::Tables(_)
        | Action::Games(_)
        | Action::Statistics(_)
        | Action::Editor(_)
        | Action::PracticeTab(_) => false,
    }
}

/// Whether an action steps through the open proof.
fn is_in_proof(action: Action) -> bool {
    matches!(action, Action::Proof(action) if action != ProofAction::Open)
}

/// Whether an action ends the retrying of mistakes: those of the analysis, whose moves are hidden meanwhile.
fn ends_retry(action: Action) -> bool {
    let is_about_the_review = matches!(action, Action::Board(BoardAction::Review) | Action::Review(_));
    !is_about_the_review && action.is_in(&[KeyContext::Analyze, KeyContext::Line])
}
