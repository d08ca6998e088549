"""The sandboxed frame reports the pointer and keys."""

from __future__ import annotations

from tests.web.stage import BODY, HTML, NESTED, Stage


def test_the_innermost_block_under_the_pointer_is_reported(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    assert at.over("#inline") == 2
    assert at.over("#inner") == 4
    assert at.over("#dot") == 1
    inner = at.bounds("#inner")
    at.to(inner["left"] + 5, inner["top"] - 3)  # the gap above the paragraph
    assert at.messages("over")[-1]["node"] == 2
    at.tab.mouse.move(5, 5)  # outside of the frame
    at.tab.wait_for_function("() => heard.at(-1).node === null")


def test_transparent_overlays_are_ignored(at: Stage) -> None:
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


def test_press_drag_and_release_report_their_blocks(at: Stage) -> None:
    at.draw(*NESTED, targets=[1, 2, 4])
    at.over("#inline")
    at.tab.keyboard.down("Shift")
    at.tab.mouse.down()
    at.over("#inner")
    at.tab.mouse.up()
    at.tab.keyboard.up("Shift")
    messages = at.wait(3, "press", "drag", "release")
    assert [(one["type"], one["node"]) for one in messages] == [
        ("press", 2),
        ("drag", 4),
        ("release", 4),
    ]
    assert all(one["button"] == 0 and one["shift"] and not one["ctrl"] for one in messages)
    assert at.inside.evaluate("() => getSelection().toString()") == ""
    assert at.inside.evaluate("() => document.hasFocus()")


def test_clicks_activate_nothing(at: Stage) -> None:
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
    prevented = dict(at.inside.evaluate("() => left"))
    assert prevented == {"click": True, "contextmenu": True, "auxclick": True}
    assert at.inside.locator("details[open]").count() == 1


def test_a_tap_is_a_press_and_a_swipe_is_not(at: Stage) -> None:
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
    assert len(at.messages("press", "drag", "release")) == 2


def test_keys_are_passed_on_except_browser_shortcuts(at: Stage) -> None:
    at.draw(HTML, ["body", {"style": "height: 4000px"}, 1], "Text", 2, targets=[1])
    at.over("body")
    at.tab.mouse.click(400, 300)
    for key in ("t", "Control+z", "Control+Shift+Z", "F2", "Control+b", "PageDown", "Tab"):
        at.tab.keyboard.press(key)
    at.inside.wait_for_function("() => scrollY > 100")
    keys = [one["key"] for one in at.messages("key") if one["key"] not in ("Control", "Shift")]
    assert keys == ["t", "z", "Z", "PageDown"]


def test_keys_of_the_tool_do_not_scroll(at: Stage) -> None:
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
