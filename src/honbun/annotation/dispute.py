"""Disputes: the blocks that annotators differ on, and what they all agree on.

Paper 002 found two places at which people differ: a photo and its caption, which cannot be told
apart on the rendered page so that only one is chosen, and dates told as the time that has passed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from honbun.annotation.model import Kind
from honbun.language import dates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from honbun.annotation.sheet import Sheet
    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

_PICTURED = {Kind.FIGURE, Kind.CAPTION}
_MOSTLY = 0.5
"""The share of a text that must be dates before it is one, if nobody has said so."""
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


class Tag(StrEnum):
    """What a dispute is about."""

    PHOTO = "photo or caption"
    RELATIVE = "relative date"
    CONTENT = "content or not"
    KIND = "which kind"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A block that annotators differ on."""

    block: int
    says: Mapping[str, Kind | None]
    """Each annotator's opinion; None where it is no content to them."""
    tag: Tag


def disputes(sheet: Sheet, blocks: Blocks) -> list[Dispute]:
    """The blocks of a page that those who have finished it differ on, in the page's order."""
    names, texts, pictured = sheet.annotators, blocks.texts(), _pictured(sheet, blocks)
    found = []
    for block in sheet.shown:
        says = {name: sheet.said[name].get(block) for name in names}
        kinds = set(says.values())
        if len(kinds) > 1:
            tag = _tag(kinds, texts[block], pictured=block in pictured)
            found.append(Dispute(block, says, tag))
    return found


def proposal(sheet: Sheet) -> dict[int, Kind]:
    """What all who have finished a page agree on: the rest is open until it is decided."""
    names = sheet.annotators
    said = [sheet.said[name] for name in names]
    if not said:
        return {}
    return {
        block: kind
        for block, kind in said[0].items()
        if all(other.get(block) is kind for other in said)
    }


def tally(found: Iterable[Dispute]) -> dict[Tag, int]:
    """How many disputes there are of each tag, none left out."""
    counts = Counter(dispute.tag for dispute in found)
    return {tag: counts[tag] for tag in Tag}


def _tag(kinds: set[Kind | None], text: str, *, pictured: bool) -> Tag:
    if pictured and kinds & _PICTURED and kinds <= {*_PICTURED, None}:
        return Tag.PHOTO
    if _is_relative(text, sure=Kind.DATE in kinds):
        return Tag.RELATIVE
    return Tag.CONTENT if None in kinds else Tag.KIND


def _pictured(sheet: Sheet, blocks: Blocks) -> set[int]:
    """The blocks that show a picture, stand in a figure, or stand next to a picture."""
    tree, media = blocks.tree, blocks.media()
    found = {blocks.of[node] for figure in tree.find("figure") for node in _within(tree, figure)}
    for before, block in pairwise(sheet.shown):
        if media & {before, block}:
            found |= {before, block}
    return found | media


def _within(tree: Tree, node: int) -> range:
    return range(node, tree.end[node])


def _is_relative(text: str, *, sure: bool) -> bool:
    """Whether a text is a date told from now, with little else unless somebody called it a date.

    >>> _is_relative("3 hours ago", sure=False), _is_relative("2日前", sure=False)
    (True, True)
    >>> _is_relative("10 May 2008", sure=True), _is_relative("12:30", sure=True)
    (False, False)
    """
    # What means nothing without a now, and a day with one, is told from now.
    found = zip(dates.find(text), dates.find(text, now=_ANY_DAY))
    told_from_now = any(bare.value is None and dated.value is not None for bare, dated in found)
    return told_from_now and (sure or dates.covered(text) >= _MOSTLY)
