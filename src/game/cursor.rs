//! A place in a tree, from which moves are played and to which a reader steps.

use crate::chess::{GameTermination, Move, Position, Root};

use super::tree::{NodeId, Tree};

/// A tree and where the reader stands in it. Stepping back remembers the way forward.
#[derive(Clone, Debug)]
pub struct TreeCursor {
    tree: Tree,
    node_id: NodeId,
    /// The child last left by stepping back, for each step, the nearest last.
    forward_path: Vec<NodeId>,
}

impl TreeCursor {
    /// Stands at the start of a new game.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::in_tree(Tree::new(start))
    }

    /// Stands at the start of a tree.
    #[must_use]
    pub fn in_tree(tree: Tree) -> Self {
        let node_id = tree.start();
        Self { tree, node_id, forward_path: Vec::new() }
    }

    /// The whole tree.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The whole tree, to annotate it. Places stay valid, for a tree only grows.
    pub const fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Where the reader stands.
    #[must_use]
    pub const fn node_id(&self) -> NodeId {
        self.node_id
    }

    /// The position where the reader stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.tree.node(self.node_id).position()
    }

    /// The position and its past.
    #[must_use]
    pub fn root(&self) -> Root {
        self.tree.root_at(self.node_id)
    }

    /// The move that led here.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.tree.node(self.node_id).mv()
    }

    /// How the game is over here by the rules, if it is.
    #[must_use]
    pub fn termination(&self) -> Option<GameTermination> {
        self.tree.termination_at(self.node_id)
    }

    /// Plays a move and stands behind it. False, and nothing changes, where it is not legal.
    pub fn play(&mut self, mv: Move) -> bool {
        let Some(next) = self.tree.play(self.node_id, mv) else { return false };
        if self.forward_path.last() == Some(&next) {
            self.forward_path.pop();
        } else {
            self.forward_path.clear();
        }
        self.node_id = next;
        true
    }

    /// Plays a move as the game's own course: it becomes the main line where another was played before.
    pub fn play_as_main_line(&mut self, mv: Move) -> bool {
        let played = self.play(mv);
        if played {
            self.tree.promote(self.node_id);
        }
        played
    }

    /// Steps back one half-move. False at the start.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.node_id).parent() else { return false };
        self.forward_path.push(self.node_id);
        self.node_id = parent;
        true
    }

    /// Steps forward one half-move: the way it came, else the main line. False at the end.
    pub fn forward(&mut self) -> bool {
        let next =
            self.forward_path.pop().or_else(|| self.tree.node(self.node_id).children().first().copied());
        let Some(next) = next else { return false };
        self.node_id = next;
        true
    }

    /// Goes to the start.
    pub fn go_to_start(&mut self) {
        while self.back() {}
    }

    /// Goes to the end of the line that is ahead.
    pub fn go_to_end(&mut self) {
        while self.forward() {}
    }

    /// Goes to any node of the tree.
    pub fn go_to(&mut self, id: NodeId) {
        self.node_id = id;
        self.forward_path.clear();
    }

    /// Goes to the next (or the one before) of the moves that were played instead of the last one.
    /// False where there is no other.
    pub fn go_to_sibling(&mut self, step: Sibling) -> bool {
        let Some(parent) = self.tree.node(self.node_id).parent() else { return false };
        let siblings = self.tree.node(parent).children();
        let Some(place) = siblings.iter().position(|&child| child == self.node_id) else { return false };
        let other = match step {
            Sibling::Next => siblings.get(place + 1),
            Sibling::Previous => place.checked_sub(1).and_then(|before| siblings.get(before)),
        };
        let Some(&other) = other else { return false };
        self.go_to(other);
        true
    }

    /// The line through the place where the reader stands: what came before it, and the way ahead.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.tree.line_to(self.node_id);
        line.extend(self.forward_path.iter().rev());
        let end = line.last().copied().unwrap_or(self.node_id);
        line.extend(self.tree.main_line_from(end));
        line
    }
}

/// Which of the moves played from one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sibling {
    /// The one after.
    Next,
    /// The one before.
    Previous,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation;

    fn play(walk: &mut TreeCursor, text: &str) {
        let mv = notation::parse_move(walk.position(), text).unwrap();
        assert!(walk.play(mv));
    }

    fn line(walk: &TreeCursor) -> String {
        let sans: Vec<_> = walk.line().iter().map(|&id| walk.tree().node(id).san()).collect();
        sans.join(" ")
    }

    #[test]
    fn stepping_back_and_playing_on_keeps_both_lines() {
        let mut walk = TreeCursor::new(Position::start());
        for text in ["e4", "e5", "Nf3"] {
            play(&mut walk, text);
        }
        assert!(walk.back() && walk.back());
        assert_eq!(line(&walk), "e4 e5 Nf3");
        play(&mut walk, "c5");
        assert_eq!(line(&walk), "e4 c5");
        assert!(walk.go_to_sibling(Sibling::Previous));
        assert_eq!(line(&walk), "e4 e5 Nf3");
        walk.go_to_start();
        assert!(!walk.back());
        walk.go_to_end();
        assert_eq!(walk.tree().node(walk.node_id()).san(), "Nf3");
    }

    #[test]
    fn the_way_forward_is_the_way_it_came() {
        let mut walk = TreeCursor::new(Position::start());
        play(&mut walk, "e4");
        walk.back();
        for text in ["d4", "d5"] {
            play(&mut walk, text);
        }
        walk.go_to_start();
        walk.go_to_end();
        assert_eq!(line(&walk), "d4 d5");
    }
}
