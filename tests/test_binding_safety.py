"""The binding under hostile use: bad arguments, copies and pickles, buffers, threads."""

from __future__ import annotations

import copy
import gc
import io
import pickle
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tichu
from tichu import (
    DECK,
    Card,
    CardSet,
    Combination,
    InvalidValue,
    NotationError,
    Plays,
    Rng,
    TichuError,
    classify,
    legal_plays,
)

SEED = bytes(range(32))
SURROGATE = "7j \ud800"


class Liar:
    """Raises from wherever it is looked into."""

    def __iter__(self):
        raise ZeroDivisionError

    def __index__(self):
        raise ZeroDivisionError

    def randrange(self, n):
        raise ZeroDivisionError


class SubStr(str):
    __slots__ = ()


class Number:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


VALUES = [
    Card("7j"),
    Card("Ph"),
    CardSet(),
    CardSet("7j Ts Mj"),
    DECK,
    Combination("Do"),
    Combination("Ph"),
    Combination("Ph=13.5"),
    Combination("5j 5s Ph=5"),
    Combination("3j 4j 5j 6j Ph=2"),
    legal_plays("7j 7s"),
    legal_plays("7j 7s", "5j 5s", 7),
    legal_plays("7j 7s", "Ph=3.5", in_turn=False),
    legal_plays("7j", rules=tichu.Rules(wish_bomb_in_turn="strict", bomb_out_of_turn=False)),
    Rng(SEED),
    Rng(bytes(32)),
]
ids = [repr(value)[:60] for value in VALUES]


@pytest.mark.parametrize("value", VALUES, ids=ids)
def test_a_value_survives_repr_pickle_and_copy(value):
    assert eval(repr(value), vars(tichu)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy([value])[0] == value
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value


@pytest.mark.parametrize("value", VALUES, ids=ids)
def test_a_value_is_what_it_says(value):
    assert type(value).__module__ == "tichu"
    assert getattr(tichu, type(value).__name__) is type(value)
    assert type(value).__doc__
    assert value == value
    assert value != object()
    assert not hasattr(value, "__dict__")
    with pytest.raises(AttributeError):
        value.anything = 1
    if not isinstance(value, Rng):
        assert hash(value) == hash(pickle.loads(pickle.dumps(value)))
        assert copy.copy(value) is value


def test_values_cannot_be_changed():
    for value, name in [(Card("7j"), "rank"), (DECK, "mask"), (Combination("7j"), "type")]:
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)


def test_classes_cannot_be_derived_from():
    for cls in (Card, CardSet, Combination, Plays, Rng):
        with pytest.raises(TypeError):
            type("Derived", (cls,), {})


def test_errors_survive_pickle_copy_and_repr():
    caught: list[TichuError] = []
    for call in (lambda: CardSet("7j 7j"), lambda: legal_plays(DECK), lambda: Card(5)):
        try:
            call()
        except TichuError as error:
            caught.append(error)

    assert [type(error) for error in caught] == [NotationError, InvalidValue, InvalidValue]
    for error in caught:
        for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
            assert type(again) is type(error)
            assert str(again) == str(error)
            assert (again.code, again.rule, again.where) == (error.code, error.rule, error.where)
        assert str(eval(repr(error), vars(tichu))) == str(error)
        assert isinstance(error, ValueError)


def type_name(value: object) -> str:
    return type(value).__name__


NO_CARDS = [None, 5, 5.5, True, object(), b"7j", [5], [None], ["7j", b"7s"], [["7j"]], {1: 2}, len]
NO_NUMBERS = ["7", 7.0, object(), b"7", [7], 1j, len]


@pytest.mark.parametrize("junk", NO_CARDS, ids=type_name)
@pytest.mark.parametrize(
    "function", [CardSet, DECK.isdisjoint, classify, Combination.of, legal_plays]
)
def test_what_is_not_cards_is_refused(function, junk):
    with pytest.raises(InvalidValue) as caught:
        function(junk)

    assert caught.value.code == "wrong_type"


@pytest.mark.parametrize("junk", NO_NUMBERS, ids=type_name)
@pytest.mark.parametrize(
    "function",
    [
        Card.from_index,
        CardSet.from_mask,
        Combination.from_code,
        DECK.of_rank,
        Combination("7j").contains_rank,
        Rng(SEED).randrange,
        legal_plays("7j").__getitem__,
        lambda rank: Combination.of("7j Ph", rank),
        lambda wish: legal_plays("7j", wish=wish),
        lambda start: legal_plays("7j").index(Combination("7j"), start),
    ],
)
def test_what_is_not_a_number_is_refused(function, junk):
    with pytest.raises(InvalidValue) as caught:
        function(junk)

    assert caught.value.code == "wrong_type"


@pytest.mark.parametrize(
    "call",
    [
        lambda: Card(5),
        lambda: Card(None),
        lambda: Combination(5),
        lambda: Combination(CardSet("7j")),
        lambda: Combination("7j").beats("6j"),
        lambda: Combination("7j").beats(None),
        lambda: Combination("7j").answering("6j"),
        lambda: legal_plays("7j", table=5),
        lambda: legal_plays("7j", in_turn=1),
        lambda: legal_plays("7j", in_turn=None),
        lambda: legal_plays("7j", rules="strict"),
        lambda: legal_plays("7j", rules=SimpleNamespace(wish_bomb_in_turn="free")),
        lambda: legal_plays(
            "7j", rules=SimpleNamespace(wish_bomb_in_turn=5, bomb_out_of_turn=True)
        ),
        lambda: legal_plays(
            "7j", rules=SimpleNamespace(wish_bomb_in_turn="free", bomb_out_of_turn=1)
        ),
        lambda: legal_plays("7j").sample(None),
        lambda: legal_plays("7j").draw(None, 0),
        lambda: legal_plays("7j").draw(Rng(SEED), "0"),
        lambda: legal_plays("7j").places_with(7),
        lambda: Combination.of("7j", None, "6j"),
        lambda: legal_plays("7j").sample(SimpleNamespace(randrange=lambda n: "0")),
        lambda: Rng("0" * 32),
        lambda: Rng(bytearray(32)),
        lambda: Rng(0),
        lambda: Rng(SEED).shuffled(5),
    ],
)
def test_other_wrong_types_are_refused(call):
    with pytest.raises(InvalidValue) as caught:
        call()

    assert caught.value.code == "wrong_type"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: Rng(b""), "bad_seed"),
        (lambda: Rng(bytes(33)), "bad_seed"),
        (lambda: Rng(SEED).randrange(0), "bad_bound"),
        (lambda: Rng(SEED).randrange(-1), "bad_bound"),
        (lambda: Rng(SEED).randrange(2**64), "bad_bound"),
        (lambda: legal_plays("7j")[::0], "bad_slice"),
        (lambda: legal_plays("7j")["a":], "bad_slice"),
        (lambda: legal_plays("7j").sample(SimpleNamespace(randrange=lambda n: n)), "bad_random"),
        (lambda: legal_plays("7j").sample(SimpleNamespace(randrange=lambda n: -1)), "bad_random"),
        (lambda: legal_plays("7j").draw(SimpleNamespace(randrange=lambda n: n), 1), "bad_random"),
        (lambda: Plays("7j", wish_bomb_in_turn="loose"), "bad_option"),
        (lambda: Plays("7j", wish_bomb_in_turn="\ud800"), "bad_option"),
    ],
)
def test_values_out_of_range_are_refused(call, code):
    with pytest.raises(InvalidValue) as caught:
        call()

    assert caught.value.code.startswith(code)


@pytest.mark.parametrize("function", [Card, CardSet, Combination, classify, legal_plays])
def test_lone_surrogates_are_refused(function):
    for text in (SURROGATE, "\udfff", "7\udc00"):
        with pytest.raises(NotationError) as caught:
            function(text)
        assert caught.value.code == "unknown_card"
        assert str(caught.value).isprintable()


def test_long_texts_are_not_quoted_at_length():
    for text in ("x" * 100_000, "7j" * 100_000, "\0" * 50, "7j Ph=" + "9" * 100_000):
        for function in (Card, CardSet, Combination):
            with pytest.raises(NotationError) as caught:
                function(text)
            assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "call",
    [
        lambda: CardSet(Liar()),
        lambda: CardSet.from_mask(Liar()),
        lambda: legal_plays("7j", wish=Liar()),
        lambda: legal_plays("7j")[Liar()],
        lambda: legal_plays("7j").sample(Liar()),
        lambda: legal_plays("7j").draw(Liar(), 0),
        lambda: Rng(SEED).shuffled(Liar()),
        lambda: CardSet(1 // 0 for _ in "7"),
    ],
)
def test_errors_of_the_callers_own_code_come_through(call):
    with pytest.raises(ZeroDivisionError):
        call()


def test_an_endless_iterable_ends_with_a_card_twice():
    def endless():
        while True:
            yield from DECK

    with pytest.raises(InvalidValue) as caught:
        CardSet(endless())

    assert (caught.value.code, caught.value.where) == ("duplicate_card", "item 56")


def test_subclasses_of_the_built_in_types_serve_as_well():
    assert Card(SubStr("7j")) == Card("7j")
    assert CardSet(SubStr("7j Ts")) == CardSet("7j Ts")
    assert CardSet.from_mask(Number(16)) == CardSet("2j")
    assert legal_plays("7j")[Number(0)] == Combination("7j")
    assert CardSet.from_mask(True) == CardSet("Mj")


junk: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.text(alphabet="23456789TJQKAjsptMDPhdog= .15\ud800", max_size=40),
    st.binary(max_size=40),
    st.lists(st.text(max_size=3) | st.integers(), max_size=5),
    st.sampled_from([*VALUES, *DECK]),
)


@given(junk, junk, junk, junk)
def test_nothing_but_values_and_tichu_errors_comes_out(a, b, c, d):
    """No other exception, and above all no panic."""
    plays = legal_plays("7j 8j 9j Tj Jj Ph")
    calls = [
        lambda: Card(a),
        lambda: CardSet(a),
        lambda: Combination(a),
        lambda: Combination.of(a, b),
        lambda: Combination.from_code(a),
        lambda: classify(a),
        lambda: legal_plays(a, b, c, in_turn=d),
        lambda: Plays(a, b, c, d, a, b),
        lambda: plays.index(a, b, c),
        lambda: plays.count(a) + (a in plays),
        lambda: plays.sample(a),
        lambda: plays.draw(a, b),
        lambda: plays.places_with(a),
        lambda: a in DECK,
        lambda: DECK.isdisjoint(a),
        lambda: Rng(a),
    ]
    refusals: list[TichuError] = []
    for call in calls:
        try:
            call()
        except TichuError as error:
            refusals.append(error)
    assert all(error.code.replace("_", "a").islower() for error in refusals)
    assert all(str(error).strip() for error in refusals)


@pytest.mark.parametrize("name", ["codes", "masks"])
def test_buffers_are_read_only_views_of_u64(name):
    plays = legal_plays("7j 7s Ph")
    wanted = {
        "codes": [play.code for play in plays],
        "masks": [play.cards.mask for play in plays],
    }[name]

    view = getattr(plays, name)()

    assert isinstance(view, memoryview)
    assert view.readonly
    assert (view.format, view.itemsize, view.ndim) == ("Q", 8, 1)
    assert (view.shape, view.strides) == ((len(plays),), (8,))
    assert view.c_contiguous
    assert view.nbytes == 8 * len(plays)
    assert list(view) == wanted
    assert list(view[::-1]) == wanted[::-1]
    assert bytes(view) == b"".join(number.to_bytes(8, sys.byteorder) for number in wanted)
    with pytest.raises(TypeError):
        view[0] = 1
    with pytest.raises(TypeError, match="read-write"):
        io.BytesIO(b"12345678").readinto(view.obj)


def test_a_view_outlives_its_plays():
    view = legal_plays("7j 7s").codes()
    gc.collect()
    junk = [bytes(24) for _ in range(1000)]

    assert list(view) == [play.code for play in legal_plays("7j 7s")]
    assert junk
    view.release()


def test_an_empty_view():
    view = legal_plays("").codes()

    assert (view.shape, list(view), bytes(view)) == ((0,), [], b"")


def hammer(work, count=8):
    """Runs the same work in many threads at once; their results."""
    results: list[object] = [None] * count
    start = threading.Barrier(count)

    def run(number: int) -> None:
        start.wait()
        results[number] = work(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.fixture
def quick_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_switches")
def test_threads_may_hammer_one_list_of_plays():
    hand = "Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph"
    wanted = list(legal_plays(hand))
    for _ in range(5):
        plays = legal_plays(hand)

        def work(number, plays=plays):
            place = number * 100
            return (
                plays[place] == wanted[place],
                len(plays),
                list(plays) == wanted,
                list(plays.codes())[place] == wanted[place].code,
                wanted[place] in plays,
                hash(plays),
            )

        assert hammer(work) == [(True, 1857, True, True, True, hash(plays))] * 8


@pytest.mark.usefixtures("quick_switches")
def test_threads_may_share_an_iterator_and_a_generator():
    plays = legal_plays("Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph")
    shared = iter(plays)
    parts = hammer(lambda _: list(shared))
    assert sorted(play.code for part in parts for play in part) == sorted(plays.codes())
    assert next(shared, None) is None

    rng, alone = Rng(SEED), Rng(SEED)
    drawn = hammer(lambda _: [rng.next_u64() for _ in range(500)])
    assert sorted(number for part in drawn for number in part) == sorted(
        alone.next_u64() for _ in range(4000)
    )
    assert rng == alone


def test_an_iterator_knows_what_is_left():
    shared = iter(legal_plays("7j 7s"))

    assert shared.__length_hint__() == 3
    next(shared)
    assert shared.__length_hint__() == 2
    assert iter(shared) is shared


def test_nothing_leaks():
    plays = legal_plays("7j 7s Ph")
    for value in (DECK, Combination("7j"), plays, Rng(SEED)):
        before = sys.getrefcount(value)
        for _ in range(100):
            copy.copy(value)
            repr(value)
            value == value  # noqa: B015
        assert sys.getrefcount(value) == before
    owner = plays.codes().obj
    before = sys.getrefcount(owner)
    for _ in range(100):
        memoryview(owner).release()
    assert sys.getrefcount(owner) == before
