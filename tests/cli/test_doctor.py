"""`honbun doctor`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from honbun.cli import doctor
from honbun.cli.app import app
from honbun.cli.doctor import Finding, State
from honbun.errors import HonbunError

if TYPE_CHECKING:
    from collections.abc import Iterator

WELL = Finding("warc", "read WARC archives", State.WORKS, ("fastwarc 1.1.0",))
LACKING = Finding("web", "serve", State.ABSENT, (), "not installed: starlette", "pip install it")
ILL = Finding("spark", "tables on Spark", State.BROKEN, (), "there is no Java", "install Java")


@pytest.fixture
def finding(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What the checkup finds."""
    findings: list[Finding] = []

    def fixed(_: object) -> Iterator[Finding]:
        yield from findings

    monkeypatch.setattr(doctor, "checkup", fixed)
    return findings


def test_what_works_is_told_with_its_versions(finding: list[Finding]) -> None:
    finding.append(WELL)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0
    assert "warc        works   read WARC archives\n" in done.output
    assert "fastwarc 1.1.0" in done.output


def test_what_is_absent_is_no_failure_and_told_how_to_get(finding: list[Finding]) -> None:
    finding += [WELL, LACKING]
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0
    assert "not installed: starlette" in done.output
    assert "pip install it" in done.output


@pytest.mark.parametrize(("absent", "told"), [(1, False), (2, True)])
def test_what_lacks_much_is_told_how_to_get_it_at_once(
    finding: list[Finding], absent: int, told: bool
) -> None:
    finding += [WELL, *[LACKING] * absent]
    done = CliRunner().invoke(app, ["doctor"])
    assert done.output.endswith("pip install 'honbun[all]'\n") is told


def test_what_is_broken_is_a_failure(finding: list[Finding]) -> None:
    finding += [ILL, WELL]
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 1
    assert "install Java" in done.output


def test_programs_read_it_as_json(finding: list[Finding]) -> None:
    finding += [WELL, ILL]
    done = CliRunner().invoke(app, ["doctor", "--json"])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["part"], row["state"]) for row in rows] == [("warc", "works"), ("spark", "broken")]


def test_a_part_that_there_is_not_is_told() -> None:
    done = CliRunner().invoke(app, ["doctor", "tables"])
    assert isinstance(done.exception, HonbunError)
    assert "no such part: tables" in str(done.exception)


def test_one_part_can_be_asked_for() -> None:
    done = CliRunner().invoke(app, ["doctor", "core", "--json"])
    assert [json.loads(line)["part"] for line in done.stdout.splitlines()] == ["core"]
