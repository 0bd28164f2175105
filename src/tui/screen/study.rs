//! The analysis board: the verdict, the lines, every move by its cost, the tree of moves.

use ratatui::text::Line;

use crate::analysis::external::State as Doing;
use crate::analysis::{Snapshot, Source};
use crate::chess::names::{named, numbered};
use crate::chess::{Bound, Certainty, Cost, Position, fen};
use crate::tui::app::{App, Engine, Entry, Outside, Sort, State, Tables, Threat, Which, sheet};
use crate::tui::keymap::Action;
use crate::tui::theme::Role;
use crate::tui::widget::distances::Order;
use crate::tui::widget::eval_bar::Shows;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{harmless, span};
use crate::tui::widget::verdict::{Facts, Work};
use crate::tui::widget::{distances, guest, lines, moves, score_text, threat, verdict};

use super::{Scene, board, facts, key_of, keys_note, king_box, other_turn, review, tables};

/// The men up to which a position is called by its material.
pub(super) const MEN_OF_AN_ENDING: u8 = 7;

/// The keys of the analysis board, the most useful first.
pub(super) const KEYS: &[Action] = &[
    Action::Paste,
    Action::Review,
    Action::WalkLine,
    Action::Why,
    Action::MoreLines,
    Action::BuildTable,
    Action::Threat,
    Action::Only,
    Action::ToggleSort,
    Action::Comment,
    Action::MarkChord,
    Action::Promote,
    Action::Undo,
    Action::CopyChord,
    Action::Flip,
    Action::ToggleEngine,
    Action::KeepAnalysis,
    Action::Palette,
    Action::Help,
    Action::Engines,
    Action::EditPosition,
    Action::Quit,
];

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> Scene {
    let position = app.study.walk.position();
    // Of some moves alone nothing follows for the position.
    let heard = app.heard().filter(|_| app.study.only().is_none());
    let score = heard.and_then(|snapshot| snapshot.best_line()).map(|line| {
        // A mate that nobody has shown moves the bar, but not to the edge.
        let is_word = line.certainty == Certainty::Claimed;
        let score = if is_word { line.score.without_mate() } else { line.score };
        score.for_white(position.turn())
    });
    let shown = app.shown().unwrap_or_else(|| position.clone());
    let material = shown.material();
    let mut facts = vec![format!("{} to move", named(shown.turn()))];
    facts.extend(verdict::fifty_move_text(&shown));
    facts.push(state_text(app).to_owned());
    if material.men() <= MEN_OF_AN_ENDING {
        facts.insert(0, material.to_string());
    }
    let header = &app.study.header;
    if let (Some(white), Some(black)) = (header.tag("White"), header.tag("Black")) {
        facts.insert(0, harmless(&format!("{white} - {black}")));
    }
    if let (Some(reviewing), Some(retry)) = (app.study.review.as_deref(), app.study.retry()) {
        let panes = review::retry_panes(app, reviewing, retry, width);
        let (under, note) = (under(app, &shown), Some(review::retry_note(app, retry)));
        return Scene { facts, panes, under, note, ..Scene::default() };
    }
    let figures = heard.and_then(|snapshot| snapshot.best_line());
    let figures = figures.map(|line| score_text::of_line(line, position.turn(), app.theme.glyphs()));
    let bar = match app.study.walk.ending() {
        Some(ending) if app.study.line.is_none() => Shows::result(ending),
        _ => Shows::score(score),
    };
    Scene { facts, panes: panes(app, width), under: under(app, &shown), bar, figures, note: note(app) }
}

fn panes(app: &App, width: usize) -> Vec<Pane> {
    let theme = app.theme;
    let study = &app.study;
    let position = study.walk.position();
    let snapshot = app.heard();
    let ending = study.walk.ending();
    let alone = is_alone(app);
    let work = match app.watch.state {
        _ if alone.is_some_and(works) => Work::Runs,
        State::Working => Work::Runs,
        State::Idle => Work::Rests,
        State::Done => Work::Done,
    };
    let by = alone.map(|outside| outside.name.as_str());
    let of_moves = study.only().map(|only| (only.moves.len(), position.legal_moves().len()));
    let mut verdict = verdict::pane(
        &Facts { position, ending, snapshot, work, by, found: app.watch.found, of_moves },
        theme,
        width,
    );
    let table = tables::in_verdict(app, width);
    verdict.least += u16::try_from(table.len()).unwrap_or(0);
    verdict.body.extend(table);
    let mut panes = vec![verdict];
    let shown = app.shown();
    panes.extend(shown.as_ref().and_then(|shown| other_turn::pane(app, study.other_turn, shown, width)));
    panes.extend(king_box::pane(app, width));
    let step = study.line.as_ref().and_then(|walked| match walked.which {
        Which::Found(rank) => Some(lines::Step { rank, line: &walked.line, at: walked.at }),
        Which::Kept => None,
    });
    if ending.is_none() && alone.is_none() {
        let found = snapshot.map_or(&[][..], |snapshot| snapshot.report.lines.as_slice());
        let depth = study
            .depth
            .map_or_else(String::new, |depth| format!("to depth {} {} ", depth.get(), theme.glyphs().dot));
        let mut note = vec![span(theme, Role::Faint, format!("{depth}{} ", study.lines))];
        note.extend(keys_note(app, &[Action::MoreLines, Action::FewerLines], ""));
        let wanted =
            study.only().map_or(study.lines, |only| only.moves.len().min(study.lines.max(found.len())));
        let pane = lines::pane(found, position, step, wanted, theme, width).noted(note);
        // What a table says is said once.
        let is_fact = app.ranking().is_some();
        panes.push(if is_fact {
            pane
        } else {
            lines::steady(pane, wanted.min(position.legal_moves().len()))
        });
    }
    panes.extend(kept_pane(app, width));
    panes.extend(threat_pane(app, width));
    if let Some(outside) = app.engines.analyzing().filter(|_| ending.is_none()) {
        let step = step.filter(|_| alone.is_some());
        panes.push(outside_pane(app, outside, step, width));
    }
    if let Some(ranking) = app.ranking().filter(|ranking| !ranking.moves.is_empty()) {
        let order = match study.sort {
            Sort::Distance => Order::Cost,
            Sort::Name => Order::Name,
        };
        let note = keys_note(app, &[Action::ToggleSort], "sort");
        panes.push(distances::pane(ranking, order, theme, width).noted(note));
    }
    let cost = |entry: &Entry| graded(app, entry);
    let entries = app.sheet();
    let mut items = board::items(&entries, app.study.walk.tree(), cost);
    review::mark(app, &entries, &mut items);
    let moves = moves::pane("Moves", &items, theme, width).headed(board::opening(app, width));
    let moves = match entries.len() {
        0 => moves,
        _ => moves.noted(keys_note(app, &[Action::TreeBack, Action::TreeForward], "step")),
    };
    if let Some(reviewing) = study.shown_review() {
        let mut shown = review::panes(app, reviewing, width);
        shown.push(moves);
        shown.extend(review::slips(app, reviewing, width));
        shown.extend(panes.into_iter().filter(|pane| pane.title == "Lines"));
        return shown;
    }
    panes.push(moves);
    if facts::is_roomy(app, width) {
        panes.extend(shown.as_ref().map(|shown| facts::pane(shown, theme, width)));
        panes.extend(facts::evaluation(app, width));
    }
    panes
}

/// The line that stays in sight, with the move that it follows where that is not the last one.
fn kept_pane(app: &App, width: usize) -> Option<Pane> {
    let kept = app.study.kept.as_ref()?;
    let theme = app.theme;
    let walked = app.study.line.as_ref().filter(|walked| walked.which == Which::Kept).map(|walked| walked.at);
    let pane = lines::kept(&kept.walk.line, &kept.walk.from, walked, theme, width);
    let after = sheet::entry_of(&app.study.walk, kept.node);
    let place = match after {
        _ if app.study.walk.at() == kept.node => String::new(),
        Some(entry) => {
            format!("after {}{} {} ", numbered(entry.number, entry.color), entry.san, theme.glyphs().dot)
        }
        None => format!("from the start {} ", theme.glyphs().dot),
    };
    let note = format!("{place}depth {}", kept.walk.depth.get());
    Some(pane.noted(vec![span(theme, Role::Faint, note)]))
}

/// What the other side would do, where threats are looked at.
fn threat_pane(app: &App, width: usize) -> Option<Pane> {
    match &app.study.threat {
        Threat::Hidden => None,
        Threat::Impossible(reason) => Some(threat::impossible(reason.reason(), app.theme, width)),
        Threat::Sought(sought) => {
            let turn = sought.passed.turn().other();
            let of_all = app.watch.snapshot.as_deref().filter(|_| app.study.only().is_none());
            let now = of_all.and_then(Snapshot::best_line);
            let now = now.filter(|line| line.bound == Bound::Exact).map(|line| line.score.for_white(turn));
            let depth = sought.snapshot.as_deref().map_or(0, |snapshot| snapshot.report.depth.get());
            let facts = threat::Facts { passed: &sought.passed, line: sought.line(), depth, now };
            Some(threat::pane(&facts, app.theme, width))
        }
    }
}

/// The engine outside, where it analyzes alone.
fn is_alone(app: &App) -> Option<&Outside> {
    let outside = app.engines.analyzing()?;
    (app.study.engine == Engine::Off && app.watch.snapshot.is_none()).then_some(outside)
}

fn works(outside: &Outside) -> bool {
    outside.standing.as_ref().is_some_and(|standing| standing.state == Doing::Thinking)
}

/// What the engine outside says.
fn outside_pane(app: &App, outside: &Outside, step: Option<lines::Step>, width: usize) -> Pane {
    let failure = outside.failure();
    let way = key_of(app, Action::Engines).map_or_else(String::new, |key| {
        let restart = key_of(app, Action::EngineRestart).unwrap_or_default();
        if failure.is_some() {
            format!("{key} then {restart} restarts it; the built-in engine is not touched")
        } else {
            format!("{key} lists the engines")
        }
    });
    let trouble = failure.as_deref().or(app.engines.refusal.as_deref());
    let standing = outside.standing.as_ref();
    let oddities = standing.and_then(|standing| Some((standing.oddities, standing.oddity.as_deref()?)));
    let state = outside.state_text();
    let told = app.engines.told.as_deref();
    let facts = guest::Facts {
        name: &outside.name,
        position: app.study.walk.position(),
        snapshot: told.filter(|snapshot| snapshot.source == Source::External),
        state: &state,
        trouble: trouble.map(|trouble| (trouble, way.as_str())),
        oddities,
        step,
        wanted: app.study.lines,
    };
    guest::pane(&facts, app.theme, width)
}

/// What a move of the list gave away, where the tables cover the position before it.
pub(super) fn graded(app: &App, entry: &Entry) -> Option<Cost> {
    let tree = app.study.walk.tree();
    let node = tree.node(entry.node);
    let before = tree.node(node.parent()?).position();
    let (was, is) = (app.truth.probe(before)?, app.truth.probe(node.position())?.for_mover());
    Some(Cost::between(was, is, entry.ending))
}

fn state_text(app: &App) -> &'static str {
    match (app.watch.state, app.truth.tables) {
        _ if is_alone(app).is_some_and(works) => "engine works",
        (State::Working, _) => "engine works",
        (_, Tables::Building) => "building tables",
        (State::Done, Tables::Ready) => "done",
        (State::Idle, Tables::Ready) => "idle",
    }
}

/// The FEN below the board, and what is being walked.
fn under(app: &App, shown: &Position) -> Vec<Line<'static>> {
    let theme = app.theme;
    vec![Line::from(span(theme, Role::Faint, fen::format(shown)))]
}

fn note(app: &App) -> Option<(Role, String)> {
    let theme = app.theme;
    if let Some(line) = &app.study.line {
        let dot = theme.glyphs().dot;
        let (name, keeps) = match line.which {
            Which::Found(rank) => (format!("line {}", rank + 1), "pins it"),
            Which::Kept => ("kept line".to_owned(), "unpins it"),
        };
        return Some((
            Role::Key,
            format!(
                "{name} {dot} move {} of {} {dot} {} plays it, {} {keeps}",
                line.at,
                line.line.moves.len(),
                key_of(app, Action::LinePlay).unwrap_or_default(),
                key_of(app, Action::LineKeep).unwrap_or_default(),
            ),
        ));
    }
    if let Some(advice) = app.advice() {
        return Some((Role::Good, advice.words()));
    }
    if let Some(failure) = &app.watch.failure {
        return Some((Role::Error, format!("the engine stopped: {failure}")));
    }
    let ending = app.study.walk.ending()?;
    Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason())))
}
