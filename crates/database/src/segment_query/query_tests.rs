//! Which games a search finds, by its keys and words.

use std::path::PathBuf;
use std::slice;

use game::pgn::split::PgnSplitter;
use game::{GameListEntry, GameQuery};

use crate::ListedGames;

fn entry(tags: &[(&str, &str)]) -> GameListEntry {
    let tags: Vec<String> = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]")).collect();
    let text = format!("{}\n\n1. e4 e5 1-0\n", tags.join("\n"));
    let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
    GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
}

/// Whether a game is found.
fn is_found(query: &GameQuery, game: &GameListEntry) -> bool {
    ListedGames::of_entries(slice::from_ref(game)).count(query) == 1
}

/// Checks which of some games each search finds; a search has a problem if it finds none and is listed so.
fn check<const N: usize>(games: [&GameListEntry; N], wanted: &[(&str, [bool; N])]) {
    for &(text, fits) in wanted {
        let query = GameQuery::new(text, &["Anna".to_owned()]);
        assert_eq!(query.problem(), None, "{text}");
        assert_eq!(games.map(|game| is_found(&query, game)), fits, "{text}");
    }
}

#[test]
fn fields_and_words_must_all_fit() {
    let mine = ["Anna_B".to_owned()];
    let blitz =
        entry(&[("White", "anna_b"), ("Black", "Jörg"), ("Date", "2024.03.15"), ("TimeControl", "180+2")]);
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
        let query = GameQuery::new(text, &mine);
        assert_eq!([&blitz, &dayless, &own].map(|game| is_found(&query, game)), fits, "{text}");
        let is_wrong = text.contains("long") || text.contains("may") || text.contains("red");
        assert_eq!(query.problem().is_some(), is_wrong, "{text}");
    }
    let nobody = GameQuery::new("color:white is:mine", &[]);
    assert!(!is_found(&nobody, &blitz) && !is_found(&nobody, &own));
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
        let query = GameQuery::new(text, &[]);
        assert_eq!([&declined, &gambit, &comma].map(|game| is_found(&query, game)), fits, "{text}");
        assert_eq!(query.problem(), None, "{text}");
    }
}

#[test]
fn every_key_finds_its_games() {
    let strong = entry(&[
        ("White", "Carlsen, Magnus"),
        ("Black", "O'Kelly"),
        ("WhiteElo", "2850"),
        ("BlackElo", "2410"),
        ("ECO", "B92"),
        ("Opening", "Sicilian Defense: Najdorf"),
        ("Event", "Candidates: Round one"),
    ]);
    let club = entry(&[
        ("White", "Anna"),
        ("Black", "Carla"),
        ("WhiteElo", "1900"),
        ("BlackElo", "0"),
        ("ECO", "C00"),
    ]);
    let bare = entry(&[]);
    check(
        [&strong, &club, &bare],
        &[
            ("white:carlsen", [true, false, false]),
            ("white:\"carlsen, magnus\"", [true, false, false]),
            ("black:carl", [false, true, false]),
            ("player:CARL", [true, true, false]),
            ("player:okelly", [true, false, false]),
            ("player:o'kelly", [true, false, false]),
            ("elo:2400", [true, false, false]),
            ("elo:>2410", [false, false, false]),
            ("elo:>=2410", [true, false, false]),
            ("elo:2400..2900", [true, false, false]),
            ("elo:2400..2800", [false, false, false]),
            ("elo:<3000", [true, false, false]),
            ("elo:>", [true, true, true]),
            ("white-elo:<2000", [false, true, false]),
            ("black-elo:<3000", [true, false, false]),
            ("black-elo:..2410", [true, false, false]),
            ("eco:B92", [true, false, false]),
            ("eco:b", [true, false, false]),
            ("eco:b9", [true, false, false]),
            ("eco:B90..B99", [true, false, false]),
            ("eco:b..c", [true, true, true]),
            ("eco:..e", [true, true, true]),
            ("eco:c01..", [false, true, true]),
            ("opening:najdorf", [true, false, false]),
            ("event:candidates", [true, false, false]),
            ("event:sicilian", [false, false, false]),
            ("site:a", [false, false, false]),
            ("round:1", [false, false, false]),
            ("result:1-0", [true, true, true]),
            ("result:white", [true, true, true]),
            ("result:wh", [true, true, true]),
            ("result:won", [false, true, false]),
            ("result:0-1", [false, false, false]),
            ("result:black", [false, false, false]),
            ("result:draw", [false, false, false]),
            ("result:1/2", [false, false, false]),
            ("result:*", [false, false, false]),
            ("moves:1", [true, true, true]),
            ("moves:>1", [false, false, false]),
            ("moves:..30", [true, true, true]),
            ("file:A.PGN", [true, true, true]),
            ("file:b.pgn", [false, false, false]),
            ("colour:white", [false, true, false]),
        ],
    );
}

#[test]
fn a_minus_sign_leaves_out_what_fits() {
    let anna = entry(&[("White", "Anna"), ("Black", "Bo"), ("ECO", "C65"), ("Opening", "Ruy Lopez")]);
    let other = entry(&[("White", "-Cy-"), ("Black", "Bo")]);
    check(
        [&anna, &other],
        &[
            ("-white:anna", [false, true]),
            ("-anna", [false, true]),
            ("bo -anna", [false, true]),
            ("-\"ruy lopez\"", [false, true]),
            ("-opening:\"ruy lopez\"", [false, true]),
            ("-color:white", [false, true]),
            ("-elo:>2000", [true, true]),
            ("\"-cy\"", [false, true]),
            ("anna - bo", [true, false]),
            ("-", [true, true]),
            ("-white:", [true, true]),
            ("1-0", [true, true]),
        ],
    );
}

#[test]
fn a_colon_alone_makes_no_key() {
    let link = entry(&[
        ("White", "Ann"),
        ("Event", "https://lichess.org/study at 12:30"),
        ("Opening", "Dutch Defense: Leningrad"),
    ]);
    let none = entry(&[("White", "Bo")]);
    check(
        [&link, &none],
        &[
            ("https://lichess.org/study", [true, false]),
            ("defense: leningrad", [true, false]),
            ("\"dutch defense: leningrad\"", [true, false]),
            ("12:30", [true, false]),
            ("-\"defense: \"", [false, true]),
        ],
    );
}

#[test]
fn a_text_in_quotes_lies_in_one_field() {
    let game = entry(&[("White", "Anna"), ("Black", "Bo"), ("Event", "Cup  final")]);
    check([&game], &[("anna bo", [true]), ("\"anna bo\"", [false]), ("\" bo \"", [true]), ("?", [false])]);
}

#[test]
fn dates_are_ranges_of_days_months_and_years() {
    let dated = |date: &str| entry(&[("Date", date)]);
    let (day, month, year, none) =
        (dated("2024.03.15"), dated("2024.3"), dated("2024.??.??"), dated("????.03.15"));
    check(
        [&day, &month, &year, &none],
        &[
            ("date:2024.3.15", [true, true, true, false]),
            ("date:2024.03.16", [false, true, true, false]),
            ("date:202", [true, true, true, false]),
            ("date:2024.04", [false, false, true, false]),
            ("date:>2024.03.15", [false, true, true, false]),
            ("date:>2024", [false, false, false, false]),
            ("date:>=2024", [true, true, true, false]),
            ("date:<2024.04", [true, true, true, false]),
            ("date:<2024", [false, false, false, false]),
            ("date:2023-05..2024-03", [true, true, true, false]),
            ("date:2024.", [true, true, true, false]),
            ("date:..", [true, true, true, true]),
        ],
    );
}

#[test]
fn no_game_fits_a_search_with_a_problem_or_of_positions() {
    let game = entry(&[("White", "Anna")]);
    for text in ["anna elp:2400", "elo:high", "material:KRP", "material:KQvK", "anna -material:KQvK"] {
        assert!(!is_found(&GameQuery::new(text, &[]), &game), "{text}");
    }
    assert!(is_found(&GameQuery::new("anna material:", &[]).for_text(), &game), "nothing is typed yet");
}

#[test]
fn words_are_found_in_what_a_row_shows() {
    let found = |text: &str, game: &GameListEntry| is_found(&GameQuery::new(text, &[]), game);
    for name in ["Antichess", "Three-check", "Racing Kings", "crazyhouse", "King of the Hill", "atomic"] {
        assert!(found(name, &entry(&[("White", "Ann"), ("Variant", name), ("ECO", "C44")])), "{name}");
    }
    let berlin = "[ECO \"C65\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n";
    let piece = PgnSplitter::new(berlin.as_bytes()).next().unwrap().unwrap();
    assert!(found("berlin", &GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)));
    let row = entry(&[("White", "J\u{1b}rg"), ("Black", "Anna"), ("ECO", "C65"), ("Opening", "Ruy Lopez")]);
    assert!(found("anna 1-0", &row) && found("", &row) && !found("anna 0-1", &row));
    let analysis = entry(&[("White", "Anna"), ("AnalysisMark", "20000-00000007")]);
    assert!(found("analysis", &analysis) && found("anna -analysis", &row) && !found("analysis", &row));
}
