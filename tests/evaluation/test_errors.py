"""Errors by kind, on a page where each kind can be pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.evaluation.content import Comparison, Judge, compare
from honbun.evaluation.errors import error_kinds
from honbun.evaluation.sites import Site, read_sites
from tests.evaluation.handmade import write_site

if TYPE_CHECKING:
    from pathlib import Path

HTML = (
    "<ul><li>Home</ul>"
    "<h1>Salt</h1>"
    "<div class=tags>Kitchen</div>"
    "<div class=body><p class=day>2 May<p>One.<p class=ad>Buy<p><img src=a.png>"
    "<div>by <b>Sam Pepper</b></div></div>"
    "<footer>Next<p><img src=b.png></footer>"
    "<div class=talk><p>First!</div>"
)
FIELDS = {"title": ["h1"], "date": [".day"], "author": [".body b"], "body": [".body"]}
BODY = "/html/body/div[2]"


@pytest.fixture
def sites(tmp_path: Path) -> list[Site]:
    for name in ("east", "west"):
        write_site(
            tmp_path,
            name,
            {"a.html": HTML, "b.html": HTML},
            FIELDS,
            exclude_selectors=[".ad", ".talk"],
            comment_selectors=[".talk"],
        )
    return list(read_sites(tmp_path, ("article",)))


def erring(judge: Judge, source: str, missed: list[str], kept: list[str]) -> Comparison:
    score = compare(source, None, judge.truths[source]).score
    return Comparison(score, missed, kept)


def counted(sites: list[Site], missed: list[str], kept: list[str]) -> list[str]:
    """The names of the kinds where one page errs so."""
    judge = Judge.of(sites)
    return [k.name for k in error_kinds(sites, [erring(judge, "east/a.html", missed, kept)], judge)]


@pytest.mark.parametrize(
    ("xpath", "kind"),
    [
        ("/html/body/h1", "missed: title"),
        (f"{BODY}/p[1]", "missed: date"),
        (f"{BODY}/p[2]", "missed: body"),
        (f"{BODY}/p[4]", "missed: body, picture"),
        # "by" is body and "Sam Pepper" author: the greater part names the block.
        (f"{BODY}/div", "missed: author"),
    ],
)
def test_what_is_missed_is_told_by_its_field(sites: list[Site], xpath: str, kind: str) -> None:
    assert counted(sites, [xpath], []) == [kind]


@pytest.mark.parametrize(
    ("xpath", "kind"),
    [
        ("/html/body/ul/li", "kept: before the title"),
        ("/html/body/div[1]", "kept: between title and body"),
        (f"{BODY}/p[3]", "kept: inside the body"),
        ("/html/body/footer", "kept: after the body"),
        ("/html/body/footer/p", "kept: after the body, picture"),
        ("/html/body/div[3]/p", "kept: comment"),
        ("/html/head", "kept: elsewhere"),
    ],
)
def test_what_is_kept_is_told_by_its_place(sites: list[Site], xpath: str, kind: str) -> None:
    assert counted(sites, [], [xpath]) == [kind]


def test_kinds_are_counted_by_block_page_and_site_the_commonest_first(sites: list[Site]) -> None:
    judge = Judge.of(sites)
    title, day, first = "/html/body/h1", f"{BODY}/p[1]", f"{BODY}/p[2]"
    pages = [
        erring(judge, "east/a.html", [title, first, f"{BODY}/p[4]"], []),
        erring(judge, "east/b.html", [first], ["/html/body/footer"]),
        erring(judge, "west/a.html", [first, day], []),
        erring(judge, "west/b.html", [], ["/html/body/footer"]),
    ]
    kinds = error_kinds(sites, pages, judge)
    assert [(kind.name, kind.blocks, kind.pages, kind.sites) for kind in kinds] == [
        ("missed: body", 3, 3, 2),
        ("kept: after the body", 2, 2, 2),
        ("missed: body, picture", 1, 1, 1),
        ("missed: date", 1, 1, 1),
        ("missed: title", 1, 1, 1),
    ]
    assert [kind.example for kind in kinds[:3]] == ["east: One.", "west: Next", "east: (picture)"]


def test_pages_without_errors_count_for_nothing(sites: list[Site]) -> None:
    judge = Judge.of(sites)
    assert error_kinds(sites, [erring(judge, "east/a.html", [], [])], judge) == []


def test_an_article_without_title_begins_with_its_body(tmp_path: Path) -> None:
    html = "<ul><li>Home</ul><div class=body><p>One.<p>Two.</div><p>Next"
    data = write_site(tmp_path, "bare", {"a.html": html}, {"body": [".body"]})
    sites = list(read_sites(data, ("article",)))
    judge = Judge.of(sites)
    wrong = erring(judge, "bare/a.html", [], ["/html/body/ul/li", "/html/body/p"])
    names = [kind.name for kind in error_kinds(sites, [wrong], judge)]
    assert names == ["kept: after the body", "kept: before the title"]
