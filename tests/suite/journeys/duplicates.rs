//! Games with several texts: compared in a box, and made into one text.

use std::path::PathBuf;

use matescope::game::text_comparison::ComparedText;
use matescope::game::{GameListEntry, GameLocation, pasted};
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::{GameListSource, LibraryEvent};

use super::User;

const TEXTS: [&str; 3] = [
    "[Event \"Club Cup\"]\n[White \"Anna Berg\"]\n[Black \"Carl\"]\n[Date \"2024.05.01\"]\n[WhiteElo \"2100\"]\n\n1. e4 {best} e6 (1... c5 {sharp} 2. Nf3) 2. a3 1-0\n",
    "[Event \"Rapid\"]\n[White \"Anna Berg\"]\n[Black \"Carl\"]\n[Date \"2024.05.01\"]\n\n1. e4 e6 2. a3 1-0\n",
    "[White \"Anna Berg\"]\n[Black \"Carl\"]\n[Date \"2024.05.01\"]\n[Round \"3\"]\n\n1. e4 e6 2. a3 1-0\n",
];

fn entry(text: usize) -> GameListEntry {
    let row = pasted::list_games(TEXTS[text]).remove(0);
    let file = PathBuf::from(format!("/games/2026-11-30-0{text}b0769b.pgn"));
    GameListEntry { location: GameLocation { file, ..row.location }, ..row }
}

fn compared(texts: &[GameListEntry]) -> Vec<ComparedText> {
    let name =
        |entry: &GameListEntry| entry.location.file.file_name().unwrap().to_string_lossy().into_owned();
    let text = |entry: &GameListEntry| {
        TEXTS.iter().find(|text| pasted::list_games(text)[0].location.digest == entry.location.digest)
    };
    texts.iter().map(|entry| ComparedText::new(name(entry), 1, text(entry).unwrap())).collect()
}

/// The requests about games with several texts since the last look.
fn requests(user: &mut User) -> Vec<LibraryRequest> {
    let wishes = user.wishes().into_iter().filter_map(|wish| match wish {
        Effect::Library(
            request @ (LibraryRequest::FindDuplicates
            | LibraryRequest::CancelDuplicates
            | LibraryRequest::CompareTexts(_)
            | LibraryRequest::MergeTexts(_)
            | LibraryRequest::ListGames),
        ) => Some(request),
        _ => None,
    });
    wishes.collect()
}

fn happens(user: &mut User, event: LibraryEvent) {
    user.happens(Message::Library(event));
}

/// A user who looks at two games with several texts: one with three, one with two.
pub(crate) fn compares() -> User {
    let mut user = User::new();
    user.press("5");
    let rows: Vec<GameListEntry> = (0..3).map(entry).collect();
    happens(&mut user, LibraryEvent::listed(GameListSource::Library, &rows));
    user.wishes();
    user.press("d").check_says("Looking for games with several texts");
    assert_eq!(requests(&mut user), [LibraryRequest::FindDuplicates]);
    happens(&mut user, LibraryEvent::DuplicatesFound(vec![rows.clone(), rows[..2].to_vec()]));
    assert_eq!(requests(&mut user), [LibraryRequest::CompareTexts(rows.clone())]);
    happens(&mut user, LibraryEvent::TextsCompared(rows.clone(), Ok(compared(&rows))));
    user
}

#[test]
fn texts_stand_side_by_side_and_become_one_after_a_question() {
    let mut user = compares();
    user.app.shared.size = (100, 30);
    user.check_says("1 of 2").check_says("Anna Berg - Carl").check_says("Club Cup").check_says("Rapid");
    user.check_says("Goes to the trash, 1 of 2").press("right").check_says("Goes to the trash, 2 of 2");
    user.press("right").check_says("2 of 2").press("left").check_says("Rapid");
    // The texts of a game that is not shown any more are dropped.
    let rows: Vec<GameListEntry> = (0..3).map(entry).collect();
    user.press("down").check_says("2 of 2");
    assert_eq!(requests(&mut user), [LibraryRequest::CompareTexts(rows[..2].to_vec())]);
    happens(&mut user, LibraryEvent::TextsCompared(rows.clone(), Ok(compared(&rows))));
    user.press("enter");
    assert!(!user.screen().contains("Make one text"), "nothing is known yet of what it says");
    happens(&mut user, LibraryEvent::TextsCompared(rows[..2].to_vec(), Ok(compared(&rows[..2]))));
    user.press("enter")
        .check_says("Make one text of them?")
        .press("esc")
        .check_says("Games with several texts");
    assert_eq!(requests(&mut user), []);
    user.press("enter n").check_says("Games with several texts").press("enter y");
    assert_eq!(requests(&mut user), [LibraryRequest::MergeTexts(rows[..2].to_vec())]);
    user.press("enter up").check_says("2 of 2");
    assert_eq!(requests(&mut user), [], "while they are merged no key does anything");
    happens(&mut user, LibraryEvent::TextsMerged(Ok(1)));
    assert_eq!(user.note(), "Merged: 1 text in the trash");
    assert_eq!(requests(&mut user), [LibraryRequest::ListGames, LibraryRequest::FindDuplicates]);
    happens(&mut user, LibraryEvent::DuplicatesFound(vec![rows.clone()]));
    user.check_says("1 of 1");
    happens(&mut user, LibraryEvent::DuplicatesFound(Vec::new()));
    user.check_says("No game of the library has several texts").press("esc");
    assert!(user.app.shared.dialog.is_none());
}

#[test]
fn a_game_that_cannot_be_merged_stays_with_the_reason() {
    let mut user = compares();
    user.press("enter y");
    user.wishes();
    let reason = "The game is left as it is, since a text of it has an error";
    happens(&mut user, LibraryEvent::TextsMerged(Err(reason.to_owned())));
    assert_eq!(requests(&mut user), []);
    user.check_says("since a text of it has an error").press("down");
    assert!(!user.screen().contains("has an error"), "{}", user.screen());
}

#[test]
fn esc_cancels_the_search_for_them() {
    let mut user = User::new();
    user.press("5");
    user.wishes();
    user.press("d esc");
    assert_eq!(requests(&mut user), [LibraryRequest::FindDuplicates, LibraryRequest::CancelDuplicates]);
    happens(&mut user, LibraryEvent::DuplicatesFound(vec![(0..2).map(entry).collect()]));
    assert!(user.app.shared.dialog.is_none() && requests(&mut user).is_empty());
    user.press("d");
    happens(&mut user, LibraryEvent::DuplicatesFailed("The disk is full".to_owned()));
    assert_eq!((user.note(), user.app.shared.dialog.is_none()), ("The disk is full", true));
}
