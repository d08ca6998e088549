"""A small server around the frame: a page that holds it, and the files that page needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import honbun.web
from honbun.web.responses import plain_error
from honbun.web.security import SecurityMiddleware
from honbun.web.snapshot.frame import frame
from tests.web.hostile import DOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Frame, Page
    from starlette.requests import Request

HTML, BODY = ["html", {}, 0], ["body", {}, 1]
NESTED = (
    *(HTML, BODY, ["div", {"id": "outer"}, 2], "Before ", ["i", {"id": "inline"}, 3], "slanted", 1),
    *(["p", {"id": "inner"}, 4], "Inside", 1, " after", 1),
    *(["img", {"id": "dot", "src": DOT, "width": "50", "height": "40"}, 5], 1, 2),
)
"""A page with a block inside a block, and a picture."""
_STATIC = Path(honbun.web.__file__).parent / "static"
_HOLDER = """<!doctype html><html lang=en><title>Holder</title>
<link rel=icon href=/static/icon.svg><link rel=stylesheet href=/holder.css>
<script type=module src=/holder.js></script>
<p id=untouched>around the frame</p><iframe id=frame title=page sandbox=allow-scripts></iframe>"""
_STYLE = (
    "body { margin: 0 } p { margin: 0; height: 20px } iframe { border: 0; display: block; "
    "width: 100%; height: calc(100vh - 20px) }"
)
_SCRIPT = """import { Frame } from "/static/frame/channel.js";
const frame = new Frame(document.getElementById("frame"));
const heard = [];
for (const type of "ready drawn over press drag release key group".split(" ")) {
  frame.on(type, (message) => heard.push(message));
}
Object.assign(window, { frame, heard });
"""

_OPENED = """{
  // What the frame closes to pages is open to its tests.
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    return (window.shadow = attach.call(this, options));
  };
}"""

Step = Any


def app() -> Starlette:
    """The frame, a page around it, and a URL that accepts writes."""

    async def holder(_: Request) -> Response:
        return HTMLResponse(_HOLDER)

    async def style(_: Request) -> Response:
        return Response(_STYLE, media_type="text/css")

    async def script(_: Request) -> Response:
        return Response(_SCRIPT, media_type="text/javascript")

    async def written(_: Request) -> Response:
        return PlainTextResponse("written\n")

    return Starlette(
        routes=[
            Route("/", holder),
            Route("/holder.css", style),
            Route("/holder.js", script),
            Route("/write", written, methods=["POST", "PUT", "DELETE"]),
            Route("/frame", frame),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(SecurityMiddleware, host="127.0.0.1")],
        exception_handlers={HTTPException: plain_error},
    )


class Stage:
    """A tab with the frame, used as the pages around it use it."""

    def __init__(self, tab: Page, url: str) -> None:
        self.tab = tab
        tab.add_init_script(_OPENED)
        tab.goto(url)
        tab.wait_for_function("() => window.frame")
        tab.evaluate("() => frame.ready")

    @property
    def inside(self) -> Frame:
        """The frame's own document."""
        return self.tab.frames[1]

    def draw(self, *steps: Step, targets: Sequence[int] = (), **page: Any) -> int:
        """Draw steps; return the number of elements. Numbers in the tree are those of the steps."""
        drawn = {"mode": "standards", "sheets": [], "runs": [], "steps": steps} | page
        if not drawn["runs"]:
            drawn["runs"] = list(range(sum(isinstance(step, str) for step in steps)))
        call = "([page, targets]) => frame.draw(page, targets)"
        elements: int = self.tab.evaluate(call, [drawn, list(targets)])
        return elements

    def call(self, name: str, *arguments: Any) -> None:
        """Call a method of the frame, and wait until its result is visible."""
        self.tab.evaluate("([name, rest]) => frame[name](...rest)", [name, list(arguments)])
        self.settle()

    def settle(self) -> None:
        """Wait for two animation frames, after which the frame is up to date."""
        self.inside.evaluate(
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def shown(self, look: str) -> list[dict[str, Any]]:
        """The positions and labels of the boxes over the page that have this look."""
        return list(
            self.inside.evaluate(
                """look => [...shadow.querySelectorAll(`.${look}`)].map(box => {
                  const { left, top, right, bottom } = box.getBoundingClientRect();
                  return { left, top, right, bottom, label: box.textContent };
                })""",
                look,
            )
        )

    def inked(self) -> dict[str, list[str]]:
        """The coloured ranges of text, by the name of their colour."""
        found: dict[str, list[str]] = self.inside.evaluate(
            """() => Object.fromEntries([...CSS.highlights].filter(([, { size }]) => size).map(
              ([name, highlight]) => [name.split("-").at(-1), [...highlight].map(one => {
                const range = document.createRange();
                range.setStart(one.startContainer, one.startOffset);
                range.setEnd(one.endContainer, one.endOffset);
                return range.toString();
              })]))"""
        )
        return found

    def notice(self) -> str:
        """The sentence in place of a page."""
        return str(self.inside.evaluate("() => shadow.querySelector('.notice').innerText"))

    def bounds(self, selector: str) -> dict[str, float]:
        """Where an element of the page is in the frame's window."""
        box: dict[str, float] = self.inside.eval_on_selector(
            selector, "element => element.getBoundingClientRect().toJSON()"
        )
        return box

    def to(self, x: float, y: float) -> None:
        """Move the mouse to a point of the frame's window."""
        corner = self.tab.locator("iframe").bounding_box()
        assert corner is not None
        self.tab.mouse.move(corner["x"] + x, corner["y"] + y)
        self.settle()

    def over(self, selector: str) -> Any:
        """Move the mouse to the middle of an element; return the block that the frame reports."""
        box = self.bounds(selector)
        self.to((box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2)
        return self.messages("over")[-1]["node"]

    def messages(self, *types: str) -> list[dict[str, Any]]:
        """The messages of these types that the frame has sent so far."""
        found = self.tab.evaluate(
            "types => heard.filter(message => types.includes(message.type))", list(types)
        )
        return list(found)

    def wait(self, count: int, *types: str) -> list[dict[str, Any]]:
        """The messages of these types, when there are this many."""
        self.tab.wait_for_function(
            "([count, types]) => heard.filter(({ type }) => types.includes(type)).length >= count",
            arg=[count, types],
        )
        return self.messages(*types)
