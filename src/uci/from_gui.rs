//! What a chess interface says to an engine, one line at a time. A line that makes no sense comes back as a
//! [`BadLine`] that says what and why; none can do harm.

use std::time::Duration;

use shakmaty::Move;
use shakmaty::uci::UciMove;

use crate::chess::{Position, Root, fen};

/// One line, understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `uci`: say who you are and what can be set.
    Introduce,
    /// `isready`: answer once everything before this is done.
    IsReady,
    /// `ucinewgame`: forget the last game.
    NewGame,
    /// `position …`: the game so far, checked and played through.
    Position(Root, Origin),
    /// `setoption name N [value V]`.
    SetOption {
        /// The setting's name as it was sent.
        name: String,
        /// Its value, where one was sent.
        value: Option<String>,
    },
    /// `go …`: search.
    Go(Go),
    /// `stop`: end the search and say the best move.
    Stop,
    /// `quit`: leave.
    Quit,
    /// `debug on|off`, an empty line: nothing to do.
    Nothing,
}

/// What a `go` asks for. Numbers beyond their range are cut to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The deepest iteration, 1 or more.
    pub depth: Option<i16>,
    /// Positions to make.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// White's clock.
    pub white_time: Option<Duration>,
    /// Black's clock.
    pub black_time: Option<Duration>,
    /// What each move adds to White's clock.
    pub white_increment: Duration,
    /// What each move adds to Black's clock.
    pub black_increment: Duration,
    /// Moves until the next time control.
    pub moves_to_go: Option<u16>,
    /// Look for a mate in so many moves.
    pub mate: Option<u16>,
    /// Search until told to stop, and say nothing of a best move before.
    pub infinite: bool,
    /// Only these moves, in the protocol's notation; empty means all.
    pub search_moves: Vec<String>,
}

/// How a position came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// By the moves of a game, or it is where games begin.
    Game,
    /// Somebody set it up.
    Setup,
}

/// A line that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ignored \"{line}\": {reason}")]
pub struct BadLine {
    /// The line, cut where it is very long.
    pub line: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Reads one line.
///
/// # Errors
/// Says what is wrong with a line that no engine could obey.
pub fn parse(line: &str) -> Result<Command, BadLine> {
    let words: Vec<&str> = line.split_whitespace().collect();
    read(&words).map_err(|reason| BadLine { line: shortened(line.trim()), reason })
}

/// A legal move from the protocol's notation.
///
/// # Errors
/// Says whether the text is no move at all or not legal here.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, String> {
    let uci = UciMove::from_ascii(text.as_bytes())
        .map_err(|_| format!("\"{}\" is not a move like e2e4 or e7e8q", shortened(text)))?;
    uci.to_move(position.chess()).map_err(|_| format!("{text} is not legal here"))
}

fn read(words: &[&str]) -> Result<Command, String> {
    let Some((&first, rest)) = words.split_first() else { return Ok(Command::Nothing) };
    match first {
        "uci" => Ok(Command::Introduce),
        "isready" => Ok(Command::IsReady),
        "ucinewgame" => Ok(Command::NewGame),
        "position" => position(rest).map(|(root, origin)| Command::Position(root, origin)),
        "setoption" => set_option(rest),
        "go" => go(rest).map(Command::Go),
        "stop" => Ok(Command::Stop),
        "quit" => Ok(Command::Quit),
        "debug" => Ok(Command::Nothing),
        "ponderhit" => Err("thinking on the opponent's time is not offered".to_owned()),
        _ => Err("no command of the UCI protocol".to_owned()),
    }
}

fn position(words: &[&str]) -> Result<(Root, Origin), String> {
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
    Ok((root, if set_up { Origin::Setup } else { Origin::Game }))
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let ["name", rest @ ..] = words else { return Err("setoption needs name".to_owned()) };
    let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(split);
    if name.is_empty() {
        return Err("setoption needs a name".to_owned());
    }
    let value = value.split_first().map(|(_, words)| words.join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|text| UciMove::from_ascii(text.as_bytes()).is_ok()) {
                    go.search_moves.push(text.to_owned());
                }
                if go.search_moves.is_empty() {
                    return Err("searchmoves needs moves like e2e4".to_owned());
                }
            }
            "depth" => go.depth = Some(at_least_one(word, words.next())?),
            "nodes" => go.nodes = Some(at_least_one(word, words.next())?),
            "mate" => go.mate = Some(at_least_one(word, words.next())?),
            "movestogo" => go.moves_to_go = number(word, words.next()).map(positive::<u16>)?,
            "movetime" => go.movetime = Some(milliseconds(word, words.next())?),
            "wtime" => go.white_time = Some(milliseconds(word, words.next())?),
            "btime" => go.black_time = Some(milliseconds(word, words.next())?),
            "winc" => go.white_increment = milliseconds(word, words.next())?,
            "binc" => go.black_increment = milliseconds(word, words.next())?,
            "ponder" => return Err("thinking on the opponent's time is not offered".to_owned()),
            _ => return Err(format!("go knows no \"{}\"", shortened(word))),
        }
    }
    Ok(go)
}

/// A whole number; one that no machine number holds is cut to the largest or smallest.
fn number(word: &str, text: Option<&str>) -> Result<i64, String> {
    let text = text.ok_or_else(|| format!("{word} needs a number"))?;
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{word} needs a number, not \"{}\"", shortened(text)));
    }
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(beyond))
}

fn at_least_one<T: TryFrom<i64> + Bounded>(word: &str, text: Option<&str>) -> Result<T, String> {
    positive(number(word, text)?).ok_or_else(|| format!("{word} needs a number from 1"))
}

fn positive<T: TryFrom<i64> + Bounded>(value: i64) -> Option<T> {
    (value > 0).then(|| T::try_from(value).unwrap_or(T::MOST))
}

/// Some interfaces send a clock below nought: it is empty then.
fn milliseconds(word: &str, text: Option<&str>) -> Result<Duration, String> {
    Ok(Duration::from_millis(u64::try_from(number(word, text)?).unwrap_or(0)))
}

/// The largest value of a number, where a larger one is cut.
trait Bounded {
    const MOST: Self;
}

impl Bounded for i16 {
    const MOST: Self = Self::MAX;
}

impl Bounded for u16 {
    const MOST: Self = Self::MAX;
}

impl Bounded for u64 {
    const MOST: Self = Self::MAX;
}

/// Long texts are cut, so that a remark about them stays readable.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check_bad(line: &str, reason: &str) {
        let refused = parse(line).map_err(|bad| bad.reason);
        assert_eq!(refused, Err(reason.to_owned()), "{line}");
    }

    fn check_position(line: &str, fen: &str, seen: usize) {
        let Ok(Command::Position(root, _)) = parse(line) else { panic!("{line} was refused") };
        assert_eq!(crate::chess::fen::format(&root.position), fen, "{line}");
        assert_eq!(root.trail.keys().len(), seen, "{line}");
    }

    fn check_go(line: &str, wanted: Go) {
        assert_eq!(parse(line), Ok(Command::Go(wanted)), "{line}");
    }

    #[test]
    fn plain_commands_are_words() {
        for (line, command) in [
            ("uci", Command::Introduce),
            ("  isready \t", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("quit", Command::Quit),
            ("", Command::Nothing),
            ("debug on", Command::Nothing),
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
    fn go_takes_every_limit() {
        check_go("go", Go::default());
        check_go("go infinite", Go { infinite: true, ..Go::default() });
        check_go("go depth 12 nodes 5000", Go { depth: Some(12), nodes: Some(5000), ..Go::default() });
        check_go("go mate 2", Go { mate: Some(2), ..Go::default() });
        check_go(
            "go wtime -20 btime 61000 winc 50 binc 0 movestogo 0",
            Go {
                white_time: Some(Duration::ZERO),
                black_time: Some(Duration::from_secs(61)),
                white_increment: Duration::from_millis(50),
                ..Go::default()
            },
        );
        check_go(
            "go searchmoves e2e4 d2d4 movetime 100",
            Go {
                search_moves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
                movetime: Some(Duration::from_millis(100)),
                ..Go::default()
            },
        );
        check_go("go depth 99999999999999999999", Go { depth: Some(i16::MAX), ..Go::default() });
    }

    #[test]
    fn settings_may_have_spaces_in_name_and_value() {
        let set = |name: &str, value: Option<&str>| {
            Ok(Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
        };
        assert_eq!(parse("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name Path value a b"), set("Path", Some("a b")));
    }

    #[test]
    fn a_bad_line_says_why() {
        check_bad("go depth", "depth needs a number");
        check_bad("go depth x", "depth needs a number, not \"x\"");
        check_bad("go depth 0", "depth needs a number from 1");
        check_bad("go nodes -3", "nodes needs a number from 1");
        check_bad("go fast", "go knows no \"fast\"");
        check_bad("go searchmoves depth 3", "searchmoves needs moves like e2e4");
        check_bad("go ponder", "thinking on the opponent's time is not offered");
        check_bad("hello", "no command of the UCI protocol");
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
            let _ = parse(&format!("go {text}"));
            let _ = parse(&format!("position fen {text}"));
            let _ = parse(&format!("position startpos moves {text}"));
            let _ = parse(&format!("setoption {text}"));
        }

        #[test]
        fn no_mix_of_known_words_does_harm(
            words in proptest::collection::vec(
                prop::sample::select(vec![
                    "go", "position", "fen", "startpos", "moves", "depth", "nodes", "wtime", "movestogo",
                    "mate", "infinite", "searchmoves", "e2e4", "-1", "184467440737095516160", "setoption",
                    "name", "value", "8/8/8/8/8/8/8/8", "w", "-",
                ]),
                0..12,
            )
        ) {
            let _ = parse(&words.join(" "));
        }
    }
}
