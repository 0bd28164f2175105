//! A puzzle as a line of text: FEN, solution in UCI's notation, themes, rating and proof, with tabs in between.
//!
//! The solution is followed by `|` and other first moves that are as good, or is `!` and moves to avoid. The proof is
//! `mate N`, `table`, `search NODES:PERCENT NODES:PERCENT`, or `-`.

use super::model::{Puzzle, PuzzleProof, SearchGap};
use super::theme::PuzzleTheme;
use chess::{Move, Position, fen, notation};

/// The line of a puzzle, without a line end.
#[must_use]
pub fn to_line(puzzle: &Puzzle) -> String {
    let names = |moves: &[Move]| {
        moves.iter().map(|&mv| notation::uci(&puzzle.start, mv)).collect::<Vec<_>>().join(" ")
    };
    let mut moves = notation::uci_line(&puzzle.start, &puzzle.solution).join(" ");
    if !puzzle.alternatives.is_empty() {
        moves = format!("{moves} | {}", names(&puzzle.alternatives));
    }
    if !puzzle.avoid.is_empty() {
        moves = format!("! {}", names(&puzzle.avoid));
    }
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.word()).collect();
    let themes = if themes.is_empty() { "-".to_owned() } else { themes.join(",") };
    let proof = match puzzle.proof {
        PuzzleProof::Mate(moves) => format!("mate {moves}"),
        PuzzleProof::Table => "table".to_owned(),
        PuzzleProof::Search(gaps) => {
            let [quick, deep] = gaps.map(|gap| format!("{}:{}", gap.nodes, gap.percent));
            format!("search {quick} {deep}")
        }
        PuzzleProof::None => "-".to_owned(),
    };
    let rating = puzzle.rating.map_or_else(|| "-".to_owned(), |rating| rating.to_string());
    format!("{}\t{moves}\t{themes}\t{rating}\t{proof}", fen::format(&puzzle.start))
}

/// The puzzle of a line.
///
/// # Errors
/// A sentence that says which part of the line is wrong.
pub fn parse_line(line: &str) -> Result<Puzzle, String> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [fen, moves, themes, rating, proof] = parts[..] else {
        return Err(format!("a puzzle has five parts with tabs in between; here are {}", parts.len()));
    };
    let start = fen::parse(fen).map_err(|error| format!("FEN: {error}"))?;
    let (solution, alternatives, avoid) = parse_moves(&start, moves)?;
    let themes = match themes {
        "-" => Vec::new(),
        words => words
            .split(',')
            .map(|word| PuzzleTheme::of_word(word).ok_or_else(|| format!("there is no theme {word}")))
            .collect::<Result<_, _>>()?,
    };
    let rating = match rating {
        "-" => None,
        number => {
            Some(number.parse().map_err(|_| format!("the rating {number} is not a number up to 65535"))?)
        }
    };
    Ok(Puzzle { start, solution, alternatives, avoid, themes, rating, proof: parse_proof(proof)? })
}

type PuzzleMoves = (Vec<Move>, Vec<Move>, Vec<Move>);

fn parse_moves(start: &Position, text: &str) -> Result<PuzzleMoves, String> {
    let first_moves = |text: &str| -> Result<Vec<Move>, String> {
        text.split_whitespace()
            .map(|word| notation::parse_move(start, word).map_err(|error| format!("move {word}: {error}")))
            .collect()
    };
    if let Some(avoid) = text.strip_prefix('!') {
        let avoid = first_moves(avoid)?;
        return if avoid.is_empty() {
            Err("no move to avoid".to_owned())
        } else {
            Ok((vec![], vec![], avoid))
        };
    }
    let (line, others) = text.split_once('|').unwrap_or((text, ""));
    let mut position = start.clone();
    let mut solution = Vec::new();
    for word in line.split_whitespace() {
        let mv = notation::parse_move(&position, word).map_err(|error| format!("move {word}: {error}"))?;
        position.play(mv);
        solution.push(mv);
    }
    if solution.len() % 2 == 0 {
        return Err("the solution begins and ends with a move of the solver".to_owned());
    }
    Ok((solution, first_moves(others)?, Vec::new()))
}

/// The proof of a puzzle.
///
/// # Errors
/// A clause that says what a proof can be.
pub(crate) fn parse_proof(text: &str) -> Result<PuzzleProof, String> {
    let unknown = || format!("the proof is not mate, table, search or -: {text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    let gap = |word: &str| {
        let (nodes, percent) = word.split_once(':')?;
        Some(SearchGap { nodes: nodes.parse().ok()?, percent: percent.parse().ok()? })
    };
    match words[..] {
        ["mate", moves] => {
            let moves = moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(unknown)?;
            Ok(PuzzleProof::Mate(moves))
        }
        ["table"] => Ok(PuzzleProof::Table),
        ["search", quick, deep] => {
            Ok(PuzzleProof::Search([gap(quick).ok_or_else(unknown)?, gap(deep).ok_or_else(unknown)?]))
        }
        ["-"] => Ok(PuzzleProof::None),
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for line in [
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8\tmate\t640\tmate 1",
            "8/8/8/8/8/1k6/7p/1K6 b - - 0 1\th2h1q\twin,promotion\t700\ttable",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8 | d1d7 d1d6\t-\t-\t-",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\t! d1d7\tdefense\t900\tsearch 100000:31 400000:28",
        ] {
            assert_eq!(to_line(&parse_line(line).unwrap()), line);
        }
    }

    #[test]
    fn a_wrong_line_says_what_is_wrong() {
        let start = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        for (line, expected) in [
            (String::new(), "five parts"),
            (format!("{start} x\td1d8\tmate\t640\tmate 1"), "FEN"),
            (format!("{start}\td1d9\tmate\t640\tmate 1"), "move d1d9"),
            (format!("{start}\td1d8 g8h8\tmate\t640\tmate 1"), "move g8h8"),
            (format!("{start}\td1d7 g8f8\tmate\t640\tmate 1"), "begins and ends"),
            (format!("{start}\t\tmate\t640\tmate 1"), "begins and ends"),
            (format!("{start}\t!\tmate\t640\tmate 1"), "no move to avoid"),
            (format!("{start}\td1d8\tmat\t640\tmate 1"), "no theme mat"),
            (format!("{start}\td1d8\tmate\t-5\tmate 1"), "rating -5"),
            (format!("{start}\td1d8\tmate\t640\tmate 0"), "proof"),
            (format!("{start}\td1d8\tmate\t640\tsearch 5"), "proof"),
        ] {
            let error = parse_line(&line).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }
}
