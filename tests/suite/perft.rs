//! Perft: move generation checked by node counts, on the usual positions and on Martin Sedlak's set of
//! difficult cases (castling, en passant, promotion), with counts known from many programs.

use matescope::chess::fen;
use matescope::chess::perft::{divide, perft};

/// A position with its counts at depth 1, 2, 3 …; what lies beyond a million is counted only when asked for.
fn check(text: &str, counts: &[u64]) {
    const QUICK: u64 = 5_000_000;
    let position = fen::parse(text).unwrap();
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    for (depth, &count) in (1..).zip(counts).filter(|&(_, &count)| slow || count <= QUICK) {
        assert_eq!(perft(&position, depth), count, "{text} at depth {depth}");
        if count < 100_000 {
            let sum: u64 = divide(&position, depth).iter().map(|(_, count)| count).sum();
            assert_eq!(sum, count, "{text} divided at depth {depth}");
        }
    }
}

#[test]
fn the_start_of_every_game() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324]);
}

#[test]
fn kiwipete() {
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check(text, &[48, 2_039, 97_862, 4_085_603, 193_690_690]);
}

#[test]
fn the_usual_set() {
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]);
    let castled = [6, 264, 9_467, 422_333, 15_833_292];
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &castled);
    check("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &castled);
    check(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    );
    let symmetric = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    check(symmetric, &[46, 2_079, 89_890, 3_894_594, 164_075_551]);
}

/// Depth and count of one trap.
fn check_trap(text: &str, depth: u8, count: u64) {
    assert_eq!(perft(&fen::parse(text).unwrap(), depth), count, "{text} at depth {depth}");
}

#[test]
fn the_traps() {
    // En passant that opens a line to the king.
    check_trap("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888);
    check_trap("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824_064);
    // En passant that gives check.
    check_trap("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467);
    // Castling that gives check, on both wings.
    check_trap("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072);
    check_trap("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711);
    // Rights that are lost with the rook, and castling that is prevented.
    check_trap("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206);
    check_trap("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476);
    // Promotion out of check, and with discovered check.
    check_trap("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001);
    check_trap("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658);
    // Promotion, and underpromotion, that gives check.
    check_trap("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342);
    check_trap("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683);
    // Stalemate and checkmate on the way.
    check_trap("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217);
    check_trap("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584);
    check_trap("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527);
}

#[test]
fn chess960_castles_from_anywhere() {
    check("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", &[29, 502, 14_569, 287_739]);
    check("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", &[27, 916, 25_798, 890_435]);
    check("rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9", &[24, 600, 15_347, 408_207]);
}
