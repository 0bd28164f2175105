//! Draws a round of practice.

use ratatui::text::Line;

use crate::chess::names::color_name;
use crate::chess::{MoveCost, Verdict};
use crate::practice::Goal;
use crate::practice::record::StartOrigin;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{Action, BoardAction, PracticeAction};
use crate::tui::model::{ActiveRound, BoxAid, BoxView, Distances, PracticeTab, Shared};
use crate::tui::practice::lesson_lines;
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, history_note, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::board::SquareTint;
use crate::tui::widget::coach::hinted_squares;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::{coach, distances, graph};
use crate::tui::{aids, board, widget};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, tab: &PracticeTab, active: &ActiveRound) -> BoardScene {
    let round = &active.round;
    let name = if active.hides_lesson() { active.hidden_name() } else { round.exercise().id.as_str() };
    let mut facts = vec![
        format!("{name} {}", view.theme.glyphs().dot)
            + &format!(" you: {}", color_name(active.player_color())),
    ];
    if active.is_guided {
        facts.push("guided".to_owned());
    }
    if view.shared.config.practice.details {
        facts.push(format!("seed {}", round.seed()));
    }
    let marks = marks(view.shared, active);
    BoardScene {
        bar_facts: facts,
        panes: panes(view, tab, active, marks.king_box.as_ref()),
        lines_below: lines_below(view, tab, active),
        prompt_note: note(view, active),
        marks,
        ..BoardScene::default()
    }
}

/// The box of the king that is hunted, or would be.
fn king_box(shared: &Shared, active: &ActiveRound) -> BoxView {
    BoxView::of(shared, active.walk.position(), active.player_color().other())
}

/// The squares of the hints, the king box, and the idea behind the trainee's last move, until the next one; in a guided
/// round the idea to find.
fn marks(shared: &Shared, active: &ActiveRound) -> SceneMarks {
    let is_requested = shared.distances == Distances::Shown;
    let ranking = active.shown_ranking(shared).filter(|_| is_requested).cloned();
    let king_box = (shared.box_aid == BoxAid::Shown).then(|| king_box(shared, active));
    let mut marks = SceneMarks { king_box, ranking, ..SceneMarks::default() };
    if !active.is_live() {
        return marks;
    }
    marks.tint(active.hints.iter().copied().flat_map(hinted_squares), SquareTint::Hint);
    if let Some(guidance) = active.shown_guidance() {
        if let Some(motif) = &guidance.motif {
            marks.add_motif(motif, true);
        }
    } else if let Some(grade) = &active.last_grade
        && let Some(motif) = &grade.motif
    {
        marks.add_motif(motif, grade.cost.keeps_result());
    }
    marks
}

fn panes(
    view: &ViewContext,
    tab: &PracticeTab,
    active: &ActiveRound,
    box_on_board: Option<&BoxView>,
) -> Vec<Pane> {
    let theme = view.theme;
    let round = &active.round;
    let mut panes = Vec::new();
    panes.push(if let Some(done) = active.summary() {
        widget::round_summary::round_summary_pane(done, shortfall(tab, active).as_deref(), theme, view.width)
    } else if active.hides_lesson() {
        coach::hidden_goal_pane(active.is_mixed, active.player_color(), theme, view.width)
    } else {
        let details = view.shared.config.practice.details.then_some(view.shared.guard);
        coach::goal_pane(round, details, view.shared.config.practice.show_par, theme, view.width)
    });
    panes.extend(aids::other_turn_view::pane(view, active.other_turn, active.walk.position()));
    if let Some(ranking) = active.shown_ranking(view.shared).filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::DistancesOrder::Cost, theme, view.width));
    } else if active.summary().is_none() {
        // Before a guided round the lesson's idea has just been read.
        let hides_idea = active.hides_lesson() || active.is_guided;
        let idea = if hides_idea { &[][..] } else { &round.exercise().idea };
        let (last, hints) = (active.last_grade.as_ref(), &active.hints);
        let help = (active.shown_guidance(), hints.as_slice());
        let coach = coach::coach_pane(last, help, round.position(), idea, theme, view.width);
        panes.push(coach.with_note(keys_note(view, [BoardAction::Hint], &format!("hint {}/3", hints.len()))));
        // The defender does not hunt a king.
        let is_hunt = round.exercise().goal == Goal::Mate;
        if is_hunt && view.shared.config.practice.details && box_on_board.is_none() {
            panes.push(aids::king_box_view::count_pane(view, &king_box(view.shared, active)));
        }
    }
    panes.extend(box_on_board.map(|king_box| aids::king_box_view::pane(view, king_box)));
    let cost = |entry: &MoveListEntry| round_move_cost(active, entry);
    let items = board::view::move_list_items(&move_list::shown(&active.walk), active.walk.tree(), cost);
    panes.push(board::view::moves_pane(view, &items, BoardAction::Step));
    panes
}

/// Why a round that reached the goal does not count for a pass, with the idea that was missing.
fn shortfall(tab: &PracticeTab, active: &ActiveRound) -> Option<String> {
    let exercise = active.round.exercise();
    let lesson = tab.course.lesson_by_id(&exercise.id).filter(|_| active.origin == StartOrigin::Dealt)?;
    let why = lesson.pass.shortfall(active.summary()?.result(exercise))?;
    let idea = exercise.idea.first().filter(|_| exercise.goal != Goal::Resist);
    Some(idea.map_or_else(|| why.clone(), |idea| format!("{why} The idea: {idea}")))
}

/// The cost of the trainee's moves, in the order in which they were played.
pub(crate) fn round_move_cost(active: &ActiveRound, entry: &MoveListEntry) -> Option<MoveCost> {
    if entry.nesting > 0 || entry.color != active.player_color() {
        return None;
    }
    let tree = active.walk.tree();
    let played = tree.ply(entry.node).checked_sub(1)? / 2;
    active.round.grades().nth(played).filter(|grade| grade.san == entry.san).map(|grade| grade.cost)
}

fn lines_below(view: &ViewContext, tab: &PracticeTab, active: &ActiveRound) -> Vec<Line<'static>> {
    let theme = view.theme;
    let exercise = active.round.exercise();
    if active.hides_lesson() {
        return Vec::new();
    }
    let mut lines = vec![lesson_lines::record_line(view, &tab.progress, &exercise.id)];
    let wins: Vec<Verdict> = active.round.grades().map(|grade| grade.before).collect();
    if wins.len() > 1 {
        lines.extend(graph::lines(&wins, 1, 40, theme));
    }
    lines
}

fn note(view: &ViewContext, active: &ActiveRound) -> Option<(Role, String)> {
    if let Some(done) = active.summary() {
        let role = if done.outcome.is_solved() { Role::Success } else { Role::Blunder };
        let offers = [
            (Action::from(PracticeAction::NextRound), "the next start"),
            (Action::from(PracticeAction::RetryStart), "this one again"),
        ];
        let offers = offers
            .iter()
            .filter_map(|(action, what)| Some(format!("{} {what}", key_for_footer(view, *action)?)));
        let offers: Vec<String> = offers.collect();
        return Some((
            role,
            format!("{}; {}", widget::round_summary::round_summary_title(done), offers.join(", ")),
        ));
    }
    if !active.is_live() {
        return Some(history_note(view, "the round"));
    }
    None
}
