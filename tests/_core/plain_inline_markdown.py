"""Inline markup as CommonMark."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import category
from urllib.parse import quote

from honbun.document.inlines import LineBreak, Mark, Picture, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.inlines import Inline

_MARKS = {"em": "*", "i": "*", "strong": "**", "b": "**"}
_AS_HTML = frozenset({"sub", "sup", "del", "s"})
"""Marks that change what a text means (10<sup>6</sup>) and that CommonMark has only as HTML."""
_CODE = frozenset({"code", "kbd", "samp"})
_SPECIAL = re.compile(
    # What could begin or end markup, judged by its neighbours so that plain text stays readable:
    # a backslash before a letter, an asterisk between words, an underscore inside a word and a
    # less-than sign before what is no tag mean themselves. So do brackets where no address and no
    # colon follows: no references are ever defined.
    r"`"
    r"|\\(?=[\s!-/:-@\[-`{-~]|\Z)"
    r"|(?<!\S )\*|\*(?! \S)"
    r"|(?<![^\W_])_|_(?![^\W_])"
    r"|\](?=[(:])"
    r"|<(?=/?[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|\Z)|[!?]|[^\s<>]*[:@])"
    r"|&(?=#|\w+;|\Z)"
)
_SIGNS = re.compile(r"[`\\*_\]<&]")
"""Texts without these have no special character."""
_BEGINS = re.compile(r"[#>*+=~:|\[\d-]")
"""Lines that begin with none of these are plain text."""
_IN_BRACKETS = re.compile(rf"{_SPECIAL.pattern}|[\[\]]")
_LINE_START = re.compile(
    r"(?m)^([ \t]*)(?:"
    r"(\#(?=\#{0,5}(?:\s|$))|>|[*+-](?=\s|$)|=(?==*[ \t]*$)|~(?=~~)"
    r"|-(?=[-:| \t]*$)|[:|](?=[:| \t]*-[-:| \t]*$)|\[(?=[^\[\]]*(?<!\\)\]:))"
    r"|(\d{1,9})([.)])(?=\s|$))"
)
"""What would make a line of plain text a heading, a list, a quotation, a rule, a fence, the
line under a table's head, or a reference (with code inside: those in text are escaped anyway)."""
_EDGE = re.compile(r"(?:\s|\\\n)*")
_BREAK = re.compile(r"[^\S\n]*\\\n[^\S\n]*")
_PARAGRAPHS = re.compile(r"(?:[^\S\n]*\\\n){2,}[^\S\n]*")
"""Two breaks in a row: how pages without <p> part paragraphs."""


def inline_markdown(inlines: Sequence[Inline], inside: frozenset[str] = frozenset()) -> str:
    """Inline markup as CommonMark; `inside` are the marks around it."""
    if len(inlines) == 1 and isinstance(text := inlines[0], str) and not _SIGNS.search(text):
        written = text.strip()
    else:
        # Breaks and spaces at the edges of a block break nothing.
        _, written, _ = _parted(_written(inlines, "", "", inside))
    if "\n" in written:
        spaced = _BREAK.sub(r"\\\n", _PARAGRAPHS.sub("\n\n", written))
        return _LINE_START.sub(_escaped_start, spaced)
    return _LINE_START.sub(_escaped_start, written, 1) if _BEGINS.match(written) else written


def _escaped_start(match: re.Match[str]) -> str:
    margin, sign, number, dot = match.groups()
    return f"{margin}\\{sign}" if sign else f"{margin}{number}\\{dot}"


def _written(inlines: Sequence[Inline], before: str, after: str, inside: frozenset[str]) -> str:
    """Siblings one after another; `before` and `after` are the characters around them."""
    parts: list[str] = []
    groups = groupby(inlines, lambda inline: isinstance(inline, str))
    inlines = [
        one
        for is_text, group in groups
        for one in (["".join(map(str, group))] if is_text else list(group))
    ]
    for number, inline in enumerate(inlines):
        previous = parts[-1][-1] if parts else before
        following = _first(inlines, number + 1) or after
        piece = _markdown(inline, previous, following, inside)
        if parts:
            parts[-1], piece = _met(parts[-1], piece, inline, inside)
        if piece:
            parts.append(piece)
    return "".join(parts)


def _met(written: str, piece: str, inline: Inline, inside: frozenset[str]) -> tuple[str, str]:
    """What was written last and what comes next, made fit to stand side by side."""
    last, first, before = written[-1], piece[:1], written[:-1]
    if (len(before) - len(before.rstrip("\\"))) % 2:
        return written, piece  # what is escaped meets nothing
    if last == "!" and first == "[":
        return before + "\\!", piece  # else the link would be a picture
    if last == first == "`" and isinstance(inline, Mark):
        if written.endswith("``") or piece.startswith("``"):
            return written, _escaped(plain([inline]), in_brackets="a" in inside)
        return before, piece[1:]  # two codes become one
    if last == first == "*" and isinstance(inline, Mark):
        # Marks that meet would be read as one; the second gives way.
        return written, _written(inline.children, last, "", inside | {"*", "**"})
    return written, piece


def _escaped(text: str, after: str = "", *, in_brackets: bool = False) -> str:
    r"""Text whose characters mean themselves, with this character after it.

    >>> _escaped("[x]"), _escaped("[x]", "("), _escaped(r"C:\a_b <5 *c")
    ('[x]', '[x\\]', 'C:\\a_b <5 \\*c')
    """
    if not _SIGNS.search(text) and not (in_brackets and "[" in text):
        return text
    special = _IN_BRACKETS if in_brackets else _SPECIAL
    if text[-1:] in ("\\", "&"):
        after = ""  # whatever comes next may begin with a sign that is not its own
    written = special.sub(
        lambda sign: "\\" + sign[0] if sign.start() < len(text) else sign[0], text + after
    )
    return written[: len(written) - len(after)]


def _first(inlines: Sequence[Inline], start: int) -> str:
    """The first character that siblings from `start` on show."""
    for inline in inlines[start : start + 8]:
        if character := plain([inline])[:1]:
            return character
    return ""


def _markdown(inline: Inline, before: str, after: str, inside: frozenset[str]) -> str:
    if isinstance(inline, str):
        return _escaped(inline, after, in_brackets="a" in inside)
    if isinstance(inline, LineBreak):
        return " " if "a" in inside else "\\\n"
    if isinstance(inline, Picture):
        return f"![{_escaped(inline.alt, in_brackets=True)}]({_target(inline.src)})"
    if inline.tag in _CODE:
        return _code(inline, before, after, inside)
    if inline.tag == "math":
        return f"${plain(inline.children)}$"
    return _marked(inline, before, after, inside)


def _marked(inline: Mark, before: str, after: str, inside: frozenset[str]) -> str:
    if inline.tag == "a":
        inner = _written(inline.children, "[", "]", inside | {"a"})
        return _around(inner, "[", f"]({_target(inline.href or '')})")
    if inline.tag in _AS_HTML:
        inner = _written(inline.children, ">", "<", inside)
        return _around(inner, f"<{inline.tag}>", f"</{inline.tag}>")
    mark = _MARKS.get(inline.tag, "")
    if not mark or mark in inside:
        return _written(inline.children, before, after, inside)
    inner = _written(inline.children, "*", "*", inside | {mark})
    if _flanked(inner, before, after):
        return _around(inner, mark, mark)
    return _written(inline.children, before, after, inside | {mark})


def _around(inner: str, opening: str, closing: str) -> str:
    """Text between marks, white space and breaks moved out; nothing around nothing."""
    marked: list[str] = []
    for paragraph in _PARAGRAPHS.split(inner):  # no mark reaches from one into the next
        lead, bare, trail = _parted(paragraph)
        marked.append(f"{lead}{opening}{bare}{closing}{trail}" if bare else paragraph)
    return "\\\n\\\n".join(marked)


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
    """Code as code; it cannot hold links and pictures, so it stands inside them, or beside."""
    if _holds_more_than_text(inline.children):
        parts = [_with_code_inside(child) for child in inline.children]
        return _written(parts, before, after, inside)
    # Markdown takes a space from both ends of code, so spaces stand outside.
    lead, text, trail = _parted(" ".join(plain(inline.children).split("\n")))
    return f"{lead}{code_span(text)}{trail}" if text else lead + trail


def _holds_more_than_text(inlines: Sequence[Inline]) -> bool:
    return any(
        isinstance(inline, Picture)
        or (
            isinstance(inline, Mark)
            and (inline.tag == "a" or _holds_more_than_text(inline.children))
        )
        for inline in inlines
    )


def _with_code_inside(inline: Inline) -> Inline:
    if isinstance(inline, Picture) or (isinstance(inline, Mark) and inline.tag in _CODE):
        return inline
    if isinstance(inline, Mark):
        return Mark(inline.tag, inline.href, [Mark("code", None, inline.children)])
    return Mark("code", None, [inline])


def code_span(text: str) -> str:
    """A line of code between as many backticks as it needs.

    >>> code_span("x"), code_span("`x`")
    ('`x`', '`` `x` ``')
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _target(address: str) -> str:
    """An address as a link target that no character of its own can end."""
    return re.sub(r"[\s()<>\\]", lambda match: quote(match[0]), address)
