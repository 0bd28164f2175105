//! What the search remembers about each ply of the line it is looking at.

use crate::chess::board::Step;
use crate::chess::{Ply, Score};
use crate::engine::order::history::Place;
use crate::engine::table::PackedMove;

/// The deepest ply that is ever searched.
pub(super) const DEEPEST: Ply = Ply::new(246);

/// One ply of the current line.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// The key of the position.
    pub(super) key: u64,
    /// How the position was reached.
    pub(super) reached: Reached,
    /// The static evaluation; none in check.
    pub(super) eval: Option<Score>,
    /// Quiet moves that refuted positions at this ply.
    pub(super) killers: [PackedMove; 2],
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<Step>,
    /// Whether the node is searched again to see that a null move did not lie; it may not pass then.
    pub(super) verifies: bool,
    /// The best line from here.
    pub(super) line: Vec<Step>,
}

impl Frame {
    /// Whether a null move may be tried here: not twice in a row, and not where one is being verified.
    pub(super) fn may_pass(&self) -> bool {
        self.reached != Reached::Pass && !self.verifies
    }
}

/// How a position was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Reached {
    /// It is the root.
    #[default]
    Root,
    /// By a pass.
    Pass,
    /// By a move that put a man there.
    Move(Place),
}

impl Reached {
    /// Where the move put its man.
    pub(super) const fn place(self) -> Option<Place> {
        match self {
            Self::Move(place) => Some(place),
            Self::Root | Self::Pass => None,
        }
    }
}

/// The frames of one thread.
pub(super) struct Frames(Vec<Frame>);

impl Frames {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); DEEPEST.index() + 3])
    }

    pub(super) fn at(&self, ply: Ply) -> &Frame {
        &self.0[ply.index()]
    }

    pub(super) fn at_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.0[ply.index()]
    }

    /// Makes a move and the best line after it the best line here.
    pub(super) fn lead(&mut self, ply: Ply, step: Step) {
        let (upper, lower) = self.0.split_at_mut(ply.index() + 1);
        let line = &mut upper[ply.index()].line;
        line.clear();
        line.push(step);
        line.extend_from_slice(&lower[0].line);
    }

    /// Where the last two moves before this ply put their men.
    pub(super) fn before(&self, ply: Ply) -> [Option<Place>; 2] {
        let last = self.at(ply).reached.place();
        let earlier = if ply == Ply::ZERO { None } else { self.at(ply.previous()).reached.place() };
        [last, earlier]
    }

    /// Whether the position at `ply` has stood on the board before on this line, the root included. Only
    /// `halfmoves` plies back can it have, and never across a pass.
    pub(super) fn repeats(&self, ply: Ply, halfmoves: u16) -> bool {
        let key = self.at(ply).key;
        let mut back = 0;
        let mut at = ply;
        while at > Ply::ZERO && back < halfmoves && self.at(at).reached != Reached::Pass {
            at = at.previous();
            back += 1;
            if back >= 4 && self.at(at).key == key {
                return true;
            }
        }
        false
    }
}
