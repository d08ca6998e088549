"""CSS without anything that loads, and the style sheets of a page."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.web.snapshot import css
from honbun.web.snapshot.css import Import, clean_css, mark_links, take_imports
from honbun.web.snapshot.model import StyleSheet
from tests.web.snapshot.judge import loads
from tests.web.snapshot.replay import GIF, GIF_URI, FakeAssets, Stored, snapshot_of

_PIECES = st.one_of(
    st.sampled_from(["url(", "URL(", "src(", "image-set(", "-webkit-image-set(", "image(", "f("]),
    st.sampled_from(["@import", "@\\69mport", "@media", "@layer a;", "@charset 'x';"]),
    st.sampled_from([r"\75rl(", r"u\72 l(", r"\000055\52l(", r"ur\l(", "\\", "\\\n", "\\)", "\\'"]),
    st.sampled_from(["'", '"', "/*", "*/", "<!--", "-->", "(", ")", "{", "}", "[", "]", ";", ":"]),
    st.sampled_from(
        [" ", "\n", "\r\n", "\f", "#", "@", "-", "1", "1e", "+", ".", "u+2", "é", "\0"]
    ),
    st.sampled_from(["a", "x.png", "data:,", "behavior", "-moz-binding", "expression(", "screen"]),
)
CSS = st.lists(_PIECES, max_size=25).map("".join)


def refuse(_address: str) -> None:
    return None


@given(CSS)
@example("<!--url(x)")
@example("#url(x)")
@example("url(a)url(b)")
@example("1e3url(x)1e+url(y)")
@example("url(/**/'a)b')")
@example("url( 'a' b(c))")
@example("'\nurl(x)")
@example("'\\\nurl(x)'url(y)")
@example("/*url(x)")
@example("' /*\nurl(x)*/")
@example("\\")
@example("url(a\\")
@example("a:url(\\")
def test_no_css_loads_anything(css: str) -> None:
    cleaned = clean_css(css, refuse)
    assert loads(cleaned) == []
    assert clean_css(cleaned, refuse) == cleaned, "what loads nothing is unchanged"


@given(CSS)
@example("@import 'a' url(b);")
@example("@import url(a) (x:url(b));")
def test_nothing_loads_after_imports_are_taken(css: str) -> None:
    imports, rest = take_imports(css)
    assert loads(clean_css(rest, refuse)) == []
    assert loads("".join(imported.media for imported in imports)) == []


@pytest.mark.parametrize(
    ("css", "cleaned"),
    [
        ("a { b: url(c) }", "a { b: none }"),
        ("a{b:url(c)no-repeat}", "a{b:none no-repeat}"),
        ("a { b: url( 'c' ), red }", "a { b: none, red }"),
        ("a { b: url('c' d) }", "a { b: none('c' d) }"),
        ("a { b: image-set('c' 1x) }", "a { b: none('c' 1x) }"),
        ("a { b: URL(c) } /* url(d) */", "a { b: none } /* url(d) */"),
        ("a { b: url(c); content: 'url(d)' }", "a { b: none; content: 'url(d)' }"),
        (r"a { b: \75 rl(c) }", "a { b: none }"),
        ("b {} @import 'c';", "b {} @no-import 'c';"),
        ("a { behavior: b } .behavior { c: d }", "a { no-running: b } .behavior { c: d }"),
        ("#behavior { a: url(b) }", "#behavior { a: none }"),
        ("a { width: expression(b) }", "a { width: none(b) }"),
        ("@font-face { src: url(a) }", "@font-face { src: none }"),
        ("a { scroll-behavior: smooth }", "a { scroll-behavior: smooth }"),
    ],
)
def test_only_urls_are_replaced(css: str, cleaned: str) -> None:
    assert clean_css(css, refuse) == cleaned


def test_a_url_is_unescaped_and_replaced_by_a_known_image() -> None:
    lookups: list[str] = []
    clean_css(r"a{b:url(c\20 d.png)} a{b:url('e\'f')} a{b:url( g )}", lookups.append)
    assert lookups == ["c d.png", "e'f", "g"]
    assert clean_css("a{b:url(c)left}", lambda _: "data:x") == "a{b:url(data:x)left}"


@pytest.mark.parametrize(
    ("css", "marked"),
    [
        ("a:link{}", "a[data-link]{}"),
        (":ANY-LINK, a:not(:link) {}", "[data-link], a:not([data-link]) {}"),
        ("a{grid-area:link;}", "a{grid-area:link;}"),
        ("a:link-x, a::link {}", "a:link-x, a::link {}"),
    ],
)
def test_link_selectors_are_replaced(css: str, marked: str) -> None:
    assert mark_links(css) == marked


@pytest.mark.parametrize(
    ("css", "imports", "rest"),
    [
        ("@import url(a) screen and (b: c); d {}", [Import("a", "screen and (b: c)")], " d {}"),
        ("/* x */ @import 'a';@import \"b\"", [Import("a", ""), Import("b", "")], "/* x */ "),
        ("@layer a, b; @import 'c';", [Import("c", "")], "@layer a, b; "),
        ("@import 'a' layer(b); c {}", [], " c {}"),
        ("a {} @import 'b';", [], "a {} @import 'b';"),
        ("@layer a { } @import 'b';", [], "@layer a { } @import 'b';"),
    ],
)
def test_imports_are_taken_from_the_start(css: str, imports: list[Import], rest: str) -> None:
    assert take_imports(css) == (imports, rest)


def shelf(**sheets: str) -> FakeAssets:
    held = {f"http://e.org/{name}.css": css.encode() for name, css in sheets.items()}
    return FakeAssets({url: Stored(css, "text/css") for url, css in held.items()})


def drawn(html: str, assets_: FakeAssets) -> list[tuple[str, str]]:
    return [(one.css, one.media) for one in snapshot_of(html, assets_).sheets]


def test_style_sheets_are_in_document_order() -> None:
    html = "<style>b {}</style><link rel=stylesheet href=/a.css media=print><p><style>c {}</style>"
    found = drawn(html, shelf(a="a {}"))
    assert found == [("b {}", ""), ("a {}", "print"), ("c {}", "")]
    # Of alternative sets the first is used.
    html = "<style title=x>a {}</style><style title=y>b {}</style><style>c {}</style>"
    assert drawn(html, shelf()) == [("a {}", ""), ("c {}", "")]


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
def test_unused_style_sheets_are_skipped(html: str) -> None:
    assert drawn(html, shelf(a="a {}")) == []
    lost = FakeAssets({"http://e.org/a.css": Stored(b"<h1>Not found</h1>", "text/html")})
    assert drawn("<link rel=stylesheet href=/a.css>", lost) == [], "an error page is no style sheet"


def test_an_import_precedes_the_style_sheet_that_imports_it() -> None:
    html = "<link rel=stylesheet href=/a.css media=screen>"
    sheets = shelf(a="@import 'b.css' (width > 9em); a {}", b="@import url(c.css); b {}", c="c {}")
    assert drawn(html, sheets) == [
        ("@media (width > 9em) {\nc {}\n}", "screen"),
        ("@media (width > 9em) {\n b {}\n}", "screen"),
        (" a {}", "screen"),
    ]


def test_imports_and_lookups_are_limited() -> None:
    circle = shelf(a="@import 'b.css'; @import 'b.css'; a {}", b="@import 'a.css'; b {}")
    assert len(drawn("<style>@import '/a.css';</style>" * 9, circle)) < 200
    chain = {f"s{number}": f"@import 's{number + 1}.css'; a {{}}" for number in range(9)}
    assert len(drawn("<link rel=stylesheet href=/s0.css>", shelf(**chain))) == 5
    sheets = shelf()
    drawn("".join(f"<link rel=stylesheet href=/{number}.css>" for number in range(150)), sheets)
    assert len(sheets.lookups) == 100


def test_images_of_a_style_sheet_are_relative_to_it() -> None:
    held = {
        "http://e.org/s/a.css": Stored(b"a { b: url(c.gif) url(d.gif) }", "text/css"),
        "http://e.org/s/c.gif": Stored(GIF),
    }
    found = drawn("<link rel=stylesheet href=/s/a.css>", FakeAssets(held))
    assert found == [(f"a {{ b: url({GIF_URI}) none }}", "")]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("a { content: 'é' }".encode(), "text/css"),
        ("a { content: 'é' }".encode("latin-1"), "text/css; charset=iso-8859-1"),
        (b"\xff\xfe" + "a { content: 'é' }".encode("utf-16le"), ""),
    ],
)
def test_a_style_sheet_is_decoded_by_its_charset(body: bytes, content_type: str) -> None:
    held = {"http://e.org/a.css": Stored(body, content_type)}
    assert drawn("<link rel=stylesheet href=/a.css>", FakeAssets(held)) == [
        ("a { content: 'é' }", "")
    ]


def test_style_sheets_beyond_the_limit_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(css, "MAX_CSS", 12)
    html = "<style>a { b: c }</style><style>d { e: f }</style><style>g</style>"
    assert snapshot_of(html).sheets == (StyleSheet("a { b: c }", ""), StyleSheet("g", ""))
    sheets = shelf(a="a { b: c }")
    assert drawn("<link rel=stylesheet href=/a.css>" * 50, sheets) == [("a { b: c }", "")]
    assert sheets.read == [("http://e.org/a.css", 10)]
    blank = shelf(a=" " * 4)  # counts too
    assert drawn("<link rel=stylesheet href=/a.css>" * 9, blank) == []
    assert len(blank.read) == 3


def test_repeated_media_queries_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(css, "MAX_CSS", 3000)
    media = "screen and " * 80
    html = f"<link rel=stylesheet media='{media}' href=/a.css>"
    imports = "@import 'b.css';" * 50
    found = drawn(html, shelf(a=f"{imports} a {{}}", b="b {}"))
    assert sum(len(css) + len(media) for css, media in found) < 3000
    assert 1 < len(found) < 4
