//! What lies over the board, and the moves for the list beside it with what stands above them: the same for
//! every screen.

use ratatui::text::Line;

use crate::chess::{Cost, Ending, Move, Position};
use crate::game::pgn::command;
use crate::game::pgn::drawing::{self, Brush, Drawing};
use crate::game::{Opening, Tree};
use crate::tui::app::hint::Advice;
use crate::tui::app::{App, Arrows, Bracket, Distances, Entry, Keeps, Meaning, Place, Tab, Threat};
use crate::tui::widget::board::marks::landing;
use crate::tui::widget::board::{Arrow, Marks, Says, Tint, Worth};
use crate::tui::widget::coach::hinted_squares;
use crate::tui::widget::moves::{Item, glyphs};
use crate::tui::widget::opening;
use crate::tui::widget::text::harmless;

/// The marks of the position on the board.
#[must_use]
pub fn marks(app: &App, position: &Position) -> Marks {
    let mut marks = Marks::default().with_check(position).with_cursor(app.board.cursor);
    if let Some(mv) = app.last_move() {
        marks = marks.with_last_move(mv);
    }
    if app.why.is_some() {
        return marks;
    }
    if let Some(round) =
        app.practice.round.as_deref().filter(|round| app.tab == Tab::Practice && round.is_live())
    {
        for square in round.hints.iter().flat_map(hinted_squares) {
            marks = marks.with_tint(square, Tint::Hint);
        }
    }
    let waits = app.play.premove.as_ref().filter(|_| app.tab == Tab::Play && app.play.is_live());
    for &square in waits.into_iter().flat_map(|premove| &premove.squares) {
        marks = marks.with_tint(square, Tint::Premove);
    }
    for square in app.advice().into_iter().flat_map(Advice::squares) {
        marks = marks.with_tint(square, Tint::Hint);
    }
    let drawn = drawings(app);
    for square in drawn.iter().filter(|drawing| !drawing.is_arrow()) {
        marks = marks.with_tint(square.from, Tint::Drawn(square.brush));
    }
    let Some(picked) = app.board.picked else {
        let drawn = drawn.iter().filter(|drawing| drawing.is_arrow());
        let drawn =
            drawn.map(|arrow| Arrow { from: arrow.from, to: arrow.to, says: Says::Drawn(arrow.brush) });
        let marks = marks.with_arrows(arrows(app)).with_arrows(drawn);
        return match (app.ranking(), &app.study.line) {
            (Some(ranking), None) if app.tab == Tab::Analyze || app.distances == Distances::Shown => {
                marks.with_ranking(ranking)
            }
            _ => marks,
        };
    };
    marks = marks.with_tint(picked, Tint::Selected);
    for target in app.targets() {
        let worth = match target.meaning {
            Meaning::Unknown | Meaning::Holds => Worth::Plain,
            Meaning::Mates => Worth::Mate,
            Meaning::Stalemate => Worth::Stalemate,
            Meaning::Wins { moves, keeps: Keeps::Best } => Worth::Best(moves),
            Meaning::Wins { moves, keeps: Keeps::Slower } => Worth::Slower(moves),
            Meaning::Draws => Worth::Draws,
            Meaning::Loses => Worth::Loses,
        };
        marks = marks.with_target(target.square, worth);
    }
    match app.board.dragged_over {
        Some(square) => marks.with_cursor(Some(square)),
        None => marks,
    }
}

/// What an annotator has drawn on the position, and the drawing under way.
fn drawings(app: &App) -> Vec<Drawing> {
    if app.tab != Tab::Analyze || app.study.line.is_some() {
        return Vec::new();
    }
    let walk = &app.study.walk;
    let mut drawn = drawing::drawings(&walk.tree().node(walk.at()).notes);
    let under_way = app.board.drawn_from.zip(app.board.drawn_to);
    drawn.extend(under_way.map(|(from, to)| Drawing { brush: Brush::Green, from, to }));
    drawn
}

/// The moves that the analysis points out: the first ones of its lines, and the threat.
fn arrows(app: &App) -> Vec<Arrow> {
    if app.tab != Tab::Analyze || app.arrows == Arrows::Hidden || app.study.line.is_some() {
        return Vec::new();
    }
    let arrow = |mv: Move, says| Some(Arrow { from: mv.from()?, to: landing(mv), says });
    let lines = app.heard().map_or(&[][..], |snapshot| &snapshot.report.lines);
    // Where every move's distance stands on its square, the best ones need no arrow.
    let lines = if app.ranking().is_some() { &[] } else { lines };
    let firsts = lines.iter().filter_map(|line| line.moves.first().copied());
    let rank = |index: usize| u8::try_from(index + 1).unwrap_or(u8::MAX);
    let of_rank = |index| if index == 0 { Says::Best } else { Says::Other(rank(index)) };
    let mut arrows: Vec<Arrow> =
        firsts.enumerate().filter_map(|(index, mv)| arrow(mv, of_rank(index))).collect();
    if let Threat::Sought(sought) = &app.study.threat {
        let mv = sought.line().and_then(|line| line.moves.first().copied());
        arrows.extend(mv.and_then(|mv| arrow(mv, Says::Threat)));
    }
    arrows
}

/// What the opening is called that led to the position on the board. None in a game that began elsewhere, and
/// where nothing was played, so that the line stays once it is there.
#[must_use]
pub fn opening(app: &App, width: usize) -> Option<Line<'static>> {
    let walk = app.walk()?;
    let opening = Opening::at(walk.tree(), walk.at());
    let is_game = walk.tree().moves() > 0 && walk.tree().begins_as_usual();
    (is_game || opening.is_some()).then(|| opening::line(opening, app.theme, width))
}

/// Comments as a person wants them: one text, without what programs wrote for one another.
fn said(comments: &[String]) -> String {
    let texts = comments.iter().map(|comment| command::prose(comment)).filter(|text| !text.is_empty());
    harmless(&texts.collect::<Vec<_>>().join(" "))
}

/// The moves of the list, with what `cost` knows of each.
#[must_use]
pub fn items(entries: &[Entry], tree: &Tree, cost: impl Fn(&Entry) -> Option<Cost>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let next = entries.get(index + 1).map_or(0, |next| next.nesting);
        // Brackets close where the list steps out of variations, or from one straight into the next.
        let opens_next =
            entries.get(index + 1).is_some_and(|next| matches!(next.bracket, Bracket::Opens | Bracket::Both));
        let closes = match entry.bracket {
            Bracket::Closes | Bracket::Both => {
                (entry.nesting - next.min(entry.nesting)).max(usize::from(opens_next)).max(1)
            }
            Bracket::None | Bracket::Opens => 0,
        };
        let ended = match entry.ending {
            Some(Ending::Stalemate { .. }) => Some(Cost::Stalemate),
            _ => None,
        };
        let notes = &tree.node(entry.node).notes;
        // What is written about the game stands above its first move.
        let about = if index == 0 { said(&tree.node(tree.start()).notes.after) } else { String::new() };
        items.push(Item {
            number: entry.number,
            color: entry.color,
            san: entry.san.clone(),
            nesting: entry.nesting,
            opens: matches!(entry.bracket, Bracket::Opens | Bracket::Both),
            closes,
            current: entry.place == Place::Here,
            cost: cost(entry).or(ended),
            mark: None,
            glyphs: glyphs(&notes.nags),
            before: [about, said(&notes.before)].join(" ").trim().to_owned(),
            after: said(&notes.after),
        });
    }
    items
}
