//! Which games a search finds.

use std::path::PathBuf;
use std::slice;

use super::*;
use crate::pgn::split::PgnSplitter;
use crate::{BoardPattern, GameListEntry};

fn entry(tags: &[(&str, &str)]) -> GameListEntry {
    let tags: Vec<String> = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]")).collect();
    let text = format!("{}\n\n1. e4 e5 1-0\n", tags.join("\n"));
    let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
    GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
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
        assert_eq!([&blitz, &dayless, &own].map(|game| query.matches(game)), fits, "{text}");
        let is_wrong = text.contains("long") || text.contains("may") || text.contains("red");
        assert_eq!(query.problem().is_some(), is_wrong, "{text}");
    }
    let nobody = GameQuery::new("color:white is:mine", &[]);
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
        let query = GameQuery::new(text, &[]);
        assert_eq!([&declined, &gambit, &comma].map(|game| query.matches(game)), fits, "{text}");
        assert_eq!(query.problem(), None, "{text}");
    }
}

/// Checks which of some games each search finds; a search has a problem if it finds none and is listed so.
fn check<const N: usize>(games: [&GameListEntry; N], wanted: &[(&str, [bool; N])]) {
    for &(text, fits) in wanted {
        let query = GameQuery::new(text, &["Anna".to_owned()]);
        assert_eq!(query.problem(), None, "{text}");
        assert_eq!(games.map(|game| query.matches(game)), fits, "{text}");
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
fn a_problem_says_what_to_give() {
    let game = entry(&[("White", "Anna")]);
    for (text, wanted) in [
        ("elp:2400", "elp: is not a search key; the nearest one is elo:"),
        ("anna -whit:x", "whit: is not a search key; the nearest one is white:"),
        ("zebra:x", "zebra: is not a search key; put the text in quotes to search for it"),
        ("elo:high", "elo:high: give >2400, <2000, 2200..2400, or 2400 if both players have at least that"),
        ("elo:-5", "elo:-5: give >2400, <2000, 2200..2400, or 2400 if both players have at least that"),
        ("white-elo:x", "white-elo:x: give >2400, <2000, 2200..2400, or 2400 for at least that"),
        ("eco:F", "eco:f: give B90, B for all of B00 to B99, or B90..B99"),
        ("eco:B900", "eco:b900: give B90, B for all of B00 to B99, or B90..B99"),
        ("date:2024.13", "date:2024.13: give 2024, 2024.03, or 2024.03..2024.06"),
        ("date:may elp:x", "date:may: give 2024, 2024.03, or 2024.03..2024.06"),
        ("moves:many", "moves:many: give >60, <20, 20..40, or 25"),
        (
            "result:red",
            "result:red: give 1-0, 0-1, 1/2, white, black, draw, or from your side won, drawn, lost, unfinished",
        ),
        ("time:long", "time:long: give 3+2, bullet, blitz, rapid, classical, correspondence"),
        ("color:red", "color:red: give white or black, the side you played"),
        ("is:red", "is:red: give mine, for the games that you played"),
        ("material:KRP", "material:krp: give the pieces of both sides, such as KRPvKR"),
        (
            "Pawns:8/PP",
            "pawns:8/PP: give the first field of a FEN, such as 8/pp2pppp/3p4/8/4P3/8/PPP2PPP/8; only its pawns count",
        ),
    ] {
        let query = GameQuery::new(text, &[]);
        assert_eq!(query.problem().map(ToString::to_string).as_deref(), Some(wanted), "{text}");
        assert!(!query.matches(&game), "{text}");
    }
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

/// The patterns that a search asks for.
fn patterns(text: &str) -> Vec<BoardPattern> {
    let query = GameQuery::new(text, &[]);
    assert_eq!(query.problem(), None, "{text}");
    let terms = query.terms().iter().map(|part| match &part.term {
        GameTerm::Board(PatternSequence { streaks, .. }) => streaks[0][0].clone(),
        other => panic!("{text} asks for {other:?}"),
    });
    terms.collect()
}

#[test]
fn material_is_read_as_it_is_written_anywhere() {
    let wanted = BoardPattern::of_material("KRPvKR".parse().unwrap());
    assert_eq!(wanted.materials.len(), 2, "either color has the pawn");
    for value in ["KRPvKR", "krpvkr", "KRP-KR", "KRPKR", "\"KRP v KR\"", "KRP/KR"] {
        assert_eq!(patterns(&format!("material:{value}")), slice::from_ref(&wanted), "{value}");
    }
    assert_eq!(patterns("-material:KQKQ")[0].materials.len(), 1);
    assert!(GameQuery::new("-material:KQKQ", &[]).terms()[0].is_negated);
}

#[test]
fn capitals_count_in_a_pawn_structure() {
    let [pattern] = patterns("PAWNS:4k3/p7/8/8/8/8/PP6/4K3").try_into().unwrap();
    let counts = pattern.pawn_structures.iter().map(|pawns| (pawns.white.count(), pawns.black.count()));
    assert_eq!(counts.collect::<Vec<_>>(), [(2, 1)]);
}

#[test]
fn a_list_without_positions_says_that_it_has_none() {
    let game = entry(&[("White", "Anna")]);
    for text in ["material:KQvK", "anna -material:KQvK", "pawns:8/8/8/8/8/8/8/8"] {
        assert_eq!(GameQuery::new(text, &[]).problem(), None, "{text}");
        assert!(!GameQuery::new(text, &[]).matches(&game), "{text}");
        assert_eq!(GameQuery::for_list(text, &[]).problem(), Some(&QueryProblem::NeedsIndex), "{text}");
    }
    let problem = QueryProblem::NeedsIndex.to_string();
    assert!(problem.starts_with("material: and pawns: search positions"), "{problem}");
    let other = GameQuery::for_list("material:KQvK elo:high", &[]);
    assert!(matches!(other.problem(), Some(QueryProblem::UnreadableValue { .. })));
    assert!(GameQuery::for_list("anna material:", &[]).matches(&game), "nothing is typed yet");
}
