//! Read-only `memoryview`s of `u64`, which NumPy reads without copying.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// `unsigned long long`: eight bytes wherever CPython runs.
const FORMAT: &CStr = c"Q";
const ITEM_SIZE: isize = size_of::<u64>().cast_signed();

/// Numbers that neither move nor change while a view of them exists.
#[pyclass(name = "_Numbers", module = "tichu._core", frozen)]
struct Numbers {
    data: Box<[u64]>,
    /// What `Py_buffer.shape` points at.
    shape: isize,
    /// What `Py_buffer.strides` points at.
    stride: isize,
}

#[pymethods]
impl Numbers {
    #[allow(unsafe_code)]
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("There is no view to fill."));
        }
        // SAFETY: the caller owns `*view`, and it is not null. A refusal must leave no owner in it.
        unsafe { (*view).obj = ptr::null_mut() };
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("The numbers are read-only; copy them first."));
        }
        let numbers = slf.get();
        let wants = |flag: c_int| flags & flag == flag;
        // SAFETY: as above. Every pointer stored in `*view` leads into this object or its data,
        // which are frozen, and `obj` keeps the object alive until the view is released. Nobody may
        // write: `readonly` is set, and `WRITABLE` is refused above.
        unsafe {
            (*view).buf = numbers.data.as_ptr().cast::<c_void>().cast_mut();
            (*view).len = numbers.shape * ITEM_SIZE;
            (*view).readonly = 1;
            (*view).itemsize = ITEM_SIZE;
            (*view).ndim = 1;
            (*view).format = pointer_if(wants(ffi::PyBUF_FORMAT), FORMAT.as_ptr());
            (*view).shape = pointer_if(wants(ffi::PyBUF_ND), &raw const numbers.shape);
            (*view).strides = pointer_if(wants(ffi::PyBUF_STRIDES), &raw const numbers.stride);
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }
}

fn pointer_if<T>(wanted: bool, pointer: *const T) -> *mut T {
    if wanted { pointer.cast_mut() } else { ptr::null_mut() }
}

/// A read-only view of the numbers: one dimension, format `Q`.
pub(crate) fn view(py: Python<'_>, data: Box<[u64]>) -> PyResult<Bound<'_, PyMemoryView>> {
    let shape = data.len().cast_signed();
    let numbers = Numbers { data, shape, stride: ITEM_SIZE };
    PyMemoryView::from(Bound::new(py, numbers)?.as_any())
}
