"""Pages that end the process which reads them, or hold it for ever, cost the server only
themselves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

from honbun.inputs.assets import NO_ASSETS
from honbun.runner.limits import Limits
from honbun.web import collections, jobs
from honbun.web.annotate import views
from honbun.web.app import Given, application
from honbun.web.collections import Collection
from honbun.web.inspect import pairs, results
from honbun.web.options import ServeOptions
from tests.web.annotate.site import SITE
from tests.web.running import running
from tests.web.trap import Trap

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Get = Callable[..., httpx.Response]
WHY = {
    "segfault": "its worker process died (SIGSEGV)",
    "allocate": "it needs more than 200 MiB of memory",
}


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collection]:
    """Two pages, and between them the traps; pages may take little."""
    limits = Limits(memory=200 << 20)
    monkeypatch.setattr(jobs, "_LIMITS", limits)
    for module in (collections, views, results, pairs):
        monkeypatch.setattr(module, "Limits", lambda: limits)
    traps = [Trap("<p>a page", source=deed) for deed in WHY]
    with closing(Collection([SITE[0], *traps, SITE[1]], "traps", NO_ASSETS)) as pages:
        yield pages


@contextmanager
def serving(pages: Collection, folder: Path) -> Iterator[Get]:
    """A server on a collection, as the command starts it."""
    app = application(ServeOptions(folder / "state"), Given(pages, folder / "labels"))
    with running(app) as url, httpx.Client(base_url=url, timeout=60, trust_env=False) as client:
        yield client.get


@pytest.fixture
def get(given: Collection, tmp_path: Path) -> Iterator[Get]:
    """A server on them."""
    with serving(given, tmp_path) as get:
        yield get


def test_a_page_that_cannot_be_drawn_or_judged_says_why(get: Get) -> None:
    for n, why in enumerate(WHY.values(), 1):
        for path in (f"/pages/given/{n}", f"/inspect/data/given/{n}/list"):
            answer = get(path)
            assert (answer.status_code, answer.text) == (422, f"the page cannot be read: {why}\n")
    assert get("/pages/given/3").status_code == 200
    assert get("/inspect/data/given/3/list").status_code == 200


def test_a_page_that_takes_for_ever_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_LIMITS", Limits(seconds=0.5))
    pages = Collection([Trap("", source="spin")], "trap", NO_ASSETS)
    with closing(pages), serving(pages, tmp_path) as get:
        answer = get("/pages/given/0")
        assert (answer.status_code, answer.text) == (
            422,
            "the page cannot be read: it took longer than 0.5 s\n",
        )


def test_the_rooms_judge_the_others(get: Get, given: Collection) -> None:
    assert given.contents.wait(60)
    assert given.contents.trouble is None
    assert [given.contents.get(n) is not None for n in range(4)] == [True, False, False, True]
    assert {one.source: one.message for one in given.failures} == WHY
    known = results.Rooms(given)
    with closing(known):
        assert known.pairs.found.wait(60)
        assert known.pairs.found.trouble is None
        assert [known.head(n).trouble for n in range(4)] == [None, *WHY.values(), None]
        assert known.threads.wait(60)
        assert (known.threads.trouble, known.threads.found) == (None, 2)
    assert get("/inspect/given/1").status_code == 200


def test_the_list_to_annotate_has_the_other_titles(get: Get) -> None:
    shown = get("/annotate", params={"by": "Ann"})
    assert shown.status_code == 200
    assert "The ferry is back" in shown.text
    assert "What the market sells" in shown.text
