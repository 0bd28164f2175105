//! What can be typed at a question besides its answer: a yes before a file is replaced, nothing at all, a link.

use crate::tui::app::App;
use crate::tui::model::{Dialog, InputPurpose, WriteObstacle};

/// The word to confirm that a file is replaced or a folder created.
pub(crate) const CONSENT: &str = "yes";

/// The line that empties a text, since an empty line leaves it as it is.
pub(super) const EMPTY: &str = "-";

/// What stands before the path of a file that is to be linked, as on the command line.
pub(super) const LINK: &str = "--link ";

/// The purpose of the open question, if there is one.
pub(super) fn purpose(app: &App) -> Option<InputPurpose> {
    match &app.shared.dialog {
        Some(Dialog::Input(input)) => Some(input.purpose),
        _ => None,
    }
}

/// What else can be typed at the open question.
pub(super) fn other_answers(app: &App) -> Option<String> {
    let purpose = purpose(app)?;
    if purpose == InputPurpose::Import {
        return Some(format!("Type {LINK}before the path to list the games where they lie, without a copy."));
    }
    let means = purpose.empty_label()?;
    Some(format!("Type {EMPTY} for {means}; an empty line leaves it as it is."))
}

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
