//! Records half a minute of real use: a moving picture for the README (SVG) and a text recording (asciicast,
//! version 2).
//!
//! `RECORD_TOUR=1 cargo test --test suite pty::recording` writes both into `assets/screens`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{Home, Tty};
use crate::skip::{SkipReason, skipped};

const COLUMNS: u16 = 80;
const ROWS: u16 = 24;
/// Size of a cell in the picture, in pixels.
const CELL: (u32, u32) = (9, 18);
/// The shortest time that a frame is shown, in milliseconds.
const FRAME_MS: u32 = 80;
/// How long the last frame stays, in milliseconds.
const LAST_FRAME_MS: u32 = 2_500;
/// What the README may load.
const MAX_BYTES: usize = 1_500_000;
/// Text and ground of cells without a color of their own.
const PLAIN: (Rgb, Rgb) = ((0xd8, 0xde, 0xe4), (0x10, 0x14, 0x18));

type Rgb = (u8, u8, u8);

/// One picture: its rows, drawn, and how long it is shown.
struct RecordedFrame {
    rows: Vec<String>,
    milliseconds: u32,
}

/// Plays the tour, as a person would.
fn play(tty: &mut Tty) {
    let pause = |tty: &Tty, milliseconds| tty.linger(Duration::from_millis(milliseconds));
    let type_in = |tty: &mut Tty, text: &str| {
        for letter in text.chars() {
            tty.send(&letter.to_string());
            tty.linger(Duration::from_millis(170));
        }
    };
    tty.wait_for("Matescope");
    pause(tty, 1_000);
    // A position from anywhere: the tables know it at once.
    tty.send("p");
    pause(tty, 900);
    tty.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    pause(tty, 1_500);
    tty.send("\r");
    tty.wait_for("Verdict");
    pause(tty, 3_500);
    // The stalemate guard.
    type_in(tty, "Kc2");
    pause(tty, 600);
    tty.send("\r");
    pause(tty, 3_000);
    tty.send("\x1b");
    pause(tty, 900);
    // The proof, with its branches.
    tty.send("w");
    pause(tty, 2_500);
    for _ in 0..3 {
        tty.send("\x1b[B");
        pause(tty, 900);
    }
    tty.send("\x1b");
    pause(tty, 700);
    // A round of practice.
    tty.send("3");
    pause(tty, 2_000);
    tty.send("\r");
    pause(tty, 2_500);
    tty.send("t");
    pause(tty, 2_500);
    tty.send("\x11");
    tty.wait_for_end();
}

#[test]
fn half_a_minute_is_recorded() {
    if std::env::var_os("RECORD_TOUR").is_none() {
        return skipped(&SkipReason::NotPossible("nobody asked for a recording (RECORD_TOUR)"));
    }
    let home = Home::new("recording");
    home.configure("[practice]\n");
    let mut tty = Tty::matescope(&home, &[]);
    play(&mut tty);
    let received = tty.received();
    let start = received.chunks.first().expect("the program has drawn").0;
    let mut at = 0;
    let chunks: Vec<(Duration, &[u8])> = received
        .chunks
        .iter()
        .map(|&(time, length)| {
            at += length;
            (time - start, &received.bytes[at - length..at])
        })
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/screens");
    let cast = asciicast(&chunks);
    let picture = svg(&frames(&chunks));
    assert!(picture.len() < MAX_BYTES && cast.len() < MAX_BYTES, "{} and {}", picture.len(), cast.len());
    fs::write(folder.join("tour.svg"), picture).unwrap();
    fs::write(folder.join("tour.cast"), cast).unwrap();
}

/// The recording as asciinema reads it.
fn asciicast(chunks: &[(Duration, &[u8])]) -> String {
    let mut text =
        format!("{{\"version\":2,\"width\":{COLUMNS},\"height\":{ROWS},\"title\":\"Matescope\"}}\n");
    // A character may be cut in two by a read.
    let mut bytes = Vec::new();
    for (time, chunk) in chunks {
        bytes.extend_from_slice(chunk);
        let whole = match std::str::from_utf8(&bytes) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let rest = bytes.split_off(whole);
        let data = serde_json::Value::from(String::from_utf8(bytes).unwrap());
        writeln!(text, "[{:.3},\"o\",{data}]", time.as_secs_f64()).unwrap();
        bytes = rest;
    }
    text
}

/// The pictures that differ, each with its time.
fn frames(chunks: &[(Duration, &[u8])]) -> Vec<RecordedFrame> {
    let mut parser = vt100::Parser::new(ROWS, COLUMNS, 0);
    let mut frames: Vec<RecordedFrame> = Vec::new();
    for (at, (time, chunk)) in chunks.iter().enumerate() {
        parser.process(chunk);
        let next = chunks
            .get(at + 1)
            .map(|(next, _)| u32::try_from(next.saturating_sub(*time).as_millis()).unwrap());
        // At the end the program gives the screen back.
        if !parser.screen().alternate_screen() {
            continue;
        }
        let rows: Vec<String> = (0..ROWS).map(|row| draw_row(parser.screen(), row)).collect();
        let milliseconds = next.unwrap_or_default();
        match frames.last_mut() {
            Some(last) if last.rows == rows => last.milliseconds += milliseconds,
            // What was shown for a moment only is passed over.
            Some(last) if last.milliseconds < FRAME_MS => {
                last.rows = rows;
                last.milliseconds += milliseconds;
            }
            _ => frames.push(RecordedFrame { rows, milliseconds }),
        }
    }
    frames.last_mut().expect("a frame").milliseconds = LAST_FRAME_MS;
    frames
}

/// A film: the frames stand below each other, and one after the other is moved into the window.
fn svg(frames: &[RecordedFrame]) -> String {
    let (width, height) = (u32::from(COLUMNS) * CELL.0, u32::from(ROWS) * CELL.1);
    let total: u32 = frames.iter().map(|frame| frame.milliseconds).sum();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let (mut rows, mut film, mut steps) = (String::new(), String::new(), String::new());
    let mut begun = 0;
    for (number, frame) in frames.iter().enumerate() {
        let top = u32::try_from(number).unwrap() * height;
        for (row, drawn) in (0..).zip(&frame.rows) {
            let count = known.len();
            let id = *known.entry(drawn).or_insert_with(|| {
                write!(rows, "<g id=\"r{count}\">{drawn}</g>").unwrap();
                count
            });
            write!(film, "<use href=\"#r{id}\" y=\"{}\"/>", top + row * CELL.1).unwrap();
        }
        let percent = f64::from(begun) * 100.0 / f64::from(total);
        write!(steps, "{percent:.3}%{{transform:translateY(-{top}px)}}").unwrap();
        begun += frame.milliseconds;
    }
    let ground = color(PLAIN.1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\"><title>Matescope in use</title><style>@keyframes film{{{steps}}}\
         .film{{animation:film {total}ms step-end infinite}}text{{font:15px 'DejaVu Sans Mono',Menlo,Consolas,\
         monospace;white-space:pre}}.b{{font-weight:bold}}</style><defs>{rows}</defs>\
         <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/><g class=\"film\">{film}</g></svg>\n"
    )
}

/// A row of the screen as elements of a picture: grounds, then block elements and text.
fn draw_row(screen: &vt100::Screen, row: u16) -> String {
    let mut drawn = String::new();
    let mut column = 0;
    while column < COLUMNS {
        let first = column;
        let style = style_of(screen, row, column);
        let mut text = String::new();
        while column < COLUMNS && style_of(screen, row, column) == style {
            let contents =
                screen.cell(row, column).map(|cell| cell.contents().to_owned()).unwrap_or_default();
            text.push_str(if contents.is_empty() { " " } else { &contents });
            column += 1;
        }
        draw_run(&mut drawn, first, column - first, style, &text);
    }
    drawn
}

fn draw_run(drawn: &mut String, first: u16, count: u16, style: CellStyle, text: &str) {
    let (x, width) = (u32::from(first) * CELL.0, u32::from(count) * CELL.0);
    if style.ground != PLAIN.1 {
        // A hair more than a cell, so that no gap is seen.
        let (height, ground) = (CELL.1, color(style.ground));
        write!(drawn, "<path fill=\"{ground}\" d=\"M{x} 0h{width}.4v{height}.4h-{width}.4z\"/>").unwrap();
    }
    let ink = color(style.ink);
    let mut letters = String::new();
    for (at, letter) in (0u32..).zip(text.chars()) {
        let parts = block_parts(letter);
        if parts.is_empty() {
            letters.push(letter);
            continue;
        }
        letters.push(' ');
        for [left, top, right, bottom] in parts {
            let (left, right) =
                (x * 8 + at * CELL.0 * 8 + left * CELL.0, x * 8 + at * CELL.0 * 8 + right * CELL.0);
            let [x0, x1] = [left, right].map(f64::from).map(|x| x / 8.0);
            let [y0, y1] = [top, bottom].map(|y| f64::from(y * CELL.1) / 8.0);
            write!(drawn, "<path fill=\"{ink}\" d=\"M{x0} {y0}H{x1}V{y1}H{x0}z\"/>").unwrap();
        }
    }
    let shown = letters.trim_end();
    let leading = letters.len() - letters.trim_start().len();
    if shown.is_empty() {
        return;
    }
    let shown = &shown[leading..];
    let count = u32::try_from(shown.chars().count()).unwrap();
    let (x, length) = (x + u32::try_from(leading).unwrap() * CELL.0, count * CELL.0);
    let escaped = shown.replace('&', "&amp;").replace('<', "&lt;");
    let bold = if style.bold { " class=\"b\"" } else { "" };
    write!(drawn, "<text{bold} x=\"{x}\" y=\"14\" fill=\"{ink}\" textLength=\"{length}\">{escaped}</text>")
        .unwrap();
}

/// The parts of a cell that a block element fills, in eighths: left, top, right, bottom.
fn block_parts(letter: char) -> Vec<[u32; 4]> {
    const QUARTERS: [[u32; 4]; 4] = [[0, 0, 4, 4], [4, 0, 8, 4], [0, 4, 4, 8], [4, 4, 8, 8]];
    let quarters = |which: &[usize]| which.iter().map(|&at| QUARTERS[at]).collect();
    let code = u32::from(letter);
    match letter {
        '▀' => vec![[0, 0, 8, 4]],
        '▐' => vec![[4, 0, 8, 8]],
        '▁'..='█' => vec![[0, 8 - (code - 0x2580), 8, 8]],
        '▉'..='▏' => vec![[0, 0, 8 - (code - 0x2588), 8]],
        '▔' => vec![[0, 0, 8, 1]],
        '▕' => vec![[7, 0, 8, 8]],
        '▖' => quarters(&[2]),
        '▗' => quarters(&[3]),
        '▘' => quarters(&[0]),
        '▙' => quarters(&[0, 2, 3]),
        '▚' => quarters(&[0, 3]),
        '▛' => quarters(&[0, 1, 2]),
        '▜' => quarters(&[0, 1, 3]),
        '▝' => quarters(&[1]),
        '▞' => quarters(&[1, 2]),
        '▟' => quarters(&[1, 2, 3]),
        _ => Vec::new(),
    }
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellStyle {
    ink: Rgb,
    ground: Rgb,
    bold: bool,
}

fn style_of(screen: &vt100::Screen, row: u16, column: u16) -> CellStyle {
    let Some(cell) = screen.cell(row, column) else {
        return CellStyle { ink: PLAIN.0, ground: PLAIN.1, bold: false };
    };
    let (mut ink, mut ground) = (rgb(cell.fgcolor(), PLAIN.0), rgb(cell.bgcolor(), PLAIN.1));
    if cell.inverse() {
        (ink, ground) = (ground, ink);
    }
    CellStyle { ink, ground, bold: cell.bold() }
}

/// The program asks for true color; the sixteen colors are never used there.
fn rgb(color: vt100::Color, plain: Rgb) -> Rgb {
    match color {
        vt100::Color::Rgb(red, green, blue) => (red, green, blue),
        _ => plain,
    }
}

fn color((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[test]
fn block_elements_fill_their_parts() {
    assert_eq!(block_parts('█'), [[0, 0, 8, 8]]);
    assert_eq!(block_parts('▄'), [[0, 4, 8, 8]]);
    assert_eq!(block_parts('▌'), [[0, 0, 4, 8]]);
    assert_eq!(block_parts('▟').len(), 3);
    assert_eq!(block_parts('K'), [[0; 4]; 0]);
}

#[test]
fn a_recording_is_a_film_and_a_cast() {
    let chunks: Vec<(Duration, &[u8])> = vec![
        (Duration::ZERO, b"\x1b[?1049h\x1b[38;2;1;2;3mab\xe2\x96"),
        (Duration::from_millis(500), b"\x84<"),
        (Duration::from_millis(900), b"\x1b[?1049l"),
    ];
    let cast = asciicast(&chunks);
    let events: Vec<serde_json::Value> =
        cast.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["width"], 80);
    assert_eq!(events[2][2], "▄<");
    let frames = frames(&chunks);
    assert_eq!(frames.iter().map(|frame| frame.milliseconds).collect::<Vec<_>>(), [500, LAST_FRAME_MS]);
    let film = svg(&frames);
    assert!(film.contains(">ab</text>") && film.contains("&lt;") && film.contains("#010203"), "{film}");
    assert!(film.contains("16.667%{transform:translateY(-432px)}"), "{film}");
}
