"""A browser, for the page to look at."""

from __future__ import annotations

from tests.web import conftest as web

browser = web.browser
