"""Profiles for hypothesis: the same examples on every run of the tests, new ones when soaking."""

from __future__ import annotations

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
