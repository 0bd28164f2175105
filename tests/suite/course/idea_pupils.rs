//! A pupil who plays the idea of a lesson passes it; the same pupil without the idea does not.
//!
//! The pupil has no tables and no engine: it searches a few half-moves ahead and judges by the lesson's idea alone.

mod ideas;
mod search;
mod terms;

use std::sync::{Mutex, OnceLock};

use matescope::chess::Move;
use matescope::practice::{Lesson, Round, course};

use super::lessons;
use super::pupils::{levels, passes, seeds};
use ideas::{IDEAS, Idea};
use search::Plan;

/// Rounds of a level.
const ROUNDS: u16 = 10;

/// Rounds of ten that a pupil passes at least.
const LEAST_PASSED: u32 = 8;

/// Whether all rounds of all lessons are played, both with and without an idea.
fn is_whole() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some_and(|slow| slow == "all")
}

/// Rounds with tables of five pieces are slow.
fn is_shortened(lesson: &Lesson) -> bool {
    lesson.exercise.material.piece_count() >= 5 && !is_whole()
}

/// Where rounds are slow the levels share them.
fn rounds_of_level(lesson: &Lesson) -> u16 {
    let levels = u16::try_from(levels(lesson).len()).expect("two levels at most");
    if is_shortened(lesson) { ROUNDS.div_ceil(levels) } else { ROUNDS }
}

/// How many rounds of the easy and the medium level a plan passes, of how many.
fn count_passes(lesson: &Lesson, plan: Plan<'_>) -> (u32, u32) {
    let mut counts = (0, 0);
    for level in levels(lesson) {
        for seed in seeds(rounds_of_level(lesson)) {
            let mut random = fastrand::Rng::with_seed(seed.0.into());
            let mut choose = |round: &Round, _: &[Move]| {
                let best = plan.best_moves(round);
                best[random.usize(..best.len())]
            };
            counts.0 += u32::from(passes(lesson, level, seed, &mut choose).0);
            counts.1 += 1;
        }
    }
    counts
}

/// How many rounds of a lesson its idea passes.
struct Passes {
    lesson: Lesson,
    idea: &'static Idea,
    passed: u32,
    played: u32,
}

/// Counted once for both tests, on two threads: the one that has to wait for it keeps no core busy.
fn passes_with_ideas() -> &'static [Passes] {
    static PASSES: OnceLock<Vec<Passes>> = OnceLock::new();
    PASSES.get_or_init(|| {
        let lessons = Mutex::new(lessons().into_iter());
        let next = || lessons.lock().expect("no panic").next();
        let count = |lesson: Lesson| {
            let idea = IDEAS.iter().find(|idea| idea.id == lesson.exercise.id)?;
            let (passed, played) = count_passes(&lesson, idea.plan());
            Some(Passes { lesson, idea, passed, played })
        };
        let work = || std::iter::from_fn(next).filter_map(count).collect::<Vec<_>>();
        std::thread::scope(|scope| {
            let threads = [scope.spawn(work), scope.spawn(work)];
            threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        })
    })
}

#[test]
fn every_lesson_has_an_idea() {
    let of_course: Vec<String> = course::built_in().iter().map(|lesson| lesson.exercise.id.clone()).collect();
    let of_pupils: Vec<&str> = IDEAS.iter().map(|idea| idea.id).collect();
    assert_eq!(of_pupils, of_course);
}

#[test]
fn who_plays_the_idea_of_a_lesson_passes() {
    let mut failures = Vec::new();
    for Passes { idea, passed, played, .. } in passes_with_ideas() {
        println!("{}: {passed} of {played} rounds", idea.id);
        if 10 * passed < LEAST_PASSED * played {
            failures.push(format!("{}: {passed} of {played}", idea.id));
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}

/// The same search without the terms of the idea passes at most half as many rounds, so it is the idea that passes.
/// Lessons of calculation are left out: there the search is the idea. Without `RUN_SLOW_TESTS=all`
/// only lessons of three pieces are played.
#[test]
fn who_searches_without_an_idea_does_not_pass() {
    let (mut passed_with, mut passed_without, mut played_in_all) = (0, 0, 0);
    for Passes { lesson, idea, passed, played } in passes_with_ideas() {
        let is_left_out = lesson.exercise.material.piece_count() >= 4 && !is_whole();
        if idea.terms.is_empty() || is_left_out {
            continue;
        }
        let (without, _) = count_passes(lesson, Plan { terms: &[], at_once: &[], ..idea.plan() });
        println!("{}: {passed} of {played} rounds with its idea, {without} without", idea.id);
        (passed_with, passed_without) = (passed_with + passed, passed_without + without);
        played_in_all += played;
    }
    println!("{passed_with} of {played_in_all} rounds with an idea, {passed_without} without");
    assert!(2 * passed_without <= passed_with, "{passed_without} without an idea, {passed_with} with one");
}
