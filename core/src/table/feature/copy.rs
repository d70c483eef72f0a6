//! Copies of the feature graph: what changed since they were the same, and whether a feature still is.

use super::{FeatureId, Features, MAX_COUNTED, Node};
use crate::table::copy::copy;

impl Features {
    /// Notes that only the figures on a feature change, or whether it was paid. What was not copied since it changed
    /// otherwise is the same as no copy, so nothing has to be listed.
    #[inline]
    pub(super) fn count(&mut self, root: u16) {
        if !self.stamp.is_new() {
            self.list_counted(root);
        }
    }

    /// Not inlined, because a game of which there are no copies never comes here.
    #[inline(never)]
    fn list_counted(&mut self, root: u16) {
        if self.counted.len() == MAX_COUNTED {
            self.renew();
        }
        self.counted.push(root);
    }

    /// Notes that anything else changes.
    #[inline]
    pub(super) fn renew(&mut self) {
        self.stamp.renew();
        self.counted.clear();
    }

    /// Notes that features are changed in another way than by laying tiles and moving figures.
    pub(super) fn remake(&mut self) {
        self.renew();
        self.remade = self.remade.wrapping_add(1);
    }

    /// Whether a feature is what it was in an earlier position of the same game: its segments, what it lacks, and whether
    /// it was paid. Other figures may stand on it.
    pub fn is_like(&self, then: &Features, feature: FeatureId) -> bool {
        // Where only tiles were laid features only grow, so as many segments are the same segments.
        let same =
            |a: &Node, b: &Node| (a.parent, a.open, a.segments, a.flags) == (b.parent, b.open, b.segments, b.flags);
        let then_and_now = then.nodes.get(feature.0 as usize).zip(self.nodes.get(feature.0 as usize));
        self.remade == then.remade && then_and_now.is_some_and(|(then, now)| same(then, now))
    }
}

impl Clone for Features {
    fn clone(&self) -> Features {
        Features {
            nodes: copy(&self.nodes),
            tags: self.tags.clone(),
            templates: self.templates.clone(),
            stamp: self.stamp.clone(),
            counted: copy(&self.counted),
            remade: self.remade,
        }
    }

    fn clone_from(&mut self, other: &Features) {
        let Features { nodes, tags, templates, stamp, counted, remade } = other;
        if self.stamp.adopt(stamp) {
            for &root in self.counted.iter().chain(counted) {
                let Node { followers, figures, flags, .. } = nodes[root as usize];
                let node = &mut self.nodes[root as usize];
                (node.followers, node.figures, node.flags) = (followers, figures, flags);
            }
        } else {
            self.nodes.clone_from(nodes);
            self.tags.clone_from(tags);
            self.templates.clone_from(templates);
            self.remade = *remade;
        }
        self.counted.clone_from(counted);
    }
}
