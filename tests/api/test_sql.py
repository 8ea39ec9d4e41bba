"""Questions in SQL: what is answered, in which form, and that a query gets at nothing else."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pyarrow as pa
import pytest

from api import sql as asked
from api import sql_child
from api.settings import Settings
from api.sql_copy import views
from auditor.game import games
from store import MemoryLedger
from store.ledger import FACTS
from tests.api.asking import Client as Asked
from tests.api.asking import log_of
from tests.api.hidden import MATCH, close, open_match, other_cards
from tests.api.test_keys import keys_of
from tests.api.test_problems import assert_problem

SETTINGS = Settings(sql_seconds=1, sql_memory_mb=256, sql_rows=10_000, sql_at_once=2)
EXAMPLES = ("dispute_1", "dispute_2", "dispute_3", "match_1", "match_2_hidden")
ENDLESS = "select count(*) from range(100000000000) where range % 3 = 1"
DEAF = "select max(levenshtein(repeat('a', 30000), repeat('b', 30000 + range::int))) from range(99)"
"""DuckDB looks at the clock between batches, and this is one."""


FORMS = ("application/json", "text/csv", "application/vnd.apache.arrow.stream")


@pytest.fixture(scope="module")
def client() -> Asked:
    """Whoever asks a server with the example matches."""
    held = Asked(MemoryLedger(), settings=SETTINGS)
    for name in EXAMPLES:
        assert held.post("/v1/logs", json=log_of(name)).status_code == 201
    return held


def answered(client: Asked, sql: str, accept: str = FORMS[0], **headers: str) -> httpx.Response:
    response = client.post("/v1/sql", json={"sql": sql}, headers={"Accept": accept, **headers})
    assert response.status_code == 200, response.text
    return response


def rows(client: Asked, sql: str, **headers: str) -> list[list[Any]]:
    found: list[list[Any]] = answered(client, sql, **headers).json()["rows"]
    return found


def refused(client: Asked, sql: str, status: int, name: str) -> dict[str, Any]:
    return assert_problem(client.post("/v1/sql", json={"sql": sql}), status, name)


# ── what is answered ─────────────────────────────────────────────────────────────────────────


def test_the_views_hold_what_the_api_tells_the_public() -> None:
    held = Asked(MemoryLedger(), settings=SETTINGS)
    keys = keys_of(held)
    for name in ("dispute_1", "match_2_hidden"):
        log = log_of(name)
        assert held.post("/v1/logs", json=log, headers=keys["organiser"]).status_code == 201
        path = f"/v1/matches/{log[0]['match_id']}"
        report = held.get(f"{path}/report", headers=keys["public"]).json()
        events = held.get(f"{path}/events", headers=keys["public"]).json()
        events[0].pop("salt", None)

        def asked_of(view: str, columns: str) -> list[list[Any]]:
            match_id = log[0]["match_id"]  # noqa: B023  # called at once
            sql = f"select {columns} from {view} where match_id = '{match_id}' order by all"
            return rows(held, sql, **keys["organiser"])

        assert asked_of("events", "seq, body") == [[event["seq"], event] for event in events]
        columns = ("seq", "rule", "verdict", "ja", "facts")
        assert asked_of("findings", ", ".join(columns)) == sorted(
            [finding[column] for column in columns] for finding in report["findings"]
        )
        by_rules = report["result"]["by_rules"]
        assert asked_of(
            "matches", "game, events, verdict, illegal, rules_winner, rules_reason"
        ) == [
            [
                *(report["game"], report["events"], report["verdict"]),
                *(report["counts"]["illegal"], by_rules["winner"], by_rules["reason"]),
            ]
        ]
        assert asked_of("players", "seat, name") == [
            [player["seat"], player["name"]] for player in log[0]["players"]
        ]


def test_the_rules_of_every_game_can_be_joined(client: Asked) -> None:
    [[unknown]] = rows(
        client, "select count(*) from findings f anti join rules r on f.rule = r.rule"
    )
    assert unknown == 0
    known = {key for [key] in rows(client, "select distinct game from rules")}
    assert known == {"general", *games()}


def test_each_query_sees_all_that_was_recorded_before_it() -> None:
    held = Asked(MemoryLedger(), settings=SETTINGS)
    count = "select count(*) from events"
    log = log_of("match_1")
    assert rows(held, count) == [[0]]
    path = held.opened(log[0])
    for number, event in enumerate(log[1:4], 2):
        assert held.post(f"{path}/events", json=event).status_code == 201
        assert rows(held, count) == [[number]]
    # Two at once: the second has a copy of its own, made or brought up to date for it.
    both = [("POST", "/v1/sql", {"json": {"sql": count}})] * 2
    for number, event in enumerate(log[4:6], 5):
        assert held.post(f"{path}/events", json=event).status_code == 201
        assert [r.json()["rows"] for r in held.ask_at_once(both)] == [[[number]]] * 2


def test_values_are_kept_out_of_the_text(client: Asked) -> None:
    for text, parameters in (
        ("select $1::varchar, $2 + 1", ["'; drop table events", 4]),
        ("select ?::varchar, ? + 1", ["'; drop table events", 4]),
        ("select $who::varchar, $n + 1", {"who": "'; drop table events", "n": 4}),
    ):
        response = client.post("/v1/sql", json={"sql": text, "parameters": parameters})
        assert response.json()["rows"] == [["'; drop table events", 5]]


@pytest.mark.parametrize(
    "sql",
    [
        "select 1;",
        " ; select 1 -- done",
        "with a(x) as (select 1) select x from a",
        "with recursive a(x) as (select 1 union select x from a) from a",
        "values (1)",
        "(select 1)",
        "select count(*) from (select unnest([1]))",
        "from range(1, 2)",
        "select count(*) from main.MATCHES limit 1 offset 0",
        "select count(*) > 0 from (describe matches)",
    ],
)
def test_every_form_of_one_select_is_carried_out(client: Asked, sql: str) -> None:
    assert len(rows(client, sql)) == 1


# ── forms ────────────────────────────────────────────────────────────────────────────────────

VALUES = """
select 'a"b,é' as text, 'x' as text, null as nothing, 9007199254740993 as large, 1.5 as part,
    timestamptz '2026-01-02 03:04:05.6+09:00' as moment, date '2026-01-02' as day,
    [1, 2] as list, {'a': 1} as object, '{"b": [null]}'::json as json, 'nan'::double as nan,
    [1, 'inf'::double] as far, true as yes
"""


def test_json_has_a_list_a_row_and_says_the_types(client: Asked) -> None:
    told = answered(client, VALUES).json()
    assert [column["name"] for column in told["columns"][:3]] == ["text", "text", "nothing"]
    assert told["columns"][5] == {"name": "moment", "type": "TIMESTAMP WITH TIME ZONE"}
    assert told["capped"] is None
    assert told["rows"] == [
        [
            *('a"b,é', "x", None, 9007199254740993, 1.5),
            *("2026-01-01T18:04:05.600000Z", "2026-01-02"),
            *([1, 2], {"a": 1}, {"b": [None]}, None, [1.0, None], True),
        ]
    ]


def test_csv_and_arrow_have_the_same_values(client: Asked) -> None:
    response = answered(client, VALUES, "text/csv")
    assert response.headers["Content-Type"].startswith("text/csv")
    head, row = csv.reader(io.StringIO(response.text))
    assert head[:3] == ["text", "text", "nothing"]
    assert row[:7] == [
        *('a"b,é', "x", "", "9007199254740993", "1.5"),
        *("2026-01-01T18:04:05.600000Z", "2026-01-02"),
    ]
    response = answered(client, VALUES, "application/vnd.apache.arrow.stream")
    table = pa.ipc.open_stream(response.content).read_all()
    assert table.num_rows == 1
    assert table.column("moment")[0].as_py() == datetime(2026, 1, 1, 18, 4, 5, 600000, tzinfo=UTC)
    assert table.column("large")[0].as_py() == 9007199254740993


def test_no_text_in_csv_is_taken_for_a_formula(client: Asked) -> None:
    sql = """select * from (values ('=1+1', -1), ('+2', 2), ('-3', 3), ('@x', 4), ('＝1', 5),
        (chr(9) || 'y', 6), ('a=b', 7)) as "=t"("=name", n)"""
    response = answered(client, sql, "text/csv")
    assert list(csv.reader(io.StringIO(response.text))) == [
        ["'=name", "n"],
        *(["'=1+1", "-1"], ["'+2", "2"], ["'-3", "3"], ["'@x", "4"], ["'＝1", "5"]),
        *(["'\ty", "6"], ["a=b", "7"]),
    ]
    assert response.headers["Senpu-Escaped"] == "7"
    assert "Senpu-Escaped" not in answered(client, "select 'a', -1 as n", "text/csv").headers
    assert rows(client, "select '=1+1'") == [["=1+1"]]


def test_no_rows_still_have_columns(client: Asked) -> None:
    none = "select match_id, seq from events where false"
    assert answered(client, none).json()["rows"] == []
    assert answered(client, none, "text/csv").text == "match_id,seq\r\n"
    stream = answered(client, none, "application/vnd.apache.arrow.stream")
    assert pa.ipc.open_stream(stream.content).read_all().column_names == ["match_id", "seq"]


def test_a_form_that_is_not_offered_is_refused(client: Asked) -> None:
    response = client.post("/v1/sql", json={"sql": "select 1"}, headers={"Accept": "text/html"})
    assert_problem(response, 406, "not-acceptable")


def test_too_many_rows_are_left_off_and_that_is_said() -> None:
    settings = SETTINGS.model_copy(update={"sql_rows": 100})
    held = Asked(MemoryLedger(), settings=settings)
    full = answered(held, "from range(100)")
    assert (full.headers["Senpu-Rows"], full.json()["capped"]) == ("100", None)
    assert "Senpu-Capped" not in full.headers
    for accept in FORMS:
        capped = answered(held, "from range(101)", accept)
        assert capped.headers["Senpu-Rows"] == "100"
        assert capped.headers["Senpu-Capped"] == "rows"
        if accept == "application/json":
            assert (capped.json()["capped"], capped.json()["rows"]) == ("rows", full.json()["rows"])


def test_too_many_bytes_are_left_off_and_that_is_said() -> None:
    settings = SETTINGS.model_copy(update={"sql_memory_mb": 2048, "sql_seconds": 10})
    held = Asked(MemoryLedger(), settings=settings)
    response = answered(held, "select repeat('x', 1000000 + range::int) from range(90)")
    assert response.headers["Senpu-Capped"] == response.json()["capped"] == "bytes"
    assert 0 < len(response.json()["rows"]) < 90
    assert len(response.content) <= sql_child.LARGEST_ANSWER * 1.1


# ── what is not a question ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("select 1; select 2", "2 statements"),
        ("-- nothing", "nothing"),
        ("insert into events select * from events", "INSERT"),
        ("delete from events", "DELETE"),
        ("update events set seq = 0", "UPDATE"),
        ("drop table events", "DROP"),
        ("create temp table t as select 1", "CREATE"),
        ("create macro m() as 1", "CREATE"),
        ("copy (select 1) to 'evil.parquet'", "COPY"),
        ("copy events from 'evil.csv'", "COPY"),
        ("export database 'evil'", "EXPORT"),
        ("import database 'evil'", "PRAGMA"),
        ("attach 'evil.duckdb'", "ATTACH"),
        ("attach ':memory:' as m", "ATTACH"),
        ("install httpfs", "LOAD"),
        ("load httpfs", "LOAD"),
        ("set memory_limit = '1TB'", "SET"),
        ("reset max_execution_time", "SET"),
        ("set variable v = 1", "SET"),
        ("pragma table_info('events')", "PRAGMA"),
        ("call pragma_version()", "CALL"),
        ("checkpoint", "CALL"),
        ("explain select 1", "EXPLAIN"),
        ("begin", "TRANSACTION"),
        ("with gone as (delete from events returning *) from gone", "DELETE"),
        ("select * from (with a as (insert into rules from rules returning *) from a)", "INSERT"),
    ],
)
def test_anything_but_one_select_is_refused(client: Asked, sql: str, found: str) -> None:
    assert refused(client, sql, 422, "not-a-select")["found"] == found


@pytest.mark.parametrize(
    "relation",
    [
        "nothing_of_the_kind",
        "'/etc/passwd'",
        "'../facts/f.parquet'",
        "'https://example.org/x.csv'",
        "information_schema.tables",
        "pg_catalog.pg_tables",
        "sqlite_schema",
        "system.main.duckdb_settings",
        "sys",
        "json",
        "(select * from events where seq in (select x from elsewhere))",
    ],
)
def test_what_is_no_view_is_refused_with_those_there_are(client: Asked, relation: str) -> None:
    problem = refused(client, f"select * from {relation}", 422, "unknown-view")
    assert problem["views"] == list(views())


@pytest.mark.parametrize(
    "call",
    [
        "read_csv('/etc/passwd')",
        "read_text('/proc/self/environ')",
        "read_blob('*.duckdb')",
        "read_parquet('in/../facts/f.parquet')",
        "read_json_auto('https://example.org/x')",
        "read_duckdb('copy.duckdb')",
        "glob('/*')",
        "sniff_csv('/etc/passwd')",
        "parquet_metadata('x')",
        "duckdb_settings()",
        "duckdb_databases()",
        "duckdb_secrets()",
        "pragma_storage_info('events')",
        "query('select 1')",
        "query_table('events')",
        "json_execute_serialized_sql(json_serialize_sql('select 1'))",
        "enable_logging(storage_path = 'evil')",
        "python_map_function(1)",
        "sqlite_scan('x', 'y')",
        "(select * from events, lateral (from read_text(body->>'type')))",
        "(select current_setting('secret_directory'))",
        "(select write_log('x'))",
        "(show tables)",
    ],
)
def test_functions_that_reach_out_are_refused(client: Asked, call: str) -> None:
    problem = refused(client, f"select * from {call}", 422, "forbidden-sql")
    assert problem["found"].split("(")[0] in f"{call} SHOW"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("selec 1", "syntax error"),
        ("select nothing from events", "not found"),
        ("select nothing(1)", "does not exist"),
        ("select cast('x' as integer)", "Could not convert"),
        ("select $1", "parameter"),
        ("select " + "(" * 5000 + "1" + ")" * 5000, "depth"),
        ("select " + "[" * 900 + "1" + "]" * 900, "nested"),
    ],
)
def test_what_can_not_be_carried_out_is_told_in_duckdbs_words(
    client: Asked, sql: str, told: str
) -> None:
    assert told in refused(client, sql, 422, "bad-sql")["found"]


@pytest.mark.parametrize(
    "body",
    [{}, {"sql": 1}, {"sql": ""}, {"sql": "select 1", "mode": "x"}, {"sql": "x" * 100_001}],
)
def test_a_body_that_is_no_query_is_refused(client: Asked, body: dict[str, Any]) -> None:
    assert_problem(client.post("/v1/sql", json=body), 422, "bad-field")


def test_only_organisers_ask() -> None:
    held = Asked(MemoryLedger(), settings=SETTINGS)
    for who, headers in keys_of(held).items():
        for method, how in (("GET", {}), ("POST", {"json": {"sql": "select 1"}})):
            response = held.ask(method, "/v1/sql", headers=headers, **how)
            expected = {"organiser": 200, "nobody": 401}.get(who, 403)
            assert response.status_code == expected, (who, method)


# ── limits ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "sql",
    [
        ENDLESS,
        "with recursive a(i) as (select 1 union all select i + 1 from a) select count(*) from a",
    ],
)
def test_an_endless_query_is_ended(client: Asked, sql: str) -> None:
    assert refused(client, sql, 422, "query-too-long")["limit"] == 1


def test_a_query_that_is_deaf_to_the_clock_is_killed(client: Asked, monkeypatch) -> None:
    monkeypatch.setattr(asked, "STARTING_S", 1)
    refused(client, DEAF, 422, "query-too-long")
    assert rows(client, "select 1") == [[1]]


@pytest.mark.parametrize(
    "sql",
    [
        "select repeat('x', 1000000000)",
        "select length(repeat('x', 1000000000))",
        "select repeat('x', 60000000) from range(100)",
        "select count(*) from (select distinct range, repeat('x', 100) from range(5000000))",
        "select list(range) from range(100000000)",
    ],
)
def test_a_query_does_not_grow_beyond_its_memory(client: Asked, sql: str) -> None:
    assert refused(client, sql, 422, "query-too-large")["limit"] == 256


def test_only_so_many_run_at_once() -> None:
    settings = SETTINGS.model_copy(update={"sql_at_once": 1, "sql_seconds": 0.5})
    held = Asked(MemoryLedger(), settings=settings)
    rows(held, "select 1")
    how = {"json": {"sql": DEAF}}
    first, second = sorted(
        held.ask_at_once([("POST", "/v1/sql", how)] * 2), key=lambda r: r.status_code
    )
    assert_problem(first, 422, "query-too-long")
    assert_problem(second, 503, "sql-busy")
    assert second.headers["Retry-After"] == "1"
    assert rows(held, "select 1") == [[1]]


# ── shut in ──────────────────────────────────────────────────────────────────────────────────

SHUT_IN = """
import json, os, sys
from pathlib import Path
from api.sql_child import shut_in

copy, statements, out = json.load(sys.stdin)
at_hand = 'select 1 as caught'
connection = shut_in(Path(copy), 5, 256 << 20)
for statement in statements:
    try:
        rows = connection.execute(statement).fetchall()
        print(json.dumps(["ran", str(rows)]))
    except BaseException as error:
        print(json.dumps([type(error).__name__, str(error)]))
try:
    Path(out).write_bytes(b"x")
except OSError as error:
    print(json.dumps(["OSError", str(error)]))
"""

LOCKED = [
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/etc/passwd')",
    "select * from glob('/*')",
    "select * from sniff_csv('/etc/passwd')",
    "select * from '/etc/passwd.csv'",
    "select * from read_parquet('{folder}/in/../facts.parquet')",
    "select * from read_blob('{copy}')",
    "select * from read_duckdb('{copy}')",
    "attach '{copy}' as again",
    "attach '{folder}/evil.duckdb' as evil",
    "copy (select 1) to '{folder}/evil.parquet'",
    "export database '{folder}/evil'",
    "import database '{folder}/evil'",
    "install httpfs",
    "load httpfs",
    "set memory_limit = '1TB'",
    "reset max_execution_time",
    "set enable_external_access = true",
    "delete from events",
    "with gone as (delete from events returning *) from gone",
    "from at_hand",
]
"""The rows of the table of ways out, for a query that would come past the first wall."""


def test_a_query_that_is_not_looked_through_is_shut_in_all_the_same(
    client: Asked, tmp_path: Path
) -> None:
    with client.app.state.sql._copies.one(1) as copy:
        folder = copy.parent
        before = sorted(folder.iterdir())
        statements = [line.format(copy=copy, folder=folder) for line in LOCKED]
        # The name under which the file is opened lets itself be read, but leads nowhere.
        statements.append(f"select count(*) from read_blob('{copy.with_suffix('.query')}')")
        told = subprocess.run(
            [sys.executable, "-c", SHUT_IN],
            input=json.dumps([str(copy), statements, str(tmp_path / "out")]).encode(),
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        *outcomes, read, written = [json.loads(line) for line in told.splitlines()]
        for statement, (outcome, _) in zip(LOCKED, outcomes, strict=True):
            assert outcome in (
                "PermissionException",
                "InvalidInputException",
                "CatalogException",
                "BinderException",
                "IOException",
            ), statement
        assert read == ["ran", "[(0,)]"]
        assert written[0] == "OSError"
        assert sorted(folder.iterdir()) == before


def test_the_process_knows_nothing_of_the_server(client: Asked, monkeypatch) -> None:
    monkeypatch.setenv("SENPU_SECRET", "key")
    begun: list[dict[str, Any]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **how: Any) -> None:
            begun.append(how)
            super().__init__(*args, **how)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    rows(client, "select 1")
    [how] = begun
    assert "SENPU_SECRET" not in how["env"]
    assert how.get("close_fds", True)


# ── who sees what ────────────────────────────────────────────────────────────────────────────


EVERYTHING = " union all ".join(
    f"select '{name}', to_json(v) from {name} v" for name in views() if name != "rules"
)
"""All that the views tell of matches."""


@pytest.mark.parametrize("key", games())
def test_a_hidden_card_of_an_open_match_changes_no_byte(key: str) -> None:
    settings = SETTINGS.model_copy(update={"sql_seconds": 10})
    log = open_match(key, 1)
    other = other_cards(log, key)
    assert other != log
    one, two = (Asked(MemoryLedger(), settings=settings) for _ in range(2))
    for client, events in ((one, log), (two, other)):
        assert client.post("/v1/logs", json=events).status_code == 201
    for accept in FORMS:
        assert (
            answered(one, EVERYTHING, accept).content == answered(two, EVERYTHING, accept).content
        )
    # Closed, each shows its own cards: the copies are made anew, and could have told them apart.
    for client in (one, two):
        close(client, log)
    assert answered(one, EVERYTHING).content != answered(two, EVERYTHING).content


HIDDEN = (
    "select body->'troops' from events where type = 'troops_drawn' and actor = 'P1' and seq = {}"
)


def test_what_is_shown_changes_with_the_match_and_its_tournament() -> None:
    held = Asked(MemoryLedger(), settings=SETTINGS)
    log = open_match("toy_battle", 1)
    now = datetime.now(UTC)
    log[0] |= {"tournament": "Spring Cup"}
    log = [e | {"at": (now + timedelta(seconds=n - 1000)).isoformat()} for n, e in enumerate(log)]
    drawn = next(e for e in log if e["type"] == "troops_drawn" and e["actor"] == "P1")
    hidden = [None] * len(drawn["troops"])
    path = f"/v1/matches/{MATCH}/events"
    cup = "/v1/tournaments/Spring%20Cup"

    def shown() -> Any:
        return [troops for [troops] in rows(held, HIDDEN.format(drawn["seq"]))]

    assert held.post("/v1/logs", json=log).status_code == 201
    assert shown() == [hidden]
    close(held, log)
    assert shown() == [drawn["troops"]]
    assert held.ask("PUT", cup, json={"show": "play"}).status_code == 200
    assert shown() == [hidden]
    assert held.ask("PUT", cup, json={"show": "nothing"}).status_code == 200
    assert shown() == [drawn["troops"]]
    assert held.ask("PUT", cup, json={"show": "cards", "delay_s": 86_400}).status_code == 200
    assert shown() == []
    assert rows(held, "select count(*) from matches") == [[0]]
    delay = int((datetime.now(UTC) - now).total_seconds()) + 1000 - drawn["seq"]
    assert held.ask("PUT", cup, json={"delay_s": delay}).status_code == 200
    assert shown() == [hidden]
    [[events, state]] = rows(held, "select events, state from matches")
    assert (events < len(log), state) == (True, "open")
    assert held.ask("PUT", cup, json={}).status_code == 200
    assert shown() == [drawn["troops"]]
    back = {"actor": "judge", "type": "match_rewound", "to": len(log), "why": "not over"}
    assert held.post(path, json=back).status_code == 201
    assert shown() == [hidden]


# ── in words ─────────────────────────────────────────────────────────────────────────────────


def test_every_view_is_listed_as_it_is(client: Asked) -> None:
    told = client.get("/v1/sql").json()
    assert told["limits"] == {"seconds": 1, "memory_mb": 256, "rows": 10_000, "at_once": 2}
    for view in told["views"]:
        described = rows(client, f"describe {view['name']}")
        kinds = {"TIMESTAMPTZ": "TIMESTAMP WITH TIME ZONE"}
        assert [column[:2] for column in described] == [
            [c["name"], kinds.get(c["type"], c["type"])] for c in view["columns"]
        ]
        for words in (view, *view["columns"]):
            assert words["en"]
            assert words["ja"]


def test_the_facts_have_the_columns_of_the_store() -> None:
    with MemoryLedger().facts() as facts:
        for name in FACTS:
            described = facts.execute(f"describe {name}").fetchall()
            assert [column[0] for column in described] == [c.name for c in views()[name].columns]


def test_every_view_and_column_is_in_the_readme() -> None:
    readme = Path(asked.__file__).with_name("README.md").read_text("utf-8")
    for view in views().values():
        columns = ", ".join(f"`{column.name}`" for column in view.columns)
        assert f"| `{view.name}` | {columns} | {view.en} |" in readme
