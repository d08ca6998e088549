"""Pages that are made to break things: there is an answer, or a failure that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.api import similar
from honbun.page import Page
from honbun.runner.run import Run
from honbun.similar.model import Relation
from tests.similar.written import LAKE, TRAIN, alone, link, page, pairs

if TYPE_CHECKING:
    from honbun.errors import Failure


def body(name: str) -> str:
    """What a page has that is a pair of the page of the same name in `HONEST`."""
    return "".join(f"<p>{one}</p>" for one in alone(*(name + n for n in "1234")))


def made(name: str, more: str = "", url: str | None = None, source: str = "") -> Page:
    return Page(f"<html><body><main>{body(name)}{more}</main></body></html>", url, source)


STRANGE = {
    "surrogate in the address": made("0", url="https://strange.example/\ud800"),
    "surrogate in the host": made("1", url="https://\udcff.example/x"),
    "surrogate in the source": made("2", source="pages/\udcff.html"),
    "surrogate in the text": made("3", f"<p>\ud800{LAKE[0]}</p>", "https://c.example/"),
    "surrogate by reference": made(
        "4", f"<p>&#xD800;{LAKE[0]}</p><a href='/&#xd800;'>x</a>", "https://d.example/"
    ),
    "NUL in the address": made("5", url="https://e.example/\0x"),
    "NUL in the text": made("6", f"<p>\0{LAKE[0]}&#0;</p>", "https://f.example/"),
    "sentence of a megabyte": made("7", f"<p>{'湖' * 400_000}</p>", "https://g.example/"),
    "words of a megabyte": made("8", f"<p>{'lake ' * 200_000}</p>", "https://h.example/"),
    "a hundred thousand links": made(
        "9", "".join(f"<a href=/{n}>x</a>" for n in range(100_000)), "https://i.example/"
    ),
    "no name at all": made("10"),
    "file as the address": made("11", url="/home/hanako/ページ.html"),
    "nonsense in punycode": made("12", url="https://xn--99999999999.xn--/xn--%%%"),
    "half an IPv6 address": made("13", "<base href='http://['><a href='//['>x</a>", "http://[::1/"),
    "deep nesting": Page("<div>" * 20_000 + body("14"), "https://j.example/"),
    "address of a megabyte": made("15", url="https://k.example/" + "a/" * 500_000),
    "host of thousands of labels": made("16", url=f"https://{'a.' * 5_000}example/"),
}
EMPTY = {
    "no body": Page("<html><head><title>x</title></head></html>", "https://l.example/"),
    "frames": Page("<html><frameset><frame src=a></frameset></html>", "https://m.example/"),
    "nothing": Page("", "https://n.example/"),
    "no bytes": Page(b"", "https://o.example/"),
    "quotation marks alone": Page('<p>「」“”""</p><blockquote></blockquote>', "https://q.example/"),
}
REFUSED = [
    Page("<i>" * 600_000, "https://r.example/", "refused.html"),
    Page(b"\0" * 1_000, "https://p.example/", "NULs"),
]


def test_strange_pages_are_pairs_and_the_rest_goes_on() -> None:
    """Each strange page is the copy of an honest one, in one collection with all that is empty."""
    honest = [made(str(n), url=f"https://honest{n}.example/") for n in range(len(STRANGE))]
    failures: list[Failure] = []
    given = [*STRANGE.values(), *REFUSED, *EMPTY.values(), *honest]
    found = list(similar(given, run=Run(on_failure=failures.append)))
    assert [pair.b for pair in found] == [page.url for page in honest]
    assert {pair.relation for pair in found} <= {Relation.COPY, Relation.PLAGIARISM}
    assert [failure.source for failure in failures] == ["refused.html", "NULs"]


def test_half_a_character_in_a_name_is_spelled_out() -> None:
    names = ["a\udcff.html", "a\udcfe.html"]
    found = pairs(*(Page(page("", *LAKE).html, source=name) for name in names))
    assert [(pair.a, pair.b) for pair in found] == [("a\\udcff.html", "a\\udcfe.html")]


def test_pages_without_a_name_are_different_pages_of_different_owners() -> None:
    several = pairs(page("", *LAKE, *TRAIN[:2]), page("", *alone("a"), *LAKE), page("", *TRAIN))
    assert [(pair.a, pair.b) for pair in several] == [("page 0", "page 1"), ("page 0", "page 2")]
    reworded = [one.replace("桟橋", "船着き場").replace("列車", "電車") for one in LAKE]
    [found, *_] = pairs(page("", *LAKE), page("", *reworded))
    assert any("changed a little" in reason for reason in found.because)


def test_page_that_comes_twice_is_one_page() -> None:
    a, b = "https://a.example/", "https://b.example/"
    assert pairs(page(a, *LAKE), page(a, *LAKE)) == []
    found = pairs(page(a, *TRAIN), page(b, *LAKE), page(a, *LAKE, link(b)))
    assert [(pair.a, pair.b) for pair in found] == [(b, a)]


def test_nothing_at_all_is_no_pairs() -> None:
    assert pairs() == []
    assert pairs(page("https://a.example/")) == []
