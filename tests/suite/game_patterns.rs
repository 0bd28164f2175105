//! `games find` by what stands on the board, against the positions of the games themselves.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use matescope::chess::{Position, fen};
use matescope::game::pgn;
use matescope::game::pgn::split::PgnSplitter;
use serde_json::{Value, json};

use crate::program::Home;
use crate::skip::{SkipReason, skipped};

/// The letters of the pieces from a8 to h1, a dot for an empty square.
type Letters = Vec<char>;

/// A game: the first byte of its text, and its positions.
type PlayedGame = (u64, Vec<Letters>);

fn home_with(name: &str, text: &str) -> Home {
    let home = Home::new(name);
    let file = home.file("games.pgn", text.as_bytes());
    assert_eq!(home.run(&["import", file.to_str().unwrap()], "").status, 0);
    home
}

/// The games that are found: where they begin, and the half-moves to the position.
fn find(home: &Home, words: &[&str]) -> Vec<(u64, u64)> {
    let answer = home.run(&[&["games", "find", "--json", "--limit", "1000000"], words].concat(), "");
    assert_eq!(answer.status, 0, "{words:?}: {}", answer.errors);
    let found: Value = serde_json::from_str(&answer.output).unwrap();
    let list = found["list"].as_array().unwrap();
    assert_eq!(found["games"], list.len());
    list.iter().map(|game| (game["offset"].as_u64().unwrap(), game["ply"].as_u64().unwrap())).collect()
}

fn letters(position: &Position) -> Letters {
    let mut letters = Vec::new();
    for letter in fen::format(position).split(' ').next().unwrap().chars() {
        match letter.to_digit(10) {
            Some(empty) => letters.extend((0..empty).map(|_| '.')),
            None if letter == '/' => {}
            None => letters.push(letter),
        }
    }
    assert_eq!(letters.len(), 64);
    letters
}

/// The placement field of a FEN with the letters that are kept.
fn placement(letters: &Letters, keeps: impl Fn(usize) -> bool) -> String {
    let mut text = String::new();
    for (square, &letter) in letters.iter().enumerate() {
        let _ = write!(text, "{}", if keeps(square) && letter != '.' { letter } else { '1' });
        if square % 8 == 7 && square < 63 {
            text.push('/');
        }
    }
    text
}

/// The name of a material, White first.
fn material(letters: &Letters) -> String {
    let of_side = |order: &str| -> String {
        order.chars().flat_map(|piece| letters.iter().filter(move |&&letter| letter == piece)).collect()
    };
    of_side("KQRBNP") + "v" + &of_side("kqrbnp").to_uppercase()
}

fn played_games(text: &[u8]) -> Vec<PlayedGame> {
    let games = PgnSplitter::new(text).map(|game| {
        let piece = game.unwrap();
        let tree = pgn::read(&pgn::decode(&piece.bytes), &Position::start()).game.tree;
        let line = std::iter::once(tree.start()).chain(tree.main_line_from(tree.start()));
        (piece.offset, line.map(|node| letters(tree.node(node).position())).collect())
    });
    games.collect()
}

/// The games that have a first position for which something is true, and where.
fn first(games: &[PlayedGame], is_true: impl Fn(&[Letters]) -> bool) -> Vec<(u64, u64)> {
    let first_of = |positions: &Vec<Letters>| (0..positions.len()).find(|&at| is_true(&positions[at..]));
    games.iter().filter_map(|(offset, positions)| Some((*offset, first_of(positions)? as u64))).collect()
}

#[test]
fn real_games_are_found_as_by_brute_force() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games");
    let Ok(text) = fs::read(folder.join("Kasparov.pgn")) else {
        return skipped(&SkipReason::NotPossible("the real games are not here"));
    };
    let home = home_with("patterns-real", &String::from_utf8_lossy(&text));
    let games = played_games(&fs::read(home.library().folder().join("games.pgn")).unwrap());
    let searches = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 100 } else { 8 };
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..searches {
        let (_, positions) = &games[random.usize(0..games.len())];
        let begin = random.usize(0..positions.len());
        let own = &positions[begin..];
        let later = &own[random.usize(0..own.len())];
        check_position(&home, &games, &own[0]);
        check_parts(&home, &games, (own, later), &mut random);
    }
}

/// Checks the searches for the material and the pawns of a position.
fn check_position(home: &Home, games: &[PlayedGame], position: &Letters) {
    let name = material(position);
    let of_white = json!({ "material": name }).to_string();
    let found = find(home, &["--pattern", &of_white]);
    assert!(!found.is_empty());
    assert_eq!(found, first(games, |positions| material(&positions[0]) == name), "{name}");
    let swapped = name.split_once('v').map(|(white, black)| format!("{black}v{white}")).unwrap();
    let is_either = |positions: &[Letters]| [&name, &swapped].contains(&&material(&positions[0]));
    assert_eq!(find(home, &[&format!("material:{name}")]), first(games, is_either), "{name}");
    let pawns = |letters: &Letters| -> Letters {
        letters.iter().map(|&letter| if matches!(letter, 'P' | 'p') { letter } else { '.' }).collect()
    };
    let wanted = pawns(position);
    let found = find(home, &[&format!("pawns:{}", placement(position, |_| true))]);
    assert_eq!(found, first(games, |positions| pawns(&positions[0]) == wanted), "{wanted:?}");
}

/// Checks the searches for some pieces of positions that follow each other, of which the last comes later.
fn check_parts(
    home: &Home,
    games: &[PlayedGame],
    (own, later): (&[Letters], &Letters),
    random: &mut fastrand::Rng,
) {
    let mut part = |letters: &Letters| -> (Vec<usize>, Letters) {
        let pieces: Vec<usize> = (0..64).filter(|&square| letters[square] != '.').collect();
        ((0..3).map(|_| pieces[random.usize(0..pieces.len())]).collect(), letters.clone())
    };
    let parts = [part(&own[0]), part(own.get(1).unwrap_or(&own[0])), part(later)];
    let rule = |(squares, letters): &(Vec<usize>, Letters)| json!({ "sub-fen": placement(letters, |square| squares.contains(&square)) });
    let stands = |number: usize, position: Option<&Letters>| {
        let (squares, letters) = &parts[number];
        position.is_some_and(|position| squares.iter().all(|&square| position[square] == letters[square]))
    };
    let begins = |positions: &[Letters]| stands(0, positions.first());
    assert_eq!(find(home, &["--pattern", &rule(&parts[0]).to_string()]), first(games, begins), "{parts:?}");
    let is_streak = |positions: &[Letters]| begins(positions) && stands(1, positions.get(1));
    let streak = json!({ "streak": [rule(&parts[0]), rule(&parts[1])] });
    assert_eq!(find(home, &["--pattern", &streak.to_string()]), first(games, is_streak), "{streak}");
    let goes_on = |positions: &[Letters]| {
        is_streak(positions) && positions[2..].iter().any(|position| stands(2, Some(position)))
    };
    let sequence = json!({ "sequence": [streak, rule(&parts[2])] });
    assert_eq!(find(home, &["--pattern", &sequence.to_string()]), first(games, goes_on), "{sequence}");
}

const GAMES: &str = "[White \"Ann\"]\n[Result \"1-0\"]\n\n1. d4 Nf6 2. c4 e6 3. Bf4 d5 4. Nc3 c6 5. Qd3 Be7 6. O-O-O dxc4 7. Qxc4 1-0\n\n\
[White \"Bob\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/1k2p3/8/8/1r2K2R w K - 0 1\"]\n\n1. Kd2 Rxh1 2. Ke3 0-1\n";

#[test]
fn patterns_join_the_words_of_a_search() {
    let home = home_with("patterns-joined", GAMES);
    let count = |words: &[&str]| find(&home, words).len();
    assert_eq!(find(&home, &["--pattern", r#"{"white-move": "O-O-O"}"#])[0].1, 10);
    assert_eq!(find(&home, &["material:KRKRP"])[0].1, 0);
    assert_eq!(
        find(&home, &["material:krp-k", "--pattern", r#"{"captured": "R"}"#])[0].1,
        1,
        "that of the pattern"
    );
    for (words, wanted) in [
        (&["material:KRvKRP"][..], 1),
        (&["material:KRvKRP white:ann"], 0),
        (&["white:ann", "--pattern", r#"{"captured": "P", "moved": "Q"}"#], 1),
        (&["--pattern", r#"{"captured": "R", "result": ["1-0", "0-1"]}"#], 1),
        (&["--pattern", r#"{"captured": "R", "result": "1-0"}"#], 0),
        (&["--pattern", r#"{"imbalance": "vRP"}"#], 1),
        (&["--pattern", r#"{"sub-fen": "8/8/8/8/8/8/8/4K2R", "empty": "f1 g1", "stm": "white"}"#], 1),
    ] {
        assert_eq!(count(words), wanted, "{words:?}");
    }
    let others = home.run(&["games", "find", "--", "-material:KRvKRP"], "");
    assert!(others.output.starts_with("1 game\n") && others.output.contains("Ann"), "{}", others.output);
    let wrong = home.run(&["games", "find", "--pattern", r#"{"sequence": [{"material": "KR"}]}"#], "");
    assert_eq!(wrong.status, 2);
    assert!(wrong.errors.contains("sequence[0].material: \"KR\" cannot be read"), "{}", wrong.errors);
    let wrong = home.run(&["games", "find", "material:KR"], "");
    assert!(wrong.errors.contains("such as KRPvKR"), "{}", wrong.errors);
}
