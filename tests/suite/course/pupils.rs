//! Pupils of different strength play the rounds: one that plays well passes, one without an idea does not.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use matescope::chess::{Move, Oracle, Position, Ranking, Verdict, fen};
use matescope::practice::start_filter::keeping_moves;
use matescope::practice::{Goal, Lesson, LessonLevel, Round, Seed, StalemateGuardMode};
use shakmaty::CastlingMode;

use super::starts::has_profitable_capture;
use super::{lessons, tables};
use crate::external::real::find;
use crate::skip::{SkipReason, skipped};

/// The depth to which Stockfish searches.
const DEPTH: u8 = 12;

/// Rounds of a level.
const ROUNDS: u16 = 10;

/// Stockfish, one process for all rounds.
struct Stockfish {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start(program: &str) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it was found on this machine");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        let mut engine = Self { child, output };
        engine.send("uci");
        engine.send("setoption name Threads value 1");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("its input is piped"), "{line}").expect("it runs");
    }

    /// Its move in a round. Each round is a new game, so that the result does not depend on their order.
    fn choose(&mut self, start: &Position, moves: &[Move]) -> String {
        let line: Vec<String> = moves.iter().map(|mv| uci(*mv)).collect();
        if moves.is_empty() {
            self.send("ucinewgame");
        }
        self.send(&format!("position fen {} moves {}", fen::format(start), line.join(" ")));
        self.send(&format!("go depth {DEPTH}"));
        let mut answer = String::new();
        loop {
            answer.clear();
            assert!(self.output.read_line(&mut answer).expect("it answers") > 0, "it has ended");
            if let Some(best) = answer.strip_prefix("bestmove ") {
                return best.split_whitespace().next().expect("a move").to_owned();
            }
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// Plays a round to its end, and says whether it counts for passing the lesson.
pub(super) fn passes(
    lesson: &Lesson,
    level: LessonLevel,
    seed: Seed,
    choose: &mut dyn FnMut(&Round, &[Move]) -> Move,
) -> (bool, Round) {
    let mut round = Round::begin(&lesson.exercise, level, seed, tables()).expect("a start");
    round.set_guard(StalemateGuardMode::Off);
    let mut moves = Vec::new();
    while round.summary().is_none() {
        let mv = choose(&round, &moves);
        moves.push(mv);
        round.play(mv, tables()).expect("a legal move");
        moves.extend(round.reply(tables()));
    }
    let summary = round.summary().expect("over");
    let result = summary.result(&lesson.exercise);
    // Who reached the goal and does not pass is told why.
    let passes = lesson.pass.accepts(result);
    assert_eq!(lesson.pass.shortfall(result).is_some(), summary.outcome.is_solved() && !passes);
    (passes, round)
}

pub(super) fn seeds(rounds: u16) -> impl Iterator<Item = Seed> {
    (1..=rounds).map(|number| Seed(number.wrapping_mul(7_919)))
}

/// The easy and the medium level.
pub(super) fn levels(lesson: &Lesson) -> Vec<LessonLevel> {
    let all = lesson.exercise.starts.available_levels().iter().copied();
    all.filter(|level| *level != LessonLevel::Hard).collect()
}

/// Who plays as well as a strong club player passes: Stockfish at a small depth and without tables, in nine of ten
/// rounds of the easy and the medium level of each lesson. That takes minutes and `RUN_SLOW_TESTS=all`; with the
/// slow tests ten rounds of each lesson, of which it may fail two.
#[test]
fn stockfish_at_depth_12_passes_nine_of_ten_rounds() {
    let Some(slow) = std::env::var_os("RUN_SLOW_TESTS") else {
        return skipped(&SkipReason::NotPossible("it is a slow test: RUN_SLOW_TESTS=1"));
    };
    let Some(program) = find("stockfish") else { return skipped(&SkipReason::MissingPeer("stockfish")) };
    let is_whole = slow == "all";
    let mut engine = Stockfish::start(&program);
    let (mut failures, mut passed_in_all, mut played_in_all) = (Vec::new(), 0, 0);
    for lesson in lessons() {
        let levels = levels(&lesson);
        let rounds = if is_whole { ROUNDS } else { ROUNDS.div_ceil(u16::try_from(levels.len()).unwrap()) };
        let (mut passed_in_lesson, mut played_in_lesson) = (0, 0);
        for level in levels {
            let mut passed = 0;
            for seed in seeds(rounds) {
                let mut choose = |round: &Round, moves: &[Move]| {
                    let best = engine.choose(round.start(), moves);
                    let legal = round.position().legal_moves();
                    *legal.iter().find(|mv| uci(**mv) == best).expect("its move is legal")
                };
                passed += u16::from(passes(&lesson, level, seed, &mut choose).0);
            }
            println!("{} {}: {passed} of {rounds}", lesson.exercise.id, level.name());
            if is_whole && passed + 1 < rounds {
                failures.push(format!("{} {}: {passed} of {rounds}", lesson.exercise.id, level.name()));
            }
            (passed_in_lesson, played_in_lesson) = (passed_in_lesson + passed, played_in_lesson + rounds);
        }
        if passed_in_lesson + 2 < played_in_lesson {
            failures.push(format!("{}: {passed_in_lesson} of {played_in_lesson}", lesson.exercise.id));
        }
        (passed_in_all, played_in_all) = (passed_in_all + passed_in_lesson, played_in_all + played_in_lesson);
    }
    println!("Stockfish passes {passed_in_all} of {played_in_all} rounds");
    assert!(failures.is_empty(), "{failures:?}");
    assert!(10 * passed_in_all >= 9 * played_in_all, "{passed_in_all} of {played_in_all}");
}

/// How many rounds of the easy and the medium level of a lesson pass, of how many.
fn count_passes(lesson: &Lesson, rounds: u16, choose: &mut dyn FnMut(&Round, &[Move]) -> Move) -> (u32, u32) {
    let mut counts = (0, 0);
    for level in levels(lesson) {
        for seed in seeds(rounds) {
            counts.0 += u32::from(passes(lesson, level, seed, choose).0);
            counts.1 += 1;
        }
    }
    counts
}

fn sum(counts: &BTreeMap<String, (u32, u32)>) -> (u32, u32) {
    counts.values().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
}

/// A player without a plan whose moves all keep the win, as only tables can tell it, does not get there in time:
/// never where most moves win and the way is the lesson, and nowhere in nine of ten rounds. Where a pawn decides
/// and a single move wins, to find that move is the lesson, and such a player always finds it.
#[test]
fn moves_that_only_keep_the_win_do_not_pass() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut counts = BTreeMap::new();
    for lesson in lessons() {
        if matches!(lesson.exercise.goal, Goal::Hold { .. } | Goal::Stalemate) {
            continue;
        }
        let mut choose = |round: &Round, _: &[Move]| {
            let keeping = keeping_moves(round.position(), tables()).expect("covered");
            keeping[random.usize(..keeping.len())]
        };
        let count = count_passes(&lesson, 2 * ROUNDS, &mut choose);
        assert!(10 * count.0 < 9 * count.1, "{}: {count:?}", lesson.exercise.id);
        let filter = &lesson.exercise.starts.filter;
        if filter.max_keeping.is_none() && lesson.exercise.starts.roots.is_empty() {
            assert!(20 * count.0 <= count.1, "{}: {count:?}", lesson.exercise.id);
        }
        counts.insert(lesson.exercise.id.clone(), count);
    }
    let (passed, played) = sum(&counts);
    println!("moves that only keep the win: {passed} of {played} rounds, {counts:?}");
    assert!(3 * passed < played, "{passed} of {played}: {counts:?}");
}

/// A player who sees what hangs and nothing else does not hold a draw that an idea has to hold.
#[test]
fn moves_that_only_lose_no_piece_do_not_hold() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut counts = BTreeMap::new();
    for lesson in lessons() {
        if !matches!(lesson.exercise.goal, Goal::Hold { .. } | Goal::Stalemate) {
            continue;
        }
        let mut choose = |round: &Round, _: &[Move]| {
            let position = round.position();
            let legal = position.legal_moves();
            let is_safe = |mv: &&Move| !has_profitable_capture(&position.after(**mv), !position.turn());
            let safe: Vec<Move> = legal.iter().filter(is_safe).copied().collect();
            if safe.is_empty() {
                legal[random.usize(..legal.len())]
            } else {
                safe[random.usize(..safe.len())]
            }
        };
        let count = count_passes(&lesson, 2 * ROUNDS, &mut choose);
        counts.insert(lesson.exercise.id.clone(), count);
    }
    let (passed, played) = sum(&counts);
    println!("moves that only lose no piece: {passed} of {played} rounds, {counts:?}");
    assert!(10 * passed < played, "{passed} of {played}: {counts:?}");
    assert!(counts.values().all(|(passed, played)| 2 * passed < *played), "{counts:?}");
}

/// The other side of a lesson of holding gives nothing away while it has another move, and brings the critical
/// moment about.
#[test]
fn the_other_side_keeps_its_pieces_and_brings_the_moment() {
    let mut random = fastrand::Rng::with_seed(7);
    for lesson in lessons() {
        let Goal::Hold { moves } = lesson.exercise.goal else { continue };
        let (mut came, mut rounds) = (0, 0);
        for &level in lesson.exercise.starts.available_levels() {
            for seed in seeds(ROUNDS) {
                let mut choose = |round: &Round, _: &[Move]| {
                    let keeping = keeping_moves(round.position(), tables()).expect("covered");
                    keeping[random.usize(..keeping.len())]
                };
                let (passed, round) = passes(&lesson, level, seed, &mut choose);
                assert!(
                    passed && round.moves_played() <= moves,
                    "{}: {:?}",
                    lesson.exercise.id,
                    round.summary()
                );
                check_nothing_given_away(&round);
                came += u16::from(round.moment_came_at().is_some());
                rounds += 1;
            }
        }
        println!("{}: the moment came in {came} of {rounds} rounds", lesson.exercise.id);
        if lesson.exercise.moment.is_some() {
            assert!(2 * came >= rounds, "{}: {came} of {rounds}", lesson.exercise.id);
        }
    }
}

/// Where a reply could be taken and the draw was held, every other reply that kept the draw was no better.
fn check_nothing_given_away(round: &Round) {
    let can_take = |position: &Position| {
        let keeping = keeping_moves(position, tables()).expect("covered");
        keeping.iter().any(|mv| mv.is_capture() || mv.is_promotion())
    };
    for turn in round.turns() {
        let Some(reply) = &turn.reply else { continue };
        let before = turn.before.position.after(turn.grade.mv);
        if !can_take(&before.after(reply.mv)) {
            continue;
        }
        let ranking = Ranking::of(&before, tables()).expect("covered");
        for other in ranking.best() {
            let next = before.after(other.mv);
            let goes_on = !next.legal_moves().is_empty() && !next.is_insufficient_material();
            let text = format!("{}: {} instead of {}", fen::format(&before), reply.san, other.san);
            assert!(can_take(&next) || !goes_on || tables().probe(&next) != Some(Verdict::Draw), "{text}");
        }
    }
}

/// Plays rounds of a lesson from a position, with random moves that hold the draw, and says in how many the moment
/// came while the pawn was there.
fn rounds_with_moment(id: &str, start: &str) -> Option<u16> {
    let lesson = lessons().into_iter().find(|lesson| lesson.exercise.id == id)?;
    let mut random = fastrand::Rng::with_seed(1);
    let mut came = 0;
    for seed in seeds(ROUNDS) {
        let start = fen::parse(start).expect(start);
        let mut round = Round::begin_at(&lesson.exercise, seed, start, tables()).expect("a drawn start");
        while round.summary().is_none() {
            let keeping = keeping_moves(round.position(), tables()).expect("covered");
            // The trainee does not take the pawn before it has been tested.
            let quiet: Vec<Move> = keeping.iter().copied().filter(|mv| !mv.is_capture()).collect();
            let choice = if quiet.is_empty() { &keeping } else { &quiet };
            round.play(choice[random.usize(..choice.len())], tables()).expect("a legal move");
            round.reply(tables());
        }
        came += u16::from(round.moment_came_at().is_some() && round.position().board().pawns().any());
    }
    Some(came)
}

/// The rounds in which the other side once gave its pawn away, or waited for ever.
#[test]
fn the_pawn_of_vancura_and_philidor_is_brought_to_bear() {
    for (id, start) in
        [("Vancura", "7R/k7/7P/8/2r5/8/3K4/8 b - - 0 1"), ("Philidor", "4k3/8/5r2/8/R3P3/3K4/8/8 b - - 0 1")]
    {
        match rounds_with_moment(id, start) {
            Some(came) => assert!(came >= 8, "{id}: {came} of {ROUNDS}"),
            None => skipped(&SkipReason::NotPossible("it needs tables of five pieces: RUN_SLOW_TESTS=1")),
        }
    }
}

/// A promotion into an immediate capture is no goal yet; the round goes on until the win is safe.
#[test]
fn a_new_queen_that_is_taken_does_not_count() {
    let Some(lesson) = lessons().into_iter().find(|lesson| lesson.exercise.id == "KRPvKR") else {
        return skipped(&SkipReason::NotPossible("it needs tables of five pieces: RUN_SLOW_TESTS=1"));
    };
    let start = fen::parse("6r1/3KP3/8/2k5/8/8/7R/8 w - - 0 1").expect("a position");
    let mut round = Round::begin_at(&lesson.exercise, Seed(1), start, tables()).expect("a won start");
    let promote = matescope::chess::notation::parse_move(round.position(), "e8=Q").expect("legal");
    round.play(promote, tables()).expect("legal");
    assert_eq!(round.summary(), None, "the rook can take the queen");
}
