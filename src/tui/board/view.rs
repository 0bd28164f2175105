//! The marks on the board, and the move list beside it with its header: the same for every screen.

use ratatui::text::Line;

use crate::chess::{GameTermination, Move, MoveCost, Position};
use crate::game::pgn::command;
use crate::game::{Opening, Tree, TreeCursor};
use crate::tui::board::move_list::{MoveListEntry, MoveListPathRelation, VariationBracket};
use crate::tui::keymap::Action;
use crate::tui::model::{BoardInput, MoveTarget, MoveTargetOutcome, WinSpeed};
use crate::tui::navigation::TreeStep;
use crate::tui::scene::{SceneMarks, ViewContext, keys_note};
use crate::tui::widget::board::{BoardMarks, SquareTint, TargetOutcome};
use crate::tui::widget::moves::{self, MoveListItem, glyphs};
use crate::tui::widget::opening;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;

/// The marks of the position on the board: those of every board, and those of its screen.
pub(crate) fn marks(
    board: &BoardInput,
    position: &Position,
    last_move: Option<Move>,
    targets: &[MoveTarget],
    scene: &SceneMarks,
) -> BoardMarks {
    let mut marks = BoardMarks::default().with_check(position).with_cursor(board.cursor);
    if let Some(mv) = last_move {
        marks = marks.with_last_move(mv);
    }
    for &(square, tint) in &scene.tints {
        marks = marks.with_tint(square, tint);
    }
    let Some(picked) = board.picked else {
        let marks = marks.with_arrows(scene.arrows.iter().copied());
        return match &scene.ranking {
            Some(ranking) => marks.with_ranking(ranking),
            None => marks,
        };
    };
    marks = marks.with_tint(picked, SquareTint::Selected);
    for target in targets {
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
    match board.dragged_over {
        Some(square) => marks.with_cursor(Some(square)),
        None => marks,
    }
}

/// The opening of the position on the board. None in a game that began from another position, and before the
/// first move, so that the line stays once it is there.
pub(crate) fn opening(view: &ViewContext, walk: &TreeCursor) -> Option<Line<'static>> {
    let opening = Opening::at(walk.tree(), walk.node_id());
    let is_game = walk.tree().move_count() > 0 && walk.tree().starts_from_standard_position();
    (is_game || opening.is_some()).then(|| opening::line(opening, view.theme, view.width))
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
    view: &ViewContext,
    items: &[MoveListItem],
    step: fn(TreeStep) -> A,
) -> Pane {
    let pane = moves::move_list_pane(items, view.theme, view.width);
    if items.is_empty() {
        return pane;
    }
    pane.with_note(keys_note(view, [TreeStep::Back, TreeStep::Forward].map(step), "step"))
}

/// The rows of the move list, with the cost of each move where `cost` knows it.
pub(crate) fn move_list_items(
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
