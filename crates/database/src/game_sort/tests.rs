//! Games are sorted as a sort that compares their values sorts them.

use std::time::Duration;

use chess::Color;

use super::*;
use crate::fixtures::{fastest, many_games, random_headers};

/// The value of a game, as it is compared without ranks; None if it is unknown.
fn value(segment: &GameHeaders, game: usize, column: SortColumn) -> Option<(u32, String)> {
    let game = segment.game(game);
    let text = |text: &str| Some((0, text.to_lowercase())).filter(|(_, text)| !text.is_empty());
    let number = |number: u32| Some((number, String::new()));
    let elo = |color| game.elo(color).map(u32::from);
    match column {
        SortColumn::White => text(game.white()),
        SortColumn::Black => text(game.black()),
        SortColumn::Opening => text(game.opening()),
        SortColumn::Event => text(game.event()),
        SortColumn::Site => text(game.site()),
        SortColumn::Date => game.year().and_then(|_| text(&game.date().replace('?', "0"))),
        SortColumn::WhiteElo => number(elo(Color::White)?),
        SortColumn::BlackElo => number(elo(Color::Black)?),
        SortColumn::AverageElo => {
            let [white, black] = [Color::White, Color::Black].map(elo);
            number(white.or(black)? + black.or(white)?)
        }
        SortColumn::Result => text(&game.result().to_string().replace('*', "")),
        SortColumn::Moves => number(game.plies()),
    }
}

fn all_games(segments: &[&GameHeaders]) -> Vec<SegmentGame> {
    let games = |(number, segment): (u32, &&GameHeaders)| {
        let games = u32::try_from(segment.len()).expect("few games");
        (0..games).map(move |game| SegmentGame { segment: number, game })
    };
    (0..).zip(segments).flat_map(games).collect()
}

#[test]
fn games_are_sorted_by_every_column_over_several_segments() {
    let segments: Vec<GameHeaders> = [0, 1, 60, 400, 5, 0, 30, 200, 9]
        .into_iter()
        .zip(1..)
        .map(|(games, seed)| random_headers(games, seed))
        .collect();
    let segments: Vec<&GameHeaders> = segments.iter().collect();
    let mut games = all_games(&segments);
    fastrand::Rng::with_seed(3).shuffle(&mut games);
    for column in SortColumn::ALL {
        for is_descending in [false, true] {
            let mut wanted = games.clone();
            wanted.sort_by(|a, b| {
                let [a, b] = [a, b].map(|at| value(segments[at.segment as usize], at.game as usize, column));
                match (a, b) {
                    (Some(a), Some(b)) if is_descending => b.cmp(&a),
                    (Some(a), Some(b)) => a.cmp(&b),
                    (a, b) => b.is_some().cmp(&a.is_some()),
                }
            });
            let found = GameSort { column, is_descending }.sorted(&segments, &games);
            assert_eq!(found, wanted, "{column:?}, descending: {is_descending}");
        }
    }
}

#[test]
fn names_are_compared_without_capitals() {
    for (a, b, order) in [
        ("anna", "Anna", Ordering::Equal),
        ("anna", "Bo", Ordering::Less),
        ("Zed", "aaron", Ordering::Greater),
        ("Carlsen, Magnus", "carlsen, m", Ordering::Greater),
        ("J\u{d6}RG", "j\u{f6}rg", Ordering::Equal),
        ("J\u{d6}RG", "jz", Ordering::Greater),
        ("", "a", Ordering::Less),
    ] {
        let [x, y] = [a, b].map(|text| RankedText { front: front_of(text), text, number: 0 });
        assert_eq!(x.cmp_ignoring_case(&y), order, "{a} {b}");
        assert_eq!(y.cmp_ignoring_case(&x), order.reverse(), "{b} {a}");
    }
}

#[test]
fn a_million_games_are_sorted_quickly() {
    let segments = [1, 2].map(|seed| random_headers(many_games() / 2, seed));
    let segments: Vec<&GameHeaders> = segments.iter().collect();
    let games = all_games(&segments);
    for column in SortColumn::ALL {
        let (sorted, took) = fastest(|| GameSort { column, is_descending: true }.sorted(&segments, &games));
        println!("{} games by {column:?} in {took:?}", sorted.len());
        assert!(took < Duration::from_secs(2), "{column:?} took {took:?}");
    }
}
