//! What happens: one message in, a changed state and a list of wishes out. Nothing here acts.
//!
//! Reading order: [`update`], then `act` (what each action does), `moves` (a move on any board), and one
//! file for each screen: `game`, `study`, `drill` with `lessons`; `pointer` for the mouse, `dialogs` for what lies over.

mod act;
mod aids;
mod copy;
mod dialogs;
mod drill;
mod editor;
mod endings;
mod engines;
mod game;
mod games;
mod help;
mod hint;
mod lessons;
mod motion;
mod moves;
mod pointer;
mod premove;
mod quiz;
mod reading;
mod retry;
mod review;
mod rows;
mod settings;
mod study;
mod threat;
mod why;

pub(crate) use dialogs::matching_actions;
pub(crate) use drill::awaited_material;
pub(crate) use endings::has_table;
pub(crate) use game::is_running as is_game_running;
pub(crate) use games::is_running;
pub(crate) use help::{HelpRow, first_match, help_rows, title as help_title};

use std::path::PathBuf;
use std::sync::Arc;

use tui_input::InputRequest;

use crate::analysis::{AnalysisEvent, AnalysisJob, AnalysisPurpose, PositionHistory};
use crate::analysis::{game_analysis, proof_explorer};
use crate::chess::text::sanitize;
use crate::chess::{DraftEdit, Material, Position, Ranking, Square};
use crate::game::{GameId, GameLocation, NodeId, PastedText, TrashedGame};
use crate::practice::PracticeProgress;
use crate::practice::record::PracticeEntry;

use super::app::games::{ExportConsent, GameReadPurpose, LibraryEvent};
use super::app::{
    App, CurrentAnalysis, CurrentAnalysisStatus, Distances, EditorTool, EngineProcessId, EngineResources,
    Focus, Leaving, LineRef, Moment, OracleHandle, Setting, SettingsUpdate, Tab, TextReadPurpose,
    TextReadingId, ThreePieceTables, Toast, ToastLevel,
};
use super::keymap::Action;
use super::layout;

/// Something that happened, and when.
#[derive(Clone, Debug)]
pub struct TimedMessage {
    /// When.
    pub at: Moment,
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
    /// A word from an engine outside.
    ExternalEngine(EngineProcessId, AnalysisEvent),
    /// A command for an engine outside was split into words.
    EngineCommandParsed(Vec<String>),
    /// These engines are on this machine: the program and its arguments of each.
    EnginesFound(Vec<Vec<String>>),
    /// The tables can be asked from now on.
    OracleReady(OracleHandle),
    /// The program was started: the game goes on as it was left.
    ResumeGame,
    /// The program was started to analyze a position.
    Analyze(Box<Position>),
    /// The program was started for a drill, an index of the list.
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
    /// Somebody has changed the settings' file or a theme.
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
    /// A man of the box beside the editor's board, or what is no man in it.
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
    /// Start an engine outside.
    StartExternal(EngineProcessId),
    /// Ask an engine outside, which is started where it is not running; what it was asked before is dropped.
    SearchExternal(EngineProcessId, Box<AnalysisJob>, Box<PositionHistory>),
    /// Have an engine outside think beforehand, in a position whose last move is only expected.
    PonderExternal(EngineProcessId, Box<AnalysisJob>, Box<PositionHistory>),
    /// The move that an engine outside expected was played.
    PonderHitExternal(EngineProcessId),
    /// Let an engine outside rest.
    StopExternal(EngineProcessId),
    /// Let an engine outside come to its move at once.
    MoveNowExternal(EngineProcessId),
    /// An engine outside is to play another game than the one before.
    NewGameExternal(EngineProcessId),
    /// Change a setting of an engine outside: its name, the setting's, the value.
    SetExternalOption(String, String, String),
    /// End the process of an engine outside.
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
    const fn is_input(&self) -> bool {
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

/// Changes the state by what happened and says what is to be done.
pub fn update(app: &mut App, msg: TimedMessage) -> Vec<Effect> {
    app.now = app.now.max(msg.at);
    let mut effects = Vec::new();
    let seen = motion::snapshot_before(app, &msg.message);
    app.is_user_input = msg.message.is_input();
    if app.is_user_input {
        app.toasts.retain(|toast| !toast.is_response);
    }
    match msg.message {
        Message::Action(action) => act::act(app, action, &mut effects),
        Message::TypeChar(c) => dialogs::type_character(app, c, &mut effects),
        Message::Edit(request) => dialogs::edit(app, request, &mut effects),
        Message::Mouse(gesture, hit) => pointer::mouse(app, gesture, hit, &mut effects),
        Message::Paste(text) => dialogs::paste(app, text, &mut effects),
        Message::EditPosition(edit) => editor::change(app, edit),
        Message::Resize(columns, rows) => app.size = layout::clipped_size(columns, rows),
        Message::Focus(focus) => app.focus = focus,
        Message::Analysis(update) => receive_analysis(app, update, &mut effects),
        Message::ExternalEngine(guest, update) => engines::receive_update(app, &guest, update, &mut effects),
        Message::EnginesFound(found) => app.engines.detected = found,
        Message::EngineCommandParsed(command) => engines::added(app, command, &mut effects),
        Message::OracleReady(truth) => app.oracle = truth,
        Message::ResumeGame => game::start_engine_turn(app, &mut effects),
        Message::Analyze(position) => study::open_position(app, *position, &mut effects),
        Message::Practice(chosen) => {
            app.tab = Tab::Practice;
            app.practice.chosen = chosen;
            drill::start::begin(app, &mut effects);
        }
        Message::OpenFile(file) => games::open_file(app, file, &mut effects),
        Message::OpenText(text) => games::open_text(app, text, &mut effects),
        Message::TextProgress(id, thousandths) => reading::progress(app, id, thousandths),
        Message::TextRead(id, text, result) => reading::finish(app, id, text, result),
        Message::Library(told) => games::receive_library_event(app, told, &mut effects),
        Message::Deadline => {}
        Message::SavedTables(kept) => {
            app.tables.saved_sizes = kept.into_iter().collect();
            endings::saved_tables_listed(app, &mut effects);
        }
        Message::DateChanged(day) => app.today = day,
        Message::PracticeRecord(record) => app.practice.merge_record(*record),
        Message::EffectFailed(text) => app.show_toast(ToastLevel::Error, text),
        Message::ImagesSupported => app.theme = app.theme.with_images(true),
        Message::SettingsChanged(new) => settings::apply(app, *new, &mut effects),
        Message::ProcessContinued => effects.push(Effect::Redraw),
        Message::Terminate => quit(app, &mut effects),
    }
    reading::show_when_idle(app, &mut effects);
    update_distances(app);
    aids::record_help(app);
    quiz::update_clock(app);
    quiz::finish_if_over(app, &mut effects);
    game::play_delayed(app, &mut effects);
    game::check_clock(app, &mut effects);
    app.toasts.retain(|toast| toast.until > app.now);
    motion::start_animation(app, seen);
    effects
}

/// Works out what each move costs where the player wants to see it: in a game it is told, in a round it is
/// help besides.
fn update_distances(app: &mut App) {
    match app.tab {
        _ if app.distances == Distances::Hidden => {}
        Tab::Play => app.play.ranking = Ranking::of(app.play.walk.position(), app.oracle.oracle()),
        Tab::Practice => drill::record_help(app),
        Tab::Analyze | Tab::Tables | Tab::Games => {}
    }
}

/// Ends the program; what is worth keeping is kept first.
fn quit(app: &mut App, effects: &mut Vec<Effect>) {
    if app.leaving == Leaving::No {
        game::pause(app);
        app.leaving = Leaving::Yes;
        engines::stop_current(app, effects);
        effects.extend([Effect::StopAnalysis, Effect::SaveGame, Effect::SaveAnalysis, Effect::Quit]);
    }
}

/// Takes in a word from the background. Stale ones have been dropped by the session.
fn receive_analysis(app: &mut App, update: AnalysisEvent, effects: &mut Vec<Effect>) {
    match update {
        AnalysisEvent::Progress(snapshot) => {
            if app.current_analysis.task == Some(AnalysisPurpose::Play) {
                game::update_thought(app, &snapshot);
            }
            if app.current_analysis.task.is_some() {
                study::receive_snapshot(app, snapshot);
            }
        }
        AnalysisEvent::Done(snapshot) => {
            app.current_analysis.status = CurrentAnalysisStatus::Done;
            match app.current_analysis.task {
                Some(AnalysisPurpose::Play) => {
                    app.current_analysis = CurrentAnalysis::default();
                    game::apply_engine_move(app, &snapshot, effects);
                }
                Some(AnalysisPurpose::Analyze | AnalysisPurpose::Solve | AnalysisPurpose::Review) => {
                    study::receive_snapshot(app, snapshot)
                }
                None => {}
            }
        }
        AnalysisEvent::Failed { reason, .. } => {
            let asked = app.current_analysis.task;
            app.current_analysis =
                CurrentAnalysis { failure: Some(reason.clone()), ..CurrentAnalysis::default() };
            app.show_toast(ToastLevel::Error, format!("The engine stopped: {reason}"));
            if asked == Some(AnalysisPurpose::Play) {
                game::engine_failed(app, format!("The built-in engine stopped: {reason}"), effects);
            }
        }
        AnalysisEvent::ReducedResources(shortfall) => {
            app.show_toast(ToastLevel::Warning, as_sentence(&shortfall))
        }
        // Engines outside have a message of their own.
        AnalysisEvent::EngineStatus(_) => {}
        AnalysisEvent::ProofExplorer(_, insight) => why::receive_insight(app, insight, effects),
        AnalysisEvent::GameAnalysis(_, swept) => review::receive_result(app, swept),
        // Each screen has one question aside: a game its hint, the analysis its threat.
        AnalysisEvent::SideQuery(_, answer) if app.tab == Tab::Play => hint::receive_answer(app, &answer),
        AnalysisEvent::SideQuery(_, answer) => threat::receive_answer(app, answer),
        AnalysisEvent::TablesReady => {
            app.oracle.three_piece_tables = ThreePieceTables::Ready;
            study::probe_tables(app);
            drill::start::tables_ready(app, effects);
            endings::count(app, effects);
        }
        update @ (AnalysisEvent::TableBuilding(_)
        | AnalysisEvent::TableBuilt(_)
        | AnalysisEvent::TableBuildFailed { .. }
        | AnalysisEvent::TableStats(..)) => {
            endings::receive_update(app, update, effects);
        }
    }
}

/// A clause as a sentence of its own.
fn as_sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl App {
    /// Raises a note. Control characters are left out.
    pub(super) fn show_toast(&mut self, tone: ToastLevel, text: impl Into<String>) {
        const MAX_TOASTS: usize = 4;
        let text = sanitize(&text.into());
        self.toasts.retain(|toast| toast.text != text);
        if self.toasts.len() >= MAX_TOASTS {
            self.toasts.remove(0);
        }
        // What nobody asked for waits until the notes before it were read.
        let free = self.toasts.iter().map(|toast| toast.until).max().filter(|_| !self.is_user_input);
        let from = free.map_or(self.now, |free| free.max(self.now));
        self.toasts.push(Toast { is_response: self.is_user_input, ..Toast::new(tone, text, from) });
    }

    /// Raises a note that goes with the next key, whenever it comes.
    pub(super) fn show_response(&mut self, tone: ToastLevel, text: impl Into<String>) {
        let before = std::mem::replace(&mut self.is_user_input, true);
        self.show_toast(tone, text);
        self.is_user_input = before;
    }

    /// When the picture changes without a key: a clock's next figure, the end of a note, a move
    /// whose time has come. None where it stays as it is for ever.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Moment> {
        let (clock, held) = match self.tab {
            Tab::Play => (self.play.clock.as_ref(), self.play.delayed_move.as_ref()),
            _ => (None, None),
        };
        let clock = clock.and_then(|clock| clock.next_change(self.now)).map(|wait| self.now + wait);
        let quiz = self.shown_quiz().and_then(|quizzing| quizzing.quiz.next_change(self.now));
        let quiz = quiz.map(|wait| self.now + wait);
        let toast = self.toasts.iter().map(|toast| toast.until).min();
        let motion = self.motion.as_ref().and_then(|motion| motion.next_frame(self.now));
        clock.into_iter().chain(quiz).chain(toast).chain(motion).chain(held.map(|held| held.due)).min()
    }
}
