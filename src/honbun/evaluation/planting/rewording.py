"""Rewording: a text with small changes in every sentence, as somebody makes who hides a copy.

The changes know no language: words, or characters where a language puts no space between words, are
left out, said in another order, put in or put in another's place. What is put in is taken from the
same sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.similar.long_sentences import columns
from honbun.text.sentences import split

if TYPE_CHECKING:
    from random import Random

LIGHT, HEAVY = 12, 6
"""Words for each of which there is one change."""
_CHARACTERS = 2
"""Characters that count as a word where there is no space between words."""
_FEWEST = 4
"""Words of a sentence that can be changed and is still itself."""


def reworded(text: str, every: int, rng: Random) -> str:
    """The text with a change in every sentence at least, one for `every` so many words."""
    ranges = split(text)
    changed = [_changed(text[start:stop], every, rng) for start, stop in ranges]
    # What stands between the sentences stays: white space, or none in Japanese.
    ends = [0, *(stop for _, stop in ranges)]
    gaps = [text[end:start] for end, (start, _) in zip(ends, ranges)]
    return "".join(gap + one for gap, one in zip(gaps, changed)) + text[ends[-1] :]


def _changed(sentence: str, every: int, rng: Random) -> str:
    spaced = columns(sentence) < 1.5 * len(sentence)
    words = sentence.split() if spaced else list(sentence)
    if len(words) < _FEWEST:
        return sentence
    count = max(1, round(len(words) / (every if spaced else _CHARACTERS * every)))
    said = list(words)
    while said == words:
        said = list(words)
        for _ in range(count):
            _change(said, rng)
    return (" " if spaced else "").join(said)


def _change(words: list[str], rng: Random) -> None:
    # The first word and the last stay: they show where a sentence begins and ends.
    if len(words) < _FEWEST:
        return
    place, other = rng.randrange(1, len(words) - 2), rng.randrange(1, len(words) - 1)
    match rng.choice(("drop", "swap", "insert", "replace")):
        case "drop":
            del words[place]
        case "swap":
            words[place], words[place + 1] = words[place + 1], words[place]
        case "insert":
            words.insert(place, words[other])
        case _:
            words[place] = words[other]
