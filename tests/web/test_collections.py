"""Collections of pages, and each page as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.blocks import page_blocks
from honbun.annotation.model import digest
from honbun.errors import Failure
from honbun.inputs.assets import NO_ASSETS
from honbun.page import Page
from honbun.web.collections import Collection
from tests.web.annotate.serving import annotating
from tests.web.annotate.site import FERRY, SITE

if TYPE_CHECKING:
    from pathlib import Path

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
    """Builds collections, which are closed after the test."""
    with ExitStack() as stack:

        def make(*pages: Page | Failure) -> Collection:
            return stack.enter_context(closing(Collection(pages, "garden", NO_ASSETS)))

        yield make


def test_pages_are_returned_as_they_were_read(opened: Opened) -> None:
    pages = [page(number, note) for number, note in enumerate(NOTES)]
    held = opened(*pages)
    assert list(held.pages()) == pages
    assert [entry.address for entry in held.entries] == [page.url for page in pages]


def test_failures_have_no_number(opened: Opened) -> None:
    failure = Failure("b.html", None, "read", "it is empty")
    held = opened(page(0, NOTES[0]), failure, page(1, NOTES[1]))
    assert (len(held), held.failures) == (2, [failure])
    assert held.page(1) == page(1, NOTES[1])


def test_content_is_extracted_from_the_collection_with_explanations(opened: Opened) -> None:
    held = opened(*(page(number, note) for number, note in enumerate(NOTES)))
    assert held.contents.wait(30)
    content = held.contents.get(1)
    assert content is not None
    assert content.method == "collection"
    assert NOTES[1] in content.text
    assert "All rights reserved." not in content.text
    assert any(not measure_agreement.content for measure_agreement in content.explanation)


def test_an_unreadable_page_does_not_change_the_numbers_of_others(opened: Opened) -> None:
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


def test_pages_with_one_source_are_numbered_in_order(opened: Opened) -> None:
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


def test_a_page_is_served_with_its_snapshot_and_blocks(tmp_path: Path) -> None:
    bomb = Page(b"<b>" * 3_000_000, url="https://harbour.example/bomb", source="bomb.html")
    pages = [*SITE, *SITE, *SITE, bomb]
    with annotating(pages, tmp_path / "labels", judged=False) as server:
        first = server.get("/pages/given/0")
        data = first.json()
        blocks = page_blocks(FERRY.parse())
        assert data["blocks"]["text"] == blocks.text
        assert data["blocks"]["shown"] == blocks.shown
        assert data["blocks"]["end"] == blocks.end
        assert data["url"] == "https://harbour.example/ferry"
        assert data["title"] == "The ferry is back"
        assert data["mode"] == "standards"
        assert sum(isinstance(step, str) for step in data["steps"]) == len(data["runs"])
        etag = {"If-None-Match": first.headers["ETag"]}
        again = server.client.get("/pages/given/0", headers=etag)
        assert (again.status_code, again.content) == (304, b"")
        # More pages than the cache holds.
        digests = [server.get(f"/pages/given/{n}").json()["digest"] for n in range(len(pages) - 1)]
        assert digests == [digest(page) for page in pages[:-1]]
        assert server.get("/pages/given/0").json()["digest"] == digests[0]
        for _ in range(2):
            refused = server.get(f"/pages/given/{len(pages) - 1}")
            assert refused.status_code == 422
            assert refused.text.startswith("the page cannot be read: ")
        for path in ("given/99", "given/x", f"given/{'9' * 5000}", "other/0"):
            assert server.get(f"/pages/{path}").status_code == 404
