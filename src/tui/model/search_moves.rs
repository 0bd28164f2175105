//! Analysis restricted to some moves (UCI `searchmoves`): those that were chosen, or all but those left out.

use crate::chess::{Move, Position, notation};

/// The moves to which analysis is restricted in one position; elsewhere all are analyzed.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalyzeSearchMoves {
    /// The position.
    pub position: Position,
    /// The moves to analyze: one or more, fewer than all.
    pub moves: Vec<Move>,
    /// The text that was typed.
    pub text: String,
}

/// Parses a selection of moves: `Nf3 d4` these two, `-Nf3` all but this one, nothing all of them.
///
/// # Errors
/// Names the word that is not a legal move, with the reason, or says that no move is left.
pub(crate) fn parse(position: &Position, words: &str) -> Result<Option<AnalyzeSearchMoves>, String> {
    let (mut included, mut left_out) = (Vec::new(), Vec::new());
    for word in words.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (list, name) = match word.strip_prefix(['-', '!']) {
            Some(name) => (&mut left_out, name),
            None => (&mut included, word),
        };
        let mv = notation::parse_move(position, name).map_err(|error| format!("{name}: {error}"))?;
        if !list.contains(&mv) {
            list.push(mv);
        }
    }
    let legal = position.legal_moves();
    let is_meant = |mv: &Move| (included.is_empty() || included.contains(mv)) && !left_out.contains(mv);
    let moves: Vec<Move> = legal.iter().copied().filter(is_meant).collect();
    match moves.len() {
        0 => Err("No move is left to look at".to_owned()),
        all if all == legal.len() => Ok(None),
        _ => {
            Ok(Some(AnalyzeSearchMoves { position: position.clone(), moves, text: words.trim().to_owned() }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, expected: Result<Option<usize>, &str>) {
        let found = parse(&Position::start(), words).map(|only| only.map(|only| only.moves.len()));
        assert_eq!(found.as_ref().map(|count| *count).map_err(String::as_str), expected, "{words}");
    }

    #[test]
    fn words_choose_moves_or_leave_them_out() {
        check("", Ok(None));
        check("Nf3 d4", Ok(Some(2)));
        check("g1f3, nf3 d2d4", Ok(Some(2)));
        check("-Nf3", Ok(Some(19)));
        check("Nf3 d4 -d4", Ok(Some(1)));
        check("e4 -e4", Err("No move is left to look at"));
        assert!(parse(&Position::start(), "Nf3 e5").unwrap_err().starts_with("e5: "));
    }
}
