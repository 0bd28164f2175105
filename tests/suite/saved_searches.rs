//! `@NAME` in the searches of the command line.

use std::fs;

use crate::program::Home;

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 1-0\n\n\
                     [White \"Cid\"]\n[Black \"Ann\"]\n\n1. d4 {solid} d5 1/2-1/2\n";

#[test]
fn a_name_stands_for_a_saved_search_on_the_command_line() {
    let home = Home::with_games("saved-searches", &[("games.pgn", GAMES)]);
    let folder = home.library().folder().to_owned();
    fs::write(folder.join("searches.txt"), "ann: player:ann\ndraws: @ann result:draw\nno search\n").unwrap();
    for (words, wanted) in [
        (&["games", "find", "@draws"][..], "1 game\nCid - Ann"),
        (&["games", "find", "@Ann has:comments"], "1 game\nCid - Ann"),
        (&["games", "find", "x -@ann"], "0 games\n"),
        (&["games", "tree", "@ann -has:comments"], "1 game"),
        (&["games", "label", "@draws", "study"], "1 game labeled: study\n"),
        (&["games", "tag", "@draws", "Event=Cup"], "1 game changed"),
    ] {
        let answer = home.run(words, "");
        assert!(answer.status == 0 && answer.output.starts_with(wanted), "{words:?}: {}", answer.output);
        assert!(
            answer.errors.contains("searches.txt, line 3: no search: a line is NAME: SEARCH"),
            "{}",
            answer.errors
        );
    }
    let refused = home.run(&["games", "export", "@drows"], "");
    let wanted = "@drows: no search is saved under this name; the nearest one is @draws";
    assert!(refused.status == 2 && refused.errors.contains(wanted), "{}", refused.errors);
    // Without a name the file is not even read.
    assert!(!home.run(&["games", "find", "ann"], "").errors.contains("warning"));
}
