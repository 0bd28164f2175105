//! Games between two sets of search parameters: pairs of games from balanced openings, each with both colors.

use std::ops::Range;

use crate::match_score::MatchPoints;
use crate::search::SearchParameters;
use crate::selfplay::{SelfplayConditions, SelfplayOutcome, balanced_opening, play_out, think};
use crate::{Engine, EngineSettings};
use chess::thread::{ThreadBuilder, work_through};
use chess::{Color, Root};

/// Size of the transposition table in mebibytes.
const HASH_MB: usize = 8;

/// Two engines for a match, which differ in their parameters alone.
pub(super) struct Players([Engine; 2]);

impl Players {
    fn new() -> Self {
        Self([(); 2].map(|()| Engine::new(EngineSettings { hash_mb: HASH_MB, ..EngineSettings::default() })))
    }

    /// Plays two games from the opening with this number, one with each color; returns the results of the first
    /// player.
    pub(super) fn play_pair(
        &mut self,
        parameters: [SearchParameters; 2],
        conditions: SelfplayConditions,
        number: u64,
    ) -> [MatchPoints; 2] {
        let nodes = conditions.nodes;
        let [first, second] = &mut self.0;
        // Whoever chooses the opening, it is the same.
        first.set_parameters(SearchParameters::DEFAULT);
        first.new_game();
        let opening = balanced_opening(conditions.seed, number, &mut |root| think(first, root, nodes));
        first.set_parameters(parameters[0]);
        second.set_parameters(parameters[1]);
        [Color::White, Color::Black].map(|color| {
            first.new_game();
            second.new_game();
            let mut choose =
                |root: &Root| think(if root.position.turn() == color { first } else { second }, root, nodes);
            match (play_out(&mut opening.clone(), &mut choose, &mut |_, best, _, _| best), color) {
                (SelfplayOutcome::Draw, _) => MatchPoints::Draw,
                (SelfplayOutcome::White, Color::White) | (SelfplayOutcome::Black, Color::Black) => {
                    MatchPoints::Win
                }
                _ => MatchPoints::Loss,
            }
        })
    }
}

/// Calls `work` with each of these numbers of pairs, on `threads` threads with two engines each.
pub(super) fn for_each_pair(pairs: Range<u64>, threads: usize, work: &(dyn Fn(&mut Players, u64) + Sync)) {
    let play = |players: &mut Players, number, _: &mut dyn FnMut(())| work(players, number);
    work_through(pairs, threads, || ThreadBuilder::new("match"), Players::new, play, |()| true);
}
