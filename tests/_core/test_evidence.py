"""The evidence of the core is that of the plain definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from honbun._core.evidence import FIRST, MOST_PAGES, SECOND, SiteEvidence
from tests._core.plain_evidence import PlainEvidence
from tests._core.sites import layout_of, plain_of
from tests._core.soup import RICH, SENTENCE, SOUP

ALL = 2**64 - 1
MENU = "<nav><a href=/>Home page</a> <a href=/b>All boats</a></nav>"
FOOTER = "<footer><p>Copyright 2010 by the boat people of Anna</footer>"
_BODY = st.lists(
    st.sampled_from(
        (
            *(
                "<p>One boat was seen.",
                "<p>Page 1 of 2",
                "<p>Page 2 of 2",
                "<li>x",
                "<h1>Anna</h1>",
            ),
            *(
                f"<p>{SENTENCE * 2}",
                f"<p>{SENTENCE * 2}B",
                f"<p>{'本文を読む。' * 12}",
                "<div class=post>",
            ),
            *("<p><a href=/x>Read more</a>", "<p>Own words of number 7 here", "</div>", "<ul>"),
        )
    ),
    max_size=7,
).map("".join)
PAGES = _BODY.map(lambda body: f"{MENU}<div class=main>{body}</div>{FOOTER}") | SOUP
SITES = st.lists(PAGES, min_size=1, max_size=5)
SITE = [RICH, RICH.replace("Anna", "Ben"), RICH.replace("<p>d", "<p>q<p>r"), MENU + RICH[:300]]
ARTICLES = [
    f"{MENU}<h1>Boat {n}</h1><p>{SENTENCE.replace('Anna', f'B{n}x')}{FOOTER}" for n in "abcd"
]


def check(found: np.ndarray, plain: dict[str, list[float]], names: tuple[str, ...]) -> None:
    assert tuple(plain) == names
    for name, line in zip(names, found, strict=True):
        assert line.tolist() == pytest.approx(plain[name], rel=1e-4, abs=1e-5, nan_ok=True), name


def site_of(pages: list[str]) -> tuple[SiteEvidence, PlainEvidence]:
    plain = [plain_of(html, titled=True) for html in pages]
    return SiteEvidence([layout_of(html, titled=True) for html in pages]), PlainEvidence(plain)


@given(SITES, PAGES, st.integers(0, ALL))
@example(ARTICLES, ARTICLES[0], ALL)
@example(SITE, RICH + MENU, ALL)
@example([f"<p>{SENTENCE * 4}", f"<p>{SENTENCE * 4}<p>x"], f"<p>{SENTENCE * 4}<p>y", ALL)
@example(ARTICLES * 6, ARTICLES[1] + "<p>more", ALL)
def test_comparable_pages_equal_the_plain_definition(
    pages: list[str], html: str, allowed: int
) -> None:
    site, plain = site_of(pages)
    for one in (html, *pages):
        near, same, similarity = site.comparable(layout_of(one), allowed)
        assert (near, same) == plain.comparable(plain_of(one), allowed)[:2]
        assert similarity == pytest.approx(plain.comparable(plain_of(one), allowed)[2])
        assert not near & ~allowed
        assert not same & ~near
        assert site.duplicate_of(layout_of(one)) == plain.duplicate_of(plain_of(one))


@given(SITES, PAGES, st.integers(0, ALL))
@example(ARTICLES, ARTICLES[0], 14)
@example(SITE, RICH.replace("sink", "float") + MENU, ALL)
@example([*SITE, *ARTICLES], SITE[2] + MENU, 0b11101011)
@example(ARTICLES, ARTICLES[0].replace("Boat", "A new boat"), 15)
@settings(max_examples=30)
def test_first_features_equal_the_plain_definition(
    pages: list[str], html: str, allowed: int
) -> None:
    site, plain = site_of(pages)
    layout, page = layout_of(html), plain_of(html)
    near, same, similarity = site.comparable(layout, allowed)
    found = site.first(layout, near, same, similarity)
    assert found.shape == (len(FIRST), layout.rows)
    if near:
        check(found, plain.first(page, near, same, similarity), FIRST)
    else:
        assert np.isnan(found).all()


@given(SITES, PAGES, st.integers(0, 31), st.integers(0, 31))
@example(ARTICLES, ARTICLES[0], 15, 6)
@example(SITE, RICH + MENU, 13, 7)
def test_second_features_equal_the_plain_definition(
    pages: list[str], html: str, same: int, scored: int
) -> None:
    site, plain = site_of(pages)
    same &= (1 << len(pages)) - 1
    for number, page in enumerate(plain.pages):
        if scored >> number & 1 and page.rows:
            page.scores = [row % 5 / 4 for row in range(len(page.rows))]
            site.set_scores(number, np.array(page.scores, dtype=np.float32))
    found = site.second(layout_of(html), same)
    check(found, plain.second(plain_of(html), same), SECOND)
    site.clear_scores()
    assert np.isnan(site.second(layout_of(html), same)).all()


@given(SITES, PAGES, st.integers(0, 31), st.permutations(range(5)))
@example(SITE, RICH + MENU, 13, [2, 0, 1, 3, 4])
def test_second_scores_are_means_at_each_place_in_any_order(
    pages: list[str], html: str, same: int, order: list[int]
) -> None:
    site, plain = site_of(pages)
    for number in order:
        if number < len(pages):
            scores = [row % 5 / 4 for row in range(len(plain.pages[number].rows))]
            site.set_second_scores(number, np.array(scores, dtype=np.float32))
            plain.pages[number].scores = scores
    found = site.second_scores(layout_of(html), same)
    expected = plain.second(plain_of(html), same)["score at place"]
    assert found.tolist() == pytest.approx(expected, rel=1e-4, nan_ok=True)
    site.clear_scores()
    assert np.isnan(site.second_scores(layout_of(html), same)).all()


@given(SITES, PAGES)
def test_pages_with_a_text_are_those_that_have_it(pages: list[str], html: str) -> None:
    site, plain = site_of(pages)
    for row, text in enumerate(plain_of(html).rows):
        having = plain.having(ALL, lambda page, text=text: text.text in page.texts())  # type: ignore[misc]
        assert site.pages_with(layout_of(html), row) == sum(1 << number for number in having)


def test_blocks_with_one_key_inside_each_other_vote_once() -> None:
    deep = "<div>" * 60 + f"<p>{SENTENCE}</p>" + "</div>" * 60
    site, plain = site_of([deep + "<p>x", deep + "<p>y"])
    page = deep + "<p>z" * 3
    found = site.first(layout_of(page), 3, 3, 1.0)
    check(found, plain.first(plain_of(page), 3, 3, 1.0), FIRST)


def test_only_pages_of_the_site_are_counted() -> None:
    site, _ = site_of(ARTICLES)
    layout = layout_of(ARTICLES[0])
    assert site.comparable(layout, ALL)[0] < 1 << len(ARTICLES)
    assert (site.pages_with(layout, 0), len(site), site.scored) == (15, 4, False)


def test_most_pages_fill_all_bits() -> None:
    pages = [f"{MENU}<p>Page of its own: {number * 'x'}" for number in range(MOST_PAGES)]
    site, plain = site_of(pages)
    new = f"{MENU}<p>Another"
    assert site.pages_with(layout_of(new), 0) == ALL
    near, same, _ = site.comparable(layout_of(new))
    assert (near, same) == plain.comparable(plain_of(new), ALL)[:2]
    assert near.bit_count() == 20


def test_site_without_pages_has_no_evidence() -> None:
    site, page = SiteEvidence([]), layout_of("<p>x")
    assert site.comparable(page) == (0, 0, 0.0)
    assert np.isnan(site.first(page, 0, 0, 0.0)).all()


def test_what_cannot_be_evidence_is_refused() -> None:
    page = layout_of("<p>x")
    with pytest.raises(ValueError, match="more than 64"):
        SiteEvidence([page] * 65)
    with pytest.raises(TypeError):
        SiteEvidence([page, None])  # type: ignore[list-item]
    site = SiteEvidence([page])
    for number in (-1, 1):
        for keep in (site.set_scores, site.set_second_scores):
            with pytest.raises(IndexError):
                keep(number, np.ones(1, dtype=np.float32))
    with pytest.raises(IndexError):
        site.pages_with(page, 1)
    with pytest.raises(ValueError, match="each segment has a score"):
        site.set_scores(0, np.ones(2, dtype=np.float32))
