"""A page as data, which both annotation and inspection draw from."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from starlette.exceptions import HTTPException

from honbun.annotation.blocks import outline
from honbun.annotation.model import digest
from honbun.inputs.assets import NO_ASSETS
from honbun.web.collections import GIVEN, Collection, Pages
from honbun.web.jobs import Readers, Result, Workers
from tests.web.annotate.serving import annotating
from tests.web.annotate.site import FERRY, SITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.web.annotate.serving import Annotating


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Annotating]:
    with annotating(SITE, tmp_path / "labels") as server:
        yield server


def test_page_comes_with_what_draws_it_and_with_all_its_blocks(desk: Annotating) -> None:
    data = desk.get("/pages/given/0").json()
    blocks = outline(FERRY.parse())
    assert data["blocks"]["text"] == blocks.text
    assert data["blocks"]["shown"] == blocks.shown
    assert data["blocks"]["end"] == blocks.end
    assert data["url"] == "https://harbour.example/ferry"
    assert data["title"] == "The ferry is back"
    assert data["digest"] == digest(FERRY)
    assert data["mode"] == "standards"
    assert sum(isinstance(step, str) for step in data["steps"]) == len(data["runs"])


def test_page_is_sent_once(desk: Annotating) -> None:
    first = desk.get("/pages/given/0")
    again = desk.client.get("/pages/given/0", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/pages/given/5", "/pages/given/x", f"/pages/given/{'9' * 5000}", "/pages/other/0"]
)
def test_what_is_no_page_is_not_found(desk: Annotating, path: str) -> None:
    assert desk.get(path).status_code == 404


def test_page_that_cannot_be_read_says_so_and_others_can(tmp_path: Path) -> None:
    bomb = type(FERRY)(b"<b>" * 3_000_000, url="https://harbour.example/bomb", source="bomb.html")
    with annotating([*SITE[:1], bomb], tmp_path / "labels") as desk:
        refused = desk.get("/pages/given/1")
        assert refused.status_code == 422
        assert refused.text.startswith("the page cannot be read: ")
        assert desk.get("/pages/given/1").status_code == 422
        assert desk.get("/pages/given/0").status_code == 200


def test_page_that_failed_for_the_moment_comes_the_next_time() -> None:
    class Busy(Workers):
        times = 0

        async def do(self, work: Callable[[], Result]) -> Result:
            self.times += 1
            if self.times == 1:
                raise HTTPException(503, "the server is busy")
            return work()

    async def ask(collection: Collection, readers: Readers) -> str:
        pages = Pages({GIVEN: collection}.get, Busy(0), readers)
        with pytest.raises(HTTPException):
            await pages.prepared(GIVEN, 0)
        return (await pages.prepared(GIVEN, 0)).digest

    pages = Collection([FERRY], "harbour", NO_ASSETS)
    with closing(pages) as collection, closing(Readers()) as readers:
        assert asyncio.run(ask(collection, readers)) == digest(FERRY)


def test_pages_beyond_those_that_are_kept_come_again(tmp_path: Path) -> None:
    many = [*SITE, *SITE, *SITE]
    with annotating(many, tmp_path / "labels") as desk:
        digests = [desk.get(f"/pages/given/{n}").json()["digest"] for n in range(len(many))]
        assert digests == [digest(page) for page in many]
        assert desk.get("/pages/given/0").json()["digest"] == digests[0]
