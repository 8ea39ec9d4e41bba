"""Questions in SQL, for organisers."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Header, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from api.media import JSON, JsonIn, answer, chosen, written
from api.routes.common import Organiser
from api.sql import Form, Sql
from api.sql_copy import views

router = APIRouter(prefix="/v1/sql", tags=["statistics"])

FORMS: dict[str, Form] = {
    JSON: "json",
    "text/csv": "csv",
    "application/vnd.apache.arrow.stream": "arrow",
}
LONGEST = 100_000
"""Characters of a query."""


class Query(BaseModel):
    """One SELECT, with values for its parameters: `?` and `$1` by place, `$name` by name."""

    model_config = ConfigDict(extra="forbid")

    sql: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    parameters: list[Any] | dict[str, Any] = []


def sql_of(request: Request) -> Sql:
    """What answers queries of the application."""
    return cast(Sql, request.app.state.sql)


AtSql = Annotated[Sql, Depends(sql_of)]


@router.get("")
def list_views(sql: AtSql, _: Organiser) -> Response:
    """The views that may be asked, with their columns; and how much a query may take."""
    limits = sql.settings
    return answer(
        written(
            {
                "views": [
                    {**view._asdict(), "columns": [column._asdict() for column in view.columns]}
                    for view in views().values()
                ],
                "limits": {
                    "seconds": limits.sql_seconds,
                    "memory_mb": limits.sql_memory_mb,
                    "rows": limits.sql_rows,
                    "at_once": limits.sql_at_once,
                },
            }
        )
    )


@router.post(
    "",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                JSON: {
                    "schema": Query.model_json_schema(),
                    "example": {
                        "sql": "select rule, count(*) as broken from findings"
                        " where verdict = ? group by rule order by broken desc",
                        "parameters": ["illegal"],
                    },
                }
            },
        }
    },
    responses={
        200: {
            "content": {
                "text/csv": {"schema": {"type": "string"}},
                "application/vnd.apache.arrow.stream": {"schema": {"format": "binary"}},
            },
            "headers": {
                "Senpu-Rows": {
                    "description": "How many rows are answered",
                    "schema": {"type": "integer"},
                },
                "Senpu-Capped": {
                    "description": "Rows were left off: there were too many `rows` or `bytes`",
                    "schema": {"enum": ["rows", "bytes"]},
                },
                "Senpu-Escaped": {
                    "description": "In CSV, so many texts have an apostrophe before them, as a"
                    " spreadsheet would have taken them for formulas",
                    "schema": {"type": "integer"},
                },
            },
        }
    },
)
def ask_in_sql(
    sql: AtSql, _: Organiser, body: JsonIn, accept: Annotated[str | None, Header()] = None
) -> Response:
    """What one SELECT over the views gives, of what all may see."""
    media_type = chosen(accept, list(FORMS))
    query = body.read_as(Query)
    told = sql.answer(query.sql, query.parameters, FORMS[media_type])
    return answer(
        told.body,
        media_type=media_type,
        vary="Accept",
        senpu_rows=str(told.rows),
        senpu_capped=told.capped,
        senpu_escaped=str(told.escaped) if told.escaped else None,
    )
