//! Repertoires for tests.

use chess::{Color, Position, notation};

use super::{Repertoire, RepertoireChapter};
use crate::pgn;

/// The repertoire of a side from the movetexts of chapters.
pub(super) fn repertoire(side: Color, chapters: &[&str]) -> Repertoire {
    let chapter = |(number, text): (usize, &&str)| {
        let read = pgn::read(text, &Position::start());
        assert_eq!(read.fault, None, "{text}");
        RepertoireChapter { file: "test".into(), number, game: read.game }
    };
    Repertoire::new(side, (1..).zip(chapters).map(chapter).collect())
}

/// The position after moves.
pub(super) fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for word in moves.split_whitespace() {
        position.play(notation::parse_move(&position, word).expect("a legal move"));
    }
    position
}
