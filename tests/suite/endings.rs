//! Three-piece tables: checked against themselves, against known facts, and against other tables.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use crate::skip::{SkipReason, skipped};
use matescope::chess::{
    Color, File, GameTermination, MoveCost, Oracle, Piece, Ply, Position, Ranking, Role, Square, StopToken,
    Verdict, fen, notation,
};
use matescope::solver::Tables;
use shakmaty::{Board, Setup};

static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| {
    let tables = Tables::new();
    tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).expect("nobody stops it");
    Arc::new(tables)
});

/// The three-piece tables, built once.
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

/// The same for shared ownership.
pub(crate) fn shared_tables() -> Arc<Tables> {
    Arc::clone(&TABLES)
}

/// Every how many positions one is checked: all of them in the slow run.
fn stride(quick: usize) -> usize {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1 } else { quick }
}

fn position(pieces: &[(Piece, Square)], turn: Color) -> Option<Position> {
    let mut board = Board::empty();
    for &(piece, square) in pieces {
        board.set_piece_at(square, piece);
    }
    (board.occupied().count() == pieces.len())
        .then(|| fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok())
        .flatten()
}

/// Every legal position of a king and a piece against a king, White the stronger side, all symmetric forms.
fn positions(role: Role) -> impl Iterator<Item = Position> {
    let squares = (0..64usize.pow(3)).flat_map(|n| [(n, Color::White), (n, Color::Black)]);
    squares.filter_map(move |(n, turn)| {
        let [white, black, piece] = [n / 4096, n / 64 % 64, n % 64].map(|n| Square::ALL[n]);
        position(
            &[(Color::White.king(), white), (Color::Black.king(), black), (role.of(Color::White), piece)],
            turn,
        )
    })
}

/// Whether White's king is where symmetry can bring it: on the files a to d and, without a pawn, in the triangle from a1
/// to d4. That the symmetric forms have the same value follows where all of them follow from their successors.
fn is_first_form(position: &Position) -> bool {
    let king = position.board().king_of(Color::White).expect("there are kings");
    let has_pawn = !position.board().pawns().is_empty();
    king.file() <= File::D && (has_pawn || king.rank() as u8 <= king.file() as u8)
}

/// The same position with the colors exchanged.
fn turned(position: &Position) -> Position {
    let mut setup = position.to_setup();
    setup.board.flip_vertical();
    setup.board.swap_colors();
    setup.turn = !setup.turn;
    fen::from_setup(setup).expect("as legal as before")
}

fn probe(position: &Position) -> Verdict {
    TABLES.probe(position).unwrap_or_else(|| panic!("{} is not covered", fen::format(position)))
}

/// The result of a position computed from its successors.
fn from_successors(position: &Position) -> Verdict {
    let after = position.legal_moves().iter().map(|&mv| probe(&position.after(mv))).collect::<Vec<_>>();
    if after.is_empty() {
        return if position.is_check() { Verdict::Loss(Ply::ZERO) } else { Verdict::Draw };
    }
    let losses = after.iter().filter_map(|verdict| match verdict {
        Verdict::Loss(plies) => Some(plies.next()),
        _ => None,
    });
    if let Some(plies) = losses.min() {
        return Verdict::Win(plies);
    }
    let wins = after.iter().map(|verdict| match verdict {
        Verdict::Win(plies) => Some(plies.next()),
        _ => None,
    });
    wins.collect::<Option<Vec<_>>>()
        .and_then(|wins| wins.into_iter().max())
        .map_or(Verdict::Draw, Verdict::Loss)
}

#[test]
fn every_value_follows_from_its_successors() {
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        for position in positions(role).step_by(stride(23)) {
            let verdict = probe(&position);
            assert_eq!(verdict, from_successors(&position), "{}", fen::format(&position));
            assert_eq!(verdict, probe(&turned(&position)), "{} turned", fen::format(&position));
        }
    }
}

#[test]
fn every_win_is_mated_in_exactly_its_distance() {
    for role in [Role::Queen, Role::Rook, Role::Pawn] {
        for start in positions(role).step_by(stride(211)) {
            let Some(distance) = probe(&start).distance() else { continue };
            let mut now = start.clone();
            for left in (0..distance.get()).rev() {
                let best = now.legal_moves().into_iter().find(|&mv| {
                    let next = probe(&now.after(mv));
                    next.distance() == Some(Ply::new(left))
                });
                now.play(best.unwrap_or_else(|| panic!("{} has no way on", fen::format(&now))));
            }
            assert!(
                matches!(GameTermination::on_board(&now), Some(GameTermination::Checkmate { .. })),
                "{} ends in {}",
                fen::format(&start),
                fen::format(&now)
            );
        }
    }
}

#[test]
fn the_longest_wins_are_the_known_ones() {
    for (name, moves, legal) in [
        ("KQvK", 10, (144_508, 223_944)),
        ("KRvK", 16, (175_168, 223_944)),
        ("KPvK", 28, (163_328, 168_024)),
        ("KBvK", 0, (193_284, 223_944)),
        ("KNvK", 0, (205_496, 223_944)),
        ("KvK", 0, (3_612, 3_612)),
    ] {
        let stats = TABLES.stats(&name.parse().unwrap(), 1).unwrap();
        assert_eq!(stats.longest().longest.moves(), moves, "{name}");
        assert_eq!((stats.stronger.all(), stats.weaker.all()), legal, "{name}");
        assert_eq!(stats.longest().longest_examples.is_empty(), moves == 0, "{name}");
        for start in &stats.longest().longest_examples {
            assert_eq!(probe(start), Verdict::Win(stats.longest().longest), "{name}: {}", fen::format(start));
        }
    }
}

/// The counts are those of the positions themselves, each symmetric form counted separately.
#[test]
fn the_counts_are_the_positions_counted_one_by_one() {
    let role = Role::Pawn;
    let mut counts = [[0u64; 3]; 2];
    for position in positions(role) {
        let result = match probe(&position) {
            Verdict::Win(_) => 0,
            Verdict::Draw => 1,
            Verdict::Loss(_) => 2,
        };
        counts[usize::from(position.turn() == Color::Black)][result] += 1;
    }
    let stats = TABLES.stats(&"KPvK".parse().unwrap(), 1).unwrap();
    let kept = [&stats.stronger, &stats.weaker].map(|count| [count.wins, count.draws, count.losses]);
    assert_eq!(counts, kept);
}

fn check_verdict(fen: &str, verdict: Verdict) {
    assert_eq!(probe(&fen::parse(fen).expect(fen)), verdict, "{fen}");
}

#[test]
fn the_positions_that_anyone_can_try() {
    let win = |plies| Verdict::Win(Ply::new(plies));
    check_verdict("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", win(1));
    check_verdict("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", win(5));
    check_verdict("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1", win(19));
    check_verdict("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", win(31));
    check_verdict("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", Verdict::Loss(Ply::ZERO));
    check_verdict("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Verdict::Draw);
}

#[test]
fn the_27_moves_of_the_bare_corner() {
    let position = fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap();
    let ranking = Ranking::of(&position, tables()).unwrap();
    let named = |wanted: MoveCost| {
        let fitting = ranking.moves.iter().filter(|ranked| ranked.cost == wanted);
        fitting.map(|ranked| ranked.san.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ranking.moves.len(), 27);
    assert_eq!(named(MoveCost::Keeps), "Qb4 Qb5 Qb6 Qb7 Qb8");
    assert_eq!(ranking.count(|cost| cost == MoveCost::Slower(1)), 10);
    assert_eq!(named(MoveCost::Slower(2)), "Qe6 Qf7 Qg8");
    assert_eq!(named(MoveCost::Stalemate), "Kc1 Kc2 Kd2 Ke1 Ke2 Qc2");
    assert_eq!(named(MoveCost::HangsPiece(Role::Queen)), "Qa2+ Qb1+ Qb2+");
}

/// Eppstein, "Forcing progress in winning positions".
#[test]
fn eppstein_a_winning_move_may_make_no_progress() {
    let position = fen::parse("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1").unwrap();
    let ranking = Ranking::of(&position, tables()).unwrap();
    let cost = |san: &str| ranking.find(notation::parse_move(&position, san).unwrap()).unwrap().cost;
    assert_eq!(cost("Qe7#"), MoveCost::Keeps);
    assert_eq!(cost("Ke6"), MoveCost::Slower(1));
    assert_eq!(cost("Qf7+"), MoveCost::HangsPiece(Role::Queen));
    assert_eq!(ranking.count(|cost| !cost.keeps_result()), 1);
}

/// Runs python-chess, which reads the Gaviota tables that Debian ships, and compares half-move by half-move.
#[test]
fn gaviota_says_the_same() {
    const TABLES_AT: &str = "/usr/share/gaviotatb/gtb4";
    const ASK: &str = "\
import sys, chess, chess.gaviota
with chess.gaviota.PythonTablebase() as tables:
    tables.add_directory(sys.argv[1])
    for line in sys.stdin:
        print(tables.probe_dtm(chess.Board(line.strip())))
";
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_chess = Command::new(&python).args(["-c", "import chess.gaviota"]).stderr(Stdio::null()).status();
    if !Path::new(TABLES_AT).exists() || !has_chess.is_ok_and(|status| status.success()) {
        skipped(&SkipReason::MissingPeer("gaviotatb, or a python (PYTHON=...) with python-chess,"));
        return;
    }
    let asked: Vec<_> = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
        .into_iter()
        .flat_map(|role| positions(role).filter(is_first_form).step_by(stride(17)))
        .collect();
    let mut child = Command::new(&python)
        .args(["-c", ASK, TABLES_AT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let fens = asked.iter().map(|position| fen::format(position) + "\n").collect::<String>();
    let writer = std::thread::spawn(move || questions.write_all(fens.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), asked.len());
    for (position, answer) in asked.iter().zip(answers.lines()) {
        let wanted = match probe(position) {
            Verdict::Win(plies) => i32::from(plies.get()),
            Verdict::Draw => 0,
            // Gaviota writes a mated position as zero, like a draw.
            Verdict::Loss(plies) => -i32::from(plies.get()),
        };
        assert_eq!(answer, wanted.to_string(), "{}", fen::format(position));
    }
}
