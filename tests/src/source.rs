//! Our own code as data: every Rust file of the workspace, its tokens without tests and comments.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, File, Item, Meta};

use crate::deal::root;

/// One Rust file.
pub struct Source {
    /// Its path from the top of the repository.
    pub path: String,
    /// All of it.
    pub text: String,
    /// Whether it is compiled for tests alone.
    pub is_test: bool,
    file: File,
}

/// A word of the code and where it stands.
#[derive(Clone, Debug)]
pub struct Token {
    /// An identifier, a sign or a literal.
    pub tree: TokenTree,
    /// The line, counted from 1.
    pub line: usize,
    /// How many modules written out in the file it is inside of.
    pub depth: usize,
}

impl Token {
    /// The identifier, if it is one.
    pub fn ident(&self) -> Option<String> {
        match &self.tree {
            TokenTree::Ident(ident) => Some(ident.to_string()),
            _ => None,
        }
    }

    /// The literal, if it is one.
    pub fn literal(&self) -> Option<&Literal> {
        match &self.tree {
            TokenTree::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    /// Whether it is this sign or identifier; `{` and `}` and their like stand for the groups.
    pub fn is(&self, text: &str) -> bool {
        match &self.tree {
            TokenTree::Group(group) => bracket(group, self.depth != usize::MAX) == text,
            tree => tree.to_string() == text,
        }
    }
}

fn bracket(group: &Group, opens: bool) -> &'static str {
    match (group.delimiter(), opens) {
        (Delimiter::Brace, true) => "{",
        (Delimiter::Brace, false) => "}",
        (Delimiter::Parenthesis, true) => "(",
        (Delimiter::Parenthesis, false) => ")",
        (Delimiter::Bracket, true) => "[",
        (Delimiter::Bracket, false) => "]",
        (Delimiter::None, _) => "",
    }
}

impl Source {
    /// Every Rust file of the workspace, in the order of paths.
    pub fn all() -> Vec<Source> {
        let top = root().join("..");
        let mut paths = Vec::new();
        for folder in ["core", "repl", "tests"] {
            collect(&top.join(folder), &mut paths);
        }
        paths.sort();
        let mut sources: Vec<Source> = paths.iter().map(|path| Source::read(&top, path)).collect();
        let test_modules: BTreeSet<String> = sources.iter_mut().flat_map(Source::strip_tests).collect();
        for source in &mut sources {
            let of_test = |stem: &String| source.path == format!("{stem}.rs") || in_folder(&source.path, stem);
            source.is_test = source.path.starts_with("tests/") || test_modules.iter().any(of_test);
        }
        sources
    }

    fn read(top: &Path, path: &Path) -> Source {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let path = path.strip_prefix(top).expect("a path below the top").display().to_string();
        Source { path, text, is_test: false, file }
    }

    /// How deep in the tree of modules the file is: 1 for a room, 2 for a file in its folder.
    pub fn depth(&self) -> usize {
        let inside = self.path.split('/').skip(2).filter(|part| !["mod.rs", "lib.rs", "main.rs"].contains(part));
        inside.count()
    }

    /// Takes out what is compiled for tests alone, and names the files that are.
    fn strip_tests(&mut self) -> Vec<String> {
        let mut strip = Strip::default();
        strip.visit_file_mut(&mut self.file);
        let stem = self.path.trim_end_matches(".rs");
        let folder = stem.strip_suffix("/mod").or(stem.strip_suffix("/lib")).or(stem.strip_suffix("/main"));
        strip.modules.iter().map(|module| format!("{}/{module}", folder.unwrap_or(stem))).collect()
    }

    /// The tokens of what is not compiled for tests alone, without comments. Groups stand twice, where they open and
    /// where they close.
    pub fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        flatten(self.file.to_token_stream(), 0, &mut tokens);
        tokens
    }
}

fn in_folder(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

fn flatten(stream: TokenStream, depth: usize, tokens: &mut Vec<Token>) {
    for tree in stream {
        let line = tree.span().start().line;
        match &tree {
            TokenTree::Group(group) => {
                let braces = group.delimiter() == Delimiter::Brace;
                let is_module = braces && tokens.len() >= 2 && tokens[tokens.len() - 2].is("mod");
                tokens.push(Token { tree: tree.clone(), line, depth });
                flatten(group.stream(), depth + is_module as usize, tokens);
                tokens.push(Token { tree: tree.clone(), line: group.span_close().start().line, depth: usize::MAX });
            }
            _ => tokens.push(Token { tree, line, depth }),
        }
    }
}

/// Takes out items under `#[cfg(test)]` and `#[test]`, and all doc comments.
#[derive(Default)]
struct Strip {
    modules: Vec<String>,
}

impl Strip {
    fn keep(&mut self, items: &mut Vec<Item>) {
        items.retain(|item| {
            let is_test = attributes(item).iter().any(is_for_tests);
            if let (true, Item::Mod(module)) = (is_test, item) {
                self.modules.push(module.ident.to_string());
            }
            !is_test
        });
    }
}

impl VisitMut for Strip {
    fn visit_file_mut(&mut self, file: &mut File) {
        self.keep(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.keep(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !attribute.path().is_ident("doc"));
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::NameValue(_) => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
