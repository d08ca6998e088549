"""The inspector in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from honbun.errors import Failure
from tests.web.browsing import complaints, reset, window
from tests.web.inspect.pages import BORROWED_TITLE, CHANGED, HOSTILE, SHARED, SITE
from tests.web.serving import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Frame, Locator, Page, Route

    from honbun.web.collections import Collection

FERRY, BORROWER, THREAD, LIST = 0, 4, 5, 6
NO_ANSWER = "The server did not answer."
_SHADOWS = """{
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    return (window.shadow = attach.call(this, options));
  };
}"""
_INKED = """([name, texts]) => {
  const found = [...CSS.highlights].filter(([key]) => key.split("-").at(-1) === name);
  const marked = found.flatMap(([, ranges]) => [...ranges]).map((one) => {
    const range = document.createRange();
    range.setStart(one.startContainer, one.startOffset);
    range.setEnd(one.endContainer, one.endOffset);
    return range.toString();
  });
  return JSON.stringify(marked) === JSON.stringify(texts);
}"""
_FRAMED = """labels => JSON.stringify(labels) === JSON.stringify(
  [...shadow.querySelectorAll(".frame")].map((box) => box.textContent))"""


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """One tab for all tests, and what the browser complains about."""
    with window(browser) as tab:
        tab.add_init_script(_SHADOWS)
        yield tab, complaints(tab)


@pytest.fixture
def tab(watched: tuple[Page, list[str]]) -> Iterator[Page]:
    """The tab; a complaint of the browser fails the test, unless it is about a response."""
    tab, complained = watched
    complained.clear()
    yield tab
    reset(tab)
    assert [line for line in complained if "Failed to load resource" not in line] == []


def page(tab: Page, number: int = 0) -> Frame:
    """The page that is shown, or the one beside it."""
    return tab.frames[1 + number]


def expect_ink(frame: Frame, **texts: list[str]) -> None:
    """Wait until exactly these texts of a page have these colours."""
    for name, wanted in texts.items():
        frame.wait_for_function(_INKED, arg=[name, wanted])


def expect_frames(frame: Frame, *labels: str) -> None:
    """Wait until exactly these frames are drawn over a page."""
    frame.wait_for_function(_FRAMED, arg=list(labels))


def entries(tab: Page) -> Locator:
    return tab.locator("[role=tabpanel]:not([hidden]) .entry")


def reason(tab: Page) -> Locator:
    return tab.get_by_role("region", name="Why")


def hover(tab: Page, text: str) -> None:
    """Move the mouse to a text of the page."""
    tab.frame_locator("#frame").get_by_text(text).hover()


def alert(tab: Page, task: str) -> Locator:
    return tab.locator(f"#panel-{task}").get_by_role("alert")


def refuse(route: Route) -> None:
    route.fulfill(status=422, body="the page cannot be read: too deep\n")


def test_content_is_coloured_and_explained(tab: Page, server: Server) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator(".legend")).to_contain_text("Title1")
    footer = "Harbour Post, printed on the quay every morning since 1951"
    expect_ink(
        page(tab),
        title=["The last ferry"],
        date=["3 May 2024"],
        body=[*SHARED, CHANGED[0]],
        dropped=["Front page", "Boats", "Tides", footer],
    )
    hover(tab, SHARED[0])
    expect(reason(tab)).to_contain_text("Body")
    expect(reason(tab)).to_contain_text(SHARED[0])
    hover(tab, "printed on the quay")
    expect(reason(tab)).to_contain_text("Not content")
    reason(tab).get_by_text("On 3 other pages of the site").click()
    other = reason(tab).get_by_role("link").first
    expect(other).to_have_attribute("href", re.compile("/inspect/given/[123]$"))

    # The same page without its collection; the keyboard keeps its focus.
    how = tab.locator(".how")
    expect(how).to_contain_text("other pages of the site")
    tab.get_by_label("The whole collection").focus()
    tab.keyboard.press("ArrowRight")
    expect(how).to_contain_text("Judged alone")
    expect(tab.get_by_label("This page alone")).to_be_focused()
    hover(tab, SHARED[1])
    expect(reason(tab)).to_contain_text("Likely content")
    tab.route("**/content", refuse)
    tab.get_by_label("The whole collection").check()
    expect(alert(tab, "content")).to_have_text("the page cannot be read: too deep")
    tab.unroute("**/content")
    tab.get_by_label("This page alone").check()
    expect(how).to_contain_text("Judged alone")
    # The address carries the choice, and the text is Markdown.
    tab.goto(tab.url)
    expect(how).to_contain_text("Judged alone")
    expect(tab.locator(".output")).to_contain_text("# The last ferry")


def test_page_is_coloured_by_the_papers_method(tab: Page, server: Server) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    tab.get_by_label("The papers’ method").check()
    # Another page has the same date, which is the weakness that the papers name.
    expect(tab.locator(".legend")).not_to_contain_text("Date")
    expect(tab.locator(".how")).not_to_contain_text("Expected F1")
    hover(tab, "printed on the quay")
    expect(reason(tab)).to_contain_text("Another page has the same block.")
    assert tab.url.endswith("faithful=")
    tab.reload()
    expect(tab.get_by_label("The papers’ method")).to_be_checked()


def test_a_page_opens_at_its_content(tab: Page, server: Server) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(f"{server.url}/inspect/given/{FERRY}?show=list")
    shown = page(tab).get_by_text(SHARED[0])
    expect(shown).to_be_visible()
    page(tab).locator("body").evaluate("body => { body.style.paddingTop = '3000px' }")
    expect(shown).not_to_be_in_viewport()
    tab.get_by_role("tab", name="Content").click()
    expect(shown).to_be_in_viewport()


def test_posts_and_items_are_framed_and_numbered(tab: Page, server: Server) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(f"{server.url}/inspect/given/{THREAD}")
    tab.get_by_role("tab", name="Posts").click()
    expect(entries(tab)).to_have_count(3)
    assert tab.url.endswith("?show=posts")
    expect_frames(page(tab), "1", "2", "3")
    expect(entries(tab).nth(1)).to_contain_text("Birk")
    hover(tab, "Twice a year it is, then")
    expect(entries(tab).nth(2)).to_have_attribute("aria-current", "true")
    hover(tab, "My mooring is eight metres")
    expect(entries(tab).nth(0)).to_have_attribute("aria-current", "true")
    tab.set_viewport_size({"width": 1280, "height": 260})
    entries(tab).nth(2).click()
    page(tab).wait_for_function("() => scrollY > 0")
    reset(tab)

    tab.goto(f"{server.url}/inspect/given/{LIST}?show=list")
    expect(entries(tab)).to_have_count(5)
    expect_frames(page(tab), "1", "2", "3", "4", "5")
    expect(entries(tab).first).to_contain_text("The crane is closed")
    expect(entries(tab).first).to_contain_text("2024-05-20")
    tab.get_by_role("tab", name="Content").click()
    expect(tab.locator(".legend")).to_be_visible()
    expect_frames(page(tab))

    for task in ("posts", "list"):
        tab.goto(f"{server.url}/inspect/given/1?show={task}")
        expect(tab.locator(f"#panel-{task} .nothing")).to_have_text(re.compile(r"\w+"))
    expect(tab.locator(".tools").get_by_role("link", name="Annotate")).to_have_attribute(
        "href", "/annotate/1"
    )


def test_two_similar_pages_are_shown_side_by_side(tab: Page, server: Server) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(f"{server.url}/inspect/given/{FERRY}?show=similar")
    expect(entries(tab)).to_contain_text([BORROWED_TITLE])
    relation = tab.locator(".relation").first
    expect(relation).to_contain_text("most of both pages is the same")
    expect(relation.get_by_title("identical: more than 60% of both pages")).to_be_visible()
    tab.get_by_role("button", name="Side by side").click()
    expect(entries(tab)).to_have_count(3)
    other = tab.frame_locator("#other iframe")
    expect(other.get_by_text("We all remember")).to_be_visible()
    expect(entries(tab).first).to_have_attribute("aria-current", "true")
    for number in (0, 1):
        expect_ink(page(tab, number), chosen=[SHARED[0]], changed=[CHANGED[number]])
    assert tab.url.endswith(f"?show=similar&with={BORROWER}")

    tab.set_viewport_size({"width": 1280, "height": 200})
    assert page(tab).evaluate("scrollY") == 0
    other.get_by_text(CHANGED[1]).click(position={"x": 9, "y": 9})
    expect(entries(tab).nth(2)).to_have_attribute("aria-current", "true")
    page(tab).wait_for_function("() => scrollY > 0")
    for number in (0, 1):
        expect_ink(page(tab, number), chosen=[CHANGED[number]], changed=[])
    tab.get_by_role("button", name="All similar pages").click()
    expect(tab.locator("#other")).to_be_hidden()
    expect_ink(page(tab), shared=[], changed=[], chosen=[])

    tab.route(f"**/pages/given/{BORROWER}", refuse)
    tab.goto(f"{server.url}/inspect/given/{FERRY}?show=similar&with={BORROWER}")
    expect(tab.locator("#other figcaption")).to_contain_text("cannot be read: too deep")
    expect(tab.locator("#other iframe")).to_be_hidden()
    expect(entries(tab)).to_have_count(3)


def test_files_are_opened_by_the_picker_and_by_dropping(
    tab: Page, server: Server, tmp_path: Path
) -> None:
    files = {
        "<b>page.html": HOSTILE,
        "styled.html": "<style>p { display: none }</style><h1>Seen</h1><p>Hidden by its style.",
        "bad.parquet": "no table",
        **{f"{number}.txt": "no page" for number in range(8)},
        **SITE,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def choose(*names: str) -> None:
        tab.goto(f"{server.url}/inspect")
        tab.get_by_label("Choose files").set_input_files([tmp_path / name for name in names])

    choose("<b>page.html")
    tab.wait_for_url(re.compile("/inspect/[^/]+/0"))
    expect(tab.get_by_role("heading", level=1)).to_have_text("<img src=x onerror=alert(1)>")
    expect(tab.frame_locator("#frame").get_by_text("A paragraph that says")).to_be_visible()
    assert not tab.title().startswith("owned")

    choose("styled.html")
    hidden = tab.frame_locator("#frame").get_by_text("Hidden by its style.")
    expect(tab.frame_locator("#frame").get_by_text("Seen")).to_be_visible()
    expect(hidden).to_be_hidden()
    tab.get_by_role("button", name="Styles").click()
    expect(hidden).to_be_visible()
    tab.keyboard.press("s")
    expect(hidden).to_be_hidden()

    choose("bad.parquet")
    expect(tab.locator("#refused")).to_contain_text("bad.parquet")
    choose(*(f"{number}.txt" for number in range(8)))
    expect(tab.locator("#refused")).to_have_text(
        "None of these is a page: 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 3 more"
    )

    choose("0.txt", *SITE)
    expect(tab.locator("#state")).to_contain_text("Skipped, not a page: 0.txt.")
    expect(tab.get_by_role("link", name="Show the opened pages")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("#progress")).to_have_text("4 of 4 pages analysed")
    expect(tab.locator(".pages .how").first).to_contain_text("compared with 3 pages")
    tab.get_by_role("link", name="The last ferry").click()
    expect(tab.locator(".legend")).to_be_visible()

    tab.goto(f"{server.url}/inspect")
    dropped = tab.evaluate_handle(
        """html => { const data = new DataTransfer();
        data.items.add(new File([html], "dropped.html")); return data; }""",
        HOSTILE,
    )
    tab.dispatch_event("body", "drop", {"dataTransfer": dropped})
    tab.wait_for_url(re.compile("/inspect/[^/]+/0"))


def test_the_keyboard_is_enough(tab: Page, server: Server) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(reason(tab)).to_contain_text("Point at a block")
    for key, text in (("j", "Front page"), ("ArrowDown", "Boats"), ("k", "Front page")):
        tab.keyboard.press(key)
        expect(reason(tab)).to_contain_text(text)
        expect(tab.locator("#spoken")).to_contain_text(f"Not content: {text}")
    tab.keyboard.press("Escape")
    expect(reason(tab)).to_contain_text("Point at a block")
    tab.frame_locator("#frame").get_by_text(SHARED[0]).click()
    tab.keyboard.press("j")  # in the frame
    expect(reason(tab)).to_contain_text(SHARED[1])

    tab.get_by_role("tab", name="Content").focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.get_by_role("tab", name="Posts")).to_be_focused()
    expect(tab.get_by_role("tabpanel", name="Posts")).to_be_visible()
    expect(tab.get_by_role("tabpanel", name="Content")).to_be_hidden()
    tab.keyboard.press("4")
    expect(entries(tab)).to_have_count(1)
    tab.keyboard.press("j")
    expect(entries(tab)).to_be_focused()
    tab.keyboard.press("Enter")
    expect(entries(tab)).to_have_count(3)

    tab.keyboard.press("?")
    expect(tab.get_by_role("dialog")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.get_by_role("dialog")).to_be_hidden()
    tab.keyboard.press("n")
    tab.wait_for_url(f"{server.url}/inspect/given/1?show=similar")
    tab.keyboard.press("p")
    tab.wait_for_url(f"{server.url}/inspect/given/0?show=similar")


def test_progress_is_shown_while_the_collection_is_analysed(
    tab: Page, browser: Browser, fresh: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = fresh.contents.start
    monkeypatch.setattr(fresh.contents, "start", lambda: None)
    with serving(fresh) as server, window(browser, java_script_enabled=False) as still:
        tab.goto(f"{server.url}/inspect/given/{FERRY}")
        progress = tab.locator("#panel-content .progress")
        expect(progress).to_contain_text("being analysed")
        expect(tab.locator(".how")).to_contain_text("Judged alone")
        listed = tab.context.new_page()
        listed.goto(f"{server.url}/inspect/given")
        failed = listed.locator("#failed")
        expect(failed).to_be_hidden()
        still.goto(f"{server.url}/inspect/given")
        expect(still.locator("main noscript p")).to_contain_text("reload it")
        still.goto(f"{server.url}/inspect/given/{FERRY}")
        expect(still.locator("#stage noscript p")).to_contain_text("needs JavaScript")

        fresh.failures.append(Failure("z1.html", None, "extract", "too deep"))
        start()
        expect(tab.locator(".how")).to_contain_text("other pages of the site")
        expect(progress).to_be_hidden()
        expect(failed.locator("summary")).to_have_text("1 could not be read or analysed")
        failed.locator("summary").click()
        failed.get_by_role("link", name="reload the list").click()
        failed.locator("summary").click()
        expect(failed.get_by_role("listitem")).to_contain_text(["too deep"])
        expect(failed.get_by_role("link")).to_be_hidden()
        listed.close()


def test_errors_are_shown_in_their_place(tab: Page, server: Server) -> None:
    tab.route("**/inspect/data/**", lambda route: route.abort())
    tab.goto(f"{server.url}/inspect/given")
    expect(tab.locator("#progress")).to_contain_text(NO_ANSWER)
    tab.unroute("**/inspect/data/**")
    expect(tab.locator("#progress")).to_have_text("7 of 7 pages analysed")
    tab.route("**/inspect/data/**", lambda route: route.fulfill(status=404, body="gone now\n"))
    tab.goto(f"{server.url}/inspect/given")
    expect(tab.locator("#progress")).to_have_text("gone now")
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(alert(tab, "content")).to_have_text("gone now")
    tab.unroute("**/inspect/data/**")
    tab.route("**/inspect/data/**", lambda route: route.abort())
    for task in ("posts", "list", "similar"):
        tab.locator(f"#tab-{task}").click()
        expect(alert(tab, task)).to_have_text(NO_ANSWER)
    tab.unroute("**/inspect/data/**")

    # A page that cannot be drawn still has its results.
    tab.route("**/pages/given/*", refuse)
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator("#drawing")).to_have_text("the page cannot be read: too deep")
    expect(tab.locator(".legend")).to_be_visible()
    tab.keyboard.press("j")
    expect(reason(tab)).to_contain_text("Not content")
    expect(reason(tab)).not_to_contain_text("picture")
    tab.unroute("**/pages/given/*")

    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Address of the page").fill("javascript:alert(1)")
    tab.get_by_role("button", name="Inspect").click()
    expect(tab.get_by_role("alert")).to_have_text("not a URL: https://javascript:alert(1)")


def test_a_tab_chosen_early_waits_for_the_page(tab: Page, server: Server) -> None:
    held: list[Route] = []
    tab.route("**/pages/given/*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright sets an attribute)
    tab.goto(f"{server.url}/inspect/given/{FERRY}?show=posts")
    expect(tab.locator("#drawing")).to_have_text("The page is being drawn…")
    tab.get_by_role("tab", name="Content").click()
    expect(tab.get_by_role("tabpanel", name="Content")).to_be_visible()
    held[0].continue_()
    expect(tab.locator(".legend")).to_be_visible()
    tab.keyboard.press("j")
    expect(reason(tab)).to_contain_text("Front page")


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "light"),
        pytest.param(360, "dark", marks=pytest.mark.looks),
        pytest.param(1280, "light", marks=pytest.mark.looks),
        pytest.param(1280, "dark", marks=pytest.mark.looks),
    ],
)
def test_nothing_is_wider_than_the_window(
    tab: Page, server: Server, width: int, scheme: Any
) -> None:
    tab.set_viewport_size({"width": width, "height": 740})
    tab.emulate_media(color_scheme=scheme)
    paths = ["", "/given", f"/given/{FERRY}", f"/given/{THREAD}?show=posts"]
    paths += [f"/given/{LIST}?show=list", f"/given/{FERRY}?show=similar&with={BORROWER}"]
    for path in paths:
        tab.goto(f"{server.url}/inspect{path}")
        if "/given/" in path:
            expect(tab.locator(".entry, .legend").first).to_be_visible()
            expect(tab.locator("#drawing")).to_be_hidden()
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, path
    if width > 360:
        return
    # On a phone the page is above the panel.
    expect(tab.frame_locator("#other iframe").get_by_text("We all remember")).to_be_attached()
    ends = [0.0]
    for name in ("#frame", "#other iframe", "#panel"):
        box = tab.locator(name).bounding_box()
        assert box is not None
        assert box["y"] >= ends[-1]
        assert box["height"] > 120
        ends.append(box["y"] + box["height"])
    assert ends[-1] <= 740
