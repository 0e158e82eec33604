"""Profiles for hypothesis: the same examples on every run of the tests, new ones when soaking.

And an alarm for the tests of time limits.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Helpers that assert tell as much as tests do.
pytest.register_assert_rewrite("rounds", "scenes")

# No deadlines: a busy machine is no failing test.
settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", settings.get_profile("default"), derandomize=False)
settings.load_profile("default")


@pytest.fixture
def an_alarm_of_ones_own() -> Iterator[None]:
    """The test runner's own alarm waits while these tests use theirs."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    left, every = signal.setitimer(signal.ITIMER_REAL, 0)
    yield
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    signal.setitimer(signal.ITIMER_REAL, left, every)
