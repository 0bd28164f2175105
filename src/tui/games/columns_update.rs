//! The columns of the list of games are chosen.

use crate::config::{GameColumn, GameColumns};
use crate::tui::context::UpdateContext;
use crate::tui::keymap::ColumnListAction;
use crate::tui::message::Effect;
use crate::tui::model::dialog::ColumnsDialog;
use crate::tui::model::{Dialog, Shared};

/// Opens the window with the columns.
pub(super) fn open(shared: &mut Shared) {
    shared.dialog = Some(Dialog::Columns(ColumnsDialog::new(&shared.config.games.columns)));
}

/// Performs an action of the window. What changes counts and is saved at once.
pub(crate) fn act(cx: &mut UpdateContext, action: ColumnListAction) {
    let Some(Dialog::Columns(list)) = &mut cx.shared.dialog else { return };
    let bottom = list.rows.len().saturating_sub(1);
    match action {
        ColumnListAction::Rows(step) => return list.chosen = step.from(list.chosen, bottom),
        ColumnListAction::Toggle => match list.rows.get_mut(list.chosen) {
            Some((GameColumn::Players, _)) => {
                return cx.shared.show_note("The players are always shown");
            }
            Some((_, is_shown)) => *is_shown = !*is_shown,
            None => {}
        },
        ColumnListAction::Move(step) => {
            let to = list.chosen.saturating_add_signed(step.delta()).min(bottom);
            list.rows.swap(list.chosen, to);
            list.chosen = to;
        }
        ColumnListAction::Reset => list.rows = GameColumns::default().all_in_order(),
    }
    let columns = list.columns();
    if columns != cx.shared.config.games.columns {
        cx.shared.config.games.columns = columns;
        cx.effects.push(Effect::SaveConfig);
    }
}

/// A click on a row: it is chosen, and its column shown or hidden.
pub(crate) fn click(cx: &mut UpdateContext, row: usize) {
    if let Some(Dialog::Columns(list)) = &mut cx.shared.dialog
        && row < list.rows.len()
    {
        list.chosen = row;
        act(cx, ColumnListAction::Toggle);
    }
}
