"""What another process asks of the one that owns a store: a backup, while writing goes on.

A line of JSON over a socket in the folder, and one back. Whoever may read the folder may ask.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

from store.errors import StoreBusy, StoreError, StoreFailed

SOCKET = "control"
LONGEST = 1 << 16
"""Bytes of a line."""


class Control:
    """Answers who asks, in a thread of its own."""

    def __init__(self, folder: Path, backup: Callable[[Path], int]) -> None:
        self._backup = backup
        self._path = folder / SOCKET
        self._path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX)
        with _short(folder) as path:
            self._socket.bind(path)
        self._path.chmod(0o600)
        self._socket.listen()
        self._thread = Thread(target=self._run, name="senpu-control", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Answer nobody any more; done again, it does nothing."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def _run(self) -> None:
        while True:
            try:
                asking, _ = self._socket.accept()
            except OSError:
                return
            with asking, contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                asked = json.loads(asking.makefile().readline(LONGEST))
                asking.sendall(json.dumps(self._answer(Path(asked["backup"]))).encode() + b"\n")

    def _answer(self, target: Path) -> dict[str, object]:
        try:
            return {"events": self._backup(target)}
        except StoreError as refusal:
            return {"refused": str(refusal)}


def ask_for_backup(folder: Path, target: Path) -> int:
    """A backup by the process that owns a store; gives how many events it has.

    Raises: StoreBusy, if that process can't be asked; StoreFailed, if it could not do it.
    """
    try:
        with socket.socket(socket.AF_UNIX) as asking:
            with _short(folder) as path:
                asking.connect(path)
            asking.sendall(json.dumps({"backup": str(target.absolute())}).encode() + b"\n")
            told = json.loads(asking.makefile().readline(LONGEST))
    except (OSError, ValueError) as fault:
        raise StoreBusy(folder, None) from fault
    if "refused" in told:
        raise StoreFailed(told["refused"], final=False)
    return int(told["events"])


@contextlib.contextmanager
def _short(folder: Path) -> Iterator[str]:
    """The socket's path, however deep its folder: the system takes about a hundred bytes."""
    if not Path("/proc/self/fd").is_dir():
        yield str(folder / SOCKET)
        return
    entry = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{entry}/{SOCKET}"
    finally:
        os.close(entry)
