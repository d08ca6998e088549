"""The image of the server, as far as it can be tried without an engine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import tomllib
from typing import TYPE_CHECKING

import yaml

from tests.release.docker import ROOT, extras, health_command, instructions, serve_command

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = {"--host": "0.0.0.0", "--port": "8710", "--state": "/state/serve.db"}


def test_server_of_the_image_answers_the_health_check(tmp_path: Path) -> None:
    """Here at a free port and with a state file that we may write."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    own = {"8710": port, "/state/serve.db": str(tmp_path / "serve.db")}
    serve = [own.get(word, word) for word in serve_command()]
    check = [word.replace("8710", port) for word in health_command()]
    assert subprocess.run(_python(check), capture_output=True, check=False).returncode == 1
    command = [sys.executable, "-m", "honbun.cli.app", *serve]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=os.environ) as server:
        try:
            assert server.stderr is not None
            assert b"serving http://0.0.0.0:" in server.stderr.readline()
            end = time.monotonic() + 60
            while subprocess.run(_python(check), capture_output=True, check=False).returncode:
                assert time.monotonic() < end
        finally:
            server.terminate()
    assert server.returncode == 0
    assert (tmp_path / "serve.db").exists()


def test_image_runs_without_root_and_without_a_compiler() -> None:
    final = instructions(1)
    assert ("USER", "10001") in final
    assert final.index(("USER", "10001")) > max(
        number for number, (name, _) in enumerate(final) if name == "RUN"
    )
    assert not any("gcc" in argument for _, argument in final)
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(extras().split(",")) <= set(known["optional-dependencies"])


def test_composed_service_keeps_its_state_and_is_reached_from_this_machine_only() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())
    service = composed["services"]["honbun"]
    volume, _, folder = service["volumes"][0].partition(":")
    assert volume in composed["volumes"]
    assert ("VOLUME", folder) in instructions(1)
    assert service["ports"] == ["127.0.0.1:8710:8710"]
    assert service["command"][: len(serve_command())] == serve_command()
    assert service["command"].count("--name") == 2
    words = serve_command()
    assert {name: words[words.index(name) + 1] for name in OPTIONS} == OPTIONS


def test_every_copied_file_is_sent_to_the_builder() -> None:
    sent = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line.startswith("!")
    }
    copied = {
        word
        for name, argument in instructions(0)
        if name == "COPY"
        for word in argument.split()[:-1]
    }
    assert copied == sent
    assert all((ROOT / name).exists() for name in copied)


def _python(command: list[str]) -> list[str]:
    assert command[0] == "python"
    return [sys.executable, *command[1:]]
