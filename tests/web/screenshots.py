"""The pictures of the documentation: `python -m tests.web.screenshots docs/figures`.

Taken of the bundled pages with the server as users run it, so that they show what is there.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from playwright.sync_api import ViewportSize, expect, sync_playwright

import honbun
from honbun.cli.serve import load_collection
from honbun.inputs.options import ReadOptions
from honbun.web.app import application
from honbun.web.options import ServeOptions
from tests.web import chromium
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

_DEMO = Path(honbun.__file__).parent / "demo"
_SCREEN: ViewportSize = {"width": 1280, "height": 800}
_PHONE: ViewportSize = {"width": 390, "height": 780}


def main() -> None:
    """Take all screenshots."""
    figures = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as url:
        client = httpx.Client(base_url=url, timeout=60, trust_env=False)
        article, caption = _article(client)
        _label(client, article, caption)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium.find(), args=["--no-sandbox"]
            )
            tab = browser.new_page(viewport=_SCREEN)
            _start(tab, url, figures)
            _annotate(tab, url, article, figures)
            _adjudicate(tab, url, article, figures)
            _inspect(tab, url, client, article, figures)
            _on_a_phone(browser, url, article, figures)
            browser.close()
        client.close()


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    inputs = [str(_DEMO / name) for name in ("sites", "threads", "lists", "borrowed")]
    shown = load_collection(inputs, folder / "demo.labels", ReadOptions(), quiet=True)
    options = ServeOptions(state=folder / "state.db")
    with running(application(options, shown)) as url:
        yield url


def _article(client: httpx.Client) -> tuple[int, int]:
    """A page with a captioned picture, and the block of the caption."""
    for number in range(40):
        blocks = client.get(f"/pages/given/{number}").json()["blocks"]
        for block, xpath in enumerate(blocks["xpath"]):
            if xpath.endswith("figcaption") and blocks["shown"][block]:
                return number, block
    raise LookupError("no bundled page has a caption")


def _label(client: httpx.Client, article: int, caption: int) -> None:
    """Two annotators who differ on the caption; the second has not finished."""
    while (found := _labels(client, article, "Ada"))["found"] is None:
        pass
    labels = found["found"]
    _act(client, article, "Ada", labels, "done")
    _act(client, article, "Ben", labels | {str(caption): None}, "done")


def _labels(client: httpx.Client, number: int, by: str) -> Any:
    return client.get(f"/annotate/data/{number}", params={"by": by}).json()


def _act(client: httpx.Client, number: int, by: str, changes: Any, state: str) -> None:
    body = {"changes": changes, "state": state}
    client.post(f"/annotate/data/{number}", params={"by": by}, json=body).raise_for_status()


def _start(tab: Page, url: str, figures: Path) -> None:
    tab.goto(url)
    tab.screenshot(path=figures / "start.png")


def _annotate(tab: Page, url: str, number: int, figures: Path) -> None:
    tab.goto(f"{url}/annotate/{number}?by=Ada")
    frame = tab.frame_locator("iframe")
    expect(tab.locator("#page")).not_to_have_attribute("aria-busy", "true")
    frame.locator("figcaption").first.scroll_into_view_if_needed()
    frame.locator("figure ~ p").first.hover()
    tab.wait_for_timeout(500)  # for the outlines to be painted
    tab.screenshot(path=figures / "annotate.png")


def _adjudicate(tab: Page, url: str, number: int, figures: Path) -> None:
    tab.goto(f"{url}/annotate/adjudicate/{number}")
    tab.wait_for_timeout(2000)
    tab.screenshot(path=figures / "adjudicate.png")


def _inspect(tab: Page, url: str, client: httpx.Client, number: int, figures: Path) -> None:
    tab.goto(f"{url}/inspect/given/{number}")
    expect(tab.locator(".progress:visible")).to_have_count(0, timeout=60_000)
    frame = tab.frame_locator("iframe").first
    frame.locator("h1").first.scroll_into_view_if_needed()
    frame.locator("h1").first.hover()
    tab.wait_for_timeout(1500)
    tab.screenshot(path=figures / "inspect.png")
    thread = _page(client, "boat-shed")
    tab.goto(f"{url}/inspect/given/{thread}?show=posts")
    expect(tab.locator(".entry").first).to_be_visible()
    expect(tab.locator(".progress:visible")).to_have_count(0, timeout=60_000)
    tab.wait_for_timeout(500)
    tab.screenshot(path=figures / "inspect-posts.png")
    letter = _page(client, "village-letter")
    tab.goto(f"{url}/inspect/given/{letter}?show=similar")
    tab.get_by_role("button", name="Side by side").first.click(timeout=60_000)
    tab.wait_for_timeout(3000)
    tab.screenshot(path=figures / "inspect-similar.png")


def _page(client: httpx.Client, name: str) -> int:
    """The number of a bundled page."""
    number = 0
    while name not in client.get(f"/pages/given/{number}").raise_for_status().json()["source"]:
        number += 1
    return number


def _on_a_phone(browser: Browser, url: str, number: int, figures: Path) -> None:
    tab = browser.new_page(viewport=_PHONE, color_scheme="dark")
    tab.goto(f"{url}/annotate/{number}?by=Ada")
    expect(tab.locator("#page")).not_to_have_attribute("aria-busy", "true")
    tab.frame_locator("iframe").locator("h1").first.scroll_into_view_if_needed()
    tab.wait_for_timeout(500)
    tab.screenshot(path=figures / "annotate-phone.png")
    tab.close()


if __name__ == "__main__":
    main()
