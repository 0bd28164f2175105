//! The game tree: moves and variations in an arena. Stepping back keeps what was played.

mod edit;
mod merge;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use shakmaty::ByRole;

use chess::{Color, GameTermination, HalfMove, Move, Position, RepetitionHistory, Root};

/// A node of a [`Tree`]. It stays valid for the life of the tree and always means the same move: promoting
/// and deleting variations move no other node. A deleted node is only unreachable from the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

/// One position of the game and the half-move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    half_move: Option<HalfMove>,
    san: String,
    position: Position,
    /// Half-moves from the start.
    ply: usize,
    /// The digest of the nodes on the way here and of their moves.
    line_digest: u64,
    /// The annotations of the move.
    pub notes: Notes,
}

/// The annotations of a move; those of the start are about the game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Comments before the move, in order.
    pub before: Vec<String>,
    /// Comments after the move, in order.
    pub after: Vec<String>,
    /// Numeric annotation glyphs, as PGN counts them (1 is `!`, 6 is `?!`).
    pub nags: Vec<u8>,
}

impl Node {
    /// The node that the move was played from; None for the start.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The moves played from here; the first is the main line.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The half-move that led here; None for the start alone.
    #[must_use]
    pub const fn half_move(&self) -> Option<HalfMove> {
        self.half_move
    }

    /// The move of a piece that led here; None for the start and behind a null move.
    #[must_use]
    pub const fn mv(&self) -> Option<Move> {
        match self.half_move {
            Some(half_move) => half_move.mv(),
            None => None,
        }
    }

    /// Whether a null move led here.
    #[must_use]
    pub const fn is_null_move(&self) -> bool {
        matches!(self.half_move, Some(HalfMove::Null))
    }

    /// The SAN of the half-move, `--` for a null move; empty for the start.
    #[must_use]
    pub fn san(&self) -> &str {
        &self.san
    }

    /// The position itself.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The digest of the line from the start to here: of its nodes and the SAN of each, but not of the start's
    /// position. Where it is the same, also in another tree, so is the line.
    #[must_use]
    pub const fn line_digest(&self) -> u64 {
        self.line_digest
    }
}

/// The nodes of a tree, in chunks. A copy shares the chunks until one of the two is changed, and then only the changed
/// chunk is copied: a move costs the same in a game of any length, while copies of the game are being saved.
#[derive(Clone, Debug)]
struct NodeArena {
    /// Full chunks, and a last one that has room or is full.
    chunks: Arc<Vec<Arc<Vec<Node>>>>,
    len: usize,
}

impl NodeArena {
    /// Nodes in a chunk.
    const CHUNK: usize = 128;

    fn of(first: Node) -> Self {
        Self { chunks: Arc::new(vec![Arc::new(vec![first])]), len: 1 }
    }

    fn get(&self, id: NodeId) -> &Node {
        &self.chunks[id.0 / Self::CHUNK][id.0 % Self::CHUNK]
    }

    fn get_mut(&mut self, id: NodeId) -> &mut Node {
        &mut Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[id.0 / Self::CHUNK])[id.0 % Self::CHUNK]
    }

    fn push(&mut self, node: Node) {
        let chunks = Arc::make_mut(&mut self.chunks);
        match chunks.last_mut().filter(|last| last.len() < Self::CHUNK) {
            Some(last) => Arc::make_mut(last).push(node),
            None => chunks.push(Arc::new(vec![node])),
        }
        self.len += 1;
    }

    fn iter(&self) -> impl Iterator<Item = &Node> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

/// The tree of a game. A copy shares its nodes until one of the two is changed, so saving a game or keeping
/// it for undo is cheap.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: NodeArena,
    /// Nodes that were deleted with all that was below them.
    deleted: usize,
}

/// Two trees are equal if they have the same start, moves in the same order, and annotations.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.nodes.chunks, &other.nodes.chunks) {
            return true;
        }
        if self.move_count() != other.move_count() {
            return false;
        }
        let mut open = vec![(self.start(), other.start())];
        if self.node(self.start()).position != other.node(other.start()).position {
            return false;
        }
        while let Some((mine, theirs)) = open.pop() {
            let (mine, theirs) = (self.node(mine), other.node(theirs));
            if mine.half_move != theirs.half_move || mine.notes != theirs.notes {
                return false;
            }
            if mine.children.len() != theirs.children.len() {
                return false;
            }
            open.extend(mine.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}

impl Tree {
    /// The node of the start of any game.
    pub(crate) const ROOT: NodeId = NodeId(0);

    /// A game without a move.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { nodes: NodeArena::of(Node::start(start)), deleted: 0 }
    }

    /// The node of the start.
    #[must_use]
    pub const fn start(&self) -> NodeId {
        Self::ROOT
    }

    /// Whether the game has the standard starting position.
    #[must_use]
    pub fn starts_from_standard_position(&self) -> bool {
        self.node(Self::ROOT).position == Position::start()
    }

    /// A node of this tree.
    ///
    /// # Panics
    /// If the id belongs to a larger tree than this one.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id)
    }

    /// Whether a node can be reached in this tree: it was not deleted, nor added to a copy made since.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        let hangs =
            |at: &NodeId| self.node(*at).parent.is_none_or(|parent| self.node(parent).children.contains(at));
        id.0 < self.nodes.len && self.line_to(id).iter().all(hangs)
    }

    /// A node whose notes can be changed.
    ///
    /// # Panics
    /// If the id belongs to a larger tree than this one.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes.get_mut(id)
    }

    /// How many moves the tree holds, variations included.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.nodes.len - 1 - self.deleted
    }

    /// Plays a move or a null move from a node: the node that it leads to, made only where it was not played
    /// before. None where the move is not legal there, or the side that passes is in check.
    pub fn play(&mut self, from: NodeId, half_move: impl Into<HalfMove>) -> Option<NodeId> {
        let half_move = half_move.into();
        let is_known = |&&child: &&NodeId| self.node(child).half_move == Some(half_move);
        if let Some(&child) = self.node(from).children.iter().find(is_known) {
            return Some(child);
        }
        self.add(from, half_move)
    }

    /// Adds a half-move below a node even where the same one was played before: books repeat a move to open a
    /// variation behind it. None as for [`play`](Self::play).
    pub fn add(&mut self, from: NodeId, half_move: impl Into<HalfMove>) -> Option<NodeId> {
        let half_move = half_move.into();
        let parent = self.node(from);
        let position = half_move.after(&parent.position)?;
        let san = half_move.san(&parent.position);
        let id = NodeId(self.nodes.len);
        let node = Node {
            parent: Some(from),
            children: Vec::new(),
            half_move: Some(half_move),
            ply: parent.ply + 1,
            line_digest: digest((parent.line_digest, id, &san)),
            san,
            position,
            notes: Notes::default(),
        };
        self.nodes.push(node);
        self.nodes.get_mut(from).children.push(id);
        Some(id)
    }

    /// Whether a move of a piece was ever played in the tree: null moves alone make no game.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.nodes.iter().any(|node| node.mv().is_some())
    }

    /// Whether a null move can be reached in the tree.
    #[must_use]
    pub fn has_null_moves(&self) -> bool {
        (0..self.nodes.len).map(NodeId).any(|id| self.node(id).is_null_move() && self.contains(id))
    }

    /// The nodes from the start (left out) to `id` (included).
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = std::iter::successors(Some(id), |&at| self.node(at).parent).collect();
        line.pop();
        line.reverse();
        line
    }

    /// The half-moves from the start to `id`.
    #[must_use]
    pub fn half_moves_to(&self, id: NodeId) -> Vec<HalfMove> {
        self.line_to(id).into_iter().filter_map(|at| self.node(at).half_move).collect()
    }

    /// The moves to `id` that can be played one after another, with the node that they begin at: the last one
    /// on the way that a null move led to, or the start.
    #[must_use]
    pub fn moves_since_null(&self, id: NodeId) -> (NodeId, Vec<Move>) {
        let (begin, line) = self.line_since_null(id);
        (begin, line.into_iter().filter_map(|at| self.node(at).mv()).collect())
    }

    /// The node of the last null move on the way to `id`, or else the start, and the nodes behind it.
    fn line_since_null(&self, id: NodeId) -> (NodeId, Vec<NodeId>) {
        let mut line = self.line_to(id);
        match line.iter().rposition(|&at| self.node(at).is_null_move()) {
            Some(last) => {
                let begin = line[last];
                (begin, line.split_off(last + 1))
            }
            None => (self.start(), line),
        }
    }

    /// The main line below `id`, `id` left out.
    #[must_use]
    pub fn main_line_from(&self, id: NodeId) -> Vec<NodeId> {
        let first = |&at: &NodeId| self.node(at).children.first().copied();
        std::iter::successors(first(&id), first).collect()
    }

    /// The tree of one line alone: the half-moves from the start to `id` and the main line below it.
    #[must_use]
    pub fn line_through(&self, id: NodeId) -> Self {
        let mut line = Self::new(self.node(self.start()).position().clone());
        let mut at = line.start();
        let below = self.main_line_from(id);
        let below = below.iter().filter_map(|&node| self.node(node).half_move);
        for half_move in self.half_moves_to(id).into_iter().chain(below) {
            let Some(next) = line.add(at, half_move) else { break };
            at = next;
        }
        line
    }

    /// Half-moves from the start to `id`.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply
    }

    /// The pieces that a side has captured on the way to `id`. A promoted pawn is no loss; a promoted piece that is
    /// captured counts as what it was then.
    #[must_use]
    pub fn captured_by(&self, color: Color, id: NodeId) -> ByRole<u8> {
        let mut captured = ByRole::default();
        for at in self.line_to(id) {
            let node = self.node(at);
            if node.position.turn() == color.other()
                && let Some(role) = node.mv().and_then(Move::capture)
            {
                *captured.get_mut(role) += 1;
            }
        }
        captured
    }

    /// The position at `id` with its history. No position repeats across a null move.
    #[must_use]
    pub fn root_at(&self, id: NodeId) -> Root {
        let position = self.node(id).position.clone();
        let mut before: Vec<u64> = self.repeatable(id).skip(1).map(|node| node.position.key()).collect();
        before.reverse();
        Root { history: RepetitionHistory::after(before, &position), position }
    }

    /// The termination at `id` by the rules, if the game is over there.
    #[must_use]
    pub fn termination_at(&self, id: NodeId) -> Option<GameTermination> {
        let position = self.node(id).position();
        let is_same = |node: &&Node| node.position.key() == position.key();
        GameTermination::after(position, || self.repeatable(id).filter(is_same).count())
    }

    /// The nodes on the way to `id` whose positions can still occur again, from `id` back: up to a capture, a pawn
    /// move, a null move or the start.
    fn repeatable(&self, id: NodeId) -> impl Iterator<Item = &Node> {
        let is_first = |node: &Node| node.position.halfmoves() == 0 || node.is_null_move();
        let before = move |node: &&Node| node.parent.filter(|_| !is_first(node)).map(|at| self.node(at));
        std::iter::successors(Some(self.node(id)), before)
    }
}

impl Node {
    fn start(position: Position) -> Self {
        Self {
            parent: None,
            children: Vec::new(),
            half_move: None,
            san: String::new(),
            position,
            ply: 0,
            line_digest: 0,
            notes: Notes::default(),
        }
    }
}

/// The digest of a value, the same in each run of the program.
fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::notation;

    fn played(tree: &mut Tree, from: NodeId, text: &str) -> NodeId {
        let mv = notation::parse_move(tree.node(from).position(), text).unwrap();
        tree.play(from, mv).unwrap()
    }

    #[test]
    fn another_move_makes_a_variation_and_the_same_move_does_not() {
        let mut tree = Tree::new(Position::start());
        let start = tree.start();
        let e4 = played(&mut tree, start, "e4");
        let again = played(&mut tree, start, "e4");
        let d4 = played(&mut tree, start, "d4");
        assert_eq!(e4, again);
        assert_eq!(tree.node(start).children(), [e4, d4]);
        tree.promote(d4);
        assert_eq!(tree.node(start).children(), [d4, e4]);
        assert_eq!(tree.move_count(), 2);
    }

    #[test]
    fn a_past_comes_with_every_node() {
        let mut tree = Tree::new(Position::start());
        let mut at = tree.start();
        for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
            assert_eq!(tree.termination_at(at), None);
            at = played(&mut tree, at, text);
        }
        assert_eq!(tree.termination_at(at), Some(GameTermination::Threefold));
        assert_eq!(tree.ply(at), 8);
    }

    #[test]
    fn captures_are_counted_and_promotions_are_none() {
        use chess::{Role, fen};
        let mut tree = Tree::new(fen::parse("3r3k/4P3/8/2pP4/8/8/8/K7 w - c6 0 1").unwrap());
        let mut at = tree.start();
        for text in ["dxc6", "Kg7", "exd8=Q", "Kf7", "Qe7+", "Kxe7"] {
            at = played(&mut tree, at, text);
        }
        let (white, black) = (tree.captured_by(Color::White, at), tree.captured_by(Color::Black, at));
        assert_eq!((white.pawn, white.rook, white.queen), (1, 1, 0));
        assert_eq!((*black.get(Role::Queen), black.pawn), (1, 0));
        let before = tree.line_to(at)[4];
        assert_eq!(tree.captured_by(Color::Black, before), ByRole::default(), "a promotion is not a capture");
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut tree = Tree::new(Position::start());
        let e4 = notation::parse_move(&Position::start(), "e4").unwrap();
        let after = tree.play(tree.start(), e4).unwrap();
        assert_eq!(tree.play(after, e4), None);
        assert_eq!(tree.move_count(), 1);
    }
}
