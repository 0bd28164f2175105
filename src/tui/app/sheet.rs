//! The move list of a game with its variations, in the order in which a book prints it.

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

/// Every move of the walk's tree.
#[must_use]
pub fn entries(walk: &Walk) -> Vec<Entry> {
    let mut list = Vec::with_capacity(walk.tree().moves());
    let path = walk.tree().line_to(walk.at());
    line_below(walk, walk.tree().start(), 0, &path, &mut list);
    list
}

/// The main line below a node; each move is followed by the variations that replace it.
fn line_below(walk: &Walk, from: NodeId, nesting: usize, path: &[NodeId], list: &mut Vec<Entry>) {
    let tree = walk.tree();
    let mut at = from;
    while let Some((&main, others)) = tree.node(at).children().split_first() {
        list.push(entry(walk, at, main, nesting, path));
        for &other in others {
            let first = list.len();
            list.push(entry(walk, at, other, nesting + 1, path));
            line_below(walk, other, nesting + 1, path, list);
            let end = list.len() - 1;
            list[first].bracket = if first == end { Bracket::Both } else { Bracket::Opens };
            if first != end {
                list[end].bracket = match list[end].bracket {
                    Bracket::Opens => Bracket::Both,
                    _ => Bracket::Closes,
                };
            }
        }
        at = main;
    }
}

fn entry(walk: &Walk, from: NodeId, node: NodeId, nesting: usize, path: &[NodeId]) -> Entry {
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
        bracket: Bracket::None,
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
}
