//! The driver thread of an external engine: starts the process, carries out what the UCI session requests,
//! watches the timeouts, and kills and reaps the process in the end.

use std::sync::Arc;
use std::time::Duration;

use super::inbox::{DriverCommand, DriverEvent, DriverInbox, OutputLine};
use super::launch::ExternalEngineLaunch;
use super::process::{EngineProcess, InputQueueFull, MAX_ERROR_LINE_CHARS, describe_exit};
use super::status::{ExternalEngineFailure, ExternalEngineState, ExternalEngineStatus};
use crate::mailbox::Mailbox;
use crate::protocol::{AnalysisEvent, AnalysisSnapshot, AnalysisSource, JobId};
use chess::text::sanitize_and_truncate;
use chess::{Depth, Move, Ply};
use engine::{Report, Stopwatch};
use uci::UciSession;
use uci::session::{UciAnalysis, UciDeadline, UciFatalError, UciSessionEffect, UciTimeouts};

/// How long an engine may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How long the rest of its output is waited for after it has exited.
const OUTPUT_DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

pub(super) struct Driver {
    inbox: Arc<DriverInbox>,
    mailbox: Arc<Mailbox>,
    timeouts: UciTimeouts,
    status: ExternalEngineStatus,
    generation: JobId,
    /// Whether the newest search has no result yet.
    reply_pending: bool,
    /// The current timeout and when it began.
    wait: Option<(UciDeadline, Stopwatch)>,
    /// False once the process is known to have exited.
    process_running: bool,
    /// The last line of output before `uciok`.
    last_line: Option<String>,
}

/// Which of the two ended first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndedFirst {
    Process,
    Output,
}

/// Why the conversation ended.
enum ConversationEnd {
    /// The user interface quit the engine.
    Quit,
    /// The process exited without a `quit`.
    Exited,
    /// It closed its output but still runs, or it does not read its input.
    Broken(&'static str),
    /// It violated the protocol or a timeout.
    Fault(UciFatalError),
}

impl Driver {
    pub(super) fn new(inbox: Arc<DriverInbox>, mailbox: Arc<Mailbox>, timeouts: UciTimeouts) -> Self {
        Self {
            inbox,
            mailbox,
            timeouts,
            status: ExternalEngineStatus::starting(),
            generation: JobId::default(),
            reply_pending: false,
            wait: None,
            process_running: true,
            last_line: None,
        }
    }

    /// Runs the engine until it ends, then answers every search with a failure until it is quit.
    pub(super) fn run(mut self, launch: &ExternalEngineLaunch) {
        self.send_status();
        match EngineProcess::start(launch, &self.inbox) {
            Err(reason) => self.fail_engine(ExternalEngineFailure::NotStarted(reason)),
            Ok(mut process) => {
                let (mut session, effects) = UciSession::start(launch.settings.clone(), self.timeouts);
                let over = match self.apply_effects(effects, &session, &mut process) {
                    Some(over) => over,
                    None => self.run_event_loop(&mut session, &mut process),
                };
                self.shut_down(over, &session, process);
            }
        }
        self.refuse_until_quit();
    }

    /// Handles events until the conversation ends.
    fn run_event_loop(&mut self, session: &mut UciSession, process: &mut EngineProcess) -> ConversationEnd {
        loop {
            let timeout = self.remaining_wait(session);
            let effects = match self.inbox.next(timeout) {
                DriverEvent::Command(DriverCommand::Quit) => return ConversationEnd::Quit,
                DriverEvent::Command(command) => self.handle_command(command, session),
                DriverEvent::Line(OutputLine::Whole(line)) => self.handle_line(&line, session),
                DriverEvent::Line(OutputLine::TooLong) => session.receive_overlong_line(),
                DriverEvent::OutputEnded => return self.drain_output(EndedFirst::Output, session, process),
                DriverEvent::Exited => return self.drain_output(EndedFirst::Process, session, process),
                DriverEvent::Timeout => match self.wait {
                    Some((wait, since)) if since.elapsed() >= wait.length => session.expire(wait),
                    _ => Vec::new(),
                },
            };
            if let Some(over) = self.apply_effects(effects, session, process) {
                return over;
            }
        }
    }

    /// The process has exited or closed its output: reads the rest of the output and waits for the other of
    /// the two.
    fn drain_output(
        &mut self,
        end: EndedFirst,
        session: &mut UciSession,
        process: &mut EngineProcess,
    ) -> ConversationEnd {
        if end == EndedFirst::Process {
            self.process_running = false;
            // Its descendants may hold its output open.
            process.kill();
        }
        let since = Stopwatch::start();
        while let Some(left) = OUTPUT_DRAIN_TIMEOUT.checked_sub(since.elapsed()) {
            let effects = match (self.inbox.next(Some(left)), end) {
                (DriverEvent::Command(DriverCommand::Quit), _) => return ConversationEnd::Quit,
                (DriverEvent::Command(command), _) => self.handle_command(command, session),
                (DriverEvent::Line(OutputLine::Whole(line)), _) => self.handle_line(&line, session),
                (DriverEvent::OutputEnded, EndedFirst::Process) => return ConversationEnd::Exited,
                (DriverEvent::Exited, EndedFirst::Output) => {
                    self.process_running = false;
                    return ConversationEnd::Exited;
                }
                _ => Vec::new(),
            };
            if let Some(over) = self.apply_effects(effects, session, process) {
                return over;
            }
        }
        match end {
            EndedFirst::Process => ConversationEnd::Exited,
            EndedFirst::Output => ConversationEnd::Broken("has closed its output without exiting"),
        }
    }

    /// The rest of the current timeout. A new one starts now.
    fn remaining_wait(&mut self, session: &UciSession) -> Option<Duration> {
        let wait = session.deadline();
        if wait != self.wait.map(|(wait, _)| wait) {
            self.wait = wait.map(|wait| (wait, Stopwatch::start()));
        }
        self.wait.map(|(wait, since)| wait.length.saturating_sub(since.elapsed()))
    }

    fn handle_command(&mut self, command: DriverCommand, session: &mut UciSession) -> Vec<UciSessionEffect> {
        match command {
            DriverCommand::Analyze(generation, request) => {
                self.generation = generation;
                // Engines need not support positions without legal moves.
                if request.root.position.legal_moves().is_empty() {
                    self.reply_pending = false;
                    let empty = snapshot(generation, &UciAnalysis::default(), None);
                    self.mailbox.push_event(AnalysisEvent::Done(Box::new(empty)));
                    return session.cancel();
                }
                self.reply_pending = true;
                session.search(*request)
            }
            DriverCommand::Cancel => {
                self.reply_pending = false;
                session.cancel()
            }
            DriverCommand::NewGame => {
                self.reply_pending = false;
                session.new_game()
            }
            DriverCommand::Stop => session.stop(),
            DriverCommand::PonderHit => session.ponder_hit(),
            DriverCommand::SetOption(name, value) => session.set_option(&name, &value),
            DriverCommand::Quit => Vec::new(),
        }
    }

    /// Carries out the effects of the session. Some where the conversation ends.
    fn apply_effects(
        &mut self,
        effects: Vec<UciSessionEffect>,
        session: &UciSession,
        process: &mut EngineProcess,
    ) -> Option<ConversationEnd> {
        let before = self.status.clone();
        for effect in effects {
            match effect {
                UciSessionEffect::Send(line) => {
                    if process.send_line(&line) == Err(InputQueueFull) {
                        return Some(ConversationEnd::Broken("hangs: it does not read its input"));
                    }
                }
                UciSessionEffect::Initialized => {
                    self.status.identity = Some(Arc::new(session.identity().clone()));
                }
                UciSessionEffect::InfoUpdated if self.reply_pending => {
                    self.mailbox.set_progress(snapshot(self.generation, session.analysis(), None));
                }
                UciSessionEffect::InfoUpdated => {}
                UciSessionEffect::BestMove(best, ponder) => {
                    self.send_best_move(session.analysis(), best, ponder);
                }
                UciSessionEffect::SearchFailed(error) => self.fail_search(error.to_string()),
                UciSessionEffect::Warn(error) => {
                    self.status.protocol_error_count = self.status.protocol_error_count.saturating_add(1);
                    self.status.last_protocol_error = Some(error.to_string());
                }
                UciSessionEffect::Terminate(fault) => return Some(ConversationEnd::Fault(fault)),
            }
        }
        self.status.state = match session {
            _ if self.status.identity.is_none() => ExternalEngineState::Starting,
            session if session.is_searching() => ExternalEngineState::Thinking,
            _ => ExternalEngineState::Ready,
        };
        if self.status != before {
            self.send_status();
        }
        None
    }

    /// Handles a line of output. The last one before `uciok` is kept: it may explain why there is no `uciok`.
    fn handle_line(&mut self, line: &str, session: &mut UciSession) -> Vec<UciSessionEffect> {
        if self.status.identity.is_none() && !line.trim().is_empty() {
            self.last_line = Some(sanitize_and_truncate(line, MAX_ERROR_LINE_CHARS));
        }
        session.receive_line(line)
    }

    fn send_best_move(&mut self, analysis: &UciAnalysis, best: Move, ponder_move: Option<Move>) {
        if self.reply_pending {
            self.reply_pending = false;
            let last = AnalysisSnapshot { ponder_move, ..snapshot(self.generation, analysis, Some(best)) };
            self.mailbox.push_event(AnalysisEvent::Done(Box::new(last)));
        }
    }

    /// The newest search has no result.
    fn fail_search(&mut self, reason: String) {
        if self.reply_pending {
            self.reply_pending = false;
            self.mailbox.push_event(AnalysisEvent::Failed { generation: self.generation, reason });
        }
    }

    fn send_status(&self) {
        self.mailbox.set_engine_status(self.status.clone());
    }

    fn fail_engine(&mut self, failure: ExternalEngineFailure) {
        let reason = failure.to_string();
        self.status.state = ExternalEngineState::Failed(failure);
        self.send_status();
        self.fail_search(reason);
    }

    /// Ends the process with `quit`, then by a signal, and reaps it with its descendants.
    fn shut_down(&mut self, over: ConversationEnd, session: &UciSession, mut process: EngineProcess) {
        if self.process_running {
            let last_commands = [session.is_searching().then_some("stop"), Some("quit")];
            for line in last_commands.into_iter().flatten() {
                // A process that does not read its input is killed below.
                let _ = process.send_line(line);
            }
            process.close_input();
            // A process that hangs is not waited for.
            if !matches!(over, ConversationEnd::Fault(_) | ConversationEnd::Broken(_)) {
                self.wait_for_exit();
            }
        }
        self.inbox.close();
        process.kill();
        let status = process.reap();
        let error_suffix = || {
            let unknown = self.status.identity.is_none();
            let text = process
                .last_error_line(OUTPUT_DRAIN_TIMEOUT)
                .or_else(|| self.last_line.clone().filter(|_| unknown));
            text.map_or_else(String::new, |text| format!("; its last output: {text}"))
        };
        match over {
            ConversationEnd::Quit => {
                self.status.state = ExternalEngineState::Ended;
                self.send_status();
            }
            ConversationEnd::Exited => {
                let how = status.map_or_else(|| "exit status unknown".to_owned(), describe_exit);
                self.fail_engine(ExternalEngineFailure::Crashed(format!("{how}{}", error_suffix())));
            }
            ConversationEnd::Broken(how) => {
                self.fail_engine(ExternalEngineFailure::Unusable(format!("{how}{}", error_suffix())));
            }
            ConversationEnd::Fault(fault) => {
                self.fail_engine(ExternalEngineFailure::Unusable(format!("{fault}{}", error_suffix())));
            }
        }
    }

    /// Waits for the process to exit after `quit`.
    fn wait_for_exit(&self) {
        let since = Stopwatch::start();
        while let Some(left) = QUIT_TIMEOUT.checked_sub(since.elapsed()) {
            if matches!(self.inbox.next(Some(left)), DriverEvent::Exited) {
                return;
            }
        }
    }

    /// Answers every search with the failure until the engine is quit.
    fn refuse_until_quit(mut self) {
        let ExternalEngineState::Failed(failure) = self.status.state.clone() else { return };
        loop {
            match self.inbox.next(None) {
                DriverEvent::Command(DriverCommand::Analyze(generation, _)) => {
                    (self.generation, self.reply_pending) = (generation, true);
                    self.fail_search(failure.to_string());
                }
                DriverEvent::Command(DriverCommand::Quit) => return,
                _ => {}
            }
        }
    }
}

/// A snapshot of the newest `info` lines, with the `bestmove` once there is one.
fn snapshot(generation: JobId, analysis: &UciAnalysis, best_reported: Option<Move>) -> AnalysisSnapshot {
    let report = Report {
        depth: Depth::new(i16::try_from(analysis.depth).unwrap_or(i16::MAX)),
        seldepth: Ply::new(analysis.seldepth),
        nodes: analysis.nodes,
        time: analysis.time,
        threads: 0,
        hashfull: analysis.hashfull,
        lines: analysis.lines().cloned().collect(),
    };
    AnalysisSnapshot {
        best_reported,
        ..AnalysisSnapshot::new(generation, AnalysisSource::ExternalEngine, report)
    }
}
