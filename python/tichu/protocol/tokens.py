"""Secrets: tokens of seats, seeds and names of matches, from one source of randomness."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence

from tichu.protocol.entries import JournalSeat

__all__ = ["Entropy", "hash_of", "new_match_name", "new_seed", "new_token", "seat_of"]

Entropy = Callable[[int], bytes]
"""So many bytes that nobody can guess, as ``secrets.token_bytes`` gives them."""

_NOBODY = "0" * 64


def new_token(entropy: Entropy) -> str:
    """A token of 128 random bits."""
    return base64.urlsafe_b64encode(entropy(16)).decode("ascii").rstrip("=")


def new_match_name(entropy: Entropy) -> str:
    """A name for a match: eight letters and digits."""
    return base64.b32encode(entropy(5)).decode("ascii").lower()


def new_seed(entropy: Entropy) -> str:
    """A seed of 256 random bits, in hexadecimal."""
    return entropy(32).hex()


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("ascii")).hexdigest()


def seat_of(token: str, seats: Sequence[JournalSeat]) -> int | None:
    """The seat that a token opens. How long it takes says nothing about the tokens."""
    given = hash_of(token)
    found = None
    for number, seat in enumerate(seats):
        if hmac.compare_digest(given, seat.token_hash or _NOBODY) and seat.token_hash:
            found = number
    return found
