//! Reads the program's own source for the tests that check the project's rules.

use std::fs;
use std::path::Path;

/// One source file: its path below `src`, and its text without tests and comments.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) whole: String,
    pub(crate) code: String,
}

impl Source {
    /// The module that the file belongs to: `chess` for `chess.rs` and all below `chess/`.
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
        found.map(|(n, line)| format!("src/{}:{}: {}", self.path, n + 1, line.trim()))
    }
}

/// Every file below `src`, in the order of their paths.
pub(crate) fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    collect(&root, &root, &mut sources);
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

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let whole = fs::read_to_string(&path).unwrap();
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            let code = without_tests_and_comments(&whole);
            sources.push(Source { path: name, whole, code });
        }
    }
}

/// The files that a file declares for its tests alone.
fn test_files(source: &Source) -> Vec<String> {
    let folder = source.path.trim_end_matches(".rs");
    let declared = source.whole.split("#[cfg(test)]\n").skip(1).filter_map(|rest| rest.lines().next());
    let names = declared
        .filter_map(|line| line.trim_start_matches("pub(crate) ").strip_prefix("mod ")?.strip_suffix(';'));
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
