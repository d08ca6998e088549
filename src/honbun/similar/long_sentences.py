"""Long sentences: those that two pages rarely share by chance.

Length is counted in columns, two for a full-width character: 20 Japanese characters, the paper's
limit, say about as much as 40 Latin letters. It is measured on the sentence's comparison key, so
that a sentence has the same length on every page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from honbun.text.similarity import bands, key_number, sentence_key
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.similar.model import SimilarOptions
    from honbun.similar.sentences import Sentence

_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60"
    "\uffe0-\uffe6\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
"""Characters that are two columns wide (UAX #11)."""
MOST_TEXT = 2_000
"""Maximum length of a stored sentence: enough to show and compare it."""


class LongSentence(NamedTuple):
    """The first occurrence of a long sentence on a page."""

    sentence: int
    """Equal for equal sentences."""
    width: int
    """Its length in columns."""
    start: int
    """Its offset in the page's text."""
    quoted: bool
    content: bool
    """Whether it is in the page's content."""
    code: bool
    text: str
    bands: list[int]
    """Empty if changed sentences do not count."""


def columns(text: str) -> int:
    """Width of a text in columns; a full-width character has two.

    >>> columns("本文"), columns("body")
    (4, 4)
    """
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


class FlaggedSentence(NamedTuple):
    """A sentence with the properties of its position."""

    sentence: Sentence
    quoted: bool
    content: bool
    code: bool


class _Keyed(NamedTuple):
    """A sentence with its comparison key."""

    flagged: FlaggedSentence
    key: str
    width: int

    @property
    def sentence(self) -> Sentence:
        return self.flagged.sentence


def long_sentences(
    text: str, sentences: Sequence[FlaggedSentence], options: SimilarOptions
) -> list[LongSentence]:
    """The long sentences among the sentences of a page."""
    least = 2 * options.min_length
    first: dict[str, _Keyed] = {}
    for one in _with_runs(map(_as_compared, sentences), least):
        if one.width >= least:
            first.setdefault(one.key, one)
    found: Iterable[list[int]] = [[]] * len(first)
    if options.near:
        found = bands(list(first), [one.width > 1.5 * len(key) for key, one in first.items()])
    return [
        LongSentence(
            sentence=key_number(key),
            width=one.width,
            start=one.sentence.start,
            quoted=one.flagged.quoted,
            content=one.flagged.content,
            code=one.flagged.code,
            text=_shown(text, one),
            bands=marks,
        )
        for (key, one), marks in zip(first.items(), found)
    ]


def _shown(text: str, keyed: _Keyed) -> str:
    """A sentence as written on the page, if that has the same key."""
    sentence = keyed.sentence
    written = collapse(text[sentence.start : sentence.stop])
    return (written if sentence_key(written) == keyed.key else sentence.text)[:MOST_TEXT]


def _as_compared(flagged: FlaggedSentence) -> _Keyed:
    key = sentence_key(flagged.sentence.text)
    return _Keyed(flagged, key, columns(key))


def _with_runs(sentences: Iterable[_Keyed], least: int) -> Iterator[_Keyed]:
    """Sentences, with consecutive short ones of a paragraph joined.

    Dialogue and verse consist of short sentences and are copied like anything else. ASCII text
    without white space is not a sentence: an address, a line of code.
    """
    run: list[_Keyed] = []
    for one in sentences:
        sentence = one.sentence
        if sentence.text.isascii() and " " not in sentence.text:
            continue
        if run and (one.width >= least or sentence.node != run[-1].sentence.node):
            run = []
        if one.width >= least:
            yield one
            continue
        run.append(one)
        if sum(short.width for short in run) >= least:
            text = " ".join(short.sentence.text for short in run)
            whole = run[0].sentence._replace(text=text, stop=sentence.stop)
            yield _as_compared(one.flagged._replace(sentence=whole))
            run = []
