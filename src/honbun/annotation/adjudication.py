"""Disputes: the blocks that annotators differ on, and what they all agree on.

Paper 002 found two places at which people differ: a photo and its caption, which cannot be told
apart on the rendered page so that only one is chosen, and dates told as the time that has passed.
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

from honbun.annotation.agreement import FINISHED, agreement, sheet
from honbun.annotation.blocks import outline
from honbun.annotation.model import Kind
from honbun.html.blocks import split
from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from honbun.annotation.agreement import Agreement, AgreementReport, Sheet
    from honbun.annotation.model import Standing
    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.stores.labels import Labels

_PICTURED = {Kind.FIGURE, Kind.CAPTION}
_MOSTLY = 0.5
"""The share of a text that must be dates before it is one, if nobody has said so."""
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


class Tag(StrEnum):
    """What a dispute is about."""

    PHOTO = "photo or caption"
    RELATIVE = "relative date"
    CONTENT = "content or not"
    KIND = "which kind"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A block that annotators differ on."""

    block: int
    says: Mapping[str, Kind | None]
    """Each annotator's opinion; None where it is no content to them."""
    tag: Tag


def disputes(sheet: Sheet, blocks: Blocks) -> list[Dispute]:
    """The blocks of a page that those who have finished it differ on, in the page's order."""
    names, texts, pictured = sheet.annotators, blocks.texts(), _pictured(sheet, blocks)
    found = []
    for block in sheet.shown:
        says = {name: sheet.said[name].get(block) for name in names}
        kinds = set(says.values())
        if len(kinds) > 1:
            tag = _tag(kinds, texts[block], pictured=block in pictured)
            found.append(Dispute(block, says, tag))
    return found


def proposal(sheet: Sheet) -> dict[int, Kind]:
    """What all who have finished a page agree on: the rest is open until it is decided."""
    names = sheet.annotators
    said = [sheet.said[name] for name in names]
    if not said:
        return {}
    return {
        block: kind
        for block, kind in said[0].items()
        if all(other.get(block) is kind for other in said)
    }


def tally(found: Iterable[Dispute]) -> dict[Tag, int]:
    """How many disputes there are of each tag, none left out."""
    counts = Counter(dispute.tag for dispute in found)
    return {tag: counts[tag] for tag in Tag}


def _tag(kinds: set[Kind | None], text: str, *, pictured: bool) -> Tag:
    if pictured and kinds & _PICTURED and kinds <= {*_PICTURED, None}:
        return Tag.PHOTO
    if _is_relative(text, sure=Kind.DATE in kinds):
        return Tag.RELATIVE
    return Tag.CONTENT if None in kinds else Tag.KIND


def _pictured(sheet: Sheet, blocks: Blocks) -> set[int]:
    """The blocks that show a picture, stand in a figure, or stand next to a picture."""
    tree, media = blocks.tree, blocks.media()
    found = {blocks.of[node] for figure in tree.find("figure") for node in _within(tree, figure)}
    for before, block in pairwise(sheet.shown):
        if media & {before, block}:
            found |= {before, block}
    return found | media


def _within(tree: Tree, node: int) -> range:
    return range(node, tree.end[node])


def _is_relative(text: str, *, sure: bool) -> bool:
    """Whether a text is a date told from now, with little else unless somebody called it a date.

    >>> _is_relative("3 hours ago", sure=False), _is_relative("2日前", sure=False)
    (True, True)
    >>> _is_relative("10 May 2008", sure=True), _is_relative("12:30", sure=True)
    (False, False)
    """
    # What means nothing without a now, and a day with one, is told from now.
    found = zip(dates.find(text), dates.find(text, now=_ANY_DAY))
    told_from_now = any(bare.value is None and dated.value is not None for bare, dated in found)
    return told_from_now and (sure or dates.share(text) >= _MOSTLY)


# A file of labels judged: how well its annotators agree, and what they differ on.

_DIGITS = 4
"""As many as table 2 of paper 002 has."""


@dataclass(frozen=True, slots=True)
class Judged:
    """How well those who labelled some pages agree."""

    report: AgreementReport
    disputes: list[Dispute]
    """Of all pages; what the adjudicator has decided stays one."""

    def rows(self) -> list[dict[str, Any]]:
        """Every comparison with its figures: first with the truth, in all, then in pairs."""
        totals = [self.report.total] if self.report.annotators else []
        return [_row(one) for one in (*self.report.annotators, *totals, *self.report.pairs)]

    def csv(self) -> str:
        """The rows as CSV."""
        text = io.StringIO()
        if rows := self.rows():
            writer = csv.DictWriter(text, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        return text.getvalue()

    def data(self) -> dict[str, Any]:
        """All that is known, for JSON."""
        kinds = [
            {
                "annotator": one.annotator,
                "against": one.against,
                "says": says,
                "other": other,
                "blocks": count,
            }
            for one in (*self.report.annotators, *self.report.pairs)
            for (says, other), count in sorted(one.kinds.items())
        ]
        counts = {str(tag): count for tag, count in tally(self.disputes).items()}
        return {"agreement": self.rows(), "kinds": kinds, "disputes": counts}


def judged(labels: Labels) -> Judged:
    """All that a file of labels tells of agreement, over the pages that somebody has finished."""
    sheets: list[Sheet] = []
    found: list[Dispute] = []
    for said, differing in _pages(labels):
        sheets.append(said)
        found += differing
    return Judged(agreement(sheets), found)


def _pages(labels: Labels) -> Iterator[tuple[Sheet, list[Dispute]]]:
    standings: dict[str, dict[str, Standing]] = {}
    for annotator, digest, standing in labels.everything():
        if standing.state in FINISHED:
            standings.setdefault(digest, {})[annotator] = standing
    for digest, by_annotator in standings.items():
        if len(by_annotator) > 1:  # who is alone agrees with nobody
            tree = labels.page(digest).parse()
            said = sheet(digest, outline(tree), by_annotator)
            yield said, disputes(said, split(tree))


def _row(one: Agreement) -> dict[str, Any]:
    return {
        "annotator": one.annotator,
        "against": one.against,
        "pages": one.pages,
        "blocks": one.blocks,
        "precision": round(one.score.precision, _DIGITS),
        "recall": round(one.score.recall, _DIGITS),
        "f": round(one.score.f, _DIGITS),
        "perfect": round(one.perfect_rate, _DIGITS),
        "kappa": round(one.kappa, _DIGITS),
        "kappa_kinds": round(one.kappa_kinds, _DIGITS),
    }
