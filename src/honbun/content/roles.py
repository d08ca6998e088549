"""Which role each content block has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.measure.facts import LONGEST, squeeze
from honbun.content.measure.marks import HEADINGS
from honbun.content.model import Role
from honbun.content.why import Why
from honbun.language import dates
from honbun.language.labels import announces_credit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Outline
    from honbun.content.ruling import Ruling

_PART = 0.3
"""In running text, a line about a date is one if so much of it is the date, the rest its label."""


def label(outline: Outline, blocks: Sequence[int], ruling: Ruling) -> list[Role]:
    """A role for each content block."""
    roles = [_role(outline, block, ruling.why(block)) for block in blocks]
    title = ruling.title if ruling.title in blocks else _title(outline, blocks)
    if title is not None:
        roles[blocks.index(title)] = Role.TITLE
    return roles


def _role(outline: Outline, block: int, why: Why) -> Role:
    text = outline.text[block]
    if not text:
        return Role.FIGURE
    role = _TOLD.get(why) or (_line(outline, block) if len(text) <= LONGEST else Role.BODY)
    if outline.tag[block] == "figcaption" and role is not Role.CREDIT:
        return Role.CAPTION
    return role


_TOLD = {Why.DATE: Role.DATE, Why.AUTHOR: Role.AUTHOR}
"""What the rule says that made a block content."""


def _line(outline: Outline, block: int) -> Role:
    """What a short block is."""
    text = outline.text[block]
    if outline.is_date(block) and dates.covered(text) >= _PART:
        return Role.DATE
    if 2 * outline.signed[block] > outline.size[block]:
        return Role.AUTHOR
    return Role.CREDIT if announces_credit(text) else Role.BODY


def _title(outline: Outline, blocks: Sequence[int]) -> int | None:
    """The longest heading that is a part of a declared title, else the first of the highest rank.

    A part, because sites add their name to the title, before or after.
    """
    headings = [b for b in blocks if outline.tag[b] in HEADINGS and outline.text[b]]
    inside = [b for b in headings if _is_declared(outline, b)]
    if inside:
        return max(inside, key=lambda b: (outline.size[b], -b))
    return next((b for b in headings if outline.tag[b] == "h1"), None)


def _is_declared(outline: Outline, block: int) -> bool:
    text = squeeze(outline.text[block])
    return any(text in title for title in outline.titles)
