//! The thread that talks with one engine: it starts it, does what the conversation wants, keeps the time, and
//! sees to it that nothing is left of it.

use std::sync::Arc;
use std::time::Duration;

use crate::analysis::mailbox::Mailbox;
use crate::analysis::protocol::{Generation, ProofState, Snapshot, Source, Update};
use crate::analysis::worker::stand_back;
use crate::chess::{Depth, Move, Ply};
use crate::engine::{Report, Stopwatch};
use crate::uci::Peer;
use crate::uci::peer::{Act, Fault, Opinion, Patience, Refusal, Wait};
use crate::uci::plain::plain;

use super::Launch;
use super::inbox::{Event, Inbox, Line, Order};
use super::process::{Deaf, LONGEST_COMPLAINT, Process, told};
use super::standing::{Failure, Standing, State};

/// How long an engine may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long what it said before its end may be on its way on a busy machine.
const LAST_WORDS: Duration = Duration::from_secs(3);

pub(super) struct Driver {
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    patience: Patience,
    standing: Standing,
    generation: Generation,
    /// Whether an answer to the newest question is still owed.
    owes: Owes,
    /// The wait under way and when it began.
    wait: Option<(Wait, Stopwatch)>,
    alive: Alive,
    /// The last line that it said before it introduced itself.
    said: Option<String>,
}

/// Whether an answer is owed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owes {
    Answer,
    Nothing,
}

/// Whether the process runs, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alive {
    Yes,
    No,
}

/// What has come to its end first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Process,
    Output,
}

/// Why a conversation is over.
enum Over {
    /// Nobody wants the engine any more.
    Unwanted,
    /// The process has ended by itself.
    Exited,
    /// It has closed its output and lives on, or does not read what it is told.
    Broken(&'static str),
    /// It misbehaves beyond use.
    Fault(Fault),
}

impl Driver {
    pub(super) fn new(inbox: Arc<Inbox>, mailbox: Arc<Mailbox>, patience: Patience) -> Self {
        let (generation, owes) = (Generation::default(), Owes::Nothing);
        let (standing, alive) = (Standing::starting(), Alive::Yes);
        Self { inbox, mailbox, patience, standing, generation, owes, wait: None, alive, said: None }
    }

    /// Runs an engine to its end, and answers every question until nobody asks any more.
    pub(super) fn run(mut self, launch: &Launch) {
        // The process inherits it.
        stand_back();
        self.tell();
        match Process::start(launch, &self.inbox) {
            Err(reason) => self.fail(Failure::Missing(reason)),
            Ok(mut process) => {
                let (mut peer, acts) = Peer::begin(launch.settings.clone(), self.patience);
                let over = match self.perform(acts, &peer, &mut process) {
                    Some(over) => over,
                    None => self.converse(&mut peer, &mut process),
                };
                self.part(over, &peer, process);
            }
        }
        self.refuse_all();
    }

    /// Talks until there is nothing more to say.
    fn converse(&mut self, peer: &mut Peer, process: &mut Process) -> Over {
        loop {
            let left = self.left(peer);
            let acts = match self.inbox.next(left) {
                Event::Order(Order::Leave) => return Over::Unwanted,
                Event::Order(order) => self.obey(order, peer),
                Event::Line(Line::Whole(line)) => self.listen(&line, peer),
                Event::Line(Line::TooLong) => peer.hear_too_much(),
                Event::OutputEnded => return self.hear_out(End::Output, peer, process),
                Event::Exited => return self.hear_out(End::Process, peer, process),
                Event::Silence => match self.wait {
                    Some((wait, since)) if since.elapsed() >= wait.length => peer.expire(wait),
                    _ => Vec::new(),
                },
            };
            if let Some(over) = self.perform(acts, peer, process) {
                return over;
            }
        }
    }

    /// The process has ended, or its output has: what it said before still counts, and the other end follows.
    fn hear_out(&mut self, end: End, peer: &mut Peer, process: &mut Process) -> Over {
        if end == End::Process {
            self.alive = Alive::No;
            // What it has started may hold its output open.
            process.kill();
        }
        let since = Stopwatch::start();
        while let Some(left) = LAST_WORDS.checked_sub(since.elapsed()) {
            let acts = match (self.inbox.next(Some(left)), end) {
                (Event::Order(Order::Leave), _) => return Over::Unwanted,
                (Event::Order(order), _) => self.obey(order, peer),
                (Event::Line(Line::Whole(line)), _) => self.listen(&line, peer),
                (Event::OutputEnded, End::Process) => return Over::Exited,
                (Event::Exited, End::Output) => {
                    self.alive = Alive::No;
                    return Over::Exited;
                }
                _ => Vec::new(),
            };
            if let Some(over) = self.perform(acts, peer, process) {
                return over;
            }
        }
        match end {
            End::Process => Over::Exited,
            End::Output => Over::Broken("has closed its output and says nothing more"),
        }
    }

    /// What is left of the wait under way. A new one begins now.
    fn left(&mut self, peer: &Peer) -> Option<Duration> {
        let wait = peer.wait();
        if wait != self.wait.map(|(wait, _)| wait) {
            self.wait = wait.map(|wait| (wait, Stopwatch::start()));
        }
        self.wait.map(|(wait, since)| wait.length.saturating_sub(since.elapsed()))
    }

    fn obey(&mut self, order: Order, peer: &mut Peer) -> Vec<Act> {
        match order {
            Order::Ask(generation, question) => {
                self.generation = generation;
                // Where nothing can be played there is nothing to ask.
                if question.root.position.legal_moves().is_empty() {
                    self.owes = Owes::Nothing;
                    let nothing = snapshot(generation, &Opinion::default(), None);
                    self.mailbox.word(Update::Done(Box::new(nothing)));
                    return peer.halt();
                }
                self.owes = Owes::Answer;
                peer.ask(*question)
            }
            Order::Halt => {
                self.owes = Owes::Nothing;
                peer.halt()
            }
            Order::NewGame => {
                self.owes = Owes::Nothing;
                peer.new_game()
            }
            Order::Hurry => peer.hurry(),
            Order::PonderHit => peer.ponder_hit(),
            Order::Set(name, value) => peer.set(&name, &value),
            Order::Leave => Vec::new(),
        }
    }

    /// Does what the conversation wants; something where it is over.
    fn perform(&mut self, acts: Vec<Act>, peer: &Peer, process: &mut Process) -> Option<Over> {
        let before = self.standing.clone();
        for act in acts {
            match act {
                Act::Say(line) => {
                    if process.say(&line) == Err(Deaf) {
                        return Some(Over::Broken("hangs: it does not read what it is told"));
                    }
                }
                Act::Introduced => self.standing.identity = Some(Arc::new(peer.identity().clone())),
                Act::Progress if self.owes == Owes::Answer => {
                    self.mailbox.progress(snapshot(self.generation, peer.opinion(), None));
                }
                Act::Progress => {}
                Act::Decided(best, expects) => self.answer(peer.opinion(), best, expects),
                Act::Refused(refusal) => self.refuse(&refusal),
                Act::Note(oddity) => {
                    self.standing.oddities = self.standing.oddities.saturating_add(1);
                    self.standing.oddity = Some(oddity.to_string());
                }
                Act::GiveUp(fault) => return Some(Over::Fault(fault)),
            }
        }
        self.standing.state = match peer {
            _ if self.standing.identity.is_none() => State::Starting,
            peer if peer.is_thinking() => State::Thinking,
            _ => State::Ready,
        };
        if self.standing != before {
            self.tell();
        }
        None
    }

    /// Takes in a line. One before the introduction may say why there will be none.
    fn listen(&mut self, line: &str, peer: &mut Peer) -> Vec<Act> {
        if self.standing.identity.is_none() && !line.trim().is_empty() {
            self.said = Some(plain(line, LONGEST_COMPLAINT));
        }
        peer.hear(line)
    }

    fn answer(&mut self, opinion: &Opinion, best: Move, expects: Option<Move>) {
        if self.owes == Owes::Answer {
            self.owes = Owes::Nothing;
            let decided = Snapshot { expects, ..snapshot(self.generation, opinion, Some(best)) };
            self.mailbox.word(Update::Done(Box::new(decided)));
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.fall_short(refusal.to_string());
    }

    /// The newest question gets no answer.
    fn fall_short(&mut self, reason: String) {
        if self.owes == Owes::Answer {
            self.owes = Owes::Nothing;
            self.mailbox.word(Update::Failed { generation: self.generation, reason });
        }
    }

    fn tell(&self) {
        self.mailbox.standing(self.standing.clone());
    }

    fn fail(&mut self, failure: Failure) {
        let reason = failure.to_string();
        self.standing.state = State::Failed(failure);
        self.tell();
        self.fall_short(reason);
    }

    /// Ends the process: kindly, then by force. Nothing is left of it.
    fn part(&mut self, over: Over, peer: &Peer, mut process: Process) {
        if self.alive == Alive::Yes {
            let farewell = [peer.is_thinking().then_some("stop"), Some("quit")];
            for line in farewell.into_iter().flatten() {
                // One that does not read will not hear it either.
                let _ = process.say(line);
            }
            process.close_input();
            // One that hangs has had its time.
            if !matches!(over, Over::Fault(_) | Over::Broken(_)) {
                self.wait_for_end();
            }
        }
        self.inbox.close();
        process.kill();
        let status = process.reap();
        let complaint = || {
            let unknown = self.standing.identity.is_none();
            let text = process.complaint(LAST_WORDS).or_else(|| self.said.clone().filter(|_| unknown));
            text.map_or_else(String::new, |text| format!("; it said: {text}"))
        };
        match over {
            Over::Unwanted => {
                self.standing.state = State::Gone;
                self.tell();
            }
            Over::Exited => {
                let how = status.map_or_else(|| "nobody knows how".to_owned(), told);
                self.fail(Failure::Crashed(format!("{how}{}", complaint())));
            }
            Over::Broken(how) => self.fail(Failure::Useless(format!("{how}{}", complaint()))),
            Over::Fault(fault) => self.fail(Failure::Useless(format!("{fault}{}", complaint()))),
        }
    }

    /// Waits for the process to end by itself.
    fn wait_for_end(&self) {
        let since = Stopwatch::start();
        while let Some(left) = FAREWELL.checked_sub(since.elapsed()) {
            if matches!(self.inbox.next(Some(left)), Event::Exited) {
                return;
            }
        }
    }

    /// Answers questions to an engine that is no more, until nobody asks.
    fn refuse_all(mut self) {
        let State::Failed(failure) = self.standing.state.clone() else { return };
        loop {
            match self.inbox.next(None) {
                Event::Order(Order::Ask(generation, _)) => {
                    (self.generation, self.owes) = (generation, Owes::Answer);
                    self.fall_short(failure.to_string());
                }
                Event::Order(Order::Leave) => return,
                _ => {}
            }
        }
    }
}

/// What an engine has said so far, and its move once it has decided.
fn snapshot(generation: Generation, opinion: &Opinion, played: Option<Move>) -> Snapshot {
    let report = Report {
        depth: Depth::new(i16::try_from(opinion.depth).unwrap_or(i16::MAX)),
        seldepth: Ply::new(opinion.seldepth),
        nodes: opinion.nodes,
        time: opinion.time,
        threads: 0,
        hashfull: opinion.hashfull,
        lines: opinion.lines().cloned().collect(),
    };
    let (ranking, syzygy, proof) = (None, None, ProofState::default());
    let expects = None;
    Snapshot { generation, source: Source::External, report, ranking, proof, syzygy, played, expects }
}
