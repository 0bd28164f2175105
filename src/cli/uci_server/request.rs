//! What a `go` means in its position with the settings in force.

use std::sync::Arc;

use shakmaty::{CastlingMode, Color};

use super::options::UciServerOptions;
use crate::analysis::AnalysisPurpose;
use crate::chess::{Depth, GameTermination, Move, Root};
use crate::engine::{Limits, PonderHit, SearchStart, SearchTime, Stopwatch};
use crate::solver::Syzygy;
use crate::uci::{UciGo, UciPositionOrigin, from_gui};

/// A search that makes sense in its position.
pub(super) struct GoRequest {
    /// The position and its past.
    pub(super) root: Root,
    /// What may be spent.
    pub(super) limits: Limits,
    /// What the search is for.
    pub(super) task: AnalysisPurpose,
    /// How castling is written in the answers.
    pub(super) castling_mode: CastlingMode,
    /// Whether chances stand beside scores.
    pub(super) show_wdl: bool,
    /// How the game is over before the search begins, if it is.
    pub(super) ending: Option<GameTermination>,
    /// The user's tables for larger endings.
    pub(super) syzygy: Option<Arc<Syzygy>>,
}

impl GoRequest {
    /// What `go` means in this position with these settings, when it came at `begun`. A move to look at that is not legal
    /// is left out and reported; if none is left, all moves are searched: every `go` is answered with a move.
    pub(super) fn new(
        (root, origin): (&Root, UciPositionOrigin),
        go: &UciGo,
        options: &UciServerOptions,
        syzygy: Option<&Arc<Syzygy>>,
        begun: Stopwatch,
    ) -> (Self, Vec<String>) {
        let (mut search_moves, mut remarks): (Vec<Move>, _) = (Vec::new(), Vec::new());
        for text in &go.search_moves {
            match from_gui::parse_move(&root.position, text) {
                Ok(mv) => search_moves.push(mv),
                Err(reason) => remarks.push(format!("searchmoves: {reason}")),
            }
        }
        if search_moves.is_empty() && !remarks.is_empty() {
            remarks.push("searchmoves has no legal move: all moves are looked at".to_owned());
        }
        let limits = Limits {
            depth: go.depth.map(Depth::new),
            nodes: go.nodes,
            time: time_of(go, root.position.turn()),
            start: if go.ponder {
                SearchStart::AtPonderHit(PonderHit::new())
            } else {
                SearchStart::Since(begun)
            },
            overhead: options.overhead,
            mate: go.mate,
            search_moves,
            multipv: options.lines,
            elo: options.limit(),
        };
        // Who has a clock plays a game, whatever the position came from.
        let task = match (origin, limits.time) {
            (UciPositionOrigin::Setup, SearchTime::Unlimited | SearchTime::Fixed(_)) => {
                AnalysisPurpose::Solve
            }
            _ => AnalysisPurpose::Play,
        };
        let request = Self {
            root: root.clone(),
            limits,
            task,
            castling_mode: castling_mode(root, options),
            show_wdl: options.show_wdl,
            ending: root.termination(),
            syzygy: syzygy.cloned(),
        };
        (request, remarks)
    }

    /// The moment for which the search waits to start its clock.
    pub(super) fn ponder_hit(&self) -> Option<PonderHit> {
        match &self.limits.start {
            SearchStart::AtPonderHit(hit) => Some(hit.clone()),
            SearchStart::Now | SearchStart::Since(_) => None,
        }
    }
}

/// How castling is written: as it was set, but in a position that has no standard form.
pub(super) fn castling_mode(root: &Root, options: &UciServerOptions) -> CastlingMode {
    match options.castling_mode {
        CastlingMode::Chess960 => CastlingMode::Chess960,
        CastlingMode::Standard => root.position.castling_mode(),
    }
}

/// The clock that matters. Where an interface sends only the other side's, that one has to do.
fn time_of(go: &UciGo, turn: Color) -> SearchTime {
    if go.infinite {
        return SearchTime::Unlimited;
    }
    if let Some(fixed) = go.movetime {
        return SearchTime::Fixed(fixed);
    }
    let (own, other, increment) = match turn {
        Color::White => (go.white_time, go.black_time, go.white_increment),
        Color::Black => (go.black_time, go.white_time, go.black_increment),
    };
    match own.or(other) {
        Some(left) => SearchTime::Clock { left, increment, moves_to_go: go.moves_to_go },
        None => SearchTime::Unlimited,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(go: &UciGo, turn: Color, time: SearchTime) {
        assert_eq!(time_of(go, turn), time);
    }

    #[test]
    fn the_own_clock_counts() {
        let (white, black) = (Duration::from_mins(1), Duration::from_secs(30));
        let clocks = UciGo {
            white_time: Some(white),
            black_time: Some(black),
            black_increment: Duration::from_secs(1),
            ..UciGo::default()
        };
        let clock = |left, increment| SearchTime::Clock { left, increment, moves_to_go: None };
        check(&clocks, Color::White, clock(white, Duration::ZERO));
        check(&clocks, Color::Black, clock(black, Duration::from_secs(1)));
        let one = UciGo { white_time: Some(white), ..UciGo::default() };
        check(&one, Color::Black, clock(white, Duration::ZERO));
        check(&UciGo { infinite: true, ..clocks }, Color::White, SearchTime::Unlimited);
        check(&UciGo::default(), Color::White, SearchTime::Unlimited);
        let fixed = UciGo { movetime: Some(black), ..one };
        check(&fixed, Color::White, SearchTime::Fixed(black));
    }
}
