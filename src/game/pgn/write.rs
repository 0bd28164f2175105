//! Writes a game in export format: seven tags, then movetext in lines of at most 80 columns.

use std::fmt::Write as _;

use crate::chess::{Color, fen};
use crate::game::Opening;
use crate::game::tree::{NodeId, Tree};

use super::Game;

/// The tags that every game has, with what stands where nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The game as PGN text, ending in a line feed. What the main line's opening is called is added where no tag
/// says it.
#[must_use]
pub fn write(game: &Game) -> String {
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let given = game.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        let value = if name == "Result" { game.result.as_str() } else { given.unwrap_or(unknown) };
        tag(&mut text, name, value);
    }
    let rest = game.tags.iter().filter(|(name, _)| ROSTER.iter().all(|(known, _)| known != name));
    for (name, value) in rest {
        tag(&mut text, name, value);
    }
    for (name, value) in opening(&game.tree) {
        if game.tags.iter().all(|(given, _)| given != name) {
            tag(&mut text, name, &value);
        }
    }
    if !game.tree.begins_as_usual() {
        let start = game.tree.node(game.tree.start()).position();
        if start.castling_mode().is_chess960() {
            tag(&mut text, "Variant", "Chess960");
        }
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", &fen::format(start));
    }
    text.push('\n');
    let mut tokens = Vec::new();
    comment(&mut tokens, &game.tree, game.tree.start());
    line(&mut tokens, &game.tree, game.tree.start(), Numbering::Needed);
    tokens.push(game.result.clone());
    fill(&mut text, &tokens);
    text
}

/// The tags of the opening that the main line comes to.
fn opening(tree: &Tree) -> Vec<(&'static str, String)> {
    let end = tree.main_line_from(tree.start()).last().copied();
    let opening = end.and_then(|end| Opening::at(tree, end));
    opening.map_or_else(Vec::new, |opening| vec![("ECO", opening.eco()), ("Opening", opening.name())])
}

/// Whether a black move needs its number written again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    Needed,
    Known,
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}

fn line(tokens: &mut Vec<String>, tree: &Tree, from: NodeId, mut numbering: Numbering) {
    let mut at = from;
    while let [main, others @ ..] = tree.node(at).children() {
        let written = tokens.len();
        one_move(tokens, tree, *main, numbering);
        numbering = if tokens.len() > written + 2 { Numbering::Needed } else { Numbering::Known };
        for &other in others {
            tokens.push("(".to_owned());
            one_move(tokens, tree, other, Numbering::Needed);
            let next = if tree.node(other).comment.is_empty() { Numbering::Known } else { Numbering::Needed };
            line(tokens, tree, other, next);
            tokens.push(")".to_owned());
            numbering = Numbering::Needed;
        }
        if !tree.node(*main).comment.is_empty() {
            numbering = Numbering::Needed;
        }
        at = *main;
    }
}

fn one_move(tokens: &mut Vec<String>, tree: &Tree, id: NodeId, numbering: Numbering) {
    let node = tree.node(id);
    let Some(before) = node.parent().map(|parent| tree.node(parent).position()) else { return };
    let number = before.fullmoves();
    match before.turn() {
        Color::White => tokens.push(format!("{number}.")),
        Color::Black if numbering == Numbering::Needed => tokens.push(format!("{number}...")),
        Color::Black => {}
    }
    tokens.push(node.san().to_owned());
    tokens.extend(node.nags.iter().map(|nag| format!("${nag}")));
    comment(tokens, tree, id);
}

fn comment(tokens: &mut Vec<String>, tree: &Tree, id: NodeId) {
    let text = &tree.node(id).comment;
    if !text.is_empty() {
        let text = format!("{{{}}}", text.replace('}', ")"));
        tokens.extend(text.split_whitespace().map(str::to_owned));
    }
}

fn fill(text: &mut String, tokens: &[String]) {
    let mut column = 0;
    let mut glued = true;
    for token in tokens {
        let width = token.chars().count();
        if !glued && token != ")" {
            let fits = column + 1 + width <= 79;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(token);
        column += width;
        glued = token == "(";
    }
    text.push('\n');
}
