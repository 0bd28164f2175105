//! The text of a comment, without its line breaks and the marks of a quoted mail.

use chess::text::lines;

/// The text with control characters replaced by spaces.
pub(super) fn without_control_chars(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Unwraps a comment: a line break between two words is a space. Other white space is unchanged.
pub(super) fn unfold_comment(comment: &str) -> String {
    let comment = comment.replace("\r\n", "\n").replace('\r', "\n");
    let mapped: Vec<char> =
        comment.trim().chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    let mut text = String::with_capacity(comment.len());
    for (index, &letter) in mapped.iter().enumerate() {
        let word = |at: Option<usize>| at.and_then(|at| mapped.get(at)).is_some_and(|c| !c.is_whitespace());
        let next = mapped.get(index + 1);
        match letter {
            '\n' if word(index.checked_sub(1)) && word(Some(index + 1)) => text.push(' '),
            // Nothing in a comment may look like the tags of the next game.
            '\n' if next == Some(&'[') => text.push_str("\n "),
            letter => text.push(letter),
        }
    }
    text.trim().to_owned()
}

/// A comment of a quoted mail without the marks at the start of its lines.
pub(super) fn without_quotation(comment: &str) -> String {
    let mut plain = Vec::new();
    for (number, line) in lines(comment).enumerate() {
        let unquoted = line.trim_start_matches('>');
        let is_quoted = number > 0 && unquoted.len() < line.len();
        plain.push(if is_quoted { unquoted.strip_prefix(' ').unwrap_or(unquoted) } else { line });
    }
    plain.join("\n")
}
