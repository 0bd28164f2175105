//! Labels in their files, and which games they mean.

use std::fs;
use std::sync::Arc;

use super::*;
use crate::GameDatabase;
use crate::scratch::Scratch;
use game::{GameId, GameQuery};

/// Two games with the same moves, which their sites tell apart, and another one.
const TWINS: &str = "[Site \"a\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 1-0\n\n\
                     [Site \"b\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 1-0\n\n\
                     [Site \"c\"]\n[White \"Cid\"]\n[Black \"Dan\"]\n\n1. d4 1-0\n\n";

struct Fixture {
    scratch: Scratch,
    library: Library,
}

impl Fixture {
    fn new() -> Self {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let fixture = Self { scratch, library };
        fixture.write_games(TWINS);
        fixture
    }

    fn write_games(&self, text: &str) {
        fs::write(self.scratch.path().join("games.pgn"), text).unwrap();
    }

    fn all(&self) -> Arc<ListedGames> {
        GameDatabase::open(&self.library).list(&|_, _| true).unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.scratch.path().join("labels").join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.file("")).unwrap();
        fs::write(self.file(name), text).unwrap();
    }

    /// The sites of the games that a search finds, in order.
    fn found(&self, query: &str) -> String {
        let mut database = GameDatabase::open(&self.library);
        let all = database.list(&|_, _| true).unwrap();
        let labels = Arc::new(self.library.labels().unwrap().resolve(&all));
        let query = GameQuery::new(query, &[]).with_labels(&labels);
        let search = crate::database::GameSearch { query: &query, position: None, sort: None, limit: 9 };
        let found = database.games().find(search, &chess::StopToken::never()).unwrap();
        assert_eq!(all.count(&query), found.count, "a list finds as many games");
        let mut sites: Vec<String> = found.first.into_iter().map(|game| game.site).collect();
        sites.sort();
        sites.join(" ")
    }

    fn change(&self, query: &str, add: &[&str], remove: &[&str]) -> Result<LabeledGames, LibraryError> {
        let mut database = GameDatabase::open(&self.library);
        let all = database.list(&|_, _| true).unwrap();
        let query = GameQuery::new(query, &[]);
        let search = crate::database::GameSearch { query: &query, position: None, sort: None, limit: 9 };
        let found = database.games().find(search, &chess::StopToken::never()).unwrap();
        let digests = found.first.iter().map(|game| game.digest).collect();
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        self.library.change_labels(&all, &digests, &LabelChange { add: names(add), remove: names(remove) })
    }
}

const fn done(changed: usize, unchanged: usize) -> LabeledGames {
    LabeledGames { changed, unchanged, unfinished: 0 }
}

#[test]
fn a_label_is_a_file_with_a_line_for_each_game() {
    let fixture = Fixture::new();
    assert_eq!(fixture.change("site:a", &["starred", "Rook  endings"], &[]).unwrap(), done(1, 0));
    assert_eq!(fixture.change("site:c", &["ROOK endings"], &[]).unwrap(), done(1, 0));
    assert_eq!(fixture.change("", &["starred"], &[]).unwrap(), done(2, 1));
    let text = fixture.text("Rook endings.txt");
    let described: Vec<&str> = text.lines().map(|line| &line[34..]).collect();
    assert_eq!(described, ["Ann - Bob, 2024.05.01", "Cid - Dan"]);
    assert_eq!((fixture.found("label:rook"), fixture.found("is:starred")), ("a c".into(), "a b c".into()));
    assert_eq!(
        (fixture.found("label:r -label:endings"), fixture.found("-label:rook")),
        ("b".into(), "b".into())
    );
    assert_eq!(fixture.found("site:a label:\"rook endings\""), "a");
    assert_eq!(fixture.change("site:a", &[], &["rook endings"]).unwrap(), done(1, 0));
    assert_eq!(fixture.change("site:a", &[], &["rook endings"]).unwrap(), done(0, 1));
    assert_eq!(fixture.found("label:rook"), "c");
    // A label without games is gone.
    fixture.change("site:c", &[], &["Rook endings"]).unwrap();
    assert!(!fixture.file("Rook endings.txt").exists());
}

#[test]
fn twins_are_kept_apart_and_labels_survive_edited_texts() {
    let fixture = Fixture::new();
    fixture.change("site:b", &["study"], &[]).unwrap();
    assert_eq!(fixture.found("label:study"), "b");
    // Comments are added to the other one, and another game comes before them.
    let games = format!("[White \"Eve\"]\n\n1. c4 *\n\n{TWINS}");
    fixture.write_games(&games.replacen("e4 e5", "e4 {best} e5", 1));
    assert_eq!(fixture.found("label:study"), "b");
    // With its text edited, it is one of both.
    fixture.write_games(&games.replace("[Site \"b\"]", "[Site \"b2\"]\n[Event \"Cup\"]"));
    assert_eq!(fixture.found("label:study"), "a b2");
    // Which one is said by a change: the other one keeps the label.
    fixture.change("site:a", &[], &["study"]).unwrap();
    assert_eq!(fixture.found("label:study"), "b2");
    assert_eq!(
        fixture.text("study.txt").lines().map(|line| &line[34..]).collect::<Vec<_>>(),
        ["Ann - Bob, 2024.05.01"]
    );
    // A game that is gone keeps its line.
    fixture.write_games("1. e4 *\n");
    assert_eq!((fixture.found("label:study").as_str(), fixture.text("study.txt").lines().count()), ("", 1));
    let labels = fixture.library.labels().unwrap();
    assert_eq!(labels.lines_without_game(&fixture.all()), [("study".to_owned(), 1)].into());
    fixture.write_games(&games.replace("[Site \"b\"]", "[Site \"b2\"]\n[Event \"Cup\"]"));
    assert_eq!(fixture.found("label:study"), "b2");
}

#[test]
fn games_whose_tags_the_program_changes_keep_their_labels() {
    let fixture = Fixture::new();
    fs::write(fixture.scratch.path().join("copy.pgn"), &TWINS[TWINS.len() / 3 * 2 + 20..]).unwrap();
    fixture.change("site:b", &["study"], &[]).unwrap();
    fixture.change("site:c", &["study"], &[]).unwrap();
    let places = |name: &str| {
        let rows = fixture.library.list().unwrap().into_iter();
        let rows = rows.filter(|row| row.location.file.ends_with("games.pgn") && row.white == name);
        rows.map(|row| row.location).collect::<Vec<_>>()
    };
    let change = |changes: &[&str]| changes.iter().map(|text| text.parse().unwrap()).collect::<Vec<_>>();
    let edit = |name: &str, changes: &[&str]| {
        fixture.library.edit_tags(&fixture.all(), &places(name), &change(changes)).unwrap();
    };
    edit("Ann", &["White=Anna Berg", "Date=2024.05.02"]);
    assert_eq!(fixture.found("label:study"), "b c");
    edit("Cid", &["White=Cem"]);
    assert_eq!(fixture.found("label:study white:cem"), "c");
    assert_eq!(fixture.text("study.txt").lines().count(), 2, "{}", fixture.text("study.txt"));
    assert!(fixture.text("study.txt").contains("Anna Berg - Bob, 2024.05.02"));
}

#[test]
fn an_analysis_that_goes_on_keeps_its_labels() {
    let fixture = Fixture::new();
    let id = GameId { day: 20_000, number: 7 };
    let text = |moves: &str| format!("[Site \"x\"]\n[AnalysisMark \"20000-00000007\"]\n\n{moves} *\n");
    fixture.library.keep_analysis(id, None, &text("1. e4")).unwrap();
    fixture.change("site:x", &["study"], &[]).unwrap();
    let before = game::game_list::digest(text("1. e4").as_bytes());
    fixture.library.keep_analysis(id, Some(before), &text("1. e4 e5 2. f4")).unwrap();
    assert_eq!(fixture.found("label:study"), "x");
    assert_eq!(fixture.text("study.txt").lines().count(), 1);
}

#[test]
fn lines_that_cannot_be_read_stay_and_are_reported() {
    let fixture = Fixture::new();
    fixture.change("site:a", &["study"], &[]).unwrap();
    let line = fixture.text("study.txt");
    let written =
        format!("\u{feff}# Games for Monday\r\nAnn - Bob, 2024\r\n\r\n{}\r\n0123 4567", line.trim_end());
    fixture.write("study.txt", &written);
    fixture.write(".hidden.txt", "no");
    fixture.write("notes.md", "no");
    let labels = fixture.library.labels().unwrap();
    let file = fixture.file("study.txt");
    let advice =
        "a line begins with two numbers of 16 hexadecimal digits, a note with #; it is kept as it is";
    let problem = |line: usize, text: &str| format!("{}, line {line}: {text}: {advice}", file.display());
    assert_eq!(labels.problems(), [problem(2, "Ann - Bob, 2024"), problem(5, "0123 4567")]);
    assert_eq!(fixture.found("label:study"), "a");
    fixture.change("site:c", &["study"], &[]).unwrap();
    let added = fixture.text("study.txt");
    let rest = added.strip_prefix(&written).unwrap();
    assert!(rest.starts_with("\r\n") && rest.ends_with("Cid - Dan\r\n"), "{added:?}");
    fixture.change("", &[], &["study"]).unwrap();
    assert_eq!(
        fixture.text("study.txt"),
        "\u{feff}# Games for Monday\r\nAnn - Bob, 2024\r\n\r\n0123 4567\r\n"
    );
}

#[test]
fn a_label_that_cannot_be_is_refused() {
    let fixture = Fixture::new();
    fixture.change("site:a", &["study"], &[]).unwrap();
    let refused = |add: &[&str], remove: &[&str]| fixture.change("", add, remove).unwrap_err().to_string();
    assert_eq!(refused(&["a/b"], &[]), "a/b: the name of a label cannot have /");
    assert_eq!(refused(&[], &["studi"]), "there is no label studi; the nearest one is study");
    assert_eq!(refused(&[], &["zebra"]), "there is no label zebra");
    fs::create_dir_all(fixture.file("folder.txt")).unwrap();
    let said = refused(&["Folder"], &[]);
    assert!(said.contains("folder.txt: this is a folder"), "{said}");
    assert!(fixture.library.labels().unwrap().problems()[0].contains("folder.txt: this is a folder"));
    assert_eq!(fixture.found("label:study"), "a", "nothing has changed");
}

#[test]
fn a_game_that_is_not_over_gets_no_label() {
    let fixture = Fixture::new();
    let game = crate::saved_game::SavedGame {
        game_id: Some(GameId { day: 20_000, number: 7 }),
        ..crate::fixtures::game(&["e4", "e5"])
    };
    crate::library::OwnGameFiles::new(fixture.library.clone()).save(&game).unwrap();
    let labeled = fixture.change("", &["study"], &[]).unwrap();
    assert_eq!(labeled, LabeledGames { unfinished: 1, ..done(3, 0) });
    assert_eq!(fixture.found("label:study"), "a b c");
}

#[test]
fn two_programs_at_once_lose_nothing() {
    let fixture = Fixture::new();
    let all = fixture.all();
    let digests: Vec<u64> = all.digests().map(|(digest, _)| digest).collect();
    std::thread::scope(|scope| {
        for digest in digests {
            let (library, all) = (fixture.library.clone(), &all);
            scope.spawn(move || {
                for number in 0..5 {
                    let change = LabelChange { add: vec![format!("label {number}")], remove: Vec::new() };
                    while let Err(error) = library.change_labels(all, &[digest].into(), &change) {
                        assert!(matches!(error, LibraryError::Busy(_)), "{error}");
                    }
                }
            });
        }
    });
    for number in 0..5 {
        assert_eq!(fixture.found(&format!("label:{number}")), "a b c");
    }
}
