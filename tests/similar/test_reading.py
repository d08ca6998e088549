"""A page as a row: its sentences, links, address and date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import HonbunError
from honbun.similar.model import SimilarOptions
from honbun.similar.reading import Reader
from honbun.text.urls import url_key
from tests.similar.written import BREAD, HARBOUR, LAKE, TRAIN, dated, page

if TYPE_CHECKING:
    from honbun.page import Page

URL = "https://www.mizuumi.example/a/b.html"
READER = Reader(SimilarOptions(region="paper"))


def targets(page: Page) -> list[int]:
    return [link.target for link in READER.read(page).links]


def texts(page: Page, options: SimilarOptions | None = None) -> list[str]:
    reader = Reader(options) if options else READER
    return [one.text for one in reader.read(page).sentences]


def test_links_are_listed_once_per_target_page() -> None:
    found = page(
        URL,
        *LAKE,
        '<a href="/c">1</a><a href="//MIZUUMI.example/c#x">2</a><a href="d.html">3</a>',
        '<a href="#x">4</a><a href="b.html">5</a><a href="mailto:a@b.example">6</a>'
        '<a href="javascript:x()">7</a><a>8</a><a href="">9</a>',
    )
    assert targets(found) == [
        url_key("https://mizuumi.example/c"),
        url_key("https://mizuumi.example/a/d.html"),
    ]


def test_links_are_relative_to_the_base_element() -> None:
    found = page(URL, '<a href="c">1</a><a href="#x">2</a>', head="<base href='//b.example/x/'>")
    assert targets(found) == [url_key("https://b.example/x/c")]


def test_link_has_the_position_of_its_first_occurrence() -> None:
    found = page(URL, LAKE[0], '<p><a href="/c">1</a></p>', LAKE[1], '<p><a href="/c">2</a></p>')
    [link] = READER.read(found).links
    assert link.start == len(LAKE[0])


def test_links_are_limited_to_ten_thousand() -> None:
    assert len(targets(page(URL, "".join(f"<a href=/{n}>x</a> " for n in range(12_000))))) == 10_000


def test_pages_with_equal_sentences_have_equal_digests() -> None:
    pages = [page(URL, *LAKE), page("https://b.example/", *LAKE[1:], LAKE[0]), page(URL, *LAKE[1:])]
    one, same, other = (READER.read(page).digest for page in pages)
    assert one == same != other
    assert READER.read(page(URL, "短い。")).digest is None


def test_pages_of_a_site_share_an_owner() -> None:
    a, b = READER.read(page(URL, *LAKE)), READER.read(page("http://x.mizuumi.example/", *LAKE))
    assert a.site == b.site == a.owner == b.owner != 0
    c, d = (READER.read(page(url, *LAKE)) for url in ("pages/1.html", "pages/2.html"))
    assert c.site == d.site == 0
    assert c.owner != d.owner


def test_date_is_the_declared_one() -> None:
    assert READER.read(page(URL, *LAKE, head=dated("2024-05-01"))).date == "2024-05-01"
    assert READER.read(page(URL, *LAKE)).date is None


def test_text_in_a_form_is_excluded() -> None:
    form = f"<form><p>{TRAIN[0]}</p></form>"
    assert texts(page(URL, *LAKE, form, *BREAD)) == [*LAKE, *BREAD]


def test_form_around_most_of_the_page_is_included() -> None:
    form = "<form>" + "".join(f"<p>{one}</p>" for one in LAKE) + "</form>"
    assert texts(page(URL, form, TRAIN[0])) == [*LAKE, TRAIN[0]]


def test_region_is_the_content_or_the_whole_page() -> None:
    menu = "".join(f'<li><a href="/{n}">{one}</a></li>' for n, one in enumerate(TRAIN))
    found = page(URL, f"<ul>{menu}</ul>", *(f"<p>{one}</p>" for one in (*LAKE, *BREAD)))
    assert texts(found) == [*LAKE, *BREAD]
    assert texts(found, SimilarOptions(region="page")) == [*TRAIN, *LAKE, *BREAD]


def test_all_sentences_of_a_link_page_count() -> None:
    menu = "".join(f'<p><a href="/{n}">{one}</a></p>' for n, one in enumerate(TRAIN))
    assert texts(page(URL, menu)) == TRAIN


def test_content_flags_can_be_supplied() -> None:
    found = page(URL, *LAKE, *HARBOUR)
    options = SimilarOptions(region="content")
    reader = Reader(options, lambda blocks, *_: {blocks.tree.find("p")[1]})
    read = reader.read(found).sentences
    assert [one.text for one in read if one.content] == [LAKE[1]]
    assert [one.text for one in read] == [*LAKE, *HARBOUR]  # of the paper's region, for one's site
    with pytest.raises(HonbunError, match="contents"):
        Reader(options)


@pytest.mark.parametrize(
    "wrong",
    [{"min_length": 0}, {"max_pages": 1}, {"region": "all"}, {"sentences": -1}],
)  # fmt: skip
def test_invalid_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(HonbunError):
        SimilarOptions(**wrong)  # type: ignore[arg-type]
