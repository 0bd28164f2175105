//! Search speed: nodes per second in an opening, a middlegame and an ending.

use divan::counter::ItemsCount;
use matescope::chess::{Root, StopToken, fen};
use matescope::engine::{Engine, EngineSettings, Limits};

fn main() {
    divan::main();
}

const NODES: u64 = 100_000;

const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn search(bencher: divan::Bencher, text: &str) {
    let Ok(position) = fen::parse(text) else { return };
    let root = Root::new(position);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    bencher
        .counter(ItemsCount::new(NODES))
        .with_inputs(|| Engine::new(EngineSettings { hash_mb: 16, ..EngineSettings::default() }))
        .bench_local_refs(|engine| engine.search(&root, &limits, &StopToken::never(), &mut |_| {}));
}
