//! Each owner matches every one of its actions: no arm for all others, which a new action would fall into.

use syn::visit::{self, Visit};
use syn::{ExprMatch, Pat};

use crate::source::{self, check_none};

/// Finds the matches over actions in one file that have an arm for all others.
struct CatchAlls {
    path: String,
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for CatchAlls {
    fn visit_expr_match(&mut self, matched: &'ast ExprMatch) {
        let mut names = NamesAction(false);
        matched.arms.iter().for_each(|arm| names.visit_pat(&arm.pat));
        let takes_all = |pat: &Pat| matches!(pat, Pat::Wild(_) | Pat::Ident(_));
        if names.0 && matched.arms.iter().any(|arm| arm.guard.is_none() && takes_all(&arm.pat)) {
            self.found.push(self.path.clone());
        }
        visit::visit_expr_match(self, matched);
    }
}

/// Whether a pattern names an action: `Action::Play(..)`, `PlayAction::Resign`.
struct NamesAction(bool);

impl<'ast> Visit<'ast> for NamesAction {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let owner = path.segments.first().map(|segment| segment.ident.to_string());
        self.0 |= path.segments.len() > 1 && owner.is_some_and(|owner| owner.ends_with("Action"));
    }
}

fn catch_alls(path: &str, text: &str) -> Vec<String> {
    let mut reader = CatchAlls { path: path.to_owned(), found: Vec::new() };
    reader.visit_file(&syn::parse_file(text).unwrap());
    reader.found
}

#[test]
fn no_match_over_actions_has_an_arm_for_all_others() {
    let sources = source::all().into_iter().filter(|source| source.is_in("tui"));
    let offences: Vec<String> = sources.flat_map(|source| catch_alls(&source.path, &source.whole)).collect();
    check_none("an arm takes all other actions", &offences);
}

#[test]
fn the_reader_of_matches_sees_a_wildcard_and_a_binding() {
    let check = |arm: &str, expected: usize| {
        let text = format!(
            "fn f(a: Action) {{ match a {{ Action::Play(PlayAction::Resign) => {{}}\n {arm} => {{}} }} }}"
        );
        assert_eq!(catch_alls("a.rs", &text).len(), expected, "{arm}");
    };
    check("_", 1);
    check("other", 1);
    check("Action::Play(_)", 0);
    check("_ if true", 0);
}
