"""What was read from posts beside what stands in them: body, author and date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from honbun.eval.extent import agree, squash
from honbun.language import dates
from honbun.tree.block import collapse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.eval.threads import TruePost
    from honbun.thread.model import Post

    Pairs = Sequence[tuple[Post, TruePost]]
    """Posts whose extent was found, beside the true ones."""

_NOW = datetime(2000, 1, 1)
"""Any day: with it, what is told by the distance from today has a value too."""
_DAY = re.compile(r"-\d\d-\d\d")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LONGEST = 60
"""Visible characters of a date: true ones have up to 41. What is longer only holds one."""


@dataclass(frozen=True, slots=True)
class Field:
    """How well one field of posts was read."""

    true: int = 0
    """True posts that have it."""
    matched: int = 0
    """Those of them whose extent was found."""
    right: int = 0
    bare: int = 0
    """Posts whose extent was found, and which do not have it."""
    invented: int = 0
    """Those of them for which one was given."""

    def __add__(self, other: Field) -> Field:
        return Field(
            self.true + other.true,
            self.matched + other.matched,
            self.right + other.right,
            self.bare + other.bare,
            self.invented + other.invented,
        )

    @property
    def rate(self) -> float | None:
        """Of the posts whose extent was found; None where there was nothing to read."""
        return self.right / self.matched if self.matched else None

    @property
    def rate_of_all(self) -> float | None:
        """Of all true posts that have it."""
        return self.right / self.true if self.true else None

    @property
    def invented_rate(self) -> float | None:
        return self.invented / self.bare if self.bare else None


def bodies(truths: Sequence[TruePost], pairs: Pairs) -> Field:
    """Bodies, right when their extent is."""
    return _field("body", truths, pairs, _same_body)


def authors(truths: Sequence[TruePost], pairs: Pairs) -> Field:
    """Authors, right when they are equal but for case and white space."""
    return _field("author", truths, pairs, _same_author)


def days(truths: Sequence[TruePost], pairs: Pairs, language: str) -> Field:
    """Dates, right by `same_date`."""
    return _field("date", truths, pairs, partial(_same_day, language=language))


def _field(
    name: str,
    truths: Sequence[TruePost],
    pairs: Sequence[tuple[Post, TruePost]],
    right: Callable[[Post, TruePost], bool],
) -> Field:
    having = [(post, true) for post, true in pairs if getattr(true, name)]
    bare = [post for post, true in pairs if not getattr(true, name)]
    return Field(
        true=sum(bool(getattr(true, name)) for true in truths),
        matched=len(having),
        right=sum(right(post, true) for post, true in having),
        bare=len(bare),
        invented=sum(bool(getattr(post, name)) for post in bare),
    )


def _same_body(post: Post, true: TruePost) -> bool:
    return agree(squash(post.body or ""), squash(true.body or ""))


def _same_author(post: Post, true: TruePost) -> bool:
    return collapse(post.author or "").casefold() == collapse(true.author or "").casefold()


def _same_day(post: Post, true: TruePost, language: str) -> bool:
    return same_date(post.date, true.date or "", language, post.published)


def same_date(found: str | None, true: str, language: str, published: str | None = None) -> bool:
    """Whether a found date is the true one, both as a page shows them.

    They are the same when they say the same; when the true one stands in the found one; when the
    found one stands in the true one and tells a day; and when both are read as the same time, which
    may have been found in ISO 8601 alone.

    >>> same_date("11/12/2015 - 18:18", "Fri, 11/12/2015 - 18:18", "en")
    True
    >>> same_date("18:18", "Fri, 11/12/2015 - 18:18", "en")
    False
    """
    shown = found or ""
    if squash(shown).casefold() == squash(true).casefold():
        return True
    if len(squash(shown)) > _LONGEST:
        return False
    if _holds(shown, true) or (_holds(true, shown) and _tells_day(shown, language)):
        return True
    value = dates.read(true, language=language)
    return value is not None and value in (published, dates.read(shown, language=language))


def _holds(longer: str, shorter: str) -> bool:
    """Whether one text is in another: in one piece, or with all numbers and some of the words."""
    whole, part = (_TOKEN.findall(text.casefold()) for text in (longer, shorter))
    starts = range(len(whole) - len(part) + 1)
    if part and any(whole[at : at + len(part)] == part for at in starts):
        return True
    rest = iter(whole)
    return _numbers(whole) == _numbers(part) != [] and all(token in rest for token in part)


def _numbers(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if token.isdecimal()]


def _tells_day(text: str, language: str) -> bool:
    """Whether a text names a day, or how long ago it was: not a time of day or a year alone."""
    found = dates.find(text, language=language, now=_NOW)
    told = dates.find(text, language=language)
    return any(
        now.value and (one.value is None or _DAY.search(now.value)) for now, one in zip(found, told)
    )
