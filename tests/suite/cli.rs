//! The command line as scripts see it: exit statuses, JSON shapes, and errors that show the place.

use std::process::Stdio;

use serde_json::Value;

use crate::program::{Answer, command, run, temporary_folder};

const QUEEN: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
const MATED: &str = "8/8/8/8/8/2k5/1q6/K7 w - - 0 1";
const STUCK: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn json(words: &[&str], status: i32) -> Value {
    json_of(words, "", status)
}

fn json_of(words: &[&str], input: &str, status: i32) -> Value {
    let answer = run(words, input);
    assert_eq!(answer.status, status, "{words:?}: {}", answer.errors);
    assert_eq!(answer.output.lines().count(), 1, "{words:?}: {}", answer.output);
    serde_json::from_str(&answer.output).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn sorted<const N: usize>(mut names: [&str; N]) -> [&str; N] {
    names.sort_unstable();
    names
}

#[test]
fn a_reader_that_has_had_enough_ends_a_command_in_silence() {
    for words in [&["completions", "zsh"][..], &["practice"], &["--linear"]] {
        let mut command = command(words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), "", "{words:?}");
        assert_eq!(ended.status.code(), Some(0), "{words:?}");
    }
}

#[test]
fn an_exact_line_comes_whole_from_the_table() {
    let found = json(&["analyze", "--fen", QUEEN, "--lines", "6", "--json"], 0);
    let shape = ["fen", "turn", "ending", "depth", "seldepth", "nodes", "time_ms", "nps", "lines"];
    assert_eq!(keys(&found), sorted(shape));
    assert_eq!((&found["turn"], &found["ending"]), (&Value::from("white"), &Value::Null));
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 6);
    for (n, line) in lines.iter().enumerate() {
        assert_eq!(keys(line), sorted(["rank", "score", "bound", "uci", "san", "ends_in"]));
        let moves = if n < 5 { 3 } else { 4 };
        assert_eq!(line["rank"], n + 1);
        assert_eq!(line["score"]["kind"], "mate");
        assert_eq!(line["score"]["moves"], moves);
        assert_eq!(line["score"]["plies"], 2 * moves - 1);
        assert_eq!(line["score"]["certainty"], "exact");
        assert_eq!(line["bound"], "exact");
        assert_eq!(line["uci"].as_array().unwrap().len(), 2 * moves - 1);
        assert!(line["san"].as_array().unwrap().last().unwrap().as_str().unwrap().ends_with('#'));
        assert_eq!(line["ends_in"], "checkmate");
    }
}

#[test]
fn a_search_reports_what_it_did() {
    let found = json(&["analyze", "--depth", "5", "--lines", "2", "--json"], 0);
    assert_eq!(found["depth"], 5);
    assert!(found["nodes"].as_u64().unwrap() > 0);
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(keys(&lines[0]["score"]), sorted(["kind", "value"]));
    assert_eq!(lines[0]["score"]["kind"], "cp");
}

#[test]
fn a_mate_that_the_fifty_moves_cut_off_is_no_number_of_pawns() {
    // The tables of three pieces know mates below this position; not all of them arrive in time.
    for counter in ["0 1", "70 90", "90 90", "96 90"] {
        let fen = format!("8/8/8/8/8/5k1K/5q1P/6R1 w - - {counter}");
        for nodes in ["1000", "10000", "50000", "300000"] {
            let found = json(&["analyze", "--fen", &fen, "--nodes", nodes, "--json"], 0);
            let line = &found["lines"][0];
            let (score, bound) = (&line["score"], line["bound"].as_str().unwrap());
            let said = format!("{counter}, {nodes} positions: {score} {bound}");
            match score["kind"].as_str().unwrap() {
                // A bare king against a queen is the most that the evaluation can say here.
                "cp" => assert!(score["value"].as_i64().unwrap().abs() < 4_000, "{said}"),
                "mate" => {
                    let plies = usize::try_from(score["plies"].as_u64().unwrap()).unwrap();
                    assert_eq!(line["uci"].as_array().unwrap().len(), plies, "{said}");
                    assert!(matches!(score["certainty"].as_str(), Some("exact" | "found")), "{said}");
                }
                "win" => assert_eq!(bound, "lower", "{said}"),
                "loss" => assert_eq!(bound, "upper", "{said}"),
                _ => panic!("{said}"),
            }
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    let mated = json(&["analyze", "--fen", MATED, "--json"], 0);
    assert_eq!(mated["ending"], "checkmate");
    assert_eq!(mated["score"], serde_json::json!({"kind": "mate", "moves": 0, "plies": 0}));
    assert_eq!(mated["lines"], serde_json::json!([]));
    for (fen, ending) in [
        (STUCK, "stalemate"),
        ("8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1", "stalemate"),
        ("8/8/4k3/8/8/2K1N3/8/8 w - - 0 1", "dead_position"),
        ("8/8/8/8/8/1Q6/8/k2K4 w - - 100 80", "fifty_moves"),
    ] {
        let over = json(&["analyze", "--fen", fen, "--json"], 0);
        assert_eq!(
            (&over["ending"], &over["lines"]),
            (&Value::from(ending), &serde_json::json!([])),
            "{fen}"
        );
    }
}

#[test]
fn the_table_lists_every_move() {
    let table = json(&["table", "--fen", QUEEN, "--json"], 0);
    let shape = ["fen", "turn", "material", "verdict", "dtm_plies", "dtm_moves", "fifty_move_rule", "moves"];
    assert_eq!(keys(&table), sorted(shape));
    assert_eq!(table["fifty_move_rule"], "none");
    assert_eq!((&table["material"], &table["verdict"]), (&Value::from("KQvK"), &Value::from("win")));
    assert_eq!((&table["dtm_plies"], &table["dtm_moves"]), (&Value::from(5), &Value::from(3)));
    let moves = table["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 27);
    let count = |wanted: &dyn Fn(&Value) -> bool| moves.iter().filter(|mv| wanted(mv)).count();
    assert_eq!(count(&|mv| mv["moves_lost"] == 0), 5);
    assert_eq!(count(&|mv| mv["moves_lost"] == 1), 10);
    assert_eq!(count(&|mv| mv["moves_lost"] == 2), 3);
    assert_eq!(count(&|mv| mv["ending"] == "stalemate"), 6);
    assert_eq!(count(&|mv| mv["result"] == "draw" && mv["ending"] != "stalemate"), 3);
    for mv in moves {
        assert_eq!(keys(mv), sorted(["uci", "san", "result", "dtm_plies", "moves_lost", "ending"]));
        assert_eq!(mv["dtm_plies"].is_null(), mv["result"] == "draw");
    }
    let mated = json(&["table", "--fen", MATED, "--json"], 0);
    assert_eq!((&mated["verdict"], &mated["dtm_plies"]), (&Value::from("loss"), &Value::from(0)));
}

#[test]
fn the_longest_wins_are_as_long_as_is_known() {
    for (fen, plies) in [
        ("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1", 19),
        ("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", 31),
        ("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", 1),
    ] {
        assert_eq!(json(&["table", "--fen", fen, "--json"], 0)["dtm_plies"], plies, "{fen}");
    }
}

#[test]
fn what_no_table_covers_is_refused() {
    let Answer { status, output, errors } =
        run(&["table", "--fen", "4k3/8/8/8/8/8/3PPPP1/4K3 w - - 0 1"], "");
    assert_eq!((status, output.as_str()), (2, ""));
    assert!(errors.contains("KPPPPvK has more than 5 pieces"), "{errors}");
}

#[test]
fn a_mate_is_proven_denied_or_left_open() {
    let shape = ["status", "moves", "shortest", "none_within", "uci", "san", "nodes", "time_ms", "method"];
    let proven = json(&["mate", "--fen", QUEEN, "--json"], 0);
    assert_eq!(keys(&proven), sorted(shape));
    assert_eq!(proven["status"], "proven");
    assert_eq!((proven["moves"].as_i64(), proven["shortest"].as_bool()), (Some(3), Some(true)));
    assert_eq!(proven["uci"].as_array().unwrap().len(), 5);
    let scholar = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let proven = json(&["mate", "--fen", scholar, "--json"], 0);
    assert_eq!((&proven["moves"], &proven["san"]), (&Value::from(1), &serde_json::json!(["Qxf7#"])));
    let none = json(&["mate", "--fen", QUEEN, "--within", "2", "--json"], 1);
    assert_eq!((&none["status"], &none["moves"]), (&Value::from("none"), &Value::Null));
    assert!(none["none_within"].as_u64().unwrap() >= 2);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let open = json(&["mate", "--fen", start, "--time", "100", "--json"], 3);
    assert_eq!(open["status"], "undecided");
    let mated = json(&["mate", "--fen", MATED, "--json"], 0);
    assert_eq!((&mated["status"], &mated["moves"]), (&Value::from("proven"), &Value::from(0)));
    assert_eq!(json(&["mate", "--fen", STUCK, "--json"], 1)["status"], "none");
}

/// A temporary file for a test, with a unique name.
fn scratch(name: &str) -> String {
    let file = temporary_folder().join(name);
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_proof_is_written_and_checked() {
    let file = scratch("queen.mate");
    let found = json(&["mate", "--fen", QUEEN, "--certificate", &file, "--force", "--json"], 0);
    assert_eq!((&found["moves"], &found["certificate"]["positions"]), (&Value::from(3), &Value::from(3)));
    let verified = json(&["verify", &file, "--json"], 0);
    assert_eq!(keys(&verified), sorted(["status", "fen", "winner", "moves", "positions"]));
    assert_eq!((&verified["status"], &verified["fen"]), (&Value::from("proven"), &Value::from(QUEEN)));
    assert_eq!((&verified["winner"], &verified["moves"]), (&Value::from("white"), &Value::from(3)));
    let text = std::fs::read_to_string(&file).unwrap();
    let told = run(&["verify", "-"], &text);
    assert_eq!(told.status, 0, "{}", told.errors);
    assert!(told.output.contains("White mates in 3 moves against every defense"), "{}", told.output);
    // A proof of a long mate by table, and one that the search has found.
    for (name, fen) in [
        ("rook.mate", "8/8/2R5/3k4/8/8/8/1K6 w - - 0 1"),
        ("five.mate", "8/4n2b/2p5/R1ppN3/R2P3r/6p1/3K2P1/1k6 w - - 0 1"),
        ("mated.mate", "8/8/8/8/1Q6/8/k7/3K4 b - - 0 1"),
    ] {
        let file = scratch(name);
        let found = json(&["mate", "--fen", fen, "--certificate", &file, "--force", "--json"], 0);
        let verified = json(&["verify", &file, "--json"], 0);
        let moves = found["moves"].as_i64().unwrap().abs();
        assert_eq!(verified["moves"].as_i64(), Some(moves), "{fen}");
    }
}

#[test]
fn a_damaged_proof_is_refused_with_the_place() {
    let file = scratch("damaged.mate");
    assert_eq!(run(&["mate", "--fen", QUEEN, "--certificate", &file, "--force"], "").status, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    let damaged = text.replace("Ka1:3", "Kb1:3");
    let refused = run(&["verify", "-"], &damaged);
    assert_eq!((refused.status, refused.output.as_str()), (1, ""));
    let lines: Vec<_> = refused.errors.lines().collect();
    assert_eq!(lines[0], "error: not proven: a legal move was expected, in 8/8/8/8/1Q6/8/k7/2K5 b - - 3 2");
    assert_eq!(lines[2..4], ["  | 2 M2 Kc1 Kb1:3", "  |          ^^^"]);
    assert!(lines[4].starts_with("  = at line 10, column 10; "), "{}", lines[4]);
    let told = json_of(&["verify", "-", "--json"], &damaged, 1);
    assert_eq!(
        (&told["status"], &told["line"], &told["column"]),
        (&"refused".into(), &10.into(), &10.into())
    );
    assert_eq!(run(&["verify", "-"], "").status, 1);
    assert_eq!(run(&["verify", &scratch("nowhere.mate")], "").status, 2);
}

#[test]
fn all_keys_and_the_set_play_are_reported() {
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let told = json(&["mate", "--fen", morphy, "--all", "--set-play", "--json"], 0);
    assert_eq!(told["keys"], serde_json::json!([{"uci": "a1a6", "san": "Ra6", "moves": 2}]));
    let variations = told["variations"].as_array().unwrap();
    assert_eq!(variations.len(), 7);
    assert!(variations.iter().all(|variation| variation["dual"] == false && variation["moves"] == 1));
    let prepared = told["set_play"].as_array().unwrap().iter().filter(|reply| !reply["moves"].is_null());
    assert_eq!(prepared.count(), 6);
    let cooked =
        json(&["mate", "--fen", "4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", "--within", "2", "--all", "--json"], 0);
    assert!(cooked["keys"].as_array().unwrap().len() > 1, "{cooked}");
    let text = run(&["mate", "--fen", morphy, "--all"], "").output;
    assert!(text.contains("one key, within 2 moves: 1. Ra6") && text.contains("no duals"), "{text}");
}

#[test]
fn a_composed_problem_is_printed_as_a_tree() {
    let dual = "1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1";
    let text = run(&["mate", "--fen", dual, "--within", "3", "--all", "--set-play", "--tries"], "").output;
    for line in [
        "one key, within 3 moves: 1. Nh6+ (M3)",
        "duals: 1 at move 2, 1 at move 3",
        " 1. Nh6+!",
        "   1... Kf8 2. g7+ Ke8 3. g8=Q# or 3. g8=R#",
        "     2. Nf7+ Kg8 3. Rh8#",
        "set play: 1 of 24 replies are prepared",
        "   1... Kf8 2. Rh8#",
        "1 try:",
        "   1. Rh8+? but 1... Kxh8!",
    ] {
        assert!(text.lines().any(|found| found == line), "{line:?} is missing:\n{text}");
    }
    let told = json(&["mate", "--fen", dual, "--within", "3", "--all", "--tries", "--json"], 0);
    assert_eq!((&told["cooked"], &told["short_solution"]), (&false.into(), &false.into()));
    assert_eq!(told["duals"], serde_json::json!([1, 1]));
    assert_eq!(told["solutions"][0]["variations"].as_array().unwrap().len(), 2);
    assert_eq!(told["tries"][0]["refutations"][0]["san"], "Kxh8");
    // A longer limit than the shortest mate makes it a short solution.
    let short = json(&["mate", "--fen", dual, "--within", "4", "--all", "--json"], 0);
    assert_eq!(short["short_solution"], true);
}

#[test]
fn castling_is_allowed_in_composed_problems_unless_disproved() {
    let diagram = "r3k2r/p2p4/p1pP2p1/5pN1/5p2/1Q3p2/PP4b1/KB6 w - - 0 1";
    let as_given = run(&["mate", "--fen", diagram, "--within", "4", "--all"], "");
    assert_eq!(as_given.status, 0);
    assert!(as_given.output.contains("castling with the rook on a8, h8 is not allowed by the FEN"));
    let composed = run(&["mate", "--fen", diagram, "--within", "4", "--all", "--composed"], "");
    assert_eq!(composed.status, 1, "{}", composed.output);
    assert!(composed.output.contains("castling is allowed with the rook on a8, h8: nothing disproves it"));
}

#[test]
fn a_file_of_problems_is_solved_with_a_summary() {
    let file = scratch("problems.epd");
    std::fs::write(
        &file,
        "# mates\n\
         kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2; id \"Morphy\";\n\
         4k3/Q7/3K4/8/8/8/8/8 w - - dm 2;\r\n\
         4k3/8/3K4/8/8/8/8/8 w - - bm #2;\n\
         4k3/Q7/3K4/8/8/8/8/9 w - - bm #1;\n",
    )
    .unwrap();
    let Answer { status, output, errors } = run(&["mate", "--epd", &file, "--all"], "");
    assert_eq!(status, 2, "{output}");
    assert!(errors.contains("line 5:"), "{errors}");
    for part in [
        "1/3  Morphy: M2=    Ra6 ·",
        "3 problems in",
        "2 with a mate that is proven shortest",
        "1 without a mate: 3",
        "2 with another length than the file gives: 2 3",
        "1 cooked: 2",
        "1 with a short solution: 2",
        "1 line could not be read",
    ] {
        assert!(output.contains(part), "{part:?} is missing:\n{output}");
    }
    let Answer { status, output, errors } = run(&["mate", "--epd", "-", "--json"], MORPHY_EPD);
    assert_eq!((status, output.lines().count()), (0, 1), "{errors}");
    let told: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&told["problem"], &told["line"], &told["stated"]), (&1.into(), &1.into(), &2.into()));
    assert_eq!(run(&["mate", "--epd", &scratch("nowhere.epd")], "").status, 2);
    assert_eq!(run(&["mate", "--epd", "-"], "\n").status, 2);
    assert_eq!(run(&["mate"], "").status, 2);
}

/// A problem as a line of an EPD file.
const MORPHY_EPD: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n";

#[test]
fn perft_counts_and_divides() {
    let counted = json(&["perft", "--depth", "4", "--divide", "--json"], 0);
    assert_eq!(keys(&counted), sorted(["fen", "depth", "nodes", "divide"]));
    assert_eq!(counted["nodes"], 197_281);
    assert_eq!(counted["divide"].as_array().unwrap().len(), 20);
    let Answer { status, output, .. } = run(&["perft", "--depth", "3", "--fen", QUEEN], "");
    assert_eq!((status, output.lines().count()), (0, 1));
}

#[test]
fn the_signature_is_the_same_twice() {
    let bench = || run(&["bench", "--depth", "3"], "");
    let (first, second) = (bench(), bench());
    assert_eq!(first.status, 0);
    let nodes = |answer: &Answer| answer.output.lines().next().map(str::to_owned);
    assert_eq!(nodes(&first), nodes(&second));
    assert!(first.output.starts_with("nodes ") && first.output.contains("\nnps "), "{}", first.output);
}

#[test]
fn bad_input_shows_its_place() {
    for words in [
        &["table", "--fen", "8/8/8/8/8/1Q6/8/k2K5 w - - 0 1"][..],
        &["analyze", "--fen", "8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", "--json"],
        &["--fen", "8/8/8/8/8/1Q6/8/k2K5 w - - 0 1"],
    ] {
        let Answer { status, output, errors } = run(words, "");
        assert_eq!((status, output.as_str()), (2, ""), "{words:?}");
        assert!(
            errors.contains("\n  | 8/8/8/8/8/1Q6/8/k2K5 w - - 0 1\n  |                 ^^^^\n"),
            "{errors}"
        );
    }
    for words in [&["dance"][..], &["analyze", "--depth", "0"], &["perft"], &["--practice", "KQ"]] {
        let Answer { status, output, errors } = run(words, "");
        assert_eq!((status, output.as_str()), (2, ""), "{words:?}");
        assert!(errors.starts_with("error: "), "{errors}");
    }
}

#[test]
fn the_screen_needs_a_terminal_and_says_so_in_plain_text() {
    let Answer { status, output, errors } = run(&[], "");
    assert_eq!((status, output.as_str()), (2, ""));
    assert!(errors.contains("terminal") && !errors.contains('\u{1b}'), "{errors}");
}

#[test]
fn help_version_manual_and_completions_are_printed() {
    let version = run(&["--version"], "");
    assert_eq!((version.status, version.output.as_str()), (0, "matescope 0.1.0\n"));
    for words in [&["--help"][..], &["mate", "--help"], &["man"], &["completions", "zsh"]] {
        let Answer { status, output, errors } = run(words, "");
        assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
        assert!(output.contains("matescope"), "{output}");
    }
}

#[test]
fn config_tells_files_and_settings_for_people_and_scripts() {
    let folder = std::env::temp_dir().join(format!("matescope-config-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("themes")).unwrap();
    let file = folder.join("config.toml");
    std::fs::write(&file, "[engine]\nlines = 5\nthreads = 0\n").unwrap();
    std::fs::write(folder.join("themes/night.toml"), "base = \"slate\"\n").unwrap();
    let name = file.to_str().unwrap();
    let found = json(&["config", "--config", name, "--json"], 0);
    assert_eq!(keys(&found), sorted(["files", "own_themes", "settings", "warnings"]));
    assert_eq!(keys(&found["files"]), sorted(["log", "settings", "themes", "state", "tables"]));
    assert_eq!(
        (&found["settings"]["engine"]["lines"], &found["own_themes"][0]),
        (&5.into(), &"night".into())
    );
    assert!(found["warnings"][0].as_str().unwrap().contains("config.toml:3:11: engine.threads"), "{found}");
    let printed = run(&["config", "--config", name], "");
    assert_eq!(printed.status, 0);
    for part in ["lines = 5 # default: 3", "# ! ", "themes of your own night", "# settings "] {
        assert!(printed.output.contains(part), "{part}: {}", printed.output);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(run(&["config", "--config", name], "").status, 2);
}

#[test]
fn the_record_of_practice_is_carried_from_one_place_to_another() {
    let folder = temporary_folder().join("practice-carried");
    // Leftovers of an earlier run do not count.
    let _ = std::fs::remove_dir_all(&folder);
    let at = |place: &str, words: &[&str]| {
        let home = folder.join(place);
        std::fs::create_dir_all(&home).unwrap();
        let output = command(words).env("XDG_STATE_HOME", home).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let line = "{\"at\":7,\"day\":20000,\"drill\":\"KQvK\",\"level\":\"easy\",\"seed\":1,\"origin\":\"dealt\",\
        \"outcome\":\"perfect\",\"played\":5,\"par\":5,\"lost\":0,\"recalls\":[[\"KQvK\",1]]}\n";
    let brought = folder.join("brought.jsonl");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(&brought, line).unwrap();
    let brought = brought.to_str().unwrap();
    assert_eq!(at("one", &["practice", "import", brought]), "1 round imported\n");
    assert_eq!(at("one", &["practice", "import", brought]), "0 rounds imported\n");
    let taken = folder.join("taken.jsonl");
    assert_eq!(at("one", &["practice", "export", taken.to_str().unwrap()]), "1 round exported\n");
    let again = command(&["practice", "export", taken.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(
        !again.status.success() && said.contains("is there already\n  = --force overwrites it"),
        "{said}"
    );
    assert_eq!(at("one", &["practice", "export", "--force", taken.to_str().unwrap()]), "1 round exported\n");
    assert_eq!(at("one", &["practice", "export", "-"]), line);
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        assert_eq!(at("one", &["practice", "export", "/dev/null"]), "1 round exported\n");
        assert!(std::fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
    }
    assert_eq!(at("two", &["practice", "import", taken.to_str().unwrap()]), "1 round imported\n");
    let list: serde_json::Value =
        serde_json::from_str(&at("two", &["practice", "--list", "--json"])).unwrap();
    let lesson = &list["lessons"][0];
    assert_eq!(
        (lesson["id"].as_str(), lesson["solved"].as_u64(), lesson["due"].as_u64()),
        (Some("KQvK"), Some(1), Some(1))
    );
    let dealt = at("two", &["practice", "deal", "KRvK", "--count", "5", "--seed", "7", "--json"]);
    assert_eq!(dealt.lines().count(), 5);
    assert_eq!(dealt, at("one", &["practice", "deal", "KRvK", "--count", "5", "--seed", "7", "--json"]));
    let missing = command(&["practice", "import", "no-such-file"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}
