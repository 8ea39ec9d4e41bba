import json

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from store.hashing import body, canonical, salt_as_text, salt_from_text
from tests.store.records import opened

numbers = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.dictionaries(texts, values, max_size=4))
def test_the_bytes_are_those_of_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


def test_the_example_of_rfc_8785_section_3_2_2():
    value = json.loads(
        r"""{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
             "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
             "literals": [null, true, false]}"""
    )
    assert canonical(value).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        r'"string":"€$\u000f\nA' + "'" + r'B\"\\\\\"/"}'
    )


def test_keys_are_sorted_as_in_rfc_8785_section_3_2_3():
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    in_order = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(json.loads(canonical(dict.fromkeys(keys)))) == in_order


@pytest.mark.parametrize(
    "value", [2**53, -(2**53), float("nan"), float("inf"), "\ud800", [{"deep": 2**60}]]
)
def test_what_readers_would_not_agree_on_is_refused(value):
    with pytest.raises(ValueError, match=r"JSON|JCS|UTF-8|surrogates"):
        canonical({"value": value})


def test_only_a_match_opened_loses_fields():
    event = {"type": "note_added", "salt": "s", "players": [{"name": "Aoi"}]}
    assert body(event) == canonical(event)
    assert json.loads(body(opened(salt="s"))) == {
        **opened(),
        "players": [{"seat": "P1", "deck": None, "player": "a-1"}, {"seat": "P2", "deck": None}],
    }


@given(st.binary(min_size=32, max_size=32))
def test_a_salt_survives_being_written(salt):
    assert salt_from_text(salt_as_text(salt)) == salt
    assert salt_from_text(salt_as_text(salt) + "=") == salt


@pytest.mark.parametrize("text", ["", "AAEC", "A" * 44, "A" * 42 + "+", "A" * 42 + "\n", "é" * 43])
def test_what_is_no_salt_is_refused(text):
    with pytest.raises(ValueError, match=r"base64|32 bytes|ASCII|padding"):
        salt_from_text(text)
