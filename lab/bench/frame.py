"""The sandboxed frame on long pages: drawing one, following the pointer, answering a click.

`python -m lab.bench.frame`; it needs a Chromium.
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from honbun.evaluation.report import table
from tests.web import chromium, stage
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

_SIZES = (10_000, 50_000)
"""Blocks of the pages."""
_TRIES = 20
_MARKED = "body", "body", "date", "caption", "out"
"""The labels of the blocks before measuring, in turn; all blocks are labelled."""
_ANSWER = """() => {
  // As the pages around the frame do: outline what is pointed at, mark what is clicked.
  frame.on("over", ({ node }) => frame.point(node));
  frame.on("press", ({ node }) => frame.marks([[node, "title"]]));
}"""
_DRAW = """async ([page, targets]) => {
  const began = performance.now();
  await frame.draw(page, targets);
  return performance.now() - began;
}"""
_ALONE = """html => {
  const began = performance.now();
  document.body.innerHTML = html;
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  });
}"""
"""The time of the browser for such a page without honbun."""
_WATCH = """{
  // From the event (as the browser dates it) to the picture after the answer has come.
  window.times = { over: [], press: [] };
  const began = {};
  for (const [type, kind] of [["pointermove", "over"], ["pointerdown", "press"]]) {
    addEventListener(type, ({ timeStamp }) => { began[kind] = timeStamp; }, true);
  }
  const painted = (kind) => {
    const from = began[kind];
    if (from === undefined) return;
    delete began[kind];
    requestAnimationFrame(() => setTimeout(() => times[kind].push(performance.now() - from)));
  };
  const own = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", { ...own, set(handler) {
    own.set.call(this, (event) => {
      handler(event);
      painted({ point: "over", marks: "press" }[event.data.type]);
    });
  } });
}"""


def report(sizes: Sequence[int] = _SIZES) -> str:
    """A table of milliseconds in headless Chromium."""
    rows: list[tuple[str, str, str, str]] = []
    with running(stage.app()) as url, sync_playwright() as playwright:
        flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=flags)
        for size in sizes:
            print(f"frame: {size:,} blocks", file=sys.stderr, flush=True)
            rows.append((f"{size:,} blocks", "as HTML, without us", *_alone(browser, size)))
            tab = browser.new_page(viewport={"width": 1280, "height": 800})
            tab.add_init_script(_WATCH)
            rows += _measured(stage.Stage(tab, url), size)
            tab.close()
        browser.close()
    return table(("page", "what", "ms, median", "p95"), rows)


def _alone(browser: Browser, size: int) -> tuple[str, str]:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    html = _html(_page(size)[0]["steps"][2:])
    spent = [float(tab.evaluate(_ALONE, html)) for _ in range(3)]
    tab.close()
    return _told(spent)


def _html(steps: list[Any]) -> str:
    written, within = [], []
    for step in steps:
        if isinstance(step, list):
            within.append(step[0])
            written.append(f"<{step[0]}>")
        else:
            written.append(step if isinstance(step, str) else f"</{within.pop()}>")
    return "".join(written)


def _measured(at: stage.Stage, size: int) -> Iterator[tuple[str, str, str, str]]:
    name = f"{size:,} blocks"
    page, targets = _page(size)
    yield name, "drawn", *_told([_drawn(at, page, targets) for _ in range(3)])
    marks = [[node, _MARKED[node % len(_MARKED)]] for node in targets]
    yield name, "all marked", *_told([_marked(at, marks) for _ in range(3)])
    at.tab.evaluate(_ANSWER)
    spent = _pointed(at)
    yield name, "hover: move to outline", *_told(spent["over"])
    yield name, "click: press to mark", *_told(spent["press"])


def _drawn(at: stage.Stage, page: dict[str, Any], targets: list[int]) -> float:
    return float(at.tab.evaluate(_DRAW, [page, targets])) + _settled(at)


def _marked(at: stage.Stage, marks: list[list[Any]]) -> float:
    at.tab.evaluate("marks => frame.marks(marks, true)", marks)
    return _settled(at)


def _settled(at: stage.Stage) -> float:
    """Milliseconds until the frame has displayed all updates."""
    began = time.perf_counter()
    at.settle()
    return 1000 * (time.perf_counter() - began)


def _pointed(at: stage.Stage) -> dict[str, list[float]]:
    mouse = at.tab.mouse
    for number in range(_TRIES):
        mouse.move(100 + number, 60 + 31 * number)
        _answered(at.tab, "over", number + 1)
        mouse.down()
        _answered(at.tab, "press", number + 1)
        mouse.up()
    spent: dict[str, list[float]] = at.inside.evaluate("() => times")
    return spent


def _answered(tab: Page, kind: str, count: int) -> None:
    tab.frames[1].wait_for_function(
        "([kind, count]) => times[kind].length >= count", arg=[kind, count]
    )


def _told(spent: list[float]) -> tuple[str, str]:
    p95 = quantiles(spent, n=20)[-1] if len(spent) >= _TRIES else max(spent)
    return f"{median(spent):.0f}", f"{p95:.0f}"


def _page(size: int) -> tuple[dict[str, Any], list[int]]:
    """Sections of ten paragraphs with inline markup, and their nodes."""
    steps: list[Any] = [["html", {}, 0], ["body", {}, 1]]
    targets = [1]
    node = 2
    for number in range(size):
        if number % 10 == 0:
            steps += [1] if number else []
            steps.append(["div", {"class": "section"}, node])
            node += 1
        steps += [["p", {"class": f"c{number % 7}"}, node], f"Paragraph {number} says something "]
        steps += [["b", {}, node + 1], "of some weight", 1, " and of some length, as they do.", 1]
        targets.append(node)
        node += 2
    sheets = [{"css": "p { margin: 2px } .c3 { color: #333 }", "media": ""}]
    page = {"mode": "standards", "sheets": sheets, "steps": steps, "runs": list(range(3 * size))}
    return page, targets


if __name__ == "__main__":
    print(report())
