//! State of guessing moves: the games to choose from, and the game on the board.

use std::time::Instant;

use crate::chess::{Color, Move, Position};
use crate::game::pgn::{PgnGame, PgnHeader};
use crate::game::{NodeId, TreeCursor, game_list};
use crate::practice::guess::{ClassicGame, GuessEvaluations, GuessGame, JudgedGuess};
use crate::tui::keymap::{GuessAction, KeyContext, KeyNames};
use crate::tui::model::PracticeActivity;
use crate::tui::navigation::{self, TreeStep};

/// Guessing moves.
#[derive(Clone, Debug, Default)]
pub struct GuessState {
    /// The famous games; empty until the page is opened.
    pub classics: Vec<ClassicGame>,
    /// The chosen one, an index of `classics`.
    pub chosen: usize,
}

/// A game whose moves are guessed.
#[derive(Clone, Debug)]
pub struct ActiveGuess {
    /// The whole game with its tags.
    pub game: PgnGame,
    /// Its fingerprint.
    pub fingerprint: u64,
    /// The guesses.
    pub guesses: GuessGame,
    /// The moves up to the guess, for the list and for stepping.
    pub walk: TreeCursor,
    /// The position of the guess.
    tip: NodeId,
    /// What is waited for.
    pub status: GuessStatus,
}

/// What is waited for.
#[derive(Clone, PartialEq, Debug)]
pub enum GuessStatus {
    /// A guess.
    AwaitingMove,
    /// The grade of a guess, or that of the game's move where it is shown without a guess.
    Judging {
        /// The guess.
        guess: Option<Move>,
        /// The evaluations so far.
        found: GuessEvaluations,
    },
    /// The next move: another move than the game's was guessed, or the game's was shown.
    Judged,
    /// Nothing: the game is through.
    Over,
}

impl GuessState {
    /// The chosen famous game.
    pub(crate) fn chosen_classic(&self) -> Option<&ClassicGame> {
        self.classics.get(self.chosen)
    }
}

impl ActiveGuess {
    /// A game whose moves by `side` are guessed from half-move `from_ply` on; None where there is none.
    pub(crate) fn new(game: PgnGame, side: Color, from_ply: usize) -> Option<Self> {
        let guesses = GuessGame::new(&game.tree, side, from_ply)?;
        let walk = TreeCursor::new(guesses.start().clone());
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        let tip = walk.node_id();
        let mut active = Self { game, fingerprint, guesses, walk, tip, status: GuessStatus::AwaitingMove };
        active.follow_game();
        Some(active)
    }

    /// Brings the moves of the game so far to the board.
    pub(crate) fn follow_game(&mut self) {
        let mut walk = TreeCursor::new(self.guesses.start().clone());
        for &mv in self.guesses.moves_so_far() {
            walk.play(mv);
        }
        self.tip = walk.node_id();
        self.walk = walk;
    }

    /// Goes back from an earlier position to that of the guess.
    pub(crate) fn return_to_guess(&mut self) {
        self.walk.go_to(self.tip);
    }

    /// Whether the position on the board is that of the guess.
    pub(crate) fn is_live(&self) -> bool {
        self.walk.node_id() == self.tip
    }

    /// Whether a guess is awaited.
    pub(crate) const fn awaits_move(&self) -> bool {
        matches!(self.status, GuessStatus::AwaitingMove)
    }

    /// The last guess with its grade.
    pub(crate) fn last_guess(&self) -> Option<&JudgedGuess> {
        self.guesses.guesses().last()
    }

    /// The position before a guess.
    pub(crate) fn position_before(&self, guess: &JudgedGuess) -> Option<&Position> {
        let tree = self.walk.tree();
        let mut line = vec![tree.start()];
        line.extend(tree.main_line_from(tree.start()));
        line.get(guess.ply).map(|&node| tree.node(node).position())
    }

    /// The guess with its grade, or else the one that waits for it; neither in an earlier position and before a guess.
    pub(crate) fn shown_moves(&self) -> (Option<&JudgedGuess>, Option<Move>) {
        match &self.status {
            _ if !self.is_live() => (None, None),
            GuessStatus::Judging { guess, .. } => (None, *guess),
            GuessStatus::Judged => (self.last_guess(), None),
            GuessStatus::AwaitingMove | GuessStatus::Over => (None, None),
        }
    }
}

impl PracticeActivity for ActiveGuess {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, _now: Instant, keys: &KeyNames) -> Result<(), String> {
        if !self.is_live() {
            return Err(keys.back_from_earlier("the guess"));
        }
        match self.status {
            GuessStatus::AwaitingMove => Ok(()),
            GuessStatus::Judging { .. } => Err("The guess is being graded".to_owned()),
            GuessStatus::Judged => {
                Err(format!("{} goes on with the game's move", keys.name(GuessAction::Next)))
            }
            GuessStatus::Over => {
                Err(format!("The game is through: {} goes back to the list", keys.name(GuessAction::Next)))
            }
        }
    }

    fn contexts(&self) -> Vec<KeyContext> {
        vec![KeyContext::Guess, KeyContext::Board, KeyContext::Global]
    }

    fn own_color(&self) -> Color {
        self.guesses.side()
    }

    /// Once the game is through the whole game at its end; before that, once the move is known, the moves up to the guess.
    fn to_analyze(&self) -> Option<(PgnHeader, TreeCursor)> {
        let walk = match self.status {
            GuessStatus::Judged => self.walk.clone(),
            GuessStatus::Over => {
                let mut walk = TreeCursor::in_tree(self.game.tree.clone());
                walk.go_to_end();
                walk
            }
            GuessStatus::AwaitingMove | GuessStatus::Judging { .. } => return None,
        };
        Some((self.game.header.clone(), walk))
    }

    fn step(&mut self, step: TreeStep) {
        navigation::step_tree(&mut self.walk, step);
    }

    /// The game; nothing is kept before the first guess, and once the game is through.
    fn pause(mut self: Box<Self>) -> Option<Box<Self>> {
        if self.status == GuessStatus::Judged {
            self.guesses.advance();
        }
        self.follow_game();
        self.status = GuessStatus::AwaitingMove;
        Some(self).filter(|left| !left.guesses.guesses().is_empty() && left.guesses.game_move().is_some())
    }
}
