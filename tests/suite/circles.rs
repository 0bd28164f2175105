//! No import circle between files: each file can be read after those that it imports. No feature of the
//! interface imports another one.
//!
//! The graph is made from the syntax trees of all files, tests left out. A path is followed to the file that
//! defines what it names, through `use` and through re-exports; a facade that only declares and re-exports
//! its children is no file on that way.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, UseTree, Visibility};

use crate::source::{self, check_none};

/// A path with its segments, from the crate's root where it is absolute.
type Path = Vec<String>;

/// What one file declares, imports and names.
#[derive(Default)]
struct File {
    path: String,
    /// Names of types, functions, constants, macros.
    defines: BTreeSet<String>,
    /// A name in this file, the path it stands for, and whether it is handed on.
    imports: Vec<Import>,
    /// Paths whose names are all imported.
    globs: Vec<Path>,
    /// Every other path in the code, from the crate's root.
    names: BTreeSet<Path>,
}

struct Import {
    name: String,
    target: Path,
    exported: bool,
}

/// All files of the application and of its crates, by their module's path.
struct Crate(BTreeMap<Path, File>);

impl Crate {
    fn read() -> Self {
        let sources = source::all().into_iter().filter(|source| source.path != "main.rs");
        Self::of(sources.map(|source| (source.path, source.whole)))
    }

    /// The crates of these files: the paths of their modules, and their texts.
    fn of(files: impl Iterator<Item = (String, String)>) -> Self {
        let crates = source::crates();
        let files = files.map(|(path, text)| {
            let module = module_of(&path);
            let tree = syn::parse_file(&text).unwrap();
            let is_crate = crates.contains(&path.split(['/', '.']).next().unwrap_or_default().to_owned());
            let root = if is_crate { module[..1].to_vec() } else { Vec::new() };
            let mut reader = Reader { root, module: module.clone(), file: File { path, ..File::default() } };
            reader.visit_file(&tree);
            (module, reader.file)
        });
        Self(files.collect())
    }

    /// The file that defines what an absolute path names; None for what is not of this crate and for a module
    /// itself.
    fn definition(&self, path: &[String], depth: usize) -> Option<&str> {
        // A re-export leads to another path; a circle of those does not compile.
        if depth > 8 {
            return None;
        }
        let known = (0..=path.len()).rev().find(|&n| self.0.contains_key(&path[..n]))?;
        let file = &self.0[&path[..known]];
        let name = path.get(known)?;
        if file.defines.contains(name) {
            return Some(&file.path);
        }
        let onward = |target: &Path| {
            let mut onward = target.clone();
            onward.extend_from_slice(&path[known + 1..]);
            onward
        };
        let mut imports = file.imports.iter().filter(|import| import.name == *name);
        if let Some(found) = imports.find_map(|import| self.definition(&onward(&import.target), depth + 1)) {
            return Some(found);
        }
        file.globs.iter().find_map(|glob| {
            let mut target = glob.clone();
            target.push(name.clone());
            self.definition(&onward(&target), depth + 1)
        })
    }

    /// Which file uses which others, and by what name.
    fn edges(&self) -> BTreeMap<&str, BTreeMap<&str, &str>> {
        let mut edges: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
        for file in self.0.values() {
            let to = edges.entry(&file.path).or_default();
            let exported: BTreeSet<&str> = file
                .imports
                .iter()
                .filter(|import| import.exported)
                .map(|import| import.name.as_str())
                .collect();
            let imported = file.imports.iter().filter(|import| !exported.contains(import.name.as_str()));
            for import in imported {
                if let Some(target) = self.definition(&import.target, 0) {
                    to.insert(target, &import.name);
                }
            }
            for name in &file.names {
                if let Some(target) = self.definition(name, 0) {
                    to.insert(target, name.last().unwrap());
                }
            }
            to.remove(file.path.as_str());
        }
        edges
    }

    /// The arrows that lie on a circle of files, with the name that each is there for.
    fn circles(&self) -> Vec<String> {
        let edges = self.edges();
        let reach: BTreeMap<&str, BTreeSet<&str>> =
            edges.keys().map(|&file| (file, reached(&edges, file))).collect();
        let mut found = Vec::new();
        for (&from, targets) in &edges {
            for (&to, name) in targets {
                if reach[to].contains(from) {
                    found.push(format!("{from} -> {to}: {name}"));
                }
            }
        }
        found
    }
}

fn module_of(path: &str) -> Path {
    let path = path.trim_end_matches(".rs");
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// Collects what one file declares and names.
struct Reader {
    /// Where `crate::` leads.
    root: Path,
    module: Path,
    file: File,
}

impl Reader {
    /// The path from the crate's root, for one that is written from here.
    fn absolute(&self, path: &[String]) -> Path {
        let (mut base, mut rest) = match path.first().map(String::as_str) {
            Some("crate") => (self.root.clone(), &path[1..]),
            Some("self") => (self.module.clone(), &path[1..]),
            _ => (self.module.clone(), path),
        };
        while rest.first().is_some_and(|segment| segment == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend_from_slice(rest);
        base
    }

    fn import(&mut self, tree: &UseTree, before: &mut Path, exported: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before, exported);
                before.pop();
            }
            UseTree::Name(name) => self.import_as(&name.ident.to_string(), None, before, exported),
            UseTree::Rename(name) => {
                self.import_as(&name.ident.to_string(), Some(name.rename.to_string()), before, exported);
            }
            UseTree::Glob(_) => self.file.globs.push(self.absolute(before)),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, exported);
                }
            }
        }
    }

    fn import_as(&mut self, name: &str, rename: Option<String>, before: &Path, exported: bool) {
        let mut path = before.clone();
        if name != "self" {
            path.push(name.to_owned());
        }
        let own = path.last().cloned().unwrap_or_default();
        let name = rename.unwrap_or(own);
        // The path may begin with a module or with the name of a crate.
        for target in [self.absolute(&path), path] {
            self.file.imports.push(Import { name: name.clone(), target, exported });
        }
    }

    /// Remembers a path of the code. It may begin with the name of a crate.
    fn name(&mut self, path: &[String]) {
        let absolute = self.absolute(path);
        self.file.names.insert(absolute);
        self.file.names.insert(path.to_vec());
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Path::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if colons == 2 || path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                _ => {}
            }
            if !path.is_empty() {
                self.name(&std::mem::take(&mut path));
            }
            colons = 0;
            match token {
                TokenTree::Ident(ident) => path.push(ident.to_string()),
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
        }
        if !path.is_empty() {
            self.name(&path);
        }
    }
}

fn only_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let (name, attributes) = match item {
            Item::Const(item) => (item.ident.to_string(), &item.attrs),
            Item::Enum(item) => (item.ident.to_string(), &item.attrs),
            Item::Fn(item) => (item.sig.ident.to_string(), &item.attrs),
            Item::Static(item) => (item.ident.to_string(), &item.attrs),
            Item::Struct(item) => (item.ident.to_string(), &item.attrs),
            Item::Trait(item) => (item.ident.to_string(), &item.attrs),
            Item::Type(item) => (item.ident.to_string(), &item.attrs),
            Item::Mod(item) => (String::new(), &item.attrs),
            Item::Impl(item) => (String::new(), &item.attrs),
            Item::Use(item) => (String::new(), &item.attrs),
            Item::Macro(item) => {
                (item.ident.as_ref().map(ToString::to_string).unwrap_or_default(), &item.attrs)
            }
            _ => return visit::visit_item(self, item),
        };
        if !only_for_tests(attributes) {
            self.file.defines.insert(name);
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let exported = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &mut Path::new(), exported);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Path = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.name(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
    }
}

/// The files that can be reached from one file over one arrow or more.
fn reached<'a>(edges: &BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(file) = next.pop() {
        for &to in edges[file].keys() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}

#[test]
fn no_file_imports_itself_through_others() {
    check_none("files that import each other in a circle", &Crate::read().circles());
}

#[test]
fn a_circle_is_found_and_a_facade_that_hands_on_is_none() {
    let circles = |files: &[(&str, &str)]| {
        Crate::of(files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned()))).circles()
    };
    let facade = ("a.rs", "mod b; mod c; pub use b::B; pub use c::C;");
    let c = ("a/c.rs", "pub struct C;");
    // What b needs of c comes through the facade, which needs both.
    assert_eq!(circles(&[facade, ("a/b.rs", "use super::C; pub struct B(C);"), c]), Vec::<String>::new());
    let wanted = ["a/b.rs -> a/c.rs: C", "a/c.rs -> a/b.rs: B"];
    for b in ["use super::C; pub struct B(C);", "pub struct B(crate::a::C);", "pub struct B(super::c::C);"] {
        assert_eq!(
            circles(&[facade, ("a/b.rs", b), ("a/c.rs", "use crate::a::B; pub struct C(B);")]),
            wanted
        );
    }
    // In a test it may.
    let tested = ("a/c.rs", "pub struct C; #[cfg(test)] mod tests { use crate::a::B; }");
    assert_eq!(
        circles(&[facade, ("a/b.rs", "use super::C; pub struct B(C);"), tested]),
        Vec::<String>::new()
    );
}

/// What all screens share: every feature may use it, and it uses no feature.
const SHARED: [&str; 10] = [
    "model",
    "message",
    "context",
    "scene",
    "board",
    "aids",
    "dialog",
    "background",
    "text_reading",
    "widget",
];

/// The features of the interface.
const FEATURES: [&str; 11] = [
    "play", "analyze", "practice", "quiz", "puzzle", "guess", "tables", "games", "editor", "engines", "proof",
];

/// What knows all features, and what none of them knows: the whole state, the router, what draws and acts.
const ABOVE: [&str; 7] = ["app", "router", "practice_features", "screen", "linear", "shell", "view"];

/// The folder of the interface that a file belongs to.
fn tui_folder(path: &str) -> Option<&str> {
    path.strip_prefix("tui/")?.split(['/', '.']).next()
}

#[test]
fn a_feature_of_the_interface_knows_no_other_and_not_the_whole_state() {
    let sources = Crate::read();
    let mut offences = Vec::new();
    for (from, targets) in sources.edges() {
        let own = tui_folder(from).filter(|own| FEATURES.contains(own) || SHARED.contains(own));
        for (to, name) in targets {
            let other = tui_folder(to).filter(|other| FEATURES.contains(other) || ABOVE.contains(other));
            if own.is_some() && other.is_some() && own != other {
                offences.push(format!("{from} -> {to}: {name}"));
            }
        }
    }
    check_none("features ask each other with a `Request`, which the router answers", &offences);
}
