//! Memory, signals, clocks, files without end: the terminal is given back and nothing is lost.
