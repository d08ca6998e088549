from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import TruthError
from honbun.training.data import examples
from tests.content.site import say, site, title
from tests.evaluation.handmade import write_site
from tests.evaluation.wcxb import row, write_wcxb

if TYPE_CHECKING:
    from pathlib import Path


def pages(count: int) -> dict[str, str]:
    return {f"{number}.html": str(page.html) for number, page in enumerate(site(count))}


def test_folders_of_both_kinds_teach_one_after_the_other(tmp_path: Path) -> None:
    wcxb = write_wcxb(tmp_path / "wcxb", [row(0), row(1, main_content="")])
    # Where the truth of the site is wrong, it does not matter: the collection is the teacher.
    sites = write_site(tmp_path / "sites", "harbour", pages(8), {"title": ["h9"], "body": [".no"]})
    told: list[str] = []
    found = list(examples([wcxb, sites], 1, told.append))
    assert told == [f"reading {wcxb}", f"reading {sites}"]
    assert [example.domain for example in found] == ["site0.example", *["harbour"] * 8]
    for number, example in enumerate(found[1:]):
        kept = [t for t, label in zip(example.seen.sheet.texts, example.labels) if label]
        assert kept == [title(number), *(say(number, part) for part in range(3))]


def test_a_site_of_many_pages_teaches_by_some_of_them(tmp_path: Path) -> None:
    sites = write_site(tmp_path, "harbour", pages(250))
    assert 30 <= len(list(examples([sites], 1, lambda step: None))) <= 200


def test_a_site_of_one_page_teaches_nothing(tmp_path: Path) -> None:
    sites = write_site(tmp_path, "harbour", pages(1))
    assert list(examples([sites], 1, lambda step: None)) == []


def test_a_folder_that_is_neither_cannot_teach(tmp_path: Path) -> None:
    with pytest.raises(TruthError):
        list(examples([tmp_path], 1, lambda step: None))
