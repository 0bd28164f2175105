//! A round of practice.

use ratatui::text::Line;

use crate::chess::names::named;
use crate::chess::{Cost, Verdict};
use crate::practice::{Goal, Progress};
use crate::tui::app::{App, BoxAid, Drilling, Entry};
use crate::tui::keymap::Action;
use crate::tui::theme::Role;
use crate::tui::widget::eval_bar::Shows;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::span;
use crate::tui::widget::{account, coach, distances, moves};

use super::{Scene, board, example, key_of, keys_note, king_box, looking_back, other_turn};

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> Scene {
    if let Some(example) = &app.practice.example {
        return example::scene(app, example, width);
    }
    let Some(drilling) = app.practice.round.as_deref() else { return Scene::default() };
    let round = &drilling.round;
    let mut facts = vec![
        format!("{} {}", round.drill().id, app.theme.glyphs().dot)
            + &format!(" you: {}", named(drilling.you())),
    ];
    if app.practice.details {
        facts.push(format!("seed {}", round.seed()));
    }
    Scene {
        figures: None,
        facts,
        panes: panes(app, drilling, width),
        under: under(app, drilling),
        bar: Shows::Nothing,
        note: note(app, drilling),
    }
}

fn panes(app: &App, drilling: &Drilling, width: usize) -> Vec<Pane> {
    let theme = app.theme;
    let round = &drilling.round;
    let mut panes = Vec::new();
    panes.push(if let Some(done) = drilling.account() {
        account::pane(done, theme, width)
    } else {
        let details = app.practice.details.then_some(app.guard);
        coach::goal(round, details, app.practice.par, theme, width)
    });
    panes.extend(other_turn::pane(app, drilling.other_turn, drilling.walk.position(), width));
    if let Some(ranking) = app.ranking().filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::Order::Cost, theme, width));
    } else if drilling.account().is_none() {
        let idea = &round.drill().idea;
        let (last, hints) = (drilling.last.as_ref(), &drilling.hints);
        let coach = coach::coach(last, hints, round.position(), idea, theme, width);
        panes.push(coach.noted(keys_note(app, &[Action::Hint], &format!("hint {}/3", hints.len()))));
        // Who defends hunts no king.
        let is_hunt = matches!(round.drill().goal, Goal::Mate | Goal::Promote);
        if is_hunt && app.practice.details && app.box_aid == BoxAid::Hidden {
            panes.extend(king_box::count_pane(app, width));
        }
    }
    panes.extend(king_box::pane(app, width));
    let cost = |entry: &Entry| graded(drilling, entry);
    let entries = app.sheet();
    let moves = moves::pane("Moves", &board::items(&entries, drilling.walk.tree(), cost), theme, width);
    panes.push(match entries.len() {
        0 => moves,
        _ => moves.noted(keys_note(app, &[Action::StepBack, Action::StepForward], "step")),
    });
    panes
}

/// The price of the trainee's moves, in the order in which they were played.
pub(super) fn graded(drilling: &Drilling, entry: &Entry) -> Option<Cost> {
    if entry.nesting > 0 || entry.color != drilling.you() {
        return None;
    }
    let tree = drilling.walk.tree();
    let played = tree.ply(entry.node).checked_sub(1)? / 2;
    drilling.round.grades().nth(played).filter(|grade| grade.san == entry.san).map(|grade| grade.cost)
}

fn under(app: &App, drilling: &Drilling) -> Vec<Line<'static>> {
    let theme = app.theme;
    let drill = drilling.round.drill();
    let mut lines = vec![record_line(app, &app.practice.progress, &drill.id)];
    let wins: Vec<Verdict> = drilling.round.grades().map(|grade| grade.before).collect();
    if wins.len() > 1 {
        lines.extend(crate::tui::widget::graph::lines(&wins, 1, 40, theme));
    }
    lines
}

/// What was achieved so far in a drill.
#[must_use]
pub fn record_line(app: &App, progress: &Progress, id: &str) -> Line<'static> {
    let theme = app.theme;
    let dot = theme.glyphs().dot;
    let text = progress.drills.get(id).map_or_else(
        || format!("{id}  first time"),
        |record| {
            let stalemate = record.last_stalemate.as_ref().map_or_else(String::new, |(mv, day)| {
                let ago = match app.today.saturating_sub(*day) {
                    0 => "today".to_owned(),
                    days => format!("{days} d ago"),
                };
                format!(" (last: {mv}, {ago})")
            });
            let lost =
                record.average_lost().map_or_else(String::new, |lost| format!(" {dot} avg +{lost:.1}"));
            format!(
                "{id}  solved {}/{} {dot} perfect {}{lost} {dot} stalemates {}{stalemate}",
                record.solved, record.attempts, record.perfect, record.stalemates
            )
        },
    );
    Line::from(span(theme, Role::Faint, text))
}

fn note(app: &App, drilling: &Drilling) -> Option<(Role, String)> {
    if let Some(done) = drilling.account() {
        let role = if done.outcome.is_solved() { Role::Good } else { Role::Blunder };
        let offers = [(Action::NextRound, "the next start"), (Action::Retry, "this one again")];
        let offers =
            offers.iter().filter_map(|(action, what)| Some(format!("{} {what}", key_of(app, *action)?)));
        let offers: Vec<String> = offers.collect();
        return Some((role, format!("{}; {}", account::title(done), offers.join(", "))));
    }
    if !drilling.is_live() {
        return Some(looking_back(app, "the round"));
    }
    None
}
