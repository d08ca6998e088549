"""Disputes: the blocks on which annotators differ, and what they all agree on.

Paper 002 found two causes: a photo and its caption, which look like one thing on the rendered page
so that only one is chosen, and dates given relative to now.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from honbun.annotation.agreement import NONE, Agreements, agreement, annotated_page
from honbun.annotation.blocks import page_blocks
from honbun.annotation.model import FINISHED, Kind
from honbun.html.blocks import split
from honbun.text.dates import scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from honbun.annotation.agreement import Agreement, AnnotatedPage
    from honbun.annotation.model import LabelStore, PageLabels
    from honbun.html.blocks import Blocks

    Table = tuple[Sequence[str], Sequence[Sequence[object]]]
    """A header and rows."""

_PICTURED = {Kind.FIGURE, Kind.CAPTION}
_MOSTLY = 0.5
"""Share of a text that must be dates before it counts as a date that nobody labelled as one."""
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
_DIGITS = 4
"""Digits of the figures, as in table 2 of paper 002."""


class Tag(StrEnum):
    """What a dispute is about."""

    PHOTO = "photo or caption"
    RELATIVE = "relative date"
    CONTENT = "content or not"
    KIND = "which kind"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A block on which annotators differ."""

    block: int
    kinds: Mapping[str, Kind | None]
    """The kind by each annotator; None if it is not content to them."""
    tag: Tag


def disputes(page: AnnotatedPage, blocks: Blocks) -> list[Dispute]:
    """The blocks on which those who have finished a page differ, in the order of the page."""
    names, texts, pictured = page.annotators, blocks.texts(), _pictured(page, blocks)
    found = []
    for block in page.shown:
        by_name = {name: page.kinds[name].get(block) for name in names}
        kinds = set(by_name.values())
        if len(kinds) > 1:
            tag = _tag(kinds, texts[block], pictured=block in pictured)
            found.append(Dispute(block, by_name, tag))
    return found


def proposal(page: AnnotatedPage) -> dict[int, Kind]:
    """The labels on which all who have finished a page agree; the rest is to be decided."""
    labels = [page.kinds[name] for name in page.annotators]
    if not labels:
        return {}
    return {
        block: kind
        for block, kind in labels[0].items()
        if all(other.get(block) is kind for other in labels)
    }


def tally(found: Iterable[Dispute]) -> dict[Tag, int]:
    """How many disputes there are of each tag."""
    counts = Counter(dispute.tag for dispute in found)
    return {tag: counts[tag] for tag in Tag}


def _tag(kinds: set[Kind | None], text: str, *, pictured: bool) -> Tag:
    if pictured and kinds & _PICTURED and kinds <= {*_PICTURED, None}:
        return Tag.PHOTO
    if _is_relative(text, sure=Kind.DATE in kinds):
        return Tag.RELATIVE
    return Tag.CONTENT if None in kinds else Tag.KIND


def _pictured(page: AnnotatedPage, blocks: Blocks) -> set[int]:
    """The blocks that show a picture, are in a figure, or are next to a picture."""
    tree, media = blocks.tree, blocks.media()
    figures = tree.find("figure")
    found = {blocks.of[node] for figure in figures for node in range(figure, tree.end[figure])}
    for before, block in pairwise(page.shown):
        if media & {before, block}:
            found |= {before, block}
    return found | media


def _is_relative(text: str, *, sure: bool) -> bool:
    """Whether a text is a date relative to now, with little else unless it is surely a date.

    >>> _is_relative("3 hours ago", sure=False), _is_relative("2日前", sure=False)
    (True, True)
    >>> _is_relative("10 May 2008", sure=True), _is_relative("12:30", sure=True)
    (False, False)
    """
    # A date that has a value only if now is known is relative to it.
    found = zip(scan.find(text), scan.find(text, now=_ANY_DAY))
    relative = any(bare.value is None and dated.value is not None for bare, dated in found)
    return relative and (sure or scan.share(text) >= _MOSTLY)


@dataclass(frozen=True, slots=True)
class AgreementReport(Agreements):
    """How well those who labelled some pages agree, and on what they differ."""

    disputes: Mapping[Tag, int]
    """On all pages, including those that the adjudicator has decided."""

    def rows(self) -> list[dict[str, Any]]:
        """Every comparison with its figures: with the truth, in total, then in pairs."""
        totals = [self.total] if self.annotators else []
        return [_row(one) for one in (*self.annotators, *totals, *self.pairs)]

    def csv(self) -> str:
        """The rows as CSV."""
        text = io.StringIO()
        if rows := self.rows():
            writer = csv.DictWriter(text, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        return text.getvalue()

    def tables(self) -> list[Table]:
        """Headers and rows: annotators against the truth and each other, and what they differ on.

        The kinds by annotators are in rows, the true kinds in columns.
        """
        measures = ("pages", "blocks", "P", "R", "F", "perfect", "kappa", "kappa of kinds")
        found: list[Table] = []
        if self.annotators:
            ones = (*self.annotators, self.total)
            rows = [(one.annotator, *_figures(one).values()) for one in ones]
            found.append((("against the truth", *measures), rows))
            kinds, used = self.total.kinds, self.total.used_kinds()
            names = [str(name) for name in (*Kind, NONE) if name in used]
            rows = [(one, *[kinds[one, other] for other in names]) for one in names]
            found.append((("said, and true", *names), rows))
        if self.pairs:
            rows = [
                (f"{one.annotator}, {one.against}", *_figures(one).values()) for one in self.pairs
            ]
            found.append((("against each other", *measures), rows))
        counts = [(str(tag), count) for tag, count in self.disputes.items()]
        return [*found, (("differences", "blocks"), counts)]

    def data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        names = ("annotator", "against", "says", "other", "blocks")
        kinds = [
            dict(zip(names, (one.annotator, one.against, *pair, count)))
            for one in (*self.annotators, *self.pairs)
            for pair, count in sorted(one.kinds.items())
        ]
        counts = {str(tag): count for tag, count in self.disputes.items()}
        return {"agreement": self.rows(), "kinds": kinds, "disputes": counts}


def measure_agreement(labels: LabelStore) -> AgreementReport:
    """The agreement over the pages of a store that several have finished."""
    finished: dict[str, dict[str, PageLabels]] = {}
    for annotator, digest, current in labels.all_labels():
        if current.state in FINISHED:
            finished.setdefault(digest, {})[annotator] = current
    pages: list[AnnotatedPage] = []
    found: list[Dispute] = []
    for digest, by_annotator in finished.items():
        if len(by_annotator) > 1:  # a single annotator agrees with nobody
            tree = labels.page(digest).parse()
            pages.append(annotated_page(digest, page_blocks(tree), by_annotator))
            found += disputes(pages[-1], split(tree))
    compared = agreement(pages)
    return AgreementReport(compared.annotators, compared.total, compared.pairs, tally(found))


def _row(one: Agreement) -> dict[str, Any]:
    figures = {name: round(value, _DIGITS) for name, value in _figures(one).items()}
    return {"annotator": one.annotator, "against": one.against, **figures}


def _figures(one: Agreement) -> dict[str, float]:
    return {
        "pages": one.pages,
        "blocks": one.blocks,
        "precision": one.precision,
        "recall": one.recall,
        "f": one.f,
        "perfect": one.perfect_rate,
        "kappa": one.kappa,
        "kappa_kinds": one.kappa_kinds,
    }
