//! Editing a repertoire: a line is added, a move is removed. The games of its chapters are changed; their order and all that
//! is written in them stays.

use chess::{Color, Move, Position};

use super::chapter::SIDE_TAG;
use super::graph::Repertoire;
use crate::pgn::{PgnGame, PgnHeader};
use crate::tree::{NodeId, Tree};

/// A change of a repertoire.
#[derive(Clone, PartialEq, Debug)]
pub enum RepertoireEdit {
    /// Adds a line with its notes.
    AddLine {
        /// The tree that it is in.
        line: Tree,
        /// Its last node.
        to: NodeId,
        /// The title of the chapter, if it begins one.
        title: String,
    },
    /// Removes a move wherever it is written in a position, with all that follows it.
    RemoveMove {
        /// The position before the move.
        position: Position,
        /// The move.
        mv: Move,
    },
}

/// A chapter after a change.
#[derive(Clone, PartialEq, Debug)]
pub struct EditedChapter {
    /// The chapter, as its place in [`Repertoire::chapters`]; none for a new one.
    pub chapter: Option<usize>,
    /// The chapter as it is now.
    pub game: PgnGame,
    /// Number of moves that were added or removed.
    pub moves: usize,
}

impl Repertoire {
    /// The chapters that a change changes; none where it changes nothing. None where a line has null moves, which cannot be
    /// added.
    #[must_use]
    pub fn edited(&self, edit: &RepertoireEdit) -> Option<Vec<EditedChapter>> {
        match edit {
            RepertoireEdit::AddLine { line, to, title } => {
                let edited = self.with_line(line, *to, title)?;
                let is_same = edited.chapter.is_some_and(|at| self.chapters()[at].game == edited.game);
                Some(if is_same { Vec::new() } else { vec![edited] })
            }
            RepertoireEdit::RemoveMove { position, mv } => Some(self.without_move(position, *mv)),
        }
    }

    /// A line of another tree added, from its start to a node, with all notes. It goes into the chapter that has most of
    /// it already. Null moves cannot be added: None.
    #[must_use]
    pub fn with_line(&self, line: &Tree, to: NodeId, title: &str) -> Option<EditedChapter> {
        let nodes = line.line_to(to);
        if nodes.iter().any(|&node| line.node(node).is_null_move()) {
            return None;
        }
        let start = line.node(line.start()).position();
        let longest = (0..self.chapters().len())
            .filter_map(|at| Some((self.known_part(at, line, &nodes)?, at)))
            .max_by_key(|&(known, at)| (known, std::cmp::Reverse(at)));
        let chapter = longest.map(|(_, at)| at);
        let mut game = chapter.map_or_else(
            || new_chapter(self.side(), title, start),
            |chapter| self.chapters()[chapter].game.clone(),
        );
        let before = game.tree.move_count();
        let mut at = game.tree.start();
        for &node in &nodes {
            let node = line.node(node);
            at = game.tree.play(at, node.half_move()?)?;
            game.tree.node_mut(at).notes.merge(&node.notes);
        }
        let moves = game.tree.move_count() - before;
        Some(EditedChapter { chapter, game, moves })
    }

    /// How many moves of a line a chapter has; none where it starts from another position.
    fn known_part(&self, chapter: usize, line: &Tree, nodes: &[NodeId]) -> Option<usize> {
        let tree = &self.chapters()[chapter].game.tree;
        let mut at = tree.start();
        if tree.node(at).position().key() != line.node(line.start()).position().key() {
            return None;
        }
        let mut known = 0;
        for &node in nodes {
            let wanted = line.node(node).half_move();
            let Some(&child) =
                tree.node(at).children().iter().find(|&&child| tree.node(child).half_move() == wanted)
            else {
                break;
            };
            at = child;
            known += 1;
        }
        Some(known)
    }

    /// A move removed wherever it is written in this position, with all that follows it: the chapters that change.
    #[must_use]
    pub fn without_move(&self, position: &Position, mv: Move) -> Vec<EditedChapter> {
        let edited = |(index, chapter): (usize, &super::RepertoireChapter)| {
            let mut game = chapter.game.clone();
            let mut moves = 0;
            let mut open = vec![game.tree.start()];
            while let Some(at) = open.pop() {
                let is_here = game.tree.node(at).position().key() == position.key();
                for child in game.tree.node(at).children().to_vec() {
                    if is_here && game.tree.node(child).mv() == Some(mv) {
                        moves += game.tree.delete(child);
                    } else {
                        open.push(child);
                    }
                }
            }
            (moves > 0).then_some(EditedChapter { chapter: Some(index), game, moves })
        };
        self.chapters().iter().enumerate().filter_map(edited).collect()
    }
}

/// A chapter without moves.
fn new_chapter(side: Color, title: &str, start: &Position) -> PgnGame {
    let mut header = PgnHeader::default();
    header.set("Event", if title.is_empty() { "Repertoire" } else { title });
    header.set(SIDE_TAG, side.fold_wb("white", "black"));
    PgnGame { header, tree: Tree::new(start.clone()) }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{after, repertoire};
    use super::*;
    use crate::pgn;
    use chess::notation;

    /// The tree of a line and its last node.
    fn line(text: &str) -> (Tree, NodeId) {
        let tree = pgn::read(text, &Position::start()).game.tree;
        let last = tree.main_line_from(tree.start()).last().copied().unwrap_or(tree.start());
        (tree, last)
    }

    fn movetext(game: &PgnGame) -> String {
        let text = pgn::write(game);
        text.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_goes_into_the_chapter_that_has_most_of_it() {
        let white = repertoire(Color::White, &["1. d4 d5 *", "1. e4 e5 {open} 2. Nf3 *"]);
        let (tree, last) = line("1. e4 e5 2. Nf3 Nc6 {main} 3. Bb5 $1 *");
        let edited = white.with_line(&tree, last, "").unwrap();
        assert_eq!((edited.chapter, edited.moves), (Some(1), 2));
        assert_eq!(movetext(&edited.game), "1. e4 e5 {open} 2. Nf3 Nc6 {main} 3. Bb5 $1 *");
        let (tree, last) = line("1. c4 *");
        let edited = white.with_line(&tree, last, "").unwrap();
        assert_eq!((edited.chapter, movetext(&edited.game)), (Some(0), "1. d4 (1. c4) 1... d5 *".to_owned()));
    }

    #[test]
    fn what_is_there_already_adds_nothing() {
        let white = repertoire(Color::White, &["1. e4 e5 *"]);
        let (tree, last) = line("1. e4 e5 *");
        let edited = white.with_line(&tree, last, "").unwrap();
        assert_eq!((edited.moves, &edited.game), (0, &white.chapters()[0].game));
    }

    #[test]
    fn the_first_line_begins_a_chapter_with_its_side() {
        let black = repertoire(Color::Black, &[]);
        let (tree, last) = line("1. e4 c5 *");
        let edited = black.with_line(&tree, last, "Sicilian").unwrap();
        assert_eq!((edited.chapter, edited.moves), (None, 2));
        let text = pgn::write(&edited.game);
        assert!(text.contains("[Event \"Sicilian\"]") && text.contains("[Orientation \"black\"]"), "{text}");
    }

    #[test]
    fn null_moves_are_not_added() {
        let white = repertoire(Color::White, &[]);
        let (tree, last) = line("1. e4 -- 2. d4 *");
        assert_eq!(white.with_line(&tree, last, ""), None);
    }

    #[test]
    fn a_move_is_removed_by_every_way_to_its_position() {
        let white = repertoire(
            Color::White,
            &["1. d4 d5 2. c4 e6 {solid} 3. Nc3 Nf6 *", "1. c4 e6 2. d4 d5 3. Nc3 (3. Nf3) *", "1. e4 *"],
        );
        let position = after("d4 d5 c4 e6");
        let edited = white.without_move(&position, notation::parse_move(&position, "Nc3").unwrap());
        let texts: Vec<_> =
            edited.iter().map(|edited| (edited.chapter, edited.moves, movetext(&edited.game))).collect();
        let expected =
            [(Some(0), 2, "1. d4 d5 2. c4 e6 {solid} *"), (Some(1), 1, "1. c4 e6 2. d4 d5 3. Nf3 *")];
        assert_eq!(texts, expected.map(|(at, moves, text)| (at, moves, text.to_owned())));
    }

    /// A random tree with variations, comments, arrows and glyphs.
    fn random_tree(rng: &mut fastrand::Rng) -> Tree {
        let mut tree = Tree::new(Position::start());
        let mut played = vec![tree.start()];
        for number in 0..rng.usize(1..60) {
            let from = played[rng.usize(played.len().saturating_sub(6)..played.len())];
            let moves = tree.node(from).position().legal_moves();
            if moves.is_empty() {
                continue;
            }
            let Some(node) = tree.play(from, moves[rng.usize(..moves.len())]) else { continue };
            played.push(node);
            let notes = &mut tree.node_mut(node).notes;
            if rng.u8(..4) == 0 {
                notes.after.push(format!("comment {number} [%cal Ge2e4,Rd1h5] {{and}} ; more"));
            }
            if rng.u8(..5) == 0 {
                notes.nags = vec![rng.u8(1..7)];
            }
        }
        tree
    }

    #[test]
    fn adding_a_line_loses_nothing_of_any_game() {
        let mut rng = fastrand::Rng::with_seed(3);
        for round in 0..200 {
            let mut header = PgnHeader::default();
            header.set("Event", format!("Round {round} \\ \"quoted\""));
            header.set(SIDE_TAG, "white");
            let original = PgnGame { header, tree: random_tree(&mut rng) };
            let read = |game: &PgnGame| pgn::read(&pgn::write(game), &Position::start()).game;
            let original = read(&original);
            let chapter =
                super::super::RepertoireChapter { file: "test".into(), number: 1, game: original.clone() };
            let white = Repertoire::new(Color::White, vec![chapter]);
            // A line that follows the tree for a while, and then goes its own way.
            let line_of = |rng: &mut fastrand::Rng| {
                let mut line = Tree::new(Position::start());
                let (mut at, mut from) = (line.start(), Some(original.tree.start()));
                for _ in 0..rng.usize(1..12) {
                    let children = from.map_or(&[][..], |from| original.tree.node(from).children());
                    let moves = line.node(at).position().legal_moves();
                    let known = children.get(rng.usize(..4)).copied();
                    let random = || (!moves.is_empty()).then(|| moves[round % moves.len()]);
                    let Some(mv) = known.and_then(|node| original.tree.node(node).mv()).or_else(random)
                    else {
                        break;
                    };
                    at = line.play(at, mv).unwrap();
                    from = known;
                }
                (line, at)
            };
            let (line, to) = line_of(&mut rng);
            let edited = white.with_line(&line, to, "").unwrap();
            assert_eq!(read(&edited.game), edited.game, "{round}: what is written is read again");
            // Without the moves that were added it is the game before.
            let mut tree = edited.game.tree.clone();
            let (mut old, mut new) = (Some(original.tree.start()), tree.start());
            for node in line.line_to(to) {
                let wanted = line.node(node).half_move();
                let child = |tree: &Tree, of: NodeId| {
                    tree.node(of)
                        .children()
                        .iter()
                        .copied()
                        .find(|&child| tree.node(child).half_move() == wanted)
                };
                new = child(&tree, new).expect("the line is there");
                old = old.and_then(|old| child(&original.tree, old));
                if old.is_none() {
                    assert_eq!(tree.delete(new), edited.moves);
                    break;
                }
            }
            assert_eq!(PgnGame { tree, ..edited.game }, original, "{round}");
        }
    }
}
