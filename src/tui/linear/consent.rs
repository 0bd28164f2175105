//! Confirmation before a file is replaced or a folder created.

use crate::tui::app::App;
use crate::tui::model::{Dialog, WriteObstacle};

/// The word to confirm that a file is replaced or a folder created.
pub(crate) const CONSENT: &str = "yes";

/// What keeps a file from being written until the user agrees.
pub(crate) fn obstacle(app: &App) -> Option<WriteObstacle> {
    match &app.shared.dialog {
        Some(Dialog::Input(input)) => input.obstacle,
        _ => None,
    }
}

/// What can be typed where a file is not written yet.
pub(crate) fn consent(app: &App) -> Option<String> {
    let does = match obstacle(app)? {
        WriteObstacle::FileExists | WriteObstacle::SearchExists => "replace it",
        WriteObstacle::MissingFolder => "make it",
    };
    Some(format!("Type {CONSENT} to {does}, or another name; an empty line writes nothing."))
}
