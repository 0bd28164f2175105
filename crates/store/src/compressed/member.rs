//! The PGN files of a ZIP archive.

use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder};

/// A PGN file of an archive.
pub(super) struct ArchiveMember {
    /// Its path in the archive.
    pub(super) name: String,
    pub(super) entry: ZipArchiveEntryWayfinder,
    pub(super) method: CompressionMethod,
    pub(super) is_encrypted: bool,
    pub(super) compressed_bytes: u64,
}

/// The PGN files of an archive, in the order of its directory.
pub(super) fn pgn_members<R: ReaderAt>(archive: &ZipArchive<R>) -> Result<Vec<ArchiveMember>, rawzip::Error> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let mut entries = archive.entries(&mut buffer);
    let mut members = Vec::new();
    while let Some(entry) = entries.next_entry()? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if !entry.is_dir() && is_pgn(&name) {
            members.push(ArchiveMember {
                entry: entry.wayfinder(),
                method: entry.compression_method(),
                is_encrypted: entry.flags().is_encrypted(),
                compressed_bytes: entry.compressed_size_hint(),
                name,
            });
        }
    }
    Ok(members)
}

/// Whether a file of an archive is a PGN by its name. macOS adds files whose names begin with `._`, which are none.
fn is_pgn(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) && !name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pgn_is_known_by_its_name() {
        for name in ["a.pgn", "A.PGN", "games/2024.01/b.pgn", "win\\c.Pgn"] {
            assert!(is_pgn(name), "{name}");
        }
        for name in ["readme.txt", "pgn", ".pgn", "__MACOSX/._a.pgn", "a.pgn/notes.txt", "a.pgn.gz", ""] {
            assert!(!is_pgn(name), "{name}");
        }
    }
}
