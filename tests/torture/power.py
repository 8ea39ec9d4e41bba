"""What a disk may hold after the power failed, worked out from a trace of system calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CALLS = (
    "openat,open,creat,write,pwrite64,fdatasync,fsync,ftruncate,unlink,unlinkat,rename,renameat,"
    "renameat2,close"
)
_CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>(.*)")

Files = dict[str, bytes]


class State(NamedTuple):
    """Files as they may be found, and how much had been acknowledged."""

    kind: str
    files: Files
    acknowledged: int


class Disk:
    """The files under a folder as they were written, and what of them is certain to last."""

    def __init__(self, folder: Path, told: Path) -> None:
        self._under = f"{folder}/"
        self._told = str(told)
        self._open: dict[int, str] = {}
        self._written: dict[str, bytearray] = {}
        self._lasting: Files = {}
        self.acknowledged = 0

    def states(self, trace: Path) -> Iterator[State]:
        """What may be found after each call."""
        for call, arguments, given in _calls(trace):
            if given < 0:
                continue
            change = self._apply(call, arguments, given)
            written = {name: bytes(content) for name, content in self._written.items()}
            lasting = {name: self._lasting.get(name, b"") for name in self._written}
            yield State("all of it", written, self.acknowledged)
            yield State("what was synced", lasting, self.acknowledged)
            if change is not None:
                name, at, content = change
                half = content[: max(1, len(content) // 2)]
                yield State("half", _with(lasting, name, at, half), self.acknowledged)
                zeros = _with(lasting, name, at, b"")
                zeros[name] = zeros[name].ljust(at + len(content), b"\0")
                yield State("zeros", zeros, self.acknowledged)

    def _apply(self, call: str, arguments: str, given: int) -> tuple[str, int, bytes] | None:
        """Carry out a call; gives the name, place and bytes of a write."""
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
        first = arguments.split(",")[0]
        if call in ("openat", "open", "creat"):
            name = texts[0].decode()
            self._open[given] = name
            if name.startswith(self._under):
                if "O_CREAT" in arguments:
                    self._written.setdefault(name, bytearray())
                if "O_TRUNC" in arguments:
                    self._written[name] = bytearray()
        elif call == "close":
            self._open.pop(int(first), None)
        elif call.startswith("unlink"):
            self._written.pop(texts[0].decode(), None)
            self._lasting.pop(texts[0].decode(), None)
        elif call.startswith("rename"):
            old, new = (text.decode() for text in texts[:2])
            if old in self._written:
                self._written[new] = self._written.pop(old)
                self._lasting[new] = self._lasting.pop(old, b"")
                self._open = {fd: new if n == old else n for fd, n in self._open.items()}
        else:
            return self._on_file(call, arguments, given, self._open.get(int(first), ""), texts)
        return None

    def _on_file(
        self, call: str, arguments: str, given: int, name: str, texts: list[bytes]
    ) -> tuple[str, int, bytes] | None:
        if name == self._told and call == "write":
            self.acknowledged = int(texts[0])
        if (content := self._written.get(name)) is None:
            return None
        if call in ("fsync", "fdatasync"):
            self._lasting[name] = bytes(content)
        elif call == "ftruncate":
            size = int(arguments.rsplit(",", 1)[1])
            self._written[name] = content[:size].ljust(size, b"\0")
        elif call in ("write", "pwrite64"):
            new = texts[0][:given]
            at = len(content) if call == "write" else int(arguments.rsplit(",", 1)[1])
            self._written[name] = bytearray(_with({name: bytes(content)}, name, at, new)[name])
            return name, at, new
        return None


def _with(files: Files, name: str, at: int, content: bytes) -> Files:
    before = files.get(name, b"").ljust(at, b"\0")
    return {**files, name: before[:at] + content + before[at + len(content) :]}


def _calls(trace: Path) -> Iterator[tuple[str, str, int]]:
    """The calls in the order in which they ended: name, arguments, what they gave."""
    begun: dict[str, str] = {}
    with trace.open() as lines:
        for line in lines:
            process, rest = line.rstrip("\n").split(None, 1)
            if rest.endswith("<unfinished ...>"):
                begun[process] = rest.removesuffix("<unfinished ...>")
                continue
            if resumed := _RESUMED.match(rest):
                rest = begun.pop(process, "") + resumed[1]
            if call := _CALL.match(rest):
                yield call[1], call[2], int(call[3])
