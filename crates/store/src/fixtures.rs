//! What several tests of the disk begin with.

use std::time::Duration;

use super::SavedGame;
use chess::{
    Bound, Certainty, Color, Depth, DistanceToMate, HalfMove, KnownResult, Line, Move, Ply, Position,
    PositionAnalysis, PositionEvaluation, Root, Score, notation,
};
use game::{GameId, GamePlayers, Player, TreeCursor};
use practice::review::KeptReview;
use practice::{MistakeCard, MistakeCardId};

/// A game that is played here, White against the built-in engine, with these moves so far.
pub(super) fn game(moves: &[&str]) -> SavedGame {
    let mut walk = TreeCursor::new(Position::start());
    for text in moves {
        assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()), "{text}");
    }
    SavedGame {
        current: walk.node_id(),
        tree: walk.tree().clone(),
        players: GamePlayers::human_against(Color::Black, Player::BuiltIn { level: 3 }),
        time_control: "5s".parse().unwrap(),
        time_left: None,
        ending: None,
        game_id: Some(GameId { day: 20_000, number: 1 }),
    }
}

/// A review with all kinds of evaluations.
pub(crate) fn review(nodes: u64) -> KeptReview {
    let start = Position::start();
    let play = |root: &mut Root, text: &str| -> Vec<Move> {
        let play = |word| {
            let mv = notation::parse_move(&root.position, word).unwrap();
            root.play(mv);
            mv
        };
        text.split(' ').map(play).collect()
    };
    let moves: Vec<HalfMove> =
        play(&mut Root::new(start.clone()), "f3 e5 g4").into_iter().map(HalfMove::from).collect();
    let line = |text: &str, root: usize, score, bound, certainty| {
        let mut root = KeptReview::roots(&start, &moves).swap_remove(root);
        let moves = play(&mut root, text);
        Line { score, bound, certainty, ends_in: root.termination(), moves }
    };
    let cp = Score::centipawns;
    let evaluations = vec![
        PositionEvaluation::from_line(line("e4 e5", 0, cp(25), Bound::Exact, Certainty::Searched))
            .with_depth(Depth::new(11)),
        PositionEvaluation::from_line(line("e5", 1, cp(90), Bound::AtLeast, Certainty::Searched)),
        PositionEvaluation {
            known_result: Some(KnownResult::Loss(DistanceToMate::Unknown)),
            ..PositionEvaluation::from_line(line("g4", 2, -Score::WIN, Bound::AtMost, Certainty::Searched))
        },
        PositionEvaluation::from_line(line(
            "Qh4#",
            3,
            Score::mates_in(Ply::new(1)),
            Bound::Exact,
            Certainty::Proven,
        )),
    ];
    KeptReview { start, moves, nodes, evaluations }
}

/// A mistake card of the position after these moves: the second legal move was played, the first one is right.
pub(crate) fn mistake_card(game: u64, moves: &[&str]) -> MistakeCard {
    let start = Position::start();
    let mut root = Root::new(start.clone());
    let mut played_moves = Vec::new();
    for text in moves {
        let mv = notation::parse_move(&root.position, text).unwrap();
        root.play(mv);
        played_moves.push(mv);
    }
    let [right, wrong] = [0, 1].map(|number| root.position.legal_moves()[number]);
    let evaluation = |mv, score| {
        let (score, bound, certainty) = (Score::centipawns(score), Bound::Exact, Certainty::Searched);
        let line = Line { score, bound, certainty, moves: vec![mv], ends_in: None };
        PositionEvaluation::from_line(line).with_depth(Depth::new(12))
    };
    MistakeCard {
        id: MistakeCardId { game, ply: moves.len() },
        white: "Anna".to_owned(),
        black: "Bert".to_owned(),
        date: "2026.11.23".to_owned(),
        start,
        moves: played_moves,
        played: wrong,
        accepted: vec![right],
        before: evaluation(right, 300),
        after: evaluation(root.position.after(wrong).legal_moves()[0], 200),
        clock: Some(Duration::from_millis(9_500)),
        nodes: 1_000,
    }
}

/// The analysis of the position after these moves, with two lines.
pub(crate) fn analysis(moves: &[&str], depth: i16) -> PositionAnalysis {
    let mut root = Root::new(Position::start());
    for text in moves {
        root.play(notation::parse_move(&root.position, text).unwrap());
    }
    let line = |number: usize| {
        let mv = root.position.legal_moves()[number];
        let (bound, certainty) = (Bound::Exact, Certainty::Searched);
        Line { score: Score::centipawns(30), bound, certainty, moves: vec![mv], ends_in: None }
    };
    let lines = vec![line(0), line(1)];
    PositionAnalysis { root, depth: Depth::new(depth), nodes: 1_000, lines, none_within: 3 }
}
