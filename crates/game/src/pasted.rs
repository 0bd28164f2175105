//! Recognizes pasted text: a position, a game, or a list of moves.

use std::path::PathBuf;

use super::game_list::GameListEntry;
use super::pgn::split::{PgnGameText, PgnSplitter};
use super::pgn::{self, PgnError, PgnGame};
use super::position_text::PositionText;
use chess::fen::FenError;
use chess::text::lines;
use chess::{Position, fen};

/// The result of recognizing a text.
#[derive(Clone, Debug)]
pub enum PastedText {
    /// A position: a FEN or an EPD.
    Position(Box<Position>),
    /// An invalid FEN.
    FaultyPosition {
        /// The text as it was read, on one line.
        text: String,
        /// The error.
        fault: FenError,
    },
    /// A game or a list of moves with at least one move or its own start.
    Moves {
        /// The game, as far as it could be parsed.
        game: Box<PgnGame>,
        /// The first error, if any.
        fault: Option<PgnError>,
        /// Whether moves behind it could not be read.
        lacks_moves: bool,
    },
    /// Several games or positions, with their locations in the text.
    Games(Vec<GameListEntry>),
    /// Not recognized.
    Unknown {
        /// The reason, for the user.
        reason: String,
    },
}

/// Recognizes a pasted text. Moves start from `current` if they are legal there, else from the start of a
/// game.
#[must_use]
pub fn recognize(text: &str, current: &Position) -> PastedText {
    recognize_with_progress(text, current, &|_| true)
}

/// Recognizes a text as [`recognize`] does and reports how far it has come, in thousandths. As soon as `report_progress` answers
/// `false` the work ends, and what is returned means nothing.
#[must_use]
pub fn recognize_with_progress(text: &str, current: &Position, go_on: &dyn Fn(u16) -> bool) -> PastedText {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.is_empty() {
        return PastedText::Unknown { reason: "there was nothing to paste".to_owned() };
    }
    // A FEN may have been broken into lines; several of them are never one.
    let positions: Vec<&str> =
        lines(text).filter(|line| PositionText::from_line(line).is_some()).take(2).collect();
    if positions.len() < 2
        && let Some(position) = PositionText::from_line(&one_line)
    {
        return from_line(position, &one_line);
    }
    if fen::is_link(&one_line) {
        let Some(moves) = fen::moves_in_link(&one_line) else {
            let reason = "this link has no position in it, and Matescope reads nothing from the network: \
                          copy the FEN or the PGN itself";
            return PastedText::Unknown { reason: reason.to_owned() };
        };
        return recognize_with_progress(&moves, current, go_on);
    }
    // A position within other text, as in a mail; a comment of a game may contain one, too.
    let is_tagged =
        lines(text).any(|line| line.trim_start_matches(['>', ' ', '\t', '\u{feff}']).starts_with('['));
    if !is_tagged
        && let [line] = positions[..]
        && !pgn::read(text, &Position::start()).game.tree.has_moves()
        && let Some(position) = PositionText::from_line(line)
    {
        return from_line(position, line.trim());
    }
    let games_end = 400;
    let several = list_games_with_progress(text, &|at| go_on(progress_per_mille(at, text, 0, games_end)));
    if several.len() > 1 {
        return PastedText::Games(several);
    }
    // Of a text around one game nothing is read but the game.
    let text = several.first().and_then(|game| text_of(game, text)).unwrap_or(text);
    let middle = 700;
    let from_here =
        pgn::read_with_progress(text, current, &|at| go_on(progress_per_mille(at, text, games_end, middle)));
    let usual = Position::start();
    let again = from_here.fault.is_some() && *current != usual;
    let from_start = again.then(|| {
        let report = |at| go_on(progress_per_mille(at, text, middle, 1_000));
        pgn::read_with_progress(text, &usual, &report)
    });
    let reading = match from_start {
        Some(reading) if reading.game.tree.move_count() >= from_here.game.tree.move_count() => reading,
        _ => from_here,
    };
    if let Some(unplayable) = &reading.unplayable {
        return PastedText::Unknown { reason: format!("there is no board for this game: {unplayable}") };
    }
    let own_start = reading.game.tree.node(reading.game.tree.start()).position() != current;
    if reading.game.tree.has_moves() || (own_start && reading.fault.is_none()) {
        let lacks_moves = reading.lacks_moves();
        return PastedText::Moves { game: Box::new(reading.game), fault: reading.fault, lacks_moves };
    }
    let reason = reading.fault.map_or_else(|| "there is no move in it".to_owned(), |fault| fault.reason);
    PastedText::Unknown { reason: format!("this is no FEN and no list of moves: {reason}") }
}

/// The part of a text where a game of it stands.
fn text_of<'t>(game: &GameListEntry, text: &'t str) -> Option<&'t str> {
    let from = usize::try_from(game.location.offset).ok()?;
    let length = usize::try_from(game.location.length).ok()?;
    text.get(from..from.checked_add(length)?)
}

/// A line with a position, and perhaps moves behind it.
fn from_line(position: PositionText, line: &str) -> PastedText {
    match fen::parse(&position.fen) {
        Ok(start) if position.moves.is_empty() => PastedText::Position(Box::new(start)),
        Ok(_) => {
            let reading = pgn::read(line, &Position::start());
            let lacks_moves = reading.lacks_moves();
            PastedText::Moves { game: Box::new(reading.game), fault: reading.fault, lacks_moves }
        }
        // Places are shown in what was read: a link's board is not where its FEN is.
        Err(fault) => PastedText::FaultyPosition { text: position.fen, fault },
    }
}

/// The games of a text. A bare list of moves is one of them, prose is none.
#[must_use]
pub fn list_games(text: &str) -> Vec<GameListEntry> {
    list_games_with_progress(text, &|_| true)
}

/// The games of a text as [`list_games`] lists them, with a report of the bytes read behind each. The list ends where it is
/// as soon as `report_progress` answers `false`.
#[must_use]
pub fn list_games_with_progress(text: &str, report_progress: &dyn Fn(usize) -> bool) -> Vec<GameListEntry> {
    let end = |piece: &PgnGameText| usize::try_from(piece.offset).unwrap_or(usize::MAX) + piece.bytes.len();
    let pieces = PgnSplitter::new(text.as_bytes())
        .map_while(Result::ok)
        .take_while(|piece| report_progress(end(piece)));
    pieces.filter(PgnGameText::is_game).map(|piece| GameListEntry::of(PathBuf::new(), &piece, 0)).collect()
}

/// How far a reader at this byte of a text is, where reading the text leads from one thousandth to another.
fn progress_per_mille(at: usize, text: &str, from: u16, to: u16) -> u16 {
    let way = usize::from(to - from) * at / text.len().max(1);
    from + u16::try_from(way).unwrap_or(u16::MAX).min(to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str) {
        let found = match recognize(text, &Position::start()) {
            PastedText::Position(position) => fen::format(&position),
            PastedText::FaultyPosition { .. } => "faulty".to_owned(),
            PastedText::Games(games) => format!("{} games", games.len()),
            PastedText::Moves { game, fault, .. } => {
                format!(
                    "{} moves, {}",
                    game.tree.move_count(),
                    if fault.is_some() { "fault" } else { "whole" }
                )
            }
            PastedText::Unknown { .. } => "unknown".to_owned(),
        };
        assert_eq!(found, wanted, "{text}");
    }

    #[test]
    fn every_kind_of_text_is_known_by_itself() {
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", "faulty");
        check("e2e4 e7e5 g1f3", "3 moves, whole");
        check("1. e4 e5 2. Nf3 Nc6 *", "4 moves, whole");
        check("[Event \"x\"]\n[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"]\n\n1. Qb4 *", "1 moves, whole");
        check("1. e4 e5 2. Ke3", "2 moves, fault");
        check("[White \"x\"]\n\n1. e4 *\n\n[White \"y\"]\n\n1. d4 (1. c4) *", "2 games");
        check("1. e4 1-0 1. d4", "2 games");
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\n\n8/8/8/8/8/1R6/8/k2K4 w - - 0 1\n", "2 games");
        check("8/8/8/8/8/1Q6/8/k2K4 w - - bm Qb4; id \"1\";\n8/8/8/8/8/1Q6/8/k2K5 w - -", "2 games");
        check("# a list\n8/8/8/8/8/1Q6/8/k2K4\n# and more\n8/8/8/8/8/1R6/8/k2K4", "2 games");
        check("8/8/8/8/8/1Q6/8/k2K4\nw - -\n0 1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("position startpos moves e2e4 e7e5", "2 moves, whole");
        check("position startpos moves e2e4 e7e4", "1 moves, fault");
        check("position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 moves b3b4", "1 moves, whole");
        check("https://lichess.org/editor/8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("https://lichess.org/analysis/pgn/e4_e5_Nf3", "3 moves, whole");
        check("https://lichess.org/abcdefgh", "unknown");
        check("Look at this:\n8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\nWhat now?", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        check("hello there", "unknown");
        let moves = "1. e4 e5 2. Nf3 Nc6";
        for around in [
            "Hello, look at my game please\n\n[White \"a\"]\n\nMOVES 1-0\n\nWhat do you think?\n",
            "```pgn\nMOVES\n```",
            "Here it is:\n```\n[White \"a\"]\n\nMOVES\n```\nIs a4 good?",
            "[pgn]MOVES 1-0[/pgn]",
            "[quote=\"Ann\"]\n[PGN]\nMOVES\n[/PGN]\n[/quote]\nBb5 was best",
            "On Monday, Ann wrote:\n> Hi\n>\n> [White \"a\"]\n>\n> MOVES *\n>\n> Ann",
            "> 1. e4 e5\n> 2. Nf3 Nc6\n> *",
            "My game: MOVES",
            "My best game was\ne4 e5 Nf3 Nc6\n\nI like it",
            "<pre>MOVES</pre><br>",
            "\u{feff}MOVES",
            "MOVES\n\nWhat do you think of Bb5 here?",
        ] {
            check(&around.replace("MOVES", moves), "4 moves, whole");
        }
        check("First 1. e4 e5 2. Nf3 and then 1. d4 d5 2. c4 *", "2 games");
        check("One:\n\n1. e4 e5 1-0\n\nTwo:\n\n1. d4 d5 0-1\n\nGood, no? a4", "2 games");
        for prose in ["I think a4 is good", "- one\n* two\n1. Bring milk", "(hi) [1] see below", "-- \nAnn"] {
            check(prose, "unknown");
        }
        check("-- \nAnna, by mail", "unknown");
        check("1. e4 -- 2. d4", "3 moves, whole");
        check("   ", "unknown");
    }
}
