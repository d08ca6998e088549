"""Content as rows, text, Markdown and HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, BinaryIO

from honbun.content.model import COLUMNS
from honbun.outputs.rows import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.content.model import BlockDecision, Content
    from honbun.outputs.rows import ColumnType

EXPLAINING = ("jsonl", "text")
"""The formats that can hold an explanation."""
_COLUMNS: dict[str, ColumnType] = {
    **COLUMNS,
    "authors": [str],
    "blocks": [{"xpath": str, "role": str, "text": str}],
}
TABLE: Table[Content] = Table(
    _COLUMNS, lambda contents: (content.to_dict() for content in contents)
)


def write_text(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write the text of each page under a heading with its URL, as `head` and `tail` do."""
    for content in contents:
        file.write(f"==> {content.url} <==\n{_text(content)}\n".encode())


def write_page_text(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write text without a heading."""
    for content in contents:
        file.write(_text(content).encode())


def write_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write the Markdown of each page after a comment with its URL."""
    for content in contents:
        url = content.url.replace("--", "%2D%2D")  # would end the comment
        file.write(f"<!-- {url} -->\n\n{content.markdown}\n".encode())


def write_page_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write Markdown without a comment."""
    for content in contents:
        file.write(content.markdown.encode())


def write_html(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write one HTML document with an `<article>` per page."""
    file.write(b'<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n')
    for content in contents:
        file.write(_article(content).encode())
    file.write(b"</body>\n</html>\n")


def _text(content: Content) -> str:
    """The text of a page; with an explanation, every text of the page and why it was kept or not.

    A line of explanation: + for content, the role, the score, the number of other pages with the
    text, and the text; the reasons are on the next line.
    """
    if content.explanation:
        return "".join(map(_explained, content.explanation))
    return content.document.text


def _explained(decision: BlockDecision) -> str:
    sign, role = "+" if decision.content else "-", decision.role or "-"
    line = f"{sign} {role:<7} {decision.score:.2f} {decision.others:>3}  {decision.text}\n"
    return f"{line}{' ' * 19}{'; '.join(decision.why)}\n" if decision.why else line


def _article(content: Content) -> str:
    return f'<article data-url="{escape(content.url)}">\n{content.html}</article>\n'
