"""Profiles for hypothesis: the same examples on every run of the tests, new ones when soaking."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No deadlines: a busy machine is no failing test.
settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", settings.get_profile("default"), derandomize=False)
settings.load_profile("default")
