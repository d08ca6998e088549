"""CSS that loads nothing; tinycss2, which reads as browsers do, is the judge."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.web.snapshot.css import Import, clean, link_marked, take_imports
from tests.web.snapshot.judge import loads

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
def test_nothing_loads_whatever_the_css(css: str) -> None:
    assert loads(clean(css, refuse)) == []


@given(CSS)
def test_what_loads_nothing_is_not_touched(css: str) -> None:
    tame = clean(css, refuse)
    assert clean(tame, refuse) == tame


@given(CSS)
@example("@import 'a' url(b);")
@example("@import url(a) (x:url(b));")
def test_nothing_loads_after_imports_are_taken_either(css: str) -> None:
    imports, rest = take_imports(css)
    assert loads(clean(rest, refuse)) == []
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
def test_addresses_give_way_and_the_rest_stays(css: str, cleaned: str) -> None:
    assert clean(css, refuse) == cleaned


def test_an_address_is_unescaped_before_it_is_looked_up() -> None:
    asked: list[str] = []
    clean(r"a{b:url(c\20 d.png)} a{b:url('e\'f')} a{b:url( g )}", asked.append)
    assert asked == ["c d.png", "e'f", "g"]


def test_what_is_shown_stands_in_the_place_of_the_address() -> None:
    assert clean("a{b:url(c)left}", lambda _: "data:x") == "a{b:url(data:x)left}"


@pytest.mark.parametrize(
    ("css", "marked"),
    [
        ("a:link{}", "a[data-link]{}"),
        (":ANY-LINK, a:not(:link) {}", "[data-link], a:not([data-link]) {}"),
        ("a{grid-area:link;}", "a{grid-area:link;}"),
        ("a:link-x, a::link {}", "a:link-x, a::link {}"),
    ],
)
def test_links_are_known_by_our_mark(css: str, marked: str) -> None:
    assert link_marked(css) == marked


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
def test_imports_are_taken_from_the_beginning(css: str, imports: list[Import], rest: str) -> None:
    assert take_imports(css) == (imports, rest)
