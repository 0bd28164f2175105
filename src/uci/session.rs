//! A conversation with somebody else's engine, as a machine of states: lines in, acts out.
//!
//! Nothing here reads a stream or looks at a clock. Whoever does hands over each line ([`UciSession::receive_line`]), does
//! the [`UciSessionEffect`]s, and says when a [`UciDeadline`] is over. Every kind of misbehavior is a value: an [`UciWarning`] that
//! one can live with, a [`UciSearchError`] of one question, or a [`UciFatalError`] that ends the conversation.

mod analysis;
mod problem;
mod request;

use std::collections::BTreeMap;

use shakmaty::{CastlingMode, Move};

use crate::uci::from_engine::parse::{UciEngineMessage, parse_engine_line};
use crate::uci::from_gui::parse_move;
use crate::uci::option::{UciOption, UciOptionKind};
use crate::uci::to_engine::{self, Ponder, UciSearchLimit};

pub use analysis::UciAnalysis;
pub use problem::{UciFatalError, UciSearchError, UciWarning};
pub use request::{UciDeadline, UciSearchRequest, UciTimeouts};

/// The most settings that are taken from one engine.
const MAX_OPTIONS: usize = 400;
/// Lines without a meaning after which an engine counts as broken.
const MAX_UNKNOWN_LINES: u32 = 20_000;

/// Settings that follow from what is asked: nobody else sets them.
pub const MANAGED_OPTIONS: [&str; 2] = ["MultiPV", "UCI_Chess960"];

/// Something for the owner to do.
#[derive(Clone, PartialEq, Debug)]
pub enum UciSessionEffect {
    /// Send this line.
    Send(String),
    /// It has introduced itself, and can be asked.
    Initialized,
    /// It has said more about the position that was asked last: see [`UciSession::analysis`].
    InfoUpdated,
    /// It has decided: its move and the reply that it expects.
    BestMove(Move, Option<Move>),
    /// The question that was asked last gets no answer.
    SearchFailed(UciSearchError),
    /// Something is odd.
    Warn(UciWarning),
    /// It is of no use any more: end it.
    Terminate(UciFatalError),
}

/// What an engine says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UciEngineIdentity {
    /// Its name; empty where it has none.
    pub name: String,
    /// Who made it; empty where nobody is named.
    pub author: String,
    /// The settings that it offers.
    pub options: Vec<UciOption>,
}

/// The conversation.
#[derive(Clone, Debug)]
pub struct UciSession {
    timeouts: UciTimeouts,
    phase: SessionPhase,
    identity: UciEngineIdentity,
    /// The user's settings: those to send once it is known what is offered, and those in force.
    pending_options: Vec<(String, String)>,
    /// What was last sent of the settings that this program changes by itself.
    sent_options: BTreeMap<&'static str, String>,
    /// Whether it has to be told of a new game before the next question.
    game_change: GameChange,
    /// The question that waits.
    queued_request: Option<Box<UciSearchRequest>>,
    /// The question that is answered now, or was last.
    current_request: Option<Box<UciSearchRequest>>,
    analysis: UciAnalysis,
    unknown_lines: u32,
    deadline_number: u64,
}

/// Where the conversation stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SessionPhase {
    /// `uci` was said.
    AwaitingUciOk,
    /// `isready` was said.
    AwaitingReadyOk,
    /// Nothing is asked.
    Idle,
    /// It works on the question.
    Searching,
    /// It was told to stop; the answer is still wanted, or not.
    Stopping(BestMoveUse),
    /// It is of no use any more.
    Terminated,
}

/// Whether the answer to a question is still wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BestMoveUse {
    Report,
    Discard,
}

/// Whether the next question belongs to another game than the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameChange {
    NewGame,
    SameGame,
}

impl UciSession {
    /// Begins a conversation. The settings are sent as far as they are offered.
    #[must_use]
    pub fn start(settings: Vec<(String, String)>, patience: UciTimeouts) -> (Self, Vec<UciSessionEffect>) {
        let peer = Self {
            timeouts: patience,
            phase: SessionPhase::AwaitingUciOk,
            identity: UciEngineIdentity::default(),
            pending_options: settings,
            sent_options: BTreeMap::new(),
            game_change: GameChange::NewGame,
            queued_request: None,
            current_request: None,
            analysis: UciAnalysis::default(),
            unknown_lines: 0,
            deadline_number: 1,
        };
        (peer, vec![UciSessionEffect::Send("uci".to_owned())])
    }

    /// What the engine says of itself; whole once [`UciSessionEffect::UciOk`] has come.
    #[must_use]
    pub const fn identity(&self) -> &UciEngineIdentity {
        &self.identity
    }

    /// What it has said of the position that was asked last.
    #[must_use]
    pub const fn analysis(&self) -> &UciAnalysis {
        &self.analysis
    }

    /// Whether it works on a question.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        matches!(self.phase, SessionPhase::Searching | SessionPhase::Stopping(BestMoveUse::Report))
    }

    /// Asks a question; the one before it is given up. [`UciSessionEffect::BestMove`] or [`UciSessionEffect::SearchFailed`] ends it.
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

    /// Gives up the question. Nothing of it comes any more.
    #[must_use]
    pub fn cancel(&mut self) -> Vec<UciSessionEffect> {
        self.queued_request = None;
        self.advance()
    }

    /// Wants the answer to the question now.
    #[must_use]
    pub fn stop(&mut self) -> Vec<UciSessionEffect> {
        if self.phase != SessionPhase::Searching {
            return Vec::new();
        }
        self.enter_phase(SessionPhase::Stopping(BestMoveUse::Report));
        vec![UciSessionEffect::Send("stop".to_owned())]
    }

    /// The expected move was played: the clock runs from now on.
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

    /// The next question belongs to another game.
    #[must_use]
    pub fn new_game(&mut self) -> Vec<UciSessionEffect> {
        self.game_change = GameChange::NewGame;
        self.cancel()
    }

    /// Changes a setting, at once or as soon as it does not think.
    #[must_use]
    pub fn set_option(&mut self, name: &str, value: &str) -> Vec<UciSessionEffect> {
        self.pending_options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.pending_options.push((name.to_owned(), value.to_owned()));
        match self.phase {
            SessionPhase::Idle | SessionPhase::AwaitingReadyOk => self.send_pending_options(),
            _ => Vec::new(),
        }
    }

    /// The wait for its word, where there is an end to patience.
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

    /// A wait is over, and its word has not come. One that was ended before changes nothing.
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

    /// Takes in a line.
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
            // Many engines greet before they introduce themselves.
            (UciEngineMessage::Unknown(_), SessionPhase::AwaitingUciOk) => return self.count_unknown_line(),
            (UciEngineMessage::Unknown(quote), _) => {
                return self.on_unexpected_line(UciWarning::UnknownLine(quote));
            }
            _ => {}
        }
        Vec::new()
    }

    /// A line that was too long to be read.
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

    /// Goes on with what waits, or stops what is not wanted any more.
    fn advance(&mut self) -> Vec<UciSessionEffect> {
        match self.phase {
            SessionPhase::Searching => {
                self.enter_phase(SessionPhase::Stopping(BestMoveUse::Discard));
                vec![UciSessionEffect::Send("stop".to_owned())]
            }
            SessionPhase::Stopping(BestMoveUse::Report) => {
                // The wait for its stop goes on.
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

    /// Asks, or sees to it first that what comes before the question has arrived: a move that is still on its
    /// way from the last one would else be taken for this one's.
    fn prepare_search(&mut self, request: Box<UciSearchRequest>) -> Vec<UciSessionEffect> {
        let ready = self.current_request.is_none() && self.game_change == GameChange::SameGame;
        let mut effects = self.send_pending_options();
        let chess960 = request.root.position.castling_mode() == CastlingMode::Chess960;
        if chess960 || self.sent_options.contains_key("UCI_Chess960") {
            effects.extend(self.send_managed_option("UCI_Chess960", &chess960.to_string()));
        }
        effects.extend(self.send_managed_option("MultiPV", &request.multipv.max(1).to_string()));
        if self.game_change == GameChange::NewGame {
            self.game_change = GameChange::SameGame;
            effects.push(UciSessionEffect::Send("ucinewgame".to_owned()));
        }
        if effects.is_empty() && ready {
            effects.extend(self.send_search(request));
        } else {
            // Nothing is on its way any more once it is ready again.
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

    /// Lines for the user's settings that are offered and not in force yet.
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

    /// A line for a setting that the program itself changes, where it is offered and has another value.
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
    format!("\"{}\"", crate::uci::from_engine::parse::quote(name))
}

#[cfg(test)]
mod tests;
