"""Near-duplicates planted from the articles of a site."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.sites import Site, SitePage, read_sites
from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.evaluation.content import evaluate, read_truths
from honbun.evaluation.metrics import total
from honbun.html.blocks import split
from lab.planting.articles import planted
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path

ARTICLE = (
    "<title>T</title><ul><li>Home</ul><h1>Salt &amp; <i>sand</i></h1>"
    '<div class="body wide"><p>One<br>two &lt;b&gt;<img src=a.png>three<p class=ad>Buy<p>four</div>'
    "<div>Next</div>"
)


def texts(page: SitePage) -> list[str]:
    return [text for text in split(page.page.parse()).texts() if text]


def plants_of(site: Site) -> list[SitePage]:
    pages = planted(site).pages
    assert pages[: len(site.pages)] == site.pages
    plants = pages[len(site.pages) :]
    assert {plant.kind for plant in plants} == {"plant"}
    return plants


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (site,) = read_sites(write_site(tmp_path, "numbers", numbered(25)), ("article",))
    return site


def test_every_tenth_article_is_repeated_and_one_list_of_three_is_added(site: Site) -> None:
    plants = plants_of(site)
    assert [plant.page.url for plant in plants] == [
        "https://numbers.example/0.html?from=home",
        "https://numbers.example/10.html?print=1",
        "https://numbers.example/20.html?from=search",
        "https://numbers.example/all.html",
    ]
    sources = [page.page.source for page in planted(site).pages]
    assert len(set(sources)) == len(sources)


def test_only_the_sidebar_changes(site: Site) -> None:
    first, _, last, _ = plants_of(site)
    assert texts(first)[1:] == texts(site.pages[0])
    assert texts(last)[:-1] == texts(site.pages[20])
    assert texts(first)[0] == ".24, on And. 24 about All 24 Number"


def test_markup_is_copied_and_excluded_blocks_are_not(tmp_path: Path) -> None:
    data = write_site(tmp_path, "odd", {"a.html": ARTICLE}, exclude_selectors=[".ad"])
    (site,) = read_sites(data, ("article",))
    plant = plants_of(site)[-1]
    assert str(plant.page.html).endswith(
        "<body><article><h1>Salt &amp; <i>sand</i></h1>"
        '<div class="body wide"><p>One<br>two &lt;b&gt;<img src="a.png">three</p><p>four</p></div>'
        "</article>\n"
    )


def test_planted_pages_are_evidence_and_not_scored(site: Site) -> None:
    truths = read_truths([site])
    find = partial(extract, options=ContentOptions(faithful=True))
    alone = evaluate([site], find, truths)
    with_plants = evaluate([planted(site)], find, truths)
    assert (len(alone), len(with_plants)) == (25, 25)
    # Six articles lose a title and two paragraphs: planted text is on two pages.
    before, after = total(alone)["blocks"], total(with_plants)["blocks"]
    assert (after.true, after.right) == (before.true, before.right - 6 * 3)
