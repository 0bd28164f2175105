//! What the mate prover prints: signs, whole solutions of composed problems, limits.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Answer, run};

/// A #2 with several threats: ten defenses stop one of them.
const SEVERAL_THREATS: &str = "N7/8/K2b2p1/2pBkrP1/p3P3/2ppP3/7r/1n1q4 w - - 0 1";

/// A #2 with a key that captures en passant: the last move can only have been the double step.
const EN_PASSANT_KEY: &str = "7R/7p/5P1k/4PKpP/8/8/8/8 w - - 0 1";

/// Black may castle, and then the last move was the double step; or Black's last move was by king or rook.
const CASTLING_OR_EN_PASSANT: &str = "4k2r/8/5B1P/3R1KpP/8/8/8/8 w - - 0 1";

fn mate(words: &[&str]) -> Answer {
    run(&[&["mate"], words].concat(), "")
}

fn mate_json(words: &[&str]) -> Value {
    let answer = mate(&[words, &["--json"]].concat());
    serde_json::from_str(&answer.output).unwrap_or_else(|_| panic!("{words:?}: {}", answer.errors))
}

#[track_caller]
fn check_line(text: &str, line: &str) {
    assert!(text.lines().any(|found| found == line), "{line:?} is missing:\n{text}");
}

/// Signs are seen from the side to move, whichever color it has.
#[test]
fn a_side_to_move_that_is_mated_has_a_minus() {
    let mated = "1k4N1/Q5p1/1P2P3/3p2B1/7p/5P1K/2rb3P/8 b - - 0 1";
    let epd = "1k4N1/Q5p1/1P2P3/3p2B1/7p/5P1K/2rb3P/8 b - - id \"mated\";\n\
               kbK5/pp6/1P6/8/8/8/8/R7 w - - id \"White mates\";\n\
               r7/8/8/8/8/1p6/PP6/KBk5 b - - id \"Black mates\";\n\
               8/8/8/8/8/2k5/1q6/K7 w - - id \"checkmate\";\n";
    let found = run(&["mate", "--epd", "-"], epd);
    assert_eq!(found.status, 0, "{}", found.output);
    for part in [
        "1/4  mated: -M1=   Kc8 ",
        "2/4  White mates: M2=    Ra6 ",
        "3/4  Black mates: M2=    Ra3 ",
        "4/4  checkmate: -#",
        ": 2 with a mate that is proven shortest\n",
        "  2 where the side to move is mated: 1 4\n",
    ] {
        assert!(found.output.contains(part), "{part:?} is missing:\n{}", found.output);
    }
    let json = run(&["mate", "--epd", "-", "--json"], epd).output;
    let moves: Vec<i64> = json
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["moves"].as_i64().unwrap())
        .collect();
    assert_eq!(moves, [-1, 2, 2, 0]);
    check_line(&mate(&["--fen", mated]).output, "-M1=  Black is mated in 1 (2 plies)");
    assert_eq!(mate_json(&["--fen", mated])["moves"], -1);
    let black_mates = "r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1";
    check_line(&mate(&["--fen", black_mates]).output, "M2=  Black mates in 2 (3 plies)");
}

/// The defenses of a solution with their answers: `Bb8: Nb6# Nc7#`.
fn defenses(solution: &Value) -> Vec<String> {
    let names = |moves: &Value| -> Vec<String> {
        moves.as_array().unwrap().iter().map(|mv| mv["san"].as_str().unwrap().to_owned()).collect()
    };
    let variations = solution["variations"].as_array().unwrap().iter();
    variations
        .map(|variation| {
            format!("{}: {}", variation["san"].as_str().unwrap(), names(&variation["answers"]).join(" "))
        })
        .collect()
}

#[test]
fn a_defense_that_stops_one_of_several_threats_is_a_variation() {
    let found = mate_json(&["--fen", SEVERAL_THREATS, "--within", "2", "--all"]);
    let key = &found["solutions"][0];
    assert_eq!(key["san"], "Nb6");
    assert_eq!(key["threats"].as_array().unwrap().len(), 2, "{}", key["threats"]);
    // With 1...c4, which gives way to a capture on c4, both threats mate.
    let mut defenses = defenses(key);
    defenses.sort();
    let expected = [
        "Bb8: Nc4#",
        "Bc7: Nc4#",
        "Be7: Nc4#",
        "Bf8: Nc4#",
        "Na3: Nd7#",
        "Nd2: Nd7#",
        "Qb3: Nd7#",
        "Rf7: Nc4#",
        "Rh7: Nc4#",
        "Rxg5: Nd7#",
    ];
    assert_eq!(defenses, expected);
    let text = mate(&["--fen", SEVERAL_THREATS, "--within", "2", "--all"]).output;
    check_line(&text, " 1. Nb6! threat: 2. Nc4#, 2. Nd7#");
    check_line(&text, "   1... Nd2, Na3, Rxg5, Qb3 2. Nd7#");
}

/// Every answer below a move: its length, and whether none is shorter.
fn answers(solution: &Value, found: &mut Vec<(u64, bool)>) {
    for variation in solution["variations"].as_array().into_iter().flatten() {
        let all = variation["answers"].as_array().unwrap();
        let soonest = all.iter().map(|answer| answer["moves"].as_u64().unwrap()).min().unwrap();
        found.extend(all.iter().map(|answer| {
            let moves = answer["moves"].as_u64().unwrap();
            (moves, moves == soonest)
        }));
        for answer in all {
            answers(answer, found);
        }
    }
}

/// A solution has the shortest continuations; slower ones only if they are asked for, and never as duals.
#[test]
fn slower_continuations_are_an_option_and_no_duals() {
    let problem = "r3k3/2Qp3R/1p6/1b2K3/4p3/8/5p2/8 w q - 0 1";
    let words = ["--fen", problem, "--within", "4", "--all", "--time", "100000"];
    let short = mate_json(&words);
    let long = mate_json(&[&words[..], &["--slower"]].concat());
    let count = |found: &Value| {
        let mut all = Vec::new();
        found["solutions"].as_array().unwrap().iter().for_each(|solution| answers(solution, &mut all));
        (all.len(), all.iter().filter(|(_, is_shortest)| !is_shortest).count())
    };
    let ((short_count, short_slower), (long_count, long_slower)) = (count(&short), count(&long));
    assert_eq!(short_slower, 0);
    assert!(long_slower > 0 && long_count > short_count, "{long_slower} of {long_count}, {short_count}");
    assert_eq!(short["duals"], long["duals"]);
    let flat = |found: &Value| -> Vec<bool> {
        found["variations"].as_array().unwrap().iter().map(|one| one["dual"].as_bool().unwrap()).collect()
    };
    assert_eq!(flat(&short), flat(&long));
}

/// `--time` holds for search and printing together, and what was found is printed.
#[test]
fn a_solution_that_takes_too_long_is_printed_as_far_as_it_goes() {
    // Qxf7 mates; whether other moves mate in nine cannot be found out in a second.
    let problem = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let words = ["--fen", problem, "--within", "9", "--all", "--time", "1000"];
    let began = Instant::now();
    let found = mate(&words);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(found.status, 3, "{}", found.output);
    for line in [
        "one key, within 9 moves: 4. Qxf7#",
        "time ran out before other keys were excluded",
        " 4. Qxf7#!",
        "incomplete: time ran out; a larger --time finds more",
    ] {
        check_line(&found.output, line);
    }
    let json = mate_json(&words);
    assert_eq!((&json["status"], &json["moves"]), (&"proven".into(), &1.into()));
    assert_eq!((&json["incomplete"], &json["complete"]), (&"time".into(), &false.into()));
    assert_eq!((&json["cooked"], &json["keys"][0]["san"]), (&Value::Null, &"Qxf7#".into()));
}

#[test]
fn en_passant_is_a_key_where_the_last_move_is_proved() {
    let found = mate(&["--fen", EN_PASSANT_KEY, "--composed", "--within", "2", "--all"]);
    assert_eq!(found.status, 0, "{}", found.output);
    check_line(&found.output, "one key, within 2 moves: 1. hxg6 (M2)");
    check_line(&found.output, "en passant on g6 is allowed: nothing else can have been the last move");
    // The FEN alone does not say so.
    let as_given = mate(&["--fen", EN_PASSANT_KEY, "--within", "2", "--all"]);
    assert_eq!(as_given.status, 1, "{}", as_given.output);
    check_line(&as_given.output, "en passant on g6 is not allowed by the FEN; --composed allows it");
}

#[test]
fn a_problem_that_castling_decides_is_cooked_only_if_castling_is_allowed() {
    // After Dawson 1913: 1.Rf1 is the key, and 1.O-O would be another.
    let diagram = "nk6/brpp2p1/brp4p/1p6/8/7P/8/4K2R w - - 0 1";
    let found = mate_json(&["--fen", diagram, "--composed", "--within", "2", "--all"]);
    assert_eq!((&found["cooked"], &found["castling_decides"]), (&true.into(), &true.into()), "{found}");
    let text = mate(&["--fen", diagram, "--composed", "--within", "2", "--all"]).output;
    check_line(&text, "2 keys, within 2 moves: the problem is cooked if castling is allowed");
    let summary = run(&["mate", "--epd", "-", "--all", "--composed"], &format!("{diagram} bm #2;\n")).output;
    assert!(summary.contains("1 sound only if castling is not allowed: 1"), "{summary}");
    let given = mate_json(&["--fen", diagram, "--within", "2", "--all"]);
    assert_eq!((&given["cooked"], &given["castling_decides"]), (&false.into(), &Value::Null));
    // Dawson's own problem: without the pawn White has moved king or rook before Black's last move.
    let dawson = "nk6/brpp2p1/brp4p/1p6/8/8/8/4K2R w - - 0 1";
    let text = mate(&["--fen", dawson, "--composed", "--within", "2", "--all"]).output;
    check_line(&text, "one key, within 2 moves: 1. Rf1 (M2)");
    check_line(&text, "castling with the rook on h1 is not allowed: it or the king has moved");
}

/// Langstaff 1922: each case has its own key.
#[test]
fn rights_that_exclude_each_other_are_solved_case_by_case() {
    let found = mate(&["--fen", CASTLING_OR_EN_PASSANT, "--pra", "--within", "2", "--all"]);
    assert_eq!(found.status, 0, "{}", found.output);
    check_line(&found.output, "case 1 of 2: castling with the rook on h8 is allowed, en passant on g6 too");
    check_line(&found.output, "one key, within 2 moves: 1. hxg6 (M2)");
    check_line(&found.output, "case 2 of 2: castling is not allowed");
    check_line(&found.output, "one key, within 2 moves: 1. Ke6 (M2)");
    let json = mate(&["--fen", CASTLING_OR_EN_PASSANT, "--pra", "--within", "2", "--json"]).output;
    let cases: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0]["case"]["castling"], serde_json::json!(["h8"]));
    assert_eq!(cases[0]["case"]["en_passant"], "g6");
    assert_eq!(cases[1]["case"]["castling"], serde_json::json!([]));
    // Without the option the position is said to have several cases.
    let composed = mate(&["--fen", CASTLING_OR_EN_PASSANT, "--composed", "--within", "2"]).output;
    assert!(composed.contains("depend on each other; --pra solves each case"), "{composed}");
}

/// A certificate that cannot be written is an error, not a mate that is undecided.
#[cfg(target_os = "linux")]
#[test]
fn a_certificate_that_cannot_be_written_is_an_error() {
    let home = crate::program::Home::new("unwritable-certificate");
    let queen = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    for target in ["/dev/full", "/proc/certificate"] {
        let found = home.run(&["mate", "--fen", queen, "--certificate", target, "--force"], "");
        assert_eq!(found.status, 2, "{target}: {}", found.errors);
        assert!(found.errors.starts_with("error: "), "{}", found.errors);
    }
}

/// Solutions as another program prints them: see the head of the file.
#[test]
fn solutions_agree_with_those_of_popeye() {
    let data = include_str!("../../data/solutions.txt");
    let problems: Vec<Vec<&str>> = data
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(" ; ").collect())
        .collect();
    assert!(problems.len() >= 40);
    let mut differ = Vec::new();
    for options in ["", "composed"] {
        let chosen: Vec<&Vec<&str>> = problems.iter().filter(|problem| problem[2] == options).collect();
        let epd: String = chosen
            .iter()
            .flat_map(|problem| {
                let (fen, moves) = (problem[0].trim_end_matches(" 0 1"), problem[1].trim_start_matches('#'));
                [fen, " bm #", moves, ";\n"]
            })
            .collect();
        let mut words = vec!["mate", "--epd", "-", "--all", "--json", "--time", "60000"];
        if options == "composed" {
            words.push("--composed");
        }
        let answer = run(&words, &epd);
        assert_eq!(answer.output.lines().count(), chosen.len(), "{}", answer.errors);
        for (problem, line) in chosen.iter().zip(answer.output.lines()) {
            let found: Value = serde_json::from_str(line).unwrap();
            let mut keys: Vec<String> = moves(&found["solutions"]);
            keys.sort();
            if keys.join(" ") != problem[3] {
                differ.push(format!(
                    "{} #{}\n  {}\n  {}",
                    problem[0],
                    problem[1],
                    keys.join(" "),
                    problem[3]
                ));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Moves of the attacker with what follows, in the notation of the data file.
fn moves(moves: &Value) -> Vec<String> {
    let mut all: Vec<String> = moves.as_array().into_iter().flatten().map(attack).collect();
    all.sort();
    all
}

fn attack(played: &Value) -> String {
    let uci = played["uci"].as_str().unwrap();
    let threatened = played["threats"][0]["moves"].as_u64().unwrap_or(0);
    // Popeye leaves out the defenses after which the mate comes sooner than was threatened.
    let is_shorter =
        |one: &&Value| one["answers"][0]["moves"].as_u64().is_some_and(|moves| moves < threatened);
    let mut variations: Vec<String> = played["variations"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| !is_shorter(one))
        .map(|one| format!("{}:{}", one["uci"].as_str().unwrap(), moves(&one["answers"]).join("|")))
        .collect();
    variations.sort();
    let variations = variations.join(" ");
    match played["purpose"].as_str().unwrap() {
        "mate" => format!("{uci}#"),
        "check" => format!("{uci}+{{{variations}}}"),
        "zugzwang" => format!("{uci}~{{{variations}}}"),
        "threat" => format!("{uci}>{}{{{variations}}}", moves(&played["threats"]).join("|")),
        other => panic!("{uci}: {other}"),
    }
}
