//! Editing of a game tree: promoting and deleting variations, glyphs. Every node keeps its id, so a copy
//! taken before an edit is all that undo needs.

use super::{NodeId, Tree};

impl Tree {
    /// Makes a move the first among its alternatives. False if it already was.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let siblings = &mut self.node_mut(parent).children;
        match siblings.iter().position(|&child| child == id) {
            Some(place) if place > 0 => {
                siblings[..=place].rotate_right(1);
                true
            }
            _ => false,
        }
    }

    /// The first move of the innermost variation of a node. None on the main line.
    #[must_use]
    pub fn variation_of(&self, id: NodeId) -> Option<NodeId> {
        let is_main = |&at: &NodeId| {
            let parent = self.node(at).parent();
            parent.is_none_or(|parent| self.node(parent).children().first() == Some(&at))
        };
        std::iter::successors(Some(id), |&at| self.node(at).parent()).find(|at| !is_main(at))
    }

    /// Promotes the innermost variation of a node. False on the main line.
    pub fn promote_variation(&mut self, id: NodeId) -> bool {
        self.variation_of(id).is_some_and(|first| self.promote(first))
    }

    /// Makes the line through a node the main line. False if it already is.
    pub fn make_main_line(&mut self, id: NodeId) -> bool {
        let mut changed = false;
        for at in self.line_to(id) {
            changed |= self.promote(at);
        }
        changed
    }

    /// Deletes a move and everything after it; returns the number of deleted moves. The start stays.
    pub fn delete(&mut self, id: NodeId) -> usize {
        let Some(parent) = self.node(id).parent else { return 0 };
        let siblings = &mut self.node_mut(parent).children;
        let Some(place) = siblings.iter().position(|&child| child == id) else { return 0 };
        siblings.remove(place);
        let gone = self.subtree(id).len();
        self.deleted += gone;
        gone
    }

    /// Toggles a glyph of a move. At most one of the six move glyphs (`!` to `?!`) and at most one position
    /// glyph is kept.
    pub fn toggle_nag(&mut self, id: NodeId, nag: u8) {
        let nags = &mut self.node_mut(id).notes.nags;
        let had = nags.contains(&nag);
        nags.retain(|&other| nag_group(other) != nag_group(nag));
        if !had {
            nags.push(nag);
            nags.sort_unstable();
        }
    }

    /// A node and its descendants, parents before children.
    fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = vec![id];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            found.extend(self.node(at).children());
            next += 1;
        }
        found
    }
}

/// Whether two glyphs exclude each other.
const fn nag_group(nag: u8) -> u16 {
    match nag {
        1..=6 => 256,
        10..=21 => 257,
        other => other as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;
    use chess::Position;

    /// Does something at the node of a move in a text, and compares the movetext that comes of it.
    fn check(text: &str, at: &str, edit: impl Fn(&mut Tree, NodeId), wanted: &str) {
        let mut game = pgn::read(text, &Position::start()).game;
        let found =
            game.tree.subtree(game.tree.start()).into_iter().find(|&id| game.tree.node(id).san() == at);
        let moves = game.tree.move_count();
        edit(&mut game.tree, found.unwrap());
        let written = pgn::write(&game);
        assert_eq!(written.split("\n\n").nth(1).unwrap().trim(), format!("{wanted} *").trim(), "{text}");
        assert!(game.tree.move_count() <= moves);
        assert_eq!(game.tree.subtree(game.tree.start()).len(), game.tree.move_count() + 1);
    }

    #[test]
    fn a_variation_rises_one_fork_or_all_the_way() {
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *";
        let one = |tree: &mut Tree, id| assert!(tree.promote_variation(id));
        let all = |tree: &mut Tree, id| assert!(tree.make_main_line(id));
        check(text, "d5", one, "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) 2. d4");
        check(text, "d6", one, "1. e4 c5 (1... e5 2. d4) 2. Nf3 (2. c3 d5) 2... d6");
        check(text, "d5", all, "1. e4 c5 (1... e5 2. d4) 2. c3 (2. Nf3 d6) 2... d5");
        check(text, "d4", |tree, id| assert!(!tree.promote_variation(id)), &text[..text.len() - 2]);
    }

    #[test]
    fn what_was_deleted_and_what_a_copy_never_had_is_not_there() {
        let mut tree = pgn::read("1. e4 e5 (1... c5 2. Nf3) 2. d4 *", &Position::start()).game.tree;
        let copy = tree.clone();
        let end = *tree.main_line_from(tree.start()).last().unwrap();
        let new = tree.add(end, tree.node(end).position().legal_moves()[0]).unwrap();
        assert!(tree.contains(new) && !copy.contains(new));
        let all = tree.subtree(tree.start());
        let gone = tree.main_line_from(tree.start())[1];
        tree.delete(gone);
        let left: Vec<_> =
            all.iter().filter(|&&id| tree.contains(id)).map(|&id| tree.node(id).san()).collect();
        assert_eq!(left, ["", "e4", "c5", "Nf3"]);
    }

    #[test]
    fn a_deleted_move_takes_along_what_follows_it() {
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. d4 *";
        let delete = |count| move |tree: &mut Tree, id| assert_eq!(tree.delete(id), count);
        check(text, "c5", delete(5), "1. e4 e5 2. d4");
        check(text, "e5", delete(2), "1. e4 c5 2. Nf3 (2. c3 d5) 2... d6");
        check(text, "e4", delete(8), "");
        let mut tree = pgn::read("1. e4 *", &Position::start()).game.tree;
        assert_eq!(tree.delete(tree.start()), 0);
    }

    #[test]
    fn one_glyph_of_a_kind() {
        let marks = |tree: &mut Tree, id| [1, 14, 4, 7].into_iter().for_each(|nag| tree.toggle_nag(id, nag));
        check("1. e4 *", "e4", marks, "1. e4 $4 $7 $14");
        check("1. e4 $4 *", "e4", |tree, id| tree.toggle_nag(id, 4), "1. e4");
    }
}
