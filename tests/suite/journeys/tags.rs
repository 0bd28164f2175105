//! The form for the tags of a game.

use std::path::PathBuf;

use matescope::game::pgn::TagChange;
use matescope::game::{GameListEntry, pasted};
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::{GameListSource, GameReadPurpose, LibraryEvent, PastedGame};

use super::User;

const GAMES: [&str; 2] = [
    "[White \"Anna\"]\n[Black \"Bert\"]\n[Date \"2025.03.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n",
    "[White \"Carl\"]\n[Black \"Anna\"]\n\n1. d4 d5 *\n",
];

fn rows() -> Vec<GameListEntry> {
    let mut rows = pasted::list_games(&GAMES.concat());
    for row in &mut rows {
        row.location.file = PathBuf::from("/games/two.pgn");
    }
    rows
}

/// The list of games, with the first one read.
fn list() -> User {
    let mut user = User::new();
    user.press("5").happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows())));
    let read = Box::new(PastedGame::parse(GAMES[0]));
    let place = rows()[0].location.clone();
    user.happens(Message::Library(LibraryEvent::GameRead(place, GameReadPurpose::Preview, read)));
    user.wishes();
    user
}

/// The changes that are to be written.
fn changes(user: &mut User) -> Option<Vec<TagChange>> {
    user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::EditTags(place, changes)) => {
            assert_eq!(place, rows()[0].location);
            Some(changes)
        }
        _ => None,
    })
}

#[test]
fn tags_of_a_game_of_the_list_are_changed() {
    let mut user = list();
    user.press("T").check_says("Tags of the game").check_says("Anna").check_says("2025.03.01");
    user.press("enter");
    assert_eq!(user.note(), "No tag has changed");
    user.press("T down").types(" k").press("tab tab tab tab ctrl-w").types("May").press("enter");
    user.check_says("Date: \"May\" is no date");
    assert_eq!(changes(&mut user), None);
    user.press("ctrl-w").types("2024.05.??").press("down").types("Club cup").press("enter");
    let wanted = ["Black=Bert k", "Date=2024.05.??", "Event=Club cup"];
    assert_eq!(changes(&mut user), Some(wanted.map(|text| text.parse().unwrap()).to_vec()));
    assert!(user.app.shared.dialog.is_none());
    // The game has another text now, and stays the chosen one.
    user.press("down").happens(Message::Library(LibraryEvent::TagsEdited(rows()[0].location.clone())));
    assert_eq!(user.note(), "The tags are in the file of the game");
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::ListGames)));
    let mut changed = rows();
    changed[0].location.digest ^= 1;
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &changed)));
    assert_eq!(user.app.games.selected_game().map(|row| row.white), Some("Anna".to_owned()));
}

#[test]
fn keys_never_go_to_the_list_while_the_game_is_being_read() {
    let mut user = User::new();
    user.press("5").happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows())));
    user.wishes();
    user.press("T x enter").check_says("The game is being read");
    assert_eq!(user.wishes(), [], "x deletes nothing");
    let (place, read) = (rows()[0].location.clone(), Box::new(PastedGame::parse(GAMES[0])));
    user.happens(Message::Library(LibraryEvent::GameRead(place, GameReadPurpose::Preview, read)));
    user.check_says("Anna").types("!").press("enter");
    assert_eq!(changes(&mut user), Some(vec!["White=Anna!".parse().unwrap()]));
}

#[test]
fn escape_changes_nothing_and_games_of_a_file_have_no_form() {
    let mut user = list();
    user.press("T").types("x").press("esc");
    assert_eq!((changes(&mut user), user.app.shared.dialog.is_none()), (None, true));
    // Games that are not the user's have no form.
    user.app.games.source = GameListSource::File("/other.pgn".into());
    user.press("T");
    assert!(user.app.shared.dialog.is_none());
    assert_eq!(user.note(), "These games are not in your library: i imports a file");
}

#[test]
fn an_analysis_is_kept_with_players_event_and_date() {
    let mut user = User::new();
    user.press("2").play("e4").press("W").check_says("Keep the analysis").check_says("Analysis");
    user.types("Anna").press("enter");
    let kept = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::AddToLibrary(_, text)) => Some(text),
        _ => None,
    });
    let kept = kept.expect("a game");
    for tag in ["[Event \"Analysis\"]", "[White \"Anna\"]", "[Date \""] {
        assert!(kept.contains(tag), "{kept}");
    }
    assert!(!kept.contains("????"), "{kept}");
    let mut row = rows().swap_remove(1);
    row.location.file = PathBuf::from("/games/kept.pgn");
    user.happens(Message::Library(LibraryEvent::AnalysisSaved(row.location.file.clone())));
    user.press("5").happens(Message::Library(LibraryEvent::listed(
        GameListSource::Library,
        &[rows(), vec![row.clone()]].concat(),
    )));
    assert_eq!(user.app.games.selected_game(), Some(row), "the cursor is on it");
}
