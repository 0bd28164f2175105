//! The proof explorer: opened over a screen, stepped through, and closed with the board as it was.

use crate::analysis::proof_explorer::{MateClaim, NodeExpansion, ProofExplorerUpdate, ProofNodeId};
use crate::chess::names::pluralized;
use crate::chess::{Certainty, FiftyMoveEffect, Root, ScoreValue, Verdict};
use crate::tui::app::{App, Distances, Tab};
use crate::tui::keymap::ProofAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::proof::state::{ProofTreeRow, ProofView, ProofViewProgress};

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: ProofAction) -> bool {
    match action {
        ProofAction::Open => !would_give_moves_away(app) && known_mate(app).is_some(),
        ProofAction::Rows(_)
        | ProofAction::Expand
        | ProofAction::Collapse
        | ProofAction::Toggle
        | ProofAction::Close => app.proof.is_some(),
    }
}

/// Whether a game is running in which the distances are hidden.
fn would_give_moves_away(app: &App) -> bool {
    app.tab == Tab::Play && app.play.ending.is_none() && app.distances == Distances::Hidden
}

/// Opens the tree of the mate shown on the screen, or says why there is none.
fn open(app: &mut App, effects: &mut Effects) {
    if would_give_moves_away(app) {
        return app.show_note("During a game the proof would give the moves away: T shows distances, then w");
    }
    let Some(claim) = known_mate(app) else {
        return app.show_note(no_proof_reason(app));
    };
    if app.tab == Tab::Practice {
        effects.request(Request::RecordHelp);
    }
    app.analyze.walked_line = None;
    app.clear_input();
    app.pane = 0;
    app.proof = Some(Box::new(ProofView::new(claim.clone())));
    effects.push(Effect::StartProof(Box::new(claim)));
}

/// Why there is no tree: up to what length mates are ruled out, where that is known.
fn no_proof_reason(app: &App) -> String {
    let proof = app.current_analysis.snapshot.as_ref().filter(|_| app.tab == Tab::Analyze).map(|of| of.proof);
    match proof {
        Some(proof) if proof.none_within > 0 => {
            let checked =
                format!("Proven: no mate in {} or less", pluralized(proof.none_within.into(), "move"));
            match proof.checking {
                Some(moves) => format!("{checked}; checking {moves}"),
                None => checked,
            }
        }
        _ => "No mate is known here whose proof could be shown".to_owned(),
    }
}

/// Closes the tree.
pub(crate) fn close(app: &mut App, effects: &mut Effects) {
    if app.proof.take().is_some() {
        effects.push(Effect::StopProof);
    }
}

/// The mate known for the current position.
pub(crate) fn known_mate(app: &App) -> Option<MateClaim> {
    let root = app.shown_walk()?.root();
    if root.termination().is_some() {
        return None;
    }
    let turn = root.position.turn();
    let found = match app.tab {
        Tab::Analyze => app.current_analysis.snapshot.as_ref().and_then(|snapshot| snapshot.best_line()),
        Tab::Play | Tab::Practice | Tab::Tables | Tab::Games => None,
    };
    let proof = app.current_analysis.snapshot.as_ref().map_or(0, |snapshot| snapshot.proof.none_within);
    let claim = |winner, moves: u16, certainty: Certainty| {
        let none_within = if certainty == Certainty::Proven { moves.saturating_sub(1) } else { proof };
        MateClaim {
            root: Root::clone(&root),
            winner,
            moves,
            none_within: none_within.min(moves.saturating_sub(1)),
        }
    };
    if let Some(line) = found {
        match line.score.value() {
            ScoreValue::Mates(plies) => return Some(claim(turn, plies.moves(), line.certainty)),
            ScoreValue::Mated(plies) => return Some(claim(turn.other(), plies.moves(), line.certainty)),
            ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses => {}
        }
    }
    let counted = app.oracle.probe_at_sight(&root.position)?;
    match counted.verdict {
        _ if counted.effect == FiftyMoveEffect::Undecided => None,
        Verdict::Win(plies) => Some(claim(turn, plies.moves(), Certainty::Proven)),
        Verdict::Loss(plies) => Some(claim(turn.other(), plies.moves(), Certainty::Proven)),
        Verdict::Draw => None,
    }
}

/// Stores what the background search has found.
pub(crate) fn receive_insight(app: &mut App, insight: ProofExplorerUpdate, effects: &mut Effects) {
    let Some(proof) = &mut app.proof else { return };
    match insight {
        ProofExplorerUpdate::Opened(tree) => {
            proof.tree = Some(*tree);
            proof.progress = ProofViewProgress::Ready;
            expand(proof, ProofNodeId::ROOT, effects);
        }
        ProofExplorerUpdate::Defense(node, defense) => {
            if let Some(tree) = &mut proof.tree {
                tree.add(node, &defense);
            }
        }
        ProofExplorerUpdate::Expanded(node) => {
            if let Some(tree) = &mut proof.tree {
                tree.set_expansion(node, NodeExpansion::Expanded);
            }
        }
        ProofExplorerUpdate::NotProven => proof.progress = ProofViewProgress::NotFound,
        ProofExplorerUpdate::Failed(reason) => proof.progress = ProofViewProgress::Failed(reason),
    }
}

/// Performs an action: opens, closes, or steps through the tree.
pub(crate) fn act(app: &mut App, action: ProofAction, effects: &mut Effects) {
    if action == ProofAction::Open {
        return open(app, effects);
    }
    let Some(proof) = &mut app.proof else { return };
    let is_expanded = proof.expanded.contains(&proof.chosen);
    match action {
        ProofAction::Rows(step) => proof.move_selection(step.delta()),
        ProofAction::Expand if is_expanded => proof.move_selection(1),
        ProofAction::Collapse | ProofAction::Toggle if is_expanded => collapse(proof),
        ProofAction::Collapse => {
            if let Some(parent) = proof.node().and_then(|node| node.parent) {
                proof.chosen = parent;
            }
        }
        ProofAction::Expand | ProofAction::Toggle => expand(proof, proof.chosen, effects),
        ProofAction::Open | ProofAction::Close => close(app, effects),
    }
}

/// A click on a row: it is chosen; a click on the chosen one opens or closes it.
pub(crate) fn click(app: &mut App, row: usize, effects: &mut Effects) {
    let Some(proof) = &mut app.proof else { return };
    if let Some(ProofTreeRow::Node(id, _)) = proof.rows().get(row).copied() {
        if proof.chosen == id {
            return act(app, ProofAction::Toggle, effects);
        }
        proof.chosen = id;
    }
}

fn collapse(proof: &mut ProofView) {
    proof.expanded.remove(&proof.chosen);
}

/// Expands a node; a branch that is not known yet is requested, once.
fn expand(proof: &mut ProofView, id: ProofNodeId, effects: &mut Effects) {
    let Some(tree) = &mut proof.tree else { return };
    let Some(node) = tree.node(id).filter(|node| !node.is_leaf()) else { return };
    proof.expanded.insert(id);
    if node.expansion == NodeExpansion::Unexpanded {
        effects.push(Effect::ExpandProof(id, Box::new(node.position.clone()), node.moves_left()));
        tree.set_expansion(id, NodeExpansion::Expanding);
    }
}
