"""A record and its ruling to Content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content import metadata
from honbun.content.model import Block, Content, Judged, Role
from honbun.content.roles import label
from honbun.content.why import Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.outline import Lines
    from honbun.content.metadata import Shown
    from honbun.content.record import Measured, Record, Showing
    from honbun.content.ruling import Ruling


def content(page: Record | Measured, lines: Lines, showing: Showing, ruling: Ruling) -> Content:
    """The content of a page."""
    kept = [place for place, b in enumerate(showing.block) if ruling.why(b).is_content]
    numbers = [showing.block[place] for place in kept]
    roles = label(lines, numbers, ruling)
    shown = metadata.about_page(
        (metadata.Shown(role, lines.text[b]) for role, b in zip(roles, numbers)),
        (ruling.why(b) is not Why.REGION for b in numbers),
    )
    declared = page.declared
    return Content(
        url=page.url,
        source=page.source,
        title=metadata.title(declared, shown),
        author=metadata.author(declared, shown),
        date=metadata.date(declared, _date_lines(lines, shown, ruling), ruling.order),
        site=declared.site,
        language=declared.language,
        image=declared.image,
        encoding=page.encoding,
        replaced=page.replaced,
        method=ruling.method,
        reason=ruling.reason,
        blocks=tuple(
            [
                Block(
                    showing.xpath[place],
                    role,
                    lines.text[block],
                    showing.markup[place] if showing.markup else (),
                    showing.frame[place] if showing.frame else (),
                )
                for place, block, role in zip(kept, numbers, roles)
            ]
        ),
        explanation=_explanation(lines, showing, ruling),
        cut=page.cut,
    )


def _date_lines(lines: Lines, shown: Sequence[Shown], ruling: Ruling) -> list[str]:
    """What the page shows of its date, the best first."""
    best = [lines.text[ruling.date]] if ruling.date is not None else []
    return best + [block.text for block in shown if block.role is Role.DATE]


def _explanation(lines: Lines, showing: Showing, ruling: Ruling) -> tuple[Judged, ...]:
    return tuple(
        Judged(
            xpath=xpath,
            text=lines.text[block],
            content=ruling.why(block).is_content,
            why=ruling.why(block),
            others=evidence.others,
            pages=evidence.pages,
            place=evidence.place,
            score=evidence.score,
        )
        for block, xpath, evidence in zip(showing.block, showing.xpath, ruling.evidence or ())
    )
