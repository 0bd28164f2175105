//! [`App`], the state of the whole terminal interface: all that `view` draws and all that `update` changes.
//!
//! Nothing here has side effects and nothing here reads the clock: `now` comes with every event.
//!
//! For a screen, read in this order: [`App::tab`] (which screen), [`App::shown_position`] (the position on
//! the board, with a selected line included), [`App::last_move`], [`App::targets`] and [`App::board`] (the
//! marks on the board), [`App::move_list`], [`App::current_analysis`] (what is known of the position), then
//! the screen's own part: [`PlayState`], [`AnalyzeState`] or [`PracticeState`]; last [`App::dialog`],
//! [`App::prompt`], [`App::toasts`].

mod current_activity;
mod notices;
mod shown;
pub mod toast;
pub mod watch;

use std::sync::Arc;
use std::time::Instant;

use ratatui::layout::Rect;

use crate::analysis::AnalysisSnapshot;
use crate::chess::{Color, GameTermination, Move, Position, Ranking};
use crate::config::{BoardConfig, Config};
use crate::game::{GameId, TimeControl, TreeCursor};
use crate::practice::{Seed, StalemateGuardMode};
use crate::tui::activity::Activity;
use crate::tui::aids::hint::HintState;
use crate::tui::aids::king_box::BoxAid;
use crate::tui::analyze::review::state::MistakeRetry;
use crate::tui::analyze::state::AnalyzeState;
use crate::tui::app::toast::Toast;
use crate::tui::app::watch::{CurrentAnalysis, OracleHandle};
use crate::tui::background::engines::{AnalyzeEngine, EnginesState};
use crate::tui::background::library_review_queue::LibraryReviewQueue;
use crate::tui::board::motion::MoveAnimation;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::board::prompt::Prompt;
use crate::tui::board::state::{BoardInput, MoveTarget, MoveTargetOutcome};
use crate::tui::dialog::Dialog;
use crate::tui::editor::state::Editor;
use crate::tui::games::state::{GamesPage, GamesState};
use crate::tui::guess::state::GuessState;
use crate::tui::keymap::Keymap;
pub use crate::tui::navigation::Tab;
use crate::tui::play::offer::NewGameDefaults;
use crate::tui::play::state::{GameSetup, PlayState};
use crate::tui::practice::card_state::ActiveCard;
use crate::tui::practice::state::PracticeState;
use crate::tui::practice_board::PracticeBoard;
use crate::tui::proof::state::ProofView;
use crate::tui::puzzle::state::PuzzlesState;
use crate::tui::settings::machine::MachineLimits;
use crate::tui::tables::state::TablesTab;
use crate::tui::text_reading::state::{TextReading, TextReadingId};
use crate::tui::theme::{ColorScheme, Theme};
use crate::tui::{board, layout};

/// The state of the interface.
#[derive(Clone, Debug)]
pub struct App {
    /// The screen that is shown.
    pub tab: Tab,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The time of the last event.
    pub now: Instant,
    /// The game against the engine.
    pub play: PlayState,
    /// The analysis board.
    pub analyze: AnalyzeState,
    /// The practice screen: lessons and rounds.
    pub practice: PracticeState,
    /// What stands on the board of the practice tab.
    pub practice_board: PracticeBoard,
    /// The puzzles.
    pub puzzles: PuzzlesState,
    /// Guessing the moves of games.
    pub guess: GuessState,
    /// The tables of endings.
    pub tables: TablesTab,
    /// The external engines.
    pub engines: EnginesState,
    /// The settings. A change is saved by [`Effect::SaveConfig`](crate::tui::message::Effect::SaveConfig).
    pub config: Config,
    /// The threads and the memory that the machine has.
    pub machine: MachineLimits,
    /// The game list.
    pub games: GamesState,
    /// The review of the library in the background.
    pub library_review: LibraryReviewQueue,
    /// What is known about the position on the board.
    pub current_analysis: CurrentAnalysis,
    /// The proof explorer, while it is open.
    pub proof: Option<Box<ProofView>>,
    /// The position editor, while it is shown.
    pub editor: Option<Box<Editor>>,
    /// The editor as it was left, until its position is used.
    pub editor_draft: Option<Box<Editor>>,
    /// The hint that was requested last, in a game or an analysis.
    pub hint: Option<HintState>,
    /// The endgame tables that answer probes.
    pub oracle: OracleHandle,
    /// Cursor, selected piece, drag.
    pub board: BoardInput,
    /// The move prompt.
    pub prompt: Prompt,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// A key that begins a chord and waits for the second one.
    pub chord: Option<Chord>,
    /// Notes that go away by themselves, oldest first.
    pub toasts: Vec<Toast>,
    /// The long text that is read in the background, while one is.
    pub text_reading: Option<Box<TextReading>>,
    /// The identity of the last reading.
    pub last_reading_id: TextReadingId,
    /// What happens with a stalemating move in this session: the setting, unless a key has changed it.
    pub guard: StalemateGuardMode,
    /// Defaults of the next new game.
    pub new_game_defaults: NewGameDefaults,
    /// Which pane is in front where there is room for one only; screens take it modulo their panes.
    pub pane: usize,
    /// The theme: colors, glyphs, pieces.
    pub theme: Theme,
    /// The themes that can be chosen.
    pub schemes: Vec<ColorScheme>,
    /// The key map.
    pub keymap: Arc<Keymap>,
    /// Seed for random decisions, renewed after each; set by the shell, so that a test can repeat it.
    pub seed: u64,
    /// The day, counted from 1970-01-01, negative before: what rounds are due.
    pub today: i32,
    /// Whether the window has the focus: a lost one needs no cursor.
    pub focus: Focus,
    /// Whether a game and a round show what each move costs; the analysis always does.
    pub distances: Distances,
    /// Whether the board shows where the hunted king can go.
    pub box_aid: BoxAid,
    /// Whether what happens now was done by the person: what is said then is said in answer.
    pub is_user_input: bool,
    /// The animation that is running, if any.
    pub motion: Option<MoveAnimation>,
    /// Set once the program is to end.
    pub leaving: Leaving,
}

/// The first key of a chord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chord {
    /// `y`: what to copy? `f` FEN, `p` PGN, `l` line.
    Copy,
    /// `!`: which glyph?
    Mark,
}

/// Whether the terminal's window has the focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// Keys come here.
    Focused,
    /// They go to another window.
    Unfocused,
}

/// Whether every legal move's distance to mate is shown while one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Distances {
    /// Not shown: it would be help.
    #[default]
    Hidden,
    /// The player requested it.
    Shown,
}

/// Whether the program is about to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// It goes on.
    No,
    /// It ends after this frame.
    Yes,
}

/// The settings that can be changed while the program runs, in the order of their dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// What happens with a stalemating move.
    Guard,
    /// How many lines are analyzed.
    Lines,
    /// Whether the engine analyzes by itself.
    Engine,
    /// Which side is at the bottom.
    Bottom,
    /// The theme.
    Theme,
    /// How the pieces are drawn.
    Pieces,
    /// Whether analysis draws arrows for its moves.
    Arrows,
    /// Whether moves are animated.
    Animation,
    /// Threads of the built-in engine.
    Threads,
    /// Size of its hash table.
    Hash,
    /// The folder with Syzygy tables.
    Syzygy,
    /// Whether tables of five pieces without pawns are built for the position on the board.
    FivePieceTables,
    /// How time is given in a game.
    Time,
    /// Whether a pawn becomes a queen without a question.
    AutoQueen,
    /// Whether a move in a game has to be confirmed.
    ConfirmMoves,
    /// Whether a typed move is played without Enter.
    InstantMoves,
    /// Whether a running game has an evaluation bar.
    EvalBar,
    /// Whether the bell rings.
    Bell,
    /// Whether a round of practice shows its details.
    Details,
}

impl Preference {
    /// All of them in order.
    pub const ALL: [Self; 19] = [
        Self::Guard,
        Self::Lines,
        Self::Engine,
        Self::Bottom,
        Self::Theme,
        Self::Pieces,
        Self::Arrows,
        Self::Animation,
        Self::Threads,
        Self::Hash,
        Self::Syzygy,
        Self::FivePieceTables,
        Self::Time,
        Self::AutoQueen,
        Self::ConfirmMoves,
        Self::InstantMoves,
        Self::EvalBar,
        Self::Bell,
        Self::Details,
    ];
}

impl App {
    /// Drops the selected piece, the cursor and what is typed: another position is shown.
    pub(crate) fn clear_input(&mut self) {
        self.board.clear_selection();
        self.board.cursor = None;
        self.prompt.close();
    }

    /// Clears the board of the practice tab for another round, card, quiz, puzzle or game. Of what was there, a game whose
    /// moves are guessed can be gone on with.
    pub(crate) fn clear_practice_board(&mut self) {
        if let PracticeBoard::Guess(left) = std::mem::take(&mut self.practice_board) {
            self.guess.pause(left);
        }
        self.dialog = None;
        self.clear_input();
        self.current_analysis = CurrentAnalysis::default();
        self.pane = 0;
    }

    /// The part of the terminal that is drawn on.
    #[must_use]
    pub const fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.0, height: self.size.1 }
    }

    /// The program as it starts: a new game on the board, White at the bottom.
    #[must_use]
    pub fn new(now: Instant, size: (u16, u16)) -> Self {
        // Without animation until the settings are read: a test sees the position after each move.
        let config =
            Config { board: BoardConfig { animation: false, ..BoardConfig::default() }, ..Config::default() };
        Self {
            tab: Tab::Play,
            size: layout::clipped_size(size.0, size.1),
            now,
            play: PlayState::new(Position::start(), GameSetup::default()),
            analyze: AnalyzeState::new(Position::start()),
            practice: PracticeState::new(Seed(0x7f3a)),
            practice_board: PracticeBoard::default(),
            puzzles: PuzzlesState::default(),
            guess: GuessState::default(),
            tables: TablesTab::default(),
            engines: EnginesState::default(),
            config,
            machine: MachineLimits::default(),
            games: GamesState::default(),
            library_review: LibraryReviewQueue::default(),
            current_analysis: CurrentAnalysis::default(),
            proof: None,
            editor: None,
            editor_draft: None,
            hint: None,
            oracle: OracleHandle::default(),
            board: BoardInput::new(Color::White),
            prompt: Prompt::default(),
            dialog: None,
            chord: None,
            toasts: Vec::new(),
            text_reading: None,
            last_reading_id: TextReadingId::default(),
            guard: StalemateGuardMode::default(),
            new_game_defaults: NewGameDefaults::default(),
            pane: 0,
            theme: Theme::default(),
            schemes: ColorScheme::all().collect(),
            keymap: Arc::new(Keymap::default()),
            seed: 1,
            today: 0,
            focus: Focus::Focused,
            distances: Distances::Hidden,
            box_aid: BoxAid::Hidden,
            is_user_input: false,
            motion: None,
            leaving: Leaving::No,
        }
    }

    /// How time is given in the next game.
    #[must_use]
    pub fn next_time_control(&self) -> TimeControl {
        self.new_game_defaults.control.unwrap_or(self.play.setup.time_control)
    }

    /// A color by chance, another one each time.
    pub(super) fn random_color(&mut self) -> Color {
        if self.random_below(2) == 0 { Color::Black } else { Color::White }
    }

    /// A number below `count` by chance, another one each time.
    pub(super) fn random_below(&mut self, count: u16) -> u16 {
        self.random().u16(..count)
    }

    /// A generator of random numbers, another one each time.
    pub(super) fn random(&mut self) -> fastrand::Rng {
        let mut random = fastrand::Rng::with_seed(self.seed);
        self.seed = random.u64(..);
        random
    }

    /// The analysis shown for the position on the analysis board: the built-in engine's, or the external
    /// engine's where it analyzes alone.
    #[must_use]
    pub fn shown_snapshot(&self) -> Option<&AnalysisSnapshot> {
        let external =
            || self.engines.snapshot.as_deref().filter(|_| self.analyze.engine == AnalyzeEngine::Off);
        self.current_analysis.snapshot.as_deref().or_else(external)
    }

    /// The hint for the position on the board, where one was requested.
    #[must_use]
    pub fn shown_hint(&self) -> Option<&HintState> {
        let here = self.shown_position()?;
        let asked = matches!(self.tab, Tab::Play | Tab::Analyze) && self.dialog.is_none();
        self.hint.as_ref().filter(|advice| asked && advice.position == here)
    }

    /// The identity of a game that begins now.
    pub(super) fn new_game_id(&mut self) -> GameId {
        GameId { day: self.today, number: self.random().u32(..) }
    }

    /// The moves of the screen that is shown; None where no moves are made.
    #[must_use]
    pub fn shown_walk(&self) -> Option<&TreeCursor> {
        self.activity_below().walk()
    }

    /// Whether a board is on the screen on which a move can be typed, even if it is rejected with a reason.
    #[must_use]
    pub fn has_board(&self) -> bool {
        let sample = self.tab == Tab::Tables && self.tables.open_page.is_some();
        self.editor.is_none() && (self.shown_walk().is_some() || sample)
    }

    /// The position on the board: the current one, or one inside the selected line, or the preview of a
    /// pasted text. None in a list, and in the editor while its draft breaks a rule.
    #[must_use]
    pub fn shown_position(&self) -> Option<Position> {
        if let Some(Dialog::Paste(paste)) = &self.dialog {
            return Some(paste.preview.clone());
        }
        if let Some(editor) = &self.editor {
            return editor.position().cloned();
        }
        self.position_behind_editor()
    }

    /// The same as [`App::shown_position`], whatever is set up in the editor or pasted.
    #[must_use]
    pub fn position_behind_editor(&self) -> Option<Position> {
        if let Some(proof) = &self.proof {
            return Some(proof.position().clone());
        }
        if let (Tab::Analyze, Some(retry)) = (self.tab, self.analyze.retry()) {
            return Some(retry.position(&self.analyze.walk));
        }
        match (&self.analyze.walked_line, self.tab) {
            (Some(line), Tab::Analyze) => Some(line.position()),
            (_, Tab::Practice) if let Some(active) = self.shown_card() => Some(active.position()),
            (_, Tab::Tables) => self.tables.sample().cloned(),
            (_, Tab::Games) if self.games.page == GamesPage::Statistics => None,
            (_, Tab::Games) => {
                let preview = self.games.preview.as_ref().filter(|preview| preview.text_only.is_none());
                preview.map(|preview| preview.walk.position().clone())
            }
            _ => self.shown_walk().map(|walk| walk.position().clone()),
        }
    }

    /// The move that led to the position on the board.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        if let Some(proof) = self.proof.as_ref().filter(|_| self.editor.is_none()) {
            return proof.last_move();
        }
        match (&self.analyze.walked_line, self.tab) {
            (_, _) if self.editor.is_some() || matches!(self.dialog, Some(Dialog::Paste(_))) => None,
            (_, Tab::Analyze) if let Some(mv) = self.analyze.retry().and_then(MistakeRetry::shown_move) => {
                Some(mv)
            }
            (Some(line), Tab::Analyze) if line.moves_played > 0 => line.last_move(),
            _ if let Some(mv) = self.shown_card().and_then(ActiveCard::solution) => Some(mv),
            _ => self.shown_walk().and_then(TreeCursor::last_move),
        }
    }

    /// The targets of the selected piece, and the outcome of a move there. Empty while none is selected.
    #[must_use]
    pub fn targets(&self) -> Vec<MoveTarget> {
        let Some(from) = self.board.picked else { return Vec::new() };
        let Some(position) = self.shown_position() else { return Vec::new() };
        let walks_line = self.tab == Tab::Analyze && self.analyze.walked_line.is_some();
        let mut targets = board::state::targets(&position, from, self.ranking().filter(|_| !walks_line));
        let tells_nothing =
            self.shown_quiz().is_some() || self.shown_puzzle().is_some() || self.shown_guess().is_some();
        if tells_nothing || self.shows_only_stalemate() {
            for target in &mut targets {
                if tells_nothing
                    || target.outcome != MoveTargetOutcome::Stalemate
                    || self.guard == StalemateGuardMode::Off
                {
                    target.outcome = MoveTargetOutcome::Unknown;
                }
            }
        }
        targets
    }

    /// In a game and in a running round the board must not give the answer away, unless it was requested.
    fn shows_only_stalemate(&self) -> bool {
        self.distances == Distances::Hidden
            && match self.activity_below() {
                Activity::Game(play) => play.ending.is_none(),
                Activity::Round(round) => round.summary().is_none(),
                _ => false,
            }
    }

    /// Every legal move by its cost, where the tables cover the position and the screen may show it.
    #[must_use]
    pub fn ranking(&self) -> Option<&Ranking> {
        let is_requested = self.distances == Distances::Shown;
        match self.activity_below() {
            Activity::Game(play) => play.ranking.as_ref().filter(|_| is_requested),
            Activity::Analysis(analyze) => {
                let snapshot = self.current_analysis.snapshot.as_ref();
                snapshot.and_then(|snapshot| snapshot.ranking.as_ref()).or(analyze.ranking.as_ref())
            }
            Activity::Example(example) => example.ranking.as_ref(),
            Activity::Round(round) => {
                round.ranking.as_ref().filter(|_| is_requested || round.summary().is_some())
            }
            _ => None,
        }
    }

    /// The move list of the screen that is shown, around the move that led to the position on the board.
    #[must_use]
    pub fn move_list(&self) -> Vec<MoveListEntry> {
        /// Moves before that one and behind it: more than the tallest screen has room for.
        const MAX_NEARBY_MOVES: usize = 500;
        self.shown_walk().map_or_else(Vec::new, |walk| move_list::move_list_near(walk, MAX_NEARBY_MOVES))
    }

    /// How the game, the round or the position on the board is over, if it is.
    #[must_use]
    pub fn shown_ending(&self) -> Option<GameTermination> {
        match self.activity_below() {
            Activity::Game(play) => play.ending,
            Activity::Analysis(analyze) | Activity::Retry { analyze, .. } => analyze.walk.termination(),
            Activity::Example(example) => example.walk.termination(),
            Activity::Round(round) => round.summary()?.ending,
            _ => None,
        }
    }
}
