"""The sandboxed frame: how it shows marks, frames and outlines."""

from __future__ import annotations

import pytest

from tests.web.stage import BODY, HTML, NESTED, Stage


def test_marks_cover_the_own_text_of_blocks_and_frame_pictures(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call("marks", [[2, "caption"], [4, "title"], [1, "figure"]])
    assert at.inked() == {"caption": ["Before ", "slanted", " after"], "title": ["Inside"]}
    assert sorted(box["label"] for box in at.shown("tagged")) == ["caption", "title"]
    (box,) = at.shown("picture")
    dot = at.bounds("#dot")
    assert box.pop("label") == "figure"
    assert box == {side: dot[side] for side in box}
    at.call("marks", [[4, "none"]])
    assert at.inked() == {"caption": ["Before ", "slanted", " after"]}
    at.call("marks", [[4, "body"]], True)
    assert (at.inked(), at.shown("tagged")) == ({"body": ["Inside"]}, [])


def test_outlines_surround_the_blocks_that_are_pointed_at(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call("point", 2)  # its own text, around the inner block
    above, below = at.shown("point")
    inner = at.bounds("#inner")
    assert above["bottom"] < inner["top"] < inner["bottom"] < below["top"]
    at.call("point", 2, {"whole": True})
    (whole,) = at.shown("point")
    assert whole["top"] < inner["top"] < inner["bottom"] < whole["bottom"]
    at.call("point", None)
    assert at.shown("point") == []
    for blocks, outlines in (([2, 4], 3), ([4], 1), ([], 0)):  # of a drag, until it ends
        at.call("range", blocks)
        assert len(at.shown("range")) == outlines
    post = {"nodes": [4, 5], "name": "post", "label": "7"}
    at.call("boxes", [post, {"runs": [1], "name": "item", "label": "2"}])
    (framed,), (item,) = at.shown("post"), at.shown("item")
    assert (framed["label"], item["label"]) == ("7", "2")
    assert (framed["top"], framed["bottom"]) == (inner["top"], at.bounds("#dot")["bottom"])
    assert item["left"] == pytest.approx(at.bounds("#inline")["left"], abs=1)


def test_distant_marks_are_drawn_when_they_are_near_the_window(at: Stage) -> None:
    tall = ["div", {"style": "height: 9000px"}, 3], 1
    edge = ["p", {"style": "position: absolute; right: 0; margin: 0"}, 5], "Edge", 1
    at.draw(
        HTML, BODY, *edge, ["p", {}, 2], "Top", 1, *tall, ["p", {}, 4], "End", 3, targets=[2, 4]
    )
    at.call("marks", [[2, "date"], [4, "author"]])
    assert at.inked() == {"date": ["Top"]}
    at.call("point", 4, {"scroll": True})
    at.inside.wait_for_function(
        "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"
    )
    at.settle()
    assert at.inked() == {"author": ["End"]}
    at.call("marks", [[5, "caption"]])
    at.call("point", 5)
    wide, window = at.inside.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide == window, "lines at the edge do not widen the page"


def test_spans_count_characters_and_report_clicks(at: Stage) -> None:
    text = ["p", {}, 2], "𝒜𝒞 one ", ["b", {"id": "b"}, 3], "two", 1, " three", 1
    at.draw(HTML, BODY, *text, 2, targets=[2])
    span = {"from": [0, 3], "to": [2, 4], "name": "shared", "group": "sentence 5"}
    at.call("spans", [span, {**span, "from": [99, 0]}])
    assert at.inked() == {"shared": ["one two thr"]}
    at.over("#b")
    at.tab.mouse.down()
    at.tab.mouse.up()
    assert at.wait(1, "group") == [{"type": "group", "group": "sentence 5"}]


def test_without_styles_everything_is_visible(at: Stage) -> None:
    hidden = (
        *(["p", {"hidden": ""}, 2], "one", 1, ["p", {"style": "display: none"}, 3], "two", 1),
        *(["details", {}, 4], ["summary", {}, 5], "S", 1, ["p", {}, 6], "three", 2),
        *(["p", {"class": "h"}, 7], "four", 1, ["dialog", {}, 8], "five", 1),
    )
    css = ".h { visibility: hidden !important }"
    at.draw(HTML, BODY, *hidden, 2, sheets=[{"css": css, "media": ""}])
    texts = "() => document.body.innerText.split(/\\s+/)"
    assert at.inside.evaluate(texts) == ["S"]
    at.call("styled", False)
    assert at.inside.evaluate(texts) == ["one", "two", "S", "three", "four", "five"]
    at.call("styled", True)
    assert at.inside.evaluate(texts) == ["S"]
    kept = "() => document.querySelectorAll('[hidden], [style*=none]').length"
    assert at.inside.evaluate(kept) == 2
    at.draw(HTML, BODY, " ", ["p", {}, 2], 3, targets=[1])
    assert at.notice() == "There is no text and no picture on this page."
    at.draw(HTML, BODY, ["p", {"hidden": ""}, 2], "Text", 3, targets=[1])
    assert "hides all of its text" in at.notice()
    at.call("styled", False)
    assert at.notice() == ""


def test_pages_hidden_until_scripts_run_are_visible_and_scroll(at: Stage) -> None:
    css = """html { display: none !important } body { overflow: hidden; visibility: hidden;
      opacity: 0; height: 3000px; pointer-events: none }"""
    text = ["p", {"id": "text"}, 2], "Text", 1
    at.draw(HTML, BODY, *text, 2, targets=[2], sheets=[{"css": css, "media": ""}])
    assert at.notice() == ""
    assert at.over("#text") == 2
    at.tab.mouse.wheel(0, 500)
    at.inside.wait_for_function("() => scrollY > 100")


def test_styles_of_a_page_do_not_hide_our_marks(at: Stage) -> None:
    css = """* { display: none !important; visibility: hidden !important; opacity: 0 !important;
      transition: all 9s !important; transform: scale(0) !important; z-index: -1 !important }
      html, body, p { display: block !important; transform: none !important }
      p { position: fixed; inset: 0; margin: 0; z-index: 2147483647 !important;
      background: #fff !important;
      opacity: 1 !important; visibility: visible !important }"""
    at.draw(HTML, BODY, ["p", {}, 2], "Text", 3, targets=[2], sheets=[{"css": css, "media": ""}])
    without = at.tab.screenshot()
    at.call("boxes", [{"nodes": [2], "name": "post", "label": "1"}])
    (box,) = at.shown("post")
    assert (box["right"], box["bottom"]) == (800, 600)
    assert at.tab.screenshot() != without
