//! `tichu.Plays` and `tichu.legal_plays`.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyMemoryView, PyString, PyTuple, PyType};
use tichu_core::{CardSet, Combination, Kind, PlayList, Query};

use crate::buffer;
use crate::card_set::PyCardSet;
use crate::combination::{PyCombination, type_name};
use crate::convert::{CardLike, CardsLike, Flag, Others, Table, Wish};
use crate::error::Problem;
use crate::hints::{
    Arguments, CombinationIterator, CombinationOrNumber, CombinationOrSlice, Combinations, Places,
    TypeCounts, Typed, WishBombName,
};
use crate::indexing::{IndexOrSlice, Position, find, places};
use crate::iterator::PlaysIterator;
use crate::options::{Options, WishBomb};
use crate::rng::RandomSource;
use crate::spread;

/// The plays that a hand may make: a lazy, immutable sequence of combinations.
///
/// Made by ``legal_plays``, or with the two options of the rules spelt out, as ``repr`` writes it.
/// It is complete: every card set, every reading of the Phoenix (two readings are two plays), every
/// bomb; and a play is legal exactly if it is in it. The order is fixed: by type as in ``TYPES``,
/// within a type ascending, so ``plays[0]`` of a lead is the lowest single.
///
/// ``len``, ``bool`` and ``in`` list nothing; an index or a sample lists one type of combination;
/// iteration, slices, ``masks`` and ``codes`` list everything, once. A hand has up to 1857 plays.
/// It is a ``collections.abc.Sequence``: slices are tuples, negative indices count from the end.
///
/// Raises:
///     InvalidValue: as for ``legal_plays``.
#[pyclass(name = "Plays", module = "tichu", frozen, sequence)]
pub(crate) struct PyPlays {
    query: Query,
    bomb_out_of_turn: bool,
    /// How many plays of each kind, counted when first asked for. A hand has fewer than 2^16.
    counts: OnceLock<[u16; Kind::COUNT]>,
    list: OnceLock<Arc<PlayList>>,
}

#[pymethods]
impl PyPlays {
    #[new]
    #[pyo3(
        signature = (
            hand, table = None, wish = None, in_turn = Flag(true),
            wish_bomb_in_turn = WishBomb::Free, bomb_out_of_turn = Flag(true)
        ),
        text_signature = "(hand, table=None, wish=None, in_turn=True, \
            wish_bomb_in_turn='free', bomb_out_of_turn=True)"
    )]
    fn new(
        hand: CardsLike,
        table: Option<Table>,
        wish: Option<Wish>,
        in_turn: Flag,
        wish_bomb_in_turn: WishBomb,
        bomb_out_of_turn: Flag,
    ) -> PyResult<Self> {
        let options =
            Options { wish_bomb: wish_bomb_in_turn, bomb_out_of_turn: bomb_out_of_turn.0 };
        Self::checked(hand, table, wish, in_turn, options)
    }

    /// The hand.
    #[getter]
    fn hand(&self) -> PyCardSet {
        PyCardSet(self.query.hand)
    }

    /// What is to be beaten; None for a lead.
    #[getter]
    fn table(&self) -> Option<PyCombination> {
        self.query.table.map(PyCombination)
    }

    /// The rank wished for, 2 to 14, or None.
    #[getter]
    fn wish(&self) -> Option<u8> {
        self.query.wish
    }

    /// Whether the hand is on regular turn; if not, the plays are the bombs that beat the table.
    #[getter]
    fn in_turn(&self) -> bool {
        self.query.in_turn
    }

    /// Whether bombs of the player to move are ``free`` of the wish or not.
    #[getter]
    fn wish_bomb_in_turn<'py>(&self, py: Python<'py>) -> Typed<'py, WishBombName, PyString> {
        Typed::new(self.wish_bomb().name(py).clone())
    }

    /// Whether there are bombs out of turn.
    #[getter]
    fn bomb_out_of_turn(&self) -> bool {
        self.bomb_out_of_turn
    }

    /// Whether the player may pass: on turn, with something on the table, and no play that the wish
    /// demands.
    #[getter]
    fn may_pass(&self) -> bool {
        self.effective().may_pass()
    }

    fn __len__(&self) -> usize {
        match self.list.get() {
            Some(list) => list.len(),
            None => self.counts().iter().copied().map(usize::from).sum(),
        }
    }

    fn __bool__(&self) -> bool {
        !self.effective().is_empty()
    }

    fn __contains__(&self, play: &Bound<'_, PyAny>) -> bool {
        play.cast::<PyCombination>().is_ok_and(|play| self.effective().contains(play.get().0))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, CombinationIterator>> {
        let plays = PlaysIterator::forward(self.listed().clone());
        Ok(Typed::new(Bound::new(py, plays)?.into_any()))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, CombinationIterator>> {
        let plays = PlaysIterator::backward(self.listed().clone());
        Ok(Typed::new(Bound::new(py, plays)?.into_any()))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: IndexOrSlice<'py>,
    ) -> PyResult<Typed<'py, CombinationOrSlice>> {
        match index {
            IndexOrSlice::Index(position) => {
                let play = position.within(self.__len__()).and_then(|place| self.nth(place));
                let play =
                    play.ok_or_else(|| PyIndexError::new_err("There is no play at this index."))?;
                Ok(Typed::new(Bound::new(py, PyCombination(play))?.into_any()))
            }
            IndexOrSlice::Slice(slice) => {
                let list = self.listed();
                let chosen = places(&slice, list.len())?.filter_map(|place| list.get(place));
                Ok(Typed::new(tuple_of(py, chosen)?.into_any()))
            }
        }
    }

    /// How often a combination is among the plays: 1 or 0.
    #[pyo3(signature = (play, /))]
    fn count(&self, play: &Bound<'_, PyAny>) -> usize {
        self.__contains__(play).into()
    }

    /// The place of a combination among the plays, searched from ``start`` to before ``stop``.
    ///
    /// Raises:
    ///     InvalidValue: it is not there (``no_such_play``).
    #[pyo3(signature = (play, start = None, stop = None, /))]
    fn index(
        &self,
        play: &Bound<'_, PyAny>,
        start: Option<Position>,
        stop: Option<Position>,
    ) -> PyResult<usize> {
        play.cast::<PyCombination>()
            .ok()
            .and_then(|play| find(self.listed().codes(), play.get().0.code(), start, stop))
            .ok_or_else(|| {
                Problem::invalid("no_such_play", "This is none of the plays; ask with `in` first.")
                    .into()
            })
    }

    /// One of the plays, each as likely.
    ///
    /// Args:
    ///     rng: an ``Rng``, a ``random.Random``, or another object whose ``randrange(n)`` gives a
    ///         number from 0 to ``n - 1``. It is asked once.
    ///
    /// Raises:
    ///     InvalidValue: there is no play (``no_plays``); not such an object (``wrong_type``); a
    ///         number out of range (``bad_random_source``).
    #[pyo3(signature = (rng, /))]
    fn sample(&self, rng: RandomSource<'_>) -> PyResult<PyCombination> {
        let count = self.__len__();
        let place = if count == 0 { 0 } else { rng.below(count)? };
        self.nth(place).map(PyCombination).ok_or_else(|| {
            let message = "There is no play to choose from; ask `if plays:` first.";
            Problem::invalid("no_plays", message).into()
        })
    }

    /// One of the plays, or of so many other choices that come before them, each as likely: a play,
    /// or the number of the other choice, from 0 to ``others - 1``.
    ///
    /// Args:
    ///     rng: as for ``sample``. It is asked once, for a number below ``others + len(plays)``.
    ///     others: 0 to 1000000.
    ///
    /// Raises:
    ///     IndexError: there is neither a play nor another choice.
    ///     InvalidValue: ``others`` is no such number (``bad_count``); as for ``sample``.
    #[pyo3(signature = (rng, others, /))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        rng: RandomSource<'py>,
        others: Others,
    ) -> PyResult<Typed<'py, CombinationOrNumber>> {
        let total = others.0 + self.__len__();
        let number = if total == 0 { 0 } else { rng.below(total)? };
        if number < others.0 {
            return Ok(Typed::new(PyInt::new(py, number).into_any()));
        }
        let play = self.nth(number - others.0);
        let play = play.ok_or_else(|| PyIndexError::new_err("There is nothing to choose from."))?;
        Ok(Typed::new(Bound::new(py, PyCombination(play))?.into_any()))
    }

    /// One play for each pattern: those that differ only by suits are one pattern, so it is a type,
    /// ranks, and the rank of the Phoenix.
    ///
    /// The play shown breaks the fewest bombs of the hand; of several such it has the lowest mask.
    /// The patterns stand in the order in which they first appear.
    fn patterns<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Combinations, PyTuple>> {
        Ok(Typed::new(tuple_of(py, self.effective().patterns())?))
    }

    /// The card sets of the plays as masks (see ``CardSet.mask``), in order: a read-only view of
    /// ``len(plays)`` numbers of format ``Q``, which NumPy reads without copying.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let all = CardSet::FULL_DECK.mask();
        buffer::view(py, self.listed().codes().iter().map(|code| code & all).collect())
    }

    /// The codes of the plays (see ``Combination.code``), in order: a read-only view of
    /// ``len(plays)`` numbers of format ``Q``, which NumPy reads without copying.
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        buffer::view(py, self.listed().codes().into())
    }

    /// The places of the plays that hold a card, in order.
    ///
    /// Raises:
    ///     TichuError: as for ``Card(card)``.
    #[pyo3(signature = (card, /))]
    fn places_with<'py>(
        &self,
        py: Python<'py>,
        card: CardLike,
    ) -> PyResult<Typed<'py, Places, PyTuple>> {
        let bit = CardSet::from(card.0).mask();
        let places = self.listed().codes().iter().enumerate();
        let places = places.filter(|(_, code)| *code & bit != 0).map(|(place, _)| place);
        Ok(Typed::new(PyTuple::new(py, places.collect::<Vec<_>>())?))
    }

    /// How many plays there are of each type, for all nine types, in the order of ``TYPES``.
    fn count_by_type<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, TypeCounts, PyDict>> {
        let counts = PyDict::new(py);
        for (kind, count) in Kind::ALL.into_iter().zip(self.counts()) {
            counts.set_item(type_name(py, kind), count)?;
        }
        Ok(Typed::new(counts))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    fn __hash__(&self) -> u64 {
        let (hand, table, rest) = self.identity();
        spread(hand ^ spread(table ^ spread(rest)))
    }

    fn __repr__(&self) -> String {
        let mut arguments = vec![self.hand().repr()];
        arguments.extend(self.table().map(|table| format!("table={}", table.repr())));
        arguments.extend(self.query.wish.map(|wish| format!("wish={wish}")));
        let flags = [
            (!self.query.in_turn, "in_turn=False"),
            (self.query.strict_wish, "wish_bomb_in_turn='strict'"),
            (!self.bomb_out_of_turn, "bomb_out_of_turn=False"),
        ];
        arguments.extend(flags.iter().filter(|(set, _)| *set).map(|(_, text)| (*text).to_owned()));
        format!("Plays({})", arguments.join(", "))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, Typed<'py, Arguments, PyTuple>)> {
        let arguments = (
            self.hand(),
            self.table(),
            self.query.wish,
            self.query.in_turn,
            self.wish_bomb_in_turn(py),
            self.bomb_out_of_turn,
        );
        Ok((py.get_type::<Self>(), Typed::new(arguments.into_pyobject(py)?)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        drop(memo);
        slf
    }
}

impl PyPlays {
    /// Plays of a query that makes sense.
    fn checked(
        hand: CardsLike,
        table: Option<Table>,
        wish: Option<Wish>,
        in_turn: Flag,
        options: Options,
    ) -> PyResult<Self> {
        let query = Query {
            hand: hand.0,
            table: table.map(|table| table.0),
            wish: wish.map(|wish| wish.0),
            in_turn: in_turn.0,
            strict_wish: options.wish_bomb == WishBomb::Strict,
        };
        query.validate().map_err(|error| Problem::in_value(&error))?;
        Ok(Self {
            query,
            bomb_out_of_turn: options.bomb_out_of_turn,
            counts: OnceLock::new(),
            list: OnceLock::new(),
        })
    }

    /// The query, without a table where bombs out of turn are off: then there are none.
    fn effective(&self) -> Query {
        let asked = self.query;
        if asked.in_turn || self.bomb_out_of_turn { asked } else { Query { table: None, ..asked } }
    }

    fn counts(&self) -> [u16; Kind::COUNT] {
        *self.counts.get_or_init(|| self.effective().count_by_kind().map(|count| count as u16))
    }

    /// All plays, listed on the first call. No Python code runs meanwhile, so that threads can wait
    /// for each other here.
    fn listed(&self) -> &Arc<PlayList> {
        self.list.get_or_init(|| {
            let mut list = PlayList::new();
            self.effective().emit_into(&mut list);
            Arc::new(list)
        })
    }

    fn nth(&self, place: usize) -> Option<Combination> {
        match self.list.get() {
            Some(list) => list.get(place),
            None => self.effective().nth_of(self.counts().map(u64::from), place as u64),
        }
    }

    fn wish_bomb(&self) -> WishBomb {
        if self.query.strict_wish { WishBomb::Strict } else { WishBomb::Free }
    }

    /// What makes two of them equal, as three numbers.
    fn identity(&self) -> (u64, u64, u64) {
        let Query { hand, table, wish, in_turn, strict_wish } = self.query;
        // No combination has the code of a pass, so it stands for an empty table.
        let table = table.map_or(tichu_core::code::PASS, Combination::code);
        let flags = [in_turn, strict_wish, self.bomb_out_of_turn];
        let wish = u64::from(wish.unwrap_or(0));
        (hand.mask(), table, flags.iter().fold(wish, |bits, &flag| bits << 1 | u64::from(flag)))
    }
}

/// The plays that a hand may make.
///
/// Args:
///     hand: at most 14 cards.
///     table: what is to be beaten: a combination, its notation, or cards in their higher reading;
///         None for a lead.
///     wish: the rank wished for, 2 to 14, while the wish stands; None without.
///     in_turn: whether the hand is on regular turn. Out of turn only bombs that beat the table are
///         legal, and the wish binds nobody.
///     rules: ``tichu.Rules``, or another object with ``wish_bomb_in_turn`` (``free`` or
///         ``strict``) and ``bomb_out_of_turn``; None for the standard game.
///
/// Raises:
///     InvalidValue: more than 14 cards (``hand_too_large``, R-007); a wish out of range
///         (``bad_wish``, R-066); the Dog on the table (``dog_on_table``, R-085); a card in the
///         hand and on the table (``card_twice``, R-001); cards that are no combination
///         (``not_a_combination``); anything of another type (``wrong_type``).
///     NotationError: a text that is not cards or a combination.
#[pyfunction]
#[pyo3(
    signature = (hand, table = None, wish = None, *, in_turn = Flag(true), rules = None),
    text_signature = "(hand, table=None, wish=None, *, in_turn=True, rules=None)"
)]
pub(crate) fn legal_plays(
    hand: CardsLike,
    table: Option<Table>,
    wish: Option<Wish>,
    in_turn: Flag,
    rules: Option<Options>,
) -> PyResult<PyPlays> {
    PyPlays::checked(hand, table, wish, in_turn, rules.unwrap_or(Options::STANDARD))
}

fn tuple_of(
    py: Python<'_>,
    plays: impl IntoIterator<Item = Combination>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, plays.into_iter().map(PyCombination).collect::<Vec<_>>())
}
