"""`python -m tests`: ruff, mypy, pytest, in that order; `--quick` leaves out pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
)
TESTS = ("pytest",)


def main(arguments: list[str]) -> int:
    """Runs each tool; the first that fails ends it."""
    quick = "--quick" in arguments
    for tool in CHECKS if quick else (*CHECKS, TESTS):
        code = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
