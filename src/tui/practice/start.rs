//! Starts rounds: a generated position, a due repetition, or a given position; at once, or as soon as the
//! table is ready.

use std::iter;
use std::sync::Arc;

use crate::chess::table_policy::TablePolicy;
use crate::chess::{Color, Material, Position, fen};
use crate::game::TreeCursor;
use crate::practice::record::StartOrigin;
use crate::practice::spaced_repetition::position_card_id;
use crate::practice::symmetry::PositionSymmetry;
use crate::practice::{Exercise, Goal, LessonLevel, Round, Seed, Trainee};
use crate::tui::background::endgame_tables;
use crate::tui::context::PracticeContext;
use crate::tui::keymap::{KeyNames, PracticeAction, QuizAction};
use crate::tui::message::{Effect, Request};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::table_builds::build_time_text;
use crate::tui::model::{
    ActiveRound, ConfirmDialog, Dialog, Distances, LessonSide, OtherTurnView, PendingRound, PracticePage,
    PracticeStartSource, PracticeState, PracticeTab, Shared, TableStatus, ThreePieceTables,
};
use crate::tui::navigation::Tab;
use crate::tui::practice;

/// How many lessons a player has tried at least where mixed practice keeps to those.
const MIN_TRIED_LESSONS: usize = 3;

/// Starts the chosen lesson, or does so as soon as the tables are ready.
pub(crate) fn begin(practice: &mut PracticeState, cx: &mut PracticeContext) {
    let chosen = cx.tab.course.chosen;
    let lessons = Arc::clone(&cx.tab.course.lessons);
    let Some(lesson) = lessons.get(chosen) else { return };
    if !cx.shared.oracle.oracle().covers(&lesson.exercise.material) {
        return wait_or_propose(practice, cx, PendingRound::Lesson(chosen));
    }
    let exercise = practice.lesson_exercise(lesson);
    let level = practice.next_level(&cx.tab.progress, lesson);
    let Some(round) = deal_round(practice, cx.tab, cx.shared, &exercise, level) else {
        cx.shared.show_error(format!("{} has no {} start: choose another level", exercise.id, level.name()));
        return;
    };
    cx.tab.seed = round.seed().next();
    start_round(practice, cx, round, StartOrigin::Dealt);
}

/// Deals a round from the next seeds whose start is not that of the last round, where the lesson has another one.
fn deal_round(
    practice: &PracticeState,
    tab: &PracticeTab,
    shared: &Shared,
    exercise: &Exercise,
    level: LessonLevel,
) -> Option<Round> {
    /// Seeds that are tried for another start. A lesson with two starts has none among so many once in four billion.
    const MAX_SEEDS: usize = 32;
    let deal = |seed| Round::begin(exercise, level, seed, shared.oracle.oracle());
    let first = deal(tab.seed)?;
    let is_last = |round: &Round| practice.last_start == Some(round.start().key());
    if !is_last(&first) {
        return Some(first);
    }
    let seeds = iter::successors(Some(first.seed().next()), |seed| Some(seed.next()));
    seeds.take(MAX_SEEDS).filter_map(deal).find(|round| !is_last(round)).or(Some(first))
}

/// Starts the due repetitions of the chosen lesson, else of the first one that has any; where the table is
/// missing, as soon as it is ready. Then come the mistakes of the player's own games.
pub(crate) fn begin_due(keys: &KeyNames, practice: &mut PracticeState, cx: &mut PracticeContext) {
    let due = |at: &usize| {
        cx.tab.course.lessons.get(*at).is_some_and(|of| cx.tab.lesson_due_count(of, cx.shared.today) > 0)
    };
    let others = 0..cx.tab.course.lessons.len();
    let Some(at) = std::iter::once(cx.tab.course.chosen).chain(others).find(due) else {
        if practice::card_update::begin_due(cx) {
            return;
        }
        if cx.tab.repertoire_due_count(cx.shared.today) > 0 {
            // Openings have a feature of their own.
            return cx.effects.request(Request::Act(PracticeAction::BeginDue.into()));
        }
        return cx
            .shared
            .show_note(format!("Nothing is due today{}, or choose a lesson", result_quiz_tip(keys)));
    };
    cx.tab.course.chosen = at;
    let lessons = Arc::clone(&cx.tab.course.lessons);
    let Some(lesson) = lessons.get(at) else { return };
    if !cx.shared.oracle.oracle().covers(&lesson.exercise.material) {
        return wait_or_propose(practice, cx, PendingRound::DueReview(at));
    }
    while let Some((side_exercise, card)) = due_position(cx.tab, cx.shared, &lesson.exercise) {
        let seed = cx.tab.seed;
        let start = transformed_position(&card, seed);
        match start.and_then(|start| Round::begin_at(&side_exercise, seed, start, cx.shared.oracle.oracle()))
        {
            Some(round) => {
                cx.tab.seed = seed.next();
                return start_round(practice, cx, round, StartOrigin::Due);
            }
            // The lesson has changed since, and this position does not fit it any more.
            None => cx.tab.progress.cards.remove(&position_card_id(&side_exercise.id, &card)),
        }
    }
    // The lesson itself is due, for one side or the other; or nothing of it is any more.
    let is_due = |side_exercise: &Exercise| cx.tab.progress.cards.is_due(&side_exercise.id, cx.shared.today);
    let side = match lesson.exercise.defense_exercise() {
        _ if is_due(&lesson.exercise) => LessonSide::LessonOwn,
        Some(other) if is_due(&other) => LessonSide::Opponent,
        _ => return begin_due(keys, practice, cx),
    };
    let chosen = std::mem::replace(&mut practice.lesson_side, side);
    begin(practice, cx);
    practice.lesson_side = chosen;
}

/// What is worth doing once nothing is due: the drill that asks for results before moves.
fn result_quiz_tip(keys: &KeyNames) -> String {
    let key = keys.key(QuizAction::BeginResults);
    key.map_or_else(String::new, |key| format!(": {key} asks \"which result?\""))
}

/// Starts a lesson whose table is ready, without its name: one that the player has tried, where there are a few of
/// them, and not the last one again.
pub(crate) fn begin_mixed(practice: &mut PracticeState, cx: &mut PracticeContext) {
    let is_ready =
        |at: &usize| cx.shared.oracle.oracle().covers(&cx.tab.course.lessons[*at].exercise.material);
    let is_tried =
        |at: &usize| cx.tab.progress.lesson_record(&cx.tab.course.lessons[*at].exercise.id).is_some();
    let ready: Vec<usize> = (0..cx.tab.course.lessons.len()).filter(is_ready).collect();
    let tried: Vec<usize> = ready.iter().copied().filter(is_tried).collect();
    let mut pool = if tried.len() < MIN_TRIED_LESSONS { ready } else { tried };
    if pool.len() > 1 {
        pool.retain(|&at| at != cx.tab.course.chosen);
    }
    // The high bits of a seed are the more random ones.
    let Some(&at) = pool.get((usize::from(cx.tab.seed.0) * pool.len()) >> u16::BITS) else {
        return cx.shared.show_note("No lesson has its table yet: begin one from the list");
    };
    cx.tab.course.chosen = at;
    practice.level = None;
    let side = std::mem::take(&mut practice.lesson_side);
    begin(practice, cx);
    practice.lesson_side = side;
}

/// The position of a lesson that has been due longest, with the side that is played.
fn due_position(tab: &PracticeTab, shared: &Shared, exercise: &Exercise) -> Option<(Exercise, String)> {
    let memory = &tab.progress.cards;
    let other = exercise.defense_exercise();
    let sides = [Some(exercise), other.as_ref()];
    sides.into_iter().flatten().find_map(|side_exercise| {
        memory
            .due_positions(&side_exercise.id, shared.today)
            .first()
            .map(|text| (side_exercise.clone(), (*text).to_owned()))
    })
}

/// A position in one of its symmetric forms.
fn transformed_position(card: &str, seed: Seed) -> Option<Position> {
    let position = fen::parse(card).ok()?;
    let ways = PositionSymmetry::all(&position);
    let arrangement = ways.get(usize::from(seed.0) % ways.len().max(1))?;
    arrangement.apply(&position)
}

/// The next start: a due one while those are practiced, else one of the lesson.
pub(crate) fn next(keys: &KeyNames, practice: &mut PracticeState, cx: &mut PracticeContext) {
    match practice.start_source {
        PracticeStartSource::Lesson => begin(practice, cx),
        PracticeStartSource::Guided => {
            practice.start_source = PracticeStartSource::Lesson;
            begin(practice, cx);
        }
        PracticeStartSource::Mixed => begin_mixed(practice, cx),
        PracticeStartSource::DueReviews if cx.tab.due_count(cx.shared.today) > 0 => {
            begin_due(keys, practice, cx);
        }
        PracticeStartSource::DueReviews => {
            practice.start_source = PracticeStartSource::Lesson;
            practice::update::leave_round(cx.tab, cx.shared);
            cx.shared.show_note(format!("Nothing more is due today{}", result_quiz_tip(keys)));
        }
    }
}

/// Builds the table of a round and starts the round then. A build that takes a while has to be confirmed,
/// with its time and size.
fn wait_or_propose(practice: &mut PracticeState, cx: &mut PracticeContext, waiting: PendingRound) {
    let Some(material) = material_of(cx.tab, &waiting) else { return };
    if !TablePolicy::of(&material).is_built_unasked()
        && cx.shared.table_status(&material) == TableStatus::Missing
    {
        practice.proposed_round = Some(waiting);
        let cost = cx.shared.build_cost(&material);
        cx.shared.dialog = Some(Dialog::Confirm(ConfirmDialog::BuildTable(material.normalized(), cost)));
        return;
    }
    wait_for_table(practice, cx, &material, waiting);
}

/// The player has agreed to build the table of what was chosen.
pub(crate) fn accept_proposed(practice: &mut PracticeState, cx: &mut PracticeContext) {
    let Some(waiting) = practice.proposed_round.take() else { return };
    if let Some(material) = material_of(cx.tab, &waiting) {
        wait_for_table(practice, cx, &material, waiting);
    }
}

/// The list of saved tables is known. Loading one of them needs no confirmation.
pub(crate) fn saved_tables_listed(practice: &mut PracticeState, cx: &mut PracticeContext) {
    if let Some(Dialog::Confirm(ConfirmDialog::BuildTable(material, _))) = cx.shared.dialog
        && cx.shared.table_status(&material) != TableStatus::Missing
    {
        cx.shared.dialog = None;
        accept_proposed(practice, cx);
    }
}

/// Builds the table of a round and starts the round then. The three-piece tables are built at program start.
fn wait_for_table(
    practice: &mut PracticeState,
    cx: &mut PracticeContext,
    material: &Material,
    waiting: PendingRound,
) {
    if awaited_material(practice, cx.tab).is_some_and(|other| other != material.normalized()) {
        cancel_pending(practice, cx);
    }
    let policy = TablePolicy::of(material);
    if !policy.is_built_at_start() || cx.shared.oracle.three_piece_tables == ThreePieceTables::Ready {
        endgame_tables::request(&mut cx.shared.with(cx.effects), material);
    }
    practice.pending_round = Some(waiting);
    cx.shared.dialog = None;
    if cx.shared.tab == Tab::Practice && cx.tab.board.round().is_some() {
        practice::update::leave_round(cx.tab, cx.shared);
    }
    let time = if policy.is_built_unasked() {
        "in a moment".to_owned()
    } else {
        // The build has begun: what it takes is known from then.
        let seconds = cx.shared.table_builds.pending_of(material).map_or(0, |build| build.seconds);
        format!("in about {}", build_time_text(seconds))
    };
    practice.pending_note = format!("The table is being built; the lesson starts {time}");
    cx.shared.show_note(practice.pending_note.clone());
}

/// Cancels what waits for a table, and the build. False where nothing waits.
pub(crate) fn cancel_pending(practice: &mut PracticeState, cx: &mut PracticeContext) -> bool {
    let Some(material) = awaited_material(practice, cx.tab) else { return false };
    practice.pending_round = None;
    endgame_tables::stop(&mut cx.shared.with(cx.effects), &material);
    // Choosing it again requests it again, and so does a position with these pieces.
    cx.shared.table_builds.not_built.retain(|(of, _)| *of != material);
    true
}

/// The table that a round waits for.
pub(crate) fn awaited_material(practice: &PracticeState, tab: &PracticeTab) -> Option<Material> {
    material_of(tab, practice.pending_round.as_ref()?)
}

/// The table that something needs.
fn material_of(tab: &PracticeTab, waiting: &PendingRound) -> Option<Material> {
    match waiting {
        PendingRound::Lesson(at) | PendingRound::DueReview(at) => {
            tab.course.lessons.get(*at).map(|lesson| lesson.exercise.material)
        }
        PendingRound::Position(position) => Some(position.material().normalized()),
    }
}

/// Whether a round waits for this table, where it would begin.
pub(crate) fn is_waiting_for(
    practice: &PracticeState,
    tab: &PracticeTab,
    shared: &Shared,
    material: &Material,
) -> bool {
    shared.tab == Tab::Practice
        && tab.board.round().is_none()
        && awaited_material(practice, tab).as_ref() == Some(material)
}

/// The table could not be built: rounds that wait for it are canceled.
pub(crate) fn table_not_built(practice: &mut PracticeState, tab: &PracticeTab, material: &Material) {
    if awaited_material(practice, tab).as_ref() == Some(material) {
        practice.pending_round = None;
    }
}

/// Tables are ready: rounds that waited for them start, the current position is ranked.
pub(crate) fn tables_ready(keys: &KeyNames, practice: &mut PracticeState, cx: &mut PracticeContext) {
    let covered = awaited_material(practice, cx.tab)
        .is_some_and(|material| cx.shared.oracle.oracle().covers(&material));
    if covered && let Some(waiting) = practice.pending_round.take() {
        cx.shared.toasts.retain(|toast| toast.text != practice.pending_note);
        match waiting {
            _ if cx.shared.tab != Tab::Practice || cx.tab.board.round().is_some() => {}
            PendingRound::Lesson(chosen) => {
                cx.tab.course.chosen = chosen;
                begin(practice, cx);
            }
            PendingRound::DueReview(chosen) => {
                cx.tab.course.chosen = chosen;
                begin_due(keys, practice, cx);
            }
            PendingRound::Position(position) => _ = begin_from(practice, cx, &position),
        }
    }
    practice::update::update_ranking(cx.tab, cx.shared);
}

/// Whether a round starts, at once or when its table is ready.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundBegins {
    Yes,
    Not,
}

/// Makes a round of any position that the tables cover: the side to move is to mate, to hold the draw or to defend. Where
/// that is impossible, a note gives the reason.
pub(crate) fn begin_from(
    practice: &mut PracticeState,
    cx: &mut PracticeContext,
    position: &Position,
) -> RoundBegins {
    let material = position.material();
    if material.stronger() != Color::White {
        cx.shared.show_warning("Practice needs White as the stronger side");
        return RoundBegins::Not;
    }
    if endgame_tables::has_table(position) && !cx.shared.oracle.oracle().covers(&material) {
        cx.shared.tab = Tab::Practice;
        let waiting = PendingRound::Position(Box::new(position.clone()));
        wait_or_propose(practice, cx, waiting);
        return RoundBegins::Yes;
    }
    let Some(verdict) = cx.shared.oracle.probe(position).map(|counted| counted.verdict) else {
        cx.shared.show_warning(format!("The tables do not cover {material}"));
        return RoundBegins::Not;
    };
    let exercise = Exercise::of_position(material, position.turn(), verdict);
    let mates =
        |of: &Exercise| (of.material, of.trainee, of.goal) == (material, Trainee::Stronger, Goal::Mate);
    let mut lessons = cx.tab.course.lessons.iter();
    let known = lessons.position(|lesson| mates(&exercise) && mates(&lesson.exercise));
    let exercise = known.map_or(exercise, |at| cx.tab.course.lessons[at].exercise.clone());
    let Some(round) = Round::begin_at(&exercise, cx.tab.seed, position.clone(), cx.shared.oracle.oracle())
    else {
        cx.shared.show_warning("The game is over here: there is nothing to practice");
        return RoundBegins::Not;
    };
    cx.tab.course.chosen = known.unwrap_or(cx.tab.course.chosen);
    start_round(practice, cx, round, StartOrigin::Chosen);
    RoundBegins::Yes
}

fn start_round(
    practice: &mut PracticeState,
    cx: &mut PracticeContext,
    mut round: Round,
    origin: StartOrigin,
) {
    round.set_guard(cx.shared.guard);
    round.set_defense(cx.shared.config.practice.defense);
    round.set_draw_rules(cx.shared.config.practice.counting);
    cx.shared.tab = Tab::Practice;
    cx.tab.page = PracticePage::Lessons;
    cx.tab.clear_board(cx.shared);
    cx.shared.board.bottom = round.trainee_color();
    cx.shared.distances = Distances::Hidden;
    practice.last_start = Some(round.start().key());
    let walk = TreeCursor::new(round.position().clone());
    let is_from = |source| origin == StartOrigin::Dealt && practice.start_source == source;
    let is_guided = is_from(PracticeStartSource::Guided);
    if is_guided {
        round.mark_helped();
    }
    let active = ActiveRound {
        round,
        origin,
        is_mixed: is_from(PracticeStartSource::Mixed),
        is_guided,
        guidance: None,
        walk,
        hints: Vec::new(),
        last_grade: None,
        ranking: None,
        other_turn: OtherTurnView::Hidden,
        is_recorded: false,
    };
    cx.tab.board = PracticeBoard::Round(Box::new(active));
    cx.effects.push(Effect::StopAnalysis);
    practice::update::play_defense(cx);
}
