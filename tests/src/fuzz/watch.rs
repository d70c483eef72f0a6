//! Tries one input safely: catches panics and reports them on a line, and measures CPU time.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

use cpu_time::ThreadTime;

use super::Target;

thread_local! {
    /// Whether this thread tries inputs, so that its panics are told as failures and not printed.
    static TRIES: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Notes the panics of threads that try inputs; those of others are printed as before.
fn listen() {
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| if TRIES.get() { note(info) } else { before(info) }));
    });
}

fn note(info: &PanicHookInfo) {
    let payload = info.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let said = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no words");
    let place = info.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
    // The first panic is the cause; what unwinding runs into follows from it.
    PANIC.with_borrow_mut(|noted| {
        noted.get_or_insert(format!("panic at {place}: {said}"));
    });
}

/// Tries an input. The answer to a failure is a line that tells what went wrong.
pub fn attempt(target: &Target, input: &[u8]) -> Result<(), String> {
    listen();
    TRIES.set(true);
    PANIC.take();
    let start = ThreadTime::now();
    let result = catch_unwind(AssertUnwindSafe(|| (target.attempt)(input)));
    let spent = start.elapsed();
    TRIES.set(false);
    // Also where the program caught it: nothing may panic.
    if let Some(panic) = PANIC.take() {
        return Err(panic);
    }
    match result {
        Err(_) => Err("panic on another thread".into()),
        Ok(Ok(())) if spent > target.budget => Err(format!("took {spent:.1?} of CPU time, not {:?}", target.budget)),
        Ok(result) => result,
    }
}
