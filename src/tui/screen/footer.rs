//! The keys in the footer: those of available actions that are worth a place, the most useful first.

use crate::chess::MoveCost;
use crate::chess::table_policy::TablePolicy;
use crate::tui::app::App;
use crate::tui::keymap::{Action, ActionSpec, KeyContext};
use crate::tui::model::dialog::{DuplicateMerge, PasteContent};
use crate::tui::model::{
    ActiveCard, Dialog, GameListSource, GamesPage, MistakeRetry, PlayStatus, PracticePage, Shared,
    TableStatus,
};
use crate::tui::navigation::Tab;
use crate::tui::router::availability::is_available;
use crate::tui::scene::key_for_footer;
use crate::tui::widget::status::KeyHint;

/// On the analysis board while a review is shown.
const REVIEW: &str = "next-mistake previous-mistake retry-mistakes write-review save-analysis copy undo flip back palette help";

/// On the record of practice.
const RECORD: &str = "practice-record practice-due back palette help quit";

/// The keys that are worth a place in the footer now, the most useful first.
pub(crate) fn key_hints(app: &App) -> Vec<(Action, KeyHint)> {
    let order = match app.contexts().first() {
        Some(KeyContext::Analyze) if app.analyze.shown_review().is_some() => REVIEW,
        Some(KeyContext::Lessons) if app.practice_tab.page == PracticePage::Record => RECORD,
        context => context.map_or("help", |context| context.footer()),
    };
    let (held_back, view) = (held_back(app), app.view_context());
    let is_shown = |spec: &&ActionSpec| {
        is_available(app, spec.action)
            && !held_back.iter().any(|names| words(names).any(|name| name == spec.name))
    };
    let shown = words(order).filter_map(ActionSpec::named).filter(is_shown).filter_map(|spec| {
        let key = key_for_footer(&view, spec.action)?;
        let does = match (&app.shared.dialog, spec.name) {
            (Some(Dialog::Confirm(question)), "yes") => question.yes_label(),
            (Some(Dialog::Confirm(question)), "close") => question.no_label(),
            (Some(Dialog::Duplicates(_)), "yes") => "merges them",
            (Some(Dialog::Duplicates(list)), "close") if list.merge == DuplicateMerge::Asked => "leaves them",
            (None, "pause") if app.play.status != PlayStatus::Running => "go on",
            (None, "explorer-moves") if app.analyze.explorer.has_focus() => "board",
            (None, "build-table") if is_table_building(app) => "stop building",
            (None, "practice-record") if app.practice_tab.page == PracticePage::Record => "lessons",
            _ => spec.short,
        };
        Some((spec.action, KeyHint::new(key, does)))
    });
    shown.collect()
}

fn words(names: &str) -> std::str::Split<'_, char> {
    names.split(' ')
}

/// The same without their actions, for drawing.
pub(crate) fn plain_key_hints(app: &App) -> Vec<KeyHint> {
    key_hints(app).into_iter().map(|(_, hint)| hint).collect()
}

/// The names of actions that are available, but not worth a place now.
fn held_back(app: &App) -> Vec<&'static str> {
    let App { shared: Shared { tab, .. }, play, analyze, games, practice, .. } = app;
    let round = app.practice_tab.board.round();
    let over = match tab {
        Tab::Play => play.ending.is_some(),
        Tab::Analyze => analyze.walked_line.is_none() && analyze.walk.termination().is_some(),
        Tab::Practice => round.is_some_and(|round| round.summary().is_some()),
        Tab::Tables | Tab::Games => false,
    };
    let begun = app.shown_walk().is_some_and(|walk| walk.tree().move_count() > 0);
    let failed = play.engine_failure.is_some();
    let has_mistake =
        round.is_some_and(|round| round.round.grades().any(|grade| grade.cost != MoveCost::Keeps));
    let can_repair = matches!(
        &app.shared.dialog,
        Some(Dialog::Paste(paste))
            if matches!(&paste.content, PasteContent::IllegalPosition(fault) if !fault.repairs.is_empty())
    );
    let leads_back = match tab {
        Tab::Games => {
            games.source != GameListSource::Library
                || !games.filter_input.value().is_empty()
                || games.page == GamesPage::Statistics
                || games.game_set.is_some()
        }
        Tab::Practice if round.is_none() => {
            practice.pending_round.is_some()
                || !app.practice_tab.board.is_empty()
                || app.practice_tab.page != PracticePage::Lessons
        }
        Tab::Play | Tab::Analyze | Tab::Practice | Tab::Tables => true,
    };
    let has_table = app.tables.selected_material().is_some_and(|material| {
        matches!(app.shared.table_status(&material), TableStatus::Ready | TableStatus::Saved)
    });
    let is_round = *tab == Tab::Practice && round.is_some();
    let awaits_better_move = app
        .shown_board()
        .card()
        .map_or_else(|| analyze.retry().is_some_and(MistakeRetry::awaits_move), ActiveCard::awaits_move);
    let rules = [
        (!begun, "offer-draw resign comment glyph"),
        (!begun && *tab != Tab::Games, "review"),
        (!begun && *tab != Tab::Analyze, "undo"),
        (over, "hint distances other-turn threat walk-line more-lines search-moves sort-moves build-table"),
        (!over, "step-back"),
        (play.status == PlayStatus::Stopped, "stop-game"),
        (!failed, "move-now"),
        (!failed && !play.is_watched(), "take-over"),
        (failed, "pause"),
        (!has_proof(app), "why"),
        (app.ranking().is_none(), "sort-moves"),
        (is_table_building(app) && is_table_built_unasked(app), "build-table"),
        (!awaits_better_move, "retry-solution"),
        (!round.is_some_and(|round| round.round.is_technique()), "finish"),
        (!has_mistake, "retry-mistake"),
        (is_round && !(over && has_mistake), "retry previous-mistake"),
        (app.practice_tab.due_count(app.shared.today) == 0, "practice-due"),
        (has_table, "table-build"),
        (games.listing.is_empty(), "game-filter game-sort"),
        (*tab == Tab::Games && games.selected_game().is_none(), "copy"),
        (!games.can_resume(), "game-resume"),
        (!leads_back, "back"),
        (!can_repair, "paste-repair"),
        (app.editor.open.as_ref().is_some_and(|editor| !editor.is_changed()), "edit-undo"),
    ];
    rules.into_iter().filter_map(|(holds, names)| holds.then_some(names)).collect()
}

/// Whether the table of the analyzed position is being built.
fn is_table_building(app: &App) -> bool {
    matches!(app.shared.table_status(&app.analyze.walk.position().material()), TableStatus::Building(_))
}

/// Whether it is so small that it comes whether it is wanted or not.
fn is_table_built_unasked(app: &App) -> bool {
    TablePolicy::of(&app.analyze.walk.position().material()).is_built_unasked()
}

/// Whether there is a mate on the screen whose proof can be shown.
fn has_proof(app: &App) -> bool {
    match app.shared.tab {
        Tab::Analyze => {
            let best_line =
                app.shared.current_analysis.snapshot.as_ref().and_then(|snapshot| snapshot.best_line());
            best_line.is_some_and(|line| line.score.is_mate())
        }
        Tab::Play | Tab::Tables | Tab::Games => false,
        Tab::Practice => app.ranking().is_some_and(|ranking| ranking.verdict.distance().is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_a_footer_is_that_of_an_action() {
        let lists = KeyContext::ALL.iter().map(|context| context.footer()).chain([REVIEW, RECORD]);
        for name in lists.flat_map(words) {
            assert!(ActionSpec::named(name).is_some(), "no action has the name {name}");
        }
    }
}
