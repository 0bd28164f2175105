//! Requests to external engines: analyze, move, ponder, stop. Used by every feature with an engine.

use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, PositionHistory, UciClocks};
use crate::chess::{Color, Move};
use crate::game::{NodeId, TimeControl, Tree};
use crate::tui::message::{Effect, Effects};
use crate::tui::model::analyze::{AnalyzeOneShot, AnalyzeState};
use crate::tui::model::engines::{EngineInstance, EngineProcessId};
use crate::tui::model::play::PlayState;
use crate::tui::model::shared::Shared;

/// Sends the position of the analysis board to the engine that analyzes; where there is nothing to analyze,
/// stops it.
pub(crate) fn search_with_analyst(analyze: &AnalyzeState, shared: &mut Shared, effects: &mut Effects) {
    shared.engines.snapshot = None;
    shared.engines.failure = None;
    let Some(name) = shared.engines.analyst.clone() else { return };
    let walk = &analyze.walk;
    if walk.termination().is_some() {
        stop_current(shared, effects);
        return;
    }
    let job = AnalysisJob {
        root: walk.root(),
        limits: Limits {
            depth: analyze.depth.filter(|_| analyze.one_shot == AnalyzeOneShot::Off),
            multipv: analyze.lines,
            search_moves: analyze.search_moves_here().map_or_else(Vec::new, |only| only.moves.clone()),
            ..Limits::default()
        },
        purpose: AnalysisPurpose::Analyze,
    };
    let past = game_past(walk.tree(), walk.node_id());
    let process = EngineProcessId::from(name.as_str());
    shared.engines.current_request = Some((process.clone(), AnalysisPurpose::Analyze));
    effects.push(Effect::SearchExternal(process, Box::new(job), Box::new(past)));
}

/// Stops the engine that was asked last.
pub(crate) fn stop_current(shared: &mut Shared, effects: &mut Effects) {
    shared.engines.pondering = None;
    if let Some((process_id, _)) = shared.engines.current_request.take() {
        effects.push(Effect::StopExternal(process_id));
    }
}

/// Requests the move of the engine that is to move in the game.
pub(crate) fn search_with_player(
    play: &PlayState,
    shared: &mut Shared,
    limits: Limits,
    effects: &mut Effects,
) {
    let Some(process_id) = play.engine_process(play.turn()) else { return };
    let root = play.walk.tree().root_at(play.tip);
    let past = PositionHistory { clocks: clocks(play, shared.now), ..game_past(play.walk.tree(), play.tip) };
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    shared.engines.current_request = Some((process_id.clone(), AnalysisPurpose::Play));
    effects.push(Effect::SearchExternal(process_id, Box::new(job), Box::new(past)));
}

/// Has an engine of the game ponder, as if the other side had played `expected`.
pub(crate) fn ponder(
    play: &PlayState,
    shared: &mut Shared,
    process: EngineProcessId,
    expected: Move,
    limits: Limits,
    effects: &mut Effects,
) {
    let mut root = play.walk.tree().root_at(play.tip);
    root.play(expected);
    if root.termination().is_some() {
        return;
    }
    let mut past =
        PositionHistory { clocks: clocks(play, shared.now), ..game_past(play.walk.tree(), play.tip) };
    past.moves.push(expected);
    shared.engines.pondering = Some(expected);
    shared.engines.current_request = Some((process.clone(), AnalysisPurpose::Play));
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    effects.push(Effect::PonderExternal(process, Box::new(job), Box::new(past)));
}

/// The moves of the game for an engine. UCI knows no null move: behind one they begin with the position after it.
fn game_past(tree: &Tree, at: NodeId) -> PositionHistory {
    let (begin, moves) = tree.moves_since_null(at);
    PositionHistory { start: tree.node(begin).position().clone(), moves, clocks: None }
}

fn clocks(play: &PlayState, now: std::time::Instant) -> Option<UciClocks> {
    let TimeControl::Clock { base, increment } = play.setup.time_control else { return None };
    let left = |color| play.clock.as_ref().map_or(base, |clock| clock.remaining(color, now));
    Some(UciClocks { white: left(Color::White), black: left(Color::Black), increment })
}

/// Ends an engine's process.
pub(crate) fn quit(shared: &mut Shared, process: &EngineProcessId, effects: &mut Effects) {
    if let Some(external) = shared.engines.get_mut(&process.name) {
        *external.status_of(process.instance) = None;
    }
    effects.push(Effect::QuitExternal(process.clone()));
}

/// Starts an engine, or restarts it where it runs or has failed.
pub(crate) fn start_process(shared: &mut Shared, process: &EngineProcessId, effects: &mut Effects) {
    quit(shared, process, effects);
    effects.push(Effect::StartExternal(process.clone()));
}

/// Starts an engine that does not run, or restarts one that has failed.
pub(crate) fn start_process_if_needed(shared: &mut Shared, process: &EngineProcessId, effects: &mut Effects) {
    let status = shared
        .engines
        .get_mut(&process.name)
        .and_then(|outside| outside.status_of(process.instance).as_ref());
    if status.is_some_and(|standing| standing.failure().is_some()) {
        start_process(shared, process, effects);
    } else {
        effects.push(Effect::StartExternal(process.clone()));
    }
}

/// Starts the engines of the running game, and ends those that are not needed any more.
pub(crate) fn start_players(
    play: &PlayState,
    shared: &mut Shared,
    before: &[EngineProcessId],
    effects: &mut Effects,
) {
    let playing = play.engine_processes();
    for process in before {
        let analyzes = process.instance == EngineInstance::First
            && shared.engines.analyst.as_ref() == Some(&process.name);
        if !playing.contains(process) && !analyzes {
            quit(shared, process, effects);
        }
    }
    for process in &playing {
        start_process_if_needed(shared, process, effects);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, fen};
    use crate::game::pgn;

    #[test]
    fn an_external_engine_gets_no_null_move() {
        let tree = pgn::read("1. e4 -- 2. d4 d5 *", &Position::start()).game.tree;
        let past = game_past(&tree, *tree.main_line_from(tree.start()).last().unwrap());
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
        assert_eq!((fen::format(&past.start).as_str(), past.moves.len()), (start, 2));
        let past = game_past(&tree, tree.main_line_from(tree.start())[0]);
        assert_eq!((past.start, past.moves.len()), (Position::start(), 1));
    }
}
