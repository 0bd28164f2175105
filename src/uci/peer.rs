//! A conversation with somebody else's engine, as a machine of states: lines in, acts out.
//!
//! Nothing here reads a stream or looks at a clock. Whoever does hands over each line ([`Peer::hear`]), does
//! the [`Act`]s, and says when a [`Wait`] is over. Every kind of misbehavior is a value: an [`Oddity`] that
//! one can live with, a [`Refusal`] of one question, or a [`Fault`] that ends the conversation.

mod oddity;
mod opinion;
mod question;

use std::collections::BTreeMap;

use shakmaty::{CastlingMode, Move};

use crate::uci::from_engine::reading::{Heard, read};
use crate::uci::from_gui::parse_move;
use crate::uci::option::{Declaration, Kind};
use crate::uci::to_engine::{self, Ponder, Spend};

pub use oddity::{Fault, Oddity, Refusal};
pub use opinion::Opinion;
pub use question::{Patience, Question, Wait};

/// The most settings that are taken from one engine.
const MOST_OPTIONS: usize = 400;
/// Lines without a meaning after which an engine counts as broken.
const MOST_GARBAGE: u32 = 20_000;

/// Settings that follow from what is asked: nobody else sets them.
pub const SET_BY_US: [&str; 2] = ["MultiPV", "UCI_Chess960"];

/// Something for the owner to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Send this line.
    Say(String),
    /// It has introduced itself, and can be asked.
    Introduced,
    /// It has said more about the position that was asked last: see [`Peer::opinion`].
    Progress,
    /// It has decided: its move and the reply that it expects.
    Decided(Move, Option<Move>),
    /// The question that was asked last gets no answer.
    Refused(Refusal),
    /// Something is odd.
    Note(Oddity),
    /// It is of no use any more: end it.
    GiveUp(Fault),
}

/// What an engine says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Identity {
    /// Its name; empty where it has none.
    pub name: String,
    /// Who made it; empty where nobody is named.
    pub author: String,
    /// The settings that it offers.
    pub options: Vec<Declaration>,
}

/// The conversation.
#[derive(Clone, Debug)]
pub struct Peer {
    patience: Patience,
    phase: Phase,
    identity: Identity,
    /// The user's settings: those to send once it is known what is offered, and those in force.
    wanted: Vec<(String, String)>,
    /// What was last sent of the settings that this program changes by itself.
    sent: BTreeMap<&'static str, String>,
    /// Whether it has to be told of a new game before the next question.
    news: Game,
    /// The question that waits.
    waiting: Option<Box<Question>>,
    /// The question that is answered now, or was last.
    asked: Option<Box<Question>>,
    opinion: Opinion,
    garbage: u32,
    number: u64,
}

/// Where the conversation stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// `uci` was said.
    Introducing,
    /// `isready` was said.
    Settling,
    /// Nothing is asked.
    Idle,
    /// It works on the question.
    Thinking,
    /// It was told to stop; the answer is still wanted, or not.
    Stopping(Answer),
    /// It is of no use any more.
    Over,
}

/// Whether the answer to a question is still wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Wanted,
    Unwanted,
}

/// Whether the next question belongs to another game than the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Game {
    New,
    Same,
}

impl Peer {
    /// Begins a conversation. The settings are sent as far as they are offered.
    #[must_use]
    pub fn begin(settings: Vec<(String, String)>, patience: Patience) -> (Self, Vec<Act>) {
        let peer = Self {
            patience,
            phase: Phase::Introducing,
            identity: Identity::default(),
            wanted: settings,
            sent: BTreeMap::new(),
            news: Game::New,
            waiting: None,
            asked: None,
            opinion: Opinion::default(),
            garbage: 0,
            number: 1,
        };
        (peer, vec![Act::Say("uci".to_owned())])
    }

    /// What the engine says of itself; whole once [`Act::Introduced`] has come.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What it has said of the position that was asked last.
    #[must_use]
    pub const fn opinion(&self) -> &Opinion {
        &self.opinion
    }

    /// Whether it works on a question.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        matches!(self.phase, Phase::Thinking | Phase::Stopping(Answer::Wanted))
    }

    /// Asks a question; the one before it is given up. [`Act::Decided`] or [`Act::Refused`] ends it.
    #[must_use]
    pub fn ask(&mut self, question: Question) -> Vec<Act> {
        self.opinion = Opinion::default();
        if question.root.position.castling_mode() == CastlingMode::Chess960
            && self.phase != Phase::Introducing
            && !self.offers("UCI_Chess960")
        {
            let mut acts = self.halt();
            acts.push(Act::Refused(Refusal::NoChess960));
            return acts;
        }
        self.waiting = Some(Box::new(question));
        self.go_on()
    }

    /// Gives up the question. Nothing of it comes any more.
    #[must_use]
    pub fn halt(&mut self) -> Vec<Act> {
        self.waiting = None;
        self.go_on()
    }

    /// Wants the answer to the question now.
    #[must_use]
    pub fn hurry(&mut self) -> Vec<Act> {
        if self.phase != Phase::Thinking {
            return Vec::new();
        }
        self.enter(Phase::Stopping(Answer::Wanted));
        vec![Act::Say("stop".to_owned())]
    }

    /// The expected move was played: the clock runs from now on.
    #[must_use]
    pub fn ponder_hit(&mut self) -> Vec<Act> {
        let ponders = |question: &&mut Box<Question>| question.ponder == Ponder::Yes;
        if let Some(question) = self.waiting.as_mut().filter(ponders) {
            question.ponder = Ponder::No;
            return Vec::new();
        }
        match self.asked.as_mut().filter(ponders) {
            Some(question) if self.phase == Phase::Thinking => {
                question.ponder = Ponder::No;
                self.enter(Phase::Thinking);
                vec![Act::Say("ponderhit".to_owned())]
            }
            _ => Vec::new(),
        }
    }

    /// The next question belongs to another game.
    #[must_use]
    pub fn new_game(&mut self) -> Vec<Act> {
        self.news = Game::New;
        self.halt()
    }

    /// Changes a setting, at once or as soon as it does not think.
    #[must_use]
    pub fn set(&mut self, name: &str, value: &str) -> Vec<Act> {
        self.wanted.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.wanted.push((name.to_owned(), value.to_owned()));
        match self.phase {
            Phase::Idle | Phase::Settling => self.settings(),
            _ => Vec::new(),
        }
    }

    /// The wait for its word, where there is an end to patience.
    #[must_use]
    pub fn wait(&self) -> Option<Wait> {
        let Patience { introduction, readiness, stop, grace } = self.patience;
        let length = match self.phase {
            Phase::Introducing => introduction,
            Phase::Settling => readiness,
            Phase::Stopping(_) => stop,
            Phase::Thinking => {
                let question = self.asked.as_deref().filter(|question| question.ponder == Ponder::No)?;
                match question.spend {
                    Spend::Time(time) => time + grace,
                    Spend::Clock(clocks) => {
                        question.root.position.turn().fold_wb(clocks.white, clocks.black) + grace
                    }
                    Spend::Anything | Spend::Depth(_) | Spend::Nodes(_) | Spend::Mate(_) => return None,
                }
            }
            Phase::Idle | Phase::Over => return None,
        };
        Some(Wait { number: self.number, length })
    }

    /// A wait is over, and its word has not come. One that was ended before changes nothing.
    #[must_use]
    pub fn expire(&mut self, wait: Wait) -> Vec<Act> {
        if self.wait() != Some(wait) {
            return Vec::new();
        }
        let fault = match self.phase {
            Phase::Introducing => Fault::NoIntroduction(wait.length),
            Phase::Settling => Fault::NotReady(wait.length),
            Phase::Stopping(_) => Fault::NoStop(wait.length),
            Phase::Thinking => Fault::NoMove,
            Phase::Idle | Phase::Over => return Vec::new(),
        };
        self.give_up(fault)
    }

    /// Takes in a line.
    #[must_use]
    pub fn hear(&mut self, line: &str) -> Vec<Act> {
        if self.phase == Phase::Over {
            return Vec::new();
        }
        match (read(line), self.phase) {
            (Heard::Name(name), Phase::Introducing) => self.identity.name = name,
            (Heard::Author(author), Phase::Introducing) => self.identity.author = author,
            (Heard::Declared(declaration), Phase::Introducing) => self.take_declaration(declaration),
            (Heard::Introduced, Phase::Introducing) => return self.introduced(),
            (Heard::Ready, Phase::Settling) | (Heard::Move(..), Phase::Stopping(Answer::Unwanted)) => {
                self.enter(Phase::Idle);
                return self.go_on();
            }
            (Heard::Told(told), Phase::Thinking | Phase::Stopping(Answer::Wanted)) => {
                let Some(question) = &self.asked else { return Vec::new() };
                let oddities = self.opinion.hear(&told, &question.root, question.lines);
                let notes = oddities.into_iter().map(Act::Note);
                return notes.chain([Act::Progress]).collect();
            }
            (Heard::Move(best, ponder), Phase::Thinking | Phase::Stopping(Answer::Wanted)) => {
                return self.decided(best, ponder);
            }
            (Heard::Move(best, _), _) => {
                let text = best.unwrap_or_else(|| "none".to_owned());
                return self.nonsense(Oddity::UnaskedMove(text));
            }
            // Many engines greet before they introduce themselves.
            (Heard::Garbage(_), Phase::Introducing) => return self.count_garbage(),
            (Heard::Garbage(quote), _) => return self.nonsense(Oddity::Garbage(quote)),
            _ => {}
        }
        Vec::new()
    }

    /// A line that was too long to be read.
    #[must_use]
    pub fn hear_too_much(&mut self) -> Vec<Act> {
        match self.phase {
            Phase::Over => Vec::new(),
            _ => self.nonsense(Oddity::Garbage("a line without end".to_owned())),
        }
    }

    fn take_declaration(&mut self, declaration: Declaration) {
        let same = |known: &Declaration| known.name.eq_ignore_ascii_case(&declaration.name);
        if self.identity.options.len() < MOST_OPTIONS && !self.identity.options.iter().any(same) {
            self.identity.options.push(declaration);
        }
    }

    fn introduced(&mut self) -> Vec<Act> {
        let mut acts = self.settings();
        self.enter(Phase::Settling);
        acts.push(Act::Say("isready".to_owned()));
        acts.push(Act::Introduced);
        if let Some(question) = self.waiting.take() {
            acts.extend(self.ask(*question));
        }
        acts
    }

    /// Goes on with what waits, or stops what is not wanted any more.
    fn go_on(&mut self) -> Vec<Act> {
        match self.phase {
            Phase::Thinking => {
                self.enter(Phase::Stopping(Answer::Unwanted));
                vec![Act::Say("stop".to_owned())]
            }
            Phase::Stopping(Answer::Wanted) => {
                // The wait for its stop goes on.
                self.phase = Phase::Stopping(Answer::Unwanted);
                Vec::new()
            }
            Phase::Idle => match self.waiting.take() {
                Some(question) => self.prepare(question),
                None => Vec::new(),
            },
            Phase::Introducing | Phase::Settling | Phase::Stopping(Answer::Unwanted) | Phase::Over => {
                Vec::new()
            }
        }
    }

    /// Asks, or sees to it first that what comes before the question has arrived: a move that is still on its
    /// way from the last one would else be taken for this one's.
    fn prepare(&mut self, question: Box<Question>) -> Vec<Act> {
        let ready = self.asked.is_none() && self.news == Game::Same;
        let mut acts = self.settings();
        let chess960 = question.root.position.castling_mode() == CastlingMode::Chess960;
        if chess960 || self.sent.contains_key("UCI_Chess960") {
            acts.extend(self.send("UCI_Chess960", &chess960.to_string()));
        }
        acts.extend(self.send("MultiPV", &question.lines.max(1).to_string()));
        if self.news == Game::New {
            self.news = Game::Same;
            acts.push(Act::Say("ucinewgame".to_owned()));
        }
        if acts.is_empty() && ready {
            acts.extend(self.put(question));
        } else {
            // Nothing is on its way any more once it is ready again.
            self.asked = None;
            self.waiting = Some(question);
            self.enter(Phase::Settling);
            acts.push(Act::Say("isready".to_owned()));
        }
        acts
    }

    fn put(&mut self, question: Box<Question>) -> Vec<Act> {
        let mode = question.root.position.castling_mode();
        let position = to_engine::position(&question.start, &question.moves, mode);
        let go = to_engine::go(question.spend, question.ponder, &question.only, mode);
        self.opinion = Opinion::default();
        self.asked = Some(question);
        self.enter(Phase::Thinking);
        vec![Act::Say(position), Act::Say(go)]
    }

    fn decided(&mut self, best: Option<String>, ponder: Option<String>) -> Vec<Act> {
        self.enter(Phase::Idle);
        let mut acts = match (&self.asked, best) {
            (Some(question), Some(text)) => {
                let position = &question.root.position;
                vec![match parse_move(position, &text) {
                    Ok(mv) => {
                        let after = position.after(mv);
                        Act::Decided(mv, ponder.and_then(|text| parse_move(&after, &text).ok()))
                    }
                    Err(_) => Act::Refused(Refusal::IllegalMove(text)),
                }]
            }
            _ => vec![Act::Refused(Refusal::NoMove)],
        };
        acts.extend(self.go_on());
        acts
    }

    /// Lines for the user's settings that are offered and not in force yet.
    fn settings(&mut self) -> Vec<Act> {
        let mut acts = Vec::new();
        for (name, value) in std::mem::take(&mut self.wanted) {
            if SET_BY_US.iter().any(|own| own.eq_ignore_ascii_case(&name)) {
                continue;
            }
            let declared = self.identity.options.iter().find(|known| known.name.eq_ignore_ascii_case(&name));
            let Some(declaration) = declared else {
                acts.push(Act::Note(Oddity::Setting(format!("it has no setting {}", quoted(&name)))));
                continue;
            };
            let pressed = declaration.kind == Kind::Button;
            match declaration.read((!pressed).then_some(value.as_str())) {
                Ok(_) if pressed => acts.push(Act::Say(format!("setoption name {}", declaration.name))),
                Ok(value) => {
                    acts.push(Act::Say(format!("setoption name {} value {value}", declaration.name)));
                }
                Err(reason) => acts.push(Act::Note(Oddity::Setting(reason))),
            }
        }
        acts
    }

    /// A line for a setting that the program itself changes, where it is offered and has another value.
    fn send(&mut self, name: &'static str, value: &str) -> Option<Act> {
        let declared = self.identity.options.iter().find(|known| known.name.eq_ignore_ascii_case(name))?;
        let value = declared.read(Some(value)).ok()?.to_string();
        let before = self.sent.get(name).cloned().or_else(|| declared.kind.default_text());
        if before.as_ref() == Some(&value) {
            return None;
        }
        let line = format!("setoption name {} value {value}", declared.name);
        self.sent.insert(name, value);
        Some(Act::Say(line))
    }

    fn offers(&self, name: &str) -> bool {
        self.identity.options.iter().any(|known| known.name.eq_ignore_ascii_case(name))
    }

    fn nonsense(&mut self, oddity: Oddity) -> Vec<Act> {
        let mut acts = self.count_garbage();
        if acts.is_empty() {
            acts.push(Act::Note(oddity));
        }
        acts
    }

    fn count_garbage(&mut self) -> Vec<Act> {
        self.garbage += 1;
        if self.garbage < MOST_GARBAGE { Vec::new() } else { self.give_up(Fault::Flood(self.garbage)) }
    }

    fn give_up(&mut self, fault: Fault) -> Vec<Act> {
        self.waiting = None;
        self.enter(Phase::Over);
        vec![Act::GiveUp(fault)]
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.number += 1;
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", crate::uci::from_engine::reading::quote(name))
}

#[cfg(test)]
mod tests;
