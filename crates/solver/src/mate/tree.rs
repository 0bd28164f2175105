//! A proof tree that is expanded on demand: every defense with its distance and answer, and the threats of
//! quiet moves.
//!
//! The full tree of a long mate has millions of positions, so nodes are computed only when they are opened.
//! [`key_move`] gives the key, [`find_defenses`] the children of one node; both query a [`MateOracle`] and
//! can run on any thread. [`ProofTree`] stores the results and is plain data.

use std::ops::RangeInclusive;

pub use super::mate_oracle::MateDistance;
use super::mate_oracle::MateOracle;
use chess::{Certainty, Color, Move, Position, StopToken, Stopped, notation};

/// A move with its SAN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofMove {
    /// The move.
    pub mv: Move,
    /// Its SAN, with `+` or `#`.
    pub san: String,
}

/// The purpose of a move of the attacker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofMoveIdea {
    /// Checkmate.
    Mate,
    /// Check.
    Check,
    /// A quiet move with a threat: if the defender could pass, this mate would follow.
    Threat {
        /// The length of the threatened mate in moves.
        moves: u16,
        /// The first move of the threat.
        mv: ProofMove,
    },
    /// It is quiet and threatens nothing in time: the defender loses because it must move.
    Zugzwang,
    /// A quiet move without a known threat.
    Unknown,
}

/// The attacker's answer to a defense, or the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofAnswer {
    /// The move.
    pub played: ProofMove,
    /// Its purpose.
    pub idea: ProofMoveIdea,
}

/// A defense and its refutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofDefense {
    /// The defender's move.
    pub played: ProofMove,
    /// The distance to mate after it, and the attacker's answer; None if no mate is known.
    pub refuted: Option<(MateDistance, ProofAnswer)>,
}

/// The attacker's first move and the distance to mate before it, for the first of these lengths (in moves)
/// with a known mate; None if there is none. The caller has to know whether a shorter length than the first
/// is excluded.
///
/// # Errors
/// When the token stopped the search.
pub fn key_move(
    position: &Position,
    lengths: RangeInclusive<u16>,
    mate_oracle: &mut dyn MateOracle,
    stop: &StopToken,
) -> Result<Option<(MateDistance, ProofAnswer)>, Stopped> {
    let Some((distance, mv)) = mate_oracle.shortest_mate(position, lengths, stop)? else { return Ok(None) };
    let idea = idea_of(&position.after(mv), distance.moves.saturating_sub(1), mate_oracle, stop)?;
    Ok(Some((distance, ProofAnswer { played: proof_move(position, mv), idea })))
}

/// Every defense in a position with the defender to move, where the attacker mates in `moves` more moves.
/// Each one is reported as soon as it is known; the returned list is sorted, the longest defense first.
///
/// # Errors
/// When the token stopped the search.
pub fn find_defenses(
    position: &Position,
    moves: u16,
    mate_oracle: &mut dyn MateOracle,
    stop: &StopToken,
    on_defense: &mut dyn FnMut(&ProofDefense),
) -> Result<Vec<ProofDefense>, Stopped> {
    let mut all = Vec::new();
    for mv in position.legal_moves() {
        let refuted = key_move(&position.after(mv), 1..=moves, mate_oracle, stop)?;
        let defense = ProofDefense { played: proof_move(position, mv), refuted };
        on_defense(&defense);
        all.push(defense);
    }
    all.sort_by(|a, b| b.rank().cmp(&a.rank()).then_with(|| a.played.san.cmp(&b.played.san)));
    Ok(all)
}

/// The purpose of the move that led to `position`, with `left` more moves of the attacker to mate.
fn idea_of(
    position: &Position,
    left: u16,
    mate_oracle: &mut dyn MateOracle,
    stop: &StopToken,
) -> Result<ProofMoveIdea, Stopped> {
    let Some(passed) = position.after_null_move() else {
        return Ok(if position.legal_moves().is_empty() {
            ProofMoveIdea::Mate
        } else {
            ProofMoveIdea::Check
        });
    };
    // The shortest threats matter most to a player, so they are searched first.
    for within in [1, 2, left] {
        if let Some((distance, mv)) = mate_oracle.shortest_mate(&passed, 1..=within.min(left), stop)? {
            return Ok(ProofMoveIdea::Threat { moves: distance.moves, mv: proof_move(&passed, mv) });
        }
    }
    let denied = mate_oracle.none_certainty(&passed) == Certainty::Proven;
    Ok(if denied { ProofMoveIdea::Zugzwang } else { ProofMoveIdea::Unknown })
}

fn proof_move(position: &Position, mv: Move) -> ProofMove {
    ProofMove { mv, san: notation::san(position, mv) }
}

impl ProofDefense {
    /// Sorts the longest defense first; unrefuted ones before all.
    fn rank(&self) -> u16 {
        self.refuted.as_ref().map_or(u16::MAX, |(distance, _)| distance.moves)
    }
}

/// The index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProofNodeId(usize);

impl ProofNodeId {
    /// The root node.
    pub const ROOT: Self = Self(0);
}

/// How far the children of a node are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeExpansion {
    /// Not opened.
    Unexpanded,
    /// Some defenses are computed.
    Expanding,
    /// Every legal defense is computed.
    Expanded,
}

/// A node: a defense and its answer; at the root only the key, or nothing if the defender is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofNode {
    /// The parent.
    pub parent: Option<ProofNodeId>,
    /// The defender's move.
    pub defense: Option<ProofMove>,
    /// The distance to mate after the defense, before the answer; None if no mate is known.
    pub distance: Option<MateDistance>,
    /// The attacker's answer.
    pub answer: Option<ProofAnswer>,
    /// The position after both moves.
    pub position: Position,
    /// How far the children are computed.
    pub expansion: NodeExpansion,
    /// The defenses against the answer, longest first.
    pub children: Vec<ProofNodeId>,
}

impl ProofNode {
    /// Moves that the attacker still needs after the answer.
    #[must_use]
    pub fn moves_left(&self) -> u16 {
        self.distance.map_or(0, |distance| distance.moves - u16::from(self.answer.is_some()))
    }

    /// Whether a new result may replace the stored one.
    fn accepts(&self, defense: &ProofDefense) -> bool {
        let answer = defense.refuted.as_ref().map(|(_, answer)| answer.played.mv);
        self.expansion == NodeExpansion::Unexpanded
            || self.answer.as_ref().map(|answer| answer.played.mv) == answer
    }

    /// Whether the node has no children: mate, or no known answer.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.moves_left() == 0
    }
}

/// A partially expanded proof tree.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofTree {
    start: Position,
    attacker: Color,
    nodes: Vec<ProofNode>,
}

impl ProofTree {
    /// A tree with the attacker to move at the root, and its key.
    #[must_use]
    pub fn of_attack(start: Position, (distance, answer): (MateDistance, ProofAnswer)) -> Self {
        let attacker = start.turn();
        let position = start.after(answer.played.mv);
        Self::new(start, attacker, distance, Some(answer), position)
    }

    /// A tree with the defender to move at the root.
    #[must_use]
    pub fn of_defense(start: Position, distance: MateDistance) -> Self {
        let attacker = start.turn().other();
        let position = start.clone();
        Self::new(start, attacker, distance, None, position)
    }

    fn new(
        start: Position,
        attacker: Color,
        distance: MateDistance,
        answer: Option<ProofAnswer>,
        position: Position,
    ) -> Self {
        let root = ProofNode {
            parent: None,
            defense: None,
            distance: Some(distance),
            answer,
            position,
            expansion: NodeExpansion::Unexpanded,
            children: Vec::new(),
        };
        Self { start, attacker, nodes: vec![root] }
    }

    /// The position at the root.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The side that mates.
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// A node of this tree.
    #[must_use]
    pub fn node(&self, id: ProofNodeId) -> Option<&ProofNode> {
        self.nodes.get(id.0)
    }

    /// The moves from the start to the position of a node.
    #[must_use]
    pub fn path(&self, id: ProofNodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = Some(id);
        while let Some(node) = at.and_then(|id| self.node(id)) {
            moves.extend(node.answer.as_ref().map(|answer| answer.played.mv));
            moves.extend(node.defense.as_ref().map(|played| played.mv));
            at = node.parent;
        }
        moves.reverse();
        moves
    }

    /// Adds or updates a defense below a node. If its node is already open, the answer that is displayed
    /// stays.
    pub fn add(&mut self, id: ProofNodeId, defense: &ProofDefense) {
        let Some(above) = self.node(id) else { return };
        let mv = defense.played.mv;
        let same = |child: &ProofNodeId| {
            let played = self.node(*child).and_then(|node| node.defense.as_ref());
            played.is_some_and(|played| played.mv == mv)
        };
        let known = above.children.iter().copied().find(same);
        if known.and_then(|child| self.node(child)).is_some_and(|node| !node.accepts(defense)) {
            return;
        }
        let (distance, answer) = defense.refuted.clone().unzip();
        let mut position = above.position.after(mv);
        if let Some(answer) = &answer {
            position.play(answer.played.mv);
        }
        let node = ProofNode {
            parent: Some(id),
            defense: Some(defense.played.clone()),
            distance,
            answer,
            position,
            expansion: NodeExpansion::Unexpanded,
            children: Vec::new(),
        };
        if let Some(ProofNodeId(place)) = known {
            let ProofNode { expansion: growth, children, .. } =
                std::mem::replace(&mut self.nodes[place], node);
            (self.nodes[place].expansion, self.nodes[place].children) = (growth, children);
        } else {
            let child = ProofNodeId(self.nodes.len());
            self.nodes.push(node);
            self.nodes[id.0].children.push(child);
        }
        self.sort(id);
    }

    /// Sets how far the children of a node are computed.
    pub fn set_expansion(&mut self, id: ProofNodeId, growth: NodeExpansion) {
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.expansion = growth;
        }
    }

    fn sort(&mut self, id: ProofNodeId) {
        let mut children = std::mem::take(&mut self.nodes[id.0].children);
        let key = |child: &ProofNodeId| {
            let node = &self.nodes[child.0];
            let moves = node.distance.map_or(u16::MAX, |distance| distance.moves);
            (std::cmp::Reverse(moves), node.defense.as_ref().map(|played| played.san.clone()))
        };
        children.sort_by_cached_key(key);
        self.nodes[id.0].children = children;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tables;
    use crate::mate::{MateProblem, TableThenMateOracle};
    use chess::{NoOracle, Oracle, Root, Verdict, fen};

    fn opened(text: &str, moves: u16, oracle: &dyn Oracle) -> (MateDistance, ProofAnswer) {
        let root = Root::new(fen::parse(text).unwrap());
        let problem = MateProblem { root: &root, within: moves, oracle, nodes: None };
        let mut mate_oracle = TableThenMateOracle::with_search(&problem);
        key_move(&root.position, 1..=moves, &mut mate_oracle, &StopToken::never()).unwrap().unwrap()
    }

    fn check_idea(text: &str, moves: u16, key: &str, idea: &str) {
        let (distance, answer) = opened(text, moves, &NoOracle);
        let described = match answer.idea {
            ProofMoveIdea::Threat { moves, mv } => format!("threat in {moves} {}", mv.san),
            other => format!("{other:?}"),
        };
        let shown = (distance.moves, answer.played.san.as_str(), described.as_str());
        assert_eq!(shown, (moves, key, idea), "{text}");
        assert_eq!(distance.certainty, Certainty::Proven);
    }

    #[test]
    fn a_quiet_move_says_what_it_is_for() {
        // Morphy: whatever Black moves, it opens the way to the mate.
        check_idea("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6", "Zugzwang");
        check_idea("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", 1, "Qe7#", "Mate");
        check_idea("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 2, "Kc7", "threat in 1 Ra1#");
        // The rook waits: Black is mated because it has to move.
        let (_, answer) = opened("1k6/8/1K6/8/8/8/8/2R5 w - - 0 1", 2, &NoOracle);
        assert_eq!(answer.idea, ProofMoveIdea::Zugzwang, "{}", answer.played.san);
    }

    #[test]
    fn each_defense_has_the_distance_of_the_table() {
        let tables = Tables::new();
        tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).unwrap();
        let root = Root::new(fen::parse("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1").unwrap());
        let problem = MateProblem { root: &root, within: 16, oracle: &tables, nodes: None };
        let mut mate_oracle = TableThenMateOracle::with_search(&problem);
        let stop = StopToken::never();
        let opened = key_move(&root.position, 1..=16, &mut mate_oracle, &stop).unwrap().unwrap();
        assert_eq!(opened.0, MateDistance { moves: 16, certainty: Certainty::Proven });
        let mut tree = ProofTree::of_attack(root.position.clone(), opened);
        let mut at = ProofNodeId::ROOT;
        // Down the longest defense, to the mate.
        for left in (1..16).rev() {
            let node = tree.node(at).unwrap().clone();
            assert_eq!(node.moves_left(), left);
            let all = find_defenses(&node.position, left, &mut mate_oracle, &stop, &mut |_| {}).unwrap();
            assert_eq!(all.len(), node.position.legal_moves().len());
            for defense in &all {
                let (distance, _) = defense.refuted.as_ref().unwrap();
                let after = node.position.after(defense.played.mv);
                let Some(Verdict::Win(plies)) = tables.probe(&after) else { panic!("no win") };
                assert_eq!((distance.moves, distance.certainty), (plies.moves(), Certainty::Proven));
                tree.add(at, defense);
            }
            tree.set_expansion(at, NodeExpansion::Expanded);
            at = tree.node(at).unwrap().children[0];
        }
        let end = tree.node(at).unwrap();
        assert!(end.is_leaf() && end.position.is_check() && end.position.legal_moves().is_empty());
        assert_eq!(tree.path(at).len(), 31);
    }

    #[test]
    fn a_better_word_replaces_a_bound_and_leaves_an_opened_branch() {
        let start = fen::parse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
        let mut tree = ProofTree::of_attack(start, opened("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, &NoOracle));
        let position = tree.node(ProofNodeId::ROOT).unwrap().position.clone();
        let reply = position.legal_moves()[0];
        let next = position.after(reply);
        let word = |moves, answer: usize| {
            let distance = MateDistance { moves, certainty: Certainty::Searched };
            let answer = ProofAnswer {
                played: proof_move(&next, next.legal_moves()[answer]),
                idea: ProofMoveIdea::Unknown,
            };
            ProofDefense { played: proof_move(&position, reply), refuted: Some((distance, answer)) }
        };
        tree.add(ProofNodeId::ROOT, &word(4, 0));
        tree.add(ProofNodeId::ROOT, &word(3, 1));
        let [child] = tree.node(ProofNodeId::ROOT).unwrap().children[..] else { panic!("one defense") };
        assert_eq!(tree.node(child).unwrap().distance.map(|distance| distance.moves), Some(3));
        tree.set_expansion(child, NodeExpansion::Expanding);
        tree.add(ProofNodeId::ROOT, &word(2, 2));
        assert_eq!(tree.node(child).unwrap().distance.map(|distance| distance.moves), Some(3));
        tree.add(ProofNodeId::ROOT, &word(2, 1));
        assert_eq!(tree.node(child).unwrap().distance.map(|distance| distance.moves), Some(2));
    }
}
