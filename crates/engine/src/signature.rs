//! Bench signature: the node count over a fixed set of positions, which changes only when the search or the
//! evaluation behaves differently.

use std::time::Duration;

use super::limits::Limits;
use super::{Engine, EngineSettings};
use chess::{Depth, Root, StopToken, fen};

/// The result of a bench run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Nodes: the signature itself.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Signature {
    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let nanoseconds = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
    }
}

/// The bench positions: openings, middlegames, endings, mates and a stalemate, from well-known games and test
/// sets.
pub const POSITIONS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/ppp1bppp/2n2n2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "2r2rk1/1bqnbppp/p2ppn2/1p6/3NP3/1BN1BP2/PPPQ2PP/2KR3R w - - 0 14",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "8/8/1p1k4/1P1p1p2/P2P1K2/8/5P2/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP1P1/1r1P1K2/R7/8/8 w - - 0 1",
    "4k3/8/8/3b4/8/2N2K2/5P2/8 w - - 0 1",
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "8/8/2R5/3k4/8/8/8/1K6 w - - 0 1",
    "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
    "5rk1/5ppp/8/8/8/8/4QPPP/R5K1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// Searches every bench position to `depth` with one thread and cleared memory.
#[must_use]
pub fn signature(depth: Depth) -> Signature {
    signature_until(depth, &StopToken::never())
}

/// [`signature`] that can be stopped; the result then covers the positions searched so far.
#[must_use]
pub fn signature_until(depth: Depth, stop: &StopToken) -> Signature {
    let mut engine = Engine::new(EngineSettings { hash_mb: 16, ..EngineSettings::default() });
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut sum = Signature { nodes: 0, time: Duration::ZERO };
    for position in POSITIONS.iter().filter_map(|text| fen::parse(text).ok()) {
        if stop.is_stopped() {
            break;
        }
        engine.new_game();
        let report = engine.search(&Root::new(position), &limits, stop, &mut |_| {});
        sum.nodes += report.nodes;
        sum.time += report.time;
    }
    sum
}
