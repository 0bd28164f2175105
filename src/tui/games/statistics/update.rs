//! The page of statistics: reading them in the background, moving between figures, showing the games of one.

use std::sync::Arc;

use tui_input::Input;

use crate::game::game_list::GameSet;
use crate::practice::Performance;
use crate::tui::context::UpdateContext;
use crate::tui::games::statistics::{page, report};
use crate::tui::keymap::StatisticsAction;
use crate::tui::message::{LibraryRequest, Request};
use crate::tui::model::{
    FoldState, GameListSource, GameSetFilter, GamesPage, GamesState, Shared, StatisticsReading,
    StatisticsResult, StatisticsState, StatisticsTarget,
};
use crate::tui::navigation::Tab;
use crate::tui::widget::text::sanitized_line;

/// Performs an action of the page.
pub(crate) fn act(games: &mut GamesState, cx: &mut UpdateContext, action: StatisticsAction) {
    if !is_available(games, action) {
        if action == StatisticsAction::Toggle {
            cx.shared.show_note("Statistics are made of the games in your library: Esc goes there");
        } else if action == StatisticsAction::Report && games.page == GamesPage::List {
            cx.shared.show_note(
                "A report needs a game of your library with a player who is not you: O takes any name",
            );
        }
        return;
    }
    let statistics = &mut games.statistics;
    match action {
        StatisticsAction::Toggle if games.page == GamesPage::Statistics => page::close(games, cx),
        StatisticsAction::Toggle => page::open(games, cx, None),
        StatisticsAction::Report => report::show_opponent(games, cx),
        StatisticsAction::TypePlayer => report::open_input(games, cx.shared),
        StatisticsAction::Rows(step) => {
            let last = statistics.rows.len().saturating_sub(1);
            statistics.chosen = step.from(statistics.chosen, last);
        }
        StatisticsAction::OpenGames => open_games(games, cx),
        StatisticsAction::Unfold => statistics.toggle_fold(),
        StatisticsAction::Fold => {
            let is_unfolded = statistics.row().is_some_and(|row| row.fold == FoldState::Unfolded);
            match statistics.parent().filter(|_| !is_unfolded) {
                Some(parent) => statistics.chosen = parent,
                None => statistics.toggle_fold(),
            }
        }
    }
}

/// Whether an action is available.
pub(crate) fn is_available(games: &GamesState, action: StatisticsAction) -> bool {
    let is_page = games.page == GamesPage::Statistics;
    let row = games.statistics.row().filter(|_| is_page);
    match action {
        StatisticsAction::Toggle | StatisticsAction::TypePlayer => games.source == GameListSource::Library,
        StatisticsAction::Report => report::has_opponent(games),
        StatisticsAction::Rows(_) => row.is_some(),
        StatisticsAction::OpenGames => row.is_some_and(|row| match &row.target {
            StatisticsTarget::Figure(figure) => {
                games.statistics.performance.as_ref().is_some_and(|of| of.games_of(figure).is_some())
            }
            StatisticsTarget::Rest(_) => true,
        }),
        StatisticsAction::Unfold => row.is_some_and(|row| row.fold == FoldState::Folded),
        StatisticsAction::Fold => row.is_some_and(|row| row.fold == FoldState::Unfolded || row.depth > 0),
    }
}

/// Stops the reading once the page is no longer shown, however it was left.
pub(crate) fn cancel_if_left(games: &mut GamesState, cx: &mut UpdateContext) {
    let is_shown = cx.shared.tab == Tab::Games && games.page == GamesPage::Statistics;
    let reading = &mut games.statistics.reading;
    if !is_shown && matches!(reading, StatisticsReading::Running(_)) {
        *reading = StatisticsReading::Stopped;
        cx.effects.push(LibraryRequest::CancelPerformance);
    }
}

/// Handles a result of the library worker. What was sent before the reading was stopped is ignored.
pub(crate) fn receive(games: &mut GamesState, shared: &Shared, result: StatisticsResult) {
    let statistics = &mut games.statistics;
    if !matches!(statistics.reading, StatisticsReading::Running(_)) {
        return;
    }
    match result {
        StatisticsResult::Progress(thousandths) => {
            statistics.reading = StatisticsReading::Running(thousandths);
        }
        StatisticsResult::Read(my_names, performance) => {
            // Names and player may have changed since: then the statistics of now are being read.
            if statistics.report.is_none() && my_names == shared.config.games.my_names {
                take(statistics, performance);
            }
        }
        StatisticsResult::ReportRead(typed, performance, names) => {
            if let Some(report) = statistics.report.as_mut().filter(|report| report.typed == typed) {
                report.names = Some(names);
                take(statistics, performance);
            }
        }
        StatisticsResult::Failed(reason) => {
            if statistics.report.is_none() {
                statistics.reading = StatisticsReading::Failed(reason);
            }
        }
        StatisticsResult::ReportFailed(typed, reason) => {
            if statistics.report.as_ref().is_some_and(|report| report.typed == typed) {
                statistics.reading = StatisticsReading::Failed(reason);
            }
        }
    }
}

/// Shows what was read.
fn take(statistics: &mut StatisticsState, performance: Arc<Performance>) {
    statistics.reading = StatisticsReading::Stopped;
    statistics.performance = Some(performance);
    statistics.update_rows();
}

/// Shows the games of the chosen figure, or the rest of its section.
fn open_games(games: &mut GamesState, cx: &mut UpdateContext) {
    let statistics = &mut games.statistics;
    let Some(row) = statistics.row() else { return };
    let figure = match &row.target {
        StatisticsTarget::Figure(figure) => figure.clone(),
        StatisticsTarget::Rest(_) => return statistics.toggle_fold(),
    };
    let texts = statistics.performance.as_ref().and_then(|of| Some(of.games_of(&figure)?.into_owned()));
    games.page = GamesPage::List;
    games.chosen = 0;
    games.filter_input = Input::default();
    let label = match &statistics.report {
        Some(report) => format!("{}, {}", sanitized_line(report.name()), figure.label()),
        None => figure.label(),
    };
    let filter = |texts| GameSetFilter { label, games: Arc::new(GameSet::ByText(texts)), position: None };
    games.show_only(texts.map(filter), &cx.shared.config.games.my_names);
    cx.effects.request(Request::ListLibrary);
}

/// A click on a row: it is chosen; a click on the chosen one shows its games.
pub(crate) fn click(games: &mut GamesState, cx: &mut UpdateContext, row: usize) {
    if row == games.statistics.chosen && is_available(games, StatisticsAction::OpenGames) {
        return open_games(games, cx);
    }
    if row < games.statistics.rows.len() {
        games.statistics.chosen = row;
    }
}
