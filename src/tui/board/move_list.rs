//! The move list of a game with its variations, in the order of a printed game.

use std::collections::HashSet;

use crate::chess::names::move_number;
use crate::chess::{Color, GameTermination};
use crate::game::{NodeId, TreeCursor};

/// One move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveListEntry {
    /// Where the move leads.
    pub node: NodeId,
    /// Its depth in variations: 0 on the main line.
    pub nesting: usize,
    /// Whether it opens a variation, closes one, or neither: where brackets go.
    pub bracket: VariationBracket,
    /// The move's number, from 1.
    pub number: u32,
    /// Who moved.
    pub color: Color,
    /// The move in standard algebraic notation.
    pub san: String,
    /// How the move ended the game: mate, stalemate, dead position.
    pub ending: Option<GameTermination>,
    /// Its relation to the position on the board.
    pub path_relation: MoveListPathRelation,
}

impl MoveListEntry {
    /// The move with its number: `12.Nf3`, `12...Nf6`.
    pub(crate) fn numbered_san(&self) -> String {
        move_number(self.number, self.color) + &self.san
    }
}

/// Where the brackets of a variation are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariationBracket {
    /// Nowhere near this move.
    None,
    /// Before this move, the first of a variation.
    Opens,
    /// Behind this move, the last of a variation.
    Closes,
    /// Around this move alone.
    Both,
}

/// The relation of a move to the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveListPathRelation {
    /// It led to the position on the board.
    Current,
    /// It was played on the way to it.
    OnPath,
    /// It comes later, or lies on another branch.
    OffPath,
}

/// Work items of the walk through the tree, with no recursion that deep variations could exhaust.
enum MoveListTask {
    /// The moves below a node, so deep in variations.
    MovesBelow(NodeId, usize),
    /// A variation that begins with a move.
    Variation(NodeId, usize),
    /// The end of the variation whose first entry this is.
    End(usize),
}

/// The place of a move in the list, without the cost of its entry.
struct MoveListSlot {
    from: NodeId,
    node: NodeId,
    nesting: usize,
    bracket: VariationBracket,
}

/// The moves of the list around the one that led to the position on the board, so many before it and behind
/// it at most: no screen shows more, and a game may have 100,000.
fn move_list_near(walk: &TreeCursor, room: usize) -> Vec<MoveListEntry> {
    let lines = slots_in_order(walk);
    let here = lines.iter().position(|line| line.node == walk.node_id()).unwrap_or(0);
    let shown = here.saturating_sub(room)..here.saturating_add(room).min(lines.len());
    let path: HashSet<NodeId> = walk.tree().line_to(walk.node_id()).into_iter().collect();
    lines[shown].iter().map(|line| entry(walk, line, &path)).collect()
}

/// The moves of the list around the position on the board: more than the tallest screen has room for.
#[must_use]
pub fn shown(walk: &TreeCursor) -> Vec<MoveListEntry> {
    const MAX_NEARBY_MOVES: usize = 500;
    move_list_near(walk, MAX_NEARBY_MOVES)
}

/// The list entry of one move, without its brackets.
pub(crate) fn move_list_entry(walk: &TreeCursor, node: NodeId) -> Option<MoveListEntry> {
    let from = walk.tree().node(node).parent()?;
    Some(entry(
        walk,
        &MoveListSlot { from, node, nesting: 0, bracket: VariationBracket::None },
        &HashSet::new(),
    ))
}

fn slots_in_order(walk: &TreeCursor) -> Vec<MoveListSlot> {
    let tree = walk.tree();
    let mut list: Vec<MoveListSlot> = Vec::with_capacity(tree.move_count());
    let mut steps = vec![MoveListTask::MovesBelow(tree.start(), 0)];
    while let Some(step) = steps.pop() {
        match step {
            MoveListTask::MovesBelow(from, nesting) => {
                let Some((&main, others)) = tree.node(from).children().split_first() else { continue };
                list.push(MoveListSlot { from, node: main, nesting, bracket: VariationBracket::None });
                steps.push(MoveListTask::MovesBelow(main, nesting));
                steps.extend(others.iter().rev().map(|&other| MoveListTask::Variation(other, nesting + 1)));
            }
            MoveListTask::Variation(first, nesting) => {
                let from = tree.node(first).parent().unwrap_or(first);
                steps.extend([MoveListTask::End(list.len()), MoveListTask::MovesBelow(first, nesting)]);
                list.push(MoveListSlot { from, node: first, nesting, bracket: VariationBracket::None });
            }
            MoveListTask::End(first) => close_variation(&mut list, first),
        }
    }
    list
}

/// Puts the brackets of a variation around its first entry and the last one of the list.
fn close_variation(list: &mut [MoveListSlot], first: usize) {
    let end = list.len() - 1;
    list[first].bracket = if first == end { VariationBracket::Both } else { VariationBracket::Opens };
    if first != end {
        list[end].bracket = match list[end].bracket {
            VariationBracket::Opens => VariationBracket::Both,
            _ => VariationBracket::Closes,
        };
    }
}

fn entry(walk: &TreeCursor, line: &MoveListSlot, path: &HashSet<NodeId>) -> MoveListEntry {
    let &MoveListSlot { from, node, nesting, bracket } = line;
    let before = walk.tree().node(from).position();
    let after = walk.tree().node(node);
    let place = match () {
        () if node == walk.node_id() => MoveListPathRelation::Current,
        () if path.contains(&node) => MoveListPathRelation::OnPath,
        () => MoveListPathRelation::OffPath,
    };
    MoveListEntry {
        node,
        nesting,
        bracket,
        number: before.fullmoves().get(),
        color: before.turn(),
        san: after.san().to_owned(),
        ending: GameTermination::on_board(after.position()),
        path_relation: place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, notation};

    /// Every move of the walk's tree: the main line, each move followed by the variations that replace it.
    fn move_list(walk: &TreeCursor) -> Vec<MoveListEntry> {
        move_list_near(walk, usize::MAX)
    }

    #[test]
    fn a_variation_follows_the_move_that_it_replaces() {
        let mut walk = TreeCursor::new(Position::start());
        let mut play = |texts: &[&str], back: usize| {
            for text in texts {
                let mv = notation::parse_move(walk.position(), text).unwrap();
                assert!(walk.play(mv));
            }
            for _ in 0..back {
                walk.back();
            }
        };
        play(&["e4", "e5", "Nf3"], 2);
        play(&["c5", "Nf3"], 2);
        play(&["d5"], 0);
        let text: Vec<String> = move_list(&walk)
            .iter()
            .map(|e| match e.bracket {
                VariationBracket::None => e.san.clone(),
                VariationBracket::Opens => format!("({}", e.san),
                VariationBracket::Closes => format!("{})", e.san),
                VariationBracket::Both => format!("({})", e.san),
            })
            .collect();
        assert_eq!(text.join(" "), "e4 e5 (c5 Nf3) (d5) Nf3");
        let here =
            move_list(&walk).into_iter().find(|e| e.path_relation == MoveListPathRelation::Current).unwrap();
        assert_eq!((here.san.as_str(), here.nesting, here.number), ("d5", 1, 1));
    }
    #[test]
    fn of_a_very_long_game_only_what_is_near_is_listed() {
        let mut walk = TreeCursor::new(Position::start());
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(400) {
            assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()));
        }
        for _ in 0..200 {
            walk.back();
        }
        let (all, near) = (move_list(&walk), move_list_near(&walk, 20));
        assert_eq!((all.len(), near.len()), (400, 40));
        assert_eq!(near, all[179..219]);
        assert_eq!(
            near.iter().filter(|entry| entry.path_relation == MoveListPathRelation::Current).count(),
            1
        );
        walk.go_to_start();
        assert_eq!(move_list_near(&walk, 20), move_list(&walk)[..20]);
    }
}
