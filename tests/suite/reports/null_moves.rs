//! Games with null moves: each is a node, is written again, and nothing behind it is lost.

use std::fs;
use std::path::PathBuf;

use matescope::chess::{Position, fen};
use matescope::game::game_list::{self, GameListEntry};
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::pgn::{self, GameResult, PgnGame};
use matescope::game::{GameLocation, Opening, Tree};
use matescope::practice::guess::GuessGame;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::{GameReadPurpose, LibraryEvent, PastedGame};
use matescope::tui::navigation::Tab;

use crate::journeys::User;
use crate::program::{Home, run};

fn read(text: &str) -> PgnGame {
    let reading = pgn::read(text, &Position::start());
    assert_eq!(reading.fault, None, "{text}");
    reading.game
}

/// The half-moves of the main line.
fn main_line(tree: &Tree) -> String {
    let line = tree.main_line_from(tree.start());
    line.iter().map(|&node| tree.node(node).san()).collect::<Vec<_>>().join(" ")
}

/// A user who opens a game of the list with Enter.
fn open_from_list(user: &mut User, text: &str) {
    let file = PathBuf::from("/games/one.pgn");
    let location = GameLocation { file, offset: 0, length: 0, digest: 0 };
    let game = Box::new(PastedGame::parse(text));
    user.happens(Message::Library(LibraryEvent::GameRead(location, GameReadPurpose::Open, game)));
}

#[test]
fn the_reported_game_is_reviewed_and_written_whole() {
    let file = super::report("08-null-moves.pgn");
    let words = ["review", file.to_str().unwrap(), "--nodes", "100"];
    let answer = run(&[&words[..], &["--pgn"]].concat(), "");
    assert_eq!((answer.status, answer.errors.as_str()), (0, ""));
    let game = read(&answer.output);
    assert_eq!(main_line(&game.tree), "e4 e5 Qh5 -- Qxe5+ Be7 Qxg7");
    assert_eq!(game.header.result, GameResult::WhiteWins);
    let flat = answer.output.replace('\n', " ");
    assert!(flat.contains("1... -- 2. d4 {strong}"), "{flat}");
    assert!(flat.contains("3. Qxe5+ {check}"), "{flat}");
    // The pass itself is not judged; what was played behind it is.
    let answer = run(&[&words[..], &["--json"]].concat(), "");
    let json: serde_json::Value = serde_json::from_str(&answer.output).unwrap();
    let moves = json["moves"].as_array().unwrap();
    let of = |mv: &serde_json::Value| (mv["ply"].as_u64().unwrap(), mv["san"].as_str().unwrap().to_owned());
    let found: Vec<(u64, String)> = moves.iter().map(of).collect();
    let wanted = [(1, "e4"), (2, "e5"), (3, "Qh5"), (5, "Qxe5+"), (6, "Be7"), (7, "Qxg7")];
    assert_eq!(found, wanted.map(|(ply, san)| (ply, san.to_owned())));
    assert_eq!(moves[3]["side"], "white");
}

/// The FENs are those of python-chess 1.11, with `board.push(chess.Move.null())`.
#[test]
fn positions_behind_a_null_move_are_right() {
    for (text, wanted) in [
        ("1. --", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"),
        ("1. e4 -- 2. --", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 2 2"),
        ("1. e4 a6 2. e5 d5 3. Z0 Ra7", "1nbqkbnr/rpp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQk - 2 4"),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 98 70\"]\n\n70... 0000 71. e4 *",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 71",
        ),
    ] {
        let tree = read(text).tree;
        let end = *tree.main_line_from(tree.start()).last().unwrap();
        assert_eq!(fen::format(tree.node(end).position()), wanted, "{text}");
    }
}

#[test]
fn no_position_repeats_across_a_null_move() {
    let end = |text: &str| {
        let tree = read(text).tree;
        let end = *tree.main_line_from(tree.start()).last().unwrap();
        tree.termination_at(end).is_some()
    };
    assert!(end("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"));
    assert!(!end("1. Nf3 Nf6 2. Ng1 Ng8 3. -- -- 4. Nf3 Nf6 5. Ng1 Ng8"));
    assert!(end("1. -- -- 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8"));
}

#[test]
fn in_check_nobody_passes_and_the_rest_of_the_line_is_kept() {
    let text = "1. e4 f5 (1... d6 2. Bb5+ -- 3. d4 {so} Nc6) 2. Qh5+ g6 3. Qxg6+ -- 4. Qxh7 1-0";
    let reading = pgn::read(text, &Position::start());
    let fault = reading.fault.unwrap().to_string();
    assert_eq!(fault, "line 1, column 27: \"--\" passes the move, and nobody may pass in check");
    assert_eq!(main_line(&reading.game.tree), "e4 f5 Qh5+ g6 Qxg6+");
    let written = pgn::write(&reading.game);
    let wanted = "1. e4 f5 (1... d6 2. Bb5+ ; Unread: -- 3. d4 {so} Nc6 ) 2. Qh5+ g6 3. Qxg6+ \
                  {Unread: -- 4. Qxh7} 1-0";
    assert_eq!(written.split_once("\n\n").unwrap().1.replace('\n', " ").trim(), wanted);
    let again = pgn::read(&written, &Position::start());
    assert_eq!((again.fault, again.game.tree), (None, reading.game.tree));
}

#[test]
fn the_list_counts_null_moves_and_knows_the_game() {
    for text in ["1. e4 Z0 2. d4! --?! 3. c4 *", "1... null 2. @@@@ 2... 0000 3. <> pass 1-0"] {
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        let entry = GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0);
        let game = pgn::read(text, &Position::start()).game;
        if text.contains("Z0") {
            assert_eq!((entry.plies, entry.opening.as_str()), (5, "B00 King's Pawn Game"));
        }
        assert_eq!(game_list::fingerprint(&game.header, &game.tree), entry.fingerprint, "{text}");
    }
    let fingerprint = |text: &str| {
        let game = read(text);
        game_list::fingerprint(&game.header, &game.tree)
    };
    assert_eq!(fingerprint("1. e4 -- 2. d4"), fingerprint("1. e4 pass 2. d4"));
    assert_ne!(fingerprint("1. e4 -- 2. d4 d5"), fingerprint("1. e4 d5 2. d4"));
    // A position has its name, whatever led to it.
    let tree = read("1. -- e5 2. e4 Nc6 3. Nf3 -- 4. -- *").tree;
    let end = *tree.main_line_from(tree.start()).last().unwrap();
    assert_eq!(Opening::at(&tree, end).map(Opening::eco).as_deref(), Some("C44"));
}

#[test]
fn a_null_move_is_never_asked_for() {
    use matescope::chess::Color;
    let tree = read("1. e4 e5 2. -- Nc6 3. Nf3 -- 4. d4 exd4 *").tree;
    let mut white = GuessGame::new(&tree, Color::White, 1).unwrap();
    let san = |game: &GuessGame| {
        game.game_move().map(|mv| matescope::chess::notation::san(&game.root().position, mv))
    };
    assert_eq!((white.guess_count(), white.first_ply(), san(&white).as_deref()), (2, 4, Some("Nf3")));
    white.advance();
    assert_eq!(san(&white).as_deref(), Some("d4"));
    white.advance();
    assert_eq!((white.game_move(), white.moves_so_far().len()), (None, 8));
    let mut black = GuessGame::new(&tree, Color::Black, 3).unwrap();
    assert_eq!((black.guess_count(), san(&black).as_deref()), (2, Some("Nc6")));
    black.advance();
    assert_eq!(san(&black).as_deref(), Some("exd4"));
}

#[test]
fn a_null_move_is_typed_in_analysis_and_nowhere_else() {
    let mut user = User::new();
    user.press("2").play("e4").play("null");
    assert_eq!(user.sheet(), "e4 --");
    user.check_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    let job = user.job().expect("the engine goes on behind it");
    assert_eq!(job.root.history.keys().len(), 1);
    user.press("0 0 0 0").check_says("Enter plays --").press("enter");
    assert_eq!(user.sheet(), "e4 -- --");
    // Played again it is the same node; undo steps back.
    user.press("left").play("0000");
    assert_eq!(user.sheet(), "e4 -- --");
    user.press("u").play("d4");
    assert_eq!(user.sheet(), "e4 -- -- (d4)");
    user.press("X").paste("1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *");
    user.press("n u l l enter").check_says("\"null\" passes the move, and nobody may pass in check");
    assert_eq!(user.sheet(), "e4 e5 Bc4 Nc6 Bxf7+");
    // A running game knows no null move.
    let mut user = User::new();
    user.play("null");
    assert_eq!((user.app.shared.tab, user.sheet().as_str()), (Tab::Play, ""));
}

#[test]
fn line_mode_takes_a_null_move() {
    let home = Home::new("null-moves-line-mode");
    let answer = home.run(&["--linear"], "tab-analyze\ne4\n--\nd4\nmoves\nquit\n");
    assert!(answer.output.contains("1. e4 -- 2. d4"), "{}", answer.output);
}

/// What the list of games opens is said and shown where it is not whole, and `W` keeps all of it.
#[test]
fn a_game_that_is_not_whole_is_opened_with_a_word_and_kept_whole() {
    let text = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 f5 2. Qh5+ Z0 3. Qxf5 {strong} Nf6 1-0\n";
    let mut user = User::new();
    user.press("2").play("d4");
    open_from_list(&mut user, text);
    user.check_tab(Tab::Analyze);
    user.check_says("Read as far as possible: line 4, column 18: \"Z0\" passes the move");
    assert_eq!(user.sheet(), "e4 f5 Qh5+");
    user.check_says("Unread: Z0 3. Qxf5 {strong} Nf6");
    user.wishes();
    user.press("W enter");
    let kept = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::AddToLibrary(_, text)) => Some(text),
        _ => None,
    });
    let kept = kept.expect("the game");
    assert!(kept.contains("; Unread: Z0 3. Qxf5 {strong} Nf6\n1-0\n"), "{kept}");
}

#[test]
fn null_moves_stay_in_the_saved_analysis() {
    use matescope::game::TreeCursor;
    use matescope::store::SavedAnalysis;
    let home = Home::new("null-moves-saved");
    let game = read("1. e4 -- (1... -- 2. d4) 2. d4 {threat} e5 *");
    let mut walk = TreeCursor::in_tree(game.tree.clone());
    walk.go_to_end();
    let save = |tree: &Tree, current| {
        let saved = SavedAnalysis {
            tree: tree.clone(),
            current,
            header: game.header.clone(),
            is_kept: true,
            kept_digest: None,
        };
        saved.save(&home.folder).unwrap();
        fs::read_to_string(home.folder.join("study.json")).unwrap()
    };
    let text = save(walk.tree(), walk.node_id());
    assert!(text.starts_with("{\"version\":4,"), "an older program refuses it: {text}");
    let back = SavedAnalysis::load(&home.folder).unwrap().unwrap();
    assert_eq!(back.tree, game.tree);
    assert_eq!(back.tree.node(back.current).san(), "e5");
    let plain = read("1. e4 e5").tree;
    assert!(save(&plain, plain.start()).starts_with("{\"version\":3,"), "an older program reads it");
}
