//! A cursor in a game tree: the current position, from which moves are played.

use super::tree::{NodeId, Tree};
use chess::{GameTermination, HalfMove, Move, Position, Root};

/// A game tree and the current node. Stepping back remembers the line ahead.
#[derive(Clone, Debug)]
pub struct TreeCursor {
    tree: Tree,
    node_id: NodeId,
    /// The children left by stepping back, the nearest last.
    forward_path: Vec<NodeId>,
}

impl TreeCursor {
    /// A cursor at the start of a new game.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::in_tree(Tree::new(start))
    }

    /// A cursor at the start of a tree.
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

    /// The tree, for annotation. Node ids stay valid, because a tree only grows.
    pub const fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// The current node.
    #[must_use]
    pub const fn node_id(&self) -> NodeId {
        self.node_id
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.tree.node(self.node_id).position()
    }

    /// The current position with its history.
    #[must_use]
    pub fn root(&self) -> Root {
        self.tree.root_at(self.node_id)
    }

    /// The move that led here; None at the start and behind a null move.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.tree.node(self.node_id).mv()
    }

    /// How the game is over here by the rules, if it is.
    #[must_use]
    pub fn termination(&self) -> Option<GameTermination> {
        self.tree.termination_at(self.node_id)
    }

    /// The next node, along the remembered line or the main line. None at the end.
    #[must_use]
    pub fn next_node(&self) -> Option<NodeId> {
        let ahead = || self.tree.node(self.node_id).children().first();
        self.forward_path.last().or_else(ahead).copied()
    }

    /// Plays a move or a null move and goes to the position after it. False, without a change, if it is illegal.
    pub fn play(&mut self, half_move: impl Into<HalfMove>) -> bool {
        let Some(next) = self.tree.play(self.node_id, half_move) else { return false };
        if self.forward_path.last() == Some(&next) {
            self.forward_path.pop();
        } else {
            self.forward_path.clear();
        }
        self.node_id = next;
        true
    }

    /// Plays a move as the main line, even if another one was played before.
    pub fn play_as_main_line(&mut self, mv: Move) -> bool {
        let played = self.play(mv);
        if played {
            self.tree.promote(self.node_id);
        }
        played
    }

    /// Goes back one half-move. False at the start.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.node_id).parent() else { return false };
        self.forward_path.push(self.node_id);
        self.node_id = parent;
        true
    }

    /// Goes forward one half-move, along the remembered line or the main line. False at the end.
    pub fn forward(&mut self) -> bool {
        let Some(next) = self.next_node() else { return false };
        self.forward_path.pop();
        self.node_id = next;
        true
    }

    /// Goes to the start.
    pub fn go_to_start(&mut self) {
        while self.back() {}
    }

    /// Goes to the end of the line ahead.
    pub fn go_to_end(&mut self) {
        while self.forward() {}
    }

    /// Goes to any node of the tree.
    pub fn go_to(&mut self, id: NodeId) {
        self.node_id = id;
        self.forward_path.clear();
    }

    /// Goes to the next or previous alternative to the last move. False if there is none.
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

    /// The line through the current node: the moves before it, and the line ahead.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.tree.line_to(self.node_id);
        line.extend(self.forward_path.iter().rev());
        let end = line.last().copied().unwrap_or(self.node_id);
        line.extend(self.tree.main_line_from(end));
        line
    }
}

/// Which alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sibling {
    /// The next one.
    Next,
    /// The previous one.
    Previous,
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::notation;

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
