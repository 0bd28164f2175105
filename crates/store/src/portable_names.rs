//! Names of files that every system takes, made of what games say: players, events, openings.

use std::collections::HashSet;

use chess::text::is_printable;

use super::atomic;

/// The longest name without its ending, in bytes. Some systems have names of 143.
const MAX_STEM_BYTES: usize = 120;

/// What stands for an empty text.
const UNKNOWN: &str = "unknown";

/// Names that are devices on Windows, whatever ending they have.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A name of a file for each text, without an ending. No two are the same, not even where the system sees no difference between
/// capital and small letters.
pub(crate) fn portable_names<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let distinct = |text: &str| {
        let name = portable_name(text);
        let numbered = (2..).map(|number: u32| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| taken.insert(name.to_lowercase())).unwrap_or(name)
    };
    texts.into_iter().map(distinct).collect()
}

/// The name for one text.
fn portable_name(text: &str) -> String {
    let readable = |c: char| match c {
        '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let text: String = text.chars().filter(|&c| c.is_whitespace() || is_printable(c)).map(readable).collect();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A dot in front hides a file, a minus sign makes an option of it; Windows drops dots and spaces at the end.
    let bare = words.trim_start_matches(['.', '-', ' ', '~']);
    let name = atomic::start_of_name(bare, MAX_STEM_BYTES).trim_end_matches(['.', ' ']);
    match name {
        "" => UNKNOWN.to_owned(),
        name if is_device(name) => format!("{name}_"),
        name => name.to_owned(),
    }
}

fn is_device(name: &str) -> bool {
    let lower = name.to_lowercase();
    let stem = lower.split('.').next().unwrap_or_default().trim_end();
    let letters = stem.trim_end_matches(|c: char| c.is_numeric());
    let digits = stem[letters.len()..].chars().count();
    DEVICES.contains(&letters) && digits == usize::from(matches!(letters, "com" | "lpt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_takes_the_names() {
        for (text, name) in [
            ("Tata Steel Masters", "Tata Steel Masters"),
            ("1/2-1/2", "1-2-1-2"),
            ("Müller, Jörg ", "Müller, Jörg"),
            ("a<b>c:d\"e\\f|g?h*i", "a-b-c-d-e-f-g-h-i"),
            ("..", "unknown"),
            ("../../etc/passwd", "etc-passwd"),
            ("?", "unknown"),
            (" \t\n", "unknown"),
            ("-rf", "rf"),
            (".hidden", "hidden"),
            ("St. Louis Inc.", "St. Louis Inc"),
            ("red\u{1b}[31m \u{202e}x", "red[31m x"),
            ("CON", "CON_"),
            ("nul.pgn", "nul.pgn_"),
            ("Com1", "Com1_"),
            ("lpt²", "lpt²_"),
            ("Con Air", "Con Air"),
            ("Com12", "Com12"),
        ] {
            assert_eq!(portable_names([text]), [name], "{text:?}");
        }
        let long = portable_names(["é".repeat(200).as_str()]).remove(0);
        assert_eq!(long.len(), MAX_STEM_BYTES);
    }

    #[test]
    fn no_two_names_are_the_same() {
        let names = portable_names(["Club Cup", "club cup", "Club: Cup", "Club- Cup", "club cup-2"]);
        assert_eq!(names, ["Club Cup", "club cup-2", "Club- Cup", "Club- Cup-2", "club cup-2-2"]);
    }
}
