"""Content to text, Markdown, HTML and rows: well-formed whatever the page was.

Markdown and HTML are rebuilt from each block's frame (the lists, tables and quotations around it):
consecutive blocks share the elements that their frames share, so a list is one list again.
"""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from honbun.content.markup import PREFORMATTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.model import Block, Content

COLUMNS = (
    "url",
    "source",
    "title",
    "author",
    "date",
    "site",
    "language",
    "image",
    "text",
    "method",
    "reason",
)
"""The columns of a result that hold one value each."""


def row(content: Content) -> dict[str, Any]:
    """The result as plain values, every key present."""
    values: dict[str, Any] = {name: getattr(content, name) for name in COLUMNS}
    values["blocks"] = [
        {"xpath": block.xpath, "role": block.role.value, "text": block.text}
        for block in content.blocks
    ]
    return values


def text(content: Content) -> str:
    """The content as plain text, a block a line."""
    return content.text + "\n" if content.text else ""


def html(content: Content) -> str:
    """The content as one `<article>` of clean HTML; needs `markup="html"`."""
    parts: list[str] = []
    opened: list[tuple[str, int]] = []
    for block in content.blocks:
        frame = block.frame or (("p", -1),)
        shared = _shared(opened, frame)
        parts.extend(f"</{tag}>" for tag, _ in reversed(opened[shared:]))
        parts.append("\n")
        parts.extend(f"<{tag}>" for tag, _ in frame[shared:])
        del opened[shared:]
        opened.extend(frame[shared:])
        parts.append(block.markup or "")
        if not block.frame:
            parts.append("</p>")
            opened.clear()
    parts.extend(f"</{tag}>" for tag, _ in reversed(opened))
    url = escape(content.url)
    return f'<article data-url="{url}">{"".join(parts)}\n</article>\n'


def _shared(opened: Sequence[tuple[str, int]], frame: Sequence[tuple[str, int]]) -> int:
    """How many of the open elements the next block stands in too."""
    shared = 0
    for ours, theirs in zip(opened, frame):
        if ours != theirs:
            break
        shared += 1
    return shared


def markdown(content: Content) -> str:
    """The content as CommonMark with tables; needs `markup="markdown"`."""
    pieces: list[str] = []
    listed = False
    for table, blocks in groupby(content.blocks, _table):
        if table is not None:
            pieces.append("\n" * bool(pieces) + _markdown_table(list(blocks)))
            listed = False
            continue
        for block in blocks:
            in_list = any(tag == "li" for tag, _ in block.frame)
            # Items of a list stand close together; everything else has a blank line between.
            gap = "" if listed and in_list else "\n"
            pieces.append((gap if pieces else "") + _markdown_block(block))
            listed = in_list
    return "\n".join(pieces) + "\n" if pieces else ""


def _table(block: Block) -> int | None:
    """The outermost table that the block is a cell of; None for anything else."""
    node = next((node for tag, node in block.frame if tag == "table"), None)
    is_cell = any(tag in ("td", "th") for tag, _ in block.frame)
    return node if is_cell else None


_LEADING = re.compile(r"(?m)^(\s*)([#>+-]|\d+[.)])(?=\s|$)")
"""What would make a line of plain text a heading, a list or a quotation."""


def _markdown_block(block: Block) -> str:
    tags = [tag for tag, _ in block.frame]
    own = tags[-1] if tags else ""
    body = block.markup or ""
    if own in PREFORMATTED:
        fence = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`{3,}", body))])
        body = f"{fence}\n{body}\n{fence}"
    else:
        body = _LEADING.sub(r"\1\\\2", body)
        if re.fullmatch(r"h[1-6]", own):
            body = "#" * int(own[1]) + " " + " ".join(body.split())
    return _indented(body, tags)


def _indented(body: str, tags: list[str]) -> str:
    """A block with the marks of the lists and quotations that it stands in."""
    lists = [tag for tag in tags if tag in ("ul", "ol")]
    if "li" in tags:
        mark = "1. " if lists and lists[-1] == "ol" else "- "
        margin = "   " * max(len(lists) - 1, 0)
        first, *rest = body.split("\n")
        body = "\n".join([margin + mark + first, *(margin + "   " + line for line in rest)])
    quotes = "> " * tags.count("blockquote")
    return "\n".join((quotes + line).rstrip() for line in body.split("\n")) if quotes else body


def _markdown_table(blocks: list[Block]) -> str:
    rows = list(_table_rows(blocks))
    width = max(len(cells) for cells in rows)
    lines = ["| " + " | ".join(cells + [""] * (width - len(cells))) + " |" for cells in rows]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _table_rows(blocks: list[Block]) -> Iterator[list[str]]:
    def place(block: Block, tags: tuple[str, ...]) -> int:
        return next(node for tag, node in block.frame if tag in tags)

    for _, line in groupby(blocks, lambda block: place(block, ("tr", "td", "th"))):
        yield [
            " ".join(_cell(block.markup or "") for block in cell)
            for _, cell in groupby(line, lambda block: place(block, ("td", "th")))
        ]


def _cell(markup: str) -> str:
    return " ".join(markup.split()).replace("|", r"\|")
