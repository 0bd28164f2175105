//! Draws the proof tree beside the board.

use ratatui::text::Line;

use crate::chess::names::color_name;
use crate::chess::{Ply, Score, fen};
use crate::tui::keymap::{Action, AppAction, ProofAction};
use crate::tui::model::ProofView;
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::{proof_tree, verdict};

/// The width below which one pane is in front of the others.
const NARROW_WIDTH: usize = 34;

/// What the screen shows while a proof is open.
pub(crate) fn scene(view: &ViewContext, proof: &ProofView) -> BoardScene {
    let theme = view.theme;
    let position = proof.position();
    let mut facts = vec!["proof".to_owned(), format!("{} mates", color_name(proof.claim.winner))];
    facts.extend(verdict::fifty_move_text(position));
    let mut panes = vec![proof_tree::pane(proof, theme, view.width)];
    panes.extend(proof_tree::details(proof, theme, view.width));
    // Where the row's meaning has no pane of its own it is shown in the prompt's area.
    let note = if view.width < NARROW_WIDTH {
        proof_tree::summary(proof).map(|text| (Role::Key, text))
    } else {
        let keys = [Action::Proof(ProofAction::Toggle), Action::App(AppAction::Back)]
            .map(|action| key_for_footer(view, action).unwrap_or_default());
        Some((
            Role::Faint,
            format!("{} opens and closes a branch, {} brings the board back", keys[0], keys[1]),
        ))
    };
    let under = vec![Line::from(view.span(Role::Faint, fen::format(position)))];
    let mate = Score::mates_in(Ply::new((proof.claim.moves * 2).saturating_sub(1)));
    let bar = EvalBarValue::Score(mate.for_white(proof.claim.winner));
    BoardScene {
        bar_facts: facts,
        panes,
        lines_below: under,
        eval_bar: bar,
        score_text: None,
        marks: SceneMarks::default(),
        prompt_note: note,
    }
}
