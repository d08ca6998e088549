"""The HTML view of pairs is harmless and readable in a browser."""

from __future__ import annotations

import io
import re
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from honbun.outputs.pairs_html import TextRun, differences, write
from honbun.page import Page as HtmlPage
from honbun.similar.model import Linked, Relation
from tests.similar.pair_builders import pair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from honbun.similar.model import Pair

SAME = "The harbour lights were put out one by one that winter."
HOSTILE = "</script></style><img src=x onerror=alert(1)><script>alert(2)</script>\u202e\x00\ud800"
PAIRS = [
    pair(
        "https://a.example/1",
        "https://b.example/2?x=1&y=2",
        Relation.PLAGIARISM,
        (SAME, SAME),
        ("Nobody said why.", "Nobody knows why."),
        overlap=0.25,
        direction=Linked.FORTH,
        because=("no link between them",),
    ),
    pair("https://a.example/1", "javascript:alert(3)", Relation.COPY, (HOSTILE, HOSTILE + "!")),
    pair("https://a.example/1" + "0" * 9000, "b.html", Relation.COPY, ("長" * 100_000,) * 2),
]


def shown(*pairs: Pair) -> str:
    file = io.BytesIO()
    write(pairs, file)
    return file.getvalue().decode()


@pytest.fixture
def tab(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page, opened from a file; whatever it does besides being shown fails the test."""
    path = tmp_path / "pairs.html"
    path.write_text(shown(*PAIRS), encoding="utf-8")
    tab = browser.new_page()
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("dialog", lambda dialog: complaints.append(dialog.message))
    tab.on("request", lambda request: complaints.append(request.url))
    tab.goto(path.as_uri())
    yield tab
    tab.close()
    assert complaints == [path.as_uri()]


def test_sentences_are_side_by_side_with_differences_marked(tab: Page) -> None:
    expect(tab).to_have_title("3 pairs of similar pages")
    first = tab.get_by_role("article").first
    expect(first.locator(".equal p")).to_have_text([SAME, SAME])
    expect(first.locator("mark")).to_have_text(["said", "knows"])
    left, right = first.locator(".equal p").all()
    one, other = left.bounding_box(), right.bounding_box()
    assert one
    assert other
    assert one["y"] == other["y"]
    assert one["x"] + one["width"] <= other["x"]


def test_a_phone_shows_the_same_sentence_once_and_never_scrolls_sideways(tab: Page) -> None:
    tab.set_viewport_size({"width": 360, "height": 700})
    same = tab.get_by_role("article").first.locator(".equal p")
    expect(same.first).to_be_visible()
    expect(same.last).to_be_hidden()
    wider = "[...document.querySelectorAll('*')].filter(node => node.scrollWidth > 360).length"
    assert tab.evaluate(wider) == 0


def test_relations_can_be_hidden_without_javascript(tab: Page) -> None:
    expect(tab.get_by_role("article")).to_have_count(3)
    tab.get_by_label("copy").uncheck()
    expect(tab.get_by_role("article")).to_have_count(1)


def test_markup_in_sentences_is_shown_as_text(tab: Page) -> None:
    sentence = tab.get_by_role("article").nth(1).locator(".shared p").first
    expect(sentence).to_have_text(re.sub("\u202e.*", "U+202EU+0000U+D800", HOSTILE))
    assert tab.locator("img, script, main style").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_have_enough_contrast_in_light_and_dark(tab: Page, scheme: str) -> None:
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for place in ("mark", ".shared .same", ".why", "h2 small"):
        colours = tab.locator(place).first.evaluate(_COLOURS)
        assert _contrast(*colours) >= 4.5, (place, colours)


_COLOURS = """node => {
  const ink = getComputedStyle(node).color;
  while (getComputedStyle(node).backgroundColor === "rgba(0, 0, 0, 0)") node = node.parentElement;
  return [ink, getComputedStyle(node).backgroundColor];
}"""


def _contrast(*colours: str) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""
    dark, light = sorted(map(_luminance, colours))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_only_web_urls_are_links() -> None:
    html = shown(*PAIRS)
    links = re.findall(r'<a href="([^"#][^"]*)" rel="noopener noreferrer nofollow">', html)
    assert links[:3] == ["https://a.example/1", "https://b.example/2?x=1&amp;y=2", links[0]]
    assert not any("javascript" in link for link in links)
    assert html.count("<a ") == len(links) + len(PAIRS)


def test_long_sentences_are_truncated_with_a_count() -> None:
    html = shown(PAIRS[2])
    assert html.count("… and 98,000 more characters") == 2
    assert len(html) < 50_000
    changed = shown(pair("a", "b", Relation.COPY, ("長" * 2_000, "長" * 2_000 + "い")))
    assert changed.count("more characters") == changed.count("… and 1 more characters") == 1


def test_direction_of_copying_is_shown() -> None:
    assert "the second has it from the first" in shown(PAIRS[0])


def test_no_pairs_give_a_page_that_says_so() -> None:
    assert "<h1>0 pairs of similar pages</h1>" in shown()


@given(st.text(), st.text(), st.text(max_size=9))
def test_no_text_becomes_markup(a: str, b: str, url: str) -> None:
    empty = HtmlPage(html=shown(pair("x", "x", Relation.SPAM, ("a", "b"), because=("r",))))
    full = HtmlPage(html=shown(pair(url, url, Relation.SPAM, (a, b), because=(a,))))
    kinds = {"mark", "span", "bdi"}
    assert [tag for tag in full.parse().tag if tag not in kinds] == [
        tag for tag in empty.parse().tag if tag not in kinds
    ]


SENTENCES = st.text("ab c、港の灯が消え", max_size=40)


def other(a: str, b: str) -> tuple[list[str], list[str]]:
    """What only the one, and only the other sentence has."""
    left, right = differences(a, b)
    return [run.text for run in left if not run.same], [run.text for run in right if not run.same]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("The lamps go out.", "The lamps went out.", (["go"], ["went"])),
        ("It rains.", "It rains all day.", ([], [" all day"])),
        ("港の灯が消えた。", "港の灯は消えた。", (["が"], ["は"])),
        ("Boats float here.", "Ships sink here.", (["Boats float"], ["Ships sink"])),
        ("same", "same", ([], [])),
    ],
)
def test_differing_words_and_characters_are_found(
    a: str, b: str, expected: tuple[list[str], list[str]]
) -> None:
    assert other(a, b) == expected


@given(SENTENCES, SENTENCES)
def test_runs_join_to_the_sentences_and_alternate(a: str, b: str) -> None:
    left, right = differences(a, b)
    assert ("".join(run.text for run in left), "".join(run.text for run in right)) == (a, b)
    assert _common(left) == _common(right)
    for runs in (left, right):
        assert all(run.text for run in runs)
        assert all(one.same != next_.same for one, next_ in pairwise(runs))


def _common(runs: list[TextRun]) -> str:
    return "".join(run.text for run in runs if run.same)


def test_very_long_sentences_are_compared_in_bounded_time() -> None:
    started = time.process_time()
    a, b = "始め" + "あい" * 50_000 + "終り", "始め" + "いう" * 50_000 + "終り"
    assert other(a, b) == (["あい" * 50_000], ["いう" * 50_000])
    assert other("x " * 300, "y " * 300)[0]
    assert time.process_time() - started < 5
