//! State of a quiz: the trap quiz or the result quiz.

use std::time::{Duration, Instant};

use crate::chess::Position;
use crate::game::TreeCursor;
use crate::game::pgn::PgnHeader;
use crate::practice::motif::Motif;
use crate::practice::result_quiz::WrongResult;
use crate::practice::trap_quiz::TrapMistake;
use crate::practice::{ResultQuiz, TrapQuiz};
use crate::tui::keymap::{KeyContext, KeyNames, QuizAction};
use crate::tui::model::{PaneId, PracticeActivity};

/// A run of a quiz, which judges the answers.
#[derive(Clone, Debug)]
pub enum QuizRun {
    /// Find the moves that keep the win.
    Traps(Box<TrapQuiz>),
    /// Say which result the position has.
    Results(ResultQuiz),
}

/// A run of a quiz, with the state of its screen.
#[derive(Clone, Debug)]
pub struct ActiveQuiz {
    /// The run.
    pub run: QuizRun,
    /// The position on the board; no moves are played in it.
    pub walk: TreeCursor,
    /// The mistake that is shown after the end, an index of the run's.
    pub viewed_mistake: Option<usize>,
    /// Whether the run is in the record.
    pub is_recorded: bool,
}

impl QuizRun {
    /// The position of the quiz; None once a result quiz is over.
    fn position(&self) -> Option<&Position> {
        match self {
            Self::Traps(quiz) => quiz.trap().map(|trap| &trap.position),
            Self::Results(quiz) => quiz.question().map(|(_, question)| &question.position),
        }
    }
}

impl ActiveQuiz {
    /// A run with its first position on the board.
    pub(crate) fn new(run: QuizRun) -> Self {
        let start = run.position().cloned().unwrap_or_default();
        Self { run, walk: TreeCursor::new(start), viewed_mistake: None, is_recorded: false }
    }

    /// The trap quiz, if it is one.
    #[must_use]
    pub fn trap_quiz(&self) -> Option<&TrapQuiz> {
        match &self.run {
            QuizRun::Traps(quiz) => Some(quiz),
            QuizRun::Results(_) => None,
        }
    }

    /// The result quiz, if it is one.
    #[must_use]
    pub const fn result_quiz(&self) -> Option<&ResultQuiz> {
        match &self.run {
            QuizRun::Results(quiz) => Some(quiz),
            QuizRun::Traps(_) => None,
        }
    }

    /// Whether the run is not over.
    pub(crate) fn is_running(&self, now: Instant) -> bool {
        match &self.run {
            QuizRun::Traps(quiz) => !quiz.is_over(now),
            QuizRun::Results(quiz) => !quiz.is_over(),
        }
    }

    /// When the screen changes without a key: with a clock that runs down.
    pub(crate) fn next_change(&self, now: Instant) -> Option<Duration> {
        self.trap_quiz()?.next_change(now)
    }

    /// Puts the position of the run on the board.
    pub(crate) fn show_position(&mut self) {
        if let Some(position) = self.run.position() {
            self.walk = TreeCursor::new(position.clone());
        }
    }

    /// The positions of the mistakes so far.
    pub(crate) fn mistake_positions(&self) -> Vec<Position> {
        match &self.run {
            QuizRun::Traps(quiz) => {
                quiz.result().mistakes.into_iter().map(|mistake| mistake.trap.position).collect()
            }
            QuizRun::Results(quiz) => {
                quiz.score().wrong.into_iter().map(|wrong| wrong.question.position).collect()
            }
        }
    }

    /// Whether the run is over and mistakes of it can be looked at.
    pub(crate) fn has_mistakes_to_view(&self, now: Instant) -> bool {
        !self.is_running(now) && !self.mistake_positions().is_empty()
    }

    /// The mistake of the trap quiz that is shown.
    pub(crate) fn viewed_trap_mistake(&self) -> Option<TrapMistake> {
        let index = self.viewed_mistake?;
        self.trap_quiz()?.result().mistakes.into_iter().nth(index)
    }

    /// The wrong answer of the result quiz that is shown.
    pub(crate) fn viewed_wrong_result(&self) -> Option<WrongResult> {
        let index = self.viewed_mistake?;
        self.result_quiz()?.score().wrong.into_iter().nth(index)
    }

    /// The idea in a position whose answer is on the screen.
    pub(crate) fn revealed_motif(&self) -> Option<&Motif> {
        let quiz = self.result_quiz().filter(|quiz| quiz.given_answer().is_some())?;
        quiz.question()?.1.motif.as_ref()
    }
}

impl PracticeActivity for ActiveQuiz {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, now: Instant, keys: &KeyNames) -> Result<(), String> {
        Err(match &self.run {
            QuizRun::Traps(_) if self.is_running(now) => return Ok(()),
            QuizRun::Traps(_) => format!("The time is up: {} starts again", keys.name(QuizAction::Again)),
            QuizRun::Results(quiz) if quiz.is_over() => {
                format!("The quiz is over: {} starts again", keys.name(QuizAction::Again))
            }
            QuizRun::Results(quiz) if quiz.given_answer().is_some() => {
                format!("{} goes on", keys.name(QuizAction::Next))
            }
            QuizRun::Results(_) => format!(
                "Say the result first: {} White wins, {} a draw",
                keys.name(QuizAction::WhiteWins),
                keys.name(QuizAction::Draw)
            ),
        })
    }

    fn contexts(&self) -> Vec<KeyContext> {
        let own = match self.run {
            QuizRun::Traps(_) => KeyContext::TrapQuiz,
            QuizRun::Results(_) => KeyContext::ResultQuiz,
        };
        vec![own, KeyContext::Board, KeyContext::Global]
    }

    /// Once the truth about the position is on the screen.
    fn to_analyze(&self) -> Option<(PgnHeader, TreeCursor)> {
        let is_revealed = self.result_quiz().is_some_and(|quiz| quiz.given_answer().is_some());
        let may_be_analyzed = is_revealed || self.viewed_mistake.is_some();
        may_be_analyzed.then(|| (PgnHeader::default(), self.walk.clone()))
    }

    fn reported_pane(&self, now: Instant) -> PaneId {
        if self.is_running(now) { PaneId::Answer } else { PaneId::QuizResult }
    }
}
