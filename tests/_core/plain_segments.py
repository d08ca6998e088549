"""The plain definition of segments: one text run, one element, one block at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun._core.names import MEDIA, NUMBERS
from tests._core.plain_characters import is_whole, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.html.blocks import Blocks

LINK, BOLD, BUTTON, HIDDEN, NOSCRIPT, SILENT = (1 << bit for bit in range(6))
_TAGS = {
    BOLD: "b strong em i",
    BUTTON: "button label",
    NOSCRIPT: "noscript",
    1 << 6: "nav menu",
    1 << 7: "header",
    1 << 8: "footer",
    1 << 9: "aside",
    1 << 10: "main",
    1 << 11: "article",
    1 << 12: "form search dialog",
    1 << 13: "table",
    1 << 14: "ul ol dir",
    1 << 15: "figure",
    1 << 16: "blockquote",
    1 << 17: "time",
    1 << 18: "pre listing xmp plaintext",
}
_AUTHOR = 1 << 19
_ROLES = {
    1 << 6: "navigation menu menubar tablist toolbar",
    1 << 7: "banner",
    1 << 8: "contentinfo",
    1 << 9: "complementary",
    1 << 10: "main",
    1 << 11: "article",
    1 << 12: "search dialog",
}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
_SEPARATOR = re.compile(r"\s[|\-–—:»·]\s|[|｜_]")


def _bits(table: dict[int, str], word: str) -> int:
    return sum(bit for bit, names in table.items() if word in names.split())


def _visible(text: str) -> str:
    return _CONTROL.sub("", re.sub(r"\s", " ", text))


@dataclass
class Row:
    """One segment: its text runs, each as element, offset and text."""

    block: int
    runs: list[tuple[int, int, str]]
    raw: str = ""
    marks: int = -1
    inside: dict[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return " ".join(self.raw.split())


class PlainSegments:
    """The segments of a page, defined without regard to time."""

    def __init__(self, blocks: Blocks, titles: Sequence[str] = (), host: str = "") -> None:
        self.blocks, self.tree, self.host = blocks, blocks.tree, host
        self.titles = [set(words(title)) for title in _parts(titles)]
        self.rows = list(self._rows())

    def around(self, node: int) -> Iterator[int]:
        """An element and those around it."""
        while node >= 0:
            yield node
            node = self.tree.parent[node]

    def _rows(self) -> Iterator[Row]:
        tree, unread = self.tree, self.blocks.unread()
        borders = {tree.start[node] for node in self.blocks.node}
        borders |= {tree.stop[node] for node in self.blocks.node}
        row, before, skipped = None, -1, False
        starts = tree.column("run_start")
        runs = zip(tree.column("run_owner"), starts, tree.text_runs(), strict=False)
        for owner, start, text in runs:
            block = self.blocks.of[owner]
            if block < 0 or owner in unread or not _visible(text).strip():
                skipped = True
                continue
            breaks = self.between("br", before, start)
            ends = any(before < border <= start for border in borders)
            if row is None or ends or row.block != block or breaks >= 2:
                if row is not None:
                    yield row
                row = Row(block, [])
            elif skipped or breaks:
                row.raw += " "
            self._add(row, owner, start, text)
            before, skipped = start, False
        if row is not None:
            yield row

    def _add(self, row: Row, owner: int, start: int, text: str) -> None:
        row.runs.append((owner, start, text))
        row.raw += _visible(text)
        marks = self.marks(owner)
        row.marks &= marks
        letters = len(_visible(text).replace(" ", ""))
        target = self.target(owner)
        for name, applies in {
            "chars": True,
            "linked": marks & LINK,
            "to_page": marks & LINK and target == "page",
            "to_site": marks & LINK and target == "site",
            "bold": marks & BOLD,
            "pressed": marks & BUTTON,
        }.items():
            row.inside[name] = row.inside.get(name, 0) + (letters if applies else 0)

    def between(self, tags: str, after: int, until: int) -> int:
        """Elements that begin after an offset, and not after another one."""
        tree = self.tree
        return sum(after < tree.start[node] <= until for node in tree.find(*tags.split()))

    def marks(self, node: int) -> int:
        """What is around a text."""
        found = 0
        for above in self.around(node):
            found |= self._own_marks(above)
        return found

    def _own_marks(self, node: int) -> int:
        attributes = dict(self.tree.attributes(node))
        found = _bits(_TAGS, self.tree.tag[node])
        role = attributes.get("role", "").strip().lower()
        found |= _bits(_ROLES, role)
        if self.tree.tag[node] == "a" and "href" in attributes:
            found |= LINK
        style = re.sub(r"\s*:\s*", ":", attributes.get("style", "").lower())
        if "hidden" in attributes or "display:none" in style or "visibility:hidden" in style:
            found |= HIDDEN
        if "true" in attributes.get("aria-hidden", "").lower():
            found |= SILENT
        if "author" in (attributes.get("rel", "") + " " + attributes.get("itemprop", "")).split():
            found |= _AUTHOR
        return found

    def target(self, node: int) -> str:
        """Where the innermost link around a text leads."""
        for above in self.around(node):
            address = self.tree.attribute(above, "href")
            if self.tree.tag[above] == "a" and address is not None:
                return self._target(address.strip().lower())
        return ""

    def _target(self, address: str) -> str:
        if not address or address.startswith("#"):
            return "page"
        if re.match(r"(?!h)[^:/?#]{0,11}:", address):
            return ""
        if not (absolute := re.match(r"(?:h[^:/?#]{0,10}:)?//([^/?#:]*)", address)):
            return "site"
        return "site" if absolute[1].removeprefix("www.") == self.host else "away"

    # Columns

    def column(self, name: str) -> list[int]:
        return [self._number(row, name) for row in range(len(self.rows))]

    def _number(self, number: int, name: str) -> int:
        row = self.rows[number]
        first, last = row.runs[0][1], row.runs[-1][1]
        earlier = self.rows[number - 1].runs if number else [(0, -1, "")]
        if name in row.inside:
            return row.inside[name]
        text = row.text
        return {
            "block": lambda: row.block,
            "element": lambda: row.runs[0][0],
            "offset": lambda: first,
            "marks": lambda: row.marks,
            "words": lambda: len(words(text)),
            "size": lambda: row.inside["chars"] + sum(map(is_whole, text)),
            "images": lambda: self.between(" ".join(MEDIA), earlier[0][1], first),
            "inputs": lambda: self.between("input", earlier[0][1], first),
            "links": lambda: self.between("a", earlier[-1][1], last),
            "breaks": lambda: self.between("br", first, last),
        }[name]()

    def titles_of(self) -> list[float]:
        return [max(map(self._overlap(row), self.titles), default=0) for row in self.rows]

    def _overlap(self, row: Row):  # type: ignore[no-untyped-def]
        own = words(row.text)

        def share(title: set[str]) -> float:
            if not 0 < len(title) <= 64 or not 0 < len(own) <= 64:
                return 0
            return len(title & set(own)) / len(title | set(own))

        return share

    # Blocks

    def box_column(self, name: str) -> list[int]:
        return [getattr(self, f"_{name}")(block) for block in range(len(self.blocks))]

    def _above(self, block: int) -> int:
        return self.blocks.column("parent")[block]

    def _first(self, block: int) -> int:
        start = self.tree.start[self.blocks.node[block]]
        return sum(row.runs[0][1] < start for row in self.rows)

    def _last(self, block: int) -> int:
        stop = self.tree.stop[self.blocks.node[block]]
        return max(self._first(block), sum(row.runs[0][1] < stop for row in self.rows))

    def _wider(self, block: int) -> int:
        """The next block around one that has more rows; the outermost one if there is none."""
        above = self._above(block)
        while above >= 0 and self._last(above) - self._first(above) == self._last(
            block
        ) - self._first(block):
            above = self._above(above)
        return max(above, 0)

    def _depth(self, block: int) -> int:
        return 0 if self._above(block) < 0 else 1 + self._depth(self._above(block))

    def _siblings(self, block: int) -> int:
        return len(self._alike(block, range(len(self.blocks))))

    def _alike(self, block: int, among: Sequence[int]) -> list[int]:
        tag = self.blocks.tags()
        return [
            one for one in among if (self._above(one), tag[one]) == (self._above(block), tag[block])
        ]

    # Places

    def place(self, row: int) -> object:
        """Names of its block and the two around it, its element, and whether it is a link."""
        inside, element = self.rows[row].inside, self.tree.tag[self.rows[row].runs[0][0]]
        linked = 2 * inside["linked"] > inside["chars"]
        names: list[tuple[str, str]] = []
        block = self.rows[row].block
        while block >= 0 and len(names) < 3:
            names.append(self._name(block))
            block = self._above(block)
        return (tuple(names), element if element in NUMBERS else None, linked)

    def _name(self, block: int) -> tuple[str, str]:
        value = (self.tree.attribute(self.blocks.node[block], "class") or "").split()
        return self.blocks.tags()[block], re.sub("[0-9]", "", value[0]) if value else ""

    def position(self, row: int) -> object:
        """Tag and number among the blocks around its block."""
        block, path = self.rows[row].block, []
        while block >= 0:
            number = len(self._alike(block, range(block))) if self._above(block) >= 0 else 0
            path.append((self.blocks.tags()[block], number))
            block = self._above(block)
        return tuple(path)

    def path(self, row: int) -> object:
        """The tags of its block and of all around it."""
        return tuple(tag for tag, _ in self.position(row))  # type: ignore[attr-defined]

    def pictures(self) -> list[tuple[int, int]]:
        own = {row.block for row in self.rows}
        return [(block, self._first(block)) for block in sorted(self.blocks.media() - own)]


def _parts(titles: Sequence[str]) -> list[str]:
    """Titles, and the longer parts of each that separators divide."""
    found = list(titles[:8])
    for title in titles[:8]:
        found += [part for part in _SEPARATOR.split(title) if len(part.strip()) >= 8]
    return list(dict.fromkeys(found))[:16]
