//! Statistics: means with their intervals, shares, how surprising a difference is. Knows numbers, never games.

/// The 97.5 % quantile of the normal distribution: 95 % lie within this many standard deviations.
const Z: f64 = 1.959_963_985;

/// The mean of some values, how much they differ, and how many they are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// How many values there are.
    pub n: usize,
    /// Their mean; 0 if there are none.
    pub mean: f64,
    /// Their standard deviation, of one value; 0 if there is only one.
    pub sd: f64,
}

impl Sample {
    /// Measures values. They are added in order, so the same values give the same bits.
    pub fn of(values: &[f64]) -> Sample {
        let n = values.len();
        let mean = values.iter().sum::<f64>() / n.max(1) as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if n < 2 { 0.0 } else { (squares / (n - 1) as f64).sqrt() };
        Sample { n, mean, sd }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        self.sd / (self.n.max(1) as f64).sqrt()
    }

    /// Half the width of the 95 % interval of the mean (Student's t).
    pub fn half_width(&self) -> f64 {
        if self.n < 2 { f64::INFINITY } else { t_quantile(self.n as f64 - 1.0, 0.05) * self.error() }
    }

    /// How probable a mean at least this far from 0 is if the true mean is 0.
    pub fn p_value(&self) -> f64 {
        match self.sd == 0.0 {
            // All values are the same: either nothing ever changes, or the same everywhere.
            true => f64::from(u8::from(self.mean == 0.0 || self.n < 2)),
            false => t_tails(self.mean / self.error(), self.n as f64 - 1.0),
        }
    }
}

/// Wilson's 95 % confidence interval for a share of `of` games.
pub fn wilson(share: f64, of: f64) -> (f64, f64) {
    if of == 0.0 {
        return (0.0, 1.0);
    }
    let middle = share + Z * Z / (2.0 * of);
    let spread = Z * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of)).sqrt();
    let whole = 1.0 + Z * Z / of;
    ((middle - spread) / whole, (middle + spread) / whole)
}

/// Holm's correction: the same probabilities, raised so that among all of them one in twenty is wrong, not one in
/// twenty of each.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let (mut raised, mut least) = (vec![1.0; p_values.len()], 0.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max(p_values[place] * (p_values.len() - rank) as f64).min(1.0);
        raised[place] = least;
    }
    raised
}

/// How many standard errors on both sides hold all of Student's t distribution but this share: 0.05 for 95 %.
pub fn t_quantile(freedom: f64, outside: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e4);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if t_tails(middle, freedom) > outside { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// How much of Student's t distribution lies further out than `t`, on both sides.
pub fn t_tails(t: f64, freedom: f64) -> f64 {
    incomplete_beta(freedom / (freedom + t * t), freedom / 2.0, 0.5)
}

/// The regularised incomplete beta function, by its continued fraction (Numerical Recipes §6.4).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    // The fraction converges quickly on this side of the middle; the other side follows by symmetry.
    match x < (a + 1.0) / (a + b + 2.0) {
        true => front * fraction(x, a, b) / a,
        false => 1.0 - front * fraction(1.0 - x, b, a) / b,
    }
}

fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let kept = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / kept(1.0 - (a + b) * x / (a + 1.0)));
    let mut sum = d;
    for m in 1..300 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for step in [even, odd] {
            d = 1.0 / kept(1.0 + step * d);
            c = kept(1.0 + step / c);
            sum *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    sum
}

/// The logarithm of the gamma function, by Lanczos's series.
fn ln_gamma(x: f64) -> f64 {
    const SERIES: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let sum = SERIES.iter().zip(1..).fold(0.999_999_999_999_809_9, |sum, (term, n)| sum + term / (x + f64::from(n)));
    let t = x + 7.5;
    0.5 * std::f64::consts::TAU.ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, known: f64) {
        assert!((found - known).abs() < 5e-4, "{found}, not {known}");
    }

    #[test]
    fn wilsons_interval_is_the_one_of_the_tables() {
        // Calculated by hand: 80 of 100, 0 of 10.
        let ends = |share: f64, of: f64| [wilson(share, of).0, wilson(share, of).1];
        ends(0.8, 100.0).iter().zip([0.7112, 0.8666]).for_each(|(found, known)| near(*found, known));
        ends(0.0, 10.0).iter().zip([0.0, 0.2775]).for_each(|(found, known)| near(*found, known));
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    }

    #[test]
    fn students_t_is_the_one_of_the_tables() {
        for (freedom, known) in [(1.0, 12.706), (2.0, 4.303), (9.0, 2.262), (30.0, 2.042), (399.0, 1.966), (1e6, 1.960)]
        {
            near(t_quantile(freedom, 0.05), known);
        }
        near(t_quantile(9.0, 0.01), 3.250);
        near(t_tails(2.228, 10.0), 0.05);
        near(t_tails(-3.169, 10.0), 0.01);
        near(t_tails(0.0, 5.0), 1.0);
        near(t_tails(1.0, 1.0), 0.5);
    }

    #[test]
    fn students_example_of_ten_patients_comes_out() {
        // "The Probable Error of a Mean" (1908): hours of sleep gained by ten patients with one drug over another.
        let gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let sample = Sample::of(&gained);
        near(sample.mean, 1.58);
        near(sample.sd, 1.23);
        near(sample.half_width(), 0.8798);
        near(sample.p_value(), 0.00283);
    }

    #[test]
    fn ninety_five_of_a_hundred_intervals_hold_the_truth() {
        // Sums of dice are skewed little; 12 values each, so Student's t matters.
        let mut state = 7u64;
        let mut die = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 % 6.0 + 1.0
        };
        let mut holds = || {
            let values: Vec<f64> = (0..12).map(|_| die() + die()).collect();
            let sample = Sample::of(&values);
            (sample.mean - 7.0).abs() <= sample.half_width()
        };
        let held = (0..4_000).filter(|_| holds()).count();
        assert!((3_760..3_840).contains(&held), "{held} of 4000");
    }

    #[test]
    fn one_value_says_nothing_and_equal_values_have_no_width() {
        assert_eq!(Sample::of(&[]), Sample { n: 0, mean: 0.0, sd: 0.0 });
        assert_eq!((Sample::of(&[3.0]).half_width(), Sample::of(&[3.0]).p_value()), (f64::INFINITY, 1.0));
        assert_eq!((Sample::of(&[0.0; 9]).half_width(), Sample::of(&[0.0; 9]).p_value()), (0.0, 1.0));
        assert_eq!(Sample::of(&[2.0; 9]).p_value(), 0.0, "what is the same in all games is not due to chance");
    }

    #[test]
    fn holm_raises_the_smallest_most_and_never_changes_the_order() {
        // Holm (1979), as in most textbooks: 0.01, 0.04, 0.03, 0.005 of four.
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }
}
