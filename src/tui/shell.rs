//! The only part of the screen that acts: it waits, hands events to `update`, fulfils its wishes, draws.
//!
//! An idle program waits in one blocking call and is woken by nothing. What a person does is drawn at
//! once; a burst of it costs one frame each 16 ms, and the background alone one each 40 ms.

mod face;
mod guests;
mod keeping;
mod librarian;
mod looks;
mod pace;
mod settings;
mod shelf;
mod text_reader;
pub(in crate::tui) mod watchdog;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Instant, SystemTime};

use signal_hook::consts::SIGSTOP;

use crate::analysis::Level;
use crate::analysis::Session;
use crate::chess::{Color, Oracle, Position};
use crate::game::Seats;
use crate::practice::Seed;
use crate::store::config::{CommandLine, Outside, Side};
use crate::store::watch::{Known, SettingsWatch};
use crate::store::{Config, Places, TableFolder, day, library, themes, trouble};

use super::app::{App, Bell, Leaving, Play, Setup, Tone, Truth};
use super::dialog::new_game::{Part, Side as New};
use super::event::{Event, Signal};
use super::input::SignalWatch;
use super::keymap;
use super::linear::input::Typed;
use super::linear::{self, Heard};
use super::screen;
use super::terminal::{Mouse, PanicWatch};
use super::theme::pieces::image;
use super::update::{Effect, Msg, What, update};

use face::Face;
use guests::Guests;
use keeping::Keeping;
use librarian::{Errand, Librarian};
use pace::{For, Pace};
use settings::Settings;
use shelf::Shelf;
use text_reader::TextReader;
use watchdog::Watchdog;

/// How the program is started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What is shown first.
    pub start: Start,
    /// The settings' file in place of the user's own.
    pub config: Option<PathBuf>,
    /// The folder in place of the user's own for what is kept.
    pub state: Option<PathBuf>,
    /// How the program shows itself.
    pub shown: Shown,
}

/// How the program shows itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// On the whole terminal.
    #[default]
    Screen,
    /// In lines of text, as screen readers like it.
    Lines,
}

/// What is shown first.
#[derive(Clone, Debug, Default)]
pub enum Start {
    /// The game as it was left, or a new one.
    #[default]
    Game,
    /// A position on the analysis board.
    Analyze(Box<Position>),
    /// A drill, by its name: `KQvK`.
    Practice(String),
    /// The games of a file.
    File(PathBuf),
    /// The games of a text that came through a pipe.
    Text(String),
}

/// Why the screen could not be shown, or ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// There is no terminal to draw on.
    #[error("this is no terminal: try `matescope analyze --fen FEN`, or `matescope --help`")]
    NoTerminal,
    /// The terminal cannot be drawn on.
    #[error(
        "TERM={0} says that this terminal cannot be drawn on: `matescope --linear` plays in lines of text, \
             or set TERM to what the terminal is (`xterm-256color`)"
    )]
    Dumb(String),
    /// The terminal does not do what is asked of it.
    #[error("the terminal fails: {}", trouble::in_words(.0))]
    Terminal(#[from] io::Error),
    /// The keys come from nowhere any more.
    #[error("the input ended ({0}), so Matescope did, too; the game is saved")]
    InputLost(String),
    /// A thread that the screen needs could not be started.
    #[error(
        "this machine has no room for one more thread ({0}): end other programs, or raise its limit (`ulimit -u`)"
    )]
    NoThread(io::Error),
    /// Something is not saved.
    #[error("{0}; what was saved before is kept")]
    NotSaved(String),
    /// The settings' file that was named cannot be read.
    #[error("{}: {}", file.display(), trouble::in_words(error))]
    Config {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file with games cannot be read.
    #[error("{}: {}", file.display(), trouble::in_words(error))]
    Games {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A drill of this name does not exist.
    #[error("there is no drill \"{name}\": {known}")]
    NoDrill {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A fault of the program; the terminal has been restored.
    #[error("Matescope has crashed; the game is saved. Please report this:\n{0}")]
    Crash(String),
}

impl TuiError {
    /// Whether it is what the program was called with that is wrong, and not what happened to it.
    #[must_use]
    pub const fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::NoTerminal
                | Self::Dumb(_)
                | Self::Config { .. }
                | Self::Games { .. }
                | Self::NoDrill { .. }
        )
    }
}

/// Shows the screen until the user leaves.
///
/// # Errors
/// When there is no terminal, when it fails, or when the program crashes: the terminal is restored first.
pub fn run(options: &Options) -> Result<(), TuiError> {
    let term = std::env::var("TERM").unwrap_or_default();
    // Where a pipe brought the games, keys come from the terminal itself.
    let piped = matches!(options.start, Start::Text(_));
    let draws = options.shown == Shown::Screen;
    if draws && (!io::stdout().is_terminal() || (!piped && !io::stdin().is_terminal())) {
        return Err(TuiError::NoTerminal);
    }
    if draws && term == "dumb" {
        return Err(TuiError::Dumb(term));
    }
    let (events, inbox) = channel();
    let settings = Settings::load(options)?;
    let (app, first, keeping) = prepare(options, &settings)?;
    let watchdog = Watchdog::start().map_err(TuiError::NoThread)?;
    let signals = SignalWatch::start(events.clone(), watchdog.alarm()).map_err(TuiError::NoThread)?;
    let watch = PanicWatch::start();
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mouse = if settings.config.input.mouse { Mouse::On } else { Mouse::Off };
        let mut shell = Shell {
            app,
            face: Face::enter(options.shown, mouse)?,
            session: None,
            keeping,
            guests: Guests::new(events.clone()),
            shelf: Shelf::new(Places::of_user().as_ref(), events.clone()),
            librarian: Librarian::new(settings.games.clone(), events.clone()),
            text_reader: TextReader::new(events.clone()),
            watch: None,
            stopped: Stopped::No,
            pace: Pace::default(),
            watchdog,
            lost: None,
        };
        shell.watchdog.hold_terminal(shell.face.release());
        shell.start((&settings, options), &events, first)?;
        // The first frame does not wait for the answer: it comes as an event.
        if image::are_likely(|name| std::env::var(name).ok()) {
            shell.face.ask_for_images()?;
        }
        let reader = shell.face.listen(events.clone(), shell.watchdog.alarm()).map_err(TuiError::NoThread)?;
        let ended = shell.live(&inbox);
        let (lost, unsaved) = (shell.lost.take(), shell.end());
        drop(reader);
        ended?;
        match (unsaved, lost) {
            (Some(unsaved), _) => Err(TuiError::NotSaved(unsaved)),
            (None, Some(lost)) => Err(TuiError::InputLost(lost)),
            (None, None) => Ok(()),
        }
    }));
    drop(signals);
    match ended {
        Ok(ended) => ended,
        Err(_) => Err(TuiError::Crash(watch.report().unwrap_or_else(|| "no report".to_owned()))),
    }
}

/// The state before the first frame, and the first thing to happen.
fn prepare(options: &Options, settings: &Settings) -> Result<(App, What, Keeping), TuiError> {
    let size = match options.shown {
        Shown::Screen => crossterm::terminal::size().unwrap_or((80, 24)),
        Shown::Lines => linear::SIZE,
    };
    let mut app = App::new(Instant::now(), size);
    configure(&mut app, &settings.config);
    app.keymap = Arc::clone(&settings.keymap);
    app.theme = settings.theme;
    app.schemes.clone_from(&settings.schemes);
    app.today = day::today();
    app.practice.lessons.clone_from(&settings.lessons);
    let mut keeping = Keeping::new(settings.state.clone(), settings.games.clone(), settings.file.clone());
    for trouble in settings.troubles.iter().cloned().chain(keeping.restore(&mut app)) {
        app.say(Tone::Warning, trouble);
    }
    let first = match &options.start {
        Start::Game => What::TakeUp,
        Start::Analyze(position) => What::Analyze(position.clone()),
        Start::File(file) => {
            let readable = library::probe(file);
            readable.map_err(|error| TuiError::Games { file: file.clone(), error })?;
            What::OpenFile(file.clone())
        }
        Start::Text(text) => What::OpenText(text.clone()),
        Start::Practice(name) => {
            let lessons = &app.practice.lessons;
            let found = lessons.iter().position(|lesson| lesson.drill.id.eq_ignore_ascii_case(name));
            What::Practice(found.ok_or_else(|| TuiError::NoDrill {
                name: name.clone(),
                known: lessons.iter().map(|lesson| lesson.drill.id.as_str()).collect::<Vec<_>>().join(", "),
            })?)
        }
    };
    Ok((app, first, keeping))
}

/// Puts the settings into a fresh state.
fn configure(app: &mut App, config: &Config) {
    app.seed = fastrand::u64(..);
    app.practice.seed = Seed(fastrand::u16(..));
    let (side, you) = match config.play.side {
        Side::White => (New::White, Color::White),
        Side::Black => (New::Black, Color::Black),
        Side::Random => (New::Random, app.throw()),
    };
    app.offer.part = Part::Play(side);
    app.offer.level = Level::new(u8::try_from(config.play.level.get()).unwrap_or(u8::MAX));
    app.offer.opponent = guests::put_on_list(app, config);
    let seats = Seats::facing(you, app.offer.engine());
    app.play = Play::new(Position::start(), Setup { seats, control: config.play.time.0 });
    app.board.bottom = you;
    app.guard = settings::guard(config);
    app.arrows = settings::arrows(config);
    app.animation = settings::animation(config);
    app.bell = settings::bell(config);
    app.instant_moves = config.input.instant_moves;
    app.engine_use = settings::engine_use(config);
    app.auto_queen = config.play.auto_queen;
    app.confirm_moves = config.play.confirm_moves;
    app.eval_bar = config.play.eval_bar;
    app.practice.par = settings::par(config);
    app.practice.details = config.practice.details;
    app.practice.defense = settings::defense(config);
    app.practice.counting = settings::counting(config);
    app.study.lines = usize::from(config.engine.lines.get());
    app.review_nodes = config.review.nodes.get();
}

/// Seconds since 1970-01-01.
fn seconds() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Whether the program has just stopped itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    No,
    ByItself,
}

struct Shell {
    app: App,
    face: Face,
    session: Option<Session>,
    keeping: Keeping,
    guests: Guests,
    shelf: Shelf,
    librarian: Librarian,
    text_reader: TextReader,
    /// Lasts as long as the screen.
    watch: Option<SettingsWatch>,
    stopped: Stopped,
    pace: Pace,
    watchdog: Watchdog,
    /// Why the keys come from nowhere any more.
    lost: Option<String>,
}

impl Shell {
    /// The first frame, and only then everything that takes time.
    fn start(
        &mut self,
        (settings, options): (&Settings, &Options),
        events: &Sender<Event>,
        first: What,
    ) -> io::Result<()> {
        let effects = update(&mut self.app, Msg { at: Instant::now(), what: first });
        self.draw(Instant::now())?;
        let known = self.watch_settings(settings, options, events);
        self.keeping.start(events.clone(), known);
        self.watchdog.hold_unwritten(self.keeping.unwritten());
        let wake = events.clone();
        let session = Session::new(
            settings::resources(&self.app.engine_use),
            TableFolder::or_none(Places::of_user().as_ref()),
            // The program ends where nobody listens.
            Box::new(move || drop(wake.send(Event::Analysis))),
        );
        let tables: Arc<dyn Oracle> = Arc::clone(session.tables()) as Arc<dyn Oracle>;
        self.session = Some(session);
        self.hear(What::Truth(Truth::new(tables)))?;
        self.shelf.list();
        self.perform(effects)
    }

    /// Has changes to the settings' file told from now on. What is returned takes in what we write ourselves, which is
    /// no news. Where the system allows no look-out, changes count from the next start.
    fn watch_settings(&mut self, settings: &Settings, options: &Options, events: &Sender<Event>) -> Known {
        let Some(file) = settings.file.clone() else { return Known::default() };
        let known = Known::of(&file);
        let (mut last, options, events) = (settings.clone(), options.clone(), events.clone());
        let changed = move || {
            if let Ok(new) = last.again(&options) {
                // At the very end nobody listens any more.
                let _ = events.send(Event::Settings(Box::new(new)));
            }
        };
        self.watch = SettingsWatch::start(&file, &themes::folder(&file), known.clone(), changed).ok();
        known
    }

    /// Gives the terminal back, ends what runs beside the screen and writes what is left: what could not be saved.
    fn end(self) -> Option<String> {
        let Self { face, mut keeping, watchdog, session, guests, .. } = self;
        drop(face);
        // What was asked for is under way. A signal from here on means that it takes too long.
        watchdog.come_round();
        let unsaved = keeping.close();
        drop((session, guests, watchdog));
        unsaved
    }

    /// Waits and works until the end.
    fn live(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        while !self.is_over() {
            self.watchdog.come_round();
            let wake = self.pace.due().into_iter().chain(self.app.next_deadline()).min();
            let event = match wake {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => self.receive(event)?,
                Err(RecvTimeoutError::Timeout) => self.pass_time()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            // A burst is taken in as a whole before the next frame.
            while let Some(event) = inbox.try_recv().ok().filter(|_| !self.is_over()) {
                self.receive(event)?;
            }
            let now = Instant::now();
            if self.pace.due().is_some_and(|due| due <= now) {
                self.draw(now)?;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.app.leaving == Leaving::Yes
    }

    /// A deadline of the state: a clock's next figure, the end of a note.
    fn pass_time(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if self.app.next_deadline().is_some_and(|at| at <= now) {
            self.hear(What::Deadline)?;
            self.pace.ask(For::Person, now);
        }
        Ok(())
    }

    fn receive(&mut self, event: Event) -> io::Result<()> {
        let whom = if event.is_input() { For::Person } else { For::Background };
        self.pace.ask(whom, Instant::now());
        let what = match event {
            Event::Key(key) => keymap::read(&self.app, key),
            Event::Mouse(gesture, column, row) => {
                Some(What::Mouse(gesture, screen::hit(&self.app, column, row)))
            }
            Event::Paste(text) => {
                watchdog::stall_if_asked(&text);
                Some(What::Paste(text))
            }
            Event::Resize(columns, rows) => Some(What::Resize(columns, rows)),
            Event::Focus(focus) => Some(What::Focus(focus)),
            Event::Line(Typed::Text(line)) => return self.hear_line(&line),
            Event::Line(Typed::Refused(reason)) => return face::say(&[reason]),
            Event::Analysis => {
                let updates = self.session.as_mut().map(Session::drain).unwrap_or_default();
                for update in updates {
                    self.hear(What::Analysis(update))?;
                }
                for (guest, update) in self.guests.drain() {
                    self.hear(What::Outside(guest, update))?;
                }
                None
            }
            Event::Signal(Signal::Terminate) => Some(What::Terminate),
            Event::InputLost(reason) => {
                self.lost = Some(reason);
                Some(What::Terminate)
            }
            Event::Signal(Signal::Suspend) => return self.suspend(),
            Event::Signal(Signal::Continue) => return self.carry_on(),
            Event::Images => Some(What::Images),
            Event::Kept(kept) => Some(What::Kept(kept)),
            Event::EnginesFound(found) => Some(What::EnginesFound(found)),
            Event::Games(told) => Some(What::Games(told)),
            Event::TextProgress(id, thousandths) => Some(What::TextProgress(id, thousandths)),
            Event::TextRead(id, text, pasted) => Some(What::TextRead(id, text, pasted)),
            Event::NotSaved(text) => Some(What::Trouble(text)),
            Event::Record(record) => Some(What::Record(record)),
            Event::Settings(new) => Some(What::Settings(new)),
        };
        what.map_or(Ok(()), |what| self.hear(what))
    }

    /// A line that was typed: something happens, or there is an answer.
    fn hear_line(&mut self, line: &str) -> io::Result<()> {
        match linear::read(&self.app, line) {
            Heard::Happens(all) => all.into_iter().try_for_each(|what| self.hear(what)),
            Heard::Answer(lines) => face::say(&lines),
        }
    }

    /// Hands a message to `update` and does what it asks for.
    fn hear(&mut self, what: What) -> io::Result<()> {
        // Midnight is nothing that happens; whatever happens next knows of it.
        let today = day::today();
        if today != self.app.today {
            update(&mut self.app, Msg { at: Instant::now(), what: What::Day(today) });
        }
        let effects = update(&mut self.app, Msg { at: Instant::now(), what });
        self.perform(effects)
    }

    fn perform(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::Begin(job) => drop(self.session.as_mut().map(|session| session.begin(*job))),
                Effect::Halt => drop(self.session.as_mut().map(Session::halt)),
                Effect::Configure(engine_use) => {
                    _ = self
                        .session
                        .as_mut()
                        .map(|session| session.configure(settings::resources(&engine_use)));
                }
                Effect::FindEngines => self.shelf.find_engines(),
                Effect::Call(guest) => self.guests.call(&self.app.engines, &guest),
                Effect::Ask(guest, job, past) => self.guests.ask(&self.app.engines, &guest, *job, *past),
                Effect::Ponder(guest, job, past) => self.guests.ponder(&guest, *job, *past),
                Effect::PonderHit(guest) => self.guests.ponder_hit(&guest),
                Effect::Rest(guest) => self.guests.rest(&guest),
                Effect::HurryOutside(guest) => self.guests.hurry(&guest),
                Effect::ForgetOutside(guest) => self.guests.new_game(&guest),
                Effect::SetOption(name, option, value) => self.guests.set(&name, &option, &value),
                Effect::Dismiss(guest) => self.guests.dismiss(&guest),
                Effect::AddEngine(command) => match CommandLine::try_from(command.as_str()) {
                    Ok(command) => {
                        let outside = Outside { command, ..Outside::default() };
                        self.hear(What::EngineAdded(outside.words()))?;
                    }
                    Err(reason) => self.hear(What::Trouble(format!("This is no command: {reason}")))?,
                },
                Effect::Hurry => drop(self.session.as_mut().map(Session::hurry)),
                Effect::Inquire(claim) => _ = self.session.as_mut().map(|session| session.inquire(*claim)),
                Effect::Grow(node, position, moves) => {
                    if let Some(session) = &self.session {
                        session.grow(node, *position, moves);
                    }
                }
                Effect::Sweep(order) => _ = self.session.as_mut().map(|session| session.sweep(*order)),
                Effect::EndSweep => _ = self.session.as_mut().map(Session::end_sweep),
                Effect::Build(material) => {
                    _ = self.session.as_ref().map(|session| session.build(&material));
                }
                Effect::StopBuilding(material) => {
                    _ = self.session.as_ref().map(|session| session.stop_building(&material));
                }
                Effect::Count(material) => {
                    _ = self.session.as_ref().map(|session| session.count(&material));
                }
                Effect::ListTables => self.shelf.list(),
                Effect::ListGames => self.librarian.ask(Errand::List),
                Effect::ReadText(id, text, here, purpose) => self.text_reader.read(id, text, *here, purpose),
                Effect::CancelReading => self.text_reader.cancel(),
                Effect::ListFile(file) => self.librarian.list_file(file),
                Effect::CancelListing => self.librarian.cancel_listing(),
                Effect::ParseGame(place, purpose, text) => {
                    self.librarian.ask(Errand::Parse(place, purpose, text));
                }
                Effect::ReadGame(place, purpose) => self.librarian.ask(Errand::Read(place, purpose)),
                Effect::DeleteGame(place) => self.librarian.ask(Errand::Delete(place)),
                Effect::RestoreGame(trashed) => self.librarian.ask(Errand::Restore(trashed)),
                Effect::ImportGames(file) => self.librarian.ask(Errand::Import(file)),
                Effect::ExportGames(places, file, agreed) => {
                    self.librarian.ask(Errand::Export(places, file, agreed));
                }
                Effect::CompletePath(typed) => self.librarian.ask(Errand::Complete(typed)),
                Effect::KeepGame(mark, text) => self.librarian.ask(Errand::Keep(mark, text)),
                Effect::AskAside(job) => _ = self.session.as_mut().map(|session| session.ask_aside(*job)),
                Effect::EndAside => _ = self.session.as_mut().map(Session::end_aside),
                Effect::EndInquiry => _ = self.session.as_mut().map(Session::end_inquiry),
                Effect::ForgetGame => drop(self.session.as_mut().map(Session::new_game)),
                Effect::SaveGame => self.keeping.game(&self.app),
                Effect::SaveStudy => self.keeping.study(&self.app),
                Effect::SaveSettings(settings) => self.keeping.settings(&settings),
                Effect::SavePractice(kept) => self.keeping.practice(kept.ended(seconds())),
                Effect::Copy(text) => self.face.copy(&text)?,
                Effect::Bell if self.app.bell == Bell::Silent => {}
                Effect::Bell => self.face.ring(),
                Effect::Suspend => self.suspend()?,
                Effect::Redraw => self.face.start_over()?,
                Effect::Quit => {}
            }
        }
        Ok(())
    }

    fn draw(&mut self, now: Instant) -> io::Result<()> {
        self.pace.drawn(now);
        self.face.show(&self.app)
    }

    /// Gives the terminal back, stops the program, and takes it up again where the shell says so.
    fn suspend(&mut self) -> io::Result<()> {
        self.face.leave()?;
        self.stopped = Stopped::ByItself;
        signal_hook::low_level::raise(SIGSTOP)?;
        self.face.resume()?;
        self.hear(What::Resumed)
    }

    /// The program was stopped from outside and goes on: nobody knows how the terminal looks.
    fn carry_on(&mut self) -> io::Result<()> {
        if self.stopped == Stopped::ByItself {
            self.stopped = Stopped::No;
            return Ok(());
        }
        self.face.leave()?;
        self.face.resume()?;
        self.hear(What::Resumed)
    }
}
