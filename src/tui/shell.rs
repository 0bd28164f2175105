//! The event loop, the only part of the interface with side effects: it waits, passes events to `update`,
//! carries out its effects, draws.
//!
//! An idle program waits in one blocking call without a timer. Input of a person is drawn at once; a burst of
//! it costs one frame each 16 ms, and background results alone one each 40 ms.

mod engine_processes;
mod explorer_worker;
mod frontend;
mod library_duplicates;
mod library_labels;
mod library_worker;
mod looks;
mod options;
mod pace;
mod persistence;
mod repertoire_reader;
mod settings;
mod shared_database;
mod table_list;
mod text_reader;
pub(in crate::tui) mod watchdog;

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Instant, SystemTime};

use tui_input::InputRequest;

use crate::analysis::AnalysisSession;
use crate::chess::{Color, Oracle, Position};
use crate::config::{Config, EngineCommandConfig, ExternalEngineConfig, NewGameColor};
use crate::game::GamePlayers;
use crate::platform;
use crate::practice::Seed;
use crate::store::settings_watch::{KnownSettingsText, SettingsWatcher};
use crate::store::{TableFolder, UserPaths, day, library, themes};
use crate::tui::app::App;
use crate::tui::app::key_reading::{filter_edit_for_key, message_for_key};
use crate::tui::event::{TuiEvent, TuiSignal};
use crate::tui::input::SignalThread;
use crate::tui::linear::LinearInput;
use crate::tui::linear::input::TypedLine;
use crate::tui::message::{Effect, Message, TimedMessage};
use crate::tui::model::{GameSetup, Leaving, NewGameMode, OracleHandle, PlayState};
use crate::tui::router::update;
use crate::tui::shell::engine_processes::EngineProcesses;
use crate::tui::shell::explorer_worker::ExplorerWorker;
use crate::tui::shell::frontend::Frontend;
use crate::tui::shell::library_worker::LibraryWorker;
pub use crate::tui::shell::options::{FrontendKind, StartScreen, TuiError, TuiOptions};
use crate::tui::shell::pace::{FramePacer, FrameReason};
use crate::tui::shell::persistence::TuiPersistence;
use crate::tui::shell::settings::TuiSettings;
use crate::tui::shell::shared_database::SharedDatabase;
use crate::tui::shell::table_list::TableListWorker;
use crate::tui::shell::text_reader::TextReaderWorker;
use crate::tui::shell::watchdog::Watchdog;
use crate::tui::terminal::{MouseCapture, PanicReporter};
use crate::tui::theme::pieces::image;
use crate::tui::{linear, screen};

impl TuiError {
    /// Whether the error is in the arguments, not in what happened later.
    #[must_use]
    pub const fn is_bad_input(&self) -> bool {
        matches!(
            self,
            Self::NoTerminal
                | Self::Dumb(_)
                | Self::OldConsole
                | Self::Config { .. }
                | Self::Games { .. }
                | Self::NoLesson { .. }
        )
    }
}

/// Runs the interface until the user quits.
///
/// # Errors
/// When there is no terminal, when it fails, or when the program crashes: the terminal is restored first.
pub fn run(options: &TuiOptions) -> Result<(), TuiError> {
    let term = std::env::var("TERM").unwrap_or_default();
    // Where the games came through a pipe, keys are read from the terminal device.
    let piped = matches!(options.start, StartScreen::Text(_));
    let draws = options.frontend == FrontendKind::Screen;
    if draws && (!io::stdout().is_terminal() || (!piped && !io::stdin().is_terminal())) {
        return Err(TuiError::NoTerminal);
    }
    if draws && !platform::understands_escapes() {
        return Err(TuiError::OldConsole);
    }
    if draws && term == "dumb" {
        return Err(TuiError::Dumb(term));
    }
    let (events, inbox) = channel();
    let settings = TuiSettings::load(options)?;
    let (app, first, persistence) = prepare(options, &settings)?;
    let watchdog = Watchdog::start().map_err(TuiError::NoThread)?;
    let signals = SignalThread::start(events.clone(), watchdog.alarm()).map_err(TuiError::NoThread)?;
    let watch = PanicReporter::start();
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mouse = if settings.config.input.mouse { MouseCapture::On } else { MouseCapture::Off };
        let database = SharedDatabase::new(settings.games.clone());
        let mut shell = Shell {
            app,
            frontend: Frontend::enter(options.frontend, mouse)?,
            session: None,
            persistence,
            engine_processes: EngineProcesses::new(events.clone()),
            table_list: TableListWorker::new(UserPaths::find().as_ref(), events.clone()),
            library_worker: LibraryWorker::new(database.clone(), events.clone()),
            explorer_worker: ExplorerWorker::new(database, events.clone()),
            text_reader: TextReaderWorker::new(events.clone()),
            settings_watch: None,
            suspended: ShellSuspended::No,
            frame_pacer: FramePacer::default(),
            watchdog,
            last_reply: None,
            filter_edits: Vec::new(),
            input_lost: None,
        };
        shell.watchdog.set_terminal(shell.frontend.release());
        shell.start((&settings, options), &events, first)?;
        // The first frame does not wait for the reply: it comes as an event.
        if image::is_likely_supported(|name| std::env::var(name).ok()) {
            shell.frontend.query_images()?;
        }
        let reader = shell
            .frontend
            .start_reader(events.clone(), shell.watchdog.alarm())
            .map_err(TuiError::NoThread)?;
        let ended = shell.run_loop(&inbox);
        let (lost, unsaved) = (shell.input_lost.take(), shell.shut_down());
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

/// The state before the first frame, and the first message.
fn prepare(options: &TuiOptions, settings: &TuiSettings) -> Result<(App, Message, TuiPersistence), TuiError> {
    let size = match options.frontend {
        FrontendKind::Screen => crossterm::terminal::size().unwrap_or((80, 24)),
        FrontendKind::Linear => linear::SIZE,
    };
    let mut app = App::new(Instant::now(), size);
    let places = UserPaths::find();
    let tables = places.as_ref().map(UserPaths::tables_folder);
    app.shared.machine = settings::machine_limits(tables.as_deref());
    configure(&mut app, &settings.config);
    app.shared.keymap = Arc::clone(&settings.keymap);
    app.shared.theme = settings.theme;
    app.shared.schemes.clone_from(&settings.schemes);
    app.shared.today = day::today();
    app.practice_tab.course.lessons.clone_from(&settings.lessons);
    app.practice_tab.course.puzzle_lessons.clone_from(&settings.puzzle_lessons);
    app.practice.lesson_faults.clone_from(&settings.lesson_faults);
    let mut persistence = TuiPersistence::new(
        settings.state.clone(),
        settings.games.clone(),
        settings.file.clone(),
        settings.config.clone(),
    );
    for trouble in settings.problems.iter().cloned().chain(persistence.restore(&mut app)) {
        app.shared.show_warning(trouble);
    }
    let first = match &options.start {
        StartScreen::Game => Message::ResumeGame,
        StartScreen::Analyze(position) => Message::Analyze(position.clone()),
        StartScreen::File(file) => {
            let readable = library::check_readable(file);
            readable.map_err(|error| TuiError::Games { file: file.clone(), error })?;
            Message::OpenFile(file.clone())
        }
        StartScreen::Text(text) => Message::OpenText(text.clone()),
        StartScreen::Practice(name) => {
            Message::Practice(app.practice_tab.course.row_of(name).ok_or_else(|| TuiError::NoLesson {
                name: name.clone(),
                known: app.practice_tab.course.lesson_ids().collect::<Vec<_>>().join(", "),
                faults: app.practice.lesson_faults.iter().flat_map(|fault| ["\n  = ", fault]).collect(),
            })?)
        }
    };
    Ok((app, first, persistence))
}

/// Applies the settings to a fresh state.
fn configure(app: &mut App, config: &Config) {
    app.shared.seed = fastrand::u64(..);
    app.practice_tab.seed = Seed(fastrand::u16(..));
    app.shared.config = config.clone();
    let you = match config.play.side {
        NewGameColor::White => Color::White,
        NewGameColor::Black => Color::Black,
        NewGameColor::Random => app.shared.random_color(),
    };
    app.shared.new_game_defaults.mode = NewGameMode::Play(config.play.side);
    app.shared.new_game_defaults.level = config.play.level;
    app.shared.new_game_defaults.external_opponent = engine_processes::list_engines(app, config);
    let players = GamePlayers::human_against(you, app.shared.new_game_defaults.opponent_player());
    app.play = PlayState::new(Position::start(), GameSetup { players, time_control: config.play.time });
    app.shared.board.bottom = you;
    app.shared.guard = config.play.stalemate_guard;
    app.analyze.lines = usize::from(config.engine.lines.get());
}

/// Whether the program has just suspended itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShellSuspended {
    No,
    Yes,
}

struct Shell {
    app: App,
    frontend: Frontend,
    session: Option<AnalysisSession>,
    persistence: TuiPersistence,
    engine_processes: EngineProcesses,
    table_list: TableListWorker,
    library_worker: LibraryWorker,
    explorer_worker: ExplorerWorker,
    text_reader: TextReaderWorker,
    /// Lives as long as the interface.
    settings_watch: Option<SettingsWatcher>,
    suspended: ShellSuspended,
    frame_pacer: FramePacer,
    watchdog: Watchdog,
    /// The line of line mode that was answered last, with its reply: while nothing changes it is the same.
    last_reply: Option<(String, String)>,
    /// Edits of the search of the game list that are not made yet.
    filter_edits: Vec<InputRequest>,
    /// Why input has ended.
    input_lost: Option<String>,
}

impl Shell {
    /// Draws the first frame, and only then does everything that takes time.
    fn start(
        &mut self,
        (settings, options): (&TuiSettings, &TuiOptions),
        events: &Sender<TuiEvent>,
        first: Message,
    ) -> io::Result<()> {
        let effects = update(&mut self.app, TimedMessage { at: Instant::now(), message: first });
        self.draw(Instant::now())?;
        let known = self.watch_settings(settings, options, events);
        self.persistence.start(events.clone(), known);
        self.watchdog.set_pending_saves(self.persistence.pending_saves());
        let wake = events.clone();
        let session = AnalysisSession::new(
            settings::resources(&self.app.shared.config.engine, self.app.shared.machine),
            TableFolder::store_for(UserPaths::find().as_ref()),
            // The receiver is closed once the program ends.
            Box::new(move || drop(wake.send(TuiEvent::AnalysisReady))),
        );
        let tables: Arc<dyn Oracle> = Arc::clone(session.tables()) as Arc<dyn Oracle>;
        self.session = Some(session);
        self.handle_message(Message::OracleReady(OracleHandle::new(tables)))?;
        self.table_list.list_tables();
        self.library_worker.read_findings();
        self.perform(effects)
    }

    /// Starts to watch the settings file for changes. The returned value is the state of the file that we
    /// write ourselves, which is not reported. Where the system has no file watcher, changes count from the
    /// next start.
    fn watch_settings(
        &mut self,
        settings: &TuiSettings,
        options: &TuiOptions,
        events: &Sender<TuiEvent>,
    ) -> KnownSettingsText {
        let Some(file) = settings.file.clone() else { return KnownSettingsText::default() };
        let known = KnownSettingsText::read(&file);
        let (mut last, options, events) = (settings.clone(), options.clone(), events.clone());
        let changed = move |known: Option<String>| {
            if let Ok(new) = last.reload(&options, known.as_deref()) {
                // The receiver is closed once the program ends.
                let _ = events.send(TuiEvent::SettingsChanged(Box::new(new)));
            }
        };
        self.settings_watch =
            SettingsWatcher::start(&file, &themes::folder(&file), known.clone(), changed).ok();
        known
    }

    /// Restores the terminal, ends the threads and processes and saves what is left: returns what could not
    /// be saved.
    fn shut_down(self) -> Option<String> {
        let Self { frontend, mut persistence, watchdog, session, engine_processes, .. } = self;
        let Self { library_worker, mut explorer_worker, .. } = self;
        drop(frontend);
        explorer_worker.close();
        // The shutdown is under way. A signal from here on means that it takes too long.
        watchdog.loop_done();
        let unsaved = persistence.close();
        let not_kept = library_worker.close();
        explorer_worker.wait();
        drop((session, engine_processes, watchdog));
        unsaved.or(not_kept)
    }

    /// The main loop.
    fn run_loop(&mut self, inbox: &Receiver<TuiEvent>) -> io::Result<()> {
        while !self.is_over() {
            self.watchdog.loop_done();
            let wake = self.frame_pacer.next_due().into_iter().chain(self.app.next_deadline()).min();
            let event = match wake {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => self.receive(event)?,
                Err(RecvTimeoutError::Timeout) => self.handle_deadline()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            // All waiting events are handled before the next frame.
            while let Some(event) = inbox.try_recv().ok().filter(|_| !self.is_over()) {
                self.receive(event)?;
            }
            self.perform_filter_edits()?;
            let now = Instant::now();
            if self.frame_pacer.next_due().is_some_and(|due| due <= now) {
                self.draw(now)?;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.app.shared.leaving == Leaving::Yes
    }

    /// A timer of the state: the next tick of a clock, the end of a note.
    fn handle_deadline(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if self.app.next_deadline().is_some_and(|at| at <= now) {
            self.handle_message(Message::Deadline)?;
            self.frame_pacer.request(FrameReason::UserInput, now);
        }
        Ok(())
    }

    fn receive(&mut self, event: TuiEvent) -> io::Result<()> {
        let whom = if event.is_input() { FrameReason::UserInput } else { FrameReason::Background };
        self.frame_pacer.request(whom, Instant::now());
        // Edits of a search that wait together are taken as one: among many games a search takes time.
        if let TuiEvent::Key(key) = event
            && let Some(edit) = filter_edit_for_key(&self.app, key)
        {
            self.filter_edits.push(edit);
            return Ok(());
        }
        self.perform_filter_edits()?;
        let message = match event {
            TuiEvent::Key(key) => message_for_key(&self.app, key),
            TuiEvent::Mouse(gesture, column, row) => {
                Some(Message::Mouse(gesture, screen::hit(&self.app, column, row)))
            }
            TuiEvent::Paste(text) => {
                watchdog::stall_if_requested(&text);
                Some(Message::Paste(text))
            }
            TuiEvent::Resize(columns, rows) => Some(Message::Resize(columns, rows)),
            TuiEvent::Focus(focus) => Some(Message::Focus(focus)),
            TuiEvent::Line(TypedLine::Text(line)) => return self.handle_line(&line),
            TuiEvent::Line(TypedLine::Unreadable(reason)) => return frontend::print_lines(&[reason]),
            TuiEvent::AnalysisReady => {
                let updates = self.session.as_mut().map(AnalysisSession::drain).unwrap_or_default();
                for update in updates {
                    self.handle_message(Message::Analysis(update))?;
                }
                for (process, update) in self.engine_processes.drain_updates() {
                    self.handle_message(Message::ExternalEngine(process, update))?;
                }
                None
            }
            TuiEvent::Signal(TuiSignal::Terminate) => Some(Message::Terminate),
            TuiEvent::InputLost(reason) => {
                self.input_lost = Some(reason);
                Some(Message::Terminate)
            }
            TuiEvent::Signal(TuiSignal::Suspend) => return self.suspend(),
            TuiEvent::Signal(TuiSignal::Continue) => return self.resume(),
            TuiEvent::Message(message) => Some(message),
            TuiEvent::SettingsChanged(new) => {
                self.persistence.note_reload(&new);
                Some(Message::SettingsChanged(new))
            }
        };
        message.map_or(Ok(()), |what| self.handle_message(what))
    }

    /// Makes the search with the edits that have come.
    fn perform_filter_edits(&mut self) -> io::Result<()> {
        if self.filter_edits.is_empty() {
            return Ok(());
        }
        let edits = std::mem::take(&mut self.filter_edits);
        self.handle_message(Message::EditFilter(edits))
    }

    /// A typed line: messages, or a reply.
    fn handle_line(&mut self, line: &str) -> io::Result<()> {
        if let Some((_, reply)) = self.last_reply.as_ref().filter(|(asked, _)| asked == line) {
            return frontend::print_text(reply);
        }
        match linear::parse_line(&self.app, line) {
            LinearInput::Messages(all) => {
                let is_move = self.frontend.note_typed(&all);
                all.into_iter().try_for_each(|what| self.handle_message(what))?;
                if is_move { self.frontend.show(&self.app) } else { Ok(()) }
            }
            LinearInput::Answer(lines) => {
                let reply = linear::sanitized_lines(&lines);
                frontend::print_text(&reply)?;
                self.last_reply = Some((line.to_owned(), reply));
                Ok(())
            }
        }
    }

    /// Passes a message to `update` and carries out its effects.
    fn handle_message(&mut self, message: Message) -> io::Result<()> {
        self.last_reply = None;
        // A change of date is no event; it is noticed with the next message.
        let today = day::today();
        if today != self.app.shared.today {
            update(&mut self.app, TimedMessage { at: Instant::now(), message: Message::DateChanged(today) });
        }
        let effects = update(&mut self.app, TimedMessage { at: Instant::now(), message });
        self.perform(effects)
    }

    /// Splits a typed engine command into words.
    fn parse_engine_command(&mut self, command: &str) -> io::Result<()> {
        self.handle_message(match EngineCommandConfig::try_from(command) {
            Ok(command) => {
                let external = ExternalEngineConfig { command, ..ExternalEngineConfig::default() };
                Message::EngineCommandParsed(external.command_words())
            }
            Err(reason) => Message::EffectFailed(format!("This is not a command: {reason}")),
        })
    }

    fn perform(&mut self, effects: Vec<Effect>) -> io::Result<()> {
        for effect in effects {
            match effect {
                Effect::StartAnalysis(job) => {
                    if let Some(session) = self.session.as_mut() {
                        session.start_job(*job);
                    }
                }
                Effect::StopAnalysis => drop(self.session.as_mut().map(AnalysisSession::cancel)),
                Effect::ConfigureEngine(engine) => {
                    let resources = settings::resources(&engine, self.app.shared.machine);
                    _ = self.session.as_mut().map(|session| session.configure(resources));
                }
                Effect::FindEngines => self.table_list.find_engines(),
                Effect::StartExternal(process) => {
                    self.engine_processes.start(&self.app.shared.engines, &process);
                }
                Effect::SearchExternal(process, job, past) => {
                    self.engine_processes.search(&self.app.shared.engines, &process, *job, *past);
                }
                Effect::PonderExternal(process, job, past) => {
                    self.engine_processes.ponder(&process, *job, *past);
                }
                Effect::PonderHitExternal(process) => self.engine_processes.ponder_hit(&process),
                Effect::StopExternal(process) => self.engine_processes.stop(&process),
                Effect::MoveNowExternal(process) => self.engine_processes.move_now(&process),
                Effect::NewGameExternal(process) => self.engine_processes.new_game(&process),
                Effect::SetExternalOption(name, option, value) => {
                    self.engine_processes.set_option(&name, &option, &value);
                }
                Effect::QuitExternal(process) => self.engine_processes.quit(&process),
                Effect::ParseEngineCommand(command) => self.parse_engine_command(&command)?,
                Effect::FinishAnalysis => drop(self.session.as_mut().map(AnalysisSession::stop)),
                Effect::StartProof(claim) => {
                    _ = self.session.as_mut().map(|session| session.explore_proof(*claim));
                }
                Effect::ExpandProof(node, position, moves) => {
                    if let Some(session) = &self.session {
                        session.expand_proof_node(node, *position, moves);
                    }
                }
                Effect::BuildTable(material) => {
                    _ = self.session.as_ref().map(|session| session.build(&material));
                }
                Effect::StopTableBuild(material) => {
                    _ = self.session.as_ref().map(|session| session.cancel_build(&material));
                }
                Effect::CountTable(material) => {
                    _ = self.session.as_ref().map(|session| session.compute_stats(&material));
                }
                Effect::ListTables => self.table_list.list_tables(),
                Effect::Library(request) => self.library_worker.perform(request),
                Effect::AskExplorer(question) => self.explorer_worker.ask(question),
                Effect::CloseExplorer => self.explorer_worker.close(),
                Effect::ReadText(id, text, here, purpose) => self.text_reader.read(id, text, *here, purpose),
                Effect::CancelReading => self.text_reader.cancel(),
                Effect::StartGameAnalysis(..)
                | Effect::StartMistakeSearch(..)
                | Effect::StopGameAnalysis(_)
                | Effect::StartSideQuery(_)
                | Effect::StopSideQuery
                | Effect::StopProof
                | Effect::ClearEngineMemory => self.perform_in_session(effect),
                Effect::SaveGame => self.persistence.save_game(&self.app),
                Effect::SaveAnalysis => self.persistence.save_analysis(&self.app),
                Effect::SaveConfig => self.persistence.save_config(&self.app.shared.config),
                Effect::SavePractice(kept) => {
                    self.persistence.save_practice(kept.with_end_time(day::seconds(SystemTime::now())));
                }
                Effect::Copy(text) => self.frontend.copy(&text)?,
                Effect::Bell if !self.app.shared.config.play.bell => {}
                Effect::Bell => self.frontend.ring_bell(),
                Effect::Suspend => self.suspend()?,
                Effect::Redraw => self.frontend.force_redraw()?,
                Effect::Quit => {}
            }
        }
        Ok(())
    }

    /// Carries out an effect of the analysis session, once that has begun; others are not its own.
    fn perform_in_session(&mut self, effect: Effect) {
        let Some(session) = &mut self.session else { return };
        match effect {
            Effect::StartGameAnalysis(purpose, request) => session.start_game_analysis(purpose, *request),
            Effect::StartMistakeSearch(purpose, request) => session.start_mistake_search(purpose, *request),
            Effect::StopGameAnalysis(purpose) => session.stop_game_analysis(purpose),
            Effect::StartSideQuery(job) => session.start_side_query(*job),
            Effect::StopSideQuery => session.stop_side_query(),
            Effect::StopProof => session.stop_proof_explorer(),
            Effect::ClearEngineMemory => session.new_game(),
            _ => {}
        }
    }

    fn draw(&mut self, now: Instant) -> io::Result<()> {
        self.frame_pacer.frame_drawn(now);
        self.frontend.show(&self.app)
    }

    /// Restores the terminal, suspends the program, and takes the terminal over again on `fg`.
    fn suspend(&mut self) -> io::Result<()> {
        self.frontend.suspend()?;
        self.suspended = ShellSuspended::Yes;
        platform::suspend()?;
        self.frontend.resume()?;
        self.handle_message(Message::ProcessContinued)
    }

    /// The program was suspended (SIGTSTP) and goes on: the contents of the terminal are unknown.
    fn resume(&mut self) -> io::Result<()> {
        if self.suspended == ShellSuspended::Yes {
            self.suspended = ShellSuspended::No;
            return Ok(());
        }
        self.frontend.suspend()?;
        self.frontend.resume()?;
        self.handle_message(Message::ProcessContinued)
    }
}
