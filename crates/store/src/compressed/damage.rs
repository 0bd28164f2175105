//! What is said of a compressed file that is damaged or cut off, in place of the words of its decoder.

use std::error::Error;
use std::io::{self, ErrorKind, Read};

use super::format::Compression;

/// A decoder whose errors say what is wrong with the file, and what to do.
pub(super) struct DamageReader<R> {
    compression: Compression,
    decoder: R,
}

impl<R: Read> DamageReader<R> {
    pub(super) const fn new(compression: Compression, decoder: R) -> Self {
        Self { compression, decoder }
    }
}

impl<R: Read> Read for DamageReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| describe_damage(self.compression, error))
    }
}

/// What is wrong with an archive that cannot be opened.
pub(super) fn damage_of_archive(error: rawzip::Error) -> io::Error {
    let kind = match error.kind() {
        // The directory stands at the end.
        rawzip::ErrorKind::MissingEndOfCentralDirectory => ErrorKind::UnexpectedEof,
        _ => ErrorKind::InvalidData,
    };
    describe_damage(Compression::Zip, io::Error::new(kind, error))
}

/// What is wrong with the file. An error of the disk, or one that was put into words, stays as it is.
fn describe_damage(compression: Compression, error: io::Error) -> io::Error {
    if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::Unsupported) {
        return error;
    }
    let mut is_cut_off = false;
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(found) = cause {
        if let Some(found) = found.downcast_ref::<io::Error>() {
            if let Some(code) = found.raw_os_error() {
                return io::Error::from_raw_os_error(code);
            }
            is_cut_off |= found.kind() == ErrorKind::UnexpectedEof;
        }
        cause = found.source();
    }
    let name = compression.name();
    io::Error::other(if is_cut_off {
        format!("the {name} data is cut off, so games are missing: download or copy the file again")
    } else {
        format!("the {name} data is damaged: download or copy the file again")
    })
}
