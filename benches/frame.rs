//! The time to draw one frame: the whole view drawn into a buffer, with all panes full.

use std::hint::black_box;
use std::time::Instant;

use divan::Bencher;
use matescope::analysis::{AnalysisSnapshot, AnalysisSource, JobId, ProofProgress};
use matescope::chess::{Bound, Certainty, Line, Ranking, Score, StopSource, fen};
use matescope::engine::Report;
use matescope::solver::tables::Tables;
use matescope::tui::app::App;
use matescope::tui::model::analyze::AnalyzeState;
use matescope::tui::navigation::Tab;
use matescope::tui::view;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn main() {
    divan::main();
}

/// The analysis of a position that the tables cover: the board, the marks, the moves by their cost.
fn app(size: (u16, u16)) -> App {
    let tables = Tables::new();
    let source = StopSource::new();
    let _ = tables.build_three_piece_endings(&source.token(), &mut |_| {});
    let mut app = App::new(Instant::now(), size);
    if let Ok(position) = fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1") {
        app.shared.current_analysis.snapshot = Some(Box::new(AnalysisSnapshot {
            generation: JobId::default(),
            source: AnalysisSource::Table(position.material()),
            report: Report::default(),
            ranking: Ranking::of(&position, &tables),
            proof: ProofProgress::default(),
            syzygy: None,
            best_reported: None,
            ponder_move: None,
        }));
        app.analyze = AnalyzeState::new(position);
    }
    app.shared.tab = Tab::Analyze;
    app
}

#[divan::bench(args = [(80, 24), (120, 40), (200, 60)])]
fn analysis(bencher: Bencher, (width, height): (u16, u16)) {
    draw(bencher, &app((width, height)), width, height);
}

/// A middlegame with three lines, their arrows on the board.
#[divan::bench(args = [(80, 24), (120, 40), (200, 60)])]
fn arrows(bencher: Bencher, (width, height): (u16, u16)) {
    let mut app = app((width, height));
    if let Ok(position) = fen::parse("r1bqk2r/pp1n1ppp/2pbpn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B1K2R b KQkq - 4 8")
    {
        let line = |mv| Line {
            score: Score::centipawns(12),
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves: vec![mv],
            ends_in: None,
        };
        let lines = position.legal_moves().into_iter().step_by(9).take(3).map(line).collect();
        if let Some(snapshot) = &mut app.shared.current_analysis.snapshot {
            snapshot.source = AnalysisSource::Search;
            snapshot.ranking = None;
            snapshot.report.lines = lines;
        }
        app.analyze = AnalyzeState::new(position);
    }
    draw(bencher, &app, width, height);
}

#[divan::bench(args = [(80, 24), (120, 40), (200, 60)])]
fn full_board(bencher: Bencher, (width, height): (u16, u16)) {
    let mut app = app((width, height));
    app.shared.tab = Tab::Play;
    draw(bencher, &app, width, height);
}

fn draw(bencher: Bencher, app: &App, width: u16, height: u16) {
    let area = Rect { x: 0, y: 0, width, height };
    let mut buffer = Buffer::empty(area);
    bencher.bench_local(|| {
        buffer.reset();
        view::draw(black_box(app), area, &mut buffer);
    });
}
