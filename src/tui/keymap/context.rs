//! The places where an action can be asked for.

/// Where an action can be asked for. A screen asks several of them in turn, the narrowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KeyContext {
    /// Everywhere but in dialogs.
    Global,
    /// Every screen with a board.
    Board,
    /// The game against the engine.
    Play,
    /// A game of two engines.
    Watch,
    /// The analysis board.
    Analyze,
    /// A line that is walked.
    Line,
    /// A proof that is looked at.
    Proof,
    /// The position editor.
    Editor,
    /// Mistakes that are tried again.
    Retry,
    /// A round of practice.
    Round,
    /// The trap quiz.
    TrapQuiz,
    /// The result quiz.
    ResultQuiz,
    /// The list of lessons.
    Lessons,
    /// The page of puzzles: ways to solve, themes, sets.
    PuzzleList,
    /// A puzzle on the board.
    Puzzle,
    /// The page of famous games whose moves can be guessed.
    GuessList,
    /// A game whose moves are guessed.
    Guess,
    /// A worked example.
    Example,
    /// The list of tables.
    Tables,
    /// What one table holds.
    TablePage,
    /// The list of games.
    Games,
    /// The statistics of the user's games.
    Statistics,
    /// The filter of the list of games is being typed.
    Filter,
    /// The cursor is on the board.
    Cursor,
    /// A move is being typed.
    Prompt,
    /// After the copy key.
    Copy,
    /// After the key for glyphs.
    Mark,
    /// Any dialog.
    Dialog,
    /// The help.
    Help,
    /// Words are typed in the help.
    Search,
    /// The palette of actions.
    Palette,
    /// A form of rows: a new game, the settings.
    Form,
    /// The box for pasted text.
    Paste,
    /// A question that wants a line of text.
    Input,
    /// A choice: a promotion.
    Choice,
    /// A question with yes and no.
    Confirm,
    /// The list of engines.
    Engines,
    /// The settings of an engine.
    Options,
    /// A line of text inside a box.
    Text,
}
