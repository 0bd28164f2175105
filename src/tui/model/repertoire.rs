//! State of the opening repertoires: what is chosen on their page, and the training on the board.

use std::sync::Arc;
use std::time::Instant;

use crate::chess::{Color, Move, Position};
use crate::game::pgn::PgnHeader;
use crate::game::repertoire::{
    RepertoireCoverage, RepertoireEdit, RepertoireGap, RepertoirePlace, ReplyCounts,
};
use crate::game::{Repertoire, Repertoires, TreeCursor};
use crate::practice::PracticeProgress;
use crate::practice::repertoire::{
    NEW_POSITIONS_A_DAY, RepertoireAnswer, RepertoireCards, RepertoireRun, ReplyChoice, RunCards,
    TrainingStep,
};
use crate::tui::keymap::{KeyContext, KeyNames, RepertoireAction};
use crate::tui::model::PracticeActivity;
use crate::tui::navigation::{self, TreeStep};

/// The most gaps that the page lists for a side.
const MAX_GAPS: usize = 8;

/// A request about the repertoires. The answer is a [`RepertoireEvent`].
#[derive(Clone, PartialEq, Debug)]
pub enum RepertoireRequest {
    /// Read them, if their files have changed.
    Read,
    /// Change that of a side.
    Edit(Color, Box<RepertoireEdit>),
    /// Count how often opponents played the replies in one, in the games of the library.
    CountReplies(Arc<Repertoire>),
}

/// What has become of a request about the repertoires.
#[derive(Clone, PartialEq, Debug)]
pub enum RepertoireEvent {
    /// They were read, and what could not be read of them: sentences.
    Read(Box<Repertoires>, Vec<String>),
    /// That of a side has changed by so many moves; whether they were removed.
    Edited(Color, usize, bool),
    /// How often opponents played the replies in one.
    RepliesCounted(Arc<Repertoire>, ReplyCounts),
}

/// The page of the repertoires.
#[derive(Clone, Debug, Default)]
pub struct RepertoireState {
    /// The chosen row of the page.
    pub chosen: usize,
    /// What is asked, and how the opponent replies.
    pub mode: TrainingMode,
    /// What the games of the library say about the repertoires of White and of Black; None until they were counted.
    pub counted: [Option<CountedRepertoire>; 2],
}

/// What the games of the library say about a repertoire.
#[derive(Clone, Debug)]
pub struct CountedRepertoire {
    /// The repertoire that it is about.
    repertoire: Arc<Repertoire>,
    /// How often opponents played their replies.
    pub counts: Arc<ReplyCounts>,
    /// What is answered of that, and what is not.
    pub coverage: RepertoireCoverage,
    /// The positions after the replies of the gaps that the page lists.
    pub gap_positions: Vec<Position>,
}

/// What is asked in training, and how the opponent replies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TrainingMode {
    /// What is due and what is new.
    #[default]
    Due,
    /// All positions; the opponent replies as in the games of the library.
    Frequency,
    /// All positions; the opponent replies at random.
    Random,
}

/// A row of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepertoireRow {
    /// The whole repertoire of a side.
    Side(Color),
    /// A chapter of it, as its place among its chapters.
    Chapter(Color, usize),
    /// A reply that is not answered, as its place among the gaps.
    Gap(Color, usize),
}

/// Training on the board.
#[derive(Clone, Debug)]
pub struct ActiveRepertoire {
    /// The run of training.
    pub run: RepertoireRun,
    /// What is trained, as a title.
    pub title: String,
    /// The moves on the board.
    pub walk: TreeCursor,
    /// What is said of the last move of the player's.
    pub feedback: Option<RepertoireFeedback>,
}

/// What is said of a move of the player's.
#[derive(Clone, PartialEq, Debug)]
pub struct RepertoireFeedback {
    /// The position before the move.
    pub place: RepertoirePlace,
    /// The move.
    pub mv: Move,
    /// What it is.
    pub answer: RepertoireAnswer,
}

impl TrainingMode {
    /// The next one.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Due => Self::Frequency,
            Self::Frequency => Self::Random,
            Self::Random => Self::Due,
        }
    }

    /// How the opponent's replies are chosen.
    const fn replies(self) -> ReplyChoice {
        match self {
            Self::Due => ReplyChoice::ByCards,
            Self::Frequency => ReplyChoice::ByFrequency,
            Self::Random => ReplyChoice::Random,
        }
    }
}

impl CountedRepertoire {
    pub(crate) fn new(repertoire: &Arc<Repertoire>, counts: ReplyCounts) -> Self {
        let coverage = repertoire.coverage(&counts);
        let after = |gap: &RepertoireGap| repertoire.at(gap.place).position().after(gap.reply);
        let gap_positions = coverage.gaps.iter().take(MAX_GAPS).map(after).collect();
        Self { repertoire: Arc::clone(repertoire), counts: Arc::new(counts), coverage, gap_positions }
    }
}

impl RepertoireState {
    /// What the games say about a repertoire, if they were counted for it as it is now.
    pub(crate) fn counted(&self, repertoire: &Arc<Repertoire>) -> Option<&CountedRepertoire> {
        let counted = self.counted[repertoire.side().fold_wb(0, 1)].as_ref()?;
        Arc::ptr_eq(&counted.repertoire, repertoire).then_some(counted)
    }

    /// The rows of the page: for each side its repertoire, the chapters, and what is not answered.
    pub(crate) fn rows(&self, repertoires: Option<&Repertoires>) -> Vec<RepertoireRow> {
        let Some(repertoires) = repertoires else { return Vec::new() };
        let mut rows = Vec::new();
        for side in Color::ALL {
            let repertoire = repertoires.of(side);
            if repertoire.is_empty() {
                continue;
            }
            rows.push(RepertoireRow::Side(side));
            rows.extend((0..repertoire.chapters().len()).map(|at| RepertoireRow::Chapter(side, at)));
            let gaps = self.counted(repertoire).map_or(0, |counted| counted.gap_positions.len());
            rows.extend((0..gaps).map(|at| RepertoireRow::Gap(side, at)));
        }
        rows
    }

    /// The chosen row.
    pub(crate) fn row(&self, repertoires: Option<&Repertoires>) -> Option<RepertoireRow> {
        self.rows(repertoires).get(self.chosen).copied()
    }

    /// A run of training for the whole repertoire of a side or one chapter; None where nothing is left to ask.
    pub(crate) fn run(
        &self,
        repertoire: &Arc<Repertoire>,
        chapter: Option<usize>,
        cards: &RepertoireCards,
        progress: &PracticeProgress,
        (today, seed): (i32, u64),
    ) -> Option<RepertoireRun> {
        let is_meant = |place: &RepertoirePlace| {
            chapter.is_none_or(|chapter| repertoire.written(*place).chapter == chapter)
        };
        let cards = cards.filtered(is_meant);
        let asked = match self.mode {
            TrainingMode::Due => {
                let room = NEW_POSITIONS_A_DAY.saturating_sub(progress.new_repertoire_cards_on(today));
                // Who asks for more, once nothing else is left for the day, gets more.
                let is_done = cards.due.is_empty() && room == 0;
                RunCards::of_day(&cards, if is_done { NEW_POSITIONS_A_DAY } else { room })
            }
            TrainingMode::Frequency | TrainingMode::Random => RunCards {
                early: repertoire.cards().iter().filter(|place| is_meant(place)).copied().collect(),
                due: cards.due,
                new: Vec::new(),
            },
        };
        let counts = self.counted(repertoire).map(|counted| Arc::clone(&counted.counts)).unwrap_or_default();
        RepertoireRun::new(Arc::clone(repertoire), &asked, (self.mode.replies(), counts), seed)
    }
}

impl ActiveRepertoire {
    /// A run that begins.
    pub(crate) fn new(run: RepertoireRun, title: String) -> Self {
        let walk = TreeCursor::new(run.line().0.clone());
        let mut active = Self { run, title, walk, feedback: None };
        active.play_on();
        active
    }

    /// Plays what comes before the next question, and brings it to the board.
    pub(crate) fn play_on(&mut self) {
        while let TrainingStep::Play(_) = self.run.step() {
            self.run.go_on();
        }
        let (start, moves) = self.run.line();
        let mut walk = TreeCursor::new(start.clone());
        for &mv in moves {
            walk.play(mv);
        }
        self.walk = walk;
    }

    /// Begins the next line.
    pub(crate) fn next_line(&mut self) {
        self.feedback = None;
        self.run.go_on();
        self.play_on();
    }

    /// The move that is shown, if one is.
    pub(crate) const fn shown_move(&self) -> Option<Move> {
        match self.run.step() {
            TrainingStep::Show(mv) => Some(mv),
            TrainingStep::Play(_) | TrainingStep::Ask | TrainingStep::NextLine | TrainingStep::Finished => {
                None
            }
        }
    }

    /// Whether the player is asked for a move.
    pub(crate) const fn awaits_move(&self) -> bool {
        matches!(self.run.step(), TrainingStep::Ask | TrainingStep::Show(_))
    }

    /// Whether the position on the board is the last one.
    pub(crate) fn is_live(&self) -> bool {
        self.walk.tree().node(self.walk.node_id()).children().is_empty()
    }

    /// The position before the last move of the player's.
    pub(crate) fn position_before(&self, feedback: &RepertoireFeedback) -> &Position {
        self.run.repertoire().at(feedback.place).position()
    }
}

impl PracticeActivity for ActiveRepertoire {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, _now: Instant, keys: &KeyNames) -> Result<(), String> {
        if !self.is_live() {
            return Err(keys.back_from_earlier("the question"));
        }
        match self.run.step() {
            TrainingStep::Ask | TrainingStep::Show(_) => Ok(()),
            TrainingStep::Play(_) | TrainingStep::NextLine => {
                Err(format!("{} goes on with the next line", keys.name(RepertoireAction::Next)))
            }
            TrainingStep::Finished => {
                Err(format!("That was all: {} goes back to the list", keys.name(RepertoireAction::Next)))
            }
        }
    }

    fn contexts(&self) -> Vec<KeyContext> {
        vec![KeyContext::Openings, KeyContext::Board, KeyContext::Global]
    }

    fn own_color(&self) -> Color {
        self.run.repertoire().side()
    }

    /// Once the move is known, the line so far.
    fn to_analyze(&self) -> Option<(PgnHeader, TreeCursor)> {
        let is_known = !matches!(self.run.step(), TrainingStep::Ask);
        is_known.then(|| (PgnHeader::default(), self.walk.clone()))
    }

    fn step(&mut self, step: TreeStep) {
        navigation::step_tree(&mut self.walk, step);
    }
}
