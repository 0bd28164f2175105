//! Changes tags in the text of a game. All that is not changed stays as it is, byte for byte: other tags, comments, spacing, line
//! ends and the encoding.

use std::ops::Range;

use super::scan::{ScanItem, ScanKind, Scanner};
use super::tag::{TagScan, scan_tag};
use super::tag_change::{TagChange, TagProblem};
use super::word::WordKind;
use super::write::SEVEN_TAG_ROSTER;
use super::{GameResult, decode, encode_windows_1252, read, read_tags};
use crate::pgn::split::PgnSplitter;
use chess::Position;

/// What the file around a game says about new text in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// How lines end.
    pub line_end: &'static str,
    /// Whether a letter beyond ASCII is written as UTF-8; else as Windows-1252, where that has it.
    pub is_utf8: bool,
}

impl TextStyle {
    /// The style of a text.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let line_end = match text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(at) if text[at..].starts_with(b"\r\n") => "\r\n",
            Some(at) if text[at] == b'\r' => "\r",
            _ => "\n",
        };
        Self { line_end, is_utf8: std::str::from_utf8(text).is_ok() }
    }
}

/// A tag in the text of a game.
struct PlacedTag {
    name: String,
    /// The tag with its brackets.
    whole: Range<usize>,
    /// The value between its quotation marks.
    value: Range<usize>,
}

/// A replacement of a part of the text.
struct TextEdit {
    place: Range<usize>,
    text: Vec<u8>,
}

/// The text of a game after these changes. A value of a tag is replaced; a new tag goes to its place among the seven of the
/// roster, or behind the other tags; a tag without a value is removed. With the result, the sign behind the moves changes where
/// it agreed with the tag.
///
/// `file_style` is the style of the file, for a game that shows none.
///
/// # Errors
/// When a value cannot be written in the encoding of the game, the text would be read as another game, or its moves could not
/// be played.
pub fn edit_tags(game: &[u8], changes: &[TagChange], file_style: TextStyle) -> Result<Vec<u8>, TagProblem> {
    let changes = with_set_up(changes, game);
    let own_style = TextStyle::of(game);
    let has_line_end = game.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    let style = TextStyle {
        line_end: if has_line_end { own_style.line_end } else { file_style.line_end },
        is_utf8: if game.is_ascii() { file_style.is_utf8 } else { own_style.is_utf8 },
    };
    let mut text = game.to_vec();
    for change in &changes {
        text = apply(&text, change, style)?;
    }
    check(game, &text, &changes)?;
    Ok(text)
}

/// The changes, and with a position the tag `SetUp` that says that there is one.
fn with_set_up(changes: &[TagChange], game: &[u8]) -> Vec<TagChange> {
    let mut changes = changes.to_vec();
    let fen = changes.iter().rev().find(|change| change.name() == "FEN");
    let set_up = fen.map(|fen| fen.value().map(|_| "1".to_owned()));
    if let Some(value) = set_up
        && !changes.iter().any(|change| change.name() == "SetUp")
    {
        let header = read_tags(&decode(game));
        if header.tag("SetUp") != value.as_deref() {
            let first = changes.iter().position(|change| change.name() == "FEN").unwrap_or(0);
            changes.insert(first, TagChange::set_up(value));
        }
    }
    changes
}

/// Applies one change.
fn apply(text: &[u8], change: &TagChange, style: TextStyle) -> Result<Vec<u8>, TagProblem> {
    let tags = placed_tags(text);
    let mut same = tags.iter().filter(|tag| tag.name == change.name()).peekable();
    let mut edits = Vec::new();
    match (change.value(), same.peek()) {
        (Some(value), Some(tag)) => {
            let raw = decode(&text[tag.value.clone()]);
            if super::tag::tag_value(&raw) != value {
                edits.push(TextEdit { place: tag.value.clone(), text: encode(value, style)? });
            }
        }
        (Some(value), None) => {
            let tag = [format!("[{} \"", change.name()).as_bytes(), &encode(value, style)?, b"\"]"].concat();
            edits.push(insertion(text, &tags, (change.name(), tag), style));
        }
        // Another one of the same name would count in place of the first.
        (None, _) => edits.extend(same.map(|tag| removal(text, tag))),
    }
    if change.name() == "Result" {
        edits.extend(result_edit(text, &tags, change.value()));
    }
    let mut edited = text.to_vec();
    edits.sort_by_key(|edit| edit.place.start);
    for TextEdit { place, text } in edits.into_iter().rev() {
        edited.splice(place, text);
    }
    Ok(edited)
}

/// The items of a game's text with their places.
fn items(text: &[u8]) -> impl Iterator<Item = (Range<usize>, ScanKind)> {
    let mut scanner = Scanner::new();
    let mut at = 0;
    std::iter::from_fn(move || {
        let ScanItem { kind, length } = scanner.next(&text[at..], true)?;
        let place = at..at + length;
        at = place.end;
        (kind != ScanKind::NextGame).then_some((place, kind))
    })
}

/// The tags of a game, in their order.
fn placed_tags(text: &[u8]) -> Vec<PlacedTag> {
    let tags = items(text).filter(|(_, kind)| *kind == ScanKind::Tag);
    tags.filter_map(|(whole, _)| {
        let TagScan::Tag(parts) = scan_tag(&text[whole.clone()], true) else { return None };
        let at = |(from, to): (usize, usize)| whole.start + from..whole.start + to;
        let name = String::from_utf8_lossy(&text[at(parts.name)]).into_owned();
        Some(PlacedTag { name, value: at(parts.value), whole })
    })
    .collect()
}

/// The value as it stands between quotation marks.
fn encode(value: &str, style: TextStyle) -> Result<Vec<u8>, TagProblem> {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    if style.is_utf8 {
        return Ok(escaped.into_bytes());
    }
    let letter = |c| encode_windows_1252(c).ok_or(TagProblem::NotInEncoding(c));
    escaped.chars().map(letter).collect()
}

/// Where a new tag goes, with the line end that parts it from its neighbor.
fn insertion(text: &[u8], tags: &[PlacedTag], (name, tag): (&str, Vec<u8>), style: TextStyle) -> TextEdit {
    let rank = |name: &str| SEVEN_TAG_ROSTER.iter().position(|(known, _)| *known == name);
    let own = rank(name).unwrap_or(SEVEN_TAG_ROSTER.len());
    let comes_before = |tag: &&PlacedTag| rank(&tag.name).is_some_and(|other| other < own);
    let line_end = style.line_end.as_bytes();
    let before = match rank(name) {
        Some(_) => tags.iter().rfind(comes_before),
        None => tags.last(),
    };
    if let Some(before) = before {
        let place = before.whole.end..before.whole.end;
        return TextEdit { place, text: [line_end, quotation(text, before.whole.start), &tag].concat() };
    }
    match tags.first() {
        Some(next) => {
            let place = next.whole.start..next.whole.start;
            TextEdit { place, text: [&tag, line_end, quotation(text, next.whole.start)].concat() }
        }
        None => TextEdit { place: 0..0, text: [&tag, line_end, line_end].concat() },
    }
}

/// What stands before a place on its line, where these are only the marks of quotation of a mail.
fn quotation(text: &[u8], place: usize) -> &[u8] {
    let begun = text[..place].iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    let before = &text[begun..place];
    if before.iter().all(|byte| matches!(byte, b'>' | b' ')) { before } else { &[] }
}

/// The tag goes with its line, if nothing else is on it, else with the blanks behind it.
fn removal(text: &[u8], tag: &PlacedTag) -> TextEdit {
    let Range { start, end } = tag.whole;
    let blanks = text[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let behind = &text[end + blanks..];
    let line_end = match behind {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    };
    let prefix = quotation(text, start).len();
    let begun = start - prefix;
    let is_line_start = begun == 0 || matches!(text[begun - 1], b'\n' | b'\r');
    let place = match (is_line_start, line_end) {
        (true, 1..) => begun..end + blanks + line_end,
        (_, 0) => start..end + blanks,
        (false, 1..) => start..end,
    };
    TextEdit { place, text: Vec::new() }
}

/// The change of the sign at the end of the moves, if that was the result of the tag, or of a game without one.
fn result_edit(text: &[u8], tags: &[PlacedTag], value: Option<&str>) -> Option<TextEdit> {
    let tagged = tags.iter().find(|tag| tag.name == "Result");
    let tagged = tagged.map(|tag| String::from_utf8_lossy(&text[tag.value.clone()]).trim().to_owned());
    let new = GameResult::of(value?)?;
    let is_sign = |kind: &ScanKind| matches!(kind, ScanKind::Word(WordKind::Result(_)));
    let (place, _) = items(text).filter(|(_, kind)| is_sign(kind)).last()?;
    let sign = GameResult::of(&String::from_utf8_lossy(&text[place.clone()]))?;
    let agrees = tagged.is_none_or(|tagged| GameResult::of(&tagged) == Some(sign));
    (agrees && sign != new).then(|| TextEdit { place, text: new.to_string().into_bytes() })
}

/// Makes sure that the new text is one game with the tags that were asked for and the moves of before.
fn check(old: &[u8], new: &[u8], changes: &[TagChange]) -> Result<(), TagProblem> {
    let mut pieces = PgnSplitter::new(new);
    let first = pieces.next().and_then(Result::ok);
    // Without its tags a game may begin with an empty line.
    let length = new.trim_ascii_start().len();
    let is_one_game = first.is_some_and(|piece| piece.is_game() && piece.bytes.len() == length);
    if !is_one_game || pieces.next().is_some() {
        return Err(TagProblem::NoPlace);
    }
    let [old, new] = [old, new].map(|text| read(&decode(text), &Position::start()));
    let is_changed = |name: &str| changes.iter().any(|change| change.name() == name);
    let others = |header: &super::PgnHeader| {
        header.tags.iter().filter(|(name, _)| !is_changed(name)).cloned().collect::<Vec<_>>()
    };
    let has_value = |change: &TagChange| {
        let last = changes.iter().rfind(|other| other.name() == change.name()).unwrap_or(change);
        let found = new.game.header.tags.iter().find(|(name, _)| name == change.name());
        found.map(|(_, value)| value.as_str()) == last.value()
    };
    if !changes.iter().all(has_value) || others(&old.game.header) != others(&new.game.header) {
        return Err(TagProblem::NoPlace);
    }
    let new_fault = new.fault.filter(|_| old.fault.is_none());
    if let Some(fault) = new_fault {
        return Err(TagProblem::UnplayableMoves(fault.reason));
    }
    let starts_elsewhere = is_changed("FEN") || is_changed("Variant");
    if !starts_elsewhere && old.game.tree != new.game.tree {
        return Err(TagProblem::NoPlace);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(game: &[u8], changes: &[&str]) -> Result<Vec<u8>, String> {
        let changes: Vec<TagChange> = changes.iter().map(|change| change.parse().unwrap()).collect();
        edit_tags(game, &changes, TextStyle::of(game)).map_err(|problem| problem.to_string())
    }

    fn check_edit(game: &str, changes: &[&str], wanted: &str) {
        let found = edited(game.as_bytes(), changes).map(|text| String::from_utf8(text).unwrap());
        assert_eq!(found.as_deref(), Ok(wanted), "{game} {changes:?}");
    }

    const GAME: &str = "[Event \"x\"]\n[White \"a\"]  [Black \"b\"]\n\n1. e4 {c}  e5 (1... c5) 1-0 {end}";

    #[test]
    fn a_value_is_replaced_and_all_else_stays() {
        check_edit(GAME, &["White=A \"B\" \\"], &GAME.replace("\"a\"", "\"A \\\"B\\\" \\\\\""));
        check_edit(GAME, &["White=a"], GAME);
        check_edit(
            &GAME.replace('\n', "\r\n"),
            &["White=J\u{f6}rg"],
            &GAME.replace('\n', "\r\n").replace("\"a\"", "\"J\u{f6}rg\""),
        );
    }

    #[test]
    fn a_new_tag_goes_to_its_place() {
        check_edit(GAME, &["Date=2024.05.01"], &GAME.replace("x\"]\n", "x\"]\n[Date \"2024.05.01\"]\n"));
        check_edit(GAME, &["Result=1-0"], &GAME.replace("b\"]\n", "b\"]\n[Result \"1-0\"]\n"));
        check_edit(GAME, &["ECO=C20"], &GAME.replace("b\"]\n", "b\"]\n[ECO \"C20\"]\n"));
        check_edit("[ECO \"C20\"]\r\n\r\n*", &["White=a"], "[White \"a\"]\r\n[ECO \"C20\"]\r\n\r\n*");
        check_edit("1. e4 {c} *", &["White=a"], "[White \"a\"]\n\n1. e4 {c} *");
        let mail = "[Event \"x\"]\n> [White \"a\"]\n> 1. e4 *";
        check_edit(mail, &["Black=b"], &mail.replace("a\"]\n", "a\"]\n> [Black \"b\"]\n"));
        let two = "[White \"a\"] [ECO \"C20\"]\n\n*";
        check_edit(two, &["Black=b"], "[White \"a\"]\n[Black \"b\"] [ECO \"C20\"]\n\n*");
    }

    #[test]
    fn a_tag_without_a_value_is_removed() {
        check_edit(GAME, &["Event="], &GAME.replace("[Event \"x\"]\n", ""));
        check_edit(GAME, &["White="], &GAME.replace("[White \"a\"]  ", ""));
        check_edit(GAME, &["Black="], &GAME.replace("[Black \"b\"]", ""));
        check_edit(GAME, &["ECO="], GAME);
        check_edit("[Event \"x\"]\n[Event \"y\"]\n\n1. e4 *", &["Event="], "\n1. e4 *");
    }

    #[test]
    fn the_sign_behind_the_moves_is_that_of_the_result() {
        let game = "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {1-0} e5 (1... c5 1-0) 1-0\n";
        check_edit(
            game,
            &["Result=0-1"],
            "[White \"a\"]\n[Result \"0-1\"]\n\n1. e4 {1-0} e5 (1... c5 1-0) 0-1\n",
        );
        let other = game.replace("[Result \"1-0\"]", "[Result \"*\"]");
        check_edit(&other, &["Result=0-1"], &other.replace("[Result \"*\"]", "[Result \"0-1\"]"));
        check_edit(game, &["Result="], &game.replace("[Result \"1-0\"]\n", ""));
    }

    #[test]
    fn the_encoding_stays() {
        let game = b"[White \"J\xf6rg\"]\n\n1. e4 *";
        assert_eq!(
            edited(game, &["Black=M\u{fc}ller \u{2013}"]).unwrap(),
            b"[White \"J\xf6rg\"]\n[Black \"M\xfcller \x96\"]\n\n1. e4 *"
        );
        let problem = edited(game, &["Black=Dvo\u{159}\u{e1}k"]).unwrap_err();
        assert_eq!(
            problem,
            "the game is written in Windows-1252, which has no \"\u{159}\": save its file as UTF-8 first"
        );
        let latin = TextStyle { line_end: "\n", is_utf8: false };
        let change = ["White=J\u{f6}rg".parse().unwrap()];
        assert_eq!(edit_tags(b"1. e4 *", &change, latin).unwrap(), b"[White \"J\xf6rg\"]\n\n1. e4 *");
    }

    #[test]
    fn a_position_comes_with_its_sign_and_must_fit_the_moves() {
        let game = "[White \"a\"]\n\n1. Qb4 *";
        let fen = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
        let change = format!("FEN={fen}");
        let refused = edited("[White \"a\"]\n\n1. e4 *".as_bytes(), &[&change]).unwrap_err();
        assert!(refused.starts_with("the moves of the game cannot be played then: "), "{refused}");
        let with = format!("[White \"a\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Qb4 *");
        check_edit(game, &[&change], &with);
        let empty = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[White \"a\"]\n\n*");
        check_edit(&empty, &["FEN="], "[White \"a\"]\n\n*");
    }

    #[test]
    fn a_line_with_a_position_takes_no_tag() {
        let problem = edited(b"8/8/8/8/8/1Q6/8/k2K4 w - - bm Qb4;", &["White=a"]).unwrap_err();
        assert!(problem.starts_with("this text takes no such tag"), "{problem}");
    }
}
