"""Content measured by its text, on pages whose true text is known.

Each source is measured by its own convention: the blocks whose role its truth contains are compared
with it, as bags of words. Figures are means over pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from honbun.content.model import Role
from honbun.errors import HonbunError
from honbun.evaluation.curve import CurvePage
from honbun.evaluation.metrics import (
    Comparison,
    Score,
    bag_score,
    mean,
    page_score,
    pairs_and_words,
    words,
)
from honbun.evaluation.report import Lines, Table
from honbun.evaluation.truth.texts import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.content.model import Content
    from honbun.evaluation.errors import Error
    from honbun.evaluation.judge import Extract
    from honbun.evaluation.truth.texts import TextPage

    Rows = list[list[object]]
    Groups = dict[str, list["Measured"]]

_MANY = 8
"""Pages of an outlet that is measured separately from smaller ones."""
_BINS = 10
"""Groups of pages by confidence."""
_GOOD = 0.9
"""F1 of a page that needs no second look."""
_SPACE = re.compile(r"[\s\u200b\u200c\u2060\ufeff\u00ad]+")


@dataclass(frozen=True, slots=True)
class Measured:
    """One page, its scores, and what was said of it."""

    page: TextPage
    score: Score
    """Of the roles that the truth contains."""
    printed: Score
    """Of everything that was found."""
    kind: str | None = None
    confidence: float | None = None
    errors: tuple[Error, ...] = ()

    def comparison(self) -> Comparison:
        """The page as reports list it."""
        scores = {"pages": page_score(perfect=self.score.f == 1), "text": self.score}
        facts = {"url": self.page.page.url, "P": self.score.precision, "R": self.score.recall}
        return Comparison(self.page.page.source, self.page.source, scores, self.errors, facts)


def evaluate(
    pages: Sequence[TextPage], extract: Extract, roles: Iterable[Role] | None = None
) -> list[Measured]:
    """Compare all pages, extracted as one collection; `roles` replaces those of the truth."""
    found = {content.source: content for content in extract(one.page for one in pages)}
    chosen = frozenset(roles) if roles else None
    # A page that failed has no content, and is measured as empty.
    return [compare(one, found.get(one.page.source), chosen) for one in pages]


def compare(
    true: TextPage, content: Content | None, roles: frozenset[Role] | None = None
) -> Measured:
    """Compare the text of one page."""
    text = text_of(content, roles or true.roles)
    return Measured(
        page=true,
        score=score(true, text),
        printed=score(true, content.text if content else ""),
        kind=content.kind if content else None,
        confidence=content.confidence if content else None,
        errors=tuple(_errors(true, content, roles or true.roles)),
    )


def text_of(content: Content | None, roles: Iterable[Role]) -> str:
    """The text of the blocks that have one of these roles."""
    wanted = frozenset(roles)
    blocks = content.blocks if content else ()
    return "\n".join(block.text for block in blocks if block.text and block.role in wanted)


def score(true: TextPage, found: str) -> Score:
    """The score of a text against the true one.

    WCXB defines its own words. Truth in paragraphs (news) lacks the title: if the text found has it
    once more often than the truth, it is not counted, whichever tool prints it.
    """
    if true.type:
        return bag_score(words(found), words(true.text))
    ours = pairs_and_words(found)
    title = _solid(true.title) if Role.TITLE not in true.roles else ""
    if not title or not true.in_paragraphs:
        return bag_score(ours, pairs_and_words(true.text))
    parts = [part for part in true.paragraphs if _solid(part) != title]
    if _solid(found).count(title) > _solid(" ".join(parts)).count(title):
        ours = ours - pairs_and_words(true.title)
    return bag_score(ours, pairs_and_words("\n".join(parts)))


def _solid(text: str) -> str:
    """A text without white space and case."""
    return _SPACE.sub("", unicodedata.normalize("NFC", text)).lower()


def _errors(true: TextPage, content: Content | None, roles: Iterable[Role]) -> Iterable[Error]:
    """The blocks that the truth does not contain, and the paragraphs that were not found."""
    wanted = frozenset(roles)
    found, whole = _solid(text_of(content, wanted)), _solid(true.text)
    for block in content.blocks if content else ():
        if block.text and block.role in wanted and _solid(block.text) not in whole:
            yield {"error": f"kept: {block.role.value}", "xpath": block.xpath, "text": block.text}
    for part in true.paragraphs:
        if _solid(part) not in found:
            yield {"error": "missed", "text": part}


def curve_pages(pages: Iterable[TextPage], roles: frozenset[Role] | None) -> list[CurvePage]:
    """The pages by source, scored by their text."""
    return [CurvePage(one.page, one.site, one.source, partial(_f, one, roles)) for one in pages]


def _f(true: TextPage, roles: frozenset[Role] | None, content: Content | None) -> float:
    return score(true, text_of(content, roles or true.roles)).f


def parse_roles(text: str) -> frozenset[Role]:
    """The roles of a list with commas.

    >>> sorted(parse_roles("title, body"))
    [<Role.BODY: 'body'>, <Role.TITLE: 'title'>]
    """
    names = [name.strip() for name in text.split(",")]
    known = [role.value for role in Role]
    if unknown := [name for name in names if name not in known]:
        raise HonbunError(f"no role {unknown[0]!r}: choose from {', '.join(known)}")
    return frozenset(map(Role, names))


HEADER = ("pages", "P", "R", "F1", "sound truth", "as printed")
"""The columns of text tables after the name of the group."""


def tables(measured: Sequence[Measured]) -> dict[str, Table]:
    """All tables of these pages, by caption; those without figures are left out."""
    by_language = grouped(measured, lambda one: one.page.language or "unknown")
    languages = dict(sorted(by_language.items(), key=lambda item: -len(item[1])))
    found = {
        "Text": Table(("source", *HEADER), _rows(groups(measured))),
        "Languages": Table(("language", *HEADER), _rows(languages) if len(languages) > 1 else []),
        "Confidence": Table(("confidence", "pages", "mean", "F1", "good"), confidence(measured)),
        "Kinds": kinds(measured),
    }
    return {caption: table for caption, table in found.items() if table.rows}


def groups(measured: Sequence[Measured]) -> Groups:
    """The rows of the main table: sources, types of pages, outlets by size, all pages."""
    sources = grouped(measured, lambda one: one.page.source)
    types = grouped((one for one in measured if one.page.type), lambda one: one.page.type)
    known = {name: types[name] for name in sorted(types, key=_type_order)}
    everything = {"all": list(measured)} if len(sources) > 1 or not measured else {}
    return {**sources, **known, **outlets(measured), **everything}


def outlets(measured: Sequence[Measured]) -> Groups:
    """The pages of outlets with many pages, and of smaller ones; nothing if all are alike."""
    sizes = Counter(one.page.outlet for one in measured)
    many = f"outlets with {_MANY} pages and more"
    found = grouped(
        measured, lambda one: many if sizes[one.page.outlet] >= _MANY else "smaller outlets"
    )
    return dict(sorted(found.items())) if len(found) > 1 else {}


def grouped(measured: Iterable[Measured], key: Callable[[Measured], str]) -> Groups:
    """The pages of each group, in the order in which groups first appear."""
    found: Groups = {}
    for one in measured:
        found.setdefault(key(one), []).append(one)
    return found


def f1(measured: Iterable[Measured]) -> float:
    """The mean F1 over pages."""
    return mean(one.score.f for one in measured)


def _rows(found: Groups) -> Rows:
    return [
        [
            name,
            len(group),
            mean(one.score.precision for one in group),
            mean(one.score.recall for one in group),
            f1(group),
            f1(sound) if (sound := [one for one in group if one.page.is_sound]) else None,
            mean(one.printed.f for one in group),
        ]
        for name, group in found.items()
    ]


def _type_order(name: str) -> tuple[int, str]:
    return (TYPES.index(name) if name in TYPES else len(TYPES), name)


def confidence(measured: Iterable[Measured]) -> Rows:
    """Pages in order of confidence, in groups of one size: mean confidence beside mean F1."""
    rated = [(one.confidence, one.score.f) for one in measured if one.confidence is not None]
    rated.sort()
    cuts = [len(rated) * number // _BINS for number in range(_BINS + 1)]
    rows: Rows = []
    for start, end in pairwise(cuts):
        if part := rated[start:end]:
            rows.append(
                [
                    f"{part[0][0]:.2f} to {part[-1][0]:.2f}",
                    len(part),
                    mean(value for value, _ in part),
                    mean(f for _, f in part),
                    mean(float(f >= _GOOD) for _, f in part),
                ]
            )
    return rows


def reliability(measured: Sequence[Measured]) -> Lines | None:
    """The plot of F1 against confidence; None if pages have no confidence."""
    points = [(_number(row[2]), _number(row[3])) for row in confidence(measured)]
    return Lines("confidence", "F1", {"pages": points}, diagonal=True) if points else None


def _number(value: object) -> float:
    assert isinstance(value, float)
    return value


def kinds(measured: Iterable[Measured]) -> Table:
    """How many pages of each type were found to be of which kind."""
    known = [one for one in measured if one.page.type and one.kind]
    counts = Counter((one.page.type, one.kind) for one in known)
    types = sorted({one.page.type for one in known}, key=_type_order)
    columns = sorted({one.kind or "" for one in known})
    rows = [[name, *(counts[name, kind] for kind in columns)] for name in types]
    return Table(("type", *columns), rows)
