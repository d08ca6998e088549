"""Snapshots of test pages, replayed with a stack in place of a browser."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.html.blocks import split
from honbun.inputs.assets import NO_ASSETS, Asset
from honbun.page import Page
from honbun.text.unicode import collapse
from honbun.web.snapshot.draw import draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.html.tree import Tree
    from honbun.inputs.assets import Assets
    from honbun.web.snapshot.model import Snapshot

GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00"
GIF_URI = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAA"


@dataclass(frozen=True)
class Stored:
    """The content of an asset."""

    body: bytes
    content_type: str = ""
    name: str = ""
    """The URL, unless several URLs have the same asset."""
    cost: int = 0


@dataclass
class FakeAssets:
    """Assets by URL; records lookups and how many bytes were read."""

    held: Mapping[str, Stored]
    lookups: list[str] = field(default_factory=list)
    read: list[tuple[str, int]] = field(default_factory=list)

    def find(self, url: str) -> Asset | None:
        self.lookups.append(url)
        if (held := self.held.get(url)) is None:
            return None
        name = held.name or url

        def read(most: int) -> bytes:
            self.read.append((name, len(held.body[:most])))
            return held.body[:most]

        return Asset(name, held.content_type, len(held.body), held.cost, read)


def snapshot_of(html: str, assets_: Assets = NO_ASSETS, url: str = "") -> Snapshot:
    page = Page(html, url=url or "http://e.org/a/page.html")
    return draw(page, page.parse(), assets_)


def elements(drawn: Snapshot) -> list[tuple[str, dict[str, str], int]]:
    """The elements of a snapshot without html and body."""
    return [
        step for step in drawn.steps if isinstance(step, tuple) and step[0] not in ("html", "body")
    ]


def markup(html: str, assets_: Assets = NO_ASSETS) -> str:
    """What is drawn inside the body, as short markup."""
    written: list[str] = []
    opened: list[str] = []
    for step in snapshot_of(html, assets_).steps:
        if isinstance(step, int):
            written += [f"</{opened.pop()}>" for _ in range(step)]
        elif isinstance(step, str):
            written.append(step)
        else:
            tag, attributes, _ = step
            opened.append(tag)
            attribute_text = "".join(f" {name}={value!r}" for name, value in attributes.items())
            written.append(f"<{tag}{attribute_text}>")
    drawn = "".join(written)
    return drawn[drawn.index("<body") :].partition(">")[2].removesuffix("</body></html>")


@dataclass
class Drawn:
    """The result of following the steps."""

    inside: dict[int, int]
    """The parent of each drawn element."""
    own: dict[int, str]
    """The text drawn in each block."""
    deepest: int


def replay(drawn: Snapshot, tree: Tree) -> Drawn:
    """Follow the steps; fails if they are inconsistent, or do not match the tree."""
    blocks = split(tree)
    breaks = blocks.breaks()
    opened: list[int] = []
    inside: dict[int, int] = {}
    own: defaultdict[int, list[str]] = defaultdict(list)
    runs = iter(drawn.runs)
    deepest = 0
    for step in drawn.steps:
        if isinstance(step, int):
            assert 0 < step <= len(opened)
            del opened[-step:]
        elif isinstance(step, str):
            run = next(runs)
            assert (tree.run[run], tree.run_owner[run]) == (step, opened[-1])
            own[blocks.of[opened[-1]]] += [" " * (tree.run_start[run] in breaks), step]
        else:
            inside[step[2]] = opened[-1] if opened else -1
            opened.append(step[2])
            deepest = max(deepest, len(opened))
    assert not opened
    assert next(runs, None) is None
    assert list(inside) == sorted(inside)
    assert list(drawn.runs) == sorted(drawn.runs)
    return Drawn(inside, {block: collapse("".join(parts)) for block, parts in own.items()}, deepest)
