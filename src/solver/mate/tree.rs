//! A proof as a tree that grows where somebody looks: every defense with its distance and its answer, and
//! what a quiet move is for.
//!
//! The whole tree of a long mate has millions of positions, so nothing is worked out before it is asked
//! for. [`open`] gives the key, [`defenses`] what is under one node; both ask a [`Witness`] and can run on
//! any thread. [`Tree`] keeps what has come, and is plain data.

use std::ops::RangeInclusive;

use crate::chess::{Certainty, Color, Move, Position, StopToken, Stopped, notation};

use super::witness::Witness;

/// A move with its name in standard algebraic notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Its name, with `+` or `#`.
    pub san: String,
}

/// How far a mate is, in moves of the attacker from the position that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// The attacker mates in so many moves; nought is mate on the board.
    pub moves: u16,
    /// Whether no shorter mate exists, or just none is known.
    pub certainty: Certainty,
}

/// What a move of the attacker does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Idea {
    /// It mates.
    Mate,
    /// It gives check.
    Check,
    /// It is quiet: if the defender could pass, this would follow.
    Threat {
        /// Mate would come in so many moves.
        moves: u16,
        /// The first of them.
        mv: Played,
    },
    /// It is quiet and threatens nothing in time: the defender loses because it must move.
    Zugzwang,
    /// It is quiet, and nobody knows whether it threatens something.
    Unknown,
}

/// The attacker's answer to a defense, or the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move.
    pub played: Played,
    /// What it does.
    pub idea: Idea,
}

/// One defense with what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defense {
    /// The defender's move.
    pub played: Played,
    /// How far the mate is after it, and the attacker's answer; None where no mate is known against it.
    pub refuted: Option<(Distance, Answer)>,
}

/// The attacker's first move and how far the mate is before it; None where the witness knows no mate of
/// these lengths, in moves. That none is shorter than the first of them is the caller's to know.
///
/// # Errors
/// When the token ended the work.
pub fn open(
    position: &Position,
    lengths: RangeInclusive<u16>,
    witness: &mut dyn Witness,
    stop: &StopToken,
) -> Result<Option<(Distance, Answer)>, Stopped> {
    let Some((length, mv)) = witness.shortest(position, lengths, stop)? else { return Ok(None) };
    let certainty = if length == 1 { Certainty::Proven } else { witness.denial(position) };
    let distance = Distance { moves: length, certainty };
    let idea = idea(&position.after(mv), length - 1, witness, stop)?;
    Ok(Some((distance, Answer { played: played(position, mv), idea })))
}

/// Every defense in a position with the defender to move, where mate is to come in `moves` more moves of the
/// attacker; each is told as soon as it is known, and the list comes back with the longest in front.
///
/// # Errors
/// When the token ended the work.
pub fn defenses(
    position: &Position,
    moves: u16,
    witness: &mut dyn Witness,
    stop: &StopToken,
    on_defense: &mut dyn FnMut(&Defense),
) -> Result<Vec<Defense>, Stopped> {
    let mut all = Vec::new();
    for mv in position.legal_moves() {
        let refuted = open(&position.after(mv), 1..=moves, witness, stop)?;
        let defense = Defense { played: played(position, mv), refuted };
        on_defense(&defense);
        all.push(defense);
    }
    all.sort_by(|a, b| b.rank().cmp(&a.rank()).then_with(|| a.played.san.cmp(&b.played.san)));
    Ok(all)
}

/// What the move that led to `position` does, when `left` more moves of the attacker are to mate.
fn idea(
    position: &Position,
    left: u16,
    witness: &mut dyn Witness,
    stop: &StopToken,
) -> Result<Idea, Stopped> {
    let Some(passed) = position.after_pass() else {
        return Ok(if position.legal_moves().is_empty() { Idea::Mate } else { Idea::Check });
    };
    Ok(match witness.shortest(&passed, 1..=left, stop)? {
        Some((moves, mv)) => Idea::Threat { moves, mv: played(&passed, mv) },
        None if witness.denial(&passed) == Certainty::Proven => Idea::Zugzwang,
        None => Idea::Unknown,
    })
}

fn played(position: &Position, mv: Move) -> Played {
    Played { mv, san: notation::san(position, mv) }
}

impl Defense {
    /// Defenses that hold longest come first; one that is not refuted before all.
    fn rank(&self) -> u16 {
        self.refuted.as_ref().map_or(u16::MAX, |(distance, _)| distance.moves)
    }
}

/// A node's place in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

impl NodeId {
    /// The node that every tree begins with.
    pub const ROOT: Self = Self(0);
}

/// What is known of the positions under a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// Nobody has asked.
    Bud,
    /// Some defenses are there, more are to come.
    Growing,
    /// Every legal defense is there.
    Grown,
}

/// A defense and its answer; at the root, the key alone, or nothing where the defender is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The node above.
    pub parent: Option<NodeId>,
    /// The defender's move that led here.
    pub defense: Option<Played>,
    /// How far the mate is after the defense, before the answer; None where no mate is known.
    pub distance: Option<Distance>,
    /// The attacker's answer.
    pub answer: Option<Answer>,
    /// The position after both.
    pub position: Position,
    /// What is known below.
    pub growth: Growth,
    /// The defenses against the answer, longest first.
    pub children: Vec<NodeId>,
}

impl Node {
    /// Moves that the attacker still needs after the answer.
    #[must_use]
    pub fn moves_left(&self) -> u16 {
        self.distance.map_or(0, |distance| distance.moves - u16::from(self.answer.is_some()))
    }

    /// Whether there is nothing below: mate, or no answer known.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.moves_left() == 0
    }
}

/// What has been worked out of a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    start: Position,
    attacker: Color,
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree whose attacker is to move and mates as `opened` says.
    #[must_use]
    pub fn of_attack(start: Position, (distance, answer): (Distance, Answer)) -> Self {
        let attacker = start.turn();
        let position = start.after(answer.played.mv);
        Self::new(start, attacker, distance, Some(answer), position)
    }

    /// A tree whose defender is to move and gets mated as far away as `distance` says.
    #[must_use]
    pub fn of_defense(start: Position, distance: Distance) -> Self {
        let attacker = start.turn().other();
        let position = start.clone();
        Self::new(start, attacker, distance, None, position)
    }

    fn new(
        start: Position,
        attacker: Color,
        distance: Distance,
        answer: Option<Answer>,
        position: Position,
    ) -> Self {
        let root = Node {
            parent: None,
            defense: None,
            distance: Some(distance),
            answer,
            position,
            growth: Growth::Bud,
            children: Vec::new(),
        };
        Self { start, attacker, nodes: vec![root] }
    }

    /// The position that the proof is about.
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
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0)
    }

    /// The moves from the start to the position of a node.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<Move> {
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

    /// Adds a defense below a node, once.
    pub fn add(&mut self, id: NodeId, defense: &Defense) {
        let Some(above) = self.node(id) else { return };
        let known = |child: &NodeId| self.node(*child).and_then(|node| node.defense.as_ref());
        if above.children.iter().filter_map(known).any(|played| played.mv == defense.played.mv) {
            return;
        }
        let (distance, answer) = defense.refuted.clone().unzip();
        let mut position = above.position.after(defense.played.mv);
        if let Some(answer) = &answer {
            position.play(answer.played.mv);
        }
        let child = NodeId(self.nodes.len());
        self.nodes.push(Node {
            parent: Some(id),
            defense: Some(defense.played.clone()),
            distance,
            answer,
            position,
            growth: Growth::Bud,
            children: Vec::new(),
        });
        self.nodes[id.0].children.push(child);
        self.sort(id);
    }

    /// Says how far the work below a node has come.
    pub fn set_growth(&mut self, id: NodeId, growth: Growth) {
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.growth = growth;
        }
    }

    fn sort(&mut self, id: NodeId) {
        let mut children = std::mem::take(&mut self.nodes[id.0].children);
        let key = |child: &NodeId| {
            let node = &self.nodes[child.0];
            let moves = node.distance.map_or(u16::MAX, |distance| distance.moves);
            (std::cmp::Reverse(moves), node.defense.as_ref().map(|played| played.san.clone()))
        };
        children.sort_by_cached_key(key);
        self.nodes[id.0].children = children;
    }
}
