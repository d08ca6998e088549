"""Writing: a folder of pages with the role of every element of their content.

`truth.jsonl.gz` has a row a page. `blocks` are pairs of an XPath, as honbun's tree gives it, and a
role: title, body, date, author, figure, caption, credit, comment (readers' comments: no content) or
none (furniture inside content). A text has the role of the nearest listed element around it; texts
without one are furniture. `text` is the body alone, a line for every paragraph. `kind`, `frame` and
`naming` tell what the site drew. Pages are in `html`, some in older encodings.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from honbun.html.blocks import split
from honbun.page import Page
from honbun.text.unicode import collapse
from lab.layouts.node import MARK, write
from lab.layouts.site import STUBS, document, draw, page_type, pages
from lab.layouts.words import Dice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.html.tree import Tree
    from lab.layouts.site import Drawn

_SIZES = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 20)
_MOST = {"portal": 2, "cards": 6, "stream": 3, "lines": 5}
"""Few sites have many front pages."""


@dataclass(frozen=True)
class Written:
    """A page, its row of the truth, and its bytes."""

    row: dict[str, Any]
    html: bytes


def sites(count: int, seed: int) -> Iterator[Written]:
    """The pages of so many sites."""
    for number in range(count):
        dice = Dice(f"{seed}/{number}")
        site = draw(seed, number, dice.choice("size", _SIZES))
        size = min(len(site.articles) - STUBS, _MOST.get(site.kind, 30))
        for at, drawn in enumerate(pages(site, size)):
            yield written(drawn, f"{seed}-{number:04}-{at:02}")


def written(drawn: Drawn, name: str) -> Written:
    site, article = drawn.site, drawn.article
    root = document(drawn)
    doctype = "" if site.tables else "<!DOCTYPE html>\n"
    marked = doctype + write(root, site.hand, marks=True)
    plain = doctype + write(root, site.hand, marks=False)
    tree = Page(marked.encode()).parse()
    roles = nearest_roles(tree, {node: role for node, _, role in tree.find_attributes(MARK)})
    blocks = marks(tree)
    # What a page does not show is not its truth; posts have their own dates and authors.
    shown = {role for _, role in blocks} if page_type(drawn.kind) != "list" else set()
    posts = drawn.kind in ("thread", "question")
    row = {
        "id": name,
        "file": f"html/{name}.html.gz",
        "url": f"http://{site.host}{article.path}",
        "site": site.host,
        "source": "layouts",
        "language": site.language,
        "type": page_type(drawn.kind),
        "kind": drawn.kind,
        "frame": site.frame,
        "naming": site.names.style,
        "title": article.title,
        "authors": [article.author] if "author" in shown and not posts else [],
        "date": article.day.isoformat() if "date" in shown and not posts else None,
        "text": "\n".join(lines(tree, roles, "body")),
        "blocks": blocks,
    }
    return Written(row, plain.encode(site.encoding, "xmlcharrefreplace"))


def marks(tree: Tree) -> list[tuple[str, str]]:
    """XPath and role of every marked element that is content or lies in content.

    The role of a text is that of the nearest element around it that has one.
    """
    marked = {node: role for node, _, role in tree.find_attributes(MARK)}
    roles = nearest_roles(tree, marked)
    found = []
    for node, role in sorted(marked.items()):
        above = roles[tree.parent[node]]
        if role != "none" or above != "none":
            found.append((tree.xpath(node), role))
    return found


def nearest_roles(tree: Tree, marked: dict[int, str]) -> list[str]:
    """The role of each element: its own, else that of its parent."""
    roles: list[str] = []
    for node, parent in enumerate(tree.parent):
        roles.append(marked.get(node) or (roles[parent] if parent >= 0 else "none"))
    return roles


def lines(tree: Tree, roles: list[str], role: str) -> list[str]:
    """The texts of a role in reading order, a line for every block or break."""
    breaks = split(tree).breaks()
    found: list[str] = []
    line = ""
    for text, start, owner in zip(tree.run, tree.run_start, tree.run_owner):
        if start in breaks:
            found.append(line)
            line = ""
        if roles[owner] == role:
            line += text
    return [
        text for line in (*found, line) for one in line.split("\n\n") if (text := collapse(one))
    ]


def write_folder(out: Path, count: int, seed: int) -> int:
    """Write pages and truth; the number of pages."""
    (out / "html").mkdir(parents=True, exist_ok=True)
    rows = []
    for page in sites(count, seed):
        path = out / page.row["file"]
        path.write_bytes(gzip.compress(page.html, 5, mtime=0))
        rows.append(orjson.dumps(page.row, option=orjson.OPT_APPEND_NEWLINE))
    (out / "truth.jsonl.gz").write_bytes(gzip.compress(b"".join(rows), 6, mtime=0))
    return len(rows)
