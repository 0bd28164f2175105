//! Performance: the statistics of one player over all games.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::clock_left::ClockLeft;
use super::figure::PerformanceFigure;
use super::first_moves::{FirstMove, FirstMoveScores};
use super::form::{DatedGames, FormPeriod};
use super::game_end::GameEnd;
use super::game_length::GameLength;
use super::game_moves::GameMoves;
use super::game_score::GameScore;
use super::judged_moves::JudgedMoves;
use super::mistake_kind::MistakeKind;
use super::opening_family::{OpeningFamily, OpeningScores};
use super::opponent_rating::RatingRange;
use super::phase::GamePhase;
use super::time_use::TimeUse;
use crate::review::{MoveJudgment, Review};
use chess::Color;
use game::game_query::term::full_moves;
use game::opening::{family_name, split_eco};
use game::pgn::command;
use game::{GameListEntry, TimeClass, Tree};

/// Performance statistics of one player, added up game by game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Performance {
    /// The scores with White and with Black.
    pub scores: [GameScore; 2],
    /// Number of games with a finished review.
    pub reviewed: u32,
    /// All moves of the player in reviewed games.
    pub moves: JudgedMoves,
    /// The same by phase of the game, in the order of [`GamePhase::ALL`].
    pub phases: [JudgedMoves; 3],
    /// The same by the time left on the player's clock when the move began, in the order of [`ClockLeft::ALL`].
    /// Only moves whose time is known: the PGN has a `[%clk]` after the player's move before it.
    pub clock: [JudgedMoves; 5],
    /// Inaccuracies, mistakes and blunders of each kind, in the order of [`MistakeKind::ALL`].
    pub kinds: [[u32; 3]; 7],
    /// The months in which the player has games, the earliest first: `2024.03`.
    pub months: BTreeMap<String, MonthlyPerformance>,
    /// The score over the games whose month is unknown.
    pub undated: GameScore,
    /// The names of the player as they are written, with the number of their games.
    pub names: BTreeMap<String, u32>,
    /// The scores by the length of games, in the order of [`GameLength::ALL`].
    pub lengths: [GameScore; 4],
    /// The scores by how games ended, in the order of [`GameEnd::ALL`]: of games with a result whose moves were read.
    pub ends: [GameScore; 10],
    /// Time use by time class, the fastest first: of games whose moves were read and have the player's clock.
    pub time_use: BTreeMap<TimeClass, TimeUse>,
    time_classes: BTreeMap<Option<TimeClass>, GameScore>,
    opponents: BTreeMap<Option<RatingRange>, GameScore>,
    openings: [OpeningScores; 2],
    first_moves: [FirstMoveScores; 2],
    dated: DatedGames,
    accuracy: AccuracyMean,
    /// The checksums of the games' texts of each figure that has any.
    games: HashMap<PerformanceFigure, BTreeSet<u64>>,
}

/// Performance in one month.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct MonthlyPerformance {
    /// The score.
    pub score: GameScore,
    /// Number of games with a finished review.
    pub reviewed: u32,
    accuracy: AccuracyMean,
    /// Sum and number of the player's ratings.
    ratings: (u64, u64),
}

/// The mean of the accuracies of games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct AccuracyMean {
    sum: f64,
    games: u32,
}

impl AccuracyMean {
    fn add(&mut self, accuracy: f64) {
        self.sum += accuracy;
        self.games += 1;
    }

    fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / f64::from(self.games))
    }
}

impl Performance {
    /// Adds a game that the player had with this color.
    pub fn add_game(&mut self, game: &GameListEntry, color: Color) {
        let side = side_index(color);
        let score = GameScore::of(game, color);
        let add = |sum: &mut GameScore| *sum = sum.plus(score);
        let month = month(&game.date);
        let length = GameLength::of(full_moves(game.plies));
        let range = game.elo(!color).map(RatingRange::of);
        add(&mut self.scores[side]);
        add(self.time_classes.entry(game.time_class).or_default());
        add(self.opponents.entry(range).or_default());
        add(&mut self.lengths[place(&GameLength::ALL, length)]);
        match &month {
            Some(month) => {
                let month = self.months.entry(month.clone()).or_default();
                add(&mut month.score);
                if let Some(own) = game.elo(color) {
                    month.ratings = (month.ratings.0 + u64::from(own), month.ratings.1 + 1);
                }
            }
            None => add(&mut self.undated),
        }
        self.openings[side].add(&game.opening, score);
        self.dated.add(&game.date, game.location.digest, score);
        *self.names.entry(color.fold_wb(&game.white, &game.black).clone()).or_default() += 1;
        let (eco, name) = split_eco(&game.opening);
        let family = PerformanceFigure::OpeningFamily { color, name: family_name(&game.opening).to_owned() };
        let (eco, name) = (eco.to_owned(), name.to_owned());
        for figure in [
            PerformanceFigure::All,
            PerformanceFigure::Color(color),
            PerformanceFigure::TimeClass(game.time_class),
            PerformanceFigure::OpponentRating(range),
            PerformanceFigure::Length(length),
            family,
            PerformanceFigure::OpeningVariation { color, eco, name },
            PerformanceFigure::Month(month),
        ] {
            self.add_to_figure(figure, game);
        }
    }

    /// Adds what the moves of a game say that was added before: its first moves, how it ended, and the player's time.
    pub fn add_moves(&mut self, game: &GameListEntry, color: Color, moves: &GameMoves) {
        let score = GameScore::of(game, color);
        for moves in &moves.beginnings {
            self.first_moves[side_index(color)].add(moves, score);
            self.add_to_figure(PerformanceFigure::FirstMoves { color, moves: moves.clone() }, game);
        }
        if let Some(end) = moves.end {
            let sum = &mut self.ends[place(&GameEnd::ALL, end)];
            *sum = sum.plus(score);
            self.add_to_figure(PerformanceFigure::End(end), game);
        }
        if let (Some(class), Some(time)) = (game.time_class, moves.time) {
            self.time_use.entry(class).or_default().add(time, score);
            self.add_to_figure(PerformanceFigure::TimeUse(class), game);
            if time.has_trouble {
                self.add_to_figure(PerformanceFigure::TimeTrouble(class), game);
            }
        }
    }

    fn add_to_figure(&mut self, figure: PerformanceFigure, game: &GameListEntry) {
        self.games.entry(figure).or_default().insert(game.location.digest);
    }

    /// Adds the finished review of a game that was added before.
    ///
    /// # Panics
    /// When the tree is not the one that the review was made of.
    pub fn add_review(&mut self, game: &GameListEntry, color: Color, tree: &Tree, review: &Review) {
        self.reviewed += 1;
        self.add_to_figure(PerformanceFigure::Reviewed, game);
        let mut in_month = month(&game.date).and_then(|month| self.months.get_mut(&month));
        if let Some(month) = &mut in_month {
            month.reviewed += 1;
        }
        if let Some(accuracy) = review.summarize()[side_index(color)].accuracy {
            self.accuracy.add(accuracy);
            if let Some(month) = in_month {
                month.accuracy.add(accuracy);
            }
        }
        let phases = GamePhase::of_positions(review.nodes.iter().map(|&node| tree.node(node).position()));
        for (index, of) in review.moves.iter().enumerate().skip(1) {
            let Some(of) = of.as_ref().filter(|of| of.mover == color) else { continue };
            let phase = phases[index - 1];
            let own_before = index.checked_sub(2).filter(|&before| before > 0);
            let left = own_before.and_then(|at| command::clock(&tree.node(review.nodes[at]).notes));
            let left = left.map(ClockLeft::of);
            self.moves.add(of);
            self.phases[place(&GamePhase::ALL, phase)].add(of);
            if let Some(left) = left {
                self.clock[place(&ClockLeft::ALL, left)].add(of);
            }
            let [before, after] = [index - 1, index].map(|at| tree.node(review.nodes[at]).position());
            let (Some(kind), Some(judgment)) = (MistakeKind::of(of, before, after), of.judgment) else {
                continue;
            };
            self.kinds[place(&MistakeKind::ALL, kind)][place(&MoveJudgment::ALL, judgment)] += 1;
            self.add_to_figure(PerformanceFigure::MistakeKind(kind), game);
            self.add_to_figure(PerformanceFigure::Phase(phase), game);
            if let Some(left) = left {
                self.add_to_figure(PerformanceFigure::ClockLeft(left), game);
            }
        }
    }

    /// The checksums of the texts of a figure's games: those that its score counts, those that it has mistakes of, or
    /// all with a review. None where no game belongs to it.
    #[must_use]
    pub fn games_of(&self, figure: &PerformanceFigure) -> Option<Cow<'_, BTreeSet<u64>>> {
        if let PerformanceFigure::Form(period) = figure {
            return Some(Cow::Owned(self.dated.digests(*period)?.into_iter().collect()));
        }
        self.games.get(figure).map(Cow::Borrowed)
    }

    /// The score over all games.
    #[must_use]
    pub fn score(&self) -> GameScore {
        self.scores[0].plus(self.scores[1])
    }

    /// Accuracy from 0 to 100: the mean over the reviewed games. None where there is none.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        self.accuracy.mean()
    }

    /// The openings of the games with one color, those with the most games first.
    #[must_use]
    pub fn openings(&self, color: Color) -> Vec<OpeningFamily> {
        self.openings[side_index(color)].families()
    }

    /// The first moves of the games with one color as a tree, the most frequent first: up to four half-moves of games from the usual
    /// start whose moves were read.
    #[must_use]
    pub fn first_moves(&self, color: Color) -> Vec<FirstMove> {
        self.first_moves[side_index(color)].tree()
    }

    /// The scores over the last games and the last twelve months, and before these. Periods that have all games are left out.
    #[must_use]
    pub fn form(&self) -> Vec<(FormPeriod, GameScore)> {
        FormPeriod::ALL.into_iter().filter_map(|period| Some((period, self.dated.score(period)?))).collect()
    }

    /// The scores by the ratings of the opponents, the highest first; opponents without a rating come last, with None.
    #[must_use]
    pub fn opponents(&self) -> Vec<(Option<RatingRange>, GameScore)> {
        self.opponents.iter().rev().map(|(&range, &score)| (range, score)).collect()
    }

    /// The scores by time class, the fastest first; games whose time class is unknown come last, with None. Only
    /// classes with games.
    #[must_use]
    pub fn time_classes(&self) -> Vec<(Option<TimeClass>, GameScore)> {
        let known = TimeClass::ALL.map(Some).into_iter().chain([None]);
        known.filter_map(|class| Some((class, *self.time_classes.get(&class)?))).collect()
    }
}

impl MonthlyPerformance {
    /// The player's average rating in this month. None where it is not known.
    #[must_use]
    pub fn rating(&self) -> Option<u64> {
        let (sum, count) = self.ratings;
        (sum + count / 2).checked_div(count)
    }

    /// Accuracy from 0 to 100: the mean over the reviewed games. None where there is none.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        self.accuracy.mean()
    }
}

/// The index of a side's figures: White first.
const fn side_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The index of a value in the list of all.
fn place<T: PartialEq + Copy>(all: &[T], value: T) -> usize {
    all.iter().position(|known| *known == value).unwrap_or_default()
}

/// Year and month of a PGN date; None where one of them is unknown.
fn month(date: &str) -> Option<String> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = date.split('.');
    let year = parts.next().filter(is_number)?;
    let month =
        parts.next().filter(is_number)?.parse::<u8>().ok().filter(|month| (1..=12).contains(month))?;
    Some(format!("{year}.{month:02}"))
}

#[cfg(test)]
mod tests;
