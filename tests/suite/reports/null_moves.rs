//! Games with null moves: each is a node, is written again, and nothing behind it is lost.
