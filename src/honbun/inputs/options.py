"""How inputs are read: bounds, and manners towards the servers that pages are fetched from."""

from __future__ import annotations

from dataclasses import dataclass

from honbun.options import FETCH, INPUT, option


@dataclass(frozen=True)
class ReadOptions:
    """How inputs are read."""

    url: str | None = option(
        None,
        "URL of the page, if the input is one file.",
        panel=INPUT,
        metavar="URL",
    )
    base_url: str | None = option(
        None,
        "URL that the paths of local files are relative to.",
        panel=INPUT,
        metavar="URL",
    )
    html_field: str | None = option(
        None,
        "Field or column with the page, in JSON, CSV and Parquet.",
        panel=INPUT,
        metavar="NAME",
        show_default="html, or a usual name such as content",
    )
    url_field: str | None = option(
        None,
        "Field or column with the page's URL.",
        panel=INPUT,
        metavar="NAME",
        show_default="url, or a usual name such as link",
    )
    follow_links: bool = option(
        False, "Follow symbolic links that lead out of a folder.", panel=INPUT
    )
    fetch: bool = option(
        False, "Fetch the pages that lists of URLs and sitemaps name.", panel=FETCH
    )
    max_fetched: int = option(
        1000,  # at one request a second, a quarter of an hour
        "Maximum number of pages fetched from lists and sitemaps.",
        panel=FETCH,
        metavar="N",
        at_least=1,
    )
    max_bytes: int = option(
        10_000_000,  # no honest page is larger; protects against decompression bombs
        "Maximum size of a page after decompression. Larger pages are reported, not read.",
        panel=INPUT,
        metavar="N",
        at_least=1,
    )
    allow_private: bool = option(
        False, "Allow fetching from loopback and private addresses.", panel=FETCH
    )
    delay: float = option(
        1.0,  # what crawlers have long held to be polite
        "Seconds between two requests to the same host.",
        panel=FETCH,
        at_least=0,
    )
    timeout: float = option(
        20.0, "Seconds that fetching a page may take.", panel=FETCH, at_least=0.1
    )
    max_redirects: int = 5
    """Redirects followed to a page: honest sites need three (https, www, the page's new name)."""
    robots: bool = True
    """Whether robots.txt is obeyed: pages that it closes are not fetched."""


DEFAULTS = ReadOptions()
