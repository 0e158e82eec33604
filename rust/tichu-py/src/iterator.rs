//! The iterator over plays: it makes one combination at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::prelude::*;
use tichu_core::PlayList;

use crate::combination::PyCombination;

/// Threads may share it: each play goes to one of them.
#[pyclass(name = "_PlaysIterator", module = "tichu._core", frozen)]
pub(crate) struct PlaysIterator {
    list: Arc<PlayList>,
    taken: AtomicUsize,
    backward: bool,
}

impl PlaysIterator {
    pub(crate) fn forward(list: Arc<PlayList>) -> Self {
        Self { list, taken: AtomicUsize::new(0), backward: false }
    }

    pub(crate) fn backward(list: Arc<PlayList>) -> Self {
        Self { list, taken: AtomicUsize::new(0), backward: true }
    }
}

#[pymethods]
impl PlaysIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<PyCombination> {
        let turn = self.taken.fetch_add(1, Ordering::Relaxed);
        let len = self.list.len();
        if turn >= len {
            // Back to the end, so that no number of further calls can wrap around.
            self.taken.store(len, Ordering::Relaxed);
            return None;
        }
        let place = if self.backward { len - 1 - turn } else { turn };
        self.list.get(place).map(PyCombination)
    }

    fn __length_hint__(&self) -> usize {
        self.list.len().saturating_sub(self.taken.load(Ordering::Relaxed))
    }
}
