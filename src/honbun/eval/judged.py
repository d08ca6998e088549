"""A file of labels judged: how well its annotators agree, and what they differ on."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.annotation.dispute import disputes, tally
from honbun.annotation.places import outline
from honbun.annotation.sheet import FINISHED, sheet
from honbun.eval.agreement import agreement
from honbun.tree.block import split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.annotation.dispute import Dispute
    from honbun.annotation.model import Standing
    from honbun.annotation.sheet import Sheet
    from honbun.eval.agreement import Agreement, AgreementReport
    from honbun.io.labels import Labels

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
