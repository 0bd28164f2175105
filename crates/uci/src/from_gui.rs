//! Parses the commands that an interface sends to an engine. A line that makes no sense is a
//! [`UciCommandError`] with the reason; no line can do harm.

mod command;
mod go;

use command::truncated;
pub use command::{UciCommand, UciCommandError, UciGo, UciPositionOrigin};
use shakmaty::Move;
use shakmaty::uci::UciMove;

use chess::{Position, Root, fen, moves_between};

/// Parses one line.
///
/// # Errors
/// The reason why the line is no valid command.
pub fn parse(line: &str) -> Result<UciCommand, UciCommandError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    parse_words(&words).map_err(|reason| UciCommandError { line: truncated(line.trim()), reason })
}

/// A legal move from UCI notation.
///
/// # Errors
/// Whether the text is no move at all or not legal here.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, String> {
    let uci = UciMove::from_ascii(text.as_bytes())
        .map_err(|_| format!("\"{}\" is not a move like e2e4 or e7e8q", truncated(text)))?;
    let mv = match uci {
        UciMove::Normal { from, to, promotion } => {
            moves_between(position, from, to).into_iter().find(|mv| mv.promotion() == promotion)
        }
        UciMove::Put { .. } | UciMove::Null => None,
    };
    mv.ok_or_else(|| format!("{text} is not legal here"))
}

fn parse_words(words: &[&str]) -> Result<UciCommand, String> {
    let Some((&first, rest)) = words.split_first() else { return Ok(UciCommand::Ignored) };
    match first {
        "uci" => Ok(UciCommand::Uci),
        "isready" => Ok(UciCommand::IsReady),
        "ucinewgame" => Ok(UciCommand::NewGame),
        "position" => parse_position(rest).map(|(root, origin)| UciCommand::Position(root, origin)),
        "setoption" => parse_set_option(rest),
        "go" => Ok(go::parse_go(rest)),
        "ponderhit" => Ok(UciCommand::PonderHit),
        "stop" => Ok(UciCommand::Stop),
        "quit" | "exit" => Ok(UciCommand::Quit),
        "d" => Ok(UciCommand::Display),
        "eval" => Ok(UciCommand::Evaluate),
        "bench" => go::parse_bench_depth(rest).map(UciCommand::Bench),
        "help" | "?" | "--help" => Ok(UciCommand::Help),
        "debug" | "register" => Ok(UciCommand::Ignored),
        _ => Err("no command of the UCI protocol; help lists them".to_owned()),
    }
}

fn parse_position(words: &[&str]) -> Result<(Root, UciPositionOrigin), String> {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (setup, moves) = words.split_at(split);
    let start = match setup {
        ["startpos"] => Position::start(),
        ["startpos", extra, ..] => return Err(format!("\"{extra}\" after startpos: moves was expected")),
        ["fen"] => return Err("fen needs a position".to_owned()),
        ["fen", fields @ ..] => fen::parse(&fields.join(" ")).map_err(|error| error.to_string())?,
        _ => return Err("position needs startpos or fen".to_owned()),
    };
    let mut root = Root::new(start);
    for (n, text) in moves.iter().skip(1).enumerate() {
        let mv = parse_move(&root.position, text).map_err(|reason| format!("move {}: {reason}", n + 1))?;
        root.play(mv);
    }
    let set_up = moves.len() <= 1 && setup.first() == Some(&"fen");
    Ok((root, if set_up { UciPositionOrigin::Setup } else { UciPositionOrigin::Game }))
}

fn parse_set_option(words: &[&str]) -> Result<UciCommand, String> {
    let ["name", rest @ ..] = words else { return Err("setoption needs name".to_owned()) };
    let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(split);
    if name.is_empty() {
        return Err("setoption needs a name".to_owned());
    }
    let value = value.split_first().map(|(_, words)| words.join(" "));
    Ok(UciCommand::SetOption { name: name.join(" "), value })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn check_bad(line: &str, reason: &str) {
        let refused = parse(line).map_err(|bad| bad.reason);
        assert_eq!(refused, Err(reason.to_owned()), "{line}");
    }

    fn check_position(line: &str, fen: &str, seen: usize) {
        let Ok(UciCommand::Position(root, _)) = parse(line) else { panic!("{line} was refused") };
        assert_eq!(chess::fen::format(&root.position), fen, "{line}");
        assert_eq!(root.history.keys().len(), seen, "{line}");
    }

    fn check_go(line: &str, wanted: UciGo) {
        assert_eq!(parse(line), Ok(UciCommand::Go(wanted)), "{line}");
    }

    #[test]
    fn plain_commands_are_words() {
        for (line, command) in [
            ("uci", UciCommand::Uci),
            ("  isready \t", UciCommand::IsReady),
            ("ucinewgame", UciCommand::NewGame),
            ("stop", UciCommand::Stop),
            ("quit", UciCommand::Quit),
            ("", UciCommand::Ignored),
            ("debug on", UciCommand::Ignored),
            ("ponderhit", UciCommand::PonderHit),
            ("go perft 4", UciCommand::Perft(4)),
            ("go perft 999", UciCommand::Perft(u8::MAX)),
            ("d", UciCommand::Display),
            ("eval", UciCommand::Evaluate),
            ("bench", UciCommand::Bench(None)),
            ("bench 5", UciCommand::Bench(Some(5))),
            ("help", UciCommand::Help),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn a_position_is_played_through() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check_position("position startpos", start, 1);
        check_position("position startpos moves", start, 1);
        let knights = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2";
        check_position("position startpos moves g1f3 g8f6", knights, 3);
        let pawn = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        check_position(&format!("position fen {start} moves e2e4 e7e5"), pawn, 1);
        let castled = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";
        check_position("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", castled, 2);
        check_position("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1", castled, 2);
    }

    #[test]
    fn castling_is_read_in_either_form() {
        for (fen, text, castled) in [
            ("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1", "b1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
            ("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
            ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1c1", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
            ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
            // The king steps where castling would take it too: the plain move is meant.
            ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1g1", "4k3/8/8/8/8/8/8/R5KR b - - 1 1"),
            ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ] {
            check_position(&format!("position fen {fen} moves {text}"), castled, 2);
        }
    }

    #[test]
    fn go_takes_every_limit() {
        check_go("go", UciGo::default());
        check_go("go infinite", UciGo { infinite: true, ..UciGo::default() });
        check_go("go depth 12 nodes 5000", UciGo { depth: Some(12), nodes: Some(5000), ..UciGo::default() });
        check_go(
            "go ponder wtime 5",
            UciGo { ponder: true, white_time: Some(Duration::from_millis(5)), ..UciGo::default() },
        );
        let unknown = vec!["fast".to_owned(), "+".to_owned()];
        check_go("go fast depth 3 +", UciGo { depth: Some(3), unknown, ..UciGo::default() });
        check_go("go mate 2", UciGo { mate: Some(2), ..UciGo::default() });
        check_go(
            "go wtime -20 btime 61000 winc 50 binc 0 movestogo 0",
            UciGo {
                white_time: Some(Duration::ZERO),
                black_time: Some(Duration::from_secs(61)),
                white_increment: Duration::from_millis(50),
                ..UciGo::default()
            },
        );
        check_go(
            "go searchmoves e2e4 d2d4 movetime 100",
            UciGo {
                search_moves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
                movetime: Some(Duration::from_millis(100)),
                ..UciGo::default()
            },
        );
        check_go("go depth 99999999999999999999", UciGo { depth: Some(i16::MAX), ..UciGo::default() });
    }

    /// Every `go` is a search: what is wrong with it is left out and said.
    #[test]
    fn a_faulty_limit_of_go_is_left_out() {
        let faulty = |line: &str, rest: UciGo, faults: &[&str]| {
            let faults = faults.iter().map(|&fault| fault.to_owned()).collect();
            check_go(line, UciGo { faults, ..rest });
        };
        let none = UciGo::default;
        faulty("go depth", none(), &["depth needs a number"]);
        faulty("go depth x", none(), &["depth needs a number, not \"x\""]);
        faulty("go depth 0", none(), &["depth needs a number from 1"]);
        faulty("go mate 0", none(), &["mate needs a number from 1"]);
        faulty("go nodes -3", none(), &["nodes needs a number from 1"]);
        faulty("go nodes 1.5", none(), &["nodes needs a number, not \"1.5\""]);
        let deep = UciGo { depth: Some(3), ..none() };
        faulty("go nodes depth 3", deep.clone(), &["nodes needs a number"]);
        faulty("go searchmoves depth 3", deep.clone(), &["searchmoves needs moves like e2e4"]);
        faulty("go depth 0 depth 3", deep, &["depth needs a number from 1"]);
        let bad_move = "searchmoves needs moves like e2e4, not \"zzzz\"";
        faulty("go searchmoves zzzz", none(), &[bad_move]);
        let e4 = UciGo { search_moves: vec!["e2e4".to_owned()], ..none() };
        faulty("go searchmoves zzzz e2e4", e4, &[bad_move]);
        faulty("go perft", none(), &["perft needs a number"]);
        faulty("go perft -1", none(), &["perft needs a number from 1 to 255"]);
        let clock = UciGo { white_time: Some(Duration::from_secs(1)), ..none() };
        faulty("go wtime 1000.0", clock, &[]);
        faulty("go wtime 1e3", none(), &["wtime needs a number, not \"1e3\""]);
        faulty("go movetime .", none(), &["movetime needs a number, not \"\""]);
    }

    #[test]
    fn settings_may_have_spaces_in_name_and_value() {
        let set = |name: &str, value: Option<&str>| {
            Ok(UciCommand::SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
        };
        assert_eq!(parse("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name Path value a b"), set("Path", Some("a b")));
    }

    #[test]
    fn a_bad_line_says_why() {
        check_bad("bench fast", "bench needs a number, not \"fast\"");
        check_bad("hello", "no command of the UCI protocol; help lists them");
        check_bad("position", "position needs startpos or fen");
        check_bad("position fen", "fen needs a position");
        check_bad("position startpos e2e4", "\"e2e4\" after startpos: moves was expected");
        check_bad("position startpos moves e2e4 e2e4", "move 2: e2e4 is not legal here");
        check_bad("position startpos moves 0000", "move 1: 0000 is not legal here");
        check_bad("position startpos moves é", "move 1: \"é\" is not a move like e2e4 or e7e8q");
        check_bad("setoption Hash 3", "setoption needs name");
        check_bad("setoption name", "setoption needs a name");
        check_bad("setoption name value 3", "setoption needs a name");
    }

    proptest! {
        #[test]
        fn no_text_does_harm(text in "\\PC{0,80}") {
            let _ = parse(&text);
            let go = parse(&format!("go {text}"));
            prop_assert!(matches!(go, Ok(UciCommand::Go(_) | UciCommand::Perft(_))), "{}", text);
            let _ = parse(&format!("position fen {text}"));
            let _ = parse(&format!("position startpos moves {text}"));
            let _ = parse(&format!("setoption {text}"));
        }

        #[test]
        fn no_mix_of_known_words_does_harm(
            words in proptest::collection::vec(
                prop::sample::select(vec![
                    "go", "position", "fen", "startpos", "moves", "depth", "nodes", "wtime", "movestogo",
                    "mate", "infinite", "searchmoves", "ponder", "perft", "bench", "e2e4", "-1", "184467440737095516160", "setoption",
                    "name", "value", "8/8/8/8/8/8/8/8", "w", "-",
                ]),
                0..12,
            )
        ) {
            let _ = parse(&words.join(" "));
            let go = parse(&format!("go {}", words.join(" ")));
            prop_assert!(matches!(go, Ok(UciCommand::Go(_) | UciCommand::Perft(_))), "{:?}", words);
        }
    }
}
