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

pub(crate) use dialogs::found;
pub(crate) use drill::awaited;
pub(crate) use endings::has_table;
pub(crate) use game::is_running as is_game_running;
pub(crate) use games::is_running;
pub(crate) use help::{Row as HelpRow, first_match, listed, title as help_title};

use std::path::PathBuf;
use std::sync::Arc;

use tui_input::InputRequest;

use crate::analysis::{Job, Past, Task, Update};
use crate::analysis::{inquiry, sweep};
use crate::chess::text::clean;
use crate::chess::{Edit, Material, Position, Ranking, Square};
use crate::game::{Mark, NodeId, Pasted, Place, Trashed};
use crate::practice::Progress;
use crate::practice::finished::Kept;

use super::app::games::{Agreed, Purpose, Told};
use super::app::{
    App, Distances, EngineUse, Focus, Guest, InForce, Leaving, Moment, ReadFor, Setting, State, Tab, Tables,
    TextReadingId, Toast, Tone, Tool, Truth, Watch, Which,
};
use super::keymap::Action;
use super::layout;

/// Something that happened, and when.
#[derive(Clone, Debug)]
pub struct Msg {
    /// When.
    pub at: Moment,
    /// What.
    pub what: What,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum What {
    /// An action was asked for, by key, palette or mouse.
    Do(Action),
    /// A character for the prompt or a dialog's text.
    Type(char),
    /// An edit of the prompt or a dialog's text.
    Edit(InputRequest),
    /// The mouse did something, perhaps on something.
    Mouse(Gesture, Option<Hit>),
    /// A text was pasted.
    Paste(String),
    /// A change of what is set up in the editor.
    SetUp(Edit),
    /// The terminal has another size: columns, rows.
    Resize(u16, u16),
    /// The window gained or lost the focus.
    Focus(Focus),
    /// A word from the background.
    Analysis(Update),
    /// A word from an engine outside.
    Outside(Guest, Update),
    /// A command for an engine outside was split into words.
    EngineAdded(Vec<String>),
    /// These engines are on this machine: the program and its arguments of each.
    EnginesFound(Vec<Vec<String>>),
    /// The tables can be asked from now on.
    Truth(Truth),
    /// The program was started: the game goes on as it was left.
    TakeUp,
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
    TextRead(TextReadingId, Arc<str>, Box<Pasted>),
    /// The disk has something to say of games.
    Games(Told),
    /// A deadline came: a clock's figures change, a note goes away.
    Deadline,
    /// These tables are kept, with their sizes in bytes.
    Kept(Vec<(Material, u64)>),
    /// It is this day, counted from 1970-01-01.
    Day(u32),
    /// The record of practice was read.
    Record(Box<Progress>),
    /// Something that the shell was asked for did not work: a sentence for the player.
    Trouble(String),
    /// The terminal shows images.
    Images,
    /// Somebody has changed the settings' file or a theme.
    Settings(Box<InForce>),
    /// The program was stopped and goes on.
    Resumed,
    /// The system asks the program to end.
    Terminate,
}

/// What the mouse did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
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
pub enum Hit {
    /// A square of the board.
    Square(Square),
    /// A tab.
    Tab(Tab),
    /// A move of the move list.
    Entry(NodeId),
    /// A line of the analysis, and which of its moves, from 0.
    Line(Which, Option<usize>),
    /// A row of the dialog or the list that is shown, from 0.
    Row(usize),
    /// A button or a footer's key.
    Action(Action),
    /// A man of the box beside the editor's board, or what is no man in it.
    Tool(Tool),
    /// A change of what is set up.
    SetUp(Edit),
}

/// A wish that the shell fulfils.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Take up a job in the background; the one before is dropped.
    Begin(Box<Job>),
    /// Stop the job in the background.
    Halt,
    /// Let the job in the background come to its end at once.
    Hurry,
    /// Have the built-in engine use so much of the machine.
    Configure(EngineUse),
    /// Look which known engines are on this machine.
    FindEngines,
    /// Start an engine outside.
    Call(Guest),
    /// Ask an engine outside, which is started where it is not running; what it was asked before is dropped.
    Ask(Guest, Box<Job>, Box<Past>),
    /// Have an engine outside think beforehand, in a position whose last move is only expected.
    Ponder(Guest, Box<Job>, Box<Past>),
    /// The move that an engine outside expected was played.
    PonderHit(Guest),
    /// Let an engine outside rest.
    Rest(Guest),
    /// Let an engine outside come to its move at once.
    HurryOutside(Guest),
    /// An engine outside is to play another game than the one before.
    ForgetOutside(Guest),
    /// Change a setting of an engine outside: its name, the setting's, the value.
    SetOption(String, String, String),
    /// End the process of an engine outside.
    Dismiss(Guest),
    /// Split a typed command into words: it is to be an engine.
    AddEngine(String),
    /// Explain a mate in the background; the explanation before it ends.
    Inquire(Box<inquiry::Claim>),
    /// Work out the defenses below a node of the tree, in a position with so many moves left.
    Grow(inquiry::NodeId, Box<Position>, u16),
    /// Explain nothing any more.
    EndInquiry,
    /// Look at all positions of a game in the background; the sweep before ends.
    Sweep(Box<sweep::Order>),
    /// Look at no more positions of a game.
    EndSweep,
    /// Answer a second question beside the job in the background; the one before it ends.
    AskAside(Box<Job>),
    /// Answer no second question any more.
    EndAside,
    /// Make the table of an ending in the background, or read what is kept of it.
    Build(Material),
    /// Stop the making of a table.
    StopBuilding(Material),
    /// Count what a table holds, in the background.
    Count(Material),
    /// Look which tables are kept.
    ListTables,
    /// Forget what the engine learned, before a new game.
    ForgetGame,
    /// Keep the running game.
    SaveGame,
    /// Keep the analysis.
    SaveStudy,
    /// Keep a finished round or run of practice; its time is not in it yet.
    SavePractice(Box<Kept>),
    /// Keep settings for the next start.
    SaveSettings(Vec<Setting>),
    /// Look which games are in the library.
    ListGames,
    /// Find out in the background what a text is; moves are taken from the position.
    ReadText(TextReadingId, String, Box<Position>, ReadFor),
    /// Read that text no further.
    CancelReading,
    /// Look which games are in a file.
    ListFile(PathBuf),
    /// Look no further which games are in a file.
    CancelListing,
    /// Read a game of a text for some purpose.
    ParseGame(Place, Purpose, Arc<str>),
    /// Read a game for some purpose.
    ReadGame(Place, Purpose),
    /// Move a game to the trash.
    DeleteGame(Place),
    /// Move a game back from the trash.
    RestoreGame(Trashed),
    /// Copy the games of a file into the library.
    ImportGames(PathBuf),
    /// Write games to a file.
    ExportGames(Vec<Place>, PathBuf, Agreed),
    /// Complete the path that is typed.
    CompletePath(String),
    /// Keep a game's text in the library, in a file of this name.
    KeepGame(Mark, String),
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

impl What {
    /// Whether the person did it. That a mouse button is let go belongs to its click.
    const fn is_input(&self) -> bool {
        match self {
            Self::Do(_) | Self::Type(_) | Self::Edit(_) | Self::Paste(_) | Self::SetUp(_) => true,
            Self::Mouse(gesture, _) => {
                !matches!(gesture, Gesture::Release | Gesture::Drag | Gesture::RightDrag)
            }
            _ => false,
        }
    }
}

/// Changes the state by what happened and says what is to be done.
pub fn update(app: &mut App, msg: Msg) -> Vec<Effect> {
    app.now = app.now.max(msg.at);
    let mut effects = Vec::new();
    let seen = motion::seen(app, &msg.what);
    app.answering = msg.what.is_input();
    if app.answering {
        app.toasts.retain(|toast| !toast.answers);
    }
    match msg.what {
        What::Do(action) => act::act(app, action, &mut effects),
        What::Type(c) => dialogs::type_character(app, c, &mut effects),
        What::Edit(request) => dialogs::edit(app, request, &mut effects),
        What::Mouse(gesture, hit) => pointer::mouse(app, gesture, hit, &mut effects),
        What::Paste(text) => dialogs::paste(app, text, &mut effects),
        What::SetUp(edit) => editor::change(app, edit),
        What::Resize(columns, rows) => app.size = layout::clipped(columns, rows),
        What::Focus(focus) => app.focus = focus,
        What::Analysis(update) => hear(app, update, &mut effects),
        What::Outside(guest, update) => engines::hear(app, &guest, update, &mut effects),
        What::EnginesFound(found) => app.engines.found = found,
        What::EngineAdded(command) => engines::added(app, command, &mut effects),
        What::Truth(truth) => app.truth = truth,
        What::TakeUp => game::wake_engine(app, &mut effects),
        What::Analyze(position) => study::open_position(app, *position, &mut effects),
        What::Practice(chosen) => {
            app.tab = Tab::Practice;
            app.practice.chosen = chosen;
            drill::start::begin(app, &mut effects);
        }
        What::OpenFile(file) => games::open_file(app, file, &mut effects),
        What::OpenText(text) => games::open_text(app, text, &mut effects),
        What::TextProgress(id, thousandths) => reading::progress(app, id, thousandths),
        What::TextRead(id, text, result) => reading::finish(app, id, text, result),
        What::Games(told) => games::hear(app, told, &mut effects),
        What::Deadline => {}
        What::Kept(kept) => {
            app.endings.kept = kept.into_iter().collect();
            endings::kept_is_known(app, &mut effects);
        }
        What::Day(day) => app.today = day,
        What::Record(record) => app.practice.take_record(*record),
        What::Trouble(text) => app.say(Tone::Fault, text),
        What::Images => app.theme = app.theme.with_images(true),
        What::Settings(new) => settings::take_up(app, *new, &mut effects),
        What::Resumed => effects.push(Effect::Redraw),
        What::Terminate => leave(app, &mut effects),
    }
    reading::show_when_idle(app, &mut effects);
    tell_distances(app);
    aids::note_help(app);
    quiz::keep_time(app);
    quiz::settle(app, &mut effects);
    game::release(app, &mut effects);
    game::watch_clock(app, &mut effects);
    app.toasts.retain(|toast| toast.until > app.now);
    motion::follow(app, seen);
    effects
}

/// Works out what each move costs where the player wants to see it: in a game it is told, in a round it is
/// help besides.
fn tell_distances(app: &mut App) {
    match app.tab {
        _ if app.distances == Distances::Hidden => {}
        Tab::Play => app.play.ranking = Ranking::of(app.play.walk.position(), app.truth.oracle()),
        Tab::Practice => drill::note_help(app),
        Tab::Analyze | Tab::Tables | Tab::Games => {}
    }
}

/// Ends the program; what is worth keeping is kept first.
fn leave(app: &mut App, effects: &mut Vec<Effect>) {
    if app.leaving == Leaving::No {
        game::pause(app);
        app.leaving = Leaving::Yes;
        engines::rest(app, effects);
        effects.extend([Effect::Halt, Effect::SaveGame, Effect::SaveStudy, Effect::Quit]);
    }
}

/// Takes in a word from the background. Stale ones have been dropped by the session.
fn hear(app: &mut App, update: Update, effects: &mut Vec<Effect>) {
    match update {
        Update::Progress(snapshot) => {
            if app.watch.asked == Some(Task::Play) {
                game::listen(app, &snapshot);
            }
            if app.watch.asked.is_some() {
                study::learn(app, snapshot);
            }
        }
        Update::Done(snapshot) => {
            app.watch.state = State::Done;
            match app.watch.asked {
                Some(Task::Play) => {
                    app.watch = Watch::default();
                    game::engine_moves(app, &snapshot, effects);
                }
                Some(Task::Analyze | Task::Solve | Task::Review) => study::learn(app, snapshot),
                None => {}
            }
        }
        Update::Failed { reason, .. } => {
            let asked = app.watch.asked;
            app.watch = Watch { failure: Some(reason.clone()), ..Watch::default() };
            app.say(Tone::Fault, format!("The engine stopped: {reason}"));
            if asked == Some(Task::Play) {
                game::player_fails(app, format!("The built-in engine stopped: {reason}"), effects);
            }
        }
        Update::Shortfall(shortfall) => app.say(Tone::Warning, sentence(&shortfall)),
        // Engines outside have a message of their own.
        Update::Standing(_) => {}
        Update::Why(_, insight) => why::hear(app, insight, effects),
        Update::Swept(_, swept) => review::hear(app, swept),
        // Each screen has one question aside: a game its hint, the analysis its threat.
        Update::Aside(_, answer) if app.tab == Tab::Play => hint::hear(app, &answer),
        Update::Aside(_, answer) => threat::hear(app, answer),
        Update::TablesReady => {
            app.truth.tables = Tables::Ready;
            study::look_up(app);
            drill::start::tables_ready(app, effects);
            endings::count(app, effects);
        }
        update @ (Update::Building(_) | Update::Built(_) | Update::NotBuilt { .. } | Update::Counted(..)) => {
            endings::hear(app, update, effects);
        }
    }
}

/// A clause as a sentence of its own.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl App {
    /// Raises a note. Control characters are left out.
    pub(super) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        const MOST: usize = 4;
        let text = clean(&text.into());
        self.toasts.retain(|toast| toast.text != text);
        if self.toasts.len() >= MOST {
            self.toasts.remove(0);
        }
        // What nobody asked for waits until the notes before it were read.
        let free = self.toasts.iter().map(|toast| toast.until).max().filter(|_| !self.answering);
        let from = free.map_or(self.now, |free| free.max(self.now));
        self.toasts.push(Toast { answers: self.answering, ..Toast::new(tone, text, from) });
    }

    /// Raises a note that goes with the next key, whenever it comes.
    pub(super) fn answer(&mut self, tone: Tone, text: impl Into<String>) {
        let before = std::mem::replace(&mut self.answering, true);
        self.say(tone, text);
        self.answering = before;
    }

    /// When the picture changes without a key: a clock's next figure, the end of a note, a move
    /// whose time has come. None where it stays as it is for ever.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Moment> {
        let (clock, held) = match self.tab {
            Tab::Play => (self.play.clock.as_ref(), self.play.held.as_ref()),
            _ => (None, None),
        };
        let clock = clock.and_then(|clock| clock.next_change(self.now)).map(|wait| self.now + wait);
        let quiz = self.quizzing().and_then(|quizzing| quizzing.quiz.next_change(self.now));
        let quiz = quiz.map(|wait| self.now + wait);
        let toast = self.toasts.iter().map(|toast| toast.until).min();
        let motion = self.motion.as_ref().and_then(|motion| motion.next_change(self.now));
        clock.into_iter().chain(quiz).chain(toast).chain(motion).chain(held.map(|held| held.due)).min()
    }
}
