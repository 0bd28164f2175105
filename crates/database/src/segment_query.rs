//! Search by the data of a game: which games of a segment fit a query.
//!
//! The terms are taken one after the other: those first that compare numbers, those last for which games are replayed. Each text
//! that the games left have in a column is compared once. The terms mean what they mean in a game list.

use std::collections::HashSet;

use chess::Color;
use game::game_query::term::{GameTerm, date_is_in, elo_is_in, full_moves};
use game::game_query::{GameQuery, text::TextPart};
use game::pgn::GameResult;
use game::player::{color_of_user, is_my_name};
use game::{GameDate, GameLabels, GameListEntry, PlayerResult, TimeClass};

use crate::game_headers::{
    GameHeaders, HAS_COMMENTS, HAS_VARIATIONS, IS_ANALYSIS, RESULT_BITS, result_number,
};
use crate::number_set::NumberSet;
use crate::pattern_search::PatternSearch;
use crate::segment::Segment;

/// The games of a segment that fit a query.
#[derive(Debug)]
pub struct SegmentQuery {
    games: NumberSet,
    /// The games whose positions match, and after how many half-moves, if positions are asked for.
    plies: Vec<(usize, u32)>,
}

impl SegmentQuery {
    /// Finds the games that fit. `file_name` returns the name of the PGN file of each game.
    pub fn compile<'f>(query: &GameQuery, segment: &Segment, file_name: impl Fn(usize) -> &'f str) -> Self {
        Self::of(query, segment.headers(), Some(segment), file_name)
    }

    /// Finds the games that fit by their headers. Where positions are searched, none does.
    pub fn of_headers<'f>(
        query: &GameQuery,
        headers: &GameHeaders,
        file_name: impl Fn(usize) -> &'f str,
    ) -> Self {
        Self::of(query, headers, None, file_name)
    }

    fn of<'f>(
        query: &GameQuery,
        headers: &GameHeaders,
        segment: Option<&Segment>,
        file_name: impl Fn(usize) -> &'f str,
    ) -> Self {
        if query.problem().is_some() {
            return Self { games: NumberSet::empty(headers.len()), plies: Vec::new() };
        }
        let games = NumberSet::full(headers.len());
        let (my_names, labels) = (query.my_names(), query.labels());
        let mut filter = SegmentFilter { headers, segment, my_names, labels, games, plies: Vec::new() };
        let mut terms: Vec<_> = query.terms().iter().collect();
        terms.sort_by_key(|part| term_cost(&part.term));
        for part in terms {
            filter.apply(&part.term, part.is_negated, &file_name);
        }
        Self { games: filter.games, plies: filter.plies }
    }

    /// Whether a game fits.
    #[must_use]
    pub fn matches(&self, game: usize) -> bool {
        self.games.contains(game)
    }

    /// Half-moves from the start of a game to its first position that matches, if positions are asked for and it does.
    #[must_use]
    pub fn ply(&self, game: usize) -> Option<u32> {
        let at = self.plies.binary_search_by_key(&game, |&(game, _)| game).ok()?;
        Some(self.plies[at].1)
    }

    /// The numbers of the games that fit, in the order of the segment.
    pub fn games(&self) -> impl Iterator<Item = usize> {
        self.games.iter()
    }
}

/// How long a term takes for each game that is left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TermCost {
    ComparesNumbers,
    ComparesTexts,
    ReplaysGames,
}

const fn term_cost(term: &GameTerm) -> TermCost {
    match term {
        GameTerm::Elo(_)
        | GameTerm::EloOf(..)
        | GameTerm::Eco(_)
        | GameTerm::Date(_)
        | GameTerm::Result(_)
        | GameTerm::HasComments
        | GameTerm::HasVariations
        | GameTerm::Starred
        | GameTerm::Label(_)
        | GameTerm::Moves(_) => TermCost::ComparesNumbers,
        GameTerm::Word(_)
        | GameTerm::PlayerOf(..)
        | GameTerm::Player(_)
        | GameTerm::PlayerNamed(_)
        | GameTerm::Opening(_)
        | GameTerm::Event(_)
        | GameTerm::Site(_)
        | GameTerm::Round(_)
        | GameTerm::UserResult(_)
        | GameTerm::TimeClass(_)
        | GameTerm::TimeControl(_)
        | GameTerm::UserColor(_)
        | GameTerm::Mine
        | GameTerm::File(_) => TermCost::ComparesTexts,
        GameTerm::Board(_) => TermCost::ReplaysGames,
    }
}

/// The games that are left while terms are applied.
struct SegmentFilter<'a> {
    headers: &'a GameHeaders,
    /// The moves, if they are known.
    segment: Option<&'a Segment>,
    my_names: &'a [String],
    labels: Option<&'a GameLabels>,
    games: NumberSet,
    /// The games whose positions match the first pattern that was looked for, and after how many half-moves.
    plies: Vec<(usize, u32)>,
}

/// Time classes by the texts of a game.
struct TimeClassSets {
    /// The time controls that have one of the classes.
    controls: NumberSet,
    /// The time controls that have no class, where the event may have one.
    unclassed: NumberSet,
    /// The events that have one of the classes.
    events: NumberSet,
}

impl TimeClassSets {
    fn contain(&self, headers: &GameHeaders, game: usize) -> bool {
        let control = headers.time_controls[game] as usize;
        self.controls.contains(control)
            || self.unclassed.contains(control) && self.events.contains(headers.events[game] as usize)
    }
}

impl SegmentFilter<'_> {
    /// Leaves the games that fit a term, or those that do not.
    fn apply<'f>(&mut self, term: &GameTerm, is_negated: bool, file_name: impl Fn(usize) -> &'f str) {
        let headers = self.headers;
        let GameHeaders { white, black, events, sites, rounds, openings, time_controls, .. } = headers;
        let GameHeaders { white_elos, black_elos, ecos, dates, results, plies, .. } = headers;
        match term {
            GameTerm::Word(word) => self.apply_word(word, is_negated),
            GameTerm::PlayerOf(color, part) => {
                self.apply_text(color.fold_wb(white, black), is_negated, |text| part.is_in(text));
            }
            GameTerm::Player(part) => self.apply_players(is_negated, |text| part.is_in(text)),
            GameTerm::PlayerNamed(names) => {
                self.apply_players(is_negated, |text| names.iter().any(|name| name == text));
            }
            GameTerm::Elo(range) => {
                let fits = |elo: u16| elo_is_in(Some(elo), *range);
                self.games.retain(|game| (fits(white_elos[game]) && fits(black_elos[game])) != is_negated);
            }
            GameTerm::EloOf(color, range) => {
                let elos = color.fold_wb(white_elos, black_elos);
                self.games.retain(|game| elo_is_in(Some(elos[game]), *range) != is_negated);
            }
            GameTerm::Eco(range) => {
                self.games.retain(|game| range.contains(u32::from(ecos[game])) != is_negated);
            }
            GameTerm::Opening(opening) => {
                self.apply_text(openings, is_negated, |text| opening.matches(text));
            }
            GameTerm::Event(part) => self.apply_text(events, is_negated, |text| part.is_in(text)),
            GameTerm::Site(part) => self.apply_text(sites, is_negated, |text| part.is_in(text)),
            GameTerm::Round(part) => self.apply_text(rounds, is_negated, |text| part.begins(text, '.')),
            GameTerm::Date(range) => {
                let fits = |date: u32| date_is_in(GameDate::from_number(date), *range);
                self.games.retain(|game| fits(dates[game]) != is_negated);
            }
            GameTerm::Result(result) => {
                let number = result_number(*result);
                self.games.retain(|game| (results[game] & RESULT_BITS == number) != is_negated);
            }
            GameTerm::UserResult(wanted) => self.apply_user(is_negated, |color, game| {
                color.is_some_and(|color| PlayerResult::of(headers.game(game).result(), color) == *wanted)
            }),
            GameTerm::Moves(range) => {
                self.games.retain(|game| range.contains(full_moves(plies[game])) != is_negated);
            }
            GameTerm::TimeClass(classes) => {
                let sets = self.time_classes(classes);
                self.games.retain(|game| sets.contain(headers, game) != is_negated);
            }
            GameTerm::TimeControl(controls) => self
                .apply_text(time_controls, is_negated, |text| controls.iter().any(|control| control == text)),
            GameTerm::UserColor(wanted) => {
                self.apply_user(is_negated, |color, _| color == Some(*wanted));
            }
            GameTerm::Mine => self.apply_user(is_negated, |color, _| color.is_some()),
            GameTerm::HasComments => self.apply_flag(HAS_COMMENTS, is_negated),
            GameTerm::HasVariations => self.apply_flag(HAS_VARIATIONS, is_negated),
            GameTerm::Starred => {
                let labels = self.labels.into_iter();
                self.apply_labels(is_negated, labels.flat_map(GameLabels::starred));
            }
            GameTerm::Label(part) => {
                let labels = self.labels.into_iter();
                self.apply_labels(is_negated, labels.flat_map(|labels| labels.named_like(part)));
            }
            GameTerm::File(part) => {
                let games = self.games_in_files(part, file_name);
                self.games.retain(|game| games.contains(game) != is_negated);
            }
            GameTerm::Board(sequence) => self.apply_patterns(&PatternSearch::new(sequence), is_negated),
        }
    }

    /// Leaves the games whose positions match, or those that were played and do not.
    fn apply_patterns(&mut self, search: &PatternSearch, is_negated: bool) {
        let Some(segment) = self.segment else {
            self.games = NumberSet::empty(self.headers.len());
            return;
        };
        let mut plies = Vec::new();
        search.each_match(segment, |game| self.games.contains(game), |game, ply| plies.push((game, ply)));
        let mut matching = NumberSet::empty(segment.len());
        for &(game, _) in &plies {
            matching.insert(game);
        }
        let is_played = |game: usize| self.headers.results[game] & IS_ANALYSIS == 0;
        self.games.retain(|game| is_played(game) && matching.contains(game) != is_negated);
        if !is_negated && self.plies.is_empty() {
            self.plies = plies;
        }
    }

    /// Leaves the games that have a flag.
    fn apply_flag(&mut self, flag: u16, is_negated: bool) {
        let results = &self.headers.results;
        self.games.retain(|game| (results[game] & flag != 0) != is_negated);
    }

    /// Leaves the games that have one of some labels.
    fn apply_labels<'l>(&mut self, is_negated: bool, labels: impl Iterator<Item = &'l HashSet<u64>>) {
        let labels: Vec<_> = labels.filter(|games| !games.is_empty()).collect();
        let digests = &self.headers.digests;
        self.games.retain(|game| labels.iter().any(|games| games.contains(&digests[game])) != is_negated);
    }

    /// The texts of columns that fit, of those that the games left have. Others are not compared: there may be a site for
    /// each game.
    fn texts(&self, columns: &[&[u32]], fits: impl Fn(&str) -> bool) -> NumberSet {
        let names = &self.headers.names;
        let mut texts = NumberSet::empty(names.len());
        for column in columns {
            self.games.iter().for_each(|game| texts.insert(column[game] as usize));
        }
        texts.retain(|text| u32::try_from(text).is_ok_and(|text| fits(names.get(text))));
        texts
    }

    /// Leaves the games of which the name of a player fits.
    fn apply_players(&mut self, is_negated: bool, fits: impl Fn(&str) -> bool) {
        let GameHeaders { white, black, .. } = self.headers;
        let texts = self.texts(&[white, black], fits);
        let has = |name: u32| texts.contains(name as usize);
        self.games.retain(|game| (has(white[game]) || has(black[game])) != is_negated);
    }

    fn apply_text(&mut self, column: &[u32], is_negated: bool, fits: impl Fn(&str) -> bool) {
        let texts = self.texts(&[column], fits);
        self.games.retain(|game| texts.contains(column[game] as usize) != is_negated);
    }

    /// Leaves the games for which something is true of the side that the user played.
    fn apply_user(&mut self, is_negated: bool, fits: impl Fn(Option<Color>, usize) -> bool) {
        let GameHeaders { white, black, .. } = self.headers;
        let mine = self.texts(&[white, black], |text| is_my_name(text, self.my_names));
        let is_mine = |name: u32| mine.contains(name as usize);
        self.games.retain(|game| {
            let color = color_of_user([is_mine(white[game]), is_mine(black[game])]);
            fits(color, game) != is_negated
        });
    }

    fn apply_word(&mut self, word: &TextPart, is_negated: bool) {
        let headers = self.headers;
        let columns = [&headers.white, &headers.black, &headers.events, &headers.openings];
        let texts = self.texts(&columns.map(Vec::as_slice), |text| word.is_in(text));
        let dates = self.dates_with(word);
        let mut results = [false; RESULT_BITS as usize + 1];
        for result in [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw] {
            results[usize::from(result_number(result))] = word.is_in(&result.to_string());
        }
        let classes: Vec<TimeClass> =
            TimeClass::ALL.into_iter().filter(|class| word.is_in(class.name())).collect();
        let classes = (!classes.is_empty()).then(|| self.time_classes(&classes));
        let is_mark = word.is_in(GameListEntry::ANALYSIS_MARK);
        self.games.retain(|game| {
            let fits = columns.iter().any(|column| texts.contains(column[game] as usize))
                || results[usize::from(headers.results[game] & RESULT_BITS)]
                || is_mark && headers.results[game] & IS_ANALYSIS != 0
                || dates.as_ref().is_some_and(|dates| dates.contains(date_index(headers.dates[game])))
                || classes.as_ref().is_some_and(|classes| classes.contain(headers, game));
            fits != is_negated
        });
    }

    fn time_classes(&self, classes: &[TimeClass]) -> TimeClassSets {
        let GameHeaders { time_controls, events, .. } = self.headers;
        let has_class = |class: Option<TimeClass>| class.is_some_and(|class| classes.contains(&class));
        TimeClassSets {
            controls: self.texts(&[time_controls], |text| has_class(TimeClass::of_game(text, ""))),
            unclassed: self.texts(&[time_controls], |text| TimeClass::of_game(text, "").is_none()),
            events: self.texts(&[events], |text| has_class(TimeClass::of_game("", text))),
        }
    }

    /// The dates that have a word, by [`date_index`]. None where no date has it.
    fn dates_with(&self, word: &TextPart) -> Option<NumberSet> {
        let is_like_date = |c: char| c.is_ascii_digit() || matches!(c, '.' | '?');
        if !word.folded().chars().all(is_like_date) {
            return None;
        }
        let mut seen = NumberSet::empty(DATE_INDICES);
        let mut fitting = NumberSet::empty(DATE_INDICES);
        for date in self.games.iter().map(|game| self.headers.dates[game]) {
            let index = date_index(date);
            if !seen.contains(index) {
                seen.insert(index);
                if word.is_in(&GameDate::from_number(date).to_string()) {
                    fitting.insert(index);
                }
            }
        }
        (!fitting.is_empty()).then_some(fitting)
    }

    /// The games in files whose names have a text. Games of a file lie together: a name is compared once.
    fn games_in_files<'f>(&self, part: &TextPart, file_name: impl Fn(usize) -> &'f str) -> NumberSet {
        let mut games = NumberSet::empty(self.headers.len());
        let mut last = ("", false);
        for game in self.games.iter() {
            let name = file_name(game);
            if name != last.0 {
                last = (name, part.is_in(name));
            }
            if last.1 {
                games.insert(game);
            }
        }
        games
    }
}

/// Number of indices of dates, up to the year 9999.
const DATE_INDICES: usize = 10_000 * 13 * 32;

/// A small number for each date.
const fn date_index(date: u32) -> usize {
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    ((year * 13 + month) * 32 + day) as usize
}

#[cfg(test)]
mod query_tests;
#[cfg(test)]
mod tests;
