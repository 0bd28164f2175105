//! Real images of the pieces, by the Kitty graphics protocol.
//!
//! An image is sent once for each size of square and shown by placeholder characters: ordinary cells whose
//! foreground color names the image and whose combining marks name the part of it, so that images scroll, are
//! covered and are compared with the frame before as text is. Where an image is transparent, the cell's
//! background shows. See <https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders>.

use std::collections::BTreeSet;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ratatui::buffer::Buffer;
use ratatui::style::Color as Tone;

use crate::chess::{Color, Piece, Role};
use crate::tui::theme::pieces::MAX_ROWS;

/// Queries whether the terminal supports images. It shows nothing, and stores nothing.
pub const IMAGE_QUERY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
/// The beginning of a reply to [`IMAGE_QUERY`], between the escape sequences around it.
pub const IMAGE_REPLY: &str = "Gi=31;";

/// The placeholder character for a cell of an image.
const PLACEHOLDER: char = '\u{10eeee}';
/// The red component of the foreground that identifies our images.
const IMAGE_ID_RED: u8 = 0x4d;
/// The largest payload of one escape sequence, in bytes.
const MAX_CHUNK: usize = 4096;

/// The combining marks for row and column numbers, from 0.
const COUNTS: [char; 32] = [
    '\u{305}', '\u{30d}', '\u{30e}', '\u{310}', '\u{312}', '\u{33d}', '\u{33e}', '\u{33f}', '\u{346}',
    '\u{34a}', '\u{34b}', '\u{34c}', '\u{350}', '\u{351}', '\u{352}', '\u{357}', '\u{35b}', '\u{363}',
    '\u{364}', '\u{365}', '\u{366}', '\u{367}', '\u{368}', '\u{369}', '\u{36a}', '\u{36b}', '\u{36c}',
    '\u{36d}', '\u{36e}', '\u{36f}', '\u{483}', '\u{484}',
];

/// Whether this looks like a terminal that supports placeholders. Others reply to [`IMAGE_QUERY`] with yes as
/// well, or print it; and a multiplexer passes on neither.
pub(crate) fn is_likely_supported(variable: impl Fn(&str) -> Option<String>) -> bool {
    let value = |name: &str| variable(name).filter(|text| !text.is_empty());
    let term = value("TERM").unwrap_or_default();
    let inside = value("TMUX").is_some() || value("STY").is_some() || value("ZELLIJ").is_some();
    if inside || term.starts_with("tmux") || term.starts_with("screen") {
        return false;
    }
    let names = |name: &str| name.contains("kitty") || name.contains("ghostty");
    names(&term) || value("TERM_PROGRAM").is_some_and(|program| names(&program))
}

/// The image of a piece for squares of one size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceImage {
    rows: u8,
    piece: u8,
}

impl PieceImage {
    /// The image for a square of `rows` by twice as many columns.
    pub(crate) fn new(piece: Piece, rows: u16) -> Self {
        let rows = u8::try_from(rows.clamp(1, MAX_ROWS)).unwrap_or(u8::MAX);
        Self { rows, piece: piece.role as u8 + piece.color.fold_wb(0, 6) }
    }

    /// The images that a frame shows.
    pub(crate) fn shown(frame: &Buffer) -> BTreeSet<Self> {
        let is_ours = |symbol: &str| symbol.starts_with(PLACEHOLDER);
        let cells = frame.content.iter().filter(|cell| is_ours(cell.symbol()));
        cells.filter_map(|cell| Self::named(cell.fg)).collect()
    }

    /// The foreground color that identifies the image.
    pub(crate) const fn tone(self) -> Tone {
        Tone::Rgb(IMAGE_ID_RED, self.rows, self.piece)
    }

    fn named(tone: Tone) -> Option<Self> {
        match tone {
            Tone::Rgb(IMAGE_ID_RED, rows, piece) => Some(Self { rows, piece }),
            _ => None,
        }
    }

    /// The same identifier as a number.
    fn id(self) -> u32 {
        u32::from_be_bytes([0, IMAGE_ID_RED, self.rows, self.piece])
    }

    /// Its cells with their row and column, row by row.
    pub(crate) fn cells(self) -> impl Iterator<Item = (u16, u16, String)> {
        let count = |at: u16| COUNTS[usize::from(at) % COUNTS.len()];
        let rows = u16::from(self.rows);
        (0..rows).flat_map(move |row| {
            let text = move |column| String::from_iter([PLACEHOLDER, count(row), count(column)]);
            (0..rows * 2).map(move |column| (row, column, text(column)))
        })
    }

    /// Sends the image to the terminal, which stores it without a reply.
    pub(crate) fn transmission(self) -> String {
        let encoded = BASE64.encode(self.png());
        let mut sequence = String::with_capacity(encoded.len() + 128);
        let mut rest = encoded.as_str();
        let (id, rows, columns) = (self.id(), self.rows, self.rows * 2);
        let mut keys = format!("a=T,U=1,f=100,t=d,q=2,i={id},c={columns},r={rows},");
        while !rest.is_empty() {
            let (chunk, later) = rest.split_at(rest.len().min(MAX_CHUNK));
            let more = u8::from(!later.is_empty());
            // Writing to a string cannot fail.
            let _ = write!(sequence, "\x1b_G{keys}m={more};{chunk}\x1b\\");
            "q=2,".clone_into(&mut keys);
            rest = later;
        }
        sequence
    }

    /// Deletes the image in the terminal.
    pub(crate) fn removal(self) -> String {
        format!("\x1b_Ga=d,d=I,i={},q=2\x1b\\", self.id())
    }

    /// The drawing as a PNG, rendered by `assets/pieces/render.py` from the file beside it.
    fn png(self) -> &'static [u8] {
        macro_rules! drawings {
            ($($name:literal)*) => {
                [$(include_bytes!(concat!("../../../../assets/pieces/", $name, ".png")),)*]
            };
        }
        const WHITE: [&[u8]; 6] =
            drawings!("white-pawn" "white-knight" "white-bishop" "white-rook" "white-queen" "white-king");
        const BLACK: [&[u8]; 6] =
            drawings!("black-pawn" "black-knight" "black-bishop" "black-rook" "black-queen" "black-king");
        let color = if self.piece > 6 { Color::Black } else { Color::White };
        let role = Role::ALL.into_iter().find(|&role| role as u8 == (self.piece + 5) % 6 + 1);
        color.fold_wb(WHITE, BLACK)[role.map_or(0, |role| role as usize - 1)]
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn pieces() -> impl Iterator<Item = Piece> {
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)))
    }

    #[test]
    fn every_cell_of_an_image_is_one_cell_wide_and_unlike_the_others() {
        for rows in 1..=MAX_ROWS {
            let image = PieceImage::new(Role::King.of(Color::White), rows);
            let cells: Vec<_> = image.cells().collect();
            assert!(cells.iter().all(|(.., text)| text.width() == 1));
            let texts: BTreeSet<_> = cells.iter().map(|(.., text)| text).collect();
            assert_eq!(texts.len(), usize::from(rows * rows * 2));
        }
        let first = PieceImage::new(Role::King.of(Color::White), 2).cells().nth(5);
        assert_eq!(first, Some((1, 1, "\u{10eeee}\u{30d}\u{30d}".to_owned())));
    }

    #[test]
    fn an_image_is_sent_in_chunks_under_the_number_that_its_color_names() {
        let mut drawings = BTreeSet::new();
        for piece in pieces() {
            let image = PieceImage::new(piece, 5);
            let sent = image.transmission();
            let Tone::Rgb(r, g, b) = image.tone() else { panic!("{:?}", image.tone()) };
            let id = (u32::from(r) << 16) | (u32::from(g) << 8) | u32::from(b);
            assert!(
                sent.starts_with(&format!("\x1b_Ga=T,U=1,f=100,t=d,q=2,i={id},c=10,r=5,m=")),
                "{piece:?}"
            );
            let chunks: Vec<&str> = sent.split_terminator("\x1b\\").collect();
            let (last, others) = chunks.split_last().unwrap();
            assert!(others.iter().all(|chunk| chunk.contains("m=1;")) && last.contains("m=0;"));
            let data: String = chunks.iter().map(|chunk| chunk.split_once(';').unwrap().1).collect();
            let png = BASE64.decode(data).unwrap();
            assert!(png.starts_with(b"\x89PNG\r\n") && png.len() < 8192, "{piece:?}: {}", png.len());
            assert!(drawings.insert(png), "{piece:?} looks like another");
            assert_eq!(image.removal(), format!("\x1b_Ga=d,d=I,i={id},q=2\x1b\\"));
        }
    }

    #[test]
    fn the_images_of_a_frame_are_found_by_their_cells() {
        let (queen, pawn) = (Role::Queen.of(Color::Black), Role::Pawn.of(Color::White));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 4));
        for (x, image) in [(0, PieceImage::new(queen, 2)), (9, PieceImage::new(pawn, 3))] {
            for (row, column, text) in image.cells() {
                buffer[(x + column, row)].set_symbol(&text).set_fg(image.tone());
            }
        }
        let expected = [PieceImage::new(queen, 2), PieceImage::new(pawn, 3)];
        assert_eq!(PieceImage::shown(&buffer), BTreeSet::from(expected));
    }

    #[test]
    fn only_terminals_that_show_placeholders_are_queried() {
        let check = |environment: &[(&str, &str)], wanted: bool| {
            let value = |name: &str| {
                environment.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(is_likely_supported(value), wanted, "{environment:?}");
        };
        check(&[("TERM", "xterm-kitty")], true);
        check(&[("TERM", "xterm-ghostty")], true);
        check(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "ghostty")], true);
        check(&[("TERM", "xterm-256color")], false);
        check(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")], false);
        check(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/tmux-0/default,1,0")], false);
        check(&[("TERM", "tmux-256color"), ("TERM_PROGRAM", "ghostty")], false);
        check(&[("TERM", "screen.xterm-kitty")], false);
        check(&[], false);
    }
}
