"""Every page has a result in collections with nothing to compare or nothing that differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.api import extract, posts, similar
from honbun.page import Page
from honbun.papers.similar_003.documents import documents
from honbun.runner.run import Run
from tests.hostile.pages import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.errors import Failure

SAME = "<title>A</title><h1>A</h1><p>Every page of this collection has the same words."


def pages(html: Callable[[int], str], count: int) -> list[Page]:
    return [Page(html(n), url=f"https://e.org/{n}") for n in range(count)]


def differing(n: int) -> str:
    numbers = range(n * 100, n * 100 + 9)
    blocks = "".join(f"<p>Sentence {k} is about the number {k * 7919}." for k in numbers)
    return f"<title>T{n}</title><h1>Heading of {n}</h1>{blocks}"


COLLECTIONS: dict[str, Callable[[], list[Page]]] = {
    "no page": lambda: [],
    "one page": lambda: pages(lambda n: SAME, 1),
    "two identical pages": lambda: pages(lambda n: SAME, 2),
    "100 copies": lambda: pages(lambda n: SAME, 100),
    "100 empty pages": lambda: pages(lambda n: "", 100),
    "pages that differ in every block": lambda: pages(differing, 60),
    "one page under one address, 60 times": lambda: [Page(SAME, url="https://e.org/")] * 60,
    "pages without any name": lambda: [Page(SAME)] * 60,
}


@cases(COLLECTIONS)
def test_every_page_has_a_result_or_a_reason(case: Callable[[], list[Page]]) -> None:
    failures: list[Failure] = []
    collection, run = case(), Run(on_failure=failures.append)
    contents = list(extract(collection, run=run))
    assert len(contents) == len(collection)
    for page, content in zip(collection, contents):
        assert bool(content.text) == bool(page.html) or content.reason
        assert content.text or content.reason
    threads = list(posts(collection, run=run))
    assert len(threads) == len(collection)
    assert all(thread.posts or thread.reason for thread in threads)
    assert len(list(documents(collection, run=run))) == len(collection)
    assert failures == []


def mixed() -> list[Page]:
    """Copies, empty pages, one URL many times, and a page that is unlike all others."""
    return [
        *COLLECTIONS["100 copies"](),
        *(Page("", url=f"https://empty.example/{n}") for n in range(100)),
        *[Page(differing(1), url="https://often.example/")] * 60,
        Page(differing(2), url="https://alone.example/"),
    ]


PAIRS: dict[str, tuple[Callable[[], list[Page]], int]] = {
    "no page": (COLLECTIONS["no page"], 0),
    "two identical pages": (COLLECTIONS["two identical pages"], 1),
    # One copy represents the others: 99 pairs, not 4,950.
    "copies, empty pages, one address many times and a page alone": (mixed, 99),
}


@cases(PAIRS)
def test_page_is_not_paired_with_itself_or_with_empty_pages(
    case: tuple[Callable[[], list[Page]], int],
) -> None:
    make, count = case
    failures: list[Failure] = []
    assert len(list(similar(make(), run=Run(on_failure=failures.append)))) == count
    assert failures == []
