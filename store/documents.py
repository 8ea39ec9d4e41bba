"""Documents: what a server keeps beside the record, a version at a time."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from store.ledger import Document, Kept, in_utc
from store.transaction import Transaction


def add_document(kept: Kept, transaction: Transaction) -> Document:
    """A document, as its newest version."""
    [(version,)] = transaction.execute(
        "select coalesce(max(version), 0) + 1 from documents where kind = ? and id = ?",
        [kept.kind, kept.id],
    )
    document = Document(kept.kind, kept.id, version, in_utc(datetime.now(UTC)), kept.body)
    body = json.dumps(kept.body, ensure_ascii=False)
    transaction.add("documents", [(kept.kind, kept.id, version, document.at, body)])
    return document
