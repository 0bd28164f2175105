//! The positions of a repertoire and their moves.

use std::collections::HashMap;

use chess::{Color, Move, Position, notation};

use super::chapter::RepertoireChapter;
use crate::tree::{NodeId, Notes};

/// A position of a [`Repertoire`], by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RepertoirePlace(u32);

/// Where a move of a repertoire is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepertoireStep {
    /// The chapter, as its place in [`Repertoire::chapters`].
    pub chapter: usize,
    /// The node behind the move.
    pub node: NodeId,
}

/// A move of a repertoire: one to play, or a reply of the opponent's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RepertoireMove {
    /// The move.
    pub mv: Move,
    /// The position that it leads to.
    pub to: RepertoirePlace,
    /// Where it is written first.
    pub written: RepertoireStep,
}

/// A move of one's own that is marked as dubious, a mistake or a blunder: it is written to warn of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RepertoireWarning {
    /// The move.
    pub mv: Move,
    /// Where it is written first.
    pub written: RepertoireStep,
}

/// A position of a repertoire.
#[derive(Clone, PartialEq, Debug)]
pub struct RepertoirePosition {
    position: Position,
    /// In the order in which they are written.
    moves: Vec<RepertoireMove>,
    warnings: Vec<RepertoireWarning>,
    /// The position that it was first reached from, and the place of that move among its moves.
    parent: Option<(RepertoirePlace, usize)>,
    /// Where it is written first: the node of the position.
    written: RepertoireStep,
}

impl RepertoirePosition {
    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves to play, or the opponent's replies, the main one first.
    #[must_use]
    pub fn moves(&self) -> &[RepertoireMove] {
        &self.moves
    }

    /// The moves that it warns of.
    #[must_use]
    pub fn warnings(&self) -> &[RepertoireWarning] {
        &self.warnings
    }

    /// This move, if it is one to play or a reply.
    #[must_use]
    pub fn find(&self, mv: Move) -> Option<&RepertoireMove> {
        self.moves.iter().find(|known| known.mv == mv)
    }

    /// Whether there is nothing more to play.
    #[must_use]
    pub const fn is_end(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position that it was first reached from; none for the start of a chapter.
    #[must_use]
    pub fn parent(&self) -> Option<RepertoirePlace> {
        self.parent.map(|(parent, _)| parent)
    }
}

/// The repertoire of one side: a graph of the positions of all its chapters.
///
/// Each position has one parent, the one that it was first reached from. The parents make a tree of all positions, so
/// that there is one way to each of them, whatever transposes, and no way goes in circles.
#[derive(Clone, PartialEq, Debug)]
pub struct Repertoire {
    side: Color,
    chapters: Vec<RepertoireChapter>,
    positions: Vec<RepertoirePosition>,
    by_key: HashMap<u64, RepertoirePlace>,
    /// The positions that are asked about.
    cards: Vec<RepertoirePlace>,
}

impl Repertoire {
    /// The repertoire of a side from its chapters. Where a position has several moves of its own, the one that is written
    /// first is the main one. Null moves, which are explanations, and what is behind them are left out.
    #[must_use]
    pub fn new(side: Color, chapters: Vec<RepertoireChapter>) -> Self {
        let (by_key, cards) = (HashMap::new(), Vec::new());
        let mut repertoire = Self { side, chapters: Vec::new(), positions: Vec::new(), by_key, cards };
        for (index, chapter) in chapters.iter().enumerate() {
            repertoire.add_positions(index, chapter);
        }
        repertoire.chapters = chapters;
        repertoire.cards = repertoire.places().filter(|&place| repertoire.is_card(place)).collect();
        repertoire
    }

    fn add_positions(&mut self, chapter: usize, of: &RepertoireChapter) {
        let tree = &of.game.tree;
        let start = RepertoireStep { chapter, node: tree.start() };
        let from = self.place_or_add(tree.node(tree.start()).position(), start);
        // The last is the next: each move comes before its alternatives, and these after all that follows it.
        let mut open: Vec<(RepertoirePlace, NodeId)> =
            tree.node(tree.start()).children().iter().rev().map(|&child| (from, child)).collect();
        while let Some((from, node)) = open.pop() {
            let at = tree.node(node);
            let Some(mv) = at.mv() else { continue };
            let written = RepertoireStep { chapter, node };
            if self.warns_of(from, mv, &at.notes) {
                self.add_warning(from, RepertoireWarning { mv, written });
                continue;
            }
            let to = self.place_or_add(at.position(), written);
            self.add_move(from, RepertoireMove { mv, to, written });
            open.extend(at.children().iter().rev().map(|&child| (to, child)));
        }
    }

    fn place_or_add(&mut self, position: &Position, written: RepertoireStep) -> RepertoirePlace {
        let next = RepertoirePlace(u32::try_from(self.positions.len()).unwrap_or(u32::MAX));
        let place = *self.by_key.entry(position.key()).or_insert(next);
        if place == next {
            self.positions.push(RepertoirePosition {
                position: position.clone(),
                moves: Vec::new(),
                warnings: Vec::new(),
                parent: None,
                written,
            });
        }
        place
    }

    /// Whether a move with these notes is written to warn of it.
    fn warns_of(&self, from: RepertoirePlace, mv: Move, notes: &Notes) -> bool {
        // One chapter warns of a move, another one plays it: it is there to be played.
        is_marked_bad(notes) && self.is_own_turn(from) && self.at(from).find(mv).is_none()
    }

    fn add_warning(&mut self, from: RepertoirePlace, warning: RepertoireWarning) {
        let warnings = &mut self.positions[from.index()].warnings;
        if warnings.iter().all(|known| known.mv != warning.mv) {
            warnings.push(warning);
        }
    }

    fn add_move(&mut self, from: RepertoirePlace, added: RepertoireMove) {
        let position = &mut self.positions[from.index()];
        position.warnings.retain(|warning| warning.mv != added.mv);
        let known = position.moves.iter().position(|known| known.mv == added.mv);
        let index = known.unwrap_or(position.moves.len());
        if known.is_none() {
            position.moves.push(added);
        }
        if self.at(added.to).parent.is_none() && !self.is_on_the_way(added.to, from) {
            self.positions[added.to.index()].parent = Some((from, index));
        }
    }

    /// Whether a position is on the way to another one, or is that one.
    fn is_on_the_way(&self, place: RepertoirePlace, to: RepertoirePlace) -> bool {
        self.ancestors(to).any(|at| at == place)
    }

    /// The position and all those on the way to it, back to the start.
    pub fn ancestors(&self, place: RepertoirePlace) -> impl Iterator<Item = RepertoirePlace> {
        std::iter::successors(Some(place), |at| self.at(*at).parent())
    }

    /// Whose repertoire it is.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The chapters that it was made from.
    #[must_use]
    pub fn chapters(&self) -> &[RepertoireChapter] {
        &self.chapters
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions, in the order in which they are written.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = RepertoirePlace> + use<> {
        (0..u32::try_from(self.positions.len()).unwrap_or(u32::MAX)).map(RepertoirePlace)
    }

    /// A position of this repertoire.
    ///
    /// # Panics
    /// If the place is of a larger repertoire.
    #[must_use]
    pub fn at(&self, place: RepertoirePlace) -> &RepertoirePosition {
        &self.positions[place.index()]
    }

    /// The place of a position, whatever the way to it was.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<RepertoirePlace> {
        self.find_key(position.key())
    }

    /// The place of the position with this Zobrist key.
    #[must_use]
    pub fn find_key(&self, key: u64) -> Option<RepertoirePlace> {
        self.by_key.get(&key).copied()
    }

    /// Whether the side whose repertoire it is has to move.
    #[must_use]
    pub fn is_own_turn(&self, place: RepertoirePlace) -> bool {
        self.at(place).position.turn() == self.side
    }

    /// Whether a position is asked about: its side is to move and has a move to play, which is not the only legal one.
    #[must_use]
    pub fn is_card(&self, place: RepertoirePlace) -> bool {
        let at = self.at(place);
        self.is_own_turn(place) && !at.is_end() && at.position.legal_moves().len() > 1
    }

    /// The positions that are asked about, in the order in which they are written.
    #[must_use]
    pub fn cards(&self) -> &[RepertoirePlace] {
        &self.cards
    }

    /// The start of the way to a position, and the moves from there.
    #[must_use]
    pub fn way_to(&self, place: RepertoirePlace) -> (RepertoirePlace, Vec<Move>) {
        let mut moves = Vec::new();
        let mut at = place;
        while let Some((parent, index)) = self.at(at).parent {
            moves.push(self.at(parent).moves[index].mv);
            at = parent;
        }
        moves.reverse();
        (at, moves)
    }

    /// The moves of the way to a position as text: `1.e4 e5 2.Nf3`.
    #[must_use]
    pub fn way_text(&self, place: RepertoirePlace) -> String {
        let (start, moves) = self.way_to(place);
        notation::numbered_line(self.at(start).position(), &moves)
    }

    /// The annotations of a move of this repertoire.
    #[must_use]
    pub fn notes(&self, step: RepertoireStep) -> &Notes {
        &self.chapters[step.chapter].game.tree.node(step.node).notes
    }

    /// Where a position is written first.
    #[must_use]
    pub fn written(&self, place: RepertoirePlace) -> RepertoireStep {
        self.at(place).written
    }
}

impl RepertoirePlace {
    /// The place as a number, from 0, for lists with an entry for each position.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a move is marked as dubious (`?!`), a mistake (`?`) or a blunder (`??`).
fn is_marked_bad(notes: &Notes) -> bool {
    notes.nags.iter().any(|nag| matches!(nag, 2 | 4 | 6))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{after, repertoire};
    use super::*;

    fn accepted(repertoire: &Repertoire, moves: &str) -> Vec<String> {
        let place = repertoire.find(&after(moves)).expect(moves);
        let at = repertoire.at(place);
        at.moves().iter().map(|mv| notation::san(at.position(), mv.mv)).collect()
    }

    #[test]
    fn transpositions_meet_in_one_position() {
        let white = repertoire(
            Color::White,
            &["1. d4 d5 (1... Nf6 2. c4 e6 3. Nc3 d5) 2. c4 e6 3. Nc3 Nf6 4. Bg5 *"],
        );
        assert_eq!(accepted(&white, "d4 d5 c4 e6 Nc3 Nf6"), ["Bg5"]);
        assert_eq!(
            white.cards().len(),
            6,
            "1. d4, 2. c4 and 3. Nc3 after 1...d5 and after 1...Nf6, 4. Bg5 once"
        );
        let other_order = repertoire(Color::White, &["1. d4 d5 2. c4 *", "1. c4 d5 2. d4 e6 *"]);
        assert_eq!(accepted(&other_order, ""), ["d4", "c4"], "the first one is the main move");
        assert_eq!(accepted(&other_order, "d4 d5 c4"), ["e6"]);
    }

    #[test]
    fn the_way_to_a_position_is_the_first_one_and_never_a_circle() {
        let white = repertoire(Color::White, &["1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *"]);
        assert_eq!(white.len(), 5, "the start, three positions before it comes back, and 1. e4");
        assert_eq!(accepted(&white, ""), ["Nf3", "e4"]);
        let (start, way) = white.way_to(white.find(&after("Nf3 Nf6 Ng1")).unwrap());
        assert_eq!((white.at(start).position(), way.len()), (&Position::start(), 3));
        for place in white.places() {
            let (start, way) = white.way_to(place);
            let mut position = white.at(start).position().clone();
            for mv in way {
                position.play(mv);
            }
            assert_eq!(position.key(), white.at(place).position().key());
        }
    }

    #[test]
    fn a_chapter_that_starts_from_a_position_hangs_below_the_line_that_leads_there() {
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let set_up = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n2. Nf3 d6 3. d4 *");
        let white = repertoire(Color::White, &[&set_up, "1. e4 c5 *"]);
        let (start, way) = white.way_to(white.find(&after("e4 c5 Nf3 d6 d4")).unwrap());
        assert_eq!((white.at(start).position(), way.len()), (&Position::start(), 5));
    }

    #[test]
    fn moves_of_ones_own_that_are_marked_bad_are_warnings() {
        let white =
            repertoire(Color::White, &["1. e4 e5 2. Nf3 (2. Qh5?! Nc6) (2. f4) 2... Nc6 (2... f6?) *"]);
        assert_eq!(accepted(&white, "e4 e5"), ["Nf3", "f4"]);
        assert_eq!(accepted(&white, "e4 e5 Nf3"), ["Nc6", "f6"], "a bad reply has to be answered");
        let at = white.at(white.find(&after("e4 e5")).unwrap());
        let [warning] = at.warnings() else { panic!("{:?}", at.warnings()) };
        assert_eq!(notation::san(at.position(), warning.mv), "Qh5");
        assert_eq!(white.find(&after("e4 e5 Qh5")), None, "nothing behind it is asked about");
        let both = repertoire(Color::White, &["1. e4 e5 2. f4? *", "1. e4 e5 2. f4 *"]);
        assert_eq!(accepted(&both, "e4 e5"), ["f4"], "what one chapter plays is played");
        assert!(both.at(both.find(&after("e4 e5")).unwrap()).warnings().is_empty());
    }

    #[test]
    fn a_forced_move_is_not_asked_about() {
        let white = repertoire(Color::White, &["1. f3 e5 2. h3 Qh4+ 3. g3 Qxg3# *"]);
        let cards: Vec<usize> = white.cards().iter().map(|&place| white.way_to(place).1.len()).collect();
        assert_eq!(cards, [0, 2], "1. f3 and 2. h3, but not 3. g3");
    }

    #[test]
    fn what_is_behind_a_null_move_is_no_part_of_it() {
        let white = repertoire(Color::White, &["1. e4 e5 2. Nf3 (2. -- d5) 2... Nc6 *"]);
        assert_eq!(white.len(), 5);
        assert_eq!(accepted(&white, "e4 e5"), ["Nf3"]);
    }
}
