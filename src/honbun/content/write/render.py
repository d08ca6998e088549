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

COLUMNS = {
    **dict.fromkeys(("url", "source", "title", "author", "date"), str),
    **dict.fromkeys(("site", "language", "image", "text", "kind"), str),
    "confidence": float,
    "compared": int,
    "reason": str,
}
"""The columns of a result that hold one value each, and their types."""


def row(content: Content) -> dict[str, Any]:
    """The result as plain values, every key present; some only where there is something to say."""
    values: dict[str, Any] = {name: getattr(content, name) for name in COLUMNS}
    values["authors"] = list(content.authors)
    values["blocks"] = [
        {"xpath": block.xpath, "role": block.role.value, "text": block.text}
        for block in content.blocks
    ]
    if content.truncated:
        values["cut"] = list(content.truncated)
    if content.explanation:
        values["explanation"] = [judged._asdict() for judged in content.explanation]
    return values


def text(content: Content) -> str:
    """The content as plain text, a block a line; with an explanation, every text of the page.

    A line of explanation: + for content, the role, the score, the number of other pages with the
    text, and the text; the reasons are on the next line.
    """
    if content.explanation:
        return "".join(map(_explained, content.explanation))
    return content.text + "\n" if content.text else ""


def _explained(judged: BlockDecision) -> str:
    sign, role = "+" if judged.content else "-", judged.role or "-"
    line = f"{sign} {role:<7} {judged.score:.2f} {judged.others:>3}  {judged.text}\n"
    return f"{line}{' ' * 19}{'; '.join(judged.why)}\n" if judged.why else line


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
        (place, block.frame, markup) for block in content.blocks for place, markup in block.markup
    ]
    return [(frame, markup) for _, frame, markup in sorted(pieces, key=lambda piece: piece[0])]


def markdown(content: Content) -> str:
    """The content as CommonMark with tables; needs `markup="markdown"`."""
    from honbun.content.write.markdown import to_markdown

    return to_markdown(_in_order(content))
