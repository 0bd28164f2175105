//! PGN as people and programs write it: line ends, marks, odd tokens, prose around a game.
