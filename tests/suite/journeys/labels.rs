//! Stars and labels in the list of games.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use matescope::game::game_labels::LabelChange;
use matescope::game::{GameLabels, GameListEntry, GameLocation, GameResumable, pasted};
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::{GameListSource, LibraryEvent};

use super::User;

const GAMES: &str = "[White \"Anna\"]\n[Black \"Berg\"]\n\n1. e4 e5 1-0\n\n[White \"Carl\"]\n[Black \"Anna\"]\n\n1. d4 d5 0-1\n";

fn rows() -> Vec<GameListEntry> {
    let file = |row: GameListEntry| {
        let location = GameLocation { file: PathBuf::from("/games/two.pgn"), ..row.location };
        GameListEntry { location, ..row }
    };
    pasted::list_games(GAMES).into_iter().map(file).collect()
}

fn labels(named: &[(&str, &[usize])]) -> Arc<GameLabels> {
    let rows = rows();
    let digests =
        |games: &[usize]| games.iter().map(|&game| rows[game].location.digest).collect::<HashSet<_>>();
    let labels: BTreeMap<_, _> =
        named.iter().map(|&(name, games)| (name.to_owned(), digests(games))).collect();
    Arc::new(GameLabels::new(labels))
}

/// A user who looks at the list of two games with these labels.
fn user_with(named: &[(&str, &[usize])]) -> User {
    let mut user = User::new();
    user.press("5").happens(Message::Library(LibraryEvent::LabelsRead(labels(named))));
    user.happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &rows())));
    user.wishes();
    user
}

/// The requests that are about labels.
fn requests(user: &mut User) -> Vec<LibraryRequest> {
    let wishes = user.wishes().into_iter().filter_map(|wish| match wish {
        Effect::Library(request @ (LibraryRequest::ToggleStar(_) | LibraryRequest::ChangeLabels(..))) => {
            Some(request)
        }
        _ => None,
    });
    wishes.collect()
}

#[test]
fn a_key_gives_a_star_and_takes_it() {
    let mut user = user_with(&[]);
    let place = rows()[0].location.clone();
    user.press("*");
    assert_eq!(requests(&mut user), [LibraryRequest::ToggleStar(place.clone())]);
    user.happens(Message::Library(LibraryEvent::Labeled(place.clone(), labels(&[("starred", &[0])]))));
    assert_eq!(user.note(), "The game has a star");
    user.check_says("\u{25b8}\u{2605}Anna - Berg");
    user.press("/").happens(Message::TypeText("-is:starred".to_owned()));
    user.check_says("1 of 2 games").check_says("Carl - Anna");
    user.press("ctrl-u").press("/").happens(Message::TypeText("is:starred".to_owned())).press("enter");
    user.check_says("1 of 2 games").check_says("Anna - Berg").press("*");
    assert_eq!(requests(&mut user), [LibraryRequest::ToggleStar(place.clone())]);
    user.happens(Message::Library(LibraryEvent::Labeled(place, labels(&[]))));
    assert_eq!(user.note(), "The game has no star any more");
    user.check_says("0 of 2 games");
}

#[test]
fn labels_are_typed_with_commas_and_completed() {
    let mut user = user_with(&[("Must study", &[0]), ("model games", &[1]), ("mates", &[1])]);
    user.press("L")
        .check_says("Labels of the game")
        .check_says("Must study,")
        .check_says("mates  model games");
    for c in "m".chars() {
        user.press(&c.to_string());
    }
    user.press("tab").check_says("mates  model games").press("o tab").check_says("Must study, model games");
    user.press("enter");
    let change = |add: &[&str], remove: &[&str]| {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let change = LabelChange { add: names(add), remove: names(remove) };
        [LibraryRequest::ChangeLabels(rows()[0].location.clone(), change)]
    };
    assert_eq!(requests(&mut user), change(&["model games"], &[]));
    let named = labels(&[("Must study", &[0]), ("model games", &[0, 1])]);
    user.happens(Message::Library(LibraryEvent::Labeled(rows()[0].location.clone(), named)));
    assert_eq!(user.note(), "Labels of the game: Must study, model games");
    // A name that is taken away is a label that is removed; one that cannot be is refused, and nothing typed is lost.
    user.press("L ctrl-u").happens(Message::TypeText("Model games, a/b".to_owned())).press("enter");
    assert_eq!(user.note(), "a/b: the name of a label cannot have /");
    user.check_says("Model games, a/b").press("backspace backspace backspace enter");
    assert_eq!(requests(&mut user), change(&[], &["Must study"]));
    user.press("L enter");
    assert_eq!(user.note(), "The labels are the same as before");
    assert_eq!(requests(&mut user), []);
    user.press("/").happens(Message::TypeText("label:mo".to_owned())).press("tab");
    user.check_says("label:\"model games\"").check_says("2 games");
}

#[test]
fn games_that_are_not_in_the_library_or_not_over_have_no_labels() {
    let mut user = User::new();
    user.happens(Message::OpenText(GAMES.to_owned())).press("* L");
    assert_eq!(user.note(), "Only games of your library have labels: i imports a file");
    assert_eq!(requests(&mut user), []);
    user.press("/").happens(Message::TypeText("is:starred".to_owned()));
    user.check_says("is:starred and label: search labels");
    // The text of a game that is not over goes on.
    let row = GameListEntry { resumes: GameResumable::Yes, ..rows().remove(0) };
    let mut user = User::new();
    user.press("5").happens(Message::Library(LibraryEvent::listed(GameListSource::Library, &[row])));
    user.press("* L");
    assert_eq!(user.note(), "This game is not over: it can have labels once it is");
    assert_eq!(requests(&mut user), []);
}
