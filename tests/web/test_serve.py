"""The command `honbun serve`."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn

from honbun.web.server import _stopped_by_signals
from tests.cli import conftest as commands
from tests.inputs.loopback import reply
from tests.web.pages import front

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Command
    from tests.inputs.loopback import Site

honbun = commands.honbun

COMMAND = (sys.executable, "-m", "honbun.cli.app", "serve")


@contextmanager
def _running(home: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The running command and its first messages."""
    environment = os.environ | {"XDG_STATE_HOME": str(home)}
    with subprocess.Popen(
        [*COMMAND, "--port", "0", *options],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
    ) as process:
        assert process.stderr is not None
        try:
            yield process, process.stderr.readline()
        finally:
            process.kill()


def _begun(*_: object, **__: object) -> None:
    raise AssertionError("it serves")


def _address(message: str) -> str:
    found = re.search(r"serving (http://127\.0\.0\.1:\d+/)", message)
    assert found, message
    return found[1]


def test_it_serves_until_it_is_stopped(tmp_path: Path, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        _running(tmp_path, "--allow-private") as (process, message),
        httpx.Client(base_url=_address(message), trust_env=False, timeout=30) as client,
    ):
        assert str(tmp_path / "honbun" / "serve.db") in message
        assert client.get("feed", params={"url": page}).status_code == 200
        # A site that never answers does not delay the end.
        query = {"url": f"http://127.0.0.1:{silent.getsockname()[1]}/"}
        with pytest.raises(httpx.ReadTimeout):
            client.get("feed", params=query, timeout=0.5)
        process.send_signal(signal.SIGHUP)
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_the_server_and_not_the_process(number: signal.Signals) -> None:
    stopping = uvicorn.Server(uvicorn.Config(lambda: None))
    before = signal.getsignal(number)
    with _stopped_by_signals(stopping):
        signal.raise_signal(number)
    assert signal.getsignal(number) == before
    # uvicorn itself handles the first two while it runs.
    assert stopping.should_exit == (number == signal.SIGHUP)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--host", "256.0.0.1"], "cannot listen on 256.0.0.1"),
        (["--allow-host", "http://a.example/"], "not the name of a host: http://a.example/"),
        (["--state", "no/such/folder/state.db"], "there is no folder"),
    ],
)
def test_errors_at_startup_are_reported_in_one_line(
    honbun: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    message: str,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("uvicorn.Server.run", _begun)
    done = honbun("serve", "--port", "0", *options)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert message in done.err


def test_a_used_port_is_reported_and_no_file_is_created(honbun: Command, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = honbun("serve", "--port", port, "--state", str(tmp_path / "new.db"))
    assert done.status == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in done.err
    assert not (tmp_path / "new.db").exists()


def test_help_does_not_import_the_server() -> None:
    code = (
        "import sys; from honbun.cli.app import main\n"
        "sys.argv = ['honbun', 'serve', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print({'starlette', 'uvicorn', 'jinja2', 'httpx'} & {*sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"
    assert "--max-age" in done.stdout
