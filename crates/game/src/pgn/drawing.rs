//! Colored squares and arrows: `[%csl Gd4,Re5]` and `[%cal Ge2e4]` in comments, as `ChessBase` writes them
//! and Lichess reads them.

use std::fmt;
use std::str::FromStr;

use super::command;
use crate::tree::Notes;
use chess::Square;

/// The color of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Brush {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Brush {
    /// All colors, in the order in which drawing again cycles through them.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    fn next(self) -> Option<Self> {
        let at = Self::ALL.iter().position(|&brush| brush == self)?;
        Self::ALL.get(at + 1).copied()
    }
}

/// A colored square, or an arrow if it ends on another square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drawing {
    /// Its color.
    pub brush: Brush,
    /// The square, or the start of the arrow.
    pub from: Square,
    /// The same square, or the end of the arrow.
    pub to: Square,
}

impl Drawing {
    /// Whether it is an arrow.
    #[must_use]
    pub fn is_arrow(self) -> bool {
        self.from != self.to
    }
}

/// As in a comment: `Gd4`, `Ge2e4`.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.brush.letter(), self.from)?;
        if self.is_arrow() { write!(f, "{}", self.to) } else { Ok(()) }
    }
}

/// The error for a text that is no drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDrawingError;

/// As in a comment; green without a letter.
impl FromStr for Drawing {
    type Err = ParseDrawingError;

    fn from_str(text: &str) -> Result<Self, ParseDrawingError> {
        let named = text.chars().next().and_then(|letter| {
            let brush = Brush::ALL.into_iter().find(|brush| brush.letter() == letter)?;
            Some((brush, &text[1..]))
        });
        let (brush, squares) = named.unwrap_or((Brush::Green, text));
        let square = |part: Option<&str>| part.and_then(|part| part.parse().ok()).ok_or(ParseDrawingError);
        let from = square(squares.get(..2))?;
        let to = if squares.len() == 2 { from } else { square(squares.get(2..))? };
        Ok(Self { brush, from, to })
    }
}

/// The drawings after a move, in order. Invalid ones are ignored.
#[must_use]
pub fn drawings(notes: &Notes) -> Vec<Drawing> {
    let commands = notes.after.iter().flat_map(|comment| command::commands(comment));
    let lists = commands.filter(|(name, _)| is_drawing(name)).map(|(_, list)| list);
    lists.flat_map(|list| list.split(',')).filter_map(|text| text.trim().parse().ok()).collect()
}

/// Replaces the drawings after a move. The rest of its comments is unchanged.
pub fn set_drawings(notes: &mut Notes, drawings: &[Drawing]) {
    let others = notes.after.iter().map(|comment| command::without_commands(comment, is_drawing));
    let mut after: Vec<String> = others.filter(|comment| !comment.trim().is_empty()).collect();
    let list = |name: &str, arrows: bool| {
        let own = drawings.iter().filter(|drawing| drawing.is_arrow() == arrows);
        let texts: Vec<String> = own.map(ToString::to_string).collect();
        if texts.is_empty() { String::new() } else { format!("[%{name} {}]", texts.join(",")) }
    };
    let commands = list("csl", false) + &list("cal", true);
    match after.first_mut() {
        _ if commands.is_empty() => {}
        Some(first) => *first = format!("{commands} {}", first.trim_start()),
        None => after.push(commands),
    }
    notes.after = after;
}

/// Draws an arrow or a square; drawing it again takes the next color, and removes it after the last one.
pub fn draw(notes: &mut Notes, from: Square, to: Square) {
    let mut all = drawings(notes);
    match all.iter().position(|drawing| (drawing.from, drawing.to) == (from, to)) {
        None => all.push(Drawing { brush: Brush::Green, from, to }),
        Some(place) => match all[place].brush.next() {
            Some(brush) => all[place].brush = brush,
            None => drop(all.remove(place)),
        },
    }
    set_drawings(notes, &all);
}

fn is_drawing(name: &str) -> bool {
    matches!(name, "csl" | "cal")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(comments: &[&str]) -> Notes {
        Notes { after: comments.iter().map(|&comment| comment.to_owned()).collect(), ..Notes::default() }
    }

    fn texts(notes: &Notes) -> String {
        drawings(notes).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn squares_and_arrows_are_read_and_the_rest_is_not() {
        let notes =
            notes(&["[%csl Gd4, Re5,Xa1,Rz9] and [%cal Ye2e4,Bb1c,Gh1h8]", "[%clk 0:01:00][%csl Ba1]"]);
        assert_eq!(texts(&notes), "Gd4 Re5 Ye2e4 Gh1h8 Ba1");
        assert_eq!("e2e4".parse::<Drawing>().map(|drawing| drawing.to_string()).as_deref(), Ok("Ge2e4"));
        for bad in ["", "G", "e", "é4", "Gé", "e2e", "e2e4e5", "ge4"] {
            assert_eq!(bad.parse::<Drawing>(), Err(ParseDrawingError), "{bad}");
        }
    }

    #[test]
    fn the_same_again_goes_through_the_colors_and_ends() {
        let mut notes = notes(&["A plan [%eval 0.35] it is.", "And more."]);
        let before = notes.clone();
        for wanted in ["Ge2e4", "Re2e4", "Ye2e4", "Be2e4", ""] {
            draw(&mut notes, Square::E2, Square::E4);
            assert_eq!(texts(&notes), wanted);
        }
        assert_eq!(notes, before, "nothing else has changed");
        draw(&mut notes, Square::E4, Square::E4);
        draw(&mut notes, Square::G1, Square::F3);
        assert_eq!(notes.after, ["[%csl Ge4][%cal Gg1f3] A plan [%eval 0.35] it is.", "And more."]);
    }

    #[test]
    fn a_comment_of_drawings_alone_goes_with_them() {
        let mut notes = notes(&["[%csl Ge4]"]);
        set_drawings(&mut notes, &[]);
        assert!(notes.after.is_empty());
    }
}
