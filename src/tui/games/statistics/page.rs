//! Opening the page of statistics for the user or another player, and leaving it for the list as it was.

use tui_input::Input;

use crate::tui::context::UpdateContext;
use crate::tui::message::{LibraryRequest, Request};
use crate::tui::model::{
    GameFilterFocus, GamesPage, GamesState, ListBefore, PlayerReport, StatisticsReading,
};

/// Shows the page of the user or of another player. Without a filter of the list, which comes back when the page is left.
pub(crate) fn open(games: &mut GamesState, cx: &mut UpdateContext, report: Option<PlayerReport>) {
    if games.page == GamesPage::List && !is_of_figure(games) {
        let (filter_input, game_set) = (games.filter_input.clone(), games.game_set.clone());
        let chosen = games.selected_game().map(|game| game.location);
        games.list_before = Some(ListBefore { filter_input, game_set, chosen });
    }
    games.statistics.set_report(report);
    games.page = GamesPage::Statistics;
    games.filter_focus = GameFilterFocus::Browsing;
    games.filter_input = Input::default();
    games.show_only(None, &cx.shared.config.games.my_names);
    begin_reading(games, cx);
}

/// Leaves the page for the list as it was before, which is read again.
pub(super) fn close(games: &mut GamesState, cx: &mut UpdateContext) {
    games.page = GamesPage::List;
    if let Some(before) = games.list_before.take() {
        games.filter_input = before.filter_input;
        games.show_only(before.game_set, &cx.shared.config.games.my_names);
        games.choose_again(before.chosen.as_ref());
    }
    cx.effects.request(Request::ListLibrary);
}

/// Whether the games of a figure are listed.
fn is_of_figure(games: &GamesState) -> bool {
    games.game_set.as_ref().is_some_and(|filter| filter.position.is_none())
}

/// One level back: from the games of a figure to the page, from the page to the list. False where neither is shown.
pub(crate) fn back(games: &mut GamesState, cx: &mut UpdateContext) -> bool {
    if games.page == GamesPage::Statistics {
        close(games, cx);
        return true;
    }
    let is_of_figure = is_of_figure(games);
    if is_of_figure {
        let report = games.statistics.report.clone();
        open(games, cx, report);
    }
    is_of_figure
}

/// Reads the statistics; what was read before is shown meanwhile.
pub(crate) fn begin_reading(games: &mut GamesState, cx: &mut UpdateContext) {
    games.statistics.reading = StatisticsReading::Running(0);
    cx.effects.push(match &games.statistics.report {
        Some(report) => LibraryRequest::ReadReport(report.typed.clone()),
        None => LibraryRequest::ReadPerformance(cx.shared.config.games.my_names.clone()),
    });
}
