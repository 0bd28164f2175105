//! The words of the project are those of the field: names that only this program had do not come back.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::check_none;

/// Words that chess programmers and players do not use for what they meant here. `docs/terms.md` has those that they do.
const PRIVATE: [&str; 17] = [
    "advisor",
    "crew",
    "desk",
    "errand",
    "hears",
    "inquiry",
    "librarian",
    "nought",
    "partner",
    "patience",
    "purse",
    "shelf",
    "somebody",
    "spoiling",
    "tandem",
    "told",
    "witness",
];

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs" || end == "toml" || end == "md") {
            found.push(path);
        }
    }
}

#[test]
fn private_words_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md"), root.join("CHANGELOG.md"), root.join("config.example.toml")];
    for folder in ["src", "crates", "docs", "assets"] {
        texts(&root.join(folder), &mut files);
    }
    assert!(files.len() > 300, "the files are not read: {}", files.len());
    let mut offences = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (at, line) in text.lines().enumerate() {
            for word in line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase) {
                if PRIVATE.contains(&word.as_str()) {
                    offences.push(format!("{}:{}: {word}", file.display(), at + 1));
                }
            }
        }
    }
    check_none("a word that only this program uses: docs/terms.md has the field's", &offences);
}
