//! Colours that must not be confused, measured as distances in CIELAB: as most people see them and as colour-blind people
//! do (matrices of Machado, Oliveira and Fernandes, 2009, full severity), with 24 bits, 256 and 16 colours.

use super::COLOURS;
use crate::draw::view::{Colour, Palette};

type Matrix = [[f32; 3]; 3];

const EYES: [(&str, Matrix); 4] = [
    ("everybody", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("deuteranopia", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]),
];

/// What a colour looks like.
type Shown = fn(Colour) -> [u8; 3];

/// What a colour becomes with fewer colours.
const DEPTHS: [(&str, Shown); 3] =
    [("24 bits", |colour| colour.rgb), ("256", |colour| colour.shown_of_256()), ("16", |colour| colour.shown_of_16())];

fn lab(rgb: [u8; 3], matrix: &Matrix) -> [f32; 3] {
    let linear = rgb.map(|part| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let seen = matrix.map(|row| (row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]).clamp(0.0, 1.0));
    let [r, g, b] = seen;
    let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047;
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883;
    let root = |t: f32| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    [116.0 * root(y) - 16.0, 500.0 * (root(x) - root(y)), 200.0 * (root(y) - root(z))]
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
}

/// Checks that two colours are at least this far apart for everybody at every depth.
fn apart((one, first): (&str, Colour), (two, second): (&str, Colour), least: f32) {
    for (depth, shown) in DEPTHS {
        for (eyes, matrix) in &EYES {
            let far = distance(lab(shown(first), matrix), lab(shown(second), matrix));
            assert!(far >= least, "{one} and {two}, {depth}, {eyes}: {far:.1}");
        }
    }
}

/// The colours of players, and the ground of numbered choices.
fn badges() -> Vec<(&'static str, Colour)> {
    let players = COLOURS.iter().map(|(name, colour, _)| (*name, *colour));
    players.chain([("number", Palette::default().number[1])]).collect()
}

#[test]
fn players_and_numbers_differ_for_everybody_at_every_depth() {
    let badges = badges();
    for (i, one) in badges.iter().enumerate() {
        badges[i + 1..].iter().for_each(|two| apart(*one, *two, 20.0));
    }
}

#[test]
fn players_differ_from_the_ground_they_stand_on() {
    let palette = Palette::default();
    // As the base game declares them.
    let (city, road) = (Colour::new(0xd8ad72, 179, 3), Colour::new(0xf7f3e6, 230, 15));
    for badge in badges() {
        for ground in [("field", palette.field[0]), ("city", city), ("road", road)] {
            apart(badge, ground, 10.0);
        }
    }
}

#[test]
fn players_differ_in_lightness_where_there_are_colours_enough() {
    for (depth, shown) in &DEPTHS[..2] {
        let mut light: Vec<f32> = COLOURS.iter().map(|(_, colour, _)| lab(shown(*colour), &EYES[0].1)[0]).collect();
        light.sort_by(f32::total_cmp);
        assert!(light.windows(2).all(|pair| pair[1] - pair[0] >= 8.0), "{depth}: {light:?}");
    }
}

#[test]
fn letters_are_legible_on_the_colours_of_their_players() {
    for (name, colour, ink) in COLOURS {
        assert!(colour.contrast(ink) >= 4.0, "{name}: {}", colour.contrast(ink));
    }
    let [ink, ground] = Palette::default().number;
    assert!(ground.contrast(ink) >= 3.0, "{}", ground.contrast(ink));
}
