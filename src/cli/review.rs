//! `review`: reviews the moves of games.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::endgame_tables::{open_syzygy, table_store};
use super::failure::CommandResult;
use super::interrupt::Interrupt;
use super::json::{self, ScoreJson};
use super::options::{ReviewFormat, ReviewOptions};
use super::piped_games::read_compressed_games;
use super::prose;
use super::status::CommandStatus;
use crate::analysis::game_analysis::{GameAnalysisRequest, analyze_positions};
use crate::analysis::mistake_search;
use crate::analysis::protocol::MistakeSearchRequest;
use crate::chess::mistake_search::MistakeSearch;
use crate::chess::text::sanitize;
use crate::chess::thread::core_count;
use crate::chess::{
    Certainty, Color, KnownResult, MoveCost, Position, PositionEvaluation, Score, StopToken, names, notation,
};
use crate::game::pgn::split::{PgnGameText, PgnSplitter};
use crate::game::pgn::{self, PgnGame, UnplayableGame};
use crate::practice::Review;
use crate::practice::mistake_card::MistakeCandidate;
use crate::practice::review::{MoveReview, ReviewSummary, annotate};
use crate::solver::{Syzygy, Tables};
use crate::store::config::LoadedConfig;
use crate::store::database::list_file;
use crate::store::{UserPaths, io_error, library};

#[derive(Serialize)]
struct GameReviewJson {
    white: Option<String>,
    black: Option<String>,
    result: String,
    nodes: u64,
    sides: [SideReviewJson; 2],
    moves: Vec<MoveReviewJson>,
}

#[derive(Serialize)]
struct SideReviewJson {
    side: &'static str,
    accuracy: Option<f64>,
    average_loss: u16,
    dubious: u16,
    mistakes: u16,
    blunders: u16,
}

/// A score from the mover's side. Of a mate it says whose it is, since a mate on the board is 0 moves away
/// for either side.
#[derive(Serialize)]
struct MoverScoreJson {
    #[serde(flatten)]
    score: ScoreJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
}

/// A move. Scores and results are the mover's; `winning_chances_loss` is the part of the winning chances that
/// is gone, 0 to 1.
#[derive(Serialize)]
struct MoveReviewJson {
    ply: usize,
    number: u32,
    side: &'static str,
    san: String,
    before: MoverScoreJson,
    after: MoverScoreJson,
    result_before: Option<&'static str>,
    result_after: Option<&'static str>,
    loss: f64,
    mark: Option<&'static str>,
    moves_lost: Option<u16>,
    change: Option<&'static str>,
    better: Option<Vec<String>>,
    reason: Option<String>,
}

pub(super) fn run(options: &ReviewOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let texts = game_texts(&options.file)?;
    if let Some(wanted) = options.game.filter(|&wanted| wanted > texts.len()) {
        return Err(format!("there is no game {wanted}: the file has {}", texts.len()).into());
    }
    let interrupt = Interrupt::install()?;
    let reviewer = Reviewer::new(options.nodes, errors)?;
    let (mut has_output, mut has_faulty_start) = (false, false);
    for (index, text) in texts.iter().enumerate() {
        if options.game.is_some_and(|wanted| wanted != index + 1) {
            continue;
        }
        let reading = pgn::read(text, &Position::start());
        if let Some(unplayable) = &reading.unplayable {
            let reason = sanitize(&unplayable.to_string());
            writeln!(errors, "warning: game {}: {reason}; it is not reviewed", index + 1)?;
            if options.format == ReviewFormat::Pgn {
                // As it is: a program that asks for all games loses none.
                writeln!(output, "{}\n", text.trim())?;
                has_output = true;
            }
            has_faulty_start |= matches!(unplayable, UnplayableGame::IllegalStart(_));
            continue;
        }
        has_output = true;
        if let Some(fault) = &reading.fault {
            let extent = if reading.lacks_moves() {
                "it is reviewed up to there"
            } else {
                "all its moves are reviewed"
            };
            writeln!(errors, "warning: game {}: {fault}; {extent}", index + 1)?;
        }
        let mut game = reading.game;
        let Some(review) = reviewer.review(&game, core_count(), interrupt.token()) else {
            return Ok(CommandStatus::Interrupted);
        };
        match options.format {
            ReviewFormat::Json => print_json(&game, &review, reviewer.nodes, output)?,
            ReviewFormat::Text => output.write_all(self::text(&game, &review).as_bytes())?,
            ReviewFormat::Pgn => {
                annotate::annotate(&review, &mut game.tree);
                writeln!(output, "{}", pgn::write(&game))?;
            }
        }
        output.flush()?;
    }
    Ok(if has_output && !has_faulty_start { CommandStatus::Done } else { CommandStatus::BadInput })
}

/// The texts of the games of a file.
fn game_texts(file: &Path) -> Result<Vec<String>, String> {
    let is_pipe = file == Path::new("-");
    let source = if is_pipe { "the standard input".to_owned() } else { file.display().to_string() };
    let unusable = |reason: &str| format!("{source}: {reason}");
    let text = read_compressed_games(file).map_err(|error| unusable(&io_error::describe_io_error(&error)))?;
    if let Some(text) = text {
        let pieces = PgnSplitter::new(text.as_bytes()).filter_map(Result::ok).filter(PgnGameText::is_game);
        let texts: Vec<String> = pieces.map(|piece| pgn::decode(&piece.bytes).into_owned()).collect();
        return if texts.is_empty() { Err(unusable("there is no game in it")) } else { Ok(texts) };
    }
    let games = list_file(file).map_err(|error| error.to_string())?;
    games.entries().map(|row| library::read(&row.location).map_err(|error| error.to_string())).collect()
}

/// Search nodes for each position: those of the command line, else of the settings.
fn review_nodes(nodes: Option<u64>) -> u64 {
    nodes.unwrap_or_else(|| {
        // A test does not depend on what a user has set.
        let places = UserPaths::find().filter(|_| !cfg!(test));
        let config = places.map(|places| LoadedConfig::from_user_file(&places.config).config);
        config.unwrap_or_default().review.nodes.get()
    })
}

/// Prints the review of a game as one JSON object.
pub(super) fn print_json(
    game: &PgnGame,
    review: &Review,
    nodes: u64,
    output: &mut dyn Write,
) -> io::Result<()> {
    json::print(output, &game_json(game, review, nodes))
}

/// Reviews games.
pub(super) struct Reviewer {
    tables: Arc<Tables>,
    syzygy: Option<Arc<Syzygy>>,
    /// Search nodes for each position.
    pub(super) nodes: u64,
}

impl Reviewer {
    /// With the tables on the disk, and so many search nodes for each position; None for the number in the
    /// settings.
    pub(super) fn new(nodes: Option<u64>, errors: &mut dyn Write) -> io::Result<Self> {
        let tables = Arc::new(Tables::with_store(table_store()));
        Ok(Self { tables, syzygy: open_syzygy(errors)?.map(Arc::new), nodes: review_nodes(nodes) })
    }

    /// The review of a game on so many threads; None where it was stopped.
    pub(super) fn review(&self, game: &PgnGame, threads: usize, stop: &StopToken) -> Option<Review> {
        let mut review = Review::new(&game.tree);
        review.update_endings(&game.tree);
        let order = GameAnalysisRequest {
            roots: review.unanalyzed(&game.tree),
            analyzed: Vec::new(),
            nodes: self.nodes,
        };
        let found = |index, finding| review.update(&game.tree, index, finding);
        analyze_positions(&order, threads, &self.tables, self.syzygy.as_ref(), stop, found);
        review.is_complete().then_some(review)
    }

    /// The quick and the deep search of each mistake; None where it was stopped.
    pub(super) fn search_mistakes(
        &self,
        candidates: &[MistakeCandidate],
        stop: &StopToken,
    ) -> Option<Vec<[MistakeSearch; 2]>> {
        let mistakes = candidates.iter().map(|of| (of.root.clone(), of.played)).collect();
        let request = MistakeSearchRequest { mistakes, nodes: self.nodes };
        let mut searches = Vec::new();
        let found = |_, pair| searches.push(pair);
        mistake_search::search_mistakes(&request, &self.tables, self.syzygy.as_ref(), stop, found);
        (searches.len() == candidates.len()).then_some(searches)
    }

    /// One search of a mistake with this number of nodes; None where it was stopped.
    pub(super) fn search_again(
        &self,
        candidate: &MistakeCandidate,
        nodes: u64,
        stop: &StopToken,
    ) -> Option<MistakeSearch> {
        let mistake = (&candidate.root, candidate.played);
        mistake_search::search_once(mistake, nodes, &self.tables, self.syzygy.as_ref(), stop)
    }
}

impl MoverScoreJson {
    fn of(score: Score, certainty: Certainty, mover: Color) -> Self {
        let winner = score.is_mate().then(|| if score.is_mating() { mover } else { mover.other() });
        Self { score: ScoreJson::of(score, certainty), winner: winner.map(json::color_name) }
    }
}

fn game_json(game: &PgnGame, review: &Review, nodes: u64) -> GameReviewJson {
    let tag = |name: &str| game.header.tag(name).map(sanitize);
    let moves = review.moves.iter().enumerate();
    GameReviewJson {
        white: tag("White"),
        black: tag("Black"),
        result: game.header.result.to_string(),
        nodes,
        sides: side_summaries(review).map(|(color, tally)| SideReviewJson {
            side: json::color_name(color),
            accuracy: tally.accuracy.map(|accuracy| (10.0 * accuracy).round() / 10.0),
            average_loss: tally.average_centipawn_loss,
            dubious: tally.judgment_counts[0],
            mistakes: tally.judgment_counts[1],
            blunders: tally.judgment_counts[2],
        }),
        moves: moves.filter_map(|(ply, of)| Some(move_json(game, review, ply, of.as_ref()?))).collect(),
    }
}

fn move_json(game: &PgnGame, review: &Review, ply: usize, of: &MoveReview) -> MoveReviewJson {
    let certainty = |finding: &PositionEvaluation| match (&finding.line, finding.known_result) {
        (Some(line), _) => line.certainty,
        (None, _) => Certainty::Proven,
    };
    let result = |fact: KnownResult| match fact {
        KnownResult::Win(_) => "win",
        KnownResult::Draw => "draw",
        KnownResult::Loss(_) => "loss",
    };
    let before = game.tree.node(review.nodes[ply - 1]).position();
    MoveReviewJson {
        ply,
        number: of.number,
        side: json::color_name(of.mover),
        san: of.san.clone(),
        before: MoverScoreJson::of(of.finding_before.score(), certainty(&of.finding_before), of.mover),
        after: MoverScoreJson::of(-of.finding_after.score(), certainty(&of.finding_after), of.mover),
        result_before: of.finding_before.known_result.map(result),
        result_after: of.finding_after.known_result.map(KnownResult::for_mover).map(result),
        loss: (1_000.0 * of.winning_chances_loss).round() / 1_000.0,
        mark: of.judgment.map(crate::practice::review::MoveJudgment::glyph),
        moves_lost: of.cost.and_then(MoveCost::moves_lost),
        change: of.result_change.map(crate::practice::review::ResultChange::name),
        better: of.better.as_ref().map(|better| notation::san_line(before, &better.line)),
        reason: of.reason.clone(),
    }
}

/// Both sides with what they made of the game; all of it is known.
fn side_summaries(review: &Review) -> [(Color, ReviewSummary); 2] {
    let tallies = review.summaries.unwrap_or_else(|| review.summarize());
    let [white, black] = tallies;
    [(Color::White, white), (Color::Black, black)]
}

/// Text output: the players, every mistake and slower mate, the summary of both sides.
fn text(game: &PgnGame, review: &Review) -> String {
    let name =
        |tag: &str, color| game.header.tag(tag).map_or_else(|| names::color_name(color).to_owned(), sanitize);
    let (white, black) = (name("White", Color::White), name("Black", Color::Black));
    let mut lines = vec![format!("{white} - {black}  {}", game.header.result)];
    for of in review.moves.iter().flatten() {
        let Some(reason) = &of.reason else { continue };
        let sign = match (of.judgment, of.cost) {
            (Some(mark), _) => mark.glyph().to_owned(),
            (None, Some(MoveCost::Slower(moves))) => format!("+{moves}"),
            (None, Some(MoveCost::Sooner(moves))) => format!("-{moves}"),
            _ => String::new(),
        };
        let label = format!("{:>5}{:<3}{:<8}{sign:<4}", of.number, names::move_number_dots(of.mover), of.san);
        let words: Vec<String> = reason.split_whitespace().map(str::to_owned).collect();
        lines.extend(prose::wrapped(&label, &words));
    }
    for (color, tally) in side_summaries(review) {
        let accuracy = tally.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let [dubious, mistakes, blunders] = tally.judgment_counts;
        let loss = names::hundredths(tally.average_centipawn_loss.into());
        lines.push(format!(
            "{:<6}accuracy {accuracy:>7}   ?! {dubious}   ? {mistakes}   ?? {blunders}   average loss {loss}",
            names::color_name(color)
        ));
    }
    lines.join("\n") + "\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str =
        "[White \"A\u{1b}\"]\n[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"]\n\n1. Qf7 Kb2 2. Qb3+ Kxb3 *\n";

    fn reviewed() -> (PgnGame, Review) {
        let game = pgn::read(GAME, &Position::start()).game;
        let reviewer = Reviewer { tables: Arc::default(), syzygy: None, nodes: 1 };
        let review = reviewer.review(&game, 1, &StopToken::never()).expect("nobody stops it");
        (game, review)
    }

    #[test]
    fn a_review_reads_as_text() {
        let (game, review) = reviewed();
        let text = text(&game, &review);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "A  - Black  *", "no control character comes through");
        assert_eq!(lines[1], "    1.  Qf7     +2   2 moves slower: 1.Qb4 wins (mate in 3)");
        assert!(lines[2].starts_with("    2.  Qb3+    ??   gives a win away: 2.Qb3+ draws, 2."), "{text}");
        assert!(text.contains("White accuracy"), "{text}");
        assert!(text.contains("Black accuracy 100.0 %   ?! 0   ? 0   ?? 0   average loss 0.00"), "{text}");
    }

    #[test]
    fn a_review_is_data_for_scripts() {
        let (game, review) = reviewed();
        let json = serde_json::to_value(game_json(&game, &review, 1)).unwrap();
        let [first, _, third, _] = json["moves"].as_array().unwrap().as_slice() else { panic!("{json}") };
        assert_eq!((&first["mark"], &first["moves_lost"]), (&serde_json::Value::Null, &2.into()));
        assert_eq!((first["before"]["moves"].as_i64(), first["after"]["moves"].as_i64()), (Some(3), Some(4)));
        assert_eq!((third["mark"].as_str(), third["change"].as_str()), (Some("??"), Some("win to draw")));
        assert_eq!(
            (third["result_before"].as_str(), third["result_after"].as_str()),
            (Some("win"), Some("draw"))
        );
        assert_eq!(json["sides"][0]["blunders"], 1);
    }

    #[test]
    fn a_mate_on_the_board_says_whose_it_is() {
        let game = pgn::read("1. f3 e5 2. g4 Qh4# 0-1\n", &Position::start()).game;
        let reviewer = Reviewer { tables: Arc::default(), syzygy: None, nodes: 1_000 };
        let review = reviewer.review(&game, 1, &StopToken::never()).expect("nobody stops it");
        let json = serde_json::to_value(game_json(&game, &review, 1)).unwrap();
        let last = &json["moves"][3];
        assert_eq!((&last["after"]["moves"], &last["after"]["winner"]), (&0.into(), &"black".into()));
        assert_eq!(json["moves"][2]["after"]["winner"], "black");
        assert_eq!(json["moves"][0]["after"].get("winner"), None, "nobody mates yet");
    }
}
