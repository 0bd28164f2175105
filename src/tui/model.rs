//! The state of the interface as plain values: what all screens share ([`shared`]), the state of each feature by its name,
//! and what the screen is for at a moment ([`activity`]). Nothing here draws, acts, or sends a message. Each type has a name of its
//! own, so all of them are imported from here.
//!
//! Reading order: [`shared`], [`activity`], then a feature: [`play`], [`analyze`] with its [`review`], [`practice`],
//! [`tables`], [`games`].

pub mod activity;
pub mod analysis_cache;
pub mod analyze;
pub mod board;
pub mod card;
pub mod course_list;
pub mod current_analysis;
pub mod dialog;
pub mod editor;
pub mod engines;
pub mod explorer;
pub mod games;
pub mod guess;
pub mod hint;
pub mod kept_analysis;
pub mod king_box;
pub mod known_reviews;
pub mod library_review_queue;
pub mod line;
pub mod machine;
pub mod motion;
pub mod other_turn;
pub mod pane_id;
pub mod play;
pub mod practice;
pub mod practice_activity;
pub mod practice_board;
pub mod practice_tab;
pub mod preference;
pub mod premove;
pub mod prompt;
pub mod proof;
pub mod puzzle;
pub mod quiz;
pub mod repertoire;
pub mod review;
pub mod search_moves;
pub mod settings_update;
pub mod shared;
pub mod statistics;
pub mod statistics_rows;
pub mod table_builds;
pub mod table_status;
pub mod tables;
pub mod text_reading;
pub mod threat;
pub mod toast;

pub use crate::tui::model::activity::Activity;
pub use crate::tui::model::analysis_cache::AnalyzeCache;
pub use crate::tui::model::analyze::{
    AnalyzeEdits, AnalyzeMoveOrder, AnalyzeOneShot, AnalyzeState, PreviousAnalysis,
};
pub use crate::tui::model::board::{BoardInput, MoveTarget, MoveTargetOutcome, PieceVisibility, WinSpeed};
pub use crate::tui::model::card::{ActiveCard, CardAttempt, CardCheckStatus, WrongAttempt};
pub use crate::tui::model::course_list::CourseList;
pub use crate::tui::model::current_analysis::{
    CurrentAnalysis, CurrentAnalysisStatus, OracleHandle, SnapshotFreshness, ThreePieceTables,
};
pub use crate::tui::model::dialog::input::{InputDialog, InputPurpose, WriteObstacle};
pub use crate::tui::model::dialog::new_game::{NewGameDialog, NewGameRow, NewGameStartPosition};
pub use crate::tui::model::dialog::new_game_defaults::{NewGameDefaults, NewGameMode};
pub use crate::tui::model::dialog::{ConfirmDialog, Dialog, Palette, Promotion};
pub use crate::tui::model::editor::{Editor, EditorDrag, EditorGrip, EditorState, EditorTool};
pub use crate::tui::model::engines::{
    AnalyzeEngine, EngineInstance, EngineProcessId, EnginesState, ExternalEngineEntry, GameEngines,
};
pub use crate::tui::model::explorer::{
    Explorer, ExplorerAnswer, ExplorerEvent, ExplorerListing, ExplorerQuestion, ExplorerSource,
};
pub use crate::tui::model::games::{
    AwaitedGame, ExportConsent, GameFilterFocus, GameListColumn, GameListLoadState, GameListOrder,
    GameListSource, GameOnBoard, GamePreview, GameReadPurpose, GameSetFilter, GamesPage, GamesState,
    LabeledGame, LibraryEvent, ListBefore, PastedGame,
};
pub use crate::tui::model::guess::{ActiveGuess, GuessState, GuessStatus};
pub use crate::tui::model::hint::{HintDetail, HintState};
pub use crate::tui::model::kept_analysis::KeptAnalysis;
pub use crate::tui::model::king_box::{BoxConsideredMove, BoxView};
pub use crate::tui::model::known_reviews::{KnownReviews, SideAccuracies};
pub use crate::tui::model::library_review_queue::{LibraryReviewActivity, LibraryReviewQueue};
pub(crate) use crate::tui::model::library_review_queue::{QueuedGame, QueuedGameStage};
pub use crate::tui::model::line::{LineRef, LineWalk, PinnedLine};
pub use crate::tui::model::machine::MachineLimits;
pub use crate::tui::model::motion::{BoardSnapshot, MoveAnimation, PieceFlight};
pub use crate::tui::model::other_turn::OtherTurnView;
pub use crate::tui::model::pane_id::PaneId;
pub use crate::tui::model::play::{
    DelayedMove, EngineThought, GameSetup, LowTimeAlarm, PlayState, PlayStatus,
};
pub use crate::tui::model::practice::{
    ActiveRound, LessonExampleState, LessonSide, PendingRound, PracticeStartSource, PracticeState,
};
pub use crate::tui::model::practice_activity::PracticeActivity;
pub use crate::tui::model::practice_board::PracticePage;
pub use crate::tui::model::practice_tab::PracticeTab;
pub use crate::tui::model::preference::{Preference, PreferenceValues};
pub use crate::tui::model::premove::Premove;
pub use crate::tui::model::prompt::Prompt;
pub use crate::tui::model::proof::{ProofTreeRow, ProofView, ProofViewProgress};
pub use crate::tui::model::puzzle::{
    ActivePuzzle, ActivePuzzleLesson, ActiveRun, PuzzleFeedback, PuzzleRefutation, PuzzleResult, PuzzleRow,
    PuzzlesState, WrongPuzzleMove,
};
pub use crate::tui::model::quiz::{ActiveQuiz, QuizRun};
pub use crate::tui::model::repertoire::{
    ActiveRepertoire, RepertoireEvent, RepertoireFeedback, RepertoireRequest, RepertoireRow, RepertoireState,
    TrainingMode,
};
pub use crate::tui::model::review::{
    ActiveReview, ActiveReviewProgress, MistakeRetry, RetryAttempt, RetryTally, ReviewPanes,
};
pub use crate::tui::model::search_moves::AnalyzeSearchMoves;
pub use crate::tui::model::settings_update::SettingsUpdate;
pub use crate::tui::model::shared::{BoxAid, Chord, Distances, Focus, Leaving, Shared};
pub use crate::tui::model::statistics::{PlayerReport, StatisticsReading, StatisticsResult, StatisticsState};
pub use crate::tui::model::statistics_rows::{
    FoldState, RowFigures, StatisticsRow, StatisticsSection, StatisticsTarget,
};
pub use crate::tui::model::table_builds::{PendingTable, TableBuilds, TableNotBuiltReason, TableRequest};
pub use crate::tui::model::table_status::TableStatus;
pub use crate::tui::model::tables::{TableSampleKind, TablesTab, TablesTabPage};
pub use crate::tui::model::text_reading::{TextReadPurpose, TextReading, TextReadingId};
pub use crate::tui::model::threat::{Threat, ThreatSearch, ThreatSearchStatus};
pub use crate::tui::model::toast::{Toast, ToastLevel};
