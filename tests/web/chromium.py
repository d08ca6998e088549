"""The browser of the browser tests; `python -m tests.web.chromium` says whether there is one."""

from __future__ import annotations

import os
import shutil
import sys

_NAMES = (
    "chromium-headless-shell",  # has no windows to draw, and is much quicker
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

MISSING = (
    "browser tests left out: no Chromium found (apt-get install chromium, or name one in CHROMIUM)"
)


def find() -> str | None:
    """The path of a Chromium, where there is one."""
    return next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *_NAMES))), None)


if __name__ == "__main__":
    sys.exit(None if find() else MISSING)
