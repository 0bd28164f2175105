//! Reads a game from PGN text or from a bare list of moves, SAN or UCI. Nothing is dropped in silence: what
//! can't be read is an error with its place, and what came before it is kept.

use std::str::FromStr;

use crate::chess::{Position, fen, notation};
use crate::game::tree::{NodeId, Tree};

use super::Game;

/// Why a game could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct PgnError {
    /// Line of the fault, from 1.
    pub line: usize,
    /// Column of the fault in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

/// A game as far as it could be read, and the fault that ended the reading.
#[derive(Clone, Debug)]
pub struct Reading {
    /// All that came before the fault, or the whole game.
    pub game: Game,
    /// The first fault.
    pub fault: Option<PgnError>,
}

/// Reads one game. `start` is where moves begin unless a `FEN` tag says otherwise.
#[must_use]
pub fn read(text: &str, start: &Position) -> Reading {
    let mut reader = Reader { text, at: 0 };
    let mut game = Game { tags: Vec::new(), tree: Tree::new(start.clone()), result: "*".to_owned() };
    let fault = reader.game(&mut game).err().map(|fault| reader.error(fault));
    Reading { game, fault }
}

/// A fault before it has a line and a column: a place in bytes and a reason.
type Fault = (usize, String);

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn error(&self, (place, reason): Fault) -> PgnError {
        let before = &self.text[..place];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        PgnError { line, column, reason }
    }

    fn game(&mut self, game: &mut Game) -> Result<(), Fault> {
        self.tags(game)?;
        self.moves(game)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips white space, escape lines (`%` in the first column) and comments to the end of a line.
    fn space(&mut self) -> Option<String> {
        let mut remark: Option<String> = None;
        loop {
            let trimmed = self.rest().trim_start();
            self.at = self.text.len() - trimmed.len();
            let new_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            let escape = trimmed.starts_with('%') && new_line;
            if !escape && !trimmed.starts_with(';') {
                return remark;
            }
            let end = trimmed.find('\n').unwrap_or(trimmed.len());
            if !escape {
                join(remark.get_or_insert_default(), trimmed[1..end].trim());
            }
            self.at += end;
        }
    }

    fn tags(&mut self, game: &mut Game) -> Result<(), Fault> {
        loop {
            let remark = self.space();
            if let Some(remark) = remark {
                join(&mut game.tree.node_mut(game.tree.start()).comment, &remark);
            }
            if !self.rest().starts_with('[') {
                return Ok(());
            }
            let begun = self.at;
            let wrong = |reason: &str| (begun, format!("{reason}: write [Name \"Value\"]"));
            let (name, after) =
                self.rest()[1..].split_once('"').ok_or_else(|| wrong("this tag has no value"))?;
            let name = name.trim().to_owned();
            let mut value = String::new();
            let mut chars = after.char_indices();
            let end = loop {
                match chars.next() {
                    Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                    Some((place, '"')) => break place + 1,
                    Some((_, '\n')) | None => return Err(wrong("this tag's value has no end")),
                    Some((_, c)) => value.push(c),
                }
            };
            let closing = after[end..].trim_start();
            if !closing.starts_with(']') {
                return Err(wrong("this tag has no closing bracket"));
            }
            self.at = self.text.len() - closing.len() + 1;
            match name.as_str() {
                "FEN" => {
                    let start =
                        fen::parse(&value).map_err(|error| (begun, format!("the FEN tag: {error}")))?;
                    let remark = game.tree.node(game.tree.start()).comment.clone();
                    game.tree = Tree::new(start);
                    game.tree.node_mut(game.tree.start()).comment = remark;
                }
                "SetUp" => {}
                // The position says it, and is written with it.
                "Variant" if is_chess960(&value) => {}
                "Result" => game.result = value,
                _ => game.tags.push((name, value)),
            }
        }
    }

    fn moves(&mut self, game: &mut Game) -> Result<(), Fault> {
        let mut at = game.tree.start();
        let mut forks: Vec<(NodeId, usize)> = Vec::new();
        loop {
            if let Some(remark) = self.space() {
                join(&mut game.tree.node_mut(at).comment, &remark);
            }
            let begun = self.at;
            let Some(first) = self.rest().chars().next() else { break };
            match first {
                '{' => {
                    let end = self
                        .rest()
                        .find('}')
                        .ok_or((begun, "this comment has no closing brace".to_owned()))?;
                    let comment = self.rest()[1..end].split_whitespace().collect::<Vec<_>>().join(" ");
                    join(&mut game.tree.node_mut(at).comment, &comment);
                    self.at += end + 1;
                }
                '(' => {
                    let parent = game.tree.node(at).parent();
                    let parent = parent.ok_or((begun, "a variation needs a move before it".to_owned()))?;
                    forks.push((at, begun));
                    at = parent;
                    self.at += 1;
                }
                ')' => {
                    (at, _) = forks.pop().ok_or((begun, "this bracket closes nothing".to_owned()))?;
                    self.at += 1;
                }
                _ => {
                    let token = self.token();
                    if let Some(result) = ["1-0", "0-1", "1/2-1/2", "*"].iter().find(|known| **known == token)
                    {
                        (*result).clone_into(&mut game.result);
                        if forks.is_empty() {
                            break;
                        }
                    } else {
                        at = Self::played(&mut game.tree, at, begun, &token)?;
                    }
                }
            }
        }
        match forks.pop() {
            Some((_, opened)) => Err((opened, "this variation has no closing bracket".to_owned())),
            None => Ok(()),
        }
    }

    fn token(&mut self) -> String {
        let ends = |c: char| c.is_whitespace() || "{}();".contains(c);
        let end = self.rest().find(ends).unwrap_or(self.rest().len()).max(1);
        let token = self.rest()[..end].to_owned();
        self.at += end;
        token
    }

    /// One token of movetext that is no bracket, comment or result: a number, a glyph or a move.
    fn played(tree: &mut Tree, at: NodeId, begun: usize, token: &str) -> Result<NodeId, Fault> {
        if let Some(number) = token.strip_prefix('$') {
            let glyph =
                u8::from_str(number).map_err(|_| (begun, format!("\"{token}\" is no glyph: $0 to $255")))?;
            tree.node_mut(at).nags.push(glyph);
            return Ok(at);
        }
        let unnumbered = without_number(token);
        let (text, marks) = unnumbered.split_at(unnumbered.trim_end_matches(['!', '?']).len());
        let mut at = at;
        if !text.is_empty() {
            let mv = notation::parse_move(tree.node(at).position(), text)
                .map_err(|error| (begun + token.len() - unnumbered.len(), error.to_string()))?;
            at = tree.play(at, mv).ok_or((begun, format!("\"{text}\" is not legal here")))?;
        }
        let glyph = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == marks);
        if let Some(glyph) = glyph.and_then(|glyph| u8::try_from(glyph + 1).ok()) {
            tree.node_mut(at).nags.push(glyph);
        }
        Ok(at)
    }
}

/// A token without its move number: `12.Nf3` and `12...Nf6` lose theirs, `0-0` does not.
fn without_number(token: &str) -> &str {
    let after = token.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.is_empty() || after.starts_with('.') { after.trim_start_matches('.') } else { token }
}

/// Whether this is one of the names under which programs write Chess960.
fn is_chess960(variant: &str) -> bool {
    let name: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    ["Chess960", "Fischerandom", "FischerRandom", "FischerRandomChess", "Freestyle"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

fn join(text: &mut String, more: &str) {
    let more: String = more.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(&more);
}

#[cfg(test)]
mod tests {
    use super::super::write::write;
    use super::*;

    fn check_fault(text: &str, fault: &str) {
        let reading = read(text, &Position::start());
        assert_eq!(reading.fault.map(|fault| fault.to_string()).unwrap_or_default(), fault, "{text}");
    }

    /// Reads, writes and reads again: both readings write the same text, whose movetext is `moves`.
    fn check_round_trip(text: &str, moves: &str) {
        let first = read(text, &Position::start());
        assert_eq!(first.fault, None, "{text}");
        let written = write(&first.game);
        let body = written.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(body.trim(), moves);
        let second = read(&written, &Position::start());
        assert_eq!(second.fault, None, "{written}");
        assert_eq!(write(&second.game), written);
    }

    #[test]
    fn variations_comments_and_glyphs_come_back() {
        check_round_trip("1.e4 e5 2.Nf3 1-0", "1. e4 e5 2. Nf3 1-0");
        check_round_trip(
            "1. e4 {best by test} e5!? (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $14 *",
            "1. e4 {best by test} 1... e5 $5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $14 *",
        );
        check_round_trip("e2e4 c7c5 g1f3 0-1", "1. e4 c5 2. Nf3 0-1");
        check_round_trip(
            "1. e4 ; the king's pawn\n% escaped\n1... e5 *",
            "1. e4 {the king's pawn} 1... e5 *",
        );
        check_round_trip(
            "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 1/2-1/2",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1/2-1/2",
        );
    }

    #[test]
    fn tags_set_the_start_and_survive() {
        let text = "[White \"A \\\"B\\\"\"]\n[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 41\"]\n[SetUp \"1\"]\n\n41. Qb4 Ka2 *";
        let game = read(text, &Position::start()).game;
        assert_eq!(game.tags, [("White".to_owned(), "A \"B\"".to_owned())]);
        let written = write(&game);
        assert!(written.contains("[White \"A \\\"B\\\"\"]\n"), "{written}");
        assert!(
            written.contains("[SetUp \"1\"]\n[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 41\"]\n\n41. Qb4 Ka2 *\n"),
            "{written}"
        );
    }

    #[test]
    fn the_opening_is_told_once_and_not_in_place_of_what_was_given() {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n";
        let written = |text: &str| write(&read(text, &Position::start()).game);
        let told = written(moves);
        let tags = "[ECO \"C65\"]\n[Opening \"Ruy Lopez: Berlin Defense\"]\n";
        assert!(told.ends_with(&format!("[Result \"*\"]\n{tags}\n{moves}")), "{told}");
        assert_eq!(written(&told), told);
        let given = written(&format!("[Opening \"Spanish\"]\n\n{moves}"));
        assert!(given.ends_with(&format!("[Opening \"Spanish\"]\n[ECO \"C65\"]\n\n{moves}")), "{given}");
        let longer = written(&told.replace("Nf6 *", "Nf6 4. O-O Nxe4 *"));
        assert!(longer.contains(tags), "what was given stays: {longer}");
        let elsewhere =
            "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n2. Nf3 Nc6 *";
        assert!(!written(elsewhere).contains("ECO"));
        assert!(!written("*").contains("ECO"), "nothing was played");
    }

    #[test]
    fn chess960_is_told_once_whoever_wrote_it() {
        let start = "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w KQkq - 0 9";
        let by_files = start.replace("KQkq", "HAha");
        for name in ["Chess960", "fischerandom", "Fischer Random Chess"] {
            let text = format!("[Variant \"{name}\"]\n[SetUp \"1\"]\n[FEN \"{by_files}\"]\n\n9. b4 *\n");
            let game = read(&text, &Position::start()).game;
            let written = write(&game);
            let told = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n9. b4 *\n");
            assert!(written.ends_with(&told), "{written}");
            assert_eq!(written.matches("Variant").count(), 1, "{written}");
            assert_eq!(write(&read(&written, &Position::start()).game), written);
        }
    }

    #[test]
    fn a_fault_has_a_place_and_what_came_before_is_kept() {
        check_fault("1. e4 e5 2. Ke3", "line 1, column 13: \"Ke3\" is not legal here");
        check_fault("1. e4 e5\n2. (", "line 2, column 4: this variation has no closing bracket");
        check_fault("1. e4 {open", "line 1, column 7: this comment has no closing brace");
        check_fault(
            "[White \"x\n1. e4",
            "line 1, column 1: this tag's value has no end: write [Name \"Value\"]",
        );
        check_fault(
            "1. e4 hello",
            "line 1, column 7: \"hello\" is not a move: write e4, Nf3, exd5, O-O or e2e4",
        );
        assert_eq!(read("1. e4 e5 2. Ke3", &Position::start()).game.tree.moves(), 2);
    }
}
