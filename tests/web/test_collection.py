"""The pages that a server was given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from honbun.errors import Failure
from honbun.inputs.assets import NO_ASSETS
from honbun.page import Page
from honbun.web.collections import Collection

Opened = Callable[..., Collection]
NOTES = [
    "The heron came back to the pond this morning.",
    "Frost on the beans; the first one this year.",
    "Two buckets of quinces, and no more jars.",
]


def page(number: int, note: str) -> Page:
    html = (
        "<title>Garden</title><ul><li><a href=/>Start</a><li><a href=/about>About</a></ul>"
        f"<h1>Note {number}</h1><div><p>{note}<p>{note[::-1]}</div><p>All rights reserved.</p>"
    )
    return Page(html, url=f"https://garden.example/{number}", source=f"garden.jsonl:{number}")


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Makes collections, which are closed after the test."""
    with ExitStack() as stack:

        def make(*pages: Page | Failure) -> Collection:
            return stack.enter_context(closing(Collection(pages, "garden", NO_ASSETS)))

        yield make


def test_pages_come_back_as_they_were_read(opened: Opened) -> None:
    pages = [page(number, note) for number, note in enumerate(NOTES)]
    held = opened(*pages)
    assert list(held.pages()) == pages
    assert [entry.address for entry in held.entries] == [page.url for page in pages]


def test_what_could_not_be_read_is_told_and_takes_no_number(opened: Opened) -> None:
    failure = Failure("b.html", None, "read", "it is empty")
    held = opened(page(0, NOTES[0]), failure, page(1, NOTES[1]))
    assert (len(held), held.failures) == (2, [failure])
    assert held.page(1) == page(1, NOTES[1])


def test_content_is_judged_as_one_collection_with_reasons(opened: Opened) -> None:
    held = opened(*(page(number, note) for number, note in enumerate(NOTES)))
    assert held.contents.wait(30)
    content = held.contents.get(1)
    assert content is not None
    assert content.method == "collection"
    assert NOTES[1] in content.text
    assert "All rights reserved." not in content.text
    assert any(not judged.content for judged in content.explanation)


def test_a_page_that_cannot_be_judged_leaves_the_others_their_numbers(opened: Opened) -> None:
    broken = Page(b"%PDF-1.7 no page", source="b.pdf")
    held = opened(page(0, NOTES[0]), broken, page(2, NOTES[2]))
    assert held.contents.wait(30)
    contents = [held.contents.get(number) for number in range(3)]
    assert [content and content.url for content in contents] == [
        "https://garden.example/0",
        None,
        "https://garden.example/2",
    ]
    assert [failure.source for failure in held.failures] == ["b.pdf"]


def test_pages_of_one_name_are_told_apart_by_their_order(opened: Opened) -> None:
    same = [replace(page(number, note), source="-") for number, note in enumerate(NOTES)]
    held = opened(*same)
    assert held.contents.wait(30)
    urls = [content.url for number in range(3) if (content := held.contents.get(number))]
    assert urls == [page.url for page in same]


def test_a_closed_collection_holds_no_pages(opened: Opened) -> None:
    held = opened(page(0, NOTES[0]))
    held.close()
    with pytest.raises(ValueError, match="closed file"):
        held.page(0)
