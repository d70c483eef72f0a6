//! What features are worth and to whom (RULES §2.4, §2.5, §3).

use std::collections::{BTreeMap, BTreeSet};

use super::face::Kind;
use super::model::{Cell, Farms, Feature, Model, around};

impl Model {
    /// BASE-29 to BASE-31: whoever has most followers there is paid, and all of them go home.
    pub(super) fn score_feature(&mut self, feature: &Feature) {
        let worth = self.worth(feature);
        for player in leaders(&self.standing_on(feature)) {
            self.points[player] += worth;
        }
        self.send_home(feature);
    }

    fn send_home(&mut self, feature: &Feature) {
        for owner in feature.iter().filter_map(|place| self.followers.remove(place)) {
            self.supply[owner] += 1;
        }
    }

    /// BASE-24 to BASE-28 for what is complete, BASE-41 for what is not.
    fn worth(&self, feature: &Feature) -> i32 {
        let Some(&(cell, part)) = feature.first() else { return 0 };
        let complete = self.is_complete(feature);
        let tiles = feature.iter().map(|(cell, _)| cell).collect::<BTreeSet<&Cell>>().len() as i32;
        let pennants: i32 = feature.iter().map(|(cell, part)| self.board[cell].face.parts[*part].pennants).sum();
        match self.kind((cell, part)) {
            Kind::Road => tiles,
            Kind::City if complete && tiles == 2 => self.rules.tiny_city + pennants * self.rules.tiny_pennant,
            Kind::City if complete => 2 * (tiles + pennants),
            Kind::City => tiles + pennants,
            Kind::Cloister => 1 + around(cell).iter().filter(|near| self.board.contains_key(near)).count() as i32,
            Kind::Field => 0,
        }
    }

    /// BASE-41, BASE-42: first what is incomplete, then the farms; nobody stays on the board.
    pub(super) fn score_finally(&mut self) {
        for feature in self.occupied() {
            if feature.first().is_some_and(|&place| self.kind(place) != Kind::Field) {
                self.score_feature(&feature);
            }
        }
        self.score_farms();
        for farm in self.occupied() {
            self.send_home(&farm);
        }
    }

    fn occupied(&self) -> BTreeSet<Feature> {
        self.followers.keys().map(|&place| self.feature(place)).collect()
    }

    /// FARM-1 to FARM-6.
    fn score_farms(&mut self) {
        let mut farms_at: BTreeMap<Feature, Vec<Vec<usize>>> = BTreeMap::new();
        for farm in self.occupied() {
            let farmers = self.standing_on(&farm);
            for city in self.supplied_by(&farm) {
                farms_at.entry(city).or_default().push(farmers.clone());
            }
        }
        for farms in farms_at.values() {
            match self.rules.farms {
                Farms::CityMajority => {
                    for player in leaders(&farms.concat()) {
                        self.points[player] += 4;
                    }
                }
                Farms::CityOnce => {
                    let paid: BTreeSet<usize> = farms.iter().flat_map(|farmers| leaders(farmers)).collect();
                    for player in paid {
                        self.points[player] += 3;
                    }
                }
                Farms::PerFarm => {
                    for player in farms.iter().flat_map(|farmers| leaders(farmers)) {
                        self.points[player] += 3;
                    }
                }
            }
        }
    }

    /// FARM-2, FARM-3: the complete cities at a farm, each once.
    fn supplied_by(&self, farm: &Feature) -> BTreeSet<Feature> {
        let cities = farm.iter().flat_map(|&(cell, part)| {
            let borders = self.board[&cell].face.parts[part].borders.iter();
            borders.map(move |&city| self.feature((cell, city)))
        });
        cities.filter(|city| self.is_complete(city)).collect()
    }
}

/// Those who are named most often.
fn leaders(followers: &[usize]) -> BTreeSet<usize> {
    let count = |player: &usize| followers.iter().filter(|other| *other == player).count();
    let most = followers.iter().map(count).max().unwrap_or(0);
    followers.iter().copied().filter(|player| count(player) == most).collect()
}
