//! The proof explorer: opened over a screen, stepped through, and closed with the board as it was.

use crate::analysis::proof_explorer::{MateClaim, NodeExpansion, ProofExplorerUpdate, ProofNodeId};
use crate::chess::names::pluralized;
use crate::chess::{Certainty, FiftyMoveEffect, Root, ScoreValue, Verdict};
use crate::game::TreeCursor;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::ProofAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::{ProofTreeRow, ProofView, ProofViewProgress, Shared};
use crate::tui::navigation::Tab;

/// Whether an action is available.
pub(crate) fn is_available(is_open: bool, action: ProofAction, known: impl FnOnce() -> KnownMate) -> bool {
    match action {
        ProofAction::Open => matches!(known(), KnownMate::Claim(_)),
        ProofAction::Rows(_)
        | ProofAction::Expand
        | ProofAction::Collapse
        | ProofAction::Toggle
        | ProofAction::Close => is_open,
    }
}

/// The mate whose proof could be shown for the position on the board.
#[derive(Debug)]
pub(crate) enum KnownMate {
    /// A game is running in which the distances are hidden: the proof would give the moves away.
    Hidden,
    /// None is known.
    None,
    /// This one.
    Claim(MateClaim),
}

/// Opens the tree of the mate shown on the screen, or says why there is none.
pub(crate) fn open(state: &mut Option<Box<ProofView>>, cx: &mut UpdateContext, known: KnownMate) {
    let claim = match known {
        KnownMate::Claim(claim) => claim,
        KnownMate::None => return cx.shared.show_note(no_proof_reason(cx.shared)),
        KnownMate::Hidden => {
            let text = "During a game the proof would give the moves away: T shows distances, then w";
            return cx.shared.show_note(text);
        }
    };
    if cx.shared.tab == Tab::Practice {
        cx.effects.request(Request::RecordHelp);
    }
    cx.shared.clear_input();
    cx.shared.pane = 0;
    *state = Some(Box::new(ProofView::new(claim.clone())));
    cx.effects.push(Effect::StartProof(Box::new(claim)));
}

/// Why there is no tree: up to what length mates are ruled out, where that is known.
fn no_proof_reason(shared: &Shared) -> String {
    let proof =
        shared.current_analysis.snapshot.as_ref().filter(|_| shared.tab == Tab::Analyze).map(|of| of.proof);
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
pub(crate) fn close(state: &mut Option<Box<ProofView>>, effects: &mut Effects) {
    if state.take().is_some() {
        effects.push(Effect::StopProof);
    }
}

/// The mate known for the current position.
pub(crate) fn known_mate(shared: &Shared, walk: &TreeCursor) -> Option<MateClaim> {
    let root = walk.root();
    if root.termination().is_some() {
        return None;
    }
    let turn = root.position.turn();
    let found = match shared.tab {
        Tab::Analyze => shared.current_analysis.snapshot.as_ref().and_then(|snapshot| snapshot.best_line()),
        Tab::Play | Tab::Practice | Tab::Tables | Tab::Games => None,
    };
    let proof = shared.current_analysis.snapshot.as_ref().map_or(0, |snapshot| snapshot.proof.none_within);
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
    let counted = shared.oracle.probe_at_sight(&root.position)?;
    match counted.verdict {
        _ if counted.effect == FiftyMoveEffect::Undecided => None,
        Verdict::Win(plies) => Some(claim(turn, plies.moves(), Certainty::Proven)),
        Verdict::Loss(plies) => Some(claim(turn.other(), plies.moves(), Certainty::Proven)),
        Verdict::Draw => None,
    }
}

/// Stores what the background search has found.
pub(crate) fn receive_insight(
    state: &mut Option<Box<ProofView>>,
    insight: ProofExplorerUpdate,
    effects: &mut Effects,
) {
    let Some(proof) = state else { return };
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

/// Performs an action: closes the tree, or steps through it.
pub(crate) fn act(state: &mut Option<Box<ProofView>>, action: ProofAction, effects: &mut Effects) {
    let Some(proof) = state else { return };
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
        ProofAction::Open | ProofAction::Close => close(state, effects),
    }
}

/// A click on a row: it is chosen; a click on the chosen one opens or closes it.
pub(crate) fn click(state: &mut Option<Box<ProofView>>, row: usize, effects: &mut Effects) {
    let Some(proof) = state else { return };
    if let Some(ProofTreeRow::Node(id, _)) = proof.rows().get(row).copied() {
        if proof.chosen == id {
            return act(state, ProofAction::Toggle, effects);
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
