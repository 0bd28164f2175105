//! The screens with a list in place of a board: which one is shown, where it is drawn, what is under the mouse.

use ratatui::layout::Rect;

use crate::tui::activity::Activity;
use crate::tui::app::App;
use crate::tui::games::state::GamesPage;
use crate::tui::layout::{ListAreas, inside_frame, list_areas, list_areas_with_board};
use crate::tui::practice::list_view;
use crate::tui::practice::state::PracticePage;
use crate::tui::scene::list_scene::ListScene;
use crate::tui::{games, guess, puzzle, tables};

/// What a screen lists in place of a board.
#[derive(Clone, Copy)]
pub(crate) enum ListScreen {
    Lessons,
    Puzzles,
    Guess,
    Tables,
    Games,
    Statistics,
}

impl ListScreen {
    pub(super) fn shown(app: &App) -> Option<Self> {
        match app.activity_below() {
            _ if app.editor.is_some() => None,
            Activity::PracticeList(PracticePage::Puzzles) => Some(Self::Puzzles),
            Activity::PracticeList(PracticePage::Guess) => Some(Self::Guess),
            Activity::PracticeList(PracticePage::Lessons | PracticePage::Record) => Some(Self::Lessons),
            Activity::EndingList => Some(Self::Tables),
            Activity::Games(games) if games.page == GamesPage::Statistics => Some(Self::Statistics),
            Activity::Games(_) => Some(Self::Games),
            _ => None,
        }
    }

    /// The facts for the status bar.
    pub(super) fn bar_facts(self, app: &App) -> Vec<String> {
        match self {
            Self::Lessons => list_view::bar_facts(app),
            Self::Puzzles => puzzle::list_view::bar_facts(app),
            Self::Guess => guess::list_view::bar_facts(app),
            Self::Tables => tables::view::bar_facts(app),
            Self::Games => games::view::bar_facts(app),
            Self::Statistics => games::statistics::view::bar_facts(app),
        }
    }

    pub(super) fn areas(self, app: &App, middle: Rect) -> ListAreas {
        match self {
            Self::Lessons => list_view::areas(app, middle),
            Self::Puzzles | Self::Tables | Self::Games => list_areas(middle),
            Self::Guess => list_areas_with_board(middle),
            Self::Statistics => games::statistics::view::areas(middle),
        }
    }

    /// What it shows, for a list and for details of these sizes inside their frames.
    pub(super) fn scene(self, app: &App, list: Rect, details: Rect) -> ListScene<'_> {
        match self {
            Self::Lessons => list_view::scene(app, list, details),
            Self::Puzzles => puzzle::list_view::scene(app, list, details),
            Self::Guess => guess::list_view::scene(app, list, details),
            Self::Tables => tables::view::scene(app, list, details),
            Self::Games => games::view::scene(app, list, details),
            Self::Statistics => games::statistics::view::scene(app, list, details),
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
