//! Openings of a match: known lines that end in different positions, so that the games of a long match differ even between
//! engines that always play the same move in a position.

use std::collections::HashSet;

use crate::chess::{Move, Position, notation};
use crate::game::opening::Opening;

/// Main lines.
const LINES: [&str; 16] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "e4 e6 d4 d5 Nc3 Bb4",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6",
    "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5",
    "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5",
    "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6",
];

/// Half-moves of an opening that leaves the main lines.
const MIN_PLIES: usize = 6;
const MAX_PLIES: usize = 10;
/// How many lines in a row may have been used before.
const MAX_TRIES: usize = 500;

/// The openings of a match, the same ones in the same order every time: the main lines, then lines that branch off from
/// them and stay near the named openings. There are more than a thousand; after the last one they begin anew.
pub(super) struct MatchOpenings {
    main_lines: std::slice::Iter<'static, &'static str>,
    random: fastrand::Rng,
    /// Keys of the positions in which openings have ended so far.
    used: HashSet<u64>,
}

impl MatchOpenings {
    pub(super) fn new() -> Self {
        Self { main_lines: LINES.iter(), random: fastrand::Rng::with_seed(0), used: HashSet::new() }
    }
}

impl Iterator for MatchOpenings {
    type Item = Vec<Move>;

    fn next(&mut self) -> Option<Vec<Move>> {
        if let Some(line) = self.main_lines.next() {
            let opening = OpeningLine::parse(line.split(' '));
            self.used.insert(opening.end.key());
            return Some(opening.moves);
        }
        for _ in 0..MAX_TRIES {
            let opening = branch(&mut self.random);
            if opening.moves.len() >= MIN_PLIES && self.used.insert(opening.end.key()) {
                return Some(opening.moves);
            }
        }
        *self = Self::new();
        self.next()
    }
}

/// The moves of an opening and the position that they lead to.
struct OpeningLine {
    moves: Vec<Move>,
    end: Position,
}

impl OpeningLine {
    fn parse<'a>(sans: impl Iterator<Item = &'a str>) -> Self {
        let mut end = Position::start();
        let moves = notation::play_line(&mut end, sans);
        Self { moves: moves.unwrap_or_else(|error| unreachable!("the main lines are legal: {error}")), end }
    }

    fn play(&mut self, mv: Move) {
        self.end.play(mv);
        self.moves.push(mv);
    }
}

/// A line that leaves a random main line after two to six half-moves. Each position after that has a name or is one move
/// away from a position with a name.
fn branch(random: &mut fastrand::Rng) -> OpeningLine {
    let main_line = LINES[random.usize(..LINES.len())];
    let kept = random.usize(2..=MIN_PLIES);
    let mut line = OpeningLine::parse(main_line.split(' ').take(kept));
    while line.moves.len() < MAX_PLIES {
        let moves: Vec<Move> =
            line.end.legal_moves().into_iter().filter(|mv| leads_to_a_name(&line.end.after(*mv))).collect();
        if moves.is_empty() {
            break;
        }
        line.play(moves[random.usize(..moves.len())]);
    }
    line
}

/// Whether a position or one of the next has a name.
fn leads_to_a_name(position: &Position) -> bool {
    let is_named = |position: &Position| Opening::of(position).is_some();
    is_named(position) || position.legal_moves().into_iter().any(|mv| is_named(&position.after(mv)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_main_line_can_be_played() {
        for line in LINES {
            assert_eq!(OpeningLine::parse(line.split(' ')).moves.len(), line.split(' ').count(), "{line}");
        }
    }

    #[test]
    fn a_thousand_openings_are_all_different_and_always_the_same() {
        let first = MatchOpenings::new().next();
        let mut later = MatchOpenings::new().skip(1);
        let openings: Vec<_> = later.by_ref().map(Some).take_while(|opening| *opening != first).collect();
        let different: HashSet<String> = openings.iter().map(|moves| format!("{moves:?}")).collect();
        assert_eq!(different.len(), openings.len());
        assert!(openings.len() > 1_000, "{}", openings.len());
        let lengths = openings.iter().flatten().map(Vec::len);
        assert!(lengths.clone().all(|plies| (MIN_PLIES..=MAX_PLIES).contains(&plies)));
        assert!(later.map(Some).take(50).eq(openings.into_iter().take(50)), "they begin anew");
    }
}
