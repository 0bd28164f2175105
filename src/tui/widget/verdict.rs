//! The one place that says how the position stands, how firmly, and who says so.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::analysis::{Chances, Snapshot, Source};
use crate::chess::names::{counted, man_name, named};
use crate::chess::{
    Bound, Certainty, Color, Cost, Ending, Line as PlayLine, Position, Ranking, Role as Man, Score, Value,
    Verdict,
};
use crate::tui::app::Found;
use crate::tui::theme::{Role, Theme, pieces};

use super::pane::Pane;
use super::score_text::{self, ScoreText};
use super::text::{count, count_apart, prose, span, spread, spread_or_stack, width_of, wrap};

/// Who works on the position now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Work {
    /// Nobody.
    Rests,
    /// A search or proof.
    Runs,
    /// All that was asked is known.
    Done,
}

/// What the verdict is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The position.
    pub position: &'a Position,
    /// How the game is over here, if it is.
    pub ending: Option<Ending>,
    /// What the background found.
    pub snapshot: Option<&'a Snapshot>,
    /// Whether it still works.
    pub work: Work,
    /// The name of the engine outside that says all this, if it is one.
    pub by: Option<&'a str>,
    /// Whether it is remembered from an earlier visit.
    pub found: Found,
    /// How many moves were looked at, and how many there are, where some were left out.
    pub of_moves: Option<(usize, usize)>,
}

/// Rows of the pane while a search goes on: the verdict, how far it is, the chances, and the mate that it may find.
const STEADY: u16 = 4;

/// Half-moves without a capture or a pawn's move from which the fifty-move counter is told.
const COUNTER_TOLD_FROM: u16 = 30;

/// The share of the point from which a side may have a mate that is worth telling what is known of it.
const NEAR_MATE: f64 = 0.92;

/// Pieces up to which mates are looked for anyway.
const FEW: u8 = 7;

/// `50-move 34/100`, once it is worth a word.
#[must_use]
pub fn fifty_move_text(position: &Position) -> Option<String> {
    let spent = position.halfmoves();
    (spent >= COUNTER_TOLD_FROM).then(|| format!("50-move {spent}/100"))
}

/// Whether anybody might mate before long, so that it means something how far none exists.
fn is_mate_plausible(snapshot: &Snapshot, position: &Position) -> bool {
    let near = |line: &PlayLine| {
        let chance = line.score.for_white(Color::White).win_chance();
        line.score.is_mate() || chance.max(1.0 - chance) >= NEAR_MATE
    };
    position.material().men() <= FEW || snapshot.report.lines.iter().any(near)
}

/// The pane.
#[must_use]
pub fn pane(facts: &Facts, theme: Theme, width: usize) -> Pane {
    if let Some(ending) = facts.ending {
        return ended(ending, theme, width);
    }
    let Some((snapshot, line)) = facts.snapshot.and_then(|s| s.best_line().map(|line| (s, line))) else {
        return waiting(facts, theme, width);
    };
    let turn = facts.position.turn();
    let glyphs = theme.glyphs();
    let score = score_text::of_line(line, turn, glyphs);
    let mut body = match facts.of_moves {
        Some((some, all)) => {
            let text = format!("Of {some} of {all} moves alone:");
            prose(theme, Role::Warning, &text, width)
        }
        None => Vec::new(),
    };
    body.extend(headline(line.score, &score, facts, theme, width));
    body.extend(source(snapshot, facts, theme, width));
    if let Some(advice) = &snapshot.syzygy {
        body.extend(prose(theme, Role::Exact, &advice.verdict.to_string(), width));
    }
    if let Some(ranking) = &snapshot.ranking {
        body.extend(choice(ranking, theme, width));
        body.extend(dangers(ranking, theme, width));
    }
    body.extend(fifty_moves(line.score, facts.position, theme, width));
    let least = u16::try_from(body.len()).unwrap_or(4).min(5);
    let steady = if snapshot.ranking.is_none() { STEADY } else { 0 };
    Pane::new("Verdict", body).at_least(least).steady(steady).noted(grade(line, facts, theme))
}

fn ended(ending: Ending, theme: Theme, width: usize) -> Pane {
    let role = match ending {
        Ending::Checkmate { .. } => Role::Exact,
        Ending::Stalemate { .. } => Role::Stalemate,
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
    Pane::new("Verdict", body).noted(vec![span(theme, Role::Exact, "GAME OVER")])
}

fn waiting(facts: &Facts, theme: Theme, width: usize) -> Pane {
    let text = match facts.work {
        Work::Runs => "Searching",
        Work::Rests | Work::Done => "Engine paused",
    };
    let more = format!("{text}{}", if facts.work == Work::Runs { theme.glyphs().more } else { "" });
    Pane::new("Verdict", prose(theme, Role::Faint, &more, width)).steady(STEADY)
}

/// `♚ White mates in 3  (5 plies)        M3=`
fn headline(score: Score, text: &ScoreText, facts: &Facts, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let turn = facts.position.turn();
    let side = |color: Color| {
        let king = pieces::inline(Man::King.of(color), theme.charset());
        span(theme, if color.is_white() { Role::Strong } else { Role::Ground }, format!("{king} "))
    };
    let mates = |winner: Color, plies: crate::chess::Ply| {
        let moves = plies.moves();
        if facts.by.is_some() {
            // Nobody else has shown it, whatever its line says.
            return vec![side(winner), span(theme, Role::Strong, format!("it claims a mate in {moves}"))];
        }
        let within = if text.text.contains("<=") { " or sooner" } else { "" };
        vec![
            side(winner),
            span(theme, Role::Strong, format!("{} mates in {moves}{within}", named(winner))),
            span(theme, Role::Faint, format!("  ({})", plies_text(plies.get()))),
        ]
    };
    let winning = |winner: Color| {
        vec![
            side(winner),
            span(theme, Role::Strong, format!("{} is winning", named(winner))),
            span(theme, Role::Faint, "  (mate, length unknown)"),
        ]
    };
    let left = match score.value() {
        Value::Mates(plies) => mates(turn, plies),
        Value::Mated(plies) => mates(turn.other(), plies),
        Value::Wins => winning(turn),
        Value::Loses => winning(turn.other()),
        Value::Centipawns(_) => {
            let proven = text.role == Role::Draw;
            vec![span(
                theme,
                Role::Strong,
                if proven {
                    "Draw: neither side can force mate".to_owned()
                } else {
                    score.for_white(turn).in_words()
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

/// Who says so, and how far the work has come.
fn source(snapshot: &Snapshot, facts: &Facts, theme: Theme, width: usize) -> Vec<Line<'static>> {
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
        Source::Table(material) => {
            let told = format!("{material} table{none}");
            let named = format!("source: {told}");
            line(vec![faint(if named.chars().count() <= width { named } else { told })])
        }
        Source::Proof => {
            let mut lines = Vec::new();
            if let Some(best) = snapshot.best_line() {
                let score = score_text::of_line(best, facts.position.turn(), theme.glyphs());
                let mut parts = vec![span(theme, Role::Exact, score.text), faint(" proved".to_owned())];
                let proof = snapshot.proof;
                if proof.nodes > 0 {
                    let nodes = if proof.nodes == 1 { "node" } else { "nodes" };
                    parts.push(faint(format!(", {} {nodes}", count_apart(proof.nodes))));
                }
                // What rounds to nothing is not worth the room.
                if proof.time.as_millis() >= 50 {
                    parts.push(faint(format!(", {:.1} s", proof.time.as_secs_f64())));
                }
                lines.extend(line(parts));
            }
            lines.extend(line(vec![faint(format!("source: proof{none}"))]));
            lines
        }
        Source::Search | Source::External => {
            let speed = if report.time.is_zero() {
                String::new()
            } else {
                format!(" {dot} {}/s", count(report.nodes_per_second()))
            };
            let (depth, deepest, nodes) = (report.depth, report.seldepth, count(report.nodes));
            let mut searched = format!("depth {depth}/{deepest} {dot} {nodes} nodes");
            // The speed goes where it has no room: a line more or less would move all below it.
            if searched.width() + speed.width() <= width {
                searched.push_str(&speed);
            }
            let threads = format!(" {dot} {} threads", report.threads);
            if report.threads > 1 && searched.width() + threads.width() <= width {
                searched.push_str(&threads);
            }
            let said = facts.by.map(|name| line(vec![faint(format!("{name} says so"))]));
            let mut lines = said.unwrap_or_default();
            lines.extend(line(vec![faint(searched)]));
            lines.extend(chances(snapshot, facts, theme, width));
            let mut proof = proof_at_work(snapshot, facts, theme);
            if width_of(&proof) > width && proof.len() > 2 {
                proof.truncate(proof.len() - 2);
            }
            lines.extend(Some(proof).filter(|proof| !proof.is_empty()).into_iter().flat_map(line));
            lines
        }
    }
}

/// `White 31% · draw 52% · Black 17%`: what a score of our own search has come to in games. Nothing for a mate or
/// a bound.
fn chances(snapshot: &Snapshot, facts: &Facts, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let plain = |line: &&PlayLine| line.bound == Bound::Exact && !line.score.is_mate();
    let best = snapshot.best_line().filter(plain).filter(|_| snapshot.source == Source::Search);
    let Some(line) = best else { return Vec::new() };
    let position = facts.position;
    let Chances { win, draw, loss } = Chances::of(line.score, position.material().men());
    let (white, black) = position.turn().fold_wb((win, loss), (loss, win));
    let [white, draw, black] = [white, draw, black].map(percent);
    let dot = theme.glyphs().dot;
    let text = format!("White {white} {dot} draw {draw} {dot} Black {black}");
    wrap(vec![span(theme, Role::Faint, text)], width)
}

/// A chance of so many thousandths. What a search expects is never certain, so no figure says that it is.
fn percent(permille: u16) -> String {
    match permille {
        0..10 => "<1%".to_owned(),
        991.. => ">99%".to_owned(),
        _ => format!("{}%", (permille + 5) / 10),
    }
}

/// `M<=7 · none in 4 or less · checking 5`: how far the proof has come; nothing where it has said nothing.
fn proof_at_work(snapshot: &Snapshot, facts: &Facts, theme: Theme) -> Vec<Span<'static>> {
    if !is_mate_plausible(snapshot, facts.position) {
        return Vec::new();
    }
    let faint = |text: String| span(theme, Role::Faint, text);
    let joint = || faint(format!(" {} ", theme.glyphs().dot));
    let proof = snapshot.proof;
    let mut parts = Vec::new();
    let mate = snapshot.best_line().filter(|line| line.score.is_mate());
    if let Some(line) = mate {
        let score = score_text::of_line(line, facts.position.turn(), theme.glyphs());
        parts.push(span(theme, score.role, score.text));
    } else if proof.none_within > 0 {
        parts.push(span(theme, Role::Bound, format!("M>={}", proof.none_within + 1)));
    }
    if proof.none_within > 0 {
        parts.extend([joint(), faint(format!("none in {} or less", proof.none_within))]);
    }
    if let Some(checking) = proof.checking.filter(|_| facts.work == Work::Runs) {
        let text = if parts.is_empty() {
            format!("checking mate in {checking}")
        } else {
            format!("checking {checking}")
        };
        if !parts.is_empty() {
            parts.push(joint());
        }
        parts.push(faint(text));
    }
    // A mate alone stands in the headline already.
    if mate.is_some() && parts.len() == 1 { Vec::new() } else { parts }
}

/// How many moves keep what is there to keep.
fn choice(ranking: &Ranking, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (all, best) = (ranking.moves.len(), ranking.best().count());
    let dot = theme.glyphs().dot;
    let kept = match ranking.verdict {
        _ if all == 1 => "there is one move only".to_owned(),
        Verdict::Win(_) => format!("{best} of {} keep it", counted(all, "move")),
        Verdict::Draw => format!("{best} of {} hold the draw", counted(all, "move")),
        Verdict::Loss(_) => format!("{best} of {} last longest", counted(all, "move")),
    };
    let slower = ranking.count(|cost| matches!(cost, Cost::Slower(_)));
    let rest = if slower > 0 { format!(" {dot} {slower} win slower") } else { String::new() };
    wrap(vec![span(theme, Role::Ground, kept + &rest)], width)
}

/// The moves that throw the result away, stalemates first.
fn dangers(ranking: &Ranking, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let stalemates = ranking.count(|cost| cost == Cost::Stalemate);
    let dropped = ranking.count(|cost| matches!(cost, Cost::Drops(_)));
    let draws = ranking.count(|cost| cost == Cost::Draws);
    let losses = ranking.count(|cost| cost == Cost::Loses);
    let mut parts: Vec<(Role, String)> = Vec::new();
    if stalemates > 0 {
        parts.push((Role::Stalemate, format!(" {stalemates} STALEMATE ")));
    }
    if dropped > 0 {
        let man = ranking.moves.iter().find_map(|ranked| match ranked.cost {
            Cost::Drops(role) => Some(man_name(role)),
            _ => None,
        });
        parts.push((Role::Warning, format!("{dropped} drop the {}", man.unwrap_or("piece"))));
    }
    for (count, one, several) in [(draws, "draws", "draw"), (losses, "loses", "lose")] {
        if count > 0 {
            parts.push((Role::Warning, format!("{count} {}", if count == 1 { one } else { several })));
        }
    }
    if parts.is_empty() {
        return Vec::new();
    }
    let mut spans = vec![span(theme, Role::Warning, "! ")];
    for (index, (role, text)) in parts.into_iter().enumerate() {
        if index > 0 {
            spans.push(span(theme, Role::Faint, format!(" {} ", theme.glyphs().dot)));
        }
        spans.push(span(theme, role, text));
    }
    wrap(spans, width)
}

/// Says where the fifty-move counter runs out before the mate.
fn fifty_moves(score: Score, position: &Position, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let verdict = match score.value() {
        Value::Mates(plies) => Verdict::Win(plies),
        Value::Mated(plies) => Verdict::Loss(plies),
        Value::Centipawns(_) | Value::Wins | Value::Loses => return Vec::new(),
    };
    let spent = position.halfmoves();
    if verdict.arrives(spent) {
        return Vec::new();
    }
    let text = format!("! 50-move counter {spent}/100: a draw may come before the mate");
    wrap(vec![span(theme, Role::Warning, text)], width)
}

fn grade(line: &PlayLine, facts: &Facts, theme: Theme) -> Vec<Span<'static>> {
    let keeps = theme.glyphs().keeps;
    let (role, text) = match (line.certainty, line.score.is_mate(), facts.work) {
        _ if facts.of_moves.is_some() => (Role::Warning, "OF SOME MOVES".to_owned()),
        _ if facts.by.is_some() => (Role::Faint, "ITS WORD".to_owned()),
        (Certainty::Searched, ..) if facts.found == Found::Before => (Role::Faint, "FROM BEFORE".to_owned()),
        (Certainty::Proven, ..) => (Role::Exact, format!("EXACT {keeps}")),
        (Certainty::Claimed, ..) => (Role::Faint, "ITS WORD".to_owned()),
        (Certainty::Searched, true, Work::Runs) => (Role::Bound, "FOUND, proof runs".to_owned()),
        (Certainty::Searched, true, _) => (Role::Bound, "FOUND <=".to_owned()),
        (Certainty::Searched, false, Work::Runs) => (Role::Faint, "SEARCHING".to_owned()),
        (Certainty::Searched, false, _) => (Role::Faint, "SEARCHED".to_owned()),
    };
    vec![span(theme, role, text)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_is_told_once_it_matters() {
        let told = |halfmoves: u16| {
            let fen = format!("4k3/8/8/8/8/8/3R4/4K3 w - - {halfmoves} 60");
            fifty_move_text(&crate::chess::fen::parse(&fen).unwrap())
        };
        assert_eq!([told(0), told(29)], [None, None]);
        assert_eq!(told(30).as_deref(), Some("50-move 30/100"));
    }

    #[test]
    fn no_chance_is_called_certain() {
        let texts = [0, 9, 10, 14, 15, 500, 990, 991, 1000].map(percent);
        assert_eq!(texts, ["<1%", "<1%", "1%", "1%", "2%", "50%", "99%", ">99%", ">99%"]);
    }
}
