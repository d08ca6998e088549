"""URLs, frames and rewording of planted pages."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from honbun.similar.long_sentences import columns
from honbun.text.sentences import split

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from lab.planting.material import Body

_SYLLABLES = [first + second for first in "bdfghjklmnprstvwz" for second in ("a", "e", "i", "o")]
_SUFFIXES = (
    "com net org co.uk de jp co.jp fr es io blog blogspot.com github.io wordpress.com".split()
)
_PATHS = (
    "/{year}/{month:02}/{name}-{other}/",
    "/?p={number}",
    "/node/{number}",
    "/article.php?id={number}",
    "/blog/{name}-{other}-{number}.html",
    "/{name}/{number}.htm",
    "/posts/{name}_{other}",
)
_SISTERS = ("mirror", "old", "m", "web2", "archive")
_TELLING = re.compile(r"[^/]{12,}/?$")


def site(rng: Random) -> str:
    """The root URL of an invented site."""
    host = f"{name(rng)}{rng.choice(('', '-'))}{name(rng)}.{rng.choice(_SUFFIXES)}"
    return f"{rng.choice(('http', 'https'))}://{rng.choice(('', 'www.'))}{host}"


def page(rng: Random) -> str:
    """The URL of a page on its own invented site."""
    return site(rng) + path(rng)


def path(rng: Random) -> str:
    """The URL of a page within its site."""
    return rng.choice(_PATHS).format(
        year=rng.randint(2004, 2025),
        month=rng.randint(1, 12),
        number=rng.randint(100, 99_999),
        name=name(rng),
        other=name(rng),
    )


def month(rng: Random) -> str:
    """The URL of a list of articles within its site."""
    shape = rng.choice(
        ("/{year}/{month:02}/", "/?m={year}{month:02}", "/archives/{year}-{month:02}")
    )
    return shape.format(year=rng.randint(2004, 2025), month=rng.randint(1, 12))


def sister(url: str, rng: Random) -> str:
    """The same URL on another host of the domain."""
    address = urlsplit(url)
    host = address.netloc.removeprefix("www.")
    return address._replace(netloc=f"{rng.choice(_SISTERS)}.{host}", fragment="").geturl()


def moved(url: str, rng: Random) -> str:
    """The same path on another domain."""
    own, address = urlsplit(site(rng)), urlsplit(url)
    return address._replace(scheme=own.scheme, netloc=own.netloc, fragment="").geturl()


def is_telling(url: str) -> bool:
    """Whether the path identifies a page on another domain; `/` does not."""
    return bool(_TELLING.search(urlsplit(url).path))


def name(rng: Random) -> str:
    """A meaningless word."""
    return "".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4)))


# Frames: blocks of text as a page, in the frame of a real one or in a plain one.

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
    """Blocks in place of the content of a real page."""
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


# Rewording: small changes in every sentence, as in a disguised copy.
#
# The changes are independent of the language: words, or characters in languages without spaces, are
# removed, swapped, inserted or replaced. Inserted words come from the same sentence.

LIGHT, HEAVY = 12, 6
"""Words per change."""
_CHARACTERS = 2
"""Characters that count as a word in languages without spaces."""
_FEWEST = 4
"""Minimum words of a sentence that can be changed and still be recognised."""


def reworded(text: str, every: int, rng: Random) -> str:
    """The text with at least one change per sentence, and one per `every` words."""
    ranges = split(text)
    changed = [_changed(text[start:stop], every, rng) for start, stop in ranges]
    # Text between sentences is unchanged: white space, or nothing in Japanese.
    ends = [0, *(stop for _, stop in ranges)]
    gaps = [text[end:start] for end, (start, _) in zip(ends, ranges)]
    return "".join(gap + one for gap, one in zip(gaps, changed)) + text[ends[-1] :]


def _changed(sentence: str, every: int, rng: Random) -> str:
    spaced = columns(sentence) < 1.5 * len(sentence)
    words = sentence.split() if spaced else list(sentence)
    if len(words) < _FEWEST:
        return sentence
    count = max(1, round(len(words) / (every if spaced else _CHARACTERS * every)))
    said = list(words)
    while said == words:
        said = list(words)
        for _ in range(count):
            _change(said, rng)
    return (" " if spaced else "").join(said)


def _change(words: list[str], rng: Random) -> None:
    # The first and last word are unchanged: they mark the ends of a sentence.
    if len(words) < _FEWEST:
        return
    place, other = rng.randrange(1, len(words) - 2), rng.randrange(1, len(words) - 1)
    match rng.choice(("drop", "swap", "insert", "replace")):
        case "drop":
            del words[place]
        case "swap":
            words[place], words[place + 1] = words[place + 1], words[place]
        case "insert":
            words.insert(place, words[other])
        case _:
            words[place] = words[other]
