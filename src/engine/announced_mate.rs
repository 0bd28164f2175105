//! A mate promise never grows: what was once announced is remembered and kept.
//!
//! The last mate lines stay in the engine. A search of the same position, or of one further down such a
//! line, begins from it and never reports a longer mate.

use std::collections::VecDeque;

use crate::chess::{Line, Ply, Root, Score};

/// A mate that was announced, with the positions that its line goes through.
#[derive(Clone, Debug)]
pub(crate) struct AnnouncedMate {
    line: Line,
    /// Key and fifty-move counter of each position on the line, the root's first.
    path: Vec<(u64, u16)>,
}

impl AnnouncedMate {
    /// Remembers a mate line from `root`. None where the line claims no mate.
    pub(crate) fn of(root: &Root, line: &Line) -> Option<Self> {
        if !line.score.is_mate() {
            return None;
        }
        let mut position = root.position.clone();
        let mut path = vec![(position.key(), position.halfmoves())];
        for &mv in &line.moves {
            position.play(mv);
            path.push((position.key(), position.halfmoves()));
        }
        Some(Self { line: line.clone(), path })
    }

    /// What is left of the promise in this position: the score and the moves still to come. None where
    /// the game is not on the line, or a draw may be nearer than it was.
    pub(crate) fn remaining_line(&self, root: &Root) -> Option<(Score, &[crate::chess::Move])> {
        let here = root.position.key();
        let gone = self
            .path
            .iter()
            .position(|&(key, halfmoves)| key == here && root.position.halfmoves() <= halfmoves)?;
        let draw_threatens = !root.history.repeated_keys().is_empty();
        if gone >= self.line.moves.len() || draw_threatens {
            return None;
        }
        let plies = Ply::new(u16::try_from(self.line.moves.len() - gone).ok()?);
        let mating = self.line.score.is_mating() == gone.is_multiple_of(2);
        let score = if mating { Score::mates_in(plies) } else { Score::mated_in(plies) };
        Some((score, &self.line.moves[gone..]))
    }
}

/// The mates that were announced, newest last.
#[derive(Debug, Default)]
pub(crate) struct AnnouncedMates(VecDeque<AnnouncedMate>);

impl AnnouncedMates {
    /// How many are remembered: as many as positions that somebody goes back and forth between.
    const MAX_ANNOUNCED: usize = 64;

    /// Remembers a mate line from `root`. A line that claims no mate is none.
    pub(crate) fn add(&mut self, root: &Root, line: &Line) {
        let Some(announced) = AnnouncedMate::of(root, line) else { return };
        self.0.retain(|known| known.path != announced.path);
        self.0.push_back(announced);
        if self.0.len() > Self::MAX_ANNOUNCED {
            self.0.pop_front();
        }
    }

    /// The best promise that holds for this position.
    pub(crate) fn best_line(&self, root: &Root) -> Option<(Score, &[crate::chess::Move])> {
        let lines = self.0.iter().filter_map(|announced| announced.remaining_line(root));
        // Who is mated is promised the soonest mate that was ever shown; who mates as well.
        lines.min_by_key(|(score, _)| score.mate_distance())
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Whether `score` breaks a promise of mate: a longer one, or none.
pub(crate) fn is_worse_than_announced(announced: Score, score: Score) -> bool {
    (announced.is_mating() && score < announced) || (announced.is_mated() && score > announced)
}
