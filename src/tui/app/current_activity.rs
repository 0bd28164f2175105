//! Which activity the screen has now, whether a move may be made in it, and which keys it has.

use crate::tui::app::App;
use crate::tui::keymap::{AppAction, KeyContext, TablesAction};
use crate::tui::model::{Activity, GameFilterFocus, GamesPage};
use crate::tui::navigation::Tab;
use crate::tui::scene::ViewContext;

impl App {
    /// What views draw with, as wide as the screen.
    pub(crate) fn view_context(&self) -> ViewContext<'_> {
        ViewContext {
            shared: &self.shared,
            theme: self.shared.theme,
            width: self.shared.size.0.into(),
            keys: self.key_names(),
            screen_contexts: self.screen_contexts(),
        }
    }

    /// What the screen is for now.
    #[must_use]
    pub fn activity(&self) -> Activity<'_> {
        if let Some(editor) = self.editor.open.as_deref() {
            return Activity::Editor(editor);
        }
        self.activity_below_editor()
    }

    /// What the screen is for, without the editor that may cover it.
    pub(crate) fn activity_below_editor(&self) -> Activity<'_> {
        self.proof.as_deref().map_or_else(|| self.activity_below(), Activity::Proof)
    }

    /// What the screen is for, without the editor and the proof that may cover it.
    pub(crate) fn activity_below(&self) -> Activity<'_> {
        match self.shared.tab {
            Tab::Play => Activity::Game(&self.play),
            Tab::Analyze => match self.analyze.retry() {
                Some(retry) => Activity::Retry { analyze: &self.analyze, retry },
                None => Activity::Analysis(&self.analyze),
            },
            Tab::Practice => {
                let board = &self.practice_tab.board;
                board.activity().map_or(Activity::PracticeList(self.practice_tab.page), |activity| {
                    Activity::Practice { board, activity }
                })
            }
            Tab::Tables if self.tables.open_page.is_some() => Activity::Ending,
            Tab::Tables => Activity::EndingList,
            Tab::Games => Activity::Games(&self.games),
        }
    }

    /// Whether the player may make a move on the screen now, or why not and what to do.
    ///
    /// # Errors
    /// A sentence for the player.
    pub(crate) fn may_move(&self) -> Result<(), String> {
        let keys = self.key_names();
        match self.activity_below_editor() {
            Activity::Editor(_) => Ok(()),
            Activity::Analysis(analyze) => analyze.may_move(),
            Activity::Proof(_) => {
                Err(format!("The proof is on the board: {} closes it", keys.name(AppAction::Back)))
            }
            Activity::Game(play) => play.may_move(&keys),
            Activity::Retry { retry, .. } => retry.may_move(&keys),
            Activity::Practice { activity, .. } => activity.may_move(self.shared.now, &keys),
            Activity::PracticeList(_) => Err("Choose a lesson first".to_owned()),
            Activity::Ending | Activity::EndingList | Activity::Games(_) => Err(format!(
                "{} analyzes the position: there it can be moved on",
                keys.name(TablesAction::AnalyzeSample)
            )),
        }
    }

    /// The contexts of the screen's keys, the innermost first: its help lists them in this order.
    #[must_use]
    pub fn screen_contexts(&self) -> Vec<KeyContext> {
        use KeyContext as C;
        let board = |own: &[KeyContext]| [own, &[C::Board, C::Global]].concat();
        match self.activity() {
            Activity::Editor(_) => vec![C::Editor, C::Global],
            Activity::Proof(_) => vec![C::Proof, C::Global],
            Activity::Game(play) if play.is_watched() => board(&[C::Watch, C::Play]),
            Activity::Game(_) => board(&[C::Play]),
            Activity::Analysis(analyze) if analyze.explorer.has_focus() => board(&[C::Explorer, C::Analyze]),
            Activity::Analysis(analyze) if analyze.walked_line.is_some() => board(&[C::Line, C::Analyze]),
            Activity::Analysis(_) => board(&[C::Analyze]),
            Activity::Retry { .. } => board(&[C::Retry]),
            Activity::Practice { activity, .. } => activity.contexts(),
            Activity::PracticeList(page) => vec![page.context(), C::Global],
            Activity::Ending => vec![C::TablePage, C::Global],
            Activity::EndingList => vec![C::Tables, C::Global],
            Activity::Games(games) if games.page == GamesPage::Statistics => vec![C::Statistics, C::Global],
            Activity::Games(games) if games.filter_focus == GameFilterFocus::Typing => vec![C::Filter],
            Activity::Games(_) => vec![C::Games, C::Global],
        }
    }
}
