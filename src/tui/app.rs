//! [`App`], the state of the whole terminal interface: all that `view` draws and all that `update` changes.
//!
//! Nothing here has side effects and nothing here reads the clock: `now` comes with every event.
//!
//! For a screen, read in this order: [`App::activity`] (what the screen is for), [`App::shown_position`] (the position on
//! the board, with a selected line included), [`App::last_move`] and [`App::targets`] (the marks on the board),
//! [`App::shared`] (the tab, what is known of the position, the prompt, the dialog, notes), then the screen's own state.

mod current_activity;
pub mod key_reading;
mod notices;
mod shown;

use std::time::Instant;

use crate::chess::{GameTermination, Move, Position, Ranking};
use crate::game::TreeCursor;
use crate::practice::{Seed, StalemateGuardMode};
use crate::tui::model::board::targets;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{
    ActiveCard, Activity, AnalyzeState, Dialog, Distances, EditorState, GameSetup, GamesPage, GamesState,
    GuessState, MistakeRetry, MoveTarget, MoveTargetOutcome, PlayState, PracticeActivity, PracticeState,
    PracticeTab, ProofView, PuzzlesState, RepertoireState, Shared, TablesTab,
};
use crate::tui::navigation::Tab;

/// The state of the interface.
#[derive(Clone, Debug)]
pub struct App {
    /// What all screens share.
    pub shared: Shared,
    /// The game against the engine.
    pub play: PlayState,
    /// The analysis board.
    pub analyze: AnalyzeState,
    /// The practice screen: lessons and rounds.
    pub practice: PracticeState,
    /// What the features of the practice tab share: its board, its page, the record.
    pub practice_tab: PracticeTab,
    /// The puzzles.
    pub puzzles: PuzzlesState,
    /// Guessing the moves of games.
    pub guess: GuessState,
    /// The page of the opening repertoires.
    pub repertoire: RepertoireState,
    /// The tables of endings.
    pub tables: TablesTab,
    /// The game list.
    pub games: GamesState,
    /// The proof explorer, while it is open.
    pub proof: Option<Box<ProofView>>,
    /// The position editor.
    pub editor: EditorState,
}

impl App {
    /// The program as it starts: a new game on the board, White at the bottom.
    #[must_use]
    pub fn new(now: Instant, size: (u16, u16)) -> Self {
        Self {
            shared: Shared::new(now, size),
            play: PlayState::new(Position::start(), GameSetup::default()),
            analyze: AnalyzeState::new(Position::start()),
            practice: PracticeState::default(),
            practice_tab: PracticeTab::new(Seed(0x7f3a)),
            puzzles: PuzzlesState::default(),
            guess: GuessState::default(),
            repertoire: RepertoireState::default(),
            tables: TablesTab::default(),
            games: GamesState::default(),
            proof: None,
            editor: EditorState::default(),
        }
    }

    /// The moves of the screen that is shown; None where no moves are made.
    #[must_use]
    pub fn shown_walk(&self) -> Option<&TreeCursor> {
        self.activity_below().walk()
    }

    /// Whether a board is on the screen on which a move can be typed, even if it is rejected with a reason.
    pub(crate) fn has_board(&self) -> bool {
        let sample = self.shared.tab == Tab::Tables && self.tables.open_page.is_some();
        self.editor.open.is_none() && (self.shown_walk().is_some() || sample)
    }

    /// The position on the board: the current one, or one inside the selected line, or the preview of a
    /// pasted text. None in a list, and in the editor while its draft breaks a rule.
    #[must_use]
    pub fn shown_position(&self) -> Option<Position> {
        if let Some(Dialog::Paste(paste)) = &self.shared.dialog {
            return Some(paste.preview.clone());
        }
        if let Some(editor) = &self.editor.open {
            return editor.position().cloned();
        }
        self.position_behind_editor()
    }

    /// The same as [`App::shown_position`], whatever is set up in the editor or pasted.
    pub(crate) fn position_behind_editor(&self) -> Option<Position> {
        if let Some(proof) = &self.proof {
            return Some(proof.position().clone());
        }
        match self.shared.tab {
            Tab::Analyze => Some(self.analyze.shown_position()),
            Tab::Practice if let Some(active) = self.shown_board().card() => Some(active.position()),
            Tab::Tables => self.tables.sample().cloned(),
            Tab::Games if self.games.page == GamesPage::Statistics => None,
            Tab::Games => {
                let preview = self.games.preview.as_ref().filter(|preview| preview.text_only.is_none());
                preview.map(|preview| preview.walk.position().clone())
            }
            _ => self.shown_walk().map(|walk| walk.position().clone()),
        }
    }

    /// The move that led to the position on the board.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        if let Some(proof) = self.proof.as_ref().filter(|_| self.editor.open.is_none()) {
            return proof.last_move();
        }
        match (&self.analyze.walked_line, self.shared.tab) {
            (_, _) if self.editor.open.is_some() || matches!(self.shared.dialog, Some(Dialog::Paste(_))) => {
                None
            }
            (_, Tab::Analyze) if let Some(mv) = self.analyze.retry().and_then(MistakeRetry::shown_move) => {
                Some(mv)
            }
            (Some(line), Tab::Analyze) if line.moves_played > 0 => line.last_move(),
            _ if let Some(mv) = self.shown_board().card().and_then(ActiveCard::solution) => Some(mv),
            _ => self.shown_walk().and_then(TreeCursor::last_move),
        }
    }

    /// The targets of the selected piece, and the outcome of a move there. Empty while none is selected.
    #[must_use]
    pub fn targets(&self) -> Vec<MoveTarget> {
        let Some(from) = self.shared.board.picked else { return Vec::new() };
        let Some(position) = self.shown_position() else { return Vec::new() };
        let walks_line = self.shared.tab == Tab::Analyze && self.analyze.walked_line.is_some();
        let mut targets = targets(&position, from, self.ranking().filter(|_| !walks_line));
        let tells_nothing = self.shown_board().activity().is_some_and(PracticeActivity::is_test);
        if tells_nothing || self.shows_only_stalemate() {
            for target in &mut targets {
                if tells_nothing
                    || target.outcome != MoveTargetOutcome::Stalemate
                    || self.shared.guard == StalemateGuardMode::Off
                {
                    target.outcome = MoveTargetOutcome::Unknown;
                }
            }
        }
        targets
    }

    /// In a game and in a running round the board must not give the answer away, unless it was requested.
    fn shows_only_stalemate(&self) -> bool {
        self.shared.distances == Distances::Hidden
            && match self.activity_below() {
                Activity::Game(play) => play.ending.is_none(),
                Activity::Practice { board: PracticeBoard::Round(round), .. } => round.summary().is_none(),
                _ => false,
            }
    }

    /// Every legal move by its cost, where the tables cover the position and the screen may show it.
    #[must_use]
    pub fn ranking(&self) -> Option<&Ranking> {
        match self.activity_below() {
            Activity::Game(play) => play.shown_ranking(&self.shared),
            Activity::Analysis(analyze) => analyze.shown_ranking(&self.shared),
            Activity::Practice { board: PracticeBoard::Example(example), .. } => example.ranking.as_ref(),
            Activity::Practice { board: PracticeBoard::Round(round), .. } => {
                round.shown_ranking(&self.shared)
            }
            _ => None,
        }
    }

    /// How the game, the round or the position on the board is over, if it is.
    #[must_use]
    pub fn shown_ending(&self) -> Option<GameTermination> {
        match self.activity_below() {
            Activity::Game(play) => play.ending,
            Activity::Analysis(analyze) | Activity::Retry { analyze, .. } => analyze.walk.termination(),
            Activity::Practice { board: PracticeBoard::Example(example), .. } => example.walk.termination(),
            Activity::Practice { board: PracticeBoard::Round(round), .. } => round.summary()?.ending,
            _ => None,
        }
    }
}
