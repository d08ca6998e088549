"""Long sentences: those that two pages hardly share by chance.

Length is counted in columns, two for a full-width character: 20 characters of Japanese, as in the
paper, say about as much as 40 Latin letters. It is counted on the form that sentences are compared
by, so that a sentence is as long on every page, however it is written there.
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
"""Characters that stand two columns wide (UAX #11)."""
_MOST_TEXT = 2_000
"""Characters of a sentence that are kept: enough to show it and to compare it."""


class Long(NamedTuple):
    """A long sentence of a page, where it stands first."""

    sentence: int
    """The same for sentences that are the same."""
    width: int
    """Its length in columns."""
    start: int
    """Where in the page's text it begins."""
    quoted: bool
    content: bool
    """Whether it stands in the page's content, and not only beside it."""
    code: bool
    text: str
    bands: list[int]
    """Empty where changed sentences do not count."""


def columns(text: str) -> int:
    """How many columns a text takes where full-width characters take two.

    >>> columns("本文"), columns("body")
    (4, 4)
    """
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


class Marked(NamedTuple):
    """A sentence, and what is known of the place that it stands in."""

    sentence: Sentence
    quoted: bool
    content: bool
    code: bool


class _Said(NamedTuple):
    """A sentence on its way."""

    marked: Marked
    form: str
    """What it is compared by."""
    width: int

    @property
    def sentence(self) -> Sentence:
        return self.marked.sentence


def long_sentences(text: str, sentences: Sequence[Marked], options: SimilarOptions) -> list[Long]:
    """The long ones of the sentences of a page's text."""
    least = 2 * options.min_length
    said: Iterable[_Said] = map(_as_paper if options.faithful else _as_compared, sentences)
    if not options.faithful:
        said = _with_runs(said, least)
    kept: dict[str, _Said] = {}
    for one in said:
        if one.width >= least:
            kept.setdefault(one.form, one)
    found: Iterable[list[int]] = [[]] * len(kept)
    if options.near and not options.faithful:
        found = bands(list(kept), [one.width > 1.5 * len(form) for form, one in kept.items()])
    return [
        Long(
            sentence=key_number(form),
            width=one.width,
            start=one.sentence.start,
            quoted=one.marked.quoted,
            content=one.marked.content,
            code=one.marked.code,
            text=_shown(text, one),
            bands=marks,
        )
        for (form, one), marks in zip(kept.items(), found)
    ]


def _shown(text: str, said: _Said) -> str:
    """A sentence as the page has it, where that is all there is to it."""
    sentence = said.sentence
    written = collapse(text[sentence.start : sentence.stop])
    return (written if sentence_key(written) == said.form else sentence.text)[:_MOST_TEXT]


def _as_compared(given: Marked) -> _Said:
    form = sentence_key(given.sentence.text)
    return _Said(given, form, columns(form))


def _as_paper(given: Marked) -> _Said:
    """The paper counts the text as it is written down, which in Japanese is full-width."""
    text = given.sentence.text
    return _Said(given, sentence_key(text), columns(text))


def _with_runs(sentences: Iterable[_Said], least: int) -> Iterator[_Said]:
    """Sentences, and short ones that follow each other in a paragraph put together as one.

    Talk and verse are all short sentences, and are copied like anything else. What is all ASCII
    without white space is none: an address, a line of code.
    """
    run: list[_Said] = []
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
            yield _as_compared(one.marked._replace(sentence=whole))
            run = []
