"""The form of messages: quotations with whom they quote, and mails in `<pre>`.

Boards show quotations in elements of any kind. One is recognised without its name: its text is that
of an earlier post of the page, and a line above it names whom it quotes.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import count, groupby
from typing import TYPE_CHECKING

from honbun._core.flow import BREAK, PICTURE
from honbun.document.marked import as_citation, lines, split_mark, without_letters, words
from honbun.document.model import Part
from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from honbun.document.model import Document, Form, Frame

_QUOTED = re.compile(r"\s*(?=[>＞].*\w)((?:[>＞]\s?)+)")
"""A line of a mail or a board that quotes; a line of such signs alone separates paragraphs. Whether
it has a word is asked once, before the signs are read: after them, it would be asked at each."""
_BLANK_QUOTED = re.compile(r"\s*[>＞][>＞\s]*")
_REFERENCE = re.compile(r"\s*[>＞]{1,2}(\s?)(\d+)")
"""The number of a post that is answered, which Japanese boards write like a quotation."""
_ADDRESS = re.compile(r"\S@\S")
_COLON = re.compile(r"[:：]\W*$")
_DEEPEST = 6
_LINE = 160
"""Characters of a line that names whom a text quotes: a long date, a name, an address."""
_WORDS = 8
"""Words of such a line that has no colon, besides the name."""
_SHORTEST = 20
"""Letters of a quotation that is not by chance the text of an earlier post."""
_LARGEST, _SEARCHES = 1_000_000, 200
"""Letters of the posts of a page, and texts that are looked for in them, beyond which none is: it
would take too long, and these are enough to know the elements that quote."""
_HALF = 0.5
"""Share of the elements of a kind that are quotations from which all are; and of posts in `<pre>`
from which these are mails."""
_BUTTON = 24
"""Characters of a button below a quotation."""
_INDENT = re.compile(r" {2}|\t")
_GAP = re.compile(r"\S {3,}\S")


def shape_messages(
    documents: Sequence[Document],
    names: Sequence[str | None],
    numbers: Sequence[str | None],
    kind: Callable[[int], int],
) -> list[Document]:
    """The messages of a page in their form; `names` are the authors, `numbers` those of the posts,
    and `kind` that of an element."""
    unwrapped = _as_prose(documents)
    known = sorted({name for name in names if name and len(name) > 1}, key=len, reverse=True)
    quoting = _Quotations(unwrapped, known, frozenset(filter(None, numbers)), kind)
    return [quoting.shaped(number) for number in range(len(documents))]


def _as_prose(documents: Sequence[Document]) -> list[Document]:
    """Messages that are all in `<pre>` as paragraphs, if those of the page usually are."""
    filled = [document for document in documents if document]
    whole = [all(part.frame[-1][0] == "pre" for part in one.parts) for one in filled]
    if not whole or sum(whole) <= _HALF * len(whole):
        return list(documents)
    return [
        replace(one, parts=tuple(_paragraphs(one.parts)))
        if one and all(part.frame[-1][0] == "pre" for part in one.parts)
        else one
        for one in documents
    ]


def _paragraphs(parts: Sequence[Part]) -> Iterator[Part]:
    """The paragraphs of preformatted text; what is indented or has columns stays as written."""
    nodes = count(1)
    for part in parts:
        marked = part.marked.replace("\r", "").replace("\n", BREAK)
        for blank, group in groupby(lines(marked), lambda line: not words(line).strip()):
            if blank:
                continue
            kept = list(group)
            texts = [words(line) for line in kept]
            columns = any(map(_GAP.search, texts)) or all(map(_INDENT.match, texts))
            if len(kept) > 1 and columns and not any(map(_QUOTED.match, texts)):
                yield Part((("pre", -next(nodes), 0, ""),), "\n".join(kept), part.block)
            else:
                yield Part((("p", -next(nodes), 0, ""),), BREAK.join(kept), part.block)


@dataclass(slots=True)
class _Row:
    """A part with its text."""

    part: Part
    text: str
    letters: str


class _Quotations:
    """Finds the quotations in the messages of a page."""

    def __init__(
        self,
        documents: Sequence[Document],
        names: Sequence[str],
        numbers: frozenset[str],
        kind: Callable[[int], int],
    ) -> None:
        self._documents, self._names, self._kind = documents, names, kind
        self._numbers = numbers
        self._nodes = count(1_000_000)
        self._rows = [[_row(part) for part in one.parts] for one in documents]
        self._kinds = self._quoting_kinds()
        self._buttons = _quote_buttons(documents)

    def shaped(self, number: int) -> Document:
        """A message with its quotations in their form."""
        document, rows = self._documents[number], self._rows[number]
        if not rows:
            return document
        shown = [row for row in rows if row.text.strip() not in self._buttons]
        parts = list(self._with_levels(list(self._with_elements(shown))))
        return replace(document, parts=tuple(self._with_sources(parts)))

    def _quoting_kinds(self) -> frozenset[int]:
        """The kinds of elements whose texts are those of earlier posts, below a colon."""
        if sum(len(row.letters) for rows in self._rows for row in rows) > _LARGEST:
            return frozenset()
        quoting: Counter[int] = Counter()
        all_: Counter[int] = Counter()
        earlier, searches = "", 0
        for rows in self._rows:
            for at, row in enumerate(rows):
                if row.part.block < 0 or _is_quoted(row.part.frame):
                    continue
                kind = self._kind(row.part.frame[-1][1])
                all_[kind] += 1
                above = rows[at - 1].text[-_LINE:] if at and kind >= 0 else ""
                if len(row.letters) < _SHORTEST or not _COLON.search(above):
                    continue
                searches += 1
                quoting[kind] += searches <= _SEARCHES and row.letters in earlier
            earlier += "\n" + "".join(row.letters for row in rows)
        return frozenset(kind for kind, times in quoting.items() if times >= _HALF * all_[kind])

    def _with_elements(self, rows: Sequence[_Row]) -> Iterator[Part]:
        """The parts, those in elements that quote inside a quotation."""
        for row in rows:
            if self._kinds and self._kind(row.part.frame[-1][1]) in self._kinds:
                yield row.part._replace(frame=self._quote(row.part.frame[-1][1]))
            else:
                yield row.part

    def _quote(self, node: int) -> Frame:
        return (("blockquote", node, 0, ""), ("p", node, 0, ""))

    def _with_levels(self, parts: Sequence[Part]) -> Iterator[Part]:
        """The parts, lines that begin with ">" inside quotations."""
        opened: list[Form] = []
        for part in parts:
            tag = part.frame[-1][0]
            quoted = tag not in ("pre", "hr") and any(
                self._level(line) > 0 for line in words(part.marked).split("\n")
            )
            if not quoted:
                opened = []
                yield part
                continue
            for level, group in groupby(lines(part.marked), self._level):
                kept = list(group)
                if level < 0:  # a blank line inside a quotation
                    continue
                if level == 0:
                    opened = []
                    if any(words(line).strip() for line in kept):
                        yield part._replace(marked=BREAK.join(kept).strip(BREAK))
                    continue
                del opened[level:]
                while len(opened) < level:
                    opened.append(("blockquote", -next(self._nodes), 0, ""))
                around = part.frame[:-1] if tag == "p" else part.frame
                bare = [without_letters(line, _signs(line)) for line in kept]
                last: Form = ("p", -next(self._nodes), 0, "")
                yield Part((*around, *opened, last), BREAK.join(bare), part.block)

    def _level(self, line: str) -> int:
        """How deep a line is quoted; -1 for the blank line of a quotation."""
        text = words(line)
        if (found := _REFERENCE.match(text)) and (not found[1] or found[2] in self._numbers):
            return 0
        if found := _QUOTED.match(text):
            return min(found[1].count(">") + found[1].count("＞"), _DEEPEST)
        return -1 if _BLANK_QUOTED.fullmatch(text) else 0

    def _with_sources(self, parts: Sequence[Part]) -> Iterator[Part]:
        """The parts, with lines that name whom a quotation quotes inside it."""
        before: Part | None = None
        for part in parts:
            opened = _opened_quote(part.frame, before.frame if before else ())
            if opened is None:
                if before:
                    yield before
                before = part
                continue
            around = part.frame[:opened]
            source = None
            if before:
                rest, source = self._source_above(before)
                if rest:
                    yield before._replace(marked=rest)
            if source is None:
                source, own = self._source_inside(part)
            else:
                own = part.marked
            if source:
                named: Form = ("p", -next(self._nodes), 0, "")
                yield Part((*around, named), as_citation(source), part.block)
            frame = part.frame
            if own != part.marked and frame[-1][0] == "blockquote":
                frame = (*around, ("p", -next(self._nodes), 0, ""))
            shows = words(own).strip() or PICTURE in own
            before = Part(frame, own, part.block) if shows else None
        if before:
            yield before

    def _source_above(self, part: Part) -> tuple[str, str | None]:
        """What a part says before its last line, and the last line if it names a source."""
        if part.frame[-1][0] in ("pre", "hr") or part.block < 0:
            return part.marked or " ", None
        *rest, last = lines(part.marked)
        if rest and len(words(last).split()) < 3 and not self._names_source(words(last)):
            last = rest.pop() + " " + last
        text = words(last)
        if not self._names_source(text):
            return part.marked, None
        return BREAK.join(rest).strip(BREAK), last

    def _source_inside(self, part: Part) -> tuple[str | None, str]:
        """The line at the beginning of a quotation that names its source, and the rest."""
        if part.frame[-1][0] == "pre":
            return None, part.marked
        if cited := split_mark(part.marked, "cite"):
            return cited
        first, *rest = lines(part.marked)
        if self._names_source(words(first)) or (not rest and self._names_briefly(words(first))):
            return first, BREAK.join(rest).strip(BREAK)
        return None, part.marked

    def _names_source(self, text: str) -> bool:
        """Whether a line ends with a colon and names a person of the page, an address or a day."""
        bare = text.strip()
        if not 0 < len(bare) <= _LINE or not _COLON.search(bare):
            return False
        return (
            any(name in bare for name in self._names)
            or _ADDRESS.search(bare) is not None
            or bool(dates.find(bare))
            or len(bare.split()) == 1
        )

    def _names_briefly(self, text: str) -> bool:
        """Whether a line is little more than the name of a person of the page."""
        bare = " ".join(text.split())
        name = next((name for name in self._names if name in bare), None)
        return name is not None and len(bare.replace(name, " ", 1).split()) <= _WORDS


def _row(part: Part) -> _Row:
    text = words(part.marked)
    return _Row(part, text, "".join(text.split()))


def _quote_buttons(documents: Sequence[Document]) -> frozenset[str]:
    """Short texts that most quotations of a page end with: "Click to expand"."""
    ends: Counter[str] = Counter()
    for document in documents:
        parts = document.parts
        for before, part, following in zip(parts, parts[1:], (*parts[2:], None)):
            if not (_is_quoted(before.frame) and _is_quoted(part.frame)):
                continue
            if following is None or not _is_quoted(following.frame):
                text = words(part.marked).strip()
                ends[text if len(text) <= _BUTTON else ""] += 1
    least = max(2, _HALF * ends.total())
    return frozenset(text for text, times in ends.items() if text and times > least)


def _is_quoted(frame: Frame) -> bool:
    return any(form[0] == "blockquote" for form in frame)


def _opened_quote(frame: Frame, before: Frame) -> int | None:
    """The place after the first quotation of a frame that the frame before does not have."""
    for place, form in enumerate(frame):
        if form[0] == "blockquote" and form not in before:
            return place + 1
    return None


def _signs(line: str) -> int:
    found = _QUOTED.match(words(line))
    return found[1].count(">") + found[1].count("＞") if found else 0
