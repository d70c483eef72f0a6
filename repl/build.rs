//! The expansions, the house rules and the docs are embedded in the program: what changes there makes it anew.

fn main() {
    println!("cargo::rerun-if-changed=../expansions");
    println!("cargo::rerun-if-changed=../scripts/house");
    println!("cargo::rerun-if-changed=../docs");
}
