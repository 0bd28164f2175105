//! The verdict on a position: its evaluation, how certain that is, and its source.

use std::fmt::Write as _;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::analysis::{AnalysisSnapshot, AnalysisSource, Wdl};
use crate::chess::names::{color_name, pluralized, role_name, shares};
use crate::chess::score_text::least_mate_text;
use crate::chess::text::capitalized;
use crate::chess::{
    Bound, Certainty, Color, GameTermination, Line as PlayLine, MoveCost, Ply, Position, Ranking,
    Role as PieceRole, Score, ScoreValue, Verdict,
};
use crate::tui::model::{PaneId, SnapshotFreshness};
use crate::tui::theme::{Role, Theme, pieces};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text;
use crate::tui::widget::score_text::ScoreText;
use crate::tui::widget::text::{
    count_text, count_text_spaced, prose, span, spread, spread_or_stack, width_of, wrap,
};

/// The source of the current result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VerdictProgress {
    /// No source.
    Idle,
    /// A search or proof.
    Running,
    /// The search is complete.
    Done,
}

/// What the verdict is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct VerdictPaneData<'a> {
    /// The position.
    pub position: &'a Position,
    /// How the game is over here, if it is.
    pub ending: Option<GameTermination>,
    /// The result of the search.
    pub snapshot: Option<&'a AnalysisSnapshot>,
    /// Whether it still runs.
    pub progress: VerdictProgress,
    /// The name of the external engine that reports this, if it is one.
    pub external_engine: Option<&'a str>,
    /// Whether it is from the cache.
    pub freshness: SnapshotFreshness,
    /// How many moves were analyzed, and how many there are, where some were left out.
    pub search_moves: Option<(usize, usize)>,
}

/// Rows of the pane while a search goes on: the verdict, how far it is, the chances, and the mate that it may
/// find.
const RESERVED_ROWS: u16 = 4;

/// The fifty-move counter is shown from this many half-moves without a capture or a pawn move.
const FIFTY_MOVE_SHOWN_FROM: u16 = 30;

/// The expected score from which a side may have a mate, so that the mate search is worth showing.
const MIN_MATE_CHANCE: f64 = 0.92;

/// With up to so many pieces mates are always searched for.
const FEW_PIECES: u8 = 7;

/// `50-move 34/100`, once it is worth showing.
pub(crate) fn fifty_move_text(position: &Position) -> Option<String> {
    let spent = position.halfmoves();
    (spent >= FIFTY_MOVE_SHOWN_FROM).then(|| format!("50-move {spent}/100"))
}

/// Whether a mate is likely enough that "no mate in n" is worth showing.
fn is_mate_plausible(snapshot: &AnalysisSnapshot, position: &Position) -> bool {
    let near = |line: &PlayLine| {
        let chance = line.score.for_white(Color::White).win_chance();
        line.score.is_mate() || chance.max(1.0 - chance) >= MIN_MATE_CHANCE
    };
    position.material().piece_count() <= FEW_PIECES || snapshot.report.lines.iter().any(near)
}

/// The pane.
pub(crate) fn pane(data: &VerdictPaneData, theme: Theme, width: usize) -> Pane {
    if let Some(ending) = data.ending {
        return ending_pane(ending, theme, width);
    }
    let Some((snapshot, line)) = data.snapshot.and_then(|s| s.best_line().map(|line| (s, line))) else {
        return waiting_pane(data, theme, width);
    };
    let turn = data.position.turn();
    let glyphs = theme.glyphs();
    let score = score_text::from_line(line, turn, glyphs);
    let mut body = match data.search_moves {
        Some((some, all)) => {
            let text = format!("Of {some} of {all} moves alone:");
            prose(theme, Role::Warning, &text, width)
        }
        None => Vec::new(),
    };
    body.extend(headline(line.score, &score, data, theme, width));
    body.extend(source_lines(snapshot, data, theme, width));
    if let Some(advice) = &snapshot.syzygy {
        body.extend(prose(theme, Role::Exact, &advice.verdict.to_string(), width));
    }
    if let Some(ranking) = &snapshot.ranking {
        body.extend(choice_lines(ranking, theme, width));
        body.extend(mistake_lines(ranking, theme, width));
    }
    body.extend(fifty_moves(snapshot, line.score, data.position, theme, width));
    let steady = if snapshot.ranking.is_none() { RESERVED_ROWS } else { 0 };
    Pane::new(PaneId::Verdict, "Verdict", body)
        .with_rows_of_text(5)
        .with_reserved_rows(steady)
        .with_note(grade(line, data, theme))
}

fn ending_pane(ending: GameTermination, theme: Theme, width: usize) -> Pane {
    let role = match ending {
        GameTermination::Checkmate { .. } => Role::Exact,
        GameTermination::Stalemate { .. } => Role::Stalemate,
        _ => Role::Draw,
    };
    let score = match ending.outcome() {
        shakmaty::KnownOutcome::Decisive { winner } => winner.fold_wb("1-0", "0-1").to_owned(),
        shakmaty::KnownOutcome::Draw => format!("{0}-{0}", theme.glyphs().half),
    };
    let mut body = spread_or_stack(
        vec![span(theme, role, ending.title())],
        vec![span(theme, Role::Strong, score)],
        width,
        theme.glyphs(),
    );
    body.extend(prose(theme, Role::Ground, &ending.reason(), width));
    Pane::new(PaneId::Verdict, "Verdict", body).with_note(vec![span(theme, Role::Exact, "GAME OVER")])
}

fn waiting_pane(data: &VerdictPaneData, theme: Theme, width: usize) -> Pane {
    let text = match data.progress {
        VerdictProgress::Running => "Searching",
        VerdictProgress::Idle | VerdictProgress::Done => "Engine paused",
    };
    let more = format!(
        "{text}{}",
        if data.progress == VerdictProgress::Running { theme.glyphs().ellipsis } else { "" }
    );
    Pane::new(PaneId::Verdict, "Verdict", prose(theme, Role::Faint, &more, width))
        .with_reserved_rows(RESERVED_ROWS)
}

/// `♚ White mates in 3  (5 plies)        M3=`
fn headline(
    score: Score,
    text: &ScoreText,
    data: &VerdictPaneData,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let turn = data.position.turn();
    let side = |color: Color| {
        let king = pieces::text_symbol(PieceRole::King.of(color), theme.charset());
        span(theme, if color.is_white() { Role::Strong } else { Role::Ground }, format!("{king} "))
    };
    let mates = |winner: Color, plies: crate::chess::Ply| {
        let moves = plies.moves();
        if data.external_engine.is_some() {
            // It is not proved by anything else, whatever its line says.
            return vec![side(winner), span(theme, Role::Strong, format!("it claims a mate in {moves}"))];
        }
        let within = if text.text.contains("<=") { " or sooner" } else { "" };
        vec![
            side(winner),
            span(theme, Role::Strong, format!("{} mates in {moves}{within}", color_name(winner))),
            span(theme, Role::Faint, format!("  ({})", plies_text(plies.get()))),
        ]
    };
    let winning = |winner: Color| {
        vec![
            side(winner),
            span(theme, Role::Strong, format!("{} is winning", color_name(winner))),
            span(theme, Role::Faint, "  (mate, length unknown)"),
        ]
    };
    let left = match score.value() {
        ScoreValue::Mates(plies) => mates(turn, plies),
        ScoreValue::Mated(plies) => mates(turn.other(), plies),
        ScoreValue::Wins => winning(turn),
        ScoreValue::Loses => winning(turn.other()),
        ScoreValue::Centipawns(_) => {
            let proven = text.role == Role::Draw;
            vec![span(
                theme,
                Role::Strong,
                if is_drawn_by_fifty_moves(data.snapshot) {
                    "Draw by the fifty-move rule".to_owned()
                } else if proven {
                    "Draw: neither side can force mate".to_owned()
                } else {
                    score.for_white(turn).description()
                },
            )]
        }
    };
    let score = span(theme, text.role, text.text.clone());
    // Where room is short the plies go first: the moves say the same.
    for shown in [left.len(), left.len().min(2)] {
        if width_of(&left[..shown]) + score.width() < width {
            return vec![spread(left[..shown].to_vec(), vec![score], width, theme.glyphs())];
        }
    }
    let mut lines = vec![Line::from(score)];
    lines.extend(wrap(left, width));
    lines
}

fn plies_text(plies: u16) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// The source of the result, and the progress of the search.
fn source_lines(
    snapshot: &AnalysisSnapshot,
    data: &VerdictPaneData,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let dot = theme.glyphs().dot;
    let faint = |text: String| span(theme, Role::Faint, text);
    let line = |spans| wrap(spans, width);
    let report = &snapshot.report;
    let mate = snapshot.best_line().and_then(|line| line.score.mate_distance());
    let none = match mate.map(crate::chess::Ply::moves) {
        None | Some(0 | 1) => String::new(),
        Some(2) => format!(" {dot} no mate in 1 exists"),
        Some(moves) => format!(" {dot} none in 1-{} exists", moves - 1),
    };
    match snapshot.source {
        AnalysisSource::Table(material) => {
            let source_text = format!("{material} table{none}");
            let named = format!("source: {source_text}");
            line(vec![faint(if named.chars().count() <= width { named } else { source_text })])
        }
        AnalysisSource::Proof => {
            let mut lines = Vec::new();
            if let Some(best) = snapshot.best_line() {
                let score = score_text::from_line(best, data.position.turn(), theme.glyphs());
                let mut source_spans =
                    vec![span(theme, Role::Exact, score.text), faint(" proved".to_owned())];
                let proof = snapshot.proof;
                if proof.nodes > 0 {
                    let nodes = if proof.nodes == 1 { "node" } else { "nodes" };
                    source_spans.push(faint(format!(", {} {nodes}", count_text_spaced(proof.nodes))));
                }
                // A value that rounds to zero is left out.
                if proof.time.as_millis() >= 50 {
                    source_spans.push(faint(format!(", {:.1} s", proof.time.as_secs_f64())));
                }
                lines.extend(line(source_spans));
            }
            lines.extend(line(vec![faint(format!("source: proof{none}"))]));
            lines
        }
        AnalysisSource::Search | AnalysisSource::ExternalEngine => {
            let speed = if report.time.is_zero() {
                String::new()
            } else {
                format!(" {dot} {}/s", count_text(report.nodes_per_second()))
            };
            let mut searched = format!("depth {}", report.depth);
            // What was kept of an earlier search knows less.
            if report.seldepth > Ply::ZERO {
                let _ = write!(searched, "/{}", report.seldepth);
            }
            if report.nodes > 0 {
                let _ = write!(searched, " {dot} {} nodes", count_text(report.nodes));
            }
            // The speed is left out where it has no room: a line more or less would move all below it.
            if searched.width() + speed.width() <= width {
                searched.push_str(&speed);
            }
            let threads = format!(" {dot} {} threads", report.threads);
            if report.threads > 1 && searched.width() + threads.width() <= width {
                searched.push_str(&threads);
            }
            let attribution = data.external_engine.map(|name| line(vec![faint(format!("{name} says so"))]));
            let mut lines = attribution.unwrap_or_default();
            lines.extend(line(vec![faint(searched)]));
            lines.extend(win_chances(snapshot, data, theme, width));
            let mut proof = proof_progress(snapshot, data, theme);
            if width_of(&proof) > width && proof.len() > 2 {
                proof.truncate(proof.len() - 2);
            }
            lines.extend(Some(proof).filter(|proof| !proof.is_empty()).into_iter().flat_map(line));
            lines
        }
    }
}

/// `White 31% · draw 52% · Black 17%`: win, draw and loss probabilities (WDL) of our own search's scores,
/// from game statistics. None for a mate or a bound.
fn win_chances(
    snapshot: &AnalysisSnapshot,
    data: &VerdictPaneData,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let plain = |line: &&PlayLine| line.bound == Bound::Exact && !line.score.is_mate();
    let best = snapshot.best_line().filter(plain).filter(|_| snapshot.source == AnalysisSource::Search);
    let Some(line) = best else { return Vec::new() };
    let position = data.position;
    let Wdl { win, draw, loss } = Wdl::of(line.score, position.material().piece_count());
    let (white, black) = position.turn().fold_wb((win, loss), (loss, win));
    let [white, draw, black] = percents([white, draw, black]);
    let dot = theme.glyphs().dot;
    let text = format!("White {white} {dot} draw {draw} {dot} Black {black}");
    wrap(vec![span(theme, Role::Faint, text)], width)
}

/// Probabilities in thousandths as percentages that add up to 100. A search is never certain, so no number says
/// that it is.
fn percents(thousandths: [u16; 3]) -> [String; 3] {
    let whole = shares(&thousandths.map(u64::from), 100);
    let mut texts = thousandths.map(|of| if of < 500 { "<1%".to_owned() } else { ">99%".to_owned() });
    for ((text, of), percent) in texts.iter_mut().zip(thousandths).zip(whole) {
        if (10..=990).contains(&of) {
            *text = format!("{percent}%");
        }
    }
    texts
}

/// `M<=7 · none in 4 or less · checking 5`: the progress of the mate prover; nothing where it has reported
/// none.
fn proof_progress(snapshot: &AnalysisSnapshot, data: &VerdictPaneData, theme: Theme) -> Vec<Span<'static>> {
    if !is_mate_plausible(snapshot, data.position) {
        return Vec::new();
    }
    let faint = |text: String| span(theme, Role::Faint, text);
    let joint = || faint(format!(" {} ", theme.glyphs().dot));
    let proof = snapshot.proof;
    let mut spans = Vec::new();
    let mate = snapshot.best_line().filter(|line| line.score.is_mate());
    if let Some(line) = mate {
        let score = score_text::from_line(line, data.position.turn(), theme.glyphs());
        spans.push(span(theme, score.role, score.text));
    } else if proof.none_within > 0 {
        spans.push(span(theme, Role::Bound, least_mate_text(proof.none_within + 1)));
    }
    if proof.none_within > 0 {
        spans.extend([joint(), faint(format!("none in {} or less", proof.none_within))]);
    }
    if let Some(checking) = proof.checking.filter(|_| data.progress == VerdictProgress::Running) {
        let text = if spans.is_empty() {
            format!("checking mate in {checking}")
        } else {
            format!("checking {checking}")
        };
        if !spans.is_empty() {
            spans.push(joint());
        }
        spans.push(faint(text));
    }
    // A mate alone is in the headline already.
    if mate.is_some() && spans.len() == 1 { Vec::new() } else { spans }
}

/// How many moves keep the result.
fn choice_lines(ranking: &Ranking, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (all, best) = (ranking.moves.len(), ranking.best().count());
    let dot = theme.glyphs().dot;
    let kept_moves = match ranking.verdict {
        _ if all == 1 => "there is one move only".to_owned(),
        Verdict::Win(_) => format!("{best} of {} keep it", pluralized(all, "move")),
        Verdict::Draw => format!("{best} of {} hold the draw", pluralized(all, "move")),
        Verdict::Loss(_) => format!("{best} of {} last longest", pluralized(all, "move")),
    };
    let slower = ranking.count(|cost| matches!(cost, MoveCost::Slower(_)));
    let rest = if slower > 0 { format!(" {dot} {slower} win slower") } else { String::new() };
    wrap(vec![span(theme, Role::Ground, kept_moves + &rest)], width)
}

/// The moves that change the result, stalemates first.
fn mistake_lines(ranking: &Ranking, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let stalemates = ranking.count(|cost| cost == MoveCost::Stalemate);
    let dropped = ranking.count(|cost| matches!(cost, MoveCost::HangsPiece(_)));
    let draws = ranking.count(|cost| cost == MoveCost::Draws);
    let losses = ranking.count(|cost| cost == MoveCost::Loses);
    let mut groups: Vec<(Role, String)> = Vec::new();
    if stalemates > 0 {
        groups.push((Role::Stalemate, format!(" {stalemates} STALEMATE ")));
    }
    if dropped > 0 {
        let piece = ranking.moves.iter().find_map(|ranked| match ranked.cost {
            MoveCost::HangsPiece(role) => Some(role_name(role)),
            _ => None,
        });
        groups.push((Role::Warning, format!("{dropped} drop the {}", piece.unwrap_or("piece"))));
    }
    for (count, one, several) in [(draws, "draws", "draw"), (losses, "loses", "lose")] {
        if count > 0 {
            groups.push((Role::Warning, format!("{count} {}", if count == 1 { one } else { several })));
        }
    }
    if groups.is_empty() {
        return Vec::new();
    }
    let mut spans = vec![span(theme, Role::Warning, "! ")];
    for (index, (role, text)) in groups.into_iter().enumerate() {
        if index > 0 {
            spans.push(span(theme, Role::Faint, format!(" {} ", theme.glyphs().dot)));
        }
        spans.push(span(theme, role, text));
    }
    wrap(spans, width)
}

/// Whether the tables have a mate that the fifty-move rule makes a draw.
fn is_drawn_by_fifty_moves(snapshot: Option<&AnalysisSnapshot>) -> bool {
    snapshot.and_then(|of| of.ranking.as_ref()).is_some_and(Ranking::is_drawn_by_fifty_moves)
}

/// What the fifty-move rule does to the mate.
fn fifty_moves(
    snapshot: &AnalysisSnapshot,
    score: Score,
    position: &Position,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    if let Some(ranking) = &snapshot.ranking {
        let Some(text) = ranking.fifty_move_explanation(position) else { return Vec::new() };
        return if ranking.is_drawn_by_fifty_moves() {
            prose(theme, Role::Ground, &capitalized(&text), width)
        } else {
            prose(theme, Role::Warning, &format!("! {text}"), width)
        };
    }
    let verdict = match score.value() {
        ScoreValue::Mates(plies) => Verdict::Win(plies),
        ScoreValue::Mated(plies) => Verdict::Loss(plies),
        ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses => return Vec::new(),
    };
    let spent = position.halfmoves();
    if verdict.beats_fifty_move_rule(spent) {
        return Vec::new();
    }
    let text = format!("! 50-move counter {spent}/100: a draw may come before the mate");
    wrap(vec![span(theme, Role::Warning, text)], width)
}

fn grade(line: &PlayLine, data: &VerdictPaneData, theme: Theme) -> Vec<Span<'static>> {
    let best = theme.glyphs().best;
    let (role, text) = match (line.certainty, line.score.is_mate(), data.progress) {
        _ if data.search_moves.is_some() => (Role::Warning, "OF SOME MOVES".to_owned()),
        _ if data.external_engine.is_some() => (Role::Faint, "ITS WORD".to_owned()),
        (Certainty::Searched, ..) if data.freshness == SnapshotFreshness::Cached => {
            (Role::Faint, "FROM BEFORE".to_owned())
        }
        (Certainty::Proven, ..) => (Role::Exact, format!("EXACT {best}")),
        (Certainty::Claimed, ..) => (Role::Faint, "ITS WORD".to_owned()),
        (Certainty::Searched, true, VerdictProgress::Running) => {
            (Role::Bound, "FOUND, proof runs".to_owned())
        }
        (Certainty::Searched, true, _) => (Role::Bound, "FOUND <=".to_owned()),
        (Certainty::Searched, false, VerdictProgress::Running) => (Role::Faint, "SEARCHING".to_owned()),
        (Certainty::Searched, false, _) => (Role::Faint, "SEARCHED".to_owned()),
    };
    vec![span(theme, role, text)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_is_shown_once_it_matters() {
        let text_for = |halfmoves: u16| {
            let fen = format!("4k3/8/8/8/8/8/3R4/4K3 w - - {halfmoves} 60");
            fifty_move_text(&crate::chess::fen::parse(&fen).unwrap())
        };
        assert_eq!([text_for(0), text_for(29)], [None, None]);
        assert_eq!(text_for(30).as_deref(), Some("50-move 30/100"));
    }

    #[test]
    fn no_chance_is_called_certain() {
        for (thousandths, texts) in [
            ([0, 0, 1000], ["<1%", "<1%", ">99%"]),
            ([0, 9, 991], ["<1%", "<1%", ">99%"]),
            ([0, 10, 990], ["<1%", "1%", "99%"]),
            ([14, 486, 500], ["1%", "49%", "50%"]),
        ] {
            assert_eq!(percents(thousandths), texts);
        }
    }

    #[test]
    fn chances_add_up_to_a_hundred() {
        assert_eq!(percents([356, 297, 347]), ["35%", "30%", "35%"]);
        for white in (10..980).step_by(7) {
            for draw in (10..990 - white).step_by(11) {
                let numbers = percents([white, draw, 1000 - white - draw]);
                let sum: u16 =
                    numbers.iter().map(|text| text.trim_end_matches('%').parse::<u16>().unwrap()).sum();
                assert_eq!(sum, 100, "{numbers:?}");
            }
        }
    }
}
