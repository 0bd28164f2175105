//! A chapter of a repertoire: a game of a PGN file, with its variations.

use std::sync::Arc;

use chess::Color;

use crate::pgn::PgnGame;
use crate::tree::Tree;

/// The tag that says whose repertoire a game is, as studies of Lichess have it: `white` or `black`.
pub const SIDE_TAG: &str = "Orientation";

/// A game of a repertoire file.
#[derive(Clone, PartialEq, Debug)]
pub struct RepertoireChapter {
    /// The name of its file, without the ending.
    pub file: Arc<str>,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The game.
    pub game: PgnGame,
}

/// Whose repertoire a chapter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChapterSide {
    /// The side that a tag names.
    Tagged(Color),
    /// The side that seems to be meant: a repertoire has one move of its own where it has several replies.
    Guessed(Color),
}

impl ChapterSide {
    /// The side.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Self::Tagged(color) | Self::Guessed(color) => color,
        }
    }
}

impl RepertoireChapter {
    /// Whose repertoire it is.
    #[must_use]
    pub fn side(&self) -> ChapterSide {
        let tag = self.game.header.tag(SIDE_TAG);
        let is = |color: &str| tag.is_some_and(|tag| tag.trim().eq_ignore_ascii_case(color));
        match () {
            () if is("white") => ChapterSide::Tagged(Color::White),
            () if is("black") => ChapterSide::Tagged(Color::Black),
            () => ChapterSide::Guessed(side_of_tree(&self.game.tree)),
        }
    }

    /// What it is about: the name that a study gave it, or the event.
    #[must_use]
    pub fn title(&self) -> &str {
        let tag = |name| self.game.header.tag(name);
        tag("ChapterName").or_else(|| tag("Event")).unwrap_or_default()
    }
}

/// The side that has fewer alternatives in a tree; where both have the same, the one that moves last in the main line.
fn side_of_tree(tree: &Tree) -> Color {
    let mut alternatives = [0_usize; 2];
    let mut open = vec![tree.start()];
    while let Some(at) = open.pop() {
        let node = tree.node(at);
        alternatives[node.position().turn().fold_wb(0, 1)] += node.children().len().saturating_sub(1);
        open.extend_from_slice(node.children());
    }
    let [white, black] = alternatives;
    if white != black {
        return if white < black { Color::White } else { Color::Black };
    }
    let last = tree.main_line_from(tree.start()).last().copied().unwrap_or(tree.start());
    !tree.node(last).position().turn()
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::pgn;

    fn chapter(text: &str) -> RepertoireChapter {
        let game = pgn::read(text, &Position::start()).game;
        RepertoireChapter { file: "test".into(), number: 1, game }
    }

    #[test]
    fn the_tag_says_whose_repertoire_it_is() {
        let tagged =
            |value: &str| chapter(&format!("[Orientation \"{value}\"]\n\n1. e4 (1. d4) e5 *")).side();
        assert_eq!(tagged("white"), ChapterSide::Tagged(Color::White));
        assert_eq!(tagged("Black"), ChapterSide::Tagged(Color::Black));
        assert_eq!(tagged("both"), ChapterSide::Guessed(Color::Black));
    }

    #[test]
    fn without_a_tag_it_is_the_side_with_fewer_alternatives() {
        let side = |moves: &str| chapter(moves).side();
        assert_eq!(side("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"), ChapterSide::Guessed(Color::White));
        assert_eq!(side("1. e4 (1. d4 d5) 1... e5 *"), ChapterSide::Guessed(Color::Black));
        assert_eq!(side("1. e4 e5 2. Nf3 *"), ChapterSide::Guessed(Color::White), "White moves last");
        assert_eq!(side("1. e4 e5 *"), ChapterSide::Guessed(Color::Black), "Black moves last");
    }

    #[test]
    fn a_chapter_is_called_as_its_study_calls_it() {
        assert_eq!(chapter("[Event \"Study: Mine\"]\n[ChapterName \"Mine\"]\n\n1. e4 *").title(), "Mine");
        assert_eq!(chapter("[Event \"Najdorf\"]\n\n1. e4 *").title(), "Najdorf");
        assert_eq!(chapter("1. e4 *").title(), "");
    }
}
