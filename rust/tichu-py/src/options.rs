//! The two options of the rules that decide which plays are legal.

use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::Flag;
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};

/// What the player to move owes a wish in a bomb.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WishBomb {
    Free,
    Strict,
}

impl WishBomb {
    pub(crate) fn name(self, py: Python<'_>) -> &Bound<'_, PyString> {
        match self {
            Self::Free => intern!(py, "free"),
            Self::Strict => intern!(py, "strict"),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for WishBomb {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::WISH_BOMB_NAME;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(name) = object.cast::<PyString>() else {
            return Err(Problem::wrong_type(&object, "'free' or 'strict'")
                .at("wish_bomb_in_turn")
                .into());
        };
        match name.to_str() {
            Ok("free") => Ok(Self::Free),
            Ok("strict") => Ok(Self::Strict),
            _ => Err(Problem::invalid("bad_option", "Give 'free' or 'strict'.")
                .rule("R-074")
                .at("wish_bomb_in_turn")
                .into()),
        }
    }
}

/// The options of a `tichu.Rules`, or of anything that has the two.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) wish_bomb: WishBomb,
    pub(crate) bomb_out_of_turn: bool,
}

impl Options {
    pub(crate) const STANDARD: Self = Self { wish_bomb: WishBomb::Free, bomb_out_of_turn: true };
}

impl<'py> FromPyObject<'_, 'py> for Options {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::RULES;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        Ok(Self {
            wish_bomb: option(&object, intern!(py, "wish_bomb_in_turn"))?.extract()?,
            bomb_out_of_turn: option(&object, intern!(py, "bomb_out_of_turn"))?
                .extract::<Flag>()?
                .0,
        })
    }
}

fn option<'py>(
    rules: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    rules.getattr(name).map_err(|error| {
        if error.is_instance_of::<PyAttributeError>(rules.py()) {
            let wanted = format!("Rules, or an object with {name}");
            Problem::wrong_type(rules, &wanted).at("rules").into()
        } else {
            error
        }
    })
}
