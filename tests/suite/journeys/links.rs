//! A file that is linked where it lies, in place of a copy.

use matescope::tui::message::{Effect, LibraryRequest};

use super::User;

#[test]
fn a_file_is_linked_where_the_prompt_says_so() {
    let mut user = User::new();
    user.press("5 i").check_says("links it").press("ctrl-l").check_says("changes this file").press("ctrl-l");
    user.check_says("its games are copied").types("club.pgn").press("ctrl-l enter");
    let asked = |user: &mut User| {
        user.wishes().into_iter().find_map(|wish| match wish {
            Effect::Library(request @ (LibraryRequest::LinkFile(_) | LibraryRequest::ImportGames(_))) => {
                Some(request)
            }
            _ => None,
        })
    };
    assert_eq!(asked(&mut user), Some(LibraryRequest::LinkFile("club.pgn".into())));
    assert_eq!(user.app.games.import_progress, Some(0));
    user.press("esc").press("i").types("club.pgn").press("enter");
    assert_eq!(asked(&mut user), Some(LibraryRequest::ImportGames("club.pgn".into())), "not from then on");
    user.press("n").press("ctrl-l").check_says("Which player are you?");
}
