"""Reports: worked out from the events, so they can be dropped and made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from store.ledger import Facts, Ledger


def rules_broken(report: dict[str, Any]) -> set[str]:
    """The rules that a report finds broken, in what was not retracted as wrongly recorded."""
    return {
        finding["rule"]
        for finding in report["findings"]
        if finding["verdict"] == "illegal" and finding["status"] != "retracted"
    }


def rebuild(
    ledger: Ledger, audit: Callable[[list[dict[str, Any]]], tuple[dict[str, Any], Facts]]
) -> int:
    """Every report made anew from the events alone, and its facts; gives how many.

    Units: matches.
    """
    ledger.drop_reports()
    rebuilt = 0
    for match_id in _match_ids(ledger):
        events = ledger.export(match_id)
        ledger.save_report(match_id, len(events), *audit(events))
        rebuilt += 1
    return rebuilt


def _match_ids(ledger: Ledger) -> Iterator[str]:
    last: str | None = None
    while page := ledger.matches(after=last):
        yield from (listed.match_id for listed in page)
        last = page[-1].match_id
