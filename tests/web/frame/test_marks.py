"""The sandboxed frame: how it shows marks, frames and outlines."""

from __future__ import annotations

import pytest

from tests.web.stage import BODY, HTML, NESTED, Stage


def test_a_mark_covers_only_the_own_text_of_a_block(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call("marks", [[2, "caption"], [4, "title"]])
    assert at.inked() == {"caption": ["Before ", "slanted", " after"], "title": ["Inside"]}
    assert sorted(box["label"] for box in at.shown("tagged")) == ["caption", "title"]
    at.call("marks", [[4, "none"]])
    assert at.inked() == {"caption": ["Before ", "slanted", " after"]}
    at.call("marks", [[4, "body"]], True)
    assert (at.inked(), at.shown("tagged")) == ({"body": ["Inside"]}, [])


def test_an_image_is_marked_by_a_frame(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call("marks", [[1, "figure"]])
    (box,) = at.shown("picture")
    dot = at.bounds("#dot")
    assert {**box, "label": ""} == {
        **{side: dot[side] for side in ("left", "top", "right", "bottom")},
        "label": "",
    }
    assert box["label"] == "figure"


def test_distant_marks_are_drawn_when_they_are_near_the_window(at: Stage) -> None:
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
    at.call("marks", [[2, "date"], [4, "author"]])
    assert at.inked() == {"date": ["Top"]}
    at.call("point", 4, {"scroll": True})
    at.inside.wait_for_function(
        "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"
    )
    at.settle()
    assert at.inked() == {"author": ["End"]}


def test_the_outline_surrounds_the_own_text_or_the_whole_block(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call("point", 2)
    above, below = at.shown("point")
    inner = at.bounds("#inner")
    assert above["bottom"] < inner["top"] < inner["bottom"] < below["top"]
    at.call("point", 2, {"whole": True})
    (whole,) = at.shown("point")
    assert whole["top"] < inner["top"] < inner["bottom"] < whole["bottom"]
    at.call("point", None)
    assert at.shown("point") == []


def test_the_blocks_of_a_drag_are_shown_until_it_ends(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call("range", [2, 4])
    assert len(at.shown("range")) == 3
    at.call("range", [4])
    assert len(at.shown("range")) == 1
    at.call("range", [])
    assert at.shown("range") == []


def test_posts_are_framed_and_numbered(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.call(
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


def test_spans_count_characters_and_report_clicks(at: Stage) -> None:
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
    at.draw(
        HTML,
        BODY,
        *hidden,
        2,
        sheets=[{"css": ".h { visibility: hidden !important }", "media": ""}],
    )
    texts = "() => document.body.innerText.split(/\\s+/)"
    assert at.inside.evaluate(texts) == ["S"]
    at.call("styled", False)
    assert at.inside.evaluate(texts) == ["one", "two", "S", "three", "four", "five"]
    at.call("styled", True)
    assert at.inside.evaluate(texts) == ["S"]
    assert (
        at.inside.evaluate("() => document.querySelectorAll('[hidden], [style*=none]').length") == 2
    )


def test_a_page_without_visible_content_is_reported(at: Stage) -> None:
    at.draw(HTML, BODY, " ", ["p", {}, 2], 3, targets=[1])
    assert at.notice() == "There is no text and no picture on this page."
    at.draw(HTML, BODY, ["p", {"hidden": ""}, 2], "Text", 3, targets=[1])
    assert "hides all of its text" in at.notice()
    at.call("styled", False)
    assert at.notice() == ""


def test_pages_hidden_until_scripts_run_are_visible_and_scroll(at: Stage) -> None:
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


def test_lines_at_the_edge_do_not_widen_the_page(at: Stage) -> None:
    at.draw(
        HTML,
        BODY,
        ["p", {"style": "position: absolute; right: 0; margin: 0"}, 2],
        "Edge",
        3,
        targets=[2],
    )
    at.call("marks", [[2, "caption"]])
    at.call("point", 2)
    size = "() => [document.documentElement.scrollWidth, innerWidth]"
    wide, window = at.inside.evaluate(size)
    assert wide == window
