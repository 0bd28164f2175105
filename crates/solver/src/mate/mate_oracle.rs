//! Sources of mating moves, from which proof trees and certificates are built.
//!
//! A [`MateOracle`] is queried position by position. Its answers are verified by the code that uses them: a
//! wrong answer can prevent a certificate, but never make a wrong one.

use std::ops::RangeInclusive;

use super::problem::MateProblem;
use super::prover::Prover;
use super::search::MateSearch;
use chess::{Certainty, Move, Oracle, Ply, Position, Root, StopToken, Stopped, Verdict};

/// Distance to mate in moves of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateDistance {
    /// The attacker mates in this number of moves; 0 is checkmate on the board.
    pub moves: u16,
    /// Whether it is proven to be the shortest mate, or only the shortest known.
    pub certainty: Certainty,
}

/// A mating move, if one is known; an error where the token stopped the search.
pub type FoundMove = Result<Option<Move>, Stopped>;

/// The distance to mate with its first move, if one is known; an error where the token stopped the search.
pub type FoundMate = Result<Option<(MateDistance, Move)>, Stopped>;

/// A source of mating moves for the positions below one root: an exhaustive search, endgame tables, or a
/// prover. Repetitions with the game before the root are the responsibility of the implementation.
pub trait MateOracle {
    /// A move by which the side to move forces mate within `moves` of its own moves (1 or more), or None if
    /// no such move is known. The move never leads into a draw by rule.
    ///
    /// # Errors
    /// When the token stopped the search.
    fn mating_move(&mut self, position: &Position, moves: u16, stop: &StopToken) -> FoundMove;

    /// What None means: [`Certainty::Proven`] if there is no such mate, [`Certainty::Searched`] if none is
    /// known.
    fn none_certainty(&self, position: &Position) -> Certainty {
        let _ = position;
        Certainty::Searched
    }

    /// The first of these lengths, in moves, for which a mate is known, and its first move. The caller has to
    /// know whether a shorter length than the first is excluded.
    ///
    /// # Errors
    /// When the token stopped the search.
    fn shortest_mate(
        &mut self,
        position: &Position,
        lengths: RangeInclusive<u16>,
        stop: &StopToken,
    ) -> FoundMate {
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

/// Mating moves from endgame tables.
pub struct TableMateOracle<'a> {
    oracle: &'a dyn Oracle,
    /// Keys of positions that have occurred twice: a third time is a draw.
    drawn_keys: Vec<u64>,
}

impl<'a> TableMateOracle<'a> {
    /// A source for the positions below `root`.
    #[must_use]
    pub fn new(root: &Root, oracle: &'a dyn Oracle) -> Self {
        Self { oracle, drawn_keys: root.history.repeated_keys() }
    }
}

impl MateOracle for TableMateOracle<'_> {
    fn mating_move(&mut self, position: &Position, moves: u16, stop: &StopToken) -> FoundMove {
        Ok(self.shortest_mate(position, 1..=moves, stop)?.map(|(_, mv)| mv))
    }

    fn none_certainty(&self, position: &Position) -> Certainty {
        match self.oracle.probe(position) {
            // Where the fifty-move rule or a repetition prevents one mate, another line may still mate.
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
    ) -> FoundMate {
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

/// Mating moves from exhaustive search: what it does not find does not exist. Results are kept from one query
/// to the next.
pub struct SearchMateOracle<'a>(MateSearch<'a>);

impl<'a> SearchMateOracle<'a> {
    /// A source for the positions below the problem's root, for mates by either side.
    #[must_use]
    pub fn new(problem: &MateProblem<'a>) -> Self {
        Self(MateSearch::new(problem, &StopToken::never()))
    }

    /// Nodes so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

impl MateOracle for SearchMateOracle<'_> {
    fn mating_move(&mut self, position: &Position, moves: u16, stop: &StopToken) -> FoundMove {
        self.0.mating_move(position, moves, stop)
    }

    fn none_certainty(&self, _: &Position) -> Certainty {
        Certainty::Proven
    }
}

/// Mating moves from endgame tables, with a fallback for positions that they do not cover or whose mate a
/// draw rule may prevent.
pub struct TableThenMateOracle<'a, W> {
    oracle: TableMateOracle<'a>,
    fallback: W,
}

impl<'a, W> TableThenMateOracle<'a, W> {
    /// A source for the positions below `root`, with a fallback.
    #[must_use]
    pub fn new(root: &Root, oracle: &'a dyn Oracle, fallback: W) -> Self {
        Self { oracle: TableMateOracle::new(root, oracle), fallback }
    }
}

impl<'a> TableThenMateOracle<'a, SearchMateOracle<'a>> {
    /// A source that finds every mate below the problem's root: endgame tables, and exhaustive search.
    #[must_use]
    pub fn with_search(problem: &MateProblem<'a>) -> Self {
        Self::new(problem.root, problem.oracle, SearchMateOracle::new(problem))
    }
}

impl<W: MateOracle> MateOracle for TableThenMateOracle<'_, W> {
    fn mating_move(&mut self, position: &Position, moves: u16, stop: &StopToken) -> FoundMove {
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
    ) -> FoundMate {
        match self.oracle.shortest_mate(position, lengths.clone(), stop)? {
            None if self.oracle.none_certainty(position) == Certainty::Searched => {
                self.fallback.shortest_mate(position, lengths, stop)
            }
            found => Ok(found),
        }
    }
}

/// Mating moves of a prover: forced, but not necessarily the shortest. It returns the mate that it has found
/// within the limit and searches for no shorter one.
impl MateOracle for Prover {
    fn mating_move(&mut self, position: &Position, moves: u16, stop: &StopToken) -> FoundMove {
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
    ) -> FoundMate {
        let found = self.mate_from(position, *lengths.end(), stop)?;
        Ok(found.map(|(moves, mv)| {
            let least = moves <= *lengths.start();
            let certainty = if least { Certainty::Proven } else { Certainty::Searched };
            (MateDistance { moves, certainty }, mv)
        }))
    }
}
