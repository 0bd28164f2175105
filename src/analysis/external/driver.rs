//! The thread that talks with one engine: it starts it, does what the conversation wants, keeps the time, and
//! sees to it that nothing is left of it.

use std::sync::Arc;
use std::time::Duration;

use crate::analysis::mailbox::Mailbox;
use crate::analysis::protocol::{AnalysisEvent, AnalysisSnapshot, AnalysisSource, Generation, ProofProgress};
use crate::analysis::worker::lower_priority;
use crate::chess::{Depth, Move, Ply};
use crate::engine::{Report, Stopwatch};
use crate::uci::UciSession;
use crate::uci::sanitize::sanitize_and_truncate;
use crate::uci::session::{
    UciAnalysis, UciDeadline, UciFatalError, UciSearchError, UciSessionEffect, UciTimeouts,
};

use super::ExternalEngineLaunch;
use super::inbox::{DriverCommand, DriverEvent, DriverInbox, OutputLine};
use super::process::{EngineProcess, InputQueueFull, MAX_ERROR_LINE_CHARS, describe_exit};
use super::status::{ExternalEngineFailure, ExternalEngineState, ExternalEngineStatus};

/// How long an engine may take to end by itself.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How long what it said before its end may be on its way on a busy machine.
const OUTPUT_DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

pub(super) struct Driver {
    inbox: Arc<DriverInbox>,
    mailbox: Arc<Mailbox>,
    timeouts: UciTimeouts,
    status: ExternalEngineStatus,
    generation: Generation,
    /// Whether an answer to the newest question is still owed.
    reply_state: ReplyState,
    /// The wait under way and when it began.
    wait: Option<(UciDeadline, Stopwatch)>,
    process_state: ProcessState,
    /// The last line that it said before it introduced itself.
    last_line: Option<String>,
}

/// Whether an answer is owed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplyState {
    Pending,
    None,
}

/// Whether the process runs, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProcessState {
    Running,
    Exited,
}

/// What has come to its end first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndedFirst {
    Process,
    Output,
}

/// Why a conversation is over.
enum ConversationEnd {
    /// Nobody wants the engine any more.
    Quit,
    /// The process has ended by itself.
    Exited,
    /// It has closed its output and lives on, or does not read what it is told.
    Broken(&'static str),
    /// It misbehaves beyond use.
    Fault(UciFatalError),
}

impl Driver {
    pub(super) fn new(inbox: Arc<DriverInbox>, mailbox: Arc<Mailbox>, timeouts: UciTimeouts) -> Self {
        let (generation, reply_state) = (Generation::default(), ReplyState::None);
        let (status, process_state) = (ExternalEngineStatus::starting(), ProcessState::Running);
        Self {
            inbox,
            mailbox,
            timeouts,
            status,
            generation,
            reply_state,
            wait: None,
            process_state,
            last_line: None,
        }
    }

    /// Runs an engine to its end, and answers every question until nobody asks any more.
    pub(super) fn run(mut self, launch: &ExternalEngineLaunch) {
        // The process inherits it.
        lower_priority();
        self.send_status();
        match EngineProcess::start(launch, &self.inbox) {
            Err(reason) => self.fail_engine(ExternalEngineFailure::NotStarted(reason)),
            Ok(mut process) => {
                let (mut peer, acts) = UciSession::start(launch.settings.clone(), self.timeouts);
                let over = match self.apply_acts(acts, &peer, &mut process) {
                    Some(over) => over,
                    None => self.run_event_loop(&mut peer, &mut process),
                };
                self.shut_down(over, &peer, process);
            }
        }
        self.refuse_until_quit();
    }

    /// Talks until there is nothing more to say.
    fn run_event_loop(&mut self, peer: &mut UciSession, process: &mut EngineProcess) -> ConversationEnd {
        loop {
            let timeout = self.remaining_wait(peer);
            let acts = match self.inbox.next(timeout) {
                DriverEvent::Command(DriverCommand::Quit) => return ConversationEnd::Quit,
                DriverEvent::Command(order) => self.handle_command(order, peer),
                DriverEvent::Line(OutputLine::Whole(line)) => self.handle_line(&line, peer),
                DriverEvent::Line(OutputLine::TooLong) => peer.receive_overlong_line(),
                DriverEvent::OutputEnded => return self.drain_output(EndedFirst::Output, peer, process),
                DriverEvent::Exited => return self.drain_output(EndedFirst::Process, peer, process),
                DriverEvent::Timeout => match self.wait {
                    Some((wait, since)) if since.elapsed() >= wait.length => peer.expire(wait),
                    _ => Vec::new(),
                },
            };
            if let Some(over) = self.apply_acts(acts, peer, process) {
                return over;
            }
        }
    }

    /// The process has ended, or its output has: what it said before still counts, and the other end follows.
    fn drain_output(
        &mut self,
        end: EndedFirst,
        peer: &mut UciSession,
        process: &mut EngineProcess,
    ) -> ConversationEnd {
        if end == EndedFirst::Process {
            self.process_state = ProcessState::Exited;
            // What it has started may hold its output open.
            process.kill();
        }
        let since = Stopwatch::start();
        while let Some(left) = OUTPUT_DRAIN_TIMEOUT.checked_sub(since.elapsed()) {
            let acts = match (self.inbox.next(Some(left)), end) {
                (DriverEvent::Command(DriverCommand::Quit), _) => return ConversationEnd::Quit,
                (DriverEvent::Command(order), _) => self.handle_command(order, peer),
                (DriverEvent::Line(OutputLine::Whole(line)), _) => self.handle_line(&line, peer),
                (DriverEvent::OutputEnded, EndedFirst::Process) => return ConversationEnd::Exited,
                (DriverEvent::Exited, EndedFirst::Output) => {
                    self.process_state = ProcessState::Exited;
                    return ConversationEnd::Exited;
                }
                _ => Vec::new(),
            };
            if let Some(over) = self.apply_acts(acts, peer, process) {
                return over;
            }
        }
        match end {
            EndedFirst::Process => ConversationEnd::Exited,
            EndedFirst::Output => ConversationEnd::Broken("has closed its output and says nothing more"),
        }
    }

    /// What is left of the wait under way. A new one begins now.
    fn remaining_wait(&mut self, peer: &UciSession) -> Option<Duration> {
        let wait = peer.deadline();
        if wait != self.wait.map(|(wait, _)| wait) {
            self.wait = wait.map(|wait| (wait, Stopwatch::start()));
        }
        self.wait.map(|(wait, since)| wait.length.saturating_sub(since.elapsed()))
    }

    fn handle_command(&mut self, command: DriverCommand, peer: &mut UciSession) -> Vec<UciSessionEffect> {
        match command {
            DriverCommand::Analyze(generation, question) => {
                self.generation = generation;
                // Where nothing can be played there is nothing to ask.
                if question.root.position.legal_moves().is_empty() {
                    self.reply_state = ReplyState::None;
                    let nothing = snapshot(generation, &UciAnalysis::default(), None);
                    self.mailbox.push_event(AnalysisEvent::Done(Box::new(nothing)));
                    return peer.cancel();
                }
                self.reply_state = ReplyState::Pending;
                peer.search(*question)
            }
            DriverCommand::Cancel => {
                self.reply_state = ReplyState::None;
                peer.cancel()
            }
            DriverCommand::NewGame => {
                self.reply_state = ReplyState::None;
                peer.new_game()
            }
            DriverCommand::Stop => peer.stop(),
            DriverCommand::PonderHit => peer.ponder_hit(),
            DriverCommand::SetOption(name, value) => peer.set_option(&name, &value),
            DriverCommand::Quit => Vec::new(),
        }
    }

    /// Does what the conversation wants; something where it is over.
    fn apply_acts(
        &mut self,
        acts: Vec<UciSessionEffect>,
        peer: &UciSession,
        process: &mut EngineProcess,
    ) -> Option<ConversationEnd> {
        let before = self.status.clone();
        for act in acts {
            match act {
                UciSessionEffect::Send(line) => {
                    if process.send_line(&line) == Err(InputQueueFull) {
                        return Some(ConversationEnd::Broken("hangs: it does not read what it is told"));
                    }
                }
                UciSessionEffect::Initialized => {
                    self.status.identity = Some(Arc::new(peer.identity().clone()));
                }
                UciSessionEffect::InfoUpdated if self.reply_state == ReplyState::Pending => {
                    self.mailbox.set_progress(snapshot(self.generation, peer.analysis(), None));
                }
                UciSessionEffect::InfoUpdated => {}
                UciSessionEffect::BestMove(best, expects) => {
                    self.send_best_move(peer.analysis(), best, expects);
                }
                UciSessionEffect::SearchFailed(refusal) => self.report_refusal(&refusal),
                UciSessionEffect::Warn(oddity) => {
                    self.status.protocol_error_count = self.status.protocol_error_count.saturating_add(1);
                    self.status.last_protocol_error = Some(oddity.to_string());
                }
                UciSessionEffect::Terminate(fault) => return Some(ConversationEnd::Fault(fault)),
            }
        }
        self.status.state = match peer {
            _ if self.status.identity.is_none() => ExternalEngineState::Starting,
            peer if peer.is_searching() => ExternalEngineState::Thinking,
            _ => ExternalEngineState::Ready,
        };
        if self.status != before {
            self.send_status();
        }
        None
    }

    /// Takes in a line. One before the introduction may say why there will be none.
    fn handle_line(&mut self, line: &str, peer: &mut UciSession) -> Vec<UciSessionEffect> {
        if self.status.identity.is_none() && !line.trim().is_empty() {
            self.last_line = Some(sanitize_and_truncate(line, MAX_ERROR_LINE_CHARS));
        }
        peer.receive_line(line)
    }

    fn send_best_move(&mut self, opinion: &UciAnalysis, best: Move, expects: Option<Move>) {
        if self.reply_state == ReplyState::Pending {
            self.reply_state = ReplyState::None;
            let decided =
                AnalysisSnapshot { ponder_move: expects, ..snapshot(self.generation, opinion, Some(best)) };
            self.mailbox.push_event(AnalysisEvent::Done(Box::new(decided)));
        }
    }

    fn report_refusal(&mut self, refusal: &UciSearchError) {
        self.fail_search(refusal.to_string());
    }

    /// The newest question gets no answer.
    fn fail_search(&mut self, reason: String) {
        if self.reply_state == ReplyState::Pending {
            self.reply_state = ReplyState::None;
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

    /// Ends the process: kindly, then by force. Nothing is left of it.
    fn shut_down(&mut self, over: ConversationEnd, peer: &UciSession, mut process: EngineProcess) {
        if self.process_state == ProcessState::Running {
            let last_commands = [peer.is_searching().then_some("stop"), Some("quit")];
            for line in last_commands.into_iter().flatten() {
                // One that does not read will not hear it either.
                let _ = process.send_line(line);
            }
            process.close_input();
            // One that hangs has had its time.
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
            text.map_or_else(String::new, |text| format!("; it said: {text}"))
        };
        match over {
            ConversationEnd::Quit => {
                self.status.state = ExternalEngineState::Ended;
                self.send_status();
            }
            ConversationEnd::Exited => {
                let how = status.map_or_else(|| "nobody knows how".to_owned(), describe_exit);
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

    /// Waits for the process to end by itself.
    fn wait_for_exit(&self) {
        let since = Stopwatch::start();
        while let Some(left) = QUIT_TIMEOUT.checked_sub(since.elapsed()) {
            if matches!(self.inbox.next(Some(left)), DriverEvent::Exited) {
                return;
            }
        }
    }

    /// Answers questions to an engine that is no more, until nobody asks.
    fn refuse_until_quit(mut self) {
        let ExternalEngineState::Failed(failure) = self.status.state.clone() else { return };
        loop {
            match self.inbox.next(None) {
                DriverEvent::Command(DriverCommand::Analyze(generation, _)) => {
                    (self.generation, self.reply_state) = (generation, ReplyState::Pending);
                    self.fail_search(failure.to_string());
                }
                DriverEvent::Command(DriverCommand::Quit) => return,
                _ => {}
            }
        }
    }
}

/// What an engine has said so far, and its move once it has decided.
fn snapshot(generation: Generation, opinion: &UciAnalysis, played: Option<Move>) -> AnalysisSnapshot {
    let report = Report {
        depth: Depth::new(i16::try_from(opinion.depth).unwrap_or(i16::MAX)),
        seldepth: Ply::new(opinion.seldepth),
        nodes: opinion.nodes,
        time: opinion.time,
        threads: 0,
        hashfull: opinion.hashfull,
        lines: opinion.lines().cloned().collect(),
    };
    let (ranking, syzygy, proof) = (None, None, ProofProgress::default());
    let expects = None;
    AnalysisSnapshot {
        generation,
        source: AnalysisSource::ExternalEngine,
        report,
        ranking,
        proof,
        syzygy,
        best_reported: played,
        ponder_move: expects,
    }
}
