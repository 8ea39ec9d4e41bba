"""Intervals of rates: Wilson's, by scipy. Never Wald's, which is nonsense for small samples."""

from __future__ import annotations

from functools import lru_cache

CONFIDENCE = 0.95


@lru_cache(maxsize=100_000)
def wilson(successes: int, trials: int) -> tuple[float, float] | None:
    """The 95 % Wilson interval of a rate; None of no trials.

    Shape:  low, high.
    Source: E. B. Wilson (1927), without continuity correction.
    """
    if trials == 0:
        return None
    from scipy.stats import binomtest  # late: it takes seconds

    found = binomtest(successes, trials).proportion_ci(CONFIDENCE, method="wilson")
    return float(found.low), float(found.high)
