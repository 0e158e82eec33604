"""How sure a mean over deals is: confidence intervals, and how many deals they need.

The deals of a run are independent and alike; the two games of a deal are not, so a deal is one
value. A mean of such values has Student's t-interval; a share of wins, which lies between 0 and 1
and is often near one of them, has Wilson's.

**Few deals.** No deal says nothing, and one deal nothing of how far deals lie apart: the interval
is then unknown (None). When all of two or more deals have the same value, a t-interval would have
the width 0, which claims far too much. It then rests on this: if more than a share
``u = 1 - (a / 2) ** (1 / n)`` of all deals had another value, the chance that none of ``n`` is
among them would be less than ``a / 2`` (``a`` = 1 - confidence); and those deals differ by no more
than the values can. For two deals this is nearly everything, and it shrinks with ``1 / n``.

**Stopping when it is precise enough** (``--until``) looks at the interval again and again, and ends
the run at one that came out narrow. That is not the peeking that finds differences where there are
none: what is looked at is how wide the interval is, never on which side of 0 it lies, and where
values lie about evenly around their mean, their spread tells nothing of it. Chow and Robbins
(1965) showed that the coverage of such an interval tends to what it claims as the precision gets
finer. In short runs it is a little less, because a spread that looks small by chance ends the run;
so there is a least number of deals, and few looks. docs/ARENA.md gives the coverage measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from tichu.arena.extra import needs
from tichu.checks import shown
from tichu.errors import InvalidValue

__all__ = ["CONFIDENCE", "Estimate", "check_confidence", "mean_estimate", "share_estimate"]

CONFIDENCE = 95.0
"""Percent."""

CHANCE = 0.8
"""With what chance a run as long as :meth:`Estimate.deals_to_tell` says tells the difference."""

MOST_DEALS = 10**12
"""More deals than this nobody will play: the answer is then None."""


class Estimate(Struct, frozen=True, kw_only=True):
    """A mean over deals, and between which bounds the true one lies, with what confidence.

    Attributes:
        mean: of the deals' values; None without deals.
        low: the interval's lower bound; None as long as nothing bounds it.
        high: the upper bound; None as long as nothing bounds it.
        confidence: percent.
        deals: how many deals it rests on.
        deviation: the standard deviation of the deals' values; None for fewer than two.
    """

    mean: float | None
    low: float | None
    high: float | None
    confidence: float
    deals: int
    deviation: float | None

    @property
    def half_width(self) -> float | None:
        """Half the interval's width; None as long as nothing bounds it."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """The interval has a bound between itself and the value: a difference is shown."""
        if self.low is None or self.high is None:
            return False
        return value < self.low or value > self.high

    def deals_needed(self, precision: float) -> int | None:
        """About how many deals make half of a t-interval as narrow as this.

        None where the deals so far do not tell: there are too few, or all are the same.

        Raises:
            InvalidValue: the precision is not more than 0 (``bad_number``).
        """
        _check_precision(precision)
        if not self.deviation:
            return None
        spread = self.deviation
        return _fewest(lambda n: self._quantile(n) * spread / math.sqrt(n) <= precision)

    def deals_to_tell(self, value: float = 0.0) -> int | None:
        """About how many deals in all are needed to tell the mean from the value.

        If the difference is really what it looks like now, an interval over so many deals excludes
        the value four times in five. None where the deals do not tell, or there is no difference.
        """
        if not self.deviation or self.mean is None or self.mean == value:
            return None
        spread, distance = self.deviation, abs(self.mean - value)

        def tells(n: int) -> bool:
            quantiles = self._quantile(n) + _student(n - 1, CHANCE)
            return quantiles * spread / math.sqrt(n) <= distance

        return _fewest(tells)

    def _quantile(self, deals: int) -> float:
        return _student(deals - 1, _upper(self.confidence))


def check_confidence(confidence: float) -> float:
    """The confidence, in percent.

    Raises:
        InvalidValue: it is not between 0 and 100 (``bad_number``).
    """
    if not 0 < confidence < 100:
        raise InvalidValue(
            f"{shown(confidence)} is no confidence; give percent, more than 0 and less than 100.",
            code="bad_number",
            where="confidence",
        )
    return float(confidence)


def mean_estimate(
    values: Sequence[float], confidence: float = CONFIDENCE, *, most: float | None = None
) -> Estimate:
    """The mean of independent values, with Student's t-interval.

    Args:
        values: one a deal.
        confidence: percent.
        most: no value can be further from 0 than this; it bounds the interval when all values are
            the same. Without it such an interval is unknown.

    Raises:
        InvalidValue: a value is not finite, or the confidence is none (``bad_number``).
    """
    check_confidence(confidence)
    mean, deviation = _moments(values)
    if mean is None or deviation is None:
        return _estimate(values, confidence, mean, deviation, None)
    if deviation == 0:
        bounds = None if most is None else _bounds_of_same(mean, values, confidence, -most, most)
    else:
        quantile = _student(len(values) - 1, _upper(confidence))
        half = quantile * deviation / math.sqrt(len(values))
        bounds = (mean - half, mean + half)
    return _estimate(values, confidence, mean, deviation, bounds)


def share_estimate(shares: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of independent shares, each from 0 to 1, with an interval within 0 and 1.

    Wilson's interval, with a t-quantile, for so many wins or losses as would vary as the deals do:
    two games of a deal are not two independent ones.

    Raises:
        InvalidValue: a value is no share, or the confidence is none (``bad_number``).
    """
    check_confidence(confidence)
    for share in shares:
        if not 0 <= share <= 1:
            raise _bad_value(share, "a share; give numbers from 0 to 1", "shares")
    mean, deviation = _moments(shares)
    if mean is None or deviation is None:
        return _estimate(shares, confidence, mean, deviation, None)
    if deviation == 0:
        bounds = _bounds_of_same(mean, shares, confidence, 0.0, 1.0)
    else:
        bounds = _wilson(mean, deviation, len(shares), confidence)
    return _estimate(shares, confidence, mean, deviation, bounds)


def _moments(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Mean and standard deviation, as far as the values have them."""
    for value in values:
        if not math.isfinite(value):
            raise _bad_value(value, "the value of a deal; give finite numbers", "values")
    count = len(values)
    if count == 0:
        return None, None
    # Of equal values the sum, divided, may be off by a bit, and so would be their deviation.
    if min(values) == max(values):
        return float(values[0]), 0.0 if count > 1 else None
    mean = math.fsum(values) / count
    squares = math.fsum((value - mean) ** 2 for value in values)
    return mean, math.sqrt(squares / (count - 1))


def _estimate(
    values: Sequence[float],
    confidence: float,
    mean: float | None,
    deviation: float | None,
    bounds: tuple[float, float] | None,
) -> Estimate:
    low, high = bounds or (None, None)
    return Estimate(
        mean=mean,
        low=low,
        high=high,
        confidence=float(confidence),
        deals=len(values),
        deviation=deviation,
    )


def _bounds_of_same(
    mean: float, values: Sequence[float], confidence: float, least: float, most: float
) -> tuple[float, float]:
    """The bounds when all values are the same: what those unseen may change (module docstring)."""
    unseen = 1 - (1 - _upper(confidence)) ** (1 / len(values))
    return mean - unseen * (mean - least), mean + unseen * (most - mean)


def _wilson(mean: float, deviation: float, deals: int, confidence: float) -> tuple[float, float]:
    quantile = _student(deals - 1, _upper(confidence))
    # So many independent games, won or lost, would have a mean that varies as this one does.
    games = mean * (1 - mean) * deals / deviation**2
    shrink = 1 + quantile**2 / games
    centre = (mean + quantile**2 / (2 * games)) / shrink
    spread = mean * (1 - mean) / games + quantile**2 / (4 * games**2)
    half = quantile / shrink * math.sqrt(spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def _upper(confidence: float) -> float:
    """The quantile that leaves half of the rest above it: 0.975 for 95 percent."""
    return 0.5 + confidence / 200


def _student(freedom: int, quantile: float) -> float:
    """The quantile of Student's t-distribution with so many degrees of freedom."""
    # What scipy.stats.t.ppf calls, without the half second that scipy.stats takes to load.
    with needs("arena"):
        from scipy.special import stdtrit  # type: ignore[import-untyped]  # noqa: PLC0415
    return float(stdtrit(freedom, quantile))


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """The least number of deals, from 2 on, that is enough; more deals are never too many."""
    high = 2
    while not enough(high):
        high *= 2
        if high > MOST_DEALS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _check_precision(precision: float) -> None:
    if not (precision > 0 and math.isfinite(precision)):
        raise _bad_value(precision, "a precision; give a number greater than 0", "precision")


def _bad_value(value: float, want: str, where: str) -> InvalidValue:
    return InvalidValue(f"{shown(value)} is not {want}.", code="bad_number", where=where)
