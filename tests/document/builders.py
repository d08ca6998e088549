"""A page of which every block is content, as the writers receive it."""

from __future__ import annotations

from honbun.content.judge import Judgement
from honbun.content.model import Content, ContentOptions, Role
from honbun.content.pipeline import assemble
from honbun.content.record import parse_page
from honbun.metadata.choose import Metadata
from honbun.page import Page

URL = "https://example.org/dir/page"


def whole_page(html: str) -> Content:
    """All text of the page as content."""
    parsed = parse_page(Page(html, url=URL))
    rows = parsed.rows
    judgement = Judgement(
        roles=dict.fromkeys(range(len(rows.text)), Role.BODY),
        pictures=tuple(block for block, _ in rows.pictures),
        metadata=Metadata(),
        kind="article",
        confidence=1.0,
        compared=0,
        note=None,
        explanation=(),
    )
    return assemble(parsed.facts, rows, judgement, ContentOptions())


def md(html: str) -> str:
    """The page as Markdown."""
    return whole_page(html).markdown
