//! The marks on the board, and the move list beside it with its header: the same for every screen.

use ratatui::text::Line;

use crate::chess::{GameTermination, Move, MoveCost, Position, destination_square};
use crate::game::pgn::command;
use crate::game::pgn::drawing::{self, Brush, Drawing};
use crate::game::{Opening, Tree};
use crate::practice::Motif;
use crate::practice::guess::GuessVerdict;
use crate::tui::aids::hint::HintState;
use crate::tui::aids::threat::Threat;
use crate::tui::app::{App, Distances, Tab};
use crate::tui::board::move_list::{MoveListEntry, MoveListPathRelation, VariationBracket};
use crate::tui::board::state::{MoveTargetOutcome, WinSpeed};
use crate::tui::keymap::Action;
use crate::tui::navigation::TreeStep;
use crate::tui::scene::keys_note;
use crate::tui::widget::board::{ArrowKind, BoardArrow, BoardMarks, SquareTint, TargetOutcome};
use crate::tui::widget::coach::hinted_squares;
use crate::tui::widget::moves::{self, MoveListItem, glyphs};
use crate::tui::widget::opening;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;

/// The marks of the position on the board.
#[must_use]
pub fn marks(app: &App, position: &Position) -> BoardMarks {
    let mut marks = BoardMarks::default().with_check(position).with_cursor(app.board.cursor);
    if let Some(mv) = app.last_move() {
        marks = marks.with_last_move(mv);
    }
    if app.proof.is_some() {
        return marks;
    }
    if let Some(round) =
        app.practice_board.round().filter(|round| app.tab == Tab::Practice && round.is_live())
    {
        for square in round.hints.iter().flat_map(hinted_squares) {
            marks = marks.with_tint(square, SquareTint::Hint);
        }
    }
    for &square in shown_motif(app).into_iter().flat_map(|(motif, _)| &motif.squares) {
        marks = marks.with_tint(square, SquareTint::Drawn(motif_brush(app)));
    }
    let waits = app.play.premove.as_ref().filter(|_| app.tab == Tab::Play && app.play.is_live());
    for &square in waits.into_iter().flat_map(|premove| &premove.squares) {
        marks = marks.with_tint(square, SquareTint::Premove);
    }
    for square in app.shown_hint().into_iter().flat_map(HintState::squares) {
        marks = marks.with_tint(square, SquareTint::Hint);
    }
    let drawn = drawings(app);
    for square in drawn.iter().filter(|drawing| !drawing.is_arrow()) {
        marks = marks.with_tint(square.from, SquareTint::Drawn(square.brush));
    }
    let Some(picked) = app.board.picked else {
        let drawn = drawn.iter().filter(|drawing| drawing.is_arrow());
        let drawn = drawn.map(|arrow| BoardArrow {
            from: arrow.from,
            to: arrow.to,
            kind: ArrowKind::Drawn(arrow.brush),
        });
        let marks = marks
            .with_arrows(analysis_arrows(app))
            .with_arrows(motif_arrows(app))
            .with_arrows(refutation_arrows(app))
            .with_arrows(guess_arrows(app))
            .with_arrows(drawn);
        return match (app.ranking(), &app.analyze.walked_line) {
            (Some(ranking), None) if app.tab == Tab::Analyze || app.distances == Distances::Shown => {
                marks.with_ranking(ranking)
            }
            _ => marks,
        };
    };
    marks = marks.with_tint(picked, SquareTint::Selected);
    for target in app.targets() {
        let outcome = match target.outcome {
            MoveTargetOutcome::Unknown | MoveTargetOutcome::KeepsResult => TargetOutcome::Unknown,
            MoveTargetOutcome::Mates => TargetOutcome::Mate,
            MoveTargetOutcome::Stalemate => TargetOutcome::Stalemate,
            MoveTargetOutcome::Wins { mate_in: moves, speed: WinSpeed::Fastest } => {
                TargetOutcome::Best(moves)
            }
            MoveTargetOutcome::Wins { mate_in: moves, speed: WinSpeed::Slower } => {
                TargetOutcome::Slower(moves)
            }
            MoveTargetOutcome::LosesWin => TargetOutcome::Draws,
            MoveTargetOutcome::Loses => TargetOutcome::Loses,
        };
        marks = marks.with_target(target.square, outcome);
    }
    match app.board.dragged_over {
        Some(square) => marks.with_cursor(Some(square)),
        None => marks,
    }
}

/// The idea behind the trainee's last move, until the next one, and whether the move keeps the result; in a guided round
/// the idea to find, in the result quiz that of the position whose result is known.
fn shown_motif(app: &App) -> Option<(&Motif, bool)> {
    if let Some(active) = app.shown_quiz() {
        return active.revealed_motif().map(|motif| (motif, true));
    }
    let round = app.practice_board.round();
    let round = round.filter(|round| app.tab == Tab::Practice && round.is_live())?;
    if let Some(guidance) = round.shown_guidance() {
        return guidance.motif.as_ref().map(|motif| (motif, true));
    }
    let grade = round.last_grade.as_ref()?;
    Some((grade.motif.as_ref()?, grade.cost.keeps_result()))
}

/// Green for what a good move does, red for what a mistake gave up.
fn motif_brush(app: &App) -> Brush {
    let keeps = shown_motif(app).is_some_and(|(_, keeps)| keeps);
    if keeps { Brush::Green } else { Brush::Red }
}

/// The lines of the idea behind the trainee's last move.
fn motif_arrows(app: &App) -> Vec<BoardArrow> {
    let kind = ArrowKind::Drawn(motif_brush(app));
    let lines = shown_motif(app).map_or(&[][..], |(motif, _)| motif.arrows.as_slice());
    lines.iter().map(|&(from, to)| BoardArrow { from, to, kind }).collect()
}

/// The wrong move that was tried on a mistake card, and the reply that refutes it.
fn refutation_arrows(app: &App) -> Vec<BoardArrow> {
    let Some((wrong_move, reply)) = app.refuted_move() else { return Vec::new() };
    let arrow = |mv: Move, kind| Some(BoardArrow { from: mv.from()?, to: destination_square(mv), kind });
    let wrong_move = arrow(wrong_move, ArrowKind::Drawn(Brush::Red));
    wrong_move.into_iter().chain(reply.and_then(|mv| arrow(mv, ArrowKind::Threat))).collect()
}

/// The guess, and the game's move once the guess has its grade: red where the guess is worse.
fn guess_arrows(app: &App) -> Vec<BoardArrow> {
    let Some(active) = app.shown_guess() else { return Vec::new() };
    let arrow = |mv: Move, brush| {
        Some(BoardArrow { from: mv.from()?, to: destination_square(mv), kind: ArrowKind::Drawn(brush) })
    };
    match active.shown_moves() {
        (Some(judged), _) => {
            let brush = if judged.verdict() == GuessVerdict::Worse { Brush::Red } else { Brush::Yellow };
            let guess = judged.guess.and_then(|mv| arrow(mv, brush));
            guess.into_iter().chain(arrow(judged.game_move, Brush::Green)).collect()
        }
        (None, guess) => guess.and_then(|mv| arrow(mv, Brush::Yellow)).into_iter().collect(),
    }
}

/// The annotator's drawings on the position, and the one being drawn.
fn drawings(app: &App) -> Vec<Drawing> {
    if app.tab != Tab::Analyze || app.analyze.walked_line.is_some() {
        return Vec::new();
    }
    let walk = &app.analyze.walk;
    let mut drawn = drawing::drawings(&walk.tree().node(walk.node_id()).notes);
    let under_way = app.board.drawn_from.zip(app.board.drawn_to);
    drawn.extend(under_way.map(|(from, to)| Drawing { brush: Brush::Green, from, to }));
    drawn
}

/// Arrows of the analysis: the first moves of its lines, and the threat.
fn analysis_arrows(app: &App) -> Vec<BoardArrow> {
    if app.tab != Tab::Analyze || !app.config.board.arrows || app.analyze.walked_line.is_some() {
        return Vec::new();
    }
    let arrow =
        |mv: Move, says| Some(BoardArrow { from: mv.from()?, to: destination_square(mv), kind: says });
    let lines = app.shown_snapshot().map_or(&[][..], |snapshot| &snapshot.report.lines);
    // Where every move's distance is written on its square, the best ones need no arrow.
    let lines = if app.ranking().is_some() { &[] } else { lines };
    let firsts = lines.iter().filter_map(|line| line.moves.first().copied());
    let rank = |index: usize| u8::try_from(index + 1).unwrap_or(u8::MAX);
    let of_rank = |index| if index == 0 { ArrowKind::Best } else { ArrowKind::Alternative(rank(index)) };
    let mut arrows: Vec<BoardArrow> =
        firsts.enumerate().filter_map(|(index, mv)| arrow(mv, of_rank(index))).collect();
    if let Threat::Searched(sought) = &app.analyze.threat {
        let mv = sought.line().and_then(|line| line.moves.first().copied());
        arrows.extend(mv.and_then(|mv| arrow(mv, ArrowKind::Threat)));
    }
    arrows
}

/// The opening of the position on the board. None in a game that began from another position, and before the
/// first move, so that the line stays once it is there.
#[must_use]
pub fn opening(app: &App, width: usize) -> Option<Line<'static>> {
    let walk = app.shown_walk()?;
    let opening = Opening::at(walk.tree(), walk.node_id());
    let is_game = walk.tree().move_count() > 0 && walk.tree().starts_from_standard_position();
    (is_game || opening.is_some()).then(|| opening::line(opening, app.theme, width))
}

/// The longest comment that is shown whole, in bytes: several screens. A text of megabytes would cost each frame seconds.
const MAX_SHOWN_COMMENT_BYTES: usize = 1 << 14;

/// Comments for display: joined into one text, without commands for programs (`[%...]`).
fn comment_text(comments: &[String]) -> String {
    let texts = comments
        .iter()
        .map(|comment| {
            let end = comment.floor_char_boundary(MAX_SHOWN_COMMENT_BYTES);
            let rest = if end < comment.len() { " ..." } else { "" };
            command::text_without_commands(&comment[..end]) + rest
        })
        .filter(|text| !text.is_empty());
    sanitized_line(&texts.collect::<Vec<_>>().join(" "))
}

/// The pane of moves, with the keys that step through them.
pub(crate) fn moves_pane<A: Into<Action>>(
    app: &App,
    items: &[MoveListItem],
    step: fn(TreeStep) -> A,
    width: usize,
) -> Pane {
    let pane = moves::move_list_pane(items, app.theme, width);
    if items.is_empty() {
        return pane;
    }
    pane.with_note(keys_note(app, [TreeStep::Back, TreeStep::Forward].map(step), "step"))
}

/// The rows of the move list, with the cost of each move where `cost` knows it.
#[must_use]
pub fn move_list_items(
    entries: &[MoveListEntry],
    tree: &Tree,
    cost: impl Fn(&MoveListEntry) -> Option<MoveCost>,
) -> Vec<MoveListItem> {
    let mut items: Vec<MoveListItem> = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let next = entries.get(index + 1).map_or(0, |next| next.nesting);
        // Brackets close where the list leaves variations, or goes from one straight into the next.
        let opens_next = entries
            .get(index + 1)
            .is_some_and(|next| matches!(next.bracket, VariationBracket::Opens | VariationBracket::Both));
        let closes = match entry.bracket {
            VariationBracket::Closes | VariationBracket::Both => {
                (entry.nesting - next.min(entry.nesting)).max(usize::from(opens_next)).max(1)
            }
            VariationBracket::None | VariationBracket::Opens => 0,
        };
        let cost = cost(entry);
        // A stalemate is no mistake in itself: it may save the game.
        let is_stalemate = matches!(entry.ending, Some(GameTermination::Stalemate { .. }));
        let stalemate = if is_stalemate && cost.is_none() { " =" } else { "" };
        let notes = &tree.node(entry.node).notes;
        // The comment on the game is written above its first move.
        let about =
            if index == 0 { comment_text(&tree.node(tree.start()).notes.after) } else { String::new() };
        items.push(MoveListItem {
            number: entry.number,
            color: entry.color,
            san: entry.san.clone(),
            nesting: entry.nesting,
            opens: matches!(entry.bracket, VariationBracket::Opens | VariationBracket::Both),
            closes,
            current: entry.path_relation == MoveListPathRelation::Current,
            cost,
            mark: None,
            glyphs: glyphs(&notes.nags) + stalemate,
            before: [about, comment_text(&notes.before)].join(" ").trim().to_owned(),
            after: comment_text(&notes.after),
        });
    }
    items
}
