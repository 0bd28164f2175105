//! Undo, redo, and steps through the game, the round or the analysis that is shown.

use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Tab};
use crate::tui::message::Effects;
use crate::tui::navigation::TreeStep;
use crate::tui::practice::update::RoundTakeback;
use crate::tui::{analyze, navigation, play, practice};

pub(crate) fn undo(app: &mut App, effects: &mut Effects) {
    match app.tab {
        Tab::Play => play::undo::undo(app, effects),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(app, TreeStep::Back, effects);
        }
        Tab::Analyze if analyze::notes::can_undo(app) => analyze::notes::undo(app, effects),
        Tab::Analyze if app.analyze.walk.node_id() == app.analyze.walk.tree().start() => {
            if !analyze::update::reopen_previous(app, effects) {
                app.show_toast(ToastLevel::Note, "This is the starting position");
            }
        }
        Tab::Analyze => step(app, TreeStep::Back, effects),
        Tab::Practice => practice::update::go_back(app, RoundTakeback::Undo),
        Tab::Tables | Tab::Games => {}
    }
}

pub(crate) fn redo(app: &mut App, effects: &mut Effects) {
    match app.tab {
        Tab::Play => play::undo::redo(app, effects),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(app, TreeStep::Forward, effects);
        }
        Tab::Analyze if analyze::notes::can_redo(app) => analyze::notes::redo(app, effects),
        Tab::Analyze => step(app, TreeStep::Forward, effects),
        Tab::Practice => {
            app.show_toast(ToastLevel::Note, "In a round a move that was taken back is played again");
        }
        Tab::Tables | Tab::Games => {}
    }
}

/// Shows another position of the game, the round or the analysis.
pub(crate) fn step(app: &mut App, step: TreeStep, effects: &mut Effects) {
    app.board.clear_selection();
    match app.tab {
        Tab::Play if step == TreeStep::End => app.play.walk.go_to(app.play.tip),
        Tab::Play => {
            // Stepping forward ends at the game's last position; redo goes on from there.
            if step != TreeStep::Forward || !app.play.is_live() {
                navigation::step_tree(&mut app.play.walk, step);
            }
        }
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(app, step, effects);
        }
        Tab::Analyze => {
            if navigation::step_tree(&mut app.analyze.walk, step) {
                analyze::request::request_analysis(app, effects);
            }
        }
        Tab::Tables | Tab::Games => {}
        Tab::Practice => {
            if let Some(round) = app.practice.active_round.as_deref_mut() {
                match step {
                    TreeStep::End => practice::update::return_to_round(round),
                    TreeStep::Forward if round.is_live() => {}
                    step => _ = navigation::step_tree(&mut round.walk, step),
                }
            }
            practice::update::update_ranking(app);
        }
    }
    if app.prompt.is_open()
        && let Some(position) = app.shown_position()
    {
        app.prompt.update_completions(&position);
    }
}
