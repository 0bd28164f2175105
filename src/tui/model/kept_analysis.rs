//! What of the analysis on the board is in the list of games already, or need not be.

use crate::game::Tree;
use crate::game::game_list::{ANALYSIS_TAG, digest};
use crate::game::pgn::{self, PgnGame, PgnHeader};

/// The state of the analysis that need not be kept again.
#[derive(Clone, Default, Debug)]
pub struct KeptAnalysis {
    /// The moves and notes as they were opened or kept last; None where that is not known.
    tree: Option<Tree>,
    /// The digest of the text that was kept, where the analysis has a file of its own.
    pub digest: Option<u64>,
}

impl KeptAnalysis {
    /// The analysis of a game as it was opened.
    pub(crate) fn opened(tree: &Tree, header: &PgnHeader) -> Self {
        let is_analysis = header.tag(ANALYSIS_TAG).is_some();
        let text = || pgn::write(&PgnGame { header: header.clone(), tree: tree.clone() });
        Self { tree: Some(tree.clone()), digest: is_analysis.then(|| digest(text().as_bytes())) }
    }

    /// The analysis of an earlier session, by whether all of it was kept, and the digest of the text that was.
    pub(crate) fn restored(tree: &Tree, is_kept: bool, digest: Option<u64>) -> Self {
        Self { tree: is_kept.then(|| tree.clone()), digest }
    }

    /// The analysis that has just been kept with this text.
    pub(crate) fn in_file(tree: Tree, text: &str) -> Self {
        Self { tree: Some(tree), digest: Some(digest(text.as_bytes())) }
    }

    /// Notes that the list of games has all of the tree, whatever the analysis' own file has.
    pub(crate) fn set_kept(&mut self, tree: &Tree) {
        self.tree = Some(tree.clone());
    }

    /// Whether nothing of a tree has to be kept.
    pub(crate) fn has_all_of(&self, tree: &Tree) -> bool {
        self.tree.as_ref() == Some(tree) || is_empty(tree)
    }
}

/// Whether a tree has neither a move nor a note.
fn is_empty(tree: &Tree) -> bool {
    tree.move_count() == 0 && tree.node(tree.start()).notes.after.is_empty()
}
