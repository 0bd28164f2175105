//! Announced mates: a mate that was once reported is stored, so that no later search reports a longer one.
//!
//! The last mate lines are kept between searches. A search of the same position, or of a later position of
//! such a line, starts from it.

use std::collections::VecDeque;

use chess::{Line, Ply, Root, Score};

/// An announced mate with the positions of its line.
#[derive(Clone, Debug)]
pub(crate) struct AnnouncedMate {
    line: Line,
    /// Zobrist key and fifty-move counter of each position of the line, the root first.
    path: Vec<(u64, u16)>,
}

impl AnnouncedMate {
    /// An announced mate from `root`. None if the line's score is no mate.
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

    /// The rest of the mate line in this position: its score and moves. None if the position is not on the
    /// line, or a repetition or the fifty-move counter has come closer since.
    pub(crate) fn remaining_line(&self, root: &Root) -> Option<(Score, &[chess::Move])> {
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

/// The announced mates, newest last.
#[derive(Debug, Default)]
pub(crate) struct AnnouncedMates(VecDeque<AnnouncedMate>);

impl AnnouncedMates {
    /// How many are kept: enough for stepping back and forth through a game.
    const MAX_ANNOUNCED: usize = 64;

    /// Adds a mate line from `root`; any other line is ignored.
    pub(crate) fn add(&mut self, root: &Root, line: &Line) {
        let Some(announced) = AnnouncedMate::of(root, line) else { return };
        self.0.retain(|known| known.path != announced.path);
        self.0.push_back(announced);
        if self.0.len() > Self::MAX_ANNOUNCED {
            self.0.pop_front();
        }
    }

    /// The shortest announced mate for this position.
    pub(crate) fn best_line(&self, root: &Root) -> Option<(Score, &[chess::Move])> {
        let lines = self.0.iter().filter_map(|announced| announced.remaining_line(root));
        // The shortest distance is the best bound for either side.
        lines.min_by_key(|(score, _)| score.mate_distance())
    }

    /// Removes all announced mates.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Whether `score` is worse for the mating side than the announced mate: a longer mate, or none.
pub(crate) fn is_worse_than_announced(announced: Score, score: Score) -> bool {
    (announced.is_mating() && score < announced) || (announced.is_mated() && score > announced)
}
