//! Chess engines that are on this machine: programs with a well-known name in the folders where programs are.

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::PathBuf;

use platform::files::is_program;
use platform::folders::program_folders;

/// Engines that speak UCI by the names of their programs, with the arguments that they need for it.
const KNOWN_ENGINES: [(&str, &[&str]); 44] = [
    ("stockfish", &[]),
    ("stockfish17", &[]),
    ("lc0", &[]),
    ("berserk", &[]),
    ("obsidian", &[]),
    ("plentychess", &[]),
    ("reckless", &[]),
    ("alexandria", &[]),
    ("viridithas", &[]),
    ("stormphrax", &[]),
    ("integral", &[]),
    ("caissa", &[]),
    ("clover", &[]),
    ("rubichess", &[]),
    ("koivisto", &[]),
    ("ethereal", &[]),
    ("ethereal-chess", &[]),
    ("komodo", &[]),
    ("dragon", &[]),
    ("igel", &[]),
    ("seer", &[]),
    ("arasan", &[]),
    ("arasanx", &[]),
    ("weiss", &[]),
    ("demolito", &[]),
    ("laser", &[]),
    ("minic", &[]),
    ("xiphos", &[]),
    ("velvet", &[]),
    ("carp", &[]),
    ("patricia", &[]),
    ("maia", &[]),
    ("rodent-iv", &[]),
    ("rodent", &[]),
    ("fairy-stockfish", &[]),
    ("fruit", &[]),
    ("toga2", &[]),
    ("glaurung", &[]),
    ("togaii", &[]),
    ("senpai", &[]),
    ("critter", &[]),
    ("texel", &[]),
    ("discocheck", &[]),
    ("gnuchess", &["--uci"]),
];

/// The engines of this machine, each as its program with arguments, in the order of the list of known ones.
#[must_use]
pub fn find() -> Vec<Vec<String>> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = folders_of(&path).chain(program_folders()).collect();
    find_in(&folders)
}

/// The absolute folders of a list as the system writes it.
fn folders_of(path: &OsStr) -> impl Iterator<Item = PathBuf> + '_ {
    std::env::split_paths(path).filter(|folder| folder.is_absolute())
}

/// The engines in some folders. A program that is found by two paths is listed once.
fn find_in(folders: &[PathBuf]) -> Vec<Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (name, arguments) in KNOWN_ENGINES {
        let programs = folders
            .iter()
            .map(|folder| folder.join(format!("{name}{EXE_SUFFIX}")))
            .filter(|program| is_program(program));
        for program in programs {
            let real = program.canonicalize().unwrap_or_else(|_| program.clone());
            if let (true, Some(text)) = (seen.insert(real), program.to_str()) {
                let arguments = arguments.iter().map(|&argument| argument.to_owned());
                found.push(std::iter::once(text.to_owned()).chain(arguments).collect());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(unix)]
    fn programs_are_found_once_and_other_files_are_not() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        use super::*;
        use crate::scratch::Scratch;
        let scratch = Scratch::new();
        let [games, bin] = ["games", "bin"].map(|name| scratch.path().join(name));
        for folder in [&games, &bin] {
            std::fs::create_dir_all(folder).unwrap();
        }
        for (file, mode) in [("stockfish", 0o755), ("gnuchess", 0o755), ("lc0", 0o644), ("chess", 0o755)] {
            std::fs::write(games.join(file), "").unwrap();
            std::fs::set_permissions(games.join(file), std::fs::Permissions::from_mode(mode)).unwrap();
        }
        symlink(games.join("stockfish"), bin.join("stockfish")).unwrap();
        let text = |name: &str| games.join(name).to_str().unwrap().to_owned();
        assert_eq!(
            find_in(&[games.clone(), bin, scratch.path().join("none")]),
            [vec![text("stockfish")], vec![text("gnuchess"), "--uci".to_owned()]]
        );
    }
}
