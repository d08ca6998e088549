"""Errors by kind: of blocks on a page that has every kind, and of posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.sites import Site, read_sites
from honbun.evaluation.errors import content_errors, error_kinds, post_errors
from honbun.evaluation.matching import match, squash
from honbun.evaluation.metrics import Comparison
from tests.evaluation.handmade import write_site

if TYPE_CHECKING:
    from collections.abc import Mapping
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


def erring(sites: list[Site], source: str, missed: list[str], kept: list[str]) -> Comparison:
    """The comparison of a page with these errors."""
    (page,) = [one for site in sites for one in site.articles if one.page.source == source]
    errors = [{"error": "missed", "xpath": xpath} for xpath in missed]
    errors += [{"error": "kept", "xpath": xpath} for xpath in kept]
    described = content_errors((page, page.truth(), errors))
    return Comparison(source, source.partition("/")[0], {}, described)


@pytest.mark.parametrize(
    ("xpath", "kind"),
    [
        ("/html/body/h1", "missed: title"),
        (f"{BODY}/p[1]", "missed: date"),
        (f"{BODY}/p[2]", "missed: body"),
        (f"{BODY}/p[4]", "missed: body, picture"),
        # "by" is body and "Sam Pepper" author: the longer part determines the kind.
        (f"{BODY}/div", "missed: author"),
        ("/html/body/ul/li", "kept: before the title"),
        ("/html/body/div[1]", "kept: between title and body"),
        (f"{BODY}/p[3]", "kept: inside the body"),
        ("/html/body/footer", "kept: after the body"),
        ("/html/body/footer/p", "kept: after the body, picture"),
        ("/html/body/div[3]/p", "kept: comment"),
        ("/html/head", "kept: elsewhere"),
    ],
)
def test_block_has_the_kind_of_its_field_or_position(
    sites: list[Site], xpath: str, kind: str
) -> None:
    missed, kept = ([xpath], []) if kind.startswith("missed") else ([], [xpath])
    wrong = erring(sites, "east/a.html", missed, kept)
    assert [kind[0] for kind in error_kinds([wrong])] == [kind]


def test_kinds_are_counted_by_block_page_and_site_in_descending_order(sites: list[Site]) -> None:
    title, day, first = "/html/body/h1", f"{BODY}/p[1]", f"{BODY}/p[2]"
    pages = [
        erring(sites, "east/a.html", [title, first, f"{BODY}/p[4]"], []),
        erring(sites, "east/b.html", [first], ["/html/body/footer"]),
        erring(sites, "west/a.html", [first, day], []),
        erring(sites, "west/b.html", [], ["/html/body/footer"]),
    ]
    kinds = error_kinds(pages)
    assert [kind[:4] for kind in kinds] == [
        ("missed: body", 3, 3, 2),
        ("kept: after the body", 2, 2, 2),
        ("missed: body, picture", 1, 1, 1),
        ("missed: date", 1, 1, 1),
        ("missed: title", 1, 1, 1),
    ]
    assert [kind[4] for kind in kinds[:3]] == ["east: One.", "west: Next", "east: (picture)"]


def test_article_without_title_begins_with_its_body(tmp_path: Path) -> None:
    html = "<ul><li>Home</ul><div class=body><p>One.<p>Two.</div><p>Next"
    data = write_site(tmp_path, "bare", {"a.html": html}, {"body": [".body"]})
    sites = list(read_sites(data, ("article",)))
    wrong = erring(sites, "bare/a.html", [], ["/html/body/ul/li", "/html/body/p"])
    names = [kind[0] for kind in error_kinds([wrong])]
    assert names == ["kept: after the body", "kept: before the title"]


ANN, BOB, CAT = "Ann: it rained all day.", "Bob: then came the sun.", "Cat: where was that?"


Error = tuple[str, str, tuple[str, ...]]


def errors(found: list[str], true: list[str]) -> list[Error]:
    pairs = match([squash(text) for text in found], [squash(text) for text in true])
    return [_as_tuple(one) for one in post_errors(found, true, pairs)]


def _as_tuple(one: Mapping[str, Any]) -> Error:
    return one["error"], one["text"], tuple(one["parts"])


@pytest.mark.parametrize(
    ("found", "true", "expected"),
    [
        pytest.param([ANN, BOB], [ANN, BOB], [], id="all right"),
        pytest.param([ANN], [ANN, BOB], [("missed", BOB, ())], id="missed"),
        pytest.param([ANN, CAT], [ANN], [("no post", CAT, ())], id="no post"),
        pytest.param(
            [f"{ANN} {BOB}", CAT],
            [ANN, BOB, CAT],
            [("merged", f"{ANN} {BOB}", (ANN, BOB))],
            id="two posts as one",
        ),
        pytest.param(
            ["Ann: it", "rained all day."],
            [ANN],
            [("torn", ANN, ("Ann: it", "rained all day."))],
            id="a post in two pieces",
        ),
        pytest.param(["rained"], [ANN], [("cut", ANN, ("rained",))], id="a part of a post"),
        pytest.param(
            [f"{ANN} Reply, quote, report"],
            [ANN],
            [("overlong", f"{ANN} Reply, quote, report", (ANN,))],
            id="a post with too much",
        ),
        pytest.param(
            ["rained all"],
            ["rained", "It rained all day."],
            [
                ("overlong", "rained all", ("rained",)),
                ("missed", "It rained all day.", ()),
            ],
            id="a found post is reported once",
        ),
        pytest.param(
            [ANN, "Menu", "Bob: then", CAT],
            [ANN, BOB, CAT],
            [("no post", "Menu", ()), ("cut", BOB, ("Bob: then",))],
            id="in the order of the page",
        ),
        pytest.param(
            ["", ANN], [ANN, " "], [("no post", "", ()), ("missed", " ", ())], id="blanks"
        ),
    ],
)
def test_outcome_of_a_true_post_is_described(
    found: list[str], true: list[str], expected: list[Error]
) -> None:
    assert errors(found, true) == expected


TEXTS = st.lists(st.text("ab ", max_size=6), max_size=6)


@given(TEXTS, TEXTS)
def test_every_unmatched_post_is_an_error(found: list[str], true: list[str]) -> None:
    """Matched posts are not errors, unless their text equals that of an unmatched one."""
    pairs = match([squash(text) for text in found], [squash(text) for text in true])
    actual = errors(found, true)
    named = {text for _, text, _ in actual} | {part for _, _, parts in actual for part in parts}
    paired, known = {i for i, _ in pairs}, {j for _, j in pairs}
    assert named == {text for i, text in enumerate(found) if i not in paired} | {
        text for j, text in enumerate(true) if j not in known
    }
    assert bool(actual) == (len(paired) < len(found) or len(known) < len(true))


def test_post_that_is_not_exactly_right_is_inexact() -> None:
    (one,) = post_errors([f"{ANN}!"], [ANN], [(0, 0)], [])
    assert _as_tuple(one) == ("inexact", ANN, (f"{ANN}!",))
