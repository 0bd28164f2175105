//! A query over columns finds what the same query finds in a game list.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use game::GameListEntry;
use game::game_query::QueryTerm;
use game::game_query::text::fold;
use game::opening::eco_number;
use game::pgn::split::{PgnGameText, PgnSplitter};
use game::pgn::{self, known};

use super::*;
use crate::fixtures::{fastest, many_games, random_headers, segment_of};

/// A game by its entry in a list, with its site and round.
struct Listed {
    entry: GameListEntry,
    site: String,
    round: String,
}

impl Listed {
    /// Whether it fits a search, found out by looking at each term by itself.
    fn fits(&self, query: &GameQuery) -> bool {
        let fits = |part: &QueryTerm| self.fits_term(&part.term, query) != part.is_negated;
        query.problem().is_none() && query.terms().iter().all(fits)
    }

    fn fits_term(&self, term: &GameTerm, query: &GameQuery) -> bool {
        let Self { entry, site, round } = self;
        let my_names = query.my_names();
        let labels = || query.labels().into_iter().flat_map(|labels| labels.of(entry.location.digest));
        let player = |color: Color| known(color.fold_wb(&entry.white, &entry.black));
        let elo = |color: Color| color.fold_wb(entry.white_elo, entry.black_elo);
        let opening = known(&entry.opening);
        match term {
            GameTerm::Word(word) => fold(&self.words()).contains(word.folded()),
            GameTerm::PlayerOf(color, part) => part.is_in(player(*color)),
            GameTerm::Player(part) => Color::ALL.iter().any(|&color| part.is_in(player(color))),
            GameTerm::Elo(range) => Color::ALL.iter().all(|&color| elo_is_in(elo(color), *range)),
            GameTerm::EloOf(color, range) => elo_is_in(elo(*color), *range),
            GameTerm::Eco(range) => range.contains(u32::from(eco_number(opening))),
            GameTerm::Opening(term) => term.matches(opening),
            GameTerm::Event(part) => part.is_in(known(&entry.event)),
            GameTerm::Site(part) => part.is_in(site),
            GameTerm::Round(part) => part.begins(round, '.'),
            GameTerm::Date(range) => date_is_in(GameDate::of_pgn(&entry.date), *range),
            GameTerm::Result(result) => entry.result == *result,
            GameTerm::UserResult(result) => entry.result_of(my_names) == Some(*result),
            GameTerm::Moves(range) => range.contains(full_moves(entry.plies)),
            GameTerm::TimeClass(classes) => entry.time_class.is_some_and(|class| classes.contains(&class)),
            GameTerm::TimeControl(controls) => controls.contains(&known(&entry.time_control).to_owned()),
            GameTerm::UserColor(color) => entry.side_of(my_names) == Some(*color),
            GameTerm::PlayerNamed(names) => names.contains(&entry.white) || names.contains(&entry.black),
            GameTerm::Mine => entry.side_of(my_names).is_some(),
            GameTerm::File(part) => part.is_in(&entry.location.file.file_name().unwrap().to_string_lossy()),
            GameTerm::HasComments => entry.annotations.has_comments,
            GameTerm::HasVariations => entry.annotations.has_variations,
            GameTerm::Starred => labels().any(|label| label == "starred"),
            GameTerm::Label(part) => labels().any(|label| part.is_in(label)),
            GameTerm::Board(_) => panic!("positions have tests of their own"),
        }
    }

    /// The text in which a word is looked for. Two blanks lie between its parts, so that no text that is searched for lies
    /// across them.
    fn words(&self) -> String {
        let entry = &self.entry;
        let texts =
            [&entry.white, &entry.black, &entry.date, &entry.opening, &entry.event].map(|text| known(text));
        let [white, black, date, opening, event] = texts;
        let mark = if entry.is_analysis { GameListEntry::ANALYSIS_MARK } else { "" };
        let time = entry.time_class.map_or("", TimeClass::name);
        format!("{white}  {black}  {date}  {}  {opening}  {event}{mark}  {time}", entry.result)
    }
}

fn listed(text: &str) -> Vec<Listed> {
    let games = PgnSplitter::new(text.as_bytes()).map(|game| game.expect("a text can be read"));
    let entry = |game: PgnGameText| {
        let header = pgn::read_tags(&pgn::decode(&game.bytes));
        let tag = |name: &str| pgn::known(header.tag(name).unwrap_or_default()).to_owned();
        let entry = GameListEntry::of(PathBuf::from("/games/Club 2024.pgn"), &game, 0);
        Listed { entry, site: tag("Site"), round: tag("Round") }
    };
    games.map(entry).collect()
}

/// Games with the odd values that files have.
const GAMES: &str = r#"[Event "Candidates, Final"]
[Site "Riga LAT"]
[Date "2024.05.03"]
[Round "3.1"]
[White "Carlsen, Magnus"]
[Black "O'Kelly"]
[WhiteElo "2850"]
[BlackElo "2410"]
[Result "1-0"]
[ECO "B90"]
[TimeControl "40/7200:1800"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 1-0

[Event "Rated Correspondence game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.??.??"]
[Round "?"]
[White "Anna_B"]
[Black "J\u{f6}rg"]
[WhiteElo "1800"]
[BlackElo "?"]
[Result "0-1"]
[TimeControl "-"]
[ECO "D06"]
[Opening "Queen's Gambit"]

1. d4 d5 2. c4 e6 0-1

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "31"]
[White "?"]
[Black "anna_b"]
[Result "1/2-1/2"]
[TimeControl "180+2"]

1. e4 e5 1/2-1/2

[White "Anna_B"]
[Black "Anna_B"]
[WhiteElo "0"]
[BlackElo "2000"]
[Date "2023.1.9"]
[TimeControl "600"]

1. Nf3 *

[White "You"]
[Black "Matescope level 3"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]
[ECO "C33a"]
[Opening "?"]

1... Kd7 2. e4 Ke6 0-1

[Variant "Atomic"]
[White "Cy"]

*

1. d4 d5 2. c4 dxc4 *
"#;

/// Searches for every term, with what is usual and what is not.
const QUERIES: &[&str] = &[
    "",
    "analysis",
    "carlsen",
    "CARLSEN",
    "okelly",
    "j\u{f6}rg",
    "gambit",
    "\"queens gambit\"",
    "b90",
    "2024",
    "2024.05",
    "??",
    ".",
    "1-0",
    "1/2",
    "*",
    "-",
    "classical",
    "corr",
    "rapid",
    "lichess",
    "atomic",
    "\"anna_b j\u{f6}rg\"",
    "candidates",
    "white:carlsen",
    "white:anna_b",
    "black:o",
    "black:anna",
    "player:anna",
    "player:\"carlsen, m\"",
    "elo:2400",
    "elo:<2500",
    "elo:>2850",
    "white-elo:>1700",
    "black-elo:..2410",
    "eco:b",
    "eco:b90",
    "eco:b00..c99",
    "eco:..d05",
    "eco:d06..",
    "opening:gambit",
    "opening:\"queen's gambit\"",
    "opening:\"sicilian defense\"",
    "opening:\"\"",
    "event:final",
    "event:game",
    "site:riga",
    "site:lichess.org",
    "round:3",
    "round:31",
    "date:2024",
    "date:2024.05",
    "date:2024.06..",
    "date:..2023",
    "date:<2024",
    "date:>2023",
    "result:1-0",
    "result:black",
    "result:draw",
    "result:*",
    "result:won",
    "result:lost",
    "result:drawn",
    "result:unfinished",
    "moves:2",
    "moves:>2",
    "moves:<3",
    "moves:1..5",
    "time:classical",
    "time:c",
    "time:correspondence",
    "time:blitz",
    "time:3+2",
    "time:10",
    "color:white",
    "color:black",
    "is:mine",
    "is:starred",
    "has:comments",
    "has:variations",
    "label:ST",
    "label:\"must study\"",
    "label:nothing",
    "file:club",
    "file:x",
    "elp:5",
];

/// Checks that a search finds the same games in a list and in a segment: their number.
fn check(listed: &[Listed], segment: &GameHeaders, text: &str) -> usize {
    let digests = || listed.iter().map(|game| game.entry.location.digest);
    let labels = GameLabels::new(
        [
            ("starred".to_owned(), digests().filter(|digest| digest % 2 == 0).collect()),
            ("must study".to_owned(), digests().filter(|digest| digest % 3 == 0).collect()),
            ("empty".to_owned(), HashSet::new()),
        ]
        .into(),
    );
    let query = GameQuery::new(text, &["anna_b".to_owned(), String::new()]).with_labels(&Arc::new(labels));
    let compiled = SegmentQuery::of_headers(&query, segment, |_| "Club 2024.pgn");
    let found: Vec<usize> = compiled.games().collect();
    let wanted: Vec<usize> =
        (0..).zip(listed).filter(|(_, game)| game.fits(&query)).map(|(n, _)| n).collect();
    assert_eq!(found, wanted, "{text}");
    assert!((0..segment.len()).all(|game| compiled.matches(game) == wanted.contains(&game)), "{text}");
    found.len()
}

fn check_all(text: &str) {
    let (listed, segment) = (listed(text), Arc::clone(segment_of(text).headers()));
    assert_eq!(listed.len(), segment.len());
    for query in QUERIES {
        let found = check(&listed, &segment, query);
        let is_term = !matches!(*query, "" | "-" | "elp:5");
        if is_term {
            let others = check(&listed, &segment, &format!("-{query}"));
            assert_eq!(found + others, segment.len(), "{query}");
        }
    }
    for pair in QUERIES.windows(2) {
        check(&listed, &segment, &pair.join(" "));
        check(&listed, &segment, &format!("{} -{}", pair[0], pair[1]));
    }
}

#[test]
fn a_segment_finds_what_a_list_finds() {
    check_all(&GAMES.replace("\\u{f6}", "\u{f6}"));
}

#[test]
fn random_games_are_found_alike() {
    let mut random = fastrand::Rng::with_seed(7);
    let text: String = (0..300).map(|_| random_game(&mut random)).collect();
    check_all(&text);
}

fn random_game(random: &mut fastrand::Rng) -> String {
    let tags: [(&str, &[&str]); 13] = [
        ("Event", &["?", "Candidates final", "Rated correspondence game", "Rated Blitz game"]),
        ("Site", &["Riga", "https://lichess.org/x", "?"]),
        ("Date", &["2024.05.03", "2024.??.??", "2023.12.??", "1999.01.01", "????.??.??"]),
        ("Round", &["1", "3", "3.1", "31", "-"]),
        ("White", &["Carlsen, Magnus", "Anna_B", "anna_b", "?", "O'Kelly", "You"]),
        ("Black", &["Anna_B", "Carlsen, Magnus", "J\u{f6}rg", "?"]),
        ("WhiteElo", &["2850", "1800", "0", "?", "2400"]),
        ("BlackElo", &["2410", "2000", "", "2850"]),
        ("ECO", &["B90", "D06", "?", "C33a", "x"]),
        ("Opening", &["Queen's Gambit", "?", "Sicilian Defense: Najdorf"]),
        ("TimeControl", &["180+2", "600", "-", "1/86400", "40/7200:1800", "60"]),
        ("AnalysisMark", &["", "20000-00000007"]),
        ("Result", &["1-0", "0-1", "1/2-1/2", "*"]),
    ];
    let mut text = String::new();
    let mut result = "*";
    for (name, values) in tags {
        if random.u8(0..5) > 0 {
            let value = values[random.usize(0..values.len())];
            if name == "Result" {
                result = value;
            }
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
    }
    let moves = [
        "1. e4 c5 2. Nf3 d6 3. d4",
        "1. d4 {best} d5 2. c4",
        "1. e4 (1. d4 {[%eval 0.1]})",
        "1. Nh3 h5 2. Rg1 Rh6 3. Rh1 Rg6 4. Rg1 Rh6",
    ];
    format!("{text}\n{} {result}\n\n", moves[random.usize(0..moves.len())])
}

#[test]
fn a_million_games_are_searched_quickly() {
    let segment = random_headers(many_games(), 1);
    for text in QUERIES.iter().filter(|text| !text.starts_with("elp")) {
        let query = GameQuery::new(text, &["anna_b".to_owned()]);
        let (found, took) =
            fastest(|| SegmentQuery::of_headers(&query, &segment, |_| "Club 2024.pgn").games().count());
        println!("{text}: {found} of {} games in {took:?}", segment.len());
        assert!(took < Duration::from_secs(2), "{text} took {took:?}");
    }
}
