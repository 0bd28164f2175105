//! All tables of five pieces against published figures. It takes more than half an hour on two cores:
//! `RUN_SLOW_TESTS=all`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::skip::{SkipReason, skipped};
use crate::tables::{THREADS, is_thorough};
use matescope::chess::{Material, StopToken};
use matescope::solver::Tables;
use matescope::store::TableFolder;

/// The longest mate of each ending, in half-moves, for either side with either side to move: the values of
/// Gaviota's tables, as listed in Peter Österlund's Texel (`tbprobe.cpp`).
const LONGEST: [(&str, u16); 110] = [
    ("KQQQvK", 8),
    ("KQQRvK", 12),
    ("KQQBvK", 16),
    ("KQQNvK", 18),
    ("KQQPvK", 20),
    ("KQRRvK", 14),
    ("KQRBvK", 32),
    ("KQRNvK", 32),
    ("KQRPvK", 32),
    ("KQBBvK", 38),
    ("KQBNvK", 66),
    ("KQBPvK", 62),
    ("KQNNvK", 18),
    ("KQNPvK", 54),
    ("KQPPvK", 64),
    ("KRRRvK", 14),
    ("KRRBvK", 32),
    ("KRRNvK", 32),
    ("KRRPvK", 32),
    ("KRBBvK", 38),
    ("KRBNvK", 66),
    ("KRBPvK", 62),
    ("KRNNvK", 32),
    ("KRNPvK", 54),
    ("KRPPvK", 64),
    ("KBBBvK", 38),
    ("KBBNvK", 66),
    ("KBBPvK", 62),
    ("KBNNvK", 68),
    ("KBNPvK", 66),
    ("KBPPvK", 64),
    ("KNNNvK", 42),
    ("KNNPvK", 56),
    ("KNPPvK", 64),
    ("KPPPvK", 66),
    ("KQQvKQ", 60),
    ("KQQvKR", 70),
    ("KQQvKB", 34),
    ("KQQvKN", 42),
    ("KQQvKP", 60),
    ("KQRvKQ", 134),
    ("KQRvKR", 70),
    ("KQRvKB", 58),
    ("KQRvKN", 80),
    ("KQRvKP", 134),
    ("KQBvKQ", 66),
    ("KQBvKR", 80),
    ("KQBvKB", 34),
    ("KQBvKN", 42),
    ("KQBvKP", 66),
    ("KQNvKQ", 82),
    ("KQNvKR", 81),
    ("KQNvKB", 34),
    ("KQNvKN", 42),
    ("KQNvKP", 82),
    ("KQPvKQ", 247),
    ("KQPvKR", 86),
    ("KQPvKB", 58),
    ("KQPvKN", 60),
    ("KQPvKP", 244),
    ("KRRvKQ", 98),
    ("KRRvKR", 62),
    ("KRRvKB", 58),
    ("KRRvKN", 80),
    ("KRRvKP", 99),
    ("KRBvKQ", 140),
    ("KRBvKR", 129),
    ("KRBvKB", 60),
    ("KRBvKN", 80),
    ("KRBvKP", 139),
    ("KRNvKQ", 138),
    ("KRNvKR", 81),
    ("KRNvKB", 62),
    ("KRNvKN", 80),
    ("KRNvKP", 135),
    ("KRPvKQ", 207),
    ("KRPvKR", 148),
    ("KRPvKB", 146),
    ("KRPvKN", 108),
    ("KRPvKP", 205),
    ("KBBvKQ", 162),
    ("KBBvKR", 61),
    ("KBBvKB", 44),
    ("KBBvKN", 156),
    ("KBBvKP", 165),
    ("KBNvKQ", 106),
    ("KBNvKR", 81),
    ("KBNvKB", 78),
    ("KBNvKN", 213),
    ("KBNvKP", 208),
    ("KBPvKQ", 100),
    ("KBPvKR", 89),
    ("KBPvKB", 101),
    ("KBPvKN", 199),
    ("KBPvKP", 134),
    ("KNNvKQ", 144),
    ("KNNvKR", 81),
    ("KNNvKB", 7),
    ("KNNvKN", 13),
    ("KNNvKP", 229),
    ("KNPvKQ", 124),
    ("KNPvKR", 133),
    ("KNPvKB", 85),
    ("KNPvKN", 194),
    ("KNPvKP", 115),
    ("KPPvKQ", 247),
    ("KPPvKR", 107),
    ("KPPvKB", 86),
    ("KPPvKN", 100),
    ("KPPvKP", 254),
];

#[test]
fn every_ending_has_a_published_figure() {
    let listed = LONGEST.map(|(name, _)| name.parse::<Material>().expect("an ending").normalized());
    let mut endings = Tables::five_piece_endings();
    endings.retain(|ending| !listed.contains(ending));
    assert_eq!((endings, Tables::five_piece_endings().len()), (Vec::new(), LONGEST.len()));
}

#[test]
fn the_longest_mates_are_the_published_ones() {
    if !is_thorough() {
        return skipped(&SkipReason::NotPossible("it takes more than half an hour: RUN_SLOW_TESTS=all"));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("five-piece-tables");
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("tables of an earlier run can be deleted");
    }
    let mut tables = Tables::with_store(Arc::new(TableFolder::new(folder.clone())));
    let mut longest = BTreeMap::new();
    for ending in Tables::five_piece_endings() {
        let built =
            tables.build(&ending, THREADS, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
        longest.extend(built.iter().map(|table| (table.material.to_string(), table.longest_mate.get())));
        tables.unload_above(4);
    }
    let different = LONGEST.iter().filter(|(name, plies)| {
        let ending: Material = name.parse().expect("an ending");
        longest.get(&ending.normalized().to_string()) != Some(plies)
    });
    assert_eq!(different.collect::<Vec<_>>(), Vec::<&(&str, u16)>::new());
    fs::remove_dir_all(&folder).expect("the tables can be deleted");
}
