//! What the texts of one game say, side by side.

use std::collections::{BTreeMap, BTreeSet};

use chess::Position;

use crate::pgn;

/// What a text of a game says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ComparedText {
    /// The name of its file.
    pub file: String,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// Number of comments, those in variations included.
    pub comments: usize,
    /// Half-moves, those of variations included.
    pub moves: usize,
    /// Half-moves of variations.
    pub variation_moves: usize,
    /// The tags with known values.
    pub tags: BTreeMap<String, String>,
}

impl ComparedText {
    /// What a text says that begins on a line of a file.
    #[must_use]
    pub fn new(file: String, line: usize, text: &str) -> Self {
        let game = pgn::read(text, &Position::start()).game;
        let known = |(name, _): &&(String, String)| game.header.tag(name).is_some();
        let (tree, mut comments) = (&game.tree, 0);
        let mut pending = vec![tree.start()];
        while let Some(node) = pending.pop() {
            let notes = &tree.node(node).notes;
            comments += notes.before.len() + notes.after.len();
            pending.extend(tree.node(node).children());
        }
        Self {
            file,
            line,
            comments,
            moves: tree.move_count(),
            variation_moves: tree.move_count() - tree.main_line_from(tree.start()).len(),
            tags: game.header.tags.iter().filter(known).cloned().collect(),
        }
    }
}

/// The names of the tags in which some of the texts differ.
#[must_use]
pub fn different_tags(texts: &[ComparedText]) -> BTreeSet<&str> {
    let names = texts.iter().flat_map(|text| text.tags.keys());
    let differs =
        |name: &&String| texts.windows(2).any(|pair| pair[0].tags.get(*name) != pair[1].tags.get(*name));
    names.filter(differs).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_in_tags_comments_and_variations() {
        let one = "[Event \"Cup\"]\n[White \"Ann\"]\n[Round \"?\"]\n\n{start} 1. e4 {a} e5 (1... c5 {b} 2. Nf3) 1-0";
        let other = "[Event \"Club\"]\n[White \"Ann\"]\n[ECO \"C20\"]\n\n1. e4 e5 1-0";
        let texts = [ComparedText::new("a.pgn".into(), 1, one), ComparedText::new("b.pgn".into(), 7, other)];
        let numbers = texts.each_ref().map(|text| (text.comments, text.moves, text.variation_moves));
        assert_eq!(numbers, [(3, 4, 2), (0, 2, 0)]);
        assert_eq!(different_tags(&texts).into_iter().collect::<Vec<_>>(), ["ECO", "Event"]);
        assert_eq!(texts[0].tags.get("Round"), None, "nothing is known of it");
    }
}
