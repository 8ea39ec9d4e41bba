"""The table of words: both languages say the same."""

import re
import tomllib
from pathlib import Path

import pytest

from api import words

TABLE = tomllib.loads(Path(words.__file__).with_name("words.toml").read_text("utf-8"))
PAIRS = {
    f"{group}.{name}": pair
    for group, entries in TABLE.items()
    for name, pair in entries.items()
    if group != "error"  # in English an error says itself
}


@pytest.mark.parametrize("key", PAIRS)
def test_both_languages_have_the_same_places(key):
    english, japanese = (set(re.findall(r"{\w+", text)) for text in PAIRS[key])
    assert english == japanese
    assert all(PAIRS[key])


def test_a_phrase_is_found_under_its_english():
    assert [pair[0] for pair in TABLE["phrase"].values()] == list(TABLE["phrase"])
