"""Which role each content block has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.explain import Why
from honbun.content.measure.facts import LONGEST
from honbun.content.model import Role
from honbun.html.blocks import HEADINGS
from honbun.text import dates
from honbun.text.phrases import announces_credit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.decisions import Ruling
    from honbun.content.measure.outline import Lines

_PART = 0.3
"""In running text, a line about a date is one if so much of it is the date, the rest its label."""


def label(lines: Lines, blocks: Sequence[int], ruling: Ruling) -> list[Role]:
    """A role for each content block."""
    roles = [_role(lines, block, ruling.why(block)) for block in blocks]
    title = ruling.title if ruling.title in blocks else _title(lines, blocks)
    if title is not None:
        roles[blocks.index(title)] = Role.TITLE
    return roles


def _role(lines: Lines, block: int, why: Why) -> Role:
    text = lines.text[block]
    if not text:
        return Role.FIGURE
    role = _TOLD.get(why) or (_line(lines, block) if len(text) <= LONGEST else Role.BODY)
    if lines.tag[block] == "figcaption" and role is not Role.CREDIT:
        return Role.CAPTION
    return role


_TOLD = {Why.DATE: Role.DATE, Why.AUTHOR: Role.AUTHOR}
"""What the rule says that made a block content."""


def _line(lines: Lines, block: int) -> Role:
    """What a short block is."""
    text = lines.text[block]
    if lines.is_date(block) and dates.share(text) >= _PART:
        return Role.DATE
    if 2 * lines.signed[block] > lines.size[block]:
        return Role.AUTHOR
    return Role.CREDIT if announces_credit(text) else Role.BODY


def _title(lines: Lines, blocks: Sequence[int]) -> int | None:
    """The longest heading that is a part of a declared title, else the first of the highest rank.

    A part, because sites add their name to the title, before or after.
    """
    headings = [b for b in blocks if lines.tag[b] in HEADINGS and lines.text[b]]
    inside = [b for b in headings if lines.says_title(b)]
    if inside:
        return max(inside, key=lambda b: (lines.size[b], -b))
    return next((b for b in headings if lines.tag[b] == "h1"), None)
