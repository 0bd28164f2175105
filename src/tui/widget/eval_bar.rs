//! The evaluation bar beside the board: White's expected score, seen from White's side of the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::chess::{Color, GameTermination, WhiteScore};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::board::BoardOrientation;
use crate::tui::widget::score_text::ScoreText;

/// The content of the bar.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum EvalBarValue {
    /// There is no bar.
    #[default]
    Hidden,
    /// The position has no evaluation yet.
    Unknown,
    /// A score.
    Score(WhiteScore),
    /// The end of the game: the winner's color alone, or half of each after a draw.
    Result(Option<Color>),
}

impl EvalBarValue {
    /// A score where there is one.
    pub(crate) fn from_score(score: Option<WhiteScore>) -> Self {
        score.map_or(Self::Unknown, Self::Score)
    }

    /// The result of a game that is over.
    pub(crate) fn from_ending(ending: GameTermination) -> Self {
        Self::Result(ending.outcome().winner())
    }
}

/// Draws the evaluation below the bar, where there is room: the columns up to the board's files.
pub(crate) fn draw_label(score: &ScoreText, theme: Theme, area: Rect, buffer: &mut Buffer) {
    if score.text.chars().count() <= usize::from(area.width) {
        buffer.set_string(area.x, area.y, &score.text, theme.style(score.role));
    }
}

/// Draws the bar. Without an evaluation it is empty.
pub(crate) fn draw(
    shows: EvalBarValue,
    orientation: BoardOrientation,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (white, black) = (theme.fill(Role::WhiteShare), theme.fill(Role::BlackShare));
    let eighths = i64::from(area.height) * 8;
    let filled = match shows {
        EvalBarValue::Hidden => return,
        EvalBarValue::Unknown => {
            for cell in area.positions() {
                buffer[cell].set_symbol(if theme.is_mono() { "." } else { " " }).set_bg(black);
            }
            return;
        }
        EvalBarValue::Score(score) => white_eighths(score, eighths),
        EvalBarValue::Result(None) => eighths / 2,
        EvalBarValue::Result(Some(winner)) => winner.fold_wb(eighths, 0),
    };
    let from_bottom = orientation.0 == Color::White;
    for cell in area.positions() {
        let above = i64::from(area.bottom() - 1 - cell.y) * 8;
        let below = i64::from(cell.y - area.y) * 8;
        let level = (filled - if from_bottom { above } else { below }).clamp(0, 8);
        let place = &mut buffer[cell];
        if theme.is_mono() {
            place.set_symbol(if level >= 4 { theme.glyphs().full } else { theme.glyphs().shade });
            continue;
        }
        // Blocks grow from the bottom: on a flipped board the same level is drawn with swapped colors.
        let (level, over, under) =
            if from_bottom { (level, white, black) } else { (8 - level, black, white) };
        let step = usize::try_from(level).unwrap_or_default();
        match step {
            0 => place.set_symbol(" ").set_bg(under),
            8 => place.set_symbol(" ").set_bg(over),
            _ => place.set_symbol(theme.glyphs().bar_heights[step]).set_fg(over).set_bg(under),
        };
    }
}

/// How much of the bar a mate in so many moves leaves, in eighths: only a mate in one fills it.
fn mate_margin(moves: u16) -> i64 {
    i64::from(moves.saturating_sub(1).min(3))
}

/// White's part of a bar of so many eighths. A side that is not mated keeps half a cell of it; a mate goes
/// the further beyond that the nearer it is.
fn white_eighths(score: WhiteScore, eighths: i64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "the share lies between 0 and 1")]
    let thousandths = (score.win_chance() * 1000.0).round() as i64;
    match score.value() {
        crate::chess::ScoreValue::Mates(plies) => eighths - mate_margin(plies.moves()),
        crate::chess::ScoreValue::Mated(plies) => mate_margin(plies.moves()),
        crate::chess::ScoreValue::Centipawns(_)
        | crate::chess::ScoreValue::Wins
        | crate::chess::ScoreValue::Loses => (thousandths * eighths / 1000).clamp(4, eighths - 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Ply, Score};

    #[test]
    fn at_the_end_the_bar_is_full_or_half() {
        let area = Rect::new(0, 0, 1, 8);
        let theme = Theme::new(
            crate::tui::theme::ColorScheme::default(),
            crate::tui::theme::ThemeColorDepth::Mono,
            crate::tui::theme::Charset::Unicode,
        );
        let white_rows = |shows, bottom| {
            let mut buffer = Buffer::empty(area);
            draw(shows, BoardOrientation(bottom), theme, area, &mut buffer);
            (0..8).filter(|&y| buffer[(0, y)].symbol() == theme.glyphs().full).count()
        };
        for bottom in [Color::White, Color::Black] {
            assert_eq!(white_rows(EvalBarValue::Result(Some(Color::White)), bottom), 8);
            assert_eq!(white_rows(EvalBarValue::Result(Some(Color::Black)), bottom), 0);
            assert_eq!(white_rows(EvalBarValue::Result(None), bottom), 4);
        }
        let mut buffer = Buffer::empty(area);
        draw(EvalBarValue::Hidden, BoardOrientation(Color::White), theme, area, &mut buffer);
        assert_eq!(buffer, Buffer::empty(area));
    }

    #[test]
    fn only_a_mate_goes_to_the_edge_and_the_nearest_the_whole_way() {
        let share = |score: Score| white_eighths(score.for_white(Color::White), 128);
        assert_eq!(share(Score::DRAW), 64);
        let mate = |moves: u16| share(Score::mates_in(Ply::new(2 * moves - 1)));
        assert_eq!([mate(1), mate(2), mate(3), mate(4), mate(30)], [128, 127, 126, 125, 125]);
        assert_eq!(share(Score::mated_in(Ply::new(2))), 0);
        assert_eq!(share(Score::mated_in(Ply::new(4))), 1);
        assert_eq!(share(Score::centipawns(5000)), 124);
        assert_eq!(share(Score::centipawns(-5000)), 4);
    }
}
