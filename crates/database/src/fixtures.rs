//! Segments for tests, and how fast they are searched.

use std::time::{Duration, Instant};

use chess::{fen, notation, random_games};
use game::GameDate;
use game::pgn::split::PgnSplitter;

use crate::names::NameCollector;
use crate::{GameHeaders, Segment, SegmentBuilder};

/// The segment of a PGN text.
pub(crate) fn segment_of(text: &str) -> Segment {
    let mut builder = SegmentBuilder::new();
    for game in PgnSplitter::new(text.as_bytes()) {
        builder.add(&game.expect("a text can be read"));
    }
    builder.finish()
}

/// Random games as PGN: so many from each of their starts.
pub(crate) fn random_pgn(games: u32, seed: u64) -> String {
    let mut text = String::new();
    let mut played = Vec::new();
    let mut start = None;
    random_games::each_position(games, seed, |position, mv| {
        start.get_or_insert_with(|| fen::format(position));
        let ends = mv.is_none() || played.len() == 99;
        played.extend(mv.map(|mv| notation::san(position, mv)));
        if ends {
            let start = start.take().unwrap_or_default();
            text += "[Event \"random\"]\n[SetUp \"1\"]\n";
            text += &[&format!("[FEN \"{start}\"]\n"), played.join(" ").as_str(), "*\n\n"].join("\n");
            played.clear();
        }
    });
    text
}

/// The headers of random games, with as many players, sites and dates as the files of chess sites have.
pub(crate) fn random_headers(games: u32, seed: u64) -> GameHeaders {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut names = NameCollector::default();
    names.add("");
    let mut headers = GameHeaders::default();
    let players: Vec<u32> = (0..games / 5 + 2)
        .map(|player| {
            let letters: String = (0..random.usize(3..12)).map(|_| random.alphabetic()).collect();
            let name = if player % 50 == 0 { format!("J\u{f6}{letters}") } else { letters };
            names.add(if player == 0 { "" } else { &name })
        })
        .collect();
    let texts = |names: &mut NameCollector, count: u32, text: fn(u32) -> String| -> Vec<u32> {
        (0..count).map(|number| names.add(&text(number))).collect()
    };
    let events = texts(&mut names, 500, |number| format!("Rated Blitz tournament {number}"));
    let openings = texts(&mut names, 2_000, |number| {
        format!("{}{:02} Sicilian Defense: Variation {number}", ["A", "B"][number as usize % 2], number % 100)
    });
    let controls = texts(&mut names, 9, |number| format!("{}+2", 60 * number));
    for game in 0..games {
        let mut pick = |from: &[u32]| from[random.usize(0..from.len())];
        headers.white.push(pick(&players));
        headers.black.push(pick(&players));
        headers.events.push(pick(&events));
        headers.openings.push(pick(&openings));
        headers.time_controls.push(pick(&controls));
        headers.sites.push(names.add(&format!("https://lichess.org/{game:08}")));
        headers.rounds.push(0);
        headers.starts.push(0);
        headers.offsets.push(u64::from(game));
        headers.lengths.push(1);
        let year = random.u32(2010..2026);
        let date = GameDate::of_pgn(&format!("{year}.{}.{}", random.u32(0..13), random.u32(0..32)));
        headers.dates.push(if random.u8(..) == 0 { 0 } else { date.number() });
        for elos in [&mut headers.white_elos, &mut headers.black_elos] {
            elos.push(if random.u8(..) == 0 { 0 } else { random.u16(800..2_900) });
        }
        headers.ecos.push(random.u16(0..501));
        headers.results.push(random.u16(0..8));
        headers.plies.push(random.u32(0..200));
        headers.digests.push(0);
        headers.fingerprints.push(0);
    }
    headers.set_names(names);
    headers
}

/// How many games a measurement has: a million where slow tests run.
pub(crate) fn many_games() -> u32 {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1_000_000 } else { 20_000 }
}

/// What a function returns, and the shortest of the times that it takes: the machine may be busy.
pub(crate) fn fastest<T>(mut measured: impl FnMut() -> T) -> (T, Duration) {
    let mut run = || {
        let begun = Instant::now();
        let result = measured();
        (result, begun.elapsed())
    };
    let (result, first) = run();
    (result, (0..3).map(|_| run().1).fold(first, Duration::min))
}
