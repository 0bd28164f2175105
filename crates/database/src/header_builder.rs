//! Makes the columns of headers, game by game.

use game::opening::eco_number;
use game::pgn::{GameResult, UnplayableGame, known};
use game::{GameDate, GameListEntry, GameResumable};

use crate::game_headers::{
    GameHeaders, HAS_ILLEGAL_START, IS_ANALYSIS, IS_OTHER_VARIANT, IS_RESUMABLE, annotation_bits,
    result_number,
};
use crate::names::NameCollector;

/// What is indexed of a game besides its moves.
pub(crate) struct IndexedHeader<'t> {
    pub(crate) white: &'t str,
    pub(crate) black: &'t str,
    pub(crate) event: &'t str,
    pub(crate) site: &'t str,
    pub(crate) round: &'t str,
    pub(crate) time_control: &'t str,
    pub(crate) opening: &'t str,
    /// What [`GameHeaders::starts`] has of it.
    pub(crate) start: &'t str,
    pub(crate) date: &'t str,
    pub(crate) elos: [Option<u16>; 2],
    pub(crate) result: GameResult,
    /// The bits of [`GameHeaders::results`] besides the result.
    pub(crate) flags: u16,
    pub(crate) plies: u32,
    pub(crate) fingerprint: u64,
}

impl<'t> IndexedHeader<'t> {
    /// What an entry of a game list says. It does not know the start.
    pub(crate) fn of_entry(entry: &'t GameListEntry) -> Self {
        let (flag, start) = match &entry.unplayable {
            Some(UnplayableGame::OtherVariant(name)) => (IS_OTHER_VARIANT, name.as_str()),
            Some(UnplayableGame::IllegalStart(reason)) => (HAS_ILLEGAL_START, reason.as_str()),
            None => (0, ""),
        };
        let analysis = u16::from(entry.is_analysis) * IS_ANALYSIS;
        let resumable = u16::from(entry.resumes == GameResumable::Yes) * IS_RESUMABLE;
        Self {
            white: known(&entry.white),
            black: known(&entry.black),
            event: &entry.event,
            site: &entry.site,
            round: &entry.round,
            time_control: &entry.time_control,
            opening: &entry.opening,
            start,
            date: &entry.date,
            elos: [entry.white_elo, entry.black_elo],
            result: entry.result,
            flags: flag | analysis | resumable | annotation_bits(entry.annotations),
            plies: entry.plies,
            fingerprint: entry.fingerprint,
        }
    }
}

/// Headers while they are added.
#[derive(Debug)]
pub(crate) struct HeaderBuilder {
    headers: GameHeaders,
    names: NameCollector,
}

impl Default for HeaderBuilder {
    fn default() -> Self {
        let mut names = NameCollector::default();
        // The first text in order, so that it keeps its number.
        names.add("");
        Self { headers: GameHeaders::default(), names }
    }
}

impl HeaderBuilder {
    /// Number of games.
    pub(crate) const fn len(&self) -> usize {
        self.headers.len()
    }

    /// Adds a game, whose text has an offset, a length and a checksum.
    pub(crate) fn push(&mut self, (offset, length, digest): (u64, u32, u64), header: &IndexedHeader<'_>) {
        let headers = &mut self.headers;
        headers.offsets.push(offset);
        headers.lengths.push(length);
        headers.digests.push(digest);
        headers.fingerprints.push(header.fingerprint);
        for (column, name) in [
            (&mut headers.white, header.white),
            (&mut headers.black, header.black),
            (&mut headers.events, header.event),
            (&mut headers.sites, header.site),
            (&mut headers.rounds, header.round),
            (&mut headers.time_controls, header.time_control),
            (&mut headers.openings, header.opening),
            (&mut headers.starts, header.start),
        ] {
            column.push(self.names.add(name));
        }
        headers.dates.push(GameDate::of_pgn(header.date).number());
        let [white_elo, black_elo] = header.elos.map(|elo| elo.unwrap_or(0));
        headers.white_elos.push(white_elo);
        headers.black_elos.push(black_elo);
        headers.ecos.push(eco_number(header.opening));
        headers.results.push(result_number(header.result) | header.flags);
        headers.plies.push(header.plies);
    }

    /// The headers.
    pub(crate) fn finish(mut self) -> GameHeaders {
        self.headers.set_names(self.names);
        self.headers
    }
}
