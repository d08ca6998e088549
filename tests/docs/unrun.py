"""Commands that no test runs, and why; their form is looked at all the same."""

from __future__ import annotations

import re

_UNRUN = {
    r"(sudo )?(apt-get|brew) ": "changes the machine",
    r"pip install ": "takes the network, and minutes",
    r"python3? -m (venv|build|pip|benchmarks|tests)\b": "takes minutes",
    r"(\.|source) ": "sets up the shell of the reader",
    r"make ": "each target has tests, or takes minutes",
    r"(git|cd|wget|spark-submit|docker) ": "needs what is elsewhere",
    r"honbun .*--engine spark": "needs a cluster; the tests of both engines run them on one",
    r"honbun train": "teaches a model for minutes, by data that is not here",
}


def reason(words: list[str]) -> str | None:
    """Why a command is not run; None for most."""
    line = " ".join(words)
    return next((why for pattern, why in _UNRUN.items() if re.match(pattern, line)), None)
