//! Saved searches: the present one gets a name, and one is taken from the list.

use std::sync::Arc;

use matescope::game::{SavedSearch, SavedSearches, pasted};
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::{ExportConsent, GameListSource, LibraryEvent};

use super::User;

const GAMES: &str = "[White \"Anna\"]\n[Black \"Berg\"]\n\n1. e4 e5 1-0\n\n[White \"Carl\"]\n[Black \"Anna\"]\n\n1. d4 d5 0-1\n";

fn search(name: &str, query: &str) -> SavedSearch {
    SavedSearch { name: name.to_owned(), query: query.to_owned() }
}

fn saved(searches: &[(&str, &str)]) -> Arc<SavedSearches> {
    Arc::new(SavedSearches::new(searches.iter().map(|(name, query)| search(name, query)).collect()))
}

fn user_with(searches: &[(&str, &str)]) -> User {
    let mut user = User::new();
    let games = LibraryEvent::listed(GameListSource::Library, &pasted::list_games(GAMES));
    user.press("5").happens(Message::Library(games));
    user.happens(Message::Library(LibraryEvent::SearchesRead(saved(searches))));
    user.wishes();
    user
}

/// The requests that change saved searches.
fn changes(user: &mut User) -> Vec<LibraryRequest> {
    let wishes = user.wishes().into_iter().filter_map(|wish| match wish {
        Effect::Library(request @ (LibraryRequest::SaveSearch(..) | LibraryRequest::DeleteSearch(_))) => {
            Some(request)
        }
        _ => None,
    });
    wishes.collect()
}

#[test]
fn the_present_search_gets_a_name() {
    let mut user = user_with(&[("Mine", "is:mine")]);
    user.press("/");
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::ReadSearches)));
    user.happens(Message::TypeText("white:anna  result:1-0".to_owned())).check_says("1 of 2 games");
    user.press("ctrl-s").check_says("Save the search under a name");
    user.happens(Message::TypeText("two words".to_owned())).press("enter");
    assert!(user.note().starts_with("two words: the name of a search has"), "{}", user.note());
    user.check_says("two words").press("ctrl-u").happens(Message::TypeText("wins".to_owned())).press("enter");
    let wins = search("wins", "white:anna result:1-0");
    assert_eq!(changes(&mut user), [LibraryRequest::SaveSearch(wins, ExportConsent::NotGiven)]);
    let now = saved(&[("Mine", "is:mine"), ("wins", "white:anna result:1-0")]);
    user.happens(Message::Library(LibraryEvent::SearchesChanged(now, "Saved: @wins".to_owned())));
    assert_eq!(user.note(), "Saved: @wins");
    // One that is there is replaced by the named key alone.
    user.press("ctrl-s").happens(Message::TypeText("MINE".to_owned())).press("enter");
    user.check_says("There is a saved search of this name");
    assert_eq!(changes(&mut user), []);
    user.press("ctrl-o");
    let mine = search("MINE", "white:anna result:1-0");
    assert_eq!(changes(&mut user), [LibraryRequest::SaveSearch(mine, ExportConsent::Given)]);
    // It cannot stand for itself, and what is wrong is not saved.
    user.press("ctrl-u /").happens(Message::TypeText("@wins carl".to_owned())).press("ctrl-s");
    user.happens(Message::TypeText("wins".to_owned())).press("enter ctrl-o");
    assert_eq!(user.note(), "@wins stands for itself; change it in the file of saved searches");
    user.press("esc ctrl-u /").happens(Message::TypeText("elo:high".to_owned())).press("ctrl-s");
    assert!(user.note().starts_with("This search is not saved: elo:high"), "{}", user.note());
    assert_eq!(changes(&mut user), []);
}

#[test]
fn a_saved_search_is_typed_or_taken_from_the_list() {
    let mut user = user_with(&[("carl", "white:carl"), ("wins", "white:anna result:1-0")]);
    user.press("/").happens(Message::TypeText("@c".to_owned())).check_says("@carl").press("tab");
    user.check_says("@carl").check_says("1 of 2 games").check_says("Carl - Anna");
    user.happens(Message::TypeText("x".to_owned()));
    user.check_says("@carlx: no search is saved under this name; the nearest one is @carl");
    user.press("esc @").check_says("Saved searches").check_says("white:anna result:1-0").press("down enter");
    user.check_says("@wins").check_says("1 of 2 games").check_says("Anna - Berg");
    // It is deleted by the key pressed twice.
    user.press("@ x").check_says("x again deletes the saved search @carl");
    assert_eq!(changes(&mut user), []);
    user.press("x");
    let carl = search("carl", "white:carl");
    assert_eq!(changes(&mut user), [LibraryRequest::DeleteSearch(carl)]);
    let now = saved(&[("wins", "white:anna result:1-0")]);
    user.happens(Message::Library(LibraryEvent::SearchesChanged(now, "Deleted: @carl".to_owned())));
    assert!(!user.screen().contains("@carl "), "{}", user.screen());
    let mut user = user_with(&[]);
    user.press("@").check_says("No search is saved yet").press("enter x esc");
    assert_eq!(changes(&mut user), []);
}
