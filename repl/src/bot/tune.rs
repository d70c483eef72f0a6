//! Temporary: parameters from the environment.
use std::sync::LazyLock;

macro_rules! params { ($($name:ident = $value:expr),* $(,)?) => {
    #[derive(Clone, Copy, Debug)]
    #[allow(missing_docs)]
    pub struct P { $(pub $name: f64),* }
    impl P {
        pub fn read(var: &str) -> P {
        let text = std::env::var(var).unwrap_or_default();
        let mut p = P { $($name: $value),* };
        for pair in text.split(',') { if let Some((n, v)) = pair.split_once('=') { match n { $(stringify!($name) => p.$name = v.parse().unwrap(),)* _ => panic!("{n}") } } }
        p } }
} }
params! { f = 1.5, tf = 0.0, fp = 1.0, k = 8.0, d = 2.0, c = 1.0, t = 3.0, s0 = 3.0, s1 = 3.0, w = 1000.0, e = 8.0, v0 = 1.0, m = 3.0 }
pub static GREEDY: LazyLock<P> = LazyLock::new(|| P::read("GREEDY"));
pub static PARAMS: LazyLock<P> = LazyLock::new(|| P::read("PARAMS"));
impl P {
    pub fn ready(&self, followers: f64, turns: f64) -> f64 {
        if self.tf == 0.0 {
            return self.f * followers.min(turns.floor());
        }
        self.f * followers.powf(self.fp) * turns / (turns + self.tf)
    }
}
