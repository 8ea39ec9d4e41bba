"""A statistic as a DataFrame in one call, for notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def frame(folder: str | Path, game: str, statistic: str, **filters: Any) -> pd.DataFrame:
    """A statistic of the matches in a store's folder; `filters` are the fields of `Wanted`.

    Example: frame("senpu-data", game, "results", by="player")

    Raises: NoSuchStatistic, StoreError: StoreBusy where a server has the store.
    """
    from api.desk import Desk
    from api.statistics import asked
    from store import DuckDBLedger
    from store.statistics.wanted import Wanted

    with DuckDBLedger.open(Path(folder)) as ledger:
        found = asked(Desk(ledger), statistic, Wanted(game=game, **filters))
    return found.table.to_pandas()
