//! The tree of a proof: opened over a screen, walked, and closed with the board as it was.

use crate::analysis::inquiry::{Claim, Growth, Insight, NodeId};
use crate::chess::names::counted;
use crate::chess::{Certainty, Root, Value, Verdict};
use crate::tui::app::why::{Progress, Row};
use crate::tui::app::{App, Distances, Tab, Tone, Why};

use super::rows::Rows;
use super::{Effect, drill};

/// A step of the reader.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    To(Rows),
    Into,
    OutOf,
    Toggle,
}

/// Opens the tree of the mate that is known on the screen, or says why there is none.
pub(super) fn open(app: &mut App, effects: &mut Vec<Effect>) {
    if app.tab == Tab::Play && app.play.over.is_none() && app.distances == Distances::Hidden {
        return app
            .say(Tone::Note, "During a game the proof would give the moves away: T shows distances, then w");
    }
    let Some(claim) = claim(app) else {
        return app.say(Tone::Note, none_known(app));
    };
    if app.tab == Tab::Practice {
        drill::note_help(app);
    }
    app.study.line = None;
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
    app.pane = 0;
    app.why = Some(Box::new(Why::new(claim.clone())));
    effects.push(Effect::Inquire(Box::new(claim)));
}

/// Why there is no tree to show: how far mates are ruled out, where that is known.
fn none_known(app: &App) -> String {
    let proof = app.watch.snapshot.as_ref().filter(|_| app.tab == Tab::Analyze).map(|of| of.proof);
    match proof {
        Some(proof) if proof.none_within > 0 => {
            let checked = format!("Proven: no mate in {} or less", counted(proof.none_within.into(), "move"));
            match proof.checking {
                Some(moves) => format!("{checked}; checking {moves}"),
                None => checked,
            }
        }
        _ => "No mate is known here whose proof could be shown".to_owned(),
    }
}

/// Puts the tree away.
pub(super) fn close(app: &mut App, effects: &mut Vec<Effect>) {
    if app.why.take().is_some() {
        effects.push(Effect::EndInquiry);
    }
}

/// The mate that is known of the position that is looked at.
pub(super) fn claim(app: &App) -> Option<Claim> {
    let root = app.walk()?.root();
    if root.ending().is_some() {
        return None;
    }
    let turn = root.position.turn();
    let found = match app.tab {
        Tab::Analyze => app.watch.snapshot.as_ref().and_then(|snapshot| snapshot.best_line()),
        Tab::Play | Tab::Practice | Tab::Tables | Tab::Games => None,
    };
    let proof = app.watch.snapshot.as_ref().map_or(0, |snapshot| snapshot.proof.none_within);
    let claim = |winner, moves: u16, certainty: Certainty| {
        let none_within = if certainty == Certainty::Proven { moves.saturating_sub(1) } else { proof };
        Claim {
            root: Root::clone(&root),
            winner,
            moves,
            none_within: none_within.min(moves.saturating_sub(1)),
        }
    };
    if let Some(line) = found {
        match line.score.value() {
            Value::Mates(plies) => return Some(claim(turn, plies.moves(), line.certainty)),
            Value::Mated(plies) => return Some(claim(turn.other(), plies.moves(), line.certainty)),
            Value::Centipawns(_) | Value::Wins | Value::Loses => {}
        }
    }
    match app.truth.probe(&root.position)? {
        verdict @ Verdict::Win(plies) if verdict.arrives(root.position.halfmoves()) => {
            Some(claim(turn, plies.moves(), Certainty::Proven))
        }
        verdict @ Verdict::Loss(plies) if verdict.arrives(root.position.halfmoves()) => {
            Some(claim(turn.other(), plies.moves(), Certainty::Proven))
        }
        _ => None,
    }
}

/// Takes in what the background has found.
pub(super) fn hear(app: &mut App, insight: Insight, effects: &mut Vec<Effect>) {
    let Some(why) = &mut app.why else { return };
    match insight {
        Insight::Opened(tree) => {
            why.tree = Some(*tree);
            why.progress = Progress::Opened;
            unfold(why, NodeId::ROOT, effects);
        }
        Insight::Defense(node, defense) => {
            if let Some(tree) = &mut why.tree {
                tree.add(node, &defense);
            }
        }
        Insight::Grown(node) => {
            if let Some(tree) = &mut why.tree {
                tree.set_growth(node, Growth::Grown);
            }
        }
        Insight::Unknown => why.progress = Progress::Unknown,
        Insight::Failed(reason) => why.progress = Progress::Failed(reason),
    }
}

/// Does a step of the reader.
pub(super) fn step(app: &mut App, way: Way, effects: &mut Vec<Effect>) {
    let Some(why) = &mut app.why else { return };
    match way {
        Way::To(rows) => why.walk(rows.count()),
        Way::Into if why.open.contains(&why.chosen) => why.walk(1),
        Way::OutOf | Way::Toggle if why.open.contains(&why.chosen) => fold(why),
        Way::OutOf => {
            if let Some(parent) = why.node().and_then(|node| node.parent) {
                why.chosen = parent;
            }
        }
        Way::Into | Way::Toggle => unfold(why, why.chosen, effects),
    }
}

/// A click on a row: it is chosen; a click on the chosen one opens or closes it.
pub(super) fn click(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
    let Some(why) = &mut app.why else { return };
    if let Some(Row::Node(id, _)) = why.rows().get(row).copied() {
        if why.chosen == id {
            return step(app, Way::Toggle, effects);
        }
        why.chosen = id;
    }
}

fn fold(why: &mut Why) {
    why.open.remove(&why.chosen);
}

/// Shows what is below a node; what is not known yet is asked for, once.
fn unfold(why: &mut Why, id: NodeId, effects: &mut Vec<Effect>) {
    let Some(tree) = &mut why.tree else { return };
    let Some(node) = tree.node(id).filter(|node| !node.is_leaf()) else { return };
    why.open.insert(id);
    if node.growth == Growth::Bud {
        effects.push(Effect::Grow(id, Box::new(node.position.clone()), node.moves_left()));
        tree.set_growth(id, Growth::Growing);
    }
}
