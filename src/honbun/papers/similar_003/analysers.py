"""Analysers annotate sentences; they are found by name.

`sudachi` is built in. Others are classes (or callables without arguments) that return an Analyser:
given as "module:name", or by a name in the entry point group `honbun.analysers`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from honbun.errors import HonbunError, MissingExtra
from honbun.papers.similar_003.standard import Annotation
from honbun.text.language import is_japanese_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sudachipy import Morpheme

    from honbun.papers.similar_003.standard import Sentence

GROUP = "honbun.analysers"
_BUILT_IN = {"sudachi": "honbun.papers.similar_003.analysers:Sudachi"}


@runtime_checkable
class Analyser(Protocol):
    """Something that annotates sentences."""

    @property
    def scheme(self) -> str:
        """The name of the annotation scheme in the documents."""

    def annotate(self, text: str) -> str | None:
        """The annotation of a sentence; None for no annotation."""


@lru_cache
def analyser(name: str) -> Analyser:
    """The analyser with a name, one per process; raises HonbunError if there is none."""
    try:
        made = _maker(name)()
    except HonbunError:
        raise
    except Exception as error:
        # Third-party code may raise anything.
        raise HonbunError(f"the analyser {name} fails: {_describe(error)}") from error
    if not isinstance(made, Analyser):
        raise HonbunError(f"{name} is not an analyser: it has no `scheme` and `annotate`")
    return made


def annotated(
    sentences: Iterable[Sentence], analysers: Sequence[Analyser]
) -> tuple[tuple[Sentence, ...], str | None]:
    """The sentences with their annotations, and a message if some failed."""
    done: list[Sentence] = []
    wrong: list[str] = []
    for sentence in sentences:
        annotations: list[Annotation] = []
        for one in analysers:
            try:
                text = one.annotate(sentence.text)
                if text is not None:
                    annotations.append(Annotation(one.scheme, text))
            except Exception as error:
                wrong.append(f"sentence {sentence.id} by {one.scheme}: {_describe(error)}")
        done.append(replace(sentence, annotations=tuple(annotations)))
    if len(wrong) > 1:
        return tuple(done), f"{wrong[0]}; {len(wrong) - 1} more like it"
    return tuple(done), wrong[0] if wrong else None


def _maker(name: str) -> Any:
    found = _BUILT_IN.get(name, name)
    if ":" in found:
        module, _, attribute = found.partition(":")
        return getattr(import_module(module), attribute)
    for entry in entry_points(group=GROUP, name=name):
        return entry.load()
    known = sorted({*_BUILT_IN, *(entry.name for entry in entry_points(group=GROUP))})
    raise HonbunError(f"no analyser {name!r}; use {', '.join(known)}, or your own as module:name")


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


_LONGEST = 12_000
"""Maximum characters per call: SudachiPy accepts 49,149 bytes, and a character has up to four."""
_PIECE = re.compile(rf"(?s).{{1,{_LONGEST - 1}}}[、。，．,.\s]|.{{1,{_LONGEST}}}")
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


class Sudachi:
    """Morphemes by SudachiPy, one per line in the style of JUMAN: surface, reading, forms, tags."""

    scheme = "Sudachi"

    def __init__(self) -> None:
        try:
            from sudachipy import Dictionary, SplitMode

            dictionary = Dictionary()  # a package of its own
        except ImportError as error:
            raise MissingExtra("morphological annotation", "morphology") from error
        self._tokenizer = dictionary.tokenizer(mode=SplitMode.C)

    def annotate(self, text: str) -> str | None:
        """The morphemes of a Japanese sentence and the line EOS; None for other sentences."""
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


def _field(value: str) -> str:
    """A value that can be written between two spaces: no white space, not empty.

    >>> _field(" "), _field(""), _field("本")
    ('\\u3000', '*', '本')
    """
    return re.sub(r"\s", "\u3000", value) or "*"
