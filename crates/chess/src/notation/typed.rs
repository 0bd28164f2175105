//! Parses moves typed at a prompt: letters in either case, unfinished moves, and a `b` that may be a pawn or
//! a bishop.

use shakmaty::Move;

use super::super::Square;
use super::super::text::quoted;
use super::{
    MoveError, MoveSigns, Position, disambiguated, looks_like_a_move, normalize_input, signs_of, spellings,
};

/// Parses a typed move like [`super::parse_move`], but a lowercase `b` may be a pawn of that file or a
/// bishop; if both match, the move is ambiguous. An unfinished move that only one legal move completes is
/// that move. A text with a target square is complete: `e4` never becomes e4-e5, and `0-0` never castles
/// long.
///
/// # Errors
/// As those of [`super::parse_move`].
pub fn parse_typed(position: &Position, text: &str) -> Result<Move, MoveError> {
    let wanted = normalize_input(text);
    let name = || quoted(text);
    let signs = signs_of(text);
    if wanted.is_empty() || signs == MoveSigns::Misplaced {
        return Err(MoveError::NoMove(name()));
    }
    if signs == MoveSigns::Unfinished {
        return match completions(position, text).as_slice() {
            [mv] => Ok(*mv),
            _ => Err(MoveError::NoMove(name())),
        };
    }
    let castles = wanted.len() > 1 && wanted.chars().all(|c| c == 'O');
    let is_whole = castles || text.trim().ends_with(|last: char| last.is_ascii_digit());
    // A whole text ends in the target square, but for castling.
    let to: Option<Square> =
        wanted.len().checked_sub(2).and_then(|at| wanted.get(at..)?.to_ascii_lowercase().parse().ok());
    let may_fit = |mv: Move| mv.is_castle() || to.is_none_or(|to| to == mv.to());
    match matching_typed_moves(position, &wanted, may_fit, str::eq_ignore_ascii_case).as_slice() {
        [mv] => Ok(*mv),
        [] if !is_whole && let [mv] = completions(position, text).as_slice() => Ok(*mv),
        [] if looks_like_a_move(&wanted) => Err(MoveError::Illegal(name())),
        [] => Err(MoveError::NoMove(name())),
        several => Err(MoveError::Ambiguous { text: name(), candidates: disambiguated(position, several) }),
    }
}

/// The move of a typed text if it is complete and no longer text could be another move: `nf3`, `e8q`,
/// `0-0-0`. `0-0` may be continued.
#[must_use]
pub fn complete_move(position: &Position, text: &str) -> Option<Move> {
    let wanted = normalize_input(text);
    let mut last = wanted.chars().rev();
    let is_whole = match (last.next(), last.next()) {
        (Some(end), _) if end.is_ascii_digit() => true,
        (Some('q' | 'r' | 'b' | 'n' | 'Q' | 'R' | 'B' | 'N'), Some(rank)) => rank.is_ascii_digit(),
        _ => wanted == "OOO",
    };
    let mv = parse_typed(position, text).ok().filter(|_| is_whole)?;
    (completions(position, text).as_slice() == [mv]).then_some(mv)
}

/// The legal moves that complete a typed prefix. After an `x` only captures.
#[must_use]
pub fn completions(position: &Position, text: &str) -> Vec<Move> {
    let wanted = normalize_input(text);
    let signs = signs_of(text);
    if signs == MoveSigns::Misplaced {
        return Vec::new();
    }
    let begins = |form: &str, wanted: &str| {
        let goes_on = signs == MoveSigns::Sound || form.len() > wanted.len();
        goes_on && form.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted))
    };
    let mut moves = matching_typed_moves(position, &wanted, |_| true, begins);
    if text.trim_end().ends_with(['x', 'X', ':']) {
        moves.retain(|mv| mv.is_capture());
    }
    moves
}

/// The moves that match a text, of those that may; unusual spellings count only if no usual one matches.
fn matching_typed_moves(
    position: &Position,
    wanted: &str,
    may_fit: impl Fn(Move) -> bool,
    fits: impl Fn(&str, &str) -> bool,
) -> Vec<Move> {
    // An uppercase B followed by lowercase letters is no pawn.
    let bishop = wanted.strip_prefix('B');
    let is_bishop =
        bishop.is_some_and(|rest| rest.is_empty() || rest.contains(|c: char| c.is_ascii_lowercase()));
    let meant = |form: &String| (!is_bishop || form.starts_with('B')) && fits(form, wanted);
    let mut legal = position.legal_moves();
    if let Some(first) = wanted.chars().next() {
        legal.retain(|&mut mv| may_fit(mv) && spellings::may_begin_with(mv, first));
    }
    let of = |forms: &dyn Fn(Move) -> Vec<String>| -> Vec<Move> {
        legal.iter().copied().filter(|&mv| forms(mv).iter().any(meant)).collect()
    };
    let usual = of(&|mv| spellings::usual_spellings(position, mv));
    let found = if usual.is_empty() { of(&spellings::unusual_spellings) } else { usual };
    if found.is_empty() && bishop.is_some_and(str::is_empty) {
        return matching_typed_moves(position, "b", may_fit, fits);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_move, san, uci};
    use crate::{Role, Square, fen, random_games};

    #[test]
    fn a_beginning_of_one_move_is_that_move_and_a_square_is_whole() {
        let position = fen::parse("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
        assert_eq!(parse_typed(&position, "Nh"), parse_move(&position, "Nh3"));
        assert_eq!(parse_typed(&position, "e4"), Err(MoveError::Illegal("e4".to_owned())));
    }

    /// What typed text is, in standard algebraic notation, or why it is none.
    #[track_caller]
    fn check(fen: &str, cases: &[(&str, &str)]) {
        let position = fen::parse(fen).unwrap();
        for (text, wanted) in cases {
            let read = parse_typed(&position, text);
            let read = read.map_or_else(|error| error.to_string(), |mv| san(&position, mv));
            assert_eq!(read, *wanted, "{text} in {fen}");
        }
    }

    #[test]
    fn a_small_b_is_a_pawn_or_a_bishop() {
        let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
        let ambiguous = |text: &str| format!("\"{text}\" may mean bxc3 (b2c3) or Bxc3 (d2c3)");
        check(
            both,
            &[("bxc3", &ambiguous("bxc3")), ("bc3", &ambiguous("bc3")), ("BXC3", &ambiguous("BXC3"))],
        );
        check(both, &[("Bxc3", "Bxc3"), ("b2c3", "bxc3"), ("pbxc3", "bxc3"), ("d2c3", "Bxc3"), ("b4", "b4")]);
        // Where one of the two is legal it is meant, but a large B is no pawn.
        check("4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", &[("bxc3", "Bxc3"), ("BxC3", "Bxc3"), ("bh6", "Bh6")]);
        let pawn = "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1";
        check(
            pawn,
            &[("bxc3", "bxc3"), ("Bxc3", "\"Bxc3\" is not legal here"), ("B4", "b4"), ("BXC3", "bxc3")],
        );
    }

    /// A move in every way that people type it.
    fn spellings(position: &Position, mv: Move) -> Vec<String> {
        let (san, squares) = (san(position, mv), uci(position, mv));
        let mut texts = vec![squares.to_uppercase(), format!("{}-{}", &squares[..2], &squares[2..]), squares];
        let bare = san.trim_end_matches(['+', '#']).to_owned();
        for text in [bare.replace('x', ""), bare.replace('=', ""), bare.replace(['x', '='], ""), bare, san] {
            let swapped = |c: char| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            };
            texts.push(text.to_lowercase());
            texts.push(text.to_uppercase());
            texts.push(text.chars().map(swapped).collect());
            texts.push(text.replace('O', "0"));
            texts.push(text);
        }
        texts.sort();
        texts.dedup();
        texts
    }

    #[test]
    fn every_spelling_of_a_legal_move_is_that_move_or_ambiguous() {
        let (mut seen, mut read, mut ambiguous) = (0, 0, 0);
        random_games::each_position(1, 11, |position, _| {
            seen += 1;
            if seen % 8 != 0 {
                return;
            }
            for mv in position.legal_moves() {
                let name = san(position, mv);
                for text in spellings(position, mv) {
                    match parse_typed(position, &text) {
                        Ok(found) => {
                            // A swapped case may write another piece: `bXC3` is a pawn's, `Bxc3` is not.
                            assert_eq!(found, mv, "{text} for {name} in {}", fen::format(position));
                            assert!(completions(position, &text).contains(&mv), "{text}");
                            read += 1;
                        }
                        Err(MoveError::Ambiguous { candidates, .. }) => {
                            let is_listed = candidates.iter().any(|other| other.starts_with(&name));
                            assert!(is_listed, "{text} for {name}: {candidates:?}");
                            ambiguous += 1;
                        }
                        Err(_) => {
                            let large = text.starts_with('B') && !name.starts_with('B');
                            assert!(large, "{text} for {name} in {}", fen::format(position));
                        }
                    }
                    if let Some(found) = complete_move(position, &text) {
                        assert_eq!(found, mv, "{text}");
                    }
                }
            }
        });
        assert!(read > 20_000, "{read} read, {ambiguous} asked back");
    }

    #[test]
    fn what_is_typed_is_never_another_move() {
        let mut seen = 0;
        random_games::each_position(1, 12, |position, _| {
            seen += 1;
            if seen % 50 != 0 {
                return;
            }
            for to in Square::ALL {
                for (letter, role) in
                    [("n", Role::Knight), ("R", Role::Rook), ("q", Role::Queen), ("k", Role::King)]
                {
                    for text in [format!("{letter}{to}"), format!("{letter}x{to}")] {
                        let read = parse_typed(position, &text);
                        assert!(
                            read.is_err() || read.is_ok_and(|mv| (mv.role(), mv.to()) == (role, to)),
                            "{text}"
                        );
                    }
                }
                let read = parse_typed(position, &to.to_string());
                assert!(
                    read.is_err() || read.is_ok_and(|mv| (mv.role(), mv.to()) == (Role::Pawn, to)),
                    "{to}"
                );
            }
        });
    }

    #[test]
    fn a_move_is_finished_when_nothing_can_follow() {
        let position = fen::parse("r3k2r/1P6/8/8/8/5n2/4P3/R3K1NR w KQkq - 0 1").unwrap();
        let done = |text| complete_move(&position, text).map(|mv| san(&position, mv));
        for text in ["nx", "e", "exf", "b8", "o-o", "0-0", "g1", "b8="] {
            assert_eq!(done(text), None, "{text}");
        }
        assert_eq!(done("o-o-o"), None, "not out of check");
        assert_eq!(
            (done("nxf3"), done("exf3"), done("g1f3")),
            (Some("Nxf3".into()), Some("exf3".into()), Some("Nxf3".into()))
        );
        let position = fen::parse("4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        let done = |text| complete_move(&position, text).map(|mv| san(&position, mv));
        assert_eq!(
            (done("b8"), done("b8n"), done("o-o-o")),
            (None, Some("b8=N".into()), Some("O-O-O".into()))
        );
    }

    /// A sign of capture behind a whole move says that the move goes on.
    #[test]
    fn a_sign_behind_a_whole_move_makes_it_no_move() {
        let no_move = |text: &str| format!("\"{text}\" is not a move: write e4, Nf3, exd5, O-O or e2e4");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let texts = ["nf3x", "Nf3x", "e4x", "g1f3x", "nfx3", "nf3-", "e4="];
        let wanted = texts.map(no_move);
        let cases: Vec<(&str, &str)> = texts.into_iter().zip(wanted.iter().map(String::as_str)).collect();
        check(start, &cases);
        let position = fen::parse(start).unwrap();
        assert_eq!(complete_move(&position, "nf3x"), None);
        // A knight on f3 may take.
        let capture = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
        check(capture, &[("nf3x", "Nxe5"), ("nx", "Nxe5"), ("Nf3xe5", "Nxe5"), ("f3-", &no_move("f3-"))]);
        check(
            "4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1",
            &[("b8=", &no_move("b8=")), ("b8=n", "b8=N"), ("b7-b8q", "b8=Q+")],
        );
    }

    #[test]
    fn what_names_another_move_is_never_completed() {
        check(
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            &[
                ("0-0", "\"0-0\" is not legal here"),
                ("o-o", "\"o-o\" is not legal here"),
                ("o-o-o", "O-O-O"),
                ("O-o", "\"O-o\" is not legal here"),
            ],
        );
        // The one move of the knight is no capture.
        check(
            "4k3/8/8/8/8/8/2P2P2/K6N w - - 0 1",
            &[("nx", "\"nx\" is not a move: write e4, Nf3, exd5, O-O or e2e4")],
        );
    }
}
