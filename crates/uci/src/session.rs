//! UCI session with an external engine: a state machine without I/O.
//!
//! The owner of the session passes in each line of the engine ([`UciSession::receive_line`]), performs the
//! [`UciSessionEffect`]s, and reports expired [`UciDeadline`]s. Every kind of misbehavior is a value: a
//! [`UciWarning`] that is tolerated, a [`UciSearchError`] that ends a search, or a [`UciFatalError`] that
//! ends the session.

mod analysis;
mod problem;
mod request;

use std::collections::BTreeMap;

pub use analysis::UciAnalysis;
pub use problem::{UciFatalError, UciSearchError, UciWarning};
pub use request::{UciDeadline, UciSearchRequest, UciTimeouts};
use shakmaty::{CastlingMode, Move};

use crate::from_engine::parse::{UciEngineMessage, parse_engine_line};
use crate::from_gui::parse_move;
use crate::option::{UciOption, UciOptionKind};
use crate::to_engine::{self, Ponder, UciSearchLimit};

/// The largest number of options that are accepted from an engine.
const MAX_OPTIONS: usize = 400;
/// After this number of invalid lines the engine counts as broken.
const MAX_UNKNOWN_LINES: u32 = 20_000;

/// Options that the session sets itself, from the search request.
pub const MANAGED_OPTIONS: [&str; 2] = ["MultiPV", "UCI_Chess960"];

/// An effect for the owner to perform.
#[derive(Clone, PartialEq, Debug)]
pub enum UciSessionEffect {
    /// Send this line.
    Send(String),
    /// The engine has sent `uciok` and is ready for searches.
    Initialized,
    /// The analysis has changed: see [`UciSession::analysis`].
    InfoUpdated,
    /// The search has ended: best move and ponder move.
    BestMove(Move, Option<Move>),
    /// The search has failed.
    SearchFailed(UciSearchError),
    /// A warning.
    Warn(UciWarning),
    /// The session has failed: terminate the engine.
    Terminate(UciFatalError),
}

/// The identity and options of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UciEngineIdentity {
    /// Its name; empty if unknown.
    pub name: String,
    /// Its author; empty if unknown.
    pub author: String,
    /// Its options.
    pub options: Vec<UciOption>,
}

/// A UCI session.
#[derive(Clone, Debug)]
pub struct UciSession {
    timeouts: UciTimeouts,
    phase: SessionPhase,
    identity: UciEngineIdentity,
    /// The user's options: those to send once the engine's options are known, and those that are set.
    pending_options: Vec<(String, String)>,
    /// The last values sent of the options that the session sets itself.
    sent_options: BTreeMap<&'static str, String>,
    /// Whether `ucinewgame` has to be sent before the next search.
    is_new_game: bool,
    /// The pending search request.
    queued_request: Option<Box<UciSearchRequest>>,
    /// The current or last search request.
    current_request: Option<Box<UciSearchRequest>>,
    analysis: UciAnalysis,
    unknown_lines: u32,
    deadline_number: u64,
}

/// The state of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SessionPhase {
    /// `uci` was sent.
    AwaitingUciOk,
    /// `isready` was sent.
    AwaitingReadyOk,
    /// Idle.
    Idle,
    /// Searching.
    Searching,
    /// `stop` was sent; the result is still wanted, or not.
    Stopping(BestMoveUse),
    /// Failed.
    Terminated,
}

/// Whether the result of a search is still wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BestMoveUse {
    Report,
    Discard,
}

impl UciSession {
    /// Starts a session. Options are sent if the engine declares them.
    #[must_use]
    pub fn start(settings: Vec<(String, String)>, timeouts: UciTimeouts) -> (Self, Vec<UciSessionEffect>) {
        let peer = Self {
            timeouts,
            phase: SessionPhase::AwaitingUciOk,
            identity: UciEngineIdentity::default(),
            pending_options: settings,
            sent_options: BTreeMap::new(),
            is_new_game: true,
            queued_request: None,
            current_request: None,
            analysis: UciAnalysis::default(),
            unknown_lines: 0,
            deadline_number: 1,
        };
        (peer, vec![UciSessionEffect::Send("uci".to_owned())])
    }

    /// The identity of the engine; complete after [`UciSessionEffect::Initialized`].
    #[must_use]
    pub const fn identity(&self) -> &UciEngineIdentity {
        &self.identity
    }

    /// The analysis of the current or last search.
    #[must_use]
    pub const fn analysis(&self) -> &UciAnalysis {
        &self.analysis
    }

    /// Whether a search is running.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        matches!(self.phase, SessionPhase::Searching | SessionPhase::Stopping(BestMoveUse::Report))
    }

    /// Starts a search and cancels the previous one. [`UciSessionEffect::BestMove`] or
    /// [`UciSessionEffect::SearchFailed`] ends it.
    #[must_use]
    pub fn search(&mut self, request: UciSearchRequest) -> Vec<UciSessionEffect> {
        self.analysis = UciAnalysis::default();
        if request.root.position.castling_mode() == CastlingMode::Chess960
            && self.phase != SessionPhase::AwaitingUciOk
            && !self.has_option("UCI_Chess960")
        {
            let mut effects = self.cancel();
            effects.push(UciSessionEffect::SearchFailed(UciSearchError::Chess960Unsupported));
            return effects;
        }
        self.queued_request = Some(Box::new(request));
        self.advance()
    }

    /// Cancels the search; its results are discarded.
    #[must_use]
    pub fn cancel(&mut self) -> Vec<UciSessionEffect> {
        self.queued_request = None;
        self.advance()
    }

    /// Stops the search; its result is still reported.
    #[must_use]
    pub fn stop(&mut self) -> Vec<UciSessionEffect> {
        if self.phase != SessionPhase::Searching {
            return Vec::new();
        }
        self.enter_phase(SessionPhase::Stopping(BestMoveUse::Report));
        vec![UciSessionEffect::Send("stop".to_owned())]
    }

    /// Ponder hit: the expected move was played.
    #[must_use]
    pub fn ponder_hit(&mut self) -> Vec<UciSessionEffect> {
        let ponders = |request: &&mut Box<UciSearchRequest>| request.ponder == Ponder::Yes;
        if let Some(request) = self.queued_request.as_mut().filter(ponders) {
            request.ponder = Ponder::No;
            return Vec::new();
        }
        match self.current_request.as_mut().filter(ponders) {
            Some(request) if self.phase == SessionPhase::Searching => {
                request.ponder = Ponder::No;
                self.enter_phase(SessionPhase::Searching);
                vec![UciSessionEffect::Send("ponderhit".to_owned())]
            }
            _ => Vec::new(),
        }
    }

    /// A new game starts with the next search.
    #[must_use]
    pub fn new_game(&mut self) -> Vec<UciSessionEffect> {
        self.is_new_game = true;
        self.cancel()
    }

    /// Sets an option, at once or after the search.
    #[must_use]
    pub fn set_option(&mut self, name: &str, value: &str) -> Vec<UciSessionEffect> {
        self.pending_options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.pending_options.push((name.to_owned(), value.to_owned()));
        match self.phase {
            SessionPhase::Idle | SessionPhase::AwaitingReadyOk => self.send_pending_options(),
            _ => Vec::new(),
        }
    }

    /// The current deadline, if any.
    #[must_use]
    pub fn deadline(&self) -> Option<UciDeadline> {
        let UciTimeouts { uciok: introduction, readyok: readiness, stop, grace } = self.timeouts;
        let length = match self.phase {
            SessionPhase::AwaitingUciOk => introduction,
            SessionPhase::AwaitingReadyOk => readiness,
            SessionPhase::Stopping(_) => stop,
            SessionPhase::Searching => {
                let request =
                    self.current_request.as_deref().filter(|question| question.ponder == Ponder::No)?;
                match request.limit {
                    UciSearchLimit::MoveTime(time) => time + grace,
                    UciSearchLimit::Clock(clocks) => {
                        request.root.position.turn().fold_wb(clocks.white, clocks.black) + grace
                    }
                    UciSearchLimit::Infinite
                    | UciSearchLimit::Depth(_)
                    | UciSearchLimit::Nodes(_)
                    | UciSearchLimit::Mate(_) => return None,
                }
            }
            SessionPhase::Idle | SessionPhase::Terminated => return None,
        };
        Some(UciDeadline { number: self.deadline_number, length })
    }

    /// A deadline has expired. One that is no longer current is ignored.
    #[must_use]
    pub fn expire(&mut self, deadline: UciDeadline) -> Vec<UciSessionEffect> {
        if self.deadline() != Some(deadline) {
            return Vec::new();
        }
        let fault = match self.phase {
            SessionPhase::AwaitingUciOk => UciFatalError::NoUciOk(deadline.length),
            SessionPhase::AwaitingReadyOk => UciFatalError::NoReadyOk(deadline.length),
            SessionPhase::Stopping(_) => UciFatalError::NotStopped(deadline.length),
            SessionPhase::Searching => UciFatalError::MoveOverdue,
            SessionPhase::Idle | SessionPhase::Terminated => return Vec::new(),
        };
        self.terminate(fault)
    }

    /// Processes a line of the engine.
    #[must_use]
    pub fn receive_line(&mut self, line: &str) -> Vec<UciSessionEffect> {
        if self.phase == SessionPhase::Terminated {
            return Vec::new();
        }
        match (parse_engine_line(line), self.phase) {
            (UciEngineMessage::Name(name), SessionPhase::AwaitingUciOk) => self.identity.name = name,
            (UciEngineMessage::Author(author), SessionPhase::AwaitingUciOk) => self.identity.author = author,
            (UciEngineMessage::OptionDeclared(declaration), SessionPhase::AwaitingUciOk) => {
                self.add_option(declaration);
            }
            (UciEngineMessage::UciOk, SessionPhase::AwaitingUciOk) => return self.on_uciok(),
            (UciEngineMessage::ReadyOk, SessionPhase::AwaitingReadyOk)
            | (UciEngineMessage::BestMove(..), SessionPhase::Stopping(BestMoveUse::Discard)) => {
                self.enter_phase(SessionPhase::Idle);
                return self.advance();
            }
            (
                UciEngineMessage::Info(info),
                SessionPhase::Searching | SessionPhase::Stopping(BestMoveUse::Report),
            ) => {
                let Some(request) = &self.current_request else { return Vec::new() };
                let warnings = self.analysis.update(&info, &request.root, request.multipv);
                let notes = warnings.into_iter().map(UciSessionEffect::Warn);
                return notes.chain([UciSessionEffect::InfoUpdated]).collect();
            }
            (
                UciEngineMessage::BestMove(best, ponder),
                SessionPhase::Searching | SessionPhase::Stopping(BestMoveUse::Report),
            ) => {
                return self.on_best_move(best, ponder);
            }
            (UciEngineMessage::BestMove(best, _), _) => {
                let text = best.unwrap_or_else(|| "none".to_owned());
                return self.on_unexpected_line(UciWarning::UnexpectedBestMove(text));
            }
            // Many engines print a banner before they reply to `uci`.
            (UciEngineMessage::Unknown(_), SessionPhase::AwaitingUciOk) => return self.count_unknown_line(),
            (UciEngineMessage::Unknown(quote), _) => {
                return self.on_unexpected_line(UciWarning::UnknownLine(quote));
            }
            _ => {}
        }
        Vec::new()
    }

    /// A line was too long.
    #[must_use]
    pub fn receive_overlong_line(&mut self) -> Vec<UciSessionEffect> {
        match self.phase {
            SessionPhase::Terminated => Vec::new(),
            _ => self.on_unexpected_line(UciWarning::UnknownLine("a line without end".to_owned())),
        }
    }

    fn add_option(&mut self, option: UciOption) {
        let same = |known: &UciOption| known.name.eq_ignore_ascii_case(&option.name);
        if self.identity.options.len() < MAX_OPTIONS && !self.identity.options.iter().any(same) {
            self.identity.options.push(option);
        }
    }

    fn on_uciok(&mut self) -> Vec<UciSessionEffect> {
        let mut effects = self.send_pending_options();
        self.enter_phase(SessionPhase::AwaitingReadyOk);
        effects.push(UciSessionEffect::Send("isready".to_owned()));
        effects.push(UciSessionEffect::Initialized);
        if let Some(request) = self.queued_request.take() {
            effects.extend(self.search(*request));
        }
        effects
    }

    /// Starts the pending search, or stops a search that is not wanted any more.
    fn advance(&mut self) -> Vec<UciSessionEffect> {
        match self.phase {
            SessionPhase::Searching => {
                self.enter_phase(SessionPhase::Stopping(BestMoveUse::Discard));
                vec![UciSessionEffect::Send("stop".to_owned())]
            }
            SessionPhase::Stopping(BestMoveUse::Report) => {
                // The deadline for `stop` stays.
                self.phase = SessionPhase::Stopping(BestMoveUse::Discard);
                Vec::new()
            }
            SessionPhase::Idle => match self.queued_request.take() {
                Some(request) => self.prepare_search(request),
                None => Vec::new(),
            },
            SessionPhase::AwaitingUciOk
            | SessionPhase::AwaitingReadyOk
            | SessionPhase::Stopping(BestMoveUse::Discard)
            | SessionPhase::Terminated => Vec::new(),
        }
    }

    /// Starts the search, or first waits for `readyok`, so that a late `bestmove` of the previous search is
    /// not taken for this one's.
    fn prepare_search(&mut self, request: Box<UciSearchRequest>) -> Vec<UciSessionEffect> {
        let ready = self.current_request.is_none() && !self.is_new_game;
        let mut effects = self.send_pending_options();
        let chess960 = request.root.position.castling_mode() == CastlingMode::Chess960;
        if chess960 || self.sent_options.contains_key("UCI_Chess960") {
            effects.extend(self.send_managed_option("UCI_Chess960", &chess960.to_string()));
        }
        effects.extend(self.send_managed_option("MultiPV", &request.multipv.max(1).to_string()));
        if self.is_new_game {
            self.is_new_game = false;
            effects.push(UciSessionEffect::Send("ucinewgame".to_owned()));
        }
        if effects.is_empty() && ready {
            effects.extend(self.send_search(request));
        } else {
            // After `readyok` no old output can arrive.
            self.current_request = None;
            self.queued_request = Some(request);
            self.enter_phase(SessionPhase::AwaitingReadyOk);
            effects.push(UciSessionEffect::Send("isready".to_owned()));
        }
        effects
    }

    fn send_search(&mut self, request: Box<UciSearchRequest>) -> Vec<UciSessionEffect> {
        let mode = request.root.position.castling_mode();
        let position = to_engine::format_position(&request.start, &request.moves, mode);
        let go = to_engine::format_go(request.limit, request.ponder, &request.search_moves, mode);
        self.analysis = UciAnalysis::default();
        self.current_request = Some(request);
        self.enter_phase(SessionPhase::Searching);
        vec![UciSessionEffect::Send(position), UciSessionEffect::Send(go)]
    }

    fn on_best_move(&mut self, best: Option<String>, ponder: Option<String>) -> Vec<UciSessionEffect> {
        self.enter_phase(SessionPhase::Idle);
        let mut effects = match (&self.current_request, best) {
            (Some(request), Some(text)) => {
                let position = &request.root.position;
                vec![match parse_move(position, &text) {
                    Ok(mv) => {
                        let after = position.after(mv);
                        UciSessionEffect::BestMove(mv, ponder.and_then(|text| parse_move(&after, &text).ok()))
                    }
                    Err(_) => UciSessionEffect::SearchFailed(UciSearchError::IllegalMove(text)),
                }]
            }
            _ => vec![UciSessionEffect::SearchFailed(UciSearchError::NoMove)],
        };
        effects.extend(self.advance());
        effects
    }

    /// The `setoption` lines of the user's options that are declared and not set yet.
    fn send_pending_options(&mut self) -> Vec<UciSessionEffect> {
        let mut effects = Vec::new();
        for (name, value) in std::mem::take(&mut self.pending_options) {
            if MANAGED_OPTIONS.iter().any(|own| own.eq_ignore_ascii_case(&name)) {
                continue;
            }
            let declared = self.identity.options.iter().find(|known| known.name.eq_ignore_ascii_case(&name));
            let Some(option) = declared else {
                effects.push(UciSessionEffect::Warn(UciWarning::BadOption(format!(
                    "it has no setting {}",
                    quoted(&name)
                ))));
                continue;
            };
            let pressed = option.kind == UciOptionKind::Button;
            match option.parse_value((!pressed).then_some(value.as_str())) {
                Ok(_) if pressed => {
                    effects.push(UciSessionEffect::Send(format!("setoption name {}", option.name)));
                }
                Ok(value) => {
                    effects.push(UciSessionEffect::Send(format!(
                        "setoption name {} value {value}",
                        option.name
                    )));
                }
                Err(reason) => effects.push(UciSessionEffect::Warn(UciWarning::BadOption(reason))),
            }
        }
        effects
    }

    /// The `setoption` line of an option that the session sets itself, if it is declared and has another
    /// value.
    fn send_managed_option(&mut self, name: &'static str, value: &str) -> Option<UciSessionEffect> {
        let declared = self.identity.options.iter().find(|known| known.name.eq_ignore_ascii_case(name))?;
        let value = declared.parse_value(Some(value)).ok()?.to_string();
        let before = self.sent_options.get(name).cloned().or_else(|| declared.kind.default_text());
        if before.as_ref() == Some(&value) {
            return None;
        }
        let line = format!("setoption name {} value {value}", declared.name);
        self.sent_options.insert(name, value);
        Some(UciSessionEffect::Send(line))
    }

    fn has_option(&self, name: &str) -> bool {
        self.identity.options.iter().any(|known| known.name.eq_ignore_ascii_case(name))
    }

    fn on_unexpected_line(&mut self, warning: UciWarning) -> Vec<UciSessionEffect> {
        let mut effects = self.count_unknown_line();
        if effects.is_empty() {
            effects.push(UciSessionEffect::Warn(warning));
        }
        effects
    }

    fn count_unknown_line(&mut self) -> Vec<UciSessionEffect> {
        self.unknown_lines += 1;
        if self.unknown_lines < MAX_UNKNOWN_LINES {
            Vec::new()
        } else {
            self.terminate(UciFatalError::TooManyUnknownLines(self.unknown_lines))
        }
    }

    fn terminate(&mut self, fault: UciFatalError) -> Vec<UciSessionEffect> {
        self.queued_request = None;
        self.enter_phase(SessionPhase::Terminated);
        vec![UciSessionEffect::Terminate(fault)]
    }

    fn enter_phase(&mut self, phase: SessionPhase) {
        self.phase = phase;
        self.deadline_number += 1;
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", crate::from_engine::parse::quote(name))
}

#[cfg(test)]
mod tests;
