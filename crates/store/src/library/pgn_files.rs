//! The PGN files of the library.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{self, FileKind, FileStat};

/// A PGN file of the library.
pub(crate) struct PgnFile {
    /// Its name in the folder.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// What the system says of it; an error for a link that leads nowhere.
    pub(crate) stat: io::Result<FileStat>,
}

/// The PGN files of a folder, in no order; a folder that is not there has none.
pub(crate) fn pgn_files(folder: &Path) -> io::Result<Vec<PgnFile>> {
    let names = match disk::list(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        names => names?,
    };
    let files = names.into_iter().filter_map(|name| {
        let path = folder.join(&name);
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        if is_hidden || !is_pgn {
            return None;
        }
        // A link is followed: people may keep their games elsewhere.
        let stat = disk::stat(&path);
        let is_listed = match &stat {
            Ok(stat) => stat.kind != FileKind::Folder,
            // A file that has just gone is not there; a link that leads nowhere is.
            Err(_) => disk::link_target(&path).is_ok(),
        };
        is_listed.then(|| PgnFile { name: name.to_string_lossy().into_owned(), path, stat })
    });
    Ok(files.collect())
}
