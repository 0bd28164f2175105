//! The formats of compressed files, by their first bytes.

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Zstandard, `.zst`.
    Zstd,
    /// `.gz`.
    Gzip,
    /// `.bz2`.
    Bzip2,
    /// An archive of files, `.zip`.
    Zip,
}

impl Compression {
    /// How many bytes at the start of a file show its compression.
    pub(super) const MAGIC_BYTES: usize = 10;

    /// The compression of a file by its first bytes. None for a file that is not compressed, or in another way.
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        match start {
            // A frame, or a skippable one: some programs begin with it.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            // The size of a block, then the first block, or the end of an empty file.
            [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, b'r', b'E', b'8', b'P', 0x90, ..] => Some(Self::Bzip2),
            // The first file, or the directory of an empty archive.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            _ => None,
        }
    }

    /// Its name in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Zip => "ZIP",
        }
    }
}
