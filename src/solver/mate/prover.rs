//! Everything that is known about the mates of one position, and the work that finds out more.
//!
//! A [`Prover`] is handed positions to spend, a slice at a time, and keeps what it has learnt between the
//! slices: it can be stopped at any moment and taken up again.

use std::sync::Arc;

use crate::chess::{
    Bound, Certainty, Color, Ending, Line, Move, Oracle, Ply, Position, Root, Score, StopToken, Stopped,
};

use super::finder::plan::{Plan, Side};
use super::finder::{ANY, Finder, Found};

/// What a [`Prover`] may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProverSettings {
    /// The longest mate looked for, in moves of the side that mates: 1 or more.
    pub within: u16,
    /// Memory for what was found, in MiB.
    pub memory_mb: usize,
}

impl Default for ProverSettings {
    fn default() -> Self {
        Self { within: 200, memory_mb: 64 }
    }
}

/// What is known so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// No mate in so many moves or fewer exists, for either side.
    pub none_within: u16,
    /// The number of moves that is being checked, if one is.
    pub checking: Option<u16>,
    /// The shortest forced mate that was found, for either side: complete, legal, without a draw inside.
    /// Its certainty is `Proven` once no shorter one exists.
    pub best: Option<Line>,
    /// Positions made so far, all of them.
    pub nodes: u64,
    /// Whether nothing is left to find out: the mate is the shortest, or there is none within the limit.
    pub decided: bool,
}

/// The search for the mates of one position, for either side.
pub struct Prover {
    root: Root,
    finder: Finder,
    plan: Plan,
    within: u8,
    /// A mate that is known to exist, and whose moves are still to be written down.
    owed: Option<(Side, u8)>,
    standing: Standing,
}

impl Prover {
    /// Gets ready; nothing is made yet.
    #[must_use]
    pub fn new(root: &Root, oracle: Arc<dyn Oracle>, settings: ProverSettings) -> Self {
        let within = u8::try_from(settings.within).unwrap_or(ANY).clamp(1, ANY - 5);
        let finder = Finder::new(root, oracle, settings.memory_mb << 20);
        let mut prover = Self {
            root: root.clone(),
            finder,
            plan: Plan::new(within),
            within,
            owed: None,
            standing: Standing::default(),
        };
        if let Some(ending) = root.ending() {
            prover.end(ending);
        } else {
            prover.take_stock();
        }
        prover
    }

    /// What is known so far.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Somebody else has shown a forced mate in so many moves: from now on only shorter ones are wanted.
    pub fn aim(&mut self, moves: u16) {
        self.plan.lower(u8::try_from(moves).unwrap_or(ANY));
        self.take_stock();
    }

    /// Works until so many more positions were made, the token stops it, or all is decided.
    pub fn work(&mut self, nodes: u64, stop: &StopToken) -> &Standing {
        let end = self.finder.nodes().saturating_add(nodes);
        while !self.standing.decided && self.finder.nodes() < end && !stop.is_stopped() {
            let left = end - self.finder.nodes();
            if let Some((side, moves)) = self.owed {
                self.write_down(side, moves, left, stop);
            } else if let Some((place, lane, slice)) = self.plan.next() {
                let before = self.finder.visits();
                let found = self.finder.look(self.color(lane.side), lane.moves, slice.min(left), stop);
                self.plan.spend(place, self.finder.visits() - before);
                match found {
                    Found::Mate(moves) => self.owed = Some((lane.side, moves)),
                    Found::None(moves) => self.plan.rule_out(lane.side, moves),
                    Found::Open => {}
                }
            }
            self.take_stock();
        }
        &self.standing
    }

    /// The first move of a mate in a position below the root, within so many moves, and how many it takes
    /// at most; None where there is no such mate.
    ///
    /// # Errors
    /// When the token ended the work.
    pub(super) fn mate_from(
        &mut self,
        position: &Position,
        within: u16,
        stop: &StopToken,
    ) -> Result<Option<(u16, Move)>, Stopped> {
        let within = u8::try_from(within).unwrap_or(ANY).min(ANY - 5);
        let found = self.finder.mate_from(position, within, stop)?;
        Ok(found.map(|(moves, mv)| (u16::from(moves), mv)))
    }

    fn color(&self, side: Side) -> Color {
        let turn = self.root.position.turn();
        match side {
            Side::Mover => turn,
            Side::Other => !turn,
        }
    }

    /// Turns a mate that was found into a line.
    fn write_down(&mut self, side: Side, moves: u8, nodes: u64, stop: &StopToken) {
        let attacker = self.color(side);
        match self.finder.line(attacker, moves, nodes, stop) {
            Ok(Some(line)) => {
                let shown = u8::try_from(line.len().div_ceil(2)).unwrap_or(moves);
                self.plan.found(side, shown);
                self.standing.best = Some(mate(line, side, attacker));
                self.owed = None;
            }
            Ok(None) => {
                // The past of the game lets the defender claim a draw on the way: look for shorter ones.
                self.plan.lower(moves);
                self.owed = None;
            }
            Err(Stopped) => {}
        }
    }

    /// Brings the standing up to date.
    fn take_stock(&mut self) {
        let sides = match self.standing.best.as_ref().map(|line| line.score.is_mating()) {
            Some(true) => [Side::Mover; 2],
            Some(false) => [Side::Other; 2],
            None => [Side::Mover, Side::Other],
        };
        let none = sides.map(|side| self.plan.none(side)).into_iter().min().unwrap_or(0);
        self.standing.none_within = u16::from(none.min(self.within));
        self.standing.nodes = self.finder.nodes();
        self.standing.decided = self.owed.is_none() && self.plan.is_done();
        self.standing.checking = (!self.standing.decided).then_some(self.standing.none_within + 1);
        if let Some(best) = &mut self.standing.best {
            let shortest = best.moves.len().div_ceil(2) <= usize::from(none) + 1;
            best.certainty = if shortest { Certainty::Proven } else { Certainty::Searched };
            if shortest {
                // What was ruled out may lie beyond what was found.
                let moves = u16::try_from(best.moves.len().div_ceil(2)).unwrap_or(u16::MAX);
                self.standing.none_within = self.standing.none_within.min(moves.saturating_sub(1));
            }
        }
    }

    /// The game is over at the root.
    fn end(&mut self, ending: Ending) {
        self.standing.decided = true;
        match ending {
            Ending::Checkmate { winner } => {
                let mut line = mate(Vec::new(), Side::Other, winner);
                line.certainty = Certainty::Proven;
                self.standing.best = Some(line);
            }
            _ => self.standing.none_within = u16::from(self.within),
        }
    }
}

fn mate(moves: Vec<Move>, side: Side, winner: Color) -> Line {
    let plies = Ply::new(u16::try_from(moves.len()).unwrap_or(u16::MAX));
    Line {
        score: match side {
            Side::Mover => Score::mates_in(plies),
            Side::Other => Score::mated_in(plies),
        },
        bound: Bound::Exact,
        certainty: Certainty::Searched,
        moves,
        ends_in: Some(Ending::Checkmate { winner }),
    }
}
