//! The screens with a list in place of a board: which one is shown, where it is drawn, what is under the mouse.

use ratatui::layout::Rect;

use crate::tui::app::App;
use crate::tui::layout::{ListAreas, inside_frame, list_areas};
use crate::tui::model::{Activity, GamesPage, PracticePage};
use crate::tui::scene::list_scene::ListScene;
use crate::tui::{games, practice_features, tables};

/// What a screen lists in place of a board.
#[derive(Clone, Copy)]
pub(crate) enum ListScreen {
    Practice(PracticePage),
    Tables,
    Games,
    Statistics,
}

impl ListScreen {
    pub(super) fn shown(app: &App) -> Option<Self> {
        match app.activity_below() {
            _ if app.editor.open.is_some() => None,
            Activity::PracticeList(page) => Some(Self::Practice(page)),
            Activity::EndingList => Some(Self::Tables),
            Activity::Games(games) if games.page == GamesPage::Statistics => Some(Self::Statistics),
            Activity::Games(_) => Some(Self::Games),
            _ => None,
        }
    }

    /// The facts for the status bar.
    pub(super) fn bar_facts(self, app: &App) -> Vec<String> {
        match self {
            Self::Practice(page) => practice_features::list_facts(app, page),
            Self::Tables => tables::view::bar_facts(&app.tables, &app.shared),
            Self::Games => games::view::bar_facts(&app.games),
            Self::Statistics => games::statistics::view::bar_facts(&app.games),
        }
    }

    pub(super) fn areas(self, app: &App, middle: Rect) -> ListAreas {
        match self {
            Self::Practice(page) => practice_features::list_layout(app, page, middle),
            Self::Tables | Self::Games => list_areas(middle),
            Self::Statistics => games::statistics::view::areas(middle),
        }
    }

    /// What it shows, for a list and for details of these sizes inside their frames.
    pub(super) fn scene(self, app: &App, list: Rect, details: Rect) -> ListScene<'_> {
        match self {
            Self::Practice(page) => practice_features::list_scene(app, page, list, details),
            Self::Tables => tables::view::scene(&app.view_context(), &app.tables, list, details),
            Self::Games => games::view::scene(&app.view_context(), &app.games, list, details),
            Self::Statistics => {
                games::statistics::view::scene(&app.view_context(), &app.games, list, details)
            }
        }
    }

    /// The row of the list under a cell, by what it stands for.
    pub(super) fn row_at(self, app: &App, middle: Rect, column: u16, row: u16) -> Option<usize> {
        let inner = inside_frame(self.areas(app, middle).list);
        if !inner.contains((column, row).into()) {
            return None;
        }
        let list = self.scene(app, inner, inner).list;
        list.item_at(list.first_shown(inner.height) + usize::from(row - inner.y))
    }
}
