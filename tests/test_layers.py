"""Who may import whom, and who may name a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.game import games

ROOT = Path(__file__).parents[1]
MAY_IMPORT: dict[str, set[str]] = {
    "events": set(),
    "auditor": {"events"},
    "store": {"events", "auditor"},
    "api": {"events", "auditor", "store"},
}
PACKAGES = {*MAY_IMPORT, "tests"}
FILES = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also within its functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}: a relative import"
            yield node.module or ""


def own(path: Path, key: str) -> bool:
    """The file belongs to the game."""
    return named(path).startswith((f"auditor/games/{key}/", f"events/{key}.py"))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_package_imports_only_those_below_it(path: Path) -> None:
    package = named(path).split("/")[0]
    packages = {module.split(".")[0] for module in imported(path)} & PACKAGES
    assert packages <= MAY_IMPORT[package] | {package}


@pytest.mark.parametrize("path", FILES, ids=named)
def test_only_a_games_own_files_name_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for key, game in games().items():
        if not own(path, key):
            assert key not in text
            assert game.catalogue.name_en not in text
            assert game.catalogue.name_ja not in text


@pytest.mark.parametrize("path", FILES, ids=named)
def test_only_a_games_own_files_cite_its_rules(path: Path) -> None:
    literals = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for key, game in games().items():
        if not own(path, key):
            assert not literals & set(game.catalogue.rules)
