//! Segments for tests.

use game::pgn::split::PgnSplitter;

use crate::{Segment, SegmentBuilder};

/// The segment of a PGN text.
pub(crate) fn segment_of(text: &str) -> Segment {
    let mut builder = SegmentBuilder::new();
    for game in PgnSplitter::new(text.as_bytes()) {
        builder.add(&game.expect("a text can be read"));
    }
    builder.finish()
}
