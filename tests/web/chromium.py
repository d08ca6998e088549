"""The browser of the browser tests; `python -m tests.web.chromium` checks that there is one."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

_NAMES = (
    "chromium-headless-shell",  # the fastest
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

MISSING = "browser tests skipped: no Chromium found (apt-get install chromium, or set CHROMIUM)"


def find() -> str | None:
    """The path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *_NAMES))), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """A running browser."""
    from playwright.sync_api import expect, sync_playwright

    flags = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium refuses to run as root with a sandbox
    expect.set_options(timeout=20_000)  # enough for a busy machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=flags)
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.exit(None if find() else MISSING)
