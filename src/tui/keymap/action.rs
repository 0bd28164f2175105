//! The table of all actions with their keys. It feeds the key map, the help, the palette, the settings and
//! `docs/keys.md`.

use crate::platform::CAN_SUSPEND;
use crate::tui::keymap::context::KeyContext;
use crate::tui::navigation::{BoardPart, Direction, MistakeDirection, RowStep, Tab, TreeStep, ValueStep};

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

macro_rules! owners {
    (
        $($(#[$doc:meta])* $owner:ident($name:ident): $($variant:ident $(($step:ty))?)*;)*
        => on the practice tab:
        $($(#[$tab_doc:meta])* $tab_owner:ident($tab_name:ident): $($tab_variant:ident $(($tab_step:ty))?)*;)*
    ) => {
        /// Everything that a key, the palette or the mouse can ask for, by the part of the interface that does it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Action {
            $($(#[$doc])* $owner($name),)*
            /// What a feature of the practice tab does.
            PracticeTab(PracticeTabAction),
        }

        /// What the features of the practice tab do.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum PracticeTabAction {
            $($(#[$tab_doc])* $tab_owner($tab_name),)*
        }

        owners!(@enums $($(#[$doc])* $name: $($variant $(($step))?)*;)*);
        owners!(@enums $($(#[$tab_doc])* $tab_name: $($tab_variant $(($tab_step))?)*;)*);

        $(
            impl From<$name> for Action {
                fn from(action: $name) -> Self {
                    Self::$owner(action)
                }
            }
        )*

        $(
            impl From<$tab_name> for Action {
                fn from(action: $tab_name) -> Self {
                    Self::PracticeTab(PracticeTabAction::$tab_owner(action))
                }
            }
        )*

        /// The enums by the names of their owners.
        mod owner {
            $(pub(super) use super::$name as $owner;)*
            $(pub(super) use super::$tab_name as $tab_owner;)*
        }
    };
    (@enums $($(#[$doc:meta])* $name:ident: $($variant:ident $(($step:ty))?)*;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            #[expect(missing_docs, reason = "`ACTIONS` says what each does")]
            pub enum $name {
                $($variant $(($step))?,)*
            }
        )*
    };
}

/// An action with its owner, as an expression or a pattern.
macro_rules! action_of {
    (Practice $($action:tt)*) => { Action::PracticeTab(PracticeTabAction::Practice($($action)*)) };
    (Quiz $($action:tt)*) => { Action::PracticeTab(PracticeTabAction::Quiz($($action)*)) };
    (Puzzle $($action:tt)*) => { Action::PracticeTab(PracticeTabAction::Puzzle($($action)*)) };
    (Repertoire $($action:tt)*) => { Action::PracticeTab(PracticeTabAction::Repertoire($($action)*)) };
    (Guess $($action:tt)*) => { Action::PracticeTab(PracticeTabAction::Guess($($action)*)) };
    ($owner:ident $($action:tt)*) => { Action::$owner($($action)*) };
}

owners! {
    /// What works on every screen.
    App(AppAction): Help Palette ShowTab(Tab) NextPane Paste EditPosition Settings Engines CycleGuard Flip
        Suspend Redraw Quit QuitNow Back;
    /// What several screens have, each in its own way.
    Board(BoardAction): Undo Redo Step(TreeStep) Mistake(MistakeDirection) Review AnalyzeHere Hint Distances
        BuildTable GuessMoves CopyChord Copy(CopyFormat) Blindfold ShowCursor Cursor(Direction) PlayCursor(Direction) PickSquare
        PlayTyped DropTyped CompleteTyped;
    /// What is shown on the board to help.
    Aids(AidsAction): KingBox OtherTurn Threat;
    /// The game against the engine, or of two engines.
    Play(PlayAction): NewGame NewGameFromBoard OfferDraw Resign MoveNow TakeOver Pause StopGame;
    /// The analysis board.
    Analyze(AnalyzeAction): Lines(ValueStep) ToggleEngine AnalyzeOnce Depth SortMoves SearchMoves Arrows
        Explorer ExplorerSource ExplorerFocus ExplorerRows(RowStep) PlayExplorerRow ExplorerRowGames GamesWith(BoardPart) Clear
        Tree(TreeStep) WalkLine Line(TreeStep) PinLine PlayLine Comment Draw GlyphChord Glyph(MoveGlyph) Promote MainLine DeleteMoves
        SaveToLibrary AddToRepertoire RemoveFromRepertoire;
    /// The review of a game, and its mistakes tried again.
    Review(ReviewAction): Write RetryMistakes ShowSolution NextMistake ChangeSide;
    /// The proof of a mate as a tree.
    Proof(ProofAction): Open Rows(RowStep) Expand Collapse Toggle Close;
    /// The list of tables, and what one of them holds.
    Tables(TablesAction): Rows(RowStep) Open Build Samples(RowStep) AnalyzeSample PracticeSample;
    /// The list of games.
    Games(GamesAction): Rows(RowStep) Preview(TreeStep) Open Resume Filter KeepFilter ClearFilter CompleteFilter Sort
        ReverseSort Columns Tags Delete Undelete Duplicates Star Labels SaveSearch Searches Import Export MyNames ReviewLibrary;
    /// The statistics of the user's games, or of another player's.
    Statistics(StatisticsAction): Toggle Report TypePlayer Rows(RowStep) OpenGames Unfold Fold;
    /// The position editor.
    Editor(EditorAction): Cursor(Direction) CursorToEdge(Direction) ClearSquare SideToMove CastlingRights
        EnPassant Halfmoves(ValueStep) MoveNumber(ValueStep) EmptyBoard StartPosition TakeBoard Mirror
        SwapColors Undo Redo AsText;
    /// Any dialog; a question with yes and no.
    Dialog(DialogAction): Close Yes No;
    /// A question that wants a line of text.
    Input(InputAction): Take Clear Complete Agree ToggleLink;
    /// The help.
    Help(HelpAction): Rows(RowStep) Run Search Clear Close;
    /// The palette.
    Palette(PaletteAction): Rows(RowStep) Run;
    /// A form of rows: a new game, the players, the settings.
    Form(FormAction): Rows(RowStep) Change(ValueStep) Accept;
    /// A position that was pasted or set up.
    Paste(PasteAction): Analyze Play Practice Clear Repair Edit;
    /// The choice of a promotion.
    Promotion(PromotionAction): Choose(ValueStep) Take;
    /// The list of engines.
    EngineList(EngineListAction): Rows(RowStep) Use Options Add Restart Remove;
    /// The saved searches.
    SearchList(SearchListAction): Rows(RowStep) Use Remove;
    /// The columns of the list of games.
    ColumnList(ColumnListAction): Rows(RowStep) Toggle Move(ValueStep) Reset;
    /// The games with several texts.
    DuplicateList(DuplicateListAction): Rows(RowStep) Texts(ValueStep) Merge;
    /// The options of an engine.
    EngineOptions(EngineOptionsAction): Rows(RowStep) Change(ValueStep) Edit Reset;
    /// A line of text inside a dialog.
    TextField(TextFieldAction): Take Complete Drop;
    => on the practice tab:
    /// Lessons and rounds.
    Practice(PracticeAction): Lessons(RowStep) Begin BeginDue BeginMixed Level(ValueStep) Side Record Example
        ExampleStep(TreeStep) RetryMistake RetryStart NextRound FinishRound Defense Counting Par;
    /// The quizzes.
    Quiz(QuizAction): BeginTraps BeginResults Again WhiteWins Draw Next;
    /// The page of puzzles, and a puzzle on the board.
    Puzzle(PuzzleAction): Open Rows(RowStep) Begin ShowSolution Next;
    /// The page of famous games, and a game whose moves are guessed.
    Guess(GuessAction): Open Rows(RowStep) Begin ShowMove Next ChangeSide;
    /// The page of the opening repertoires, and their training on the board.
    Repertoire(RepertoireAction): Open Rows(RowStep) Begin Mode ShowMove Next;
}

/// What is copied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CopyFormat {
    /// The position as FEN.
    Fen,
    /// The game as PGN.
    Pgn,
    /// The moves of the line.
    Line,
}

/// A move assessment or position assessment glyph (NAG), with its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "`ACTIONS` says what each means")]
#[repr(u8)]
pub enum MoveGlyph {
    None = 0,
    Good = 1,
    Mistake = 2,
    Brilliant = 3,
    Blunder = 4,
    Interesting = 5,
    Dubious = 6,
    Equal = 10,
    Unclear = 13,
    WhiteBetter = 16,
    BlackBetter = 17,
}

macro_rules! actions {
    (
        $($owner:ident $variant:ident $(($step:ident::$at:ident))? $name:literal $help:literal $short:literal
            [$($context:ident)*] [$($key:literal)*];)*
        => without a row:
        $($unnamed_owner:ident $unnamed:ident($unnamed_step:ident: $($unnamed_at:ident)*);)*
    ) => {
        /// Every action with its name, its help, its places and its keys.
        pub const ACTIONS: &[ActionSpec] = &[$(ActionSpec {
            action: action_of!($owner owner::$owner::$variant $(($step::$at))?),
            name: $name,
            help: $help,
            short: $short,
            contexts: &[$(KeyContext::$context),*],
            keys: &[$($key),*],
        },)*];

        impl Action {
            /// Whether the table has a row for the action. The compiler finds one that has neither a row nor a
            /// place in the list of those without a row, and one that has two.
            const fn has_row(self) -> bool {
                match self {
                    $(action_of!($owner owner::$owner::$variant $(($step::$at))?) => true,)*
                    $(action_of!($unnamed_owner owner::$unnamed_owner::$unnamed($($unnamed_step::$unnamed_at)|*)) => false,)*
                }
            }
        }
    };
}

actions! {
    App Help "help" "Show the keys that work here" "help" [Global] ["?" "f1"];
    App Palette "palette" "Find any command by its name" "commands" [Global] [":" "ctrl-p"];
    App ShowTab(Tab::Play) "tab-play" "Go to the game against the engine" "play" [Global] ["1"];
    App ShowTab(Tab::Analyze) "tab-analyze" "Go to the analysis board" "analyze" [Global] ["2"];
    App ShowTab(Tab::Practice) "tab-practice" "Go to the endgame course" "practice" [Global] ["3"];
    App ShowTab(Tab::Tables) "tab-tables" "Go to the tables of endings" "tables" [Global] ["4"];
    App ShowTab(Tab::Games) "tab-games" "Go to the list of games" "games" [Global] ["5"];
    App NextPane "next-pane" "Bring the next pane to the front" "pane" [Global] ["tab"];
    App Paste "paste" "Enter or paste a FEN, a game or moves" "paste" [Global] ["p"];
    App EditPosition "edit-position" "Set up a position on the board" "set up" [Global] ["C" "ctrl-e"];
    App Settings "settings" "Change the settings" "settings" [Global] ["S"];
    App Engines "engines" "Choose, add and set up engines" "engines" [Global] ["E"];
    App CycleGuard "guard" "Stalemate guard: off, warn, block" "guard" [Global] ["G"];
    App Flip "flip" "Turn the board around" "flip" [Global] ["F"];
    App Suspend "suspend" "Stop the program until the shell's fg" "suspend" [Global] ["ctrl-z"];
    App Redraw "redraw" "Draw the whole screen again" "redraw" [Global] ["ctrl-l"];
    App Quit "quit" "Leave; the game is saved" "quit" [Global Dialog Prompt Lessons PuzzleList GuessList OpeningList Tables Games Statistics] ["ctrl-q" "q"];
    App QuitNow "quit-now" "Leave at once; the game is saved" "quit" [Global Dialog Prompt] ["ctrl-c"];
    App Back "back" "One level back" "back" [Global] ["esc"];

    Board Undo "undo" "Take back a move; two half-moves against the engine" "undo" [Board] ["u"];
    Board Redo "redo" "Play a move that was taken back again" "redo" [Board] ["U"];
    Board CopyChord "copy" "Copy: then f FEN, p PGN, l line" "copy" [Board Games Editor] ["y"];
    Board Step(TreeStep::Back) "step-back" "Go back one move" "back" [Board] ["," "ctrl-b"];
    Board Step(TreeStep::Forward) "step-forward" "Go forward one move" "forward" [Board] ["." "ctrl-f"];
    Board Step(TreeStep::Start) "step-start" "Look at the start" "start" [Board] ["home" "<"];
    Board Step(TreeStep::End) "step-end" "Go to the end of the line" "end" [Board] ["end" ">"];
    Board Blindfold "blindfold" "Hide the pieces, or show them again" "pieces" [Board] ["V"];
    Board ShowCursor "cursor" "Move with a cursor on the board" "cursor" [Board] ["enter" "space"];
    Board AnalyzeHere "analyze-here" "Analyze this game from here" "analyze" [Play Round Puzzle Guess Openings ResultQuiz] ["A"];

    Proof Open "why" "Show why: the proof of the mate as a tree" "why" [Analyze Play Round Example] ["w"];
    Proof Rows(RowStep::Up) "why-up" "The row above" "up" [Proof] ["up" ","];
    Proof Rows(RowStep::Down) "why-down" "The row below" "down" [Proof] ["down" "."];
    Proof Expand "why-open" "Open the branch, or go into it" "open" [Proof] ["right"];
    Proof Collapse "why-fold" "Close the branch, or go to the move above" "fold" [Proof] ["left"];
    Proof Toggle "why-toggle" "Open or close the branch" "open" [Proof] ["enter" "space"];
    Proof Rows(RowStep::PageUp) "why-page-up" "Ten rows up" "page" [Proof] ["pageup"];
    Proof Rows(RowStep::PageDown) "why-page-down" "Ten rows down" "page" [Proof] ["pagedown"];
    Proof Rows(RowStep::Start) "why-start" "The first move" "start" [Proof] ["home"];
    Proof Rows(RowStep::End) "why-end" "The last row" "end" [Proof] ["end"];
    Proof Close "why-close" "Close the proof; the board is as it was" "close" [Proof] ["w"];

    Board PlayCursor(Direction::Left) "cursor-left" "Move the cursor left" "left" [Play Round TrapQuiz Puzzle Guess Openings] ["left"];
    Board PlayCursor(Direction::Right) "cursor-right" "Move the cursor right" "right" [Play Round TrapQuiz Puzzle Guess Openings] ["right"];
    Board PlayCursor(Direction::Up) "cursor-up" "Move the cursor up" "up" [Play Round TrapQuiz Puzzle Guess Openings] ["up"];
    Board PlayCursor(Direction::Down) "cursor-down" "Move the cursor down" "down" [Play Round TrapQuiz Puzzle Guess Openings] ["down"];

    Editor ClearSquare "edit-clear" "Remove the piece from the square" "clear" [Editor] ["x" "space" "delete" "." "backspace"];
    Editor SideToMove "edit-turn" "Give the move to the other side" "side" [Editor] ["s"];
    Editor CastlingRights "edit-castling" "Castling: the rook's under the cursor, both of the king's, else all" "castling" [Editor] ["c"];
    Editor EnPassant "edit-en-passant" "En passant: the cursor's square, else the next one, or none" "en passant" [Editor] ["e"];
    Editor Halfmoves(ValueStep::More) "edit-halfmoves-more" "One more half-move without a capture or pawn move" "more" [Editor] ["+" "="];
    Editor Halfmoves(ValueStep::Less) "edit-halfmoves-less" "One half-move less" "less" [Editor] ["-"];
    Editor MoveNumber(ValueStep::More) "edit-number-more" "The next move number" "more" [Editor] [">"];
    Editor MoveNumber(ValueStep::Less) "edit-number-less" "The move number before" "less" [Editor] ["<"];
    Editor EmptyBoard "edit-empty" "Empty the board" "empty" [Editor] ["X"];
    Editor StartPosition "edit-first" "The starting position of a game" "first" [Editor] ["i"];
    Editor TakeBoard "edit-board" "Start again from the position on the board" "take board" [Editor] ["o"];
    Editor Mirror "edit-mirror" "Left and right change places" "mirror" [Editor] ["m"];
    Editor SwapColors "edit-swap" "White and Black change places" "colors" [Editor] ["v"];
    Editor Undo "edit-undo" "Take the last change back" "undo" [Editor] ["u"];
    Editor Redo "edit-redo" "Make a change that was taken back again" "redo" [Editor] ["U"];
    Editor AsText "edit-text" "Go on with it as text" "text" [Editor] ["ctrl-e"];
    Editor Cursor(Direction::Left) "edit-left" "Move the cursor left" "left" [Editor] ["left"];
    Editor Cursor(Direction::Right) "edit-right" "Move the cursor right" "right" [Editor] ["right"];
    Editor Cursor(Direction::Up) "edit-up" "Move the cursor up" "up" [Editor] ["up"];
    Editor Cursor(Direction::Down) "edit-down" "Move the cursor down" "down" [Editor] ["down"];
    Editor CursorToEdge(Direction::Left) "edit-row-start" "The cursor to its row's start" "start" [Editor] ["home"];
    Editor CursorToEdge(Direction::Right) "edit-row-end" "The cursor to its row's end" "end" [Editor] ["end"];
    Editor CursorToEdge(Direction::Up) "edit-top" "The cursor to the top" "top" [Editor] ["pageup"];
    Editor CursorToEdge(Direction::Down) "edit-bottom" "The cursor to the bottom" "bottom" [Editor] ["pagedown"];

    Play NewGame "new-game" "Start a new game, or watch two engines" "new game" [Play] ["ctrl-n"];
    Play OfferDraw "offer-draw" "Offer the engine a draw" "draw?" [Play] ["D"];
    Play Resign "resign" "Give up the game" "resign" [Play] ["ctrl-r"];
    Play MoveNow "move-now" "Move now; ask an engine that failed once more" "move now" [Play] ["m"];
    Play TakeOver "take-over" "Change players: you or an engine" "players" [Play] ["ctrl-o"];
    Analyze ExplorerSource "explorer-games" "In the explorer: count all games, yours with White, yours with Black, or those of the list with its search" "other games" [Analyze] ["A"];
    Analyze GamesWith(BoardPart::Position) "games-here" "List the games of the library with this position" "games here" [Analyze] ["ctrl-d"];
    Analyze GamesWith(BoardPart::Pawns) "games-pawns" "List the games with these pawns, whatever the pieces" "pawns" [Analyze] ["ctrl-s"];
    Analyze GamesWith(BoardPart::Material) "games-material" "List the games with this material, of either color" "material" [Analyze] ["ctrl-t"];
    Play Pause "pause" "Pause the game, or let it go on" "pause" [Watch] ["space" "s"];
    Play StopGame "stop-game" "Stop the game without a result" "stop" [Watch] ["ctrl-r"];

    Analyze Lines(ValueStep::More) "more-lines" "Show one more line" "+ line" [Analyze] ["+" "="];
    Analyze Lines(ValueStep::Less) "fewer-lines" "Show one line less" "- line" [Analyze] ["-"];
    Analyze ToggleEngine "engine" "Start or stop the engine" "engine" [Analyze] ["s"];
    Analyze AnalyzeOnce "analyze-once" "Analyze this position once while the engine is paused, or go deeper than the set depth" "look here" [Analyze] ["z"];
    Analyze Depth "depth" "Analyze to a depth and stop, or without limit" "depth" [Analyze] ["Z"];
    Analyze SortMoves "sort-moves" "Sort the moves by distance or by name" "sort" [Analyze] ["T"];
    Aids Threat "threat" "Show what the other side threatens" "threat" [Analyze] ["x"];
    Analyze SearchMoves "search-moves" "Analyze chosen moves only, or leave some out; two are compared" "moves" [Analyze] ["/"];
    Analyze Arrows "arrows" "Show the first moves of the lines on the board, or hide them" "arrows" [Analyze] ["H"];
    Analyze Explorer "explorer" "Show which moves were played here in the games of the library" "explorer" [Analyze] ["ctrl-o"];
    Analyze ExplorerFocus "explorer-moves" "Choose moves of the explorer with the arrow keys, or go back to the board" "choose" [Analyze] ["J"];
    Board BuildTable "build-table" "Build the table of this ending, or stop building it" "build table" [Analyze] ["M"];
    Analyze WalkLine "walk-line" "Walk through a line without playing it" "line" [Analyze] ["l"];
    Play NewGameFromBoard "play-here" "Play or watch a game from here" "play on" [Analyze] ["ctrl-g"];
    Analyze Clear "clear-analysis" "Start a new analysis from the first position" "clear" [Analyze] ["X"];
    Analyze Tree(TreeStep::Back) "tree-back" "Step back" "back" [Analyze] ["left"];
    Analyze Tree(TreeStep::Forward) "tree-forward" "Step forward" "forward" [Analyze] ["right"];
    Analyze Tree(TreeStep::Up) "tree-up" "Go to the variation above" "branch" [Analyze] ["up"];
    Analyze Tree(TreeStep::Down) "tree-down" "Go to the variation below" "branch" [Analyze] ["down"];

    Analyze Comment "comment" "Write a comment on the last move" "comment" [Analyze] [";"];
    Analyze Draw "draw" "Draw squares and arrows by their names; the right mouse button draws too" "draw" [Analyze] ["%"];
    Analyze GlyphChord "glyph" "Annotate the last move: then ! ? 3 4 5 6 = ~ + - or 0" "judge" [Analyze] ["!"];
    Analyze Promote "promote" "Promote the variation" "raise" [Analyze] ["^"];
    Analyze MainLine "main-line" "Make this line the game's main line" "main line" [Analyze] ["L"];
    Analyze DeleteMoves "delete-moves" "Delete the last move and all that follows" "delete" [Analyze] ["D" "delete"];
    Analyze SaveToLibrary "save-analysis" "Keep the analysis in the list of games" "keep" [Analyze] ["W"];
    Review RetryMistakes "retry-mistakes" "Try the mistakes of a reviewed game again" "try again" [Analyze] ["ctrl-r"];
    Review Write "write-review" "Write the review into the moves" "write" [Analyze] ["i"];
    Board Review "review" "Review the game: what was each move worth?" "review" [Analyze Play Games] ["v"];

    Review ShowSolution "retry-solution" "Show the better move" "solution" [Retry] ["s"];
    Review NextMistake "retry-next" "Go on to the next mistake" "next mistake" [Retry] ["enter" "ctrl-n" "]"];
    Review ChangeSide "retry-side" "Whose mistakes: both sides', White's, Black's" "side" [Retry] ["ctrl-o"];

    Analyze Line(TreeStep::Back) "line-back" "Step back in the line" "back" [Line] ["left" "," "ctrl-b"];
    Analyze Line(TreeStep::Forward) "line-forward" "Step forward in the line" "forward" [Line] ["right" "." "ctrl-f"];
    Analyze Line(TreeStep::Up) "line-up" "Take the line above" "line" [Line] ["up"];
    Analyze Line(TreeStep::Down) "line-down" "Take the line below" "line" [Line] ["down" "l"];
    Analyze Line(TreeStep::Start) "line-start" "Go to the line's start" "start" [Line] ["home"];
    Analyze Line(TreeStep::End) "line-end" "Go to the line's end" "end" [Line] ["end"];
    Analyze PinLine "pin-line" "Pin the line, or unpin it" "keep" [Line] ["space"];
    Analyze PlayLine "line-play" "Play the line up to here" "play it" [Line] ["enter"];

    Analyze ExplorerRows(RowStep::Up) "explorer-up" "The move above" "up" [Explorer] ["up"];
    Analyze ExplorerRows(RowStep::Down) "explorer-down" "The move below" "down" [Explorer] ["down"];
    Analyze ExplorerRows(RowStep::PageUp) "explorer-page-up" "Ten moves up" "page" [Explorer] ["pageup"];
    Analyze ExplorerRows(RowStep::PageDown) "explorer-page-down" "Ten moves down" "page" [Explorer] ["pagedown"];
    Analyze ExplorerRows(RowStep::Start) "explorer-first" "The first move" "start" [Explorer] ["home"];
    Analyze ExplorerRows(RowStep::End) "explorer-last" "The last move" "end" [Explorer] ["end"];
    Analyze PlayExplorerRow "explorer-play" "Play the chosen move" "play" [Explorer] ["enter" "right" "space"];
    Analyze ExplorerRowGames "explorer-list" "List the games with the position after the chosen move" "its games" [Explorer] ["ctrl-d"];

    Board Distances "distances" "Show what each move costs, where the tables know; in a round it is help" "distances" [Play Round] ["T"];

    Aids KingBox "box" "Show on the board where the defending king can go, and what a move would change" "box" [Analyze Round] ["j"];
    Aids OtherTurn "other-turn" "Show the exact result if it were the other side's turn; in a round it is help" "other turn" [Analyze Round] ["I"];
    Board Hint "hint" "A hint: the piece, the square, the move" "hint" [Analyze Play Round] ["t"];
    Practice RetryMistake "retry-mistake" "Go back to before the last mistake" "retry" [Round] ["ctrl-r"];
    Practice RetryStart "retry" "Begin this start again" "again" [Round] ["z"];
    Practice NextRound "next-round" "Deal the next start" "next" [Round] ["ctrl-n"];
    Board Mistake(MistakeDirection::Previous) "previous-mistake" "Look at the previous mistake" "mistake" [Round Analyze TrapQuiz ResultQuiz] ["["];
    Board Mistake(MistakeDirection::Next) "next-mistake" "Look at the next mistake" "mistake" [Round Analyze TrapQuiz ResultQuiz] ["]"];

    Practice Defense "defense" "The other side's defense: longest, or trickiest of the longest" "defense" [Round Lessons] ["m"];
    Practice Counting "counting" "Let repetition and fifty moves end a round, or not" "counting" [Round Lessons] ["M"];
    Practice Par "par" "Show or hide how many moves the goal takes" "par" [Round Lessons] ["L"];
    Practice FinishRound "finish" "Have what is left played, where it is only technique" "finish" [Round] ["s"];

    Practice Lessons(RowStep::Up) "lesson-up" "The lesson above" "up" [Lessons] ["up" "k"];
    Practice Lessons(RowStep::Down) "lesson-down" "The lesson below" "down" [Lessons] ["down" "j"];
    Practice Lessons(RowStep::PageUp) "lesson-page-up" "Ten lessons up" "page" [Lessons] ["pageup"];
    Practice Lessons(RowStep::PageDown) "lesson-page-down" "Ten lessons down" "page" [Lessons] ["pagedown"];
    Practice Lessons(RowStep::Start) "lesson-first" "The first lesson" "start" [Lessons] ["home"];
    Practice Lessons(RowStep::End) "lesson-last" "The last lesson" "end" [Lessons] ["end"];
    Practice Begin "lesson-start" "Begin the lesson" "begin" [Lessons Example] ["enter" "space" "n"];
    Practice BeginDue "practice-due" "Practice what is due today" "due" [Lessons] ["s"];
    Practice BeginMixed "practice-mixed" "Practice all lessons mixed, without their names" "mixed" [Lessons] ["r"];
    Practice Example "lesson-example" "Step through the lesson's worked example" "example" [Lessons Example] ["x"];
    Practice Level(ValueStep::Less) "lesson-easier" "Easier starts" "easier" [Lessons] ["left" "-"];
    Practice Level(ValueStep::More) "lesson-harder" "Harder starts" "harder" [Lessons] ["right" "+"];
    Practice Side "lesson-side" "Play the lesson from the other side" "side" [Lessons] ["o"];
    Practice Record "practice-record" "Show what was achieved so far, or the lessons" "record" [Lessons] ["v"];
    Practice ExampleStep(TreeStep::Back) "example-back" "The move before" "back" [Example] ["left" "," "up"];
    Practice ExampleStep(TreeStep::Forward) "example-forward" "The next move" "forward" [Example] ["right" "." "down"];
    Practice ExampleStep(TreeStep::Start) "example-start" "The example's start" "start" [Example] ["home" "<"];
    Practice ExampleStep(TreeStep::End) "example-end" "The example's end" "end" [Example] ["end" ">"];

    Quiz BeginTraps "quiz" "Trap quiz: find the moves that keep the win, against the clock" "trap quiz" [Lessons] ["i"];
    Quiz BeginResults "result-quiz" "Which result? Say whether White wins or it is a draw" "which result" [Lessons] ["w"];
    Quiz Again "quiz-again" "Start the quiz again" "again" [TrapQuiz ResultQuiz] ["ctrl-n"];
    Quiz WhiteWins "result-win" "White wins" "White wins" [ResultQuiz] ["w"];
    Quiz Draw "result-draw" "It is a draw" "draw" [ResultQuiz] ["="];
    Quiz Next "result-next" "Go on to the next position" "go on" [ResultQuiz] ["enter"];

    Puzzle Open "puzzles" "Puzzles: each with the proof of its solution" "puzzles" [Lessons] ["z"];
    Puzzle Rows(RowStep::Up) "puzzle-up" "The row above" "up" [PuzzleList] ["up" "k"];
    Puzzle Rows(RowStep::Down) "puzzle-down" "The row below" "down" [PuzzleList] ["down" "j"];
    Puzzle Rows(RowStep::PageUp) "puzzle-page-up" "Ten rows up" "page" [PuzzleList] ["pageup"];
    Puzzle Rows(RowStep::PageDown) "puzzle-page-down" "Ten rows down" "page" [PuzzleList] ["pagedown"];
    Puzzle Rows(RowStep::Start) "puzzle-first" "The first row" "start" [PuzzleList] ["home"];
    Puzzle Rows(RowStep::End) "puzzle-last" "The last row" "end" [PuzzleList] ["end"];
    Puzzle Begin "puzzle-start" "Start, or choose the theme or set" "choose" [PuzzleList] ["enter" "space" "n"];
    Puzzle ShowSolution "puzzle-solution" "Show the solution" "solution" [Puzzle] ["s"];
    Puzzle Next "puzzle-next" "Go on to the next puzzle" "next puzzle" [Puzzle] ["enter" "ctrl-n" "]"];

    Guess Open "guess" "Guess the move: famous games, one move after the other" "guess" [Lessons] ["g"];
    Guess Rows(RowStep::Up) "guess-up" "The game above" "up" [GuessList] ["up" "k"];
    Guess Rows(RowStep::Down) "guess-down" "The game below" "down" [GuessList] ["down" "j"];
    Guess Rows(RowStep::PageUp) "guess-page-up" "Ten games up" "page" [GuessList] ["pageup"];
    Guess Rows(RowStep::PageDown) "guess-page-down" "Ten games down" "page" [GuessList] ["pagedown"];
    Guess Rows(RowStep::Start) "guess-first" "The first game" "start" [GuessList] ["home"];
    Guess Rows(RowStep::End) "guess-last" "The last game" "end" [GuessList] ["end"];
    Guess Begin "guess-start" "Guess the moves of the game" "begin" [GuessList] ["enter" "space" "n"];
    Board GuessMoves "guess-here" "Guess the moves of this game; in an analysis from the position on" "guess" [Analyze Games] ["m"];
    Repertoire Open "openings" "Train the openings that you play: what is due, what is new, what is missing" "openings" [Lessons] ["O"];
    Repertoire Rows(RowStep::Up) "openings-up" "The row above" "up" [OpeningList] ["up" "k"];
    Repertoire Rows(RowStep::Down) "openings-down" "The row below" "down" [OpeningList] ["down" "j"];
    Repertoire Rows(RowStep::PageUp) "openings-page-up" "Ten rows up" "page" [OpeningList] ["pageup"];
    Repertoire Rows(RowStep::PageDown) "openings-page-down" "Ten rows down" "page" [OpeningList] ["pagedown"];
    Repertoire Rows(RowStep::Start) "openings-first" "The first row" "start" [OpeningList] ["home"];
    Repertoire Rows(RowStep::End) "openings-last" "The last row" "end" [OpeningList] ["end"];
    Repertoire Begin "openings-start" "Train the repertoire or the chapter; show a reply without an answer on the board" "begin" [OpeningList] ["enter" "space" "n"];
    Repertoire Mode "openings-mode" "What is asked: what is due and new, or everything with frequent or random replies" "mode" [OpeningList] ["m"];
    Repertoire ShowMove "opening-show" "Show the move of your repertoire" "show" [Openings] ["s"];
    Repertoire Next "opening-next" "Go on with the next line" "go on" [Openings] ["enter" "ctrl-n" "]"];
    Analyze AddToRepertoire "repertoire-add" "Add the line on the board to the repertoire of the side at the bottom" "add" [Analyze] ["&"];
    Analyze RemoveFromRepertoire "repertoire-remove" "Remove the last move on the board, and what follows it, from that repertoire" "remove" [Analyze] ["~"];
    Guess ShowMove "guess-show" "Show the game's move without a guess" "show" [Guess] ["s"];
    Guess Next "guess-next" "Go on with the game's move" "go on" [Guess] ["enter" "ctrl-n" "]"];
    Guess ChangeSide "guess-side" "Guess the other side's moves" "side" [Guess] ["ctrl-o"];

    Tables Rows(RowStep::Up) "table-up" "The ending above" "up" [Tables] ["up" "k"];
    Tables Rows(RowStep::Down) "table-down" "The ending below" "down" [Tables] ["down" "j"];
    Tables Rows(RowStep::PageUp) "table-page-up" "Ten endings up" "page" [Tables] ["pageup"];
    Tables Rows(RowStep::PageDown) "table-page-down" "Ten endings down" "page" [Tables] ["pagedown"];
    Tables Rows(RowStep::Start) "table-start" "The first ending" "start" [Tables] ["home"];
    Tables Rows(RowStep::End) "table-end" "The last ending" "end" [Tables] ["end"];
    Tables Open "table-open" "Show what the ending holds" "open" [Tables] ["enter" "space" "right" "l"];
    Tables Build "table-build" "Build the ending's table, or stop building it" "build" [Tables] ["b" "M"];
    Tables Samples(RowStep::Up) "sample-up" "The position above" "up" [TablePage] ["up" ","];
    Tables Samples(RowStep::Down) "sample-down" "The position below" "down" [TablePage] ["down" "."];
    Tables Samples(RowStep::Start) "sample-start" "The first position" "start" [TablePage] ["home"];
    Tables Samples(RowStep::End) "sample-end" "The last position" "end" [TablePage] ["end"];
    Tables AnalyzeSample "sample-open" "Analyze the position" "analyze" [TablePage] ["enter" "space"];
    Tables PracticeSample "sample-practice" "Practice the position: win it, hold it or defend it" "practice" [TablePage] ["ctrl-d" "n"];

    Games Rows(RowStep::Up) "game-up" "The game above" "up" [Games Filter] ["up" "k"];
    Games Rows(RowStep::Down) "game-down" "The game below" "down" [Games Filter] ["down" "j"];
    Games Rows(RowStep::PageUp) "game-page-up" "Ten games up" "page" [Games Filter] ["pageup"];
    Games Rows(RowStep::PageDown) "game-page-down" "Ten games down" "page" [Games Filter] ["pagedown"];
    Games Rows(RowStep::Start) "game-start" "The first game" "start" [Games] ["home" "g"];
    Games Rows(RowStep::End) "game-end" "The last game" "end" [Games] ["end"];
    Games Preview(TreeStep::Back) "preview-back" "The preview: one move back" "move back" [Games] ["left" "," "h"];
    Games Preview(TreeStep::Forward) "preview-forward" "The preview: one move forward" "forward" [Games] ["right" "." "l"];
    Games Preview(TreeStep::Start) "preview-start" "The preview: the start of the game" "start" [Games] ["<"];
    Games Preview(TreeStep::End) "preview-end" "The preview: the end of the game" "end" [Games] [">"];
    Games Open "game-open" "Analyze the game, from the move that the preview shows" "analyze" [Games] ["enter" "space"];
    Games Resume "game-resume" "Play the game on, where it is not over" "play on" [Games] ["r"];
    Games Filter "game-filter" "Search: words in players, date, result, opening; time:blitz date:2024.05 color:white" "search" [Games] ["/" "f"];
    Games Sort "game-sort" "Sort by the next column: players, Elo, event, site, opening, result, moves, date" "sort" [Games] ["s"];
    Games ReverseSort "game-sort-reverse" "Sort the other way round" "reverse" [Games] ["z"];
    Games Columns "game-columns" "Choose the columns of the list" "columns" [Games] ["c"];
    Games Tags "game-tags" "Change the tags of the game: players, event, date, result" "tags" [Games] ["T"];
    Games Delete "game-delete" "Delete the game; it can be brought back" "delete" [Games] ["x" "delete"];
    Games Undelete "game-undelete" "Bring back the game that was deleted last" "bring back" [Games] ["u"];
    Games Duplicates "game-duplicates" "Compare games that the library has several texts of, and make one text of them" "duplicates" [Games] ["d"];
    Games Star "game-star" "Give the game a star, or take it" "star" [Games] ["*"];
    Games Labels "game-labels" "Change the labels of the game" "labels" [Games] ["L"];
    Games Searches "searches" "Choose a saved search" "searches" [Games] ["@"];
    Games Import "game-import" "Copy the games of a PGN file into the list, or link the file" "import" [Games Statistics] ["i"];
    Games Export "game-export" "Write the games shown to a PGN file" "export" [Games] ["e"];
    Games MyNames "my-names" "Say which player names are yours" "my names" [Games Statistics] ["n"];
    Games ReviewLibrary "review-library" "Review all your games in the background, or stop it" "review all" [Games Statistics] ["R"];
    Statistics Toggle "statistics" "Show where you stand: the statistics of your games, or the list again" "statistics" [Games Statistics] ["t"];
    Statistics Report "player-report" "Show the report on your opponent in the game, or on White; again: on the other player" "report" [Games Statistics] ["o"];
    Statistics TypePlayer "player-report-name" "Show the report on any player: type a name" "any player" [Games Statistics] ["O"];
    Games KeepFilter "filter-take" "Keep the search" "keep" [Filter] ["enter"];
    Games ClearFilter "filter-drop" "Show all games again" "all" [Filter] ["esc" "ctrl-u"];
    Games SaveSearch "search-save" "Save the search under a name" "save" [Filter] ["ctrl-s"];
    Games CompleteFilter "filter-complete" "Complete the word of the search" "complete" [Filter] ["tab"];

    Statistics Rows(RowStep::Up) "figure-up" "The figure above" "up" [Statistics] ["up" "k"];
    Statistics Rows(RowStep::Down) "figure-down" "The figure below" "down" [Statistics] ["down" "j"];
    Statistics Rows(RowStep::PageUp) "figure-page-up" "Ten figures up" "page" [Statistics] ["pageup"];
    Statistics Rows(RowStep::PageDown) "figure-page-down" "Ten figures down" "page" [Statistics] ["pagedown"];
    Statistics Rows(RowStep::Start) "figure-start" "The first figure" "start" [Statistics] ["home" "g"];
    Statistics Rows(RowStep::End) "figure-end" "The last figure" "end" [Statistics] ["end"];
    Statistics OpenGames "figure-open" "Show the games of the figure" "show games" [Statistics] ["enter" "space"];
    Statistics Unfold "figure-unfold" "Show the variations of the opening, or the replies to the move" "unfold" [Statistics] ["right" "l" "+"];
    Statistics Fold "figure-fold" "Hide the variations of the opening, or the replies to the move" "fold" [Statistics] ["left" "h" "-"];

    Board Cursor(Direction::Left) "left" "Cursor left" "left" [Cursor] ["left"];
    Board Cursor(Direction::Right) "right" "Cursor right" "right" [Cursor] ["right"];
    Board Cursor(Direction::Up) "up" "Cursor up" "up" [Cursor] ["up"];
    Board Cursor(Direction::Down) "down" "Cursor down" "down" [Cursor] ["down"];
    Board PickSquare "pick" "Pick up the piece, or put it down" "pick" [Cursor] ["enter" "space"];

    Board PlayTyped "prompt-play" "Play the move that is typed" "play" [Prompt] ["enter"];
    Board DropTyped "prompt-drop" "Drop what is typed" "drop" [Prompt] ["esc" "ctrl-u"];
    Board CompleteTyped "prompt-complete" "Complete the move" "complete" [Prompt] ["tab"];

    Board Copy(CopyFormat::Fen) "copy-fen" "Copy the position as FEN" "FEN" [Copy] ["f"];
    Board Copy(CopyFormat::Pgn) "copy-pgn" "Copy the game as PGN" "PGN" [Copy] ["p"];
    Board Copy(CopyFormat::Line) "copy-line" "Copy the moves of the line" "line" [Copy] ["l" "y"];

    Analyze Glyph(MoveGlyph::Good) "glyph-good" "A good move" "! good" [Mark] ["!" "1"];
    Analyze Glyph(MoveGlyph::Mistake) "glyph-mistake" "A mistake" "? mistake" [Mark] ["?" "2"];
    Analyze Glyph(MoveGlyph::Brilliant) "glyph-brilliant" "A brilliant move" "!!" [Mark] ["3"];
    Analyze Glyph(MoveGlyph::Blunder) "glyph-blunder" "A blunder" "??" [Mark] ["4"];
    Analyze Glyph(MoveGlyph::Interesting) "glyph-interesting" "An interesting move" "!?" [Mark] ["5"];
    Analyze Glyph(MoveGlyph::Dubious) "glyph-dubious" "A dubious move" "?!" [Mark] ["6"];
    Analyze Glyph(MoveGlyph::Equal) "glyph-equal" "The chances are equal" "equal" [Mark] ["="];
    Analyze Glyph(MoveGlyph::Unclear) "glyph-unclear" "The position is unclear" "unclear" [Mark] ["~"];
    Analyze Glyph(MoveGlyph::WhiteBetter) "glyph-white" "White is better" "White" [Mark] ["+"];
    Analyze Glyph(MoveGlyph::BlackBetter) "glyph-black" "Black is better" "Black" [Mark] ["-"];
    Analyze Glyph(MoveGlyph::None) "glyph-nothing" "Take the glyphs away" "none" [Mark] ["0" "delete"];

    Dialog Close "close" "Close" "close" [Dialog] ["esc"];
    Input Take "input-take" "Take what is typed" "take it" [Input] ["enter"];
    Input Clear "input-clear" "Clear the line" "clear" [Input] ["ctrl-u"];
    Input Complete "input-complete" "Complete the path or the label" "complete" [Input] ["tab"];
    Input Agree "input-agree" "Replace the file that is there, or make the folder" "agree" [Input] ["ctrl-o"];
    Input ToggleLink "input-link" "At an import: list the file where it lies, or copy its games" "link" [Input] ["ctrl-l"];
    Help Rows(RowStep::Up) "help-up" "The key above" "up" [Help] ["up" "k"];
    Help Rows(RowStep::Down) "help-down" "The key below" "down" [Help] ["down" "j"];
    Help Rows(RowStep::PageUp) "help-page-up" "Ten keys up" "page" [Help] ["pageup"];
    Help Rows(RowStep::PageDown) "help-page-down" "Ten keys down" "page" [Help] ["pagedown" "space"];
    Help Run "help-run" "Do what is chosen" "do it" [Help] ["enter"];
    Help Search "help-search" "Search the keys by words" "search" [Help] ["/"];
    Help Clear "help-clear" "Show all keys again" "all keys" [Search] ["esc" "ctrl-u"];
    Help Close "help-close" "Close the help" "close" [Help] ["?" "q" "f1"];
    Palette Rows(RowStep::Up) "palette-up" "The command above" "up" [Palette] ["up" "ctrl-p"];
    Palette Rows(RowStep::Down) "palette-down" "The command below" "down" [Palette] ["down" "ctrl-n"];
    Palette Run "palette-run" "Do it" "do it" [Palette] ["enter"];
    Form Rows(RowStep::Up) "form-up" "The row above" "up" [Form Tags] ["up" "k" "backtab"];
    Form Rows(RowStep::Down) "form-down" "The row below" "down" [Form Tags] ["down" "j" "tab"];
    Form Change(ValueStep::Less) "form-less" "The value before" "less" [Form] ["left" "h" "-"];
    Form Change(ValueStep::More) "form-more" "The value after" "more" [Form] ["right" "l" "+" "space"];
    Form Accept "form-accept" "Accept" "accept" [Form Tags] ["enter"];
    Paste Analyze "paste-analyze" "Analyze it" "analyze" [Paste Editor] ["enter"];
    Paste Play "paste-play" "Play against the engine from it" "play" [Paste Editor] ["ctrl-g"];
    Paste Practice "paste-practice" "Practice from it" "practice" [Paste Editor] ["ctrl-d"];
    Paste Clear "paste-clear" "Clear the text" "clear" [Paste] ["ctrl-u"];
    Paste Repair "paste-repair" "Take the first repair; without a fault, go to the editor" "repair" [Paste] ["tab" "ctrl-r"];
    Paste Edit "paste-edit" "Go on with it on a board" "editor" [Paste] ["ctrl-e"];
    Promotion Choose(ValueStep::Less) "choice-before" "The choice before" "before" [Choice] ["left" "up" "backtab"];
    Promotion Choose(ValueStep::More) "choice-next" "The next choice" "next" [Choice] ["right" "down" "tab"];
    Promotion Take "choice-take" "Take it" "take" [Choice] ["enter" "space"];
    SearchList Rows(RowStep::Up) "search-up" "The search above" "up" [Searches] ["up" "k"];
    SearchList Rows(RowStep::Down) "search-down" "The search below" "down" [Searches] ["down" "j"];
    SearchList Use "search-use" "Search with it" "search" [Searches] ["enter" "space"];
    SearchList Remove "search-remove" "Delete the saved search" "delete" [Searches] ["x" "delete"];
    ColumnList Rows(RowStep::Up) "column-up" "The column above" "up" [Columns] ["up" "k"];
    ColumnList Rows(RowStep::Down) "column-down" "The column below" "down" [Columns] ["down" "j"];
    ColumnList Toggle "column-toggle" "Show the column, or hide it" "show" [Columns] ["space" "enter"];
    ColumnList Move(ValueStep::Less) "column-left" "Move the column to the left" "left" [Columns] ["left" "h" "-"];
    ColumnList Move(ValueStep::More) "column-right" "Move the column to the right" "right" [Columns] ["right" "l" "+"];
    ColumnList Reset "column-reset" "The columns as they were at first" "reset" [Columns] ["x" "delete"];
    DuplicateList Rows(RowStep::Up) "duplicates-up" "The game before" "before" [Duplicates] ["up" "k"];
    DuplicateList Rows(RowStep::Down) "duplicates-down" "The next game" "next game" [Duplicates] ["down" "j"];
    DuplicateList Rows(RowStep::PageUp) "duplicates-page-up" "Ten games back" "page" [Duplicates] ["pageup"];
    DuplicateList Rows(RowStep::PageDown) "duplicates-page-down" "Ten games on" "page" [Duplicates] ["pagedown"];
    DuplicateList Rows(RowStep::Start) "duplicates-first" "The first game" "start" [Duplicates] ["home"];
    DuplicateList Rows(RowStep::End) "duplicates-last" "The last game" "end" [Duplicates] ["end"];
    DuplicateList Texts(ValueStep::Less) "duplicates-text-before" "The text before, of more than two" "text" [Duplicates] ["left"];
    DuplicateList Texts(ValueStep::More) "duplicates-text-next" "The next text, of more than two" "next text" [Duplicates] ["right"];
    DuplicateList Merge "duplicates-merge" "Make one text of the game's texts; the others go to the trash" "merge" [Duplicates] ["enter"];
    EngineList Rows(RowStep::Up) "engine-up" "The engine above" "up" [Engines] ["up" "k"];
    EngineList Rows(RowStep::Down) "engine-down" "The engine below" "down" [Engines] ["down" "j"];
    EngineList Use "engine-use" "Use it for analysis, or stop using it; add one that was found" "use" [Engines] ["enter" "space"];
    EngineList Options "engine-settings" "Its own settings" "settings" [Engines] ["o" "right" "l"];
    EngineList Add "engine-add" "Add an engine by its command" "add" [Engines] ["a" "+"];
    EngineList Restart "engine-restart" "Restart it" "restart" [Engines] ["r"];
    EngineList Remove "engine-remove" "Remove it from the list" "remove" [Engines] ["x" "delete"];
    EngineOptions Rows(RowStep::Up) "option-up" "The setting above" "up" [Options] ["up" "k" "backtab"];
    EngineOptions Rows(RowStep::Down) "option-down" "The setting below" "down" [Options] ["down" "j" "tab"];
    EngineOptions Rows(RowStep::PageUp) "option-page-up" "Ten settings up" "page" [Options] ["pageup"];
    EngineOptions Rows(RowStep::PageDown) "option-page-down" "Ten settings down" "page" [Options] ["pagedown"];
    EngineOptions Change(ValueStep::Less) "option-less" "The value before" "less" [Options] ["left" "h" "-"];
    EngineOptions Change(ValueStep::More) "option-more" "The value after" "more" [Options] ["right" "l" "+"];
    EngineOptions Edit "option-edit" "Type the value, choose the next one, or press the button" "change" [Options] ["enter" "space"];
    EngineOptions Reset "option-reset" "The engine's own value" "reset" [Options] ["x" "delete"];
    TextField Take "text-take" "Take what is typed" "take" [Text] ["enter"];
    TextField Complete "text-complete" "Complete the path of the program" "complete" [Text] ["tab"];
    TextField Drop "text-drop" "Drop what is typed" "drop" [Text] ["esc"];
    Dialog Yes "yes" "Yes" "yes" [Confirm] ["y"];
    Dialog No "no" "No" "no" [Confirm] ["n"];

    // Steps that the type allows and the owner does not offer.
    => without a row:
    Board Step(TreeStep: Up Down);
    Analyze Tree(TreeStep: Start End);
    Practice ExampleStep(TreeStep: Up Down);
    Games Preview(TreeStep: Up Down);
    Tables Samples(RowStep: PageUp PageDown);
    Help Rows(RowStep: Start End);
    Palette Rows(RowStep: PageUp PageDown Start End);
    Form Rows(RowStep: PageUp PageDown Start End);
    EngineList Rows(RowStep: PageUp PageDown Start End);
    SearchList Rows(RowStep: PageUp PageDown Start End);
    ColumnList Rows(RowStep: PageUp PageDown Start End);
    EngineOptions Rows(RowStep: Start End);
}

/// The names of earlier versions, each with the one of today. Settings and commands that have them still count.
pub(super) const FORMER_NAMES: [(&str, &str); 25] = [
    ("drill-up", "lesson-up"),
    ("drill-down", "lesson-down"),
    ("drill-start", "lesson-start"),
    ("drill-due", "practice-due"),
    ("drill-example", "lesson-example"),
    ("drill-easier", "lesson-easier"),
    ("drill-harder", "lesson-harder"),
    ("drill-side", "lesson-side"),
    ("drill-record", "practice-record"),
    ("paste-drill", "paste-practice"),
    ("retry-slip", "retry-mistake"),
    ("retry-slips", "retry-mistakes"),
    ("previous-slip", "previous-mistake"),
    ("next-slip", "next-mistake"),
    ("slip-solution", "retry-solution"),
    ("slip-next", "retry-next"),
    ("slip-side", "retry-side"),
    ("ask-take", "input-take"),
    ("ask-clear", "input-clear"),
    ("ask-complete", "input-complete"),
    ("ask-agree", "input-agree"),
    ("look-here", "analyze-once"),
    ("only-moves", "search-moves"),
    ("keep-analysis", "save-analysis"),
    ("line-keep", "pin-line"),
];

impl ActionSpec {
    /// The row with this name, of today or of an earlier version.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        let of_today = |name: &str| ACTIONS.iter().find(|spec| spec.name == name);
        of_today(name).or_else(|| {
            let former = FORMER_NAMES.iter().find(|(former, _)| *former == name);
            former.and_then(|(_, today)| of_today(today))
        })
    }

    /// Whether this system can do it at all. What it cannot do has no key and is not offered.
    pub(crate) fn exists_here(&self) -> bool {
        self.action != Action::App(AppAction::Suspend) || CAN_SUSPEND
    }
}

impl Action {
    /// The action's row of the table; None for a step without a row.
    pub(crate) fn spec(self) -> Option<&'static ActionSpec> {
        ACTIONS.iter().find(|spec| self.has_row() && spec.action == self)
    }

    /// Whether one of the contexts offers the action.
    pub(crate) fn is_in(self, contexts: &[KeyContext]) -> bool {
        self.spec().is_some_and(|spec| spec.contexts.iter().any(|context| contexts.contains(context)))
    }
}

/// The letters of the pieces in a FEN: in the position editor they place one, and no command may use them there.
pub const PIECE_LETTERS: &str = "KQRBNPkqrbnp";

/// The letters that begin a move: on a board they open the prompt, and no command may use them there.
pub const MOVE_LETTERS: &str = "abcdefghnrqkoPNBRQKO0";
