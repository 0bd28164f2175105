//! State of guessing moves: the games to choose from, and the game on the board.

use crate::chess::{Color, Move, Position};
use crate::game::pgn::PgnGame;
use crate::game::{NodeId, TreeCursor, game_list};
use crate::practice::guess::{ClassicGame, GuessEvaluations, GuessGame, JudgedGuess};
use crate::tui::keymap::{GuessAction, KeyNames};

/// Guessing moves.
#[derive(Clone, Debug, Default)]
pub struct GuessState {
    /// The famous games; empty until the page is opened.
    pub classics: Vec<ClassicGame>,
    /// The chosen one, an index of `classics`.
    pub chosen: usize,
    /// A game that was left before its end, to go on with.
    pub paused: Option<Box<ActiveGuess>>,
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
    #[must_use]
    pub fn chosen_classic(&self) -> Option<&ClassicGame> {
        self.classics.get(self.chosen)
    }

    /// Keeps a game that leaves the board, if it has guesses and is not through, to be gone on with: whether it does.
    pub fn pause(&mut self, mut left: Box<ActiveGuess>) -> bool {
        if left.status == GuessStatus::Judged {
            left.guesses.advance();
        }
        left.follow_game();
        left.status = GuessStatus::AwaitingMove;
        let waits = !left.guesses.guesses().is_empty() && left.guesses.game_move().is_some();
        if waits {
            self.paused = Some(left);
        }
        waits
    }
}

impl ActiveGuess {
    /// A game whose moves by `side` are guessed from half-move `from_ply` on; None where there is none.
    #[must_use]
    pub fn new(game: PgnGame, side: Color, from_ply: usize) -> Option<Self> {
        let guesses = GuessGame::new(&game.tree, side, from_ply)?;
        let walk = TreeCursor::new(guesses.start().clone());
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        let tip = walk.node_id();
        let mut active = Self { game, fingerprint, guesses, walk, tip, status: GuessStatus::AwaitingMove };
        active.follow_game();
        Some(active)
    }

    /// Brings the moves of the game so far to the board.
    pub fn follow_game(&mut self) {
        let mut walk = TreeCursor::new(self.guesses.start().clone());
        for &mv in self.guesses.moves_so_far() {
            walk.play(mv);
        }
        self.tip = walk.node_id();
        self.walk = walk;
    }

    /// Goes back from an earlier position to that of the guess.
    pub fn return_to_guess(&mut self) {
        self.walk.go_to(self.tip);
    }

    /// Whether the position on the board is that of the guess.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.walk.node_id() == self.tip
    }

    /// Whether a guess is awaited.
    #[must_use]
    pub const fn awaits_move(&self) -> bool {
        matches!(self.status, GuessStatus::AwaitingMove)
    }

    /// The last guess with its grade.
    #[must_use]
    pub fn last_guess(&self) -> Option<&JudgedGuess> {
        self.guesses.guesses().last()
    }

    /// The position before a guess.
    #[must_use]
    pub fn position_before(&self, guess: &JudgedGuess) -> Option<&Position> {
        let tree = self.walk.tree();
        let mut line = vec![tree.start()];
        line.extend(tree.main_line_from(tree.start()));
        line.get(guess.ply).map(|&node| tree.node(node).position())
    }

    /// The guess with its grade, or else the one that waits for it; neither in an earlier position and before a guess.
    #[must_use]
    pub fn shown_moves(&self) -> (Option<&JudgedGuess>, Option<Move>) {
        match &self.status {
            _ if !self.is_live() => (None, None),
            GuessStatus::Judging { guess, .. } => (None, *guess),
            GuessStatus::Judged => (self.last_guess(), None),
            GuessStatus::AwaitingMove | GuessStatus::Over => (None, None),
        }
    }

    /// Whether an analysis would give nothing away: the move is known.
    #[must_use]
    pub const fn may_be_analyzed(&self) -> bool {
        matches!(self.status, GuessStatus::Judged | GuessStatus::Over)
    }

    /// The moves for the analysis board: once the game is through the whole game with its tags at its end, before that
    /// the moves up to the guess.
    #[must_use]
    pub fn walk_to_analyze(&self) -> TreeCursor {
        if self.status != GuessStatus::Over {
            return self.walk.clone();
        }
        let mut walk = TreeCursor::in_tree(self.game.tree.clone());
        walk.go_to_end();
        walk
    }

    /// Whether a move may be made now, or why not and what to do.
    ///
    /// # Errors
    /// A sentence for the player.
    pub fn may_move(&self, keys: &KeyNames<'_>) -> Result<(), String> {
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
}
