"""The same hostile pages through posts, similar, standard and feed: the honest ones come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import feed, posts, similar
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.papers.similar_003.documents import documents
from honbun.runner.run import Run
from tests.hostile.case import cases
from tests.hostile.neighbours import numbered
from tests.hostile.test_binary import png

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.errors import Failure

PAGES: dict[str, Callable[[], bytes | str]] = {
    "nested 10,000 deep": lambda: b"<div>" * 10_000 + b"deep",
    "nested tables": lambda: b"<table><tr><td>" * 3_000 + b"deep",
    "100,000 attributes": lambda: b"<p" + numbered(b" a%d=b", 100_000) + b">laden",
    "1,500 tags of a kilobyte": lambda: numbered(b"<x%0900d>y", 1_500),
    "text of marks": lambda: "<p>" + "a" + "\u0301\u0316" * 100_000,
    "half characters": lambda: "<p>\ud800 said \udc00",
    "NULs": lambda: b"<p>nu\0ll" + bytes(10_000),
    "nothing": lambda: b"",
}
REFUSED: dict[str, Callable[[], bytes]] = {
    "picture": png,
    "600,000 open tags": lambda: b"<i>" * 600_000,
    "fonts left open": lambda: numbered(b"<font color=%d>", 20_000),
}


def thread(name: str) -> str:
    said = "".join(
        f"<div class=post><b>{name}{n}</b> 2010-03-{n} 12:00<p>The words of {name} in post {n}, "
        f"which are about the boats of {name}.</div>"
        for n in range(10, 16)
    )
    return f"<title>{name}</title><h1>{name}</h1>{said}"


def given() -> tuple[list[Page], list[Failure]]:
    """Hostile pages between honest ones, which are copies of each other on two sites."""
    hostile = [*PAGES.values(), *REFUSED.values()]
    middle = [Page(make(), url=f"https://h.example/{n}") for n, make in enumerate(hostile)]
    return (
        [
            Page(thread("Anna"), url="https://a.example/1"),
            *middle,
            Page(thread("Anna"), url="https://b.example/1"),
        ],
        [],
    )


def refused(failures: list[Failure]) -> list[str | None]:
    return [failure.url for failure in failures]


EXPECTED = [f"https://h.example/{len(PAGES) + n}" for n in range(len(REFUSED))]


def test_posts_of_honest_pages_are_found() -> None:
    pages, failures = given()
    found = {one.url: len(one.posts) for one in posts(pages, run=Run(on_failure=failures.append))}
    assert (found["https://a.example/1"], found["https://b.example/1"]) == (6, 6)
    assert refused(failures) == EXPECTED


def test_pairs_of_honest_pages_are_found() -> None:
    pages, failures = given()
    found = [(pair.a, pair.b) for pair in similar(pages, run=Run(on_failure=failures.append))]
    assert found == [("https://a.example/1", "https://b.example/1")]
    assert refused(failures) == EXPECTED


def test_documents_of_honest_pages_are_written() -> None:
    pages, failures = given()
    found = {one.url: len(one.sentences) for one in documents(pages, on_failure=failures.append)}
    assert found["https://a.example/1"] == found["https://b.example/1"] > 5
    assert refused(failures) == EXPECTED


@cases(PAGES)
def test_a_hostile_page_has_no_list_and_says_so(case: Callable[[], bytes | str]) -> None:
    found = feed(Page(case(), url="https://h.example/"))
    assert bool(found.lists) != bool(found.reason)


@cases(REFUSED)
def test_a_page_that_is_refused_has_no_list(case: Callable[[], bytes]) -> None:
    with pytest.raises(HonbunError):
        feed(Page(case(), url="https://h.example/"))
