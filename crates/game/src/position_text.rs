//! Parses a line with a position: FEN, EPD, a link, or the UCI command `position` with its moves.

use chess::names::color_name;
use chess::text::lines;
use chess::{Draft, Material, fen};

/// Labels in front of a FEN.
const INTRODUCTIONS: [&str; 5] = ["fen", "epd", "position", "setboard", "startpos"];

/// Quotation marks around a FEN.
const QUOTES: [char; 10] = ['"', '\'', '`', '“', '”', '„', '«', '»', '\u{feff}', '\u{200b}'];

/// The parts of a line with a position, which may be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// The FEN, without labels and quotation marks.
    pub fen: String,
    /// Moves from there, as UCI writes them; empty where there are none.
    pub moves: String,
    /// The `id` of an EPD.
    pub id: Option<String>,
    /// The other operations of an EPD: `bm Qg6`.
    pub operations: String,
}

impl PositionText {
    /// Parses one line; None if it is no position. PGN tags are not.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        // Mails quote with brackets at the start of each line.
        let line = line.trim_start_matches(['>', ' ', '\u{feff}']).trim();
        if let Some(fen) = fen::fen_in_link(line) {
            return Some(Self { fen, moves: String::new(), id: None, operations: String::new() });
        }
        let (introduced, at) = introduction(line);
        let text = line[at..].trim_matches(|c: char| c.is_whitespace() || QUOTES.contains(&c));
        let (position, moves) = split_moves(text);
        let is_start = introduced.eq_ignore_ascii_case("startpos");
        if !is_start && !is_board(position) {
            return None;
        }
        // Counters among the operations are the FEN reader's.
        let (fen, operations) =
            if is_start { (fen::START, "") } else { (position, operations_behind(position)) };
        let mut id = None;
        let mut others = Vec::new();
        for operation in operations_of(operations) {
            match operation.split_once(' ') {
                Some(("id", name)) => id = Some(name.trim_matches(['"', ' ']).to_owned()),
                Some(("hmvc" | "fmvn", _)) => {}
                _ => others.push(operation),
            }
        }
        Some(Self { fen: fen.to_owned(), moves: moves.to_owned(), id, operations: others.join("; ") })
    }

    /// Parses a text whose only line is a position, besides empty lines and comments (`# …`).
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = lines(text).filter(|line| !is_comment_line(line));
        let first = lines.next()?;
        if lines.next().is_some() { None } else { Self::from_line(first) }
    }

    /// A title for a position without a name: the side to move, and the material of an ending.
    #[must_use]
    pub fn title(&self) -> String {
        /// The largest number of pieces for which the material is the title.
        const FEW: usize = 7;
        let Some(draft) = Draft::parse_lenient(&self.fen) else { return "Position".to_owned() };
        let turn = format!("{} to move", color_name(draft.turn()));
        match draft.board().occupied().count() {
            count if count <= FEW => format!("{}, {turn}", Material::of(draft.board())),
            _ => turn,
        }
    }
}

/// Whether a line is empty or a comment.
#[must_use]
pub fn is_comment_line(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// The label of a position (`FEN:`, `position fen`), and the offset of the rest.
fn introduction(line: &str) -> (&str, usize) {
    let mut found = ("", 0);
    let mut at = 0;
    loop {
        let rest = line[at..].trim_start();
        at = line.len() - rest.len();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ':' | '=')).unwrap_or(rest.len());
        let word = rest[..end].trim_matches(QUOTES);
        let is_number = word.strip_suffix(['.', ')']).is_some_and(is_count);
        if !is_number && !INTRODUCTIONS.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            return found;
        }
        at += end + usize::from(rest[end..].starts_with([':', '=']));
        found = (word, at);
    }
}

fn is_count(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A position and the moves after the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    if let Some(moves) = text.strip_prefix("moves ") {
        return ("", moves.trim());
    }
    text.split_once(" moves ")
        .map_or((text.trim_end_matches(" moves"), ""), |(position, moves)| (position.trim(), moves.trim()))
}

/// The operations of an EPD: they begin with the first word behind the fourth field that is neither a counter nor a
/// dash.
fn operations_behind(text: &str) -> &str {
    let mut at = 0;
    for (index, word) in text.split_whitespace().enumerate() {
        let begins = at + text[at..].find(word).unwrap_or_default();
        if index >= 4 && !is_count(word) && word != "-" {
            return &text[begins..];
        }
        at = begins + word.len();
    }
    ""
}

/// Splits EPD operations; a semicolon inside quotation marks does not separate.
fn operations_of(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let ends = move |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    text.split(ends).map(str::trim).filter(|operation| !operation.is_empty())
}

/// Whether the first word could be a FEN placement, possibly invalid: most of its parts are ranks.
fn is_board(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let parts: Vec<&str> = first.split('/').collect();
    let is_rank =
        |part: &&&str| !part.is_empty() && part.chars().all(|c| "PNBRQKpnbrqk0123456789~".contains(c));
    parts.len() >= 5 && parts.iter().filter(is_rank).count() * 2 > parts.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEEN: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";

    fn check(line: &str, fen: &str, moves: &str) {
        let read = PositionText::from_line(line).unwrap_or_else(|| panic!("{line:?} is not a position"));
        let position = fen::parse(&read.fen).map(|position| fen::format(&position));
        assert_eq!((position, read.moves.as_str()), (Ok(fen.to_owned()), moves), "{line:?}");
    }

    #[test]
    fn what_programs_and_people_write_is_a_position() {
        for line in [
            QUEEN,
            "FEN: 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
            "fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
            "FEN=\"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"",
            "\"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"",
            "FEN: “8/8/8/8/8/1Q6/8/k2K4 w - - 0 1”",
            "position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
            "position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 moves",
            "3. 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
            "https://lichess.org/editor/8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1",
        ] {
            check(line, QUEEN, "");
        }
        check("position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 moves b3b4 a1a2", QUEEN, "b3b4 a1a2");
        check("position startpos moves e2e4 e7e5", fen::START, "e2e4 e7e5");
        check("position startpos", fen::START, "");
    }

    #[test]
    fn an_epd_keeps_its_name_and_operations() {
        let epd =
            PositionText::from_line("8/8/8/8/8/1Q6/8/k2K4 w - - bm Qb4; id \"one; two\"; fmvn 7; dm 3;")
                .unwrap();
        assert_eq!((epd.id.as_deref(), epd.operations.as_str()), (Some("one; two"), "bm Qb4; dm 3"));
        assert_eq!(epd.title(), "KQvK, White to move");
    }

    #[test]
    fn other_lines_are_no_positions() {
        for line in [
            "",
            "e4 e5",
            "1/2-1/2",
            "[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"]",
            "/home/a/b/c/d/games.pgn",
            "position",
            "startposition",
            "////////",
            "moves e4",
            "1. e4",
        ] {
            assert_eq!(PositionText::from_line(line), None, "{line:?}");
        }
        assert!(PositionText::from_text("# two\n\n8/8/8/8/8/1Q6/8/k2K4\n").is_some());
        assert!(PositionText::from_text("8/8/8/8/8/1Q6/8/k2K4\n8/8/8/8/8/1Q6/8/k2K4\n").is_none());
    }
}
