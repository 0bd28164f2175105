//! Matescope: chess in the terminal. A UCI engine, a mate prover, endgame tables built on the machine, and a
//! terminal interface to play, analyze and practice endgames.
//!
//! # Modules
//!
//! Eleven layers. A module uses only lower ones, and a neighbor only where the table in
//! `tests/suite/layers.rs` says so; that test reads every `use crate::…`.
//!
//! | layer | module | what it is for |
//! |---|---|---|
//! | 10 | [`tuner`] | selfplay and tuning of the evaluation weights, for developers |
//! | 9 | [`cli`] | the command line, and the UCI server |
//! | 8 | [`tui`] | the terminal interface |
//! | 7 | [`store`] | files: settings, games, tables, the record of practice |
//! | 6 | [`config`], [`analysis`] | the settings as values; background work: engine and mate prover on one position, external engines |
//! | 5 | [`practice`] | the endgame course, the grading of rounds, the review of games and their statistics |
//! | 4 | [`solver`] | exact results: endgame tables by retrograde analysis, mate proofs, Syzygy |
//! | 3 | [`engine`] | search and evaluation |
//! | 2 | [`game`], [`uci`] | games as trees and PGN, opening names; the UCI protocol as text |
//! | 1 | [`chess`] | positions, moves, scores, FEN and SAN |
//! | 0 | [`platform`] | all that differs between operating systems |
//!
//! # Invariants
//!
//! - A [`chess::Position`] is legal. A [`chess::Score`] counts mates from the root, a [`chess::TtScore`] from
//!   the stored node; a [`chess::WhiteScore`] is what the screen shows.
//! - A mate that leaves a module is forced, and its line is complete and legal. It is called exact only if a
//!   table or a proof shows that no shorter one exists.
//! - A slower mate costs moves and is never a mistake; a move that certainly changes the result always is.
//! - A PGN game that is read and written is read again as the same game; what cannot be read is reported
//!   with line and column. No control character and no invisible mark of a foreign text reaches the terminal:
//!   [`chess::text`] says which.
//! - Each saved file is the old or the new one, whatever fails; `src/store/faults.rs` tests it on a simulated disk.
//! - Long work takes a [`chess::StopToken`] and ends when its source is dropped.
//! - The engine prints nothing and knows no tables. Only `store` reads and writes files (Syzygy tables alone
//!   are read by `shakmaty-syzygy`), only `cli` prints, and only `tui` knows keys and colors.
//!
//! # Where is it decided?
//!
//! `docs/architecture.md` walks through a key, a score, a FEN and a PGN step by step.
//!
//! | question | file |
//! |---|---|
//! | **Playing** | |
//! | May the player move now? | `src/tui/router/moves.rs::may_move` |
//! | Why is a move held back by the stalemate guard? | `src/tui/router/moves.rs::stalemate_caution` |
//! | Which move is from one square to another? | `src/chess/move_squares.rs::moves_between` |
//! | How is a typed move understood? | `src/chess/notation/typed.rs`, `src/chess/notation.rs::parse_move` |
//! | When is a game over? | `src/chess/termination.rs::GameTermination` |
//! | How does a level play worse? | `src/engine/strength.rs`, `src/engine/strength/human_search.rs` |
//! | **Keys and screens** | |
//! | Which key does what? | `src/tui/keymap/action.rs::ACTIONS` |
//! | Which keys work on this screen? | `src/tui/keymap/reading.rs::screen_contexts` |
//! | What does `x` do in analysis? | `src/tui/keymap/action.rs` (its row: `threat`), `src/tui/aids/threat_update.rs::toggle` |
//! | Is an action available now? | `src/tui/router/availability.rs::is_available` |
//! | What does the footer offer? | `src/tui/screen/footer.rs` |
//! | Where does a pane go? | `src/tui/layout.rs` |
//! | Which color has a meaning? | `assets/themes/slate.toml`, `src/tui/theme/role.rs::Role` |
//! | When is a frame drawn? | `src/tui/shell/pace.rs` |
//! | What does a list show? | `src/tui/scene/list_scene.rs`, filled by `src/tui/screen/list.rs::ListScreen` |
//! | What does line mode (`--linear`) print? | `src/tui/linear/report.rs`, `src/tui/linear/screen_text.rs` |
//! | **Search** | |
//! | What happens in a node? | `src/engine/search/node.rs::search_node`, steps 1 to 17 |
//! | How much is pruned or reduced? | `src/engine/search/margin.rs` |
//! | Which move is searched first? | `src/engine/order.rs::MovePicker` |
//! | What is a position worth? | `src/engine/static_eval.rs::static_eval`: `src/engine/eval/terms.rs` and `src/engine/network.rs` |
//! | How long does it think? | `src/engine/budget.rs::time_limits` |
//! | What does a score mean in chances? | `src/engine/wdl.rs` |
//! | **Mates and tables** | |
//! | How is a mate claim of the search checked? | `src/engine/verified_line.rs::verified_line` |
//! | When is a mate exact? | `src/analysis/merged_analysis.rs::MergedAnalysis` |
//! | How is "none shorter" proven? | `src/solver/mate/prover.rs::Prover` |
//! | How is a mate of an external engine checked? | `src/uci/session/analysis.rs` |
//! | What belongs to the solution of a composed problem? | `src/solver/mate/solution.rs` |
//! | May a side castle or capture en passant in a composed problem? | `src/solver/mate/composition.rs::composed_rights` |
//! | What is the format of a certificate? | `src/solver/mate/certificate.rs` |
//! | How is a certificate checked? | `src/solver/mate/certificate/verifier.rs::verify` |
//! | Which tables are built unasked, and which not at all? | `src/chess/table_policy.rs::TablePolicy` |
//! | When is a table built? | for a position on the board `src/tui/background/endgame_tables.rs::request_if_wanted`, for an analysis job `src/analysis/table_builder.rs::request_for_position`, for a round `src/tui/practice/start.rs` |
//! | Which thread builds it? | `src/analysis/table_builder.rs::TableBuilder` |
//! | How is a table built? | `src/solver/tables/build.rs` |
//! | How is a table probed? | `src/solver/tables/probe.rs` |
//! | What does the fifty-move rule make of a table's mate? | `src/chess/fifty_moves.rs::CountedVerdict` |
//! | Which tables are unpacked in memory? | `src/solver/tables/background_unpacker.rs`, asked by `src/solver/tables/packed/in_memory.rs` |
//! | What is counted in the statistics of an ending? | `src/solver/tables/stats.rs::EndingStats` |
//! | Which wins have only moves, and how many in a row? | `src/solver/tables/build/only_moves.rs`, `src/solver/tables/build/only_move_runs.rs` |
//! | What do Syzygy tables change? | `src/analysis/syzygy_root_filter.rs::SyzygyRootFilter` |
//! | **Practice and review** | |
//! | What is a lesson? | `assets/course.toml`, `src/practice/course.rs` |
//! | What is a lesson of puzzles? | `assets/puzzle_lessons.toml`, `src/practice/puzzle/lesson.rs` |
//! | How is a move of a round graded? | `src/practice/grade.rs::grade` |
//! | What does the coach say before a move of a guided round? | `src/practice/guide.rs::guidance` |
//! | Which start comes next? | `src/tui/practice/start.rs::deal_round` |
//! | Which positions does "which result?" ask about? | `src/practice/result_quiz/question.rs` |
//! | When is a card due again (FSRS)? | `src/practice/spaced_repetition.rs::review` |
//! | Where is a finished review kept? | `src/store/game_reviews.rs::GameReviews` |
//! | Which games are the same? | `src/game/game_identity.rs::GameIdentity`, `src/game/known_games.rs::KnownGames` |
//! | When does a mistake become a card? | `src/practice/mistake_card.rs::MistakeCard::from_searches` |
//! | Which cards are due? | `src/practice/mistake_deck.rs::MistakeDeck::due` |
//! | What proves that a puzzle has one solution? | `src/practice/puzzle/model.rs::PuzzleProof`, `src/analysis/puzzle_check.rs::PuzzleChecker` |
//! | Which puzzle comes next? | `src/practice/puzzle/set.rs::PuzzleSet` |
//! | What is an attempt at a puzzle worth? | `src/practice/puzzle/attempt.rs::PuzzleAttempt`, `src/practice/puzzle/rating.rs` |
//! | Where do the built-in puzzles come from? | `src/tuner/puzzles.rs` |
//! | What is a guess of a game's move worth? | `src/practice/guess/judged_guess.rs::JudgedGuess::verdict` |
//! | When does the review of the library work? | `src/tui/background/library_review.rs::pace` |
//! | When is a move an inaccuracy, a mistake, a blunder? | `src/practice/review/move_review.rs::MoveJudgment`, `src/chess/score.rs::MISTAKE_THRESHOLDS` |
//! | What is counted in the statistics of the user's games? | `src/practice/performance/totals.rs::Performance` |
//! | What does the page of statistics list? | `src/tui/games/statistics/rows.rs::statistics_rows` |
//! | Which games belong to a figure of the statistics? | `src/practice/performance/figure.rs::PerformanceFigure`, `src/practice/performance/totals.rs::Performance::games_of` |
//! | Where do the middlegame and the endgame begin? | `src/practice/performance/phase.rs::GamePhase` |
//! | **Text and files** | |
//! | What is wrong with a FEN? | `src/chess/fen/rules.rs` |
//! | What does the search of the game list understand? | `src/game/game_filter.rs::GameFilter` |
//! | What is left out of an import? | `src/store/library/import.rs` |
//! | What is a pasted text? | `src/game/pasted.rs::recognize` |
//! | Where do tags, moves and games begin in a PGN text? | `src/game/pgn/scan.rs::Scanner` |
//! | Which words of a PGN text are moves? | `src/game/pgn/word.rs::first_word` |
//! | What could not be read of a PGN game? | `src/game/pgn/read_result.rs::PgnReadResult` |
//! | What becomes of the text that could not be read? | `src/game/pgn/read.rs::UNREAD` |
//! | What makes two games of a list the same? | `src/game/pgn/movetext.rs::fingerprint`, `src/game/game_identity.rs::GameIdentity` |
//! | How is a null move written? | `src/chess/half_move.rs` |
//! | When is an analysis kept by itself? | `src/tui/analyze/kept_update.rs::keep_if_changed` |
//! | How is a score written? | `src/tui/widget/score_text.rs::from_score` |
//! | What is warned about in the settings file? | `src/store/config/lenient_parse.rs::parse_lenient` |
//! | Which settings are there? | `src/config/settings.rs::Config`, `config.example.toml` |
//! | Which UCI options are there? | `src/cli/uci_server/options.rs::DECLARATIONS` |
//! | What differs between Unix and Windows? | `src/platform.rs` |
//! | How is a file replaced? | `src/store/atomic.rs::write` |

pub mod analysis;
pub mod chess;
pub mod cli;
pub mod config;
pub mod engine;
pub mod game;
pub mod platform;
pub mod practice;
pub mod solver;
pub mod store;
pub mod tui;
pub mod tuner;
pub mod uci;
