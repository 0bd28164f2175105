//! `mate --all`, `--set-play` and `--tries`: the solution of a composed problem, as far as it is found in time.

use std::io;
use std::time::Duration;

use serde::Serialize;

use super::search::with_time_limit;
use super::solution_json::{
    KeyMoveJson, SolutionMoveJson, TryJson, VariationJson, key_moves_json, moves_json, set_play_json,
    tries_json, variations_json,
};
use super::solution_text::SolutionText;
use crate::chess::names::{move_number, pluralized};
use crate::chess::{Bitboard, Color, Move, Oracle, Position, Root, StopToken, fen};
use crate::cli::options::{MateOptions, OutputFormat};
use crate::cli::prose;
use crate::engine::Stopwatch;
use crate::solver::MateProblem;
use crate::solver::mate::solution::{MateTry, SolutionBuilder, SolutionGap, SolutionMove, SolutionVariation};
use crate::solver::mate::{ContinuationLength, KeyMove, MateKeySolver, Variation};

/// The word of JSON for a solution that was stopped.
const OUT_OF_TIME: &str = "time";

/// What was asked of a problem.
#[derive(Clone, Copy)]
pub(super) struct MateQuestions {
    keys: bool,
    set_play: bool,
    /// The most refutations of a try.
    tries: Option<usize>,
    /// Which continuations are wanted.
    length: ContinuationLength,
    /// Whether the rights of composed problems are used, so that castling may decide.
    composed: bool,
    /// Only JSON has the list of every defense.
    format: OutputFormat,
}

/// A problem whose solution is wanted.
#[derive(Clone, Copy)]
pub(super) struct SolutionTask<'a> {
    pub(super) root: &'a Root,
    /// Moves within which the keys mate.
    pub(super) within: u16,
    /// A key that is known already.
    pub(super) key: Option<Move>,
    pub(super) oracle: &'a dyn Oracle,
    pub(super) time: Duration,
    pub(super) stop: &'a StopToken,
}

/// What was found, with names for the moves.
#[derive(Serialize)]
pub(super) struct MateSolutions {
    /// Moves within which the keys mate.
    #[serde(skip)]
    within: u16,
    #[serde(skip)]
    turn: Color,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<KeyMoveJson>>,
    /// Every defense after the first key.
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<VariationJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Vec<VariationJson>>,
    #[serde(flatten)]
    soundness: Option<Soundness>,
    /// Each key with all that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<SolutionMoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryJson>>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'static str>,
    #[serde(skip)]
    lines: Vec<String>,
}

/// Whether a problem is correct.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub(super) struct Soundness {
    /// More than one key; none where the time ran out before other keys were excluded.
    pub(super) cooked: Option<bool>,
    /// The problem is sound if castling is not allowed, and cooked or without a solution if it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) castling_decides: bool,
    /// A mate in fewer moves than the problem asks.
    pub(super) short_solution: bool,
    /// Variations with more than one answer that mates soonest, the first entry for the attacker's second move.
    pub(super) duals: Vec<usize>,
    /// Whether the solution was expanded to its end.
    complete: bool,
}

/// The keys of a problem, and the first moves that were not tested for lack of time.
struct FoundKeys {
    keys: Vec<KeyMove>,
    untested: Vec<Move>,
}

/// The time that is left to a task.
struct TimeLeft<'a> {
    watch: Stopwatch,
    time: Duration,
    stop: &'a StopToken,
}

impl MateQuestions {
    /// What the options ask; None if they ask for nothing but the mate.
    pub(super) fn of(options: &MateOptions) -> Option<Self> {
        let questions = Self {
            keys: options.keys,
            set_play: options.set_play,
            tries: options.tries,
            length: if options.slower { ContinuationLength::Any } else { ContinuationLength::Shortest },
            composed: options.uses_composed_rights(),
            format: options.format,
        };
        (questions.keys || questions.set_play || questions.tries.is_some()).then_some(questions)
    }
}

impl TimeLeft<'_> {
    /// Runs `work` with a token that is stopped when a share of the time that is left is over.
    ///
    /// # Errors
    /// When no thread can be started.
    fn run<T>(&self, share: u32, work: impl FnOnce(&StopToken) -> T) -> io::Result<T> {
        let left = self.time.saturating_sub(self.watch.elapsed());
        with_time_limit(left / share.max(1), self.stop, work)
    }
}

impl MateSolutions {
    /// Answers the questions about a problem, as far as the time allows.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn find(questions: MateQuestions, task: SolutionTask<'_>) -> io::Result<Self> {
        let SolutionTask { root, within, key, oracle, time, stop } = task;
        let position = &root.position;
        let problem = MateProblem { root, within: within.max(1), oracle, nodes: None };
        let time = TimeLeft { watch: Stopwatch::start(), time, stop };
        let mut solver = MateKeySolver::new(&problem, stop);
        let mut found = Self {
            within,
            turn: position.turn(),
            keys: None,
            variations: None,
            set_play: None,
            soundness: None,
            solutions: None,
            tries: None,
            incomplete: None,
            lines: Vec::new(),
        };
        let mut keys = FoundKeys::new(position, key);
        if questions.keys || questions.tries.is_some() {
            // Half of the time excludes other keys; with the rest what is found can be expanded.
            time.run(2, |stop| keys.find(&mut solver, stop))?;
        }
        let mut gaps = Vec::new();
        if questions.keys {
            let (solutions, gap) = expand_keys(questions.length, &problem, &mut solver, &mut keys, &time)?;
            gaps.push(gap);
            let castling_decides = questions.composed
                && keys.untested.is_empty()
                && keys.keys.len() != 1
                && is_sound_without_castling(&problem, &time)?;
            found.judge(position, &solutions, &keys, castling_decides, gap.is_none());
            if let Some(first) = keys.keys.first().filter(|_| questions.format == OutputFormat::Json) {
                let after = position.after(first.mv);
                let left = within.saturating_sub(1);
                let all =
                    time.run(1, |stop| every_defense(&mut solver, &after, left, questions.length, stop))?;
                found.variations = Some(variations_json(&after, &all));
            }
        }
        if questions.set_play {
            let (variations, gap) = time.run(1, |stop| {
                let mut builder = SolutionBuilder::new(&mut solver, questions.length, stop);
                (builder.set_play(position, within), builder.gap())
            })?;
            gaps.push(gap);
            found.add_set_play(position, variations.as_deref());
        }
        if let Some(most) = questions.tries {
            let (tries, gap) = time.run(1, |stop| {
                let mut builder = SolutionBuilder::new(&mut solver, questions.length, stop);
                (builder.tries(position, &keys.keys, within, most), builder.gap())
            })?;
            gaps.push(gap);
            found.add_tries(position, &tries);
        }
        found.note_gaps(&gaps);
        Ok(found)
    }

    /// The solution for people.
    pub(super) fn text(&self) -> &[String] {
        &self.lines
    }

    /// What is wrong with the problem; None where the keys were not asked for.
    pub(super) const fn soundness(&self) -> Option<&Soundness> {
        self.soundness.as_ref()
    }

    /// Whether the time ran out before everything was found.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.incomplete == Some(OUT_OF_TIME)
    }

    fn judge(
        &mut self,
        position: &Position,
        solutions: &[SolutionMove],
        keys: &FoundKeys,
        castling_decides: bool,
        complete: bool,
    ) {
        let all_tested = keys.untested.is_empty();
        let keys = key_moves_json(position, &keys.keys);
        let soundness = Soundness {
            cooked: (all_tested || keys.len() > 1).then_some(keys.len() > 1),
            castling_decides,
            short_solution: keys.iter().any(|key| key.moves < self.within),
            duals: solutions.first().map(SolutionMove::duals).unwrap_or_default(),
            complete,
        };
        let number = position.fullmoves().get();
        let first = move_number(number, self.turn);
        let names: Vec<_> =
            keys.iter().map(|key| format!("{first} {}", key.text()).replace(' ', "\u{a0}")).collect();
        let within = moves(self.within);
        self.lines.push(String::new());
        self.lines.push(match names.len() {
            0 if !all_tested => format!("no key was found in time, within {within}"),
            0 if castling_decides => format!("no key mates in {} if castling is allowed", self.within),
            0 => format!("no key mates in {}", self.within),
            1 => format!("one key, within {within}: {}", names[0].replace('\u{a0}', " ")),
            count if castling_decides => {
                format!("{count} keys, within {within}: the problem is cooked if castling is allowed")
            }
            count => format!("{count} keys, within {within}: the problem is cooked"),
        });
        if names.len() > 1 {
            self.lines.extend(prose::wrapped(" ", &names));
        }
        if !all_tested {
            self.lines.push("time ran out before other keys were excluded".to_owned());
        }
        if soundness.short_solution {
            let shortest = keys.iter().map(|key| key.moves).min().unwrap_or_default();
            self.lines.push(format!("short solution: mate in {shortest}"));
        }
        if names.len() == 1 {
            self.lines.extend(duals_text(&soundness, number));
        }
        for solution in solutions {
            let mut text = SolutionText::new(self.turn);
            text.key(position, solution);
            self.lines.push(String::new());
            self.lines.extend(text.into_lines());
        }
        self.keys = Some(keys);
        self.solutions = Some(moves_json(position, solutions));
        self.soundness = Some(soundness);
    }

    fn add_set_play(&mut self, position: &Position, variations: Option<&[SolutionVariation]>) {
        let passed = position.after_null_move();
        self.set_play =
            Some(passed.zip(variations).map_or_else(Vec::new, |(at, all)| set_play_json(&at, all)));
        self.lines.push(String::new());
        let Some(variations) = variations else {
            self.lines.push("set play: none, the side to move is in check".to_owned());
            return;
        };
        let prepared = variations.iter().filter(|variation| !variation.answers.is_empty()).count();
        self.lines.push(format!("set play: {prepared} of {} replies are prepared", variations.len()));
        let mut text = SolutionText::new(self.turn);
        text.set_play(position, variations);
        self.lines.extend(text.into_lines());
    }

    fn add_tries(&mut self, position: &Position, tries: &[MateTry]) {
        self.lines.push(String::new());
        self.lines.push(match tries.len() {
            0 => "no tries".to_owned(),
            1 => "1 try:".to_owned(),
            count => format!("{count} tries:"),
        });
        let mut text = SolutionText::new(self.turn);
        for attempt in tries {
            text.attempt(position, attempt);
        }
        self.lines.extend(text.into_lines());
        self.tries = Some(tries_json(position, tries));
    }

    /// Says that something is missing.
    fn note_gaps(&mut self, gaps: &[Option<SolutionGap>]) {
        if gaps.contains(&Some(SolutionGap::Stopped)) {
            self.lines.push(String::new());
            self.lines.push("incomplete: time ran out; a larger --time finds more".to_owned());
            self.incomplete = Some(OUT_OF_TIME);
        } else if gaps.contains(&Some(SolutionGap::TooLarge)) {
            self.lines.push(String::new());
            self.lines.push("incomplete: the solution is too large to print as a whole".to_owned());
            self.incomplete = Some("size");
        }
    }
}

impl Soundness {
    /// Whether there is more than one key.
    pub(super) fn is_cooked(&self) -> bool {
        self.cooked == Some(true)
    }
}

impl FoundKeys {
    /// Nothing is tested yet. A key that is known is tested first.
    fn new(position: &Position, known: Option<Move>) -> Self {
        let mut untested: Vec<Move> = position.legal_moves().into_iter().rev().collect();
        if let Some(place) = known.and_then(|known| untested.iter().position(|&mv| mv == known)) {
            let known = untested.remove(place);
            untested.push(known);
        }
        Self { keys: Vec::new(), untested }
    }

    /// Tests first moves until all are tested or the token is stopped.
    fn find(&mut self, solver: &mut MateKeySolver<'_>, stop: &StopToken) {
        solver.set_stop(stop);
        // What is left untested says that it was stopped.
        let _ = solver.find_keys(&mut self.untested, &mut self.keys);
    }
}

/// Expands the keys, and looks for others with the time that is left; the quickest first.
fn expand_keys(
    length: ContinuationLength,
    problem: &MateProblem<'_>,
    solver: &mut MateKeySolver<'_>,
    keys: &mut FoundKeys,
    time: &TimeLeft<'_>,
) -> io::Result<(Vec<SolutionMove>, Option<SolutionGap>)> {
    let position = &problem.root.position;
    let expand = |solver: &mut MateKeySolver<'_>, keys: &[KeyMove]| {
        time.run(1, |stop| {
            let mut builder = SolutionBuilder::new(solver, length, stop);
            (builder.solutions(position, keys, problem.within), builder.gap())
        })
    };
    let (mut solutions, mut gap) = expand(solver, &keys.keys)?;
    if !keys.untested.is_empty() {
        let known = keys.keys.len();
        time.run(1, |stop| keys.find(solver, stop))?;
        let (more, missing) = expand(solver, &keys.keys[known..])?;
        solutions.extend(more);
        gap = gap.or(missing);
        if !keys.untested.is_empty() {
            gap = Some(SolutionGap::Stopped);
        }
    }
    // Ties in the order of the move generator, whichever was found first.
    let order = position.legal_moves();
    let place = |mv: Move| order.iter().position(|&known| known == mv);
    keys.keys.sort_by_key(|key| (key.mates_in, place(key.mv)));
    solutions.sort_by_key(|solution| (solution.mates_in, place(solution.mv)));
    Ok((solutions, gap))
}

/// Whether the problem has exactly one key if nobody may castle.
fn is_sound_without_castling(problem: &MateProblem<'_>, time: &TimeLeft<'_>) -> io::Result<bool> {
    let mut setup = problem.root.position.to_setup();
    if setup.castling_rights.is_empty() {
        return Ok(false);
    }
    setup.castling_rights = Bitboard::EMPTY;
    let Ok(position) = fen::from_setup(setup) else { return Ok(false) };
    let mut keys = FoundKeys::new(&position, None);
    let root = Root::new(position);
    let problem = MateProblem { root: &root, ..*problem };
    time.run(1, |stop| keys.find(&mut MateKeySolver::new(&problem, stop), stop))?;
    Ok(keys.untested.is_empty() && keys.keys.len() == 1)
}

/// Every defense with its answers, as far as the token allows.
fn every_defense(
    solver: &mut MateKeySolver<'_>,
    position: &Position,
    left: u16,
    length: ContinuationLength,
    stop: &StopToken,
) -> Vec<Variation> {
    solver.set_stop(stop);
    let defenses = position.legal_moves().into_iter();
    defenses.map_while(|defense| solver.variation(position, defense, left, length).ok()).collect()
}

/// The duals, or that there are none; nothing where that is not known.
fn duals_text(soundness: &Soundness, number: u32) -> Option<String> {
    if soundness.duals.iter().all(|&count| count == 0) {
        return soundness.complete.then(|| "no duals".to_owned());
    }
    let at = (number + 1..).zip(&soundness.duals).filter(|&(_, &count)| count > 0);
    let at: Vec<String> = at.map(|(number, count)| format!("{count} at move {number}")).collect();
    Some(format!("duals: {}", at.join(", ")))
}

impl KeyMoveJson {
    /// `Qb4`, with the number of moves where it takes more than one.
    fn text(&self) -> String {
        if self.moves > 1 { format!("{} (M{})", self.san, self.moves) } else { self.san.clone() }
    }
}

fn moves(count: u16) -> String {
    pluralized(usize::from(count), "move")
}
