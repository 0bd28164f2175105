//! Draws the page of puzzles: ways to solve, themes, sets.

use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::capitalized;
use crate::practice::puzzle::run::{RUN_TIME, WRONG_MOVE_PENALTY};
use crate::practice::puzzle::set::{BUILT_IN_NAME, WOODPECKER_SIZE};
use crate::practice::puzzle::{PuzzleRun, PuzzleRunKind, PuzzleSet, PuzzleTheme};
use crate::tui::keymap::PuzzleAction;
use crate::tui::model::{PaneId, PracticeTab, PuzzleRow, PuzzlesState, Shared};
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{ViewContext, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::clock;
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::pane::Pane;

/// The facts for the status bar.
pub(crate) fn bar_facts(puzzles: &PuzzlesState, tab: &PracticeTab, shared: &Shared) -> Vec<String> {
    let rating = tab.progress.puzzles.rating_on(shared.today);
    let count = puzzles.set().map_or(0, |set| set.puzzles().len());
    vec![
        pluralized(count, "puzzle"),
        format!("your rating {:.0} ±{:.0}", rating.rating, 2.0 * rating.deviation),
    ]
}

/// The page.
pub(crate) fn scene<'a>(
    view: &ViewContext,
    puzzles: &PuzzlesState,
    tab: &PracticeTab,
    list: Rect,
    details: Rect,
) -> ListScene<'a> {
    let rows = puzzles.rows();
    let width = usize::from(list.width);
    let group = |row: &PuzzleRow| match row {
        PuzzleRow::Rated | PuzzleRow::Run(_) | PuzzleRow::NewSet => "Solve",
        PuzzleRow::Theme(_) => "Theme",
        PuzzleRow::Set(_) => "Set",
    };
    let pane = Pane::grouped(
        (PaneId::List, "Puzzles"),
        rows.iter().map(group),
        puzzles.chosen,
        |first| Line::from(view.span(Role::Title, group(&rows[first]))),
        |at| form::list_row(entry(view, puzzles, tab, at, rows[at]), view.theme, width),
    );
    let pane = pane.with_note(keys_note(view, [PuzzleAction::Begin], "chooses"));
    ListScene {
        list: pane,
        details: Some(details_pane(&view.inside(details), puzzles, tab)),
        preview: None,
        material: None,
        lines_below: Vec::new(),
        line_in_sight: None,
    }
}

fn entry(
    view: &ViewContext,
    puzzles: &PuzzlesState,
    tab: &PracticeTab,
    at: usize,
    row: PuzzleRow,
) -> ListWidgetEntry {
    let theme = view.theme;
    let progress = &tab.progress.puzzles;
    let chosen = at == puzzles.chosen;
    let count = |of: Option<PuzzleTheme>| puzzles.set().map_or(0, |set| set.count(of));
    let (is_taken, note) = match row {
        PuzzleRow::Rated => (false, format!("{:.0}", progress.rating_on(view.shared.today).rating)),
        PuzzleRow::Run(PuzzleRunKind::Woodpecker) => {
            let cycles = progress.woodpecker_cycles.len();
            (false, if cycles == 0 { String::new() } else { pluralized(cycles, "cycle") })
        }
        PuzzleRow::Run(kind) => {
            (false, progress.best_run(kind).map_or_else(String::new, |best| format!("best {}", best.solved)))
        }
        PuzzleRow::NewSet => (false, String::new()),
        PuzzleRow::Theme(of) => (of == puzzles.theme, group_digits(count(of) as u64)),
        PuzzleRow::Set(set) => {
            let size = puzzles.sets.get(set).map_or(0, |set| set.puzzles().len());
            (set == puzzles.set, group_digits(size as u64))
        }
    };
    let is_choice = matches!(row, PuzzleRow::Theme(_) | PuzzleRow::Set(_));
    let mark = match (is_choice, is_taken) {
        (false, _) => String::new(),
        (true, true) => format!("{} ", theme.glyphs().best),
        (true, false) => "  ".to_owned(),
    };
    let name = vec![view.span(Role::Success, mark), view.span(Role::Ground, row_name(puzzles, row))];
    let note: Vec<Span<'static>> = vec![view.span(Role::Faint, note)];
    ListWidgetEntry { name, note, chosen }
}

fn row_name(puzzles: &PuzzlesState, row: PuzzleRow) -> String {
    match row {
        PuzzleRow::Rated => "rated puzzles".to_owned(),
        PuzzleRow::Run(PuzzleRunKind::Streak) => "streak".to_owned(),
        PuzzleRow::Run(PuzzleRunKind::Timed) => "against the clock".to_owned(),
        PuzzleRow::Run(PuzzleRunKind::Woodpecker) => "woodpecker: the same set again".to_owned(),
        PuzzleRow::NewSet => "woodpecker: a new set".to_owned(),
        PuzzleRow::Theme(None) => "all themes".to_owned(),
        PuzzleRow::Theme(Some(theme)) => theme.name().to_owned(),
        PuzzleRow::Set(set) => puzzles.sets.get(set).map_or_else(String::new, |set| set.name.clone()),
    }
}

/// What the chosen row is about.
fn details_pane(view: &ViewContext, puzzles: &PuzzlesState, tab: &PracticeTab) -> Pane {
    let row = puzzles.row();
    let mut body = view.prose(Role::Ground, &description(puzzles, row));
    body.push(Line::default());
    body.extend(
        figures(puzzles, tab, view.shared, row).iter().flat_map(|text| view.prose(Role::Faint, text)),
    );
    Pane::new(PaneId::Details, capitalized(&row_name(puzzles, row)), body)
}

fn description(puzzles: &PuzzlesState, row: PuzzleRow) -> String {
    match row {
        PuzzleRow::Rated => "Puzzles near your rating, one after the other. A puzzle counts as solved if the first move \
                             and all that follow are right at once; then your rating rises, else it falls."
            .to_owned(),
        PuzzleRow::Run(PuzzleRunKind::Streak) => {
            "Harder and harder puzzles, as many as you can: the first mistake ends it.".to_owned()
        }
        PuzzleRow::Run(PuzzleRunKind::Timed) => format!(
            "As many puzzles as you can in {} minutes, the easy ones first. A wrong move costs {} seconds and the puzzle.",
            RUN_TIME.as_secs() / 60,
            WRONG_MOVE_PENALTY.as_secs()
        ),
        PuzzleRow::Run(PuzzleRunKind::Woodpecker) => {
            "The woodpecker method: solve the same set again, faster and without mistakes, until you see the \
             solutions at a glance."
                .to_owned()
        }
        PuzzleRow::NewSet => {
            format!("Begins a new set of {WOODPECKER_SIZE} puzzles, up to a little above your rating.")
        }
        PuzzleRow::Theme(None) => "Puzzles of all themes.".to_owned(),
        PuzzleRow::Theme(Some(theme)) => theme.description().to_owned(),
        PuzzleRow::Set(set) => match puzzles.sets.get(set) {
            Some(set) if set.name == BUILT_IN_NAME => {
                "The puzzles of the program: from games of the engine against itself and from endgame tables. Each \
                 has the proof that its solution is the only one."
                    .to_owned()
            }
            _ => "An imported set. Where a move differs from the solution, a search decides whether it is as good."
                .to_owned(),
        },
    }
}

/// The figures of the chosen row.
fn figures(puzzles: &PuzzlesState, tab: &PracticeTab, shared: &Shared, row: PuzzleRow) -> Vec<String> {
    let progress = &tab.progress.puzzles;
    match row {
        PuzzleRow::Rated => {
            let rating = progress.rating_on(shared.today);
            let rated = pluralized(progress.rated_count as usize, "rated puzzle");
            let margin = 2.0 * rating.deviation;
            vec![format!("Your rating (Glicko-2): {:.0} ±{margin:.0} after {rated}", rating.rating)]
        }
        PuzzleRow::Run(PuzzleRunKind::Woodpecker) | PuzzleRow::NewSet => {
            let cycle = |(index, run): (usize, &PuzzleRun)| {
                let time = clock::elapsed(Duration::from_secs(run.seconds.into()));
                format!("cycle {}: {time}, solved {}, wrong {}", index + 1, run.solved, run.wrong)
            };
            progress.woodpecker_cycles.iter().enumerate().map(cycle).collect()
        }
        PuzzleRow::Run(kind) => match progress.best_run(kind) {
            Some(best) => vec![format!("best: solved {}, wrong {}", best.solved, best.wrong)],
            None => vec!["not tried yet".to_owned()],
        },
        PuzzleRow::Theme(theme) => {
            let Some(set) = puzzles.set() else { return Vec::new() };
            vec![seen_text(tab, set, theme)]
        }
        PuzzleRow::Set(set) => {
            let Some(set) = puzzles.sets.get(set) else { return Vec::new() };
            let mut lines = vec![seen_text(tab, set, None)];
            if set.name == BUILT_IN_NAME {
                lines.push("matescope puzzle import FILE brings others: EPD, Lichess' CSV, PGN".to_owned());
            }
            lines
        }
    }
}

/// `2,100 puzzles, 31 seen, 20 of them solved the last time`
fn seen_text(tab: &PracticeTab, set: &PuzzleSet, theme: Option<PuzzleTheme>) -> String {
    let progress = &tab.progress.puzzles;
    let (mut all, mut seen, mut solved) = (0, 0, 0);
    for (id, _) in set.with_theme(theme) {
        let known = progress.seen(id);
        all += 1;
        seen += usize::from(known.is_some());
        solved += usize::from(known.is_some_and(|known| known.is_solved));
    }
    format!("{}, {seen} seen, {solved} solved the last time", pluralized(all, "puzzle"))
}
