"""Roles: whether a content block is title, body, date, author, figure, caption or credit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.explain import Reason
from honbun.content.measure.facts import LONGEST
from honbun.content.model import Role
from honbun.html.blocks import HEADINGS
from honbun.text import dates
from honbun.text.phrases import announces_credit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.decisions import Decisions
    from honbun.content.measure.outline import Lines

_DATE_SHARE = 0.3
"""A short block is a date if this share of its characters is one; the rest is its label."""
_BY_REASON = {Reason.DATE: Role.DATE, Reason.AUTHOR: Role.AUTHOR}


def assign_roles(columns: Lines, blocks: Sequence[int], decisions: Decisions) -> list[Role]:
    """The role of each content block."""
    roles = [_role(columns, block, decisions.why(block)) for block in blocks]
    title = decisions.title if decisions.title in blocks else _title(columns, blocks)
    if title is not None:
        roles[blocks.index(title)] = Role.TITLE
    return roles


def _role(columns: Lines, block: int, reason: Reason) -> Role:
    text = columns.text[block]
    if not text:
        return Role.FIGURE
    role = _BY_REASON.get(reason)
    if role is None:
        role = _short_role(columns, block) if len(text) <= LONGEST else Role.BODY
    if columns.tag[block] == "figcaption" and role is not Role.CREDIT:
        return Role.CAPTION
    return role


def _short_role(columns: Lines, block: int) -> Role:
    """The role of a short block."""
    text = columns.text[block]
    if columns.is_date(block) and dates.share(text) >= _DATE_SHARE:
        return Role.DATE
    if 2 * columns.signed[block] > columns.size[block]:
        return Role.AUTHOR
    return Role.CREDIT if announces_credit(text) else Role.BODY


def _title(columns: Lines, blocks: Sequence[int]) -> int | None:
    """The longest heading that is part of a declared title, else the first <h1>.

    Part of it, because sites add their name before or after the title.
    """
    headings = [b for b in blocks if columns.tag[b] in HEADINGS and columns.text[b]]
    inside = [b for b in headings if columns.says_title(b)]
    if inside:
        return max(inside, key=lambda b: (columns.size[b], -b))
    return next((b for b in headings if columns.tag[b] == "h1"), None)
