"""Rng: the generator of the package, number for number."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from tichu import DECK, Rng, legal_plays

SEED = bytes(range(32))


def test_the_generator_gives_known_numbers():
    """xoshiro256++ from the state 1, 2, 3, 4: the numbers of its authors' program."""
    rng = Rng(b"".join(number.to_bytes(8, "little") for number in (1, 2, 3, 4)))

    assert [rng.next_u64() for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]


def test_the_generator_goes_on_where_its_state_was():
    rng = Rng(SEED)
    rng.next_u64()
    copies = [Rng(rng.state), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]

    numbers = [rng.randrange(1000) for _ in range(20)]

    assert all([twin.randrange(1000) for _ in range(20)] == numbers for twin in copies)
    assert Rng(SEED) != Rng(SEED[::-1])
    with pytest.raises(TypeError):
        hash(rng)


def test_a_seed_of_zeros_is_replaced():
    """By the first 256 bits of the fraction of pi; zeros would give zeros forever."""
    assert Rng(bytes(32)).state == b"".join(
        number.to_bytes(8, "little")
        for number in (
            0x243F6A8885A308D3,
            0x13198A2E03707344,
            0xA4093822299F31D0,
            0x082EFA98EC4E6C89,
        )
    )


def test_numbers_below_a_bound_are_lemires():
    """The upper half of a product with 64 random bits, drawn again where it would be uneven."""
    for bound in (1, 2, 3, 10, 56, 2**32 + 1, 2**63 + 1, 2**64 - 1):
        rng, twin = Rng(SEED), Rng(SEED)
        for _ in range(50):
            product = twin.next_u64() * bound
            while product % 2**64 < (2**64 - bound) % bound:
                product = twin.next_u64() * bound
            assert rng.randrange(bound) == product >> 64
        assert rng == twin


def test_shuffles_are_fisher_and_yates_from_the_end():
    rng, twin = Rng(SEED), Rng(SEED)
    items = list(range(20))
    for last in range(19, 0, -1):
        chosen = twin.randrange(last + 1)
        items[last], items[chosen] = items[chosen], items[last]

    assert rng.shuffled(range(20)) == items
    assert rng == twin
    assert rng.shuffled([]) == []
    assert sorted(rng.shuffled(DECK)) == list(DECK)


def test_random_numbers_keep_to_their_bound():
    rng = Rng(SEED)

    assert {rng.randrange(3) for _ in range(100)} == {0, 1, 2}
    assert rng.randrange(1) == 0
    assert 0 <= rng.randrange(2**64 - 1) < 2**64 - 1


def test_plays_take_any_random_source():
    plays = legal_plays("7j 7s Ph")

    assert plays.sample(random.Random(1)) == plays[random.Random(1).randrange(len(plays))]
