"""Content to text, Markdown, HTML and rows: well-formed whatever the page was.

Markdown and HTML are rebuilt from each block's frame (the lists, tables and quotations around it):
consecutive blocks share the elements that their frames share, so a list is one list again.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from honbun.content.model import BlockDecision, Content
    from honbun.content.write.frame import Form, Frame

COLUMNS = (
    "url",
    "source",
    "title",
    "author",
    "date",
    "site",
    "language",
    "image",
    "text",
    "method",
    "reason",
)
"""The columns of a result that hold one value each."""


def row(content: Content) -> dict[str, Any]:
    """The result as plain values, every key present; some only where there is something to say."""
    values: dict[str, Any] = {name: getattr(content, name) for name in COLUMNS}
    values["blocks"] = [
        {"xpath": block.xpath, "role": block.role.value, "text": block.text}
        for block in content.blocks
    ]
    if content.truncated:
        values["cut"] = list(content.truncated)
    if content.explanation:
        values["explanation"] = [
            {**judged._asdict(), "rule": judged.why.sentence} for judged in content.explanation
        ]
    return values


def text(content: Content) -> str:
    """The content as plain text, a block a line; with an explanation, every block of the page.

    A line of explanation: + for content, the rule, how many other pages say the same (of a page
    judged alone, the block's score), the block's place in the template, its text.
    """
    if content.explanation:
        return "".join(map(_explained, content.explanation))
    return content.text + "\n" if content.text else ""


def _explained(judged: BlockDecision) -> str:
    sign = "+" if judged.content else "-"
    text = judged.text or "(picture)"
    known = f"{judged.others:>5}" if judged.score is None else f"{judged.score:>5.2f}"
    return f"{sign} {judged.why:<9} {known}  {judged.place or '?'}  {text}\n"


def html(content: Content) -> str:
    """The content as one `<article>` of clean HTML; needs `markup="html"`."""
    from honbun.content.write.markdown import common

    parts: list[str] = []
    opened: list[Form] = []
    for frame, markup in _in_order(content):
        shared = common(opened, frame)
        parts.extend(f"</{tag}>" for tag, *_ in reversed(opened[shared:]))
        parts.append("\n")
        parts.extend(f"<{tag}>" for tag, *_ in frame[shared:])
        del opened[shared:]
        opened.extend(frame[shared:])
        # A parser drops the line feed right after <pre>, so a text that begins with one has two.
        doubled = frame[-1][0] == "pre" and shared < len(frame) and markup.startswith("\n")
        parts.append("\n" + markup if doubled else markup)
    parts.extend(f"</{tag}>" for tag, *_ in reversed(opened))
    return f'<article data-url="{escape(content.url)}">{"".join(parts)}\n</article>\n'


def _in_order(content: Content) -> list[tuple[Frame, str]]:
    """The pieces of all blocks in the order of the page, each with its frame."""
    pieces = [
        (place, block.frame, markup)
        # Of blocks that end together the inner ones come first, and they are the later ones.
        for block in reversed(content.blocks)
        for place, markup in block.markup or ()
    ]
    return [(frame, markup) for _, frame, markup in sorted(pieces, key=lambda piece: piece[0])]


def markdown(content: Content) -> str:
    """The content as CommonMark with tables; needs `markup="markdown"`."""
    from honbun.content.write.markdown import to_markdown

    return to_markdown(_in_order(content))
