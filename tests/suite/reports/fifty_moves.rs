//! The fifty-move rule is part of the truth: a mate of the tables that comes too late is a draw.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use matescope::chess::{
    CountedVerdict, FiftyMoveEffect, MoveCost, NoOracle, Oracle, Ply, Position, Ranking, Root, StopToken,
    Verdict, fen,
};
use matescope::engine::{Engine, EngineSettings, Limits};
use matescope::practice::{Exercise, Round, Seed};
use matescope::solver::{Syzygy, SyzygyResult, Tables};
use serde_json::Value;

use crate::program::run;
use crate::skip::{SkipReason, skipped};

/// Tables of endings with every kind of zeroing move: none that helps, captures, pawn moves.
static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| {
    let tables = Tables::new();
    for name in ["KQvK", "KRvK", "KPvK", "KBNvK", "KBBvK", "KQvKR", "KRRvK"] {
        let built = tables.build(&name.parse().unwrap(), 2, &StopToken::never(), &mut |_| {});
        built.expect("nobody stops it");
    }
    Arc::new(tables)
});

fn with_counter(placement: &str, halfmoves: u16) -> Position {
    fen::parse(&format!("{placement} {halfmoves} 90")).unwrap()
}

fn counted(position: &Position) -> CountedVerdict {
    CountedVerdict::probe(position, &**TABLES).expect("the table is there")
}

/// Where no capture and no pawn move can help, the last counter at which the mate still comes is exactly known.
#[test]
fn a_mate_counts_until_the_hundredth_half_move_and_no_longer() {
    for placement in [
        "8/8/8/3k4/8/8/8/KBN5 w - -",
        "8/8/8/8/3k4/8/8/R6K w - -",
        "7K/6Q1/8/8/2k5/8/8/8 w - -",
        "8/8/8/8/8/1Q6/8/k2K4 w - -",
        "8/8/8/3k4/8/8/8/KBB5 w - -",
        "8/8/8/3k4/8/8/8/KBN5 b - -",
        "8/8/8/8/3K4/8/8/r6k w - -",
        "8/8/8/3K4/8/8/8/kbn5 b - -",
    ] {
        let table = TABLES.probe(&with_counter(placement, 0)).unwrap();
        let plies = table.distance().unwrap().get();
        assert!(plies > 2, "{placement}");
        let last = with_counter(placement, 100 - plies);
        assert_eq!(
            counted(&last),
            CountedVerdict { verdict: table, table, effect: FiftyMoveEffect::Unchanged }
        );
        for late in [101 - plies, 102 - plies, 99, 100] {
            let drawn = CountedVerdict { verdict: Verdict::Draw, table, effect: FiftyMoveEffect::Draws };
            assert_eq!(counted(&with_counter(placement, late)), drawn, "{placement} {late}");
        }
    }
}

/// The result by the rules, with the tables only behind a capture or pawn move.
fn by_the_rules(position: &Position) -> Verdict {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { Verdict::Loss(Ply::ZERO) } else { Verdict::Draw };
    }
    if position.halfmoves() >= 100 {
        return Verdict::Draw;
    }
    let after = |mv: &matescope::chess::Move| {
        let next = position.after(*mv);
        let after = if mv.is_zeroing() { TABLES.probe(&next).unwrap() } else { by_the_rules(&next) };
        after.for_mover().one_ply_earlier()
    };
    let value = |verdict: &Verdict| match verdict {
        Verdict::Win(plies) => 1_000 - i32::from(plies.get()),
        Verdict::Draw => 0,
        Verdict::Loss(plies) => i32::from(plies.get()) - 1_000,
    };
    moves.iter().map(after).max_by_key(value).unwrap()
}

/// Positions of an ending, dealt by a seed.
fn dealt(name: &str, seed: u64) -> impl Iterator<Item = String> {
    let pieces: Vec<char> = name
        .split_once('v')
        .map(|(white, black)| white.to_owned() + &black.to_lowercase())
        .unwrap()
        .chars()
        .collect();
    let mut state = seed;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    std::iter::repeat_with(move || {
        let mut board = [[' '; 8]; 8];
        for &piece in &pieces {
            board[random(8)][random(8)] = piece;
        }
        let rows: Vec<String> =
            board.iter().map(|row| row.iter().map(|&c| if c == ' ' { '1' } else { c }).collect()).collect();
        format!("{} {} - -", rows.join("/"), if random(2) == 0 { 'w' } else { 'b' })
    })
}

fn dealt_positions(name: &'static str, counter: u16, seed: u64) -> impl Iterator<Item = Position> {
    let whole = name.len() - 1;
    dealt(name, seed)
        .filter_map(move |text| fen::parse(&format!("{text} {counter} 90")).ok())
        .filter(move |position| usize::from(position.material().piece_count()) == whole)
}

/// Captures and pawn moves decide, forced ones of the bare king as well: the search gives what minimax gives.
#[test]
fn what_the_search_decides_is_what_the_rules_give() {
    for (name, wanted) in [("KQvKR", 12), ("KRRvK", 12), ("KPvK", 40)] {
        let mut effects = [0; 4];
        for counter in [97, 98, 99] {
            let wins = |position: &Position| TABLES.probe(position) != Some(Verdict::Draw);
            for position in dealt_positions(name, counter, 7).filter(wins).take(wanted) {
                let found = counted(&position);
                effects[found.effect as usize] += 1;
                assert_ne!(found.effect, FiftyMoveEffect::Undecided, "{}", fen::format(&position));
                assert_eq!(found.verdict, by_the_rules(&position), "{}", fen::format(&position));
            }
        }
        assert!(effects[FiftyMoveEffect::Draws as usize] > 0, "{name} {effects:?}");
    }
}

/// The rook is taken in time, or it is not: the table's mate comes too late either way.
#[test]
fn a_capture_in_time_saves_the_win() {
    // The king and the rook are forked: 1. Qe5+ wins the rook at once.
    let found = counted(&with_counter("8/8/8/1k6/8/8/7r/K3Q3 w - -", 80));
    assert!(matches!(found.verdict, Verdict::Win(_)), "{found:?}");
    // A bare king that must take a rook restarts the counter for the other one.
    let forced = dealt_positions("KRRvK", 99, 3)
        .filter(|position| matches!(TABLES.probe(position), Some(Verdict::Loss(plies)) if plies.get() > 1))
        .find(|position| matches!(by_the_rules(position), Verdict::Loss(_)));
    if let Some(position) = forced {
        let found = counted(&position);
        assert!(matches!(found.verdict, Verdict::Loss(_)), "{}: {found:?}", fen::format(&position));
        assert_ne!(found.effect, FiftyMoveEffect::Undecided);
    }
}

/// The pawn moves on its way: the counter does not matter.
#[test]
fn a_pawn_that_moves_keeps_its_win() {
    let is_late = |found: &CountedVerdict| matches!(found.table, Verdict::Win(plies) if plies.get() > 30);
    let late: Vec<_> = dealt_positions("KPvK", 70, 5)
        .take(3_000)
        .map(|position| counted(&position))
        .filter(is_late)
        .collect();
    let kept = late.iter().filter(|found| found.effect == FiftyMoveEffect::Unchanged).count();
    assert!(kept > 10 && 10 * kept > 9 * late.len(), "{kept} of {}", late.len());
    assert!(
        late.iter().all(|found| found.verdict == found.table || found.effect != FiftyMoveEffect::Unchanged)
    );
}

/// Syzygy tables have the distance to zeroing: they know what the rule does.
#[test]
fn syzygy_agrees_with_every_decision() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
    let Ok(syzygy) = Syzygy::open(&folder) else {
        skipped(&SkipReason::NotPossible(&format!("wants Syzygy tables in {}", folder.display())));
        return;
    };
    let mut decided = 0;
    for (seed, name) in ["KQvKR", "KRRvK", "KPvK", "KBNvK", "KQvK"].into_iter().enumerate() {
        for counter in [20, 60, 80, 90, 95, 98] {
            for position in dealt_positions(name, counter, seed as u64).take(60) {
                let found = counted(&position);
                let Some(known) = syzygy.probe(&position) else { continue };
                let is_allowed = match (found.effect, found.verdict) {
                    (FiftyMoveEffect::Undecided, _) => true,
                    (_, Verdict::Win(_)) => {
                        matches!(known.result, SyzygyResult::Win | SyzygyResult::MaybeWin)
                    }
                    (_, Verdict::Loss(_)) => {
                        matches!(known.result, SyzygyResult::Loss | SyzygyResult::MaybeLoss)
                    }
                    (_, Verdict::Draw) => !matches!(known.result, SyzygyResult::Win | SyzygyResult::Loss),
                };
                assert!(is_allowed, "{}: {found:?} {known:?}", fen::format(&position));
                decided += usize::from(found.effect != FiftyMoveEffect::Undecided);
            }
        }
    }
    assert!(decided > 1_000, "{decided}");
}

/// Moves that keep the win in time stand apart from those that do not.
#[test]
fn moves_that_mate_too_late_draw() {
    let position = with_counter("8/8/8/8/8/1Q6/8/k2K4 w - -", 95);
    let ranking = Ranking::of(&position, &**TABLES).unwrap();
    assert_eq!(
        (ranking.verdict, ranking.fifty_moves),
        (Verdict::Win(Ply::new(5)), FiftyMoveEffect::Unchanged)
    );
    let keeping: Vec<&str> = ranking.best().map(|ranked| ranked.san.as_str()).collect();
    assert_eq!(keeping, ["Qb4", "Qb5", "Qb6", "Qb7", "Qb8"]);
    // The thirteen slower wins come too late.
    assert_eq!(ranking.count(|cost| matches!(cost, MoveCost::Slower(_))), 0);
    assert_eq!(ranking.count(|cost| cost == MoveCost::Draws), 13);
    let late = Ranking::of(&with_counter("8/8/8/8/8/1Q6/8/k2K4 w - -", 96), &**TABLES).unwrap();
    assert_eq!((late.verdict, late.table_verdict), (Verdict::Draw, Verdict::Win(Ply::new(5))));
    assert!(late.is_drawn_by_fifty_moves());
    // The best try comes first all the same.
    assert_eq!(late.moves[0].san, "Qb4");
}

#[test]
fn the_engine_knows_a_dead_win_at_the_root_and_below() {
    let oracle: Arc<dyn Oracle> = Arc::<Tables>::clone(&TABLES);
    let score = |placement: &str, counter: u16, oracle: Arc<dyn Oracle>| {
        let mut engine = Engine::new(EngineSettings { hash_mb: 1, oracle, ..EngineSettings::default() });
        let root = Root::new(with_counter(placement, counter));
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let report = engine.search(&root, &limits, &StopToken::never(), &mut |_| {});
        report.lines[0].score.raw()
    };
    for counter in [60, 80] {
        assert_eq!(score("8/8/8/3k4/8/8/8/KBN5 w - -", counter, Arc::clone(&oracle)), 0);
        assert_eq!(score("8/8/8/3k4/8/8/8/KBN5 b - -", counter, Arc::clone(&oracle)), 0);
    }
    assert!(score("8/8/8/3k4/8/8/8/KBN5 w - -", 0, Arc::clone(&oracle)) > 31_000, "a mate");
    assert!(score("8/8/8/3k4/8/8/8/KBN5 w - -", 80, Arc::new(NoOracle)) > 0, "without tables it may hope");
    // Below the root: the pawn's promotion restarts the counter, a king move does not.
    assert!(score("8/4P3/8/3k4/8/8/8/K7 w - -", 98, oracle) > 500);
}

/// A round in which the rule counts is judged by it, another one is not.
#[test]
fn a_round_is_judged_by_its_rules() {
    let start = with_counter("8/8/8/8/8/1Q6/8/k2K4 w - -", 95);
    let exercise = Exercise::of_position(start.material(), start.turn(), Verdict::Win(Ply::new(5)));
    let slow = |position: &Position| {
        let moves = position.legal_moves();
        moves.into_iter().find(|&mv| matescope::chess::notation::san(position, mv) == "Qc4").unwrap()
    };
    let mut round = Round::begin_at(&exercise, Seed(1), start.clone(), &**TABLES).unwrap();
    let grade = round.play(slow(&start), &**TABLES).unwrap();
    assert_eq!((grade.cost, grade.after), (MoveCost::Draws, Verdict::Draw));
    let reason = grade.reason.unwrap();
    assert!(reason.contains("fifty-move rule"), "{reason}");
    let mut free = Round::begin_at(&exercise, Seed(1), start.clone(), &**TABLES).unwrap();
    free.set_draw_rules(false);
    let grade = free.play(slow(&start), &**TABLES).unwrap();
    assert_eq!(grade.cost, MoveCost::Slower(1));
    let dead = with_counter("8/8/8/8/8/1Q6/8/k2K4 w - -", 96);
    assert!(Round::begin_at(&exercise, Seed(1), dead, &**TABLES).is_none(), "there is no win to play for");
}

const DEAD: &str = "8/8/8/3k4/8/8/8/KBN5 w - - 80 80";

#[test]
fn a_dead_win_is_a_draw_everywhere() {
    for (fen, left) in [(DEAD, 20), ("8/8/8/3k4/8/8/8/KBN5 w - - 60 80", 40)] {
        let said =
            format!("½=  a draw by the fifty-move rule: the mate takes 59 half-moves, and {left} are left");
        let table = run(&["table", "--fen", fen], "");
        assert!(table.output.contains(&said), "{}{}", table.output, table.errors);
        let analysis = run(&["analyze", "--fen", fen, "--time", "300"], "");
        assert!(analysis.output.contains(&said), "{}", analysis.output);
        assert!(
            !analysis.output.contains('+') && !analysis.output.contains("winning"),
            "{}",
            analysis.output
        );
    }
    let json = |words: &[&str]| -> Value { serde_json::from_str(&run(words, "").output).unwrap() };
    let table = json(&["table", "--fen", DEAD, "--json"]);
    assert_eq!((&table["verdict"], &table["fifty_move_rule"]), (&"draw".into(), &"draw".into()));
    assert_eq!(table["dtm_plies"], Value::Null);
    let analysis = json(&["analyze", "--fen", DEAD, "--time", "300", "--json"]);
    assert_eq!(analysis["drawn_by"], "fifty_moves");
    assert_eq!(analysis["lines"][0]["score"], serde_json::json!({"kind": "cp", "value": 0}));
    let mate = run(&["mate", "--fen", DEAD, "--time", "20000"], "");
    assert!(mate.status == 1 && !mate.output.contains("White mates"), "{} {}", mate.status, mate.output);
}

#[test]
fn a_rook_with_ten_half_moves_left_draws() {
    let analysis = run(&["analyze", "--fen", "8/8/8/8/3k4/8/8/R6K w - - 90 120", "--time", "300"], "");
    assert!(analysis.output.contains("½=  a draw by the fifty-move rule"), "{}", analysis.output);
}

#[test]
fn line_mode_and_the_uci_engine_say_it_too() {
    // Now the table is there.
    assert_eq!(run(&["table", "--fen", DEAD], "").status, 0);
    let said = run(&["--linear", "--fen", DEAD], "fen\n\n\n\nquit\n");
    assert!(!said.output.contains("+2"), "{}", said.output);
    let uci = run(&["uci"], &format!("position fen {DEAD}\ngo depth 6\nisready\nquit\n"));
    let scores: Vec<&str> = uci.output.lines().filter(|line| line.contains(" score ")).collect();
    assert!(!scores.is_empty() && scores.iter().all(|line| line.contains("score cp 0")), "{}", uci.output);
}
