//! The table of all actions with their keys. It feeds the key map, the help, the palette, the settings and
//! `docs/keys.md`.

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
    /// Slips that are tried again.
    Retry,
    /// A round of practice.
    Round,
    /// The trap quiz.
    Quiz,
    /// The list of lessons.
    Lessons,
    /// A worked example.
    Example,
    /// The list of tables.
    Tables,
    /// What one table holds.
    TablePage,
    /// The list of games.
    Games,
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

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionSpec {
    /// The action.
    pub action: Action,
    /// Its name in the config file and the palette.
    pub name: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// One or two words for a footer.
    pub short: &'static str,
    /// Where it can be asked for.
    pub contexts: &'static [KeyContext],
    /// Its keys where the config says nothing, the one to show first.
    pub keys: &'static [&'static str],
}

macro_rules! actions {
    ($($action:ident $name:literal $help:literal $short:literal [$($context:ident)*] [$($key:literal)*];)*) => {
        /// Everything that a key, the palette or the mouse can ask for.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Action {
            $(#[doc = $help] $action,)*
        }

        /// Every action with its name, its help, its places and its keys.
        pub const ACTIONS: &[ActionSpec] = &[$(ActionSpec {
            action: Action::$action,
            name: $name,
            help: $help,
            short: $short,
            contexts: &[$(KeyContext::$context),*],
            keys: &[$($key),*],
        },)*];
    };
}

actions! {
    Help "help" "Show the keys that work here" "help" [Global] ["?" "f1"];
    Palette "palette" "Find any command by its name" "commands" [Global] [":" "ctrl-p"];
    TabPlay "tab-play" "Go to the game against the engine" "play" [Global] ["1"];
    TabAnalyze "tab-analyze" "Go to the analysis board" "analyze" [Global] ["2"];
    TabPractice "tab-practice" "Go to the endgame course" "practice" [Global] ["3"];
    TabTables "tab-tables" "Go to the tables of endings" "tables" [Global] ["4"];
    TabGames "tab-games" "Go to the list of games" "games" [Global] ["5"];
    NextPane "next-pane" "Bring the next pane to the front" "pane" [Global] ["tab"];
    Paste "paste" "Enter or paste a FEN, a game or moves" "paste" [Global] ["p"];
    EditPosition "edit-position" "Set up a position on the board" "set up" [Global] ["C" "ctrl-e"];
    Settings "settings" "Change the settings" "settings" [Global] ["S"];
    Engines "engines" "Choose, add and set up engines" "engines" [Global] ["E"];
    CycleGuard "guard" "Stalemate guard: off, warn, block" "guard" [Global] ["G"];
    Flip "flip" "Turn the board around" "flip" [Global] ["F"];
    Suspend "suspend" "Stop the program until the shell's fg" "suspend" [Global] ["ctrl-z"];
    Redraw "redraw" "Draw the whole screen again" "redraw" [Global] ["ctrl-l"];
    Quit "quit" "Leave; the game is saved" "quit" [Global Dialog Prompt Lessons Tables Games] ["ctrl-q" "q"];
    QuitNow "quit-now" "Leave at once; the game is saved" "quit" [Global Dialog Prompt] ["ctrl-c"];
    Back "back" "One level back" "back" [Global] ["esc"];

    Undo "undo" "Take back a move; two half-moves against the engine" "undo" [Board] ["u"];
    Redo "redo" "Play a move that was taken back again" "redo" [Board] ["U"];
    CopyChord "copy" "Copy: then f FEN, p PGN, l line" "copy" [Board Games Editor] ["y"];
    StepBack "step-back" "Look at the half-move before" "back" [Board] ["," "ctrl-b"];
    StepForward "step-forward" "Look at the half-move after" "forward" [Board] ["." "ctrl-f"];
    StepStart "step-start" "Look at the start" "start" [Board] ["home" "<"];
    StepEnd "step-end" "Go to the end of the line" "end" [Board] ["end" ">"];
    Blindfold "blindfold" "Hide the pieces, or show them again" "pieces" [Board] ["V"];
    Cursor "cursor" "Move with a cursor on the board" "cursor" [Board] ["enter" "space"];
    AnalyzeHere "analyze-here" "Analyze this game from here" "analyze" [Play Round] ["A"];

    Why "why" "Show why: the proof of the mate as a tree" "why" [Analyze Play Round Example] ["w"];
    WhyUp "why-up" "The row above" "up" [Proof] ["up" ","];
    WhyDown "why-down" "The row below" "down" [Proof] ["down" "."];
    WhyInto "why-open" "Open the branch, or go into it" "open" [Proof] ["right"];
    WhyOutOf "why-fold" "Close the branch, or go to the move above" "fold" [Proof] ["left"];
    WhyToggle "why-toggle" "Open or close the branch" "open" [Proof] ["enter" "space"];
    WhyPageUp "why-page-up" "Ten rows up" "page" [Proof] ["pageup"];
    WhyPageDown "why-page-down" "Ten rows down" "page" [Proof] ["pagedown"];
    WhyStart "why-start" "The first move" "start" [Proof] ["home"];
    WhyEnd "why-end" "The last row" "end" [Proof] ["end"];
    WhyClose "why-close" "Close the proof; the board is as it was" "close" [Proof] ["w"];

    PlayCursorLeft "cursor-left" "Move the cursor left" "left" [Play Round Quiz] ["left"];
    PlayCursorRight "cursor-right" "Move the cursor right" "right" [Play Round Quiz] ["right"];
    PlayCursorUp "cursor-up" "Move the cursor up" "up" [Play Round Quiz] ["up"];
    PlayCursorDown "cursor-down" "Move the cursor down" "down" [Play Round Quiz] ["down"];

    EditClear "edit-clear" "Remove the piece from the square" "clear" [Editor] ["x" "space" "delete" "." "backspace"];
    EditTurn "edit-turn" "Give the move to the other side" "side" [Editor] ["s"];
    EditRights "edit-castling" "Castling: the rook's under the cursor, both of the king's, else all" "castling" [Editor] ["c"];
    EditPassant "edit-en-passant" "En passant: the cursor's square, else the next one, or none" "en passant" [Editor] ["e"];
    EditHalfmovesMore "edit-halfmoves-more" "One more half-move without a capture or pawn move" "more" [Editor] ["+" "="];
    EditHalfmovesLess "edit-halfmoves-less" "One half-move less" "less" [Editor] ["-"];
    EditNumberMore "edit-number-more" "The next move number" "more" [Editor] [">"];
    EditNumberLess "edit-number-less" "The move number before" "less" [Editor] ["<"];
    EditEmpty "edit-empty" "Empty the board" "empty" [Editor] ["X"];
    EditFirst "edit-first" "The first position of a game" "first" [Editor] ["i"];
    EditBoard "edit-board" "The position that is behind the editor" "take board" [Editor] ["o"];
    EditMirror "edit-mirror" "Left and right change places" "mirror" [Editor] ["m"];
    EditSwap "edit-swap" "White and Black change places" "colors" [Editor] ["v"];
    EditUndo "edit-undo" "Take the last change back" "undo" [Editor] ["u"];
    EditRedo "edit-redo" "Make a change that was taken back again" "redo" [Editor] ["U"];
    EditText "edit-text" "Go on with it as text" "text" [Editor] ["ctrl-e"];
    EditLeft "edit-left" "Move the cursor left" "left" [Editor] ["left"];
    EditRight "edit-right" "Move the cursor right" "right" [Editor] ["right"];
    EditUp "edit-up" "Move the cursor up" "up" [Editor] ["up"];
    EditDown "edit-down" "Move the cursor down" "down" [Editor] ["down"];
    EditRowStart "edit-row-start" "The cursor to its row's start" "start" [Editor] ["home"];
    EditRowEnd "edit-row-end" "The cursor to its row's end" "end" [Editor] ["end"];
    EditTop "edit-top" "The cursor to the top" "top" [Editor] ["pageup"];
    EditBottom "edit-bottom" "The cursor to the bottom" "bottom" [Editor] ["pagedown"];

    NewGame "new-game" "Start a new game, or watch two engines" "new game" [Play] ["ctrl-n"];
    OfferDraw "offer-draw" "Offer the engine a draw" "draw?" [Play] ["D"];
    Resign "resign" "Give up the game" "resign" [Play] ["ctrl-r"];
    MoveNow "move-now" "Move now; ask an engine that failed once more" "move now" [Play] ["m"];
    TakeOver "take-over" "Change players: you or an engine" "players" [Play] ["ctrl-o"];
    Pause "pause" "Pause the game, or let it go on" "pause" [Watch] ["space" "s"];
    StopGame "stop-game" "Stop the game without a result" "stop" [Watch] ["ctrl-r"];

    MoreLines "more-lines" "Show one more line" "+ line" [Analyze] ["+" "="];
    FewerLines "fewer-lines" "Show one line less" "- line" [Analyze] ["-"];
    ToggleEngine "engine" "Start or stop the engine" "engine" [Analyze] ["s"];
    Glance "look-here" "Analyze this position once while the engine is paused, or go deeper than the set depth" "look here" [Analyze] ["z"];
    AnalysisDepth "depth" "Analyze to a depth and stop, or without limit" "depth" [Analyze] ["Z"];
    ToggleSort "sort-moves" "Sort the moves by distance or by name" "sort" [Analyze] ["T"];
    Threat "threat" "Show what the other side threatens" "threat" [Analyze] ["x"];
    Only "only-moves" "Analyze chosen moves only, or leave some out; two are compared" "moves" [Analyze] ["/"];
    Arrows "arrows" "Show the first moves of the lines on the board, or hide them" "arrows" [Analyze] ["H"];
    BuildTable "build-table" "Build the table of this ending, or stop building it" "build table" [Analyze] ["M"];
    WalkLine "walk-line" "Walk through a line without playing it" "line" [Analyze] ["l"];
    PlayHere "play-here" "Play or watch a game from here" "play on" [Analyze] ["ctrl-g"];
    ClearBoard "clear-analysis" "Start a new analysis from the first position" "clear" [Analyze] ["X"];
    TreeBack "tree-back" "Step back" "back" [Analyze] ["left"];
    TreeForward "tree-forward" "Step forward" "forward" [Analyze] ["right"];
    TreeUp "tree-up" "Go to the variation above" "branch" [Analyze] ["up"];
    TreeDown "tree-down" "Go to the variation below" "branch" [Analyze] ["down"];

    Comment "comment" "Write a comment on the last move" "comment" [Analyze] [";"];
    Draw "draw" "Draw squares and arrows by their names; the right mouse button draws too" "draw" [Analyze] ["%"];
    MarkChord "glyph" "Judge the last move: then ! ? 3 4 5 6 = ~ + - or 0" "judge" [Analyze] ["!"];
    Promote "promote" "Promote the variation" "raise" [Analyze] ["^"];
    MainLine "main-line" "Make this line the game's main line" "main line" [Analyze] ["L"];
    DeleteMoves "delete-moves" "Delete the last move and all that follows" "delete" [Analyze] ["D" "delete"];
    KeepAnalysis "keep-analysis" "Keep the analysis in the list of games" "keep" [Analyze] ["W"];
    RetrySlips "retry-slips" "Try the mistakes of a reviewed game again" "try again" [Analyze] ["ctrl-r"];
    WriteReview "write-review" "Write the review into the moves" "write" [Analyze] ["i"];
    Review "review" "Review the game: what was each move worth?" "review" [Analyze Play Games] ["v"];

    SlipSolution "slip-solution" "Show the better move" "solution" [Retry] ["s"];
    SlipNext "slip-next" "Go on to the next mistake" "next mistake" [Retry] ["enter" "ctrl-n" "]"];
    SlipSide "slip-side" "Whose mistakes: both sides', White's, Black's" "side" [Retry] ["ctrl-o"];

    LineBack "line-back" "Step back in the line" "back" [Line] ["left" "," "ctrl-b"];
    LineForward "line-forward" "Step forward in the line" "forward" [Line] ["right" "." "ctrl-f"];
    LineUp "line-up" "Take the line above" "line" [Line] ["up"];
    LineDown "line-down" "Take the line below" "line" [Line] ["down" "l"];
    LineStart "line-start" "Go to the line's start" "start" [Line] ["home"];
    LineEnd "line-end" "Go to the line's end" "end" [Line] ["end"];
    LineKeep "line-keep" "Pin the line, or unpin it" "keep" [Line] ["space"];
    LinePlay "line-play" "Play the line up to here" "play it" [Line] ["enter"];

    ShowDistances "distances" "Show what each move costs, where the tables know; in a round it is help" "distances" [Play Round] ["T"];

    KingBox "box" "Show on the board where the defending king can go, and what a move would change" "box" [Analyze Round] ["j"];
    OtherTurn "other-turn" "Show the truth if it were the other side's turn; in a round it is help" "other turn" [Analyze Round] ["I"];
    Hint "hint" "A hint: the piece, the square, the move" "hint" [Analyze Play Round] ["t"];
    RetrySlip "retry-slip" "Go back to before the last mistake" "retry" [Round] ["ctrl-r"];
    Retry "retry" "Begin this start again" "again" [Round] ["z"];
    NextRound "next-round" "Deal the next start" "next" [Round] ["ctrl-n"];
    PreviousSlip "previous-slip" "Look at the previous mistake" "mistake" [Round Analyze Quiz] ["["];
    NextSlip "next-slip" "Look at the next mistake" "mistake" [Round Analyze Quiz] ["]"];

    Defense "defense" "The other side's defense: longest, or trickiest of the longest" "defense" [Round Lessons] ["m"];
    Counting "counting" "Let repetition and fifty moves end a round, or not" "counting" [Round Lessons] ["M"];
    Par "par" "Show or hide how many moves the goal takes" "par" [Round Lessons] ["L"];
    FinishRound "finish" "Have what is left played, where it is only technique" "finish" [Round] ["s"];

    DrillUp "drill-up" "The lesson above" "up" [Lessons] ["up" "k"];
    DrillDown "drill-down" "The lesson below" "down" [Lessons] ["down" "j"];
    DrillStart "drill-start" "Begin the lesson" "begin" [Lessons Example] ["enter" "space" "n"];
    DrillDue "drill-due" "Practice what is due today" "due" [Lessons] ["s"];
    DrillExample "drill-example" "Step through the lesson's worked example" "example" [Lessons Example] ["x"];
    DrillEasier "drill-easier" "Easier starts" "easier" [Lessons] ["left" "-"];
    DrillHarder "drill-harder" "Harder starts" "harder" [Lessons] ["right" "+"];
    DrillSide "drill-side" "Play the lesson from the other side" "side" [Lessons] ["o"];
    DrillRecord "drill-record" "Show what was achieved so far, or the lessons" "record" [Lessons] ["v"];
    ExampleBack "example-back" "The move before" "back" [Example] ["left" "," "up"];
    ExampleForward "example-forward" "The next move" "forward" [Example] ["right" "." "down"];
    ExampleStart "example-start" "The example's start" "start" [Example] ["home" "<"];
    ExampleEnd "example-end" "The example's end" "end" [Example] ["end" ">"];

    Quiz "quiz" "Trap quiz: find the moves that keep the win, against the clock" "trap quiz" [Lessons] ["i"];
    QuizAgain "quiz-again" "Start the quiz again" "again" [Quiz] ["ctrl-n"];

    TableUp "table-up" "The ending above" "up" [Tables] ["up" "k"];
    TableDown "table-down" "The ending below" "down" [Tables] ["down" "j"];
    TablePageUp "table-page-up" "Ten endings up" "page" [Tables] ["pageup"];
    TablePageDown "table-page-down" "Ten endings down" "page" [Tables] ["pagedown"];
    TableStart "table-start" "The first ending" "start" [Tables] ["home"];
    TableEnd "table-end" "The last ending" "end" [Tables] ["end"];
    TableOpen "table-open" "Show what the ending holds" "open" [Tables] ["enter" "space" "right" "l"];
    TableBuild "table-build" "Build the ending's table, or stop building it" "build" [Tables] ["b" "M"];
    SampleUp "sample-up" "The position above" "up" [TablePage] ["up" ","];
    SampleDown "sample-down" "The position below" "down" [TablePage] ["down" "."];
    SampleStart "sample-start" "The first position" "start" [TablePage] ["home"];
    SampleEnd "sample-end" "The last position" "end" [TablePage] ["end"];
    SampleOpen "sample-open" "Analyze the position" "analyze" [TablePage] ["enter" "space"];

    GameUp "game-up" "The game above" "up" [Games Filter] ["up" "k"];
    GameDown "game-down" "The game below" "down" [Games Filter] ["down" "j"];
    GamePageUp "game-page-up" "Ten games up" "page" [Games Filter] ["pageup"];
    GamePageDown "game-page-down" "Ten games down" "page" [Games Filter] ["pagedown"];
    GameStart "game-start" "The first game" "start" [Games] ["home" "g"];
    GameEnd "game-end" "The last game" "end" [Games] ["end"];
    GameOpen "game-open" "Analyze the game" "analyze" [Games] ["enter" "space" "right" "l"];
    GameResume "game-resume" "Play the game on, where it is not over" "play on" [Games] ["r"];
    GameFilter "game-filter" "Search: words in players, date, result, opening" "search" [Games] ["/" "f"];
    GameSort "game-sort" "Sort by the next column: players, Elo, opening, result, moves, date" "sort" [Games] ["s"];
    GameSortReverse "game-sort-reverse" "Sort the other way round" "reverse" [Games] ["z"];
    GameDelete "game-delete" "Delete the game; it can be brought back" "delete" [Games] ["x" "delete"];
    GameUndelete "game-undelete" "Bring back the game that was deleted last" "bring back" [Games] ["u"];
    GameImport "game-import" "Copy the games of a PGN file into the list" "import" [Games] ["i"];
    GameExport "game-export" "Write the games shown to a PGN file" "export" [Games] ["e"];
    FilterTake "filter-take" "Keep the search" "keep" [Filter] ["enter"];
    FilterDrop "filter-drop" "Show all games again" "all" [Filter] ["esc" "ctrl-u"];

    CursorLeft "left" "Cursor left" "left" [Cursor] ["left"];
    CursorRight "right" "Cursor right" "right" [Cursor] ["right"];
    CursorUp "up" "Cursor up" "up" [Cursor] ["up"];
    CursorDown "down" "Cursor down" "down" [Cursor] ["down"];
    CursorPick "pick" "Pick up the piece, or put it down" "pick" [Cursor] ["enter" "space"];

    PromptPlay "prompt-play" "Play the move that is typed" "play" [Prompt] ["enter"];
    PromptDrop "prompt-drop" "Drop what is typed" "drop" [Prompt] ["esc" "ctrl-u"];
    PromptComplete "prompt-complete" "Complete the move" "complete" [Prompt] ["tab"];

    CopyFen "copy-fen" "Copy the position as FEN" "FEN" [Copy] ["f"];
    CopyPgn "copy-pgn" "Copy the game as PGN" "PGN" [Copy] ["p"];
    CopyLine "copy-line" "Copy the moves of the line" "line" [Copy] ["l" "y"];

    MarkGood "glyph-good" "A good move" "! good" [Mark] ["!" "1"];
    MarkMistake "glyph-mistake" "A mistake" "? mistake" [Mark] ["?" "2"];
    MarkBrilliant "glyph-brilliant" "A brilliant move" "!!" [Mark] ["3"];
    MarkBlunder "glyph-blunder" "A blunder" "??" [Mark] ["4"];
    MarkInteresting "glyph-interesting" "An interesting move" "!?" [Mark] ["5"];
    MarkDubious "glyph-dubious" "A dubious move" "?!" [Mark] ["6"];
    MarkEqual "glyph-equal" "The chances are equal" "equal" [Mark] ["="];
    MarkUnclear "glyph-unclear" "The position is unclear" "unclear" [Mark] ["~"];
    MarkWhite "glyph-white" "White is better" "White" [Mark] ["+"];
    MarkBlack "glyph-black" "Black is better" "Black" [Mark] ["-"];
    MarkNothing "glyph-nothing" "Take the glyphs away" "none" [Mark] ["0" "delete"];

    Close "close" "Close" "close" [Dialog] ["esc"];
    AskTake "ask-take" "Take what is typed" "take it" [Input] ["enter"];
    AskClear "ask-clear" "Clear the line" "clear" [Input] ["ctrl-u"];
    AskComplete "ask-complete" "Complete the path" "complete" [Input] ["tab"];
    AskAgree "ask-agree" "Replace the file that is there, or make the folder" "agree" [Input] ["ctrl-o"];
    HelpUp "help-up" "The key above" "up" [Help] ["up" "k"];
    HelpDown "help-down" "The key below" "down" [Help] ["down" "j"];
    HelpPageUp "help-page-up" "Ten keys up" "page" [Help] ["pageup"];
    HelpPageDown "help-page-down" "Ten keys down" "page" [Help] ["pagedown" "space"];
    HelpRun "help-run" "Do what is chosen" "do it" [Help] ["enter"];
    HelpSearch "help-search" "Search the keys by words" "search" [Help] ["/"];
    HelpClear "help-clear" "Show all keys again" "all keys" [Search] ["esc" "ctrl-u"];
    HelpClose "help-close" "Close the help" "close" [Help] ["?" "q" "f1"];
    PaletteUp "palette-up" "The command above" "up" [Palette] ["up" "ctrl-p"];
    PaletteDown "palette-down" "The command below" "down" [Palette] ["down" "ctrl-n"];
    PaletteRun "palette-run" "Do it" "do it" [Palette] ["enter"];
    FormUp "form-up" "The row above" "up" [Form] ["up" "k" "backtab"];
    FormDown "form-down" "The row below" "down" [Form] ["down" "j" "tab"];
    FormLess "form-less" "The value before" "less" [Form] ["left" "h" "-"];
    FormMore "form-more" "The value after" "more" [Form] ["right" "l" "+" "space"];
    FormAccept "form-accept" "Accept" "accept" [Form] ["enter"];
    PasteAnalyze "paste-analyze" "Analyze it" "analyze" [Paste Editor] ["enter"];
    PastePlay "paste-play" "Play against the engine from it" "play" [Paste Editor] ["ctrl-g"];
    PasteDrill "paste-drill" "Practice from it" "practice" [Paste Editor] ["ctrl-d"];
    PasteClear "paste-clear" "Clear the text" "clear" [Paste] ["ctrl-u"];
    PasteRepair "paste-repair" "Take the first repair; without a fault, go to the editor" "repair" [Paste] ["tab" "ctrl-r"];
    PasteEdit "paste-edit" "Go on with it on a board" "editor" [Paste] ["ctrl-e"];
    ChoiceBefore "choice-before" "The choice before" "before" [Choice] ["left" "up" "backtab"];
    ChoiceNext "choice-next" "The next choice" "next" [Choice] ["right" "down" "tab"];
    ChoiceTake "choice-take" "Take it" "take" [Choice] ["enter" "space"];
    EngineUp "engine-up" "The engine above" "up" [Engines] ["up" "k"];
    EngineDown "engine-down" "The engine below" "down" [Engines] ["down" "j"];
    EngineUse "engine-use" "Use it for analysis, or stop using it; add one that was found" "use" [Engines] ["enter" "space"];
    EngineSettings "engine-settings" "Its own settings" "settings" [Engines] ["o" "right" "l"];
    EngineAdd "engine-add" "Add an engine by its command" "add" [Engines] ["a" "+"];
    EngineRestart "engine-restart" "Restart it" "restart" [Engines] ["r"];
    EngineRemove "engine-remove" "Remove it from the list" "remove" [Engines] ["x" "delete"];
    OptionUp "option-up" "The setting above" "up" [Options] ["up" "k" "backtab"];
    OptionDown "option-down" "The setting below" "down" [Options] ["down" "j" "tab"];
    OptionPageUp "option-page-up" "Ten settings up" "page" [Options] ["pageup"];
    OptionPageDown "option-page-down" "Ten settings down" "page" [Options] ["pagedown"];
    OptionLess "option-less" "The value before" "less" [Options] ["left" "h" "-"];
    OptionMore "option-more" "The value after" "more" [Options] ["right" "l" "+"];
    OptionEdit "option-edit" "Type the value, choose the next one, or press the button" "change" [Options] ["enter" "space"];
    OptionReset "option-reset" "The engine's own value" "reset" [Options] ["x" "delete"];
    TextTake "text-take" "Take what is typed" "take" [Text] ["enter"];
    TextComplete "text-complete" "Complete the path of the program" "complete" [Text] ["tab"];
    TextDrop "text-drop" "Drop what is typed" "drop" [Text] ["esc"];
    Yes "yes" "Yes" "yes" [Confirm] ["y"];
    No "no" "No" "no" [Confirm] ["n"];
}

impl Action {
    /// The action's row of the table.
    #[must_use]
    pub fn spec(self) -> &'static ActionSpec {
        // The table and the enum are made by one macro, in one order.
        &ACTIONS[self as usize]
    }
}

/// The letters of the pieces in a FEN: in the position editor they place one, and no command may use them there.
pub const PIECE_LETTERS: &str = "KQRBNPkqrbnp";

/// The letters that begin a move: on a board they open the prompt, and no command may use them there.
pub const MOVE_LETTERS: &str = "abcdefghnrqkoPNBRQKO0";
