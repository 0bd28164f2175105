//! The state of the whole terminal interface: all that `view` draws and all that `update` changes.
//!
//! Nothing here acts and nothing here asks the time: `now` is told with every event.
//!
//! For a screen, read in this order: [`App::tab`] (which screen), [`App::shown`] (the position on the
//! board, with a walked line included), [`App::last_move`], [`App::targets`] and [`App::board`] (what lies
//! over the board), [`App::sheet`] (the move list), [`App::watch`] (what is known), then the screen's own
//! part: [`Play`], [`Study`] or [`Practice`]; last [`App::dialog`], [`App::prompt`], [`App::toasts`].

pub mod board;
pub mod box_aid;
pub mod drill;
pub mod editor;
pub mod endings;
pub mod engine_use;
pub mod engines;
pub mod games;
pub mod hint;
pub mod in_force;
pub mod known;
pub mod line;
pub mod motion;
pub mod offer;
pub mod only;
pub mod other_turn;
pub mod play;
pub mod premove;
pub mod prompt;
pub mod quiz;
pub mod review;
pub mod setting;
pub mod sheet;
pub mod study;
pub mod text_reading;
pub mod threat;
pub mod toast;
pub mod watch;
pub mod why;

use std::sync::Arc;
use std::time::Instant;

use crate::analysis::Snapshot;
use crate::chess::{Color, Ending, Move, Position, Ranking};
use crate::game::{Mark, TimeControl, Walk};
use crate::practice::review::USUAL_NODES;
use crate::practice::{Guard, Seed};

use ratatui::layout::Rect;

use super::dialog::Dialog;
use super::keymap::Keymap;
use super::layout;
use super::theme::{Scheme, Theme};

pub use board::{BoardInput, Keeps, Meaning, Target};
pub use box_aid::{BoxAid, BoxView};
pub use drill::{Drilling, Practice, Waiting};
pub use editor::{Editor, Tool};
pub use endings::{Endings, Standing};
pub use engine_use::EngineUse;
pub use engines::{Engines, Guest, Outside, Process};
pub use games::Games;
pub use in_force::InForce;
pub use known::{Found, Known};
pub use line::{KeptLine, LineWalk, Which};
pub use motion::{Animation, Motion};
pub use offer::Offer;
pub use other_turn::OtherTurnView;
pub use play::{Course, Play, Setup, Thought};
pub use premove::Premove;
pub use prompt::Prompt;
pub use review::Reviewing;
pub use setting::Setting;
pub use sheet::{Bracket, Entry, Place};
pub use study::{Engine, Glance, Sort, Study};
pub use text_reading::{ReadFor, TextReading, TextReadingId};
pub use threat::Threat;
pub use toast::{Toast, Tone};
pub use watch::{State, Tables, Truth, Watch};
pub use why::Why;

/// A point in time, told by the shell.
pub type Moment = Instant;

/// The whole state.
#[expect(clippy::struct_excessive_bools, reason = "settings of their own, none of which excludes another")]
#[derive(Clone, Debug)]
pub struct App {
    /// The screen that is shown.
    pub tab: Tab,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The time of the last event.
    pub now: Moment,
    /// The game against the engine.
    pub play: Play,
    /// The analysis board.
    pub study: Study,
    /// The drills.
    pub practice: Practice,
    /// The tables of endings.
    pub endings: Endings,
    /// The engines outside.
    pub engines: Engines,
    /// What the built-in engine may use of the machine.
    pub engine_use: EngineUse,
    /// Whether a pawn moved with the mouse or the cursor becomes a queen without a question.
    pub auto_queen: bool,
    /// Whether a move in a game wants Enter again.
    pub confirm_moves: bool,
    /// The list of games.
    pub games: Games,
    /// What is known about the position on the board.
    pub watch: Watch,
    /// The proof that is looked at, while one is.
    pub why: Option<Box<Why>>,
    /// The position editor, while it is shown.
    pub editor: Option<Box<Editor>>,
    /// The editor as it was left, until its position is used.
    pub draft: Option<Box<Editor>>,
    /// The hint that was asked for last, in a game or an analysis.
    pub hint: Option<hint::Advice>,
    /// Whom to ask about endings.
    pub truth: Truth,
    /// Cursor, man in hand, drag.
    pub board: BoardInput,
    /// The move prompt.
    pub prompt: Prompt,
    /// What lies over the screen.
    pub dialog: Option<Dialog>,
    /// A key that waits for a second one.
    pub chord: Option<Chord>,
    /// Notes that go away by themselves, oldest first.
    pub toasts: Vec<Toast>,
    /// The long text that is read in the background, while one is.
    pub reading: Option<Box<TextReading>>,
    /// The identity of the last reading.
    pub last_reading: TextReadingId,
    /// What happens with a stalemating move.
    pub guard: Guard,
    /// What a new game is offered with.
    pub offer: Offer,
    /// Which pane is in front where there is room for one only; screens take it modulo their panes.
    pub pane: usize,
    /// What everything looks like.
    pub theme: Theme,
    /// The schemes of colors that can be chosen.
    pub schemes: Vec<Scheme>,
    /// Which key does what.
    pub keymap: Arc<Keymap>,
    /// Thrown anew for each decision by chance; set by the shell, so that a test can repeat it.
    pub seed: u64,
    /// The day, counted from 1970-01-01: what drills are due.
    pub today: u32,
    /// Whether the window has the focus: a lost one needs no cursor.
    pub focus: Focus,
    /// Whether a game and a round tell what each move costs; the analysis always does.
    pub distances: Distances,
    /// Positions that the search makes for each position of a game that is reviewed, 1 or more.
    pub review_nodes: u64,
    /// Whether analysis points its moves out on the board.
    pub arrows: Arrows,
    /// Whether the board shows where the hunted king can go.
    pub box_aid: BoxAid,
    /// Whether the terminal's bell rings.
    pub bell: Bell,
    /// Whether a typed move is played without Enter once it can be no other.
    pub instant_moves: bool,
    /// Whether the bar beside a running game shows what the engine thinks of it.
    pub eval_bar: bool,
    /// Whether what happens now was done by the person: what is said then is said in answer.
    pub answering: bool,
    /// Whether moves are seen on their way.
    pub animation: Animation,
    /// The move that is on its way on the board that is shown.
    pub motion: Option<Motion>,
    /// Set once the program is to end.
    pub leaving: Leaving,
}

/// The screens that tabs lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    /// A game against the engine.
    Play,
    /// Analysis of any position.
    Analyze,
    /// Drills.
    Practice,
    /// The tables of endings.
    Tables,
    /// The list of games.
    Games,
}

impl Tab {
    /// All tabs, in the order of the keys `1` to `5`.
    pub const ALL: [Self; 5] = [Self::Play, Self::Analyze, Self::Practice, Self::Tables, Self::Games];

    /// The name on the tab.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Analyze => "Analyze",
            Self::Practice => "Practice",
            Self::Tables => "Tables",
            Self::Games => "Games",
        }
    }
}

/// A key that waits for a second one.
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
    Here,
    /// They go to another window.
    Elsewhere,
}

/// Whether every legal move's distance to mate is shown while one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Distances {
    /// It would be help.
    #[default]
    Hidden,
    /// The player asked for it.
    Shown,
}

/// Whether analysis points out on the board what it would play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrows {
    /// By arrows.
    #[default]
    Shown,
    /// The board shows the men alone.
    Hidden,
}

impl Arrows {
    /// The other one.
    #[must_use]
    pub const fn toggled(self) -> Self {
        match self {
            Self::Shown => Self::Hidden,
            Self::Hidden => Self::Shown,
        }
    }
}

/// Whether the terminal's bell rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bell {
    /// It does.
    #[default]
    Rings,
    /// It never does.
    Silent,
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
    /// The scheme of colors.
    Theme,
    /// How the men are drawn.
    Men,
    /// Whether analysis points its moves out.
    Arrows,
    /// Whether moves are seen on their way.
    Animation,
    /// Threads of the built-in engine.
    Threads,
    /// Size of its hash table.
    Hash,
    /// The folder with Syzygy tables.
    Syzygy,
    /// How time is given in a game.
    Time,
    /// Whether a pawn becomes a queen without a question.
    AutoQueen,
    /// Whether a move in a game wants to be confirmed.
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
    pub const ALL: [Self; 18] = [
        Self::Guard,
        Self::Lines,
        Self::Engine,
        Self::Bottom,
        Self::Theme,
        Self::Men,
        Self::Arrows,
        Self::Animation,
        Self::Threads,
        Self::Hash,
        Self::Syzygy,
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
    /// The part of the terminal that is drawn on.
    #[must_use]
    pub const fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.0, height: self.size.1 }
    }

    /// The program as it starts: a new game on the board, White at the bottom.
    #[must_use]
    pub fn new(now: Moment, size: (u16, u16)) -> Self {
        Self {
            tab: Tab::Play,
            size: layout::clipped(size.0, size.1),
            now,
            play: Play::new(Position::start(), Setup::default()),
            study: Study::new(Position::start()),
            practice: Practice::new(Seed(0x7f3a)),
            endings: Endings::default(),
            engines: Engines::default(),
            engine_use: EngineUse::default(),
            auto_queen: false,
            confirm_moves: false,
            games: Games::default(),
            watch: Watch::default(),
            why: None,
            editor: None,
            draft: None,
            hint: None,
            truth: Truth::default(),
            board: BoardInput::new(Color::White),
            prompt: Prompt::default(),
            dialog: None,
            chord: None,
            toasts: Vec::new(),
            reading: None,
            last_reading: TextReadingId::default(),
            guard: Guard::default(),
            offer: Offer::default(),
            pane: 0,
            theme: Theme::default(),
            schemes: Scheme::all().collect(),
            keymap: Arc::new(Keymap::default()),
            seed: 1,
            today: 0,
            focus: Focus::Here,
            distances: Distances::Hidden,
            review_nodes: USUAL_NODES.into(),
            arrows: Arrows::Shown,
            box_aid: BoxAid::Hidden,
            bell: Bell::Rings,
            instant_moves: false,
            eval_bar: false,
            answering: false,
            animation: Animation::Off,
            motion: None,
            leaving: Leaving::No,
        }
    }

    /// How time is given in the next game.
    #[must_use]
    pub fn next_control(&self) -> TimeControl {
        self.offer.control.unwrap_or(self.play.setup.control)
    }

    /// A color by chance, another one each time.
    pub(super) fn throw(&mut self) -> Color {
        if self.draw(2) == 0 { Color::Black } else { Color::White }
    }

    /// A number below `count` by chance, another one each time.
    pub(super) fn draw(&mut self, count: u16) -> u16 {
        let mut random = fastrand::Rng::with_seed(self.seed);
        self.seed = random.u64(..);
        random.u16(..count)
    }

    /// What is said of the position on the analysis board: by the built-in engine, or by the one outside
    /// where it analyzes alone.
    #[must_use]
    pub fn heard(&self) -> Option<&Snapshot> {
        let outside = || self.engines.told.as_deref().filter(|_| self.study.engine == Engine::Off);
        self.watch.snapshot.as_deref().or_else(outside)
    }

    /// The hint for the position on the board, where one was asked for.
    #[must_use]
    pub fn advice(&self) -> Option<&hint::Advice> {
        let here = self.shown()?;
        let asked = matches!(self.tab, Tab::Play | Tab::Analyze) && self.dialog.is_none();
        self.hint.as_ref().filter(|advice| asked && advice.position == here)
    }

    /// The mark of a game that begins now.
    pub(super) fn mark(&mut self) -> Mark {
        let mut random = fastrand::Rng::with_seed(self.seed);
        self.seed = random.u64(..);
        Mark { day: self.today, number: random.u32(..) }
    }

    /// The moves of the screen that is shown; None where no moves are made.
    #[must_use]
    pub fn walk(&self) -> Option<&Walk> {
        match self.tab {
            Tab::Play => Some(&self.play.walk),
            Tab::Analyze => Some(&self.study.walk),
            Tab::Practice => {
                let example = self.practice.example.as_ref().map(|example| &example.walk);
                let round = self.practice.round.as_deref().map(|round| &round.walk);
                let quiz = self.practice.quiz.as_deref().map(|quizzing| &quizzing.walk);
                example.or(round).or(quiz)
            }
            Tab::Tables | Tab::Games => None,
        }
    }

    /// Whether a board is on the screen on which a move could be typed, be it only to hear why not.
    #[must_use]
    pub fn has_board(&self) -> bool {
        let sample = self.tab == Tab::Tables && self.endings.page.is_some();
        self.editor.is_none() && (self.walk().is_some() || sample)
    }

    /// The position on the board: where the reader stands, or inside the line that is walked, or what a
    /// pasted text would give. None in a list, and in the editor while its draft breaks a rule.
    #[must_use]
    pub fn shown(&self) -> Option<Position> {
        if let Some(Dialog::Paste(paste)) = &self.dialog {
            return Some(paste.preview.clone());
        }
        if let Some(editor) = &self.editor {
            return editor.position().cloned();
        }
        self.behind_editor()
    }

    /// The same as [`App::shown`], whatever is set up in the editor or pasted.
    #[must_use]
    pub fn behind_editor(&self) -> Option<Position> {
        if let Some(why) = &self.why {
            return Some(why.position().clone());
        }
        if let (Tab::Analyze, Some(retry)) = (self.tab, self.study.retry()) {
            return Some(retry.position(&self.study.walk));
        }
        match (&self.study.line, self.tab) {
            (Some(line), Tab::Analyze) => Some(line.position()),
            (_, Tab::Tables) => self.endings.sample().cloned(),
            (_, Tab::Games) => self.games.preview.as_ref().map(|preview| preview.walk.position().clone()),
            _ => self.walk().map(|walk| walk.position().clone()),
        }
    }

    /// The move that led to the position on the board.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        if let Some(why) = self.why.as_ref().filter(|_| self.editor.is_none()) {
            return why.last_move();
        }
        match (&self.study.line, self.tab) {
            (_, _) if self.editor.is_some() || matches!(self.dialog, Some(Dialog::Paste(_))) => None,
            (_, Tab::Analyze) if let Some(mv) = self.study.retry().and_then(review::Retry::on_board) => {
                Some(mv)
            }
            (Some(line), Tab::Analyze) if line.at > 0 => line.last_move(),
            _ => self.walk().and_then(Walk::last_move),
        }
    }

    /// Where the picked man may go, and what comes of it. Empty while none is picked up.
    #[must_use]
    pub fn targets(&self) -> Vec<Target> {
        let Some(from) = self.board.picked else { return Vec::new() };
        let Some(position) = self.shown() else { return Vec::new() };
        let walks_line = self.tab == Tab::Analyze && self.study.line.is_some();
        let mut targets = board::targets(&position, from, self.ranking().filter(|_| !walks_line));
        let tells_nothing = self.quizzing().is_some();
        if tells_nothing || self.tells_only_stalemate() {
            for target in &mut targets {
                if tells_nothing || target.meaning != Meaning::Stalemate || self.guard == Guard::Off {
                    target.meaning = Meaning::Unknown;
                }
            }
        }
        targets
    }

    /// In a game and in a running round the board must not give the answer away, unless it was asked for.
    fn tells_only_stalemate(&self) -> bool {
        match self.tab {
            Tab::Play | Tab::Practice if self.distances == Distances::Shown => false,
            Tab::Play => self.play.over.is_none(),
            Tab::Analyze | Tab::Tables | Tab::Games => false,
            Tab::Practice if self.practice.example.is_some() => false,
            Tab::Practice => self.practice.round.as_deref().is_some_and(|round| round.account().is_none()),
        }
    }

    /// Every legal move by its cost, where the tables cover the position and the screen may tell.
    #[must_use]
    pub fn ranking(&self) -> Option<&Ranking> {
        match self.tab {
            Tab::Play => self.play.ranking.as_ref().filter(|_| self.distances == Distances::Shown),
            Tab::Analyze if self.study.retry().is_some() => None,
            Tab::Analyze => {
                let told = self.watch.snapshot.as_ref().and_then(|snapshot| snapshot.ranking.as_ref());
                told.or(self.study.ranking.as_ref())
            }
            Tab::Practice if let Some(example) = &self.practice.example => example.ranking.as_ref(),
            Tab::Practice => {
                let round = self.practice.round.as_deref()?;
                let may_tell = round.account().is_some() || self.distances == Distances::Shown;
                round.ranking.as_ref().filter(|_| may_tell)
            }
            Tab::Tables | Tab::Games => None,
        }
    }

    /// The move list of the screen that is shown, around the move that led to the position on the board.
    #[must_use]
    pub fn sheet(&self) -> Vec<Entry> {
        /// Moves before that one and behind it: more than the tallest screen has room for.
        const NEAR: usize = 500;
        self.walk().map_or_else(Vec::new, |walk| sheet::entries_near(walk, NEAR))
    }

    /// How the game, the round or the position on the board is over, if it is.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.tab {
            Tab::Play => self.play.over,
            Tab::Analyze => self.study.walk.ending(),
            Tab::Practice if let Some(example) = &self.practice.example => example.walk.ending(),
            Tab::Practice => self.practice.round.as_ref().and_then(|round| round.account()?.ending),
            Tab::Tables | Tab::Games => None,
        }
    }
}
