//! What is typed at a prompt: letters in either case, beginnings, and a `b` that may be a pawn or a bishop.

use shakmaty::Move;

use super::{MoveError, Position, forms, looks_like_a_move, plain, told_apart};

/// Reads a move at a prompt: as [`super::parse_move`] does, but a small `b` is a pawn of that file or a bishop, and what
/// fits both is refused as ambiguous. A beginning that only one move has is that move. A text that names a square is
/// whole: `e4` never becomes e4-e5, and `0-0` never castles long.
///
/// # Errors
/// As those of [`super::parse_move`].
pub fn parse_typed(position: &Position, text: &str) -> Result<Move, MoveError> {
    let wanted = plain(text);
    let name = || text.trim().to_owned();
    if wanted.is_empty() {
        return Err(MoveError::NoMove(name()));
    }
    let castles = wanted.len() > 1 && wanted.chars().all(|c| c == 'O');
    let is_whole = castles || text.trim().ends_with(|last: char| last.is_ascii_digit());
    match fitting(position, &wanted, str::eq_ignore_ascii_case).as_slice() {
        [mv] => Ok(*mv),
        [] => match completions(position, text).as_slice() {
            [mv] if !is_whole => Ok(*mv),
            _ if looks_like_a_move(&wanted) => Err(MoveError::Illegal(name())),
            _ => Err(MoveError::NoMove(name())),
        },
        several => Err(MoveError::Ambiguous { text: name(), candidates: told_apart(position, several) }),
    }
}

/// The legal moves that a beginning of a typed move may become, for completion at a prompt. After an `x` only captures
/// are meant.
#[must_use]
pub fn completions(position: &Position, text: &str) -> Vec<Move> {
    let wanted = plain(text);
    let begins = |form: &str, wanted: &str| {
        form.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted))
    };
    let mut moves = fitting(position, &wanted, begins);
    if text.trim_end().ends_with(['x', 'X', ':']) {
        moves.retain(|mv| mv.is_capture());
    }
    moves
}

/// The moves that a text fits, unusual spellings counting only where no usual one fits.
fn fitting(position: &Position, wanted: &str, fits: impl Fn(&str, &str) -> bool) -> Vec<Move> {
    // A large B before small letters is no pawn.
    let bishop = wanted.strip_prefix('B');
    let insists =
        bishop.is_some_and(|rest| rest.is_empty() || rest.contains(|c: char| c.is_ascii_lowercase()));
    let meant = |form: &String| (!insists || form.starts_with('B')) && fits(form, wanted);
    let legal = position.legal_moves();
    let of = |forms: &dyn Fn(Move) -> Vec<String>| -> Vec<Move> {
        legal.iter().copied().filter(|&mv| forms(mv).iter().any(meant)).collect()
    };
    let usual = of(&|mv| forms::usual(position, mv));
    let found = if usual.is_empty() { of(&forms::wordy) } else { usual };
    if found.is_empty() && bishop.is_some_and(str::is_empty) {
        return fitting(position, "b", fits);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use crate::chess::notation::{parse_move, san};

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
        let asked = |text: &str| format!("\"{text}\" may mean bxc3 (b2c3) or Bxc3 (d2c3)");
        check(both, &[("bxc3", &asked("bxc3")), ("bc3", &asked("bc3")), ("BXC3", &asked("BXC3"))]);
        check(both, &[("Bxc3", "Bxc3"), ("b2c3", "bxc3"), ("pbxc3", "bxc3"), ("d2c3", "Bxc3"), ("b4", "b4")]);
        // Where one of the two is legal it is meant, but a large B is no pawn.
        check("4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", &[("bxc3", "Bxc3"), ("BxC3", "Bxc3"), ("bh6", "Bh6")]);
        let pawn = "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1";
        check(
            pawn,
            &[("bxc3", "bxc3"), ("Bxc3", "\"Bxc3\" is not legal here"), ("B4", "b4"), ("BXC3", "bxc3")],
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
