//! Endgame tables: the time to build and to probe.

use divan::{Bencher, black_box};
use matescope::chess::split_mix::split_mix;
use matescope::chess::{Oracle as _, Position, Ranking, StopToken, fen};
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
fn build_all_three_piece_endings() -> Tables {
    built()
}

/// Alone, with the smaller ones there: two with and two without pawns.
#[divan::bench(args = ["KQvKR", "KBNvK", "KBPvK", "KRvKP"], sample_count = 3)]
fn build_four_piece_ending(bencher: Bencher<'_, '_>, name: &str) {
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

/// Random legal positions, by the side to move: White's values are stored, Black's follow from them.
#[divan::bench(args = ["KQvKR w", "KQvKR b", "KBNvK w", "KBNvK b", "KRvKP w", "KRvKP b"], sample_count = 3)]
fn probe_four_pieces(bencher: Bencher<'_, '_>, ending: &str) {
    let (name, turn) = ending.split_once(' ').expect("a side to move");
    let material = name.parse().expect("an ending");
    let tables = Tables::new();
    tables.build(&material, 1, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
    let positions = random_positions(name, turn, 1000);
    let mut next = positions.iter().cycle();
    bencher.bench_local(|| tables.probe(black_box(next.next().expect("a position"))));
}

/// Legal positions of an ending.
fn random_positions(name: &str, turn: &str, count: usize) -> Vec<Position> {
    let (white, black) = name.split_once('v').expect("two sides");
    let letters: Vec<char> = white.chars().chain(black.to_lowercase().chars()).collect();
    let mut seed = 1;
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = [' '; 64];
        for &letter in &letters {
            let (next, random) = split_mix(seed);
            seed = next;
            board[usize::try_from(random % 64).expect("a square")] = letter;
        }
        let rank = |rank: &[char]| {
            let runs = rank.chunk_by(|a, b| a == b);
            let run = |run: &[char]| if run[0] == ' ' { run.len().to_string() } else { run.iter().collect() };
            runs.map(run).collect::<String>()
        };
        let ranks: Vec<String> = board.chunks(8).map(rank).collect();
        let Ok(position) = fen::parse(&format!("{} {turn} - - 0 1", ranks.join("/"))) else { continue };
        if position.material().to_string() == name {
            found.push(position);
        }
    }
    found
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
