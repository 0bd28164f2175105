//! The main line of a game's text as words, without playing it: enough for the opening and for comparing
//! games, and fast enough for large files.

use crate::chess::half_move::{NULL_MOVE_SAN, is_null_move};
use crate::chess::{HalfMove, Position};
use crate::game::Opening;

/// The longest opening, in half-moves.
const BOOK_PLIES: usize = 40;

/// The moves of the main line as written, without numbers, glyphs, comments and variations. A null move is `--`, however
/// it is written.
#[must_use]
pub fn main_line(text: &str) -> Vec<&str> {
    let mut moves = Vec::new();
    let mut depth = 0_usize;
    let mut rest = text;
    let mut at_line_start = true;
    while let Some(c) = rest.chars().next() {
        let was_line_start = std::mem::replace(&mut at_line_start, c == '\n');
        let after = &rest[c.len_utf8()..];
        let behind = |end: char| after.find(end).map_or("", |at| &after[at + 1..]);
        rest = match c {
            // Tags and escape lines fill their line.
            '[' | '%' if was_line_start => {
                at_line_start = true;
                behind('\n')
            }
            ';' => {
                at_line_start = true;
                behind('\n')
            }
            '{' => behind('}'),
            '(' => {
                depth += 1;
                after
            }
            ')' => {
                depth = depth.saturating_sub(1);
                after
            }
            c if c.is_whitespace() => after,
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}();".contains(c);
                let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()).max(c.len_utf8()));
                let word = without_number(word);
                if depth == 0 && is_null_move(word.trim_end_matches(['!', '?'])) {
                    moves.push(NULL_MOVE_SAN);
                } else if depth == 0
                    && word
                        .starts_with(|c: char| c.is_ascii_alphabetic() || word.starts_with("0-0") && c == '0')
                {
                    moves.push(word);
                }
                after
            }
        };
    }
    moves
}

/// `1.e4` and `1...e5` without the number.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.starts_with('.') { digits.trim_start_matches('.') } else { word }
}

/// The opening of a game from the standard starting position, by its text.
#[must_use]
pub fn opening(text: &str) -> Option<Opening> {
    let mut position = Position::start();
    let mut opening = None;
    for word in main_line(text).into_iter().take(BOOK_PLIES) {
        let Some(next) = HalfMove::parse(&position, word).ok().and_then(|mv| mv.after(&position)) else {
            break;
        };
        position = next;
        opening = Opening::of(&position).or(opening);
    }
    opening
}

/// The fingerprint of a game: equal for games with the same players, date, start and moves, whatever their
/// annotations.
#[must_use]
pub fn fingerprint(players: [&str; 2], date: &str, start: &str, text: &str) -> u64 {
    // FNV-1a: the same in every version of the program, because it is stored on disk.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for text in [players[0].trim(), players[1].trim(), date, start] {
        add(text);
    }
    for word in main_line(text) {
        add(&word.trim_end_matches(['+', '#', '!', '?']).replace('0', "O"));
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"(a) 1. d4\"]\n[White \"x\"]\n\n{about [1] 1. c4} 1.e4 e5 $1 2. Nf3! (2. f4 exf4 (2... d5)) 2... Nc6\n\
        % escape d4\n3. Bb5 ; rest Qh5\nNf6 4. 0-0 1-0\n";

    #[test]
    fn only_the_moves_that_were_played_are_words() {
        assert_eq!(main_line(TEXT), ["e4", "e5", "Nf3!", "Nc6", "Bb5", "Nf6", "0-0"]);
        assert_eq!(opening(TEXT).map(Opening::eco).as_deref(), Some("C65"));
        assert_eq!(opening("*"), None);
        for broken in ["{", "(", "[", "1.", "% x", "\u{fe}{}", "))) 1. e4"] {
            let _ = main_line(broken);
        }
    }

    #[test]
    fn a_game_is_the_same_however_it_is_annotated() {
        let of = |text| fingerprint(["a", "b"], "2025.01.01", "", text);
        let plain = of("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0");
        assert_eq!(of("1. e4! {best} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0 $1 *"), plain);
        assert_ne!(of("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 1-0"), plain);
        assert_ne!(
            fingerprint(["a", "c"], "2025.01.01", "", "1. e4"),
            fingerprint(["a", "b"], "2025.01.01", "", "1. e4")
        );
    }
}
