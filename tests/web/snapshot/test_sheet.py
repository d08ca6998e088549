"""Which style sheets a page is drawn with."""

from __future__ import annotations

import pytest

from honbun.web.snapshot import css as sheet
from honbun.web.snapshot.model import Sheet
from tests.web.snapshot.replay import GIF, GIF_URI, Held, Shelf, facsimile


def shelf(**sheets: str) -> Shelf:
    held = {f"http://e.org/{name}.css": css.encode() for name, css in sheets.items()}
    return Shelf({url: Held(css, "text/css") for url, css in held.items()})


def drawn(html: str, companions: Shelf) -> list[tuple[str, str]]:
    return [(one.css, one.media) for one in facsimile(html, companions).sheets]


def test_sheets_come_in_the_order_of_the_page() -> None:
    html = "<style>b {}</style><link rel=stylesheet href=/a.css media=print><p><style>c {}</style>"
    found = drawn(html, shelf(a="a {}"))
    assert found == [("b {}", ""), ("a {}", "print"), ("c {}", "")]


@pytest.mark.parametrize(
    "html",
    [
        "<link rel='alternate stylesheet' href=/a.css>",
        "<link rel=stylesheet disabled href=/a.css>",
        "<link rel=stylesheet type=text/less href=/a.css>",
        "<link rel=icon href=/a.css>",
        "<link rel=stylesheet>",
        "<link rel=stylesheet href=/b.css>",
        "<link rel=stylesheet href='http://['>",
        "<style type=text/less>a {}</style>",
        "<style> </style>",
        "<template><style>a {}</style></template>",
        "<template><template></template><style>a {}</style></template>",
    ],
)
def test_what_a_browser_would_not_use_is_left_out(html: str) -> None:
    assert drawn(html, shelf(a="a {}")) == []


def test_of_sets_with_titles_the_first_is_used() -> None:
    html = "<style title=x>a {}</style><style title=y>b {}</style><style>c {}</style>"
    assert drawn(html, shelf()) == [("a {}", ""), ("c {}", "")]


def test_a_page_in_the_place_of_a_sheet_is_none() -> None:
    lost = Shelf({"http://e.org/a.css": Held(b"<h1>Not found</h1>", "text/html")})
    assert drawn("<link rel=stylesheet href=/a.css>", lost) == []


def test_an_imported_sheet_stands_before_the_one_that_imports_it() -> None:
    html = "<link rel=stylesheet href=/a.css media=screen>"
    sheets = shelf(a="@import 'b.css' (width > 9em); a {}", b="@import url(c.css); b {}", c="c {}")
    assert drawn(html, sheets) == [
        ("@media (width > 9em) {\nc {}\n}", "screen"),
        ("@media (width > 9em) {\n b {}\n}", "screen"),
        (" a {}", "screen"),
    ]


def test_sheets_that_import_each_other_come_to_an_end() -> None:
    sheets = shelf(a="@import 'b.css'; @import 'b.css'; a {}", b="@import 'a.css'; b {}")
    assert len(drawn("<style>@import '/a.css';</style>" * 9, sheets)) < 200


def test_imports_are_followed_only_so_deep() -> None:
    chain = {f"s{number}": f"@import 's{number + 1}.css'; a {{}}" for number in range(9)}
    assert len(drawn("<link rel=stylesheet href=/s0.css>", shelf(**chain))) == 5


def test_only_so_many_sheets_are_asked_for() -> None:
    sheets = shelf()
    drawn("".join(f"<link rel=stylesheet href=/{number}.css>" for number in range(150)), sheets)
    assert len(sheets.asked) == 100


def test_pictures_of_a_sheet_are_beside_the_sheet() -> None:
    held = {
        "http://e.org/s/a.css": Held(b"a { b: url(c.gif) url(d.gif) }", "text/css"),
        "http://e.org/s/c.gif": Held(GIF),
    }
    found = drawn("<link rel=stylesheet href=/s/a.css>", Shelf(held))
    assert found == [(f"a {{ b: url({GIF_URI}) none }}", "")]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("a { content: 'é' }".encode(), "text/css"),
        ("a { content: 'é' }".encode("latin-1"), "text/css; charset=iso-8859-1"),
        (b"\xff\xfe" + "a { content: 'é' }".encode("utf-16le"), ""),
    ],
)
def test_a_sheet_is_decoded_as_it_says(body: bytes, content_type: str) -> None:
    held = {"http://e.org/a.css": Held(body, content_type)}
    assert drawn("<link rel=stylesheet href=/a.css>", Shelf(held)) == [("a { content: 'é' }", "")]


def test_sheets_beyond_the_bound_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_CSS", 12)
    html = "<style>a { b: c }</style><style>d { e: f }</style><style>g</style>"
    assert facsimile(html).sheets == (Sheet("a { b: c }", ""), Sheet("g", ""))


def test_a_sheet_that_has_no_room_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_CSS", 12)
    sheets = shelf(a="a { b: c }")
    assert drawn("<link rel=stylesheet href=/a.css>" * 50, sheets) == [("a { b: c }", "")]
    assert sheets.read == [("http://e.org/a.css", 10)]


def test_a_blank_sheet_counts_as_what_is_read_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_CSS", 30)
    sheets = shelf(a=" " * 10)
    assert drawn("<link rel=stylesheet href=/a.css>" * 9, sheets) == []
    assert len(sheets.read) == 3


def test_media_queries_count_as_often_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_CSS", 3000)
    media = "screen and " * 80
    html = f"<link rel=stylesheet media='{media}' href=/a.css>"
    imports = "@import 'b.css';" * 50
    found = drawn(html, shelf(a=f"{imports} a {{}}", b="b {}"))
    assert sum(len(css) + len(told) for css, told in found) < 3000
    assert 1 < len(found) < 4
