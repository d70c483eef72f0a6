//! The colours of pictures, reduced to a few that represent them. The same pictures always give the same colours; nothing
//! is dithered, because drawings are flat and dots would not compress.

use super::Raster;

/// Bits of each channel that tell colours apart.
const BITS: usize = 5;
const SIDE: usize = 1 << BITS;

/// A few colours, and which of them stands for each colour.
#[derive(Clone, Debug)]
pub struct Palette {
    /// The colours.
    pub colours: Vec<[u8; 3]>,
    nearest: Vec<u8>,
}

/// The pixels whose colours are nearly equal.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    index: usize,
    pixels: u64,
    sum: [u64; 3],
}

/// How often each colour occurs in pictures.
#[derive(Clone, Debug)]
pub struct Histogram(Vec<Bucket>);

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram((0..SIDE * SIDE * SIDE).map(|index| Bucket { index, ..Bucket::default() }).collect())
    }
}

fn index([red, green, blue]: [u8; 3]) -> usize {
    let part = |value: u8| usize::from(value) >> (8 - BITS);
    (part(red) * SIDE + part(green)) * SIDE + part(blue)
}

impl Histogram {
    /// Counts pixels.
    pub fn add(&mut self, pixels: impl Iterator<Item = [u8; 3]>) {
        self.add_runs(pixels.map(|pixel| (pixel, 1)));
    }

    /// Counts pixels, equal ones together.
    pub fn add_runs(&mut self, runs: impl Iterator<Item = ([u8; 3], usize)>) {
        runs.for_each(|(pixel, run)| self.count(pixel, run as u64));
    }

    fn count(&mut self, pixel: [u8; 3], run: u64) {
        if let Some(bucket) = self.0.get_mut(index(pixel)) {
            bucket.pixels += run;
            bucket.sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += run * u64::from(value));
        }
    }

    /// At most this many colours, from 1 to 256, that represent what was counted.
    pub fn palette(&self, most: usize) -> Palette {
        let mut boxes = vec![Group::new(self.0.iter().filter(|bucket| bucket.pixels > 0).copied().collect())];
        while boxes.len() < most.clamp(1, 256) {
            let worst = boxes.iter().enumerate().max_by(|a, b| a.1.error.total_cmp(&b.1.error));
            let Some((at, group)) = worst.filter(|(_, group)| group.buckets.len() > 1) else { break };
            let (low, high) = group.halves();
            boxes[at] = low;
            boxes.push(high);
        }
        let mut nearest = vec![0; self.0.len()];
        for (group, number) in boxes.iter().zip(0..=u8::MAX) {
            group.buckets.iter().for_each(|bucket| nearest[bucket.index] = number);
        }
        Palette { colours: boxes.iter().map(|group| group.mean.map(|value| value.round() as u8)).collect(), nearest }
    }
}

impl Palette {
    /// The colour for each pixel, by number.
    pub fn indices(&self, raster: &Raster) -> Vec<u8> {
        let number = |pixel: [u8; 3]| self.nearest.get(index(pixel)).copied().unwrap_or_default();
        let mut numbers = Vec::with_capacity(raster.width * raster.height);
        for (pixel, run) in raster.runs() {
            numbers.resize(numbers.len() + run, number(pixel));
        }
        numbers
    }
}

/// Colours that one colour stands for.
struct Group {
    buckets: Vec<Bucket>,
    mean: [f64; 3],
    /// The squared error of each channel if the mean stands for all.
    spread: [f64; 3],
    error: f64,
}

impl Group {
    fn new(buckets: Vec<Bucket>) -> Group {
        let pixels = buckets.iter().map(|bucket| bucket.pixels).sum::<u64>().max(1) as f64;
        let mean = [0, 1, 2].map(|axis| buckets.iter().map(|bucket| bucket.sum[axis]).sum::<u64>() as f64 / pixels);
        let spread = [0, 1, 2].map(|axis| {
            let apart = |bucket: &Bucket| (bucket.mean(axis) - mean[axis]).powi(2) * bucket.pixels as f64;
            buckets.iter().map(apart).sum::<f64>()
        });
        let error = if buckets.len() > 1 { spread.iter().sum() } else { -1.0 };
        Group { buckets, mean, spread, error }
    }

    /// The colours below and above the mean, where they differ most.
    fn halves(&self) -> (Group, Group) {
        let axis = (0..3).max_by(|a, b| self.spread[*a].total_cmp(&self.spread[*b])).unwrap_or_default();
        let (mut low, mut high): (Vec<Bucket>, Vec<Bucket>) =
            self.buckets.iter().partition(|bucket| bucket.mean(axis) <= self.mean[axis]);
        // Rounding can leave one side empty.
        if high.is_empty() {
            high.extend(low.pop());
        }
        (Group::new(low), Group::new(high))
    }
}

impl Bucket {
    fn mean(&self, axis: usize) -> f64 {
        self.sum[axis] as f64 / self.pixels.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(pixels: &[[u8; 3]]) -> Raster {
        Raster { width: pixels.len(), height: 1, rgb: pixels.concat() }
    }

    fn reduced(pixels: &[[u8; 3]], most: usize) -> Vec<[u8; 3]> {
        let (mut histogram, raster) = (Histogram::default(), raster(pixels));
        histogram.add(raster.pixels());
        let palette = histogram.palette(most);
        assert!(palette.colours.len() <= most);
        palette.indices(&raster).into_iter().map(|index| palette.colours[usize::from(index)]).collect()
    }

    #[test]
    fn few_colours_stay_as_they_are_and_many_become_their_means() {
        let few = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 0, 0], [10, 20, 30]];
        assert_eq!(reduced(&few, 256), few);
        assert_eq!(reduced(&[[0, 0, 0], [40, 0, 0], [240, 0, 0]], 2), [[20, 0, 0], [20, 0, 0], [240, 0, 0]]);
        assert_eq!(reduced(&[], 16), [[0u8; 3]; 0]);
    }

    #[test]
    fn a_small_spot_in_another_colour_is_kept() {
        let mut pixels = vec![[109, 154, 68]; 5_000];
        pixels.extend((0..200).map(|n| [100 + n % 40, 150, 60]));
        pixels.extend([[209, 51, 46]; 40]);
        let shown = reduced(&pixels, 4);
        assert_eq!(shown.last(), Some(&[209, 51, 46]));
    }
}
