"""A page of which every block is content, as the writers receive it."""

from __future__ import annotations

from typing import Literal

from honbun.content.model import Block, Content, Role
from honbun.content.write import dialect, markup
from honbun.content.write.render import markdown
from honbun.html import links
from honbun.html.blocks import split
from honbun.page import Page

URL = "https://example.org/dir/page"


def written(html: str, name: Literal["html", "markdown"]) -> Content:
    """All text of the page with its markup."""
    page = Page(html, url=URL)
    tree = page.parse(page.decode())
    blocks = split(tree)
    frames, base, media = markup.Frames(tree), links.base_url(tree, URL), blocks.media()
    found: list[Block] = []
    for block, text in enumerate(blocks.texts()):
        if text or block in media:
            frame = frames.of(blocks.node[block])
            pieces = markup.pieces(blocks, block, base, keep_space=frame[-1][0] == "pre")
            write = dialect.writer(name, frame)
            own = tuple((place, write(inlines)) for place, inlines in pieces)
            found.append(Block("", Role.BODY, text, own, frame))
    return Content(
        url=URL,
        source="",
        title=None,
        author=None,
        date=None,
        site=None,
        language=None,
        image=None,
        encoding="utf-8",
        replaced=0,
        method="alone",
        reason=None,
        blocks=tuple(found),
    )


def md(html: str) -> str:
    """The page as Markdown."""
    return markdown(written(html, "markdown"))
