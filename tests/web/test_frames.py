"""The sandboxed frame: what it draws, what it says of the pointer, how it shows marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Error

from honbun.web import frames
from tests.web import stage
from tests.web.hostile import DOT
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

HTML, BODY = ["html", {}, 0], ["body", {}, 1]
NESTED = (
    *(HTML, BODY, ["div", {"id": "outer"}, 2], "Before ", ["i", {"id": "inline"}, 3], "slanted", 1),
    *(["p", {"id": "inner"}, 4], "Inside", 1, " after", 1),
    *(["img", {"id": "dot", "src": DOT, "width": "50", "height": "40"}, 5], 1, 2),
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a page around the frame."""
    with stage.running(stage.app()) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A window of its own for each test."""
    context = browser.new_context(viewport={"width": 800, "height": 620}, has_touch=True)
    yield context
    context.close()


@pytest.fixture
def at(context: BrowserContext, url: str) -> Iterator[Stage]:
    """The frame in its page; whatever the browser complains of fails the test."""
    tab = context.new_page()
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    yield Stage(tab, url)
    assert complaints == []


def test_every_answer_has_a_nonce_of_its_own_and_is_sandboxed(url: str) -> None:
    first, second = (httpx.get(f"{url}/frame", trust_env=False) for _ in range(2))
    policy = first.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'nonce-")
    assert policy != second.headers["content-security-policy"]
    nonce = re.search(r"'nonce-([^']+)'", policy)
    assert nonce is not None
    assert f'<script nonce="{nonce[1]}" type="module">' in first.text
    assert first.headers["cache-control"] == "no-store"
    assert first.headers["x-content-type-options"] == "nosniff"


def test_the_modules_stand_in_the_document_as_one() -> None:
    document = frames.document()
    assert (document.count("<script"), document.count("</script")) == (1, 1)
    assert not re.search(r"^import ", document, re.MULTILINE)
    modules = {path.stem for path in frames._FOLDER.glob("*.js")}
    assert modules == {*frames._SCRIPTS, "channel"}


def test_only_the_two_modes_are_known(url: str) -> None:
    answer = httpx.get(f"{url}/frame", params={"mode": "<script>"}, trust_env=False)
    assert (answer.status_code, answer.text) == (400, "mode is standards or quirks\n")


def test_opened_by_itself_it_has_no_origin_and_listens_to_nobody(
    context: BrowserContext, url: str
) -> None:
    tab = context.new_page()
    tab.goto(f"{url}/frame")
    assert tab.evaluate("() => origin") == "null"
    answered = tab.evaluate(
        """() => new Promise(done => {
          const [offered, after] = [new MessageChannel(), new MessageChannel()];
          offered.port1.onmessage = () => done(true);
          after.port1.onmessage = () => done(false);
          // Comes once the offer has been heard by whoever listens.
          addEventListener("message", () => after.port2.postMessage(0));
          postMessage("honbun", "*", [offered.port2]);
        })"""
    )
    assert not answered


@pytest.mark.parametrize(
    ("mode", "compat"), [("standards", "CSS1Compat"), ("quirks", "BackCompat")]
)
def test_a_page_is_drawn_in_its_own_mode(at: Stage, mode: str, compat: str) -> None:
    assert at.draw(HTML, BODY, "Hi", 2, mode=mode) == 2
    assert at.inside.evaluate("() => document.compatMode") == compat
    assert at.inside.evaluate("() => document.body.innerText") == "Hi"


def test_the_page_around_may_write_and_the_frame_may_not(at: Stage) -> None:
    at.draw(HTML, BODY, "Text", 2)
    write = "address => fetch(address, { method: 'POST' }).then(got => got.status, () => 0)"
    assert at.tab.evaluate(write, "/write") == 200
    answer = at.tab.request.post(f"{at.tab.url}write", headers={"Origin": "null"})
    assert answer.status == 403


def test_looking_at_pages_leaves_no_trail_to_go_back_on(at: Stage) -> None:
    before = at.tab.evaluate("() => history.length")
    for mode in ("quirks", "standards", "quirks"):
        at.draw(HTML, BODY, mode, 2, mode=mode)
    assert at.tab.evaluate("() => history.length") == before


def test_elements_stand_where_the_steps_say_and_text_stays_text(at: Stage) -> None:
    text = "<b>no markup</b> &amp;"
    at.draw(
        HTML,
        ["body", {"class": "a"}, 1],
        ["table", {}, 2],
        ["p", {}, 3],
        text,
        2,
        ["o:p", {}, 4],
        3,
    )
    drawn = at.inside.evaluate("() => document.body.outerHTML")
    assert "<table><p>&lt;b&gt;no markup&lt;/b&gt; &amp;amp;</p></table><o:p></o:p>" in drawn


def test_what_acts_is_not_drawn_even_if_the_steps_say_so(at: Stage) -> None:
    acting = "script iframe object embed link meta base form input video svg:script marquee".split()
    steps = [step for tag in acting for step in ([tag, {"id": tag}, 9], 1)]
    told = {
        "onclick": "x()",
        "href": "javascript:x()",
        "src": "http://x.test/",
        "srcset": "http://x.test/",
    }
    told |= {
        "name": "body",
        "tabindex": "0",
        "autofocus": "",
        "background": "http://x.test/",
        "is": "x-y",
    }
    svg = {"src": "data:image/svg+xml,<svg/>"}
    at.draw(
        HTML, BODY, *steps, ["img", told, 10], 1, ["a", told, 11], 1, ["img", svg, 12], 1, "Text", 2
    )
    names = at.inside.evaluate(
        "() => [...document.body.children].map(element => element.localName)"
    )
    assert names == ["x-plain"] * 10 + ["svg:script", "x-plain", "img", "a", "img"]
    assert (
        at.inside.evaluate(
            "() => [...document.querySelectorAll('a, img')].flatMap(e => e.getAttributeNames())"
        )
        == []
    )


def test_a_page_that_cannot_be_drawn_is_told_and_the_next_one_is_drawn(at: Stage) -> None:
    with pytest.raises(Error, match="the page cannot be drawn"):
        at.draw("text outside of all elements")
    assert at.draw(HTML, BODY, "Text", 2) == 2


def test_sheets_of_the_page_hold_for_their_media_and_under_ours(at: Stage) -> None:
    sheets = [
        {"css": "p { color: rgb(1, 2, 3); cursor: wait }", "media": "screen"},
        {"css": "p { color: rgb(9, 9, 9) }", "media": "print"},
    ]
    at.draw(HTML, BODY, ["p", {}, 2], "Text", 3, sheets=sheets)
    look = "p => [getComputedStyle(p).color, getComputedStyle(p).cursor]"
    assert at.inside.eval_on_selector("p", look) == ["rgb(1, 2, 3)", "default"]


def test_the_smallest_block_under_the_pointer_is_told(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    assert at.over("#inline") == 2
    assert at.over("#inner") == 4
    assert at.over("#dot") == 1
    inner = at.bounds("#inner")
    at.to(inner["left"] + 5, inner["top"] - 3)  # the gap above the paragraph
    assert at.heard("over")[-1]["node"] == 2
    at.tab.mouse.move(5, 5)  # outside of the frame
    at.tab.wait_for_function("() => heard.at(-1).node === null")


def test_empty_and_transparent_covers_are_looked_through(at: Stage) -> None:
    cover = "position: fixed; inset: 0; z-index: 9999"
    covers = (
        ["div", {"style": cover}, 8],
        1,
        ["div", {"style": f"{cover}; opacity: 0"}, 9],
        "Menu",
        1,
    )
    at.draw(HTML, BODY, ["p", {"id": "text"}, 2], "Text", 1, *covers, 2, targets=[1, 2, 8, 9])
    assert at.over("#text") == 2


def test_pressing_dragging_and_letting_go_are_told_with_their_blocks(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.over("#inline")
    at.tab.keyboard.down("Shift")
    at.tab.mouse.down()
    at.over("#inner")
    at.tab.mouse.up()
    at.tab.keyboard.up("Shift")
    told = at.wait(3, "press", "drag", "release")
    assert [(one["type"], one["node"]) for one in told] == [
        ("press", 2),
        ("drag", 4),
        ("release", 4),
    ]
    assert all(one["button"] == 0 and one["shift"] and not one["ctrl"] for one in told)
    assert at.inside.evaluate("() => getSelection().toString()") == ""
    assert at.inside.evaluate("() => document.hasFocus()")


def test_what_is_clicked_does_nothing_by_itself(at: Stage) -> None:
    details = ["details", {"open": ""}, 2], ["summary", {"id": "fold"}, 3], "More", 1, "Inside", 1
    at.draw(HTML, BODY, *details, 2, targets=[1, 2, 3])
    at.inside.evaluate(
        """() => { window.left = []; for (const type of ["click", "contextmenu", "auxclick"])
          addEventListener(type, event => left.push([type, event.defaultPrevented])) }"""
    )
    at.over("#fold")
    for button in ("left", "right", "middle"):
        at.tab.mouse.down(button=button)
        at.tab.mouse.up(button=button)
    at.wait(6, "press", "release")
    at.settle()
    told = dict(at.inside.evaluate("() => left"))
    assert told == {"click": True, "contextmenu": True, "auxclick": True}
    assert at.inside.locator("details[open]").count() == 1


def test_a_tap_is_a_press_and_a_finger_that_moves_is_none(at: Stage) -> None:
    long = [step for node in range(2, 60) for step in (["p", {}, node], f"Text {node}", 1)]
    at.draw(HTML, BODY, *long, 2, targets=range(1, 60))
    at.tab.touchscreen.tap(30, 20 + 25)
    assert [(one["type"], one["node"]) for one in at.wait(2, "press", "release")] == [
        ("press", 2),
        ("release", 2),
    ]
    finger = at.tab.context.new_cdp_session(at.tab)
    for type_, y in [("touchStart", 500), *(("touchMove", y) for y in range(480, 100, -20))]:
        finger.send("Input.dispatchTouchEvent", {"type": type_, "touchPoints": [{"x": 30, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    at.inside.wait_for_function("() => scrollY > 50")
    assert len(at.heard("press", "drag", "release")) == 2


def test_keys_are_passed_on_but_for_those_of_the_browser(at: Stage) -> None:
    at.draw(HTML, ["body", {"style": "height: 4000px"}, 1], "Text", 2, targets=[1])
    at.over("body")
    at.tab.mouse.click(400, 300)
    for key in ("t", "Control+z", "Control+Shift+Z", "F2", "Control+b", "PageDown", "Tab"):
        at.tab.keyboard.press(key)
    at.inside.wait_for_function("() => scrollY > 100")
    told = [one["key"] for one in at.heard("key") if one["key"] not in ("Control", "Shift")]
    assert told == ["t", "z", "Z", "PageDown"]


def test_keys_that_the_tool_takes_do_not_scroll(at: Stage) -> None:
    at.tab.evaluate("() => frame.keys(['ArrowDown'])")
    at.draw(HTML, ["body", {"style": "height: 4000px"}, 1], "Text", 2, targets=[1], mode="quirks")
    at.settle()
    at.tab.mouse.click(400, 300)
    at.inside.wait_for_function("() => document.hasFocus()")
    at.tab.keyboard.press("ArrowDown")
    at.tab.keyboard.press("Home")
    at.wait(2, "key")
    at.settle()
    assert at.inside.evaluate("() => scrollY") == 0


def test_a_mark_is_on_the_blocks_own_text_only(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.tell("marks", [[2, "caption"], [4, "title"]])
    assert at.inked() == {"caption": ["Before ", "slanted", " after"], "title": ["Inside"]}
    assert sorted(box["label"] for box in at.shown("tagged")) == ["caption", "title"]
    at.tell("marks", [[4, "none"]])
    assert at.inked() == {"caption": ["Before ", "slanted", " after"]}
    at.tell("marks", [[4, "body"]], True)
    assert (at.inked(), at.shown("tagged")) == ({"body": ["Inside"]}, [])


def test_a_picture_is_marked_by_a_frame_of_its_size(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.tell("marks", [[1, "figure"]])
    (box,) = at.shown("picture")
    dot = at.bounds("#dot")
    assert {**box, "label": ""} == {
        **{side: dot[side] for side in ("left", "top", "right", "bottom")},
        "label": "",
    }
    assert box["label"] == "figure"


def test_marks_far_from_the_window_are_shown_when_they_come_near(at: Stage) -> None:
    tall = ["div", {"style": "height: 9000px"}, 3]
    at.draw(
        HTML,
        BODY,
        ["p", {}, 2],
        "Top",
        1,
        tall,
        1,
        ["p", {"id": "end"}, 4],
        "End",
        3,
        targets=[2, 4],
    )
    at.tell("marks", [[2, "date"], [4, "author"]])
    assert at.inked() == {"date": ["Top"]}
    at.tell("point", 4, {"scroll": True})
    at.inside.wait_for_function(
        "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"
    )
    at.settle()
    assert at.inked() == {"author": ["End"]}


def test_the_outline_is_round_each_piece_of_own_text_or_the_whole(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.tell("point", 2)
    above, below = at.shown("point")
    inner = at.bounds("#inner")
    assert above["bottom"] < inner["top"] < inner["bottom"] < below["top"]
    at.tell("point", 2, {"whole": True})
    (whole,) = at.shown("point")
    assert whole["top"] < inner["top"] < inner["bottom"] < whole["bottom"]
    at.tell("point", None)
    assert at.shown("point") == []


def test_the_blocks_of_a_drag_are_shown_until_it_ends(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.tell("range", [2, 4])
    assert len(at.shown("range")) == 3
    at.tell("range", [4])
    assert len(at.shown("range")) == 1
    at.tell("range", [])
    assert at.shown("range") == []


def test_posts_are_framed_and_numbered(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.tell(
        "boxes",
        [
            {"nodes": [4, 5], "name": "post", "label": "7"},
            {"runs": [1], "name": "item", "label": "2"},
        ],
    )
    (post,), (item,) = at.shown("post"), at.shown("item")
    assert (post["label"], item["label"]) == ("7", "2")
    assert (post["top"], post["bottom"]) == (
        at.bounds("#inner")["top"],
        at.bounds("#dot")["bottom"],
    )
    assert item["left"] == pytest.approx(at.bounds("#inline")["left"], abs=1)


def test_spans_count_characters_and_tell_their_group_when_clicked(at: Stage) -> None:
    at.draw(
        HTML,
        BODY,
        ["p", {"id": "text"}, 2],
        "𝒜𝒞 one ",
        ["b", {"id": "b"}, 3],
        "two",
        1,
        " three",
        3,
        targets=[2],
    )
    span = {"from": [0, 3], "to": [2, 4], "name": "shared", "group": "sentence 5"}
    at.tell("spans", [span, {**span, "from": [99, 0]}])
    assert at.inked() == {"shared": ["one two thr"]}
    at.over("#b")
    at.tab.mouse.down()
    at.tab.mouse.up()
    assert at.wait(1, "group") == [{"type": "group", "group": "sentence 5"}]


def test_without_its_styles_everything_on_a_page_is_seen(at: Stage) -> None:
    hidden = (
        *(["p", {"hidden": ""}, 2], "one", 1, ["p", {"style": "display: none"}, 3], "two", 1),
        *(["details", {}, 4], ["summary", {}, 5], "S", 1, ["p", {}, 6], "three", 2),
        *(["p", {"class": "h"}, 7], "four", 1, ["dialog", {}, 8], "five", 1),
    )
    at.draw(
        HTML,
        BODY,
        *hidden,
        2,
        sheets=[{"css": ".h { visibility: hidden !important }", "media": ""}],
    )
    texts = "() => document.body.innerText.split(/\\s+/)"
    assert at.inside.evaluate(texts) == ["S"]
    at.tell("styled", False)
    assert at.inside.evaluate(texts) == ["one", "two", "S", "three", "four", "five"]
    at.tell("styled", True)
    assert at.inside.evaluate(texts) == ["S"]
    assert (
        at.inside.evaluate("() => document.querySelectorAll('[hidden], [style*=none]').length") == 2
    )


def test_a_page_that_shows_nothing_says_so(at: Stage) -> None:
    at.draw(HTML, BODY, " ", ["p", {}, 2], 3, targets=[1])
    assert at.notice() == "There is no text and no picture on this page."
    at.draw(HTML, BODY, ["p", {"hidden": ""}, 2], "Text", 3, targets=[1])
    assert "hides all of its text" in at.notice()
    at.tell("styled", False)
    assert at.notice() == ""


def test_pages_that_wait_for_their_scripts_are_seen_and_scroll(at: Stage) -> None:
    css = """html { display: none !important } body { overflow: hidden; visibility: hidden;
      opacity: 0; height: 3000px; pointer-events: none }"""
    at.draw(
        HTML,
        BODY,
        ["p", {"id": "text"}, 2],
        "Text",
        3,
        targets=[2],
        sheets=[{"css": css, "media": ""}],
    )
    assert at.notice() == ""
    assert at.over("#text") == 2
    at.tab.mouse.wheel(0, 500)
    at.inside.wait_for_function("() => scrollY > 100")


def test_no_style_of_a_page_hides_what_we_show_over_it(at: Stage) -> None:
    css = """* { display: none !important; visibility: hidden !important; opacity: 0 !important;
      transition: all 9s !important; transform: scale(0) !important; z-index: -1 !important }
      html, body, p { display: block !important; transform: none !important }
      p { position: fixed; inset: 0; margin: 0; z-index: 2147483647 !important;
      background: #fff !important;
      opacity: 1 !important; visibility: visible !important }"""
    at.draw(HTML, BODY, ["p", {}, 2], "Text", 3, targets=[2], sheets=[{"css": css, "media": ""}])
    without = at.tab.screenshot()
    at.tell("boxes", [{"nodes": [2], "name": "post", "label": "1"}])
    (box,) = at.shown("post")
    assert (box["right"], box["bottom"]) == (800, 600)
    assert at.tab.screenshot() != without


def test_lines_at_the_edge_make_no_page_wider(at: Stage) -> None:
    at.draw(
        HTML,
        BODY,
        ["p", {"style": "position: absolute; right: 0; margin: 0"}, 2],
        "Edge",
        3,
        targets=[2],
    )
    at.tell("marks", [[2, "caption"]])
    at.tell("point", 2)
    size = "() => [document.documentElement.scrollWidth, innerWidth]"
    wide, window = at.inside.evaluate(size)
    assert wide == window
