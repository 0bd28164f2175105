//! Packages: the version stands in `Cargo.toml` alone, recipes are filled with it, and every archive that
//! something points to is made by the release.

use std::fs;
use std::path::{Path, PathBuf};

use crate::skip::{SkipReason, skipped};
use crate::source;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// SHA-256 of `abc`, the test vector of FIPS 180-4.
const SHA256_OF_ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap().replace('\r', "")
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The targets of the release.
fn targets() -> Vec<String> {
    let workflow = read(".github/workflows/release.yml");
    let rows = workflow.lines().filter_map(|line| line.trim().strip_prefix("- { target: "));
    rows.filter_map(|row| Some(row.split_once(',')?.0.to_owned())).collect()
}

/// The patterns of the files of a package, in a folder, that are packed for crates.io.
fn packed_patterns(package: &str) -> Vec<String> {
    let cargo: toml::Table = read(&format!("{package}/Cargo.toml")).parse().unwrap();
    let patterns = cargo["package"]["include"].as_array().unwrap();
    patterns.iter().map(|pattern| pattern.as_str().unwrap().trim_start_matches('/').to_owned()).collect()
}

#[test]
fn what_is_built_into_the_program_is_packed() {
    let mut checked = 0;
    let crates =
        source::crates().into_iter().filter(|name| name != "tune").map(|name| format!("crates/{name}"));
    for package in crates.chain([".".to_owned()]) {
        let patterns = packed_patterns(&package);
        let is_packed = |file: &str| {
            patterns.iter().any(|pattern| match pattern.strip_suffix("/**") {
                Some(folder) => file.starts_with(&format!("{folder}/")),
                None => file == pattern,
            })
        };
        let package = root().join(&package).canonicalize().unwrap();
        for source in files_below(&package.join("src")) {
            let text = fs::read_to_string(&source).unwrap();
            // What only tests include is not packed.
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            for start in ["include_str!(\"", "include_bytes!(\""] {
                for (at, _) in text.match_indices(start) {
                    let name = text[at + start.len()..].split('"').next().unwrap();
                    let file = source.parent().unwrap().join(name).canonicalize().unwrap();
                    let file =
                        file.strip_prefix(&package).unwrap_or(&file).to_str().unwrap().replace('\\', "/");
                    assert!(is_packed(&file), "{file}, of {}, is missing in `include`", source.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked >= 10, "{checked}");
}

/// Runs a script with these arguments. None where the system has no shell for it.
fn script(name: &str, arguments: &[&Path]) -> Option<(bool, String, String)> {
    if cfg!(not(unix)) {
        skipped(&SkipReason::NotPossible("the scripts are for a Unix shell"));
        return None;
    }
    let script = root().join("packaging").join(name);
    let output = std::process::Command::new("bash").arg(script).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((output.status.success(), text(&output.stdout), text(&output.stderr)))
}

#[test]
fn the_version_stands_in_one_place() {
    let cargo = read("Cargo.toml");
    assert!(cargo.contains(&format!("\nversion = \"{VERSION}\"\n")));
    let repeats = files_below(&root().join("packaging"));
    let repeats: Vec<_> =
        repeats.into_iter().filter(|file| fs::read_to_string(file).unwrap().contains(VERSION)).collect();
    assert!(repeats.is_empty(), "@VERSION@ is filled in by packaging/recipes: {repeats:?}");
}

#[test]
fn recipes_get_the_version_and_the_checksums() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recipes-{}", std::process::id()));
    let (archives, out) = (folder.join("archives"), folder.join("out"));
    fs::create_dir_all(&archives).unwrap();
    let Some((succeeded, _, errors)) = script("recipes", &[&archives, &out]) else { return };
    assert!(!succeeded && errors.contains(&format!("has no matescope-{VERSION}")), "{errors}");
    for archive in ["x86_64-pc-windows-msvc.zip", "crate"] {
        let separator = if archive == "crate" { '.' } else { '-' };
        fs::write(archives.join(format!("matescope-{VERSION}{separator}{archive}")), "abc").unwrap();
    }
    let (succeeded, _, errors) = script("recipes", &[&archives, &out]).unwrap();
    assert!(succeeded, "{errors}");
    let filled = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    for (name, parts) in [
        ("aur/PKGBUILD", vec![format!("pkgver={VERSION}\n"), format!("sha256sums=('{SHA256_OF_ABC}')")]),
        (
            "homebrew/matescope.rb",
            vec![format!("matescope-{VERSION}.crate"), format!("sha256 \"{SHA256_OF_ABC}\"")],
        ),
        (
            "nix/package.nix",
            vec![format!("version = \"{VERSION}\";"), format!("sha256 = \"{SHA256_OF_ABC}\"")],
        ),
        ("winget/Matescope.Matescope.yaml", vec![format!("PackageVersion: {VERSION}\n")]),
        (
            "winget/Matescope.Matescope.installer.yaml",
            vec![format!("PackageVersion: {VERSION}\n"), format!("InstallerSha256: {SHA256_OF_ABC}\n")],
        ),
        ("winget/Matescope.Matescope.locale.en-US.yaml", vec![format!("PackageVersion: {VERSION}\n")]),
    ] {
        let text = filled(name);
        for part in parts {
            assert!(text.contains(&part), "{name} lacks {part}:\n{text}");
        }
    }
    let scoop: serde_json::Value = serde_json::from_str(&filled("scoop/matescope.json")).unwrap();
    assert_eq!(scoop["version"], VERSION);
    assert_eq!(scoop["architecture"]["64bit"]["hash"], SHA256_OF_ABC);
    let written = files_below(&out);
    // With the lock file for nix.
    assert_eq!(written.len(), files_below(&root().join("packaging/recipes.in")).len() + 1);
    for file in written {
        let text = fs::read_to_string(&file).unwrap();
        let left =
            ["@VERSION", "@SHA256", "@REPOSITORY", "@DESCRIPTION"].iter().find(|mark| text.contains(*mark));
        assert_eq!(left, None, "{}", file.display());
        assert!(text.contains("atescope"));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_archive_that_is_pointed_to_is_made() {
    let targets = targets();
    assert_eq!(targets.len(), 6, "{targets:?}");
    let mut pointers = read("Cargo.toml").split("[package.metadata.binstall]").nth(1).unwrap().to_owned();
    pointers = pointers.split("[profile.").next().unwrap().to_owned();
    for file in files_below(&root().join("packaging/recipes.in")) {
        pointers += &fs::read_to_string(file).unwrap();
    }
    let words =
        pointers.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-' || c == '@' || c == '$'));
    let named = words.filter_map(|word| {
        let at = ["x86_64-", "aarch64-"].iter().filter_map(|machine| word.find(machine)).min()?;
        Some(&word[at..])
    });
    // The system that gets a static program is named, too.
    let unknown: Vec<&str> = named
        .filter(|name| *name != "x86_64-unknown-linux-gnu" && !targets.iter().any(|target| target == name))
        .collect();
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn every_script_is_explained_and_called_by_the_release() {
    let (readme, workflow) = (read("packaging/README.md"), read(".github/workflows/release.yml"));
    let mut scripts = 0;
    for file in files_below(&root().join("packaging")) {
        if fs::read_to_string(&file).unwrap().starts_with("#!") {
            let name = file.file_name().unwrap().to_str().unwrap();
            assert!(readme.contains(&format!("| `{name}")), "packaging/README.md lacks {name}");
            assert!(workflow.contains(&format!("packaging/{name}")), "release.yml does not call {name}");
            scripts += 1;
        }
    }
    assert!(scripts >= 5, "{scripts}");
}

#[test]
fn the_release_has_notes() {
    let Some((succeeded, notes, errors)) = script("release-notes", &[]) else { return };
    assert!(succeeded && notes.lines().count() > 3, "{errors}");
    assert!(!notes.contains("\n## "), "only one section: {notes}");
}
