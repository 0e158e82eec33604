//! Errors on their way to Python: the classes of `tichu.errors`, raised by import.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyType};

/// What an error of `tichu.errors` says.
///
/// Turning it into a [`PyErr`] makes the Python object, so a `Problem` is only made to be raised.
#[derive(Debug)]
pub(crate) struct Problem {
    class: Class,
    code: &'static str,
    rule: Option<&'static str>,
    place: Option<String>,
    message: String,
}

#[derive(Clone, Copy, Debug)]
enum Class {
    Notation,
    Invalid,
    Illegal,
}

impl Problem {
    /// A text that is not what it should be (`NotationError`).
    pub(crate) fn notation(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Class::Notation, code, message)
    }

    /// A value of the wrong type, out of range, or at odds with another (`InvalidValue`).
    pub(crate) fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Class::Invalid, code, message)
    }

    /// An action that the rules refuse (`IllegalAction`).
    pub(crate) fn illegal(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Class::Illegal, code, message)
    }

    /// A value of the wrong type: `wanted` completes "Give …".
    pub(crate) fn wrong_type(value: &Bound<'_, PyAny>, wanted: &str) -> Self {
        Self::invalid("wrong_type", format!("Give {wanted}, not {}.", type_name(value)))
    }

    /// The core's refusal of a text.
    pub(crate) fn in_text(error: &tichu_core::Error) -> Self {
        Self::from_core(Class::Notation, error)
    }

    /// The core's refusal of a value.
    pub(crate) fn in_value(error: &tichu_core::Error) -> Self {
        Self::from_core(Class::Invalid, error)
    }

    /// Names the rule that decides.
    pub(crate) fn rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Says where in the input it lies, in front of the place it already has.
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.place = Some(match self.place {
            None => place.to_owned(),
            Some(inner) => format!("{place}, {inner}"),
        });
        self
    }

    fn from_core(class: Class, error: &tichu_core::Error) -> Self {
        Self {
            class,
            code: error.code().as_str(),
            rule: error.rule(),
            place: error.position().map(|position| format!("position {position}")),
            message: error.message().to_owned(),
        }
    }

    fn new(class: Class, code: &'static str, message: impl Into<String>) -> Self {
        Self { class, code, rule: None, place: None, message: message.into() }
    }

    fn into_exception(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let details = PyDict::new(py);
        details.set_item("code", self.code)?;
        details.set_item("rule", self.rule)?;
        details.set_item("where", self.place)?;
        self.class.object(py)?.call((self.message,), Some(&details))
    }
}

impl Class {
    fn object(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static NOTATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static INVALID: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static ILLEGAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        match self {
            Self::Notation => NOTATION.import(py, "tichu.errors", "NotationError"),
            Self::Invalid => INVALID.import(py, "tichu.errors", "InvalidValue"),
            Self::Illegal => ILLEGAL.import(py, "tichu.errors", "IllegalAction"),
        }
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> Self {
        Python::attach(|py| match problem.into_exception(py) {
            Ok(exception) => Self::from_value(exception),
            Err(failure) => failure,
        })
    }
}

/// The name of a value's class, short enough for a message.
fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "another type".to_owned(), |name| shown(&name))
}

fn shown(name: &Bound<'_, PyString>) -> String {
    name.to_string_lossy().chars().take(60).collect()
}
