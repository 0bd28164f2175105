//! Which columns of the list of games fit a width, and how wide each is.

use crate::config::{GameColumn, GameColumns};
use crate::database::ListExtent;

/// The columns that are shown, from left to right, each with its width in cells. A blank is between two of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ListColumns(pub(super) Vec<(GameColumn, usize)>);

/// The columns besides the players, the most important first: where not all fit, the last ones are left out. Those of texts, whose
/// width is not fixed, come last.
const BY_IMPORTANCE: [GameColumn; 11] = [
    GameColumn::Result,
    GameColumn::Date,
    GameColumn::Accuracy,
    GameColumn::Moves,
    GameColumn::Eco,
    GameColumn::Time,
    GameColumn::Elo,
    GameColumn::Round,
    GameColumn::Opening,
    GameColumn::Event,
    GameColumn::Site,
];

/// Cells that both players' names have before another text has any, as far as the longest ones need them.
const MAX_NAME_CELLS: usize = ListExtent::MAX_TITLE_LENGTH;

/// Cells that they need at least, however short they are.
const MIN_NAME_CELLS: usize = 15;

/// Cells that they have at least beside columns of a fixed width.
const MIN_PLAYERS_CELLS: usize = 26;

/// Cells that another text has at least.
const MIN_TEXT_CELLS: usize = 14;

/// The cells of either side's rating.
pub(super) const ELO_CELLS: usize = 4;

impl ListColumns {
    /// The chosen columns that fit a width, where the list has something to show in them.
    pub(super) fn of(width: usize, chosen: &GameColumns, extent: ListExtent, result_cells: usize) -> Self {
        let is_known = |column: GameColumn| match column {
            GameColumn::Date => extent.is_dated,
            GameColumn::Elo => extent.is_rated,
            _ => true,
        };
        let names = extent.longest_title.clamp(MIN_NAME_CELLS, MAX_NAME_CELLS);
        let mut room = width;
        let (mut fixed, mut texts) = (Vec::new(), Vec::new());
        for column in BY_IMPORTANCE.into_iter().filter(|&column| chosen.has(column) && is_known(column)) {
            match fixed_cells(column, result_cells) {
                Some(cells) if room > cells + MIN_PLAYERS_CELLS => {
                    room -= cells + 1;
                    fixed.push((column, cells));
                }
                None if text_cells(room, names, texts.len() + 1) >= MIN_TEXT_CELLS => texts.push(column),
                Some(_) | None => break,
            }
        }
        let each = text_cells(room, names, texts.len());
        let players = room.saturating_sub(texts.len() * (each + 1));
        let cells_of = |column: GameColumn| match column {
            GameColumn::Players => Some(players),
            _ if texts.contains(&column) => Some(each),
            _ => fixed.iter().find(|(of, _)| *of == column).map(|&(_, cells)| cells),
        };
        Self(chosen.shown().iter().filter_map(|&column| Some((column, cells_of(column)?))).collect())
    }

    /// Whether a column is shown.
    pub(super) fn has(&self, column: GameColumn) -> bool {
        self.0.iter().any(|&(shown, _)| shown == column)
    }
}

/// The cells that each of so many texts has beside the players' names, in room for all of them.
fn text_cells(room: usize, names: usize, texts: usize) -> usize {
    let players = names.max(room / (texts + 1));
    room.saturating_sub(players + texts).checked_div(texts).unwrap_or(0)
}

/// The cells of a column whose width does not depend on the room.
const fn fixed_cells(column: GameColumn, result_cells: usize) -> Option<usize> {
    match column {
        GameColumn::Date => Some("2026.11.30".len()),
        GameColumn::Elo => Some(2 * ELO_CELLS + 1),
        GameColumn::Round | GameColumn::Moves => Some(5),
        GameColumn::Eco => Some("B90".len()),
        GameColumn::Time => Some("classical".len()),
        GameColumn::Accuracy => Some("100 - 100".len()),
        GameColumn::Result => Some(result_cells),
        GameColumn::Players | GameColumn::Event | GameColumn::Site | GameColumn::Opening => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: ListExtent = ListExtent {
        is_rated: true,
        is_dated: true,
        longest_title: 30,
        are_positions: false,
        has_reviewable: true,
    };

    fn columns(width: usize, chosen: &GameColumns) -> ListColumns {
        ListColumns::of(width, chosen, EXTENT, 7)
    }

    #[test]
    fn columns_and_blanks_fill_the_width() {
        let all = GameColumns::from(GameColumn::ALL.to_vec());
        for width in 20..250 {
            for chosen in [&all, &GameColumns::default(), &GameColumns::from(Vec::new())] {
                let ListColumns(columns) = columns(width, chosen);
                let wide: usize = columns.iter().map(|(_, cells)| cells).sum();
                let used = wide + columns.len() - 1;
                assert_eq!(used, width, "{columns:?}");
                let players = columns.iter().find(|(column, _)| *column == GameColumn::Players);
                assert!(players.is_some_and(|&(_, cells)| cells >= 15.min(width)), "{width}: {columns:?}");
            }
        }
    }

    #[test]
    fn the_least_important_column_is_left_out_first() {
        use GameColumn as C;
        let shown = |width: usize, chosen: &GameColumns| -> Vec<C> {
            columns(width, chosen).0.into_iter().map(|(column, _)| column).collect()
        };
        let usual = GameColumns::default();
        assert_eq!(shown(110, &usual), usual.shown());
        assert_eq!(shown(72, &usual), [C::Date, C::Players, C::Elo, C::Result, C::Moves]);
        assert_eq!(shown(56, &usual), [C::Date, C::Players, C::Result, C::Moves]);
        let all = GameColumns::from(C::ALL.to_vec());
        assert_eq!(shown(56, &all), [C::Date, C::Players, C::Accuracy, C::Result]);
        assert_eq!(shown(200, &all), C::ALL);
        // In whatever order they are.
        let turned = GameColumns::from(vec![C::Moves, C::Opening, C::Players, C::Accuracy]);
        assert_eq!(shown(60, &turned), [C::Moves, C::Players, C::Accuracy]);
        assert_eq!(shown(80, &turned), turned.shown());
    }

    #[test]
    fn what_no_game_has_takes_no_room() {
        use GameColumn as C;
        let extent = ListExtent { is_rated: false, is_dated: false, ..EXTENT };
        let ListColumns(columns) = ListColumns::of(110, &GameColumns::default(), extent, 7);
        let shown: Vec<GameColumn> = columns.into_iter().map(|(column, _)| column).collect();
        assert_eq!(shown, [C::Players, C::Opening, C::Result, C::Moves]);
    }
}
