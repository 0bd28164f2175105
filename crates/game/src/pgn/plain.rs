//! Plain games: those in the export format of the PGN standard, as nearly all programs write them. They are split and read
//! many times faster than other texts; what is not plain is for `scan`, and both agree on every plain game.
//!
//! A plain game has tags on lines of their own, an empty line, and moves in SAN with numbers, comments in braces, numeric
//! glyphs and variations, up to a result, the last word of its line. What follows is the `Event` tag of the next game, or
//! nothing.

use memchr::{memchr, memchr2, memchr3};

use super::command::has_text;
use super::notes::Annotations;
use super::{GameResult, decode};

/// How the tags of a plain game begin.
const FIRST_TAG: &[u8] = b"[Event \"";

/// A plain game in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainGame<'t> {
    /// The lines of its tags.
    tags: &'t [u8],
    /// Its moves, up to the result.
    moves: &'t [u8],
    /// Length of its text in bytes, with the white space behind it.
    pub(super) length: usize,
    /// Half-moves of the main line.
    pub plies: u32,
    /// The result at the end of the moves.
    pub result: GameResult,
}

impl<'t> PlainGame<'t> {
    /// The plain game at the start of a text. None where it is not plain, and where it is not clear that the text goes on
    /// far enough: `is_end` says that there is no more.
    #[must_use]
    pub fn read(text: &'t [u8], is_end: bool) -> Option<Self> {
        let tags = tags_length(text)?;
        let mut words = PlainWords { text, at: tags, depth: 0 };
        let mut plies = 0;
        let result = loop {
            match words.next_word()? {
                PlainWord::Move(_) => plies += u32::from(words.depth == 0),
                PlainWord::Result(result) => break result,
            }
        };
        let rest = &text[words.at..];
        let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let behind = &rest[space..];
        let ends = if behind.is_empty() { is_end } else { rest[..space].contains(&b'\n') };
        let is_whole = ends && (behind.is_empty() || tags_length(behind).is_some());
        is_whole.then_some(Self {
            tags: &text[..tags],
            moves: &text[tags..words.at],
            length: words.at + space,
            plies,
            result,
        })
    }

    /// The names and values of its tags, if all of them are ASCII.
    #[must_use]
    pub fn ascii_tags(&self) -> Option<impl Iterator<Item = (&'t str, &'t str)> + use<'t>> {
        let tags = std::str::from_utf8(self.tags).ok().filter(|tags| tags.is_ascii())?;
        Some(tags.lines().filter_map(|line| {
            let (name, value) = line.strip_prefix('[')?.split_once(" \"")?;
            Some((name, value.strip_suffix("\"]")?))
        }))
    }

    /// Whether it may have comments, glyphs, marks such as `!`, or variations.
    #[must_use]
    pub fn may_have_notes(&self) -> bool {
        memchr3(b'{', b'(', b'$', self.moves).is_some() || memchr2(b'!', b'?', self.moves).is_some()
    }

    /// Whether it has comments and variations.
    #[must_use]
    pub fn annotations(&self) -> Annotations {
        let mut found = Annotations::default();
        let mut rest = self.moves;
        while let Some(at) = memchr2(b'{', b'(', rest) {
            let end = if rest[at] == b'(' {
                found.has_variations = true;
                at + 1
            } else {
                let end = memchr(b'}', &rest[at..]).map_or(rest.len(), |length| at + length);
                found.has_comments = found.has_comments || has_text(&decode(&rest[at + 1..end]));
                end
            };
            rest = &rest[end..];
        }
        found
    }

    /// The moves of the main line in SAN, with their signs of check.
    pub fn moves(&self) -> impl Iterator<Item = &'t [u8]> + use<'t> {
        let mut words = PlainWords { text: self.moves, at: 0, depth: 0 };
        std::iter::from_fn(move || {
            loop {
                match words.next_word()? {
                    PlainWord::Move(san) if words.depth == 0 => return Some(san),
                    PlainWord::Move(_) => {}
                    PlainWord::Result(_) => return None,
                }
            }
        })
    }
}

/// The length of the tags at the start of a text, with the empty line behind them. None where they are not plain.
fn tags_length(text: &[u8]) -> Option<usize> {
    if !text.starts_with(FIRST_TAG) {
        return None;
    }
    let mut at = 0;
    while text.get(at) == Some(&b'[') {
        let line = &text[at..at + memchr(b'\n', &text[at..])?];
        at += line.len() + 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let inside = line[1..].strip_suffix(b"\"]")?;
        let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let value = inside[name..].strip_prefix(b" \"")?;
        let is_plain = |&byte: &u8| byte >= b' ' && !matches!(byte, b'"' | b'\\' | 0x7f);
        if name == 0 || !value.iter().all(is_plain) {
            return None;
        }
    }
    let empty = if text.get(at) == Some(&b'\r') { 2 } else { 1 };
    (text.get(at + empty - 1) == Some(&b'\n')).then_some(at + empty)
}

/// A word that says something about the game.
enum PlainWord<'t> {
    Move(&'t [u8]),
    Result(GameResult),
}

/// The words of plain moves.
struct PlainWords<'t> {
    text: &'t [u8],
    at: usize,
    /// Number of open variations.
    depth: usize,
}

impl<'t> PlainWords<'t> {
    /// The next move of the main line or of a variation, or the result. None where the text is not plain or has no more.
    #[inline]
    fn next_word(&mut self) -> Option<PlainWord<'t>> {
        loop {
            let &byte = self.text.get(self.at)?;
            match byte {
                b' ' => self.at += 1,
                b'\n' | b'\r' => self.line_end()?,
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => {
                    let (san, length) = san_lengths(&self.text[self.at..])?;
                    let san = &self.text[self.at..self.at + san];
                    self.at += length;
                    return Some(PlainWord::Move(san));
                }
                b'0'..=b'9' | b'*' => {
                    if let Some(result) = self.number_or_result()? {
                        return Some(PlainWord::Result(result));
                    }
                }
                b'{' => self.comment()?,
                b'$' => {
                    let digits = self.text[self.at + 1..].iter().take_while(|byte| byte.is_ascii_digit());
                    let length = Some(digits.count()).filter(|count| (1..=2).contains(count))?;
                    self.at += 1 + length;
                }
                b'(' => {
                    self.depth += 1;
                    self.at += 1;
                }
                b')' => {
                    self.depth = self.depth.checked_sub(1)?;
                    self.at += 1;
                }
                _ => return None,
            }
        }
    }

    /// Goes over the end of a line. None where an empty line follows, or a line that may be something else.
    #[inline]
    fn line_end(&mut self) -> Option<()> {
        if self.text[self.at] == b'\r' {
            self.at += 1;
        }
        if self.text.get(self.at) != Some(&b'\n') {
            return None;
        }
        self.at += 1;
        (!matches!(self.text.get(self.at)?, b'\n' | b'\r' | b'%' | b' ')).then_some(())
    }

    /// Goes over a move number with its periods. The inner result is that of the game.
    #[expect(
        clippy::option_option,
        reason = "one says that the text is not plain, the other that it was a number"
    )]
    #[inline]
    fn number_or_result(&mut self) -> Option<Option<GameResult>> {
        let rest = &self.text[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let periods = rest[digits..].iter().take_while(|&&byte| byte == b'.').count();
        if digits > 0 && matches!(periods, 1 | 3) {
            self.at += digits + periods;
            return Some(None);
        }
        if self.depth > 0 {
            return None;
        }
        let results = [
            ("1-0", GameResult::WhiteWins),
            ("0-1", GameResult::BlackWins),
            ("1/2-1/2", GameResult::Draw),
            ("*", GameResult::Unknown),
        ];
        let (text, result) = results.into_iter().find(|(text, _)| rest.starts_with(text.as_bytes()))?;
        self.at += text.len();
        let next = self.text.get(self.at);
        next.is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r')).then_some(Some(result))
    }

    /// Goes over a comment in braces.
    #[inline]
    fn comment(&mut self) -> Option<()> {
        let length = memchr(b'}', &self.text[self.at..])?;
        let comment = &self.text[self.at..self.at + length];
        self.at += length + 1;
        // A tag within it may be that of another game.
        (!comment.contains(&b'[') || memchr::memmem::find(comment, FIRST_TAG).is_none()).then_some(())
    }
}

/// The length of a move in SAN with its signs of check, and with `!` and `?` behind it. None where it is spelled in another
/// way, or something is glued to it.
#[inline]
fn san_lengths(text: &[u8]) -> Option<(usize, usize)> {
    let is_file = |at: usize| matches!(text.get(at), Some(b'a'..=b'h'));
    let is_rank = |at: usize| matches!(text.get(at), Some(b'1'..=b'8'));
    let mut at = match text[0] {
        b'O' if text.starts_with(b"O-O-O") => 5,
        b'O' if text.starts_with(b"O-O") => 3,
        b'O' => return None,
        b'a'..=b'h' => {
            let to = if text.get(1) == Some(&b'x') { 2 } else { 0 };
            if !(is_file(to) && is_rank(to + 1)) {
                return None;
            }
            let promotes = text.get(to + 2) == Some(&b'=');
            if promotes && !matches!(text.get(to + 3), Some(b'Q' | b'R' | b'B' | b'N')) {
                return None;
            }
            to + if promotes { 4 } else { 2 }
        }
        _ => {
            // The square that it goes to comes last; before it the file, the rank, both or none of where it comes from.
            let mut at = 1;
            let file = usize::from(is_file(at) && (!is_rank(at + 1) || goes_on(text, at + 2)));
            at += file;
            at += usize::from(is_rank(at) && goes_on(text, at + 1));
            at += usize::from(text.get(at) == Some(&b'x'));
            if !(is_file(at) && is_rank(at + 1)) {
                return None;
            }
            at + 2
        }
    };
    at += usize::from(matches!(text.get(at), Some(b'+' | b'#')));
    let marks = text[at..].iter().take(2).take_while(|byte| matches!(byte, b'!' | b'?')).count();
    matches!(text.get(at + marks)?, b' ' | b'\n' | b'\r' | b')').then_some((at, at + marks))
}

/// Whether the square that a move goes to follows.
#[inline]
fn goes_on(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b'x' | b'a'..=b'h'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::split::PgnSplitter;
    use crate::pgn::{movetext, read_tags};

    const GAME: &str = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {x} 1... e5 2. Nf3 (2. f4 exf4 3. Bc4 $14) 2... Nc6\n3. Bb5+ a6!? 4. Ngxf3 R1d2 Qa1xb2# 5. O-O O-O-O 6. exd8=Q+ 1-0\n\n";

    fn moves(text: &str) -> Option<Vec<String>> {
        let game = PlainGame::read(text.as_bytes(), true)?;
        Some(game.moves().map(|san| String::from_utf8_lossy(san).into_owned()).collect())
    }

    #[test]
    fn a_plain_game_has_tags_moves_and_a_result() {
        let game = PlainGame::read(GAME.as_bytes(), true).unwrap();
        assert_eq!((game.length, game.plies, game.result), (GAME.len(), 12, GameResult::WhiteWins));
        assert_eq!(game.ascii_tags().unwrap().collect::<Vec<_>>(), [("Event", "a"), ("White", "b")]);
        let wanted =
            ["e4", "e5", "Nf3", "Nc6", "Bb5+", "a6", "Ngxf3", "R1d2", "Qa1xb2#", "O-O", "O-O-O", "exd8=Q+"];
        assert_eq!(moves(GAME).unwrap(), wanted);
        assert!(PlainGame::read(GAME.as_bytes(), false).is_none(), "more may follow");
        let two = format!("{GAME}{GAME}");
        assert_eq!(PlainGame::read(two.as_bytes(), false), Some(game));
        assert_eq!(moves("[Event \"a\"]\n\n*\n"), Some(vec![]));
    }

    #[test]
    fn what_is_written_in_another_way_is_not_plain() {
        for change in [
            ("[Event", "[event"),
            ("\"b\"]", "\"b \\\" c\"]"),
            ("\"b\"]", "\"b\"] [Date \"?\"]"),
            ("\n\n1.", "\n1."),
            ("e4 {", "e4{"),
            ("1... e5", "1.. e5"),
            ("{x}", "{x"),
            ("{x}", "; x\n"),
            ("{x}", "{\n\n[Event \"y\"]}"),
            ("\n3.", "\n\n3."),
            ("\n3.", "\n% 3."),
            ("O-O O-O-O", "0-0 0-0-0"),
            ("exd8=Q+", "exd8Q+"),
            ("Nc6\n", "Nc6 --\n"),
            ("(2.", "2."),
            ("$14)", "$14"),
            ("1-0", "1 - 0"),
            ("1-0", "white wins"),
            ("1-0\n", "1-0 {x}\n"),
            ("1-0\n", "1-0 1. e4\n"),
        ] {
            let text = GAME.replacen(change.0, change.1, 1);
            assert_ne!(text, GAME);
            assert_eq!(moves(&text), None, "{text}");
        }
    }

    /// Splits with the plain games and without them, and compares.
    fn compare(text: &[u8]) {
        let all = |splitter: PgnSplitter<&[u8]>| splitter.map(Result::unwrap).collect::<Vec<_>>();
        let quick = all(PgnSplitter::new(text));
        assert_eq!(quick, all(PgnSplitter::without_plain_games(text)), "{}", String::from_utf8_lossy(text));
        for game in quick {
            let Some(plain) = PlainGame::read(&game.bytes, true) else { continue };
            let text = String::from_utf8_lossy(&game.bytes);
            let played: Vec<&str> = plain.moves().map(|san| std::str::from_utf8(san).unwrap()).collect();
            let marks = ['!', '?'];
            let wanted: Vec<&str> =
                movetext::main_line(&text).into_iter().map(|san| san.trim_end_matches(marks)).collect();
            assert_eq!(played, wanted);
            if let Some(tags) = plain.ascii_tags() {
                let tags: Vec<(String, String)> =
                    tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                assert_eq!(tags, read_tags(&text).tags);
            }
        }
    }

    #[test]
    fn splitting_does_not_depend_on_what_is_plain() {
        let mut random = fastrand::Rng::with_seed(1);
        let parts = [
            "\n",
            "\n\n",
            " ",
            "1-0",
            "*",
            "{",
            "}",
            "(",
            ")",
            "[Event \"a\"]\n",
            "[White \"b\"]\n",
            "1. ",
            "e4 ",
            "%",
            ";",
            "$1 ",
            "1... ",
            "0-0 ",
            "--",
            "\r",
            "\r\n",
            "1/2-1/2\n",
            "x",
            "rnbqkbnr/8/8/8/8/8/8/8 w",
            ">",
        ];
        for _ in 0..20_000 {
            let mut text = format!("{GAME}{GAME}").into_bytes();
            for _ in 0..random.usize(0..4) {
                let at = random.usize(0..=text.len());
                let removed = random.usize(0..=(text.len() - at).min(3));
                let part = random.choice(parts).unwrap();
                text.splice(at..at + removed, part.bytes());
            }
            compare(&text);
        }
    }
}
