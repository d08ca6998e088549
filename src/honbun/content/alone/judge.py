"""A page alone, judged: scores to rules for every block, and to a ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone import model
from honbun.content.alone.cut import kept
from honbun.content.alone.features import Seen
from honbun.content.alone.sheet import Sheet
from honbun.content.decisions import Decisions, Evidence, packed
from honbun.content.explain import Reason, nothing_to_read
from honbun.content.measure.facts import states_day
from honbun.html.blocks import HEADINGS
from honbun.text.dates import order_of
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.content.alone.model import Model
    from honbun.content.alone.sheet import Numbers
    from honbun.content.measure.outline import Lines
    from honbun.content.measure.plan import Plan
    from honbun.content.model import ContentOptions
    from honbun.metadata.declared import DeclaredMetadata

_BEFORE, _AFTER = 2, 5
"""Rows before and after the title in which the page's date and author are looked for, ..."""
_SHORTEST = 4
"""Characters of a heading that is not by chance a part of the title."""
_PARAGRAPH = 40
"""... up to the first content of so many characters."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the model thinks of a page."""

    why: dict[int, Reason]
    """The rule that decided, for every block that is content."""
    scores: dict[int, float]
    """How likely each block with text is content, by its number."""
    title: int | None
    """The block that is the title."""
    near: frozenset[int]
    """The blocks beside it."""

    def looked_for_facts(self, texts: Sequence[str]) -> list[str]:
        """The texts of which it matters whether they are dates or authors, the others empty."""
        looked_for = [""] * len(texts)
        for block in (*self.why, *self.near):
            looked_for[block] = texts[block]
        return looked_for


def judge(
    plan: Plan, told: DeclaredMetadata, url: str, options: ContentOptions, by: Model | None = None
) -> Judgement:
    """Judge a page by the model that comes with the package, or by another."""
    sheet = Sheet(plan)
    scores = (by or model.shipped()).scores(Seen(sheet, told.types, url))
    chosen = kept(scores, sheet.letters[:, 0], options.favor) if len(sheet) else scores > 0
    why = dict.fromkeys(sheet.row[chosen].tolist(), Reason.LIKELY)
    why |= dict.fromkeys(_between(plan, sheet.row, chosen), Reason.LIKELY)
    rows = sheet.row.tolist()
    title = _title(plan, rows)
    near = frozenset[int]() if title is None else _beside(plan, rows, title, why)
    if title is not None:
        why.setdefault(rows[title], Reason.TITLE)
    known = dict(zip(rows, scores.tolist()))
    return Judgement(why, known, None if title is None else rows[title], near)


def _title(plan: Plan, rows: Sequence[int]) -> int | None:
    """The heading that is the page's title, as a row.

    Of those that say what the page declares, the highest in rank and then the longest: cards and
    menus say titles too. Where none does, the only main heading, if it is no link home.
    """
    headings = [row for row, block in enumerate(rows) if plan.tag[block] in HEADINGS]
    said = [row for row in headings if _says_title(plan, rows[row])]
    if said:
        return min(said, key=lambda row: (plan.tag[rows[row]], -plan.size[rows[row]], row))
    main = [row for row in headings if plan.tag[rows[row]] == "h1"]
    if len(main) != 1 or 2 * plan.linked[rows[main[0]]] >= plan.size[rows[main[0]]]:
        return None
    return main[0]


def _beside(plan: Plan, rows: Sequence[int], title: int, why: Container[int]) -> frozenset[int]:
    """The blocks beside the title, up to where the text begins."""
    near = list(rows[max(0, title - _BEFORE) : title])
    for block in rows[title + 1 : title + 1 + _AFTER]:
        if block in why and plan.size[block] >= _PARAGRAPH:
            break
        near.append(block)
    return frozenset(near)


def _says_title(plan: Plan, block: int) -> bool:
    if plan.size[block] < _SHORTEST:
        return fold_text(plan.text[block]) in plan.titles
    return plan.says_title(block)


def _between(plan: Plan, rows: Numbers, chosen: NDArray[np.bool_]) -> list[int]:
    """The pictures, and the code, that stand between two kept texts."""
    pictures = [b for b, shown in enumerate(plan.shown) if shown and not plan.text[b]]
    after = np.searchsorted(rows, pictures)
    fenced = [False, *chosen.tolist(), False]
    found = [b for b, at in zip(pictures, after.tolist()) if fenced[at] and fenced[at + 1]]
    code = [at for at, block in enumerate(rows.tolist()) if plan.tag[block] == "pre"]
    return found + [int(rows[at]) for at in code if fenced[at] and fenced[at + 2]]


def ruling(
    judgement: Judgement,
    lines: Lines,
    told: DeclaredMetadata,
    framed: bool,
    options: ContentOptions,
) -> Decisions:
    """The ruling on a page that was judged alone."""
    looked_at = judgement.near.union(judgement.why)
    dates = [b for b in sorted(looked_at) if lines.dated[b] and lines.is_date(b)]
    why = dict(judgement.why)
    for block in judgement.near:
        if lines.is_fact(block):
            why.setdefault(block, Reason.DATE if lines.is_date(block) else Reason.AUTHOR)
    return Decisions(
        reasons=_rules(why, len(lines)),
        evidence=_evidence(judgement, lines) if options.explain else None,
        title=judgement.title,
        date=next((b for b in dates if b in judgement.near and states_day(lines.text[b])), None),
        method="alone",
        note=nothing_to_read(lines, framed),
        order=order_of([lines.text[b] for b in dates], told.language),
    )


def _rules(why: Mapping[int, Reason], blocks: int) -> bytes:
    # Most blocks are not content, and a rule is slow to look up: that is done for the others only.
    rules = bytearray(packed([Reason.UNLIKELY]) * blocks)
    for block, rule in zip(why, packed(why.values())):
        rules[block] = rule
    return bytes(rules)


def _evidence(judgement: Judgement, lines: Lines) -> list[Evidence]:
    return [
        Evidence(0, (), None, judgement.scores.get(block))
        for block, shown in enumerate(lines.shown)
        if shown
    ]
