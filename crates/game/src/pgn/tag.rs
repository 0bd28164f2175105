//! Tags: where one ends, and what is wrong with one that has no end.

/// A tag, by the places of its parts in the text that begins with its bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TagParts {
    /// Where the name begins and ends.
    pub(super) name: (usize, usize),
    /// Where the value begins and ends, without its quotation marks.
    pub(super) value: (usize, usize),
    /// The length of the tag.
    pub(super) length: usize,
}

/// What begins with a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TagScan {
    /// A tag.
    Tag(TagParts),
    /// No tag: the reason, and how many bytes are lost with it.
    Faulty(&'static str, usize),
    /// More of the text is needed.
    Unfinished,
}

/// Whether a tag begins here: a bracket, a name, and a quotation mark.
pub(super) fn is_tag(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"[") else { return false };
    let inside = without_blanks(inside);
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && without_blanks(&inside[name..]).starts_with(b"\"")
}

fn without_blanks(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..]
}

/// The tag at the start of a text that begins with a bracket. `is_end` says that the text has no more bytes than these.
///
/// The value may contain brackets and quotation marks: it ends with a quotation mark that has no backslash before it
/// and a bracket behind. Where no such mark is on its line it ends with the line's last one.
pub(super) fn scan_tag(text: &[u8], is_end: bool) -> TagScan {
    let line = &text[..text.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len())];
    if line.len() == text.len() && !is_end {
        return TagScan::Unfinished;
    }
    match tag_parts(text, line) {
        Ok(parts) => TagScan::Tag(parts),
        Err(reason) => TagScan::Faulty(reason, faulty_length(line)),
    }
}

fn tag_parts(text: &[u8], line: &[u8]) -> Result<TagParts, &'static str> {
    let place = |rest: &[u8]| line.len() - rest.len();
    let inside = without_blanks(&line[1..]);
    let ends = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control() || b"\"[]{}".contains(byte);
    let end = inside.iter().position(ends).unwrap_or(inside.len());
    let name = (place(inside), place(inside) + end);
    let value = without_blanks(&inside[end..]).strip_prefix(b"\"").ok_or("this tag has no value")?;
    if end == 0 {
        return Err("this tag has no name");
    }
    let begun = place(value);
    let mut at = begun;
    while at < line.len() {
        match line[at] {
            b'\\' if line.get(at + 1) == Some(&b'\\') => at += 2,
            // A backslash that escapes nothing: the next tag follows.
            b'\\' if line.get(at + 1) == Some(&b'"') => {
                let behind = without_blanks(&line[at + 2..]);
                if let Some(next) = behind.strip_prefix(b"]").map(without_blanks)
                    && is_tag(next)
                {
                    return Ok(TagParts { name, value: (begun, at + 1), length: place(behind) + 1 });
                }
                at += 2;
            }
            b'"' => {
                // White space before the bracket may hold an end of line.
                let behind = text[at + 1..].trim_ascii_start();
                if behind.first() == Some(&b']') {
                    let length = text.len() - behind.len() + 1;
                    return Ok(TagParts { name, value: (begun, at), length });
                }
                // A quotation mark that nothing closes behind is part of the value: people forget to escape.
                if !line[at + 1..].contains(&b'"') || is_tag(without_blanks(&line[at + 1..])) {
                    return Err("this tag has no closing bracket");
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    let trimmed = line.trim_ascii_end();
    match trimmed.strip_suffix(b"\"]") {
        Some(rest) if rest.len() >= begun => {
            Ok(TagParts { name, value: (begun, rest.len()), length: trimmed.len() })
        }
        _ => Err("this tag's value has no end"),
    }
}

/// How much of its line is lost with a faulty tag: up to its bracket or to the next tag.
fn faulty_length(line: &[u8]) -> usize {
    let next_tag = (1..line.len()).find(|&at| line[at] == b'[' && is_tag(&line[at..]));
    let is_unquoted = |end: &usize| !line[..*end].contains(&b'"');
    let closed = line.iter().position(|&byte| byte == b']').filter(is_unquoted).map(|end| end + 1);
    next_tag.into_iter().chain(closed).min().unwrap_or(line.len())
}

/// The value of a tag as it stands between its quotation marks, without backslashes.
pub(super) fn tag_value(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next_if(|c| matches!(c, '\\' | '"')) } else { None };
        value.push(escaped.unwrap_or(letter));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, value and rest of a tag.
    fn check(text: &str, wanted: Result<(&str, &str, &str), &str>) {
        let found = match scan_tag(text.as_bytes(), true) {
            TagScan::Tag(TagParts { name, value, length }) => {
                Ok((&text[name.0..name.1], tag_value(&text[value.0..value.1]), &text[length..]))
            }
            TagScan::Faulty(reason, _) => Err(reason),
            TagScan::Unfinished => unreachable!("it has an end"),
        };
        assert_eq!(found, wanted.map(|(name, value, rest)| (name, value.to_owned(), rest)), "{text}");
    }

    #[test]
    fn a_tag_ends_where_its_value_does() {
        check("[White \"x\"]1. e4", Ok(("White", "x", "1. e4")));
        check("[ White  \"a \\\"b\\\" \\\\\" ] [B", Ok(("White", "a \"b\" \\", " [B")));
        check("[Event \"The \"Big\" one\"]\n", Ok(("Event", "The \"Big\" one", "\n")));
        check("[Event \"]\"]\r", Ok(("Event", "]", "\r")));
        check("[Event \"The bridge \\\"]\n[White \"a\"]", Ok(("Event", "The bridge \\", "\n[White \"a\"]")));
        check("[Event \"The bridge \\\"] [White \"a\"]", Ok(("Event", "The bridge \\", " [White \"a\"]")));
        check("[Event \"C:\\\\\"]", Ok(("Event", "C:\\", "")));
        check("[Event \"x]\n", Err("this tag's value has no end"));
        check("[Event \"x\" [White \"a\"]", Err("this tag has no closing bracket"));
        check("[Event]", Err("this tag has no value"));
        check("[\"x\"]", Err("this tag has no name"));
    }

    #[test]
    fn a_faulty_tag_costs_itself() {
        let cost = |text: &str| match scan_tag(text.as_bytes(), true) {
            TagScan::Faulty(_, length) => text[..length].to_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(cost("[White] 1. e4"), "[White]");
        assert_eq!(cost("[White \"x\" [Black \"y\"] 1. e4"), "[White \"x\" ");
        assert_eq!(cost("[White \"x\n1. e4"), "[White \"x");
    }
}
