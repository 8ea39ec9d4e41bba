"""New ids: UUIDs of version 7."""

import time
import uuid

from api.ids import new_match_id


def test_an_id_is_a_uuid_of_version_7_with_its_time_in_front():
    before = time.time_ns() // 1_000_000
    made = uuid.UUID(new_match_id())
    after = time.time_ns() // 1_000_000
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert before <= made.int >> 80 <= after


def test_ids_differ():
    assert len({new_match_id() for _ in range(1000)}) == 1000
