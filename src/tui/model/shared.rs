//! [`Shared`]: the state that all screens share: the board's input, the prompt, the dialog, notes, the settings, what is known
//! about the position on the board.

use std::sync::Arc;
use std::time::Instant;

use ratatui::layout::Rect;

use crate::analysis::{BuildCost, Tables};
use crate::chess::table_policy::TablePolicy;
use crate::chess::text::sanitize;
use crate::chess::{Color, Material, Move, Position, Role};
use crate::config::{BoardConfig, Config};
use crate::game::{GameId, Repertoires};
use crate::practice::StalemateGuardMode;
use crate::tui::keymap::Keymap;
use crate::tui::model::board::moves_onto;
use crate::tui::model::table_builds::build_time_text;
use crate::tui::model::{
    BoardInput, CurrentAnalysis, Dialog, EnginesState, HintState, LibraryReviewQueue, MachineLimits,
    MoveAnimation, NewGameDefaults, OracleHandle, Prompt, TableBuilds, TableStatus, TextReading,
    TextReadingId, Toast, ToastLevel,
};
use crate::tui::navigation::Tab;
use crate::tui::theme::{ColorScheme, Theme};

/// The largest part of a terminal that is drawn on: columns and rows.
const MAX_SIZE: (u16, u16) = (640, 240);

/// The state that all screens share.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The screen that is shown.
    pub tab: Tab,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The time of the last event.
    pub now: Instant,
    /// The settings. A change is saved by [`Effect::SaveConfig`](crate::tui::message::Effect::SaveConfig).
    pub config: Config,
    /// The threads and the memory that the machine has.
    pub machine: MachineLimits,
    /// What is known about the position on the board.
    pub current_analysis: CurrentAnalysis,
    /// The endgame tables that answer probes.
    pub oracle: OracleHandle,
    /// The external engines.
    pub engines: EnginesState,
    /// The endgame tables that are saved, and those that are being built.
    pub table_builds: TableBuilds,
    /// The opening repertoires; None until they were read.
    pub repertoires: Option<Arc<Repertoires>>,
    /// The review of the library.
    pub library_review: LibraryReviewQueue,
    /// The hint that was requested last, in a game or an analysis.
    pub hint: Option<HintState>,
    /// The long text that is read in the background, while one is.
    pub text_reading: Option<Box<TextReading>>,
    /// The identity of the last reading.
    pub last_reading_id: TextReadingId,
    /// Defaults of the next new game.
    pub new_game_defaults: NewGameDefaults,
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
    /// What happens with a stalemating move in this session: the setting, unless a key has changed it.
    pub guard: StalemateGuardMode,
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

/// Whether the board shows where the hunted king can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoxAid {
    /// The pane of a round counts its squares.
    #[default]
    Hidden,
    /// The squares are marked.
    Shown,
}

impl BoxAid {
    /// The opposite setting.
    pub(crate) const fn toggled(self) -> Self {
        match self {
            Self::Hidden => Self::Shown,
            Self::Shown => Self::Hidden,
        }
    }
}

/// Whether the program is about to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// It goes on.
    No,
    /// It ends after this frame.
    Yes,
}

impl Shared {
    /// The state of a program that starts at a time, in a terminal of so many columns and rows.
    pub(crate) fn new(now: Instant, size: (u16, u16)) -> Self {
        // Without animation until the settings are read: a test sees the position after each move.
        let config =
            Config { board: BoardConfig { animation: false, ..BoardConfig::default() }, ..Config::default() };
        Self {
            tab: Tab::Play,
            size: clipped_size(size.0, size.1),
            now,
            config,
            machine: MachineLimits::default(),
            current_analysis: CurrentAnalysis::default(),
            oracle: OracleHandle::default(),
            engines: EnginesState::default(),
            table_builds: TableBuilds::default(),
            repertoires: None,
            library_review: LibraryReviewQueue::default(),
            hint: None,
            text_reading: None,
            last_reading_id: TextReadingId::default(),
            new_game_defaults: NewGameDefaults::default(),
            board: BoardInput::new(Color::White),
            prompt: Prompt::default(),
            dialog: None,
            chord: None,
            toasts: Vec::new(),
            guard: StalemateGuardMode::default(),
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

    /// Drops the selected piece, the cursor and what is typed: another position is shown.
    pub(crate) fn clear_input(&mut self) {
        self.board.clear_selection();
        self.board.cursor = None;
        self.prompt.close();
    }

    /// The part of the terminal that is drawn on.
    #[must_use]
    pub const fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.0, height: self.size.1 }
    }

    /// A color by chance, another one each time.
    pub(crate) fn random_color(&mut self) -> Color {
        if self.random_below(2) == 0 { Color::Black } else { Color::White }
    }

    /// A number below `count` by chance, another one each time.
    pub(crate) fn random_below(&mut self, count: u16) -> u16 {
        self.random().u16(..count)
    }

    /// A generator of random numbers, another one each time.
    pub(crate) fn random(&mut self) -> fastrand::Rng {
        let mut random = fastrand::Rng::with_seed(self.seed);
        self.seed = random.u64(..);
        random
    }

    /// The identity of a game that begins now.
    pub(crate) fn new_game_id(&mut self) -> GameId {
        GameId { day: self.today, number: self.random().u32(..) }
    }

    /// Shows a note. Control characters are removed.
    fn show_toast(&mut self, tone: ToastLevel, text: impl Into<String>) {
        const MAX_TOASTS: usize = 4;
        let text = sanitize(&text.into());
        self.toasts.retain(|toast| toast.text != text);
        if self.toasts.len() >= MAX_TOASTS {
            self.toasts.remove(0);
        }
        // An unrequested note waits until the notes before it were read.
        let free = self.toasts.iter().map(|toast| toast.until).max().filter(|_| !self.is_user_input);
        let from = free.map_or(self.now, |free| free.max(self.now));
        self.toasts.push(Toast { is_response: self.is_user_input, ..Toast::new(tone, text, from) });
    }

    /// Shows a note of success.
    pub(crate) fn show_note(&mut self, text: impl Into<String>) {
        self.show_toast(ToastLevel::Note, text);
    }

    /// Shows a note of what did not go as it was meant to.
    pub(crate) fn show_warning(&mut self, text: impl Into<String>) {
        self.show_toast(ToastLevel::Warning, text);
    }

    /// Shows a note of what has failed.
    pub(crate) fn show_error(&mut self, text: impl Into<String>) {
        self.show_toast(ToastLevel::Error, text);
    }

    /// Shows a note that disappears at the next key press.
    pub(crate) fn show_response(&mut self, tone: ToastLevel, text: impl Into<String>) {
        let before = std::mem::replace(&mut self.is_user_input, true);
        self.show_toast(tone, text);
        self.is_user_input = before;
    }

    /// The note that is shown: the most severe reply, of equals the newest; else the progress of a long
    /// reading; else the note that has waited longest.
    pub(crate) fn shown_toast(&self) -> Option<&Toast> {
        self.toasts
            .iter()
            .filter(|toast| toast.is_response)
            .max_by_key(|toast| toast.level)
            .or(self.text_reading.as_ref().map(|reading| &reading.progress_toast))
            .or(self.toasts.first())
    }

    /// What it takes to build an ending with the missing endings that it leads to, roughly: time, memory,
    /// disk.
    pub(crate) fn build_cost(&self, material: &Material) -> BuildCost {
        let missing = |sub_ending: &Material| self.table_status(sub_ending) == TableStatus::Missing;
        let missing_endings: Vec<Material> =
            Tables::with_sub_endings(material).into_iter().filter(missing).collect();
        BuildCost::of(&missing_endings, self.machine.cores)
    }

    /// How long it takes to build an ending, roughly: `seconds`, `14 s`, `3 min`.
    pub(crate) fn build_time(&self, material: &Material) -> String {
        if TablePolicy::of(material).is_built_unasked() {
            "seconds".to_owned()
        } else {
            build_time_text(self.build_cost(material).seconds)
        }
    }

    /// The status of an ending.
    #[must_use]
    pub fn table_status(&self, material: &Material) -> TableStatus {
        if self.oracle.oracle().covers(material) {
            TableStatus::Ready
        } else if let Some(work) = self.table_builds.pending_of(material) {
            TableStatus::Building(work.progress.map(|progress| progress.permille))
        } else if self.table_builds.saved_sizes.contains_key(&material.normalized()) {
            TableStatus::Saved
        } else {
            TableStatus::Missing
        }
    }

    /// The hint for a position of the game or the analysis, where one was requested.
    pub(crate) fn shown_hint(&self, position: &Position) -> Option<&HintState> {
        let is_on_screen = matches!(self.tab, Tab::Play | Tab::Analyze) && self.dialog.is_none();
        self.hint.as_ref().filter(|hint| is_on_screen && hint.position == *position)
    }

    /// The move that the player is about to make, where that is plain.
    pub(crate) fn considered_move(&self, position: &Position) -> Option<Move> {
        if let Some(mv) = self.board.unconfirmed_move {
            return Some(mv).filter(|&mv| position.is_legal(mv));
        }
        let Some(from) = self.board.picked else {
            return self.prompt.parse_move(position).ok();
        };
        let to = self.board.dragged_over.or(self.board.cursor)?;
        let becomes = |mv: &Move| mv.promotion().is_none_or(|role| role == Role::Queen);
        moves_onto(position, from, to).into_iter().find(becomes)
    }
}

/// The part of a window that is drawn on. Some terminals report absurd sizes.
pub(crate) fn clipped_size(width: u16, height: u16) -> (u16, u16) {
    (width.min(MAX_SIZE.0), height.min(MAX_SIZE.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_no_screen_has_are_cut() {
        assert_eq!(clipped_size(80, 24), (80, 24));
        assert_eq!([clipped_size(65_535, 1), clipped_size(1000, 1000)], [(640, 1), (640, 240)]);
    }
}
