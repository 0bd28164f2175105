//! A file with other texts in place of some of its games. All else stays as it is, byte for byte.

use game::GameLocation;
use game::pgn::TextStyle;
use game::pgn::split::{PgnGameText, PgnSplitter};

use super::{game_bounds, is_file_start};

/// What is to be done with a game of a file: its new text, or none where it goes.
pub(crate) type GameChange<'g> = (&'g GameLocation, Option<&'g [u8]>);

/// The file with its changes, which are in the order of the games. None where a game is not as it was listed.
pub(crate) fn changed_file(old: &[u8], changes: &[GameChange<'_>]) -> Option<Vec<u8>> {
    let line_end = TextStyle::of(old).line_end.as_bytes();
    let mut new = Vec::with_capacity(old.len());
    let mut copied = 0;
    for (place, text) in changes {
        let (from, to) = game_bounds(place, old).filter(|&(from, _)| from >= copied)?;
        new.extend_from_slice(&old[copied..from]);
        if let Some(text) = text {
            // The first tags of a game begin a line; the game before may end on it.
            let begins_line = is_file_start(&new) || new.ends_with(b"\n") || new.ends_with(b"\r");
            if !begins_line && text.starts_with(b"[") && !old[from..to].starts_with(b"[") {
                new.extend_from_slice(line_end);
            }
            new.extend_from_slice(text);
        }
        copied = to;
    }
    new.extend_from_slice(&old[copied..]);
    Some(new)
}

/// The games that have new texts, as they are read in the changed file. None where the file is not read as the same games as
/// before, but for those that were changed.
pub(crate) fn written_games(old: &[u8], new: &[u8], changes: &[GameChange<'_>]) -> Option<Vec<PgnGameText>> {
    let mut new = PgnSplitter::new(new).map_while(Result::ok);
    let mut changes = changes.iter().peekable();
    let mut written = Vec::new();
    for game in PgnSplitter::new(old).map_while(Result::ok) {
        match changes.next_if(|(place, _)| place.offset == game.offset) {
            Some((_, None)) => {}
            Some((_, Some(_))) => written.push(new.next()?),
            None => {
                // White space between two games belongs to the first one.
                let is_same = |same: &PgnGameText| same.bytes.trim_ascii_end() == game.bytes.trim_ascii_end();
                new.next().filter(is_same)?;
            }
        }
    }
    (new.next().is_none() && changes.next().is_none()).then_some(written)
}
