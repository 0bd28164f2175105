//! Words of movetext: move numbers, moves, results, glyphs, as programs and people write them. What a word is
//! follows from its letters alone; whether a move is legal is for the reader to say.

use super::GameResult;
use chess::half_move::is_null_move;
use chess::notation::MoveError;
use chess::text::is_invisible;
use chess::{HalfMove, Position, notation};

/// The kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordKind {
    /// A move number with its periods, or an ellipsis.
    Number,
    /// One period: it may stand anywhere and means nothing.
    Period,
    /// What is written like a move.
    Move,
    /// A move that is passed: `--`.
    NullMove,
    /// A numeric annotation glyph, or the symbol of one.
    Glyph(u8),
    /// `$` without a number from 0 to 255.
    FaultyGlyph,
    /// A sign of check on its own, or `e.p.`.
    Remark,
    /// The result.
    Result(GameResult),
    /// Anything else.
    Odd,
}

/// The first word of a text, which begins with no white space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word {
    /// What it is.
    pub(super) kind: WordKind,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// The most letters of a word that is not odd.
const MAX_LETTERS: usize = 24;

/// Symbols of books and their glyphs, the longer ones first.
const SYMBOLS: [(&str, u8); 33] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=∞", 44),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("□", 7),
    ("∞", 13),
    ("~", 13),
    ("=", 10),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("⌓", 142),
];

/// The letters of a word in plain form (`N` for a figurine, `-` for every dash), and where each ends.
struct Letters {
    plain: [char; MAX_LETTERS],
    ends: [usize; MAX_LETTERS],
    count: usize,
}

impl Letters {
    /// The letters before the next white space or bracket.
    fn of(text: &[u8]) -> Self {
        let mut letters = Self { plain: ['\0'; MAX_LETTERS], ends: [0; MAX_LETTERS], count: 0 };
        let mut at = 0;
        while at < text.len() && letters.count < MAX_LETTERS {
            if let Some(piece) = promotion_in_brackets(&text[at..])
                && letters.count > 0
                && letters.count + 1 < MAX_LETTERS
            {
                letters.push('=', at + 1);
                letters.push(piece, at + 3);
                at += 3;
                continue;
            }
            let (c, length) = char_at(&text[at..]);
            if ends_word(c) && at > 0 {
                break;
            }
            at += length;
            match plain_letter(c) {
                _ if is_joined(c) => {
                    if let Some(last) = letters.count.checked_sub(1) {
                        letters.ends[last] = at;
                    }
                }
                plain => letters.push(plain, at),
            }
        }
        letters
    }

    fn push(&mut self, letter: char, end: usize) {
        self.plain[self.count] = letter;
        self.ends[self.count] = end;
        self.count += 1;
    }

    fn plain(&self) -> &[char] {
        &self.plain[..self.count]
    }
}

/// The first character of a text in UTF-8 or, where it is none, Windows-1252, and its length.
pub(super) fn char_at(text: &[u8]) -> (char, usize) {
    let first = text.first().copied().unwrap_or_default();
    if first.is_ascii() {
        return (char::from(first), 1);
    }
    let length = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let decoded = text.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    match decoded.and_then(|text| text.chars().next()) {
        Some(c) => (c, length),
        None => (super::decode_windows_1252(first), 1),
    }
}

/// Whether a character ends a word.
pub(super) fn ends_word(c: char) -> bool {
    matches!(c, '{' | '}' | '(' | ')' | ';' | '[' | ']' | '$' | '`') || is_space(c)
}

/// Whether a character is white space between words.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Whether a character belongs to the letter before it: one that cannot be seen, or a choice of style.
fn is_joined(c: char) -> bool {
    is_invisible(c) || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{20e3}')
}

/// `(Q)` behind a pawn move.
fn promotion_in_brackets(text: &[u8]) -> Option<char> {
    match text {
        [b'(', piece @ (b'Q' | b'R' | b'B' | b'N'), b')', ..] => Some(char::from(*piece)),
        _ => None,
    }
}

/// A letter as PGN has it.
fn plain_letter(c: char) -> char {
    match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹘' | '﹣' | '－' => '-',
        '×' | '✕' | '✖' | 'х' => 'x',
        '†' => '+',
        '‡' => '#',
        '∕' | '⁄' => '/',
        // Letters of other scripts that look like those of squares and of castling.
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'О' | 'о' | 'Ο' | 'ο' => 'O',
        _ => c,
    }
}

/// The first word of a text that begins with no white space.
pub(super) fn first_word(text: &[u8]) -> Word {
    if text.first() == Some(&b'$') {
        return numeric_glyph(text);
    }
    if let Some((result, length)) = spaced_result(text) {
        return Word { kind: WordKind::Result(result), length };
    }
    let letters = Letters::of(text);
    let (kind, count) = classify(letters.plain());
    if kind == WordKind::Odd {
        return Word { kind, length: odd_length(text) };
    }
    Word { kind, length: letters.ends[count - 1] }
}

/// A move as PGN spells it, without figurines and other dashes. None where it is spelled so already.
fn plain_spelling(word: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+#=-:@<>.".contains(&byte);
    if word.bytes().all(is_plain) {
        return None;
    }
    let letters = Letters::of(word.as_bytes());
    let plain: String = letters.plain().iter().collect();
    Some(plain.replace('/', "="))
}

/// The half-moves of a word that is written like a move or a null move: one, or two without a space between them (`e4e5`
/// where no pawn goes from e4 to e5).
///
/// # Errors
/// Why it is no legal move.
pub(super) fn half_moves_of(
    position: &Position,
    word: &str,
) -> Result<(HalfMove, Option<HalfMove>), MoveError> {
    let plain = plain_spelling(word);
    let text = plain.as_deref().unwrap_or(word);
    HalfMove::parse(position, text).map(|mv| (mv, None)).or_else(|error| {
        let two = || {
            let end = text.find(is_rank)? + 1;
            let (first, second) = (text.get(..end)?, text.get(end..)?);
            let first = notation::parse_move(position, first).ok()?;
            let mut next = position.clone();
            next.play(first);
            // What begins like the origin of a move begins with its piece, or is a pawn move.
            Some((first.into(), Some(notation::parse_move(&next, second).ok()?.into())))
        };
        two().ok_or(error)
    })
}

/// The kind of the word at the beginning of these letters, and the number of its letters.
fn classify(letters: &[char]) -> (WordKind, usize) {
    let Some(&first) = letters.first() else { return (WordKind::Odd, 1) };
    if let Some((result, count)) = result(letters) {
        return (WordKind::Result(result), count);
    }
    if let Some(count) = null_move(letters) {
        return (WordKind::NullMove, count);
    }
    if let Some(count) = castling(letters).or_else(|| piece_move(letters)) {
        return if ends_there(&letters[count..]) { (WordKind::Move, count) } else { (WordKind::Odd, 1) };
    }
    if let Some(count) = number(letters) {
        return (WordKind::Number, count);
    }
    if let Some(count) = en_passant(letters).filter(|&count| is_end(letters.get(count))) {
        return (WordKind::Remark, count);
    }
    if first == '.' {
        return (WordKind::Period, 1);
    }
    if let Some((glyph, count)) = symbol(letters) {
        return (WordKind::Glyph(glyph), count);
    }
    match first {
        '!' | '?' => {
            let count = letters.iter().take_while(|letter| matches!(letter, '!' | '?')).count();
            (WordKind::Glyph(glyph_of_marks(&letters[..count])), count)
        }
        'N' if is_end(letters.get(1)) => (WordKind::Glyph(146), 1),
        '+' | '#' => (WordKind::Remark, 1),
        _ => (WordKind::Odd, 1),
    }
}

/// Whether a word may end before a letter.
fn is_end(next: Option<&char>) -> bool {
    next.is_none_or(|c| !c.is_alphanumeric())
}

/// Whether a move may end before these letters: another word that is known begins there.
fn ends_there(rest: &[char]) -> bool {
    is_end(rest.first())
        || result(rest).is_some()
        || number(rest).is_some_and(|count| matches!(rest[count - 1], '.' | '…'))
        || rest == ['N']
        || en_passant(rest).is_some_and(|count| is_end(rest.get(count)))
        || castling(rest).or_else(|| piece_move(rest)).is_some_and(|count| is_next_move(rest, count))
}

/// Whether a move that follows another one without a space is one: nothing odd is glued to it in turn.
fn is_next_move(letters: &[char], count: usize) -> bool {
    let rest = &letters[count..];
    is_end(rest.first()) || rest[0].is_ascii_digit() || "abcdefghKQRBNO".contains(rest[0])
}

fn starts_with(letters: &[char], text: &str) -> bool {
    let mut letters = letters.iter();
    text.chars().all(|c| letters.next() == Some(&c))
}

/// The result at the beginning of a word, and the number of its letters.
fn result(letters: &[char]) -> Option<(GameResult, usize)> {
    const RESULTS: [(&str, GameResult); 9] = [
        ("1-0", GameResult::WhiteWins),
        ("1:0", GameResult::WhiteWins),
        ("0-1", GameResult::BlackWins),
        ("0:1", GameResult::BlackWins),
        ("1/2-1/2", GameResult::Draw),
        ("1/2:1/2", GameResult::Draw),
        ("½-½", GameResult::Draw),
        ("½:½", GameResult::Draw),
        ("1/2", GameResult::Draw),
    ];
    let first = *letters.first()?;
    if first == '*' {
        let next = letters.get(1);
        return next.is_none_or(|next| matches!(next, '.' | ',')).then_some((GameResult::Unknown, 1));
    }
    if !matches!(first, '0' | '1' | '½') {
        return None;
    }
    let ends = |count| is_end(letters.get(count)) && !matches!(letters.get(count), Some('-' | '/'));
    RESULTS
        .into_iter()
        .map(|(text, result)| (text, result, text.chars().count()))
        .find(|&(text, _, count)| starts_with(letters, text) && ends(count))
        .map(|(_, result, count)| (result, count))
}

/// A result with spaces around its dash, and its length in bytes.
fn spaced_result(text: &[u8]) -> Option<(GameResult, usize)> {
    if !matches!(text.first(), Some(b'0' | b'1' | 0xc2 | 0xbd)) {
        return None;
    }
    let first = ["1/2", "1", "0", "½"].into_iter().find(|first| text.starts_with(first.as_bytes()))?;
    let behind = text[first.len()..].strip_prefix(b" ")?;
    let (dash, length) = char_at(behind);
    if plain_letter(dash) != '-' {
        return None;
    }
    let behind = behind[length..].strip_prefix(b" ")?;
    let (second, result) = match first {
        "1" => ("0", GameResult::WhiteWins),
        "0" => ("1", GameResult::BlackWins),
        half => (half, GameResult::Draw),
    };
    let rest = behind.strip_prefix(second.as_bytes())?;
    let ends = rest.is_empty() || ends_word(char_at(rest).0);
    ends.then_some((result, text.len() - rest.len()))
}

fn null_move(letters: &[char]) -> Option<usize> {
    let end =
        letters.iter().position(|letter| matches!(letter, '!' | '?' | ',' | '+')).unwrap_or(letters.len());
    // The first letters decide for most words.
    let may_be = match letters {
        ['-' | 'Z' | 'z' | '@' | '<' | '0', ..] => true,
        [first, second, ..] => matches!((first, second), ('n' | 'N', 'u' | 'U') | ('p' | 'P', 'a' | 'A')),
        _ => false,
    };
    (may_be && is_null_move(&letters[..end].iter().collect::<String>())).then_some(end)
}

/// Castling with its sign of check.
fn castling(letters: &[char]) -> Option<usize> {
    let first = *letters.first()?;
    if !matches!(first, 'O' | '0' | 'o') {
        return None;
    }
    let is_letter = |at: usize| matches!(letters.get(at), Some('O' | '0' | 'o'));
    let step = if letters.get(1) == Some(&'-') { 2 } else { 1 };
    if !is_letter(step) {
        return None;
    }
    let is_long = (step == 1 || letters.get(step + 1) == Some(&'-')) && is_letter(2 * step);
    let count = if is_long { 2 * step + 1 } else { step + 1 };
    // `0-0-1` is none, and neither is a number with zeros.
    let ends =
        !matches!(letters.get(count), Some('-')) && !letters.get(count).is_some_and(char::is_ascii_digit);
    let glued = result(&letters[count..]).is_some();
    (ends || glued).then(|| count + checks(&letters[count..]))
}

/// A move of a piece or a pawn by squares, with promotion and signs of check.
fn piece_move(letters: &[char]) -> Option<usize> {
    let count = match letters.first()? {
        'K' | 'Q' | 'R' | 'B' | 'N' | 'P' => squares(&letters[1..], letters[0] != 'P')
            .map(|count| count + 1)
            .or_else(|| squares(letters, false)),
        'k' | 'q' | 'r' | 'n' | 'p' => squares(&letters[1..], true).map(|count| count + 1),
        _ => squares(letters, false).or_else(|| file_capture(letters)),
    }?;
    let count = count + promotion(letters, count);
    let count = count + en_passant(&letters[count..]).unwrap_or_default();
    Some(count + checks(&letters[count..]))
}

const fn is_file(letter: char) -> bool {
    matches!(letter, 'a'..='h' | 'A'..='H')
}

const fn is_rank(letter: char) -> bool {
    matches!(letter, '1'..='8')
}

/// The squares of a move: where it goes, and before that perhaps where it comes from.
fn squares(letters: &[char], has_piece: bool) -> Option<usize> {
    let square = |at: usize| {
        letters.get(at).copied().is_some_and(is_file) && letters.get(at + 1).copied().is_some_and(is_rank)
    };
    let sign = |at: usize| usize::from(matches!(letters.get(at), Some('x' | 'X' | ':' | '-')));
    let first = *letters.first()?;
    let mut origins = [None; 3];
    if square(0) {
        origins[0] = Some(2);
    }
    if is_file(first) {
        origins[1] = Some(1);
    }
    if has_piece && is_rank(first) {
        origins[2] = Some(1);
    }
    let with_origin = origins.into_iter().flatten().find_map(|origin| {
        let to = origin + sign(origin);
        square(to).then_some(to + 2)
    });
    with_origin.or_else(|| {
        let to = if has_piece { sign(0) } else { 0 };
        square(to).then_some(to + 2)
    })
}

/// A capture of a pawn by its files alone, which is a whole word.
fn file_capture(letters: &[char]) -> Option<usize> {
    let (from, to, count) = match letters {
        [from, 'x' | ':', to, ..] => (*from, *to, 3),
        [from, to, ..] => (*from, *to, 2),
        _ => return None,
    };
    let are_files =
        matches!((from, to), ('a'..='h', 'a'..='h')) && u32::from(from).abs_diff(u32::from(to)) == 1;
    let after = count + checks(&letters[count..]);
    (are_files && is_end(letters.get(after))).then_some(count)
}

/// The letters of the promotion behind so many letters of a pawn move.
fn promotion(letters: &[char], count: usize) -> usize {
    let is_pawn =
        letters[0].is_ascii_lowercase() || letters[0] == 'P' || !matches!(letters[0], 'K' | 'Q' | 'R' | 'N');
    if !is_pawn || !matches!(letters[count - 1], '1' | '8') {
        return 0;
    }
    let is_piece =
        |letter: Option<&char>| matches!(letter, Some('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n'));
    match letters.get(count) {
        Some('=' | '/') if is_piece(letters.get(count + 1)) => 2,
        // `e8Nf6` is a move behind another one.
        piece if is_piece(piece) && !letters.get(count + 1).is_some_and(|c| c.is_alphanumeric()) => 1,
        _ => 0,
    }
}

fn en_passant(letters: &[char]) -> Option<usize> {
    ["e.p.", "e.p", "ep"].into_iter().find(|text| starts_with(letters, text)).map(str::len)
}

/// The number of signs of check.
fn checks(letters: &[char]) -> usize {
    let is_sign = |&at: &usize| match letters.get(at) {
        Some('#') => true,
        // `+-` and `+=` are glyphs.
        Some('+') => !matches!(letters.get(at + 1), Some('-' | '=' | '/')),
        _ => false,
    };
    (0..letters.len()).take_while(is_sign).count()
}

/// A move number with its periods. Without them it is a word of its own or stands before a move.
fn number(letters: &[char]) -> Option<usize> {
    let digits = letters.iter().take_while(|letter| letter.is_ascii_digit()).count();
    let dots = letters[digits..].iter().take_while(|letter| matches!(letter, '.' | '…')).count();
    if digits == 0 {
        let is_ellipsis = dots > 1 || letters.first() == Some(&'…');
        return is_ellipsis.then_some(dots);
    }
    if digits > 5 {
        return None;
    }
    let rest = &letters[digits + dots..];
    let is_number = dots > 0 || rest.is_empty() || castling(rest).or_else(|| piece_move(rest)).is_some();
    (is_number || rest == [',']).then_some(digits + dots)
}

/// The glyph of a symbol, and the number of its letters.
fn symbol(letters: &[char]) -> Option<(u8, usize)> {
    let first = *letters.first()?;
    if first.is_ascii_alphanumeric() || first == '!' || first == '?' {
        return None;
    }
    let found = SYMBOLS.into_iter().find(|(symbol, _)| starts_with(letters, symbol));
    found.map(|(symbol, glyph)| (glyph, symbol.chars().count()))
}

/// The glyph of the marks after a move.
fn glyph_of_marks(marks: &[char]) -> u8 {
    match marks {
        ['!'] => 1,
        ['?'] => 2,
        // If there are too many marks, the first ones count.
        ['!', '!', ..] => 3,
        ['?', '?', ..] => 4,
        ['!', ..] => 5,
        _ => 6,
    }
}

fn numeric_glyph(text: &[u8]) -> Word {
    let digits = text[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[1..=digits]).ok().and_then(|digits| digits.parse().ok());
    Word { kind: number.map_or(WordKind::FaultyGlyph, WordKind::Glyph), length: digits + 1 }
}

/// The length of an odd word: up to white space, a bracket or a result; a mark that is no letter stands alone.
fn odd_length(text: &[u8]) -> usize {
    let (first, length) = char_at(text);
    if !first.is_alphanumeric() {
        return length;
    }
    let end = run_length(text);
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let result = results.into_iter().find(|result| text[..end].ends_with(result) && end > result.len());
    end - result.map_or(0, <[u8]>::len)
}

/// The length of what stands before the next white space or bracket, at least one character.
pub(super) fn run_length(text: &[u8]) -> usize {
    let mut at = char_at(text).1;
    while at < text.len() {
        let (c, length) = char_at(&text[at..]);
        if ends_word(c) {
            break;
        }
        at += length;
    }
    at.min(text.len())
}

/// Whether the first run of a text is a word of a language: letters, perhaps with punctuation around them.
pub(super) fn is_natural(text: &[u8]) -> bool {
    let run = super::decode(&text[..run_length(text).min(64)]).into_owned();
    let word = run.trim_matches(|c: char| !c.is_alphanumeric());
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’' | '-');
    let is_long = word.chars().count() > 1 || matches!(word, "I" | "a" | "A");
    is_long && word.chars().all(is_letter) && first_word(text).kind == WordKind::Odd
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text, each with the first letter of its kind.
    fn words(text: &str) -> String {
        let mut found = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = first_word(rest.as_bytes());
            let kind = match word.kind {
                WordKind::Number => "n".to_owned(),
                WordKind::Period => ".".to_owned(),
                WordKind::Move => "m".to_owned(),
                WordKind::NullMove => "0".to_owned(),
                WordKind::Glyph(glyph) => format!("${glyph}"),
                WordKind::FaultyGlyph => "$".to_owned(),
                WordKind::Remark => "r".to_owned(),
                WordKind::Result(result) => format!("={result}"),
                WordKind::Odd => "?".to_owned(),
            };
            found.push(format!("{kind}:{}", &rest[..word.length]));
            rest = rest[word.length..].trim_start();
        }
        found.join(" ")
    }

    #[test]
    fn the_words_of_the_standard_are_known() {
        assert_eq!(words("1. e4 e5 12...Nf6 1-0"), "n:1. m:e4 m:e5 n:12... m:Nf6 =1-0:1-0");
        assert_eq!(words("exd8=Q+ O-O-O# R1xa2 Qh4e1 $5 *"), "m:exd8=Q+ m:O-O-O# m:R1xa2 m:Qh4e1 $5:$5 =*:*");
        assert_eq!(words("e2e4 e7e8q 0-0 Nf3!? N --"), "m:e2e4 m:e7e8q m:0-0 m:Nf3 $5:!? $146:N 0:--");
    }

    #[test]
    fn words_without_a_space_between_them_are_several() {
        assert_eq!(words("Qxe51-0"), "m:Qxe5 =1-0:1-0");
        assert_eq!(words("Qd61/2-1/2"), "m:Qd6 =1/2-1/2:1/2-1/2");
        assert_eq!(words("Ke7* f6*"), "m:Ke7 =*:* m:f6 =*:*");
        assert_eq!(words("1.e4,e5"), "n:1. m:e4 ?:, m:e5");
        assert_eq!(words("Nf3Nf62.Nc3"), "m:Nf3 m:Nf6 n:2. m:Nc3");
        assert_eq!(
            words("Nf3N e4± e4+/- e5=+ Qh5+-"),
            "m:Nf3 $146:N m:e4 $16:± m:e4 $16:+/- m:e5 $15:=+ m:Qh5 $18:+-"
        );
        assert_eq!(words("Bh6+, $5. $300 e4!."), "m:Bh6+ ?:, $5:$5 .:. $:$300 m:e4 $1:! .:.");
        assert_eq!(words("exd6ep exd6e.p. d8(Q)+ d8/Q"), "m:exd6ep m:exd6e.p. m:d8(Q)+ m:d8/Q");
        assert_eq!(words("12Nf3 1 e4 ... 0-00-1"), "n:12 m:Nf3 n:1 m:e4 n:... m:0-0 =0-1:0-1");
    }

    #[test]
    fn other_dashes_letters_and_figurines_are_plain_ones() {
        let plain = |text: &str| plain_spelling(text).unwrap_or_else(|| text.to_owned());
        for (text, wanted) in [
            ("♘f3", "Nf3"),
            ("♞c6", "Nc6"),
            ("♟\u{fe0e}e5", "Pe5"),
            ("e8=♕", "e8=Q"),
            ("О–О", "O-O"),
            ("0−0−0", "0-0-0"),
            ("e2‑e4", "e2-e4"),
            ("N\u{200d}f3", "Nf3"),
            ("Nxе5", "Nxe5"),
            ("B×c4†", "Bxc4+"),
            ("d8(Q)", "d8=Q"),
        ] {
            assert_eq!(
                first_word(text.as_bytes()),
                Word { kind: WordKind::Move, length: text.len() },
                "{text}"
            );
            assert_eq!(plain(text), wanted);
        }
        assert_eq!(words("1–0"), "=1-0:1–0");
        assert_eq!(words("½–½"), "=1/2-1/2:½–½");
        assert_eq!(words("1/2 - 1/2"), "=1/2-1/2:1/2 - 1/2");
        assert_eq!(first_word(b"\xbd-\xbd").kind, WordKind::Result(GameResult::Draw), "Latin-1");
        assert_eq!(first_word(b"1\x960").kind, WordKind::Result(GameResult::WhiteWins), "Windows-1252");
    }

    #[test]
    fn two_moves_without_a_space_are_two_where_they_cannot_be_one() {
        let moves = |start: &Position, word: &str| {
            let (first, second) = half_moves_of(start, word).unwrap();
            let next = first.after(start).unwrap();
            (first.san(start), second.map(|mv| mv.san(&next)))
        };
        let mut position = Position::start();
        assert_eq!(moves(&position, "e4e5"), ("e4".to_owned(), Some("e5".to_owned())));
        assert_eq!(moves(&position, "e2e4"), ("e4".to_owned(), None));
        assert!(half_moves_of(&position, "e4e4").is_err());
        notation::play_line(&mut position, ["e4", "d5"]).unwrap();
        assert_eq!(moves(&position, "e4e5"), ("e5".to_owned(), None));
    }

    #[test]
    fn words_of_a_language_are_odd() {
        for text in ["Hello,", "becomes", "bad", "I", "been", "White", "don't", "Überraschung", "deed"] {
            assert_eq!(
                first_word(text.as_bytes()),
                Word { kind: WordKind::Odd, length: text.len() },
                "{text}"
            );
            assert!(is_natural(text.as_bytes()), "{text}");
        }
        for text in ["e4x9", "x5", "1/2x", "--------", "e44", "123456"] {
            assert_eq!(first_word(text.as_bytes()).kind, WordKind::Odd, "{text}");
            assert!(!is_natural(text.as_bytes()), "{text}");
        }
        assert_eq!(words("xyz1-0"), "?:xyz =1-0:1-0");
    }
}
