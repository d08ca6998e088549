"""`honbun memory` shows what a site memory holds, and makes it forget."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from honbun.content.memory import Sample, TemplateUpdate
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

TODAY = time.strftime("%Y-%m-%d", time.gmtime())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sites.memory"
    samples = [Sample(f"https://www.a.example/{number}", "en", b"") for number in range(3)]
    with SiteMemory(path) as memory:
        memory.save(
            [
                TemplateUpdate(None, frozenset({1}), {"www.a.example": 1200}, samples),
                TemplateUpdate(None, frozenset({2}), {"a.example": 34, "b.example": 1}),
            ]
        )
    return path


def hosts(path: Path) -> list[str]:
    with SiteMemory(path, read_only=True) as memory:
        return [site.host for site in memory.sites()]


@pytest.mark.parametrize("command", [[], ["show"], ["forget"]], ids=" ".join)
def test_every_command_can_be_asked_for_help(honbun: Command, command: list[str]) -> None:
    done = honbun("memory", *command, "--help")
    assert (done.status, done.err) == (0, "")
    assert b" Usage: " in done.out


def test_hosts_are_shown_as_a_table(honbun: Command, file: Path) -> None:
    done = honbun("memory", "show", file)
    assert (done.status, done.err) == (0, "")
    header, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in done.out.decode().splitlines()
    ]
    assert header == ["host", "kinds", "pages seen", "samples", "last seen"]
    assert rows == [["a.example", "2", "1234", "3", TODAY], ["b.example", "1", "1", "0", TODAY]]


def test_hosts_are_shown_as_json_lines(honbun: Command, file: Path) -> None:
    done = honbun("memory", "show", file, "--json")
    first, second = map(json.loads, done.out.splitlines())
    assert first == {
        "host": "a.example",
        "kinds": 2,
        "pages": 1234,
        "samples": 3,
        "last_seen": TODAY,
    }
    assert second["host"] == "b.example"


@pytest.mark.parametrize("options", [[], ["--json"]], ids=repr)
def test_an_empty_memory_is_told_in_one_line(
    honbun: Command, tmp_path: Path, options: list[str]
) -> None:
    path = tmp_path / "a.memory"
    SiteMemory(path).close()
    done = honbun("memory", "show", path, *options)
    assert (done.status, done.out) == (0, b"")
    assert done.err == f"honbun: {path} remembers nothing yet\n"


def test_what_a_terminal_would_obey_is_spelled_out(honbun: Command, tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "a.memory") as memory:
        memory.save([TemplateUpdate(None, frozenset(), {"\x1b[2j": 1, "": 1})])
    done = honbun("memory", "show", tmp_path / "a.memory")
    assert b"\x1b" not in done.out
    assert rb"\x1b[2j" in done.out
    assert b"(no host)" in done.out


def test_hosts_are_forgotten_and_their_pages_counted(honbun: Command, file: Path) -> None:
    done = honbun("memory", "forget", file, "WWW.A.example", "b.example")
    assert (done.status, done.err) == (0, "")
    assert done.out == b"WWW.A.example: 1,234 pages forgotten\nb.example: 1 page forgotten\n"
    assert hosts(file) == []


def test_an_unknown_host_is_told_and_the_others_are_forgotten(honbun: Command, file: Path) -> None:
    done = honbun("memory", "forget", file, "a.example", "c.example", "b.example")
    assert (done.status, done.err) == (1, f"honbun: c.example is unknown to {file}\n")
    assert done.out.count(b"forgotten") == 2
    assert hosts(file) == []


@pytest.mark.parametrize("command", [["show"], ["forget", "a.example"]], ids=" ".join)
def test_a_file_that_is_not_there_is_told_and_not_made(
    honbun: Command, tmp_path: Path, command: list[str]
) -> None:
    path = tmp_path / "a.memory"
    verb, *rest = command
    done = honbun("memory", verb, path, *rest)
    assert (done.status, done.out) == (2, b"")
    assert done.err == f"honbun: {path}: there is no such file\n"
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_memory_is_told_in_one_line(honbun: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>text", encoding="utf-8")
    done = honbun("memory", "forget", path, "a.example")
    assert (done.status, done.err) == (2, f"honbun: {path}: it is not a site memory\n")
    assert path.read_text(encoding="utf-8") == "<p>text"
