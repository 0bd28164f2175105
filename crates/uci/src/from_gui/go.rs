//! Parses the arguments of `go` and `bench`, in any order.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::command::{UciCommand, UciGo, truncated};

/// The words that begin an argument of `go`.
const KEYWORDS: [&str; 14] = [
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movestogo",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "go",
];

/// Parses the arguments of `go`. Every `go` is a search: an argument that makes no sense is left out and reported in
/// [`UciGo::faults`], and the rest of the line counts.
pub(super) fn parse_go(words: &[&str]) -> UciCommand {
    let mut go = UciGo::default();
    let mut words = GoWords { words, at: 0 };
    while let Some(word) = words.next() {
        let read = match word {
            "perft" => match perft_depth(words.value()) {
                Ok(depth) => return UciCommand::Perft(depth),
                Err(fault) => Err(fault),
            },
            "infinite" => {
                go.infinite = true;
                Ok(())
            }
            "ponder" => {
                go.ponder = true;
                Ok(())
            }
            "searchmoves" => search_moves(&mut words, &mut go),
            "depth" => at_least_one(word, words.value()).map(|depth| go.depth = Some(depth)),
            "nodes" => at_least_one(word, words.value()).map(|nodes| go.nodes = Some(nodes)),
            "mate" => at_least_one(word, words.value()).map(|moves| go.mate = Some(moves)),
            "movestogo" => number(word, words.value()).map(|moves| go.moves_to_go = positive(moves)),
            "movetime" => milliseconds(word, words.value()).map(|time| go.movetime = Some(time)),
            "wtime" => milliseconds(word, words.value()).map(|time| go.white_time = Some(time)),
            "btime" => milliseconds(word, words.value()).map(|time| go.black_time = Some(time)),
            "winc" => milliseconds(word, words.value()).map(|time| go.white_increment = time),
            "binc" => milliseconds(word, words.value()).map(|time| go.black_increment = time),
            _ => {
                go.unknown.push(truncated(word));
                Ok(())
            }
        };
        go.faults.extend(read.err());
    }
    UciCommand::Go(go)
}

/// The words of a `go`, one by one.
struct GoWords<'a> {
    words: &'a [&'a str],
    at: usize,
}

impl<'a> GoWords<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    /// The value of an argument: the next word, unless an argument begins there.
    fn value(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied().filter(|word| !KEYWORDS.contains(word));
        self.at += usize::from(word.is_some());
        word
    }
}

/// The moves that are searched alone, up to the next argument.
fn search_moves(words: &mut GoWords, go: &mut UciGo) -> Result<(), String> {
    let mut bad = Vec::new();
    while let Some(text) = words.value() {
        if UciMove::from_ascii(text.as_bytes()).is_ok() {
            go.search_moves.push(text.to_owned());
        } else {
            bad.push(truncated(text));
        }
    }
    match (bad.first(), go.search_moves.is_empty()) {
        (Some(bad), _) => Err(format!("searchmoves needs moves like e2e4, not \"{bad}\"")),
        (None, true) => Err("searchmoves needs moves like e2e4".to_owned()),
        (None, false) => Ok(()),
    }
}

fn perft_depth(text: Option<&str>) -> Result<u8, String> {
    let depth = number("perft", text)?.min(i64::from(u8::MAX));
    let depth = u8::try_from(depth).ok().filter(|&depth| depth > 0);
    depth.ok_or_else(|| "perft needs a number from 1 to 255".to_owned())
}

/// Parses the argument of `bench`: nothing, or the depth of each search.
pub(super) fn parse_bench_depth(words: &[&str]) -> Result<Option<i16>, String> {
    words.first().map(|&word| at_least_one("bench", Some(word))).transpose()
}

/// A whole number, clamped to the range of `i64`.
fn number(word: &str, text: Option<&str>) -> Result<i64, String> {
    let text = text.ok_or_else(|| format!("{word} needs a number"))?;
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{word} needs a number, not \"{}\"", truncated(text)));
    }
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(beyond))
}

fn at_least_one<T: TryFrom<i64> + Bounded>(word: &str, text: Option<&str>) -> Result<T, String> {
    positive(number(word, text)?).ok_or_else(|| format!("{word} needs a number from 1"))
}

fn positive<T: TryFrom<i64> + Bounded>(value: i64) -> Option<T> {
    (value > 0).then(|| T::try_from(value).unwrap_or(T::MAX))
}

/// Some interfaces send negative times: they count as 0. Others send fractions, `1000.0`: the whole milliseconds
/// count.
fn milliseconds(word: &str, text: Option<&str>) -> Result<Duration, String> {
    let whole = text.map(|text| match text.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|byte| byte.is_ascii_digit()) => whole,
        _ => text,
    });
    Ok(Duration::from_millis(u64::try_from(number(word, whole)?).unwrap_or(0)))
}

/// A number type with its largest value, for clamping.
trait Bounded {
    const MAX: Self;
}

impl Bounded for i16 {
    const MAX: Self = Self::MAX;
}

impl Bounded for u16 {
    const MAX: Self = Self::MAX;
}

impl Bounded for u64 {
    const MAX: Self = Self::MAX;
}
