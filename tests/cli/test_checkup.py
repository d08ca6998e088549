"""Parts of honbun, tried."""

from __future__ import annotations

import pytest

from honbun.cli import doctor as module
from honbun.cli.doctor import CORE, TRIALS, Finding, Requirement, State, Trial, checkup
from honbun.errors import EngineError

QUICK = [one for one in (CORE, *TRIALS) if one.part not in ("spark", "plot", "train")]


def works() -> None:
    pass


def fails() -> None:
    raise EngineError("there is no Java")


def found(
    monkeypatch: pytest.MonkeyPatch, trial: Trial, *asked: Requirement, version: str | None = "1.0"
) -> Finding:
    monkeypatch.setattr(module, "requirements", lambda: {trial.part: list(asked)})
    monkeypatch.setattr(Requirement, "installed", lambda _: version)
    [finding] = checkup([trial])
    return finding


@pytest.mark.parametrize("trial", QUICK, ids=lambda trial: trial.part)
def test_what_is_installed_here_works(trial: Trial) -> None:
    [finding] = checkup([trial])
    assert finding.state is State.WORKS, finding.said


@pytest.mark.spark
def test_spark_works_where_there_is_java(spark: object) -> None:
    """The session of the suite is joined, and goes on."""
    [finding] = checkup([one for one in TRIALS if one.part == "spark"])
    assert finding.state is State.WORKS, finding.said


def test_a_missing_package_is_absence_and_told_how_to_get(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial("sieve", "sieve", works)
    finding = found(monkeypatch, trial, Requirement("mesh", ">=1"), version=None)
    assert finding.state is State.ABSENT
    assert finding.said == "not installed: mesh"
    assert finding.remedy == "pip install 'honbun[sieve]'"


def test_a_package_of_the_core_must_not_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = found(monkeypatch, CORE, Requirement("mesh", ">=1"), version=None)
    assert finding.state is State.BROKEN


def test_a_version_out_of_bounds_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial("sieve", "sieve", works)
    finding = found(monkeypatch, trial, Requirement("mesh", ">=2"))
    assert finding.state is State.BROKEN
    assert finding.said == "mesh 1.0 is installed, and >=2 is needed"


def test_what_fails_is_broken_and_says_its_own_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial("sieve", "sieve", fails, "install Java")
    finding = found(monkeypatch, trial, Requirement("mesh", ">=1"))
    assert finding.state is State.BROKEN
    assert (finding.said, finding.remedy) == ("there is no Java", "install Java")
