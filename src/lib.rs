//! Matescope: chess in the terminal. A UCI engine, a mate prover, endgame tables built on the machine, and a
//! terminal interface to play, analyze and practice endgames.
//!
//! # Crates
//!
//! The application is this crate: [`tui`] and [`cli`]. Each layer below it is a crate of its own in `crates/`, which uses only
//! what stands in its `Cargo.toml`; here they have the names of modules.
//!
//! | layer | crate or module | what it is for |
//! |---|---|---|
//! | 10 | `crates/tune` | selfplay and tuning of the evaluation weights, for developers; built only when asked for |
//! | 9 | [`cli`] | the command line, and the UCI server |
//! | 8 | [`tui`] | the terminal interface |
//! | 7 | [`store`] | files: settings, games, tables, the record of practice |
//! | 6 | [`config`], [`analysis`] | the settings as values; background work: engine and mate prover on one position, external engines |
//! | 5 | [`practice`] | the endgame course, the grading of rounds, the review of games and their statistics |
//! | 4 | [`solver`] | exact results: endgame tables by retrograde analysis, mate proofs, Syzygy |
//! | 3 | [`engine`] | search and evaluation |
//! | 3 | [`database`] | the index of many games: search by position, the opening tree |
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
//! - Each saved file is the old or the new one, whatever fails; `crates/store/src/faults.rs` tests it on a simulated disk.
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
//! | What is the screen for at this moment? | `src/tui/model/activity.rs::Activity` |
//! | What do all screens share? | `src/tui/model/shared.rs::Shared` |
//! | What does an update of a feature get? | `src/tui/context.rs::UpdateContext` |
//! | What stands on the board of the practice tab? | `src/tui/model/practice_board.rs::PracticeBoard` |
//! | Which feature of the practice tab acts or draws? | `src/tui/practice_features.rs` |
//! | May the player move now? | `src/tui/app/current_activity.rs::may_move` |
//! | Why is a move held back by the stalemate guard? | `src/tui/router/moves.rs::stalemate_caution` |
//! | Which move is from one square to another? | `crates/chess/src/move_squares.rs::moves_between` |
//! | How is a typed move understood? | `crates/chess/src/notation/typed.rs`, `crates/chess/src/notation.rs::parse_move` |
//! | When is a game over? | `crates/chess/src/termination.rs::GameTermination` |
//! | How does a level play worse? | `crates/engine/src/strength.rs`, `crates/engine/src/strength/human_search.rs` |
//! | **Keys and screens** | |
//! | Which key does what? | `src/tui/keymap/action.rs::ACTIONS` |
//! | Which keys work on this screen? | `src/tui/app/current_activity.rs::screen_contexts` |
//! | What does `x` do in analysis? | `src/tui/keymap/action.rs` (its row: `threat`), `src/tui/analyze/threat_update.rs::toggle` |
//! | What does the opening explorer ask, and who answers? | `src/tui/model/explorer.rs::Explorer`, `src/tui/shell/explorer_worker.rs` |
//! | Which move of the explorer is chosen? | `src/tui/model/explorer.rs::Explorer::chosen`, `src/tui/analyze/explorer_update.rs` |
//! | Is an action available now? | `src/tui/router/availability.rs::is_available` |
//! | What does the footer offer? | `src/tui/screen/footer.rs` |
//! | Where does a pane go? | `src/tui/layout.rs` |
//! | Which color has a meaning? | `assets/themes/slate.toml`, `src/tui/theme/role.rs::Role` |
//! | When is a frame drawn? | `src/tui/shell/pace.rs` |
//! | What does a list show? | `src/tui/scene/list_scene.rs`, filled by `src/tui/screen/list.rs::ListScreen` |
//! | What does line mode (`--linear`) print? | `src/tui/linear/report.rs`, `src/tui/linear/screen_text.rs` |
//! | **Search** | |
//! | What happens in a node? | `crates/engine/src/search/node.rs::search_node`, steps 1 to 17 |
//! | How much is pruned or reduced? | `crates/engine/src/search/margin.rs` |
//! | Which move is searched first? | `crates/engine/src/order.rs::MovePicker` |
//! | What is a position worth? | `crates/engine/src/static_eval.rs::static_eval`: `crates/engine/src/eval/terms.rs` and `crates/engine/src/network.rs` |
//! | How long does it think? | `crates/engine/src/budget.rs::time_limits` |
//! | What does a score mean in chances? | `crates/engine/src/wdl.rs` |
//! | **Mates and tables** | |
//! | How is a mate claim of the search checked? | `crates/engine/src/verified_line.rs::verified_line` |
//! | When is a mate exact? | `crates/analysis/src/merged_analysis.rs::MergedAnalysis` |
//! | How is "none shorter" proven? | `crates/solver/src/mate/prover.rs::Prover` |
//! | How is a mate of an external engine checked? | `crates/uci/src/session/analysis.rs` |
//! | What belongs to the solution of a composed problem? | `crates/solver/src/mate/solution.rs` |
//! | May a side castle or capture en passant in a composed problem? | `crates/solver/src/mate/composition.rs::composed_rights` |
//! | What is the format of a certificate? | `crates/solver/src/mate/certificate.rs` |
//! | How is a certificate checked? | `crates/solver/src/mate/certificate/verifier.rs::verify` |
//! | Which tables are built unasked, and which not at all? | `crates/chess/src/table_policy.rs::TablePolicy` |
//! | When is a table built? | for a position on the board `src/tui/background/endgame_tables.rs::request_if_wanted`, for an analysis job `crates/analysis/src/table_builder.rs::request_for_position`, for a round `src/tui/practice/start.rs` |
//! | Which thread builds it? | `crates/analysis/src/table_builder.rs::TableBuilder` |
//! | How is a table built? | `crates/solver/src/tables/build.rs` |
//! | How is a table probed? | `crates/solver/src/tables/probe.rs` |
//! | What does the fifty-move rule make of a table's mate? | `crates/chess/src/fifty_moves.rs::CountedVerdict` |
//! | Which tables are unpacked in memory? | `crates/solver/src/tables/background_unpacker.rs`, asked by `crates/solver/src/tables/packed/in_memory.rs` |
//! | What is counted in the statistics of an ending? | `crates/solver/src/tables/stats.rs::EndingStats` |
//! | Which wins have only moves, and how many in a row? | `crates/solver/src/tables/build/only_moves.rs`, `crates/solver/src/tables/build/only_move_runs.rs` |
//! | What do Syzygy tables change? | `crates/analysis/src/syzygy_root_filter.rs::SyzygyRootFilter` |
//! | **Practice and review** | |
//! | What is a lesson? | `crates/practice/assets/course.toml`, `crates/practice/src/course.rs` |
//! | What is a lesson of puzzles? | `crates/practice/assets/puzzle_lessons.toml`, `crates/practice/src/puzzle/lesson.rs` |
//! | How is a move of a round graded? | `crates/practice/src/grade.rs::grade` |
//! | What does the coach say before a move of a guided round? | `crates/practice/src/guide.rs::guidance` |
//! | Which start comes next? | `src/tui/practice/start.rs::deal_round` |
//! | Which positions does "which result?" ask about? | `crates/practice/src/result_quiz/question.rs` |
//! | When is a card due again (FSRS)? | `crates/practice/src/spaced_repetition.rs::review` |
//! | Where is a finished review kept? | `crates/store/src/game_reviews.rs::GameReviews` |
//! | Which games of the list have a review? | `src/tui/model/known_reviews.rs::KnownReviews`, filled by `crates/store/src/game_reviews.rs::GameReviews::listed` |
//! | Which games go into which file of `games split`? | `src/cli/games/split.rs`, `crates/store/src/database/split.rs`, `crates/store/src/portable_names.rs` |
//! | Which games are the same? | `crates/game/src/game_identity.rs::GameIdentity`, `crates/game/src/known_games.rs::KnownGames` |
//! | When does a mistake become a card? | `crates/practice/src/mistake_card.rs::MistakeCard::from_searches`, added by `crates/practice/src/mistake_deck.rs::MistakeDeck::add_searched` |
//! | Which cards are due? | `crates/practice/src/mistake_deck.rs::MistakeDeck::due` |
//! | What proves that a puzzle has one solution? | `crates/practice/src/puzzle/model.rs::PuzzleProof`, `crates/analysis/src/puzzle_check.rs::PuzzleChecker` |
//! | Which puzzle comes next? | `crates/practice/src/puzzle/set.rs::PuzzleSet` |
//! | What is an attempt at a puzzle worth? | `crates/practice/src/puzzle/attempt.rs::PuzzleAttempt`, `crates/practice/src/puzzle/rating.rs` |
//! | Where do the built-in puzzles come from? | `crates/tune/src/puzzles.rs` |
//! | What is a guess of a game's move worth? | `crates/practice/src/guess/judged_guess.rs::JudgedGuess::verdict` |
//! | Which games are still to be reviewed? | `crates/store/src/open_games.rs::open_games` |
//! | When does the review of the library work? | `src/tui/background/library_review.rs::pace` |
//! | When is a move an inaccuracy, a mistake, a blunder? | `crates/practice/src/review/move_review.rs::MoveJudgment`, `crates/chess/src/score.rs::MISTAKE_THRESHOLDS` |
//! | What is counted in the statistics of a player? | `crates/practice/src/performance/totals.rs::Performance` |
//! | Whose games does a report on a player count? | `crates/game/src/player_match.rs::PlayerMatch` |
//! | Which names may be two spellings of one? | `crates/game/src/player_spelling.rs::PlayerName` |
//! | How did a game end, and where was time trouble? | `crates/practice/src/performance/game_end.rs::GameEnd`, `crates/practice/src/performance/time_use.rs` |
//! | What does the page of statistics list? | `src/tui/model/statistics_rows.rs::statistics_rows` |
//! | Which games belong to a figure of the statistics? | `crates/practice/src/performance/figure.rs::PerformanceFigure`, `crates/practice/src/performance/totals.rs::Performance::games_of` |
//! | Where do the middlegame and the endgame begin? | `crates/practice/src/performance/phase.rs::GamePhase` |
//! | **Openings** | |
//! | Which moves does a repertoire have in a position? | `crates/game/src/repertoire/graph.rs::Repertoire` |
//! | Whose repertoire is a game? | `crates/game/src/repertoire/chapter.rs::RepertoireChapter::side` |
//! | Where did a game leave a repertoire? | `crates/game/src/repertoire/departure.rs::RepertoireDeparture` |
//! | What do opponents play that is not answered? | `crates/game/src/repertoire/coverage.rs`, counted by `crates/database/src/repertoire_replay.rs` |
//! | What is asked in training, and along which lines? | `crates/practice/src/repertoire/run.rs::RepertoireRun` |
//! | How is an opening book read and made? | `crates/game/src/polyglot.rs`, `crates/game/src/polyglot/maker.rs::BookMaker` |
//! | How is a line added to a repertoire, or removed? | `crates/game/src/repertoire/edit.rs`, written by `crates/store/src/repertoires.rs` |
//! | **Database** | |
//! | What is indexed of a game? | `crates/database/src/game_headers.rs::GameHeaders`, `crates/database/src/segment.rs::Segment` |
//! | Which columns has the list of games? | `crates/config/src/game_columns.rs::GameColumns`; which fit: `src/tui/games/list_columns.rs` |
//! | Which games does a list show, and in which order? | `crates/database/src/game_listing.rs::GameListing` |
//! | Which games fit a search? | `crates/database/src/segment_query.rs::SegmentQuery` |
//! | What does `@NAME` stand for in a search? | `crates/game/src/saved_searches.rs::SavedSearches`, kept by `crates/store/src/library/searches.rs` |
//! | Which games have a label? | `crates/store/src/library/labels.rs::LabelFiles` |
//! | In which order do games come? | `crates/database/src/game_sort.rs::GameSort` |
//! | How is a move kept in one byte? | `crates/database/src/move_code.rs` |
//! | How are the games with a position found? | `crates/database/src/position_search.rs::PositionQuery` |
//! | Which games have positions that match a pattern? | `crates/database/src/pattern_search.rs::PatternSearch` |
//! | What is a pattern of a position? | `crates/game/src/board_pattern.rs::BoardPattern` |
//! | What is counted of the moves from a position? | `crates/database/src/opening_tree.rs::GameCounts` |
//! | Which part of which file is a segment of? | `crates/store/src/database/catalog.rs` |
//! | What of the index is out of date? | `crates/store/src/database/update.rs` |
//! | **Text and files** | |
//! | What is wrong with a FEN? | `crates/chess/src/fen/rules.rs` |
//! | What does the search for games understand? | `crates/game/src/game_query.rs::GameQuery`, `crates/game/src/game_query/key.rs::QueryKey` |
//! | Which compressed files are read, and with what? | `crates/store/src/compressed.rs::PgnInput` |
//! | How is a tag of a game changed in its file? | `crates/game/src/pgn/edit_tags.rs::edit_tags`, `crates/store/src/library/tags.rs` |
//! | What is left out of an import? | `crates/store/src/database/import.rs` |
//! | How is a file listed without a copy? | `crates/store/src/database/link.rs` |
//! | How do several texts of one game become one? | `crates/store/src/database/duplicates.rs`, `crates/store/src/library/merge.rs`, `crates/game/src/tree/merge.rs`; in a box: `src/tui/games/duplicates_update.rs` |
//! | What is a pasted text? | `crates/game/src/pasted.rs::recognize` |
//! | Where do tags, moves and games begin in a PGN text? | `crates/game/src/pgn/scan.rs::Scanner` |
//! | Which games are read quickly, since nearly all programs write them so? | `crates/game/src/pgn/plain.rs::PlainGame` |
//! | Which words of a PGN text are moves? | `crates/game/src/pgn/word.rs::first_word` |
//! | What could not be read of a PGN game? | `crates/game/src/pgn/read_result.rs::PgnReadResult` |
//! | What becomes of the text that could not be read? | `crates/game/src/pgn/read.rs::UNREAD` |
//! | What makes two games of a list the same? | `crates/game/src/pgn/movetext.rs::fingerprint`, `crates/game/src/game_identity.rs::GameIdentity` |
//! | How is a null move written? | `crates/chess/src/half_move.rs` |
//! | When is an analysis kept by itself? | `src/tui/analyze/kept_update.rs::keep_if_changed` |
//! | How is a score written? | `crates/chess/src/score_text.rs::score_text`; its style: `src/tui/widget/score_text.rs::from_score` |
//! | What is warned about in the settings file? | `crates/store/src/config/lenient_parse.rs::parse_lenient` |
//! | Which settings are there? | `crates/config/src/settings.rs::Config`, `config.example.toml` |
//! | Which UCI options are there? | `src/cli/uci_server/options.rs::DECLARATIONS` |
//! | What differs between Unix and Windows? | `crates/platform/src/lib.rs` |
//! | How is a file replaced? | `crates/store/src/atomic.rs::write` |

pub use {analysis, chess, config, database, engine, game, platform, practice, solver, store, uci};

pub mod cli;
pub mod tui;
