"""What the views share, and what they do not."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest

from honbun.inputs.assets import NO_ASSETS
from honbun.web import app
from honbun.web.app import Given
from honbun.web.collections import Collection
from honbun.web.inspect import results
from honbun.web.jobs import SHOWING
from honbun.web.options import ServeOptions
from tests.web.annotate.site import SITE
from tests.web.running import running

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("read_here")
def test_labels_do_not_wait_for_pages_that_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, begun = threading.Event(), threading.Semaphore(0)

    def slow(*_: object) -> bytes:
        begun.release()
        assert free.wait(30)
        return b"{}"

    monkeypatch.setattr(results, "alone", slow)
    options = ServeOptions(tmp_path / "state")
    with closing(Collection(SITE, "harbour", NO_ASSETS)) as collection:
        given = Given(collection, tmp_path / "labels")
        with running(app.application(options, given)) as url, ThreadPoolExecutor(9) as people:
            client = httpx.Client(base_url=url, timeout=20, trust_env=False)
            asked = [
                people.submit(client.get, f"/inspect/data/given/{n}/list") for n in range(len(SITE))
            ]
            try:
                for _ in range(SHOWING):
                    assert begun.acquire(timeout=20)
                states = client.get("/annotate/data/pages", params={"by": "Oda"})
                assert len(states.json()["states"]) == len(SITE)
                assert not any(one.done() for one in asked)
            finally:
                free.set()
            assert {one.result().status_code for one in asked} == {200}
            client.close()
