//! What a set needs and nobody has yet: the packs on the shelves that bring it. Knows ranges of versions, never who agrees.

use std::sync::Arc;

use bastide_core::manifest::Expansion;
use semver::{Version, VersionReq};

use crate::game::library::Library;
use crate::io::reply::Failure;
use crate::share::pack::Pack;
use crate::share::wares::Wares;

/// The most packs that one set can bring along.
const MAX_BROUGHT: usize = 20;

/// A pack that another set needs.
pub struct Brought {
    /// The shelf that has it.
    pub shelf: String,
    /// The pack.
    pub pack: Pack,
}

/// Whether a set requires something that is not here, or only in another version.
pub fn lacks(expansion: &Expansion, library: &mut Library) -> bool {
    expansion.requires().any(|(id, range)| !is_here(library, id, range))
}

/// Fetches what a set and what that needs, and adds it to a library; the last that was found comes first. What no shelf
/// has is left out, and missed when the set is tried.
pub fn brought(expansion: &Arc<Expansion>, library: &mut Library, wares: &Wares) -> Result<Vec<Brought>, Failure> {
    let mut found: Vec<Brought> = Vec::new();
    let mut next = Some(expansion.clone());
    let mut asked = 0;
    while let Some(set) = next {
        for (id, range) in set.requires() {
            let is_known = id == expansion.id() || found.iter().any(|brought| brought.pack.expansion.id() == id);
            if is_known || is_here(library, id, range) {
                continue;
            }
            let Some(offer) = wares.fitting(id, &wanted(range)) else { continue };
            if found.len() == MAX_BROUGHT {
                return Err(Failure::refused(format!("{} needs more than {MAX_BROUGHT} other sets", expansion.id())));
            }
            let pack = offer.fetch()?;
            library.hold(pack.expansion.clone());
            found.push(Brought { shelf: offer.shelf.clone(), pack });
        }
        next = found.get(asked).map(|brought| brought.pack.expansion.clone());
        asked += 1;
    }
    found.reverse();
    Ok(found)
}

/// Adds what a set needs to a library, and what that needs, in the newest version of these packs that will do. They are
/// sorted by version.
pub fn hold(expansion: &Arc<Expansion>, library: &mut Library, packs: &[Pack]) {
    let (mut sets, mut at) = (vec![expansion.clone()], 0);
    while let Some(set) = sets.get(at).cloned() {
        for (id, range) in set.requires().filter(|(id, _)| *id != expansion.id()) {
            let range = wanted(range);
            let will_do = |pack: &&Pack| {
                let version = Version::parse(pack.expansion.version());
                pack.expansion.id() == id && version.is_ok_and(|version| range.matches(&version))
            };
            let is_new = !sets.iter().any(|known| known.id() == id);
            if let Some(pack) = packs.iter().rev().find(will_do).filter(|_| is_new) {
                library.hold(pack.expansion.clone());
                sets.push(pack.expansion.clone());
            }
        }
        at += 1;
    }
}

fn is_here(library: &mut Library, id: &str, range: &str) -> bool {
    let version = if library.has(id) { library.find(id).ok() } else { None };
    let version = version.and_then(|set| Version::parse(set.version()).ok());
    version.is_some_and(|version| wanted(range).matches(&version))
}

/// A range of versions; a manifest with a wrong one is never read.
fn wanted(range: &str) -> VersionReq {
    VersionReq::parse(range).unwrap_or(VersionReq::STAR)
}
