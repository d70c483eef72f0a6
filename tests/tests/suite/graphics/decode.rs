//! Pictures in the sequences of terminals, decoded to pixels.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub rgb: Vec<[u8; 3]>,
}

impl Pixels {
    pub fn of_png(bytes: &[u8]) -> Pixels {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        let samples = info.color_type.samples();
        let rgb = buffer[..info.buffer_size()].chunks(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Pixels { width: info.width as usize, height: info.height as usize, rgb }
    }

    pub fn part(&self, left: usize, top: usize, width: usize, height: usize) -> Pixels {
        let row = |y: usize| &self.rgb[y * self.width + left..y * self.width + left + width];
        Pixels { width, height, rgb: (top..top + height).flat_map(row).copied().collect() }
    }

    /// The picture in another size; each pixel is the mean of what it covers.
    pub fn scaled(&self, width: usize, height: usize) -> Pixels {
        let range = |at: usize, new: usize, old: usize| at * old / new..((at + 1) * old).div_ceil(new);
        let pixel = |n: usize| {
            let (columns, rows) = (range(n % width, width, self.width), range(n / width, height, self.height));
            let covered: Vec<[u8; 3]> = rows
                .flat_map(|y| columns.clone().map(move |x| (x, y)))
                .map(|(x, y)| self.rgb[y * self.width + x])
                .collect();
            [0, 1, 2].map(|c| (covered.iter().map(|rgb| usize::from(rgb[c])).sum::<usize>() / covered.len()) as u8)
        };
        Pixels { width, height, rgb: (0..width * height).map(pixel).collect() }
    }

    /// How far the channels of two pictures of one size are apart on average.
    pub fn distance(&self, other: &Pixels) -> f64 {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let pairs = self.rgb.iter().zip(&other.rgb).flat_map(|(a, b)| (0..3).map(|c| a[c].abs_diff(b[c])));
        pairs.map(f64::from).sum::<f64>() / (3 * self.rgb.len()) as f64
    }
}

/// What tmux lets pass, without its wrapping.
pub fn untmuxed(seen: &str) -> String {
    let parts = seen.split("\x1bPtmux;").skip(1);
    parts.map(|part| part.replace("\x1b\x1b", "\u{0}").split("\x1b\\").next().unwrap().replace('\0', "\x1b")).collect()
}

/// The last picture of kitty's protocol.
pub fn kitty(seen: &str) -> Pixels {
    let mut data = String::new();
    for part in seen.split("\x1b_G").skip(1) {
        let part = part.split('\x1b').next().unwrap();
        let (keys, payload) = part.split_once(';').unwrap();
        assert!(payload.len() <= 4096);
        match keys.split(',').find(|key| key.starts_with("a=")) {
            Some("a=T") => {
                assert!(keys.contains("f=100") && keys.contains("q=2"), "{keys}");
                data = payload.to_string();
            }
            None => data += payload,
            Some(_) => {}
        }
    }
    Pixels::of_png(&STANDARD.decode(data).unwrap())
}

/// The last picture of iTerm2's protocol.
pub fn iterm(seen: &str) -> Pixels {
    let file = seen.rsplit("\x1b]1337;File=").next().unwrap();
    let (keys, rest) = file.split_once(':').unwrap();
    assert!(keys.contains("inline=1") && keys.contains("preserveAspectRatio=0"), "{keys}");
    let bytes = STANDARD.decode(rest.split('\x07').next().unwrap()).unwrap();
    assert!(keys.contains(&format!("size={};", bytes.len())), "{keys}");
    Pixels::of_png(&bytes)
}

/// The last picture in sixels. Every pixel must be painted.
pub fn sixel(seen: &str) -> Pixels {
    let (_, rest) = seen.rsplit_once("\x1bP0;1;0q\"1;1;").unwrap();
    let body = rest.split_once("\x1b\\").unwrap().0;
    let split = body.find('#').unwrap();
    let size: Vec<usize> = body[..split].split(';').map(|n| n.parse().unwrap()).collect();
    let mut canvas = Canvas { width: size[0], rgb: vec![None; size[0] * size[1]], colours: Vec::new() };
    canvas.read(&body[split..]);
    Pixels { width: size[0], height: size[1], rgb: canvas.rgb.into_iter().map(|pixel| pixel.unwrap()).collect() }
}

struct Canvas {
    width: usize,
    rgb: Vec<Option<[u8; 3]>>,
    colours: Vec<[u8; 3]>,
}

impl Canvas {
    fn read(&mut self, body: &str) {
        let (mut x, mut y, mut colour, mut repeat) = (0, 0, 0, 1);
        let mut signs = body.chars().peekable();
        while let Some(sign) = signs.next() {
            let mut numbers = || {
                let mut text = String::new();
                while let Some(sign) = signs.next_if(|sign| sign.is_ascii_digit() || *sign == ';') {
                    text.push(sign);
                }
                text.split(';').map(|n| n.parse().unwrap()).collect::<Vec<usize>>()
            };
            match sign {
                '#' => match numbers()[..] {
                    [number] => colour = number,
                    [number, 2, red, green, blue] => {
                        assert_eq!(number, self.colours.len());
                        self.colours.push([red, green, blue].map(|part| ((part * 255 + 50) / 100) as u8));
                    }
                    _ => panic!("a colour is not one: {sign}"),
                },
                '!' => repeat = numbers()[0],
                '$' => x = 0,
                '-' => (x, y) = (0, y + 6),
                '?'..='~' => {
                    for column in x..x + repeat {
                        let bits = sign as u8 - b'?';
                        let rows = (0..6).filter(|row| bits & (1 << row) > 0);
                        rows.for_each(|row| self.rgb[(y + row) * self.width + column] = Some(self.colours[colour]));
                    }
                    (x, repeat) = (x + repeat, 1);
                }
                _ => panic!("not a sixel: {sign:?}"),
            }
        }
    }
}
