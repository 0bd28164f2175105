//! Puzzles: `practice::puzzle` judges the moves and counts; this file only passes messages on.

use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits};
use crate::chess::{Bound, Certainty, Line, Move, Ply, Root, Score, notation};
use crate::practice::puzzle::attempt::is_as_good;
use crate::practice::puzzle::run::RunningPuzzles;
use crate::practice::puzzle::set::WOODPECKER_SIZE;
use crate::practice::puzzle::{
    Puzzle, PuzzleAnswer, PuzzleId, PuzzleProof, PuzzleReply, PuzzleRunKind, PuzzleSet,
};
use crate::practice::record::PracticeEntry;
use crate::tui::context::PracticeContext;
use crate::tui::keymap::{KeyNames, PuzzleAction};
use crate::tui::message::{Effect, Effects, LibraryRequest};
use crate::tui::model::{
    ActivePuzzle, ActiveRun, Dialog, PracticePage, PracticeTab, PuzzleFeedback, PuzzleRefutation,
    PuzzleResult, PuzzleRow, PuzzlesState, Shared, WrongPuzzleMove,
};
use crate::tui::navigation::Tab;
use crate::tui::puzzle::{lesson_update, start};

/// Search nodes for the refutation of a wrong move.
const REFUTATION_NODES: u64 = 300_000;

/// Puzzles of a streak, and of a run against the clock.
const LONG_RUN: usize = 80;

/// Elo by which the hardest puzzle of a woodpecker set may be above the rating.
const WOODPECKER_MARGIN: u16 = 150;

/// Performs an action of the page or of a puzzle.
pub(crate) fn act(
    keys: &KeyNames,
    puzzles: &mut PuzzlesState,
    cx: &mut PracticeContext,
    action: PuzzleAction,
) {
    // The other actions say for themselves why they are unavailable.
    let is_of_page = matches!(action, PuzzleAction::Rows(_) | PuzzleAction::Begin);
    if is_of_page && !is_available(cx.tab, cx.shared, action) {
        return;
    }
    match action {
        PuzzleAction::Open => open(puzzles, cx.tab, cx.effects),
        PuzzleAction::Rows(step) => {
            let last = puzzles.rows().len().saturating_sub(1);
            puzzles.chosen = step.from(puzzles.chosen, last);
        }
        PuzzleAction::Begin => choose(puzzles, cx),
        PuzzleAction::ShowSolution => show_solution(cx),
        PuzzleAction::Next => next(keys, puzzles, cx),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(tab: &PracticeTab, shared: &Shared, action: PuzzleAction) -> bool {
    let is_page = tab.page == PracticePage::Puzzles;
    match (action, tab.shown_board(shared).puzzle()) {
        (PuzzleAction::Open, _) => true,
        (PuzzleAction::Rows(_) | PuzzleAction::Begin, active) => is_page && active.is_none(),
        (PuzzleAction::ShowSolution, active) => active.is_some_and(|active| active.attempt.is_running()),
        (PuzzleAction::Next, active) => active.is_some_and(|active| !active.attempt.is_running()),
    }
}

/// Shows the page.
fn open(puzzles: &mut PuzzlesState, tab: &mut PracticeTab, effects: &mut Effects) {
    if puzzles.sets.is_empty() {
        puzzles.sets = vec![PuzzleSet::built_in()];
    }
    effects.push(LibraryRequest::ReadPuzzleSets);
    tab.page = PracticePage::Puzzles;
    tab.board.close_example();
}

/// Stores the imported sets that were read; the chosen one stays chosen.
pub(crate) fn receive_sets(puzzles: &mut PuzzlesState, imported: Vec<PuzzleSet>) {
    let chosen = puzzles.set().map(|set| set.name.clone());
    puzzles.sets.truncate(1);
    puzzles.sets.extend(imported);
    let is_chosen = |set: &PuzzleSet| Some(&set.name) == chosen.as_ref();
    puzzles.set = puzzles.sets.iter().position(is_chosen).unwrap_or(0);
    puzzles.chosen = puzzles.chosen.min(puzzles.rows().len() - 1);
}

/// Starts what the chosen row stands for, or takes its theme or set.
fn choose(puzzles: &mut PuzzlesState, cx: &mut PracticeContext) {
    match puzzles.row() {
        PuzzleRow::Rated => begin_rated(puzzles, cx),
        PuzzleRow::Run(kind) => begin_run(puzzles, cx, kind),
        PuzzleRow::NewSet => begin_new_set(puzzles, cx),
        PuzzleRow::Theme(theme) => puzzles.theme = theme,
        PuzzleRow::Set(set) => puzzles.set = set,
    }
}

/// A puzzle near the rating.
fn begin_rated(puzzles: &mut PuzzlesState, cx: &mut PracticeContext) {
    let mut random = cx.shared.random();
    let rating = rating(cx.tab, cx.shared);
    let previous = cx.tab.board.puzzle().map(|active| active.attempt.puzzle().id());
    let progress = &cx.tab.progress.puzzles;
    let theme = puzzles.theme;
    let puzzle = puzzles.set().and_then(|set| set.near(rating, theme, progress, previous, &mut random));
    match puzzle.cloned() {
        Some(puzzle) => start::begin(cx, ActivePuzzle::new(puzzle, None)),
        None => cx.shared.show_note("The set has no puzzle with this theme"),
    }
}

/// The rating of the player, in Elo.
fn rating(tab: &PracticeTab, shared: &Shared) -> u16 {
    let rating = tab.progress.puzzles.rating_on(shared.today).rating;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rating is bounded")]
    let whole = rating.round() as u16;
    whole
}

fn begin_run(puzzles: &mut PuzzlesState, cx: &mut PracticeContext, kind: PuzzleRunKind) {
    if kind == PuzzleRunKind::Woodpecker {
        let Some(set) = puzzles.set() else { return };
        let last = cx.tab.progress.puzzles.woodpecker_cycles.last();
        let again = last.map(|cycle| cycle.puzzles.clone()).unwrap_or_default();
        if again.is_empty() || !again.iter().all(|&id| set.puzzle(id).is_some()) {
            return begin_new_set(puzzles, cx);
        }
        return start_run(puzzles, cx, kind, again);
    }
    let mut random = cx.shared.random();
    let theme = puzzles.theme;
    let order = puzzles.set().map(|set| set.ladder(LONG_RUN, u16::MAX, theme, &mut random));
    start_run(puzzles, cx, kind, order.unwrap_or_default());
}

/// A woodpecker set that was not solved yet.
fn begin_new_set(puzzles: &mut PuzzlesState, cx: &mut PracticeContext) {
    let hardest = rating(cx.tab, cx.shared).saturating_add(WOODPECKER_MARGIN);
    let mut random = cx.shared.random();
    let theme = puzzles.theme;
    let order = puzzles.set().map(|set| set.ladder(WOODPECKER_SIZE, hardest, theme, &mut random));
    start_run(puzzles, cx, PuzzleRunKind::Woodpecker, order.unwrap_or_default());
}

fn start_run(
    puzzles: &mut PuzzlesState,
    cx: &mut PracticeContext,
    kind: PuzzleRunKind,
    order: Vec<PuzzleId>,
) {
    let run = ActiveRun {
        run: RunningPuzzles::start(kind, order, cx.shared.now),
        is_recorded: false,
        previous: None,
    };
    if !begin_current(puzzles, cx, run) {
        cx.shared.show_note("The set has no puzzle with this theme");
    }
}

/// Puts the current puzzle of a run on the board. False where there is none.
fn begin_current(puzzles: &mut PuzzlesState, cx: &mut PracticeContext, run: ActiveRun) -> bool {
    let puzzle = run.run.puzzle().and_then(|id| puzzles.set()?.puzzle(id).cloned());
    let Some(puzzle) = puzzle else { return false };
    start::begin(cx, ActivePuzzle::new(puzzle, Some(run)));
    true
}

/// Tries a move.
pub(crate) fn try_move(puzzles: &mut PuzzlesState, cx: &mut PracticeContext, mv: Move) {
    let Some(active) = cx.tab.board.puzzle_mut() else { return };
    let san = notation::san(active.attempt.position(), mv);
    match active.attempt.try_move(mv) {
        PuzzleReply::Continue(_) => {
            active.feedback = PuzzleFeedback::Right(san);
            active.follow_attempt();
            cx.effects.push(Effect::StopSideQuery);
        }
        PuzzleReply::Solved => finish_solved(puzzles, cx, san),
        PuzzleReply::Wrong => refuse(puzzles, cx, mv),
        PuzzleReply::Unknown => {
            active.feedback = PuzzleFeedback::Judging(mv);
            start_query(active, mv, cx.effects);
        }
        PuzzleReply::Over => {}
    }
}

fn finish_solved(puzzles: &mut PuzzlesState, cx: &mut PracticeContext, san: String) {
    let Some(active) = cx.tab.board.puzzle_mut() else { return };
    active.feedback = PuzzleFeedback::Right(san);
    active.follow_attempt();
    let is_solved = active.attempt.is_solved_at_once();
    cx.effects.push(Effect::StopSideQuery);
    record(cx, is_solved);
    if is_solved && cx.tab.board.puzzle().is_some_and(|active| active.run.is_some()) {
        advance(puzzles, cx);
    }
}

fn refuse(puzzles: &mut PuzzlesState, cx: &mut PracticeContext, mv: Move) {
    cx.effects.push(Effect::Bell);
    record(cx, false);
    let now = cx.shared.now;
    let Some(active) = cx.tab.board.puzzle_mut() else { return };
    let known = match &active.feedback {
        PuzzleFeedback::Wrong(wrong) if wrong.mv == mv => wrong.refutation.clone(),
        _ => PuzzleRefutation::Searching,
    };
    let is_searched = known != PuzzleRefutation::Searching;
    active.feedback = PuzzleFeedback::Wrong(WrongPuzzleMove { mv, refutation: known });
    match active.run.as_ref().map(|run| (run.run.kind(), run.run.is_over(now))) {
        Some((PuzzleRunKind::Timed, false)) => advance(puzzles, cx),
        Some((_, true)) => active.attempt.show_solution(),
        Some((_, false)) | None if !is_searched => start_query(active, mv, cx.effects),
        Some((_, false)) | None => {}
    }
}

/// Searches the move that was tried and the one of the solution, side by side.
fn start_query(active: &ActivePuzzle, mv: Move, effects: &mut Effects) {
    let attempt = &active.attempt;
    let mut root = Root::new(attempt.puzzle().start.clone());
    for &played in attempt.moves() {
        root.play(played);
    }
    let search_moves = attempt.solution_move().into_iter().chain([mv]).collect();
    let limits = Limits { nodes: Some(REFUTATION_NODES), multipv: 2, search_moves, ..Limits::default() };
    effects.push(Effect::StartSideQuery(Box::new(AnalysisJob {
        root,
        limits,
        purpose: AnalysisPurpose::Review,
    })));
}

/// The line of the solution with the mate that the puzzle's proof gives it, where it has one: the search knows it only
/// as a bound, if at all.
fn proven_solution(active: &ActivePuzzle, line: Line) -> Line {
    let attempt = &active.attempt;
    let PuzzleProof::Mate(moves) = attempt.puzzle().proof else { return line };
    let found = u16::try_from(attempt.moves_found()).unwrap_or(u16::MAX);
    let left = moves.saturating_sub(found).max(1);
    let score = Score::mates_in(Ply::new(2 * left - 1));
    Line { score, bound: Bound::Exact, certainty: Certainty::Proven, ..line }
}

/// Takes what the search says of the move that was tried.
pub(crate) fn receive_lines(puzzles: &mut PuzzlesState, cx: &mut PracticeContext, update: &SideQueryUpdate) {
    let Some(active) = cx.tab.board.puzzle_mut() else { return };
    let mv = match &active.feedback {
        PuzzleFeedback::Judging(mv) => *mv,
        PuzzleFeedback::Wrong(wrong) if wrong.refutation == PuzzleRefutation::Searching => wrong.mv,
        _ => return,
    };
    let lines = match update {
        SideQueryUpdate::Done(snapshot) => snapshot.report.lines.as_slice(),
        SideQueryUpdate::Failed => &[],
        SideQueryUpdate::Progress(_) => return,
    };
    let line_of =
        |wanted: Option<Move>| lines.iter().find(|line| line.moves.first().copied() == wanted).cloned();
    let solution = line_of(active.attempt.solution_move()).map(|line| proven_solution(active, line));
    let both: Option<[Line; 2]> = line_of(Some(mv)).zip(solution).map(|(tried, right)| [tried, right]);
    let is_judging = matches!(active.feedback, PuzzleFeedback::Judging(_));
    if is_judging && both.as_ref().is_some_and(|[tried, solution]| is_as_good(tried, solution)) {
        let san = notation::san(active.attempt.position(), mv);
        active.attempt.finish(mv);
        return finish_solved(puzzles, cx, san);
    }
    let refutation =
        both.map_or(PuzzleRefutation::NotFound, |lines| PuzzleRefutation::Found(Box::new(lines)));
    active.feedback = PuzzleFeedback::Wrong(WrongPuzzleMove { mv, refutation });
    if is_judging {
        active.attempt.refuse();
        refuse(puzzles, cx, mv);
    }
}

/// Shows the solution; the puzzle counts as not solved.
fn show_solution(cx: &mut PracticeContext) {
    let Some(active) = cx.tab.board.puzzle_mut().filter(|active| active.attempt.is_running()) else {
        return;
    };
    active.attempt.show_solution();
    active.follow_attempt();
    active.feedback = PuzzleFeedback::None;
    cx.shared.clear_input();
    cx.effects.push(Effect::StopSideQuery);
    record(cx, false);
}

/// Goes on to the next puzzle, or begins a run that is over again.
fn next(keys: &KeyNames, puzzles: &mut PuzzlesState, cx: &mut PracticeContext) {
    let now = cx.shared.now;
    let Some(active) = cx.tab.shown_board(cx.shared).puzzle() else { return };
    if active.attempt.is_running() {
        let key = keys.key(PuzzleAction::ShowSolution);
        let key = key.map_or_else(String::new, |key| format!("; {key} shows the solution"));
        return cx.shared.show_note(format!("The puzzle is not solved yet{key}"));
    }
    match active.run.as_ref().map(|run| (run.run.kind(), run.run.is_over(now))) {
        None if active.lesson.is_some() => lesson_update::next(cx),
        None => begin_rated(puzzles, cx),
        Some((kind, true)) => begin_run(puzzles, cx, kind),
        Some((_, false)) => advance(puzzles, cx),
    }
}

/// The next puzzle of a run; behind the last one the run is over.
fn advance(puzzles: &mut PuzzlesState, cx: &mut PracticeContext) {
    let now = cx.shared.now;
    let Some(active) = cx.tab.board.puzzle_mut() else { return };
    let Some(mut run) = active.run.take() else { return };
    let result = if active.attempt.is_solved_at_once() { PuzzleResult::Solved } else { PuzzleResult::Missed };
    run.previous = Some((result, solution_text(active.attempt.puzzle())));
    run.run.advance(now);
    if run.run.puzzle().is_none() {
        active.attempt.show_solution();
        active.follow_attempt();
        active.run = Some(run);
        return finish_if_over(cx);
    }
    begin_current(puzzles, cx, run);
}

/// The solution in standard algebraic notation.
pub(crate) fn solution_text(puzzle: &Puzzle) -> String {
    if puzzle.solution.is_empty() {
        let moves = puzzle.avoid.iter().map(|&mv| notation::san(&puzzle.start, mv));
        return format!("avoid {}", moves.collect::<Vec<_>>().join(" "));
    }
    notation::san_line(&puzzle.start, &puzzle.solution).join(" ")
}

/// Writes the answer into the practice record, once.
fn record(cx: &mut PracticeContext, is_solved: bool) {
    let (day, now) = (cx.shared.today, cx.shared.now);
    let Some(active) = cx.tab.board.puzzle_mut().filter(|active| !active.is_recorded) else {
        return;
    };
    active.is_recorded = true;
    let puzzle = active.attempt.puzzle();
    let is_rated = active.run.is_none() && active.lesson.is_none() && puzzle.rating.is_some();
    let answer = PuzzleAnswer {
        ended_at: 0,
        day,
        puzzle: puzzle.id(),
        rating: puzzle.rating.unwrap_or(0),
        is_solved,
        is_rated,
    };
    if let Some(run) = &mut active.run {
        run.run.count(is_solved, now);
    }
    let before = cx.tab.progress.puzzles.rating_on(day).rating;
    let entry = PracticeEntry::PuzzleAnswer(answer);
    cx.tab.add_finished(&entry);
    cx.effects.push(Effect::SavePractice(Box::new(entry)));
    let after = cx.tab.progress.puzzles.rating_on(day).rating;
    if let Some(active) = cx.tab.board.puzzle_mut() {
        active.rating_change = is_rated.then_some(after - before);
    }
    finish_if_over(cx);
}

/// The clock of a run stands still while a dialog, the position editor or another screen hides the board. The choice of a promotion is part
/// of a move.
pub(crate) fn update_clock(tab: &mut PracticeTab, shared: &Shared, is_editing: bool) {
    let has_dialog = shared.dialog.as_ref().is_some_and(|dialog| !matches!(dialog, Dialog::Promotion(_)));
    let is_hidden = has_dialog || shared.tab != Tab::Practice || is_editing;
    let now = shared.now;
    if let Some(run) = tab.board.puzzle_mut().and_then(|active| active.run.as_mut()) {
        run.run.pause(is_hidden, now);
    }
}

/// When a run is over, unfinished input is dropped, the solution is shown, and the run goes into the record, once.
pub(crate) fn finish_if_over(cx: &mut PracticeContext) {
    let (day, now) = (cx.shared.today, cx.shared.now);
    let Some(active) = cx.tab.board.puzzle_mut() else { return };
    let Some(run) = active.run.as_mut().filter(|run| !run.is_recorded && run.run.is_over(now)) else {
        return;
    };
    run.is_recorded = true;
    let entry = PracticeEntry::PuzzleRun(run.run.record(day, now));
    active.attempt.show_solution();
    active.follow_attempt();
    cx.shared.clear_input();
    cx.tab.add_finished(&entry);
    cx.effects.extend([Effect::StopSideQuery, Effect::SavePractice(Box::new(entry))]);
}

/// Stops judging a move: another screen is shown.
pub(crate) fn pause(tab: &mut PracticeTab) {
    let Some(active) = tab.board.puzzle_mut() else { return };
    let is_waiting = match &active.feedback {
        PuzzleFeedback::Judging(_) => true,
        PuzzleFeedback::Wrong(wrong) => wrong.refutation == PuzzleRefutation::Searching,
        PuzzleFeedback::None | PuzzleFeedback::Right(_) => false,
    };
    if is_waiting {
        active.feedback = PuzzleFeedback::None;
    }
}

/// One level back: from an earlier position to the last one, from the puzzle to the page, from the page to the lessons.
/// False where none of them is shown.
pub(crate) fn back(cx: &mut PracticeContext) -> bool {
    if let Some(active) = cx.tab.board.puzzle_mut() {
        if active.is_live() {
            cx.effects.push(Effect::StopSideQuery);
            cx.tab.board.clear();
            cx.shared.clear_input();
        } else {
            active.follow_attempt();
        }
        return true;
    }
    let is_page = cx.tab.page == PracticePage::Puzzles;
    if is_page {
        cx.tab.page = PracticePage::Lessons;
    }
    is_page
}
