"""`senpu audit`: what it prints, and how it ends."""

import json
import re
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from api.tell_report import tell
from api.terminal import Terminal
from api.words import Language
from auditor import audit
from auditor.game import games
from auditor.games import toy_battle
from events import read_log
from tests.api.asking import EXAMPLES, log_of
from tests.api.running import GENERAL, example, saved, senpu


def test_a_legal_match_ends_with_0():
    result = senpu("audit", example("match_1"))
    assert result.exit_code == 0
    assert result.stdout.startswith("legal  ")
    assert "72: 72 legal, 0 illegal, 0 undetermined" in result.stdout
    assert "P1 wins (medals): agrees" in result.stdout
    assert "Nothing to find fault with." in result.stdout


def test_the_first_divergence_is_told_in_full():
    result = senpu("audit", example("dispute_2"))
    assert result.exit_code == 1
    for line in (
        "Players         P1 Aoi · P2 Ren",
        "First divergence: event 6",
        "What happened   P2 troop_placed  unit: P2-u4  troop: quack  space: H1  cause: action",
        "Window          W1",
        "Rule            TB-7.1 (legality): The space chosen must be connected",
        "Found: space: H1;",
        "Source          004_66b81ae149ad4720.txt: H.Q.への接続",
        "Ruling          event 7: illegal by TB-7.1, rewind; the auditor agrees",
        "Status          rewound",
        "Legal instead   P2 ",
        "event 8 took out 6",
    ):
        assert line in result.stdout


def test_an_undetermined_event_is_no_failure(tmp_path):
    before_the_reveal = log_of("dispute_3")[:5]
    result = senpu("audit", saved(tmp_path / "log.jsonl", before_the_reveal))
    assert result.exit_code == 0
    assert result.stdout.startswith("undetermined  ")
    assert "First divergence: event 5" in result.stdout
    assert "Waits on        P1-rack" in result.stdout
    assert "Gap             H-4: " in result.stdout


def test_what_was_settled_names_both_places():
    result = senpu("audit", example("dispute_3"))
    assert result.exit_code == 0
    assert "undetermined at 5 (waited on P1-rack), legal since 6  TB-12.4" in result.stdout


def test_other_findings_are_a_line_each():
    lines = senpu("audit", GENERAL / "rulings.jsonl").stdout.splitlines()
    others = lines[lines.index("Other findings") + 1 :][:3]
    assert [line.split()[:5] for line in others] == [
        ["15", "P1", "medals_taken", "illegal", "TB-11.13"],
        ["18", "judge", "ruling_given", "illegal", "TB-14.5"],
        ["19", "P2", "ruling_given", "illegal", "GN-1.4"],
    ]
    assert others[0].endswith("upheld by the ruling")


def told(
    capsys: pytest.CaptureFixture[str], change: Callable[[dict[int, dict[str, Any]]], None]
) -> list[str]:
    """The lines on a report of `rulings`, in which `change` made other findings."""
    log = read_log((GENERAL / "rulings.jsonl").read_bytes())
    report = audit(log)
    change({row["seq"]: row for row in report["findings"]})
    tell(Terminal(Language.EN), "rulings", report, [json.loads(line) for line in log.lines])
    return capsys.readouterr().out.splitlines()


def test_what_follows_is_folded_under_its_cause(capsys):
    def change(rows):
        rows[15]["caused_by"] = 3
        rows[19]["caused_by"] = 18

    lines = told(capsys, change)
    assert "  From this follows event 15  TB-11.13" in lines
    others = lines[lines.index("Other findings") + 1 :]
    assert others[0].startswith("  18 judge ruling_given")
    assert others[1:3] == ["      follows from it: event 19, GN-1.4", ""]


def test_what_waits_on_one_place_is_one_line(capsys):
    def change(rows):
        for seq in (15, 18, 19):
            rows[seq] |= {"verdict": "undetermined", "waits_on": ["P2-rack"]}

    lines = told(capsys, change)
    others = lines[lines.index("Other findings") + 1 :]
    assert others[:2] == [
        "  undetermined, waiting on P2-rack: events 15 (TB-11.13), 18 (TB-14.5), 19 (GN-1.4)",
        "",
    ]


def test_the_first_illegal_event_is_told_after_an_undetermined_one(capsys):
    def change(rows):
        rows[3] |= {"verdict": "undetermined", "waits_on": ["P2-rack"]}

    lines = told(capsys, change)
    assert lines.index("First divergence: event 3") < lines.index("First illegal event: event 15")


def test_json_of_one_match_is_its_report():
    path = example("dispute_1")
    result = senpu("audit", path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == audit(read_log(path.read_bytes()))


def test_json_of_a_folder_is_an_array_of_reports():
    result = senpu("audit", EXAMPLES, "--json")
    expected = [audit(read_log(path.read_bytes())) for path in sorted(EXAMPLES.glob("*.jsonl"))]
    assert (result.exit_code, len(expected)) == (1, 5)
    assert json.loads(result.stdout) == expected


def test_standard_input_is_a_log():
    result = senpu("audit", "-", "--json", stdin=example("match_1").read_bytes())
    assert result.exit_code == 0
    assert json.loads(result.stdout) == audit(read_log(example("match_1").read_bytes()))


def test_the_usable_are_audited_beside_the_unusable(tmp_path):
    broken = saved(tmp_path / "broken.jsonl", log_of("match_1")[:3] + log_of("match_1")[4:])
    absent = tmp_path / "absent.jsonl"
    result = senpu("audit", broken, absent, example("match_1"))
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"error: {absent}: found nothing, expected a file or a folder",
        f"error: {broken}: line 4: field 'seq': found seq 5, expected 4",
    ]
    assert result.stdout.startswith("legal  ")
    assert result.stdout.endswith("Logs: 1; with illegal events: 0; unusable: 2\n")


def test_a_folder_without_logs_is_unusable(tmp_path):
    result = senpu("audit", tmp_path)
    assert (result.exit_code, result.stdout) == (
        2,
        "\nLogs: 0; with illegal events: 0; unusable: 1\n",
    )
    assert "found no log" in result.stderr


@pytest.fixture
def of_spring(tmp_path):
    """A log whose catalogue is `spring`, which does not come with the program."""
    opened, *rest = log_of("match_1")
    return saved(tmp_path / "log.jsonl", [{**opened, "catalogue": "spring"}, *rest])


def test_a_catalogue_that_is_nowhere_is_named(of_spring):
    result = senpu("audit", of_spring)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "match_opened: catalogue: found 'spring'" in result.stderr


def test_a_catalogue_is_looked_for_where_it_is_said_to_be(of_spring, tmp_path):
    comes_with_it = toy_battle.GAME.path / "catalogues" / "playroom"
    spring = shutil.copytree(comes_with_it, tmp_path / "catalogues" / "spring")
    for given in (spring, spring.parent):
        assert senpu("audit", of_spring, "--catalogue", given).exit_code == 0


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{2,}", text))


def _is_installed(path):
    opened = json.loads(path.read_text("utf-8").splitlines()[0])
    return opened["game"] in games()


LOGS = sorted([*EXAMPLES.glob("*.jsonl"), *GENERAL.glob("*.jsonl")])


@pytest.mark.parametrize("path", [*filter(_is_installed, LOGS)], ids=lambda path: path.stem)
def test_in_japanese_no_english_is_left(path):
    report = audit(read_log(path.read_bytes()))
    for finding in report["findings"]:
        del finding["en"]
    for note in report["notes"]:
        del note["en"]
    ids = _words(json.dumps(report, ensure_ascii=False) + path.read_text("utf-8") + str(path))
    game = games()[report["game"]].catalogue  # its players say BP and TCG in Japanese too
    ids |= _words(game.name_ja + "".join(rule.ja for rule in game.rules.values()))
    result = senpu("audit", path, "--lang", "ja")
    assert _words(result.stdout) - ids == set()
    assert "最初の不一致" in result.stdout or report["divergence"] is None


def test_in_japanese_errors_are_too(tmp_path):
    broken = saved(tmp_path / "1.jsonl", [{**log_of("match_1")[0], "game": 7}])
    result = senpu("audit", broken, tmp_path / "2", "--lang", "ja")
    assert result.stderr.splitlines() == [
        f"エラー：{tmp_path / '2'}：見つかったもの なし、必要なもの ファイルまたはフォルダ",
        f"エラー：{broken}: 1行目、項目 game：見つかったもの 7、必要なもの この版が知るゲーム",
    ]


def test_the_language_is_that_of_the_environment():
    assert senpu("audit", example("match_1"), LANG="ja_JP.UTF-8").stdout.startswith("合法  ")
    assert senpu("audit", example("match_1"), LANG="fr_FR.UTF-8").stdout.startswith("legal  ")
