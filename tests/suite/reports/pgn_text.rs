//! PGN as people and programs write it: line ends, marks, odd tokens, prose around a game.
//! Inputs that once went wrong, each with what is right. They stand in `tests/data/reports`.

use std::fs;

use matescope::chess::Position;
use matescope::game::pgn::split::{PgnGameText, PgnSplitter};
use matescope::game::pgn::{self, PgnReadResult};
use matescope::game::{GameListEntry, PastedText, game_list, pasted};

use super::report;
use crate::program::Home;

fn text_of(name: &str) -> String {
    pgn::decode(&fs::read(report(name)).unwrap()).into_owned()
}

/// The games of a text, without the prose around them.
fn pieces(text: &str) -> Vec<PgnGameText> {
    PgnSplitter::new(text.as_bytes()).map(Result::unwrap).filter(PgnGameText::is_game).collect()
}

fn readings(text: &str) -> Vec<PgnReadResult> {
    let read = |piece: &PgnGameText| pgn::read(&pgn::decode(&piece.bytes), &Position::start());
    pieces(text).iter().map(read).collect()
}

fn moves(reading: &PgnReadResult) -> String {
    let tree = &reading.game.tree;
    let line = tree.main_line_from(tree.start());
    line.into_iter().map(|node| tree.node(node).san()).collect::<Vec<_>>().join(" ")
}

/// The games of a text as players, moves and result, whatever its line ends are: read and listed alike.
#[track_caller]
fn check_games(text: &str, wanted: &[&str]) {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', line_end);
        let mut found = Vec::new();
        for (piece, reading) in pieces(&text).iter().zip(readings(&text)) {
            let header = &reading.game.header;
            let [white, black] = ["White", "Black"].map(|tag| header.tag(tag).unwrap_or("?"));
            found.push(format!("{white} - {black}: {} {}", moves(&reading), header.result));
            let row = GameListEntry::of("a.pgn".into(), piece, 0);
            assert_eq!(row.fingerprint, game_list::fingerprint(header, &reading.game.tree), "{text:?}");
            assert_eq!((row.white.as_str(), row.black.as_str()), (white, black), "{text:?}");
        }
        assert_eq!(found, wanted, "{text:?}");
    }
}

/// The last line of an import of a file, and what it warns of.
fn import(home: &Home, name: &str) -> (String, String) {
    let answer = home.run(&["import", report(name).to_str().unwrap()], "");
    assert_eq!(answer.status, 0, "{}", answer.errors);
    let line = answer.output.lines().next().unwrap_or_default();
    let warnings = answer.errors.lines().filter(|line| !line.starts_with("Importing "));
    (line.rsplit(": ").next().unwrap_or_default().to_owned(), warnings.collect())
}

#[test]
fn lines_that_end_with_cr_alone_hold_two_games() {
    let home = Home::new("cr-only");
    assert_eq!(import(&home, "01-cr-only.pgn").0, "2 games new");
    assert_eq!(home.library().list().unwrap().len(), 2);
    check_games(&text_of("01-cr-only.pgn"), &["Ann - Bob: e4 e5 1-0", "Ann - Bob: d4 d5 0-1"]);
    // Escape lines and comments to the end of the line end there, too, and errors have the right place.
    check_games("% 1. d4\r1. e4 ; c5\re5 *\r\r1. c4 *\r", &["? - ?: e4 e5 *", "? - ?: c4 *"]);
    let fault = pgn::read("[White \"a\"]\r\r1. e4 e5\r2. Ke3", &Position::start()).fault.unwrap();
    assert_eq!((fault.line, fault.column), (4, 4));
    assert_eq!(pieces("1. e4 *\r\r1. d4 *\r\n1. c4 *")[2].line, 4);
}

#[test]
fn tags_and_moves_on_one_line_hold_two_games() {
    let home = Home::new("one-line");
    assert_eq!(import(&home, "02-tags-and-moves-on-one-line.pgn").0, "2 games new");
    let wanted = ["Ann - Bob: e4 e5 1-0", "Ann - Bob: d4 d5 0-1"];
    let text = text_of("02-tags-and-moves-on-one-line.pgn");
    check_games(&text, &wanted);
    for joined in [text.replace('\n', " "), text.replace(['\n', ' '], ""), text.replace("] ", "]")] {
        let joined = joined.replace("1.e4e5", "1.e4 e5").replace("[White\"", "[White \"");
        check_games(&joined, &wanted);
    }
    // Without a result the tags alone say where the next game begins.
    check_games(
        &text.replace(" 1-0", "").replace('\n', " "),
        &["Ann - Bob: e4 e5 *", "Ann - Bob: d4 d5 0-1"],
    );
}

#[test]
fn a_byte_order_mark_is_white_space_wherever_it_stands() {
    check_games(&text_of("03-bom-between-games.pgn"), &["Ann - Bob: e4 e5 1-0", "Eve - Fay: d4 d5 0-1"]);
    check_games(&text_of("03b-bom-before-fen.pgn"), &["Ann - Bob: e4 e5 1-0", "Cleo - Dan: Kc2 1/2-1/2"]);
    check_games(
        "1. e4\u{feff} e5 \u{feff}*\n\u{feff}\n\u{feff}% x\n\u{feff}1. d4 *",
        &["? - ?: e4 e5 *", "? - ?: d4 *"],
    );
    for name in ["03-bom-between-games.pgn", "03b-bom-before-fen.pgn"] {
        let home = Home::new("bom");
        assert_eq!(import(&home, name), ("2 games new".to_owned(), String::new()));
        let answer = home.run(&["review", report(name).to_str().unwrap(), "--nodes", "100"], "");
        assert_eq!((answer.status, answer.errors.as_str()), (0, ""));
        assert!(answer.output.contains("Ann - Bob  1-0"), "{}", answer.output);
        assert!(
            answer.output.contains("Eve - Fay  0-1") || answer.output.contains("Cleo - Dan"),
            "{}",
            answer.output
        );
    }
}

#[test]
fn a_review_is_found_again_however_the_moves_are_spelled() {
    let home = Home::new("spelled");
    let file = report("07-stats-forget-reviews.pgn");
    let imported = home.run(&["import", file.to_str().unwrap(), "--me", "Ann"], "");
    assert_eq!(imported.status, 0, "{}", imported.errors);
    let reviewed = home.run(&["review", "--library", "--nodes", "100"], "");
    assert!(reviewed.output.contains("1 game reviewed"), "{}{}", reviewed.output, reviewed.errors);
    let statistics = home.run(&["stats"], "").output;
    assert!(statistics.contains("1 reviewed"), "{statistics}");
    let again = home.run(&["review", "--library", "--nodes", "100"], "");
    assert!(!again.output.contains("1 game reviewed"), "{}", again.output);
    // The same game with its move in standard form is no other game.
    let text = text_of("07-stats-forget-reviews.pgn");
    for spelled in ["Ne7", "Ng8-e7", "g8e7", "♞e7", "Nge7+"] {
        let other = home.file("other.pgn", text.replace("Nge7", spelled).as_bytes());
        let answer = home.run(&["import", other.to_str().unwrap()], "");
        assert!(answer.output.contains("0 games new, 1 already there"), "{spelled}: {}", answer.output);
    }
}

#[test]
fn one_odd_token_costs_itself() {
    let mate = "e4 e5 Qh5 Ke7 Qxe5#";
    for (name, line, result, fault) in [
        ("09-nag-dot.pgn", mate, "1-0", None),
        ("09-comma.pgn", mate, "1-0", Some("line 4, column 6: \",\" is not a move, number, glyph or result")),
        ("09-glued-result.pgn", mate, "1-0", None),
        ("09-glued-star.pgn", "e4 e5 Qh5 Ke7", "*", None),
        ("09-glyph.pgn", mate, "1-0", None),
        (
            "09-stray-brace.pgn",
            mate,
            "1-0",
            Some("line 4, column 19: \"note\" is not a move: write e4, Nf3, exd5, O-O or e2e4"),
        ),
        ("09-figurine.pgn", "e4 e5 Nf3 Nc6", "1-0", None),
    ] {
        let home = Home::new("odd-token");
        let (summary, warning) = import(&home, name);
        let row = home.library().list().unwrap().remove(0);
        let found = readings(&text_of(name)).remove(0);
        assert_eq!(
            (moves(&found).as_str(), found.game.header.result.to_string().as_str()),
            (line, result),
            "{name}"
        );
        assert_eq!(found.fault.as_ref().map(ToString::to_string).as_deref(), fault, "{name}");
        assert_eq!(
            usize::try_from(row.plies),
            Ok(found.game.tree.main_line_from(found.game.tree.start()).len())
        );
        match fault {
            None => assert_eq!((summary.as_str(), warning.as_str()), ("1 game new", ""), "{name}"),
            Some(fault) => {
                assert_eq!(summary, "0 games new, 1 with an error");
                assert!(warning.contains(fault) && warning.contains("read but for that"), "{warning}");
            }
        }
    }
    let glyph = readings(&text_of("09-glyph.pgn")).remove(0).game;
    assert!(pgn::write(&glyph).contains("1. e4 $16 e5"));
}

/// What stands where no move can stand is reported and kept apart; the moves around it are read.
#[test]
fn every_odd_token_costs_itself_alone() {
    for odd in [
        "xyzzy",
        ",",
        "}",
        "]",
        "@",
        "[%clk 0:01]",
        "$",
        "$999",
        "\u{fffd}",
        "x9",
        "e9",
        "½",
        "Nz3",
        "//",
        "\"",
        "^",
        "&",
        "e.p",
        "♜",
        "---x",
        "[",
        "100%",
        "1/3",
    ] {
        let text = format!(
            "[White \"a\"]\n\n1. e4 {odd} e5 2. Nf3 ({odd} 2. f4 {odd} exf4) {odd} Nc6 {{x}} {odd} 1-0"
        );
        let reading = pgn::read(&text, &Position::start());
        assert_eq!(moves(&reading), "e4 e5 Nf3 Nc6", "{text}");
        assert_eq!(reading.game.tree.move_count(), 6, "{text}");
        assert_eq!(reading.game.header.result.to_string(), "1-0", "{text}");
        assert!(!reading.lacks_moves());
        let kept = reading.unread.iter().map(|part| part.text.matches(odd).count()).sum::<usize>();
        assert!(
            reading.fault.is_none() && kept == 0 || reading.fault.is_some() && kept == 5,
            "{text}: {kept}"
        );
    }
    for text in [
        "1. e4, e5; x\n2. Nf3. Nc6 3. Bb5 a6!.",
        "1.e4,e5,2.Nf3,Nc6,3.Bb5,a6",
        "1.e4e5 2.Nf3Nc6 3.Bb5a6",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6+-",
        "1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5 ♟a6",
        "1. e4\u{200b} \u{200b}e5 2. N\u{200d}f3 Nc6\u{2060} 3. B\u{ad}b5 a6",
        "1. e2–e4 e7−e5 2. Ng1‑f3 Nb8—c6 3. Bf1-b5 a7‐a6 1–0",
        "1. e4± e5⩲ 2. Nf3+/- Nc6N 3. Bb5!?= a6□",
        "1. е4 е5 2. Nf3 Nс6 3. Bb5 а6",
        "1. `e4` e5 2. Nf3 Nc6 3. \"Bb5\" a6",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5(3. d4) a6(3... b6)",
        "1. e4 e5 2. Nf3 and now Nc6 3. Bb5 a6",
    ] {
        let reading = pgn::read(text, &Position::start());
        assert_eq!(moves(&reading), "e4 e5 Nf3 Nc6 Bb5 a6", "{text}: {:?}", reading.fault);
    }
    let castled = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. CASTLE";
    for castle in ["O-O", "0-0", "O–O", "0−0", "О-О", "OO", "o-o", "O-O+", "0-0!", "O-O1-0", "0-01/2-1/2"]
    {
        let reading = pgn::read(&castled.replace("CASTLE", castle), &Position::start());
        assert_eq!(
            (moves(&reading).split(' ').next_back(), &reading.fault),
            (Some("O-O"), &None),
            "{castle}"
        );
    }
    for (written, result) in [
        ("1–0", "1-0"),
        ("0—1", "0-1"),
        ("½–½", "1/2-1/2"),
        ("1/2−1/2", "1/2-1/2"),
        ("1:0", "1-0"),
        ("1 - 0", "1-0"),
    ] {
        let reading = pgn::read(&format!("1. e4 e5 {written}"), &Position::start());
        assert_eq!(
            (reading.game.header.result.to_string().as_str(), &reading.fault),
            (result, &None),
            "{written}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_handed_on() {
    let reading = pgn::read("1. e4 e5 2. Ke3 {why} d6 (2... d5) 3. d4 1-0 {end}", &Position::start());
    assert_eq!(moves(&reading), "e4 e5");
    assert!(reading.lacks_moves());
    assert_eq!(reading.unread.last().unwrap().text, "Ke3 {why} d6 (2... d5) 3. d4");
    assert_eq!(reading.game.header.result.to_string(), "1-0");
    let reading = pgn::read("1. e4 (1. d4 d4 2. c4 {)} (2. f4)) e5 *", &Position::start());
    assert_eq!(moves(&reading), "e4 e5");
    assert_eq!(
        reading.unread.iter().map(|part| part.text.as_str()).collect::<Vec<_>>(),
        ["d4 2. c4 {)} (2. f4)"]
    );
}

/// Pasted and imported are the same games.
#[track_caller]
fn check_prose(text: &str, wanted: &[&str]) {
    check_games(text, wanted);
    let listed = pasted::list_games(text).len();
    assert_eq!(listed, wanted.len(), "{text}");
    let home = Home::new("prose");
    let file = home.file("prose.txt", text.as_bytes());
    let answer = home.run(&["import", file.to_str().unwrap()], "");
    if wanted.is_empty() {
        assert!(answer.errors.contains("there is no game"), "{text}: {}", answer.output);
        return;
    }
    assert_eq!(home.library().list().unwrap().len(), wanted.len(), "{text}: {}", answer.output);
    match pasted::recognize(text, &Position::start()) {
        PastedText::Moves { game, .. } => {
            let reading = PgnReadResult { game: *game, fault: None, unread: Vec::new(), unplayable: None };
            assert!(wanted.len() == 1 && wanted[0].contains(&moves(&reading)), "{text}: {}", moves(&reading));
        }
        PastedText::Games(games) => assert!(games.len() == wanted.len() && wanted.len() > 1, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn of_a_text_around_a_game_the_game_opens() {
    check_prose(&text_of("14-prose-around.txt"), &["a - b: e4 e5 Nf3 1-0"]);
    let game = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 1-0";
    for around in [
        "```pgn\nGAME\n```\n",
        "Please look:\n\n```\nGAME\n```\n\nWas e4 good? I like a4.\n",
        "[pgn]\nGAME\n[/pgn]\n",
        "[quote=\"Ann\"][PGN]GAME[/PGN][/quote] Nice game",
        "<pre>GAME</pre>",
        "Ann wrote:\n> Hi all,\n>\n> GAME\n>\n> Bye",
        "From: Ann\nDate: today\n\nGAME\n-- \nAnn",
        "* one point\n* another (see below)\n\nGAME\n\n1) What now?\n",
        "\u{feff}GAME",
    ] {
        let text = around
            .replace("GAME", game)
            .replace("\n[B", if around.contains('>') { "\n> [B" } else { "\n[B" });
        check_prose(&text, &["a - b: e4 e5 Nf3 1-0"]);
    }
    let two = "First:\n\n1. e4 e5 1-0\n\nThen:\n\n1. d4 d5 2. c4 1/2-1/2\n\nWell, a4?";
    check_prose(two, &["? - ?: e4 e5 1-0", "? - ?: d4 d5 c4 1/2-1/2"]);
    check_prose("1. e4 e5\n\n1. d4 d5\n\n", &["? - ?: e4 e5 *", "? - ?: d4 d5 *"]);
    check_prose("Dear all,\n\nI have 2 questions.\n\n1. Is a4 good?\n2. Why?\n", &[]);
    // Comments without braces between the moves are no end of the game.
    check_prose(
        "[White \"a\"]\n\n1. e4 e5\n\nNow White has several moves, a4 among them.\n\n2. Nf3 Nc6 *\n",
        &["a - ?: e4 e5 Nf3 Nc6 *"],
    );
    let mail = pgn::read("> 1. e4 {a\n> comment} e5 *", &Position::start()).game;
    assert!(pgn::write(&mail).contains("{a comment}"), "{}", pgn::write(&mail));
}

#[test]
fn a_tag_may_end_in_a_backslash() {
    let text = text_of("15-tag-ends-in-backslash.pgn");
    let reading = readings(&text).remove(0);
    assert_eq!(reading.fault, None);
    assert_eq!(reading.game.header.tag("Event"), Some("The bridge \\"));
    let again = pgn::read(&pgn::write(&reading.game), &Position::start()).game;
    assert_eq!(again.header.tag("Event"), Some("The bridge \\"));
    let home = Home::new("backslash");
    let file = report("15-tag-ends-in-backslash.pgn");
    let answer = home.run(&["review", file.to_str().unwrap(), "--nodes", "100", "--pgn"], "");
    assert_eq!((answer.status, answer.errors.as_str()), (0, ""));
    assert!(answer.output.contains("[Event \"The bridge \\\\\"]"), "{}", answer.output);
    for (moves, word) in
        [("1. e4 xyz e5 1-0", "all its moves are reviewed"), ("1. e4 Ke2 1-0", "up to there")]
    {
        let file = home.file("odd.pgn", moves.as_bytes());
        let answer = home.run(&["review", file.to_str().unwrap(), "--nodes", "100"], "");
        assert!(answer.errors.contains(word), "{}", answer.errors);
    }
}

/// Nobody knows where the game began: it has no board, and stays as it is.
#[test]
fn a_game_without_a_legal_start_is_left_as_it_is() {
    let text = "[White \"a\"]\n[Black \"b\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n{why} 1. e4 {good} e5 (1... c5) 1-0\n";
    let reading = pgn::read(text, &Position::start());
    assert_eq!(reading.game.tree.move_count(), 0);
    assert!(reading.unplayable.is_some() && reading.lacks_moves());
    assert_eq!(reading.game.header.result.to_string(), "1-0");
    assert!(reading.unread[0].text.ends_with("1. e4 {good} e5 (1... c5) 1-0"), "{:?}", reading.unread);
    let home = Home::new("no-start");
    let file = home.file("bad.pgn", format!("{text}\n1. e4 e5 *\n").as_bytes());
    let file = file.to_str().unwrap();
    let answer = home.run(&["review", file, "--nodes", "100", "--pgn"], "");
    assert_eq!(answer.status, 2, "a game was not reviewed");
    assert!(answer.errors.contains("game 1: its FEN tag is not a legal position"), "{}", answer.errors);
    assert!(answer.output.starts_with(text), "{}", answer.output);
    let (summary, warning) = {
        let answer = home.run(&["import", file, "--me", "a"], "");
        (answer.output, answer.errors)
    };
    assert!(summary.contains("1 game new, 1 with an error"), "{summary}");
    assert!(warning.contains("no move of it can be read"), "{warning}");
    let copy = home.library().list().unwrap().into_iter().find(|row| row.white == "a").unwrap();
    assert!(!copy.can_be_reviewed());
    assert_eq!(matescope::store::library::read(&copy.location).unwrap().trim_end(), text.trim_end());
}
