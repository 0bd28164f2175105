//! Typed lines: any bytes of any length, made into text that can be shown.

use std::io::{self, BufRead};

use crate::chess::text::sanitize;

/// The longest line that is read, in bytes. A game pasted as one line is far shorter.
pub const MAX_LINE_LEN: usize = 1 << 20;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedLine {
    /// A text, free of control characters.
    Text(String),
    /// What cannot be read, and why, as a reply to the user.
    Unreadable(String),
}

/// Reads the next line; None at the end of the input. An invalid or overlong line is skipped to its end.
///
/// # Errors
/// When the input fails.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<TypedLine>> {
    let mut line = Vec::new();
    let (mut length, mut ended) = (0, false);
    while !ended {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            if length == 0 {
                return Ok(None);
            }
            break;
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let chunk = &bytes[..end.unwrap_or(bytes.len())];
        length += chunk.len();
        if length <= MAX_LINE_LEN {
            line.extend_from_slice(chunk);
        }
        let taken = chunk.len() + usize::from(end.is_some());
        ended = end.is_some();
        input.consume(taken);
    }
    if length > MAX_LINE_LEN {
        let most = MAX_LINE_LEN >> 20;
        return Ok(Some(TypedLine::Unreadable(format!(
            "This line is longer than {most} MiB; it is left out."
        ))));
    }
    Ok(Some(match String::from_utf8(line) {
        Ok(text) => TypedLine::Text(sanitize(&text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() + 1;
            TypedLine::Unreadable(format!(
                "This line is no UTF-8 text (byte {at}); it is left out. Type help."
            ))
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<TypedLine> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> TypedLine {
        TypedLine::Text(text.to_owned())
    }

    #[test]
    fn invalid_text_is_reported_and_the_next_line_is_read() {
        let refused = "This line is no UTF-8 text (byte 3); it is left out. Type help.";
        let lines = all(b"e4\nNf\xff3\r\n\ne\x1b[2J5\r\nlast");
        let expected =
            [text("e4"), TypedLine::Unreadable(refused.to_owned()), text(""), text("e [2J5 "), text("last")];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_line_without_end_is_left_out_and_takes_no_memory() {
        let mut bytes = vec![b'x'; MAX_LINE_LEN];
        bytes.push(b'\n');
        assert!(matches!(all(&bytes).as_slice(), [TypedLine::Text(_)]));
        bytes.insert(0, b'x');
        bytes.extend_from_slice(b"e4\n");
        let lines = all(&bytes);
        assert_eq!(
            lines[0],
            TypedLine::Unreadable("This line is longer than 1 MiB; it is left out.".to_owned())
        );
        assert_eq!(lines[1..], [text("e4")]);
    }
}
