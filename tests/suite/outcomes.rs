//! How games end in the search: stalemate, repetition, the fifty-move rule, dead positions.

use matescope::chess::{Color, GameTermination, Ply, Root, Score, StopSource, StopToken, fen, notation};
use matescope::engine::{Engine, EngineSettings, Limits, Report, StrengthLevel};

fn engine() -> Engine {
    Engine::new(EngineSettings { hash_mb: 4, ..EngineSettings::default() })
}

fn root(text: &str) -> Root {
    Root::new(fen::parse(text).unwrap())
}

fn search(root: &Root, nodes: u64) -> Report {
    search_only(root, nodes, &[])
}

/// Searches nothing but these root moves, or all where none is given.
fn search_only(root: &Root, nodes: u64, moves: &[&str]) -> Report {
    let wanted = moves.iter().map(|text| notation::parse_move(&root.position, text).unwrap());
    let limits = Limits { nodes: Some(nodes), search_moves: wanted.collect(), ..Limits::default() };
    engine().search(root, &limits, &StopToken::never(), &mut |_| {})
}

fn check_draw(text: &str, mv: &str, ending: GameTermination) {
    let report = search_only(&root(text), 20_000, &[mv]);
    assert_eq!(report.lines[0].score, Score::DRAW, "{text} {mv}");
    assert_eq!(report.lines[0].ends_in, Some(ending), "{text} {mv}");
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    for text in [
        "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        // H. G. Muller's trap for programs that capture kings: Bg1xe3 is not possible.
        "8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1",
        "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/3R4/8 w - - 100 90",
    ] {
        assert!(search(&root(text), 1_000).lines.is_empty(), "{text}");
    }
}

#[test]
fn a_line_says_which_draw_it_ends_in() {
    check_draw("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "d1c2", GameTermination::Stalemate { stuck: Color::Black });
    check_draw(
        "8/8/8/8/8/4p1k1/4r3/6BK b - - 0 1",
        "e2e1",
        GameTermination::Stalemate { stuck: Color::White },
    );
    check_draw("8/8/8/3k4/8/3K4/3R4/8 w - - 99 90", "d2d1", GameTermination::FiftyMoves);
    check_draw("8/8/8/4k3/8/8/3r4/3BK3 w - - 0 1", "e1d2", GameTermination::DeadPosition);
}

#[test]
fn the_stalemating_move_is_not_played() {
    let root = root("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let report = search(&root, 20_000);
    let mut after = root.clone();
    after.play(report.best_move().unwrap());
    assert_eq!(after.termination(), None);
    assert!(report.lines[0].score.is_mating());
}

#[test]
fn stalemate_saves_the_weaker_side() {
    // The rook gives itself up until it is taken: then it is stalemate.
    let report = search(&root("7k/8/6KP/8/8/8/8/r7 b - - 0 1"), 1);
    assert!(!report.lines.is_empty());
    let report = search(&root("k7/8/1K6/8/8/8/1Q6/r7 b - - 0 1"), 50_000);
    assert!(report.lines[0].score <= Score::DRAW);
}

#[test]
fn perpetual_check_is_a_draw() {
    let report = search(&root("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32"), 200_000);
    assert_eq!(report.lines[0].score, Score::DRAW, "{:?}", report.lines[0]);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut root = root("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    for text in ["b3b4", "a1a2", "b4b3", "a2a1", "b3b4", "a1a2", "b4b3"] {
        let mv = notation::parse_move(&root.position, text).unwrap();
        root.play(mv);
    }
    let report = search_only(&root, 5_000, &["a2a1"]);
    assert_eq!(report.lines[0].score, Score::DRAW);
    assert_eq!(report.lines[0].ends_in, Some(GameTermination::Threefold));
}

#[test]
fn mate_on_the_hundredth_half_move_wins() {
    let report = search(&root("4k3/Q7/3K4/8/8/8/8/8 w - - 99 90"), 5_000);
    assert_eq!(report.lines[0].score, Score::mates_in(Ply::new(1)));
    let report = search(&root("8/8/8/8/8/1Q6/8/k2K4 w - - 97 90"), 50_000);
    assert!(!report.lines[0].score.is_mate(), "mate in three comes too late: {:?}", report.lines[0]);
}

#[test]
fn a_search_that_may_not_begin_still_names_a_move() {
    let source = StopSource::new();
    let token = source.token();
    drop(source);
    let root = root("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let report = engine().search(&root, &Limits::default(), &token, &mut |_| {});
    assert!(root.position.is_legal(report.best_move().unwrap()));
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let root = root("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let report = search_only(&root, 5_000, &["a2a3"]);
    assert_eq!(report.best_move(), notation::parse_move(&root.position, "a2a3").ok());
}

#[test]
fn node_limits_are_exact() {
    for nodes in [1, 100, 777, 5_000] {
        assert_eq!(search(&root("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), nodes).nodes, nodes);
    }
}

#[test]
fn contempt_moves_the_price_of_a_draw() {
    let root = root("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let mut engine = Engine::new(EngineSettings { hash_mb: 4, contempt: 30, ..EngineSettings::default() });
    let stalemate = notation::parse_move(&root.position, "d1c2").unwrap();
    let limits = Limits { nodes: Some(100), search_moves: vec![stalemate], ..Limits::default() };
    let report = engine.search(&root, &limits, &StopToken::never(), &mut |_| {});
    assert_eq!(report.lines[0].score, Score::centipawns(-30));
}

#[test]
fn every_level_plays_by_the_rules_and_ends_its_games() {
    let mut engine = engine();
    for level in [StrengthLevel::WEAKEST, StrengthLevel::new(3)] {
        let mut root = Root::new(matescope::chess::Position::start());
        let mut plies = 0;
        while root.termination().is_none() && plies < 80 {
            let limits = Limits { elo: level.limit(), ..Limits::default() };
            let report = engine.search(&root, &limits, &StopToken::never(), &mut |_| {});
            let mv = report.best_move().unwrap();
            assert!(root.position.is_legal(mv));
            root.play(mv);
            plies += 1;
        }
    }
}

#[test]
fn all_but_the_lowest_levels_see_a_mate_in_one() {
    let root = root("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    for level in StrengthLevel::all().filter(|level| level.number() > 2) {
        let limits = Limits { elo: level.limit(), nodes: Some(20_000), ..Limits::default() };
        let report = engine().search(&root, &limits, &StopToken::never(), &mut |_| {});
        assert_eq!(report.lines[0].score, Score::mates_in(Ply::new(1)), "level {}", level.number());
    }
}
