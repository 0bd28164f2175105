//! The proof tree: the key, each defense with its distance and its refutation, and the purpose of a quiet
//! move.

use ratatui::text::{Line, Span};

use crate::analysis::proof_explorer::{
    MateDistance, NodeExpansion, ProofAnswer, ProofMoveIdea, ProofNode, ProofNodeId, ProofTree,
};
use crate::chess::names::{color_name, pluralized};
use crate::chess::score_text::mate_text;
use crate::chess::{Certainty, Color};
use crate::tui::model::{PaneId, ProofTreeRow, ProofView, ProofViewProgress};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip_spans, prose, span, spread, width_of, wrap};

/// The width below which a row has no move numbers and no words.
const NARROW_WIDTH: usize = 30;

/// The tree itself.
pub(crate) fn pane(proof: &ProofView, theme: Theme, width: usize) -> Pane {
    let title = format!("Why {} mates", color_name(proof.claim.winner));
    let Some(tree) = &proof.tree else {
        let (role, text) = match &proof.progress {
            ProofViewProgress::Working | ProofViewProgress::Ready => {
                (Role::Faint, format!("Building the proof{}", theme.glyphs().ellipsis))
            }
            ProofViewProgress::NotFound => {
                (Role::Warning, "This mate could not be shown move by move.".to_owned())
            }
            ProofViewProgress::Failed(reason) => (Role::Error, format!("The proof failed: {reason}")),
        };
        return Pane::new(PaneId::Proof, title, prose(theme, role, &text, width));
    };
    let rows = proof.rows();
    let chosen = rows.iter().position(|row| matches!(row, ProofTreeRow::Node(id, _) if *id == proof.chosen));
    let body = rows.iter().map(|&row| row_text(proof, tree, row, theme, width)).collect();
    let grade = tree.node(ProofNodeId::ROOT).and_then(|node| node.distance);
    let note = grade.map_or_else(Vec::new, |distance| vec![distance_text(distance, theme)]);
    Pane::new(PaneId::Proof, title, body).with_min_rows(5).filling(chosen).with_note(note)
}

/// The details of the chosen row.
pub(crate) fn details(proof: &ProofView, theme: Theme, width: usize) -> Option<Pane> {
    let (tree, node) = (proof.tree.as_ref()?, proof.node()?);
    let path = path_text(tree, proof.chosen);
    let mut body = wrap(vec![span(theme, Role::Strong, path.join(" "))], width);
    for sentence in sentences(tree, node) {
        body.extend(prose(theme, Role::Ground, &sentence, width));
    }
    Some(Pane::new(PaneId::ProofPosition, "Here", body).with_rows_of_text(6))
}

/// The chosen row in one line, for the prompt's area.
pub(crate) fn summary(proof: &ProofView) -> Option<String> {
    let (tree, node) = (proof.tree.as_ref()?, proof.node()?);
    sentences(tree, node).into_iter().next_back()
}

fn row_text(
    proof: &ProofView,
    tree: &ProofTree,
    row: ProofTreeRow,
    theme: Theme,
    width: usize,
) -> Line<'static> {
    let (id, depth) = match row {
        ProofTreeRow::Node(id, depth) => (id, depth),
        ProofTreeRow::Working(depth) => {
            let text = format!("{}  working{}", indent(depth, width), theme.glyphs().ellipsis);
            return Line::from(clip_spans(vec![span(theme, Role::Faint, text)], width, theme.glyphs()));
        }
    };
    let Some(node) = tree.node(id) else { return Line::default() };
    let chosen = id == proof.chosen;
    let role = |role: Role| if chosen { Role::SelectedRow } else { role };
    let glyphs = theme.glyphs();
    let fold = match () {
        () if node.is_leaf() => " ",
        () if proof.expanded.contains(&id) => glyphs.expanded,
        () => glyphs.collapsed,
    };
    let number = tree.start().fullmoves().get();
    let [first, second] = numbers(tree, depth, number);
    let numbered = width >= NARROW_WIDTH;
    let named_move =
        |number: &str, san: &str| if numbered { format!("{number} {san}") } else { san.to_owned() };
    let mut left = vec![span(theme, role(Role::Key), format!("{}{fold} ", indent(depth, width)))];
    if let Some(defense) = &node.defense {
        left.push(span(theme, role(Role::Ground), format!("{}  ", named_move(&first, &defense.san))));
    }
    match &node.answer {
        Some(answer) => {
            left.push(span(theme, role(Role::Strong), named_move(&second, &answer.played.san)));
            // What does not fit is shortened, or left out.
            let distance = node.distance.filter(|_| depth > 0);
            let taken = width_of(&left) + distance.map_or(0, |of| distance_text(of, theme).width() + 1);
            let fits = |text: &String| numbered && taken + text.len() + 2 <= width;
            if let Some(purpose) = purposes(answer).into_iter().find(fits) {
                left.push(span(theme, role(Role::Faint), format!("  {purpose}")));
            }
        }
        None if depth == 0 => {
            let turn = color_name(tree.start().turn());
            left.push(span(theme, role(Role::Strong), format!("{turn} to move")));
        }
        None => left.push(span(theme, role(Role::Warning), "no mate known")),
    }
    let right = node.distance.filter(|_| depth > 0).map(|distance| distance_text(distance, theme));
    let right: Vec<_> = right
        .into_iter()
        .map(|text| if chosen { span(theme, Role::SelectedRow, text.content) } else { text })
        .collect();
    let mut line = spread(left, right, width, glyphs);
    if chosen {
        // The blanks between belong to the selection too.
        line.spans =
            line.spans.into_iter().map(|text| span(theme, Role::SelectedRow, text.content)).collect();
        let rest = width.saturating_sub(width_of(&line.spans));
        line.spans.push(span(theme, Role::SelectedRow, " ".repeat(rest)));
    }
    line
}

/// Two blanks for each move, one where there is little room; deep branches stay where they can be read.
fn indent(depth: usize, width: usize) -> String {
    let step = if width >= NARROW_WIDTH { 2 } else { 1 };
    " ".repeat((depth * step).min(width / 3))
}

/// The numbers before the defense and the reply of a row.
fn numbers(tree: &ProofTree, depth: usize, first: u32) -> [String; 2] {
    let depth = u32::try_from(depth).unwrap_or(u32::MAX);
    let moves_first = tree.start().turn() == tree.attacker();
    let white = |number: u32| format!("{number}.");
    let black = |number: u32| format!("{number}...");
    match (tree.attacker(), moves_first) {
        (Color::White, _) => [black(first + depth.saturating_sub(1)), white(first + depth)],
        (Color::Black, true) => [white(first + depth), black(first + depth)],
        (Color::Black, false) => {
            [white(first + depth.saturating_sub(1)), black(first + depth.saturating_sub(1))]
        }
    }
}

fn distance_text(distance: MateDistance, theme: Theme) -> Span<'static> {
    let role = match (distance.moves, distance.certainty) {
        (0, _) | (_, Certainty::Proven) => Role::Exact,
        (_, Certainty::Searched) => Role::Bound,
        (_, Certainty::Claimed) => Role::Faint,
    };
    span(theme, role, mate_text(distance.moves, distance.certainty))
}

/// The purpose of a quiet move in a word or two, shorter versions after it.
fn purposes(answer: &ProofAnswer) -> Vec<String> {
    match &answer.idea {
        ProofMoveIdea::Mate | ProofMoveIdea::Check | ProofMoveIdea::Unknown => Vec::new(),
        ProofMoveIdea::Threat { moves: 1, mv } => vec![format!("threatens {}", mv.san)],
        ProofMoveIdea::Threat { moves, mv } => {
            vec![format!("threatens M{moves}: {}", mv.san), format!("threatens M{moves}")]
        }
        ProofMoveIdea::Zugzwang => vec!["zugzwang".to_owned()],
    }
}

/// The moves to a node with their numbers.
fn path_text(tree: &ProofTree, id: ProofNodeId) -> Vec<String> {
    let line = tree.path(id);
    let mut words = Vec::new();
    let mut position = tree.start().clone();
    for (index, &mv) in line.iter().enumerate() {
        let number = position.fullmoves();
        let san = crate::chess::notation::san(&position, mv);
        words.push(match (position.turn(), index) {
            (Color::White, _) => format!("{number}. {san}"),
            (Color::Black, 0) => format!("{number}... {san}"),
            (Color::Black, _) => san,
        });
        position.play(mv);
    }
    words
}

/// The meaning of the row, in sentences; the last one is the most detailed.
fn sentences(tree: &ProofTree, node: &ProofNode) -> Vec<String> {
    let (attacker, defender) = (color_name(tree.attacker()), color_name(tree.attacker().other()));
    let mut sentences = Vec::new();
    if let (Some(defense), Some(distance)) = (&node.defense, node.distance) {
        let bound = match distance.certainty {
            Certainty::Proven => "",
            Certainty::Searched => " at most",
            Certainty::Claimed => ", so it is said",
        };
        sentences.push(format!(
            "After {} {attacker} mates in {}{bound}.",
            defense.san,
            pluralized(usize::from(distance.moves), "move"),
        ));
    }
    let replies = node.position.legal_moves().len();
    let Some(answer) = &node.answer else {
        sentences.push(if node.defense.is_some() {
            "No mate is known against this.".to_owned()
        } else {
            format!("{defender} to move has {}, and each one loses.", pluralized(replies, "move"))
        });
        return sentences;
    };
    let san = &answer.played.san;
    sentences.push(match &answer.idea {
        ProofMoveIdea::Mate => format!("{san} is checkmate."),
        ProofMoveIdea::Check => format!("{san} is check, with {}.", counted_replies(replies)),
        ProofMoveIdea::Threat { moves: 1, mv } => format!("{san} threatens {}.", mv.san),
        ProofMoveIdea::Threat { moves, mv } => {
            format!("{san} threatens mate in {moves}, beginning with {}.", mv.san)
        }
        ProofMoveIdea::Zugzwang => {
            format!("{san} threatens nothing in time: {defender} is in zugzwang, for every move loses.")
        }
        ProofMoveIdea::Unknown => format!("{san} is a quiet move, with {}.", counted_replies(replies)),
    });
    if node.expansion == NodeExpansion::Expanding {
        sentences.insert(0, format!("The replies of {defender} are being worked out."));
    }
    sentences
}

fn counted_replies(replies: usize) -> String {
    if replies == 1 { "one reply".to_owned() } else { format!("{replies} replies") }
}
