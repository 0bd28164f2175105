//! Compressed files that are whole, cut off and damaged: made here, and by the programs that people use.

use std::fs;
use std::io::Write;

use super::*;
use crate::Library;
use crate::library::LibraryError;
use crate::scratch::Scratch;

/// A game with its comments, which are compressed by little.
fn games(count: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut game = |number| {
        let comment: String = std::iter::repeat_with(|| random.alphanumeric()).take(60).collect();
        format!("[White \"{number}\"]\n[Black \"b\"]\n\n1. e4 e5 {{{comment}}} 2. Nf3 1-0\n\n")
    };
    (0..count).map(&mut game).collect::<String>().into_bytes()
}

fn compress(compression: CompressionMethod, text: &[u8]) -> Vec<u8> {
    match compression {
        CompressionMethod::STORE => text.to_vec(),
        CompressionMethod::DEFLATE => {
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        CompressionMethod::BZIP2 => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        CompressionMethod::ZSTD => {
            ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
        }
        other => panic!("{other} has no encoder"),
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// An archive with files of these names.
fn zip(files: &[(&str, CompressionMethod, &[u8])]) -> Vec<u8> {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    for &(name, method, text) in files {
        let (mut entry, _) = archive.new_file(name).compression_method(method).start().unwrap();
        entry.write_all(&compress(method, text)).unwrap();
        entry.finish(rawzip::DataDescriptorOutput::new(rawzip::crc32(text), text.len() as u64)).unwrap();
    }
    archive.finish().unwrap()
}

fn read_input(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let input = PgnInput::of_memory(bytes.to_vec())?;
    let mut text = Vec::new();
    for index in 0..input.text_count() {
        input.open_text(index)?.read_to_end(&mut text)?;
    }
    let (done, total) = input.progress();
    assert_eq!(done, total, "all is read in the end");
    Ok(text)
}

/// The same text in every format that is read.
fn in_every_format(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("zstd", compress(CompressionMethod::ZSTD, text)),
        ("gzip", gzip(text)),
        ("bzip2", compress(CompressionMethod::BZIP2, text)),
        ("ZIP", zip(&[("a.pgn", CompressionMethod::DEFLATE, text)])),
        ("ZIP", zip(&[("a.pgn", CompressionMethod::STORE, text)])),
        ("ZIP", zip(&[("a.pgn", CompressionMethod::BZIP2, text)])),
        ("ZIP", zip(&[("a.pgn", CompressionMethod::ZSTD, text)])),
    ]
}

#[test]
fn every_format_is_read_and_known_by_its_bytes() {
    let text = games(3_000);
    assert_eq!(read_input(&text).unwrap(), text);
    for (name, bytes) in in_every_format(&text) {
        assert_eq!(Compression::of(&bytes).map(Compression::name), Some(name));
        assert!(read_input(&bytes).unwrap() == text, "{name}");
    }
    for plain in ["", "BZh1", "PK", "1. e4 *", "[Event \"x\"]"] {
        assert_eq!(Compression::of(plain.as_bytes()), None, "{plain}");
    }
}

#[test]
fn several_streams_in_one_file_are_read_to_the_end() {
    let (first, second) = (games(300), b"1. d4 *\n".to_vec());
    let wanted = [&first[..], &second].concat();
    let zstd = [&first, &second].map(|text| compress(CompressionMethod::ZSTD, text));
    // A frame to be skipped, as pzstd writes it in front of each frame.
    let skipped = b"\x50\x2a\x4d\x18\x04\0\0\0skip";
    let frames = [&skipped[..], &zstd[0], skipped, &zstd[1]].concat();
    assert!(read_input(&frames).unwrap() == wanted);
    let gzipped = [&first, &second].map(|text| gzip(text)).concat();
    assert!(read_input(&gzipped).unwrap() == wanted);
    let bzipped = [&first, &second].map(|text| compress(CompressionMethod::BZIP2, text)).concat();
    assert!(read_input(&bzipped).unwrap() == wanted);
}

#[test]
fn a_file_that_is_cut_off_is_never_taken_for_a_whole_one() {
    let text = games(60);
    for (name, bytes) in in_every_format(&text) {
        // The first bytes show the format.
        for length in 10..bytes.len() {
            let error = read_input(&bytes[..length]).expect_err(name).to_string();
            let wanted = format!("the {name} data is ");
            let advice = "download or copy the file again";
            assert!(error.starts_with(&wanted) && error.ends_with(advice), "{name} {length}: {error}");
        }
    }
}

#[test]
fn a_file_with_a_changed_byte_is_damaged_or_has_the_whole_text() {
    let text = games(40);
    for (name, bytes) in in_every_format(&text) {
        let has_checksum = name != "zstd";
        for at in 10..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x41;
            // What the header says besides the data may be anything.
            if let Ok(found) = read_input(&changed) {
                assert!(!has_checksum || found == text, "{name}, byte {at}");
            }
        }
    }
    // The checksum of the program `zstd`.
    let mut by_zstd = GAME_BY_ZSTD.to_vec();
    *by_zstd.last_mut().unwrap() ^= 1;
    let error = read_input(&by_zstd).unwrap_err().to_string();
    assert_eq!(error, "the zstd data is damaged: download or copy the file again");
}

/// A game as the programs `zstd`, `gzip` and `bzip2` compress it.
const GAME: &[u8] = b"[White \"a\"]\n\n1. e4 *\n";
const GAME_BY_ZSTD: &[u8] = b"\x28\xb5\x2f\xfd\x24\x15\xa9\0\0[White \"a\"]\n\n1. e4 *\n\x92\x4e\x8a\x1a";
const GAME_BY_GZIP: &[u8] = &[
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x8b, 0x0e, 0xcf, 0xc8, 0x2c, 0x49, 0x55, 0x50, 0x4a, 0x54, 0x8a,
    0xe5, 0xe2, 0x32, 0xd4, 0x53, 0x48, 0x35, 0x51, 0xd0, 0xe2, 2, 0, 0xa0, 0xfc, 0x71, 0x47, 0x15, 0, 0, 0,
];
const GAME_BY_BZIP2: &[u8] = &[
    0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xcd, 0xd5, 0xf6, 0x7b, 0, 0, 6, 0xdb, 0x80,
    0, 0x10, 0x50, 0x11, 0x24, 0, 0, 0x8a, 0x22, 0x60, 4, 0, 0x20, 0, 0x22, 0x21, 0xa6, 0x6a, 0x7a, 0x9e,
    0xa3, 0x0a, 0x60, 0, 0x0e, 0x76, 0xb8, 0x10, 0x62, 0x25, 0x6b, 0xad, 0x53, 0xef, 0xd5, 0x8b, 0xb9, 0x22,
    0x9c, 0x28, 0x48, 0x66, 0xea, 0xfb, 0x3d, 0x80,
];

#[test]
fn what_other_programs_have_compressed_is_read() {
    for bytes in [GAME_BY_ZSTD, GAME_BY_GZIP, GAME_BY_BZIP2] {
        assert_eq!(read_input(bytes).unwrap(), GAME);
    }
}

#[test]
fn the_games_of_all_pgn_files_of_an_archive_are_imported() {
    let scratch = Scratch::new();
    let library = Library::new(scratch.path().join("games"));
    let bytes = zip(&[
        ("readme.txt", CompressionMethod::DEFLATE, b"1. a3 *\n"),
        // The end is missing, and the next file begins with a mark.
        ("a/one.pgn", CompressionMethod::DEFLATE, b"[White \"a\"]\n\n1. e4 {open"),
        ("b/two.PGN", CompressionMethod::STORE, b"\xef\xbb\xbf1. d4 *\n\n1. c4 Ke4 *\n"),
        ("__MACOSX/._two.pgn", CompressionMethod::STORE, b"1. h3 *\n"),
    ]);
    let file = scratch.path().join("week.v2.zip");
    fs::write(&file, &bytes).unwrap();
    let imported = library.import(&file, &|_, _| true).unwrap();
    assert_eq!((imported.new, imported.faults.len()), (1, 2), "{imported:?}");
    assert!(imported.faults[0].error.to_string().ends_with(" (in a/one.pgn)"), "{imported:?}");
    assert_eq!(imported.faults[1].error.line, 3, "lines are counted in each file");
    assert_eq!(imported.file.unwrap().file_name().unwrap(), "week.v2.pgn");
}

#[test]
fn a_damaged_file_leaves_nothing_in_the_library() {
    let scratch = Scratch::new();
    let library = Library::new(scratch.path().join("games"));
    let text = games(2_000);
    for (name, bytes) in in_every_format(&text) {
        let file = scratch.path().join("games.pgn.packed");
        fs::write(&file, &bytes[..bytes.len() - 9]).unwrap();
        let error = library.import(&file, &|_, _| true).unwrap_err().to_string();
        assert!(error.contains(&format!("games.pgn.packed: the {name} data is ")), "{error}");
        assert!(library.list().unwrap().is_empty());
        fs::write(&file, &bytes).unwrap();
        let imported = library.import(&file, &|_, _| true).unwrap();
        assert_eq!(imported.new, 2_000, "{name}");
        fs::remove_file(imported.file.unwrap()).unwrap();
    }
}

#[test]
fn an_archive_that_cannot_be_used_says_why() {
    let check = |bytes: &[u8], wanted: &str| {
        let scratch = Scratch::new();
        let file = scratch.path().join("a.zip");
        fs::write(&file, bytes).unwrap();
        let library = Library::new(scratch.path().join("games"));
        let error = library.import(&file, &|_, _| true).unwrap_err().to_string();
        assert!(error.ends_with(wanted), "{error}");
    };
    let none = zip(&[("readme.txt", CompressionMethod::STORE, b"1. e4 *\n")]);
    check(&none, "a.zip: there is no PGN file (*.pgn) in this archive");
    check(&zip(&[]), "a.zip: there is no PGN file (*.pgn) in this archive");
    check(&zip(&[("a.pgn", CompressionMethod::STORE, b"nothing\n")]), "a.zip");
    let nested =
        zip(&[("a.pgn", CompressionMethod::STORE, b"%PDF-1.7"), ("b.pgn", CompressionMethod::STORE, b"x")]);
    check(&nested, "a.pgn is no PGN but a PDF document: export the games as PGN");
    let mut encrypted = zip(&[("a.pgn", CompressionMethod::STORE, b"1. e4 *\n")]);
    // The flags in the directory.
    let directory = encrypted.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    encrypted[directory + 8] |= 1;
    check(&encrypted, "a.zip: a.pgn is encrypted: unpack it first");
    let mut unknown = zip(&[("a.pgn", CompressionMethod::STORE, b"1. e4 *\n")]);
    let directory = unknown.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    unknown[directory + 10] = 14;
    check(&unknown, "a.zip: a.pgn is compressed with LZMA: unpack it first");
}

#[test]
fn what_comes_through_a_pipe_is_imported_and_leaves_no_draft() {
    let scratch = Scratch::new();
    let library = Library::new(scratch.path().join("games"));
    let names = (Path::new("standard input"), Path::new("imported.pgn"));
    let has_draft = || {
        fs::read_dir(library.folder())
            .unwrap()
            .any(|entry| entry.unwrap().path().extension().is_some_and(|e| e == "new"))
    };
    let text = games(50);
    for (name, bytes) in in_every_format(&text) {
        let canceled = library.import_stream(&mut &bytes[..], names, &|_, size| size > 0);
        assert!(matches!(canceled, Err(LibraryError::Canceled)), "{name}");
        let cut_off = library.import_stream(&mut &bytes[..bytes.len() / 2], names, &|_, _| true);
        let error = cut_off.unwrap_err().to_string();
        assert!(error.starts_with(&format!("standard input: the {name} data is ")), "{error}");
        assert!(library.list().unwrap().is_empty());
        let imported = library.import_stream(&mut &bytes[..], names, &|_, _| true).unwrap();
        assert_eq!(imported.new, 50, "{name}");
        let copy = imported.file.unwrap();
        assert_eq!(copy.file_name().unwrap(), "imported.pgn");
        fs::remove_file(copy).unwrap();
        assert!(!has_draft(), "{name}");
    }
}

#[test]
fn a_text_out_of_a_compressed_file_has_a_limit() {
    let scratch = Scratch::new();
    let file = scratch.path().join("a.zip");
    let files = [
        ("a.pgn", CompressionMethod::STORE, &b"1. e4 *\n"[..]),
        ("b.pgn", CompressionMethod::DEFLATE, b"1. d4 *\n"),
    ];
    fs::write(&file, zip(&files)).unwrap();
    assert_eq!(read_text(&file, 1 << 20).unwrap().unwrap(), b"1. e4 *\n\n\n1. d4 *\n");
    fs::write(&file, gzip(&vec![b' '; (1 << 20) + 1])).unwrap();
    let error = read_text(&file, 1 << 20).unwrap_err().to_string();
    assert_eq!(error, "it has more than 1 MiB of games: import it instead");
    fs::write(&file, GAME).unwrap();
    assert_eq!(read_text(&file, 1 << 20).unwrap(), None);
}

#[test]
fn a_copy_is_named_without_the_compression() {
    for (file, wanted) in [
        ("x.pgn.zst", "x.pgn"),
        ("x.PGN.GZ", "x.pgn"),
        ("x.zip", "x.pgn"),
        ("x.v2.bz2", "x.v2.pgn"),
        ("x.pgn", "x.pgn"),
        ("x.txt", "x.pgn"),
        ("x", "x.pgn"),
    ] {
        assert_eq!(pgn_name(Path::new(file)), Path::new(wanted), "{file}");
    }
}
