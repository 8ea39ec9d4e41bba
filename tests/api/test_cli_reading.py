"""`senpu position`, `rules`, `simulate`, and the help."""

import json
import subprocess
import sys

import pytest

from api.position import position_at
from auditor import audited, game_of
from auditor.general import general_catalogue
from events import read_log
from tests.api.running import example, senpu

TOYS = game_of("toy_battle").catalogue


def test_a_position_is_told():
    result = senpu("position", example("dispute_2"), "--at", "5")
    assert result.exit_code == 0
    assert result.stdout.startswith("After event 5, window W1\n")
    assert '  to_move         "P2"\n' in result.stdout
    assert "  legal  P2 troops_drawn  cause: action" in result.stdout
    assert "space: H1" not in result.stdout  # cut off, by TB-7.1


def test_the_position_as_json_is_that_of_the_api():
    log = read_log(example("dispute_2").read_bytes())
    for arguments, seq in ((["--at", "5"], 5), ([], 12)):
        result = senpu("position", example("dispute_2"), "--json", *arguments)
        assert json.loads(result.stdout) == position_at(audited(log), seq)


def test_once_the_rules_have_ended_a_match_it_is_only_closed():
    result = senpu("position", example("match_1"), "--at", "71", "--lang", "ja")
    assert result.stdout.startswith("出来事71の直後")
    [line] = result.stdout.split("次に合法な出来事\n")[1].splitlines()
    assert line.startswith("  合法  table match_closed  winner: P1  reason: medals")


def test_an_event_that_is_not_there_has_no_position():
    result = senpu("position", example("match_1"), "--at", "73")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: --at: found 73, expected 1–72\n"


def test_every_rule_is_listed():
    result = senpu("rules", "toy_battle")
    assert result.exit_code == 0
    listed = [line.split()[0] for line in result.stdout.splitlines() if " [" in line]
    assert set(listed) == {*TOYS.rules, *general_catalogue().rules}
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize(("lang", "place"), [("en", 0), ("ja", 1)])
def test_a_rule_is_shown_with_source_examples_and_gap(lang, place):
    rule = TOYS.rules["TB-12.4"]
    hole = next(hole for hole in TOYS.holes if rule.id in hole.rules)
    result = senpu("rules", "toy_battle", "TB-12.4", "--lang", lang)
    assert result.exit_code == 0
    for pair in (
        (rule.en, rule.ja),
        (rule.legal, rule.legal_ja),
        (rule.illegal, rule.illegal_ja),
        (hole.en, hole.ja),
        (hole.default_en, hole.default_ja),
    ):
        assert pair[place] in result.stdout
    assert rule.source in result.stdout


def test_a_rule_of_every_game_is_shown():
    assert "match_rewound" in senpu("rules", "toy_battle", "GN-3.2").stdout


@pytest.mark.parametrize("arguments", [["chess"], ["toy_battle", "TB-99.9"]])
def test_what_is_not_known_is_named(arguments):
    result = senpu("rules", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert arguments[-1] in result.stderr


def test_a_simulated_match_is_legal_and_the_same_again():
    first, again = (senpu("simulate", "toy_battle", "--seed", "7") for _ in range(2))
    assert first.exit_code == 0
    assert first.stdout_bytes == again.stdout_bytes
    assert senpu("audit", "-", stdin=first.stdout_bytes).exit_code == 0


def test_simulated_matches_are_a_file_each(tmp_path):
    result = senpu("simulate", "toy_battle", "--seed", "7", "--matches", "3", "--out", tmp_path)
    assert result.exit_code == 0
    paths = sorted(tmp_path.glob("*.jsonl"))
    assert len({read_log(path.read_bytes()).opened.match_id for path in paths}) == 3
    assert senpu("audit", tmp_path).exit_code == 0


def test_one_sides_cards_may_be_unseen():
    result = senpu("simulate", "toy_battle", "--seed", "7", "--hidden")
    drawn: dict[str, list[str | None]] = {"P1": [], "P2": []}
    for line in result.stdout.splitlines():
        event = json.loads(line)
        if event["type"] == "opening_rack_taken":
            drawn[event["actor"]] += event["troops"]
    assert set(drawn["P2"]) == {None}
    assert None not in drawn["P1"]


def test_a_planted_fault_is_told_and_found():
    for seed in range(5):
        result = senpu("simulate", "toy_battle", "--seed", str(seed), "--illegal", "1")
        assert f"toy_battle_{seed}_1.jsonl: event " in result.stderr
        assert senpu("audit", "-", stdin=result.stdout_bytes).exit_code == 1


def test_several_matches_need_a_folder():
    result = senpu("simulate", "toy_battle", "--matches", "2")
    assert (result.exit_code, result.stdout) == (2, "")


def test_the_help_is_quick():
    """It imports nothing that takes long."""
    asked = (
        "import sys; sys.argv = ['senpu', '--help']\n"
        "from api.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "slow = {'duckdb', 'pyarrow', 'fastapi', 'pydantic', 'auditor', 'events', 'store'}\n"
        "sys.exit(', '.join(slow & set(sys.modules)) or None)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, timeout=60
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    for command in ("audit", "position", "simulate", "import", "export", "serve", "rules", "demo"):
        assert command in answer.stdout
