//! Draws a game whose moves are guessed.

use ratatui::text::{Line, Span};

use crate::chess::names::{color_name, move_number};
use crate::chess::text::capitalized;
use crate::chess::{Move, Position, notation};
use crate::game::pgn::drawing::Brush;
use crate::practice::guess::classics::last_name;
use crate::practice::guess::{GuessSummary, GuessVerdict, JudgedGuess};
use crate::practice::review::MoveReview;
use crate::tui::board;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{BoardAction, GuessAction};
use crate::tui::model::{ActiveGuess, GuessStatus, PaneId};
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, history_note, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::board::{ArrowKind, BoardArrow};
use crate::tui::widget::move_review;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text::ScoreText;
use crate::tui::widget::text::{spread, wrap};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, active: &ActiveGuess) -> BoardScene {
    let you = active.guesses.side();
    let fact = format!("guess the move {} you: {}", view.theme.glyphs().dot, color_name(you));
    let none = |_: &MoveListEntry| None;
    let items = board::view::move_list_items(&move_list::shown(&active.walk), active.walk.tree(), none);
    let panes = vec![
        task_pane(view, active),
        results_pane(view, active),
        board::view::moves_pane(view, &items, BoardAction::Step),
    ];
    BoardScene {
        bar_facts: vec![fact],
        panes,
        prompt_note: Some(note(view, active)),
        marks: marks(active),
        ..BoardScene::default()
    }
}

/// The guess, and the game's move once the guess has its grade: red where the guess is worse.
fn marks(active: &ActiveGuess) -> SceneMarks {
    let arrow = |mv: Move, brush| BoardArrow::of(mv, ArrowKind::Drawn(brush));
    let (judged, guess) = active.shown_moves();
    let mut arrows: Vec<BoardArrow> = guess.and_then(|mv| arrow(mv, Brush::Yellow)).into_iter().collect();
    if let Some(judged) = judged {
        let brush = if judged.verdict() == GuessVerdict::Worse { Brush::Red } else { Brush::Yellow };
        arrows.extend(judged.guess.and_then(|mv| arrow(mv, brush)));
        arrows.extend(arrow(judged.game_move, Brush::Green));
    }
    SceneMarks { arrows, ..SceneMarks::default() }
}

/// The game, what is asked for, and the grade of the last guess.
fn task_pane(view: &ViewContext, active: &ActiveGuess) -> Pane {
    let theme = view.theme;
    let mut body = players_text(active).map_or_else(Vec::new, |text| view.prose(Role::Ground, &text));
    let turn = color_name(active.guesses.side());
    match &active.status {
        GuessStatus::AwaitingMove => {
            body.extend(grade_lines(view, active));
            let text = format!("{turn} to move: what was played?");
            body.extend(view.prose(Role::Strong, &text));
        }
        GuessStatus::Judging { guess, .. } => {
            let position = active.walk.position();
            let text = match guess {
                Some(mv) => format!("Grading {}{}", notation::san(position, *mv), theme.glyphs().ellipsis),
                None => format!("Grading the game's move{}", theme.glyphs().ellipsis),
            };
            body.extend(view.prose(Role::Faint, &text));
        }
        GuessStatus::Judged => body.extend(grade_lines(view, active)),
        GuessStatus::Over => {
            body.extend(grade_lines(view, active));
            let result = active.game.header.result;
            body.extend(view.prose(Role::Strong, &format!("The game is through: {result}.")));
        }
    }
    let (done, all) = (active.guesses.guesses().len(), active.guesses.guess_count());
    let current = if active.guesses.is_judged() { done } else { (done + 1).min(all) };
    let note = vec![view.span(Role::Faint, format!("move {current} of {all}"))];
    Pane::new(PaneId::Retry, "Guess the move", body)
        .with_rows_of_text(9)
        .with_reserved_rows(6)
        .with_note(note)
}

/// `Paul Morphy - Duke of Brunswick, 1858`; None where nobody is known.
fn players_text(active: &ActiveGuess) -> Option<String> {
    let tag = |name| active.game.header.tag(name);
    let (white, black) = (tag("White"), tag("Black"));
    white.or(black)?;
    let year = tag("Date").and_then(|date| date.split('.').next());
    let year = year.map_or_else(String::new, |year| format!(", {year}"));
    Some(format!("{} - {}{year}", white.unwrap_or("?"), black.unwrap_or("?")))
}

/// The last guess compared with the game's move and the engine's choice.
fn grade_lines(view: &ViewContext, active: &ActiveGuess) -> Vec<Line<'static>> {
    let Some(last) = active.last_guess() else { return Vec::new() };
    let Some(before) = active.position_before(last) else { return Vec::new() };
    let (role, text) = verdict_text(view, last);
    let mut body = view.prose(role, &text);
    match last.verdict() {
        GuessVerdict::Shown => {}
        GuessVerdict::Same => {
            if let (false, Some(best)) = (last.is_best(), last.best) {
                body.push(best_row(view, last, before, best));
            }
            return body;
        }
        GuessVerdict::Better | GuessVerdict::AsGood | GuessVerdict::Worse => {
            body.push(move_row(view, "you", &last.guess_review));
            if let Some(reason) = last.guess_review.reason_without_better() {
                body.extend(view.prose(Role::Ground, &format!("{}.", capitalized(&reason))));
            }
        }
    }
    body.push(move_row(view, "game", &last.game_review));
    if let Some(best) = last.best.filter(|&best| best != last.game_move && Some(best) != last.guess) {
        body.push(best_row(view, last, before, best));
    }
    body
}

/// What is said of a guess first.
fn verdict_text(view: &ViewContext, guess: &JudgedGuess) -> (Role, String) {
    let best = view.theme.glyphs().best;
    let san = &guess.guess_review.san;
    let game = &guess.game_review.san;
    let choice = if guess.is_best() { ", the engine's choice too" } else { "" };
    match guess.verdict() {
        GuessVerdict::Same => (Role::Success, format!("{best} {san}, as in the game{choice}.")),
        GuessVerdict::Better if guess.is_best() => {
            (Role::Success, format!("{best} {san} is better than the game's {game}: the engine's choice."))
        }
        GuessVerdict::Better => (Role::Success, format!("{best} {san} is better than the game's {game}.")),
        GuessVerdict::AsGood => (Role::Success, format!("{best} {san} is as good as the game's {game}.")),
        GuessVerdict::Worse => (Role::Blunder, format!("{san} is worse than the game's {game}.")),
        GuessVerdict::Shown => (Role::Hint, format!("{game} was played.")),
    }
}

/// The width from which the figures of the moves stand in columns, in cells.
const MIN_TABLE_WIDTH: usize = 32;

/// `you    Nf3 ?!    +0.35   -4%`: a move, its mark, its evaluation and the winning chances that it loses.
fn move_row(view: &ViewContext, who: &str, review: &MoveReview) -> Line<'static> {
    let theme = view.theme;
    let score = move_review::finding_text(&review.finding_after, review.mover.other(), theme);
    let mut name = vec![view.span(Role::Ground, format!("{} ", review.san))];
    name.extend(move_review::mark_spans(review, theme));
    let loss = match (review.result_change, review.loss_percent()) {
        (Some(change), _) => change.name().to_owned(),
        (None, 0) => String::new(),
        (None, loss) => format!("-{loss}%"),
    };
    row(view, who, name, (score, &loss))
}

/// The engine's choice, with the evaluation of the position before the move.
fn best_row(view: &ViewContext, guess: &JudgedGuess, before: &Position, best: Move) -> Line<'static> {
    let theme = view.theme;
    let score = move_review::finding_text(&guess.game_review.finding_before, before.turn(), theme);
    let name = vec![view.span(Role::Best, notation::san(before, best))];
    row(view, "engine", name, (score, ""))
}

/// Whose move it is, the move, its evaluation and its loss. The figures end in the same places, where there is room.
fn row(
    view: &ViewContext,
    who: &str,
    name: Vec<Span<'static>>,
    (score, loss): (ScoreText, &str),
) -> Line<'static> {
    let theme = view.theme;
    let (who, figures, loss) = if view.width < MIN_TABLE_WIDTH {
        (format!("{who} "), score.text, if loss.is_empty() { String::new() } else { format!(" {loss}") })
    } else {
        (format!("{who:<6} "), format!("{:>7}", score.text), format!(" {loss:>5}"))
    };
    let mut left = vec![view.span(Role::Faint, who)];
    left.extend(name);
    let right = vec![view.span(score.role, figures), view.span(Role::Faint, loss)];
    spread(left, right, view.width, theme.glyphs())
}

/// The results so far, and once the game is through the guesses that lost most.
fn results_pane(view: &ViewContext, active: &ActiveGuess) -> Pane {
    let summary = active.guesses.summary();
    let mut body = count_lines(view, &summary);
    if let (Some(own), Some(game)) = (summary.accuracy, summary.game_accuracy) {
        let name = active.guesses.side().fold_wb("White", "Black");
        let player = active.game.header.tag(name).map_or(name, last_name).to_owned();
        let text = format!("accuracy: you {own:.1} %, {player} {game:.1} %");
        body.extend(view.prose(Role::Ground, &text));
        let text = format!("the engine's choice {} of {}", summary.best, summary.guessed());
        body.extend(view.prose(Role::Faint, &text));
    }
    if active.status == GuessStatus::Over {
        body.extend(worst_lines(view, active));
    }
    Pane::new(PaneId::RoundSummary, "Results", body).with_rows_of_text(6)
}

/// `same 5 · better 1 · worse 3`: what there was of each, and the moves that were guessed right always.
fn count_lines(view: &ViewContext, summary: &GuessSummary) -> Vec<Line<'static>> {
    let theme = view.theme;
    let mut words: Vec<Span<'static>> = Vec::new();
    for (name, count, role) in [
        ("same", summary.same, Role::Success),
        ("better", summary.better, Role::Success),
        ("as good", summary.as_good, Role::Ground),
        ("worse", summary.worse, Role::Mistake),
        ("shown", summary.shown, Role::Faint),
    ] {
        if count == 0 && name != "same" {
            continue;
        }
        let dot = if words.is_empty() { String::new() } else { format!(" {} ", theme.glyphs().dot) };
        words.push(view.span(Role::Faint, dot));
        words.push(view.span(if count == 0 { Role::Faint } else { role }, format!("{name} {count}")));
    }
    wrap(words, view.width)
}

/// The guesses that lost most winning chances.
fn worst_lines(view: &ViewContext, active: &ActiveGuess) -> Vec<Line<'static>> {
    const SHOWN: usize = 3;
    let theme = view.theme;
    let mut worst: Vec<&JudgedGuess> =
        active.guesses.guesses().iter().filter(|guess| guess.verdict() == GuessVerdict::Worse).collect();
    worst.sort_by(|one, other| {
        other.guess_review.winning_chances_loss.total_cmp(&one.guess_review.winning_chances_loss)
    });
    let line = |guess: &&JudgedGuess| {
        let review = &guess.guess_review;
        let number = move_number(review.number, review.mover);
        let left = vec![
            view.span(Role::Ground, format!("{number}{} ", review.san)),
            view.span(Role::Faint, format!("game {}", guess.game_review.san)),
        ];
        let loss = format!("-{}%", review.loss_percent());
        spread(left, vec![view.span(Role::Mistake, loss)], view.width, theme.glyphs())
    };
    worst.iter().take(SHOWN).map(line).collect()
}

fn note(view: &ViewContext, active: &ActiveGuess) -> (Role, String) {
    let next = key_for_footer(view, GuessAction::Next).unwrap_or_default();
    let show = key_for_footer(view, GuessAction::ShowMove).unwrap_or_default();
    match &active.status {
        _ if !active.is_live() => history_note(view, "the guess"),
        GuessStatus::AwaitingMove => (Role::Faint, format!("type your guess; {show} shows the move")),
        GuessStatus::Judging { .. } => (Role::Faint, "the engine compares the moves".to_owned()),
        GuessStatus::Judged => (Role::Ground, format!("{next} goes on with the game's move")),
        GuessStatus::Over => (Role::Success, format!("{next} goes back to the list")),
    }
}
