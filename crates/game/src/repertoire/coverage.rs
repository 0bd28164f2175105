//! How much of what opponents play is answered by a repertoire, and what is not.
//!
//! A share is the probability that a game comes to a position when the player keeps to the repertoire and opponents reply as
//! often as counted games say. Where the repertoire has several moves, each is played equally often.

use std::collections::{BTreeMap, HashMap};

use chess::{Move, Position};

use super::graph::{Repertoire, RepertoirePlace};

/// The most half-moves that are followed: what goes in circles ends here.
const MAX_PLIES: usize = 80;

/// Shares below this are not followed.
const MIN_SHARE: f64 = 1e-9;

/// How often opponents played the replies in positions of a repertoire.
pub type ReplyCounts = HashMap<RepertoirePlace, Vec<(Move, u32)>>;

/// The gaps found so far, by the positions before the replies.
type GapShares = BTreeMap<RepertoirePlace, Vec<RepertoireGap>>;

/// A reply that opponents play and the repertoire does not answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RepertoireGap {
    /// The position before the reply.
    pub place: RepertoirePlace,
    /// The reply.
    pub reply: Move,
    /// The share of all games that come here, 0.0 to 1.0.
    pub share: f64,
    /// Number of counted games with this reply.
    pub games: u32,
}

/// A reply that is expected in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedReply {
    /// The reply.
    pub mv: Move,
    /// Number of counted games with it.
    pub games: u32,
    /// Its part of all replies in the position, 0.0 to 1.0.
    pub part: f64,
}

/// What a repertoire answers.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct RepertoireCoverage {
    /// The replies without an answer, the most frequent first.
    pub gaps: Vec<RepertoireGap>,
    /// For each move number from 1: the share of games in which the repertoire has that move of the player, 0.0 to 1.0.
    pub by_move: Vec<f64>,
    /// Number of counted games through positions of the repertoire in which the opponent is to move, each position by itself.
    pub games: u64,
}

impl Repertoire {
    /// The gaps of the repertoire and how much it covers, given how often opponents played their replies.
    #[must_use]
    pub fn coverage(&self, counts: &ReplyCounts) -> RepertoireCoverage {
        let mut gaps = GapShares::new();
        let games = counts.values().flatten().map(|&(_, games)| u64::from(games)).sum();
        let mut coverage = RepertoireCoverage { games, ..RepertoireCoverage::default() };
        let Some(start) = self.find(&Position::start()).or_else(|| self.places().next()) else {
            return coverage;
        };
        // The positions of a game after the same number of half-moves, with their shares.
        let mut level = BTreeMap::from([(start, 1.0)]);
        for _ in 0..MAX_PLIES {
            let mut next = BTreeMap::new();
            let mut answered = None;
            for (&place, &share) in level.iter().filter(|&(_, &share)| share >= MIN_SHARE) {
                if self.is_own_turn(place) {
                    let moves = self.at(place).moves();
                    *answered.get_or_insert(0.0) += if moves.is_empty() { 0.0 } else { share };
                    for mv in moves {
                        *next.entry(mv.to).or_default() += share * equal_part(moves.len());
                    }
                } else {
                    self.add_replies(place, share, counts, &mut next, &mut gaps);
                }
            }
            coverage.by_move.extend(answered);
            level = next;
            if level.is_empty() {
                break;
            }
        }
        coverage.gaps = gaps.into_values().flatten().collect();
        coverage.gaps.sort_by(|one, other| other.share.total_cmp(&one.share));
        coverage
    }

    /// The replies in a position that games come to with a share: those that are answered go on, the others are gaps.
    fn add_replies(
        &self,
        place: RepertoirePlace,
        share: f64,
        counts: &ReplyCounts,
        next: &mut BTreeMap<RepertoirePlace, f64>,
        gaps: &mut GapShares,
    ) {
        let at = self.at(place);
        // At the end of a line nothing is left to answer, until more of it is written.
        if at.is_end() {
            return;
        }
        for ExpectedReply { mv: reply, games, part } in self.replies(place, counts) {
            let share = share * part;
            // By another order of moves the reply may come to a position that is answered.
            let answered = at.find(reply).map(|known| known.to);
            let answered = answered.or_else(|| self.find(&at.position().after(reply)));
            if let Some(to) = answered.filter(|&to| !self.at(to).is_end()) {
                *next.entry(to).or_default() += share;
                continue;
            }
            let gaps = gaps.entry(place).or_default();
            match gaps.iter_mut().find(|gap| gap.reply == reply) {
                Some(known) => known.share += share,
                None => gaps.push(RepertoireGap { place, reply, share, games }),
            }
        }
    }

    /// The replies in a position: those that were counted, then the others that are written. Where no game was counted, those
    /// that are written are equally frequent.
    #[must_use]
    pub fn replies(&self, place: RepertoirePlace, counts: &ReplyCounts) -> Vec<ExpectedReply> {
        let counted = counts.get(&place).map_or(&[][..], Vec::as_slice);
        let total: f64 = counted.iter().map(|&(_, games)| f64::from(games)).sum();
        let written = self.at(place).moves();
        let part_of_written = if total == 0.0 { equal_part(written.len()) } else { 0.0 };
        let is_counted = |mv: Move| counted.iter().any(|&(reply, games)| reply == mv && games > 0);
        let of_games = counted.iter().filter(|&&(_, games)| games > 0);
        let of_games =
            of_games.map(|&(mv, games)| ExpectedReply { mv, games, part: f64::from(games) / total });
        let others = written.iter().filter(|known| !is_counted(known.mv));
        let others = others.map(|known| ExpectedReply { mv: known.mv, games: 0, part: part_of_written });
        of_games.chain(others).collect()
    }
}

/// The part that each of several equally frequent moves has.
fn equal_part(moves: usize) -> f64 {
    1.0 / f64::from(u32::try_from(moves).unwrap_or(u32::MAX).max(1))
}

#[cfg(test)]
mod tests {
    use chess::{Color, notation};

    use super::super::fixtures::{after, repertoire};
    use super::*;

    /// Counts of replies after moves.
    fn counts(repertoire: &Repertoire, of: &[(&str, &[(&str, u32)])]) -> ReplyCounts {
        let at = |moves: &str| {
            let position = after(moves);
            (repertoire.find(&position).expect(moves), position)
        };
        of.iter()
            .map(|(moves, replies)| {
                let (place, position) = at(moves);
                let reply =
                    |&(san, games): &(&str, u32)| (notation::parse_move(&position, san).unwrap(), games);
                (place, replies.iter().map(reply).collect())
            })
            .collect()
    }

    fn gaps(repertoire: &Repertoire, coverage: &RepertoireCoverage) -> Vec<(String, f64, u32)> {
        let text = |gap: &RepertoireGap| {
            let san = notation::san(repertoire.at(gap.place).position(), gap.reply);
            (san, (gap.share * 1000.0).round() / 1000.0, gap.games)
        };
        coverage.gaps.iter().map(text).collect()
    }

    #[test]
    fn the_most_frequent_reply_without_an_answer_is_the_first_gap() {
        let white = repertoire(Color::White, &["1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *"]);
        let counts = counts(
            &white,
            &[
                ("e4", &[("e5", 40), ("c5", 40), ("e6", 15), ("c6", 5)]),
                ("e4 e5 Nf3", &[("Nc6", 30), ("d6", 10)]),
            ],
        );
        let coverage = white.coverage(&counts);
        let expected = [("e6", 0.15, 15), ("d6", 0.1, 10), ("c6", 0.05, 5)];
        assert_eq!(
            gaps(&white, &coverage),
            expected.map(|(san, share, games)| (san.to_owned(), share, games))
        );
        let percents: Vec<f64> = coverage.by_move.iter().map(|share| (share * 100.0).round()).collect();
        assert_eq!(percents, [100.0, 80.0, 30.0], "1. e4, 2. Nf3 against two replies, 3. Bb5");
        assert_eq!(coverage.games, 140);
    }

    #[test]
    fn a_reply_that_transposes_into_the_repertoire_is_answered() {
        let white = repertoire(Color::White, &["1. d4 Nf6 2. c4 e6 3. Nc3 *", "1. d4 e6 2. c4 d5 3. Nc3 *"]);
        let counts = counts(&white, &[("d4 e6 c4", &[("d5", 1), ("Nf6", 2), ("f5", 1)])]);
        assert_eq!(gaps(&white, &white.coverage(&counts)), [("f5".to_owned(), 0.125, 1)]);
    }

    #[test]
    fn a_reply_that_is_written_without_an_answer_is_a_gap() {
        let white = repertoire(Color::White, &["1. e4 e5 (1... c5) 2. Nf3 *"]);
        assert_eq!(gaps(&white, &white.coverage(&ReplyCounts::new())), [("c5".to_owned(), 0.5, 0)]);
    }

    #[test]
    fn for_black_the_first_move_is_a_reply() {
        let black = repertoire(Color::Black, &["1. e4 e5 2. Nf3 Nc6 *"]);
        let counts = counts(&black, &[("", &[("e4", 3), ("d4", 1)]), ("e4 e5", &[("Nf3", 2), ("Nc3", 2)])]);
        let coverage = black.coverage(&counts);
        assert_eq!(gaps(&black, &coverage), [("Nc3".to_owned(), 0.375, 2), ("d4".to_owned(), 0.25, 1)]);
        assert_eq!(coverage.by_move, [0.75, 0.375]);
    }

    #[test]
    fn moves_that_go_in_circles_end() {
        let white = repertoire(Color::White, &["1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 *"]);
        let coverage = white.coverage(&ReplyCounts::new());
        assert!(coverage.by_move.len() <= MAX_PLIES / 2);
        assert_eq!(
            repertoire(Color::White, &[]).coverage(&ReplyCounts::new()),
            RepertoireCoverage::default()
        );
    }
}
