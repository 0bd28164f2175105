//! Whether an action is available: what the footer offers, and what closes an overlay before it is done. Each
//! feature answers for its own actions. One that is not available may still say why.

use crate::platform::CAN_SUSPEND;
use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::keymap::{
    Action, AidsAction, AppAction, BoardAction, DialogAction, InputAction, PasteAction, PlayAction,
};
use crate::tui::model::dialog::{DuplicateMerge, EngineListDialog, EngineOptionsDialog};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{Activity, Dialog, Distances, InputPurpose, PlayStatus};
use crate::tui::navigation::Tab;
use crate::tui::proof::update::KnownMate;
use crate::tui::{analyze, editor, games, play, practice, practice_features, proof, tables};

/// Whether an action is available. One that is not changes nothing; it may say why.
#[must_use]
pub fn is_available(app: &App, action: Action) -> bool {
    let dialog = app.shared.dialog.as_ref();
    is_on_screen(app, action)
        && match action {
            Action::App(AppAction::Suspend) => CAN_SUSPEND,
            Action::App(_) | Action::Aids(AidsAction::KingBox | AidsAction::OtherTurn) => true,
            Action::Board(action) => is_available_on_board(app, action),
            Action::Aids(AidsAction::Threat) => app.shared.tab == Tab::Analyze,
            Action::Play(action) => play::actions::is_available(&app.play, action),
            Action::Analyze(action) => analyze::update::is_available(&app.analyze, action),
            Action::Review(action) if let Some(active) = app.shown_board().card() => {
                practice::card_update::is_available(active, action)
            }
            Action::Review(action) => review::update::is_available(&app.analyze, action),
            Action::Proof(action) => {
                proof::update::is_available(app.proof.is_some(), action, || known_mate(app))
            }
            Action::Tables(action) => tables::update::is_available(&app.tables, &app.shared, action),
            Action::Games(action) => games::update::is_available(&app.games, action),
            Action::Statistics(action) => games::statistics::update::is_available(&app.games, action),
            Action::Editor(action) => editor::update::is_available(&app.editor, action),
            Action::Dialog(DialogAction::Close) => dialog.is_some(),
            Action::Dialog(DialogAction::Yes | DialogAction::No) => {
                matches!(dialog, Some(Dialog::Confirm(_)))
                    || matches!(dialog, Some(Dialog::Duplicates(list)) if list.merge == DuplicateMerge::Asked)
            }
            Action::Input(action) => matches!(dialog, Some(Dialog::Input(input)) if match action {
                InputAction::Take | InputAction::Clear => true,
                InputAction::Complete => input.is_completed(),
                InputAction::Agree => input.obstacle.is_some(),
                InputAction::ToggleLink => matches!(input.purpose, InputPurpose::Import | InputPurpose::Link),
            }),
            Action::Help(_) => matches!(dialog, Some(Dialog::Help(_))),
            Action::Palette(_) => matches!(dialog, Some(Dialog::Palette(_))),
            Action::Form(_) => matches!(
                dialog,
                Some(Dialog::NewGame(_) | Dialog::Players(_) | Dialog::Settings { .. } | Dialog::Tags(_))
            ),
            Action::Paste(PasteAction::Analyze | PasteAction::Play | PasteAction::Practice) => {
                matches!(dialog, Some(Dialog::Paste(_))) || app.editor.open.is_some() && dialog.is_none()
            }
            Action::Paste(_) => matches!(dialog, Some(Dialog::Paste(_))),
            Action::Promotion(_) => matches!(dialog, Some(Dialog::Promotion(_))),
            Action::EngineList(_) => {
                matches!(dialog, Some(Dialog::Engines(EngineListDialog { adding: None, .. })))
            }
            Action::SearchList(_) => matches!(dialog, Some(Dialog::Searches(_))),
            Action::ColumnList(_) => matches!(dialog, Some(Dialog::Columns(_))),
            Action::DuplicateList(_) => matches!(dialog, Some(Dialog::Duplicates(_))),
            Action::EngineOptions(_) => {
                matches!(dialog, Some(Dialog::EngineOptions(EngineOptionsDialog { editing: None, .. })))
            }
            Action::TextField(_) => matches!(
                dialog,
                Some(
                    Dialog::Engines(EngineListDialog { adding: Some(_), .. })
                        | Dialog::EngineOptions(EngineOptionsDialog { editing: Some(_), .. })
                )
            ),
            Action::PracticeTab(action) => practice_features::is_available(app, action),
        }
}

/// Whether the owner of an action is on the screen. What is not is not even asked for a reason.
pub(super) fn is_on_screen(app: &App, action: Action) -> bool {
    match action {
        Action::Review(_) if app.shown_board().card().is_some() => true,
        Action::Analyze(_)
        | Action::Review(_)
        | Action::Play(PlayAction::NewGameFromBoard)
        | Action::Board(BoardAction::BuildTable) => app.shared.tab == Tab::Analyze,
        Action::Board(BoardAction::GuessMoves) => matches!(app.shared.tab, Tab::Analyze | Tab::Games),
        Action::Play(_) => app.shared.tab == Tab::Play,
        Action::Tables(_) => app.shared.tab == Tab::Tables,
        Action::Games(_) | Action::Statistics(_) => app.shared.tab == Tab::Games,
        Action::Aids(_) => matches!(app.shared.tab, Tab::Analyze | Tab::Practice),
        Action::Editor(_) => app.shared.dialog.is_none(),
        Action::App(_)
        | Action::Board(_)
        | Action::Proof(_)
        | Action::Dialog(_)
        | Action::Input(_)
        | Action::Help(_)
        | Action::Palette(_)
        | Action::Form(_)
        | Action::Paste(_)
        | Action::Promotion(_)
        | Action::EngineList(_)
        | Action::SearchList(_)
        | Action::ColumnList(_)
        | Action::DuplicateList(_)
        | Action::EngineOptions(_)
        | Action::TextField(_) => true,
        Action::PracticeTab(_) => app.shared.tab == Tab::Practice,
    }
}

fn is_available_on_board(app: &App, action: BoardAction) -> bool {
    let round = app.practice_tab.board.round();
    match action {
        BoardAction::Undo | BoardAction::Redo | BoardAction::Step(_) => {
            !matches!(app.shared.tab, Tab::Tables | Tab::Games)
        }
        BoardAction::Mistake(_) => match app.activity_below() {
            Activity::Analysis(_) | Activity::Retry { .. } => review::update::has_mistakes(&app.analyze),
            Activity::Practice { board: PracticeBoard::Quiz(quiz), .. } => {
                quiz.has_mistakes_to_view(app.shared.now)
            }
            Activity::Practice { board: PracticeBoard::Round(round), .. } => round.summary().is_some(),
            _ => false,
        },
        BoardAction::Review => match app.shared.tab {
            Tab::Analyze => app.analyze.review.is_some() || app.analyze.walk.tree().move_count() > 0,
            Tab::Play => app.play.ending.is_some() || app.play.status == PlayStatus::Stopped,
            Tab::Games => app.games.selected_game().is_some(),
            Tab::Practice | Tab::Tables => false,
        },
        BoardAction::AnalyzeHere => match app.activity_below() {
            Activity::Game(_) => true,
            Activity::Practice { activity, .. } => activity.to_analyze().is_some(),
            _ => false,
        },
        BoardAction::BuildTable => tables::update::can_build(&app.shared, app.analyze.walk.position()),
        BoardAction::GuessMoves => practice_features::has_game_to_guess(app),
        BoardAction::Hint => match app.shared.tab {
            Tab::Play | Tab::Analyze => true,
            Tab::Practice => round.is_some(),
            Tab::Tables | Tab::Games => false,
        },
        BoardAction::Distances => matches!(app.shared.tab, Tab::Play | Tab::Practice),
        BoardAction::ShowCursor | BoardAction::Cursor(_) | BoardAction::PlayCursor(_) => {
            app.shown_position().is_some()
        }
        BoardAction::PickSquare => app.shared.board.cursor.is_some(),
        BoardAction::CopyChord
        | BoardAction::Copy(_)
        | BoardAction::Blindfold
        | BoardAction::PlayTyped
        | BoardAction::CompleteTyped
        | BoardAction::DropTyped => true,
    }
}

/// The mate whose proof could be shown for the position on the board.
pub(super) fn known_mate(app: &App) -> KnownMate {
    if app.shared.tab == Tab::Play && app.play.ending.is_none() && app.shared.distances == Distances::Hidden {
        return KnownMate::Hidden;
    }
    let claim = app.shown_walk().and_then(|walk| proof::update::known_mate(&app.shared, walk));
    claim.map_or(KnownMate::None, KnownMate::Claim)
}
