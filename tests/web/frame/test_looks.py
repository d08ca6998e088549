"""The sandboxed frame: how marks, tags and placeholders look on any page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.hostile import DOT
from tests.web.stage import BODY, HTML, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.looks


@pytest.fixture
def opened(browser: Browser, url: str) -> Iterator[Callable[..., Stage]]:
    """Open the frame in a window of its own, in a browser that prefers something."""
    contexts = []
    complaints: list[str] = []

    def open_(script: str = "", width: int = 800, **preferred: Any) -> Stage:
        size = {"width": width, "height": 620}
        contexts.append(browser.new_context(viewport=size, **preferred))  # type: ignore[arg-type]
        tab = contexts[-1].new_page()
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.add_init_script(script)
        return Stage(tab, url)

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def at(opened: Callable[..., Stage]) -> Stage:
    """The frame in its page."""
    return opened()


def placeholder(kind: str, words: str = "", **attributes: str) -> list[Any]:
    return ["span", {"data-placeholder": kind, "data-words": words, **attributes}, 5]


def computed(at: Stage, selector: str, name: str, part: str = "") -> str:
    ask = "(element, [name, part]) => getComputedStyle(element, part)[name]"
    return str(at.inside.eval_on_selector(selector, ask, [name, part]))


def size(at: Stage, selector: str) -> tuple[float, float]:
    box = at.bounds(selector)
    return box["width"], box["height"]


def sheet(css: str) -> dict[str, Any]:
    return {"sheets": [{"css": css, "media": ""}]}


def test_dropped_images_are_paler_and_not_covered(at: Stage) -> None:
    loud = "#dot#dot { filter: none !important; transition: all 9s !important }"
    at.draw(
        *(HTML, BODY, ["img", {"id": "dot", "src": DOT, "width": "50", "height": "40"}, 2], 1),
        *(["p", {}, 3], placeholder("video", id="film"), 1),
        *(["span", {"data-field": "text", "id": "field"}, 6], 1, 3),
        **sheet(loud),
        targets=[1, 2, 3],
    )
    at.call("marks", [[2, "dropped"], [3, "dropped"]])
    for selector in ("#dot", "#film", "#field"):
        assert computed(at, selector, "filter") == "grayscale(0.5) opacity(0.3)"
    assert at.shown("box") == []
    at.call("marks", [[3, "figure"]])
    assert computed(at, "#film", "filter") == "none"


def test_videos_and_frames_keep_their_size_and_a_description(at: Stage) -> None:
    film = placeholder("video", "A film", id="film", style="width:320px;height:90px;")
    at.draw(HTML, BODY, film, 1, placeholder("iframe", id="frame"), 1, 2)
    assert (size(at, "#film"), size(at, "#frame")) == ((320, 90), (300, 150))
    assert computed(at, "#film", "content", "::after") == '"video A film"'
    assert computed(at, "#frame", "content", "::after").startswith('"frame')
    assert computed(at, "#film", "fontSize", "::after") == "11px"


@pytest.mark.parametrize(
    ("attributes", "css", "measures"),
    [
        ({}, "", (96, 64)),
        ({"width": "300", "height": "80"}, "", (300, 80)),
        ({"width": "1", "height": "1"}, "", (1, 1)),
        ({"width": "300", "height": "150"}, "img { width: 100px; height: auto }", (100, 50)),
        ({}, "img { width: 200px; height: auto }", (200, 64)),
        ({}, "img { display: block }", (96, 64)),
    ],
)
def test_a_missing_image_is_a_box_of_its_size_or_a_small_one(
    at: Stage, attributes: dict[str, str], css: str, measures: tuple[int, int]
) -> None:
    picture = ["img", {"id": "hill", "data-picture": "A hill by the sea", **attributes}, 2]
    at.draw(HTML, BODY, "Text ", picture, 3, **sheet(css))
    assert size(at, "#hill") == measures
    assert computed(at, "#hill", "content", "::after") == '"A hill by the sea"'


def test_no_broken_image_is_visible(at: Stage) -> None:
    screens = []
    for css in ("img { visibility: hidden }", "img::after { display: none !important }", ""):
        at.draw(HTML, BODY, "Text ", ["img", {"data-picture": "A hill"}, 2], 3, **sheet(css))
        at.settle()
        screens.append(at.tab.screenshot())
    assert screens[0] == screens[1] != screens[2]


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0 and down > 2  # boxes of text are a little larger than their letters


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("width", [360, 800])
def test_tags_are_inside_the_page_and_cover_no_other_text(
    opened: Callable[..., Stage], direction: str, width: int
) -> None:
    at = opened(width=width)
    lines = [
        step
        for node, text in enumerate(("A title", "Somebody", "16 November", "本文の漢字"), start=2)
        for step in (["span", {"id": f"n{node}", "style": "display: table"}, node], text, 1)
    ]
    at.draw(
        *(["html", {"dir": direction}, 0], ["body", {"style": "margin: 0"}, 1], *lines, 2),
        targets=range(2, 6),
    )
    names = ["title", "author", "date", "caption"]
    at.call("marks", [[node, name] for node, name in enumerate(names, start=2)])
    tags = at.shown("tag")
    assert [tag["label"] for tag in tags] == names
    texts = [at.bounds(f"#n{node}") for node in range(2, 6)]
    for number, tag in enumerate(tags):
        assert min(tag["left"], tag["top"], width - tag["right"]) >= 0
        others = texts[:number] + texts[number + 1 :]
        assert not any(overlap(tag, other) for other in others)


def test_hidden_text_has_no_tag(at: Stage) -> None:
    hidden = ["b", {"style": "display: none"}, 3], "by", 1
    unseen = ["b", {"style": "visibility: hidden"}, 4], "by", 1
    at.draw(
        *(HTML, BODY, ["p", {}, 2], *hidden, *unseen, 1),
        *(["p", {}, 5], *hidden, ["i", {"id": "name"}, 6], "Somebody", 4),
        targets=[2, 5],
    )
    at.call("marks", [[2, "author"], [5, "author"]])
    (tag,) = at.shown("tag")
    assert tag["left"] == at.bounds("#name")["left"]


def long_page(at: Stage) -> None:
    steps = [step for node in range(2, 202) for step in (["p", {}, node], f"Text {node}", 1)]
    css = "html { scroll-behavior: smooth } p { margin: 0; line-height: 40px }"
    at.draw(
        HTML, ["body", {"style": "margin: 0"}, 1], *steps, 2, targets=range(2, 202), **sheet(css)
    )


def test_a_drag_at_the_edge_or_outside_scrolls_until_it_ends(at: Stage) -> None:
    long_page(at)
    at.to(40, 300)
    at.tab.mouse.down()
    at.to(40, 590)
    at.inside.wait_for_function("() => scrollY > 400")
    nodes = [one["node"] for one in at.wait(4, "drag")]
    assert nodes == sorted(nodes)
    at.to(40, -10)
    at.inside.wait_for_function("() => scrollY === 0")
    at.tab.mouse.up()
    assert at.wait(1, "release")[0]["node"] == 2
    assert None not in [one["node"] for one in at.messages("drag")]
    at.tab.wait_for_function("() => heard.at(-1).type === 'over' && heard.at(-1).node === null")
    drags = len(at.messages("drag"))
    at.to(40, 595)
    for _ in range(3):
        at.settle()
    assert at.inside.evaluate("() => scrollY") == 0
    assert len(at.messages("drag")) == drags


def test_without_the_highlight_api_marks_cover_the_text(opened: Callable[..., Stage]) -> None:
    at = opened("Object.defineProperty(CSS, 'highlights', { value: undefined })")
    at.draw(
        *(HTML, BODY, ["p", {}, 2], ["i", {"id": "one"}, 3], "One", 2),
        *(["p", {}, 4], ["i", {"id": "two"}, 5], "Two", 4),
        targets=[2, 4],
    )
    at.call("marks", [[2, "title"], [4, "dropped"]])
    one, two = at.shown("ink")
    for ink, selector in ((one, "#one"), (two, "#two")):
        text = at.bounds(selector)
        assert [ink[side] for side in ("left", "right")] == [text["left"], text["right"]]
    assert [tag["label"] for tag in at.shown("tag")] == ["title"]
    at.call("marks", [], True)
    assert at.shown("ink") == []
    at.call("spans", [{"from": [0, 1], "to": [0, 3], "name": "shared", "group": 7}])
    (ink,) = at.shown("ink")
    assert at.bounds("#one")["left"] < ink["left"] < ink["right"] <= at.bounds("#one")["right"]
    at.over("#one")
    at.tab.mouse.down()
    at.tab.mouse.up()
    assert at.wait(1, "group")[0]["group"] == 7


@pytest.mark.parametrize(
    ("preferred", "behaviour"), [("reduce", "instant"), ("no-preference", "smooth")]
)
def test_reduced_motion_is_respected(
    opened: Callable[..., Stage], preferred: str, behaviour: str
) -> None:
    watch = """window.behaviours = []; const own = Element.prototype.scrollIntoView;
      Element.prototype.scrollIntoView = function (how) { behaviours.push(how.behavior);
      own.call(this, how) }"""
    at = opened(watch, reduced_motion=preferred)
    long_page(at)
    at.call("point", 200, {"scroll": True})
    assert at.inside.evaluate("() => behaviours") == [behaviour]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("css", "paper", "ink"),
    [
        ("", "rgb(255, 255, 255)", "rgb(0, 0, 0)"),
        (":root { color-scheme: dark }", "rgb(18, 18, 18)", "rgb(255, 255, 255)"),
        ("body { background: rgb(1, 2, 3) }", "rgba(0, 0, 0, 0)", "rgb(0, 0, 0)"),
        ("html { background: rgb(1, 2, 3) }", "rgb(1, 2, 3)", "rgb(0, 0, 0)"),
    ],
)
def test_a_page_has_its_own_colours_or_a_white_background(
    opened: Callable[..., Stage], scheme: str, css: str, paper: str, ink: str
) -> None:
    at = opened(color_scheme=scheme)
    at.draw(HTML, BODY, "Text", 2, **sheet(css))
    assert computed(at, "html", "backgroundColor") == paper
    assert computed(at, "body", "color") == ink
    at.call("styled", False)
    assert computed(at, "html", "backgroundColor") == "rgb(255, 255, 255)"
    assert computed(at, "body", "color") == "rgb(0, 0, 0)"
