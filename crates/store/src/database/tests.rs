//! The index against one that is made anew.

use std::collections::BTreeSet;
use std::fs;

use super::*;
use crate::scratch::Scratch;
use chess::{Position, StopToken, notation};
use database::game_sort::GameSort;
use game::GameQuery;

/// A library with a database of small segments.
struct Fixture {
    scratch: Scratch,
    database: GameDatabase,
}

const SIZES: SegmentSizes = SegmentSizes { text_bytes: 400, games: 3, small_games: 2, small_segments: 4 };

fn game(white: &str, moves: &str) -> String {
    format!("[Event \"Cup\"]\n[White \"{white}\"]\n[Result \"*\"]\n\n{moves} *\n\n")
}

impl Fixture {
    fn new() -> Self {
        let scratch = Scratch::new();
        let database = open(&scratch);
        Self { scratch, database }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.scratch.path().join(name), text).unwrap();
    }

    fn update(&mut self) -> usize {
        let update = self.database.update(&|_, _| true).unwrap();
        assert_eq!(update.unreadable, []);
        update.indexed
    }

    fn segments(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.scratch.path().join(FOLDER_NAME)).unwrap();
        let files = files.map(|file| file.unwrap().path());
        files.filter(|file| file.to_string_lossy().ends_with(".segment")).collect()
    }
}

fn open(scratch: &Scratch) -> GameDatabase {
    let library = Library::new(scratch.path().to_owned());
    GameDatabase { sizes: SIZES, ..GameDatabase::open(&library) }
}

fn find(database: &GameDatabase, query: &str, position: Option<&Position>, limit: usize) -> FoundGames {
    let query = GameQuery::new(query, &[]);
    database
        .games()
        .find(GameSearch { query: &query, position, sort: None, limit }, &StopToken::never())
        .unwrap()
}

/// All games, with their places and their players.
fn games(database: &GameDatabase) -> BTreeSet<(String, u64, u32, String)> {
    let found = find(database, "", Some(&Position::start()), usize::MAX);
    let games: BTreeSet<_> = found
        .first
        .into_iter()
        .map(|game| {
            let file = game.file.file_name().unwrap().to_string_lossy().into_owned();
            (file, game.offset, game.length, game.white)
        })
        .collect();
    assert_eq!((games.len(), database.games().game_count()), (found.count, found.count), "each game once");
    let places = database
        .games()
        .places(&GameQuery::default(), Some(&Position::start()), &StopToken::never())
        .unwrap();
    let places = places.iter().flat_map(|(file, offsets)| {
        let file = file.file_name().unwrap().to_string_lossy().into_owned();
        offsets.iter().map(move |&offset| (file.clone(), offset))
    });
    assert!(places.collect::<BTreeSet<_>>().into_iter().eq(games.iter().map(|of| (of.0.clone(), of.1))));
    games
}

/// The tree of the start as text.
fn tree(database: &GameDatabase) -> String {
    let start = Position::start();
    let tree = database.games().opening_tree(&start, &GameQuery::default(), &StopToken::never()).unwrap();
    let mut moves: Vec<String> = tree
        .moves
        .iter()
        .map(|found| format!("{} {}", notation::san(&start, found.mv), found.counts.games))
        .collect();
    moves.sort();
    moves.join(", ")
}

#[test]
fn the_games_of_all_files_are_found() {
    let mut fixture = Fixture::new();
    assert_eq!((fixture.update(), tree(&fixture.database).as_str()), (0, ""));
    let many: String = (0..20).map(|n| game(&format!("player {n}"), "1. e4 e5")).collect();
    fixture.write("many.pgn", &many);
    fixture.write("one.pgn", &game("Ann", "1. d4 d5"));
    fixture.write("notes.txt", &game("no PGN", "1. c4"));
    fixture.write("prose.pgn", "A file without a game.\n");
    fixture.write("empty.pgn", "");
    assert_eq!(fixture.update(), 21);
    assert_eq!(tree(&fixture.database), "d4 1, e4 20");
    assert!(fixture.segments().len() > 4);
    assert_eq!(fixture.update(), 0, "nothing is indexed twice");
    let found = find(&fixture.database, "", Some(&Position::start()), 2);
    assert_eq!((found.count, found.first.len()), (21, 2));
    for (file, offset, length, white) in games(&fixture.database) {
        let text = fs::read_to_string(fixture.scratch.path().join(file)).unwrap();
        let from = usize::try_from(offset).unwrap();
        assert!(text[from..from + length as usize].contains(&format!("\"{white}\"")));
    }
    let again = open(&fixture.scratch);
    assert_eq!(games(&again), games(&fixture.database));
}

#[test]
fn games_are_found_by_what_is_said_of_them_and_sorted() {
    let mut fixture = Fixture::new();
    let text: String = (0..20).map(|n| game(&format!("player {n:02}"), "1. e4 e5")).collect();
    fixture.write("many.pgn", &text);
    fixture.write("club.pgn", &game("Ann", "1. e4 c5 2. Nf3"));
    fixture.update();
    let names = |found: FoundGames| {
        let names = found.first.into_iter().map(|game| game.white).collect::<Vec<_>>();
        (found.count, names.join(" "))
    };
    let start = Position::start();
    let sicilian = chess::fen::parse("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
    assert_eq!(names(find(&fixture.database, "file:club", None, 9)), (1, "Ann".to_owned()));
    assert_eq!(names(find(&fixture.database, "-white:player", Some(&start), 9)), (1, "Ann".to_owned()));
    let found = find(&fixture.database, "", Some(&sicilian), 9);
    assert_eq!((found.first[0].ply, names(found)), (Some(2), (1, "Ann".to_owned())));
    assert_eq!(find(&fixture.database, "white:player", Some(&sicilian), 9).count, 0);
    assert_eq!(find(&fixture.database, "wite:player", None, 9).count, 0, "a search that has a problem");
    let sort = Some(GameSort { column: database::game_sort::SortColumn::White, is_descending: true });
    let query = GameQuery::new("white:player", &[]);
    let search = GameSearch { query: &query, position: None, sort, limit: 2 };
    let found = fixture.database.games().find(search, &StopToken::never()).unwrap();
    assert_eq!(names(found), (20, "player 19 player 18".to_owned()));
}

/// Changes files in many ways; after each change the index is what a new one would be.
#[test]
fn an_updated_index_is_the_one_that_would_be_made_anew() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut fixture = Fixture::new();
    for step in 0..80 {
        let name = format!("{}.pgn", random.u8(0..4));
        let file = fixture.scratch.path().join(&name);
        let mut text = fs::read(&file).unwrap_or_default();
        match random.u8(0..10) {
            0 => text.clear(),
            1 if !text.is_empty() => {
                let at = random.usize(0..text.len());
                text[at] = b"{}[]1\ne* "[random.usize(0..9)];
            }
            2 if !text.is_empty() => text.truncate(random.usize(0..text.len())),
            3 => {
                let at = random.usize(0..=text.len());
                text.splice(at..at, game(&format!("inserted {step}"), "1. c4 c5").into_bytes());
            }
            _ => {
                for n in 0..random.u8(1..8) {
                    text.extend(game(&format!("appended {step} {n}"), "1. Nf3 Nf6 2. g3").into_bytes());
                }
            }
        }
        if random.u8(0..20) == 0 {
            let _ = fs::remove_file(&file);
        } else {
            fs::write(&file, &text).unwrap();
        }
        if random.bool() {
            continue;
        }
        fixture.update();
        let other = Scratch::new();
        for entry in fs::read_dir(fixture.scratch.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, other.path().join(path.file_name().unwrap())).unwrap();
            }
        }
        let mut new = open(&other);
        new.update(&|_, _| true).unwrap();
        assert_eq!(games(&fixture.database), games(&new), "step {step}");
        assert_eq!(tree(&fixture.database), tree(&new), "step {step}");
    }
}

#[test]
fn what_is_damaged_is_indexed_again() {
    let mut fixture = Fixture::new();
    let text: String = (0..12).map(|n| game(&format!("player {n}"), "1. e4 e5")).collect();
    fixture.write("games.pgn", &text);
    fixture.update();
    let all = games(&fixture.database);
    for segment in fixture.segments() {
        let bytes = fs::read(&segment).unwrap();
        for damaged in [vec![], bytes[..bytes.len() / 2].to_vec(), {
            let mut bytes = bytes.clone();
            bytes[100] ^= 1;
            bytes
        }] {
            fs::write(&segment, damaged).unwrap();
            let mut database = open(&fixture.scratch);
            let error = database
                .games()
                .opening_tree(&Position::start(), &GameQuery::default(), &StopToken::never())
                .unwrap_err();
            assert!(matches!(error, DatabaseError::Damaged { .. }), "{error}");
            assert!(database.update(&|_, _| true).unwrap().indexed > 0);
            assert_eq!(games(&database), all);
            // The part has another file now.
            if !segment.exists() {
                break;
            }
        }
    }
    let catalog = fixture.scratch.path().join(FOLDER_NAME).join("catalog");
    let mut bytes = fs::read(&catalog).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&catalog, bytes).unwrap();
    let mut database = open(&fixture.scratch);
    assert!(database.games().game_count() < all.len());
    database.update(&|_, _| true).unwrap();
    assert_eq!(games(&database), all);
}

#[test]
fn a_canceled_update_goes_on_where_it_ended() {
    let mut fixture = Fixture::new();
    let text: String = (0..30).map(|n| game(&format!("player {n}"), "1. e4 e5")).collect();
    fixture.write("games.pgn", &text);
    let middle = text.len() as u64 / 2;
    let canceled = fixture.database.update(&|done, _| done < middle);
    assert!(matches!(canceled, Err(DatabaseError::Canceled)));
    let done = open(&fixture.scratch).games().game_count();
    assert!((6..=15).contains(&done), "{done}");
    assert_eq!(fixture.update(), 30 - done);
    assert_eq!(tree(&fixture.database), "e4 30");
}

#[test]
fn small_segments_are_made_into_one() {
    let mut fixture = Fixture::new();
    for n in 0..30 {
        fixture.write(&format!("{n}.pgn"), &game(&format!("player {n}"), "1. e4 e5"));
        fixture.update();
        assert!(fixture.segments().len() <= SIZES.small_segments + 30 / SIZES.games + 1);
    }
    assert_eq!(games(&fixture.database).len(), 30);
}

#[test]
fn while_another_program_indexes_the_games_are_indexed_in_memory() {
    let mut fixture = Fixture::new();
    fixture.write("games.pgn", &game("Ann", "1. e4"));
    let lock = fixture.scratch.path().join(FOLDER_NAME).join("lock");
    let held = crate::lock::FileLock::acquire(&lock, std::time::Duration::ZERO).unwrap().unwrap();
    for indexed in [1, 0] {
        assert_eq!(fixture.update(), indexed);
        assert_eq!((tree(&fixture.database).as_str(), fixture.segments().len()), ("e4 1", 0));
    }
    fixture.write("more.pgn", &game("Bob", "1. d4"));
    assert_eq!(fixture.update(), 1);
    assert_eq!(tree(&fixture.database), "d4 1, e4 1");
    drop(held);
    assert_eq!(fixture.update(), 2, "now it is written");
    assert_eq!((tree(&fixture.database).as_str(), fixture.segments().len()), ("d4 1, e4 1", 1));
    assert_eq!(open(&fixture.scratch).games().game_count(), 2);
}

#[test]
fn a_library_that_cannot_be_written_is_indexed_in_memory() {
    let fixture = Fixture::new();
    fixture.write("games.pgn", &game("Ann", "1. e4"));
    // A file where the folder of the index has to be: so it is for every user.
    fixture.write(FOLDER_NAME, "in the way");
    let library = Library::new(fixture.scratch.path().to_owned());
    assert_eq!(library.list().unwrap().len(), 1);
}

#[test]
fn an_analysis_is_found_by_what_is_said_of_it_and_no_game_with_a_position() {
    let mut fixture = Fixture::new();
    let analysis = format!("[{} \"1\"]\n{}", game::game_list::ANALYSIS_TAG, game("Ann", "1. e4 e5"));
    fixture.write("games.pgn", &(game("Ann", "1. d4 d5") + &analysis));
    assert_eq!(fixture.update(), 2);
    assert_eq!(tree(&fixture.database), "d4 1");
    assert_eq!(find(&fixture.database, "white:ann", None, 9).count, 2);
    assert_eq!(find(&fixture.database, "white:ann", Some(&Position::start()), 9).count, 1);
}

/// Games that are imported have the index that a new one would be, and are not read again.
#[test]
fn imported_games_are_indexed_as_they_are_copied() {
    let plain = |white: &str, moves: &str| {
        format!(
            "[Event \"Cup\"]\n[White \"{white}\"]\n[Date \"2024.01.02\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let many: String =
        (0..50).map(|n| plain(&format!("player {n}"), "1. e4 {x} e5 (1... c5) 2. Nf3")).collect();
    let tagged = "[Event \"a\"]\n[White \"J\u{f6}rg\"]\n\n1. d4 d5 *\n\n".to_owned();
    let variant = "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. d4 *\n\n".to_owned();
    let illegal = plain("illegal", "1. e4 e5 2. Ke3");
    let texts = [
        many.clone(),
        many.trim_end().to_owned(),
        many.replace('\n', "\r\n"),
        format!("\u{feff}{many}"),
        format!("prose\n\n{many}more prose\n\n{tagged}{variant}{illegal}{many}"),
        format!("{tagged}{variant}{illegal}{}", plain("last", "1. c4")),
        format!("{}{}{}", plain("twice", "1. c4"), plain("once", "1. d4"), plain("twice", "1. c4")),
        "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\n8/8/8/8/8/2Q5/8/k2K4 w - - 0 1\n".to_owned(),
    ];
    for (number, text) in texts.iter().enumerate() {
        let fixture = Fixture::new();
        let library = Library::new(fixture.scratch.path().join("games"));
        let file = fixture.scratch.path().join("a.pgn");
        fs::write(&file, plain("before", "1. g3")).unwrap();
        library.import(&file, &|_, _| true).unwrap();
        fs::write(&file, text).unwrap();
        let imported = library.import(&file, &|_, _| true).unwrap();
        let mut database = GameDatabase::open(&library);
        let indexed = database.games().game_count();
        let left = database.update(&|_, _| true).unwrap().indexed;
        let is_plain = number < 3;
        assert_eq!(left, if is_plain { 0 } else { imported.kept() + 1 - indexed }, "text {number}");
        assert_eq!(indexed == imported.kept() + 1, left == 0, "text {number}");
        let list = || library.list().unwrap();
        let with_index = list();
        fs::remove_dir_all(library.folder().join(FOLDER_NAME)).unwrap();
        assert_eq!(with_index, list(), "text {number}");
    }
}
