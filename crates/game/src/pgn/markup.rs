//! What web pages, forums and trackers put around a game: code fences, forum tags, HTML.

/// The longest mark, in bytes.
const MAX_MARKUP_BYTES: usize = 120;

/// Names of marks that enclose a text.
const CONTAINERS: [&str; 9] =
    ["pgn", "code", "quote", "game", "chess", "pre", "spoiler", "blockquote", "textarea"];

/// Names of marks within a text.
const STYLES: [&str; 14] =
    ["b", "i", "u", "s", "em", "strong", "color", "size", "center", "font", "br", "p", "div", "span"];

/// A mark of a page around a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Markup {
    /// Its length in bytes.
    pub(super) length: usize,
    /// Whether it begins a text that stands by itself.
    pub(super) is_start: bool,
    /// Whether it ends such a text.
    pub(super) is_end: bool,
}

/// The mark at the start of a text.
pub(super) fn markup(text: &[u8]) -> Option<Markup> {
    if text.starts_with(b"```") {
        return Some(fence(text));
    }
    let close = match text.first()? {
        b'[' => b']',
        b'<' => b'>',
        _ => return None,
    };
    let is_last = |byte: &u8| *byte == close || matches!(byte, b'\n' | b'\r');
    let end = text.iter().take(MAX_MARKUP_BYTES).position(is_last).filter(|&end| text[end] == close)?;
    let inside = std::str::from_utf8(&text[1..end]).ok()?;
    let (inside, is_closing) = inside.strip_prefix('/').map_or((inside, false), |name| (name, true));
    let length = inside.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(inside.len());
    let (name, rest) = inside.split_at(length);
    // `[Game "1"]` is a tag, `[quote="Ann"]` is none.
    let is_plain = match rest.trim_start().chars().next() {
        None | Some('=' | '/') => true,
        Some('"') => false,
        Some(_) => rest.starts_with(' ') && rest.contains('='),
    };
    let named = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is_container = named(&CONTAINERS);
    (is_plain && (is_container || named(&STYLES))).then_some(Markup {
        length: end + 1,
        is_start: is_container && !is_closing,
        is_end: is_container && is_closing,
    })
}

/// A code fence, with the name of its language.
fn fence(text: &[u8]) -> Markup {
    let ticks = text.iter().take_while(|&&byte| byte == b'`').count();
    let name = text[ticks..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is_named = matches!(text.get(ticks + name), None | Some(b'\n' | b'\r'));
    Markup { length: ticks + if is_named { name } else { 0 }, is_start: true, is_end: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_pages_are_no_tags() {
        let length = |text: &str| markup(text.as_bytes()).map(|markup| text[..markup.length].to_owned());
        for text in [
            "[pgn]",
            "[/PGN]",
            "[quote=\"Ann\"]",
            "[pgn height=500 theme=a]",
            "<br>",
            "<br />",
            "```pgn",
            "```",
        ] {
            assert_eq!(length(text).as_deref(), Some(text));
        }
        assert_eq!(length("```1. e4```").as_deref(), Some("```"));
        for text in
            ["[Game \"1\"]", "[White]", "[pgn", "<>", "< 3 >", "[%clk 0:01]", "[Code \"x\"]", "`1. e4`"]
        {
            assert_eq!(length(text), None, "{text}");
        }
    }
}
