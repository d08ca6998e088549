"""Bytes become a page, pass through every package, and are read back from every output format."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from honbun.api import extract, extract_page
from honbun.api import feed as find_lists
from honbun.api import posts as find_posts
from honbun.content.model import ContentOptions
from honbun.feeds.model import FeedOptions
from honbun.outputs import feeds as listing
from honbun.outputs import format_names, render
from honbun.outputs.content import EXPLAINING
from honbun.outputs.feeds import overview
from honbun.page import Page
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import read_standards
from honbun.posts.identity import add_keys
from honbun.posts.model import PostsOptions
from honbun.runner.run import Run
from tests.fuzz import readback
from tests.fuzz.target import check_failure, refusing
from tests.outputs.feed_rules import atom_faults, rss_faults

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.model import Content
    from honbun.papers.similar_003.standard import Document

WHEN = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)
_OTHER = b"<p>Something else is said here, and 2 more of it.</p>"
_DIGITS = bytes.maketrans(b"0123456789", b"1234567890")


def page(data: bytes) -> Page:
    """The page with these bytes; its URL is the one that it declares."""
    return Page(
        data,
        source="folder/any.html",
        fallback_url="https://e.org/folder/any.html",
        fetched_at=WHEN,
    )


def pages(data: bytes) -> list[Page]:
    """The page and others that share its template."""
    half = len(data) // 2
    bodies = (
        data,
        data.translate(_DIGITS),
        data[:half] + _OTHER + data[half:],
        data + data[half:],
        _OTHER + data[:half],
    )
    found = [replace(page(body), url=f"https://e.org/{at}") for at, body in enumerate(bodies)]
    # URLs of archives and tables are not validated either.
    return [replace(found[0], url="http://" + data[:40].decode("utf-8", "replace")), *found[1:]]


def alone(data: bytes) -> None:
    """The content of one page, in every format."""
    with refusing():
        found: dict[ContentOptions, Content] = {}
        for name in format_names("content"):
            options = ContentOptions(explain=name in EXPLAINING)
            if options not in found:
                found[options] = extract_page(page(data), options=options)
            _check_content(name, [found[options]])


def collection(data: bytes) -> None:
    """The content of pages that share a template."""
    found = list(extract(pages(data), run=Run(on_failure=check_failure)))
    for name in format_names("content"):
        _check_content(name, found)


def faithful(data: bytes) -> None:
    """The papers' methods."""
    list(extract(pages(data), ContentOptions(faithful=True), run=Run(on_failure=check_failure)))
    list(find_posts(pages(data), PostsOptions(faithful=True), run=Run(on_failure=check_failure)))
    with refusing():
        find_lists(page(data), FeedOptions(faithful=True))


def _check_content(name: str, found: Sequence[Content]) -> None:
    data = render("content", name, found)
    readback.READ[name](data)
    if name == "jsonl":
        assert not readback.controls(readback.jsonl(data))


def posts(data: bytes) -> None:
    """Posts of pages of one format, and of a single page."""
    found = list(find_posts(pages(data)[:3], run=Run(on_failure=check_failure)))
    found += find_posts([page(data)], PostsOptions(alone=True), run=Run(on_failure=check_failure))
    identified = list(add_keys(found))
    count = sum(len(thread.posts) for thread in found)
    rows = {}
    for name in format_names("posts"):
        data = render("posts", name, identified)
        rows[name] = readback.READ[name](data)
        _check_rules(name, data)
    # Columns of the page are absent from JSON Lines where there is nothing to say.
    absent = {"cut": None, "input": None}
    assert [absent | row for row in rows["jsonl"]] == rows["parquet"]
    assert not readback.controls(rows["jsonl"])
    assert {rows["rss"], rows["atom"], rows["json"]} == {count}
    assert len(rows["csv"]) == count


def feed(data: bytes) -> None:
    """Every list of a page, and all of them combined."""
    with refusing():
        found = find_lists(page(data))
        readback.text(overview(found).encode())
        for number in range(len(found.lists) + 1) if found.lists else ():
            items = listing.select_items(found, number)
            channel = listing.channel(found, listing.entries(found.url, items), None, number)
            rows = {}
            for name in format_names("feed"):
                data = render("feed", name, [channel])
                rows[name] = readback.READ[name](data)
                _check_rules(name, data)
            assert {rows["rss"], rows["atom"], rows["json"]} == {len(items)}
            assert len(rows["jsonl"]) == len(rows["csv"]) == len(items)
            assert not readback.controls(rows["jsonl"])


def _check_rules(name: str, data: bytes) -> None:
    faults = rss_faults(data) if name == "rss" else atom_faults(data) if name == "atom" else []
    assert not faults, faults


def standard(data: bytes) -> None:
    """The standard format: what is written is read back unchanged."""
    found = list(documents(pages(data), run=Run(on_failure=check_failure)))
    for name in format_names("standard"):
        for some in (found, found[:1]):
            readback.READ[name](render("standard", name, some))
    assert list(read_standards(render("standard", "xml", found))) == found
    for one in found:
        if one.id == 1:
            _check_places(data, one)


def _check_places(data: bytes, document: Document) -> None:
    for sentence in document.sentences:
        assert 0 <= sentence.offset <= sentence.offset + sentence.length <= len(data)
