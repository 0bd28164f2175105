//! State of the engine dialogs: the list of engines, and the settings of one of them.

use tui_input::Input;

/// The list: the built-in engine first, then the external ones.
#[derive(Clone, Debug, Default)]
pub struct EngineListDialog {
    /// The row that is chosen; 0 is the built-in engine.
    pub chosen: usize,
    /// The command that is typed, while one is.
    pub adding: Option<Input>,
    /// How the path in it may go on.
    pub choices: Vec<String>,
    /// The name of the engine that is removed if the key is pressed once more.
    pub removal_to_confirm: Option<String>,
    /// Why an engine was not added.
    pub error: Option<String>,
}

/// The settings of one engine, in the order in which it declares them.
#[derive(Clone, Debug)]
pub struct EngineOptionsDialog {
    /// The engine's name.
    pub engine: String,
    /// The row that is chosen.
    pub chosen: usize,
    /// The value that is typed, while one is.
    pub editing: Option<Input>,
    /// What is wrong with what was typed.
    pub error: Option<String>,
}

impl EngineOptionsDialog {
    /// The settings of an engine, the first one chosen.
    pub(crate) const fn new(engine: String) -> Self {
        Self { engine, chosen: 0, editing: None, error: None }
    }
}
