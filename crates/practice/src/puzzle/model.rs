//! The puzzle itself: the position, the solution and its proof.

use std::fmt;
use std::str::FromStr;

use twox_hash::XxHash3_64;

use super::theme::PuzzleTheme;
use chess::names::group_digits;
use chess::{Color, GameTermination, Move, Position, fen};

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position, with the solver to move.
    pub start: Position,
    /// The solution: the solver's moves and the longest defense in turn; an odd number of half-moves. Empty where
    /// there are only moves to avoid.
    pub solution: Vec<Move>,
    /// Other first moves that are as good as the one of the solution.
    pub alternatives: Vec<Move>,
    /// First moves to avoid, in a puzzle that has no solution but these.
    pub avoid: Vec<Move>,
    /// What it is about, at least one theme unless it was imported without.
    pub themes: Vec<PuzzleTheme>,
    /// How hard it is, as an Elo rating; None where it was imported without one.
    pub rating: Option<u16>,
    /// Why the solution is the only one.
    pub proof: PuzzleProof,
}

/// Why the solution of a puzzle is the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleProof {
    /// The only first move that mates in this number of moves, 1 or more; there is no shorter mate. Each further
    /// move of the solver is the only one, too, but the last one may be any mate.
    Mate(u16),
    /// Each of the solver's moves is the only one that keeps the result, by an endgame table.
    Table,
    /// Each of the solver's moves is better than the second-best one by at least this much in two searches.
    Search([SearchGap; 2]),
    /// It was imported and not checked.
    None,
}

/// The gap between the best and the second-best move of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchGap {
    /// Nodes of the search.
    pub nodes: u64,
    /// The smallest gap of the solver's moves, in percent of the winning chances.
    pub percent: u8,
}

/// The id of a puzzle: a fingerprint of its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(pub u64);

impl Puzzle {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        PuzzleId(XxHash3_64::oneshot(fen::format(&self.start).as_bytes()))
    }

    /// The side that solves it.
    #[must_use]
    pub fn solver(&self) -> Color {
        self.start.turn()
    }

    /// Number of moves that the solver has to find.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.solution.len().div_ceil(2).max(1)
    }

    /// Whether a theme is among its themes.
    #[must_use]
    pub fn has(&self, theme: PuzzleTheme) -> bool {
        self.themes.contains(&theme)
    }

    /// What is asked, as in `Mate in 3` or `White to play and draw`.
    #[must_use]
    pub fn task(&self) -> String {
        let side = chess::names::color_name(self.solver());
        match self.proof {
            PuzzleProof::Mate(moves) => format!("{side} to move: mate in {moves}"),
            _ if self.solution.is_empty() => format!("{side} to move: avoid the mistake"),
            _ if self.has(PuzzleTheme::OnlyDraw) || self.has(PuzzleTheme::Stalemate) => {
                format!("{side} to move and draw")
            }
            proof if proof == PuzzleProof::Table || self.has(PuzzleTheme::OnlyWin) => {
                format!("{side} to move and win")
            }
            _ if self.has(PuzzleTheme::Defense) => format!("{side} to move: find the defense"),
            _ => format!("{side} to move: find the best move"),
        }
    }

    /// The position after the first moves of the solution.
    #[must_use]
    pub fn position_after(&self, plies: usize) -> Position {
        self.solution.iter().take(plies).fold(self.start.clone(), |position, &mv| position.after(mv))
    }
}

impl PuzzleProof {
    /// Whether it is no proof in the strict sense but the result of searches.
    #[must_use]
    pub const fn is_searched(&self) -> bool {
        matches!(self, Self::Search(_))
    }

    /// The proof in a few words: `mate in 3 proven`, `by table`.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Mate(moves) => format!("mate in {moves} proven, one key"),
            Self::Table => "only move by table".to_owned(),
            Self::Search([quick, deep]) => format!(
                "ahead of any other move by {} % at {} and {} % at {} nodes",
                quick.percent,
                group_digits(quick.nodes),
                deep.percent,
                group_digits(deep.nodes)
            ),
            Self::None => "not proven".to_owned(),
        }
    }
}

/// Whether a move mates.
#[must_use]
pub fn is_checkmate_after(position: &Position, mv: Move) -> bool {
    matches!(GameTermination::on_board(&position.after(mv)), Some(GameTermination::Checkmate { .. }))
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A text that is no id of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a puzzle's id has 16 hexadecimal digits, as in 00c0ffee00c0ffee")]
pub struct PuzzleIdError;

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self).map_err(|_| PuzzleIdError)
    }
}
