//! The filter of a game list: words, and the fields `time:`, `date:` and `color:`.

use super::game_list::GameListEntry;
use super::time_class::TimeClass;
use crate::chess::Color;

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
    /// The user's names.
    my_names: Vec<String>,
    /// What is wrong with a field, as a sentence without a full stop.
    problem: Option<String>,
}

impl GameFilter {
    /// The filter that a text means. A value is understood as soon as it begins like one: `time:bl`.
    #[must_use]
    pub fn new(text: &str, my_names: &[String]) -> Self {
        let mut filter = Self { my_names: my_names.to_vec(), ..Self::default() };
        for word in text.to_lowercase().split_whitespace() {
            match word.split_once(':') {
                Some(("time", value)) => filter.set_time(value),
                Some(("date", value)) => filter.set_dates(value),
                Some(("color" | "colour", value)) => filter.set_color(value),
                _ => filter.words.push(word.to_owned()),
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
    use crate::game::pgn::split::PgnSplitter;

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
        ] {
            let filter = GameFilter::new(text, &mine);
            assert_eq!([&blitz, &dayless, &own].map(|game| filter.matches(game)), fits, "{text}");
            let is_wrong = text.contains("long") || text.contains("may") || text.contains("red");
            assert_eq!(filter.problem().is_some(), is_wrong, "{text}");
        }
        let nobody = GameFilter::new("color:white", &[]);
        assert!(!nobody.matches(&blitz) && !nobody.matches(&own));
    }
}
