//! How pieces are drawn: letters and chess symbols on small squares, pictures in block elements on larger
//! ones.
//!
//! Squares of two to five rows have pictures drawn by hand ([`mask`]); larger ones are made from outlines
//! ([`outline`]). Both are fitted to cells ([`fit`]). Where the terminal shows images, those are used instead
//! ([`image`]).

pub mod fit;
pub mod image;
pub mod mask;
pub mod outline;

use std::sync::OnceLock;

use crate::chess::{Color, Piece, Role};
use crate::tui::theme::glyphs::Charset;
pub use crate::tui::theme::pieces::fit::{Sprite, SpriteCell, SpriteInk};

/// The height, in rows, up to which squares have pictures drawn by hand.
pub const MAX_ROWS: u16 = 16;

/// The picture of a piece on a square of `rows` by twice as many columns.
pub(crate) fn sprite(role: Role, rows: u16) -> &'static Sprite {
    type Set = OnceLock<[Sprite; 6]>;
    static SETS: [Set; MAX_ROWS as usize + 1] = [const { OnceLock::new() }; MAX_ROWS as usize + 1];
    let rows = rows.clamp(1, MAX_ROWS);
    let set = SETS[usize::from(rows)].get_or_init(|| Role::ALL.map(|role| picture(role, rows)));
    &set[usize::from(role) - 1]
}

fn picture(role: Role, rows: u16) -> Sprite {
    if let Some(mask) = mask::of(role, rows) {
        return Sprite::fit(rows, rows * 2, |x, y| mask.ink_at(x, y));
    }
    let columns = rows * 2;
    let outline = outline::of(role);
    let unit = |sample: u16, samples: u16| (f64::from(sample) + 0.5) * 1000.0 / f64::from(samples);
    Sprite::fit(rows, columns, |x, y| {
        outline.ink_at(unit(x, columns * fit::SAMPLES_ACROSS), unit(y, rows * fit::SAMPLES_DOWN))
    })
}

/// The symbol of a piece: the solid set for both sides, distinguished by color. A pawn has a variation
/// selector that makes it text, because some terminals would draw it as an emoji.
pub(crate) const fn figurine(role: Role) -> &'static str {
    match role {
        Role::Pawn => "♟\u{fe0e}",
        Role::Knight => "♞",
        Role::Bishop => "♝",
        Role::Rook => "♜",
        Role::Queen => "♛",
        Role::King => "♚",
    }
}

/// The letter of a piece, in capitals for White.
pub(crate) const fn letter(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => "P",
        (Color::White, Role::Knight) => "N",
        (Color::White, Role::Bishop) => "B",
        (Color::White, Role::Rook) => "R",
        (Color::White, Role::Queen) => "Q",
        (Color::White, Role::King) => "K",
        (Color::Black, Role::Pawn) => "p",
        (Color::Black, Role::Knight) => "n",
        (Color::Black, Role::Bishop) => "b",
        (Color::Black, Role::Rook) => "r",
        (Color::Black, Role::Queen) => "q",
        (Color::Black, Role::King) => "k",
    }
}

/// The symbol or letter of a piece in running text.
pub(crate) const fn text_symbol(piece: Piece, charset: Charset) -> &'static str {
    match charset {
        Charset::Unicode => figurine(piece.role),
        Charset::Ascii => letter(piece),
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn every_sign_is_one_cell_wide() {
        for role in Role::ALL {
            assert_eq!(figurine(role).width(), 1, "{role:?}");
        }
    }

    #[test]
    fn every_piece_has_a_picture_of_the_requested_size() {
        for rows in 3..=MAX_ROWS {
            for role in Role::ALL {
                let sprite = sprite(role, rows);
                assert_eq!((sprite.rows, sprite.columns), (rows, rows * 2));
                let bare = |cell: &SpriteCell| {
                    cell.foreground == SpriteInk::Square && cell.background == SpriteInk::Square
                };
                let inked = sprite.cells().filter(|(.., cell)| !bare(cell)).count();
                assert!(inked * 4 > usize::from(rows * rows), "{role:?} at {rows} rows is too faint");
            }
        }
    }
}
