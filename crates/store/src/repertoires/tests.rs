use std::fs;

use chess::notation;
use game::Tree;

use super::*;
use crate::scratch::Scratch;

const ITALIAN: &str = "[Event \"Italian\"]\n[Orientation \"white\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 {best} *\n";

fn folder(files: &[(&str, &[u8])]) -> (Scratch, RepertoireFolder) {
    let scratch = Scratch::new();
    let folder = scratch.path().join("repertoires");
    fs::create_dir(&folder).unwrap();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    (scratch, RepertoireFolder::new(folder))
}

fn read(folder: &RepertoireFolder, name: &str) -> String {
    fs::read_to_string(folder.folder().join(name)).unwrap()
}

fn line(text: &str) -> (Tree, game::NodeId) {
    let tree = pgn::read(text, &Position::start()).game.tree;
    let last = *tree.main_line_from(tree.start()).last().unwrap();
    (tree, last)
}

fn add(folder: &RepertoireFolder, side: Color, text: &str) -> Result<usize, RepertoireError> {
    let (line, to) = line(text);
    folder.edit(side, &RepertoireEdit::AddLine { line, to, title: String::new() }).map(|(moves, _)| moves)
}

#[test]
fn each_chapter_belongs_to_the_side_that_its_tag_names() {
    let study = "[Orientation \"black\"]\n\n1. d4 d5 *\n\n[Orientation \"white\"]\n\n1. c4 *\n";
    let (_scratch, folder) = folder(&[("b.pgn", study.as_bytes()), ("a.pgn", ITALIAN.as_bytes())]);
    let loaded = folder.load().unwrap();
    let titles = |side| {
        let chapters = loaded.repertoires.of(side).chapters().iter();
        chapters.map(|chapter| format!("{} {}", chapter.file, chapter.number)).collect::<Vec<_>>()
    };
    assert_eq!(
        (titles(Color::White), titles(Color::Black)),
        (vec!["a 1".to_owned(), "b 2".to_owned()], vec!["b 1".to_owned()])
    );
    assert_eq!(loaded.problems, Vec::<String>::new());
}

#[test]
fn a_folder_that_is_not_there_has_no_repertoires() {
    let scratch = Scratch::new();
    let folder = RepertoireFolder::new(scratch.path().join("none"));
    let loaded = folder.load().unwrap();
    assert!(loaded.repertoires.of(Color::White).is_empty() && loaded.repertoires.of(Color::Black).is_empty());
    add(&folder, Color::Black, "1. e4 c5 *").unwrap();
    assert!(read(&folder, "black.pgn").contains("[Orientation \"black\"]"));
    add(&folder, Color::Black, "1. d4 d5 *").unwrap();
    add(&folder, Color::Black, "1. d4 d5 2. c4 e6 *").unwrap();
    let moves: Vec<String> =
        read(&folder, "black.pgn").lines().filter(|line| line.starts_with('1')).map(str::to_owned).collect();
    assert_eq!(moves, ["1. e4 (1. d4 d5 2. c4 e6) 1... c5 *"]);
}

#[test]
fn a_line_changes_its_chapter_alone() {
    let before = "; my openings\r\n[Event \"Old\"]\r\n\r\n1.  d4   d5 2. c4  *\r\n\r\n";
    let text = before.to_owned() + &ITALIAN.replace('\n', "\r\n");
    let (_scratch, folder) = folder(&[("mine.pgn", text.as_bytes())]);
    add(&folder, Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 *").unwrap();
    let after = read(&folder, "mine.pgn");
    assert!(after.starts_with(before), "{after:?}");
    assert!(after.contains("3. Bc4 {best} 3... Nf6 4. d3 *\r\n"), "{after:?}");
    assert!(!folder.folder().join("trash").exists(), "nothing was removed");
}

#[test]
fn what_is_removed_is_kept_in_the_trash() {
    let (_scratch, folder) = folder(&[("mine.pgn", ITALIAN.as_bytes())]);
    let remove = |moves: &str, san: &str| {
        let mut position = Position::start();
        for word in moves.split_whitespace() {
            position.play(notation::parse_move(&position, word).unwrap());
        }
        let mv = notation::parse_move(&position, san).unwrap();
        folder.edit(Color::White, &RepertoireEdit::RemoveMove { position, mv }).unwrap().0
    };
    assert_eq!(remove("e4 e5 Nf3", "Nc6"), 2);
    assert_eq!(remove("e4", "c5"), 0, "nothing has this move");
    assert!(read(&folder, "mine.pgn").contains("1. e4 e5 2. Nf3 *"));
    assert_eq!(read(&folder, "trash/mine.pgn"), ITALIAN);
    assert_eq!(remove("", "e4"), 3);
    assert!(!folder.folder().join("mine.pgn").exists(), "a file without a move goes");
    assert!(read(&folder, "trash/mine-2.pgn").contains("1. e4 e5 2. Nf3 *"));
}

#[test]
fn a_file_that_was_edited_meanwhile_is_read_again_first() {
    let (_scratch, folder) = folder(&[("mine.pgn", ITALIAN.as_bytes())]);
    let loaded = folder.load().unwrap();
    assert!(folder.is_current(&loaded));
    fs::write(folder.folder().join("mine.pgn"), ITALIAN.replace("Bc4 {best}", "Bb5 {sharper}")).unwrap();
    assert!(!folder.is_current(&loaded));
    assert_eq!(add(&folder, Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *").unwrap(), 1);
    assert!(read(&folder, "mine.pgn").contains("3. Bb5 {sharper} 3... a6 *"));
    assert_eq!(add(&folder, Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *").unwrap(), 0, "it is there");
}

#[test]
fn a_line_with_a_null_move_is_refused() {
    let (_scratch, folder) = folder(&[]);
    assert!(matches!(add(&folder, Color::White, "1. e4 -- 2. d4 *"), Err(RepertoireError::NullMove)));
}

#[test]
fn a_chapter_with_an_error_is_used_as_far_as_it_goes_and_not_rewritten() {
    let text = "[Event \"Broken\"]\n[Orientation \"white\"]\n\n1. e4 e5 2. Ke3 d6 *\n";
    let (_scratch, folder) = folder(&[("broken.pgn", text.as_bytes())]);
    let loaded = folder.load().unwrap();
    assert_eq!(loaded.repertoires.of(Color::White).cards().len(), 1);
    let [problem] = loaded.problems.as_slice() else { panic!("{:?}", loaded.problems) };
    assert!(problem.contains("broken.pgn, line 4, column 13"), "{problem}");
    let error = add(&folder, Color::White, "1. e4 e5 2. Nf3 *").unwrap_err().to_string();
    assert!(error.contains("broken.pgn, line 1: this chapter has an error"), "{error}");
    assert_eq!(read(&folder, "broken.pgn"), text);
}

#[test]
fn games_of_other_variants_are_problems_with_their_lines() {
    let text = ITALIAN.to_owned() + "\n[Variant \"Atomic\"]\n\n1. Nf3 *\n";
    let (_scratch, folder) = folder(&[("mixed.pgn", text.as_bytes())]);
    let loaded = folder.load().unwrap();
    assert_eq!(loaded.repertoires.of(Color::White).chapters().len(), 1);
    assert_eq!(loaded.problems.len(), 1);
    assert!(
        loaded.problems[0].contains("mixed.pgn, line 6") && loaded.problems[0].contains("Atomic"),
        "{:?}",
        loaded.problems
    );
}

#[test]
fn a_file_is_added_with_its_side() {
    let (scratch, folder) = folder(&[]);
    let from = scratch.path().join("course.pgn");
    fs::write(
        &from,
        "[Event \"One\"]\n\n1. e4 c5 *\n\n[Event \"Two\"]\n[Orientation \"white\"]\n\n1. d4 Nf6 *\n",
    )
    .unwrap();
    let added = folder.add(&from, Some(Color::Black)).unwrap();
    assert_eq!((added.chapters, added.file.file_name().unwrap().to_str()), (2, Some("course.pgn")));
    assert_eq!(folder.load().unwrap().repertoires.of(Color::Black).chapters().len(), 2);
    let again = folder.add(&from, None).unwrap();
    assert!(again.file.ends_with("course-2.pgn"), "{again:?}");
    assert_eq!(fs::read(&again.file).unwrap(), fs::read(&from).unwrap(), "byte for byte");
    let empty = scratch.path().join("empty.pgn");
    fs::write(&empty, "[Event \"None\"]\n\n*\n").unwrap();
    assert!(matches!(folder.add(&empty, None), Err(RepertoireError::NoMoves(_))));
}

#[test]
fn letters_that_the_file_cannot_have_are_refused() {
    let text = b"[Event \"M\xfcller\"]\n[Orientation \"white\"]\n\n1. e4 *\n";
    let (_scratch, folder) = folder(&[("latin.pgn", text)]);
    let error = add(&folder, Color::White, "1. e4 e5 *").unwrap_err();
    assert!(matches!(error, RepertoireError::Encoding(_)), "{error}");
    assert_eq!(fs::read(folder.folder().join("latin.pgn")).unwrap(), text);
}
