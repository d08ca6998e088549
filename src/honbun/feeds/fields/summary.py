"""The summary of each item: running text besides its title, without date, byline and links to
continue."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from honbun.document.excerpts import Excerpt
from honbun.feeds.columns import width
from honbun.feeds.fields.date import contains_date, ordinal
from honbun.text import dates as text_dates
from honbun.text.phrases import announces_author, is_page_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.fields import Line
    from honbun.feeds.fields.title import Title

LONGEST = 5000
"""Maximum length of a summary as text; diaries have whole entries in their list."""
_COMMON = 0.5
"""Share of items with the same line from which it is a label."""
_PROSE = 40
"""Minimum width of a line of running text."""
_LONGEST_LABEL = 160
_SENTENCE = re.compile(r"[.!?。！？…]\W*$")
_SENTENCE_ROOM = 6
_SAID = 12
"""Minimum width of a summary; shorter texts are badges or times."""
_LOOSE = " ,;:|·、，；：｜-–—"
"""Separators that a summary does not start with."""
_DATE = 0.5
"""Share of a line from which it is only a date."""


def find_summaries(
    lines: Sequence[Sequence[Line]],
    titles: Sequence[Title],
    categories: Sequence[tuple[str, ...]],
    days: Sequence[str | None],
) -> list[Excerpt]:
    """Where the summary of each item is; nowhere if it has none."""
    common = Counter(text for each in lines for text in {line.text for line in each})
    least = max(2, _COMMON * len(lines))
    labels = {text for text, times in common.items() if times > least}
    return [
        _summary([line for line in each if line.text not in labels], title.text, filed, day)
        for each, title, filed, day in zip(lines, titles, categories, days)
    ]


def _summary(lines: Sequence[Line], title: str, filed: tuple[str, ...], day: str | None) -> Excerpt:
    body = [
        line
        for line in lines
        if line.text != title and not _is_label(line.text, filed) and not _names_day(line.text, day)
    ]
    prose = [
        at
        for at, line in enumerate(body)
        if width(line.text) >= _PROSE
        or (width(line.text) >= _SENTENCE_ROOM and _SENTENCE.search(line.text))
    ]
    if prose:
        # Short lines between paragraphs belong to the summary, those around them do not.
        body = body[prose[0] : prose[-1] + 1]
    text = " ".join(line.text for line in body)
    bare = text.lstrip(_LOOSE)
    if width(bare) < _SAID:
        return Excerpt([])
    loose = "".join(text.removesuffix(bare).split())
    return Excerpt([(line.start, line.stop) for line in body], len(loose))


def shorten(text: str) -> str | None:
    """The text of a summary, cut at its end if it is too long; None for none."""
    bare = text.strip()
    return bare[:LONGEST].rsplit(" ", 1)[0] + " …" if len(bare) > LONGEST else bare or None


def _is_label(text: str, filed: tuple[str, ...]) -> bool:
    """Whether a line is a date, byline, count, category or link to continue."""
    if width(text) >= _PROSE and not announces_author(text):
        return False
    if len(text) < 3 or is_page_turn(text) or announces_author(text):
        return True
    if not filed and not contains_date(text):  # the usual case, checked first because it is fast
        return False
    parts = {part.strip(" #") for part in text.replace("|", ",").replace("/", ",").split(",")}
    return parts <= set(filed) or text_dates.share(text) >= _DATE


def _names_day(text: str, day: str | None) -> bool:
    """Whether a line that is not a sentence names the day of the item: "Posted on ... by ..."."""
    if not day or len(text) > _LONGEST_LABEL or _SENTENCE.search(text) or not contains_date(text):
        return False
    return any(ordinal(found.value or "") == ordinal(day) for found in text_dates.find(text))
