//! The tree of a proof: the key, each defense with its distance and what answers it, and what a quiet move
//! is for.

use ratatui::text::{Line, Span};

use crate::analysis::inquiry::{Answer, Distance, Growth, Idea, Node, NodeId, Tree};
use crate::chess::names::{counted, named};
use crate::chess::{Certainty, Color};
use crate::tui::app::why::{Progress, Row, Why};
use crate::tui::theme::{Role, Theme};

use super::pane::Pane;
use super::text::{clip_spans, prose, span, spread, width_of, wrap};

/// The width below which a row has no move numbers and no words.
const NARROW: usize = 30;

/// The tree itself.
#[must_use]
pub fn pane(why: &Why, theme: Theme, width: usize) -> Pane {
    let title = format!("Why {} mates", named(why.claim.winner));
    let Some(tree) = &why.tree else {
        let (role, text) = match &why.progress {
            Progress::Working | Progress::Opened => {
                (Role::Faint, format!("Building the proof{}", theme.glyphs().more))
            }
            Progress::Unknown => (Role::Warning, "This mate could not be shown move by move.".to_owned()),
            Progress::Failed(reason) => (Role::Error, format!("The proof failed: {reason}")),
        };
        return Pane::new(title, prose(theme, role, &text, width));
    };
    let rows = why.rows();
    let chosen = rows.iter().position(|row| matches!(row, Row::Node(id, _) if *id == why.chosen));
    let body = rows.iter().map(|&row| row_text(why, tree, row, theme, width)).collect();
    let grade = tree.node(NodeId::ROOT).and_then(|node| node.distance);
    let note = grade.map_or_else(Vec::new, |distance| vec![distance_text(distance, theme)]);
    Pane::new(title, body).at_least(5).greedy(chosen).noted(note)
}

/// What there is to say of the chosen row.
#[must_use]
pub fn details(why: &Why, theme: Theme, width: usize) -> Option<Pane> {
    let (tree, node) = (why.tree.as_ref()?, why.node()?);
    let path = words_of_path(tree, why.chosen);
    let mut body = wrap(vec![span(theme, Role::Strong, path.join(" "))], width);
    for sentence in sentences(tree, node) {
        body.extend(prose(theme, Role::Ground, &sentence, width));
    }
    let least = u16::try_from(body.len()).unwrap_or(3).min(6);
    Some(Pane::new("Here", body).at_least(least))
}

/// The chosen row in one line: for the prompt's place.
#[must_use]
pub fn summary(why: &Why) -> Option<String> {
    let (tree, node) = (why.tree.as_ref()?, why.node()?);
    sentences(tree, node).into_iter().next_back()
}

fn row_text(why: &Why, tree: &Tree, row: Row, theme: Theme, width: usize) -> Line<'static> {
    let (id, depth) = match row {
        Row::Node(id, depth) => (id, depth),
        Row::Working(depth) => {
            let text = format!("{}  working{}", indent(depth, width), theme.glyphs().more);
            return Line::from(clip_spans(vec![span(theme, Role::Faint, text)], width, theme.glyphs()));
        }
    };
    let Some(node) = tree.node(id) else { return Line::default() };
    let chosen = id == why.chosen;
    let role = |role: Role| if chosen { Role::Choice } else { role };
    let glyphs = theme.glyphs();
    let fold = match () {
        () if node.is_leaf() => " ",
        () if why.open.contains(&id) => glyphs.unfolded,
        () => glyphs.folded,
    };
    let number = tree.start().fullmoves().get();
    let [first, second] = numbers(tree, depth, number);
    let numbered = width >= NARROW;
    let named_move =
        |number: &str, san: &str| if numbered { format!("{number} {san}") } else { san.to_owned() };
    let mut left = vec![span(theme, role(Role::Key), format!("{}{fold} ", indent(depth, width)))];
    if let Some(defense) = &node.defense {
        left.push(span(theme, role(Role::Ground), format!("{}  ", named_move(&first, &defense.san))));
    }
    match &node.answer {
        Some(answer) => {
            left.push(span(theme, role(Role::Strong), named_move(&second, &answer.played.san)));
            // What does not fit is said shorter, or not at all.
            let distance = node.distance.filter(|_| depth > 0);
            let taken = width_of(&left) + distance.map_or(0, |of| distance_text(of, theme).width() + 1);
            let fits = |text: &String| numbered && taken + text.len() + 2 <= width;
            if let Some(purpose) = purposes(answer).into_iter().find(fits) {
                left.push(span(theme, role(Role::Faint), format!("  {purpose}")));
            }
        }
        None if depth == 0 => {
            let turn = named(tree.start().turn());
            left.push(span(theme, role(Role::Strong), format!("{turn} to move")));
        }
        None => left.push(span(theme, role(Role::Warning), "no mate known")),
    }
    let right = node.distance.filter(|_| depth > 0).map(|distance| distance_text(distance, theme));
    let right: Vec<_> = right
        .into_iter()
        .map(|text| if chosen { span(theme, Role::Choice, text.content) } else { text })
        .collect();
    let mut line = spread(left, right, width, glyphs);
    if chosen {
        // The blanks between belong to the choice too.
        line.spans = line.spans.into_iter().map(|text| span(theme, Role::Choice, text.content)).collect();
        let rest = width.saturating_sub(width_of(&line.spans));
        line.spans.push(span(theme, Role::Choice, " ".repeat(rest)));
    }
    line
}

/// Two blanks for each move, one where there is little room; deep branches stay where they can be read.
fn indent(depth: usize, width: usize) -> String {
    let step = if width >= NARROW { 2 } else { 1 };
    " ".repeat((depth * step).min(width / 3))
}

/// The numbers before the defense and the answer of a row.
fn numbers(tree: &Tree, depth: usize, first: u32) -> [String; 2] {
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

fn distance_text(distance: Distance, theme: Theme) -> Span<'static> {
    let (role, text) = match (distance.moves, distance.certainty) {
        (0, _) => (Role::Exact, "#".to_owned()),
        (moves, Certainty::Proven) => (Role::Exact, format!("M{moves}=")),
        (moves, Certainty::Searched) => (Role::Bound, format!("M<={moves}")),
        (moves, Certainty::Claimed) => (Role::Faint, format!("M{moves}?")),
    };
    span(theme, role, text)
}

/// A word or two for what a quiet move is for, the shorter ones behind.
fn purposes(answer: &Answer) -> Vec<String> {
    match &answer.idea {
        Idea::Mate | Idea::Check | Idea::Unknown => Vec::new(),
        Idea::Threat { moves: 1, mv } => vec![format!("threatens {}", mv.san)],
        Idea::Threat { moves, mv } => {
            vec![format!("threatens M{moves}: {}", mv.san), format!("threatens M{moves}")]
        }
        Idea::Zugzwang => vec!["zugzwang".to_owned()],
    }
}

/// The moves to a node with their numbers.
fn words_of_path(tree: &Tree, id: NodeId) -> Vec<String> {
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

/// What the row means, in sentences; the last one says the most.
fn sentences(tree: &Tree, node: &Node) -> Vec<String> {
    let (attacker, defender) = (named(tree.attacker()), named(tree.attacker().other()));
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
            counted(usize::from(distance.moves), "move"),
        ));
    }
    let replies = node.position.legal_moves().len();
    let Some(answer) = &node.answer else {
        sentences.push(if node.defense.is_some() {
            "No mate is known against this.".to_owned()
        } else {
            format!("{defender} to move has {}, and each one loses.", counted(replies, "move"))
        });
        return sentences;
    };
    let san = &answer.played.san;
    sentences.push(match &answer.idea {
        Idea::Mate => format!("{san} is checkmate."),
        Idea::Check => format!("{san} is check, with {}.", counted_replies(replies)),
        Idea::Threat { moves: 1, mv } => format!("{san} threatens {}.", mv.san),
        Idea::Threat { moves, mv } => {
            format!("{san} threatens mate in {moves}, beginning with {}.", mv.san)
        }
        Idea::Zugzwang => {
            format!("{san} threatens nothing in time: {defender} is in zugzwang, for every move loses.")
        }
        Idea::Unknown => format!("{san} is a quiet move, with {}.", counted_replies(replies)),
    });
    if node.growth == Growth::Growing {
        sentences.insert(0, format!("The replies of {defender} are being worked out."));
    }
    sentences
}

fn counted_replies(replies: usize) -> String {
    if replies == 1 { "one reply".to_owned() } else { format!("{replies} replies") }
}
