//! Requests to external engines: analyze, move, ponder, stop. Used by every feature with an engine.

use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, PositionHistory, UciClocks};
use crate::chess::{Color, Move};
use crate::game::{NodeId, TimeControl, Tree};
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{AnalyzeOneShot, AnalyzeState, EngineInstance, EngineProcessId, PlayState};

/// Sends the position of the analysis board to the engine that analyzes; where there is nothing to analyze,
/// stops it.
pub(crate) fn search_with_analyst(analyze: &AnalyzeState, cx: &mut UpdateContext) {
    cx.shared.engines.snapshot = None;
    cx.shared.engines.failure = None;
    let Some(name) = cx.shared.engines.analyst.clone() else { return };
    let walk = &analyze.walk;
    if walk.termination().is_some() {
        stop_current(cx);
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
    cx.shared.engines.current_request = Some((process.clone(), AnalysisPurpose::Analyze));
    cx.effects.push(Effect::SearchExternal(process, Box::new(job), Box::new(past)));
}

/// Stops the engine that was asked last.
pub(crate) fn stop_current(cx: &mut UpdateContext) {
    cx.shared.engines.pondering = None;
    if let Some((process_id, _)) = cx.shared.engines.current_request.take() {
        cx.effects.push(Effect::StopExternal(process_id));
    }
}

/// Requests the move of the engine that is to move in the game.
pub(crate) fn search_with_player(play: &PlayState, cx: &mut UpdateContext, limits: Limits) {
    let Some(process_id) = play.engine_process(play.turn()) else { return };
    let root = play.walk.tree().root_at(play.tip);
    let past =
        PositionHistory { clocks: clocks(play, cx.shared.now), ..game_past(play.walk.tree(), play.tip) };
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    cx.shared.engines.current_request = Some((process_id.clone(), AnalysisPurpose::Play));
    cx.effects.push(Effect::SearchExternal(process_id, Box::new(job), Box::new(past)));
}

/// Has an engine of the game ponder, as if the other side had played `expected`.
pub(crate) fn ponder(
    play: &PlayState,
    cx: &mut UpdateContext,
    process: EngineProcessId,
    expected: Move,
    limits: Limits,
) {
    let mut root = play.walk.tree().root_at(play.tip);
    root.play(expected);
    if root.termination().is_some() {
        return;
    }
    let mut past =
        PositionHistory { clocks: clocks(play, cx.shared.now), ..game_past(play.walk.tree(), play.tip) };
    past.moves.push(expected);
    cx.shared.engines.pondering = Some(expected);
    cx.shared.engines.current_request = Some((process.clone(), AnalysisPurpose::Play));
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    cx.effects.push(Effect::PonderExternal(process, Box::new(job), Box::new(past)));
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
pub(crate) fn quit(cx: &mut UpdateContext, process: &EngineProcessId) {
    if let Some(external) = cx.shared.engines.get_mut(&process.name) {
        *external.status_of(process.instance) = None;
    }
    cx.effects.push(Effect::QuitExternal(process.clone()));
}

/// Starts an engine, or restarts it where it runs or has failed.
pub(crate) fn start_process(cx: &mut UpdateContext, process: &EngineProcessId) {
    quit(cx, process);
    cx.effects.push(Effect::StartExternal(process.clone()));
}

/// Starts an engine that does not run, or restarts one that has failed.
pub(crate) fn start_process_if_needed(cx: &mut UpdateContext, process: &EngineProcessId) {
    let status = cx
        .shared
        .engines
        .get_mut(&process.name)
        .and_then(|outside| outside.status_of(process.instance).as_ref());
    if status.is_some_and(|standing| standing.failure().is_some()) {
        start_process(cx, process);
    } else {
        cx.effects.push(Effect::StartExternal(process.clone()));
    }
}

/// Starts the engines of the running game, and ends those that are not needed any more.
pub(crate) fn start_players(play: &PlayState, cx: &mut UpdateContext, before: &[EngineProcessId]) {
    let playing = play.engine_processes();
    for process in before {
        let analyzes = process.instance == EngineInstance::First
            && cx.shared.engines.analyst.as_ref() == Some(&process.name);
        if !playing.contains(process) && !analyzes {
            quit(cx, process);
        }
    }
    for process in &playing {
        start_process_if_needed(cx, process);
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
