//! The main line of a game's text without its variations and notes: enough for a game list, for the opening and for
//! comparing games, and fast enough for large files.

use std::borrow::Cow;

use shakmaty::Move;

use super::scan::{GameItems, ScanKind};
use super::word::{WordKind, half_moves_of};
use crate::Opening;
use chess::fnv::Fnv1a;
use chess::half_move::NULL_MOVE_SAN;
use chess::{HalfMove, Position, Role, notation};

/// The longest opening, in half-moves.
const BOOK_PLIES: usize = 40;

/// The moves of the main line as written, without numbers, glyphs, comments and variations. A null move is `--`, however
/// it is written.
#[must_use]
pub fn main_line(text: &str) -> Vec<&str> {
    MainLineWords::of(text).collect()
}

/// An iterator over the words of [`main_line`].
struct MainLineWords<'t>(GameItems<'t>);

impl<'t> MainLineWords<'t> {
    fn of(text: &'t str) -> Self {
        Self(GameItems::of(text))
    }
}

impl<'t> Iterator for MainLineWords<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        while let Some((kind, word)) = self.0.next() {
            match kind {
                ScanKind::Word(WordKind::Move) if self.0.scanner.depth == 0 => return Some(word),
                ScanKind::Word(WordKind::NullMove) if self.0.scanner.depth == 0 => {
                    return Some(NULL_MOVE_SAN);
                }
                _ => {}
            }
        }
        None
    }
}

/// Whether the first move of a text is legal at the start of a game.
pub(super) fn begins_at_start(text: &str) -> bool {
    let first = MainLineWords::of(text).next();
    first.is_some_and(|word| half_moves_of(&Position::start(), word).is_ok())
}

/// The main line of a game, played from a position up to the first word that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMainLine<'t> {
    /// The moves in SAN, without signs of check.
    pub moves: Vec<Cow<'t, str>>,
    /// The opening, by the positions that were reached.
    pub opening: Option<Opening>,
    /// The words from the first one on that is no legal move.
    pub unplayed: Vec<&'t str>,
}

/// Plays the main line of a text.
#[must_use]
pub fn play_main_line<'t>(text: &'t str, start: &Position) -> PlayedMainLine<'t> {
    let mut position = start.clone();
    let mut played = PlayedMainLine { moves: Vec::new(), opening: None, unplayed: Vec::new() };
    let mut words = MainLineWords::of(text);
    while let Some(word) = words.next() {
        let Ok((first, second)) = half_moves_of(&position, word) else {
            played.unplayed = std::iter::once(word).chain(words).collect();
            break;
        };
        for half_move in std::iter::once(first).chain(second) {
            match half_move {
                HalfMove::Move(mv) => {
                    played.moves.push(standard_spelling(&position, mv, word));
                    position.play(mv);
                }
                HalfMove::Null => {
                    let Some(next) = position.after_pass() else { break };
                    played.moves.push(Cow::Borrowed(NULL_MOVE_SAN));
                    position = next;
                }
            }
            if played.moves.len() <= BOOK_PLIES {
                played.opening = Opening::of(&position).or(played.opening);
            }
        }
    }
    played
}

/// A move in SAN without signs of check. A word that is SAN already, as most are, is returned as it is: this
/// decides how fast large files are indexed.
#[must_use]
pub fn standard_spelling<'w>(position: &Position, mv: Move, word: &'w str) -> Cow<'w, str> {
    let word = word.trim_end_matches(['+', '#']);
    let (is_capture, role) = (mv.is_capture(), mv.role());
    let is_standard = match word.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8'] => role == Role::Pawn && !is_capture && mv.promotion().is_none(),
        [b'a'..=b'h', b'x', b'a'..=b'h', b'1'..=b'8'] => {
            role == Role::Pawn && is_capture && mv.promotion().is_none()
        }
        [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h', b'1'..=b'8'] => {
            role != Role::Pawn && !is_capture && !mv.is_castle()
        }
        [b'K' | b'Q' | b'R' | b'B' | b'N', b'x', b'a'..=b'h', b'1'..=b'8'] => {
            role != Role::Pawn && is_capture
        }
        b"O-O" | b"O-O-O" => mv.is_castle(),
        _ => false,
    };
    if is_standard {
        return Cow::Borrowed(word);
    }
    let mut san = notation::san(position, mv);
    san.truncate(san.trim_end_matches(['+', '#']).len());
    Cow::Owned(san)
}

/// The fingerprint of a game by its moves in SAN: equal for games with the same players, date, start and moves, whatever
/// their annotations and the spelling of their moves. Signs of check do not count.
#[must_use]
pub fn fingerprint<'w>(
    players: [&str; 2],
    date: &str,
    start: &str,
    moves: impl IntoIterator<Item = &'w str>,
) -> u64 {
    let mut fingerprint = FingerprintHasher::new(players, date, start);
    moves.into_iter().for_each(|mv| fingerprint.add_move(mv));
    fingerprint.finish()
}

/// A [`fingerprint`] while the moves of the game are added to it.
#[derive(Debug)]
pub struct FingerprintHasher(Fnv1a);

impl FingerprintHasher {
    /// The fingerprint of a game without moves.
    #[must_use]
    pub fn new(players: [&str; 2], date: &str, start: &str) -> Self {
        let mut fingerprint = Self(Fnv1a::new());
        for text in [players[0].trim(), players[1].trim(), date, start] {
            fingerprint.add(text);
        }
        fingerprint
    }

    /// Adds a move in SAN.
    pub fn add_move(&mut self, san: &str) {
        self.add(san.trim_end_matches(['+', '#']));
    }

    /// The fingerprint of the game.
    #[must_use]
    pub fn finish(self) -> u64 {
        self.0.finish()
    }

    fn add(&mut self, text: &str) {
        self.0.add(text.bytes().chain([0]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"(a) 1. d4\"]\n[White \"x\"]\n\n{about [1] 1. c4} 1.e4 e5 $1 2. Nf3! (2. f4 exf4 (2... d5)) 2... Nc6\n\
        % escape d4\n3. Bb5 ; rest Qh5\nNf6 4. 0-0 1-0\n";

    #[test]
    fn only_the_moves_that_were_played_are_words() {
        assert_eq!(main_line(TEXT), ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "0-0"]);
        let played = play_main_line(TEXT, &Position::start());
        assert_eq!(played.opening.map(Opening::eco).as_deref(), Some("C65"));
        assert_eq!(play_main_line("*", &Position::start()).opening, None);
        for line_end in ["\r\n", "\r"] {
            assert_eq!(main_line(&TEXT.replace('\n', line_end)), main_line(TEXT));
        }
        for broken in ["{", "(", "[", "1.", "% x", "\u{fe}{}", "))) 1. e4"] {
            let _ = main_line(broken);
        }
    }

    fn of(text: &str) -> u64 {
        let played = play_main_line(text, &Position::start());
        fingerprint(["a", "b"], "2025.01.01", "", played.moves.iter().map(AsRef::as_ref))
    }

    #[test]
    fn a_game_is_the_same_however_it_is_annotated() {
        let plain = of("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0");
        assert_eq!(of("1. e4! {best} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0 $1 *"), plain);
        assert_ne!(of("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 1-0"), plain);
        let moves = || ["e4"];
        assert_ne!(
            fingerprint(["a", "c"], "2025.01.01", "", moves()),
            fingerprint(["a", "b"], "2025.01.01", "", moves())
        );
        // It stands on disks.
        assert_eq!(fingerprint(["a", "b"], "2025.01.01", "", ["e4", "O-O"]), 0xbf32_cdcb_7a60_97f5);
    }

    #[test]
    fn a_game_is_the_same_however_its_moves_are_spelled() {
        let plain = of("1. e4 e5 2. f4 d5 3. fxe5 Nc6 4. Bb5 Ne7 5. Nf3 a6 6. O-O axb5 7. d4 Bf5 8. exf5 *");
        for text in [
            "1. e2e4 e7-e5 2. f2f4 d7d5 3. f4xe5 Nb8-c6 4. Bf1-b5 Nge7 5. Ng1f3 a7a6 6. 0-0 a6xb5 7. d2d4 Bc8f5 8. e4f5 *",
            "1. e4 e5 2. f4 d5 3. fe5 ♞c6 4. ♗b5 ♞ge7 5. Ngf3 a6 6. e1g1 ab 7. Pd4 Bf5 8. e4xf5+ *",
            "1.e4e5 2.f4d5 3.fe Nc6, 4.Bb5! Ne7?! 5.Nf3 a6 6.O–O axb5 7.d4 Bf5 8.exf5 1-0",
        ] {
            assert_eq!(of(text), plain, "{text}");
        }
    }
}
