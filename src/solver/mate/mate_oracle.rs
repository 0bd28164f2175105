//! Whoever can name the move that mates: all that a tree or a certificate of a proof is built from.
//!
//! A witness is asked about one position after the other. What it names is checked by whoever builds on it:
//! a wrong word costs a certificate, never the truth.

use std::ops::RangeInclusive;

use crate::chess::{Certainty, Move, Oracle, Ply, Position, Root, StopToken, Stopped, Verdict};

use super::problem::MateProblem;
use super::prover::Prover;
use super::search::MateSearch;

/// How far a mate is, in moves of the attacker from the position that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateDistance {
    /// The attacker mates in so many moves; nought is mate on the board.
    pub moves: u16,
    /// Whether no shorter mate exists, or just none is known.
    pub certainty: Certainty,
}

/// Knows mates in the play below one root: an exhaustive search, an oracle, a finder of what it has proven.
/// The past that repetitions are counted from is the witness's own business.
pub trait MateOracle {
    /// A move by which the side to move forces mate within `moves` moves of its own (1 or more), or None
    /// where the witness knows none. The move leads into no draw by rule.
    ///
    /// # Errors
    /// When the token ended the work.
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped>;

    /// What None means about a position: [`Certainty::Proven`] that no such mate exists,
    /// [`Certainty::Searched`] that the witness knows none.
    fn none_certainty(&self, position: &Position) -> Certainty {
        let _ = position;
        Certainty::Searched
    }

    /// The shortest mate that the witness knows of these lengths, in moves, and its first move. That none is
    /// shorter than the first of them is the caller's to know.
    ///
    /// # Errors
    /// When the token ended the work.
    fn shortest_mate(
        &mut self,
        position: &Position,
        lengths: RangeInclusive<u16>,
        stop: &StopToken,
    ) -> Result<Option<(MateDistance, Move)>, Stopped> {
        for length in lengths {
            if let Some(mv) = self.mating_move(position, length, stop)? {
                let first = length == 1;
                let certainty = if first { Certainty::Proven } else { self.none_certainty(position) };
                return Ok(Some((MateDistance { moves: length, certainty }, mv)));
            }
        }
        Ok(None)
    }
}

/// A witness that reads an oracle.
pub struct TableMateOracle<'a> {
    oracle: &'a dyn Oracle,
    /// Positions that have stood on the board twice: the third time is a draw.
    drawn_keys: Vec<u64>,
}

impl<'a> TableMateOracle<'a> {
    /// A witness for the play below `root`.
    #[must_use]
    pub fn new(root: &Root, oracle: &'a dyn Oracle) -> Self {
        Self { oracle, drawn_keys: root.history.repeated_keys() }
    }
}

impl MateOracle for TableMateOracle<'_> {
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        Ok(self.shortest_mate(position, 1..=moves, stop)?.map(|(_, mv)| mv))
    }

    fn none_certainty(&self, position: &Position) -> Certainty {
        match self.oracle.probe(position) {
            // Where the counter or a repetition may stop a mate, another way may yet be free.
            Some(win @ Verdict::Win(_))
                if !self.drawn_keys.is_empty() || !win.beats_fifty_move_rule(position.halfmoves()) =>
            {
                Certainty::Searched
            }
            Some(_) => Certainty::Proven,
            None => Certainty::Searched,
        }
    }

    fn shortest_mate(
        &mut self,
        position: &Position,
        lengths: RangeInclusive<u16>,
        stop: &StopToken,
    ) -> Result<Option<(MateDistance, Move)>, Stopped> {
        stop.check()?;
        let Some(Verdict::Win(plies)) = self.oracle.probe(position) else { return Ok(None) };
        if plies.moves() > *lengths.end() || !Verdict::Win(plies).beats_fifty_move_rule(position.halfmoves())
        {
            return Ok(None);
        }
        let keeps = |mv: &Move| {
            let next = position.after(*mv);
            !self.drawn_keys.contains(&next.key())
                && self.oracle.probe(&next).and_then(Verdict::distance).map(Ply::next) == Some(plies)
        };
        let found = position.legal_moves().into_iter().find(keeps);
        Ok(found.map(|mv| (MateDistance { moves: plies.moves(), certainty: Certainty::Proven }, mv)))
    }
}

/// A witness that searches every move: what it does not find does not exist. It remembers what it has
/// found from one question to the next.
pub struct SearchMateOracle<'a>(MateSearch<'a>);

impl<'a> SearchMateOracle<'a> {
    /// A witness for the play below the problem's root, for mates by either side.
    #[must_use]
    pub fn new(problem: &MateProblem<'a>) -> Self {
        Self(MateSearch::new(problem, &StopToken::never()))
    }

    /// Positions made so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

impl MateOracle for SearchMateOracle<'_> {
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        self.0.mating_move(position, moves, stop)
    }

    fn none_certainty(&self, _: &Position) -> Certainty {
        Certainty::Proven
    }
}

/// A witness that asks an oracle first and another one where the oracle is silent, or where a rule may come
/// between its mate and the board.
pub struct TableThenMateOracle<'a, W> {
    oracle: TableMateOracle<'a>,
    fallback: W,
}

impl<'a, W> TableThenMateOracle<'a, W> {
    /// A witness for the play below `root`, with another for what the oracle does not know.
    #[must_use]
    pub fn new(root: &Root, oracle: &'a dyn Oracle, fallback: W) -> Self {
        Self { oracle: TableMateOracle::new(root, oracle), fallback }
    }
}

impl<'a> TableThenMateOracle<'a, SearchMateOracle<'a>> {
    /// A witness that knows every mate below the problem's root: an oracle, and a search through all moves.
    #[must_use]
    pub fn with_search(problem: &MateProblem<'a>) -> Self {
        Self::new(problem.root, problem.oracle, SearchMateOracle::new(problem))
    }
}

impl<W: MateOracle> MateOracle for TableThenMateOracle<'_, W> {
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        match self.oracle.mating_move(position, moves, stop)? {
            None if self.oracle.none_certainty(position) == Certainty::Searched => {
                self.fallback.mating_move(position, moves, stop)
            }
            found => Ok(found),
        }
    }

    fn none_certainty(&self, position: &Position) -> Certainty {
        match self.oracle.none_certainty(position) {
            Certainty::Searched | Certainty::Claimed => self.fallback.none_certainty(position),
            Certainty::Proven => Certainty::Proven,
        }
    }

    fn shortest_mate(
        &mut self,
        position: &Position,
        lengths: RangeInclusive<u16>,
        stop: &StopToken,
    ) -> Result<Option<(MateDistance, Move)>, Stopped> {
        match self.oracle.shortest_mate(position, lengths.clone(), stop)? {
            None if self.oracle.none_certainty(position) == Certainty::Searched => {
                self.fallback.shortest_mate(position, lengths, stop)
            }
            found => Ok(found),
        }
    }
}

/// What a prover shows is forced, and may be longer than need be: it names the mate that it has found
/// within the moves, and looks for no shorter one.
impl MateOracle for Prover {
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        Ok(self.mate_from(position, moves, stop)?.map(|(_, mv)| mv))
    }

    fn none_certainty(&self, _: &Position) -> Certainty {
        Certainty::Proven
    }

    fn shortest_mate(
        &mut self,
        position: &Position,
        lengths: RangeInclusive<u16>,
        stop: &StopToken,
    ) -> Result<Option<(MateDistance, Move)>, Stopped> {
        let found = self.mate_from(position, *lengths.end(), stop)?;
        Ok(found.map(|(moves, mv)| {
            let least = moves <= *lengths.start();
            let certainty = if least { Certainty::Proven } else { Certainty::Searched };
            (MateDistance { moves, certainty }, mv)
        }))
    }
}
