//! The PGN writer, in export format: the seven tag roster, then movetext in lines of at most 79 columns.

use std::fmt::Write as _;

use super::{GameResult, PgnGame, PgnHeader};
use crate::Opening;
use crate::tree::{NodeId, Tree};
use chess::{Color, fen};

/// The seven tag roster with the values for unknown.
pub(super) const SEVEN_TAG_ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The longest line of movetext.
const COLUMNS: usize = 79;

/// The game as PGN text, ending in a line feed. Opening tags are added if they are missing.
#[must_use]
pub fn write(game: &PgnGame) -> String {
    let mut text = String::new();
    for (name, value) in tags(game) {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    for escape in &game.header.escapes {
        let _ = writeln!(text, "%{escape}");
    }
    let mut tokens = movetext(&game.tree);
    tokens.push(Token::Word(game.header.result.to_string()));
    wrap_tokens(&mut text, &tokens);
    text
}

/// All tags in order: unchanged if the seven are among them, else the seven first.
fn tags(game: &PgnGame) -> Vec<(String, String)> {
    let PgnGame { header: PgnHeader { tags: given, result, .. }, tree } = game;
    let has = |name: &str| given.iter().any(|(tag, _)| tag == name);
    let mut tags: Vec<(String, String)> = Vec::with_capacity(given.len() + SEVEN_TAG_ROSTER.len());
    let complete = SEVEN_TAG_ROSTER.iter().all(|(name, _)| has(name));
    if !complete {
        for (name, unknown) in SEVEN_TAG_ROSTER {
            let known = given.iter().find(|(tag, _)| tag == name);
            let value = known.map_or_else(|| unknown.to_owned(), |(_, value)| value.clone());
            tags.push((name.to_owned(), value));
        }
    }
    let mut taken: Vec<&str> = Vec::new();
    for (name, value) in given {
        // The first of each of the seven is written above; a duplicate is kept, too.
        let of_roster = !complete && SEVEN_TAG_ROSTER.iter().any(|(known, _)| known == name);
        if of_roster && !taken.contains(&name.as_str()) {
            taken.push(name);
        } else {
            tags.push((name.clone(), value.clone()));
        }
    }
    // An invalid result is written unchanged.
    if let Some((_, value)) = tags.iter_mut().find(|(name, _)| name == "Result")
        && (GameResult::of(value).is_some() || *result != GameResult::Unknown)
    {
        *value = result.to_string();
    }
    let mut add = |name: &str, value: String| {
        if !has(name) {
            tags.push((name.to_owned(), value));
        }
    };
    let end = tree.main_line_from(tree.start()).last().copied();
    // Other programs would take the game for one from the standard starting position.
    if let Some(opening) =
        end.filter(|_| tree.starts_from_standard_position()).and_then(|end| Opening::at(tree, end))
    {
        add("ECO", opening.eco());
        add("Opening", opening.name());
    }
    if !tree.starts_from_standard_position() {
        let start = tree.node(tree.start()).position();
        if start.castling_mode().is_chess960() {
            add("Variant", "Chess960".to_owned());
        }
        add("SetUp", "1".to_owned());
        add("FEN", fen::format(start));
    }
    // Whatever way the start was written, it is written as it was understood.
    let start = fen::format(tree.node(tree.start()).position());
    tags.iter_mut().filter(|(name, _)| name == "FEN").for_each(|(_, value)| value.clone_from(&start));
    tags
}

/// A token of movetext, which is not wrapped.
enum Token {
    /// A word, after a space or a line break.
    Word(String),
    /// An opening bracket: no space after it.
    Opens,
    /// A closing bracket: no space before it.
    Closes,
    /// A comment to the end of the line.
    Line(String),
}

/// The next item to write. An explicit stack, so that deep variations cannot overflow the call stack.
enum WriteStep {
    /// The moves below a node, and whether a black move needs a number.
    Below(NodeId, bool),
    /// A variation that begins with a move.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

fn movetext(tree: &Tree) -> Vec<Token> {
    let mut tokens = Vec::new();
    comments(&mut tokens, &tree.node(tree.start()).notes.after);
    let mut steps = vec![WriteStep::Below(tree.start(), true)];
    while let Some(step) = steps.pop() {
        match step {
            WriteStep::Below(from, needs_number) => {
                let [main, others @ ..] = tree.node(from).children() else { continue };
                let next = write_move(&mut tokens, tree, *main, needs_number);
                let next = next || !others.is_empty();
                steps.push(WriteStep::Below(*main, next));
                steps.extend(others.iter().rev().map(|&other| WriteStep::Variation(other)));
            }
            WriteStep::Variation(first) => {
                tokens.push(Token::Opens);
                let next = write_move(&mut tokens, tree, first, true);
                steps.extend([WriteStep::Close, WriteStep::Below(first, next)]);
            }
            WriteStep::Close => tokens.push(Token::Closes),
        }
    }
    tokens
}

/// Writes a move with its annotations, a black one with its number where it needs it; returns whether the next one does.
fn write_move(tokens: &mut Vec<Token>, tree: &Tree, id: NodeId, needs_number: bool) -> bool {
    let node = tree.node(id);
    let Some(before) = node.parent().map(|parent| tree.node(parent).position()) else { return needs_number };
    let number = before.fullmoves();
    match before.turn() {
        Color::White => tokens.push(Token::Word(format!("{number}."))),
        Color::Black if needs_number || !node.notes.before.is_empty() => {
            tokens.push(Token::Word(format!("{number}...")));
        }
        Color::Black => {}
    }
    // After a number they belong to the next move.
    comments(tokens, &node.notes.before);
    tokens.push(Token::Word(node.san().to_owned()));
    tokens.extend(node.notes.nags.iter().map(|nag| Token::Word(format!("${nag}"))));
    comments(tokens, &node.notes.after);
    !node.notes.after.is_empty()
}

fn comments(tokens: &mut Vec<Token>, comments: &[String]) {
    for comment in comments {
        if comment.contains('}') {
            // A closing brace would end it early: such a comment is written to the end of the line.
            let lines = comment.lines().map(str::trim).filter(|line| !line.is_empty());
            tokens.extend(lines.map(|line| Token::Line(format!("; {line}"))));
        } else if !comment.trim().is_empty() {
            tokens.extend(words(&format!("{{{}}}", comment.trim())).into_iter().map(Token::Word));
        }
    }
}

/// The pieces of a comment between which a line may end: single blanks with text on both sides. A reader
/// makes such a line's end a blank again.
fn words(comment: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None;
    let mut letters = comment.chars().peekable();
    while let Some(letter) = letters.next() {
        let inside = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        // A line that begins with one of these could be taken for an escape or a tag.
        let next = letters.peek().copied().filter(|next| !"%[".contains(*next));
        if letter == ' ' && inside(before) && inside(next) {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(letter);
        }
        before = Some(letter);
    }
    words
}

fn wrap_tokens(text: &mut String, tokens: &[Token]) {
    /// The separator before the next token.
    #[derive(PartialEq)]
    enum Gap {
        Nothing,
        Blank,
        Break,
    }
    let mut column = 0;
    let mut gap = Gap::Nothing;
    for token in tokens {
        let (word, after) = match token {
            Token::Word(word) => (word.as_str(), Gap::Blank),
            Token::Opens => ("(", Gap::Nothing),
            Token::Closes => (")", Gap::Blank),
            Token::Line(line) => (line.as_str(), Gap::Break),
        };
        let width = word.chars().count();
        let close = matches!(token, Token::Closes) && gap == Gap::Blank;
        if gap == Gap::Break || (gap == Gap::Blank && !close && column + 1 + width > COLUMNS) {
            text.push('\n');
            column = 0;
        } else if gap == Gap::Blank && !close {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column = word.rsplit_once('\n').map_or(column + width, |(_, last)| last.chars().count());
        gap = after;
    }
    text.push('\n');
}
