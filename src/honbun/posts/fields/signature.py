"""What follows a message inside its element: the signature of its author, a note of the last edit.

A signature begins with a line that mails and boards draw above it, or is what several messages of
an author end with. A note of an edit names a person of the page and a day, or has a day after a
label. Buttons are short lines that most messages end with.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from honbun.posts.fields.cells import common_texts
from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from honbun.document.excerpts import Excerpt
    from honbun.posts.fields.cells import Span

_DRAWN = re.compile(r"_{8,}|--")
"""The line above a signature: that of phpBB, and that of mails (RFC 3676)."""
_LINES = 12
"""Lines of a signature."""
_LONGEST = 800
"""Characters of a signature."""
_SHORTEST = 12
"""Letters of an end that several messages do not share by chance."""
_NOTE = 120
"""Characters of a note of an edit."""
_LABELLED = re.compile(r"[^\W\d][^:：\d]{2,30}[:：]")
_DATE = 0.4
"""Share of a labelled note that is its date."""
_BUTTON = 40
"""Characters of a line of buttons."""


class Tail(NamedTuple):
    """A message, and what follows it."""

    body: Excerpt
    rest: list[Span]


def cut_tails(
    bodies: Sequence[Excerpt],
    lines: Sequence[Sequence[Span]],
    texts: Sequence[Sequence[str]],
    authors: Sequence[str | None],
) -> list[Tail]:
    """Cut what follows each message, given the lines of each with their texts."""
    names = {name for name in authors if name and len(name) > 1}
    buttons = common_texts([filter(_may_be_button, each[1:]) for each in texts])
    ends = [_without_notes(each, len(each), names, buttons) for each in texts]
    shared: Counter[tuple[str | None, tuple[str, ...]]] = Counter(
        (author, tuple(each[start:end]))
        for each, end, author in zip(texts, ends, authors)
        for start in range(max(end - _LINES, 1), end)
        if author
    )
    found = []
    for body, spans, each, end, author in zip(bodies, lines, texts, ends, authors):
        stop = end
        for start in range(max(end - _LINES, 1), end):
            ending = tuple(each[start:end])
            size = sum(map(len, ending))
            again = shared[author, ending] > 1 and size >= _SHORTEST
            if size <= _LONGEST and (again or _DRAWN.fullmatch(each[start])):
                stop = start
                break
        stop = _without_notes(each, stop, names, buttons)
        rest = [span for span, text in zip(spans[stop:], each[stop:]) if text not in buttons]
        found.append(Tail(_cut(body, spans, stop), rest))
    return found


def _may_be_button(text: str) -> bool:
    return len(text) <= _BUTTON and not _DRAWN.fullmatch(text)


def _without_notes(texts: Sequence[str], end: int, names: set[str], buttons: Container[str]) -> int:
    """Where a message ends before notes and buttons; its first line is always a part of it."""
    while end > 1 and (texts[end - 1] in buttons or _is_note(texts[end - 1], names)):
        end -= 1
    return end


def _is_note(text: str, names: set[str]) -> bool:
    if len(text) > _NOTE or not dates.find(text):
        return False
    labelled = _LABELLED.match(text) is not None and dates.share(text) >= _DATE
    return labelled or any(name in text for name in names)


def _cut(body: Excerpt, lines: Sequence[Span], stop: int) -> Excerpt:
    """A message that ends before one of its lines."""
    if stop >= len(lines):
        return body
    cut = lines[stop][0]
    return replace(body, spans=[(start, min(end, cut)) for start, end in body.spans if start < cut])
