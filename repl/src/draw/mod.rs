//! The table in pictures: for the terminal, as SVG and PNG, as pages.

pub mod graphics;
pub mod looks;
pub mod outside;
pub mod overlay;
pub mod panel;
pub mod picture;
pub mod screen;
pub mod sketch;
pub mod vector;
pub mod view;
