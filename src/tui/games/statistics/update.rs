//! The page of statistics: reading them in the background, moving between figures, showing the games of one.

use std::sync::Arc;

use tui_input::Input;

use crate::game::game_list::GameSet;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::StatisticsAction;
use crate::tui::message::{Effects, LibraryRequest, Request};
use crate::tui::model::{
    FoldState, GameFilterFocus, GameListSource, GameSetFilter, GamesPage, GamesState, Shared,
    StatisticsReading, StatisticsResult, StatisticsTarget,
};
use crate::tui::navigation::Tab;

/// Performs an action of the page.
pub(crate) fn act(games: &mut GamesState, cx: &mut UpdateContext, action: StatisticsAction) {
    if !is_available(games, action) {
        if action == StatisticsAction::Toggle {
            cx.shared.show_note("Statistics are made of the games in your library: Esc goes there");
        }
        return;
    }
    let statistics = &mut games.statistics;
    match action {
        StatisticsAction::Toggle if games.page == GamesPage::Statistics => close(games, cx.effects),
        StatisticsAction::Toggle => open(games, cx),
        StatisticsAction::Rows(step) => {
            let last = statistics.rows.len().saturating_sub(1);
            statistics.chosen = step.from(statistics.chosen, last);
        }
        StatisticsAction::OpenGames => open_games(games, cx),
        StatisticsAction::Unfold => statistics.toggle_fold(),
        StatisticsAction::Fold => match statistics.parent() {
            Some(parent) => statistics.chosen = parent,
            None => statistics.toggle_fold(),
        },
    }
}

/// Whether an action is available.
pub(crate) fn is_available(games: &GamesState, action: StatisticsAction) -> bool {
    let is_page = games.page == GamesPage::Statistics;
    let row = games.statistics.row().filter(|_| is_page);
    match action {
        StatisticsAction::Toggle => games.source == GameListSource::Library,
        StatisticsAction::Rows(_) => row.is_some(),
        StatisticsAction::OpenGames => row.is_some_and(|row| match &row.target {
            StatisticsTarget::Figure(figure) => {
                games.statistics.performance.as_ref().is_some_and(|of| of.games_of(figure).is_some())
            }
            StatisticsTarget::Rest(_) => true,
        }),
        StatisticsAction::Unfold => row.is_some_and(|row| row.fold == FoldState::Folded),
        StatisticsAction::Fold => {
            row.is_some_and(|row| matches!(row.fold, FoldState::Unfolded | FoldState::Child))
        }
    }
}

/// Shows the page. Without a filter of the list, so that leaving it leads to all games.
fn open(games: &mut GamesState, cx: &mut UpdateContext) {
    games.page = GamesPage::Statistics;
    games.filter_focus = GameFilterFocus::Browsing;
    games.show_only(None, &cx.shared.config.games.my_names);
    begin_reading(games, cx);
}

/// Leaves the page for the list, which is read again.
fn close(games: &mut GamesState, effects: &mut Effects) {
    games.page = GamesPage::List;
    effects.request(Request::ListLibrary);
}

/// One level back: from the games of a figure to the page, from the page to the list. False where neither is shown.
pub(crate) fn back(games: &mut GamesState, cx: &mut UpdateContext) -> bool {
    if games.page == GamesPage::Statistics {
        close(games, cx.effects);
        return true;
    }
    let is_filtered = games.game_set.as_ref().is_some_and(|filter| filter.position.is_none());
    if is_filtered {
        open(games, cx);
    }
    is_filtered
}

/// Reads the statistics; what was read before is shown meanwhile.
pub(crate) fn begin_reading(games: &mut GamesState, cx: &mut UpdateContext) {
    games.statistics.reading = StatisticsReading::Running(0);
    cx.effects.push(LibraryRequest::ReadPerformance(cx.shared.config.games.my_names.clone()));
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
        StatisticsResult::Read(my_names, performance) if my_names == shared.config.games.my_names => {
            statistics.reading = StatisticsReading::Stopped;
            statistics.performance = Some(performance);
            statistics.update_rows();
        }
        // The names have changed since, and the statistics are being read for those of now.
        StatisticsResult::Read(..) => {}
        StatisticsResult::Failed(reason) => statistics.reading = StatisticsReading::Failed(reason),
    }
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
    let filter = |texts| GameSetFilter {
        label: figure.label(),
        games: Arc::new(GameSet::ByText(texts)),
        position: None,
    };
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
