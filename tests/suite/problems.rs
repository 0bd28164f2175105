//! Real mate problems: most must be solved, and none with a shorter mate than the shortest known one.

use std::path::Path;
use std::sync::Arc;

use crate::skip::{SkipReason, skipped};
use matescope::chess::{GameTermination, NoOracle, Root, StopToken, fen};
use matescope::solver::{Prover, ProverSettings};

/// Node limit for each problem.
const NODES: u64 = 200_000;
/// One of so many problems is tried.
const STEP: usize = 20;

#[test]
fn most_of_the_mate_problems_fall() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/mates-dev.epd");
    let Ok(text) = std::fs::read_to_string(&path) else {
        skipped(&SkipReason::NotPossible(&format!("no mate problems at {}", path.display())));
        return;
    };
    let (mut tried, mut found, mut best) = (0, 0, 0);
    for line in text.lines().step_by(STEP) {
        let Some((position, label)) = line.split_once(" bm #") else { continue };
        let label: i32 = label.trim_end_matches(';').parse().expect("a number of moves");
        let root = Root::new(fen::parse(position).expect("a position"));
        let settings = ProverSettings { within: 200, memory_mb: 16 };
        let mut prover = Prover::new(&root, Arc::new(NoOracle), settings);
        let standing = prover.work(NODES, &StopToken::never());
        tried += 1;
        assert!(
            i32::from(standing.none_within) < label.abs(),
            "{line}: none within {}",
            standing.none_within
        );
        let Some(mate) = &standing.best else { continue };
        let mut end = root.clone();
        for &mv in &mate.moves {
            assert!(end.termination().is_none() && end.position.is_legal(mv), "{line}: {mv}");
            end.play(mv);
        }
        assert!(matches!(end.termination(), Some(GameTermination::Checkmate { .. })), "{line}");
        assert_eq!(mate.score.is_mating(), label > 0, "{line}");
        let moves = i32::try_from(mate.moves.len().div_ceil(2)).expect("a number of moves");
        assert!(moves >= label.abs(), "{line}: mate in {moves}");
        found += 1;
        best += i32::from(moves == label.abs());
    }
    assert!(10 * found >= 6 * tried && 20 * best >= 11 * tried, "found {found}, shortest {best}, of {tried}");
}
