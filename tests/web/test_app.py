"""The whole application: what its views share, hostile pages, and how it stops."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import httpx
import pytest

from honbun.inputs.assets import NO_ASSETS
from honbun.runner.limits import Limits
from honbun.web import app, collections
from honbun.web.collections import Collection
from honbun.web.inspect import analysis, results
from honbun.web.jobs import PageProcesses
from tests.web.annotate.site import SITE
from tests.web.serving import serving
from tests.web.trap import Trap

if TYPE_CHECKING:
    from pathlib import Path

REASONS = {
    "segfault": "its worker process died (SIGSEGV)",
    "allocate": "it needs more than 200 MiB of memory",
}
PROGRAM = """
from pathlib import Path
from tempfile import TemporaryDirectory

from honbun.web.server import listen
from honbun.inputs.assets import NO_ASSETS
from honbun.web.app import application
from honbun.web.collections import Collection, LabelledCollection
from honbun.web.options import ServeOptions
from tests.web.trap import Trap

if __name__ == "__main__":
    pages = [Trap("<p>a page", source="sleep") for _ in range(40)]
    with TemporaryDirectory() as folder:
        labelled = LabelledCollection(Collection(pages, "traps", NO_ASSETS), Path(folder, "labels"))
        options = ServeOptions(Path(folder, "state"))
        build = lambda: application(options, labelled)
        listen("127.0.0.1", 0, build, lambda url: print(url, flush=True))
"""


@pytest.mark.usefixtures("read_here")
def test_labels_do_not_wait_for_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free, started = threading.Event(), threading.Semaphore(0)

    def slow(*_: object) -> bytes:
        started.release()
        assert free.wait(30)
        return b"{}"

    monkeypatch.setattr(results, "analyse_alone", slow)
    with (
        serving(SITE, tmp_path) as server,
        ThreadPoolExecutor(9) as people,
    ):
        requests = [
            people.submit(server.get, f"/inspect/data/given/{n}/list") for n in range(len(SITE))
        ]
        try:
            for _ in range(app._VIEW_PROCESSES):
                assert started.acquire(timeout=20)
            states = server.get("/annotate/data/pages", by="Oda")
            assert len(states.json()["states"]) == len(SITE)
            assert not any(one.done() for one in requests)
        finally:
            free.set()
        assert {one.result().status_code for one in requests} == {200}


def test_pages_that_crash_or_exhaust_memory_are_reported_and_others_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(memory=200 << 20)
    monkeypatch.setattr(app, "PageProcesses", lambda number: PageProcesses(number, limits))
    for module in (collections, analysis):
        monkeypatch.setattr(module, "Limits", lambda: limits)
    monkeypatch.setattr(analysis, "_QUIET_RUN", replace(analysis._QUIET_RUN, limits=limits))
    traps = [Trap("<p>a page", source=deed) for deed in REASONS]
    pages = Collection([SITE[0], *traps, SITE[1]], "traps", NO_ASSETS)
    with serving(pages, tmp_path) as server:
        get = server.client.get
        for n, reason in enumerate(REASONS.values(), 1):
            for path in (f"/pages/given/{n}", f"/inspect/data/given/{n}/list"):
                response = get(path)
                message = f"the page cannot be read: {reason}\n"
                assert (response.status_code, response.text) == (422, message)
        assert get("/pages/given/3").status_code == 200
        assert get("/inspect/data/given/3/list").status_code == 200
        assert get("/inspect/given/1").status_code == 200
        listed = get("/annotate", params={"by": "Ann"})
        assert listed.status_code == 200
        assert "The ferry is back" in listed.text
        assert "What the market sells" in listed.text
        assert pages.contents.wait(60)
        assert pages.contents.error is None
        assert [pages.contents.get(n) is not None for n in range(4)] == [True, False, False, True]
        assert {one.source: one.message for one in pages.failures} == REASONS
        found = server.analysis()
        assert found.pairs.wait(60)
        assert found.pairs.error is None
        assert [found.head(n).error for n in range(4)] == [None, *REASONS.values(), None]
        assert found.threads.wait(60)
        assert (found.threads.error, found.threads.count) == (None, 2)


def test_stopping_ends_worker_processes_in_the_middle_of_their_work() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=pipe, stderr=pipe, start_new_session=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url = server.stdout.readline().decode().strip()
        with httpx.Client(base_url=url, timeout=60, trust_env=False) as client:
            # Starts extraction and drawing.
            assert client.get("/annotate").status_code == 200
            with pytest.raises(httpx.ReadTimeout):
                client.get("/pages/given/0", timeout=1)
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0
        # All its processes share its stderr, which is closed when the last one ends.
        ready, _, _ = select.select([server.stderr], [], [], 60)
        assert ready
        assert b"Traceback" not in server.stderr.read()
