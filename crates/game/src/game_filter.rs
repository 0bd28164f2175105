//! The filter of a game list: words, and the fields `time:`, `date:`, `color:`, `result:`, `opening:` and
//! `is:`.

use super::game_list::GameListEntry;
use super::opening;
use super::player_result::PlayerResult;
use super::time_class::TimeClass;
use chess::Color;

/// A filter of a game list. A game fits if it has every word, and all fields fit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// The words, in lowercase.
    words: Vec<String>,
    /// `time:blitz`: the time classes that fit; None if all do.
    time_classes: Option<Vec<TimeClass>>,
    /// `time:3+2`: the time control in minutes and seconds, or as in PGN.
    time_control: Option<[String; 2]>,
    /// `date:2024.03..2024.06`: the first and the last date, each as long as it was given.
    dates: Option<(String, String)>,
    /// `color:white`: the side that the user played.
    color: Option<Color>,
    /// `result:lost`: how the game ended for the user.
    result: Option<PlayerResult>,
    /// `opening:sicilian`: the opening.
    opening: Option<OpeningFilter>,
    /// `is:mine`: whether one of the players has to be the user.
    is_mine: bool,
    /// The user's names.
    my_names: Vec<String>,
    /// What is wrong with a field, as a sentence without a full stop.
    problem: Option<String>,
}

/// The openings that fit, in lowercase.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OpeningFilter {
    /// Without quotes: those with this text in their code or name.
    Containing(String),
    /// In quotes: the one with this code and name, with this name, or the family of this name.
    Named(String),
}

impl GameFilter {
    /// The filter that a text means. A value is understood as soon as it begins like one: `time:bl`.
    #[must_use]
    pub fn new(text: &str, my_names: &[String]) -> Self {
        let mut filter = Self { my_names: my_names.to_vec(), ..Self::default() };
        for word in split_words(&text.to_lowercase()) {
            match word.split_once(':') {
                Some(("time", value)) => filter.set_time(value),
                Some(("date", value)) => filter.set_dates(value),
                Some(("color" | "colour", value)) => filter.set_color(value),
                Some(("result", value)) => filter.set_result(value),
                Some(("opening", value)) => filter.opening = Some(OpeningFilter::new(value)),
                Some(("is", value)) => filter.set_is(value),
                _ => filter.words.push(word.replace('"', "")),
            }
        }
        filter
    }

    /// What is wrong with a field, if anything is.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether a game fits.
    #[must_use]
    pub fn matches(&self, game: &GameListEntry) -> bool {
        self.problem.is_none()
            && self.words.iter().all(|word| game.search_text.contains(word.as_str()))
            && self
                .time_classes
                .as_ref()
                .is_none_or(|classes| game.time_class.is_some_and(|class| classes.contains(&class)))
            && self.time_control.as_ref().is_none_or(|controls| controls.contains(&game.time_control))
            && self.dates.as_ref().is_none_or(|(first, last)| is_between(&game.date, first, last))
            && self.color.is_none_or(|color| game.side_of(&self.my_names) == Some(color))
            && self.result.is_none_or(|result| game.result_of(&self.my_names) == Some(result))
            && self.opening.as_ref().is_none_or(|opening| opening.matches(&game.opening))
            && (!self.is_mine || game.side_of(&self.my_names).is_some())
    }

    fn set_time(&mut self, value: &str) {
        if value.starts_with(|c: char| c.is_ascii_digit()) {
            let (minutes, increment) = value.split_once('+').map_or((value, None), |(a, b)| (a, Some(b)));
            let seconds = minutes.parse::<u64>().unwrap_or(0).saturating_mul(60);
            // Chess.com leaves an increment of nothing out, Lichess writes it.
            let in_seconds = match increment {
                Some(increment) => format!("{seconds}+{increment}"),
                None => seconds.to_string(),
            };
            let other = if increment.is_none() { format!("{in_seconds}+0") } else { value.to_owned() };
            self.time_control = Some([in_seconds, other]);
            return;
        }
        let classes: Vec<TimeClass> =
            TimeClass::ALL.into_iter().filter(|class| class.name().starts_with(value)).collect();
        if classes.is_empty() {
            self.problem =
                Some(format!("time:{value}: give 3+2, {}", TimeClass::ALL.map(TimeClass::name).join(", ")));
        } else if !value.is_empty() {
            self.time_classes = Some(classes);
        }
    }

    fn set_dates(&mut self, value: &str) {
        let value = value.replace(['-', '/'], ".");
        if !value.chars().all(|c| c.is_ascii_digit() || c == '.') {
            self.problem = Some(format!("date:{value}: give 2024, 2024.03, or 2024.03..2024.06"));
            return;
        }
        let (first, last) = value.split_once("..").unwrap_or((&value, &value));
        let date = |text: &str| text.trim_matches('.').to_owned();
        self.dates = Some((date(first), date(last)));
    }

    fn set_color(&mut self, value: &str) {
        let fitting = [("white", Color::White), ("black", Color::Black)];
        match fitting.into_iter().find(|(name, _)| name.starts_with(value)) {
            Some(_) if value.is_empty() => {}
            Some((_, color)) => self.color = Some(color),
            None => self.problem = Some(format!("color:{value}: give white or black, the side you played")),
        }
    }

    fn set_result(&mut self, value: &str) {
        // As they are named, and as a player says it.
        let synonyms =
            [("win", PlayerResult::Won), ("draw", PlayerResult::Drawn), ("loss", PlayerResult::Lost)];
        let named = PlayerResult::ALL.map(|result| (result.name(), result));
        match named.into_iter().chain(synonyms).find(|(name, _)| name.starts_with(value)) {
            Some(_) if value.is_empty() => {}
            Some((_, result)) => self.result = Some(result),
            None => {
                let known = PlayerResult::ALL.map(PlayerResult::name).join(", ");
                self.problem = Some(format!("result:{value}: give {known}, from your side"));
            }
        }
    }

    fn set_is(&mut self, value: &str) {
        if "mine".starts_with(value) {
            self.is_mine = value == "mine";
        } else {
            self.problem = Some(format!("is:{value}: give mine, for the games that you played"));
        }
    }
}

impl OpeningFilter {
    fn new(value: &str) -> Self {
        match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(name) => Self::Named(name.to_owned()),
            None => Self::Containing(value.replace('"', "")),
        }
    }

    fn matches(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        match self {
            Self::Containing(part) => text.contains(part.as_str()),
            Self::Named(named) => {
                let (_, name) = opening::split_eco(&text);
                [text.as_str(), name, opening::family_name(&text)].contains(&named.as_str())
            }
        }
    }
}

/// The words of a text. What stands in quotes is not split, and keeps them.
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let splits = move |c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    };
    text.split(splits).filter(|word| !word.is_empty())
}

/// Whether a PGN date lies between two dates of any length. Unknown parts of it fit everything.
fn is_between(date: &str, first: &str, last: &str) -> bool {
    let known = date.split('?').next().unwrap_or_default().trim_end_matches('.');
    let compare = |limit: &str| {
        let length = known.len().min(limit.len());
        known.get(..length).zip(limit.get(..length)).map(|(date, limit)| date.cmp(limit))
    };
    !known.is_empty()
        && compare(first).is_some_and(std::cmp::Ordering::is_ge)
        && compare(last).is_some_and(std::cmp::Ordering::is_le)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::pgn::split::PgnSplitter;

    fn entry(tags: &[(&str, &str)]) -> GameListEntry {
        let tags: Vec<String> = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]")).collect();
        let text = format!("{}\n\n1. e4 e5 1-0\n", tags.join("\n"));
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
    }

    #[test]
    fn fields_and_words_must_all_fit() {
        let mine = ["Anna_B".to_owned()];
        let blitz = entry(&[
            ("White", "anna_b"),
            ("Black", "Jörg"),
            ("Date", "2024.03.15"),
            ("TimeControl", "180+2"),
        ]);
        let dayless =
            entry(&[("White", "x"), ("Black", "Anna_B"), ("Date", "2024.??.??"), ("TimeControl", "600+0")]);
        let own = entry(&[("White", "Matescope level 3"), ("Black", "You")]);
        for (text, fits) in [
            ("", [true, true, true]),
            ("jörg", [true, false, false]),
            ("time:blitz", [true, false, false]),
            ("time:b", [true, false, false]),
            ("time:", [true, true, true]),
            ("time:rapid", [false, true, false]),
            ("time:long", [false, false, false]),
            ("time:3+2", [true, false, false]),
            ("time:180+2", [true, false, false]),
            ("time:3", [false, false, false]),
            ("time:10", [false, true, false]),
            ("date:2024", [true, true, false]),
            ("date:2024.03", [true, true, false]),
            ("date:2024-04", [false, true, false]),
            ("date:2023..2024.02", [false, true, false]),
            ("date:2024.03.15..", [true, true, false]),
            ("date:..2024.03", [true, true, false]),
            ("date:..2023", [false, false, false]),
            ("date:may", [false, false, false]),
            ("color:white", [true, false, false]),
            ("color:b", [false, true, true]),
            ("color:red", [false, false, false]),
            ("anna_b 1-0 color:white date:2024 time:bl", [true, false, false]),
            ("result:won", [true, false, false]),
            ("result:win", [true, false, false]),
            ("result:lo", [false, true, true]),
            ("result:draw", [false, false, false]),
            ("result:", [true, true, true]),
            ("result:red", [false, false, false]),
            ("is:mine", [true, true, true]),
            ("is:mi", [true, true, true]),
            ("is:red", [false, false, false]),
        ] {
            let filter = GameFilter::new(text, &mine);
            assert_eq!([&blitz, &dayless, &own].map(|game| filter.matches(game)), fits, "{text}");
            let is_wrong = text.contains("long") || text.contains("may") || text.contains("red");
            assert_eq!(filter.problem().is_some(), is_wrong, "{text}");
        }
        let nobody = GameFilter::new("color:white is:mine", &[]);
        assert!(!nobody.matches(&blitz) && !nobody.matches(&own));
    }

    #[test]
    fn an_opening_is_a_part_of_its_name_or_in_quotes_all_of_it() {
        let declined = entry(&[("ECO", "D37"), ("Opening", "Queen's Gambit Declined: Vienna Variation")]);
        let gambit = entry(&[("ECO", "D06"), ("Opening", "Queen's Gambit")]);
        let comma = entry(&[("Opening", "Sicilian, Najdorf"), ("Site", "x")]);
        for (text, fits) in [
            ("opening:gambit", [true, true, false]),
            ("opening:d37", [true, false, false]),
            ("opening:\"queen's gambit", [true, true, false]),
            ("opening:\"queen's gambit\"", [false, true, false]),
            ("opening:\"Queen's Gambit Declined\"", [true, false, false]),
            ("opening:\"d37 queen's gambit declined: vienna variation\"", [true, false, false]),
            ("opening:\"sicilian\"", [false, false, true]),
            ("opening:sicilian opening:\"\"", [false, false, false]),
            ("\"gambit declined\"", [true, false, false]),
            ("declined gambit", [true, false, false]),
        ] {
            let filter = GameFilter::new(text, &[]);
            assert_eq!([&declined, &gambit, &comma].map(|game| filter.matches(game)), fits, "{text}");
            assert_eq!(filter.problem(), None, "{text}");
        }
    }
}
