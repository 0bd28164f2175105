//! Commands in comments: `[%clk 0:05:12]`, `[%eval -0.35]`, `[%emt 0:00:07]`. Comments keep them unchanged,
//! known or not; here they are parsed and removed for display.

use std::time::Duration;

use crate::tree::Notes;
use chess::names::hundredths;

/// An `[%eval]` score, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnEvaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this number of moves; negative for Black.
    Mate(i32),
}

/// The commands of a comment with names and values, in order.
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    comment_parts(comment).filter_map(|piece| match piece {
        CommentPart::Command(text) => {
            let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            Some((name, value.trim()))
        }
        CommentPart::Text(_) => None,
    })
}

/// Whether a comment has more than commands.
#[must_use]
pub fn has_text(comment: &str) -> bool {
    comment_parts(comment).any(|part| matches!(part, CommentPart::Text(text) if !text.trim().is_empty()))
}

/// A comment for display: without commands, on one line.
#[must_use]
pub fn text_without_commands(comment: &str) -> String {
    let words = comment_parts(comment).filter_map(|piece| match piece {
        CommentPart::Text(text) => Some(text.split_whitespace()),
        CommentPart::Command(_) => None,
    });
    words.flatten().collect::<Vec<_>>().join(" ")
}

/// A comment without the commands of some names; the rest stays as it is, but for blanks at its ends.
#[must_use]
pub fn without_commands(comment: &str, is_unwanted: impl Fn(&str) -> bool) -> String {
    let mut rest = String::with_capacity(comment.len());
    for piece in comment_parts(comment) {
        match piece {
            CommentPart::Text(text) => rest.push_str(text),
            CommentPart::Command(text) if text.split_whitespace().next().is_some_and(&is_unwanted) => {}
            CommentPart::Command(text) => rest.extend(["[%", text, "]"]),
        }
    }
    if rest == comment { rest } else { rest.trim().to_owned() }
}

/// The mover's remaining time after the move.
#[must_use]
pub fn clock(notes: &Notes) -> Option<Duration> {
    command_value(notes, "clk").and_then(duration)
}

/// The time used for the move.
#[must_use]
pub fn elapsed(notes: &Notes) -> Option<Duration> {
    command_value(notes, "emt").and_then(duration)
}

/// The evaluation after the move.
#[must_use]
pub fn evaluation(notes: &Notes) -> Option<PgnEvaluation> {
    // A depth may follow: `0.35,18`.
    let text = command_value(notes, "eval")?.split(',').next()?.trim();
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(PgnEvaluation::Mate);
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (pawns, hundredths) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !plain(pawns) || !plain(hundredths) {
        return None;
    }
    let pawns: i32 = if pawns.is_empty() { 0 } else { pawns.parse().ok()? };
    let hundredths: i32 = format!("{hundredths:0<2}").get(..2)?.parse().ok()?;
    Some(PgnEvaluation::Centipawns(sign * pawns.checked_mul(100)?.checked_add(hundredths)?))
}

/// The `[%clk]` command.
#[must_use]
pub fn clock_command(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The `[%eval]` command: `[%eval -0.35]`, `[%eval #-3]`.
#[must_use]
pub fn evaluation_command(evaluation: PgnEvaluation) -> String {
    match evaluation {
        PgnEvaluation::Centipawns(value) => {
            let sign = if value < 0 { "-" } else { "" };
            format!("[%eval {sign}{}]", hundredths(value.unsigned_abs()))
        }
        PgnEvaluation::Mate(moves) => format!("[%eval #{moves}]"),
    }
}

fn command_value<'n>(notes: &'n Notes, name: &str) -> Option<&'n str> {
    let mut all = notes.after.iter().flat_map(|comment| commands(comment));
    all.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// `1:02:03`, `2:03` or seconds alone, with decimals perhaps.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0.0_f64;
    for part in text.split(':') {
        let part: f64 = part.trim().parse().ok()?;
        if !(0.0..=1e6).contains(&part) {
            return None;
        }
        seconds = seconds * 60.0 + part;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

enum CommentPart<'c> {
    Text(&'c str),
    Command(&'c str),
}

fn comment_parts(comment: &str) -> impl Iterator<Item = CommentPart<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let begins = rest.find("[%").unwrap_or(rest.len());
        if begins > 0 {
            let (text, after) = rest.split_at(begins);
            rest = after;
            return Some(CommentPart::Text(text));
        }
        let Some(ends) = rest.find(']') else {
            return Some(CommentPart::Text(std::mem::take(&mut rest)));
        };
        let command = &rest[2..ends];
        rest = &rest[ends + 1..];
        Some(CommentPart::Command(command))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(comment: &str) -> Notes {
        Notes { after: vec![comment.to_owned()], ..Notes::default() }
    }

    #[test]
    fn commands_are_separated_from_text() {
        let comment =
            "[%csl Ra3,Gc4] best by test [%eval 0.35,18] [%clk 1:02:03.5] [%unknown]\nand more [%broken";
        assert_eq!(text_without_commands(comment), "best by test and more [%broken");
        let names: Vec<_> = commands(comment).map(|(name, _)| name).collect();
        assert_eq!(names, ["csl", "eval", "clk", "unknown"]);
        assert_eq!(clock(&notes(comment)), Some(Duration::from_millis(3_723_500)));
        assert_eq!(evaluation(&notes(comment)), Some(PgnEvaluation::Centipawns(35)));
    }

    #[test]
    fn evaluations_have_signs_and_mates() {
        for (text, wanted) in [
            ("-0.3", Some(PgnEvaluation::Centipawns(-30))),
            ("+12", Some(PgnEvaluation::Centipawns(1200))),
            (".5", Some(PgnEvaluation::Centipawns(50))),
            ("#-3", Some(PgnEvaluation::Mate(-3))),
            ("0.-5", None),
            ("99999999", None),
            ("", None),
        ] {
            assert_eq!(evaluation(&notes(&format!("[%eval {text}]"))), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (evaluation, text) in [
            (PgnEvaluation::Centipawns(-35), "[%eval -0.35]"),
            (PgnEvaluation::Centipawns(1_204), "[%eval 12.04]"),
            (PgnEvaluation::Centipawns(0), "[%eval 0.00]"),
            (PgnEvaluation::Mate(-3), "[%eval #-3]"),
            (PgnEvaluation::Mate(11), "[%eval #11]"),
        ] {
            assert_eq!(evaluation_command(evaluation), text);
            assert_eq!(self::evaluation(&notes(text)), Some(evaluation));
        }
    }

    #[test]
    fn clocks_come_back() {
        let left = Duration::from_secs(5_025);
        assert_eq!(clock_command(left), "[%clk 1:23:45]");
        assert_eq!(clock(&notes(&clock_command(left))), Some(left));
        assert_eq!(elapsed(&notes("[%emt 7]")), Some(Duration::from_secs(7)));
        assert_eq!(clock(&notes("[%clk inf:nan]")), None);
    }
}
