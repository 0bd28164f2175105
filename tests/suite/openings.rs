//! The built-in opening names are those of the list that they are generated from. `UPDATE_OPENINGS=1`
//! regenerates them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use matescope::chess::{Position, fen};
use matescope::game::{NodeId, Opening, Tree, pgn};
use matescope::tui::theme::{Charset, ColorScheme, Theme, ThemeColorDepth};
use matescope::tui::widget::opening;

/// The list of lichess-org/chess-openings: code, name and moves.
const TEXT: &str = include_str!("../../crates/game/assets/openings.tsv");

static LIST: LazyLock<Vec<Named>> = LazyLock::new(|| TEXT.lines().skip(1).map(read).collect());

/// One line of the list, its moves played.
struct Named {
    code: &'static str,
    name: &'static str,
    tree: Tree,
    end: NodeId,
}

impl Named {
    fn position(&self) -> &Position {
        self.tree.node(self.end).position()
    }
}

fn read(line: &'static str) -> Named {
    let mut fields = line.split('\t');
    let (Some(code), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
        panic!("{line}: not code, name and moves");
    };
    let reading = pgn::read(moves, &Position::start());
    assert_eq!(reading.fault, None, "{line}");
    let tree = reading.game.tree;
    let end = tree.main_line_from(tree.start()).last().copied().expect("a move");
    Named { code, name, tree, end }
}

/// A name cut before each `: ` and `, `.
fn parts(name: &str) -> Vec<&str> {
    let mut cuts: Vec<usize> =
        [": ", ", "].iter().flat_map(|sign| name.match_indices(sign)).map(|(at, _)| at).collect();
    cuts.extend([0, name.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|cut| &name[cut[0]..cut[1]]).collect()
}

/// The table in the form that `crates/game/src/opening/table.rs` describes.
fn table(list: &[Named]) -> Vec<u8> {
    let mut names = BTreeSet::new();
    for named in list {
        let mut name = String::new();
        for part in parts(named.name) {
            name += part;
            names.insert(name.clone());
        }
    }
    let places: BTreeMap<&str, u16> = names.iter().map(String::as_str).zip(0..).collect();
    let mut positions = BTreeMap::new();
    for named in list {
        let row = (named.code, places[named.name]);
        let known = positions.insert(named.position().key(), row);
        assert!(known.is_none_or(|known| known == row), "{}: the position has two names", named.name);
    }
    let (mut text, mut begins) = (String::new(), BTreeMap::new());
    let mut origins = Vec::new();
    let mut added = Vec::new();
    for (name, &place) in &places {
        let part = *parts(name).last().expect("a part");
        origins.push(match name.strip_suffix(part) {
            Some("") | None => place,
            Some(origin) => places[origin],
        });
        added.push(*begins.entry(part).or_insert_with(|| {
            let begin = u16::try_from(text.len()).expect("the text is longer than 64 KiB: widen its places");
            text += part;
            text.push('\n');
            begin
        }));
    }
    let counts = [positions.len(), places.len()].map(|count| u16::try_from(count).expect("64 Ki at most"));
    let mut bytes: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
    bytes.extend(positions.keys().flat_map(|key| key.to_le_bytes()));
    bytes.extend(
        positions
            .values()
            .flat_map(|(code, _)| [code.as_bytes()[0], code[1..].parse().expect("a letter and a number")]),
    );
    let numbers = positions.values().map(|&(_, name)| name).chain(origins).chain(added);
    bytes.extend(numbers.flat_map(u16::to_le_bytes));
    bytes.extend(text.bytes());
    bytes
}

#[test]
fn the_table_is_what_the_list_gives() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/game/assets/openings.bin");
    let wanted = table(&LIST);
    if std::env::var_os("UPDATE_OPENINGS").is_some() {
        std::fs::write(file, wanted).expect("a table");
    } else {
        let there = std::fs::read(file).expect("a table");
        assert!(there == wanted, "run the test with UPDATE_OPENINGS=1: keys or names are others");
    }
}

#[test]
fn every_line_of_the_list_is_found_by_playing_it() {
    assert_eq!(LIST.len(), 3807);
    for Named { code, name, tree, end } in &*LIST {
        let found = Opening::at(tree, *end).expect("a name");
        assert_eq!((found.eco().as_str(), found.name().as_str()), (*code, *name));
    }
}

/// Where the last move lets a pawn be taken in passing, the same pieces without that right have not the name.
#[test]
fn a_capture_in_passing_makes_another_position() {
    let mut seen = 0;
    for named in &*LIST {
        let text = fen::format(named.position());
        let fields: Vec<&str> = text.split(' ').collect();
        if fields[3] == "-" {
            continue;
        }
        seen += 1;
        let without = fen::parse(&text.replace(fields[3], "-")).expect("a position");
        let found = Opening::of(&without).map(|opening| opening.to_string());
        assert_ne!(found, Some(format!("{} {}", named.code, named.name)), "{text}");
    }
    assert!(seen > 0, "the list has such lines");
}

/// No name is wider than its column, and none has a letter that a plain terminal lacks.
#[test]
fn every_name_can_be_shown_in_any_width() {
    let theme = |charset| Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, charset);
    for Named { name, tree, end, .. } in &*LIST {
        let found = Opening::at(tree, *end);
        for width in [5, 22, 38, 47, 99] {
            let line = opening::line(found, theme(Charset::Unicode), width);
            assert!(line.width() <= width, "{name} in {width}: {line}");
        }
        let plain = opening::line(found, theme(Charset::Ascii), 120).to_string();
        assert!(
            plain.is_ascii() && !plain.contains('?') && plain.chars().count() == 4 + name.chars().count()
        );
    }
}
