from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import MissingExtra
from honbun.evaluation.report.model import (
    Bars,
    Case,
    Cases,
    Chart,
    Line,
    Mark,
    Report,
    Section,
    Table,
)
from honbun.evaluation.report.render import check_renderer, render
from honbun.evaluation.tables import Figures
from tests.evaluation.report.reading import LOADING, Reading

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
HOSTILE = (
    "</bdi></td></title></style></svg><script>document.title = 'run'</script>"
    "<img src=https://evil.example/x onerror=\"document.title = 'run'\"><style>@import 'x';</style>"
    "\" onmouseover='x' <!-- ]]> {{ 7 * 7 }} &lt;"
)


def report(text: str, address: str = "https://a.example/1") -> Report:
    """A report of every part, with one text wherever a page or a user has a say."""
    return Report(
        title=text,
        summary=text,
        facts=(("command", text), ("pages", "1")),
        sections=(
            Section(
                text,
                text,
                (
                    Table(
                        text, Figures(("site", "F", "example"), [[text, 0.5, text]], {"example"})
                    ),
                    Bars(text, "site", ("F", "perfect"), ((text, (0.25, None)),)),
                    Chart(text, text, (0.0, 1.0), (text, text), {text: (0.5, 1.0)}),
                    Cases(
                        (
                            Case(
                                text,
                                (address,),
                                (("F", 0.5), ("of", text)),
                                tuple(Line(mark, text, text, (text,), 2) for mark in Mark),
                                more=3,
                            ),
                        ),
                        text,
                    ),
                ),
            ),
        ),
    )


@given(st.text(min_size=1))
def test_no_text_changes_what_the_page_is_made_of(text: str) -> None:
    html = render(report(text))
    html.encode()
    assert Reading.of(html).tags == Reading.of(render(report("plain"))).tags


def test_markup_in_texts_is_shown_as_it_is() -> None:
    read = Reading.of(render(report(HOSTILE)))
    assert read.tags == Reading.of(render(report("plain"))).tags
    (case,) = read.cases.values()
    assert {line.text for line in case if "skipped" not in line.mark} == {HOSTILE}


@given(st.text(), st.text())
def test_nothing_is_loaded_and_nothing_runs(text: str, address: str) -> None:
    read = Reading.of(render(report(text, address)))
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & set(read.tags)
    for tag, name, value in read.attributes():
        assert name not in LOADING
        assert not name.startswith("on")
        if name == "href":
            assert tag == "a"
            assert re.match(r"https?://|#part-\d+$", value or "")
    (style,) = read.tree.css("style")
    assert not re.search(r"url\(|@import|image-set|//", style.text())
    policy = read.tree.css("meta[http-equiv=Content-Security-Policy]")
    assert [meta.attributes["content"] for meta in policy] == [POLICY]


@pytest.mark.parametrize(
    ("address", "linked"),
    [
        ("https://a.example/本", "https://a.example/%E6%9C%AC"),
        ("http://a.example/\"'>", "http://a.example/%22'%3E"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//a.example/x", None),
        ("pages/1.html", None),
    ],
)
def test_only_addresses_of_the_web_are_links(address: str, linked: str | None) -> None:
    read = Reading.of(render(report("plain", address)))
    assert [a.attributes["href"] for a in read.tree.css("p.address a")] == ([linked] * bool(linked))
    assert read.tree.css("p.address")[0].text().strip() == address


@pytest.mark.parametrize("char", ["\x00", "\x0c", "\x1b", "\x7f", "\x85", "\ud800", "\ufffe"])
def test_characters_that_html_forbids_are_seen_as_such(char: str) -> None:
    html = render(report(f"a{char}b"))
    assert char not in html
    assert "a\ufffdb" in html


def test_turned_text_turns_nothing_else() -> None:
    turning = "\u202egnp.exe\u2066 א"
    read = Reading.of(render(report(turning)))
    shown = [node for node in read.tree.css("main td, main th, .text, .note, .name") if node.text()]
    for node in shown:
        if turning in node.text():
            assert [bdi.text() for bdi in node.css("bdi")] == [turning]


def test_marks_are_told_by_signs_too() -> None:
    read = Reading.of(render(report("plain")))
    signs = {line.attributes["class"]: line.css(".sign") for line in read.tree.css(".lines li")}
    told = {name: found[0].text() for name, found in signs.items() if found}
    assert told == {"beside": "", "missed": "−", "added": "+", "changed": "≠"}


def test_bars_are_as_long_as_their_figures_say() -> None:
    read = Reading.of(render(report("plain")))
    assert read.bars == [("plain", [".250", "-"], [25.0])]


def test_without_jinja_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(
        MissingExtra, match=r"a report needs an extra: pip install 'honbun\[report\]'"
    ):
        check_renderer()


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "light"),
        pytest.param(360, "dark", marks=pytest.mark.looks),
        pytest.param(1280, "light", marks=pytest.mark.looks),
        pytest.param(1280, "dark", marks=pytest.mark.looks),
    ],
)
def test_a_browser_shows_it_without_asking_anybody(
    browser: Browser, tmp_path: Path, scheme: str, width: int
) -> None:
    path = tmp_path / "report.html"
    path.write_text(render(report(HOSTILE)), encoding="utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    asked: list[str] = []
    told: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: told.append(message.text))
    page.goto(path.as_uri())
    assert page.title() == " ".join(HOSTILE.split())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    light = sum(
        map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).color")))
    )
    assert (light > 3 * 128) == (scheme == "dark")
    context.close()
    assert (asked, told) == ([path.as_uri()], [])


def test_cases_unfold_by_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(render(report("plain")), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    text = page.locator(".lines .missed .text")
    assert text.is_visible()
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    assert not text.is_visible()
    page.close()
