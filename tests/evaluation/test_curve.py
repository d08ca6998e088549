"""Collections of a few pages, drawn from a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.model import ContentOptions
from honbun.evaluation.content import Judge, evaluate
from honbun.evaluation.curve import curve, draw
from honbun.evaluation.plot import draw_curve
from honbun.evaluation.sites import Site, read_sites
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path


def site_of(tmp_path: Path, count: int, name: str = "numbers") -> Site:
    (site,) = read_sites(write_site(tmp_path, name, numbered(count)), ("article",), only=[name])
    return site


def drawn(site: Site, size: int) -> list[list[str]]:
    return [[page.page.source for page in pages] for pages in draw(site, size)]


@pytest.mark.parametrize(("size", "collections"), [(2, 20), (3, 14), (20, 2), (24, 2)])
def test_every_site_judges_forty_pages_and_each_before_any_twice(
    tmp_path: Path, size: int, collections: int
) -> None:
    site = site_of(tmp_path, 25)
    samples = drawn(site, size)
    assert [len(set(sample)) for sample in samples] == [size] * collections
    in_order = [source for sample in samples for source in sample]
    assert len(set(in_order[:25])) == 25
    assert in_order[:2] != [page.page.source for page in site.pages[:2]]


def test_draws_are_the_same_in_every_run_and_differ_between_sites(tmp_path: Path) -> None:
    here, there = site_of(tmp_path, 25, "here"), site_of(tmp_path, 25, "there")
    assert drawn(here, 5) == drawn(here, 5)
    renamed = [[source.replace("here/", "there/") for source in s] for s in drawn(here, 5)]
    assert renamed != drawn(there, 5)


def test_a_small_site_stands_with_all_its_pages(tmp_path: Path) -> None:
    site = site_of(tmp_path, 3)
    (sample,) = drawn(site, 5)
    assert sorted(sample) == [page.page.source for page in site.pages]


def test_the_curve_ends_with_all_pages(tmp_path: Path) -> None:
    sites = [site_of(tmp_path, 6, "big"), site_of(tmp_path, 3, "small")]
    judge = Judge.of(sites)
    options = ContentOptions(faithful=True)
    points = curve(sites, options, judge)
    assert [point.size for point in points] == ["2", "3", "5", "all"]
    assert [point.judged for point in points] == [40 + 40, 42 + 3, 40 + 3, 6 + 3]
    assert points[-1].means == evaluate(sites, options, judge).macro


def test_list_pages_are_not_drawn(tmp_path: Path) -> None:
    pages = {**numbered(3), "list.html": "<h1>All</h1>"}
    (site,) = read_sites(write_site(tmp_path, "listed", pages), ("article", "list"))
    assert [len(sample) for sample in drawn(site, 9)] == [3]


def test_a_curve_is_drawn_as_png_and_svg(tmp_path: Path) -> None:
    site = site_of(tmp_path, 4)
    points = curve([site], ContentOptions(faithful=True), Judge.of([site]))
    paths = draw_curve(points, tmp_path / "figure.png")
    assert [path.name for path in paths] == ["figure.png", "figure.svg"]
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "<svg" in paths[1].read_text(encoding="utf-8")
