"""The artificial data set of paper 004 (6.2.2): main contents of real pages in other templates.

Real pages are divided into templates (header, footer, menus) and main contents; a page of the data
set is a template with a main content of another page. What the paper says about the number of pages
of a format is illegible in our copy: here ten pages share a template, which is enough for every
alpha of table 2.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from random import Random
from typing import TYPE_CHECKING

from honbun.errors import TruthError
from honbun.evaluation.matching import squash
from honbun.evaluation.truth.threads import STYLES, Group, TruePage
from honbun.html.parse import select
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from honbun.evaluation.truth.threads import TruePost

PAGES = 500
"""Pages of each style, as in the paper."""
TOGETHER = 10
"""Pages that share a template."""
_TRIES = 20
"""Main contents that are tried for a page: broken markup may not fit into a template."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """A real page in parts."""

    name: str
    language: str
    selector: str
    before: str
    """The source up to the main content, and after it: the template."""
    inside: str
    after: str
    text: str
    """The text of the main content, squashed."""
    posts: tuple[TruePost, ...]


def generate(groups: Sequence[Group], pages: int = PAGES, seed: int = 1) -> list[Group]:
    """Artificial formats, so many pages of each style that the groups have."""
    rng = Random(seed)
    found: list[Group] = []
    for style in STYLES:
        parts = [
            one
            for group in groups
            if group.style == style
            for page in group.pages
            if (one := _parts(group, page))
        ]
        if not parts:
            continue
        left, failed = pages, 0
        while left > 0:
            template = rng.choice(parts)
            made = _format(template, parts, min(left, TOGETHER), rng, f"{style}-{len(found):03}")
            if made.pages or (failed := failed + 1) > len(parts):
                found.append(Group(made.name, style, template.language, made.pages))
                left -= len(made.pages) or left
    if not any(group.pages for group in found):
        raise TruthError("no artificial page can be made: no main element has its own tags")
    return [group for group in found if group.pages]


def _format(template: _Parts, parts: Sequence[_Parts], pages: int, rng: Random, name: str) -> Group:
    made: list[TruePage] = []
    for number in range(pages):
        for _ in range(_TRIES):
            content = rng.choice(parts)
            html = template.before + content.inside + template.after
            if _main_text(html, template.selector) == content.text:
                url = f"https://{name}.example/{number}.html"
                page = Page(html, url=url, source=f"{name}/{number}.html")
                made.append(TruePage(page, template.selector, content.posts))
                break
    return Group(name, "", "", tuple(made))


def _parts(group: Group, true: TruePage) -> _Parts | None:
    """The parts of a page; None if its main element has no tags in the source."""
    html = true.page.decode().text.replace("\r\n", "\n").replace("\r", "\n")
    found, _ = select(html, true.main_selector)
    tree = Page(html).parse()
    span = tree.span(found[0]) if found else None
    if span is None or span.close_start is None:
        return None
    before, inside = html[: span.open_end], html[span.open_end : span.close_start]
    after = html[span.close_start :]
    text = squash(tree.subtree_text(found[0]))
    return _Parts(
        group.name, group.language, true.main_selector, before, inside, after, text, true.posts
    )


def _main_text(html: str, selector: str) -> str | None:
    found, _ = select(html, selector)
    return squash(Page(html).parse().subtree_text(found[0])) if found else None


def write_groups(groups: Sequence[Group], folder: Path) -> None:
    """Write formats as `honbun eval posts` reads them."""
    for group in groups:
        path = folder / group.name
        path.mkdir(parents=True, exist_ok=True)
        rows = []
        for number, true in enumerate(group.pages):
            (path / f"{number}.html").write_bytes(true.page.decode().text.encode())
            rows.append(
                {
                    "file": f"{number}.html",
                    "url": true.page.url,
                    "encoding": "utf-8",
                    "main_selector": true.main_selector,
                    "posts": [asdict(post) for post in true.posts],
                }
            )
        row = {"group": group.name, "style": group.style, "language": group.language, "pages": rows}
        text = json.dumps(row, ensure_ascii=False, indent=1)
        (path / "group.json").write_text(text, encoding="utf-8")
