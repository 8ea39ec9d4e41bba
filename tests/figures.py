"""How often a test is repeated: quickly with all others, in full by `make torture`."""

import os

IS_FULL = os.environ.get("SENPU_TORTURE") == "1"


def times(quick: int, full: int) -> int:
    """How many rounds, states or bytes."""
    return full if IS_FULL else quick
