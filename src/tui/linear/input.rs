//! The lines that somebody types: any bytes of any length, made text that can be shown.

use std::io::{self, BufRead};

use crate::chess::text::clean;

/// The longest line that is read, in bytes. A game that is pasted as one line is far shorter.
pub const LONGEST: usize = 1 << 20;

/// A line that came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A text, free of control characters.
    Text(String),
    /// What cannot be read, and why: an answer to whoever typed it.
    Refused(String),
}

/// Reads the next line; None at the end of the input. What is no text, or too long, is passed over to the end of its
/// line.
///
/// # Errors
/// When the input fails.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Typed>> {
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
        let part = &bytes[..end.unwrap_or(bytes.len())];
        length += part.len();
        if length <= LONGEST {
            line.extend_from_slice(part);
        }
        let taken = part.len() + usize::from(end.is_some());
        ended = end.is_some();
        input.consume(taken);
    }
    if length > LONGEST {
        let most = LONGEST >> 20;
        return Ok(Some(Typed::Refused(format!("This line is longer than {most} MiB; it is left out."))));
    }
    Ok(Some(match String::from_utf8(line) {
        Ok(text) => Typed::Text(clean(&text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to() + 1;
            Typed::Refused(format!("This line is no UTF-8 text (byte {at}); it is left out. Type help."))
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Typed> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> Typed {
        Typed::Text(text.to_owned())
    }

    #[test]
    fn what_is_no_text_is_told_and_the_next_line_is_read() {
        let refused = "This line is no UTF-8 text (byte 3); it is left out. Type help.";
        let lines = all(b"e4\nNf\xff3\r\n\ne\x1b[2J5\r\nlast");
        let wanted =
            [text("e4"), Typed::Refused(refused.to_owned()), text(""), text("e [2J5 "), text("last")];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn a_line_without_end_is_left_out_and_takes_no_memory() {
        let mut bytes = vec![b'x'; LONGEST];
        bytes.push(b'\n');
        assert!(matches!(all(&bytes).as_slice(), [Typed::Text(_)]));
        bytes.insert(0, b'x');
        bytes.extend_from_slice(b"e4\n");
        let lines = all(&bytes);
        assert_eq!(lines[0], Typed::Refused("This line is longer than 1 MiB; it is left out.".to_owned()));
        assert_eq!(lines[1..], [text("e4")]);
    }
}
