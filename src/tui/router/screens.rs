//! The actions of every screen: tabs, the dialogs over all of them, one level back, the program's end.

use crate::chess::{Color, Position};
use crate::platform::CAN_SUSPEND;
use crate::tui::analyze::review;
use crate::tui::app::watch::CurrentAnalysis;
use crate::tui::app::{App, Leaving, Tab};
use crate::tui::background::external_engines;
use crate::tui::dialog::{ConfirmDialog, Dialog, HelpDialog, Palette, PasteDialog};
use crate::tui::keymap::AppAction;
use crate::tui::message::{Effect, Effects};
use crate::tui::navigation::TreeStep;
use crate::tui::router::boards;
use crate::tui::{
    analyze, editor, engines, games, guess, play, practice, proof, puzzle, quiz, tables, text_reading,
};

/// Performs an action of every screen. The position editor begins with the position that was on the board.
pub(super) fn act(app: &mut App, action: AppAction, seen: Option<&Position>, effects: &mut Effects) {
    match action {
        AppAction::Help => app.dialog = Some(Dialog::Help(HelpDialog::default())),
        AppAction::Palette => app.dialog = Some(Dialog::Palette(Palette::default())),
        AppAction::ShowTab(tab) => show_tab(app, tab, effects),
        AppAction::NextPane => app.pane = app.pane.wrapping_add(1),
        AppAction::Paste => {
            let here = app.shown_position().unwrap_or_default();
            app.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new("", &here))));
        }
        AppAction::EditPosition => {
            if app.editor.is_none() {
                proof::update::close(app, effects);
            }
            editor::update::open(app, seen);
        }
        AppAction::Settings => app.dialog = Some(Dialog::Settings { chosen: 0, engine: None }),
        AppAction::Engines => engines::update::open_list(app, effects),
        AppAction::CycleGuard => practice::update::cycle_guard(app),
        AppAction::Flip => app.board.bottom = app.board.bottom.other(),
        AppAction::Suspend if CAN_SUSPEND => effects.push(Effect::Suspend),
        AppAction::Suspend => {}
        AppAction::Redraw => effects.push(Effect::Redraw),
        AppAction::Quit if practice::update::is_running(app) => {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::Quit));
        }
        AppAction::Quit | AppAction::QuitNow => quit(app, effects),
        AppAction::Back => back(app, effects),
    }
}

/// Switches to another screen. Each one keeps its state; the background works for the shown one.
pub(super) fn show_tab(app: &mut App, tab: Tab, effects: &mut Effects) {
    editor::update::close(app);
    proof::update::close(app, effects);
    app.dialog = None;
    if tab == app.tab {
        return;
    }
    if app.tab == Tab::Play {
        play::engine_turn::pause(app);
        effects.push(Effect::SaveGame);
    }
    external_engines::stop_current(app, effects);
    analyze::request::keep_analyses(app, effects);
    if matches!(app.tab, Tab::Analyze | Tab::Play | Tab::Practice) {
        effects.push(Effect::StopSideQuery);
        practice::card_update::pause(app, effects);
        puzzle::update::pause(app);
        guess::update::pause(app, effects);
    }
    app.hint = None;
    app.tab = tab;
    app.clear_input();
    match tab {
        Tab::Play => {
            app.board.bottom = app.play.bottom();
            play::engine_turn::resume(app, effects);
        }
        Tab::Analyze => analyze::request::request_analysis(app, effects),
        Tab::Tables => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            tables::update::enter(app, effects);
        }
        Tab::Games => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            games::update::enter(app, effects);
        }
        Tab::Practice => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = app.practice_board.own_color();
            effects.push(Effect::StopAnalysis);
        }
    }
}

/// One level back: the text that is being read, the selected piece, the cursor, the selected line, the
/// earlier position, the round.
fn back(app: &mut App, effects: &mut Effects) {
    if text_reading::update::cancel(app, effects) {
        return;
    }
    if app.editor.is_some() {
        editor::update::back(app);
    } else if app.proof.is_some() {
        proof::update::close(app, effects);
    } else if app.board.picked.is_some() || app.board.unconfirmed_move.is_some() {
        app.board.clear_selection();
    } else if app.tab == Tab::Play && play::premove_update::cancel(app) {
        app.show_note("The premove is canceled");
    } else if app.board.cursor.is_some() {
        app.board.cursor = None;
    } else if app.tab == Tab::Analyze && app.analyze.walked_line.is_some() {
        app.analyze.walked_line = None;
    } else if app.tab == Tab::Analyze && review::update::back(app, effects) {
        app.board.clear_selection();
    } else if app.tab == Tab::Play && !app.play.is_live() {
        boards::step(app, TreeStep::End, effects);
    } else if app.tab == Tab::Practice && practice::lessons::back(app) {
        app.pane = 0;
    } else if app.tab == Tab::Practice
        && let Some(round) = app.practice_board.round()
    {
        if !round.is_live() {
            boards::step(app, TreeStep::End, effects);
        } else if practice::update::is_running(app) {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::LeaveRound));
        } else {
            practice::update::leave_round(app);
        }
    } else if (app.tab == Tab::Practice && practice::card_update::leave(app, effects))
        || quiz::update::leave(app)
        || (app.tab == Tab::Practice && puzzle::update::back(app, effects))
        || (app.tab == Tab::Practice && guess::update::back(app, effects))
        || (app.tab == Tab::Tables && tables::update::close(app))
        || (app.tab == Tab::Games && games::update::back(app, effects))
    {
        app.pane = 0;
    } else if app.tab == Tab::Practice && practice::start::cancel_pending(app, effects) {
        app.show_note("The lesson no longer waits for its table");
    } else {
        app.toasts.clear();
    }
}

/// Ends the program, after saving what is worth keeping.
pub(super) fn quit(app: &mut App, effects: &mut Effects) {
    if app.leaving == Leaving::No {
        play::engine_turn::pause(app);
        app.leaving = Leaving::Yes;
        external_engines::stop_current(app, effects);
        review::keeping::keep_if_changed(app, effects);
        analyze::request::keep_analyses(app, effects);
        effects.extend([Effect::StopAnalysis, Effect::SaveGame, Effect::SaveAnalysis, Effect::Quit]);
    }
}
