"""Match data is found by its id, or refused with the places looked in."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from auditor import MatchDataError, find_match_data

BOARD = b'[board]\nid = "x"\n'


def test_a_folder_that_comes_with_the_program() -> None:
    data = find_match_data("toy_battle", "playroom")
    assert data.id == "playroom"
    assert {"tiles.toml", "rug.toml"} <= set(data.files)
    assert data.files["rug.toml"]["board"]["id"] == "rug"


def test_no_catalogue_is_no_data() -> None:
    data = find_match_data("toy_battle", None)
    assert (data.id, data.files, data.sha256) == (None, {}, None)


def test_a_file_given_by_its_own_path(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(BOARD)
    data = find_match_data("toy_battle", "club", [path])
    assert data.files == {"club.toml": {"board": {"id": "x"}}}
    assert data.sha256 == hashlib.sha256(b"club.toml\0" + BOARD + b"\0").hexdigest()


def test_a_file_in_a_folder_of_catalogues(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_bytes(BOARD)
    (tmp_path / "other.toml").write_bytes(b"")
    assert set(find_match_data("toy_battle", "club", [tmp_path]).files) == {"club.toml"}


@pytest.mark.parametrize("given", ["club", "."])
def test_a_folder_of_files_is_one_catalogue(tmp_path: Path, given: str) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "b.toml").write_bytes(BOARD)
    (folder / "a.toml").write_bytes(b"")
    (folder / "notes.txt").write_bytes(b"not TOML")
    data = find_match_data("toy_battle", "club", [tmp_path / given])
    assert list(data.files) == ["a.toml", "b.toml"]


def test_what_is_given_is_looked_at_first(tmp_path: Path) -> None:
    (tmp_path / "playroom.toml").write_bytes(BOARD)
    assert set(find_match_data("toy_battle", "playroom", [tmp_path]).files) == {"playroom.toml"}


def test_a_folder_may_have_a_dot_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "club.2026").mkdir()
    (tmp_path / "club.2026" / "rug.toml").write_bytes(BOARD)
    assert set(find_match_data("toy_battle", "club.2026", [tmp_path]).files) == {"rug.toml"}


def test_not_found_names_the_places_looked_in(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    with pytest.raises(MatchDataError) as caught:
        find_match_data("toy_battle", "club", [shelf])
    assert str(caught.value) == (
        "match_opened: catalogue: found 'club', expected one that is in shelf, catalogues"
    )


def test_a_file_of_another_name_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_bytes(BOARD)
    with pytest.raises(MatchDataError):
        find_match_data("toy_battle", "club", [path])


@pytest.mark.parametrize(
    "id", ["../playroom", "..", ".", "", "/etc", "playroom/rug", "x\0", "x" * 300]
)
def test_an_id_leads_nowhere_else(id: str) -> None:
    with pytest.raises(MatchDataError):
        find_match_data("toy_battle", id)


@pytest.mark.parametrize("content", [b"board = ", b"a = 1\na = 2\n", b'a = "\xff"', b"\0"])
def test_bad_toml_names_the_file(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "rug.toml").write_bytes(content)
    with pytest.raises(MatchDataError) as caught:
        find_match_data("toy_battle", "club", [tmp_path])
    assert (caught.value.where, caught.value.expected) == ("rug.toml", "a TOML file in UTF-8")


def test_a_folder_without_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    with pytest.raises(MatchDataError) as caught:
        find_match_data("toy_battle", "club", [tmp_path])
    assert str(caught.value) == "club: found no TOML file, expected at least one"


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(BOARD)
    before = find_match_data("toy_battle", "club", [path])
    path.write_bytes(BOARD.replace(b"x", b"y"))
    assert find_match_data("toy_battle", "club", [path]).sha256 != before.sha256
