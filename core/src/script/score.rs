//! The object that `on_score` hooks get: what is scored, and the edits of its sheet.

use std::rc::Rc;

use mlua::{Error, Result, UserData, UserDataFields, UserDataMethods};

use super::desk::{Context, Desk};
use crate::sheet::Sheet;

/// The sheet on the desk. One object serves every call; it says nothing between calls.
pub(super) struct Score(pub Rc<Desk>);

impl Score {
    /// The sheet and the table, if a hook is running that may edit it.
    fn edit<T>(&self, edit: impl FnOnce(&Desk, &mut Sheet) -> Result<T>) -> Result<T> {
        match self.0.context.get() {
            Context::Fold => edit(&self.0, &mut self.0.sheet.borrow_mut()),
            Context::Nothing => Err(Error::runtime("this score is over")),
        }
    }
}

impl UserData for Score {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("complete", |_, this| this.edit(|_, sheet| Ok(sheet.complete)));
        fields.add_field_method_get("kind", |_, this| {
            this.edit(|desk, sheet| {
                let kind = desk.state.borrow().features.kind(sheet.feature);
                Ok(desk.catalogue.kind(kind).name.clone())
            })
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        // Each of what a line counts is worth so much more (or less).
        methods.add_method("rate", |_, this, (line, change, why): (String, i16, String)| {
            this.edit(|desk, sheet| {
                let line = desk.words().line(&line).map_err(Error::runtime)?;
                let count = desk.count(sheet, line);
                sheet.rate(line, count, change, desk.reasons.id(&why));
                Ok(())
            })
        });
        // Points for all who win it.
        methods.add_method("add", |_, this, (points, why): (i32, String)| {
            this.edit(|desk, sheet| {
                sheet.add(points, desk.reasons.id(&why));
                Ok(())
            })
        });
        // It is worth nothing.
        methods.add_method("void", |_, this, why: String| {
            this.edit(|desk, sheet| {
                sheet.void(desk.reasons.id(&why));
                Ok(())
            })
        });
        // How many of what a line counts there are.
        methods.add_method("count", |_, this, line: String| {
            this.edit(|desk, sheet| {
                let line = desk.words().line(&line).map_err(Error::runtime)?;
                Ok(desk.count(sheet, line))
            })
        });
    }
}
