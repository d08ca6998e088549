"""Inspecting pages in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.complaints import complaints
from tests.web.inspect.conftest import harbour
from tests.web.inspect.pages import BORROWED_TITLE, CHANGED, HOSTILE, SHARED, SITE
from tests.web.inspect.serving import Inspecting, inspecting
from tests.web.window import renew, window

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Frame, Locator, Page

FERRY, BORROWER, THREAD, LIST = 0, 4, 5, 6
_SHADOWS = """{
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    return (window.shadow = attach.call(this, options));
  };
}"""
_INKED = """([name, texts]) => {
  const found = [...CSS.highlights].filter(([key]) => key.split("-").at(-1) === name);
  const said = found.flatMap(([, ranges]) => [...ranges]).map((one) => {
    const range = document.createRange();
    range.setStart(one.startContainer, one.startOffset);
    range.setEnd(one.endContainer, one.endOffset);
    return range.toString();
  });
  return JSON.stringify(said) === JSON.stringify(texts);
}"""
_FRAMED = """labels => JSON.stringify(labels) === JSON.stringify(
  [...shadow.querySelectorAll(".frame")].map((box) => box.textContent))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspecting]:
    """A server with a small site, judged and compared already."""
    pages = harbour(tmp_path_factory.mktemp("harbour"))
    with inspecting(pages, annotates=True) as server:
        pages.contents.wait()
        server.opened.rooms("given").pairs.found.wait()
        yield server
    pages.close()


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A tab for all tests, and what the browser complains of."""
    with window(browser) as tab:
        tab.add_init_script(_SHADOWS)
        yield tab, complaints(tab)


@pytest.fixture
def tab(watched: tuple[Page, list[str]]) -> Iterator[Page]:
    """The tab; whatever the browser complains of fails the test."""
    tab, complained = watched
    complained.clear()
    yield tab
    renew(tab)
    assert [said for said in complained if "responded with a status of" not in said] == []


def page(tab: Page, number: int = 0) -> Frame:
    """The page that is looked at, or the one beside it."""
    return tab.frames[1 + number]


def expect_ink(frame: Frame, **texts: list[str]) -> None:
    """Wait until just these texts of a page are coloured as this or that."""
    for name, wanted in texts.items():
        frame.wait_for_function(_INKED, arg=[name, wanted])


def expect_frames(frame: Frame, *labels: str) -> None:
    """Wait until there are just these frames over a page."""
    frame.wait_for_function(_FRAMED, arg=list(labels))


def entries(tab: Page) -> Locator:
    return tab.locator("[role=tabpanel]:not([hidden]) .entry")


def hover(tab: Page, text: str, number: int = 0) -> None:
    """Move the mouse to a text of the page."""
    tab.frame_locator("iframe").nth(number).get_by_text(text).hover()


def test_content_is_coloured_and_the_reason_shown_at_the_pointer(
    tab: Page, server: Inspecting
) -> None:
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

    reason = tab.get_by_role("region", name="Why")
    hover(tab, SHARED[0])
    expect(reason).to_contain_text("Body")
    expect(reason).to_contain_text(SHARED[0])
    hover(tab, "printed on the quay")
    expect(reason).to_contain_text("Not content")
    reason.get_by_text("On 3 other pages of its kind too").click()
    other = reason.get_by_role("link").first
    expect(other).to_have_attribute("href", re.compile("/inspect/given/[123]$"))


def test_a_page_is_judged_alone_at_a_click(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator(".method")).to_contain_text("by the collection")
    tab.get_by_label("This page alone").check()
    expect(tab.locator(".method")).to_contain_text("Judged alone")
    hover(tab, SHARED[1])
    expect(tab.get_by_role("region", name="Why")).to_contain_text("Likely content")
    tab.get_by_label("The whole collection").check()
    expect(tab.locator(".method")).to_contain_text("by the collection")


def test_while_the_collection_is_judged_progress_is_shown(
    tab: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = harbour(tmp_path)
    begin = pages.contents.begin
    monkeypatch.setattr(pages.contents, "begin", lambda: None)
    with inspecting(pages) as server:
        tab.goto(f"{server.url}/inspect/given/{FERRY}")
        progress = tab.locator("#panel-content .progress")
        expect(progress).to_contain_text("being judged")
        expect(tab.locator(".method")).to_contain_text("Judged alone")
        begin()
        expect(tab.locator(".method")).to_contain_text("by the collection")
        expect(progress).to_be_hidden()
    pages.close()


def test_posts_are_framed_and_numbered(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{THREAD}")
    tab.get_by_role("tab", name="Posts").click()
    expect(entries(tab)).to_have_count(3)
    assert tab.url.endswith("?room=posts")
    expect_frames(page(tab), "1", "2", "3")
    expect(entries(tab).nth(1)).to_contain_text("Birk")
    hover(tab, "Twice a year it is, then")
    expect(entries(tab).nth(2)).to_have_attribute("aria-current", "true")
    hover(tab, "My mooring is eight metres")
    expect(entries(tab).nth(0)).to_have_attribute("aria-current", "true")


def test_pointing_at_a_post_in_the_list_scrolls_to_it(tab: Page, server: Inspecting) -> None:
    tab.set_viewport_size({"width": 1280, "height": 260})
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(f"{server.url}/inspect/given/{THREAD}?room=posts")
    expect(entries(tab)).to_have_count(3)
    assert page(tab).evaluate("scrollY") == 0
    entries(tab).nth(2).click()
    page(tab).wait_for_function("() => scrollY > 0")


def test_items_are_framed_and_other_lists_can_be_chosen(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{LIST}?room=list")
    expect(entries(tab)).to_have_count(5)
    expect_frames(page(tab), "1", "2", "3", "4", "5")
    expect(entries(tab).first).to_contain_text("The crane is closed")
    expect(entries(tab).first).to_contain_text("2024-05-20")
    tab.get_by_role("tab", name="Content").click()
    expect(tab.locator(".legend")).to_be_visible()
    expect_frames(page(tab))


def test_a_page_without_posts_or_list_says_why(tab: Page, server: Inspecting) -> None:
    for room in ("posts", "list"):
        tab.goto(f"{server.url}/inspect/given/1?room={room}")
        expect(tab.locator(f"#panel-{room} .nothing")).to_have_text(re.compile(r"\w+"))


def test_two_similar_pages_stand_side_by_side(tab: Page, server: Inspecting) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(f"{server.url}/inspect/given/{FERRY}?room=similar")
    expect(entries(tab)).to_contain_text([BORROWED_TITLE])
    tab.get_by_role("button", name="Side by side").click()
    expect(entries(tab)).to_have_count(3)
    expect(tab.frame_locator("#other iframe").get_by_text("We all remember")).to_be_visible()
    for number in (0, 1):
        expect_ink(page(tab, number), shared=list(SHARED), changed=[CHANGED[number]], chosen=[])
    assert tab.url.endswith(f"?room=similar&with={BORROWER}")

    tab.set_viewport_size({"width": 1280, "height": 200})
    assert page(tab).evaluate("scrollY") == 0
    tab.frame_locator("#other iframe").get_by_text(CHANGED[1]).click(position={"x": 9, "y": 9})
    expect(entries(tab).nth(2)).to_have_attribute("aria-current", "true")
    page(tab).wait_for_function("() => scrollY > 0")
    for number in (0, 1):
        expect_ink(page(tab, number), chosen=[CHANGED[number]], changed=[])

    tab.get_by_role("button", name="All similar pages").click()
    expect(tab.locator("#other")).to_be_hidden()
    expect_ink(page(tab), shared=[], changed=[], chosen=[])


def test_a_file_is_opened_by_the_picker(tab: Page, server: Inspecting, tmp_path: Path) -> None:
    file = tmp_path / "<b>page.html"
    file.write_text(HOSTILE)
    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Choose files").set_input_files(file)
    tab.wait_for_url(re.compile("/inspect/[^/]+/0"))
    expect(tab.get_by_role("heading", level=1)).to_have_text("<img src=x onerror=alert(1)>")
    expect(tab.frame_locator("#frame").get_by_text("A paragraph that says")).to_be_visible()
    assert not tab.title().startswith("owned")


def test_several_files_make_a_list_of_pages(tab: Page, server: Inspecting, tmp_path: Path) -> None:
    for name, html in SITE.items():
        (tmp_path / name).write_text(html)
    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Choose files").set_input_files([tmp_path / name for name in SITE])
    expect(tab.locator("#progress")).to_have_text("4 of 4 pages judged")
    expect(tab.locator(".pages .how").first).to_contain_text("by the collection")
    tab.get_by_role("link", name="The last ferry").click()
    expect(tab.locator(".legend")).to_be_visible()


def test_a_dropped_file_is_opened(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect")
    dropped = tab.evaluate_handle(
        """html => { const data = new DataTransfer();
        data.items.add(new File([html], "dropped.html")); return data; }""",
        HOSTILE,
    )
    tab.dispatch_event("body", "drop", {"dataTransfer": dropped})
    tab.wait_for_url(re.compile("/inspect/[^/]+/0"))


def test_a_file_that_is_no_page_is_refused(tab: Page, server: Inspecting, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no page")
    (tmp_path / "bad.parquet").write_text("no table")
    tab.goto(f"{server.url}/inspect")
    refused = tab.locator("#refused")
    tab.get_by_label("Choose files").set_input_files(tmp_path / "notes.txt")
    expect(refused).to_contain_text("notes.txt")
    tab.get_by_label("Choose files").set_input_files(tmp_path / "bad.parquet")
    expect(refused).to_contain_text("bad.parquet")


def test_the_keyboard_is_enough(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    reason = tab.get_by_role("region", name="Why")
    expect(reason).to_contain_text("Point at a block")
    tab.keyboard.press("j")
    expect(reason).to_contain_text("Front page")
    tab.keyboard.press("ArrowDown")
    expect(reason).to_contain_text("Boats")
    expect(tab.locator("#said")).to_contain_text("Not content: Boats")
    tab.keyboard.press("k")
    expect(reason).to_contain_text("Front page")
    tab.keyboard.press("Escape")
    expect(reason).to_contain_text("Point at a block")

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
    tab.wait_for_url(f"{server.url}/inspect/given/1?room=similar")
    tab.keyboard.press("p")
    tab.wait_for_url(f"{server.url}/inspect/given/0?room=similar")


def test_keys_work_in_the_frame_too(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator(".legend")).to_be_visible()
    tab.frame_locator("#frame").get_by_text(SHARED[0]).click()
    tab.keyboard.press("j")
    expect(tab.get_by_role("region", name="Why")).to_contain_text(SHARED[1])


def test_styles_can_be_taken_off(tab: Page, server: Inspecting, tmp_path: Path) -> None:
    file = tmp_path / "styled.html"
    file.write_text("<style>p { display: none }</style><h1>Seen</h1><p>Hidden by its style.")
    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Choose files").set_input_files(file)
    hidden = tab.frame_locator("#frame").get_by_text("Hidden by its style.")
    expect(tab.frame_locator("#frame").get_by_text("Seen")).to_be_visible()
    expect(hidden).to_be_hidden()
    tab.get_by_role("button", name="Styles").click()
    expect(hidden).to_be_visible()
    tab.keyboard.press("s")
    expect(hidden).to_be_hidden()


def test_the_page_can_be_annotated_from_here(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/2")
    annotate = tab.locator(".tools").get_by_role("link", name="Annotate")
    expect(annotate).to_have_attribute("href", "/annotate/2")


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
    tab: Page, server: Inspecting, width: int, scheme: Any
) -> None:
    tab.set_viewport_size({"width": width, "height": 740})
    tab.emulate_media(color_scheme=scheme)
    paths = ["", "/given", f"/given/{FERRY}", f"/given/{THREAD}?room=posts"]
    paths += [f"/given/{LIST}?room=list", f"/given/{FERRY}?room=similar&with={BORROWER}"]
    for path in paths:
        tab.goto(f"{server.url}/inspect{path}")
        if "/given/" in path:
            expect(tab.locator(".entry, .legend").first).to_be_visible()
            expect(tab.locator("#drawing")).to_be_hidden()
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, path


def test_on_a_phone_the_page_is_above_and_the_panel_below(tab: Page, server: Inspecting) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto(f"{server.url}/inspect/given/{FERRY}?room=similar&with={BORROWER}")
    expect(entries(tab)).to_have_count(3)
    expect(tab.frame_locator("#other iframe").get_by_text("We all remember")).to_be_attached()
    boxes = [tab.locator(name).bounding_box() for name in ("#frame", "#other iframe", "#panel")]
    ends = [0.0]
    for box in boxes:
        assert box is not None
        assert box["y"] >= ends[-1]
        assert box["height"] > 120
        ends.append(box["y"] + box["height"])
    assert ends[-1] <= 740


def test_a_collection_that_was_forgotten_is_told(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator(".legend")).to_be_visible()
    tab.route("**/inspect/data/**", lambda route: route.fulfill(status=404, body="gone now\n"))
    tab.get_by_role("tab", name="Posts").click()
    expect(tab.locator("#panel-posts").get_by_role("alert")).to_have_text("gone now")
