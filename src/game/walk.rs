//! A place in a tree, from which moves are played and to which a reader steps.

use crate::chess::{Ending, Move, Position, Root};

use super::tree::{NodeId, Tree};

/// A tree and where the reader stands in it. Stepping back remembers the way forward.
#[derive(Clone, Debug)]
pub struct Walk {
    tree: Tree,
    at: NodeId,
    /// The child last left by stepping back, for each step, the nearest last.
    ahead: Vec<NodeId>,
}

impl Walk {
    /// Stands at the start of a new game.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::in_tree(Tree::new(start))
    }

    /// Stands at the start of a tree.
    #[must_use]
    pub fn in_tree(tree: Tree) -> Self {
        let at = tree.start();
        Self { tree, at, ahead: Vec::new() }
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
    pub const fn at(&self) -> NodeId {
        self.at
    }

    /// The position where the reader stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.tree.node(self.at).position()
    }

    /// The position and its past.
    #[must_use]
    pub fn root(&self) -> Root {
        self.tree.root_at(self.at)
    }

    /// The move that led here.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.tree.node(self.at).mv()
    }

    /// How the game is over here by the rules, if it is.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.tree.ending_at(self.at)
    }

    /// Plays a move and stands behind it. False, and nothing changes, where it is not legal.
    pub fn play(&mut self, mv: Move) -> bool {
        let Some(next) = self.tree.play(self.at, mv) else { return false };
        if self.ahead.last() == Some(&next) {
            self.ahead.pop();
        } else {
            self.ahead.clear();
        }
        self.at = next;
        true
    }

    /// Plays a move as the game's own course: it becomes the main line where another was played before.
    pub fn play_main(&mut self, mv: Move) -> bool {
        let played = self.play(mv);
        if played {
            self.tree.promote(self.at);
        }
        played
    }

    /// Steps back one half-move. False at the start.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.at).parent() else { return false };
        self.ahead.push(self.at);
        self.at = parent;
        true
    }

    /// Steps forward one half-move: the way it came, else the main line. False at the end.
    pub fn forward(&mut self) -> bool {
        let next = self.ahead.pop().or_else(|| self.tree.node(self.at).children().first().copied());
        let Some(next) = next else { return false };
        self.at = next;
        true
    }

    /// Goes to the start.
    pub fn to_start(&mut self) {
        while self.back() {}
    }

    /// Goes to the end of the line that is ahead.
    pub fn to_end(&mut self) {
        while self.forward() {}
    }

    /// Goes to any node of the tree.
    pub fn go_to(&mut self, id: NodeId) {
        self.at = id;
        self.ahead.clear();
    }

    /// Goes to the next (or the one before) of the moves that were played instead of the last one.
    /// False where there is no other.
    pub fn sibling(&mut self, step: Sibling) -> bool {
        let Some(parent) = self.tree.node(self.at).parent() else { return false };
        let siblings = self.tree.node(parent).children();
        let Some(place) = siblings.iter().position(|&child| child == self.at) else { return false };
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
        let mut line = self.tree.line_to(self.at);
        line.extend(self.ahead.iter().rev());
        let end = line.last().copied().unwrap_or(self.at);
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

    fn play(walk: &mut Walk, text: &str) {
        let mv = notation::parse_move(walk.position(), text).unwrap();
        assert!(walk.play(mv));
    }

    fn line(walk: &Walk) -> String {
        let sans: Vec<_> = walk.line().iter().map(|&id| walk.tree().node(id).san()).collect();
        sans.join(" ")
    }

    #[test]
    fn stepping_back_and_playing_on_keeps_both_lines() {
        let mut walk = Walk::new(Position::start());
        for text in ["e4", "e5", "Nf3"] {
            play(&mut walk, text);
        }
        assert!(walk.back() && walk.back());
        assert_eq!(line(&walk), "e4 e5 Nf3");
        play(&mut walk, "c5");
        assert_eq!(line(&walk), "e4 c5");
        assert!(walk.sibling(Sibling::Previous));
        assert_eq!(line(&walk), "e4 e5 Nf3");
        walk.to_start();
        assert!(!walk.back());
        walk.to_end();
        assert_eq!(walk.tree().node(walk.at()).san(), "Nf3");
    }

    #[test]
    fn the_way_forward_is_the_way_it_came() {
        let mut walk = Walk::new(Position::start());
        play(&mut walk, "e4");
        walk.back();
        for text in ["d4", "d5"] {
            play(&mut walk, text);
        }
        walk.to_start();
        walk.to_end();
        assert_eq!(line(&walk), "d4 d5");
    }
}
