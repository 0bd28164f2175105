//! Random games, for tests that compare two implementations.

use super::{Move, Position, fen};

/// The starting positions. Together they cover castling on both sides and from unusual squares, legal and
/// illegal en passant captures, all promotions, pins, blocked pawns and bare endings.
const STARTS: [&str; 13] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
    "5k2/8/8/8/8/8/8/Q3K2R w K - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
    "8/8/3b4/1k2n3/8/4B3/5K2/8 w - - 0 1",
    "rnbbk2r/ppp1p1p1/8/3p1p1p/3P1P1P/8/PPP1P1P1/RNBBK2R w KQkq - 0 1",
    "8/pp1p1p1p/8/P1P1P1P1/1k2p1p1/8/1P1P1P1P/RB2K1NR w - - 0 1",
    "2b5/1p1p1p2/8/P1Pk1P2/2p1p1p1/8/1P1P1P1P/1B1QKR1R w - - 0 1",
];

/// The longest game in plies.
const MAX_PLIES: usize = 100;

/// Plays `games` from each start and calls a function with every position and the move that follows; None
/// ends a game that is over.
///
/// # Panics
/// Never: the starts are legal.
pub fn each_position(games: u32, seed: u64, mut visit: impl FnMut(&Position, Option<Move>)) {
    let mut random = fastrand::Rng::with_seed(seed);
    for start in STARTS {
        for _ in 0..games {
            let mut position = fen::parse(start).expect("a legal start");
            for _ in 0..MAX_PLIES {
                let mv = random.choice(position.legal_moves());
                visit(&position, mv);
                let Some(mv) = mv else { break };
                position.play(mv);
            }
        }
    }
}
