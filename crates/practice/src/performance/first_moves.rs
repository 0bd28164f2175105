//! The first moves of games as a tree: what a player begins with, and what is played against it.

use std::collections::BTreeMap;

use super::game_score::GameScore;
use chess::Color;
use chess::names::move_number;

/// Half-moves that are counted.
pub(super) const MAX_PLIES: usize = 4;

/// A first move with the moves that follow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The moves from the start to this one: `e4 c5`.
    pub moves: String,
    /// The score over the games that begin so.
    pub score: GameScore,
    /// The moves that were played next, the most frequent first.
    pub replies: Vec<FirstMove>,
}

impl FirstMove {
    /// The move with its number: `1...c5`.
    #[must_use]
    pub fn label(&self) -> String {
        move_label(&self.moves)
    }
}

/// The last of some first moves with its number: `1...c5` for `e4 c5`.
#[must_use]
pub fn move_label(moves: &str) -> String {
    let count = moves.split(' ').count();
    let last = moves.rsplit(' ').next().unwrap_or_default();
    let (number, color) = (count.div_ceil(2), if count % 2 == 1 { Color::White } else { Color::Black });
    format!("{}{last}", move_number(u32::try_from(number).unwrap_or(u32::MAX), color))
}

/// The scores by first moves: all beginnings of up to [`MAX_PLIES`] half-moves, written with blanks between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct FirstMoveScores(BTreeMap<String, GameScore>);

/// The beginnings of a game's moves, the shortest first.
pub(super) fn beginnings<'a>(moves: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for san in moves.take(MAX_PLIES) {
        let longer = all.last().map_or_else(|| san.to_owned(), |before| format!("{before} {san}"));
        all.push(longer);
    }
    all
}

impl FirstMoveScores {
    /// Adds a game's score to one of its beginnings.
    pub(super) fn add(&mut self, moves: &str, score: GameScore) {
        let sum = self.0.entry(moves.to_owned()).or_default();
        *sum = sum.plus(score);
    }

    /// The tree, the most frequent moves first.
    pub(super) fn tree(&self) -> Vec<FirstMove> {
        self.next("")
    }

    /// The moves after some others.
    fn next(&self, before: &str) -> Vec<FirstMove> {
        let prefix = if before.is_empty() { String::new() } else { format!("{before} ") };
        let is_next = |moves: &str| moves.strip_prefix(&prefix).is_some_and(|rest| !rest.contains(' '));
        let range = self.0.range(prefix.clone()..).take_while(|(moves, _)| moves.starts_with(&prefix));
        let mut next: Vec<FirstMove> = range
            .filter(|(moves, _)| is_next(moves))
            .map(|(moves, &score)| FirstMove { moves: moves.clone(), score, replies: self.next(moves) })
            .collect();
        // Stable: what was played as often stays in the order of the names.
        next.sort_by_key(|found| std::cmp::Reverse(found.score.games()));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(moves: &[FirstMove], depth: usize) -> Vec<String> {
        let line = |mv: &FirstMove| {
            let own = format!("{}{} {}", " ".repeat(depth), mv.label(), mv.score.games());
            std::iter::once(own).chain(lines(&mv.replies, depth + 1)).collect::<Vec<_>>()
        };
        moves.iter().flat_map(line).collect()
    }

    #[test]
    fn beginnings_make_a_tree() {
        let mut scores = FirstMoveScores::default();
        let one = GameScore { won: 1, ..GameScore::default() };
        for moves in ["e4 e5 Nf3 Nc6 Bb5", "e4 c5 Nf3 d6", "d4", "e4 c5 c3", "d4 d5"] {
            for beginning in beginnings(moves.split(' ')) {
                scores.add(&beginning, one);
            }
        }
        assert_eq!(
            lines(&scores.tree(), 0),
            [
                "1.e4 3",
                " 1...c5 2",
                "  2.Nf3 1",
                "   2...d6 1",
                "  2.c3 1",
                " 1...e5 1",
                "  2.Nf3 1",
                "   2...Nc6 1",
                "1.d4 2",
                " 1...d5 1"
            ]
        );
    }
}
