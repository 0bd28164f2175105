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
use crate::tui::aids::other_turn::OtherTurnView;
use crate::tui::app::watch::ThreePieceTables;
use crate::tui::app::{App, Distances, Tab};
use crate::tui::background::endgame_tables;
use crate::tui::background::table_status::TableStatus;
use crate::tui::dialog::{ConfirmDialog, Dialog, build_time_text};
use crate::tui::keymap::QuizAction;
use crate::tui::message::{Effect, Effects};
use crate::tui::practice;
use crate::tui::practice::state::{ActiveRound, LessonSide, PendingRound, PracticePage, PracticeStartSource};
use crate::tui::practice_board::PracticeBoard;

/// How many lessons a player has tried at least where mixed practice keeps to those.
const MIN_TRIED_LESSONS: usize = 3;

/// Starts the chosen lesson, or does so as soon as the tables are ready.
pub(crate) fn begin(app: &mut App, effects: &mut Effects) {
    let chosen = app.practice.chosen;
    let lessons = Arc::clone(&app.practice.lessons);
    let Some(lesson) = lessons.get(chosen) else { return };
    if !app.oracle.oracle().covers(&lesson.exercise.material) {
        return wait_or_propose(app, &lesson.exercise.material, PendingRound::Lesson(chosen), effects);
    }
    let exercise = app.practice.lesson_exercise(lesson);
    let level = app.practice.next_level(lesson);
    let Some(round) = deal_round(app, &exercise, level) else {
        app.show_error(format!("{} has no {} start: choose another level", exercise.id, level.name()));
        return;
    };
    app.practice.seed = round.seed().next();
    start_round(app, round, StartOrigin::Dealt, effects);
}

/// Deals a round from the next seeds whose start is not that of the last round, where the lesson has another one.
fn deal_round(app: &App, exercise: &Exercise, level: LessonLevel) -> Option<Round> {
    /// Seeds that are tried for another start. A lesson with two starts has none among so many once in four billion.
    const MAX_SEEDS: usize = 32;
    let deal = |seed| Round::begin(exercise, level, seed, app.oracle.oracle());
    let first = deal(app.practice.seed)?;
    let is_last = |round: &Round| app.practice.last_start == Some(round.start().key());
    if !is_last(&first) {
        return Some(first);
    }
    let seeds = iter::successors(Some(first.seed().next()), |seed| Some(seed.next()));
    seeds.take(MAX_SEEDS).filter_map(deal).find(|round| !is_last(round)).or(Some(first))
}

/// Starts the due repetitions of the chosen lesson, else of the first one that has any; where the table is
/// missing, as soon as it is ready. Then come the mistakes of the player's own games.
pub(crate) fn begin_due(app: &mut App, effects: &mut Effects) {
    let due = |at: &usize| {
        app.practice.lessons.get(*at).is_some_and(|of| app.practice.lesson_due_count(of, app.today) > 0)
    };
    let others = 0..app.practice.lessons.len();
    let Some(at) = std::iter::once(app.practice.chosen).chain(others).find(due) else {
        if !practice::card_update::begin_due(app, effects) {
            app.show_note(format!("Nothing is due today{}, or choose a lesson", result_quiz_tip(app)));
        }
        return;
    };
    app.practice.chosen = at;
    let lessons = Arc::clone(&app.practice.lessons);
    let Some(lesson) = lessons.get(at) else { return };
    if !app.oracle.oracle().covers(&lesson.exercise.material) {
        return wait_or_propose(app, &lesson.exercise.material, PendingRound::DueReview(at), effects);
    }
    while let Some((side_exercise, card)) = due_position(app, &lesson.exercise) {
        let seed = app.practice.seed;
        let start = transformed_position(&card, seed);
        match start.and_then(|start| Round::begin_at(&side_exercise, seed, start, app.oracle.oracle())) {
            Some(round) => {
                app.practice.seed = seed.next();
                return start_round(app, round, StartOrigin::Due, effects);
            }
            // The lesson has changed since, and this position does not fit it any more.
            None => app.practice.progress.cards.remove(&position_card_id(&side_exercise.id, &card)),
        }
    }
    // The lesson itself is due, for one side or the other; or nothing of it is any more.
    let is_due = |side_exercise: &Exercise| app.practice.progress.cards.is_due(&side_exercise.id, app.today);
    let side = match lesson.exercise.defense_exercise() {
        _ if is_due(&lesson.exercise) => LessonSide::LessonOwn,
        Some(other) if is_due(&other) => LessonSide::Opponent,
        _ => return begin_due(app, effects),
    };
    let chosen = std::mem::replace(&mut app.practice.lesson_side, side);
    begin(app, effects);
    app.practice.lesson_side = chosen;
}

/// What is worth doing once nothing is due: the drill that asks for results before moves.
fn result_quiz_tip(app: &App) -> String {
    let key = app.key_for(QuizAction::BeginResults);
    key.map_or_else(String::new, |key| format!(": {key} asks \"which result?\""))
}

/// Starts a lesson whose table is ready, without its name: one that the player has tried, where there are a few of
/// them, and not the last one again.
pub(crate) fn begin_mixed(app: &mut App, effects: &mut Effects) {
    let practice = &app.practice;
    let is_ready = |at: &usize| app.oracle.oracle().covers(&practice.lessons[*at].exercise.material);
    let is_tried = |at: &usize| practice.progress.lesson_record(&practice.lessons[*at].exercise.id).is_some();
    let ready: Vec<usize> = (0..practice.lessons.len()).filter(is_ready).collect();
    let tried: Vec<usize> = ready.iter().copied().filter(is_tried).collect();
    let mut pool = if tried.len() < MIN_TRIED_LESSONS { ready } else { tried };
    if pool.len() > 1 {
        pool.retain(|&at| at != practice.chosen);
    }
    // The high bits of a seed are the more random ones.
    let Some(&at) = pool.get((usize::from(practice.seed.0) * pool.len()) >> u16::BITS) else {
        return app.show_note("No lesson has its table yet: begin one from the list");
    };
    app.practice.chosen = at;
    app.practice.level = None;
    let side = std::mem::take(&mut app.practice.lesson_side);
    begin(app, effects);
    app.practice.lesson_side = side;
}

/// The position of a lesson that has been due longest, with the side that is played.
fn due_position(app: &App, exercise: &Exercise) -> Option<(Exercise, String)> {
    let memory = &app.practice.progress.cards;
    let other = exercise.defense_exercise();
    let sides = [Some(exercise), other.as_ref()];
    sides.into_iter().flatten().find_map(|side_exercise| {
        memory
            .due_positions(&side_exercise.id, app.today)
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
pub(crate) fn next(app: &mut App, effects: &mut Effects) {
    match app.practice.start_source {
        PracticeStartSource::Lesson => begin(app, effects),
        PracticeStartSource::Guided => {
            app.practice.start_source = PracticeStartSource::Lesson;
            begin(app, effects);
        }
        PracticeStartSource::Mixed => begin_mixed(app, effects),
        PracticeStartSource::DueReviews if app.practice.due_count(app.today) > 0 => begin_due(app, effects),
        PracticeStartSource::DueReviews => {
            app.practice.start_source = PracticeStartSource::Lesson;
            practice::update::leave_round(app);
            app.show_note(format!("Nothing more is due today{}", result_quiz_tip(app)));
        }
    }
}

/// Builds the table of a round and starts the round then. A build that takes a while has to be confirmed,
/// with its time and size.
fn wait_or_propose(app: &mut App, material: &Material, waiting: PendingRound, effects: &mut Effects) {
    if !TablePolicy::of(material).is_built_unasked() && app.table_status(material) == TableStatus::Missing {
        app.practice.proposed_round = Some(waiting);
        app.dialog =
            Some(Dialog::Confirm(ConfirmDialog::BuildTable(material.normalized(), app.build_cost(material))));
        return;
    }
    wait_for_table(app, material, waiting, effects);
}

/// The player has agreed to build the table of what was chosen.
pub(crate) fn accept_proposed(app: &mut App, effects: &mut Effects) {
    let Some(waiting) = app.practice.proposed_round.take() else { return };
    if let Some(material) = material_of(app, &waiting) {
        wait_for_table(app, &material, waiting, effects);
    }
}

/// The list of saved tables is known. Loading one of them needs no confirmation.
pub(crate) fn saved_tables_listed(app: &mut App, effects: &mut Effects) {
    if let Some(Dialog::Confirm(ConfirmDialog::BuildTable(material, _))) = app.dialog
        && app.table_status(&material) != TableStatus::Missing
    {
        app.dialog = None;
        accept_proposed(app, effects);
    }
}

/// Builds the table of a round and starts the round then. The three-piece tables are built at program start.
fn wait_for_table(app: &mut App, material: &Material, waiting: PendingRound, effects: &mut Effects) {
    if awaited_material(app).is_some_and(|other| other != material.normalized()) {
        cancel_pending(app, effects);
    }
    let policy = TablePolicy::of(material);
    if !policy.is_built_at_start() || app.oracle.three_piece_tables == ThreePieceTables::Ready {
        endgame_tables::request(app, material, effects);
    }
    app.practice.pending_round = Some(waiting);
    app.dialog = None;
    if app.tab == Tab::Practice && app.practice_board.round().is_some() {
        practice::update::leave_round(app);
    }
    let time = if policy.is_built_unasked() {
        "in a moment".to_owned()
    } else {
        // The build has begun: what it takes is known from then.
        let seconds = app.tables.pending_table(material).map_or(0, |build| build.seconds);
        format!("in about {}", build_time_text(seconds))
    };
    app.practice.pending_note = format!("The table is being built; the lesson starts {time}");
    app.show_note(app.practice.pending_note.clone());
}

/// Cancels what waits for a table, and the build. False where nothing waits.
pub(crate) fn cancel_pending(app: &mut App, effects: &mut Effects) -> bool {
    let Some(material) = awaited_material(app) else { return false };
    app.practice.pending_round = None;
    endgame_tables::stop(app, &material, effects);
    // Choosing it again requests it again, and so does a position with these pieces.
    app.tables.not_built.retain(|(of, _)| *of != material);
    true
}

/// The table that a round waits for.
pub(crate) fn awaited_material(app: &App) -> Option<Material> {
    material_of(app, app.practice.pending_round.as_ref()?)
}

/// The table that something needs.
fn material_of(app: &App, waiting: &PendingRound) -> Option<Material> {
    match waiting {
        PendingRound::Lesson(at) | PendingRound::DueReview(at) => {
            app.practice.lessons.get(*at).map(|lesson| lesson.exercise.material)
        }
        PendingRound::Position(position) => Some(position.material().normalized()),
    }
}

/// Whether a round waits for this table, where it would begin.
pub(crate) fn is_waiting_for(app: &App, material: &Material) -> bool {
    app.tab == Tab::Practice
        && app.practice_board.round().is_none()
        && awaited_material(app).as_ref() == Some(material)
}

/// The table could not be built: rounds that wait for it are canceled.
pub(crate) fn table_not_built(app: &mut App, material: &Material) {
    if awaited_material(app).as_ref() == Some(material) {
        app.practice.pending_round = None;
    }
}

/// Tables are ready: rounds that waited for them start, the current position is ranked.
pub(crate) fn tables_ready(app: &mut App, effects: &mut Effects) {
    let covered = awaited_material(app).is_some_and(|material| app.oracle.oracle().covers(&material));
    if covered && let Some(waiting) = app.practice.pending_round.take() {
        app.toasts.retain(|toast| toast.text != app.practice.pending_note);
        match waiting {
            _ if app.tab != Tab::Practice || app.practice_board.round().is_some() => {}
            PendingRound::Lesson(chosen) => {
                app.practice.chosen = chosen;
                begin(app, effects);
            }
            PendingRound::DueReview(chosen) => {
                app.practice.chosen = chosen;
                begin_due(app, effects);
            }
            PendingRound::Position(position) => _ = begin_from(app, &position, effects),
        }
    }
    practice::update::update_ranking(app);
}

/// Whether a round starts, at once or when its table is ready.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundBegins {
    Yes,
    Not,
}

/// Makes a round of any position that the tables cover: the side to move is to mate, to hold the draw or to defend. Where
/// that is impossible, a note gives the reason.
pub(crate) fn begin_from(app: &mut App, position: &Position, effects: &mut Effects) -> RoundBegins {
    let material = position.material();
    if material.stronger() != Color::White {
        app.show_warning("Practice needs White as the stronger side");
        return RoundBegins::Not;
    }
    if endgame_tables::has_table(position) && !app.oracle.oracle().covers(&material) {
        app.tab = Tab::Practice;
        wait_or_propose(app, &material, PendingRound::Position(Box::new(position.clone())), effects);
        return RoundBegins::Yes;
    }
    let Some(verdict) = app.oracle.probe(position).map(|counted| counted.verdict) else {
        app.show_warning(format!("The tables do not cover {material}"));
        return RoundBegins::Not;
    };
    let exercise = Exercise::of_position(material, position.turn(), verdict);
    let mates =
        |of: &Exercise| (of.material, of.trainee, of.goal) == (material, Trainee::Stronger, Goal::Mate);
    let mut lessons = app.practice.lessons.iter();
    let known = lessons.position(|lesson| mates(&exercise) && mates(&lesson.exercise));
    let exercise = known.map_or(exercise, |at| app.practice.lessons[at].exercise.clone());
    let Some(round) = Round::begin_at(&exercise, app.practice.seed, position.clone(), app.oracle.oracle())
    else {
        app.show_warning("The game is over here: there is nothing to practice");
        return RoundBegins::Not;
    };
    app.practice.chosen = known.unwrap_or(app.practice.chosen);
    start_round(app, round, StartOrigin::Chosen, effects);
    RoundBegins::Yes
}

fn start_round(app: &mut App, mut round: Round, origin: StartOrigin, effects: &mut Effects) {
    round.set_guard(app.guard);
    round.set_defense(app.config.practice.defense);
    round.set_draw_rules(app.config.practice.counting);
    app.tab = Tab::Practice;
    app.practice.page = PracticePage::Lessons;
    app.clear_practice_board();
    app.board.bottom = round.trainee_color();
    app.distances = Distances::Hidden;
    app.practice.last_start = Some(round.start().key());
    let walk = TreeCursor::new(round.position().clone());
    let is_from = |source| origin == StartOrigin::Dealt && app.practice.start_source == source;
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
    app.practice_board = PracticeBoard::Round(Box::new(active));
    effects.push(Effect::StopAnalysis);
    practice::update::play_defense(app, effects);
}
