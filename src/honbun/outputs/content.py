"""Content as rows, text, Markdown, HTML and chunks."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, BinaryIO

from honbun._core.inline_markdown import inline_markdown
from honbun.content.model import COLUMNS, FIELDS, ON_REQUEST, Comment, Role
from honbun.document.markdown import Markdown
from honbun.errors import HonbunError, OutputError, one_line
from honbun.options import OUTPUT, check_bounds, option
from honbun.outputs.rows import Table, write_jsonl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.content.model import BlockDecision, Content
    from honbun.document.model import Part
    from honbun.outputs.rows import ColumnType, Row

EXPLAINING = ("jsonl", "json", "text")
"""The formats that can hold an explanation."""
RECORDING = ("jsonl", "json", "parquet")
"""The formats that can hold the record of a site."""
_COLUMNS: dict[str, ColumnType] = {
    **COLUMNS,
    "authors": [str],
    "tags": [str],
    "blocks": [{"xpath": str, "role": str, "text": str}],
    "cut": [str],
    "input": str,
}
_DECISION: dict[str, ColumnType] = {
    **{"xpath": str, "text": str, "content": bool, "role": str, "score": float, "others": int},
    **{"pages": [str], "why": [str]},
}
_COMMENT: dict[str, ColumnType] = dict.fromkeys(Comment._fields, str)
TABLE: Table[Content] = Table(
    _COLUMNS,
    lambda contents, *fields: (content.to_dict(*fields) for content in contents),
    on_request={
        **ON_REQUEST,
        **{"comments": [_COMMENT], "explanation": [_DECISION], "site_record": [str]},
    },
)
_ROWS = ("jsonl", "json", "csv", "parquet")
_NESTED = ("blocks", "comments", "explanation", "site_record")
_ABOUT = "title url canonical authors date site language description tags kind reason".split()
"""The front matter of a Markdown file."""
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that YAML wants escaped, besides those that JSON escapes."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """What is written of content."""

    fields: str | None = option(
        None,
        f"Write only these columns, in this order (formats {', '.join(_ROWS)}), of "
        f"{', '.join(FIELDS)}.",
        panel=OUTPUT,
        metavar="NAME,...",
    )
    max_tokens: int = option(
        500,
        "The longest chunk (format chunks), in tokens of about four letters.",
        panel=OUTPUT,
        at_least=1,
    )

    def __post_init__(self) -> None:
        check_bounds(self)
        if unknown := [name for name in self.names if name not in FIELDS]:
            raise HonbunError(f"no field {', '.join(unknown)}, but {', '.join(FIELDS)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are asked for."""
        names = (name.strip() for name in (self.fields or "").split(","))
        return tuple(dict.fromkeys(name for name in names if name))

    def settings(self, format_: str, added: Sequence[str] = ()) -> dict[str, Any]:
        """The arguments of the function that writes a format; tables get these further columns."""
        if self.names and format_ not in _ROWS:
            raise OutputError(f"--fields needs --format {', '.join(_ROWS[:-1])} or {_ROWS[-1]}")
        nested = [name for name in self.names if name in _NESTED]
        if nested and format_ == "csv":
            raise OutputError(f"csv cannot hold {', '.join(nested)}: use --format jsonl or parquet")
        if format_ == "chunks":
            return {"max_tokens": self.max_tokens}
        if added and format_ == "parquet" and not self.names:
            return {"fields": (*_COLUMNS, *added)}
        return {"fields": self.names} if self.names else {}


def to_arrow(contents: Iterable[Content], *fields: str) -> Any:
    """Contents as an Arrow table (`pyarrow.Table`), a row each; with names, only these columns."""
    return TABLE.to_arrow(contents, fields)


def write_chunks(contents: Iterable[Content], file: BinaryIO, max_tokens: int = 500) -> None:
    """Write one JSON object per chunk."""
    for content in contents:
        write_jsonl(_chunks(content, max_tokens), file)


def _chunks(content: Content, max_tokens: int) -> Iterator[Row]:
    for number, chunk in enumerate(content.chunks(max_tokens)):
        yield {
            "url": content.url,
            "title": content.title,
            "chunk": number,
            "headings": chunk.headings,
            "text": chunk.text,
            "xpaths": list(dict.fromkeys(content.blocks[block].xpath for block in chunk.blocks)),
            "start": chunk.start,
            "stop": chunk.stop,
            "tokens": chunk.tokens,
            **({"cut": list(content.truncated)} if content.truncated else {}),
            **({"input": json.loads(content.input)} if content.input else {}),
        }


def write_text(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write the text of each page under a heading with its URL, as `head` and `tail` do."""
    for content in contents:
        file.write(f"==> {content.url} <==\n{_said(content)}{_text(content)}\n".encode())


def write_page_text(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write text without a heading."""
    for content in contents:
        file.write(_text(content).encode())


def write_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write the Markdown of each page after a comment with its URL."""
    for content in contents:
        url = content.url.replace("--", "%2D%2D")  # would end the comment
        cut = _said(content).replace("--", "- -")
        markdown = f"{content.markdown}{_comments(content)}"
        file.write(f"<!-- {url} {cut}-->\n\n{markdown}\n".encode())


def _said(content: Content) -> str:
    """What was cut of a page, on a line; empty for most pages."""
    return f"[cut: {one_line('; '.join(content.truncated))}]\n" if content.truncated else ""


def write_page_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write Markdown with front matter in YAML, under the title."""
    for content in contents:
        about = {name: getattr(content, name) for name in _ABOUT}
        lines = [f"{name}: {_scalars(value)}\n" for name, value in about.items() if value]
        if content.truncated:
            lines.append(f"cut: {_scalars(content.truncated)}\n")
        lines.append(f"confidence: {content.confidence}\n")
        file.write(f"---\n{''.join(lines)}---\n\n{_titled(content)}{_comments(content)}".encode())


def _comments(content: Content) -> str:
    """The comments as Markdown, each after a rule."""
    parts = []
    for comment in content.comments:
        lines = [inline_markdown([line]) for line in comment.text.split("\n")]
        signed = f"**{inline_markdown([signed])}**\n\n" if (signed := _signed(comment)) else ""
        parts.append(f"\n---\n\n{signed}" + "\n".join(lines) + "\n")
    return "".join(parts)


def _signed(comment: Comment) -> str:
    """Who said it and when."""
    return ", ".join(filter(None, (comment.author, comment.date)))


def write_titled_markdown(contents: Iterable[Content], file: BinaryIO) -> None:
    """Write Markdown under the title, without anything about the page."""
    for content in contents:
        file.write(_titled(content).encode())


def manifest(content: Content, file: str) -> Row:
    """What the manifest of a folder says of the file with a page."""
    row = content.to_dict("url", "title", "date", "kind", "confidence", "reason")
    row |= {"cut": list(content.truncated)} if content.truncated else {}
    return {"url": row.pop("url"), "file": file, **row}


def _scalars(value: str | tuple[str, ...]) -> str:
    """A text, or a list of texts, in YAML."""
    return _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"


def _quoted(value: str) -> str:
    """A text as a double-quoted scalar of YAML."""
    text = json.dumps(value, ensure_ascii=False)
    return _UNPRINTED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _titled(content: Content) -> str:
    """The Markdown under the title, the only heading of the first level."""
    title = " ".join((content.title or "").split())
    if not title or any(block.role is Role.TITLE for block in content.blocks):
        return content.markdown
    parts = tuple(map(_demoted, content.document.parts))
    body = replace(content.document, parts=parts).markdown
    return (
        Markdown().heading("h1", [inline_markdown([title])]) + "\n" + (f"\n{body}" if body else "")
    )


def _demoted(part: Part) -> Part:
    tag, node, number, info = part.frame[-1]
    if tag != "h1":
        return part
    return part._replace(frame=(*part.frame[:-1], ("h2", node, number, info)))


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
    said = ((_signed(comment), comment.text) for comment in content.comments)
    comments = ("\n\n".join(filter(None, parts)) for parts in said)
    return content.document.text + "".join(f"\n---\n\n{comment}\n" for comment in comments)


def _explained(decision: BlockDecision) -> str:
    sign, role = "+" if decision.content else "-", decision.role or "-"
    line = f"{sign} {role:<7} {decision.score:.2f} {decision.others:>3}  {decision.text}\n"
    return f"{line}{' ' * 19}{'; '.join(decision.why)}\n" if decision.why else line


def _article(content: Content) -> str:
    about = {name: getattr(content, name) for name in ("url", "kind", "confidence", "reason")}
    about["cut"] = "; ".join(content.truncated) or None
    stated = "".join(
        f' data-{name}="{escape(str(value))}"' for name, value in about.items() if value is not None
    )
    comments = "".join(
        f"<section><p>{escape(_signed(one))}</p><p>{escape(one.text)}</p></section>\n"
        for one in content.comments
    )
    return f"<article{stated}>\n{content.html}{comments}</article>\n"
