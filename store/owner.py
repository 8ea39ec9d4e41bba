"""One process owns a store; whoever comes second is told which."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from store.errors import StoreBusy


class Owner:
    """The right to a store folder, held until it is released or the process ends.

    Raises: StoreBusy, on making one, if it is held already.
    """

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "owner").open("a+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as held:
            self._file.seek(0)
            said = self._file.read()
            self._file.close()
            raise StoreBusy(folder, int(said) if said.isdigit() else None) from held
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def close(self) -> None:
        """Let the next one have it; done again, it does nothing."""
        if not self._file.closed:
            self._file.truncate(0)
            self._file.close()
