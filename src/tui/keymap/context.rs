//! The places where an action can be asked for.

/// One row for each context: what it is, its name in the help, whether letters that begin a move are typed text there
/// (`moves`) or keys (`keys`), the contexts that are looked up together with it, and the actions of its footer, the most
/// useful first.
macro_rules! contexts {
    ($($(#[$doc:meta])* $name:ident $title:literal $letters:ident [$($other:ident)*] $footer:literal;)*) => {
        /// Where an action can be asked for. A screen asks several of them in turn, the narrowest first.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum KeyContext {
            $($(#[$doc])* $name,)*
        }

        impl KeyContext {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name in the help.
            pub(crate) const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)*
                }
            }

            /// Whether letters that begin a move are text there: wherever a board is on the screen, and in dialogs over all
            /// screens.
            pub(crate) const fn accepts_move_text(self) -> bool {
                match self {
                    $(Self::$name => contexts!(@$letters),)*
                }
            }

            /// The contexts that are looked up together with it, so that one key can't mean two things in them. The
            /// others shadow those below them on purpose: the cursor, the prompt, a line, dialogs.
            const fn neighbors(self) -> &'static [Self] {
                match self {
                    $(Self::$name => &[$(Self::$other),*],)*
                }
            }

            /// The names of the actions in its footer, the most useful first.
            pub(crate) const fn footer(self) -> &'static str {
                match self {
                    $(Self::$name => $footer,)*
                }
            }
        }
    };
    (@moves) => { true };
    (@keys) => { false };
}

contexts! {
    /// Everywhere but in dialogs.
    Global "Everywhere" moves [] "help";
    /// Every screen with a board.
    Board "On the board" moves [Global] "help";
    /// The game against the engine.
    Play "In the game" moves [Global Board]
        "move-now take-over hint new-game undo offer-draw resign step-back review analyze-here flip copy \
         paste palette help quit";
    /// A game of two engines.
    Watch "Watching a game" moves [Global]
        "move-now pause take-over stop-game step-back new-game review analyze-here undo flip copy palette \
         help quit";
    /// The analysis board.
    Analyze "Analysis" moves [Global Board]
        "paste review walk-line why more-lines build-table threat search-moves sort-moves comment glyph \
         promote undo copy flip engine save-analysis palette help engines edit-position explorer quit";
    /// A line that is walked.
    Line "In a line" moves [] "line-forward line-back line-down line-play pin-line back help";
    /// The moves of the opening explorer, while keys choose one.
    Explorer "In the explorer" moves []
        "explorer-play tree-back explorer-down explorer-list explorer-games explorer-moves help";
    /// A proof that is looked at.
    Proof "In a proof" moves [Global] "why-open why-fold why-up why-down back flip palette help";
    /// The position editor.
    Editor "In the editor" keys []
        "paste-analyze paste-play paste-practice back edit-clear edit-undo edit-text edit-empty \
         edit-first edit-mirror edit-swap copy flip palette help";
    /// Mistakes that are tried again.
    Retry "Retrying mistakes" moves [Global] "retry-next retry-solution retry-side flip back palette help";
    /// A round of practice.
    Round "In a round" moves [Global Board]
        "hint distances box why next-round finish retry retry-mistake previous-mistake undo guard \
         analyze-here back palette help other-turn";
    /// The trap quiz.
    TrapQuiz "In the trap quiz" moves [Global Board]
        "quiz-again previous-mistake next-mistake back cursor flip palette help";
    /// The result quiz.
    ResultQuiz "Which result?" moves [Global]
        "result-win result-draw result-next quiz-again previous-mistake next-mistake analyze-here back \
         flip palette help";
    /// The list of lessons.
    Lessons "The lessons" keys [Global]
        "lesson-start lesson-example practice-due practice-mixed lesson-harder lesson-side puzzles openings guess \
         quiz result-quiz practice-record back lesson-down lesson-up palette help quit";
    /// The page of puzzles: ways to solve, themes, sets.
    PuzzleList "The page of puzzles" keys [Global]
        "puzzle-start puzzle-down puzzle-up back palette help quit";
    /// A puzzle on the board.
    Puzzle "Solving a puzzle" moves [Global]
        "puzzle-next puzzle-solution analyze-here step-back flip copy back palette help";
    /// The page of famous games whose moves can be guessed.
    GuessList "The page of famous games" keys [Global]
        "guess-start guess-down guess-up back palette help quit";
    /// A game whose moves are guessed.
    Guess "Guessing the move" moves [Global]
        "guess-next guess-show guess-side analyze-here step-back flip copy back palette help";
    /// The page of the opening repertoires.
    OpeningList "The page of openings" keys [Global]
        "openings-start openings-mode openings-down openings-up back palette help quit";
    /// Training of an opening repertoire.
    Openings "Training an opening" moves [Global]
        "opening-next opening-show analyze-here step-back flip copy back palette help";
    /// A worked example.
    Example "In a box" moves [] "example-forward example-back lesson-start why back flip palette help";
    /// The list of tables.
    Tables "The list of tables" keys [Global] "table-open table-build table-down table-up palette help quit";
    /// What one table holds.
    TablePage "An ending" moves [Global]
        "sample-open sample-practice sample-down sample-up back flip palette help quit";
    /// The list of games.
    Games "The list of games" keys [Global]
        "game-open review game-resume game-filter statistics game-sort game-delete game-undelete back preview-back preview-forward \
         player-report game-star game-labels searches game-columns game-tags game-duplicates player-report-name guess-here game-import game-export copy palette help quit";
    /// The statistics of the user's games.
    Statistics "The statistics" keys [Global]
        "figure-open figure-unfold figure-fold back player-report player-report-name review-library my-names game-import figure-down \
         figure-up palette help quit";
    /// The filter of the list of games is being typed.
    Filter "While the search is typed" keys [] "filter-take filter-complete search-save game-down game-up filter-drop";
    /// The cursor is on the board.
    Cursor "With the cursor on the board" moves [] "pick back undo palette help";
    /// A move is being typed.
    Prompt "While a move is typed" moves [] "prompt-play prompt-complete prompt-drop";
    /// After the copy key.
    Copy "Copying" keys [] "copy-fen copy-pgn copy-line";
    /// After the key for glyphs.
    Mark "Judging a move" keys []
        "glyph-good glyph-mistake glyph-brilliant glyph-blunder glyph-interesting glyph-dubious \
         glyph-equal glyph-nothing back";
    /// Any dialog.
    Dialog "In a box" moves [] "help";
    /// The help.
    Help "In a box" keys [Dialog] "help-search help-run help-down help-up close";
    /// Words are typed in the help.
    Search "In a box" keys [] "help-run help-down help-up help-clear";
    /// The palette of actions.
    Palette "In a box" keys [Dialog] "palette-run palette-down close";
    /// A form of rows: a new game, the settings.
    Form "In a box" keys [Dialog] "form-accept form-more form-down close";
    /// The form for the tags of a game.
    Tags "In a box" keys [Dialog] "form-accept form-down close";
    /// The box for pasted text.
    Paste "In a box" keys [Dialog]
        "paste-analyze paste-play paste-practice paste-repair paste-edit paste-clear close";
    /// A question that wants a line of text.
    Input "In a box" keys [Dialog] "input-take input-clear close";
    /// A choice: a promotion.
    Choice "In a box" keys [Dialog] "choice-take choice-next close";
    /// A question with yes and no.
    Confirm "In a box" keys [Dialog] "yes close";
    /// The list of engines.
    Engines "In a box" keys [Dialog]
        "engine-use engine-settings engine-add engine-restart engine-remove close";
    /// The saved searches.
    Searches "In a box" keys [Dialog] "search-use search-remove search-down close";
    /// The columns of the list of games.
    Columns "In a box" keys [Dialog] "column-toggle column-left column-right column-down close";
    /// The games with several texts.
    Duplicates "In a box" keys [Dialog] "duplicates-merge duplicates-down duplicates-text-next close";
    /// The settings of an engine.
    Options "In a box" keys [Dialog] "option-more option-edit option-reset option-down close";
    /// A line of text inside a box.
    Text "In a box" keys [] "text-take text-drop";
}

impl KeyContext {
    /// Whether two contexts are looked up together.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self == other || self.neighbors().contains(&other) || other.neighbors().contains(&self)
    }
}
