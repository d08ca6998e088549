"""Documents as clean HTML.

Lists, tables and quotations are rebuilt from the frames of the pieces: consecutive pieces share the
elements that their frames share, so a list is one list again.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from honbun.document.inlines import LineBreak, Mark, Picture
from honbun.document.layout import common

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.inlines import Inline
    from honbun.document.model import Form, Piece

_DROPPED = frozenset({"button", "number"})
"""Marks whose text stays without the element."""


def to_html(pieces: Sequence[Piece]) -> str:
    """The pieces as elements, one after another."""
    parts: list[str] = []
    opened: list[Form] = []
    counted: dict[int, int] = {}
    for frame, inlines, _ in pieces:
        shared = common(opened, frame)
        if shared == len(frame) == len(opened):
            shared -= frame[-1][0] == "p"  # two paragraphs that only a blank line separates
            parts.append("<br><br>" if shared == len(frame) and frame[-1][0] != "pre" else "")
        parts.extend(_closing(form) for form in reversed(opened[shared:]))
        parts.append("\n")
        parts.extend(
            _opening(frame[place], frame[place - 1], counted) for place in range(shared, len(frame))
        )
        del opened[shared:]
        opened.extend(frame[shared:])
        markup = _code(inlines) if frame[-1][0] == "pre" else inline_html(inlines).strip()
        # A parser drops the line feed right after <pre>, so a text that begins with one has two.
        doubled = frame[-1][0] == "pre" and shared < len(frame) and markup.startswith("\n")
        parts.append("\n" + markup if doubled else markup)
        if frame[-1][0] == "hr":
            opened.clear()  # it has no end tag
    parts.extend(_closing(form) for form in reversed(opened))
    return "".join(parts).strip("\n") + "\n" if parts else ""


def _code(inlines: Sequence[Inline]) -> str:
    """Code without the element that says so once more."""
    if len(inlines) == 1 and isinstance(only := inlines[0], Mark) and only.tag == "code":
        inlines = only.children
    return inline_html(inlines)


def _opening(form: Form, around: Form, counted: dict[int, int]) -> str:
    """The start tag of a form; `counted` are the last numbers of ordered lists."""
    tag, _, number, info = form
    if tag == "pre" and info:
        return f'<pre><code class="language-{escape(info)}">'
    if tag == "li" and around[0] == "ol":
        last = counted.get(around[1], 0)
        counted[around[1]] = number
        return "<li>" if number == last + 1 else f'<li value="{number}">'
    if tag in ("td", "th") and info:
        columns, rows = info.split("x")
        across = f' colspan="{columns}"' if columns != "1" else ""
        down = f' rowspan="{rows}"' if rows != "1" else ""
        return f"<{tag}{across}{down}>"
    return f"<{tag}>"


def _closing(form: Form) -> str:
    tag, _, _, info = form
    return "</code></pre>" if tag == "pre" and info else f"</{tag}>"


def inline_html(inlines: Sequence[Inline]) -> str:
    """Inline markup as HTML; marks around nothing are left out."""
    return "".join([_inline(inline) for inline in inlines])


def _inline(inline: Inline) -> str:
    if isinstance(inline, str):
        return escape(inline, quote=False)
    if isinstance(inline, LineBreak):
        return "<br>"
    if isinstance(inline, Picture):
        return f'<img src="{escape(inline.src)}" alt="{escape(inline.alt)}">'
    inner = inline_html(inline.children)
    if not inner.strip() or inline.tag in _DROPPED:
        return inner
    if inline.tag == "math":
        return f'<code class="language-math">{inner}</code>'
    opening = f'<a href="{escape(inline.href)}">' if inline.href else f"<{inline.tag}>"
    return f"{opening}{inner}</{inline.tag}>"
