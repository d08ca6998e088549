"""`honbun memory`: show a site memory, and forget sites."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from honbun.content.memory import SiteUpdate, StoredPage
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

TODAY = time.strftime("%Y-%m-%d", time.gmtime())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sites.memory"
    pages = [StoredPage(f"https://www.a.example/{number}", b"", b"") for number in range(3)]
    with SiteMemory(path) as memory:
        memory.save([SiteUpdate("a.example", pages, 1234, redesigned=True)])
        memory.save([SiteUpdate("b.example", [], 1, redesigned=False)])
    return path


def test_sites_are_shown_as_a_table_and_as_json_lines(honbun: Command, file: Path) -> None:
    done = honbun("memory", "show", file)
    assert (done.status, done.err) == (0, "")
    header, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in done.out.decode().splitlines()
    ]
    assert header == ["site", "pages seen", "stored", "redesigns", "last seen"]
    assert rows == [["a.example", "1234", "3", "1", TODAY], ["b.example", "1", "0", "0", TODAY]]
    first, second = honbun("memory", "show", file, "--json").rows()
    assert first == {
        "site": "a.example",
        "seen": 1234,
        "pages": 3,
        "redesigns": 1,
        "first_seen": TODAY,
        "last_seen": TODAY,
    }
    assert second["site"] == "b.example"


def test_empty_memory_is_reported(honbun: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.memory"
    SiteMemory(path).close()
    done = honbun("memory", "show", path)
    assert (done.status, done.out, done.err) == (0, b"", f"honbun: {path} is empty\n")


def test_control_characters_are_escaped(honbun: Command, tmp_path: Path) -> None:
    with SiteMemory(tmp_path / "a.memory") as memory:
        memory.save([SiteUpdate(name, [], 1, redesigned=False) for name in ("\x1b[2j", "")])
    out = honbun("memory", "show", tmp_path / "a.memory").out
    assert b"\x1b" not in out
    assert rb"\x1b[2j" in out
    assert b"(no address)" in out


def test_sites_are_forgotten_and_an_unknown_one_is_reported(honbun: Command, file: Path) -> None:
    done = honbun("memory", "forget", file, "WWW.A.example", "c.example", "b.example")
    assert (done.status, done.err) == (1, f"honbun: c.example is not in {file}\n")
    assert done.out == b"WWW.A.example: 1,234 pages forgotten\nb.example: 1 page forgotten\n"
    assert honbun("memory", "show", file).err == f"honbun: {file} is empty\n"
