"""Runs the command in this process, and serves sites on loopback."""

from __future__ import annotations

from tests.cli import conftest as commands
from tests.inputs import conftest as fetching
from tests.web import conftest as serving

honbun = commands.honbun
site = fetching.site
internet = fetching.internet
serve = serving.serve
