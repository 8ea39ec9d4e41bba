"""The commands of whoever keeps a store: verify, proof, archive, backup, recover."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli_shared import HERE, STORE, Faults, Lang, Store
from api.files import Unusable

if TYPE_CHECKING:
    from api.terminal import Terminal
    from store.notes import Verifier

ledger = typer.Typer(rich_markup_mode=None)
UNTRUSTED = 3
"""Exit code: what was looked at is not to be trusted."""

Match = Annotated[str, typer.Argument(metavar="MATCH", help=HERE("help.match_id"))]


@ledger.command(help=HERE("help.verify"))
def verify(
    lang: Lang,
    bundle: Annotated[
        Path | None, typer.Argument(metavar="[BUNDLE]", help=HERE("help.bundle"))
    ] = None,
    against: Annotated[list[Path] | None, typer.Option(help=HERE("help.against"))] = None,
    key: Annotated[str | None, typer.Option(help=HERE("help.verifier"))] = None,
    store: Store = STORE,
) -> None:
    """Checks a store with its archive, or a proof without a store."""
    from api.terminal import Terminal
    from store import EventsMissing, NotProven, StoreError, StoreFailed, WrongFormat

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(Unusable, StoreError):
        try:
            verifier = _verifier(key)
            if bundle is not None:
                _tell_bundle(terminal, bundle, against or [], verifier)
                return
            if not store.is_dir():
                raise Unusable(str(store), "nothing", "a store")
            trusted = _tell_store(terminal, store, against or [], verifier)
        except (NotProven, EventsMissing, WrongFormat, StoreFailed) as untrusted:
            terminal.title(terminal.words("verify.untrusted"), "illegal")
            terminal.item(terminal.words.error(untrusted))
            trusted = False
        if not trusted:
            raise typer.Exit(UNTRUSTED)
    faults.exit()


def _verifier(key: str | None) -> Verifier | None:
    from store.notes import BadNote, Verifier

    try:
        return None if key is None else Verifier.parse(key)
    except BadNote as bad:
        raise Unusable("--key", bad.found, bad.expected) from bad


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise Unusable(str(path), type(fault).__name__, "a file that can be read") from fault


def _tell_bundle(terminal: Terminal, path: Path, against: list[Path], key: Verifier | None) -> None:
    from store.bundle import check_against, check_bundle, fingerprint

    checked = check_bundle(_read(path), key)
    for other in against:
        check_against(checked, _read(other))
    words = terminal.words
    terminal.title(words("verify.whole" if checked.is_whole else "verify.in_part"), "legal")
    terminal.field(words("verify.match"), checked.match_id)
    terminal.field(words("verify.events"), str(len(checked.events)))
    terminal.field(words("verify.hash"), checked.hashes[len(checked.events)].hex())
    size = words("verify.over", size=checked.checkpoint.size)
    terminal.field(words("verify.checkpoint"), size)
    terminal.field(words("verify.signed_by"), checked.verifier.name)
    terminal.field(words("verify.key"), fingerprint(checked.verifier))
    if key is None:
        terminal.item(words("verify.compare"))


def _tell_store(terminal: Terminal, store: Path, against: list[Path], key: Verifier | None) -> bool:
    from store import NotProven
    from store.bundle import fingerprint
    from store.verify import Verification

    words = terminal.words
    texts = [_read(path).decode("utf-8", "replace") for path in against]
    with Verification(store, texts) as found:
        for _ in terminal.progress(found.steps(), found.total):
            pass
        if key is not None and key not in found.verifiers:
            found.fault("--key", words("verify.no_such_key"), str(key))
        counts = {
            "events": found.matches.events,
            "matches": len(found.matches),
            "parts": found.parts,
            "checkpoints": found.checkpoints,
        }
        if not found.faults:
            terminal.title(words("verify.trusted"), "legal")
        else:
            terminal.title(words("verify.untrusted"), "illegal")
            for fault in found.faults:
                terminal.item(words.error(NotProven(*fault)))
        terminal.field(words("verify.looked_at"), words("verify.counts", **counts))
        for verifier in found.verifiers[-1:]:
            terminal.field(words("verify.signed_by"), verifier.name)
            terminal.field(words("verify.key"), fingerprint(verifier))
        return not found.faults


@ledger.command(help=HERE("help.proof"))
def proof(
    match: Match,
    lang: Lang,
    slip: Annotated[bool, typer.Option("--slip", help=HERE("help.slip"))] = False,
    qr: Annotated[Path | None, typer.Option(help=HERE("help.qr"))] = None,
    out: Annotated[Path | None, typer.Option(help=HERE("help.proof_out"))] = None,
    store: Store = STORE,
) -> None:
    """Writes the proof of a match, or its slip."""
    from store import DuckDBLedger, StoreError
    from store.bundle import Slip, bundle, qr_code

    faults = Faults(lang)
    with faults.of(Unusable, StoreError):
        if not store.is_dir():
            raise Unusable(str(store), "nothing", "a store")
        with DuckDBLedger.open(store) as held:
            proven = held.prove(match.lower())
        content = str(Slip.of(proven)).encode() if slip else bundle(proven) + b"\n"
        if qr is not None:
            qr.write_bytes(qr_code(Slip.of(proven)))
        if out is not None:
            out.write_bytes(content)
        elif slip or qr is None:
            typer.echo(content.decode(), nl=False)
    faults.exit()


@ledger.command(help=HERE("help.archive"))
def archive(lang: Lang, store: Store = STORE) -> None:
    """Moves closed matches to the archive."""
    from api.terminal import Terminal
    from store import DuckDBLedger, StoreError
    from store.ledger import Archived

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(Unusable, StoreError):
        if not store.is_dir():
            raise Unusable(str(store), "nothing", "a store")
        with DuckDBLedger.open(store) as held:
            moved = [Archived(0, 0, 0), *held.archive()][-1]
        terminal.item(
            terminal.words(
                "archive.moved", matches=moved.matches, events=moved.events, parts=moved.parts
            ),
            depth=0,
        )
    faults.exit()


@ledger.command(help=HERE("help.backup"))
def backup(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=HERE("help.backup_folder"))],
    lang: Lang,
    store: Store = STORE,
) -> None:
    """Copies a store, also while a server writes to it."""
    from api.terminal import Terminal
    from store import DuckDBLedger, StoreBusy, StoreError
    from store.control import ask_for_backup

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(Unusable, StoreError):
        if not store.is_dir():
            raise Unusable(str(store), "nothing", "a store")
        try:
            with DuckDBLedger.open(store) as held:
                events = held.backup(folder)
        except StoreBusy:
            events = ask_for_backup(store, folder)
        terminal.item(terminal.words("backup.done", events=events, folder=folder), depth=0)
    faults.exit()


@ledger.command(help=HERE("help.recover"))
def recover(lang: Lang, store: Store = STORE) -> None:
    """Makes a damaged store usable and says what is lost."""
    from api.terminal import Terminal
    from store import StoreError
    from store.recover import recover as recovered

    terminal, faults = Terminal(lang), Faults(lang)
    with faults.of(Unusable, StoreError):
        if not store.is_dir():
            raise Unusable(str(store), "nothing", "a store")
        found = recovered(store)
        words = terminal.words
        is_lost = found.missing != 0
        terminal.title(
            words("recover.lost" if is_lost else "recover.whole"), "" if is_lost else "legal"
        )
        terminal.field(words("recover.found"), found.found or words("recover.no_fault"))
        terminal.field(words("recover.done"), words.named("recovered", found.done))
        terminal.field(words("recover.held"), str(found.held))
        unknown = words("recover.unknown")
        missing = unknown if found.missing is None else str(found.missing)
        terminal.field(words("recover.missing"), missing)
        if found.missing:
            positions = f"{found.held + 1}–{found.marked}"
            terminal.field(words("recover.positions"), positions)
        terminal.field(words("recover.set_aside"), str(store / found.quarantine))
    faults.exit()
