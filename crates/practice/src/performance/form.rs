//! Recent form: the score over the latest games against that of the time before.

use super::game_score::GameScore;
use game::GameDate;

/// A year in numbers of dates.
const YEAR: u32 = 10_000;

/// A period up to the latest game of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FormPeriod {
    /// The last 10 games.
    Last10,
    /// The last 20 games.
    Last20,
    /// The twelve months up to the latest game.
    LastYear,
    /// All games before these twelve months.
    Earlier,
}

impl FormPeriod {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Last10, Self::Last20, Self::LastYear, Self::Earlier];

    /// `last 10 games`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Last10 => "last 10 games",
            Self::Last20 => "last 20 games",
            Self::LastYear => "last 12 months",
            Self::Earlier => "before that",
        }
    }

    /// Its name for programs: `last_10_games`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Last10 => "last_10_games",
            Self::Last20 => "last_20_games",
            Self::LastYear => "last_12_months",
            Self::Earlier => "earlier",
        }
    }
}

/// A game by its date.
#[derive(Clone, Copy, PartialEq, Debug)]
struct DatedGame {
    date: GameDate,
    /// The checksum of its text.
    digest: u64,
    score: GameScore,
}

/// The games of a player whose year is known.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct DatedGames(Vec<DatedGame>);

impl DatedGames {
    /// Adds a game with its score, if its year is known. Of games of one day the latest is added first, as a list has them.
    pub(super) fn add(&mut self, date: &str, digest: u64, score: GameScore) {
        let date = GameDate::of_pgn(date);
        if date.year().is_some() {
            self.0.push(DatedGame { date, digest, score });
        }
    }

    /// The games of a period. None where it is not shown: the last games where there are no earlier ones, and twelve months where
    /// all games are of them.
    fn games(&self, period: FormPeriod) -> Option<Vec<DatedGame>> {
        let mut games = self.0.clone();
        games.sort_by_key(|game| std::cmp::Reverse(game.date));
        let since = games.first()?.date.number().saturating_sub(YEAR);
        let recent = games.partition_point(|game| game.date.number() > since);
        let range = match period {
            FormPeriod::Last10 if games.len() > 10 => 0..10,
            FormPeriod::Last20 if games.len() > 20 => 0..20,
            FormPeriod::LastYear if recent < games.len() => 0..recent,
            FormPeriod::Earlier if recent < games.len() => recent..games.len(),
            FormPeriod::Last10 | FormPeriod::Last20 | FormPeriod::LastYear | FormPeriod::Earlier => {
                return None;
            }
        };
        games.get(range).map(<[_]>::to_vec)
    }

    /// The score over a period; None where it is not shown.
    pub(super) fn score(&self, period: FormPeriod) -> Option<GameScore> {
        let games = self.games(period)?;
        Some(games.into_iter().fold(GameScore::default(), |sum, game| sum.plus(game.score)))
    }

    /// The checksums of the texts of a period's games.
    pub(super) fn digests(&self, period: FormPeriod) -> Option<Vec<u64>> {
        Some(self.games(period)?.into_iter().map(|game| game.digest).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(dates: &[&str]) -> DatedGames {
        let mut games = DatedGames::default();
        for (date, digest) in dates.iter().zip(0..) {
            let (won, lost) = (u32::from(digest % 2 == 0), u32::from(digest % 2 == 1));
            games.add(date, digest, GameScore { won, lost, ..GameScore::default() });
        }
        games
    }

    #[test]
    fn twelve_months_end_with_the_latest_game() {
        let dated =
            games(&["2023.03.01", "2024.03.01", "2023.03.02", "2023.??.??", "????.??.??", "2022.12.??"]);
        assert_eq!(dated.digests(FormPeriod::LastYear), Some(vec![1, 2]));
        assert_eq!(dated.digests(FormPeriod::Earlier), Some(vec![0, 3, 5]));
        let score = dated.score(FormPeriod::Earlier).expect("games");
        assert_eq!((score.won, score.lost), (1, 2));
        assert_eq!(dated.digests(FormPeriod::Last10), None);
        assert_eq!(games(&["2024.01.01", "2023.12.31"]).score(FormPeriod::LastYear), None);
        assert_eq!(games(&[]).score(FormPeriod::LastYear), None);
    }

    #[test]
    fn the_last_games_are_the_latest_by_date() {
        let january: Vec<String> = (1..=25).map(|day| format!("2024.01.{day:02}")).collect();
        let dated = games(&january.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(dated.digests(FormPeriod::Last10), Some((15..25).rev().collect()));
        assert_eq!(dated.digests(FormPeriod::Last20).map(|games| games.len()), Some(20));
        assert_eq!(dated.score(FormPeriod::Last10).map(|score| score.games()), Some(10));
    }
}
