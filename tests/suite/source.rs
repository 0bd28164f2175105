//! Reads the program's own source for the tests that check the project's rules.

use std::fs;
use std::path::Path;

/// One source file, and its text without tests and comments.
pub(crate) struct Source {
    /// The path of its module: `chess/fen.rs`, `chess.rs` for the front page of a crate, `tui/board.rs`, `main.rs`.
    pub(crate) path: String,
    /// The path from the root of the project: `crates/chess/src/fen.rs`.
    pub(crate) file: String,
    pub(crate) whole: String,
    pub(crate) code: String,
}

impl Source {
    /// The crate or the module of the application that the file belongs to: `chess`, `tui`, `main`.
    pub(crate) fn room(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// Whether the file is the facade with this path, or lies in its folder.
    pub(crate) fn is_in(&self, facade: &str) -> bool {
        self.path == format!("{facade}.rs") || self.path.starts_with(&format!("{facade}/"))
    }

    /// The numbered lines of code that contain `part`.
    pub(crate) fn lines_with<'a>(&'a self, part: &'a str) -> impl Iterator<Item = String> + 'a {
        let found = self.code.lines().enumerate().filter(move |(_, line)| line.contains(part));
        found.map(|(n, line)| format!("{}:{}: {}", self.file, n + 1, line.trim()))
    }
}

/// The crates below `crates`, by name.
pub(crate) fn crates() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() > 8, "the crates were not found");
    names
}

/// Every file of the application and of the crates, in the order of their paths.
pub(crate) fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    collect(root, "src", None, &mut sources);
    for name in crates() {
        collect(root, &format!("crates/{name}/src"), Some(&name), &mut sources);
    }
    let only_for_tests: Vec<String> = sources.iter().flat_map(test_files).collect();
    sources.retain(|source| !only_for_tests.contains(&source.path));
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 20, "the source was not found");
    sources
}

/// Fails with every violation on a line of its own.
pub(crate) fn check_none(rule: &str, offences: &[String]) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}

/// Reads the files of a folder, whose module has the path `module`.
fn collect(root: &Path, folder: &str, module: Option<&str>, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let file = format!("{folder}/{name}");
        let path = match module {
            Some(module) if name == "lib.rs" => format!("{module}.rs"),
            Some(module) => format!("{module}/{name}"),
            None => name,
        };
        if entry.path().is_dir() {
            collect(root, &file, Some(&path), sources);
        } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let whole = fs::read_to_string(root.join(&file)).unwrap();
            let code = without_tests_and_comments(&whole);
            sources.push(Source { path, file, whole, code });
        }
    }
}

/// The files that a file declares for its tests alone.
fn test_files(source: &Source) -> Vec<String> {
    let folder = source.path.trim_end_matches(".rs");
    let marks = ["#[cfg(test)]\n", "#[cfg(any(test, feature = \"testing\"))]\n"];
    let after = marks.iter().flat_map(|mark| source.whole.split(mark).skip(1));
    let declared = after.filter_map(|rest| rest.lines().next());
    let names = declared.filter_map(|line| line.rsplit_once("mod ")?.1.strip_suffix(';'));
    names.map(|name| format!("{folder}/{name}.rs")).collect()
}

/// Lines keep their numbers: what is left out leaves an empty line.
fn without_tests_and_comments(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("#[cfg(test)]")
            && lines.peek().is_some_and(|next| next.starts_with("mod ") && next.ends_with('{'))
        {
            break;
        }
        let comment = line.trim_start().starts_with("//");
        code.push_str(if comment { "" } else { line });
        code.push('\n');
    }
    code
}
