"""The API's description (OpenAPI 3.1): what FastAPI can't see of bodies read and written as bytes.

Event types come from the vocabularies, examples from matches played by the games themselves and
answered by the desk: what the description shows is what the server does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, TypeAdapter

from api import answers
from api.desk import Desk
from api.identity import Role
from api.media import JSON, NDJSON, written
from api.routes.catalogues import Files
from api.routes.keys import NewKey
from api.routes.tournaments import NewShowing
from auditor.game import game_of, games
from auditor.simulate import simulate
from events import write_line
from store import MemoryLedger

Schema = dict[str, Any]
REF = "#/components/schemas/"
MATCH_ID = "01980f5e-7c00-7000-8000-{:012d}"
"""Of the example of each game, by its number."""
SALT = "c2VucHUgc2VucHUgc2VucHUgc2VucHUgc2VucHUgc2U"
FILLED_IN = ("seq", "at", "actor", "match_id")
"""Fields of an opening that the server fills in where they are left out."""
SHOWN = 4
"""Events of a log in an example."""

TAGS = (
    ("matches", "Record and read matches. 対局の記録と閲覧。"),
    ("logs", "Whole logs at once. 記録をまとめて扱う。"),
    ("games", "Games, rules, cards. ゲーム、ルール、カード。"),
    ("events", "Events across matches. 対局をまたいだイベント検索。"),
    ("statistics", "What the matches show together. 統計。"),
    ("evidence", "That nothing was changed. 改ざんされていない証拠。"),
    ("tournaments", "What all may see of a tournament. 大会の公開範囲。"),
    ("keys", "Who may do what. 誰が何をできるか。"),
    ("operating", "For whoever runs the server. サーバーの運用。"),
)

INTRODUCTION = """\
The record of a battle: matches recorded move by move, audited by the rules of their game.

1. **Record a table**: `POST /v1/matches` opens a match, `POST /v1/matches/{match_id}/events` \
appends to it. Send an `Idempotency-Key`, and a repeat changes nothing.
2. **Audit a dispute**: `GET /v1/matches/{match_id}/report`, or `POST /v1/audit` for a log of \
your own.
3. **Ask across matches**: `GET /v1/matches`, `/v1/events`, `/v1/stats/{game}/{statistic}`.

Every error is a problem document (RFC 9457) that names place, found and expected.

戦譜：対局を一手ずつ記録し、ゲームのルールで判定する。対局を開くには `POST /v1/matches`、追記は \
`POST /v1/matches/{match_id}/events`、判定は `/report`。誤りはすべて問題文書（RFC 9457）で、\
場所・実際の値・期待される値を示す。
"""


_KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key, or a token of the issuer in the settings. The roles that may ask "
    "stand with each operation. A server on its own machine that never had a key needs none.",
}


class Told(NamedTuple):
    """An operation in words, and the shape of its answer."""

    en: str
    ja: str
    answer: Any = None
    """None where it is no JSON, or of a shape that its route describes."""
    asked: tuple[type[BaseModel], Any] | None = None
    """Of a body that is no event: its model, and an example."""
    roles: tuple[Role, ...] = ()
    """Who may ask; empty: all."""


_RECORDING = (Role.RECORDER, Role.ORGANISER)
_ORGANISING = (Role.ORGANISER,)
OPERATIONS: Mapping[str, Told] = {
    "open_a_match": Told("Open a match", "対局を開く", answers.Recorded, roles=_RECORDING),
    "append_events": Told(
        "Append events", "イベントを追記する", answers.Recorded, roles=(Role.RECORDER, Role.JUDGE)
    ),
    "list_matches": Told("List matches", "対局の一覧", answers.Matches),
    "get_match": Told("One match", "対局ひとつ", answers.Match),
    "get_events": Told("The log of a match", "対局の記録", list[dict[str, Any]]),
    "get_report": Told("The report on a match", "対局の判定", answers.Report),
    "get_position": Told("The table after an event", "ある時点の局面", answers.Position),
    "follow_match": Told("Follow a match live", "対局を実況で追う"),
    "search_events": Told(
        "Events across matches", "対局をまたいだイベント検索", answers.FoundEvents
    ),
    "store_a_log": Told(
        "Store a whole log", "記録を丸ごと保存する", answers.Match, roles=_RECORDING
    ),
    "audit_a_log": Told("Audit a log", "記録を判定する（保存しない）", answers.Report),
    "list_games": Told("The games", "ゲームの一覧", answers.Games),
    "list_rules": Told("The rules of a game", "ゲームのルール", answers.Rules),
    "get_rule": Told("One rule", "ルールひとつ", answers.Rule),
    "list_views": Told("The views that SQL may ask", "SQLで問える表の一覧", answers.SqlViews),
    "list_statistics": Told("The statistics", "統計の一覧", answers.Statistics),
    "get_statistic": Told("One statistic of a game", "ゲームの統計ひとつ", answers.Statistic),
    "ask_in_sql": Told("Ask in SQL", "SQLで問い合わせる", answers.SqlRows),
    "get_checkpoint": Told("A signed checkpoint", "署名されたチェックポイント", answers.Checkpoint),
    "get_proof": Told("A proof of a match", "対局の証明", answers.Proof),
    "get_schema": Told("The events of a game", "ゲームのイベントの型", answers.Schema),
    "list_catalogues": Told("Catalogues", "カード・盤面のカタログ一覧", answers.Catalogues),
    "get_catalogue": Told("One catalogue", "カタログひとつ", answers.CatalogueFiles),
    "put_catalogue": Told(
        "Put a catalogue",
        "カタログを登録する",
        answers.HeldCatalogue,
        (Files, {"files": {"cards.toml": '[[card]]\nid = "001"\n'}}),
        _ORGANISING,
    ),
    "list_cards": Told("Cards and boards", "カードと盤面", answers.Cards),
    "is_alive": Told("It answers", "応答するか", answers.Status),
    "is_ready": Told("It takes appends", "記録を受け付けるか", answers.Status),
    "metrics": Told("Counters", "計測値", roles=_ORGANISING),
    "list_keys": Told("API keys", "APIキーの一覧", answers.Keys, roles=_ORGANISING),
    "create_key": Told(
        "Make an API key",
        "APIキーを作る",
        answers.NewKey,
        (NewKey, {"name": "Table 12", "roles": ["recorder"], "tournaments": ["Spring Cup"]}),
        _ORGANISING,
    ),
    "get_key": Told("One API key", "APIキーひとつ", answers.Key, roles=_ORGANISING),
    "revoke_key": Told("Revoke an API key", "APIキーを失効させる", answers.Key, roles=_ORGANISING),
    "list_tournaments": Told(
        "What is shown of tournaments",
        "大会の公開範囲の一覧",
        answers.Tournaments,
        roles=_ORGANISING,
    ),
    "get_tournament": Told(
        "What is shown of a tournament", "大会の公開範囲", answers.Tournament, roles=_ORGANISING
    ),
    "set_tournament": Told(
        "Say what is shown of a tournament",
        "大会の公開範囲を決める",
        answers.Tournament,
        (NewShowing, {"show": "play", "delay_s": 900}),
        _ORGANISING,
    ),
}
"""By operation id."""
REPEATED = ("open_a_match", "append_events", "store_a_log", "put_catalogue")
"""What may be sent again: it adds nothing then, and is answered as the first time, with 200."""
HELD = "Held already; nothing was added ・ 既に記録済みで、何も加わらない"
GOES_ON = {
    "open_a_match": ("append_events", "get_match", "get_events", "get_report", "get_position"),
    "store_a_log": ("get_match", "get_events", "get_report", "get_position", "get_proof"),
}
"""What follows on an operation, with the match that it answers with."""


def describe(app: FastAPI) -> None:
    """Has the app describe itself by this module; made at the first request, and kept."""

    @cache
    def description() -> Schema:
        return described(app)

    app.openapi = description  # type: ignore[method-assign]  # how FastAPI has it done


def described(app: FastAPI) -> Schema:
    """The description of an application, as JSON."""
    whole = get_openapi(
        title=app.title,
        version=app.version,
        summary="Match recorder and rules auditor ・ 対局の記録と判定",
        description=INTRODUCTION,
        routes=app.routes,
        tags=[{"name": name, "description": text} for name, text in TAGS],
    )
    schemas = whole.setdefault("components", {}).setdefault("schemas", {})
    whole["components"]["securitySchemes"] = {"key": _KEY}
    schemas |= dict(_event_schemas())
    schemas |= (shapes := _answer_schemas())[1]
    bodies, shown = _bodies(), _examples()
    for path in whole["paths"].values():
        for operation in path.values():
            name = operation["operationId"]
            if (told := OPERATIONS.get(name)) is not None:
                operation["summary"] = f"{told.en} ・ {told.ja}"
                if told.asked is not None:
                    operation["requestBody"] = _asked(*told.asked, schemas)
                key = {"key": [role.value for role in told.roles]}
                operation["security"] = [key] if told.roles else [{}, key]
            if name in bodies:
                operation["requestBody"] = {"required": True, "content": bodies[name]}
            for status, response in operation["responses"].items():
                if status.startswith("2") and name in shapes[0]:
                    content = response.setdefault("content", {}).setdefault(JSON, {})
                    content["schema"] = shapes[0][name]
                    if name in shown:
                        content["example"] = shown[name]
            if name in GOES_ON:
                operation["responses"]["201"]["links"] = _links(*GOES_ON[name])
            if name in REPEATED:
                held = {**operation["responses"]["201"], "description": HELD}
                operation["responses"]["200"] = held
    return whole


def _links(*names: str) -> Schema:
    """Where a client goes on with the match of an answer."""
    match = {"match_id": "$response.body#/match_id"}
    return {name: {"operationId": name, "parameters": match} for name in names}


def _answer_schemas() -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The schema of each operation's answer, and those that they refer to."""
    asked = [
        (name, "serialization", TypeAdapter(told.answer))
        for name, told in OPERATIONS.items()
        if told.answer is not None
    ]
    made, whole = TypeAdapter.json_schemas(asked, ref_template=REF + "{model}")  # type: ignore[arg-type]
    return {name: schema for (name, _), schema in made.items()}, dict(whole.get("$defs", {}))


# ── events ───────────────────────────────────────────────────────────────────────────────────


def _event_schemas() -> Iterator[tuple[str, Schema]]:
    """A component for each type of each game, and one a game that is any of them."""
    for key, game in games().items():
        kinds = game.vocabulary.schema()
        for tag, schema in kinds.items():
            schema = _moved(schema, f"{REF}{key}.")
            for name, part in schema.pop("$defs", {}).items():
                yield f"{key}.{name}", part
            # The server fills in what is left out.
            yield f"{key}.{tag}", _needing(schema, f"{tag} ({key})", ("seq", "at"))
            if tag == "match_opened":
                title = f"{tag} ({key}), of a match to be opened"
                yield f"{key}.opening", _needing(schema, title, ("seq", "at", "actor"))
        refs = {tag: f"{REF}{key}.{tag}" for tag in kinds}
        yield (
            f"{key}.event",
            {
                "title": f"Event of {game.catalogue.name_en} ・ {game.catalogue.name_ja}",
                "oneOf": [{"$ref": ref} for ref in refs.values()],
                "discriminator": {"propertyName": "type", "mapping": refs},
            },
        )


def _needing(schema: Schema, title: str, but: tuple[str, ...]) -> Schema:
    required = [name for name in schema["required"] if name not in but]
    return {**schema, "title": title, "required": required}


def _moved(part: Any, to: str) -> Any:
    """A schema with its references led to components of other names."""
    if isinstance(part, dict):
        return {
            name: to + value.removeprefix("#/$defs/") if name == "$ref" else _moved(value, to)
            for name, value in part.items()
        }
    return [_moved(one, to) for one in part] if isinstance(part, list) else part


def _bodies() -> dict[str, Schema]:
    """What the operations that take events read."""
    event = {"anyOf": [{"$ref": f"{REF}{key}.event"} for key in games()]}
    opening = {"anyOf": [{"$ref": f"{REF}{key}.opening"} for key in games()]}
    starts = {key: _played(key)[0] for key in games()}
    firsts = {key: _played(key)[1] for key in games()}
    logs = {key: _played(key)[:SHOWN] for key in games()}
    array = {"type": "array", "items": event, "minItems": 1}
    one_or_more = {"anyOf": [*event["anyOf"], array]}
    return {
        "open_a_match": _content(
            opening, {key: _without(e, *FILLED_IN) for key, e in starts.items()}
        ),
        "append_events": _content(
            one_or_more, {key: _without(e, "seq", "at", "match_id") for key, e in firsts.items()}
        ),
        "store_a_log": _content(array, logs),
        "audit_a_log": _content(array, logs),
    }


def _asked(model: type[BaseModel], example: Any, schemas: Schema) -> Schema:
    """A body that is no event; what its schema refers to goes to `schemas`."""
    schema = model.model_json_schema(ref_template=REF + "{model}")
    schemas |= schema.pop("$defs", {})
    return {"required": True, "content": {JSON: {"schema": schema, "example": example}}}


def _content(schema: Schema, examples: dict[str, Any]) -> Schema:
    lines = {
        key: {"value": b"".join(map(write_line, e if isinstance(e, list) else [e])).decode()}
        for key, e in examples.items()
    }
    return {
        JSON: {"schema": schema, "examples": {k: {"value": e} for k, e in examples.items()}},
        NDJSON: {"schema": {"type": "string"}, "examples": lines},
    }


# ── examples ─────────────────────────────────────────────────────────────────────────────────


def _match_id(key: str) -> str:
    return MATCH_ID.format(list(games()).index(key) + 1)


@cache
def _played(key: str) -> list[dict[str, Any]]:
    """The events of a match of a game."""
    events = simulate(game_of(key), Random(1), match_id=_match_id(key)).events
    return [events[0] | {"salt": SALT}, *events[1:]]


def _without(event: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in (*names, "salt")}


def _examples() -> dict[str, Any]:
    """What the desk answers to the example of the first game, by operation."""
    found = next(iter(games()), None)
    if found is None:
        return {}
    events, desk = _played(found)[:SHOWN], Desk(MemoryLedger())
    match_id = _match_id(found)
    told = {"audit_a_log": desk.audit([written(e) for e in events])}
    told["open_a_match"] = json.loads(
        desk.open([written(_without(events[0], "seq", "actor"))]).body
    )
    wrong = events[1] | {"actor": "judge"}
    told["append_events"] = json.loads(
        desk.append(match_id, [written(_without(wrong, "seq", "match_id"))]).body
    )
    match = desk.match(match_id)
    return {
        **told,
        "store_a_log": match,
        "get_match": match,
        "get_report": desk.report(match_id),
        "get_position": desk.position(match_id, 1),
        "get_events": desk.events(match_id)[0],
    }
