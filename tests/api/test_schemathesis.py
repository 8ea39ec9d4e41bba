"""What the description allows is answered as the description says, whatever is sent."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks
from schemathesis.core.result import Ok

from store import MemoryLedger
from tests.api.asking import Client, log_of
from tests.figures import times

OPENS = "POST /v1/matches"
OPENING = log_of("match_1")[0]
NEVER_ENDS = "/follow"
"""A stream without an end; `test_follow` reads it."""
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
BOUNDED: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
    "phases": [Phase.explicit, Phase.generate],
}


def operations() -> dict[str, Any]:
    """What may be asked of an application of its own: a key made in it would close it to others."""
    schema = schemathesis.openapi.from_asgi("/openapi.json", Client(MemoryLedger()).app)
    found = (found.ok() for found in schema.get_all_operations() if isinstance(found, Ok))
    return {each.label: each for each in found if not each.path.endswith(NEVER_ENDS)}


@pytest.mark.parametrize("name", operations())
def test_every_answer_is_as_described(name: str) -> None:
    @settings(max_examples=times(10, 200), **BOUNDED)
    @given(case=operations()[name].as_strategy())
    def asked(case: Any) -> None:
        case.validate_response(case.call(), checks=CHECKS)

    asked()


def test_so_is_one_after_another() -> None:
    answers: Counter[tuple[str, int]] = Counter()
    app = Client(MemoryLedger()).app
    # A key, once made, would leave all that follows unanswered; SQL takes a process each time.
    whole = schemathesis.openapi.from_asgi("/openapi.json", app)
    described = whole.exclude(path_regex=f"{NEVER_ENDS}$|^/v1/keys|^/v1/sql")

    class Asking(described.as_state_machine()):  # type: ignore[misc]  # a class made at run time
        def setup(self) -> None:
            # What one run left behind would change another's answers, and with them what it asks.
            self.app = Client(MemoryLedger()).app

        def before_call(self, case: Any) -> None:
            # Hardly a match that is made up can be opened; what comes after one is asked here.
            if case.operation.label == OPENS:
                case.body, case.media_type = OPENING, "application/json"

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"app": self.app}

        def validate_response(self, response: Any, case: Any, **more: Any) -> None:
            answers[case.operation.label, response.status_code // 100] += 1
            case.validate_response(response, checks=CHECKS)

    bounds = settings(max_examples=times(20, 500), stateful_step_count=10, **BOUNDED)
    Asking.run(settings=bounds)
    after = "GET /v1/matches/{match_id}"
    assert answers[OPENS, 2]
    assert any(name.startswith(after) and status == 2 for name, status in answers)
