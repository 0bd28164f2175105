//! The database on a folder of PGN files: `DATABASE_FOLDER=FOLDER cargo bench --bench database`. The folder is used as a
//! library; its index is made anew. `cargo tune games` makes files for it.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program for developers")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use matescope::chess::{Color, Position, Role, StopToken};
use matescope::database::game_sort::{GameSort, SortColumn};
use matescope::database::{GameListing, ListQuestion};
use matescope::game::board_pattern::{
    BoardPattern, CapturePattern, MaterialImbalance, MovePattern, PatternSequence, PawnStructure,
    PiecePlacement,
};
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::{GameQuery, pgn};
use matescope::store::database::GameSearch;
use matescope::store::{GameDatabase, Library};

/// Positions whose tree is measured.
const POSITIONS: usize = 1_000;

/// Queries that are measured.
const QUERIES: [&str; 8] = [
    "result:1-0",
    "elo:>2400",
    "eco:B90..B99",
    "date:1990..1995",
    "white:\"player 000001\"",
    "event:open",
    "-result:draw elo:2000..2400 moves:>60",
    "sicilian",
];

/// What is searched on the board, in words, and the patterns.
fn patterns() -> Vec<(&'static str, PatternSequence)> {
    let any = BoardPattern::default;
    let san =
        |san: &str| BoardPattern { moves: vec![MovePattern::parse(Color::White, san).unwrap()], ..any() };
    let pieces = |fen: &str| BoardPattern { placements: vec![PiecePlacement::parse(fen).unwrap()], ..any() };
    let one = PatternSequence::of;
    let captures = |captured, turn| BoardPattern { captured: Some(captured), turn, ..any() };
    let quiet = || captures(CapturePattern::Nothing, None);
    let queen = || CapturePattern::AnyOf(vec![Role::Queen]);
    let bishop_path = ["8/8/8/1B6/8/8/8/8", "8/8/8/8/2B5/8/8/8", "8/8/8/8/8/5B2/8/8"];
    let streak = vec![quiet(), captures(queen(), Some(Color::White)), quiet()];
    let imbalance = MaterialImbalance::parse("BvN").unwrap();
    let isolani = PawnStructure::parse("8/pp3ppp/4p3/8/3P4/8/PP3PPP/8").unwrap();
    vec![
        ("material KRPvKR", one(BoardPattern::of_material("KRPvKR".parse().unwrap()))),
        ("material KQRRBNvKQRRNN", one(BoardPattern::of_material("KQRRBNPPPPvKQRRNNPPPP".parse().unwrap()))),
        ("pawn structure, isolated queen's pawn", one(BoardPattern::of_pawns(isolani))),
        ("imbalance BvN", one(BoardPattern { imbalances: vec![imbalance], ..any() })),
        ("pieces on a6, b3, f3", one(pieces("8/8/p7/8/8/1B3N2/8/8"))),
        ("White's move O-O-O", one(san("O-O-O"))),
        ("White's move Qxf7", one(san("Qxf7"))),
        (
            "king or pawn captures a queen",
            one(BoardPattern { moved: vec![Role::King, Role::Pawn], captured: Some(queen()), ..any() }),
        ),
        (
            "sequence of three",
            PatternSequence { streaks: bishop_path.map(|fen| vec![pieces(fen)]).into(), results: Vec::new() },
        ),
        ("streak of three", PatternSequence { streaks: vec![streak], results: Vec::new() }),
        ("nothing: every game is replayed to its end", one(pieces("7K/7k/8/8/8/8/8/8"))),
    ]
}

fn main() {
    let Some(folder) = std::env::var_os("DATABASE_FOLDER").map(PathBuf::from) else {
        println!("DATABASE_FOLDER names no folder of PGN files");
        return;
    };
    let library = Library::new(folder.clone());
    let _ = fs::remove_dir_all(folder.join(".database"));
    let mut database = GameDatabase::open(&library);
    let begun = Instant::now();
    database.update(&|_, _| true).unwrap();
    println!(
        "index of {} games: {:.1} s, {} MB of memory at most",
        database.games().game_count(),
        begun.elapsed().as_secs_f64(),
        peak_memory()
    );
    let bytes: u64 = fs::read_dir(folder.join(".database"))
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    println!("{} bytes a game beside the PGN", bytes / database.games().game_count() as u64);
    let stop = StopToken::never();
    let all = GameQuery::default();
    let measure = |work: &dyn Fn()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    let start = Position::start();
    let tree = |position: &Position| {
        measure(&|| drop(database.games().opening_tree(position, &all, &stop).unwrap()))
    };
    println!("tree of the start, from the disk: {:.0?}; again: {:.1?}", tree(&start), tree(&start));
    let positions = positions(&folder);
    let games = |position: &Position| {
        let search = GameSearch { query: &all, position: Some(position), sort: None, limit: 50 };
        measure(&|| drop(database.games().find(search, &stop).unwrap()))
    };
    print_times("tree", positions.iter().map(tree).collect());
    print_times("games with a position", positions.iter().map(games).collect());
    for query in QUERIES {
        let parsed = GameQuery::new(query, &[]);
        let search = GameSearch { query: &parsed, position: None, sort: None, limit: 50 };
        print_times(
            query,
            (0..5).map(|_| measure(&|| drop(database.games().find(search, &stop).unwrap()))).collect(),
        );
    }
    for (name, pattern) in patterns() {
        let query = GameQuery::default().with_pattern(pattern);
        let search = GameSearch { query: &query, position: None, sort: None, limit: 50 };
        let count = database.games().find(search, &stop).unwrap().count;
        let times =
            (0..5).map(|_| measure(&|| drop(database.games().find(search, &stop).unwrap()))).collect();
        print_times(&format!("{name} ({count} games)"), times);
    }
    let mut opened = GameDatabase::open(&library);
    let begun = Instant::now();
    let listed = opened.list(&|_, _| true).unwrap();
    println!("headers of all games, from the disk: {:.1?}", begun.elapsed());
    for text in ["", "elo:>2400", "sicilian"] {
        let question = ListQuestion { query: GameQuery::new(text, &[]), ..ListQuestion::default() };
        let times = (0..5).map(|_| measure(&|| drop(GameListing::new(&listed, &question)))).collect();
        print_times(&format!("list of the games of {text:?}, the newest first"), times);
    }
    for column in SortColumn::ALL {
        let sort = Some(GameSort { column, is_descending: true });
        let search = GameSearch { query: &all, position: None, sort, limit: 50 };
        let times =
            (0..5).map(|_| measure(&|| drop(database.games().find(search, &stop).unwrap()))).collect();
        print_times(&format!("all games by {column:?}"), times);
    }
}

/// Positions of games of the folder, as they are frequent there: some from each part of the first file.
fn positions(folder: &PathBuf) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(1);
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let file = files.filter(|file| file.extension().is_some_and(|ending| ending == "pgn")).min().unwrap();
    let text = std::io::BufReader::new(fs::File::open(file).unwrap());
    let games = PgnSplitter::new(text).step_by(17).take(POSITIONS);
    let any = games.map(|piece| {
        let game = pgn::read(&pgn::decode(&piece.unwrap().bytes), &Position::start()).game;
        let line = game.tree.main_line_from(game.tree.start());
        let node = random.choice(line).unwrap_or(game.tree.start());
        game.tree.node(node).position().clone()
    });
    any.collect()
}

fn print_times(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{name}: median {:.1?}, 99 % {:.1?}, longest {:.1?}", at(50), at(99), at(100));
}

/// The largest amount of memory that the program has used so far, in MB; 0 where the system does not say it.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1_000
}
