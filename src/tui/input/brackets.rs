//! Separates bracketed pastes from keys in the byte stream of the terminal.

/// The markers that a terminal puts before and after a paste.
const OPEN: &[u8] = b"\x1b[200~";
const CLOSE: &[u8] = b"\x1b[201~";

/// A read of so many bytes at once was not typed: it is the rest of a paste.
const TOO_MANY_TO_TYPE: usize = 64;

/// A stretch of bytes.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum InputChunk {
    Keys(Vec<u8>),
    /// A complete paste, without its markers.
    Paste(Vec<u8>),
}

/// The parser's state in the byte stream.
#[derive(Default)]
pub(super) struct PasteBrackets {
    /// The paste that is open.
    open_paste: Option<Vec<u8>>,
    /// Bytes that may be the beginning of a marker.
    held_back: Vec<u8>,
    /// The last paste was ended by a timeout; its end marker may still come.
    was_cut: bool,
}

impl PasteBrackets {
    /// Whether a paste is open.
    pub(super) const fn is_open(&self) -> bool {
        self.open_paste.is_some()
    }

    /// Whether incomplete bytes are pending.
    pub(super) const fn holds_back(&self) -> bool {
        !self.held_back.is_empty()
    }

    /// Handles one read; `more` where more bytes are likely to follow at once.
    pub(super) fn feed(&mut self, bytes: &[u8], more: bool) -> Vec<InputChunk> {
        let mut pieces = Vec::new();
        // Ctrl-C by itself is typed, not pasted.
        if bytes == [3]
            && let Some(paste) = self.open_paste.take()
        {
            self.was_cut = true;
            return vec![InputChunk::Paste(paste), InputChunk::Keys(bytes.to_vec())];
        }
        if std::mem::take(&mut self.was_cut) && self.open_paste.is_none() {
            let close = find(bytes, CLOSE);
            let is_rest = close.is_some() && close < find(bytes, OPEN).or(Some(usize::MAX));
            if is_rest || bytes.len() >= TOO_MANY_TO_TYPE {
                self.open_paste = Some(Vec::new());
            }
        }
        let joined = [std::mem::take(&mut self.held_back).as_slice(), bytes].concat();
        let mut rest = joined.as_slice();
        loop {
            if let Some(paste) = &mut self.open_paste {
                let looked_at = paste.len().saturating_sub(CLOSE.len() - 1);
                paste.extend_from_slice(rest);
                let Some(at) = find(&paste[looked_at..], CLOSE).map(|at| at + looked_at) else {
                    return pieces;
                };
                let behind = paste.split_off(at + CLOSE.len());
                paste.truncate(at);
                pieces.extend(self.open_paste.take().map(InputChunk::Paste));
                let from = rest.len() - behind.len();
                rest = &rest[from..];
            } else if let Some(at) = find(rest, OPEN) {
                if at > 0 {
                    pieces.push(InputChunk::Keys(rest[..at].to_vec()));
                }
                rest = &rest[at + OPEN.len()..];
                self.open_paste = Some(Vec::new());
            } else {
                let partial = partial_bracket_len(rest, more);
                let (keys, partial) = rest.split_at(rest.len() - partial);
                self.held_back = partial.to_vec();
                if !keys.is_empty() {
                    pieces.push(InputChunk::Keys(keys.to_vec()));
                }
                return pieces;
            }
        }
    }

    /// Timeout: an incomplete sequence is taken as it is.
    pub(super) fn flush(&mut self) -> Vec<InputChunk> {
        let paste = self.open_paste.take();
        self.was_cut |= paste.is_some();
        let keys = std::mem::take(&mut self.held_back);
        let keys = (!keys.is_empty()).then_some(InputChunk::Keys(keys));
        paste.map(InputChunk::Paste).into_iter().chain(keys).collect()
    }
}

/// How many bytes at the end may be the beginning of a marker. Escape alone is one only where more bytes
/// follow.
fn partial_bracket_len(bytes: &[u8], more: bool) -> usize {
    let least = if more { 1 } else { 2 };
    (least..OPEN.len()).rev().find(|&length| bytes.ends_with(&OPEN[..length])).unwrap_or(0)
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    let mut from = 0;
    // Most bytes are no Escape: they are passed over quickly.
    while let Some(at) = bytes[from..].iter().position(|&byte| byte == 0x1b).map(|at| at + from) {
        if bytes[at..].starts_with(needle) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
