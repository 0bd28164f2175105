//! The actions of every screen: tabs, the dialogs over all of them, one level back, the program's end.

use crate::analysis::external::ExternalEngineState;
use crate::chess::{Color, Position};
use crate::platform::CAN_SUSPEND;
use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::background::external_engines;
use crate::tui::keymap::AppAction;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::dialog::{HelpDialog, PasteDialog};
use crate::tui::model::{
    ActiveReviewProgress, ConfirmDialog, CurrentAnalysis, CurrentAnalysisStatus, Dialog, Leaving, Palette,
    RetryAttempt,
};
use crate::tui::navigation::{Tab, TreeStep};
use crate::tui::router::boards;
use crate::tui::{
    analyze, editor, engines, games, play, practice, practice_features, proof, tables, text_reading,
};

/// Performs an action of every screen. The position editor begins with the position that was on the board.
pub(super) fn act(app: &mut App, action: AppAction, seen: Option<&Position>, effects: &mut Effects) {
    match action {
        AppAction::Help => app.shared.dialog = Some(Dialog::Help(HelpDialog::default())),
        AppAction::Palette => app.shared.dialog = Some(Dialog::Palette(Palette::default())),
        AppAction::ShowTab(tab) => show_tab(app, tab, effects),
        AppAction::NextPane => app.shared.pane = app.shared.pane.wrapping_add(1),
        AppAction::Paste => {
            let here = app.shown_position().unwrap_or_default();
            app.shared.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new("", &here))));
        }
        AppAction::EditPosition => {
            if app.editor.open.is_none() {
                proof::update::close(&mut app.proof, effects);
            }
            editor::update::open(&mut app.editor, &mut app.shared, seen);
        }
        AppAction::Settings => app.shared.dialog = Some(Dialog::Settings { chosen: 0, engine: None }),
        AppAction::Engines => engines::update::open_list(&mut app.shared.with(effects)),
        AppAction::CycleGuard => practice::update::cycle_guard(&mut app.practice_tab, &mut app.shared),
        AppAction::Flip => app.shared.board.bottom = app.shared.board.bottom.other(),
        AppAction::Suspend if CAN_SUSPEND => effects.push(Effect::Suspend),
        AppAction::Suspend => {}
        AppAction::Redraw => effects.push(Effect::Redraw),
        AppAction::Quit if practice::update::is_running(&app.practice_tab) => {
            app.shared.dialog = Some(Dialog::Confirm(ConfirmDialog::Quit));
        }
        AppAction::Quit | AppAction::QuitNow => quit(app, effects),
        AppAction::Back => back(app, effects),
    }
}

/// Switches to another screen. Each one keeps its state; the background works for the shown one.
pub(super) fn show_tab(app: &mut App, tab: Tab, effects: &mut Effects) {
    editor::update::close(&mut app.editor);
    proof::update::close(&mut app.proof, effects);
    app.shared.dialog = None;
    if tab == app.shared.tab {
        return;
    }
    if app.shared.tab == Tab::Play {
        play::engine_turn::pause(&mut app.play, &app.shared);
        effects.push(Effect::SaveGame);
    }
    external_engines::stop_current(&mut app.shared.with(effects));
    analyze::request::keep_analyses(&mut app.analyze, effects);
    if matches!(app.shared.tab, Tab::Analyze | Tab::Play | Tab::Practice) {
        effects.push(Effect::StopSideQuery);
        practice_features::pause(app, effects);
    }
    app.shared.hint = None;
    app.shared.tab = tab;
    app.shared.clear_input();
    match tab {
        Tab::Play => {
            app.shared.board.bottom = app.play.bottom();
            play::engine_turn::resume(&mut app.play, &mut app.shared.with(effects));
        }
        Tab::Analyze => analyze::request::request_analysis(&mut app.analyze, &mut app.shared.with(effects)),
        Tab::Tables => {
            app.shared.current_analysis = CurrentAnalysis::default();
            app.shared.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            tables::update::enter(&mut app.tables, &mut app.shared.with(effects));
        }
        Tab::Games => {
            app.shared.current_analysis = CurrentAnalysis::default();
            app.shared.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            games::update::enter(&mut app.games, &mut app.shared.with(effects));
        }
        Tab::Practice => {
            app.shared.current_analysis = CurrentAnalysis::default();
            app.shared.board.bottom = app.practice_tab.board.own_color();
            effects.push(Effect::StopAnalysis);
        }
    }
}

/// One level back: the text that is being read, the selected piece, the cursor, the selected line, the
/// earlier position, the round.
fn back(app: &mut App, effects: &mut Effects) {
    if text_reading::update::cancel(&mut app.shared.with(effects)) {
        return;
    }
    if app.editor.open.is_some() {
        editor::update::back(&mut app.editor, &mut app.shared);
    } else if app.proof.is_some() {
        proof::update::close(&mut app.proof, effects);
    } else if app.shared.board.picked.is_some() || app.shared.board.unconfirmed_move.is_some() {
        app.shared.board.clear_selection();
    } else if app.shared.tab == Tab::Play && play::premove_update::cancel(&mut app.play) {
        app.shared.show_note("The premove is canceled");
    } else if app.shared.board.cursor.is_some() {
        app.shared.board.cursor = None;
    } else if app.shared.tab == Tab::Analyze
        && app.analyze.retry().is_none()
        && app.analyze.explorer.has_focus()
    {
        app.analyze.explorer.leave();
    } else if app.shared.tab == Tab::Analyze && app.analyze.walked_line.is_some() {
        app.analyze.walked_line = None;
    } else if app.shared.tab == Tab::Analyze
        && review::update::back(&mut app.analyze, &mut app.shared.with(effects))
    {
        app.shared.board.clear_selection();
    } else if app.shared.tab == Tab::Play && !app.play.is_live() {
        boards::step(app, TreeStep::End, effects);
    } else if app.shared.tab == Tab::Practice && practice::lessons::back(&mut app.practice_tab) {
        app.shared.pane = 0;
    } else if app.shared.tab == Tab::Practice
        && let Some(round) = app.practice_tab.board.round()
    {
        if !round.is_live() {
            boards::step(app, TreeStep::End, effects);
        } else if practice::update::is_running(&app.practice_tab) {
            app.shared.dialog = Some(Dialog::Confirm(ConfirmDialog::LeaveRound));
        } else {
            practice::update::leave_round(&mut app.practice_tab, &mut app.shared);
        }
    } else if practice_features::back(app, effects)
        || (app.shared.tab == Tab::Tables && tables::update::close(&mut app.tables))
        || (app.shared.tab == Tab::Games
            && games::update::back(&mut app.games, &mut app.shared.with(effects)))
    {
        app.shared.pane = 0;
    } else if app.shared.tab == Tab::Practice
        && practice::start::cancel_pending(
            &mut app.practice,
            &mut app.practice_tab.with(&mut app.shared, effects),
        )
    {
        app.shared.show_note("The lesson no longer waits for its table");
    } else {
        app.shared.toasts.clear();
    }
}

/// Ends the program, after saving what is worth keeping.
pub(super) fn quit(app: &mut App, effects: &mut Effects) {
    if app.shared.leaving == Leaving::No {
        play::engine_turn::pause(&mut app.play, &app.shared);
        app.shared.leaving = Leaving::Yes;
        external_engines::stop_current(&mut app.shared.with(effects));
        review::keeping::keep_if_changed(&mut app.analyze, effects);
        analyze::request::keep_analyses(&mut app.analyze, effects);
        effects.extend([Effect::StopAnalysis, Effect::SaveGame, Effect::SaveAnalysis, Effect::Quit]);
    }
}

/// Whether the user needs the machine: a game against the engine runs, or an analysis.
pub(super) fn is_machine_needed(app: &App) -> bool {
    let is_playing =
        app.shared.tab == Tab::Play && app.play.ending.is_none() && app.play.walk.tree().move_count() > 0;
    let is_reviewing = app.analyze.review.as_ref().is_some_and(|reviewing| {
        reviewing.progress == ActiveReviewProgress::Running
            || reviewing
                .retry
                .as_ref()
                .is_some_and(|retry| matches!(retry.attempt, RetryAttempt::Evaluating(_)))
    });
    let is_searching = app.shared.current_analysis.status == CurrentAnalysisStatus::Working;
    let mut processes =
        app.shared.engines.list.iter().flat_map(|engine| [&engine.status, &engine.second_status]);
    let is_external = processes
        .any(|status| status.as_ref().is_some_and(|status| status.state == ExternalEngineState::Thinking));
    is_playing || is_searching || is_external || is_reviewing || app.proof.is_some()
}
