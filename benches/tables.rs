//! Endgame tables: the time to build and to probe.

use divan::{Bencher, black_box};
use matescope::chess::{Oracle as _, Ranking, StopToken, fen};
use matescope::solver::Tables;

fn main() {
    divan::main();
}

fn built() -> Tables {
    let tables = Tables::new();
    tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).expect("nobody stops it");
    tables
}

#[divan::bench(sample_count = 20)]
fn build_all_three_man_endings() -> Tables {
    built()
}

/// Alone, with the smaller ones there: two with and two without pawns.
#[divan::bench(args = ["KQvKR", "KBNvK", "KBPvK", "KRvKP"], sample_count = 3)]
fn build_an_ending_of_four_men(bencher: Bencher<'_, '_>, name: &str) {
    let material = name.parse().expect("an ending");
    let smaller = || {
        let tables = Tables::new();
        for needed in tables.missing_endings(&material).iter().filter(|&needed| *needed != material) {
            tables.build(needed, 1, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
        }
        tables
    };
    bencher.with_inputs(smaller).bench_local_values(|tables| {
        tables.build(&material, 1, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
        tables
    });
}

#[divan::bench(args = [
    "8/8/8/8/2r5/8/2k5/K6Q w - - 0 1",
    "8/8/7N/8/8/8/8/K1k1B3 w - - 0 1",
    "3K4/8/4p3/8/8/2P5/8/2k5 w - - 0 1",
])]
fn probe_four_men(bencher: Bencher<'_, '_>, fen: &str) {
    let position = fen::parse(fen).expect("a legal position");
    let tables = Tables::new();
    tables.build(&position.material(), 1, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
    bencher.bench_local(|| tables.probe(black_box(&position)));
}

#[divan::bench(args = [
    "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
    "8/8/2r5/3K4/8/8/8/1k6 b - - 0 1",
    "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
])]
fn probe(bencher: Bencher<'_, '_>, fen: &str) {
    let tables = built();
    let position = fen::parse(fen).expect("a legal position");
    bencher.bench_local(|| tables.probe(black_box(&position)));
}

#[divan::bench]
fn rank_27_moves(bencher: Bencher<'_, '_>) {
    let tables = built();
    let position = fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").expect("a legal position");
    bencher.bench_local(|| Ranking::of(black_box(&position), &tables));
}
