"""The sandboxed frame: what it is, and what it draws."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Error

from honbun.web.snapshot import frame
from tests.web.stage import BODY, HTML, Stage

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def test_every_response_has_its_own_nonce_and_a_sandbox(url: str) -> None:
    first, second = (httpx.get(f"{url}/frame", trust_env=False) for _ in range(2))
    policy = first.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'nonce-")
    assert policy != second.headers["content-security-policy"]
    nonce = re.search(r"'nonce-([^']+)'", policy)
    assert nonce is not None
    assert f'<script nonce="{nonce[1]}" type="module">' in first.text
    assert first.headers["cache-control"] == "no-store"
    assert first.headers["x-content-type-options"] == "nosniff"
    answer = httpx.get(f"{url}/frame", params={"mode": "<script>"}, trust_env=False)
    assert (answer.status_code, answer.text) == (400, "mode is standards or quirks\n")


def test_modules_are_inlined_as_one_script() -> None:
    document = frame.frame_document()
    assert (document.count("<script"), document.count("</script")) == (1, 1)
    assert not re.search(r"^import ", document, re.MULTILINE)
    modules = {path.stem for path in frame._FOLDER.glob("*.js")}
    assert modules == {*frame._SCRIPTS, "channel"}


def test_opened_alone_it_has_no_origin_and_ignores_messages(
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


def test_the_page_around_the_frame_may_post_and_the_frame_may_not(at: Stage) -> None:
    at.draw(HTML, BODY, "Text", 2)
    write = "address => fetch(address, { method: 'POST' }).then(got => got.status, () => 0)"
    assert at.tab.evaluate(write, "/write") == 200
    answer = at.tab.request.post(f"{at.tab.url}write", headers={"Origin": "null"})
    assert answer.status == 403


def test_pages_are_drawn_in_their_own_mode_and_add_no_history(at: Stage) -> None:
    before = at.tab.evaluate("() => history.length")
    for mode, compat in (("quirks", "BackCompat"), ("standards", "CSS1Compat")):
        assert at.draw(HTML, BODY, "Hi", 2, mode=mode) == 2
        assert at.inside.evaluate("() => document.compatMode") == compat
        assert at.inside.evaluate("() => document.body.innerText") == "Hi"
    assert at.tab.evaluate("() => history.length") == before
    with pytest.raises(Error, match="the page cannot be drawn"):
        at.draw("text outside of all elements")
    assert at.draw(HTML, BODY, "Text", 2) == 2, "the next page is drawn"


def test_elements_are_drawn_in_place_and_nothing_is_active(at: Stage) -> None:
    table = ["table", {}, 2], ["p", {}, 3], "<b>no markup</b> &amp;", 2, ["o:p", {}, 4], 1
    acting = "script iframe object embed link meta base form input video svg:script marquee".split()
    away = dict.fromkeys(("src", "srcset", "background"), "http://x.test/")
    more = {"name": "body", "tabindex": "0", "autofocus": "", "is": "x-y", "onclick": "x()"}
    attributes = away | more | {"href": "javascript:x()"}
    svg = {"src": "data:image/svg+xml,<svg/>"}
    at.draw(
        *(HTML, ["body", {"class": "a"}, 1], *table),
        *(step for tag in acting for step in ([tag, {"id": tag}, 9], 1)),
        *(["img", attributes, 10], 1, ["a", attributes, 11], 1, ["img", svg, 12], 1, "Text", 2),
    )
    drawn = at.inside.evaluate("() => document.body.outerHTML")
    assert "<table><p>&lt;b&gt;no markup&lt;/b&gt; &amp;amp;</p></table><o:p></o:p>" in drawn
    names = at.inside.evaluate(
        "() => [...document.body.children].slice(2).map(element => element.localName)"
    )
    assert names == ["x-plain"] * 10 + ["svg:script", "x-plain", "img", "a", "img"]
    kept = "() => [...document.querySelectorAll('a, img')].flatMap(e => e.getAttributeNames())"
    assert at.inside.evaluate(kept) == []


def test_style_sheets_of_the_page_apply_to_their_media_and_below_ours(at: Stage) -> None:
    sheets = [
        {"css": "p { color: rgb(1, 2, 3); cursor: wait }", "media": "screen"},
        {"css": "p { color: rgb(9, 9, 9) }", "media": "print"},
    ]
    at.draw(HTML, BODY, ["p", {}, 2], "Text", 3, sheets=sheets)
    look = "p => [getComputedStyle(p).color, getComputedStyle(p).cursor]"
    assert at.inside.eval_on_selector("p", look) == ["rgb(1, 2, 3)", "default"]
