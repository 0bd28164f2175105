//! Segments for tests, and how fast they are searched.

use std::time::{Duration, Instant};

use chess::{fen, notation, random_games};
use game::GameDate;
use game::pgn::split::PgnSplitter;

use crate::names::{NameCollector, Names};
use crate::{Segment, SegmentBuilder};

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

/// A segment of random games without moves, with as many players, sites and dates as the files of chess sites have.
pub(crate) fn random_segment(games: u32, seed: u64) -> Segment {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut names = NameCollector::default();
    names.add("");
    let mut segment = Segment::default();
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
        segment.white.push(pick(&players));
        segment.black.push(pick(&players));
        segment.events.push(pick(&events));
        segment.openings.push(pick(&openings));
        segment.time_controls.push(pick(&controls));
        segment.sites.push(names.add(&format!("https://lichess.org/{game:08}")));
        segment.rounds.push(0);
        segment.starts.push(0);
        segment.offsets.push(u64::from(game));
        segment.lengths.push(1);
        let year = random.u32(2010..2026);
        let date = GameDate::of_pgn(&format!("{year}.{}.{}", random.u32(0..13), random.u32(0..32)));
        segment.dates.push(if random.u8(..) == 0 { 0 } else { date.number() });
        for elos in [&mut segment.white_elos, &mut segment.black_elos] {
            elos.push(if random.u8(..) == 0 { 0 } else { random.u16(800..2_900) });
        }
        segment.ecos.push(random.u16(0..501));
        segment.results.push(random.u8(0..8));
        segment.plies.push(random.u32(0..200));
        segment.code_lengths.push(0);
    }
    segment.set_names(names);
    // As they lie in memory once they were read.
    let mut bytes = Vec::new();
    segment.names.write(&mut bytes);
    segment.names = Names::read(&mut bytes.as_slice()).expect("it was written so");
    segment.derive_starts().expect("it has no moves");
    segment
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
