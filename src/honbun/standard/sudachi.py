"""Morphemes by SudachiPy, one a line, in the manner of JUMAN."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.errors import MissingExtra
from honbun.language.japanese import is_japanese_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sudachipy import Morpheme

_LONGEST = 12_000
"""Characters analysed at once: SudachiPy takes 49,149 bytes, and a character has up to four."""
_PIECE = re.compile(rf"(?s).{{1,{_LONGEST - 1}}}[、。，．,.\s]|.{{1,{_LONGEST}}}")
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


class Sudachi:
    """Says of each morpheme its surface, reading, dictionary form and parts of speech."""

    scheme = "Sudachi"

    def __init__(self) -> None:
        try:
            from sudachipy import Dictionary, SplitMode

            dictionary = Dictionary()  # a package of its own
        except ImportError as error:
            raise MissingExtra("morphological annotation", "morphology") from error
        self._tokenizer = dictionary.tokenizer(mode=SplitMode.C)

    def annotate(self, text: str) -> str | None:
        """The morphemes of a Japanese sentence and the line EOS; None for any other sentence."""
        if not is_japanese_sentence(text, page=True):
            return None
        pieces = [text] if len(text) <= _LONGEST else _PIECE.findall(text)
        lines = [line for piece in pieces for line in self._lines(piece)]
        return "\n".join([*lines, "EOS", ""])

    def _lines(self, text: str) -> Iterator[str]:
        for morpheme in self._tokenizer.tokenize(text):
            yield " ".join(map(_field, _fields(morpheme)))


def _fields(morpheme: Morpheme) -> Iterator[str]:
    yield morpheme.surface()
    yield morpheme.reading_form().translate(_HIRAGANA)
    yield morpheme.dictionary_form()
    yield morpheme.normalized_form()
    yield from morpheme.part_of_speech()


def _field(said: str) -> str:
    """What can stand between two spaces: neither white space nor nothing.

    >>> _field(" "), _field(""), _field("本")
    ('\\u3000', '*', '本')
    """
    return re.sub(r"\s", "\u3000", said) or "*"
