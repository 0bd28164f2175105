//! `mate --certificate FILE`: the mating tree as a file that `verify` checks.

use std::io;
use std::path::Path;

use crate::chess::{Line, Oracle, Root, StopToken};
use crate::solver::mate::Backed;
use crate::solver::mate::certificate::{Limit, Unwritten, write};
use crate::solver::{Problem, Prover};
use crate::store::certificates;

/// What was written.
pub(super) struct Written {
    /// Positions in the tree, with the side that mates to move.
    pub(super) positions: usize,
    pub(super) bytes: usize,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotWritten {
    #[error("{0}; more time may help: --time MS")]
    Unproven(#[from] Unwritten),
    #[error("{0}")]
    Disk(#[from] io::Error),
}

/// Writes the tree of a mate that is known: from the tables where they cover the position, else from what
/// has found it, else from a search through all moves.
pub(super) fn write_file(
    file: &Path,
    root: &Root,
    line: &Line,
    oracle: &dyn Oracle,
    prover: Option<Prover>,
    stop: &StopToken,
) -> Result<Written, NotWritten> {
    let position = &root.position;
    let moves = line.score.mate_distance().map_or(0, crate::chess::Ply::moves);
    let winner = if line.score.is_mated() { position.turn().other() } else { position.turn() };
    let problem = Problem { root, within: moves.max(1), oracle, nodes: None };
    let limit = Limit::default();
    let found = prover
        .map(|prover| write(position, winner, moves, &mut Backed::new(root, oracle, prover), limit, stop));
    let text = match found {
        Some(Ok(text)) => text,
        Some(Err(Unwritten::Stopped)) => return Err(Unwritten::Stopped.into()),
        _ => write(position, winner, moves, &mut Backed::by_proof(&problem), limit, stop)?,
    };
    certificates::write(file, &text)?;
    let positions = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    Ok(Written { positions, bytes: text.len() })
}
