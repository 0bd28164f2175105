//! Signs and verdicts of `mate`. All are seen from the side to move: `M2=` if it mates, `-M2=` if it is mated.

use crate::chess::names::color_name;
use crate::chess::score_text::ply_count;
use crate::chess::{Color, Line};
use crate::cli::prose;

/// The sign of a mate, from the side to move: `M3=`, `-M1=`, `M<=5`.
pub(super) fn sign(line: &Line) -> String {
    // The score of a line is that of the side to move, which stands for White here.
    prose::score(line, Color::White)
}

/// `M3=  White mates in 3 (5 plies)`, `-M1=  Black is mated in 1 (2 plies)`.
pub(super) fn verdict(line: &Line, turn: Color) -> String {
    let Some(plies) = line.score.mate_distance() else { return prose::verdict(line, turn) };
    let does = if line.score.is_mated() { "is mated" } else { "mates" };
    let side = color_name(turn);
    let (moves, count) = (plies.moves(), ply_count(plies));
    format!("{}  {side} {does} in {moves} ({count}){}", sign(line), prose::unless_exact(line.certainty))
}
