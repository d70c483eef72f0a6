//! Integration tests of Bastide; the tests are in `tests/`.
