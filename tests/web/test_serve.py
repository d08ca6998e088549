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


@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP"])  # the next asks by SIGTERM
def test_it_serves_until_it_is_stopped(tmp_path: Path, site: Site, page: str, name: str) -> None:
    site.answers["/"] = reply(front())
    with _running(tmp_path, "--allow-private") as (process, message):
        address = _address(message)
        assert str(tmp_path / "honbun" / "serve.db") in message
        feed = httpx.get(f"{address}feed", params={"url": page}, trust_env=False, timeout=30)
        assert feed.status_code == 200
        process.send_signal(getattr(signal, name))
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_silent_site_does_not_delay_stopping(tmp_path: Path) -> None:
    state = str(tmp_path / "own.db")
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        _running(tmp_path, "--allow-private", "--state", state) as (process, message),
    ):
        assert state in message
        query = {"url": f"http://127.0.0.1:{silent.getsockname()[1]}/"}
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{_address(message)}feed", params=query, timeout=0.5, trust_env=False)
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0


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
