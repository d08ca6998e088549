"""A server that is asked to stop in the midst of work leaves nothing behind."""

from __future__ import annotations

import select
import signal
import subprocess
import sys

import httpx
import pytest

PROGRAM = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from honbun.cli.serve import listen
from honbun.inputs.assets import NO_COMPANIONS
from honbun.web.app import application
from honbun.web.collections import Collection
from honbun.web.app import Given
from honbun.web.options import ServeOptions
from tests.web.trap import Trap

if __name__ == "__main__":
    pages = [Trap("<p>a page", source="sleep") for _ in range(40)]
    with TemporaryDirectory() as folder:
        given = Given(Collection(pages, "traps", NO_COMPANIONS), Path(folder, "labels"))
        options = ServeOptions(Path(folder, "state"))
        build = lambda: application(options, given)
        listen("127.0.0.1", 0, build, lambda url: print(url, flush=True))
"""


def test_processes_at_work_end_with_the_server() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=pipe, stderr=pipe, start_new_session=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url = server.stdout.readline().decode().strip()
        with httpx.Client(base_url=url, timeout=60, trust_env=False) as client:
            # The rooms begin to judge, and this page is being drawn.
            assert client.get("/annotate").status_code == 200
            with pytest.raises(httpx.ReadTimeout):
                client.get("/pages/given/0", timeout=1)
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0
        # All of its processes have its standard error.
        ready, _, _ = select.select([server.stderr], [], [], 60)
        assert ready
        assert b"Traceback" not in server.stderr.read()
