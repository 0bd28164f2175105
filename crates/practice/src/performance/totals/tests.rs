//! Figures that can be counted by hand.

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
    let score = performance.score();
    assert_eq!([score.won, score.drawn, score.lost, score.unfinished], [1, 1, 1, 0]);
    assert_eq!(performance.scores.map(|score| score.percent()), [Some(100.0), Some(25.0)]);
    let classes = performance.time_classes();
    assert_eq!(classes.iter().map(|(class, _)| *class).collect::<Vec<_>>(), [Some(TimeClass::Blitz), None]);
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
        let found = performance.games_of(&figure).map(Cow::into_owned).unwrap_or_default();
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

#[test]
fn what_the_moves_say_is_counted() {
    let rated =
        |elo: &str| MATE.replace("[Date", &format!("[BlackElo \"{elo}\"]\n[WhiteElo \"1500\"]\n[Date"));
    let mut performance = Performance::default();
    let texts =
        [rated("2512"), rated("2488"), "[Date \"2022.01.01\"]\n\n1. d4 d5 2. c4 1/2-1/2\n".to_owned()];
    for text in &texts {
        let (row, read) = (entry(text), pgn::read(text, &Position::start()));
        performance.add_game(&row, Color::White);
        performance.add_moves(&row, Color::White, &GameMoves::of(&row, Color::White, &read));
    }
    let first = performance.first_moves(Color::White);
    let labels: Vec<(String, u32)> = first.iter().map(|mv| (mv.label(), mv.score.games())).collect();
    assert_eq!(labels, [("1.e4".to_owned(), 2), ("1.d4".to_owned(), 1)]);
    assert_eq!(first[0].replies[0].replies[0].replies[0].moves, "e4 e5 Qh5 Nc6");
    assert_eq!(performance.first_moves(Color::Black), []);
    let ends: Vec<u32> = performance.ends.iter().map(GameScore::games).collect();
    assert_eq!((ends[0], ends[9], ends.iter().sum::<u32>()), (2, 1, 3));
    let time = performance.time_use[&TimeClass::Blitz];
    // 2. Qh5 took 151 s, 3. Bc4 24 s; with 5 s of 180 left that is time trouble.
    assert_eq!((time.games.games(), time.trouble.games(), time.phases[0].moves), (2, 2, 4));
    assert_eq!(time.phases[0].total.as_secs(), 2 * (151 + 24));
    let opponents: Vec<(Option<u16>, u32)> = performance
        .opponents()
        .iter()
        .map(|(range, of)| (range.map(RatingRange::first), of.games()))
        .collect();
    assert_eq!(opponents, [(Some(2_500), 1), (Some(2_400), 1), (None, 1)]);
    assert_eq!(performance.score().average_opponent(), Some(2_500));
    assert_eq!(performance.months["2024.03"].rating(), Some(1_500));
    assert_eq!(performance.names, BTreeMap::from([("?".to_owned(), 1), ("Anna".to_owned(), 2)]));
    let form: Vec<(FormPeriod, u32)> =
        performance.form().iter().map(|(of, score)| (*of, score.games())).collect();
    assert_eq!(form, [(FormPeriod::LastYear, 2), (FormPeriod::Earlier, 1)]);
    let games = |figure: PerformanceFigure| performance.games_of(&figure).map_or(0, |games| games.len());
    let moves = |moves: &str| PerformanceFigure::FirstMoves { color: Color::White, moves: moves.to_owned() };
    for (figure, count) in [
        (moves("e4"), 2),
        (moves("e4 e5 Qh5 Nc6"), 2),
        (moves("d4 d5 c4"), 1),
        (moves("c4"), 0),
        (PerformanceFigure::End(GameEnd::Checkmate), 2),
        (PerformanceFigure::End(GameEnd::Time), 0),
        (PerformanceFigure::Length(GameLength::UpTo20), 3),
        (PerformanceFigure::OpponentRating(None), 1),
        (PerformanceFigure::OpponentRating(Some(RatingRange::of(2_512))), 1),
        (PerformanceFigure::Form(FormPeriod::Earlier), 1),
        (PerformanceFigure::Form(FormPeriod::Last10), 0),
        (PerformanceFigure::TimeUse(TimeClass::Blitz), 2),
        (PerformanceFigure::TimeTrouble(TimeClass::Blitz), 2),
    ] {
        assert_eq!(games(figure.clone()), count, "{figure:?}");
    }
}
