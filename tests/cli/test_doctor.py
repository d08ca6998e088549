"""`honbun doctor`: which parts work here."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

from honbun.cli import doctor
from honbun.cli.doctor import CHECKS, Finding, examine, requirements
from honbun.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Command

DECLARED = [
    "numpy>=1.26",
    "fastwarc<2,>=1.1; extra == 'warc'",
    "ibis-framework[duckdb]<13,>=12; extra == 'similar'",
    "honbun[similar]; extra == 'spark'",
    "pyspark<5,>=4.0; extra == 'spark'",
]


def works() -> None:
    pass


def fails() -> None:
    raise EngineError("Java is not installed")


@pytest.fixture
def finding(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Finding]:
    """The finding about a part that requires mesh>=2, of which a version is installed."""

    def find(version: str | None, check: Callable[[], None] = works, part: str = "warc") -> Finding:
        monkeypatch.setattr(doctor, "requirements", lambda _: [Requirement("mesh>=2")])
        monkeypatch.setattr(doctor, "_installed", lambda _: version)
        monkeypatch.setitem(CHECKS, part, ("sieve", check))
        return examine(part)

    return find


@pytest.mark.parametrize("part", [part for part in CHECKS if part not in ("spark", "train")])
def test_installed_parts_work(part: str) -> None:
    finding = examine(part)
    assert finding.state == "works", finding.problem


def test_missing_package_is_absent_and_only_in_the_core_broken(
    finding: Callable[..., Finding],
) -> None:
    absent = finding(None)
    assert (absent.state, absent.problem) == ("absent", "not installed: mesh")
    assert absent.remedy == "pip install 'honbun[warc]'"
    assert finding(None, part="core").state == "broken"


def test_old_version_is_broken(finding: Callable[..., Finding]) -> None:
    found = finding("1.10")
    assert (found.state, found.problem) == ("broken", "mesh 1.10 is installed, but >=2 is needed")
    assert finding("2.0rc1.post1").state == "broken"
    assert finding("2.1.dev3").state == "works"


def test_check_that_fails_is_broken(finding: Callable[..., Finding]) -> None:
    found = finding("3", fails, "spark")
    assert (found.state, found.problem) == ("broken", "Java is not installed")
    assert "JAVA_HOME" in (found.remedy or "")


def test_requirements_are_those_of_the_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda _: DECLARED)
    assert [str(one) for one in requirements("core")] == ["numpy>=1.26"]
    assert [str(one.specifier) for one in requirements("warc")] == ["<2,>=1.1"]
    assert [one.name for one in requirements("spark")] == ["ibis-framework", "pyspark"]
    assert [one.name for one in requirements("similar")] == ["ibis-framework"]


def test_every_extra_for_users_is_checked() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    groups = {"all", "papers"}
    for_developers = {"dev", "integrations", "bench", "peers", "docs", "soak"}
    for_users = set(extras) - groups - for_developers
    assert for_users == set(CHECKS) - {"core"}


@pytest.mark.parametrize(
    ("states", "status"), [(["works", "absent", "absent"], 0), (["broken"], 1)]
)
def test_command_reports_findings(
    honbun: Command, monkeypatch: pytest.MonkeyPatch, states: list[str], status: int
) -> None:
    findings = [Finding("warc", "read", state, ("a 1",), "why", "how") for state in states]  # type: ignore[arg-type]
    parts = dict(zip(CHECKS, findings))
    monkeypatch.setattr(doctor, "examine", parts.__getitem__)
    done = honbun("doctor", *parts)
    assert done.status == status
    assert f"warc        {states[0]:<7} read\n" in done.out.decode()
    assert done.out.decode().endswith("'honbun[all]'\n") is (states.count("absent") > 1)
    rows = honbun("doctor", "--json", *parts).rows()
    assert [row["state"] for row in rows] == states
    assert list(rows[0]) == ["part", "job", "state", "packages", "said", "remedy"]
