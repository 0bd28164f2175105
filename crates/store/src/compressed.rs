//! Reads PGN text from files that may be compressed: Lichess gives zstd, TWIC gives ZIP archives, others gzip and bzip2. A
//! format is known by its first bytes, and the text is decompressed while it is read, so that no file is too long.

mod damage;
mod format;
mod member;
mod zstd;

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, RangeReader, ReaderAt, ZipArchive, ZipLocator};

use self::damage::{DamageReader, damage_of_archive};
pub use self::format::Compression;
use self::member::{ArchiveMember, pgn_members};
use self::zstd::ZstdDecoder;
use crate::disk::{self, DiskFile};
use crate::input_file;

/// Size of the buffers before and behind a decoder.
const BUFFER_BYTES: usize = 1 << 16;

/// The name of a file without its compression, ending in `.pgn`: `games.pgn.zst` and `games.zip` hold `games.pgn`.
pub(crate) fn pgn_name(file: &Path) -> PathBuf {
    const ENDINGS: [&str; 4] = ["zst", "gz", "bz2", "zip"];
    let is_compressed =
        file.extension().is_some_and(|found| ENDINGS.iter().any(|known| found.eq_ignore_ascii_case(known)));
    if !is_compressed {
        return file.with_extension("pgn");
    }
    let inner = file.with_extension("");
    if inner.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
        return inner.with_extension("pgn");
    }
    // A dot in what is left is part of the name.
    let mut name = inner.into_os_string();
    name.push(".pgn");
    name.into()
}

/// A file of games, compressed or not: one PGN text, or those of an archive.
pub(crate) struct PgnInput {
    layout: InputLayout,
    /// The bytes whose reading is the whole work.
    total: u64,
}

enum InputLayout {
    /// One text.
    Single(CountedBytes, Option<Compression>),
    /// The PGN files of an archive.
    Archive(ZipArchive<CountedBytes>, Vec<ArchiveMember>),
}

impl PgnInput {
    /// Opens the file at a path.
    ///
    /// # Errors
    /// When it cannot be read, or is an archive that is damaged or has no PGN.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::of_file(disk::open(path)?)
    }

    /// The games of an open file.
    ///
    /// # Errors
    /// As those of [`open`](Self::open).
    pub(crate) fn of_file(file: DiskFile) -> io::Result<Self> {
        let length = file.stat()?.length;
        Self::of_bytes(CountedBytes { source: ByteSource::File(file), length, read: Cell::new(0) })
    }

    /// The games of a file in memory.
    ///
    /// # Errors
    /// As those of [`open`](Self::open).
    pub(crate) fn of_memory(bytes: Vec<u8>) -> io::Result<Self> {
        let length = bytes.len() as u64;
        Self::of_bytes(CountedBytes { source: ByteSource::Memory(bytes), length, read: Cell::new(0) })
    }

    fn of_bytes(bytes: CountedBytes) -> io::Result<Self> {
        let mut start = Vec::new();
        bytes.reader().take(Compression::MAGIC_BYTES as u64).read_to_end(&mut start)?;
        let compression = Compression::of(&start);
        let total = bytes.length;
        if compression != Some(Compression::Zip) {
            return Ok(Self { layout: InputLayout::Single(bytes, compression), total });
        }
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipLocator::new()
            .locate_in_reader(bytes, &mut buffer, total)
            .map_err(|(_, error)| damage_of_archive(error))?;
        let members = pgn_members(&archive).map_err(damage_of_archive)?;
        if members.is_empty() {
            return Err(io::Error::other("there is no PGN file (*.pgn) in this archive"));
        }
        let length = total;
        let total = members.iter().fold(0_u64, |sum, member| sum.saturating_add(member.compressed_bytes));
        if total > length {
            // Files that share their bytes unpack to far more than the archive could hold.
            return Err(io::Error::other(
                "the files of this ZIP archive overlap: it is damaged or made to do harm",
            ));
        }
        Ok(Self { layout: InputLayout::Archive(archive, members), total })
    }

    /// Whether it is compressed, or an archive.
    pub(crate) const fn is_compressed(&self) -> bool {
        match &self.layout {
            InputLayout::Single(_, compression) => compression.is_some(),
            InputLayout::Archive(..) => true,
        }
    }

    /// The number of its PGN texts: one, or those of an archive.
    pub(crate) const fn text_count(&self) -> usize {
        match &self.layout {
            InputLayout::Single(..) => 1,
            InputLayout::Archive(_, members) => members.len(),
        }
    }

    /// The name of a text in an archive that has several.
    pub(crate) fn text_name(&self, index: usize) -> Option<&str> {
        match &self.layout {
            InputLayout::Single(..) => None,
            InputLayout::Archive(_, members) if members.len() < 2 => None,
            InputLayout::Archive(_, members) => members.get(index).map(|member| member.name.as_str()),
        }
    }

    /// Begins to read a text. Its errors say of a damaged file what is wrong with it.
    ///
    /// # Errors
    /// When it cannot be read, or is compressed in a way that is not known.
    pub(crate) fn open_text(&self, index: usize) -> io::Result<Box<dyn BufRead + '_>> {
        match &self.layout {
            InputLayout::Single(bytes, None) => {
                Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, bytes.reader())))
            }
            InputLayout::Single(bytes, Some(compression)) => {
                let source = BufReader::with_capacity(BUFFER_BYTES, bytes.reader());
                Ok(buffered(DamageReader::new(*compression, decoder(*compression, source))))
            }
            InputLayout::Archive(archive, members) => {
                let member = members.get(index).ok_or(io::ErrorKind::NotFound)?;
                open_member(archive, member)
            }
        }
    }

    /// The number of bytes of the file that have been read since the last [`restart_progress`](Self::restart_progress),
    /// and how many there are.
    pub(crate) fn progress(&self) -> (u64, u64) {
        (self.bytes().read.get().min(self.total), self.total)
    }

    /// Begins to count anew.
    pub(crate) fn restart_progress(&self) {
        self.bytes().read.set(0);
    }

    fn bytes(&self) -> &CountedBytes {
        match &self.layout {
            InputLayout::Single(bytes, _) => bytes,
            InputLayout::Archive(archive, _) => archive.get_ref(),
        }
    }
}

/// Decompresses a source. Archives have no decoder of their own.
fn decoder<'a>(compression: Compression, source: impl BufRead + 'a) -> Box<dyn Read + 'a> {
    match compression {
        Compression::Zstd => Box::new(ZstdDecoder::new(source)),
        Compression::Gzip => Box::new(MultiGzDecoder::new(source)),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(source)),
        Compression::Zip => Box::new(source),
    }
}

fn buffered<'a>(source: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(BUFFER_BYTES, source))
}

/// Begins to read a file of an archive; its length and checksum are compared at its end.
fn open_member<'a>(
    archive: &'a ZipArchive<CountedBytes>,
    member: &ArchiveMember,
) -> io::Result<Box<dyn BufRead + 'a>> {
    if member.is_encrypted {
        return Err(io::Error::other(format!("{} is encrypted: unpack it first", member.name)));
    }
    let entry = archive.get_entry(member.entry).map_err(damage_of_archive)?;
    let source = BufReader::with_capacity(BUFFER_BYTES, entry.reader());
    let decoder: Box<dyn Read + 'a> = match member.method {
        CompressionMethod::STORE => Box::new(source),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(source)),
        CompressionMethod::BZIP2 => decoder(Compression::Bzip2, source),
        CompressionMethod::ZSTD => decoder(Compression::Zstd, source),
        other => {
            let method = other.name().unwrap_or("an unknown method");
            let advice = format!("{} is compressed with {method}: unpack it first", member.name);
            return Err(io::Error::other(advice));
        }
    };
    Ok(buffered(DamageReader::new(Compression::Zip, entry.verifying_reader(decoder))))
}

/// The text of a compressed file, or of the PGN files of an archive one after the other; `-` is standard input, which may
/// also have the text itself. None for a file that is not compressed.
///
/// # Errors
/// When the file cannot be read, is damaged or has no PGN, or it or its text has more than `max_bytes`.
pub fn read_text(file: &Path, max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    let input = if file.as_os_str() == "-" {
        PgnInput::of_memory(input_file::read(file, max_bytes)?)?
    } else {
        let input = PgnInput::open(file)?;
        if !input.is_compressed() {
            return Ok(None);
        }
        input
    };
    let mut all = Vec::new();
    for index in 0..input.text_count() {
        if index > 0 {
            all.extend_from_slice(b"\n\n");
        }
        let room = max_bytes.saturating_sub(all.len() as u64);
        let count = input.open_text(index)?.take(room + 1).read_to_end(&mut all)?;
        if count as u64 > room {
            let limit = max_bytes >> 20;
            return Err(io::Error::other(format!(
                "it has more than {limit} MiB of games: import it instead"
            )));
        }
    }
    Ok(Some(all))
}

/// The bytes of a file; those that are read are counted.
struct CountedBytes {
    source: ByteSource,
    length: u64,
    read: Cell<u64>,
}

enum ByteSource {
    File(DiskFile),
    Memory(Vec<u8>),
}

impl CountedBytes {
    fn reader(&self) -> RangeReader<&Self> {
        RangeReader::new(self, 0..self.length)
    }
}

impl ReaderAt for CountedBytes {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(offset)).unwrap_or(usize::MAX);
        let wanted = left.min(buffer.len());
        let buffer = &mut buffer[..wanted];
        match &self.source {
            ByteSource::File(file) => file.read_exact_at(buffer, offset)?,
            ByteSource::Memory(bytes) => ReaderAt::read_exact_at(bytes, buffer, offset)?,
        }
        self.read.set(self.read.get() + wanted as u64);
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests;
