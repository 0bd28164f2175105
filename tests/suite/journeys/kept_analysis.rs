//! An analysis with moves or notes of the user is in the list of games before another game takes the board.

use matescope::game::GameId;
use matescope::game::game_list::digest;
use matescope::tui::message::{Effect, LibraryRequest};
use matescope::tui::navigation::Tab;

use super::User;

/// What was kept since the last look: id, digest of the text that it replaces, text.
fn kept(user: &mut User) -> Vec<(GameId, Option<u64>, String)> {
    let of = |wish| match wish {
        Effect::Library(LibraryRequest::KeepAnalysis { id, before, text }) => Some((id, before, text)),
        _ => None,
    };
    user.wishes().into_iter().filter_map(of).collect()
}

const GAME: &str =
    "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n\n1. e4 e5 2. Nf3 1-0\n";

#[test]
fn an_analysis_is_kept_when_another_game_is_opened() {
    let mut user = User::new();
    user.press("2").play("e4").play("c5").press("; g o o d enter");
    assert_eq!(kept(&mut user), [], "it is on the board");
    user.paste(GAME);
    let found = kept(&mut user);
    let [(id, None, text)] = found.as_slice() else { panic!("{found:?}") };
    assert!(text.contains("[Event \"Analysis\"]\n") && text.contains("1. e4 c5 {good} *"), "{text}");
    assert!(text.contains(&format!("[AnalysisMark \"{}\"]", id.mark())), "{text}");
    assert!(text.contains(&format!("[Date \"{}\"]", id.date_tag())), "{text}");
    user.check_tab(Tab::Analyze);
    // The game was not touched: a position that follows keeps nothing.
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    assert_eq!(kept(&mut user), []);
}

#[test]
fn the_list_is_named_where_the_analysis_went() {
    let mut user = User::new();
    user.press("2").play("e4").press("X");
    assert_eq!(user.note(), "The analysis before is in the list of games; u returns to it");
    user.paste(GAME).press("X");
    assert_eq!(user.note(), "u returns to the analysis before");
}

#[test]
fn an_analysis_that_was_kept_is_kept_again_only_if_it_grew_and_in_its_file() {
    let mut user = User::new();
    user.paste(GAME).play("Nc6").press("X");
    let found = kept(&mut user);
    let [(id, None, first)] = found.as_slice() else { panic!("{found:?}") };
    assert!(first.contains("[Event \"Club\"]\n") && first.contains("2. Nf3 Nc6 1-0"), "{first}");
    // Back to it and away again: nothing new.
    user.press("u").press("X");
    assert_eq!((user.sheet().as_str(), kept(&mut user)), ("", Vec::new()));
    user.press("u").play("Bb5").press("X");
    let found = kept(&mut user);
    let [(again, Some(before), second)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((again, *before), (id, digest(first.as_bytes())));
    assert!(second.contains("3. Bb5"), "{second}");
    // Opened from the list: untouched it is not kept; with a note it goes into its file.
    let mut user = User::new();
    user.paste(second).press("X");
    assert_eq!(kept(&mut user), []);
    user.press("u").press("; x enter").press("X");
    let found = kept(&mut user);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, found[0].1), (*id, Some(digest(second.as_bytes()))));
}

#[test]
fn what_was_undone_or_kept_by_hand_is_not_kept_again() {
    let mut user = User::new();
    user.paste(GAME).press("; x enter").press("u").press("X");
    assert_eq!(kept(&mut user), [], "the comment was taken back");
    user.paste(GAME).play("Nc6").press("W enter").press("X");
    assert_eq!(kept(&mut user), [], "W has kept it");
    // What W keeps is a game of the list, and never the file of the analysis.
    user.paste(GAME).play("d6").press("X").press("u").play("d4").press("W enter").press("X");
    let wishes = user.wishes();
    let by_hand = wishes.iter().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::AddToLibrary(_, text)) => Some(text),
        _ => None,
    });
    assert!(by_hand.is_some_and(|text| text.contains("3. d4") && !text.contains("AnalysisMark")));
    assert_eq!(
        wishes
            .iter()
            .filter(|wish| matches!(wish, Effect::Library(LibraryRequest::KeepAnalysis { .. })))
            .count(),
        1
    );
    // Undo at the start of a new analysis returns to the one before; what is left is kept, too.
    user.press("X").play("d4").press("home u");
    assert_eq!(kept(&mut user).len(), 1);
}
