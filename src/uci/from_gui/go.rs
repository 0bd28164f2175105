//! Parses the arguments of `go` and `bench`, in any order.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::command::{UciCommand, UciGo, truncated};

/// Parses the arguments of `go`.
pub(super) fn parse_go(words: &[&str]) -> Result<UciCommand, String> {
    let mut go = UciGo::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "perft" => {
                let depth = u8::try_from(number(word, words.next())?.min(i64::from(u8::MAX)));
                let depth = depth.ok().filter(|&depth| depth > 0);
                return depth
                    .map(UciCommand::Perft)
                    .ok_or_else(|| format!("{word} needs a number from 1 to 255"));
            }
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
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
            _ => go.unknown.push(truncated(word)),
        }
    }
    Ok(UciCommand::Go(go))
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

/// Some interfaces send negative times: they count as 0.
fn milliseconds(word: &str, text: Option<&str>) -> Result<Duration, String> {
    Ok(Duration::from_millis(u64::try_from(number(word, text)?).unwrap_or(0)))
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
