"""A page that tries everything runs nothing, loads nothing and goes nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from honbun.html.blocks import split
from honbun.inputs.assets import NO_ASSETS
from honbun.page import Page as HonbunPage
from honbun.web.snapshot.draw import draw, to_json
from tests.web import hostile, stage
from tests.web.running import running
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Request

    from tests.inputs.loopback import Site


class Watch:
    """Forbidden actions of a browser window."""

    def __init__(self, context: BrowserContext) -> None:
        self.requests: list[Request] = []
        self.dialogs: list[str] = []
        self.tabs: list[str] = []
        context.on("request", self._requested)
        context.on("page", self._opened)

    def sent(self, own: str) -> list[str]:
        """Requests to other servers that the browser did not block."""
        return [
            request.url
            for request in self.requests
            if request.failure not in ("csp", "origin")
            and not request.url.startswith((own, hostile.DOT))
        ]

    def _requested(self, request: Request) -> None:
        self.requests.append(request)

    def _opened(self, page: Page) -> None:
        self.tabs.append(page.url)
        page.on("dialog", self._asked)

    def _asked(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 900, "height": 700})
    yield context
    context.close()


@pytest.fixture
def watch(context: BrowserContext) -> Watch:
    return Watch(context)


@pytest.fixture
def url() -> Iterator[str]:
    with running(stage.app()) as address:
        yield address


def _steps_of(source: str) -> tuple[list[Any], dict[str, Any], list[int]]:
    """The steps of the page as the server creates them."""
    page = HonbunPage(source, url="http://hostile.test/")
    tree = page.parse()
    drawn = to_json(draw(page, tree, NO_ASSETS))
    return drawn.pop("steps"), drawn, split(tree).node


def _raw_steps_of(source: str) -> tuple[list[Any], dict[str, Any], list[int]]:
    """The steps of the page as a server without cleaning would create them."""
    tree = HonbunPage(source).parse()
    steps: list[Any] = []
    depth = 0
    for node, tag in enumerate(tree.tag):
        if depth > tree.depth[node]:
            steps.append(depth - tree.depth[node])
        steps.append([tag, dict(tree.attributes(node)), node])
        if text := tree.raw_text(node) or "".join(
            run for run, owner in zip(tree.run, tree.run_owner) if owner == node
        ):
            steps.append(text)
        depth = tree.depth[node] + 1
    css = "\n".join(map(tree.raw_text, tree.find("style")))
    return steps, {"sheets": [{"css": css, "media": ""}]}, split(tree).node


@pytest.mark.parametrize("steps_of", [_steps_of, _raw_steps_of], ids=["cleaned", "as it is"])
def test_a_hostile_page_runs_nothing_and_loads_nothing(
    context: BrowserContext,
    watch: Watch,
    url: str,
    site: Site,
    steps_of: Callable[[str], tuple[list[Any], dict[str, Any], list[int]]],
) -> None:
    """Without the cleaning of the server, the frame and its policy are enough."""
    tab = context.new_page()
    at = Stage(tab, url)
    around = tab.evaluate("() => document.documentElement.outerHTML")
    steps, page, targets = steps_of(hostile.page(site.url("", "localhost")))
    at.draw(*steps, targets=targets, **page)
    _use(at)
    at.call("styled", False)
    _use(at)

    assert "Some text." in at.inside.evaluate("() => document.body.innerText")
    assert site.paths == []
    assert watch.sent(url) == []
    assert (watch.dialogs, len(watch.tabs)) == ([], 1)
    assert (tab.url, at.inside.url) == (f"{url}/", f"{url}/frame?mode=standards")
    assert len(tab.frames) == 2
    for window in tab.frames:
        assert window.evaluate("() => [window.canary, window.name]") == [None, ""]
    assert tab.evaluate("() => document.documentElement.outerHTML") == around


def test_the_frame_has_no_origin_no_storage_and_cannot_navigate(
    context: BrowserContext, url: str
) -> None:
    """Even if a script ran there."""
    tab = context.new_page()
    context.add_cookies([{"name": "secret", "value": "1", "url": url}])
    at = Stage(tab, url)
    at.draw(["html", {}, 0], ["body", {}, 1], "Text", 2)
    assert at.inside.evaluate("() => origin") == "null"
    for reach in (
        "document.cookie",
        "localStorage.length",
        "sessionStorage.length",
        "indexedDB.open('x')",
        "parent.document.body",
        "top.location.href",
        "document.createElement('script').text = '1'",
        "document.body.innerHTML = '<b>x</b>'",
        "top.location = 'about:blank'",
    ):
        error = at.inside.evaluate(
            f"() => {{ try {{ {reach}; return '' }} catch (e) {{ return e.name }} }}"
        )
        assert error in ("SecurityError", "EvalError", "TypeError"), reach
    assert at.inside.evaluate("() => open('about:blank')") is None
    assert at.inside.evaluate("() => fetch('/healthz').then(() => 1, () => 0)") == 0


def test_the_hostile_page_is_dangerous_outside_the_frame(
    context: BrowserContext, watch: Watch, site: Site
) -> None:
    """Outside the frame it runs and loads, so the assertions above can fail."""
    tab = context.new_page()
    source = hostile.page(site.url("", "localhost"))
    for ending in ("http-equiv=refresh", "http-equiv=Content-Security-Policy", "location ="):
        source = source.replace(ending, "")  # by which it would end too soon
    tab.route("**/hostile", lambda route: route.fulfill(body=source, content_type="text/html"))
    tab.goto(site.url("/hostile", "localhost"), wait_until="load")
    assert tab.evaluate("() => window.canary") == 1
    assert watch.dialogs == ["1"]
    assert len(watch.tabs) == 2
    kinds = {path.split("/")[1] for path in site.paths}
    assert kinds >= {"css", "script", "image", "frame", "object", "preload", "svg", "font", "media"}


def _use(at: Stage) -> None:
    """Point at, click, drag and type at every element."""
    tab = at.tab
    for ids in ("script", "tab", "data", "plain", "top", "self", "text"):
        if not at.inside.locator(f"[id={ids}]").count():
            continue
        at.over(f"[id={ids}]")
        for button in ("left", "middle", "right"):
            tab.mouse.down(button=button)
            tab.mouse.up(button=button)
    tab.mouse.dblclick(40, 60)
    tab.mouse.down()
    at.to(300, 300)
    tab.mouse.up()
    for key in ("Enter", "Space", "x", "Alt+x", "Tab", "Enter"):
        tab.keyboard.press(key)
    at.settle()
