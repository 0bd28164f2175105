//! Floor 8: words on the command line, and the engine as a server for chess interfaces.

pub mod uci_server;
