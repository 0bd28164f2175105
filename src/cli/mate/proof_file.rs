//! `mate --certificate FILE`: the mating tree as a file that `verify` checks.

use crate::chess::{Line, Oracle, Root, StopToken};
use crate::solver::mate::TableThenMateOracle;
use crate::solver::mate::certificate::{CertificateLimit, CertificateWriteError, write};
use crate::solver::{MateProblem, Prover};

/// A certificate.
pub(super) struct CertificateText {
    pub(super) text: String,
    /// Positions in the tree, with the side that mates to move.
    pub(super) positions: usize,
}

/// The tree of a mate that is known: from the tables where they cover the position, else from what
/// has found it, else from a search through all moves.
pub(super) fn certificate(
    root: &Root,
    line: &Line,
    oracle: &dyn Oracle,
    prover: Option<Prover>,
    stop: &StopToken,
) -> Result<CertificateText, CertificateWriteError> {
    let position = &root.position;
    let moves = line.score.mate_distance().map_or(0, crate::chess::Ply::moves);
    let winner = if line.score.is_mated() { position.turn().other() } else { position.turn() };
    let problem = MateProblem { root, within: moves.max(1), oracle, nodes: None };
    let limit = CertificateLimit::default();
    let found = prover.map(|prover| {
        write(position, winner, moves, &mut TableThenMateOracle::new(root, oracle, prover), limit, stop)
    });
    let text = match found {
        Some(Ok(text)) => text,
        Some(Err(CertificateWriteError::Stopped)) => return Err(CertificateWriteError::Stopped),
        _ => write(position, winner, moves, &mut TableThenMateOracle::with_search(&problem), limit, stop)?,
    };
    let positions = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    Ok(CertificateText { text, positions })
}
