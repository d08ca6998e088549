"""Errors: what is wrong with blocks and posts, one JSON object each, and how often each kind is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from honbun.annotation.sites import within
from honbun.evaluation.matching import squash
from honbun.html.blocks import MEDIA, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from honbun.annotation.sites import SitePage, Truth
    from honbun.evaluation.metrics import Comparison
    from honbun.html.blocks import Blocks

    Error = Mapping[str, object]
    """`error` is its kind; what else it has depends on the task."""

_EXAMPLE = 40
"""Characters of an example."""


def error_kinds(compared: Iterable[Comparison]) -> list[tuple[str, int, int, int, str]]:
    """Every kind of error with its count, its pages, its groups and an example; commonest first."""
    cases = [
        (
            str(error["error"]),
            one.group,
            one.name,
            str(error.get("text") or error.get("title") or ""),
        )
        for one in compared
        for error in one.errors
    ]
    kinds = []
    for name, same in groupby(sorted(cases, key=itemgetter(0)), itemgetter(0)):
        group = list(same)
        # The one in the middle is rarely from the odd first page of the first site.
        _, where, _, text = group[len(group) // 2]
        pages, groups = len({case[2] for case in group}), len({case[1] for case in group})
        kinds.append((name, len(group), pages, groups, f"{where}: {text[:_EXAMPLE]}"))
    return sorted(kinds, key=lambda kind: (-kind[1], kind[0]))


def content_errors(work: tuple[SitePage, Truth, Sequence[Error]]) -> tuple[Error, ...]:
    """Describe the wrong blocks of a page.

    A missed block is named by the field of the article that it belongs to, a block kept by mistake
    by where it is relative to the article.
    """
    page, truth, errors = work
    if not errors:
        return ()
    blocks = _blocks_of(page, truth)
    extent = _Extent.of(blocks.values())
    described = []
    for error in errors:
        block = blocks.get(str(error["xpath"]), _NOWHERE)
        where = block.field if error["error"] == "missed" else extent.place(block)
        kind = f"{error['error']}: {where}" + ("" if block.text else ", picture")
        described.append({**error, "error": kind, "text": block.text or "(picture)"})
    return tuple(described)


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of an article page."""

    number: int
    text: str
    """Empty if the block only shows a picture."""
    field: str | None
    """The field of the article, if the block is content."""
    comment: bool = False


_NOWHERE = _Block(-1, "(no block of the page)", None)
"""A block that was found where the truth has none."""


@dataclass(frozen=True, slots=True)
class _Extent:
    """The block numbers between which an article extends."""

    title: int
    first: int
    last: int

    @classmethod
    def of(cls, blocks: Iterable[_Block]) -> _Extent:
        content = [block for block in blocks if block.field]
        body = [block.number for block in content if block.field == "body"]
        title = [block.number for block in content if block.field == "title"]
        start = min((block.number for block in content), default=0)
        return cls(min(title, default=start), min(body, default=start), max(body, default=start))

    def place(self, block: _Block) -> str:
        """Where a block that is not content is."""
        if block is _NOWHERE:
            return "elsewhere"
        if block.comment:
            return "comment"
        if self.first < block.number < self.last:
            return "inside the body"
        if block.number < self.title:
            return "before the title"
        return "between title and body" if block.number < self.first else "after the body"


def _blocks_of(page: SitePage, truth: Truth) -> dict[str, _Block]:
    """The blocks of a page that show something, by XPath."""
    tree, content = page.content()
    blocks = split(tree)
    fields, texts = _fields(page, blocks, content), blocks.texts()
    comments = within(tree, page.comments())
    return {
        xpath: _Block(number, texts[number], fields[number] if true else None, node in comments)
        for number, node in enumerate(blocks.node)
        if (true := truth.blocks.get(xpath := tree.xpath(node))) is not None
    }


def _fields(page: SitePage, blocks: Blocks, content: set[int]) -> list[str]:
    """The field that most of each block's content belongs to."""
    tree = blocks.tree
    field_of: dict[int, str] = {}
    for field, nodes in page.fields().items():
        for node in within(tree, nodes):
            field_of.setdefault(node, field)
    # One more for text outside of any block, whose block number is -1.
    counts: list[Counter[str]] = [Counter() for _ in range(len(blocks) + 1)]
    for run, owner in zip(tree.run, tree.run_owner):
        if owner in content:
            counts[blocks.of[owner]][field_of[owner]] += len("".join(run.split()))
    for node in tree.find(*MEDIA):
        if node in content:  # a picture decides only where there is no text
            counts[blocks.of[node]][field_of[node]] += 0
    return [max(count, key=count.__getitem__, default="") for count in counts]


_PIECES = ("missed", "cut", "torn")
"""A true post by how many found posts lie within it: none, one, or more."""
_HELD = ("overlong", "merged")
"""A found post by whether it contains one true post or more."""


def post_errors(
    found: Sequence[str],
    true: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    equal: Sequence[tuple[int, int]] | None = None,
) -> list[Error]:
    """The errors of a thread page, in the order of the page.

    `pairs` are the posts whose extent is right, `equal` those that are exactly right. `parts` are
    the found posts within a torn or cut post, or the true posts within a merged or overlong one.

    >>> errors = post_errors(["Ann: A. Bob: B.", "Menu"], ["Ann: A.", "Bob: B."], [])
    >>> [error["error"] for error in errors]
    ['merged', 'no post']
    """
    paired, known = {i for i, _ in pairs}, {j for _, j in pairs}
    ours = {i: squash(text) for i, text in enumerate(found) if i not in paired}
    theirs = {j: squash(text) for j, text in enumerate(true) if j not in known}
    held = {i: [j for j, text in theirs.items() if _contains(ours[i], text)] for i in ours}
    swallowed = {j for inner in held.values() for j in inner}
    pieces = {
        j: [i for i, piece in ours.items() if not held[i] and _contains(text, piece)]
        for j, text in theirs.items()
        if j not in swallowed
    }
    errors: list[tuple[float, Error]] = [
        (j, _post_error(_PIECES[min(len(parts), 2)], true[j], [found[i] for i in parts]))
        for j, parts in pieces.items()
    ]
    errors += [
        (inner[0], _post_error(_HELD[len(inner) > 1], found[i], [true[j] for j in inner]))
        for i, inner in held.items()
        if inner
    ]
    exact = set(pairs if equal is None else equal)
    errors += [
        (j, _post_error("inexact", true[j], [found[i]])) for i, j in pairs if (i, j) not in exact
    ]
    # A found post that is no post comes after the true post before it.
    place = dict(pairs) | {i: inner[-1] for i, inner in held.items() if inner}
    place |= {i: j for j, parts in pieces.items() for i in parts}
    for i in ours:
        if i not in place:
            before = max((place[k] for k in range(i) if k in place), default=-1)
            errors.append((before + 0.5, _post_error("no post", found[i], [])))
    return [error for _, error in sorted(errors, key=itemgetter(0))]


def _post_error(kind: str, text: str, parts: Sequence[str]) -> Error:
    return {"error": kind, "text": text, "parts": parts}


def _contains(whole: str, part: str) -> bool:
    """Whether a text is part of another; an empty text is part of none."""
    return bool(part) and part in whole
