"""The blocks of DuckDB's file, each by its own checksum.

DuckDB checks a block when it reads one, and an index, say, may not be read for years.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from store.tree import Rows

_HEADER, _HEADERS = 4096, 3
_BLOCK = 262_144
_SEED, _FACTOR, _MASK = 5381, 0xBF58476D1CE4E5B9, 2**64 - 1


def damaged_blocks(file: Path, rows: Rows) -> Iterator[str | None]:
    """Where the bytes of a file don't give their checksum; None for a block that is sound."""
    bad, number = [], 0
    with file.open("rb") as opened:
        for place in range(_HEADERS):
            if not _is_sound(opened.read(_HEADER)):
                yield f"{file.name}, header {place + 1}"
        while block := opened.read(_BLOCK):
            if not _is_sound(block):
                bad.append(number)
            number += 1
            yield None
    [(total, free)] = rows("select total_blocks, free_blocks from pragma_database_size()", [])
    bad += range(number, total)  # the file was cut
    held = _held(rows) if bad else set()
    for number in bad:
        # A block that is free may be as a crash left it.
        if number in held or len(bad) > free:
            yield f"{file.name}, block {number} at byte {_HEADERS * _HEADER + number * _BLOCK}"


def _is_sound(content: bytes) -> bool:
    """Whether a block's first number is the checksum of the rest; one never written is."""
    if len(content) % 8:
        return False
    numbers = pa.Array.from_buffers(pa.uint64(), len(content) // 8, [None, pa.py_buffer(content)])
    first = numbers[0].as_py()
    products = pc.multiply(numbers, pa.scalar(_FACTOR, pa.uint64()))
    while len(products) > 1:
        half = len(products) // 2
        products = pc.bit_wise_xor(products[:half], products[half:])
    checksum = _SEED ^ products[0].as_py() ^ (first * _FACTOR & _MASK)
    return bool(first == checksum) or not content.strip(b"\0")


def _held(rows: Rows) -> set[int]:
    """The blocks that tables and metadata lie in, as far as DuckDB tells."""
    held = {block for (block,) in rows("select block_id from pragma_metadata_info()", [])}
    for (table,) in rows("select table_name from duckdb_tables()", []):
        for block, more in rows(
            "select block_id, additional_block_ids from pragma_storage_info(?)", [table]
        ):
            held |= {block, *(more or ())}
    return held
