//! A line of the analysis that the user has selected: stepped through on the board without being played, or
//! pinned.

use crate::chess::{Depth, Line, Move, Position, notation};
use crate::game::NodeId;

/// Which line is selected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineRef {
    /// One that the engine shows now, from 0.
    Engine(usize),
    /// The pinned one.
    Pinned,
}

/// A copy of a line from when it was selected, and how far it has been stepped through. Later results of the
/// engine do not change it.
#[derive(Clone, PartialEq, Debug)]
pub struct LineWalk {
    /// Which line it was.
    pub line_ref: LineRef,
    /// The position that it starts from.
    pub from: Position,
    /// The line.
    pub line: Line,
    /// Its moves in standard algebraic notation.
    pub sans: Vec<String>,
    /// Depth of the search that found it.
    pub depth: Depth,
    /// Moves played on the board so far, 0 to the line's length.
    pub moves_played: usize,
}

/// A pinned line: it stays visible, wherever the user goes and whatever the engine finds.
#[derive(Clone, PartialEq, Debug)]
pub struct PinnedLine {
    /// The node of the tree that it starts from.
    pub node: NodeId,
    /// The line when it was pinned.
    pub walk: LineWalk,
}

impl LineWalk {
    /// Selects a line, at its start.
    pub(crate) fn new(line_ref: LineRef, from: Position, line: Line, depth: Depth) -> Self {
        let sans = notation::san_line(&from, &line.moves);
        Self { line_ref, from, line, sans, depth, moves_played: 0 }
    }

    /// The position after the moves stepped through so far.
    pub(crate) fn position(&self) -> Position {
        let mut position = self.from.clone();
        for &mv in self.moves_so_far() {
            position.play(mv);
        }
        position
    }

    /// The moves stepped through so far.
    pub(crate) fn moves_so_far(&self) -> &[Move] {
        &self.line.moves[..self.moves_played]
    }

    /// The move stepped through last.
    pub(crate) fn last_move(&self) -> Option<Move> {
        self.moves_so_far().last().copied()
    }

    /// The same line with so many moves stepped through, all of them at most.
    pub(crate) fn stepped_to(self, moves: usize) -> Self {
        Self { moves_played: moves.min(self.line.moves.len()), ..self }
    }
}
