//! The expansions are embedded in the program: what changes there makes it anew.

fn main() {
    println!("cargo::rerun-if-changed=../expansions");
}
