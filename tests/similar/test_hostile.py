"""Hostile pages give a result or a reported failure."""

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
    """The body that a hostile page shares with its honest counterpart."""
    return "".join(f"<p>{one}</p>" for one in alone(*(name + n for n in "1234")))


def hostile_page(name: str, more: str = "", url: str | None = None, source: str = "") -> Page:
    return Page(f"<html><body><main>{body(name)}{more}</main></body></html>", url, source)


STRANGE = {
    "surrogate in the address": hostile_page("0", url="https://strange.example/\ud800"),
    "surrogate in the host": hostile_page("1", url="https://\udcff.example/x"),
    "surrogate in the source": hostile_page("2", source="pages/\udcff.html"),
    "surrogate in the text": hostile_page("3", f"<p>\ud800{LAKE[0]}</p>", "https://c.example/"),
    "surrogate by reference": hostile_page(
        "4", f"<p>&#xD800;{LAKE[0]}</p><a href='/&#xd800;'>x</a>", "https://d.example/"
    ),
    "NUL in the address": hostile_page("5", url="https://e.example/\0x"),
    "NUL in the text": hostile_page("6", f"<p>\0{LAKE[0]}&#0;</p>", "https://f.example/"),
    "sentence of 100,000 characters": hostile_page(
        "7", f"<p>{'湖' * 100_000}</p>", "https://g.example/"
    ),
    "words of 200,000 characters": hostile_page(
        "8", f"<p>{'lake ' * 40_000}</p>", "https://h.example/"
    ),
    "twenty thousand links": hostile_page(
        "9", "".join(f"<a href=/{n}>x</a>" for n in range(20_000)), "https://i.example/"
    ),
    "no name at all": hostile_page("10"),
    "file as the address": hostile_page("11", url="/home/hanako/ページ.html"),
    "nonsense in punycode": hostile_page("12", url="https://xn--99999999999.xn--/xn--%%%"),
    "half an IPv6 address": hostile_page(
        "13", "<base href='http://['><a href='//['>x</a>", "http://[::1/"
    ),
    "deep nesting": Page("<div>" * 5_000 + body("14"), "https://j.example/"),
    "address of 100,000 characters": hostile_page("15", url="https://k.example/" + "a/" * 50_000),
    "host of thousands of labels": hostile_page("16", url=f"https://{'a.' * 5_000}example/"),
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


def test_strange_pages_are_paired_and_the_run_continues() -> None:
    """Each strange page copies an honest one; the collection also has empty pages."""
    honest = [hostile_page(str(n), url=f"https://honest{n}.example/") for n in range(len(STRANGE))]
    failures: list[Failure] = []
    pages = [*STRANGE.values(), *REFUSED, *EMPTY.values(), *honest]
    found = list(similar(pages, run=Run(on_failure=failures.append)))
    assert [pair.b for pair in found] == [page.url for page in honest]
    assert {pair.relation for pair in found} <= {Relation.COPY, Relation.PLAGIARISM}
    assert [failure.source for failure in failures] == ["refused.html", "NULs"]


def test_lone_surrogate_in_a_name_is_escaped() -> None:
    names = ["a\udcff.html", "a\udcfe.html"]
    found = pairs(*(Page(page("", *LAKE).html, source=name) for name in names))
    assert [(pair.a, pair.b) for pair in found] == [("a\\udcff.html", "a\\udcfe.html")]


def test_pages_without_a_name_are_different_pages_of_different_owners() -> None:
    several = pairs(page("", *LAKE, *TRAIN[:2]), page("", *alone("a"), *LAKE), page("", *TRAIN))
    assert [(pair.a, pair.b) for pair in several] == [("page 0", "page 1"), ("page 0", "page 2")]
    reworded = [one.replace("桟橋", "船着き場").replace("列車", "電車") for one in LAKE]
    [found, *_] = pairs(page("", *LAKE), page("", *reworded))
    assert any("changed a little" in reason for reason in found.because)


def test_repeated_page_is_one_page() -> None:
    a, b = "https://a.example/", "https://b.example/"
    assert pairs(page(a, *LAKE), page(a, *LAKE)) == []
    found = pairs(page(a, *TRAIN), page(b, *LAKE), page(a, *LAKE, link(b)))
    assert [(pair.a, pair.b) for pair in found] == [(b, a)]


def test_no_pages_give_no_pairs() -> None:
    assert pairs() == []
    assert pairs(page("https://a.example/")) == []
