//! Recognizes files that hold no text of games or puzzles: archives, pictures, databases, and compressed files where they
//! are not unpacked ([`Compression`](crate::compressed::Compression) is what an import of games unpacks).

/// Bytes at the start of a file that show its format.
pub const MAGIC_BYTES: usize = 4_096;

/// The format of a file that is no text of games or puzzles, by its first bytes, and what to do about it. None where it
/// may be one.
#[must_use]
pub fn foreign_format(start: &[u8]) -> Option<&'static str> {
    const FORMATS: [(&[u8], &str); 16] = [
        (b"\x28\xb5\x2f\xfd", "compressed with zstd: unpack it first (zstd -d FILE)"),
        (b"\x1f\x8b", "compressed with gzip: unpack it first (gunzip FILE)"),
        (b"BZh", "compressed with bzip2: unpack it first (bunzip2 FILE)"),
        (b"\xfd7zXZ\0", "compressed with xz: unpack it first (unxz FILE)"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it first"),
        (b"PK\x03\x04", "a ZIP archive: unpack it first (unzip FILE)"),
        (b"Rar!", "a RAR archive: unpack it first"),
        (b"\xff\xfe", "UTF-16 text: save it as UTF-8"),
        (b"\xfe\xff", "UTF-16 text: save it as UTF-8"),
        (b"%PDF", "a PDF document: export the games as PGN"),
        (b"\x89PNG", "a picture: export the games as PGN"),
        (b"\xff\xd8\xff", "a picture: export the games as PGN"),
        (b"GIF8", "a picture: export the games as PGN"),
        (b"SQLite format 3\0", "a database: export its games as PGN"),
        (b"\x7fELF", "a program"),
        (b"MZ\x90", "a program"),
    ];
    let known = FORMATS.into_iter().find(|(magic, _)| start.starts_with(magic));
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let begins_with =
        |word: &[u8]| text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let words: [(&[u8], &str); 4] = [
        (b"<!doctype", "a web page: download the games as PGN"),
        (b"<html", "a web page: download the games as PGN"),
        (b"{\"", "JSON: download the games as PGN"),
        (b"<?xml", "XML: export the games as PGN"),
    ];
    let worded = || words.into_iter().find(|(word, _)| begins_with(word));
    // Text has no zero in every second byte unless each character takes two.
    let is_wide = || {
        let pairs = start.chunks_exact(2).take(64);
        start.len() >= 8 && [0, 1].into_iter().any(|zero| pairs.clone().all(|pair| pair[zero] == 0))
    };
    // The signature of a tar archive stands behind the name of its first file.
    if start.get(257..262) == Some(b"ustar") {
        return Some("a tar archive: unpack it first (tar -xf FILE)");
    }
    known.or_else(worded).map(|(_, format)| format).or_else(|| {
        let is_zero = !start.is_empty() && start.iter().all(|&byte| byte == 0);
        if is_zero {
            Some("zeros alone: its contents are lost")
        } else {
            is_wide().then_some("UTF-16 text: save it as UTF-8")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_known_by_its_first_bytes() {
        let zstd = foreign_format(b"\x28\xb5\x2f\xfd....").unwrap();
        assert_eq!(zstd, "compressed with zstd: unpack it first (zstd -d FILE)");
        assert!(foreign_format(b"PK\x03\x04").unwrap().contains("ZIP"));
        let tar = [&b"a.pgn"[..], &[0; 252], b"ustar"].concat();
        assert_eq!(foreign_format(&tar), Some("a tar archive: unpack it first (tar -xf FILE)"));
        for text in ["", "1. e4 *", "PuzzleId,FEN,Moves", "[Event \"x\"]", "8/8/8/8/8/8/8/8 w - - bm Ka1;"] {
            assert_eq!(foreign_format(text.as_bytes()), None, "{text}");
        }
    }
}
