//! Training of opening repertoires: `practice::repertoire` asks and judges; this file passes messages on.

use std::sync::Arc;

use crate::chess::names::color_name;
use crate::chess::{Color, Move};
use crate::game::pgn::{PgnGame, PgnHeader};
use crate::game::repertoire::{RepertoirePlace, ReplyCounts};
use crate::game::{Repertoire, Repertoires, TreeCursor};
use crate::practice::record::{CardAnswer, PracticeEntry};
use crate::practice::repertoire::TrainingStep;
use crate::practice::spaced_repetition::CardReview;
use crate::tui::context::PracticeContext;
use crate::tui::keymap::{KeyNames, RepertoireAction};
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::repertoire::CountedRepertoire;
use crate::tui::model::{
    ActiveRepertoire, GameReadPurpose, PracticePage, PracticeTab, RepertoireFeedback, RepertoireRequest,
    RepertoireRow, RepertoireState, Shared, TrainingMode,
};
use crate::tui::navigation::Tab;

/// Performs an action of the page or of training.
pub(crate) fn act(
    keys: &KeyNames,
    state: &mut RepertoireState,
    cx: &mut PracticeContext,
    action: RepertoireAction,
) {
    if !is_available(cx.tab, cx.shared, action) {
        return explain_unavailable(keys, cx, action);
    }
    match action {
        RepertoireAction::Open => open(state, cx),
        RepertoireAction::Rows(step) => {
            let last = state.rows(cx.shared.repertoires.as_deref()).len().saturating_sub(1);
            state.chosen = step.from(state.chosen, last);
        }
        RepertoireAction::Begin => begin_chosen(state, cx),
        RepertoireAction::Mode => state.mode = state.mode.next(),
        RepertoireAction::ShowMove => show_move(cx),
        RepertoireAction::Next => next(cx),
    }
}

/// Why an action is not available, where that is not plain.
fn explain_unavailable(keys: &KeyNames, cx: &mut PracticeContext, action: RepertoireAction) {
    let awaits_move = cx.tab.shown_board(cx.shared).repertoire().is_some_and(ActiveRepertoire::awaits_move);
    if action == RepertoireAction::Next && awaits_move {
        let key = keys.key(RepertoireAction::ShowMove);
        let key = key.map_or_else(String::new, |key| format!("; {key} shows it"));
        cx.shared.show_note(format!("Play the move of your repertoire first{key}"));
    }
}

/// Whether an action is available.
pub(crate) fn is_available(tab: &PracticeTab, shared: &Shared, action: RepertoireAction) -> bool {
    let active = tab.shown_board(shared).repertoire();
    let is_list = tab.page == PracticePage::Openings && active.is_none();
    match action {
        RepertoireAction::Open => true,
        RepertoireAction::Rows(_) | RepertoireAction::Begin | RepertoireAction::Mode => is_list,
        RepertoireAction::ShowMove => active.is_some_and(|active| active.run.step() == TrainingStep::Ask),
        RepertoireAction::Next => active.is_some_and(|active| !active.awaits_move()),
    }
}

/// Shows the page. The files are looked at again, and the games of the library are counted.
fn open(state: &mut RepertoireState, cx: &mut PracticeContext) {
    cx.tab.page = PracticePage::Openings;
    cx.tab.board.close_example();
    cx.tab.count_repertoire_cards(cx.shared);
    cx.effects.push(RepertoireRequest::Read);
    count_replies(state, cx.shared, cx.effects);
}

/// Has the replies of opponents counted, for repertoires that are not counted yet.
fn count_replies(state: &RepertoireState, shared: &Shared, effects: &mut Effects) {
    let Some(repertoires) = &shared.repertoires else { return };
    for side in Color::ALL {
        let repertoire = repertoires.of(side);
        if !repertoire.is_empty() && state.counted(repertoire).is_none() {
            effects.push(RepertoireRequest::CountReplies(Arc::clone(repertoire)));
        }
    }
}

/// Takes the repertoires that were read.
pub(crate) fn receive(state: &mut RepertoireState, cx: &mut PracticeContext, repertoires: Repertoires) {
    cx.shared.repertoires = Some(Arc::new(repertoires));
    cx.tab.count_repertoire_cards(cx.shared);
    let last = state.rows(cx.shared.repertoires.as_deref()).len().saturating_sub(1);
    state.chosen = state.chosen.min(last);
    if cx.tab.page == PracticePage::Openings {
        count_replies(state, cx.shared, cx.effects);
    }
}

/// Takes what was counted of the replies of a repertoire.
pub(crate) fn receive_counts(state: &mut RepertoireState, repertoire: &Arc<Repertoire>, counts: ReplyCounts) {
    state.counted[repertoire.side().fold_wb(0, 1)] = Some(CountedRepertoire::new(repertoire, counts));
}

/// Begins training of the chosen row, or shows the gap on the analysis board.
fn begin_chosen(state: &RepertoireState, cx: &mut PracticeContext) {
    let Some(repertoires) = cx.shared.repertoires.clone() else { return };
    match state.row(Some(&repertoires)) {
        None => cx.shared.show_note("There is no repertoire yet"),
        Some(RepertoireRow::Side(side)) => begin(state, cx, (side, None)),
        Some(RepertoireRow::Chapter(side, chapter)) => begin(state, cx, (side, Some(chapter))),
        Some(RepertoireRow::Gap(side, at)) => {
            let repertoire = repertoires.of(side);
            let Some(gap) = state.counted(repertoire).and_then(|counted| counted.coverage.gaps.get(at))
            else {
                return;
            };
            let (start, mut moves) = repertoire.way_to(gap.place);
            moves.push(gap.reply);
            let mut walk = TreeCursor::new(repertoire.at(start).position().clone());
            for mv in moves {
                walk.play(mv);
            }
            cx.effects.request(Request::OpenGame {
                position: Some(walk.position().key()),
                game: Box::new(PgnGame { header: PgnHeader::default(), tree: walk.tree().clone() }),
                kept: None,
                mine: Some(side),
                purpose: GameReadPurpose::Open,
            });
        }
    }
}

/// Begins training with the repertoire of a side, or a chapter of it.
fn begin(state: &RepertoireState, cx: &mut PracticeContext, (side, chapter): (Color, Option<usize>)) {
    let Some(repertoires) = cx.shared.repertoires.clone() else { return };
    let repertoire = repertoires.of(side);
    let seed = cx.shared.random().u64(..);
    let today = cx.shared.today;
    let cards = &cx.tab.repertoire_cards[side.fold_wb(0, 1)];
    let Some(run) = state.run(repertoire, chapter, cards, &cx.tab.progress, (today, seed)) else {
        return cx.shared.show_note(match state.mode {
            TrainingMode::Due => "Nothing is due here today, and nothing is new",
            TrainingMode::Frequency | TrainingMode::Random => "There is no position to ask about",
        });
    };
    let title = match chapter.and_then(|at| repertoire.chapters().get(at)) {
        Some(chapter) if !chapter.title().is_empty() => chapter.title().to_owned(),
        Some(chapter) => format!("{} {}", chapter.file, chapter.number),
        None => format!("Openings as {}", color_name(side)),
    };
    cx.tab.clear_board(cx.shared);
    cx.shared.tab = Tab::Practice;
    cx.shared.board.bottom = side;
    cx.tab.board = PracticeBoard::Repertoire(Box::new(ActiveRepertoire::new(run, title)));
    cx.effects.push(Effect::StopAnalysis);
}

/// Begins training of what is due, for the side that has more of it.
pub(crate) fn begin_due(state: &mut RepertoireState, cx: &mut PracticeContext) {
    let due = |side: &Color| cx.tab.repertoire_cards[side.fold_wb(0, 1)].due.len();
    if let Some(side) = Color::ALL.into_iter().max_by_key(due) {
        state.mode = TrainingMode::Due;
        begin(state, cx, (side, None));
    }
}

/// A move of the player's.
pub(crate) fn try_move(cx: &mut PracticeContext, mv: Move) {
    let Some(active) = cx.tab.board.repertoire_mut().filter(|active| active.awaits_move()) else { return };
    let (place, was_shown) = (active.run.place(), active.shown_move().is_some());
    let Some((answer, review)) = active.run.answer(mv) else { return };
    if !answer.is_right() {
        cx.effects.push(Effect::Bell);
    }
    // Where the move was shown, there is nothing to say of the right one.
    active.feedback = (!was_shown || !answer.is_right()).then_some(RepertoireFeedback { place, mv, answer });
    active.play_on();
    cx.shared.board.clear_selection();
    if let Some(review) = review {
        record(cx, place, review);
    }
}

/// Writes the review of a card into the practice record.
fn record(cx: &mut PracticeContext, place: RepertoirePlace, review: CardReview) {
    let (today, card) = (cx.shared.today, review.card.clone());
    let entry = PracticeEntry::CardAnswer(CardAnswer { ended_at: 0, day: today, review });
    cx.tab.add_finished(&entry);
    let due = cx.tab.progress.cards.due_day(&card).unwrap_or(today);
    let side = cx.tab.board.own_color();
    let current = cx.shared.repertoires.as_ref().map(|repertoires| repertoires.of(side));
    let trained = cx.tab.board.repertoire().map(|active| active.run.repertoire());
    if current.zip(trained).is_some_and(|(current, trained)| Arc::ptr_eq(current, trained)) {
        cx.tab.repertoire_cards[side.fold_wb(0, 1)].answered(place, due);
    } else {
        // The repertoire was changed meanwhile, and has its positions in other places.
        cx.tab.count_repertoire_cards(cx.shared);
    }
    cx.effects.push(Effect::SavePractice(Box::new(entry)));
}

/// Shows the move that is asked for; the card counts as not known.
fn show_move(cx: &mut PracticeContext) {
    let Some(active) = cx.tab.board.repertoire_mut() else { return };
    let place = active.run.place();
    active.feedback = None;
    let review = active.run.give_up();
    cx.shared.clear_input();
    if let Some(review) = review {
        record(cx, place, review);
    }
}

/// The next line; behind the last one, back to the page.
fn next(cx: &mut PracticeContext) {
    let Some(active) = cx.tab.board.repertoire_mut() else { return };
    if active.run.step() == TrainingStep::Finished {
        close(cx);
    } else {
        active.next_line();
        cx.shared.clear_input();
    }
}

fn close(cx: &mut PracticeContext) {
    cx.tab.board.clear();
    cx.shared.clear_input();
}

/// One level back: from an earlier position to the question, from training to the page, from the page to the lessons. False
/// where none of them is shown.
pub(crate) fn back(cx: &mut PracticeContext) -> bool {
    if let Some(active) = cx.tab.board.repertoire_mut() {
        if active.is_live() {
            close(cx);
        } else {
            active.walk.go_to_end();
        }
        return true;
    }
    let is_page = cx.tab.page == PracticePage::Openings;
    if is_page {
        cx.tab.page = PracticePage::Lessons;
    }
    is_page
}
