//! The columns of the list of games.

use serde::{Deserialize, Serialize};

/// A column of the list of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameColumn {
    /// The date.
    Date,
    /// Both players.
    Players,
    /// Both ratings.
    Elo,
    /// The event.
    Event,
    /// The site.
    Site,
    /// The round.
    Round,
    /// The ECO code of the opening.
    Eco,
    /// The opening.
    Opening,
    /// The time class: bullet, blitz, rapid, classical or correspondence.
    Time,
    /// The accuracy of both sides, where the game has a finished review.
    Accuracy,
    /// The result.
    Result,
    /// The number of moves.
    Moves,
}

impl GameColumn {
    /// All of them, in their usual order.
    pub const ALL: [Self; 12] = [
        Self::Date,
        Self::Players,
        Self::Elo,
        Self::Event,
        Self::Site,
        Self::Round,
        Self::Eco,
        Self::Opening,
        Self::Time,
        Self::Accuracy,
        Self::Result,
        Self::Moves,
    ];
}

/// The columns that the list of games has, from left to right: each at most once, and the players in any case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<GameColumn>", into = "Vec<GameColumn>")]
pub struct GameColumns(Vec<GameColumn>);

impl GameColumns {
    /// The columns from left to right.
    #[must_use]
    pub fn shown(&self) -> &[GameColumn] {
        &self.0
    }

    /// Whether a column is among them.
    #[must_use]
    pub fn has(&self, column: GameColumn) -> bool {
        self.0.contains(&column)
    }

    /// All columns, each with whether it is shown. One that is not has its usual place, behind the one before it.
    #[must_use]
    pub fn all_in_order(&self) -> Vec<(GameColumn, bool)> {
        let mut all: Vec<(GameColumn, bool)> = self.0.iter().map(|&column| (column, true)).collect();
        let mut before = None;
        for column in GameColumn::ALL {
            let place_of = |wanted| all.iter().position(|&(column, _)| column == wanted);
            if place_of(column).is_none() {
                let place = before.and_then(place_of).map_or(0, |place| place + 1);
                all.insert(place, (column, false));
            }
            before = Some(column);
        }
        all
    }
}

impl Default for GameColumns {
    fn default() -> Self {
        use GameColumn as C;
        Self(vec![C::Date, C::Players, C::Elo, C::Opening, C::Result, C::Moves])
    }
}

impl From<Vec<GameColumn>> for GameColumns {
    fn from(columns: Vec<GameColumn>) -> Self {
        let mut once: Vec<GameColumn> = Vec::new();
        for column in columns {
            if !once.contains(&column) {
                once.push(column);
            }
        }
        if !once.contains(&GameColumn::Players) {
            once.insert(0, GameColumn::Players);
        }
        Self(once)
    }
}

impl From<GameColumns> for Vec<GameColumn> {
    fn from(columns: GameColumns) -> Self {
        columns.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_shown_once_and_the_players_always() {
        use GameColumn as C;
        let columns = GameColumns::from(vec![C::Result, C::Date, C::Result]);
        assert_eq!(columns.shown(), [C::Players, C::Result, C::Date]);
        assert!(columns.has(C::Date) && !columns.has(C::Elo));
    }

    #[test]
    fn what_is_not_shown_has_its_usual_place() {
        use GameColumn as C;
        let all = GameColumns::default().all_in_order();
        assert!(all.iter().map(|&(column, _)| column).eq(GameColumn::ALL));
        let shown = all.into_iter().filter_map(|(column, is_shown)| is_shown.then_some(column));
        assert_eq!(GameColumns::from(shown.collect::<Vec<_>>()), GameColumns::default());
        let turned = GameColumns::from(vec![C::Result, C::Players]).all_in_order();
        let names: Vec<C> = turned.iter().map(|&(column, _)| column).collect();
        let expected = [
            C::Date,
            C::Result,
            C::Moves,
            C::Players,
            C::Elo,
            C::Event,
            C::Site,
            C::Round,
            C::Eco,
            C::Opening,
            C::Time,
            C::Accuracy,
        ];
        assert_eq!(names, expected);
    }
}
