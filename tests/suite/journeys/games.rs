//! The game library: games listed, previewed, played on, deleted and restored; and annotations on a game.

use std::path::PathBuf;

use matescope::chess::text::line_at;
use matescope::game::game_list::{GamePlaces, ImportFault, ImportedGames};
use matescope::game::pgn::PgnError;
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::{GameListEntry, GameLocation, GameQuery, TrashedGame, pasted};
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::dialog::input::WriteObstacle;
use matescope::tui::model::games::{ExportConsent, GameListSource, LibraryEvent, PastedGame};
use matescope::tui::navigation::Tab;

use super::User;

const TWO: &str = "[White \"Anna\"]\n[Black \"Jörg \u{1b}[31m\"]\n[Date \"2025.03.01\"]\n\n\
    {about} 1. e4 {best} e5 (1... c5 $1 2. Nf3 d6) 2. Nf3 1-0\n\n\
    [White \"Carl\"]\n[Black \"Anna\"]\n[Opening \"Queen's Pawn Game\"]\n\n1. d4 d5 1/2-1/2\n";

/// A simulated disk: files by their names.
struct Disk(Vec<(PathBuf, String)>);

impl Disk {
    fn rows(&self) -> Vec<GameListEntry> {
        let of = |(file, text): &(PathBuf, String)| {
            let pieces: Vec<_> =
                PgnSplitter::new(text.as_bytes()).map(|piece| piece.expect("a text")).collect();
            pieces.into_iter().map(|piece| GameListEntry::of(file.clone(), &piece, 0)).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of).collect()
    }

    fn first_line(&self, place: &GameLocation) -> usize {
        let (_, text) = self.0.iter().find(|(file, _)| *file == place.file).expect("the file");
        line_at(&text.as_bytes()[..usize::try_from(place.offset).unwrap()])
    }

    fn text(&self, place: &GameLocation) -> String {
        let (_, text) = self.0.iter().find(|(file, _)| *file == place.file).expect("the file");
        let from = usize::try_from(place.offset).unwrap();
        text[from..from + usize::try_from(place.length).unwrap()].to_owned()
    }

    /// Carries out the disk effects of the user's program, until none is left, and returns the others.
    fn serve(&self, user: &mut User) -> Vec<Effect> {
        let mut others = Vec::new();
        loop {
            let wishes = user.wishes();
            if wishes.is_empty() {
                return others;
            }
            for wish in wishes {
                let library_event = match wish {
                    Effect::Library(LibraryRequest::ListGames) => {
                        LibraryEvent::listed(GameListSource::Library, &self.rows())
                    }
                    Effect::Library(LibraryRequest::ListFile(file)) => {
                        LibraryEvent::listed(GameListSource::File(file), &self.rows())
                    }
                    Effect::Library(LibraryRequest::ReadGame(place, purpose)) => {
                        let (text, first_line) = (self.text(&place), self.first_line(&place));
                        let read = PastedGame { first_line, ..PastedGame::parse(&text) };
                        LibraryEvent::GameRead(place, purpose, Box::new(read))
                    }
                    other => {
                        others.push(other);
                        continue;
                    }
                };
                user.happens(Message::Library(library_event));
            }
        }
    }
}

fn two() -> Disk {
    Disk(vec![(PathBuf::from("/games/two.pgn"), TWO.to_owned())])
}

const VARIANT: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"Antichess\"]\n\n\
    1. e3 b6 {the plan} 2. Qg4 Ba6 3. Bxa6 Nxa6 4. Qxd7 Qxd7 0-1\n";

#[test]
fn a_game_of_another_variant_is_shown_as_text_without_a_board() {
    let games = Disk(vec![(PathBuf::from("/games/v.pgn"), VARIANT.to_owned())]);
    let mut user = User::new();
    user.press("5");
    games.serve(&mut user);
    user.check_says("Antichess").check_says("Kept as text: it is a game of Antichess, which has other rules");
    user.check_says("{the plan} 2. Qg4 Ba6");
    assert!(!user.sheet().contains("cannot be read"), "{}", user.sheet());
    for keys in ["enter", "v", "m"] {
        user.press(keys);
        games.serve(&mut user);
        let said = "No board for this game: it is a game of Antichess, which has other rules. Its text is kept as it is";
        assert_eq!(user.note(), said, "{keys}");
        user.check_tab(Tab::Games);
    }
    user.press("y p");
    let copied = games.serve(&mut user);
    assert_eq!(copied, [Effect::Copy(VARIANT.to_owned())]);
    // A file with this game alone is listed, not opened.
    let mut user = User::new();
    let source = GameListSource::File(PathBuf::from("/games/v.pgn"));
    user.app.games.source = source.clone();
    user.press("5").wishes();
    user.happens(Message::Library(LibraryEvent::listed(source, &games.rows())));
    games.serve(&mut user);
    user.check_tab(Tab::Games).check_says("{the plan} 2. Qg4 Ba6");
    // Pasted it is refused with the reason.
    let mut user = User::new();
    user.press("2").paste(VARIANT);
    user.check_says("there is no board for this game: it is a game of Antichess");
}

#[test]
fn a_game_of_the_list_is_previewed_and_opened() {
    let mut user = User::new();
    user.press("5").check_says("The games are being read");
    two().serve(&mut user);
    user.check_says("Anna - Jörg  [31m").check_says("2 games").check_says("1.e4 e5 2.Nf3");
    user.press("down");
    two().serve(&mut user);
    user.check_says("Queen's Pawn Game")
        .check_fen("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
    user.press("up enter");
    two().serve(&mut user);
    user.check_tab(Tab::Analyze).check_says("about").check_says("best").check_says("(1…c5! 2.Nf3 d6)");
    assert_eq!(user.app.analyze.header.tag("White"), Some("Anna"));
    user.press("y p");
    let copied = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    let wanted = "{about} 1. e4 {best} 1... e5 (1... c5 $1 2. Nf3 d6) 2. Nf3 1-0\n";
    assert!(copied.as_ref().is_some_and(|text| text.ends_with(wanted)), "{copied:?}");
}

#[test]
fn the_list_is_searched_as_one_types() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    user.press("/ c a r l").check_says("1 of 2 games").check_says("/ carl");
    user.press("enter").check_says("/ carl");
    assert_eq!(user.app.games.selected_game().map(|row| row.white), Some("Carl".to_owned()));
    user.press("/ x x").check_says("No game fits this search");
    user.press("esc").check_says("2 games").check_says("White - Black");
}

#[test]
fn what_may_follow_in_a_search_is_shown_and_completed() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    user.press("/ x").check_says("/ x");
    assert!(!user.screen().contains("white:"), "any word may begin so");
    user.press("backspace w").check_says("white: white-elo:");
    user.press("tab").check_says("/ white").press(": c a r l").check_says("1 of 2 games");
    user.press("space c o").check_says("color:").press("tab").check_says("color:white color:black");
    user.press("b tab").check_says("/ white:carl color:black");
    assert_eq!(user.app.games.filter_input.value(), "white:carl color:black");
    user.press("home c tab");
    assert_eq!(user.app.games.filter_input.value(), "color:white:carl color:black", "at the cursor");
}

#[test]
fn a_game_that_was_left_is_played_on() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5").play("Nf3");
    let name = format!("/games/{}.pgn", user.app.play.game_id.file_stem());
    user.press("y p");
    let text = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    let disk = Disk(vec![(PathBuf::from(name), text.expect("the game as PGN"))]);
    let first = user.app.play.game_id;
    user.press("5");
    disk.serve(&mut user);
    user.check_says("playing").press("x");
    assert!(user.note().starts_with("This game is on the board"), "{}", user.note());
    user.press("1 ctrl-n").press("enter");
    assert_eq!(user.note(), "Previous game saved in the list of games");
    assert_ne!(user.app.play.game_id, first);
    user.wishes();
    user.press("5");
    disk.serve(&mut user);
    user.check_says("open").check_says("plays it on").press("r");
    let wishes = disk.serve(&mut user);
    assert!(wishes.contains(&Effect::SaveGame));
    user.check_tab(Tab::Play);
    assert_eq!((user.sheet().as_str(), user.app.play.game_id), ("e4 e5 Nf3", first));
    assert!(user.app.play.thinking_since.is_some(), "the engine is to move");
}

/// The running game's text, as the copy key gives it.
fn copied(user: &mut User) -> String {
    user.press("y p");
    let text = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    text.expect("the game as PGN")
}

#[test]
fn the_list_is_sorted_by_any_column() {
    const RATED: &str = "[White \"Zoe\"]\n[Black \"Ann\"]\n[WhiteElo \"1500\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
        [White \"Bo\"]\n[Black \"Cy\"]\n[WhiteElo \"2400\"]\n[BlackElo \"900\"]\n\n1. d4 0-1\n\n\
        [White \"Kim\"]\n[Black \"Dan\"]\n\n1. Nf3 d5 2. g3 1/2-1/2\n";
    let mut user = User::new();
    user.app.shared.size = (160, 40);
    user.press("5");
    let disk = Disk(vec![(PathBuf::from("/games/rated.pgn"), RATED.to_owned())]);
    disk.serve(&mut user);
    let order =
        |user: &User| -> Vec<String> { user.app.games.listing.entries().map(|row| row.white).collect() };
    user.check_says("2400").check_says(" 900").check_says("King's Knight Opening");
    assert_eq!(order(&user), ["Zoe", "Bo", "Kim"]);
    for (column, wanted) in [
        ("White", ["Bo", "Kim", "Zoe"]),
        ("Black", ["Zoe", "Bo", "Kim"]),
        ("White's Elo", ["Bo", "Zoe", "Kim"]),
        ("Black's Elo", ["Bo", "Zoe", "Kim"]),
        ("opening", ["Kim", "Bo", "Zoe"]),
        ("result", ["Bo", "Zoe", "Kim"]),
        ("moves", ["Zoe", "Kim", "Bo"]),
    ] {
        user.press("s").check_says(&format!(", by {column}")).check_says("↓");
        let sorted = order(&user);
        assert_eq!(sorted.len(), 3);
        if !matches!(column, "opening" | "result") {
            assert_eq!(sorted, wanted, "{column}");
        }
    }
    assert_eq!(
        user.app.games.selected_game().map(|row| row.white),
        Some("Zoe".to_owned()),
        "it stays chosen"
    );
    user.press("z").check_says("by moves, reversed").check_says("↑");
    assert_eq!(order(&user).first().map(String::as_str), Some("Bo"));
    user.press("s").check_says("3 games");
    assert_eq!(order(&user), ["Zoe", "Bo", "Kim"]);
}

#[test]
fn what_was_imported_is_chosen_and_counted() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    user.press("/ c a r l enter");
    let file = PathBuf::from("/games/new.pgn");
    let mut files = two().0;
    files.push((file.clone(), "[White \"New\"]\n\n1. c4 *\n".to_owned()));
    let imported =
        ImportedGames { file: Some(file), new: 1, duplicates: 2, empty: 3, ..ImportedGames::default() };
    user.happens(Message::Library(LibraryEvent::Imported(imported)));
    assert_eq!(user.note(), "1 game imported, 2 you already have left out, 3 without moves left out");
    Disk(files).serve(&mut user);
    assert_eq!(user.app.games.selected_game().map(|row| row.white), Some("New".to_owned()));
}

#[test]
fn an_import_names_faults_and_asks_once_who_the_user_is() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    let error = PgnError { line: 12, column: 3, reason: "Ke5 is illegal".to_owned() };
    let players = vec![("Anna".to_owned(), 2), ("Carl".to_owned(), 1)];
    let imported = ImportedGames {
        file: Some(PathBuf::from("/games/two.pgn")),
        new: 1,
        faults: vec![ImportFault { error, plies: 9, lacks_moves: true }],
        players,
        ..ImportedGames::default()
    };
    user.happens(Message::Library(LibraryEvent::Imported(imported.clone())));
    assert_eq!(user.note(), "2 games imported, one has an error: line 12, column 3: Ke5 is illegal");
    two().serve(&mut user);
    user.check_says("Which player are you?").check_says("Anna");
    user.press("enter");
    assert!(user.wishes().contains(&Effect::SaveConfig));
    assert_eq!(user.app.shared.config.games.my_names, ["Anna"]);
    assert!(user.note().starts_with("2 games of this list are yours"), "{}", user.note());
    user.happens(Message::Library(LibraryEvent::Imported(imported)));
    assert!(user.app.shared.dialog.is_none(), "it is asked once");
    user.press("n").check_says("Anna").press("ctrl-u B o enter");
    assert_eq!(user.app.shared.config.games.my_names, ["Bo"]);
}

#[test]
fn games_are_found_by_time_date_and_color() {
    let text = "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2024.05.01\"]\n[TimeControl \"180+2\"]\n\n1. e4 *\n\n\
        [White \"Cy\"]\n[Black \"Anna\"]\n[Date \"2025.05.01\"]\n[TimeControl \"900\"]\n\n1. d4 *\n";
    let mut user = User::new();
    user.app.shared.config.games.my_names = vec!["anna".to_owned()];
    user.press("5");
    Disk(vec![(PathBuf::from("/games/a.pgn"), text.to_owned())]).serve(&mut user);
    user.press("/").check_says("time:blitz date:2024.05 color:white");
    for (typed, whites) in [
        ("t i m e : b l i", &["Anna"][..]),
        ("d a t e : 2 0 2 5", &["Cy"]),
        ("c o l o r : b", &["Cy"]),
        ("c o l o r : w", &["Anna"]),
        ("c o l o r : w space t i m e : r a p i d", &[]),
    ] {
        user.press(typed);
        let games = &user.app.games;
        let shown: Vec<String> = games.listing.entries().map(|row| row.white).collect();
        assert_eq!(shown, whites, "{typed}");
        user.press("ctrl-u /");
    }
    user.press("t i m e : x").check_says("time:x: give 3+2, bullet, blitz");
}

#[test]
fn a_copy_of_a_game_is_played_on_as_another_game() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5").play("Nf3");
    let (text, first) = (copied(&mut user), user.app.play.game_id);
    user.press("1 ctrl-n").press("enter").wishes();
    let own = format!("/games/{}.pgn", first.file_stem());
    let other_name = || Disk(vec![(PathBuf::from("/games/copy.pgn"), text.clone())]);
    let second_in_file = || Disk(vec![(PathBuf::from(&own), format!("{TWO}\n{text}"))]);
    for (disk, keys) in [(other_name(), "r"), (second_in_file(), "end r")] {
        user.press("5");
        disk.serve(&mut user);
        user.press(keys);
        disk.serve(&mut user);
        user.check_tab(Tab::Play);
        assert_eq!(user.sheet(), "e4 e5 Nf3");
        assert_ne!(user.app.play.game_id, first, "its file is not written over");
        assert!(
            user.app.shared.toasts.iter().any(|toast| toast.text.starts_with("Playing on in a copy: You - "))
        );
    }
    // A file in another folder may have the same name as one's own.
    let mut user = User::new();
    user.happens(Message::OpenFile(PathBuf::from(&own)));
    let disk = Disk(vec![(PathBuf::from(&own), format!("{text}\n{TWO}"))]);
    disk.serve(&mut user);
    user.press("r");
    disk.serve(&mut user);
    assert_eq!(user.sheet(), "e4 e5 Nf3");
    assert_ne!(user.app.play.game_id, first);
}

#[test]
fn a_game_whose_file_somebody_else_has_changed_gets_another_identity() {
    let mut user = User::new();
    let from = user.play("e4").app.play.game_id;
    let to = matescope::game::GameId { number: from.number ^ 1, ..from };
    user.happens(Message::Library(LibraryEvent::Renamed { from, to }));
    assert_eq!(user.app.play.game_id, to);
    assert!(user.note().ends_with("the game goes on in a copy"), "{}", user.note());
}

#[test]
fn what_is_deleted_can_be_brought_back() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    user.press("down x");
    let place = two().rows()[1].location.clone();
    assert!(two().serve(&mut user).contains(&Effect::Library(LibraryRequest::DeleteGame(place.clone()))));
    let trashed = TrashedGame { location: place, trash: PathBuf::from("/games/trash/two.pgn") };
    let one = Disk(vec![(
        PathBuf::from("/games/two.pgn"),
        TWO.split("[White \"Carl\"]").next().unwrap().to_owned(),
    )]);
    user.happens(Message::Library(LibraryEvent::Deleted(trashed.clone())));
    one.serve(&mut user);
    user.check_says("1 game").check_says("u brings the game back").press("u");
    assert_eq!(one.serve(&mut user), [Effect::Library(LibraryRequest::RestoreGame(trashed))]);
    user.happens(Message::Library(LibraryEvent::Restored));
    two().serve(&mut user);
    user.check_says("2 games").press("u");
    assert_eq!(user.note(), "Nothing was deleted");
}

#[test]
fn several_pasted_games_are_listed_to_choose_one() {
    let mut user = User::new();
    user.paste(TWO).check_tab(Tab::Games).check_says("pasted games").check_says("2 games");
    user.press("x");
    assert!(user.note().starts_with("These games are not in your library"), "{}", user.note());
    user.press("down enter").check_tab(Tab::Analyze);
    assert_eq!(user.sheet(), "d4 d5");
    user.press("5").check_says("pasted games").press("esc");
    two().serve(&mut user);
    user.check_says("your games");
}

#[test]
fn a_file_is_opened_at_the_start() {
    let mut user = User::new();
    user.happens(Message::OpenFile(PathBuf::from("/games/two.pgn"))).check_says("The games are being read");
    two().serve(&mut user);
    user.check_says("two.pgn").check_says("Enter opens one");
    let mut user = User::new();
    user.happens(Message::OpenFile(PathBuf::from("/games/one.pgn")));
    Disk(vec![(PathBuf::from("/games/one.pgn"), "\n\n1. e4 e5 2. Ke3".to_owned())]).serve(&mut user);
    user.check_tab(Tab::Analyze);
    assert_eq!(user.note(), "Read as far as possible: line 3, column 13: \"Ke3\" is not legal here");
    let mut user = User::new();
    user.happens(Message::OpenText(TWO.to_owned())).check_says("2 games");
}

#[test]
fn a_running_import_shows_its_progress_and_is_canceled_with_esc() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    let progress = |thousandths| Message::Library(LibraryEvent::ImportProgress(thousandths));
    user.press("i").happens(Message::Paste("/tmp/a.pgn\n".to_owned())).press("enter");
    assert_eq!(user.wishes(), [Effect::Library(LibraryRequest::ImportGames(PathBuf::from("/tmp/a.pgn")))]);
    user.happens(progress(374)).check_says("importing 37 %: Esc cancels");
    // Only one import runs at a time.
    user.press("i").happens(Message::Paste("/tmp/b.pgn\n".to_owned())).press("enter");
    assert_eq!(user.wishes(), []);
    assert!(user.note().starts_with("Another import is running"), "{}", user.note());
    user.press("esc").check_says("The import was canceled");
    assert_eq!(user.wishes(), [Effect::Library(LibraryRequest::CancelImport)]);
    user.happens(progress(500));
    assert!(!user.screen().contains("importing"), "a report from before the cancellation");
    // A failed import ends, too.
    user.press("i").happens(Message::Paste("/tmp/c.pgn\n".to_owned())).press("enter");
    user.happens(Message::Library(LibraryEvent::ImportFailed("there is no game in c.pgn".to_owned())));
    assert!(!user.screen().contains("importing"), "{}", user.screen());
}

#[test]
fn files_are_imported_and_exported_by_name() {
    let mut user = User::new();
    user.press("5");
    two().serve(&mut user);
    user.press("i").check_says("Import a PGN file");
    user.happens(Message::Paste("/tmp/a.pgn\n".to_owned())).press("enter");
    assert_eq!(user.wishes(), [Effect::Library(LibraryRequest::ImportGames(PathBuf::from("/tmp/a.pgn")))]);
    user.press("e ctrl-u b enter");
    let places: Vec<_> = two().rows().into_iter().map(|row| row.location).collect();
    let wish = |file: &str, agreed| {
        [Effect::Library(LibraryRequest::ExportGames(places.clone(), PathBuf::from(file), agreed))]
    };
    assert_eq!(user.wishes(), wish("b", ExportConsent::NotGiven));
    // Typing replaces the suggestion; an arrow key accepts it.
    user.press("e c enter");
    assert_eq!(user.wishes(), wish("c", ExportConsent::NotGiven));
    user.press("e end x enter");
    assert_eq!(user.wishes(), wish("games.pgnx", ExportConsent::NotGiven));
    user.press("e ~ / g tab");
    assert_eq!(user.wishes(), [Effect::Library(LibraryRequest::CompletePath("~/g".to_owned()))]);
    let completed = LibraryEvent::PathCompleted {
        typed: "~/g".to_owned(),
        completed: "~/games".to_owned(),
        choices: vec!["games-1.pgn".to_owned(), "games-2.pgn".to_owned()],
    };
    user.happens(Message::Library(completed)).check_says("~/games").check_says("games-1.pgn  games-2.pgn");
    user.press("x enter");
    assert_eq!(user.wishes(), wish("~/gamesx", ExportConsent::NotGiven));
    // A file that is there is replaced by the named key, and never by Enter.
    for (obstacle, said) in [
        (WriteObstacle::FileExists, "There is a file of this name"),
        (WriteObstacle::MissingFolder, "Its folder is not there"),
    ] {
        user.happens(Message::Library(LibraryEvent::NeedsConsent(PathBuf::from("b"), obstacle)))
            .check_says(said);
        user.press("enter");
        assert_eq!(user.wishes(), wish("b", ExportConsent::NotGiven));
        user.happens(Message::Library(LibraryEvent::NeedsConsent(PathBuf::from("b"), obstacle)))
            .press("ctrl-o");
        assert_eq!(user.wishes(), wish("b", ExportConsent::Given));
    }
    user.happens(Message::Library(LibraryEvent::Failed("b is there already\u{1b}".to_owned())));
    assert_eq!(user.note(), "b is there already ");
}

/// A user with a game of two variations on the analysis board, at its end.
fn annotator() -> User {
    let mut user = User::new();
    user.paste("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *");
    user.wishes();
    user
}

#[test]
fn variations_are_raised_and_deleted_and_it_can_be_undone() {
    let mut user = annotator();
    user.press("^");
    assert_eq!(user.note(), "This is the main line");
    user.press("left down right right").press("^");
    assert_eq!(user.sheet(), "e4 c5 (e5 d4) Nf3 (c3 d5) d6");
    user.press("u");
    assert_eq!(user.sheet(), "e4 e5 (c5 Nf3 (c3 d5) d6) d4");
    user.press("U");
    assert_eq!(user.sheet(), "e4 c5 (e5 d4) Nf3 (c3 d5) d6");
    user.press("left down L");
    assert_eq!(user.sheet(), "e4 c5 (e5 d4) c3 (Nf3 d6) d5");
    user.press("delete");
    assert_eq!(user.sheet(), "e4 c5 (e5 d4) Nf3 d6");
    assert_eq!(user.note(), "2 moves deleted: u undoes it");
    user.press("u u");
    assert_eq!(user.sheet(), "e4 c5 (e5 d4) Nf3 (c3 d5) d6");
    assert!(user.wishes().contains(&Effect::SaveAnalysis));
    // A move that was played since must not be lost by an undo.
    user.press("^").play("d6").press("u");
    assert!(user.sheet().contains("d6"), "{}", user.sheet());
}

#[test]
fn moves_are_commented_and_judged() {
    let mut user = annotator();
    user.press("; g o o d enter").check_says("good").press("! 5").check_says("d4!?");
    user.press("! ?").check_says("d4?").press("! =").check_says("d4? =").press("! ?").check_says("d4 =");
    user.press(";").check_says("Comment").press("ctrl-u enter");
    assert!(!user.screen().contains("good"));
    user.press("u").check_says("good").press("! 0");
    let at = user.app.analyze.walk.node_id();
    assert_eq!(user.app.analyze.walk.tree().node(at).notes.nags, [0; 0]);
    user.press("home ! 1");
    assert_eq!(user.note(), "A glyph belongs to a move");
    user.press("W enter");
    let kept = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::AddToLibrary(_, text)) => Some(text),
        _ => None,
    });
    assert!(kept.is_some_and(|text| text.contains("2. d4 {good} *")));
}

#[test]
fn what_programs_wrote_into_a_comment_survives_its_editing() {
    let mut user = User::new();
    user.paste("1. e4 {[%clk 0:01:00] old} {[%eval 0.3]} e5 *").press("left").press("; ctrl-u n e w enter");
    let at = user.app.analyze.walk.node_id();
    assert_eq!(user.app.analyze.walk.tree().node(at).notes.after, ["new", "[%clk 0:01:00] [%eval 0.3]"]);
}

#[test]
fn how_many_games_a_file_has_is_said_until_the_next_key() {
    let mut user = User::new();
    user.press("5").wishes();
    let rows = pasted::list_games("1. e4 e5 *\n\n1. d4 d5 *\n");
    user.app.games.source = GameListSource::File("two.pgn".into());
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::File("two.pgn".into()), &rows)));
    user.check_says("2 games: Enter opens one, Esc leaves them").press("1");
    assert!(!user.screen().contains("2 games"), "{}", user.screen());
}

#[test]
fn a_search_of_positions_is_answered_by_the_index() {
    let mut user = User::new();
    user.press("5");
    let disk = two();
    disk.serve(&mut user);
    let search = |user: &mut User| -> GameQuery {
        let wishes = user.wishes().into_iter();
        let mut asked = wishes.filter_map(|wish| match wish {
            Effect::Library(LibraryRequest::SearchBoards(GameListSource::Library, query)) => Some(query),
            _ => None,
        });
        asked.next().expect("a question to the index")
    };
    user.press("/").happens(Message::TypeText("material:KRPvKR anna".to_owned()));
    let asked = search(&mut user);
    user.check_says("The positions of all games are being searched").check_says("0 of 2 games");
    assert_eq!(user.press("down").wishes(), [], "it is asked once");
    let second = disk.rows()[1].location.clone();
    let places = GamePlaces::from([(second.file, [second.offset].into())]);
    let answer = |query: &GameQuery| {
        let matches = LibraryEvent::BoardMatches(GameListSource::Library, query.clone(), places.clone());
        Message::Library(matches)
    };
    user.happens(answer(&GameQuery::new("material:KQvK", &[]))).check_says("0 of 2 games");
    user.happens(answer(&asked)).check_says("1 of 2 games").check_says("Carl");
    // The places of the games may be others once the list was read again.
    disk.serve(&mut user);
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &disk.rows())));
    assert_eq!(search(&mut user), asked);
    user.press("ctrl-u").happens(Message::TypeText("material:xyz".to_owned()));
    user.check_says("material:xyz: ");
    assert!(
        !user.wishes().iter().any(|wish| matches!(wish, Effect::Library(LibraryRequest::SearchBoards(..))))
    );
    user.press("/ ctrl-u").check_says(" 2 games");
    // A line that is pasted into the search belongs to it.
    user.press("/").paste("white:carl\n").check_says("white:carl").check_tab(Tab::Games);
    assert_eq!(user.app.games.filter_input.value(), "white:carl");
    user.press("ctrl-u");
    // A list without an index says what can be done.
    let mut user = User::new();
    user.happens(Message::OpenText(TWO.to_owned()))
        .press("/")
        .happens(Message::TypeText("material:KRPvKR".to_owned()));
    user.check_says("this list has no index of");
}
