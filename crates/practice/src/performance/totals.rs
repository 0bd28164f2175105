//! Performance: the statistics of one player over all games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::clock_left::ClockLeft;
use super::figure::PerformanceFigure;
use super::game_score::GameScore;
use super::judged_moves::JudgedMoves;
use super::mistake_kind::MistakeKind;
use super::opening_family::{OpeningFamily, OpeningScores};
use super::phase::GamePhase;
use crate::review::{MoveJudgment, Review};
use chess::Color;
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
    time_classes: BTreeMap<Option<TimeClass>, GameScore>,
    openings: [OpeningScores; 2],
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
        self.scores[side].add(game.result, color);
        self.openings[side].add(&game.opening, game.result, color);
        self.time_classes.entry(game.time_class).or_default().add(game.result, color);
        let month = month(&game.date);
        match &month {
            Some(month) => self.months.entry(month.clone()).or_default().score.add(game.result, color),
            None => self.undated.add(game.result, color),
        }
        let (eco, name) = split_eco(&game.opening);
        let family = PerformanceFigure::OpeningFamily { color, name: family_name(&game.opening).to_owned() };
        let (eco, name) = (eco.to_owned(), name.to_owned());
        for figure in [
            PerformanceFigure::All,
            PerformanceFigure::Color(color),
            PerformanceFigure::TimeClass(game.time_class),
            family,
            PerformanceFigure::OpeningVariation { color, eco, name },
            PerformanceFigure::Month(month),
        ] {
            self.add_to_figure(figure, game);
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
    pub fn games_of(&self, figure: &PerformanceFigure) -> Option<&BTreeSet<u64>> {
        self.games.get(figure)
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

    /// The scores by time class, the fastest first; games whose time class is unknown come last, with None. Only
    /// classes with games.
    #[must_use]
    pub fn time_classes(&self) -> Vec<(Option<TimeClass>, GameScore)> {
        let known = TimeClass::ALL.map(Some).into_iter().chain([None]);
        known.filter_map(|class| Some((class, *self.time_classes.get(&class)?))).collect()
    }
}

impl MonthlyPerformance {
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
mod tests {
    use std::path::PathBuf;

    use super::*;
    use chess::{Bound, Certainty, Line, Ply, Position, PositionEvaluation, Score, notation};
    use game::pgn;
    use game::pgn::split::PgnSplitter;

    const MATE: &str = "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2024.03.09\"]\n[TimeControl \"180\"]\n\n\
        1. e4 {[%clk 0:03:00]} e5 {[%clk 0:00:40]} 2. Qh5 {[%clk 0:00:29]} Nc6 {[%clk 0:00:12]} \
        3. Bc4 {[%clk 0:00:05]} Nf6 {[%clk 0:00:03]} 4. Qxf7# 1-0\n";

    fn entry(text: &str) -> GameListEntry {
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
    }

    /// The review of [`MATE`]: White's second move costs 2.3 pawns, Black's third one allows mate.
    fn review(tree: &Tree) -> Review {
        let mut review = Review::new(tree);
        let cp = Score::centipawns;
        let best = [
            (cp(30), "e4"),
            (cp(-30), "e5"),
            (cp(30), "Nf3"),
            (cp(200), "Nc6"),
            (cp(-200), "Bc4"),
            (cp(200), "g6"),
            (Score::mates_in(Ply::new(1)), "Qxf7#"),
        ];
        for (index, (score, mv)) in best.into_iter().enumerate() {
            let moves = vec![notation::parse_move(tree.node(review.nodes[index]).position(), mv).unwrap()];
            let (bound, certainty) = (Bound::Exact, Certainty::Searched);
            let line = Line { score, bound, certainty, moves, ends_in: None };
            review.update(tree, index, PositionEvaluation::from_line(line));
        }
        review.update_endings(tree);
        review
    }

    fn reviewed(color: Color) -> Performance {
        let tree = pgn::read(MATE, &Position::start()).game.tree;
        let (row, review) = (entry(MATE), review(&tree));
        let mut performance = Performance::default();
        performance.add_game(&row, color);
        performance.add_review(&row, color, &tree, &review);
        performance
    }

    #[test]
    fn the_moves_of_one_side_are_counted() {
        let white = reviewed(Color::White);
        assert_eq!((white.reviewed, white.moves.moves, white.moves.judgments), (1, 4, [0, 0, 1]));
        assert_eq!((white.moves.centipawn_loss, white.moves.average_centipawn_loss()), (230, Some(57)));
        assert_eq!(white.moves.per_hundred(), Some([0.0, 0.0, 25.0]));
        assert_eq!(white.phases.map(|phase| phase.moves), [4, 0, 0]);
        assert_eq!(white.kinds[place(&MistakeKind::ALL, MistakeKind::Positional)], [0, 0, 1]);
        let accuracy = white.accuracy().unwrap();
        assert!(accuracy > 50.0 && accuracy < 95.0, "{accuracy}");
        let black = reviewed(Color::Black);
        assert_eq!((black.moves.moves, black.moves.judgments), (3, [0, 0, 1]));
        assert_eq!(black.kinds[place(&MistakeKind::ALL, MistakeKind::AllowedMate)], [0, 0, 1]);
        assert_eq!(black.kinds.iter().flatten().sum::<u32>(), 1);
    }

    #[test]
    fn the_clock_is_that_when_the_move_began() {
        // 2. Qh5 with 3 min, 3. Bc4 with 29 s, 4. Qxf7# with 5 s; of 1. e4 the time is unknown.
        let white = reviewed(Color::White);
        assert_eq!(white.clock.map(|range| range.moves), [1, 1, 0, 0, 1]);
        assert_eq!(white.clock.map(|range| range.judgments[2]), [0, 0, 0, 0, 1]);
        // 2... Nc6 with 40 s, 3... Nf6 with 12 s.
        let black = reviewed(Color::Black);
        assert_eq!(black.clock.map(|range| range.moves), [0, 1, 1, 0, 0]);
        assert_eq!(black.clock.map(|range| range.judgments[2]), [0, 1, 0, 0, 0]);
    }

    #[test]
    fn games_are_counted_by_color_class_opening_and_month() {
        let mut performance = reviewed(Color::White);
        let other = entry("[Date \"2024.??.??\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 1/2-1/2\n");
        performance.add_game(&other, Color::Black);
        performance
            .add_game(&entry("[Date \"2023.12.31\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n"), Color::Black);
        assert_eq!(performance.score(), GameScore { won: 1, drawn: 1, lost: 1, unfinished: 0 });
        assert_eq!(performance.scores.map(|score| score.percent()), [Some(100.0), Some(25.0)]);
        let classes = performance.time_classes();
        assert_eq!(
            classes.iter().map(|(class, _)| *class).collect::<Vec<_>>(),
            [Some(TimeClass::Blitz), None]
        );
        assert_eq!((classes[0].1.games(), classes[1].1.games()), (1, 2));
        let openings = performance.openings(Color::Black);
        assert_eq!((openings.len(), openings[0].name.as_str()), (1, "Ruy Lopez"));
        assert_eq!((openings[0].score.games(), openings[0].variations.len()), (2, 2));
        let months: Vec<(&str, u32, u32)> = performance
            .months
            .iter()
            .map(|(month, of)| (month.as_str(), of.score.games(), of.reviewed))
            .collect();
        assert_eq!((months, performance.undated.games()), (vec![("2023.12", 1, 0), ("2024.03", 1, 1)], 1));
        assert_eq!(performance.months["2024.03"].accuracy(), performance.accuracy());
        assert_eq!(performance.months["2023.12"].accuracy(), None);
    }

    #[test]
    fn each_figure_knows_its_games() {
        let mut performance = reviewed(Color::Black);
        let other = entry("[Date \"2024.??.??\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 1/2-1/2\n");
        performance.add_game(&other, Color::Black);
        let (first, second) = (entry(MATE).location.digest, other.location.digest);
        let month = PerformanceFigure::Month(Some("2024.03".to_owned()));
        let ruy = PerformanceFigure::OpeningFamily { color: Color::Black, name: "Ruy Lopez".to_owned() };
        let (eco, name) = ("C65".to_owned(), "Ruy Lopez: Berlin Defense".to_owned());
        let berlin = PerformanceFigure::OpeningVariation { color: Color::Black, eco, name };
        for (figure, games) in [
            (PerformanceFigure::All, vec![first, second]),
            (PerformanceFigure::Color(Color::Black), vec![first, second]),
            (PerformanceFigure::Color(Color::White), vec![]),
            (PerformanceFigure::TimeClass(Some(TimeClass::Blitz)), vec![first]),
            (PerformanceFigure::TimeClass(None), vec![second]),
            (month, vec![first]),
            (PerformanceFigure::Month(None), vec![second]),
            (ruy, vec![second]),
            (berlin, vec![second]),
            (PerformanceFigure::Reviewed, vec![first]),
            (PerformanceFigure::Phase(GamePhase::Opening), vec![first]),
            (PerformanceFigure::Phase(GamePhase::Endgame), vec![]),
            // The mistake, 3... Nf6, was made with 12 s left.
            (PerformanceFigure::ClockLeft(ClockLeft::Under30Seconds), vec![first]),
            (PerformanceFigure::ClockLeft(ClockLeft::Under1Minute), vec![]),
            (PerformanceFigure::MistakeKind(MistakeKind::AllowedMate), vec![first]),
        ] {
            let found = performance.games_of(&figure).cloned().unwrap_or_default();
            assert_eq!(found, games.into_iter().collect(), "{figure:?}");
        }
    }

    #[test]
    fn a_month_needs_a_year_and_a_month() {
        for (date, expected) in [
            ("2024.03.09", Some("2024.03")),
            ("2024.3", Some("2024.03")),
            ("2024.03.??", Some("2024.03")),
            ("2024.??.??", None),
            ("????.03.09", None),
            ("2024.13.01", None),
            ("", None),
        ] {
            assert_eq!(month(date).as_deref(), expected, "{date}");
        }
    }
}
