//! Decompresses zstd: all frames of a file, one after the other, as `zstd` and `pzstd` write them.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// A decoder of all frames of its source.
pub(super) struct ZstdDecoder<R> {
    source: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> ZstdDecoder<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, decoder: FrameDecoder::new(), is_in_frame: false }
    }

    /// Begins the next frame. False at the end of the source.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length.into())?,
                Err(error) => return Err(frame_error(error)),
            }
        }
        Ok(false)
    }

    /// Skips bytes that belong to no text.
    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
        if skipped < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Ends a frame: its checksum, if it has one, must be that of its text.
    fn end_frame(&mut self) -> io::Result<()> {
        self.is_in_frame = false;
        match self.decoder.get_checksum_from_data() {
            Some(wanted) if self.decoder.get_calculated_checksum() != Some(wanted) => {
                Err(io::ErrorKind::InvalidData.into())
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstdDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_in_frame {
                self.is_in_frame = self.begin_frame()?;
                if !self.is_in_frame {
                    return Ok(0);
                }
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if self.decoder.is_finished() {
                self.end_frame()?;
            } else {
                let one_block = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, one_block).map_err(io::Error::other)?;
            }
        }
    }
}

/// Why a frame cannot be begun.
fn frame_error(error: FrameDecoderError) -> io::Error {
    let advice = match error {
        FrameDecoderError::WindowSizeTooBig { .. } => {
            "it is compressed with a window of more than 128 MiB: unpack it first (zstd -d --long=31 FILE)"
        }
        FrameDecoderError::DictNotProvided { .. } => {
            "it is compressed with a dictionary: unpack it first (zstd -d -D DICTIONARY FILE)"
        }
        other => return io::Error::other(other),
    };
    io::Error::new(io::ErrorKind::Unsupported, advice)
}
