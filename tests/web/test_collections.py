"""Collections of pages, and each page as JSON."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.blocks import page_blocks
from honbun.annotation.model import digest
from honbun.errors import Failure
from honbun.inputs.assets import NO_ASSETS
from honbun.page import Page
from honbun.web.collections import Collection
from tests.web.annotate.site import FERRY, SITE
from tests.web.serving import serving

if TYPE_CHECKING:
    from pathlib import Path

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


def test_pages_and_their_content_are_found_by_number() -> None:
    failure = Failure("b.html", None, "read", "it is empty")
    broken = Page(b"%PDF-1.7 no page", source="b.pdf")
    # Two pages have the same source.
    pages = [replace(page(number, note), source="-") for number, note in enumerate(NOTES)]
    with closing(Collection([pages[0], failure, broken, *pages[1:]], "garden", NO_ASSETS)) as held:
        assert list(held.pages()) == [pages[0], broken, *pages[1:]]
        assert [entry.address for entry in held.entries] == [
            *("https://garden.example/0", "b.pdf"),
            *("https://garden.example/1", "https://garden.example/2"),
        ]
        assert held.contents.wait(30)
        contents = [held.contents.get(number) for number in range(4)]
        assert [content and content.url for content in contents] == [
            *("https://garden.example/0", None),
            *("https://garden.example/1", "https://garden.example/2"),
        ]
        assert [one.source for one in held.failures] == ["b.html", "b.pdf"]
        content = contents[2]
        assert content is not None
        assert content.compared == 2
        assert NOTES[1] in content.text
        assert "All rights reserved." not in content.text
        assert any(not decision.content for decision in content.explanation)
    with pytest.raises(ValueError, match="closed file"):
        held.page(0)


def test_a_page_is_served_with_its_snapshot_and_blocks(tmp_path: Path) -> None:
    bomb = Page(b"<b>" * 3_000_000, url="https://harbour.example/bomb", source="bomb.html")
    pages = [*SITE, *SITE, *SITE, bomb]
    with serving(pages, tmp_path) as server:
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
