//! Four-piece tables: checked against themselves, by the rules alone, against published figures and against
//! Syzygy tables.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::{fs, io};

use crate::only_moves::{self, BruteForceRuns};
use crate::skip::{SkipReason, skipped};
use matescope::chess::{
    Color, Material, Oracle as _, Piece, Ply, Position, Role, Square, StopSource, StopToken, Verdict, fen,
};
use matescope::solver::Tables;
use matescope::solver::tables::{BuildError, BuiltTable, EndingResultCounts, EndingStats};
use shakmaty::{Board, CastlingMode, Chess, EnPassantMode, Position as _, PositionError, Setup};
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Tablebase, Wdl};

/// Number of threads that share a test's work.
pub(crate) const THREADS: usize = 2;

/// All tables, and what their builds say of them.
static BUILT: LazyLock<(Tables, Vec<BuiltTable>)> = LazyLock::new(|| {
    let tables = Tables::new();
    let build = |ending| tables.build(ending, THREADS, &StopToken::never(), &mut |_| {});
    let endings = Tables::four_piece_endings();
    let built = endings.iter().flat_map(|ending| build(ending).expect("nobody stops it")).collect();
    (tables, built)
});

static THIRTY: LazyLock<&Tables> = LazyLock::new(|| &BUILT.0);

/// The longest mate that the build of an ending says, in half-moves.
fn longest_mate_of_build(name: &str) -> u16 {
    let built = BUILT.1.iter().find(|table| table.material.to_string() == name);
    built.expect("a four-piece ending").longest_mate.get()
}

fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

/// Whether tests of half an hour and more run: `RUN_SLOW_TESTS=all`.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some_and(|value| value == "all")
}

fn probe(position: &Position) -> Verdict {
    THIRTY.probe(position).unwrap_or_else(|| panic!("{} is not covered", fen::format(position)))
}

/// The pieces of an ending without the kings, White being the side that is named first.
fn others(ending: &Material) -> Vec<Piece> {
    let of = |color: Color| {
        let side = ending.side(color);
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        roles.into_iter().flat_map(move |role| vec![role.of(color); usize::from(*side.get(role))])
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

/// How many positions [`position`] counts, not all of them legal.
const ALL: usize = 2 << 24;

/// A position of an ending by its number, if it is legal.
fn position(pieces: &[Piece], number: usize) -> Option<Position> {
    let mut board = Board::empty();
    let mut rest = number / 2;
    for &piece in [Color::White.king(), Color::Black.king()].iter().chain(pieces) {
        let square = Square::ALL[rest % 64];
        rest /= 64;
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, piece);
    }
    let turn = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    legal(Setup { board, turn, ..Setup::empty() })
}

/// A setup as a position: checks that no game could give are played from, as everywhere here.
fn legal(setup: Setup) -> Option<Position> {
    let chess: Result<Chess, _> = setup.position(CastlingMode::Standard);
    chess.or_else(PositionError::ignore_impossible_check).ok().map(Position::from)
}

/// Whether a placement is the one of its symmetric forms that is looked at: White's king on the files a to d and, without
/// pawns, in the triangle from a1 to d4, Black's king not beyond the diagonal where White's is on it, and two equal
/// pieces in the order of their squares.
fn is_first_form(pieces: &[Piece], number: usize) -> bool {
    let [white, black, first, second] = [2, 128, 8_192, 524_288].map(|unit| number / unit % 64);
    let above_diagonal = |square: usize| square / 8 > square % 8;
    let is_on_diagonal = white / 8 == white % 8;
    let has_pawns = pieces.iter().any(|piece| piece.role == Role::Pawn);
    white % 8 < 4
        && (has_pawns || !(above_diagonal(white) || is_on_diagonal && above_diagonal(black)))
        && (pieces[0] != pieces[1] || first < second)
}

/// Positions of an ending: so many that are scattered over all of them, or each one in one of its symmetric forms.
fn each_position(ending: &Material, some: Option<usize>, check: impl Fn(&Position) + Sync) {
    let pieces = others(ending);
    let numbers: Box<dyn Fn(usize) -> Vec<usize> + Sync> = match some {
        Some(count) => Box::new(move |part| {
            let mut random = fastrand::Rng::with_seed(part as u64 + 9);
            (0..count / THREADS).map(|_| random.usize(..ALL)).collect()
        }),
        None => {
            Box::new(|part| (part..ALL).step_by(THREADS).filter(|&n| is_first_form(&pieces, n)).collect())
        }
    };
    std::thread::scope(|scope| {
        for part in 0..THREADS {
            let (pieces, numbers, check) = (&pieces, &numbers, &check);
            scope.spawn(move || {
                for position in numbers(part).into_iter().filter_map(|number| position(pieces, number)) {
                    check(&position);
                }
            });
        }
    });
}

/// The result of a position computed from its successors, by the rules alone.
fn from_successors(position: &Position) -> Verdict {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { Verdict::Loss(Ply::ZERO) } else { Verdict::Draw };
    }
    let after = moves.into_iter().map(|mv| probe(&position.after(mv)).for_mover().one_ply_earlier());
    after.max_by_key(|verdict| verdict.score()).expect("there are moves")
}

fn check_by_successors(position: &Position) {
    assert_eq!(probe(position), from_successors(position), "{}", fen::format(position));
}

/// Positions in which an en passant capture is possible.
fn passing(ending: &Material) -> Vec<Position> {
    let pieces = others(ending);
    let mut found = Vec::new();
    for number in 0..ALL {
        let Some(squares) = number.checked_shr(13).map(|rest| [rest % 64, rest / 64]) else { continue };
        let apart = squares[0].abs_diff(squares[1]) == 1 && squares[0] / 8 == squares[1] / 8;
        if !apart || !matches!(squares[0] / 8, 3 | 4) {
            continue;
        }
        let Some(position) = position(&pieces, number) else { continue };
        let mover = position.turn();
        let pawns = position.board().by_piece((!mover).pawn());
        let behind = |square: Square| square.offset(mover.fold_wb(8, -8));
        for square in pawns.into_iter().filter_map(behind) {
            let setup = Setup { ep_square: Some(square), ..position.to_setup() };
            let with_right = legal(setup);
            found.extend(with_right.filter(|position| position.chess().legal_ep_square().is_some()));
        }
    }
    found
}

#[test]
fn every_value_follows_from_its_successors() {
    for ending in Tables::four_piece_endings() {
        // Those with pawns have few mirrored forms, so that all of their positions take long.
        let has_pawns = others(&ending).iter().any(|piece| piece.role == Role::Pawn);
        let some = match (is_slow(), has_pawns) {
            (false, _) => Some(8_000),
            (true, true) if !is_thorough() => Some(1_000_000),
            (true, _) => None,
        };
        each_position(&ending, some, check_by_successors);
    }
}

#[test]
fn en_passant_is_part_of_the_truth() {
    let positions = passing(&"KPvKP".parse().unwrap());
    assert_eq!(positions.len() % 4, 0, "each has four forms");
    assert!(positions.len() > 40_000, "{}", positions.len());
    let mut matters = 0;
    for position in positions.iter().step_by(if is_slow() { 1 } else { 11 }) {
        check_by_successors(position);
        let plain = Setup { ep_square: None, ..position.to_setup() };
        matters += usize::from(probe(&legal(plain).unwrap()) != probe(position));
    }
    assert!(matters > 1000, "the right changes {matters} of them");
}

/// The longest mate of each ending, in half-moves, for either side with either side to move: the values of
/// Gaviota's tables, as listed in Peter Österlund's Texel (`tbprobe.cpp`).
const LONGEST: [(&str, u16); 30] = [
    ("KQQvK", 20),
    ("KQRvK", 32),
    ("KQBvK", 20),
    ("KQNvK", 20),
    ("KQPvK", 56),
    ("KRRvK", 32),
    ("KRBvK", 32),
    ("KRNvK", 32),
    ("KRPvK", 56),
    ("KBBvK", 38),
    ("KBNvK", 66),
    ("KBPvK", 62),
    ("KNNvK", 1),
    ("KNPvK", 56),
    ("KPPvK", 64),
    ("KQvKQ", 25),
    ("KQvKR", 70),
    ("KRvKR", 38),
    ("KQvKB", 34),
    ("KRvKB", 58),
    ("KBvKB", 1),
    ("KQvKN", 42),
    ("KRvKN", 80),
    ("KBvKN", 1),
    ("KNvKN", 1),
    ("KQvKP", 57),
    ("KRvKP", 85),
    ("KBvKP", 57),
    ("KNvKP", 57),
    ("KPvKP", 66),
];

static STATS: LazyLock<Vec<EndingStats>> = LazyLock::new(|| {
    let endings = Tables::four_piece_endings();
    endings.iter().map(|ending| THIRTY.stats(ending, THREADS).expect("it was built")).collect()
});

fn stats(name: &str) -> &'static EndingStats {
    STATS.iter().find(|stats| stats.material.to_string() == name).expect("a four-piece ending")
}

/// The longest mate of an ending, in half-moves, for either side with either side to move.
fn longest_mate(stats: &EndingStats) -> u16 {
    let of_side = |count: &EndingResultCounts| {
        let lost = count.lost_in.len().saturating_sub(1) * 2;
        count.longest.get().max(lost.try_into().expect("a table holds at most 255 half-moves"))
    };
    of_side(&stats.stronger).max(of_side(&stats.weaker))
}

#[test]
fn the_longest_mates_are_the_published_ones() {
    for (name, plies) in LONGEST {
        let stats = stats(name);
        assert_eq!((longest_mate(stats), longest_mate_of_build(name)), (plies, plies), "{name}");
        for (count, turn) in [(&stats.stronger, Color::White), (&stats.weaker, Color::Black)] {
            for start in &count.longest_examples {
                assert_eq!((start.turn(), probe(start)), (turn, Verdict::Win(count.longest)), "{name}");
            }
        }
    }
}

/// In moves, with the stronger side to move, as books on endings give them.
#[test]
fn the_longest_wins_of_the_stronger_side() {
    for (name, moves) in [
        ("KBNvK", 33),
        ("KBBvK", 19),
        ("KQvKR", 35),
        ("KRvKB", 29),
        ("KRvKN", 40),
        ("KQvKP", 28),
        ("KPvKP", 33),
        ("KQvKQ", 13),
        ("KRvKR", 19),
        ("KQvKB", 17),
        ("KQvKN", 21),
        ("KRvKP", 26),
        ("KNNvK", 1),
        ("KPPvK", 32),
    ] {
        assert_eq!(stats(name).stronger.longest.moves(), moves, "{name}");
    }
}

#[test]
fn counts_are_those_of_the_positions_one_by_one() {
    if !is_slow() {
        skipped(&SkipReason::NotPossible(
            "wants RUN_SLOW_TESTS; the endings of three pieces are always counted",
        ));
        return;
    }
    for name in ["KRRvK", "KPvKP", "KQvKR"] {
        let ending: Material = name.parse().unwrap();
        let pieces = others(&ending);
        let like = if pieces[0] == pieces[1] { 2 } else { 1 };
        let mut counts = [[0u64; 5]; 2];
        for number in 0..ALL {
            let Some(position) = position(&pieces, number) else { continue };
            let verdict = probe(&position);
            let count = &mut counts[usize::from(position.turn() == Color::Black)];
            match verdict {
                Verdict::Win(_) => count[0] += 1,
                Verdict::Draw => {
                    count[1] += 1;
                    count[4] += u64::from(position.legal_moves().is_empty());
                }
                Verdict::Loss(plies) => {
                    count[2] += 1;
                    count[3] += u64::from(plies == Ply::ZERO);
                }
            }
        }
        let stats = stats(name);
        let kept = [&stats.stronger, &stats.weaker].map(|count| {
            [count.wins, count.draws, count.losses, count.mates, count.stalemates].map(|n| n * like)
        });
        assert_eq!(counts, kept, "{name}");
        for count in [&stats.stronger, &stats.weaker] {
            assert_eq!(count.won_in.iter().sum::<u64>(), count.wins, "{name}");
            assert_eq!(count.lost_in.iter().sum::<u64>(), count.losses, "{name}");
        }
    }
}

/// From each position that is listed, the only moves follow each other as often as is said.
#[test]
fn the_longest_runs_of_only_moves_are_as_long_as_they_claim() {
    for stats in STATS.iter() {
        let mut runs = BruteForceRuns::new(&THIRTY);
        for (side, turn) in [(&stats.stronger, Color::White), (&stats.weaker, Color::Black)] {
            let only_moves = &side.only_moves;
            assert_eq!(only_moves.examples.is_empty(), only_moves.longest_run == 0, "{}", stats.material);
            assert!(only_moves.count <= side.wins, "{}", stats.material);
            for start in &only_moves.examples {
                let found = (start.turn(), runs.run(start));
                assert_eq!(found, (turn, only_moves.longest_run), "{}", fen::format(start));
            }
        }
    }
}

#[test]
fn the_longest_runs_of_only_moves() {
    for (name, white, black) in [("KRvKN", 12, 1), ("KPvKP", 10, 10)] {
        let runs = only_moves::counted(stats(name)).map(|(_, longest)| longest);
        assert_eq!(runs, [white, black], "{name}");
    }
}

/// With equal material, with equal pieces, with en passant.
#[test]
fn only_moves_are_those_of_the_positions_one_by_one() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none_or(|slow| slow != "all") {
        skipped(&SkipReason::NotPossible("it takes minutes: RUN_SLOW_TESTS=all"));
        return;
    }
    for name in ["KRvKN", "KPvKP", "KRvKR", "KBBvK"] {
        let pieces = others(&name.parse().unwrap());
        let like = if pieces[0] == pieces[1] { 2 } else { 1 };
        let found = only_moves::count(&THIRTY, (0..ALL).filter_map(|number| position(&pieces, number)));
        assert_eq!(found.map(|(count, run)| (count / like, run)), only_moves::counted(stats(name)), "{name}");
    }
}

/// Mutual zugzwangs: the side to move does worse than with the other side to move; the trébuchet is a
/// full-point one.
#[test]
fn zugzwangs_hold_for_both_sides() {
    let stats = stats("KPvKP");
    let zugzwangs = &stats.zugzwangs;
    assert_eq!(zugzwangs.white_draws.count, zugzwangs.black_draws.count, "the sides mirror each other");
    assert!(zugzwangs.full_point.count > 0 && !zugzwangs.full_point.positions.is_empty());
    for start in &zugzwangs.full_point.positions {
        let passed = start.after_null_move().unwrap();
        assert!(matches!((probe(start), probe(&passed)), (Verdict::Loss(_), Verdict::Loss(_))));
    }
    for start in &zugzwangs.white_draws.positions {
        assert_eq!(probe(start), Verdict::Draw);
        assert!(matches!(probe(&start.after_null_move().unwrap()), Verdict::Loss(_)));
    }
}

/// The folder of the Syzygy tables.
fn syzygy_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy")
}

/// Files that are read once, into memory: the tables are asked millions of times.
struct FilesInMemory;

struct FileInMemory(Vec<u8>);

impl Filesystem for FilesInMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        fs::metadata(path).map(|data| data.len())
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(FileInMemory(fs::read(path)?)))
    }
}

impl RandomAccessFile for FileInMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let mut rest =
            usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or_default();
        rest.read(buffer)
    }
}

fn check_by_syzygy(syzygy: &Tablebase<Chess>, position: &Position) {
    let wdl = syzygy.probe_wdl_after_zeroing(position.chess()).expect("the table is there");
    let sign = match probe(position) {
        Verdict::Win(_) => 1,
        Verdict::Draw => 0,
        Verdict::Loss(_) => -1,
    };
    // The fifty-move rule is no part of ours.
    let wanted = match wdl {
        Wdl::Win | Wdl::CursedWin => 1,
        Wdl::Draw => 0,
        Wdl::Loss | Wdl::BlessedLoss => -1,
    };
    assert_eq!(sign, wanted, "{} {wdl:?}", fen::format(position));
}

#[test]
fn syzygy_says_the_same() {
    let mut syzygy = Tablebase::with_filesystem(Arc::new(FilesInMemory));
    if !syzygy.add_directory(syzygy_folder()).is_ok_and(|count| count > 0) {
        skipped(&SkipReason::NotPossible(&format!("wants Syzygy tables in {}", syzygy_folder().display())));
        return;
    }
    let whole = ["KQvKR", "KRvKB", "KRvKN", "KBNvK", "KBBvK", "KQvKP", "KRvKP", "KPvKP", "KPPvK", "KBPvK"];
    for ending in Tables::four_piece_endings() {
        let some = match (is_slow(), whole.contains(&ending.to_string().as_str())) {
            (true, true) => None,
            (true, false) => Some(260_000),
            (false, _) => Some(4000),
        };
        each_position(&ending, some, |position| check_by_syzygy(&syzygy, position));
    }
    for position in passing(&"KPvKP".parse().unwrap()).iter().step_by(if is_slow() { 1 } else { 29 }) {
        check_by_syzygy(&syzygy, position);
        let text = shakmaty::fen::Fen::from_position(position.chess(), EnPassantMode::Legal).to_string();
        assert_ne!(text.split(' ').nth(3), Some("-"));
    }
}

#[test]
fn a_stopped_build_leaves_nothing_half_done() {
    let tables = Tables::new();
    let material: Material = "KRvKN".parse().unwrap();
    let mut source = Some(StopSource::new());
    let token = source.as_ref().unwrap().token();
    let stopped = tables.build(&material, THREADS, &token, &mut |step| {
        if step.material.piece_count() == 4 && step.permille > 100 {
            source = None;
        }
    });
    assert!(matches!(stopped, Err(BuildError::Stopped(_))), "{stopped:?}");
    assert!(!tables.covers(&material) && tables.covers(&"KRvK".parse().unwrap()));
    assert_eq!(tables.missing_endings(&material), [material]);
}

#[test]
fn six_pieces_are_refused() {
    let material: Material = "KRPvKRP".parse().unwrap();
    let refused = Tables::new().build(&material, 1, &StopToken::never(), &mut |_| {});
    assert_eq!(refused, Err(BuildError::TooManyPieces(material)));
}
