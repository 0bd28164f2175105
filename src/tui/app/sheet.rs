//! The move list of a game with its variations, in the order in which a book prints it.

use std::collections::HashSet;

use crate::chess::{Color, Ending};
use crate::game::{NodeId, Walk};

/// One move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Where the move leads.
    pub node: NodeId,
    /// How deep in variations it lies: 0 on the main line.
    pub nesting: usize,
    /// Whether it opens a variation, closes one, or neither: where brackets go.
    pub bracket: Bracket,
    /// The move's number, from 1.
    pub number: u32,
    /// Who moved.
    pub color: Color,
    /// The move in standard algebraic notation.
    pub san: String,
    /// How the board stands after it, where it ended the game: mate, stalemate, dead position.
    pub ending: Option<Ending>,
    /// Where it stands to the position on the board.
    pub place: Place,
}

/// Where the brackets of a variation stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// Nowhere near this move.
    None,
    /// Before this move, the first of a variation.
    Opens,
    /// Behind this move, the last of a variation.
    Closes,
    /// Around this move alone.
    Both,
}

/// Where a move stands to the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It led to the position on the board.
    Here,
    /// It was played on the way to it.
    Before,
    /// It comes later, or lies on another branch.
    Elsewhere,
}

/// What a list still has to show, with no recursion that deep variations could exhaust.
enum Step {
    /// The moves below a node, so deep in variations.
    Below(NodeId, usize),
    /// A variation that begins with a move.
    Variation(NodeId, usize),
    /// The end of the variation whose first entry this is.
    End(usize),
}

/// The place of a move in the list: cheap, unlike its entry.
struct Line {
    from: NodeId,
    node: NodeId,
    nesting: usize,
    bracket: Bracket,
}

/// Every move of the walk's tree: the main line, each move followed by the variations that replace it.
#[must_use]
pub fn entries(walk: &Walk) -> Vec<Entry> {
    entries_near(walk, usize::MAX)
}

/// The moves of the list around the one that led to the position on the board, so many before it and behind it at most:
/// no screen shows more, and a game may have 100,000.
#[must_use]
pub fn entries_near(walk: &Walk, room: usize) -> Vec<Entry> {
    let lines = in_order(walk);
    let here = lines.iter().position(|line| line.node == walk.at()).unwrap_or(0);
    let shown = here.saturating_sub(room)..here.saturating_add(room).min(lines.len());
    let path: HashSet<NodeId> = walk.tree().line_to(walk.at()).into_iter().collect();
    lines[shown].iter().map(|line| entry(walk, line, &path)).collect()
}

/// The list entry of one move, without its brackets.
#[must_use]
pub fn entry_of(walk: &Walk, node: NodeId) -> Option<Entry> {
    let from = walk.tree().node(node).parent()?;
    Some(entry(walk, &Line { from, node, nesting: 0, bracket: Bracket::None }, &HashSet::new()))
}

fn in_order(walk: &Walk) -> Vec<Line> {
    let tree = walk.tree();
    let mut list: Vec<Line> = Vec::with_capacity(tree.moves());
    let mut steps = vec![Step::Below(tree.start(), 0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Below(from, nesting) => {
                let Some((&main, others)) = tree.node(from).children().split_first() else { continue };
                list.push(Line { from, node: main, nesting, bracket: Bracket::None });
                steps.push(Step::Below(main, nesting));
                steps.extend(others.iter().rev().map(|&other| Step::Variation(other, nesting + 1)));
            }
            Step::Variation(first, nesting) => {
                let from = tree.node(first).parent().unwrap_or(first);
                steps.extend([Step::End(list.len()), Step::Below(first, nesting)]);
                list.push(Line { from, node: first, nesting, bracket: Bracket::None });
            }
            Step::End(first) => close(&mut list, first),
        }
    }
    list
}

/// Puts the brackets of a variation around its first entry and the last one of the list.
fn close(list: &mut [Line], first: usize) {
    let end = list.len() - 1;
    list[first].bracket = if first == end { Bracket::Both } else { Bracket::Opens };
    if first != end {
        list[end].bracket = match list[end].bracket {
            Bracket::Opens => Bracket::Both,
            _ => Bracket::Closes,
        };
    }
}

fn entry(walk: &Walk, line: &Line, path: &HashSet<NodeId>) -> Entry {
    let &Line { from, node, nesting, bracket } = line;
    let before = walk.tree().node(from).position();
    let after = walk.tree().node(node);
    let place = match () {
        () if node == walk.at() => Place::Here,
        () if path.contains(&node) => Place::Before,
        () => Place::Elsewhere,
    };
    Entry {
        node,
        nesting,
        bracket,
        number: before.fullmoves().get(),
        color: before.turn(),
        san: after.san().to_owned(),
        ending: Ending::on_board(after.position()),
        place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, notation};

    #[test]
    fn a_variation_follows_the_move_that_it_replaces() {
        let mut walk = Walk::new(Position::start());
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
        let text: Vec<String> = entries(&walk)
            .iter()
            .map(|e| match e.bracket {
                Bracket::None => e.san.clone(),
                Bracket::Opens => format!("({}", e.san),
                Bracket::Closes => format!("{})", e.san),
                Bracket::Both => format!("({})", e.san),
            })
            .collect();
        assert_eq!(text.join(" "), "e4 e5 (c5 Nf3) (d5) Nf3");
        let here = entries(&walk).into_iter().find(|e| e.place == Place::Here).unwrap();
        assert_eq!((here.san.as_str(), here.nesting, here.number), ("d5", 1, 1));
    }
    #[test]
    fn of_a_very_long_game_only_what_is_near_is_listed() {
        let mut walk = Walk::new(Position::start());
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(400) {
            assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()));
        }
        for _ in 0..200 {
            walk.back();
        }
        let (all, near) = (entries(&walk), entries_near(&walk, 20));
        assert_eq!((all.len(), near.len()), (400, 40));
        assert_eq!(near, all[179..219]);
        assert_eq!(near.iter().filter(|entry| entry.place == Place::Here).count(), 1);
        walk.to_start();
        assert_eq!(entries_near(&walk, 20), entries(&walk)[..20]);
    }
}
