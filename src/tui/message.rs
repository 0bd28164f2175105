//! Messages, which change the state, and effects, which the shell carries out.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use tui_input::InputRequest;

use crate::analysis::protocol::{GameAnalysisPurpose, GameAnalysisRequest, MistakeSearchRequest};
use crate::analysis::{AnalysisEvent, AnalysisJob, PositionHistory, proof_explorer};
use crate::chess::{Color, DraftEdit, Material, Move, Position, PositionAnalysis, Square};
use crate::config::EngineConfig;
use crate::game::game_labels::LabelChange;
use crate::game::pgn::{PgnGame, TagChange};
use crate::game::{
    GameId, GameListEntry, GameLocation, GameQuery, NodeId, OwnGame, PastedText, SavedSearch, TrashedGame,
    TreeCursor,
};
use crate::practice::PracticeProgress;
use crate::practice::mistake_deck::MistakeDeckChange;
use crate::practice::record::PracticeEntry;
use crate::practice::review::KeptReview;
use crate::tui::keymap::Action;
use crate::tui::model::{
    EditorTool, EngineProcessId, ExplorerEvent, ExplorerQuestion, ExportConsent, Focus, GameListSource,
    GameReadPurpose, GameSetFilter, LibraryEvent, LineRef, OracleHandle, RepertoireRequest, SettingsUpdate,
    TextReadPurpose, TextReadingId,
};
use crate::tui::navigation::Tab;

/// A message with its time.
#[derive(Clone, Debug)]
pub struct TimedMessage {
    /// The time.
    pub at: Instant,
    /// The message.
    pub message: Message,
}

/// Messages: everything that changes the state.
#[derive(Clone, Debug)]
pub enum Message {
    /// An action, by key, palette or mouse.
    Action(Action),
    /// A character for the prompt or a dialog's text.
    TypeChar(char),
    /// A whole text for the prompt or a dialog's text, as if typed and read once: a line of line mode.
    TypeText(String),
    /// An edit of the prompt or a dialog's text.
    Edit(InputRequest),
    /// Edits of the search of the game list that came at once.
    EditFilter(Vec<InputRequest>),
    /// A mouse event, with its target if any.
    Mouse(MouseGesture, Option<MouseHit>),
    /// A text was pasted.
    Paste(String),
    /// A change of the editor's draft.
    EditPosition(DraftEdit),
    /// The terminal has another size: columns, rows.
    Resize(u16, u16),
    /// The window gained or lost the focus.
    Focus(Focus),
    /// A result of the background session.
    Analysis(AnalysisEvent),
    /// Output of an external engine.
    ExternalEngine(EngineProcessId, AnalysisEvent),
    /// A command for an external engine was split into words.
    EngineCommandParsed(Vec<String>),
    /// These engines are on this machine: the program and its arguments of each.
    EnginesFound(Vec<Vec<String>>),
    /// The endgame tables are ready.
    OracleReady(OracleHandle),
    /// The program was started: the saved game is restored.
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
    /// A result of the library worker.
    Library(LibraryEvent),
    /// What the index of the library's games answers.
    Explorer(ExplorerEvent),
    /// A timer has expired: a clock changes, a note disappears.
    Deadline,
    /// The saved tables, with their sizes in bytes.
    SavedTables(Vec<(Material, u64)>),
    /// The date, in days since 1970-01-01; negative before.
    DateChanged(i32),
    /// The record of practice was read.
    PracticeRecord(Box<PracticeProgress>),
    /// An effect failed: an error message for the player.
    EffectFailed(String),
    /// The terminal supports images.
    ImagesSupported,
    /// The settings file or a theme file was changed on disk.
    SettingsChanged(Box<SettingsUpdate>),
    /// The program was suspended and goes on.
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

/// The target under the mouse: found by the layout, handled by `update`.
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
    /// A slot of the editor's piece box.
    Tool(EditorTool),
    /// A change of the editor's draft.
    EditPosition(DraftEdit),
}

/// Effects: what the shell carries out.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Start a background search; the one before is dropped.
    StartAnalysis(Box<AnalysisJob>),
    /// Stop the background search.
    StopAnalysis,
    /// Have the background search finish at once.
    FinishAnalysis,
    /// Set the resources of the built-in engine.
    ConfigureEngine(EngineConfig),
    /// Look for known engines on this machine.
    FindEngines,
    /// Start an external engine.
    StartExternal(EngineProcessId),
    /// Send a request to an external engine, starting it where necessary; the request before is dropped.
    SearchExternal(EngineProcessId, Box<AnalysisJob>, Box<PositionHistory>),
    /// Have an external engine ponder (`go ponder`) on the expected reply.
    PonderExternal(EngineProcessId, Box<AnalysisJob>, Box<PositionHistory>),
    /// The expected reply was played (`ponderhit`).
    PonderHitExternal(EngineProcessId),
    /// Stop an external engine.
    StopExternal(EngineProcessId),
    /// Have an external engine move at once.
    MoveNowExternal(EngineProcessId),
    /// Announce a new game to an external engine (`ucinewgame`).
    NewGameExternal(EngineProcessId),
    /// Set an option of an external engine: the engine's name, the option's, the value.
    SetExternalOption(String, String, String),
    /// End the process of an external engine.
    QuitExternal(EngineProcessId),
    /// Split a typed engine command into words.
    ParseEngineCommand(String),
    /// Start the proof explorer's search in the background; the one before ends.
    StartProof(Box<proof_explorer::MateClaim>),
    /// Compute the defenses below a node of the tree, in a position with so many moves left.
    ExpandProof(proof_explorer::ProofNodeId, Box<Position>, u16),
    /// Stop the proof explorer's search.
    StopProof,
    /// Analyze positions of a game in the background; what ran for this purpose ends.
    StartGameAnalysis(GameAnalysisPurpose, Box<GameAnalysisRequest>),
    /// Search the better moves of mistakes in the background; what ran for this purpose ends.
    StartMistakeSearch(GameAnalysisPurpose, Box<MistakeSearchRequest>),
    /// Stop the game analysis or mistake search for a purpose.
    StopGameAnalysis(GameAnalysisPurpose),
    /// Start a side query beside the background search; the one before it ends.
    StartSideQuery(Box<AnalysisJob>),
    /// Stop the side query.
    StopSideQuery,
    /// Build the table of an ending in the background, or load the saved one.
    BuildTable(Material),
    /// Stop building a table.
    StopTableBuild(Material),
    /// Compute the statistics of a table, in the background.
    CountTable(Material),
    /// List the saved tables.
    ListTables,
    /// Clear the engine's hash table and histories, before a new game.
    ClearEngineMemory,
    /// Save the running game.
    SaveGame,
    /// Save the analysis.
    SaveAnalysis,
    /// Save a finished round or quiz; its time is added by the shell.
    SavePractice(Box<PracticeEntry>),
    /// Save the settings that have changed.
    SaveConfig,
    /// Parse a text in the background; moves start from the position.
    ReadText(TextReadingId, String, Box<Position>, TextReadPurpose),
    /// Stop parsing that text.
    CancelReading,
    /// Put a text on the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Suspend until the shell's `fg`.
    Suspend,
    /// Redraw the whole screen.
    Redraw,
    /// End the program.
    Quit,
    /// A request about the game library.
    Library(LibraryRequest),
    /// Ask the index of the library's games about a position; a question before it is dropped.
    AskExplorer(ExplorerQuestion),
    /// No more questions to that index are coming: what is under way there ends.
    CloseExplorer,
}

/// Requests about the game library and what was found out: reviews of games, analyses of positions, mistake cards, puzzles.
/// The answers are [`LibraryEvent`]s.
#[derive(Clone, PartialEq, Debug)]
pub enum LibraryRequest {
    /// List the games of the library.
    ListGames,
    /// List the games of a file.
    ListFile(PathBuf),
    /// Stop listing the games of a file.
    CancelListing,
    /// Read a game of a text for some purpose.
    ParseGame(GameLocation, GameReadPurpose, Arc<str>),
    /// Read a game for some purpose.
    ReadGame(GameLocation, GameReadPurpose),
    /// Read the saved searches.
    ReadSearches,
    /// Save a search.
    SaveSearch(SavedSearch, ExportConsent),
    /// Delete a saved search.
    DeleteSearch(SavedSearch),
    /// Give a game of the library a star, or take it.
    ToggleStar(GameLocation),
    /// Change the labels of a game of the library.
    ChangeLabels(GameLocation, LabelChange),
    /// Move a game to the trash.
    DeleteGame(GameLocation),
    /// Restore a game from the trash.
    RestoreGame(TrashedGame),
    /// Find the games that the library has several texts of.
    FindDuplicates,
    /// Stop finding them.
    CancelDuplicates,
    /// Read what the texts of a game say.
    CompareTexts(Vec<GameListEntry>),
    /// Make one text of the texts of a game.
    MergeTexts(Vec<GameListEntry>),
    /// Copy the games of a file into the library.
    ImportGames(PathBuf),
    /// List the games of a file where it lies.
    LinkFile(PathBuf),
    /// Cancel the import of games, or the link.
    CancelImport,
    /// Write games to a file.
    ExportGames(Vec<GameLocation>, PathBuf, ExportConsent),
    /// Find the games whose positions match a search, in the index of the library; an earlier search is given up.
    SearchBoards(GameListSource, GameQuery),
    /// Read the statistics of the user with these names from the library and the kept reviews.
    ReadPerformance(Vec<String>),
    /// Read the report on a player, by one or several names.
    ReadReport(Vec<String>),
    /// Stop reading the statistics.
    CancelPerformance,
    /// Complete the path that is typed.
    CompletePath(String),
    /// Save a game in the library, in a file of this name.
    AddToLibrary(GameId, String),
    /// Change tags of a game in its file.
    EditTags(GameLocation, Vec<TagChange>),
    /// Keep an analysis that leaves the board in the library.
    KeepAnalysis {
        /// Its id, after which its file is named.
        id: GameId,
        /// The digest of the text that it was kept with before, which is replaced.
        before: Option<u64>,
        /// Its text.
        text: String,
    },
    /// Find the games of the library without a review: those with these names of the user, or all if there is
    /// no name.
    ListUnreviewed(Vec<String>),
    /// Read a game of the queue, unless it has a review.
    ReadUnreviewed(GameLocation),
    /// The review of the library ends: other programs may begin one.
    EndLibraryReview,
    /// Read the accuracy of both sides of the games with these fingerprints from their reviews.
    ReadAccuracies(Vec<u64>),
    /// Keep the review of the game with this fingerprint.
    KeepReview(u64, Box<KeptReview>),
    /// Keep changes of the deck of mistake cards.
    KeepMistakeCards(Vec<MistakeDeckChange>),
    /// Read the imported sets of puzzles.
    ReadPuzzleSets,
    /// Keep on disk what was found out about positions.
    KeepAnalyses(Vec<PositionAnalysis>),
    /// Read the analyses of positions that were kept in earlier sessions.
    ReadAnalyses,
    /// Read the mistake cards.
    ReadMistakeCards,
    /// Read or change the opening repertoires, or count games for them.
    Repertoire(RepertoireRequest),
}

impl From<RepertoireRequest> for Effect {
    fn from(request: RepertoireRequest) -> Self {
        Self::Library(LibraryRequest::Repertoire(request))
    }
}

impl From<LibraryRequest> for Effect {
    fn from(request: LibraryRequest) -> Self {
        Self::Library(request)
    }
}

impl Message {
    /// Whether the message is input of the person. A button's release belongs to its click.
    pub(crate) const fn is_input(&self) -> bool {
        match self {
            Self::Action(_)
            | Self::TypeChar(_)
            | Self::TypeText(_)
            | Self::Edit(_)
            | Self::EditFilter(_)
            | Self::Paste(_)
            | Self::EditPosition(_) => true,
            Self::Mouse(gesture, _) => {
                !matches!(gesture, MouseGesture::Release | MouseGesture::Drag | MouseGesture::RightDrag)
            }
            _ => false,
        }
    }
}

/// The results of handling a message: effects for the shell, and requests to other features.
#[derive(Debug, Default)]
pub struct Effects {
    effects: Vec<Effect>,
    requests: VecDeque<Request>,
}

impl Effects {
    /// Adds an effect.
    pub fn push(&mut self, effect: impl Into<Effect>) {
        self.effects.push(effect.into());
    }

    /// Adds several effects, in this order.
    pub fn extend(&mut self, effects: impl IntoIterator<Item = Effect>) {
        self.effects.extend(effects);
    }

    /// Adds a request to another feature. It is handled once this feature is finished.
    pub(crate) fn request(&mut self, request: Request) {
        self.requests.push_back(request);
    }

    /// Removes and returns the oldest request.
    pub(crate) fn next_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    /// Whether an effect writes a game of the library.
    pub(crate) fn change_library(&self) -> bool {
        let writes = |effect: &Effect| {
            matches!(effect, Effect::SaveGame | Effect::Library(LibraryRequest::KeepAnalysis { .. }))
        };
        self.effects.iter().any(writes)
    }

    /// The effects, in order.
    #[must_use]
    pub fn into_effects(self) -> Vec<Effect> {
        self.effects
    }
}

/// Requests of one feature to another, which only the router knows.
#[derive(Debug)]
pub(crate) enum Request {
    /// Do an action as if its key had been pressed.
    Act(Action),
    /// Show another tab.
    ShowTab(Tab),
    /// Show a position on the analysis board.
    Analyze(Box<Position>),
    /// Do with a game of the list what it was read for; `mine` is the user's side, where it is known, `kept` the review that was
    /// kept of it, and `position` the key of the position at which it is opened, where that is not its end.
    OpenGame {
        game: Box<PgnGame>,
        kept: Option<Box<KeptReview>>,
        mine: Option<Color>,
        purpose: GameReadPurpose,
        position: Option<u64>,
    },
    /// Send the position on the analysis board to the external engine that analyzes.
    SearchWithAnalyst,
    /// Start or stop the built-in engine's analysis.
    ToggleBuiltInEngine,
    /// Start a game against the engine from a position.
    PlayFrom(Box<Position>),
    /// Make a legal move on the board of the shown tab, as if the player had made it.
    Move(Box<Position>, Move),
    /// Have the engine think that is to move in the game.
    StartEngineTurn,
    /// Close the proof that is open over the board.
    CloseProof,
    /// Count what is shown as help in the round.
    RecordHelp,
    /// Wait no longer for the table of a lesson.
    CancelPendingRound,
    /// Practice a position from the position editor.
    Practice(Box<Position>),
    /// List the games of the library.
    ListLibrary,
    /// Show the list of games with those of a set alone, of a file or of the library.
    ListGames(GameSetFilter, Option<PathBuf>),
    /// Show the list of games with those that a search finds.
    SearchGames(String),
    /// Read the preview of a game of the list again, where it is shown: it has a review now.
    UpdatePreview(GameLocation),
    /// Resume a saved game.
    ResumeGame(Box<OwnGame>, Box<TreeCursor>),
}
