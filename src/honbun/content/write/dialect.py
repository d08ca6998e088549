"""Inline markup written as HTML or as Markdown."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING
from unicodedata import category
from urllib.parse import quote

from honbun.content.write.markup import LineBreak, Mark, Picture, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.write.markup import Frame, Inline

_MARKS = {"em": "*", "i": "*", "strong": "**", "b": "**"}
_CODE = frozenset({"code", "kbd", "samp"})
_SPECIAL = re.compile(
    # Characters that could begin markup; an underscore inside a word cannot.
    r"([\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|&(?=#|\w+;))"
)
_LINE_START = re.compile(
    r"(?m)^([ \t]*)(?:"
    r"(\#(?=\#{0,5}(?:\s|$))|>|[+-](?=\s|$)|-(?=[- \t]*$)|=(?==*[ \t]*$)|~(?=~~))"
    r"|(\d{1,9})([.)])(?=\s|$))"
)
"""What would make a line of plain text a heading, a list, a quotation, a rule or a fence."""
_EDGE = re.compile(r"(?:\s|\\\n)*")


def writer(name: str, frame: Frame) -> Callable[[list[Inline]], str]:
    """What writes the inline markup of a block with this frame."""
    if name == "html":
        return html
    # Markdown has no markup inside code.
    return _code_block if frame[-1][0] == "pre" else markdown


def _code_block(inlines: list[Inline]) -> str:
    return plain(inlines).strip("\n")


def html(inlines: Sequence[Inline]) -> str:
    """Inline markup as HTML; what shows nothing is left out."""
    return "".join(_html(inline) for inline in inlines)


def _html(inline: Inline) -> str:
    if isinstance(inline, str):
        return escape(inline, quote=False)
    if isinstance(inline, LineBreak):
        return "<br>"
    if isinstance(inline, Picture):
        return f'<img src="{escape(inline.src)}" alt="{escape(inline.alt)}">'
    inner = html(inline.children)
    if not inner.strip():
        return inner
    opening = f'<a href="{escape(inline.href)}">' if inline.href else f"<{inline.tag}>"
    return f"{opening}{inner}</{inline.tag}>"


def markdown(inlines: Sequence[Inline]) -> str:
    """Inline markup as CommonMark."""
    # Breaks and spaces at the edges of a block break nothing.
    _, written, _ = _parted(_written(inlines, "", "", frozenset()))
    return _LINE_START.sub(_escaped_start, re.sub(r"[ \t]+\n", "\n", written))


def _escaped_start(match: re.Match[str]) -> str:
    margin, sign, number, dot = match.groups()
    return f"{margin}\\{sign}" if sign else f"{margin}{number}\\{dot}"


def _written(inlines: Sequence[Inline], before: str, after: str, inside: frozenset[str]) -> str:
    """Siblings one after another; `before` and `after` are the characters around them."""
    parts: list[str] = []
    for number, inline in enumerate(inlines):
        previous = parts[-1][-1] if parts else before
        following = _first(inlines, number + 1) or after
        piece = _markdown(inline, previous, following, inside)
        if parts:
            parts[-1], piece = _met(parts[-1], piece, inline)
        if piece:
            parts.append(piece)
    return "".join(parts)


def _met(written: str, piece: str, inline: Inline) -> tuple[str, str]:
    """What was written last and what comes next, made fit to stand side by side."""
    last, first, before = written[-1], piece[:1], written[:-1]
    if (len(before) - len(before.rstrip("\\"))) % 2:
        return written, piece  # what is escaped meets nothing
    if last == "!" and first == "[":
        return before + "\\!", piece  # else the link would be a picture
    if last == first == "`" and isinstance(inline, Mark):
        if written.endswith("``") or piece.startswith("``"):
            return written, _escaped(plain([inline]))
        return before, piece[1:]  # two codes become one
    if last == first == "*" and isinstance(inline, Mark):
        # Marks that meet would be read as one; the second gives way.
        return written, _written(inline.children, last, "", frozenset({"*", "**"}))
    return written, piece


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _first(inlines: Sequence[Inline], start: int) -> str:
    """The first character that siblings from `start` on show."""
    for inline in inlines[start : start + 8]:
        if character := plain([inline])[:1]:
            return character
    return ""


def _markdown(inline: Inline, before: str, after: str, inside: frozenset[str]) -> str:
    if isinstance(inline, str):
        return _escaped(inline)
    if isinstance(inline, LineBreak):
        return " " if "a" in inside else "\\\n"
    if isinstance(inline, Picture):
        return f"![{_escaped(inline.alt)}]({_target(inline.src)})"
    if inline.tag in _CODE:
        return _code(inline, before, after, inside)
    return _marked(inline, before, after, inside)


def _marked(inline: Mark, before: str, after: str, inside: frozenset[str]) -> str:
    if inline.tag == "a":
        inner = _written(inline.children, "[", "]", inside | {"a"})
        return _around(inner, "[", f"]({_target(inline.href or '')})")
    mark = _MARKS.get(inline.tag, "")
    if not mark or mark in inside:
        return _written(inline.children, before, after, inside)
    inner = _written(inline.children, "*", "*", inside | {mark})
    return _around(inner, mark, mark) if _flanked(inner, before, after) else inner


def _around(inner: str, opening: str, closing: str) -> str:
    """Text between marks, white space and breaks moved out; nothing around nothing."""
    lead, bare, trail = _parted(inner)
    return f"{lead}{opening}{bare}{closing}{trail}" if bare else inner


def _parted(text: str) -> tuple[str, str, str]:
    r"""What a text begins with and ends with of white space and breaks, and what is between.

    >>> _parted(" \\\nx\\\n")
    (' \\\n', 'x', '\\\n')
    """
    lead = _EDGE.match(text)
    rest = text[lead.end() :] if lead else text
    bare = rest.rstrip()
    # A backslash is a break where it stands before a line feed and is not itself escaped.
    while rest[len(bare) :].startswith("\n") and (len(bare) - len(bare.rstrip("\\"))) % 2:
        bare = bare[:-1].rstrip()
    return text[: len(text) - len(rest)], bare, rest[len(bare) :]


def _flanked(inner: str, before: str, after: str) -> bool:
    """Whether CommonMark takes marks around this text for emphasis.

    Marks next to punctuation count only where a space or punctuation is on their other side, which
    Japanese text seldom has: `は**「港」**です` would show its asterisks.
    """
    lead, bare, trail = _parted(inner)
    return bool(bare) and not (
        (_is_punctuation(bare[0]) and not lead and _is_word(before))
        or (_is_punctuation(bare[-1]) and not trail and _is_word(after))
    )


def _is_punctuation(character: str) -> bool:
    return category(character)[0] in "PS"


def _is_word(character: str) -> bool:
    return bool(character) and not character.isspace() and not _is_punctuation(character)


def _code(inline: Mark, before: str, after: str, inside: frozenset[str]) -> str:
    """Code as code; links inside it stand around their part of it, as code cannot hold any."""
    if any(isinstance(child, Mark) and child.tag == "a" for child in inline.children):
        return _written(
            [
                Mark("a", child.href, [Mark("code", None, child.children)])
                if isinstance(child, Mark) and child.tag == "a"
                else Mark("code", None, [child])
                for child in inline.children
            ],
            before,
            after,
            inside,
        )
    # Markdown takes a space from both ends of code, so spaces stand outside.
    lead, text, trail = _parted(" ".join(plain(inline.children).split("\n")))
    if not text:
        return lead + trail
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{lead}{fence}{pad}{text}{pad}{fence}{trail}"


def _target(address: str) -> str:
    """An address as a link target that no character of its own can end."""
    return re.sub(r"[\s()<>\\]", lambda match: quote(match[0]), address)
