"""Frames: blocks of text as a page, in the frame of a real one or in a plain one."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.planting.address import name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from honbun.evaluation.planting.material import Body

_HEAD = '<!doctype html><html><head><meta charset="utf-8"><title>{title}</title></head><body>'
_MENU = 7
"""Links of the menu of a plain frame."""


class Block(NamedTuple):
    """A block of a page."""

    html: str
    tag: str = "p"


def paragraph(text: str) -> Block:
    """A block of text."""
    return Block(escape(text, quote=False))


def link(url: str, text: str) -> str:
    """A link to a page."""
    return f'<a href="{escape(url)}">{escape(text, quote=False)}</a>'


def in_frame(body: Body, blocks: Sequence[Block]) -> str:
    """Blocks in the place of a real page's content."""
    return body.before + _written(blocks, "p") + body.after


def in_plain_frame(blocks: Sequence[Block], rng: Random) -> str:
    """Blocks with a menu and a footer: in a table, in lines of a text, or in boxes."""
    words = [name(rng).title() for _ in range(_MENU)]
    head = _HEAD.format(title=words[0])
    menu = "".join(f"<li>{link(f'/{word.lower()}/', word)}</li>" for word in words)
    foot = f"<p>© {rng.randint(2004, 2025)} {words[0]}</p></body></html>"
    match rng.choice(("table", "lines", "boxes")):
        case "table":
            text = _written(blocks, "p")
            cells = f"<td><ul>{menu}</ul></td><td>{text}</td>"
            return f"{head}<table><tr>{cells}</tr></table><hr>{foot}"
        case "lines":
            text = "".join(
                f"{block.html}<br><br>\n" if block.tag == "p" else _written([block], "p")
                for block in blocks
            )
            return f"{head}<ul>{menu}</ul><font size=2>{text}</font><hr>{foot}"
        case _:
            text = _written(blocks, "div")
            return f"{head}<div><ul>{menu}</ul></div><div>{text}</div><div>{foot}"


def _written(blocks: Sequence[Block], paragraphs: str) -> str:
    tagged = ((paragraphs if tag == "p" else tag, html) for html, tag in blocks)
    return "".join(f"<{tag}>{html}</{tag}>\n" for tag, html in tagged)
