//! How answers read for people: headings, verdicts, scores and lines of moves in eighty columns.

use unicode_width::UnicodeWidthStr;

use crate::chess::names::{centipawns_as_pawns, color_name};
use crate::chess::score_text::{mate_text, ply_count, score_text};
use crate::chess::{Certainty, Color, Line, Ply, Position, ScoreValue, notation};

/// Columns of a line of text.
const WIDTH: usize = 80;

/// Pieces up to which an ending is called by its name.
const MAX_NAMED_PIECES: u8 = 6;

/// What the position is and who is to move.
pub(super) fn heading(position: &Position) -> String {
    let turn = color_name(position.turn());
    if position.material().piece_count() <= MAX_NAMED_PIECES {
        format!("{} · {turn} to move", position.material())
    } else {
        format!("Move {} · {turn} to move", position.fullmoves())
    }
}

/// `M3=  White mates in 3 (5 plies)`.
pub(super) fn mates(winner: Color, plies: Ply, certainty: Certainty) -> String {
    let moves = plies.moves();
    let code = mate_text(moves, certainty);
    format!("{code}  {} mates in {moves} ({})", color_name(winner), ply_count(plies))
}

/// A win by mate whose length is not known.
fn winning(code: &str, winner: Color) -> String {
    format!("{code}  {} is winning: the length of the mate is not known", color_name(winner))
}

/// `½=  a draw by the fifty-move rule: the mate takes 59 half-moves, and 20 are left`.
pub(super) fn draw_by_fifty_moves(reason: &str) -> String {
    format!("½=  a draw by the fifty-move rule: {reason}")
}

/// What the best line says, in one sentence.
pub(super) fn verdict(line: &Line, turn: Color) -> String {
    let mates = |winner, plies| mates(winner, plies, line.certainty) + unless_exact(line.certainty);
    match line.score.for_white(turn).value() {
        ScoreValue::Mates(plies) => mates(Color::White, plies),
        ScoreValue::Mated(plies) => mates(Color::Black, plies),
        ScoreValue::Wins => winning("M?", Color::White),
        ScoreValue::Loses => winning("-M?", Color::Black),
        ScoreValue::Centipawns(_) if line.certainty == Certainty::Proven => {
            "½=  a draw: neither side can force mate".to_owned()
        }
        ScoreValue::Centipawns(value) => {
            let words = line.score.for_white(turn).description();
            format!("{}  {words}", centipawns_as_pawns(value))
        }
    }
}

/// A score as White's reader sees it: `+0.35`, `M3=`, `-M<=4`, `M?`, `½=`.
pub(super) fn score(line: &Line, turn: Color) -> String {
    score_text(line.score, line.bound, line.certainty, turn, "½")
}

/// The moves of a line with their numbers, and how the game ends if it does.
pub(super) fn numbered(position: &Position, line: &Line) -> Vec<String> {
    let mut number = position.fullmoves().get();
    let mut turn = position.turn();
    let mut words = Vec::new();
    for (n, san) in notation::san_line(position, &line.moves).into_iter().enumerate() {
        words.push(match turn {
            Color::White => format!("{number}.\u{a0}{san}"),
            Color::Black if n == 0 => format!("{number}...\u{a0}{san}"),
            Color::Black => san,
        });
        if turn == Color::Black {
            number += 1;
        }
        turn = turn.other();
    }
    if let Some(ending) = line.ends_in.filter(|_| line.score.mate_distance().is_none()) {
        words.push(format!("({})", ending.code().replace('_', "\u{a0}")));
    }
    words
}

/// Words after a label, wrapped under the first of them.
pub(super) fn wrapped<S: AsRef<str>>(label: &str, words: &[S]) -> Vec<String> {
    let indent = label.width() + 1;
    let mut lines = vec![label.to_owned()];
    let mut column = label.width();
    for word in words.iter().map(AsRef::as_ref) {
        if column + 1 + word.width() > WIDTH && column > indent {
            lines.push(" ".repeat(indent - 1));
            column = indent - 1;
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
        column += 1 + word.width();
    }
    lines.iter().map(|line| line.replace('\u{a0}', " ").trim_end().to_owned()).collect()
}

/// A bar of at most `width` columns in steps of an eighth of a cell; a nonzero count has at least one.
pub(super) fn bar(count: u64, most: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let full = u128::from(count) * (width as u128 * 8) / u128::from(most.max(1));
    let eighths = usize::try_from(full).unwrap_or(width * 8).max(usize::from(count > 0));
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// `812 bytes`, `12 kB`, `1.4 MB`: thousands, as disks are sold.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} bytes"),
        1_000..1_000_000 => format!("{} kB", count / 1_000),
        1_000_000..1_000_000_000 => format!("{}.{} MB", count / 1_000_000, count / 100_000 % 10),
        _ => format!("{}.{} GB", count / 1_000_000_000, count / 100_000_000 % 10),
    }
}

/// What the certainty of a mate leaves open.
pub(super) const fn unless_exact(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Proven => "",
        Certainty::Searched => "; a shorter mate is not excluded",
        Certainty::Claimed => "; nobody has shown it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Bound, Score, fen};

    #[test]
    fn sizes_have_a_unit() {
        for (count, text) in
            [(999, "999 bytes"), (12_345, "12 kB"), (1_450_000, "1.4 MB"), (2_000_000_000, "2.0 GB")]
        {
            assert_eq!(bytes(count), text);
        }
    }

    #[test]
    fn bars_are_in_proportion_and_never_vanish() {
        assert_eq!(bar(0, 100, 30), "");
        assert_eq!(bar(1, 1_000_000, 30), "▏");
        assert_eq!(bar(100, 100, 30), "█".repeat(30));
        assert_eq!(bar(50, 100, 30), "█".repeat(15));
    }

    #[test]
    fn a_line_wraps_under_its_first_word() {
        let words = vec!["abcdefghi"; 9];
        let lines = wrapped("  1 M3=", &words);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= WIDTH);
        assert!(lines[1].starts_with("        abcdefghi"));
    }

    #[test]
    fn a_win_of_unknown_length_is_no_number_of_pawns() {
        let (score, bound, certainty) = (-Score::WIN, Bound::AtMost, Certainty::Searched);
        let line = Line { score, bound, certainty, moves: Vec::new(), ends_in: None };
        assert_eq!(super::score(&line, Color::White), "-M?");
        assert_eq!(super::score(&line, Color::Black), "M?");
        assert_eq!(
            verdict(&line, Color::White),
            "-M?  Black is winning: the length of the mate is not known"
        );
    }

    #[test]
    fn black_begins_with_dots() {
        let position = fen::parse("8/8/8/8/1Q6/8/k7/3K4 b - - 1 41").unwrap();
        let moves: Vec<_> = {
            let first = notation::parse_move(&position, "Ka1").unwrap();
            let second = notation::parse_move(&position.after(first), "Kc1").unwrap();
            vec![first, second]
        };
        let line = Line {
            score: Score::mated_in(Ply::new(4)),
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves,
            ends_in: None,
        };
        assert_eq!(numbered(&position, &line), ["41...\u{a0}Ka1", "42.\u{a0}Kc1"]);
        assert_eq!(score(&line, Color::Black), "M<=2");
        assert_eq!(
            verdict(&line, Color::Black),
            "M<=2  White mates in 2 (4 plies); a shorter mate is not excluded"
        );
    }
}
