"""The curve of F1 against the pages of a site that are given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from honbun.errors import HonbunError
from honbun.evaluation.curve import CurvePage, curve, lines, parse_sizes
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable


def pages(site: str, count: int, group: str = "data") -> list[CurvePage]:
    def score(content: Any) -> float:
        return content.pages / 100 if content else 0.0

    return [
        CurvePage(Page("", source=f"{site}/{number}"), site, group, score)
        for number in range(count)
    ]


class Counter:
    """Returns for each page how many pages of its site it was given with."""

    def __init__(self) -> None:
        self.given: list[list[str]] = []

    def __call__(self, collection: Iterable[Page]) -> list[Any]:
        sources = [page.source for page in collection]
        self.given.append(sources)
        sites = [source.split("/")[0] for source in sources]
        return [
            SimpleNamespace(source=source, pages=sites.count(site))
            for source, site in zip(sources, sites)
        ]


def test_same_pages_are_scored_with_so_many_pages_of_their_site() -> None:
    extract = Counter()
    everything = [*pages("a", 11), *pages("b", 40, "other"), *pages("small", 9)]
    table = curve(everything, extract, [1, 4, 30, 100])
    assert table.header == ("pages of the site", "scored", "1", "4", "30", "100")
    first, second, both = (list(row) for row in table.rows)
    assert first == ["data", 11, *map(pytest.approx, [0.01, 0.04, 0.11, 0.11])]
    assert second == ["other", 25, *map(pytest.approx, [0.01, 0.04, 0.30, 0.40])]
    assert both[:2] == ["all", 36]
    assert all(len(set(given)) == len(given) for given in extract.given)


def test_lines_have_the_numbers_of_pages_as_x() -> None:
    table = curve(pages("a", 10), Counter(), [1, 10])
    (points,) = lines(table).points.values()
    assert [x for x, _ in points] == [1, 10]
    assert [y for _, y in points] == pytest.approx([0.01, 0.1])


def test_curve_without_large_sites_is_reported() -> None:
    with pytest.raises(HonbunError, match="no site has 10 pages"):
        curve(pages("a", 9), Counter(), [1])


@pytest.mark.parametrize("text", ["", "0,1", "a", "1;2"])
def test_wrong_sizes_are_reported(text: str) -> None:
    with pytest.raises(HonbunError, match="must be numbers with commas"):
        parse_sizes(text)
