"""Which role each content block has, from what the page's markup says of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.content.model import Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SPACE = re.compile(r"\s+")


def label(tags: Sequence[str], texts: Sequence[str], declared_title: str | None) -> list[Role]:
    """A role for each content block, given its tag and text and the title the page declares."""
    roles = [_role(tag, text) for tag, text in zip(tags, texts)]
    headings = {i: texts[i] for i, tag in enumerate(tags) if tag in _HEADINGS and texts[i]}
    title = _title(headings, declared_title)
    if title is None:
        title = next((i for i in headings if tags[i] == "h1"), None)
    if title is not None:
        roles[title] = Role.TITLE
    return roles


def _role(tag: str, text: str) -> Role:
    if not text:
        return Role.FIGURE
    return Role.CAPTION if tag == "figcaption" else Role.BODY


def _title(headings: Mapping[int, str], declared: str | None) -> int | None:
    """The longest heading that is a part of the declared title.

    A part, because sites add their name to the title, before or after.
    """
    whole = _bare(declared or "")
    inside = [i for i, text in headings.items() if _bare(text) in whole]
    return max(inside, key=lambda i: (len(headings[i]), -i), default=None)


def _bare(text: str) -> str:
    return _SPACE.sub("", text).casefold()
