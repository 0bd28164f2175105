//! The result of `mate` as JSON.

use serde::Serialize;

use super::problem::CaseRights;
use super::search::MateResult;
use super::solutions::MateSolutions;
use crate::chess::{Line, Root, notation};
use crate::cli::status::CommandStatus;

#[derive(Serialize)]
pub(super) struct MateJson {
    pub(super) status: &'static str,
    pub(super) moves: Option<i32>,
    pub(super) shortest: bool,
    pub(super) none_within: u16,
    pub(super) uci: Vec<String>,
    pub(super) san: Vec<String>,
    pub(super) nodes: u64,
    pub(super) time_ms: u64,
    pub(super) method: &'static str,
    /// The case of partial retrograde analysis, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) case: Option<CaseRights>,
    #[serde(flatten)]
    pub(super) solutions: Option<MateSolutions>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<CertificateJson>,
}

#[derive(Serialize)]
pub(super) struct CertificateJson {
    pub(super) file: String,
    pub(super) positions: usize,
    pub(super) bytes: usize,
}

pub(super) fn mate_json(root: &Root, result: &MateResult) -> MateJson {
    let moves = result.line.as_ref().map(|line| line.moves.as_slice()).unwrap_or_default();
    MateJson {
        status: match result.status {
            CommandStatus::Done => "proven",
            CommandStatus::Negative => "none",
            CommandStatus::BadInput | CommandStatus::Undecided | CommandStatus::Interrupted => "undecided",
        },
        moves: result.line.as_ref().map(signed_moves),
        shortest: result.shortest,
        none_within: result.none_within,
        uci: notation::uci_line(&root.position, moves),
        san: notation::san_line(&root.position, moves),
        nodes: result.nodes,
        time_ms: u64::try_from(result.time.as_millis()).unwrap_or(u64::MAX),
        method: result.method,
        case: None,
        solutions: None,
        notes: Vec::new(),
        certificate: None,
    }
}

/// Moves to the mate, negative where the side to move gets mated.
pub(super) fn signed_moves(line: &Line) -> i32 {
    let moves = line.score.mate_distance().map_or(0, |plies| i32::from(plies.moves()));
    if line.score.is_mated() { -moves } else { moves }
}
