//! What a search is read as. Which games it finds is tested with the index.

use std::slice;

use super::*;
use crate::BoardPattern;
use crate::saved_searches::SavedSearch;

#[test]
fn a_problem_says_what_to_give() {
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
        ("is:red", "is:red: give mine, for the games that you played, or starred"),
        ("has:glyphs", "has:glyphs: give comments or variations"),
        ("material:KRP", "material:krp: give the pieces of both sides, such as KRPvKR"),
        (
            "Pawns:8/PP",
            "pawns:8/PP: give the first field of a FEN, such as 8/pp2pppp/3p4/8/4P3/8/PPP2PPP/8; only its pawns count",
        ),
    ] {
        let query = GameQuery::new(text, &[]);
        assert_eq!(query.problem().map(ToString::to_string).as_deref(), Some(wanted), "{text}");
    }
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
    for text in ["material:KQvK", "anna -material:KQvK", "pawns:8/8/8/8/8/8/8/8"] {
        assert_eq!(GameQuery::new(text, &[]).problem(), None, "{text}");
        assert_eq!(GameQuery::new(text, &[]).for_text().problem(), Some(&QueryProblem::NeedsIndex), "{text}");
    }
    let problem = QueryProblem::NeedsIndex.to_string();
    assert!(problem.starts_with("material: and pawns: search positions"), "{problem}");
    let other = GameQuery::new("material:KQvK elo:high", &[]).for_text();
    assert!(matches!(other.problem(), Some(QueryProblem::UnreadableValue { .. })));
    assert_eq!(GameQuery::new("anna material:", &[]).for_text().problem(), None, "nothing is typed yet");
}

#[test]
fn a_saved_search_stands_for_its_words() {
    let saved = [
        ("Rook", "material:KRPvKR -result:draw"),
        ("mine", "is:mine"),
        ("both", "@rook @MINE date:2024"),
        ("circle", "anna @round"),
        ("round", "@circle"),
        ("faulty", "elo:high"),
    ];
    let saved = saved.map(|(name, query)| SavedSearch { name: name.to_owned(), query: query.to_owned() });
    let searches = SavedSearches::new(saved.into());
    let query = |text: &str| GameQuery::with_searches(text, &[], &searches);
    let same = |text: &str, other: &str| assert_eq!(query(text), GameQuery::new(other, &[]), "{text}");
    same("@rook elo:>2400", "material:KRPvKR -result:draw elo:>2400");
    same("@Both", "material:KRPvKR -result:draw is:mine date:2024");
    same("-@mine @mine", "-is:mine is:mine");
    same("@ \"@rook\"", "@ \"@rook\"");
    for (text, wanted) in [
        ("@rok", "@rok: no search is saved under this name; the nearest one is @rook"),
        ("x @zebra", "@zebra: no search is saved under this name; put the text in quotes to search for it"),
        ("@circle", "@circle stands for itself; change it in the file of saved searches"),
        ("-@rook", "-@Rook: a saved search can be left out only if it says one thing of a game"),
        ("@faulty", "elo:high: give >2400, <2000, 2200..2400, or 2400 if both players have at least that"),
    ] {
        assert_eq!(query(text).problem().map(ToString::to_string).as_deref(), Some(wanted), "{text}");
    }
}
