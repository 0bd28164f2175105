//! Values derived from the state for drawing: the king box, the quiz, the status of a table.

use crate::analysis::{BuildCost, Tables};
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Material, Move, Position, Role, notation};
use crate::practice::king_box;
use crate::tui::aids::king_box::{BoxConsideredMove, BoxView};
use crate::tui::app::{App, Tab};
use crate::tui::background::table_status::TableStatus;
use crate::tui::board::state::moves_onto;
use crate::tui::dialog::{Dialog, build_time_text};
use crate::tui::guess::state::ActiveGuess;
use crate::tui::practice::card_state::{ActiveCard, CardAttempt};
use crate::tui::puzzle::state::ActivePuzzle;
use crate::tui::quiz::state::ActiveQuiz;

impl App {
    /// The king box in the position on the board, with the move that is typed or held over a square. None
    /// where no king is hunted: in a game, in a list, in a dialog.
    #[must_use]
    pub fn box_view(&self) -> Option<BoxView> {
        let covered = self.editor.is_some() || self.proof.is_some() || self.analyze.retry().is_some();
        if covered || matches!(self.dialog, Some(Dialog::Paste(_))) {
            return None;
        }
        let position = self.shown_position()?;
        let king = match self.tab {
            Tab::Practice => self.practice_board.round()?.player_color().other(),
            Tab::Analyze => king_box::defending_side(&position, self.oracle.verdict(&position)),
            Tab::Play | Tab::Tables | Tab::Games => return None,
        };
        let tried = self.considered_move(&position).map(|mv| BoxConsideredMove {
            san: notation::san(&position, mv),
            change: king_box::king_box_change(&position, &position.after(mv), king),
        });
        Some(BoxView { king, now: king_box::of(&position, king), considered_move: tried })
    }

    /// The move that the player is about to make, where that is plain.
    fn considered_move(&self, position: &Position) -> Option<Move> {
        if let Some(mv) = self.board.unconfirmed_move {
            return Some(mv).filter(|&mv| position.is_legal(mv));
        }
        let Some(from) = self.board.picked else {
            return self.prompt.parse_move(position).ok();
        };
        let to = self.board.dragged_over.or(self.board.cursor)?;
        let becomes = |mv: &Move| mv.promotion().is_none_or(|role| role == Role::Queen);
        moves_onto(position, from, to).into_iter().find(becomes)
    }

    /// The mistake card, where it is on the screen.
    #[must_use]
    pub fn shown_card(&self) -> Option<&ActiveCard> {
        self.practice_board.card().filter(|_| self.tab == Tab::Practice)
    }

    /// The wrong move that was tried on the mistake card or in the puzzle, and the reply that refutes it, once that is
    /// known.
    #[must_use]
    pub fn refuted_move(&self) -> Option<(Move, Option<Move>)> {
        if let Some(active) = self.shown_puzzle() {
            return active.refuted_move();
        }
        let CardAttempt::Wrong(wrong) = &self.shown_card()?.attempt else { return None };
        let reply = wrong.refutation.as_ref().and_then(|line| line.moves.first().copied());
        Some((wrong.mv, reply))
    }

    /// The puzzle, where it is on the screen.
    #[must_use]
    pub fn shown_puzzle(&self) -> Option<&ActivePuzzle> {
        self.practice_board.puzzle().filter(|_| self.tab == Tab::Practice)
    }

    /// The game whose moves are guessed, where it is on the screen.
    #[must_use]
    pub fn shown_guess(&self) -> Option<&ActiveGuess> {
        self.practice_board.guess().filter(|_| self.tab == Tab::Practice)
    }

    /// The quiz, where it is on the screen.
    #[must_use]
    pub fn shown_quiz(&self) -> Option<&ActiveQuiz> {
        self.practice_board.quiz().filter(|_| self.tab == Tab::Practice)
    }

    /// What it takes to build an ending with the missing endings that it leads to, roughly: time, memory,
    /// disk.
    #[must_use]
    pub fn build_cost(&self, material: &Material) -> BuildCost {
        let missing = |sub_ending: &Material| self.table_status(sub_ending) == TableStatus::Missing;
        let missing_endings: Vec<Material> =
            Tables::with_sub_endings(material).into_iter().filter(missing).collect();
        BuildCost::of(&missing_endings, self.machine.cores)
    }

    /// How long it takes to build an ending, roughly: `seconds`, `14 s`, `3 min`.
    #[must_use]
    pub fn build_time(&self, material: &Material) -> String {
        if TablePolicy::of(material).is_built_unasked() {
            "seconds".to_owned()
        } else {
            build_time_text(self.build_cost(material).seconds)
        }
    }

    /// The status of an ending.
    #[must_use]
    pub fn table_status(&self, material: &Material) -> TableStatus {
        if self.oracle.oracle().covers(material) {
            TableStatus::Ready
        } else if let Some(work) = self.tables.pending_table(material) {
            TableStatus::Building(work.progress.map(|progress| progress.permille))
        } else if self.tables.saved_sizes.contains_key(&material.normalized()) {
            TableStatus::Saved
        } else {
            TableStatus::Missing
        }
    }
}
