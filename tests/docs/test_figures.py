"""Figures that are told twice are the same both times."""

from __future__ import annotations

import re

import pytest

from tests.docs.book import ROOT

_FIGURES = re.compile(r"[\d.,%× ]+")


def _lines(name: str) -> list[str]:
    """The lines of all tables."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith("|")]


def _figures(line: str) -> tuple[str, ...]:
    cells = (part.strip(" *") for part in line.strip("|").split("|"))
    return tuple(cell for cell in cells if _FIGURES.fullmatch(cell))


def _rows(name: str) -> set[tuple[str, ...]]:
    """The figures of each row that has several."""
    rows = {_figures(line) for line in _lines(name)}
    return {row for row in rows if len(row) > 1}


def test_the_tables_of_the_japanese_readme_have_the_figures_of_the_english_one() -> None:
    translated = _rows("README.ja.md")
    assert len(translated) >= 5
    assert translated <= _rows("README.md")


@pytest.mark.parametrize(
    "label", ["| **default, mean over sites**", "| the papers' method (`--faithful`)"]
)
def test_the_readme_has_the_figures_of_the_page_on_content(label: str) -> None:
    [here], [there] = (
        [_figures(line) for line in _lines(name) if line.startswith(label)]
        for name in ("README.md", "docs/algorithms/content.md")
    )
    assert here == there
    assert len(here) == 5
