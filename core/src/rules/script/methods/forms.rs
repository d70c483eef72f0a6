//! What scripts can build over tiles.

use super::{Methods, wrong_argument};
use crate::rules::script::desk::Desk;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::reach::buildable;
use crate::rules::script::values::{Object, form_of};
use crate::table::board::PlacedId;
use crate::table::event::Event;
use mlua::{Error, LightUserData, Result, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   tile:forms(name: string): Form[] -- the ways in which something can be [built](#building-over-tiles) over it now: nothing was built there yet, and both ends lie at meadow and at free cells
action game:build(form: Form) -- builds it
"#;

/// Returns the ways in which something can be built over a tile.
fn forms(desk: &Desk, id: PlacedId, name: &str) -> Result<Vec<LightUserData>> {
    let catalogue = &desk.catalogue;
    let form = desk.words().form(name).map_err(Error::runtime)?;
    let state = desk.state.borrow();
    let found = buildable(catalogue, &state, id, form);
    let indexes: Vec<u32> = found.map(|version| u32::from(id.0) << 16 | u32::from(version.0)).collect();
    drop(state);
    Ok(indexes.into_iter().map(|index| desk.handle(ObjectKind::Form, index)).collect())
}

impl Methods<'_> {
    /// Adds what scripts can build.
    pub(super) fn add_forms(&self) -> Result<()> {
        self.list("forms", |desk, (_, index), name: Value| {
            let name = name.as_string().ok_or_else(|| wrong_argument(1, "a text", &name))?;
            forms(desk, PlacedId(index as u16), &name.to_str()?)
        })?;
        self.add("build", |_, desk, _, Object(form): Object| {
            let (id, version) = form_of(desk.open_as(form, ObjectKind::Form)?);
            let built = desk.catalogue.tile(version).built;
            let name = built.map_or("", |built| desk.catalogue.forms[built.form as usize].name.as_str());
            if !forms(desk, id, name)?.contains(&form) {
                return Err(Error::runtime("this can no longer be built here"));
            }
            let mut state = desk.change();
            state.build(&desk.catalogue, id, version);
            state.log.push(Event::Built(id, version));
            Ok(Value::Nil)
        })
    }
}
