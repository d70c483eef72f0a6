//! A small stroke font, so that a picture is the same on every machine: a path for each character, 14 high, with the
//! baseline at 14.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::path::Path;

/// Character, width, path.
const SIGNS: &str = "
a 8 M8 5V14M8 9.5Q8 5 4 5Q0 5 0 9.5Q0 14 4 14Q8 14 8 9.5
b 8 M0 0V14M0 9.5Q0 5 4 5Q8 5 8 9.5Q8 14 4 14Q0 14 0 9.5
c 7.5 M7.5 6.5Q6.5 5 4 5Q0 5 0 9.5Q0 14 4 14Q6.5 14 7.5 12.5
d 8 M8 0V14M8 9.5Q8 5 4 5Q0 5 0 9.5Q0 14 4 14Q8 14 8 9.5
e 8 M0 9.3H8Q8 5 4 5Q0 5 0 9.5Q0 14 4 14Q6.5 14 7.5 12.5
f 5 M5 .4Q2 -.6 2 3V14M0 5H5
g 8 M8 5V14.5Q8 18 4 18Q1.5 18 .5 17M8 9.5Q8 5 4 5Q0 5 0 9.5Q0 14 4 14Q8 14 8 9.5
h 7.5 M0 0V14M0 9Q0 5 4 5Q7.5 5 7.5 9V14
i 1 M.5 5V14M.5 1V1.3
j 3 M3 5V15.5Q3 18 0 18M3 1V1.3
k 7.5 M0 0V14M7 5L0 10.5M2.5 8.6L7.5 14
l 2 M.5 0V12Q.5 14 2.3 14
m 12 M0 5V14M0 8.5Q0 5 3 5Q6 5 6 8.5V14M6 8.5Q6 5 9 5Q12 5 12 8.5V14
n 7.5 M0 5V14M0 9Q0 5 4 5Q7.5 5 7.5 9V14
o 8 M4 5Q8 5 8 9.5Q8 14 4 14Q0 14 0 9.5Q0 5 4 5Z
p 8 M0 5V18M0 9.5Q0 5 4 5Q8 5 8 9.5Q8 14 4 14Q0 14 0 9.5
q 8 M8 5V18M8 9.5Q8 5 4 5Q0 5 0 9.5Q0 14 4 14Q8 14 8 9.5
r 4.5 M0 5V14M0 9.5Q0 5 4.5 5
s 7 M7 6.5Q6 5 3.5 5Q.5 5 .5 7.2Q.5 9 3.5 9.4Q7 9.8 7 11.8Q7 14 3.5 14Q1 14 0 12.5
t 5 M2 1.5V11.5Q2 14 5 14M0 5H5
u 7.5 M0 5V10Q0 14 3.5 14Q7.5 14 7.5 10M7.5 5V14
v 8 M0 5L4 14L8 5
w 11 M0 5L2.8 14L5.5 6L8.2 14L11 5
x 7.5 M0 5L7.5 14M7.5 5L0 14
y 8 M0 5L4 14M8 5L4 14Q2.8 18 0 18
z 7 M0 5H7L0 14H7
A 10 M0 14L5 0L10 14M1.8 9.5H8.2
B 8.5 M0 0V14H4.5Q8.5 14 8.5 10.4Q8.5 7 4.5 7H0M0 0H4Q7.5 0 7.5 3.4Q7.5 7 4 7
C 9 M9 2.5Q7.5 0 5 0Q0 0 0 7Q0 14 5 14Q7.5 14 9 11.5
D 9 M0 0V14H3.5Q9 14 9 7Q9 0 3.5 0Z
E 7.5 M7.5 0H0V14H7.5M0 7H6
F 7.5 M7.5 0H0V14M0 7H6
G 9.5 M9 2.5Q7.5 0 5 0Q0 0 0 7Q0 14 5 14Q9.5 14 9.5 8H5.5
H 9 M0 0V14M9 0V14M0 7H9
I 1 M.5 0V14
J 6 M6 0V9.5Q6 14 3 14Q.5 14 0 11.5
K 8.5 M0 0V14M8 0L0 8.5M3 5.6L8.5 14
L 7 M0 0V14H7
M 11 M0 14V0L5.5 9L11 0V14
N 9 M0 14V0L9 14V0
O 10 M5 0Q10 0 10 7Q10 14 5 14Q0 14 0 7Q0 0 5 0Z
P 8 M0 14V0H4Q8 0 8 4Q8 8 4 8H0
Q 10 M5 0Q10 0 10 7Q10 14 5 14Q0 14 0 7Q0 0 5 0ZM6.5 10.5L10 15
R 8.5 M0 14V0H4Q8 0 8 4Q8 8 4 8H0M4.5 8L8.5 14
S 8 M8 2.5Q7 0 4 0Q.5 0 .5 3.4Q.5 6.2 4 6.8Q8 7.6 8 10.6Q8 14 4 14Q.8 14 0 11.2
T 9 M0 0H9M4.5 0V14
U 9 M0 0V9Q0 14 4.5 14Q9 14 9 9V0
V 9.6 M0 0L4.8 14L9.6 0
W 14 M0 0L3.5 14L7 2L10.5 14L14 0
X 9 M0 0L9 14M9 0L0 14
Y 9 M0 0L4.5 7V14M9 0L4.5 7
Z 8.5 M0 0H8.5L0 14H8.5
0 8 M4 0Q8 0 8 7Q8 14 4 14Q0 14 0 7Q0 0 4 0Z
1 5 M0 3L3.5 0V14
2 8 M.3 3.5Q.5 0 4 0Q7.6 0 7.6 3.6Q7.6 6 5 8.5L0 14H8
3 8 M.5 1.8Q2 0 4 0Q7.3 0 7.3 3.4Q7.3 6.6 4 6.6H3M4 6.6Q8 6.6 8 10.2Q8 14 4 14Q1.2 14 0 11.5
4 8 M6 14V0L0 10H8
5 8 M7.5 0H1.2L.6 6.4Q2 5.2 4 5.2Q8 5.2 8 9.5Q8 14 4 14Q1.2 14 0 11.8
6 8 M7.2 1.5Q6 0 4.2 0Q0 0 0 8.2Q0 14 4 14Q8 14 8 9.7Q8 5.6 4.2 5.6Q.8 5.6 .1 9
7 8 M0 0H8L3 14
8 8 M4 0Q7.4 0 7.4 3.3Q7.4 6.6 4 6.6Q.6 6.6 .6 3.3Q.6 0 4 0ZM4 6.6Q8 6.6 8 10.3Q8 14 4 14Q0 14 0 10.3Q0 6.6 4 6.6Z
9 8 M.8 12.5Q2 14 3.8 14Q8 14 8 5.8Q8 0 4 0Q0 0 0 4.3Q0 8.4 3.8 8.4Q7.2 8.4 7.9 5
- 5 M0 8.5H5
+ 8 M0 8H8M4 4V12
= 8 M0 6H8M0 10H8
_ 8 M0 16H8
. 1 M.5 14V13.7
, 2 M1.5 13.7L.3 16.6
: 1 M.5 7V6.7M.5 14V13.7
; 2 M1 7V6.7M1.5 13.7L.3 16.6
' 1 M.5 0V3.5
! 1 M.5 0V9.5M.5 14V13.7
? 7 M0 3Q.5 0 3.5 0Q7 0 7 3.3Q7 6 3.5 7.5V9.5M3.5 14V13.7
/ 6 M0 16L6 -1
( 3 M3 -1Q0 2 0 7.5Q0 13 3 16
) 3 M0 -1Q3 2 3 7.5Q3 13 0 16
[ 3 M3 -1H0V16H3
] 3 M0 -1H3V16H0
< 7 M7 4L0 8L7 12
> 7 M0 4L7 8L0 12
* 7 M3.5 2V10M0 4L7 8M7 4L0 8
# 9 M3 1L1.5 13M7.5 1L6 13M0 5H9M0 9.5H8.5
% 10 M10 0L0 14M2.5 0Q5 0 5 3Q5 6 2.5 6Q0 6 0 3Q0 0 2.5 0ZM7.5 8Q10 8 10 11Q10 14 7.5 14Q5 14 5 11Q5 8 7.5 8Z
& 10 M10 8Q8.5 14 4 14Q0 14 0 10.5Q0 8 4 5.8Q6.5 4.4 6.5 2.6Q6.5 0 4.2 0Q2 0 2 2.6Q2 4.5 9.5 14
$ 8 M7.5 3Q6.5 1.5 4 1.5Q.5 1.5 .5 4.4Q.5 7 4 7Q7.8 7 7.8 9.8Q7.8 12.5 4 12.5Q1 12.5 0 10.8M4 -1V15
@ 12 M8.5 5V8Q8.5 10 10.2 10Q12 10 12 7Q12 0 6 0Q0 0 0 7Q0 14 6 14Q8.5 14 10 13M8.5 7.2Q8.5 10 6 10Q3.6 10 3.6 7.2Q3.6 4.5 6 4.5Q8.5 4.5 8.5 7.2
^ 7 M0 5L3.5 0L7 5
~ 8 M0 9Q0 6.5 2 6.5Q3.3 6.5 4 8Q4.7 9.5 6 9.5Q8 9.5 8 7
| 1 M.5 -1V16
{ 4 M4 -1Q2 -1 2 2V5Q2 7.5 0 7.5Q2 7.5 2 10V13Q2 16 4 16
} 4 M0 -1Q2 -1 2 2V5Q2 7.5 4 7.5Q2 7.5 2 10V13Q2 16 0 16
\\ 6 M0 -1L6 16
\" 4 M.5 0V3.5M3.5 0V3.5
× 7 M0 6L7 13M7 6L0 13
· 1 M.5 8.6V8.3
– 8 M0 8.5H8
− 8 M0 8H8";

/// Letters with diacritics, and the plain letters that replace them.
const SIMILAR: [(&str, char); 23] = [
    ("àáâãäåā", 'a'),
    ("ÀÁÂÃÄÅĀ", 'A'),
    ("çćč", 'c'),
    ("ÇĆČ", 'C'),
    ("èéêëēę", 'e'),
    ("ÈÉÊËĒĘ", 'E'),
    ("ìíîïīı", 'i'),
    ("ÌÍÎÏĪİ", 'I'),
    ("łĺľ", 'l'),
    ("Ł", 'L'),
    ("ñńň", 'n'),
    ("ÑŃŇ", 'N'),
    ("òóôõöøō", 'o'),
    ("ÒÓÔÕÖØŌ", 'O'),
    ("řŕ", 'r'),
    ("ßśšş", 's'),
    ("ŚŠŞ", 'S'),
    ("ùúûüūů", 'u'),
    ("ÙÚÛÜŪŮ", 'U'),
    ("ýÿ", 'y'),
    ("Ý", 'Y'),
    ("źżž", 'z'),
    ("’‘`", '\''),
];
/// The height of a capital letter.
pub const HEIGHT: f32 = 14.0;
/// The space between characters.
const LETTER_GAP: f32 = 4.0;
/// The width of a blank.
const BLANK_WIDTH: f32 = 4.5;
/// The replacement for characters that the font lacks.
const UNKNOWN: (f32, &str) = (7.0, "M0 2H7V14H0Z");

static FONT: LazyLock<BTreeMap<char, (f32, Path)>> = LazyLock::new(|| {
    let sign = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let (sign, width, path) = (words.next()?.chars().next()?, words.next()?.parse().ok()?, words.next()?);
        Some((sign, (width, Path::read(path).ok()?)))
    };
    SIGNS.lines().filter_map(sign).collect()
});

fn glyph(sign: char) -> (f32, Path) {
    let kin = SIMILAR.iter().find(|(all, _)| all.contains(sign)).map_or(sign, |(_, plain)| *plain);
    match FONT.get(&kin) {
        Some(found) => found.clone(),
        None if sign.is_whitespace() => (BLANK_WIDTH - LETTER_GAP, Path::default()),
        None => (UNKNOWN.0, Path::read(UNKNOWN.1).unwrap_or_default()),
    }
}

/// The strokes of a text and its width, at the font's height.
pub fn strokes(text: &str) -> (f32, Path) {
    let (mut along, mut path) = (0.0, Path::default());
    for sign in text.chars() {
        let (width, strokes) = glyph(sign);
        path = path.and(strokes.placed((along, 0.0), 1.0));
        along += width + LETTER_GAP;
    }
    ((along - LETTER_GAP).max(0.0), path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_sign_of_ascii_that_names_have_is_there() {
        assert_eq!(FONT.len(), SIGNS.trim().lines().count(), "a line of the font is wrong");
        let missing: String = (' '..='~').filter(|sign| !FONT.contains_key(sign)).collect();
        assert_eq!(missing, " `", "a blank has no strokes, and ` is drawn as '");
    }

    #[test]
    fn a_letter_with_an_accent_is_drawn_as_its_kin_and_a_stranger_as_a_box() {
        assert_eq!(strokes("é"), strokes("e"));
        assert_eq!(strokes("漢").1.data(), "M0 2 7 2 7 14 0 14Z");
        assert_eq!(strokes("").0, 0.0);
    }
}
