//! The rules as people write them, manifests in TOML and scripts in Lua, made into what the table asks for.

pub mod manifest;
pub mod script;
