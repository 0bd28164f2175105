//! Messages, which change the state, and effects, which the shell carries out.

use crate::analysis::{AnalysisEvent, AnalysisJob, PositionHistory};
use crate::analysis::{game_analysis, proof_explorer};
use crate::chess::{DraftEdit, Material, Move, Position, Square};
use crate::game::pgn::PgnGame;
use crate::game::{GameId, GameLocation, NodeId, OwnGame, PastedText, TrashedGame, TreeCursor};
use crate::practice::PracticeProgress;
use crate::practice::record::PracticeEntry;
use crate::tui::analyze::line::LineRef;
use crate::tui::app::watch::OracleHandle;
use crate::tui::app::{Focus, Tab};
use crate::tui::editor::state::EditorTool;
use crate::tui::engines::state::EngineProcessId;
use crate::tui::games::state::{ExportConsent, GameReadPurpose, LibraryEvent};
use crate::tui::keymap::Action;
use crate::tui::settings::engine_use::EngineResources;
use crate::tui::settings::reload::SettingsUpdate;
use crate::tui::settings::setting::Setting;
use crate::tui::text_reading::state::{TextReadPurpose, TextReadingId};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tui_input::InputRequest;

/// Something that happened, and when.
#[derive(Clone, Debug)]
pub struct TimedMessage {
    /// When.
    pub at: Instant,
    /// What.
    pub message: Message,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// An action was asked for, by key, palette or mouse.
    Action(Action),
    /// A character for the prompt or a dialog's text.
    TypeChar(char),
    /// An edit of the prompt or a dialog's text.
    Edit(InputRequest),
    /// The mouse did something, perhaps on something.
    Mouse(MouseGesture, Option<MouseHit>),
    /// A text was pasted.
    Paste(String),
    /// A change of what is set up in the editor.
    EditPosition(DraftEdit),
    /// The terminal has another size: columns, rows.
    Resize(u16, u16),
    /// The window gained or lost the focus.
    Focus(Focus),
    /// A word from the background.
    Analysis(AnalysisEvent),
    /// A word from an external engine.
    ExternalEngine(EngineProcessId, AnalysisEvent),
    /// A command for an external engine was split into words.
    EngineCommandParsed(Vec<String>),
    /// These engines are on this machine: the program and its arguments of each.
    EnginesFound(Vec<Vec<String>>),
    /// The tables can be asked from now on.
    OracleReady(OracleHandle),
    /// The program was started: the game goes on as it was left.
    ResumeGame,
    /// The program was started to analyze a position.
    Analyze(Box<Position>),
    /// The program was started for a round, an index of the list.
    Practice(usize),
    /// The program was started with the games of a file.
    OpenFile(PathBuf),
    /// The program was started with the games of a text.
    OpenText(String),
    /// So much of a long text was read, in thousandths.
    TextProgress(TextReadingId, u16),
    /// A long text was read: the text without its control characters, and what it is.
    TextRead(TextReadingId, Arc<str>, Box<PastedText>),
    /// The disk has something to say of games.
    Library(LibraryEvent),
    /// A deadline came: a clock's figures change, a note goes away.
    Deadline,
    /// These tables are kept, with their sizes in bytes.
    SavedTables(Vec<(Material, u64)>),
    /// It is this day, counted from 1970-01-01.
    DateChanged(u32),
    /// The record of practice was read.
    PracticeRecord(Box<PracticeProgress>),
    /// Something that the shell was asked for did not work: a sentence for the player.
    EffectFailed(String),
    /// The terminal shows images.
    ImagesSupported,
    /// The settings file or a theme file was changed on disk.
    SettingsChanged(Box<SettingsUpdate>),
    /// The program was stopped and goes on.
    ProcessContinued,
    /// The system asks the program to end.
    Terminate,
}

/// What the mouse did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MouseGesture {
    /// The left button went down.
    Press,
    /// The mouse moved with the button down.
    Drag,
    /// A button went up.
    Release,
    /// The right button went down.
    RightPress,
    /// The mouse moved with the right button down.
    RightDrag,
    /// The wheel turned away from the user.
    WheelUp,
    /// The wheel turned towards the user.
    WheelDown,
}

/// What lies under the mouse: the layout knows, `update` decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MouseHit {
    /// A square of the board.
    Square(Square),
    /// A tab.
    Tab(Tab),
    /// A move of the move list.
    MoveListEntry(NodeId),
    /// A line of the analysis, and which of its moves, from 0.
    Line(LineRef, Option<usize>),
    /// A row of the dialog or the list that is shown, from 0.
    Row(usize),
    /// A button or a footer's key.
    Action(Action),
    /// A piece of the box beside the editor's board, or what is no piece in it.
    Tool(EditorTool),
    /// A change of what is set up.
    EditPosition(DraftEdit),
}

/// A wish that the shell fulfils.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Take up a job in the background; the one before is dropped.
    StartAnalysis(Box<AnalysisJob>),
    /// Stop the job in the background.
    StopAnalysis,
    /// Let the job in the background come to its end at once.
    FinishAnalysis,
    /// Have the built-in engine use so much of the machine.
    ConfigureEngine(EngineResources),
    /// Look which known engines are on this machine.
    FindEngines,
    /// Start an external engine.
    StartExternal(EngineProcessId),
    /// Ask an external engine, which is started where it is not running; what it was asked before is dropped.
    SearchExternal(EngineProcessId, Box<AnalysisJob>, Box<PositionHistory>),
    /// Have an external engine think beforehand, in a position whose last move is only expected.
    PonderExternal(EngineProcessId, Box<AnalysisJob>, Box<PositionHistory>),
    /// The move that an external engine expected was played.
    PonderHitExternal(EngineProcessId),
    /// Let an external engine rest.
    StopExternal(EngineProcessId),
    /// Let an external engine come to its move at once.
    MoveNowExternal(EngineProcessId),
    /// An external engine is to play another game than the one before.
    NewGameExternal(EngineProcessId),
    /// Change a setting of an external engine: its name, the setting's, the value.
    SetExternalOption(String, String, String),
    /// End the process of an external engine.
    QuitExternal(EngineProcessId),
    /// Split a typed command into words: it is to be an engine.
    ParseEngineCommand(String),
    /// Explain a mate in the background; the explanation before it ends.
    StartProof(Box<proof_explorer::MateClaim>),
    /// Work out the defenses below a node of the tree, in a position with so many moves left.
    ExpandProof(proof_explorer::ProofNodeId, Box<Position>, u16),
    /// Explain nothing any more.
    StopProof,
    /// Look at all positions of a game in the background; the sweep before ends.
    StartGameAnalysis(Box<game_analysis::GameAnalysisRequest>),
    /// Look at no more positions of a game.
    StopGameAnalysis,
    /// Answer a second question beside the job in the background; the one before it ends.
    StartSideQuery(Box<AnalysisJob>),
    /// Answer no second question any more.
    StopSideQuery,
    /// Make the table of an ending in the background, or read what is kept of it.
    BuildTable(Material),
    /// Stop the making of a table.
    StopTableBuild(Material),
    /// Count what a table holds, in the background.
    CountTable(Material),
    /// Look which tables are kept.
    ListTables,
    /// Forget what the engine learned, before a new game.
    ClearEngineMemory,
    /// Keep the running game.
    SaveGame,
    /// Keep the analysis.
    SaveAnalysis,
    /// Keep a finished round or run of practice; its time is not in it yet.
    SavePractice(Box<PracticeEntry>),
    /// Keep settings for the next start.
    SaveSettings(Vec<Setting>),
    /// Look which games are in the library.
    ListGames,
    /// Find out in the background what a text is; moves are taken from the position.
    ReadText(TextReadingId, String, Box<Position>, TextReadPurpose),
    /// Read that text no further.
    CancelReading,
    /// Look which games are in a file.
    ListFile(PathBuf),
    /// Look no further which games are in a file.
    CancelListing,
    /// Read a game of a text for some purpose.
    ParseGame(GameLocation, GameReadPurpose, Arc<str>),
    /// Read a game for some purpose.
    ReadGame(GameLocation, GameReadPurpose),
    /// Move a game to the trash.
    DeleteGame(GameLocation),
    /// Move a game back from the trash.
    RestoreGame(TrashedGame),
    /// Copy the games of a file into the library.
    ImportGames(PathBuf),
    /// Write games to a file.
    ExportGames(Vec<GameLocation>, PathBuf, ExportConsent),
    /// Complete the path that is typed.
    CompletePath(String),
    /// Keep a game's text in the library, in a file of this name.
    AddToLibrary(GameId, String),
    /// Put a text on the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Stop until the shell's `fg`.
    Suspend,
    /// Draw the whole screen again.
    Redraw,
    /// End the program.
    Quit,
}

impl Message {
    /// Whether the person did it. That a mouse button is let go belongs to its click.
    pub(crate) const fn is_input(&self) -> bool {
        match self {
            Self::Action(_) | Self::TypeChar(_) | Self::Edit(_) | Self::Paste(_) | Self::EditPosition(_) => {
                true
            }
            Self::Mouse(gesture, _) => {
                !matches!(gesture, MouseGesture::Release | MouseGesture::Drag | MouseGesture::RightDrag)
            }
            _ => false,
        }
    }
}

/// What handling a message asks for: effects for the shell, and requests to other features.
#[derive(Debug, Default)]
pub struct Effects {
    effects: Vec<Effect>,
    requests: VecDeque<Request>,
}

impl Effects {
    /// Asks the shell for an effect.
    pub fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Asks the shell for several effects, in this order.
    pub fn extend(&mut self, effects: impl IntoIterator<Item = Effect>) {
        self.effects.extend(effects);
    }

    /// Asks the router for what another feature does. It is done once the feature that asks is finished.
    pub(crate) fn request(&mut self, request: Request) {
        self.requests.push_back(request);
    }

    /// Takes the oldest request.
    pub(crate) fn next_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    /// The effects, in the order in which they were asked for.
    #[must_use]
    pub fn into_effects(self) -> Vec<Effect> {
        self.effects
    }
}

/// What one feature asks of another; the router alone knows both.
#[derive(Debug)]
pub(crate) enum Request {
    /// Do an action as if its key had been pressed.
    Act(Action),
    /// Show another tab.
    ShowTab(Tab),
    /// Show a position on the analysis board.
    Analyze(Box<Position>),
    /// Show a game on the analysis board, and review it.
    AnalyzeGame { game: Box<PgnGame>, review: bool },
    /// Start or stop the built-in engine's analysis.
    ToggleBuiltInEngine,
    /// Start a game against the engine from a position.
    PlayFrom(Box<Position>),
    /// Make a legal move on the board of the shown tab, as if the player had made it.
    Move(Box<Position>, Move),
    /// List the games of the library.
    ListLibrary,
    /// Go on with a saved game.
    ResumeGame(Box<OwnGame>, Box<TreeCursor>),
}
