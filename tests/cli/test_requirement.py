"""What extras ask for, as the installed package says it."""

from __future__ import annotations

from importlib import metadata

import pytest

from honbun.cli.doctor import CORE, TRIALS, Requirement, requirements


def told(monkeypatch: pytest.MonkeyPatch, *lines: str) -> dict[str, list[Requirement]]:
    monkeypatch.setattr(metadata, "requires", lambda _: list(lines))
    return requirements()


def test_what_is_always_asked_for_is_that_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, "numpy>=1.26") == {"core": [Requirement("numpy", ">=1.26")]}


def test_an_extra_asks_for_what_stands_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(monkeypatch, "fastwarc<2,>=1.1; extra == 'warc'", "pyarrow>=17; extra == 'x'")
    assert found["warc"] == [Requirement("fastwarc", "<2,>=1.1")]


def test_an_extra_within_an_extra_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(
        monkeypatch,
        "httpx<1,>=0.27; extra == 'fetch'",
        "honbun[fetch]; extra == 'web'",
        "starlette>=0.46; extra == 'web'",
    )
    assert {one.package for one in found["web"]} == {"httpx", "starlette"}


def test_extras_of_other_packages_are_not_taken_for_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(monkeypatch, "ibis-framework[duckdb]<13,>=12; extra == 'similar'")
    assert found["similar"] == [Requirement("ibis-framework", "<13,>=12")]


def test_a_package_run_from_its_folder_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(_: str) -> list[str]:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", absent)
    assert requirements() == {}


@pytest.mark.parametrize(
    ("bounds", "version", "accepted"),
    [
        (">=1.1,<2", "1.10", True),
        (">=1.1,<2", "1.1", True),
        (">=1.1,<2", "1.1.0.post1", True),
        (">=1.1,<2", "2.0.0", False),
        (">=1.1.0", "1.1", True),
        ("!=1.3", "1.3.0", False),
        ("<=3", "3.0", True),
        (">3", "3.0", False),
        ("", "0.0.1", True),
    ],
)
def test_versions_are_held_against_the_bounds(bounds: str, version: str, accepted: bool) -> None:
    assert Requirement("x", bounds).accepts(version) is accepted


def test_every_extra_that_users_install_is_tried() -> None:
    """Extras for developers, and those that are only several others, are not."""
    asked = set(requirements()) - {"all", "dev", "bench", "peers", "docs", "soak"}
    assert asked <= {CORE.part, *(one.part for one in TRIALS)}
