//! What analyses have found out about positions: a line with a checksum (`checked_lines`) for each. The newest line of a
//! position counts. A file that has grown beyond its limit is replaced by the newest lines when it is read.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::evaluation_json::KeptLineJson;
use super::{atomic, checked_lines};
use chess::repetition::RepetitionHistory;
use chess::{Certainty, Depth, PositionAnalysis, Root, fen};

/// The most positions that are remembered.
pub const MAX_POSITIONS: usize = 4_096;

/// The form of the lines. Older ones are dropped; newer ones are passed over and stay.
const VERSION: u32 = 1;

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct PositionAnalysisJson {
    version: u32,
    position: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    /// The keys of the positions before that can still repeat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<u64>,
    depth: i16,
    nodes: u64,
    lines: Vec<KeptLineJson>,
    #[serde(default, skip_serializing_if = "is_zero")]
    none_within: u16,
}

/// The version of a line, whatever else its form is.
#[derive(Deserialize)]
struct AnalysisVersionJson {
    version: u32,
}

/// Whether nothing is known.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// All that is known, the newest last; nothing where there is no file. Damaged lines are left out.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read(file: &Path) -> io::Result<Vec<PositionAnalysis>> {
    let bytes = checked_lines::read_bytes(file)?;
    let lines: Vec<&[u8]> = checked_lines::lines(&bytes).collect();
    let mut seen = HashSet::new();
    let mut newest: Vec<(&[u8], PositionAnalysis)> = Vec::new();
    let mut of_newer_version = Vec::new();
    for line in lines.iter().rev() {
        let Some(analysis) = read_line(line) else {
            let version = checked_lines::read_line::<AnalysisVersionJson>(line).map(|json| json.version);
            if version.is_some_and(|version| version > VERSION) && of_newer_version.len() < MAX_POSITIONS {
                of_newer_version.push(*line);
            }
            continue;
        };
        let root = &analysis.root;
        if newest.len() < MAX_POSITIONS
            && seen.insert((fen::format(&root.position), root.history.keys().to_vec()))
        {
            newest.push((line, analysis));
        }
    }
    newest.reverse();
    if lines.len() > 2 * MAX_POSITIONS + of_newer_version.len() {
        of_newer_version.reverse();
        let of_this_version = newest.iter().map(|(line, _)| *line);
        let kept = of_newer_version.into_iter().chain(of_this_version);
        let pieces: Vec<&[u8]> = kept.flat_map(|line| [line, b"\n"]).collect();
        // If that fails the file stays long, and that is all.
        let _ = atomic::write_pieces(file, &pieces);
    }
    Ok(newest.into_iter().map(|(_, analysis)| analysis).collect())
}

/// Adds what was found out, all in one write.
///
/// # Errors
/// When another program writes all the while, or the file cannot be written.
pub fn append(file: &Path, analyses: &[PositionAnalysis]) -> io::Result<()> {
    let lines: Vec<String> = analyses.iter().map(to_line).collect::<io::Result<_>>()?;
    checked_lines::append(file, &lines)
}

fn to_line(analysis: &PositionAnalysis) -> io::Result<String> {
    let Root { position, history } = &analysis.root;
    let (_, before) = history.keys().split_last().unwrap_or((&0, &[]));
    let is_ours = |line: &&chess::Line| line.certainty != Certainty::Claimed;
    checked_lines::to_line(&PositionAnalysisJson {
        version: VERSION,
        position: fen::format(position),
        chess960: position.castling_mode().is_chess960(),
        before: before.to_vec(),
        depth: analysis.depth.get(),
        nodes: analysis.nodes,
        lines: analysis.lines.iter().filter(is_ours).map(|line| KeptLineJson::of(line, position)).collect(),
        none_within: analysis.none_within,
    })
}

fn read_line(line: &[u8]) -> Option<PositionAnalysis> {
    let json: PositionAnalysisJson = checked_lines::read_line(line)?;
    let position = fen::parse(&json.position).ok().filter(|_| json.version == VERSION)?;
    let position = if json.chess960 { position.to_chess960() } else { position };
    let history = RepetitionHistory::after(json.before, &position);
    let root = Root { position, history };
    let lines: Option<Vec<_>> = json.lines.iter().map(|line| line.restore(&root)).collect();
    Some(PositionAnalysis {
        lines: lines.filter(|lines| !lines.is_empty())?,
        root,
        depth: Depth::new(json.depth),
        nodes: json.nodes,
        none_within: json.none_within,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fixtures::analysis;
    use crate::scratch::Scratch;

    #[test]
    fn what_is_kept_comes_back_and_the_newest_counts() {
        let scratch = Scratch::new();
        let file = scratch.path().join("deep/positions.jsonl");
        assert_eq!(read(&file).unwrap(), []);
        append(&file, &[analysis(&["Nf3", "Nf6"], 11), analysis(&[], 12)]).unwrap();
        append(&file, &[analysis(&["Nf3", "Nf6"], 15)]).unwrap();
        // The same position after a repetition is another one.
        let repeated = analysis(&["Nf3", "Nf6", "Ng1", "Ng8"], 9);
        append(&file, std::slice::from_ref(&repeated)).unwrap();
        assert_eq!(read(&file).unwrap(), [analysis(&[], 12), analysis(&["Nf3", "Nf6"], 15), repeated]);
    }

    #[test]
    fn a_damaged_line_costs_itself_alone() {
        let scratch = Scratch::new();
        let file = scratch.path().join("positions.jsonl");
        append(&file, &[analysis(&["e4"], 11)]).unwrap();
        append(&file, &[analysis(&["d4"], 12)]).unwrap();
        let whole = fs::read(&file).unwrap();
        let second = whole.len() - to_line(&analysis(&["d4"], 12)).unwrap().len();
        for at in (second..whole.len() - 1).step_by(5) {
            fs::write(&file, &whole[..at]).unwrap();
            append(&file, &[analysis(&["c4"], 13)]).unwrap();
            assert_eq!(read(&file).unwrap(), [analysis(&["e4"], 11), analysis(&["c4"], 13)], "cut at {at}");
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, damaged).unwrap();
            assert_eq!(read(&file).unwrap(), [analysis(&["e4"], 11)], "byte {at}");
        }
    }

    #[test]
    fn the_file_has_a_limit() {
        let scratch = Scratch::new();
        let file = scratch.path().join("positions.jsonl");
        let many: Vec<_> = (0..=2 * MAX_POSITIONS).map(|_| analysis(&["e4"], 11)).collect();
        append(&file, &many).unwrap();
        append(&file, &[analysis(&["d4"], 12)]).unwrap();
        let long = fs::metadata(&file).unwrap().len();
        assert_eq!(read(&file).unwrap(), [analysis(&["e4"], 11), analysis(&["d4"], 12)]);
        assert!(fs::metadata(&file).unwrap().len() < long / 1_000);
        assert_eq!(read(&file).unwrap().len(), 2);
    }

    #[test]
    fn lines_of_a_newer_version_stay() {
        let scratch = Scratch::new();
        let file = scratch.path().join("positions.jsonl");
        let newer = r#"{"version":2,"what":"else"}"#;
        let newer =
            checked_lines::to_line(&serde_json::from_str::<serde_json::Value>(newer).unwrap()).unwrap();
        fs::write(&file, &newer).unwrap();
        let many: Vec<_> = (0..=2 * MAX_POSITIONS).map(|_| analysis(&["e4"], 11)).collect();
        append(&file, &many).unwrap();
        let long = fs::metadata(&file).unwrap().len();
        for _ in 0..2 {
            assert_eq!(read(&file).unwrap(), [analysis(&["e4"], 11)]);
        }
        let text = fs::read_to_string(&file).unwrap();
        assert!((text.len() as u64) < long / 100 && text.contains(&newer), "{text}");
    }
}
