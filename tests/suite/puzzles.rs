//! Puzzles on the command line: the built-in ones with their proofs, and imports.

use serde_json::{Value, json};

use crate::program::{Answer, Home};
use crate::skip::{SkipReason, skipped};

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

fn objects(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 0, "{}", answer.errors);
    answer.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_built_in_puzzles_are_listed_by_theme_with_their_proofs() {
    let home = Home::new("puzzle-list");
    let all = objects(&home.run(&["puzzle", "list", "--json"], ""));
    assert!(all.len() >= 2_000);
    let ratings: Vec<u64> = all.iter().map(|puzzle| puzzle["rating"].as_u64().unwrap()).collect();
    assert!(ratings.is_sorted());
    for theme in ["mate", "material", "defense", "win", "draw", "stalemate", "promotion", "zugzwang"] {
        let some = objects(&home.run(&["puzzle", "list", "--json", "--theme", theme], ""));
        assert!(!some.is_empty() && some.len() < all.len(), "{theme}");
        for puzzle in &some {
            assert!(puzzle["themes"].as_array().unwrap().contains(&json!(theme)), "{puzzle}");
            assert_eq!(puzzle["solution"].as_array().unwrap().len() % 2, 1, "{puzzle}");
            assert_ne!(puzzle["proof"]["kind"], "none", "{puzzle}");
            assert_eq!((&puzzle["answers"], &puzzle["solved"]), (&json!(0), &Value::Null));
        }
    }
    let text = home.run(&["puzzle", "list", "--sample", "3"], "");
    assert_eq!(text.output.lines().count(), 10, "{}", text.output);
    assert!(text.output.ends_with("3 puzzles; your rating is 1500 (±700) after 0 rated puzzles\n"));
    assert_eq!(home.run(&["puzzle", "list", "--sample", "3"], "").output, text.output);
    assert_ne!(home.run(&["puzzle", "list", "--sample", "3", "--seed", "2"], "").output, text.output);
}

#[test]
fn the_positions_of_the_lessons_are_a_set() {
    let home = Home::new("puzzle-lessons");
    let mates = objects(&home.run(&["puzzle", "list", "--set", "lessons", "--theme", "mate", "--json"], ""));
    assert!(mates.len() >= 25, "{}", mates.len());
    let checked = home.run(&["puzzle", "check", "--set", "lessons", "--theme", "mate", "--sample", "5"], "");
    assert_eq!(
        (checked.status, checked.output.as_str()),
        (0, "5 puzzles checked, 0 refuted, 0 without a proof to check\n")
    );
    let unknown = home.run(&["puzzle", "list", "--set", "none"], "");
    assert!(unknown.errors.contains("there are: built-in, lessons"), "{}", unknown.errors);
}

#[test]
fn a_check_says_which_puzzle_is_wrong() {
    let home = Home::new("puzzle-check");
    let right = home.run(&["puzzle", "check", "--sample", "12"], "");
    assert_eq!(
        (right.status, right.output.as_str()),
        (0, "12 puzzles checked, 0 refuted, 0 without a proof to check\n")
    );
    let wrong = "7k/5Q2/8/8/8/8/8/K7 w - - 0 1\tf7f1\twin\t600\ttable\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8\tmate\t640\tmate 1\n\
                 6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1\td1d8\tmate\t640\tmate 1\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1\tg8f8\tdefense\t640\tsearch 1000:40 2000:35\n";
    home.file("wrong.tsv", wrong.as_bytes());
    assert_eq!(home.run(&["puzzle", "import", "wrong.tsv"], "").status, 0);
    let checked = home.run(&["puzzle", "check", "--set", "wrong", "--json"], "");
    assert_eq!(checked.status, 1, "{}", checked.errors);
    let lines: Vec<Value> = checked.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refuted: Vec<&Value> = lines.iter().filter(|of| of["check"] == "refuted").collect();
    assert_eq!(refuted.len(), 3, "{}", checked.output);
    assert!(refuted.iter().all(|of| of["reason"].is_string()));
}

#[test]
fn sets_are_imported_from_epd_csv_and_pgn() {
    let home = Home::new("puzzle-import");
    home.file(
        "mine.epd",
        format!(
            "{BACK_RANK} bm Rd8#; id \"one\";\n{BACK_RANK} bm Rb8;\n6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - dm 1;\n\
             6k1/5ppp/8/8/8/8/5PPP/5RK1 w - - dm 1;\n6k1/5ppp/8/8/8/7P/5PP1/3R2K1 w - - am Rd7;\n"
        )
        .as_bytes(),
    );
    let summary = &objects(&home.run(&["puzzle", "import", "mine.epd", "--json"], ""))[0];
    let counts = |of: &Value| {
        ["puzzles", "proven", "doubles", "left_out", "faulty"].map(|key| of[key].as_u64().unwrap())
    };
    assert_eq!((counts(summary), &summary["set"]), ([3, 1, 0, 0, 2], &json!("mine")));
    let lines: Vec<u64> =
        summary["faults"].as_array().unwrap().iter().map(|fault| fault["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 4]);
    let listed = objects(&home.run(&["puzzle", "list", "--set", "mine", "--json"], ""));
    assert_eq!(listed.len(), 3);
    assert!(listed.iter().all(|puzzle| puzzle["rating"].is_null()));

    home.file(
        "lichess.csv",
        b"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
        00x,6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1,b2b7 d1d8,640,75,90,900,mate mateIn1,url,\n\
        00y,6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1,b2a2 d1d8,1640,75,90,900,mate mateIn1,url,\n",
    );
    let summary = &objects(&home.run(&["puzzle", "import", "lichess.csv", "--to", "1000", "--json"], ""))[0];
    assert_eq!(counts(summary), [1, 0, 0, 1, 0]);

    let game = format!(
        "[White \"A\"]\n[SetUp \"1\"]\n[FEN \"{BACK_RANK} 0 1\"]\n\n1. Rd8# *\n\n[White \"B\"]\n\n1. e4 *\n"
    );
    let piped = home.run(&["puzzle", "import", "-", "--name", "games"], &game);
    assert_eq!(
        (piped.status, piped.output.as_str()),
        (0, "1 puzzle in the set games, 1 faulty\n"),
        "{}",
        piped.errors
    );
    assert!(piped.errors.contains("standard input:7: the game has no FEN tag"), "{}", piped.errors);
}

#[test]
fn what_is_no_set_of_puzzles_is_refused() {
    let home = Home::new("puzzle-refused");
    home.file("noise.epd", b"\xff\x00\x01 nothing\n\n\x1b[31mred\n");
    home.file("empty.csv", b"");
    for (words, expected) in [
        (vec!["import", "noise.epd"], "there is no puzzle"),
        (vec!["import", "empty.csv"], "there is no puzzle"),
        (vec!["import", "missing.epd"], "there is no such file"),
        (vec!["import", "noise.epd", "--from", "2000", "--to", "1000"], "--from is the lower one"),
        (vec!["list", "--set", "missing"], "there is no set missing; there are: built-in"),
        (vec!["list", "--set", "../x"], "the name of a set"),
        (vec!["list", "--theme", "fork"], "zugzwang"),
    ] {
        let words: Vec<&str> = std::iter::once("puzzle").chain(words).collect();
        let answer = home.run(&words, "");
        assert_eq!(answer.status, 2, "{words:?}");
        assert!(answer.errors.contains(expected), "{words:?}: {}", answer.errors);
        assert!(!answer.errors.contains('\u{1b}') && answer.output.is_empty());
    }
}

/// Mates by the mate prover, endings by tables, others with ten times the nodes of their proof: some of each theme, and
/// all mates and endings with `RUN_SLOW_TESTS=all`, which takes a quarter of an hour.
#[test]
fn every_proof_of_the_built_in_puzzles_holds() {
    let Some(slow) = std::env::var_os("RUN_SLOW_TESTS") else {
        return skipped(&SkipReason::NotPossible("RUN_SLOW_TESTS is not set"));
    };
    let is_whole = slow == "all";
    let home = Home::new("puzzle-proofs");
    for theme in ["mate", "win", "draw"] {
        let mut words = vec!["puzzle", "check", "--theme", theme];
        if !is_whole {
            words.extend(["--sample", "40"]);
        }
        let checked = home.run(&words, "");
        assert_eq!(checked.status, 0, "{theme}: {}", checked.output);
        assert!(checked.output.contains(" checked, 0 refuted, 0 without"), "{}", checked.output);
    }
    let sample = if is_whole { "50" } else { "8" };
    for theme in ["material", "defense"] {
        let words = ["puzzle", "check", "--theme", theme, "--sample", sample, "--factor", "10"];
        let checked = home.run(&words, "");
        assert_eq!(checked.status, 0, "{theme}: {}", checked.output);
    }
}
