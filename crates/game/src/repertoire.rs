//! Opening repertoires: the moves that a player means to play with one color, and the replies that they answer.
//!
//! A repertoire is a graph of positions, made from games with variations: lines that transpose meet in one position, and
//! each position is asked about once, however many lines lead there. The games stay what they are; whatever is edited is
//! edited in them ([`mod@edit`]).
//!
//! Reading order: [`chapter`] (a game of a repertoire file, and whose repertoire it is), [`graph`] (the positions and their
//! moves), [`departure`] (where a game left the repertoire), [`coverage`] (how much of what opponents play is answered),
//! [`mod@edit`] (a line is added or removed).

pub mod chapter;
pub mod coverage;
pub mod departure;
pub mod edit;
#[cfg(test)]
mod fixtures;
pub mod graph;

use std::sync::Arc;

use chess::Color;

pub use chapter::{ChapterSide, RepertoireChapter};
pub use coverage::{ExpectedReply, RepertoireCoverage, RepertoireGap, ReplyCounts};
pub use departure::{DepartureKind, RepertoireDeparture};
pub use edit::RepertoireEdit;
pub use graph::{
    Repertoire, RepertoireMove, RepertoirePlace, RepertoirePosition, RepertoireStep, RepertoireWarning,
};

/// The repertoires of both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Repertoires {
    white: Arc<Repertoire>,
    black: Arc<Repertoire>,
}

impl Repertoires {
    /// The repertoires made of chapters for either side.
    #[must_use]
    pub fn new(chapters: Vec<RepertoireChapter>) -> Self {
        let is_white = |chapter: &RepertoireChapter| chapter.side().color() == Color::White;
        let (white, black) = chapters.into_iter().partition(is_white);
        Self {
            white: Arc::new(Repertoire::new(Color::White, white)),
            black: Arc::new(Repertoire::new(Color::Black, black)),
        }
    }

    /// The repertoire of a side.
    #[must_use]
    pub const fn of(&self, side: Color) -> &Arc<Repertoire> {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Whether there is nothing in them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }
}
