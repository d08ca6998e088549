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
    title = _title(dict(enumerate(zip(tags, texts))), declared_title)
    if title is not None:
        roles[title] = Role.TITLE
    return roles


def _role(tag: str, text: str) -> Role:
    if not text:
        return Role.FIGURE
    return Role.CAPTION if tag == "figcaption" else Role.BODY


def _title(blocks: Mapping[int, tuple[str, str]], declared: str | None) -> int | None:
    """The heading that the page also declares as its title, else the first h1."""
    headings = {i: text for i, (tag, text) in blocks.items() if tag in _HEADINGS and text}
    if declared:
        # Sites add their name to the title, before or after: the heading is a part of it.
        inside = [i for i, text in headings.items() if _bare(text) in _bare(declared)]
        if inside:
            return max(inside, key=lambda i: (len(headings[i]), -i))
    return next((i for i in headings if blocks[i][0] == "h1"), None)


def _bare(text: str) -> str:
    return _SPACE.sub("", text).casefold()
