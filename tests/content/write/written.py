"""A page of which every block is content, as the writers receive it."""

from __future__ import annotations

from typing import Literal

from honbun.content.judge import Judgement
from honbun.content.model import Content, ContentOptions, Role
from honbun.content.pipeline import assemble
from honbun.content.record import page_rows, parse_page
from honbun.content.write.render import markdown
from honbun.metadata.choose import Metadata
from honbun.page import Page

URL = "https://example.org/dir/page"


def written(html: str, name: Literal["html", "markdown"]) -> Content:
    """All text of the page with its markup."""
    parsed, options = parse_page(Page(html, url=URL)), ContentOptions(markup=name)
    rows = page_rows(parsed, options)
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
    return assemble(parsed.facts, rows, judgement, options)


def md(html: str) -> str:
    """The page as Markdown."""
    return markdown(written(html, "markdown"))
