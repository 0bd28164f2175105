//! Matches between two sets of search figures: pairs of games from balanced openings, each with both colors.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::chess::{Color, Root};
use crate::engine::match_score::{MatchPoints, MatchScore};
use crate::engine::search::SearchMargins;
use crate::engine::selfplay::{SelfplayConditions, SelfplayOutcome, balanced_opening, play_out, think};
use crate::engine::{Engine, EngineSettings};

/// Size of the transposition table in mebibytes.
const HASH_MB: usize = 8;

/// Two engines for a match, which differ in their figures alone.
pub(super) struct Players([Engine; 2]);

impl Players {
    pub(super) fn new() -> Self {
        Self([(); 2].map(|()| Engine::new(EngineSettings { hash_mb: HASH_MB, ..EngineSettings::default() })))
    }

    /// Plays two games from the opening with this number, one with each color; returns the results of the first
    /// player.
    pub(super) fn play_pair(
        &mut self,
        margins: [SearchMargins; 2],
        conditions: SelfplayConditions,
        number: u64,
    ) -> [MatchPoints; 2] {
        let nodes = conditions.nodes;
        let [first, second] = &mut self.0;
        // Whoever chooses the opening, it is the same.
        first.set_margins(SearchMargins::TUNED);
        first.new_game();
        let opening = balanced_opening(conditions.seed, number, &mut |root| think(first, root, nodes));
        first.set_margins(margins[0]);
        second.set_margins(margins[1]);
        [Color::White, Color::Black].map(|color| {
            first.new_game();
            second.new_game();
            let mut choose =
                |root: &Root| think(if root.position.turn() == color { first } else { second }, root, nodes);
            match (play_out(&mut opening.clone(), &mut choose, &mut |_, _, _, _| {}), color) {
                (SelfplayOutcome::Draw, _) => MatchPoints::Draw,
                (SelfplayOutcome::White, Color::White) | (SelfplayOutcome::Black, Color::Black) => {
                    MatchPoints::Win
                }
                _ => MatchPoints::Loss,
            }
        })
    }
}

/// Plays the pairs of games with these numbers between two sets of figures on `threads` threads; `on_pair` receives
/// the score after each.
pub(super) fn play_match(
    margins: [SearchMargins; 2],
    conditions: SelfplayConditions,
    pairs: std::ops::Range<u64>,
    threads: usize,
    on_pair: &mut (dyn FnMut(&MatchScore) + Send),
) -> MatchScore {
    let next = AtomicU64::new(pairs.start);
    let so_far = Mutex::new((MatchScore::default(), on_pair));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut players = Players::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pairs.end {
                        break;
                    }
                    let results = players.play_pair(margins, conditions, number);
                    let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                    let (score, on_pair) = &mut *so_far;
                    for points in results {
                        score.add(points);
                    }
                    on_pair(score);
                }
            });
        }
    });
    so_far.into_inner().unwrap_or_else(PoisonError::into_inner).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_win_as_often_as_they_lose() {
        let conditions = SelfplayConditions { nodes: 60, seed: 4 };
        let mut seen = 0;
        let score = play_match([SearchMargins::TUNED; 2], conditions, 0..4, 2, &mut |_| seen += 1);
        assert_eq!((score.games(), seen), (8, 4));
        let text = score.to_string();
        assert!(text.contains(", 50.0 %"), "{text}");
    }
}
