"""What the Dockerfile says, so that its commands can be run without an engine."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def instructions(stage: int) -> list[tuple[str, str]]:
    """The instructions of a stage of the Dockerfile, from 0: names and arguments."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^#.*\n", "", text)).splitlines()
    pairs = [(name, argument) for name, _, argument in (line.partition(" ") for line in lines)]
    starts = [number for number, (name, _) in enumerate(pairs) if name == "FROM"]
    ends = [*starts[1:], len(pairs)]
    return [pair for pair in pairs[starts[stage] : ends[stage]] if pair[0]]


def extras() -> str:
    """The extras that the image installs, as in `web,warc`."""
    found = re.search(r"\.whl\)\[([\w,]+)\]", dict(instructions(0)[1:])["RUN"])
    assert found
    return found[1]


def serve_command() -> list[str]:
    """The arguments of `honbun` in the image."""
    final = dict(instructions(1))
    assert json.loads(final["ENTRYPOINT"]) == ["honbun"]
    command: list[str] = json.loads(final["CMD"])
    return command


def health_command() -> list[str]:
    """The health check."""
    check: list[str] = json.loads(dict(instructions(1))["HEALTHCHECK"].partition("CMD ")[2])
    return check
