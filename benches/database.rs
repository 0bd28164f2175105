//! The database on a folder of PGN files: `DATABASE_FOLDER=FOLDER cargo bench --bench database`. The folder is used as a
//! library; its index is made anew. `cargo tune games` makes files for it.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program for developers")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use matescope::chess::{Position, StopToken};
use matescope::database::game_sort::{GameSort, SortColumn};
use matescope::game::GameQuery;
use matescope::game::pgn;
use matescope::game::pgn::split::PgnSplitter;
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

fn main() {
    let Some(folder) = std::env::var_os("DATABASE_FOLDER").map(PathBuf::from) else {
        println!("DATABASE_FOLDER names no folder of PGN files");
        return;
    };
    let library = Library::new(folder.clone());
    let _ = fs::remove_dir_all(folder.join(".database"));
    let mut database = GameDatabase::open(&library).unwrap();
    let begun = Instant::now();
    database.update(&|_, _| true).unwrap();
    println!(
        "index of {} games: {:.1} s, {} MB of memory at most",
        database.game_count(),
        begun.elapsed().as_secs_f64(),
        peak_memory()
    );
    let bytes: u64 = fs::read_dir(folder.join(".database"))
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    println!("{} bytes a game beside the PGN", bytes / database.game_count() as u64);
    let stop = StopToken::never();
    let all = GameQuery::default();
    let measure = |work: &dyn Fn()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    let start = Position::start();
    let tree = |position: &Position| measure(&|| drop(database.opening_tree(position, &all, &stop).unwrap()));
    println!("tree of the start, from the disk: {:.0?}; again: {:.1?}", tree(&start), tree(&start));
    let positions = positions(&folder);
    let games = |position: &Position| {
        let search = GameSearch { query: &all, position: Some(position), sort: None, limit: 50 };
        measure(&|| drop(database.find(search, &stop).unwrap()))
    };
    print_times("tree", positions.iter().map(tree).collect());
    print_times("games with a position", positions.iter().map(games).collect());
    for query in QUERIES {
        let parsed = GameQuery::new(query, &[]);
        let search = GameSearch { query: &parsed, position: None, sort: None, limit: 50 };
        print_times(
            query,
            (0..5).map(|_| measure(&|| drop(database.find(search, &stop).unwrap()))).collect(),
        );
    }
    for column in SortColumn::ALL {
        let sort = Some(GameSort { column, is_descending: true });
        let search = GameSearch { query: &all, position: None, sort, limit: 50 };
        let times = (0..5).map(|_| measure(&|| drop(database.find(search, &stop).unwrap()))).collect();
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
