"""Content to text, Markdown, HTML and rows: well-formed whatever the page was.

Markdown and HTML are rebuilt from each block's frame (the lists, tables and quotations around it):
consecutive blocks share the elements that their frames share, so a list is one list again.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.model import Content, Judged
    from honbun.content.write.markup import Frame

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WIDEST = 100
"""Columns up to which a table is written as one: wider ones are layout, or hostile."""

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
    """The result as plain values, every key present; an explanation only where there is one."""
    values: dict[str, Any] = {name: getattr(content, name) for name in COLUMNS}
    values["blocks"] = [
        {"xpath": block.xpath, "role": block.role.value, "text": block.text}
        for block in content.blocks
    ]
    if content.explanation:
        values["explanation"] = [
            {**judged._asdict(), "rule": judged.why.sentence} for judged in content.explanation
        ]
    return values


def text(content: Content) -> str:
    """The content as plain text, a block a line; with an explanation, every block of the page.

    A line of explanation: + for content, the rule, how many other pages say the same, the block's
    place in the template, its text.
    """
    if content.explanation:
        return "".join(map(_explained, content.explanation))
    return content.text + "\n" if content.text else ""


def _explained(judged: Judged) -> str:
    sign = "+" if judged.content else "-"
    text = judged.text or "(picture)"
    return f"{sign} {judged.why:<9} {judged.others:>5}  {judged.place or '?'}  {text}\n"


def html(content: Content) -> str:
    """The content as one `<article>` of clean HTML; needs `markup="html"`."""
    parts: list[str] = []
    opened: list[tuple[str, int, int]] = []
    for frame, markup in _in_order(content):
        shared = _shared(opened, frame)
        parts.extend(f"</{tag}>" for tag, _, _ in reversed(opened[shared:]))
        parts.append("\n")
        parts.extend(f"<{tag}>" for tag, _, _ in frame[shared:])
        del opened[shared:]
        opened.extend(frame[shared:])
        # A parser drops the line feed right after <pre>, so a text that begins with one has two.
        doubled = frame[-1][0] == "pre" and shared < len(frame) and markup.startswith("\n")
        parts.append("\n" + markup if doubled else markup)
    parts.extend(f"</{tag}>" for tag, _, _ in reversed(opened))
    return f'<article data-url="{escape(content.url)}">{"".join(parts)}\n</article>\n'


def _in_order(content: Content) -> list[tuple[Frame, str]]:
    """The pieces of all blocks in the order of the page, each with its frame."""
    pieces = [
        (offset, block.frame, markup)
        for block in content.blocks
        for offset, markup in block.markup or ()
    ]
    return [(frame, markup) for _, frame, markup in sorted(pieces, key=lambda piece: piece[0])]


def _shared(opened: Sequence[tuple[str, int, int]], frame: Frame) -> int:
    """How many of the open elements the next block stands in too."""
    shared = 0
    for ours, theirs in zip(opened, frame):
        if ours != theirs:
            break
        shared += 1
    return shared


def markdown(content: Content) -> str:
    """The content as CommonMark with tables; needs `markup="markdown"`."""
    writer = _Markdown()
    pieces = _in_order(content)
    tables = _data_tables(pieces)
    for table, group in groupby(pieces, lambda piece: _table_of(piece[0], tables)):
        if table is None:
            for frame, text in group:
                writer.block(frame, text)
        else:
            writer.table(table, list(group))
    return writer.text()


class _Markdown:
    """Writes blocks with the marks of the lists and quotations that they stand in."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._marked: set[int] = set()
        """List items that have their mark already."""
        self._widths: dict[int, int] = {}
        self._counts: Counter[int] = Counter()
        """How many items of each list have been written."""
        self._before: list[tuple[str, int, int]] = []
        """The containers of the block before."""

    def block(self, frame: Frame, text: str) -> None:
        """Write one block."""
        tag = frame[-1][0]
        if tag == "pre":
            longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
            fence = "`" * (longest + 1)
            text = f"{fence}\n{text}\n{fence}"
        elif tag in _HEADINGS:
            text = "#" * int(tag[1]) + " " + " ".join(text.replace("\\\n", " ").split())
            text = re.sub(r"(?<=[ #])#$", r"\\#", text)  # would be taken for the heading's end
        self._write(frame, text)

    def table(self, table: int, cells: list[tuple[Frame, str]]) -> None:
        """Write the cells of one table."""
        place = next(i for i, (_, node, _) in enumerate(cells[0][0]) if node == table)
        self._write(cells[0][0][: place + 1], _markdown_table(cells))

    def text(self) -> str:
        return "\n".join(self._lines) + "\n" if self._lines else ""

    def _write(self, frame: Frame, text: str) -> None:
        containers = [element for element in frame if element[0] in ("blockquote", "li")]
        common = _shared(self._before, tuple(containers))
        new_item = any(e[0] == "li" and e[1] not in self._marked for e in containers[common:])
        if self._lines and not (new_item and any(e[0] == "li" for e in self._before)):
            # Items of a list stand close together; everything else has a blank line between.
            self._lines.append("".join(map(self._rest, containers[:common])).rstrip())
        first = "".join([self._first(element, frame) for element in containers])
        rest = "".join(map(self._rest, containers))
        for number, line in enumerate(text.split("\n")):
            self._lines.append(((rest if number else first) + line).rstrip())
        self._before = containers

    def _first(self, element: tuple[str, int, int], frame: Frame) -> str:
        """What the first line of a block has for a container."""
        tag, node, _ = element
        if tag == "li" and node not in self._marked:
            place = frame.index(element)
            parent = frame[place - 1] if place and frame[place - 1][0] == "ol" else None
            if parent:
                self._counts[parent[1]] += 1
            mark = f"{self._counts[parent[1]]}. " if parent else "- "
            self._marked.add(node)
            self._widths[node] = len(mark)
            return mark
        return self._rest(element)

    def _rest(self, element: tuple[str, int, int]) -> str:
        """What every further line has."""
        tag, node, _ = element
        return "> " if tag == "blockquote" else " " * self._widths.get(node, 2)


def _data_tables(pieces: Sequence[tuple[Frame, str]]) -> set[int]:
    """Tables that a table can show: several columns, and nothing in them but text."""
    columns: dict[int, set[int]] = {}
    unfit: set[int] = set()
    for frame, _ in pieces:
        nodes = [node for tag, node, _ in frame if tag == "table"]
        cells = [column for tag, _, column in frame if tag in ("td", "th")]
        if not nodes or not cells:
            continue
        columns.setdefault(nodes[0], set()).add(cells[0])
        if len(nodes) > 1 or frame[-1][0] in ("pre", "li", *_HEADINGS):
            unfit.add(nodes[0])
    return {t for t, used in columns.items() if len(used) > 1 and max(used) < _WIDEST} - unfit


def _table_of(frame: Frame, tables: set[int]) -> int | None:
    """The data table that the block is a cell of; None for anything else."""
    is_cell = any(tag in ("td", "th") for tag, _, _ in frame)
    return next((node for _, node, _ in frame if is_cell and node in tables), None)


def _markdown_table(cells: Sequence[tuple[Frame, str]]) -> str:
    rows: dict[int, dict[int, str]] = {}
    headed: dict[int, bool] = {}
    for frame, text in cells:
        line = next(node for tag, node, _ in frame if tag in ("tr", "td", "th"))
        tag, _, column = next(element for element in frame if element[0] in ("td", "th"))
        cell = " ".join(text.replace("\\\n", " ").split()).replace("|", r"\|")
        row = rows.setdefault(line, {})
        row[column] = f"{row[column]} {cell}" if column in row else cell
        headed[line] = headed.get(line, True) and tag == "th"
    width = 1 + max(max(row) for row in rows.values())
    filled = [[row.get(i, "") for i in range(width)] for row in rows.values()]
    lines = [f"| {' | '.join(row)} |" for row in filled]
    if not next(iter(headed.values())):
        lines.insert(0, "|" + "   |" * width)  # the first row is no heading
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)
