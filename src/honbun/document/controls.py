"""Controls and labels inside the content: `[edit]` beside headings, line numbers, "Copy" buttons.

They are recognised by repetition and place, not by their words: the same short text at the end of
several headings, the same button more than once, numbers that count the lines of code.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from honbun._core.flow import OPEN, PICTURE
from honbun.document.inlines import Mark, Picture, plain, shows
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.document.inlines import Inline
    from honbun.document.model import Piece

_SHORT = 24
"""Letters of a control's text."""
_REPEATED = 2
"""Times that make a text a control: headings do not end with the same link by chance."""
_LONG = 80
"""Characters of a paragraph that nobody says twice in a row."""
_LINES = 2
"""Numbers in a row that count lines."""
_TITLING = HEADINGS | {"dt"}
_PICTURE_FILE = re.compile(r"(.*\.(?:avif|gif|jpe?g|png|webp))[?#].*", re.IGNORECASE | re.DOTALL)
"""An address that names a file; what follows only says how large the picture is to be."""
_EDGES = re.compile(r"[\W_]+")


def without_controls(pieces: list[Piece], marked: str) -> list[Piece]:
    """The pieces without what only serves to use the page; `marked` is their text with its marks.

    Most pages have none of it, which the marks show before all pieces are searched.
    """
    tags = {piece.frame[-1][0] for piece in pieces}
    has_buttons = f"{OPEN}button" in marked
    if (has_buttons or f"{OPEN}a" in marked) and not tags.isdisjoint(_TITLING):
        pieces = _without_heading_tails(pieces)
    if marked.count(PICTURE) > 1:
        pieces = _without_signs(_without_repeated_pictures(pieces))
    if has_buttons:
        pieces = _without_buttons(pieces)
    if "pre" in tags:
        pieces = _without_code_labels(_without_gutters(pieces))
    return _without_echoes(pieces)


def _without_echoes(pieces: list[Piece]) -> list[Piece]:
    """The pieces without a long paragraph that the one right before it has word for word.

    The two sides of a card, or a teaser and what it opens, say the same; lines of songs are short.
    """
    kept: list[Piece] = []
    before = ""
    for piece in pieces:
        text = "" if piece.tag == "pre" else plain(piece.inlines).strip()
        if len(text) < _LONG or text != before or _cell_of(piece) is not None:
            kept.append(piece)
        before = text
    return kept


def _without_signs(pieces: list[Piece]) -> list[Piece]:
    """The pieces without pictures by themselves that come again and again: badges, portraits."""
    alone = [_only_picture(piece) for piece in pieces]
    times = Counter(_file(picture.src) for picture in alone if picture)
    signs = {file for file, count in times.items() if count > _REPEATED}
    if not signs:
        return pieces
    return [
        piece
        for piece, picture in zip(pieces, alone)
        if picture is None or _file(picture.src) not in signs or _cell_of(piece) is not None
    ]


def _only_picture(piece: Piece) -> Picture | None:
    """The picture that is all of a piece, linked or not."""
    inlines: Sequence[Inline] = piece.inlines
    while not _is_plain(inlines):
        shown = [one for one in inlines if not isinstance(one, str) or one.strip()]
        if len(shown) != 1:
            return None
        if isinstance(only := shown[0], Mark):
            inlines = only.children
        else:
            return only if isinstance(only, Picture) else None
    return None


def _is_plain(inlines: Sequence[Inline]) -> bool:
    """Whether it is a text without markup, as most pieces are."""
    return len(inlines) == 1 and isinstance(inlines[0], str)


def _cell_of(piece: Piece) -> int | None:
    """The cell that a piece is in: the same in two cells says something twice."""
    if len(piece.frame) == 1:
        return None
    return next((form[1] for form in reversed(piece.frame) if form[0] in ("td", "th")), None)


def _without_heading_tails(pieces: list[Piece]) -> list[Piece]:
    """Headings and terms without the links at their end that others have too."""
    headings = [piece for piece in pieces if piece.tag in _TITLING]
    if len(headings) < _REPEATED:
        return pieces
    tails = Counter(_tail(piece.inlines) for piece in headings)
    controls = {tail for tail, times in tails.items() if tail and times >= _REPEATED}
    if not controls:
        return pieces
    return [
        piece._replace(inlines=_without_tail(piece.inlines))
        if piece.tag in _TITLING and _tail(piece.inlines) in controls
        else piece
        for piece in pieces
    ]


def _tail(inlines: Sequence[Inline]) -> str:
    """The text of the link at the end of a heading with other text before it, without brackets."""
    at = _tail_at(inlines)
    if at is None:
        return ""
    text = _EDGES.sub("", plain([inlines[at]]))
    return text if len(text) <= _SHORT else ""


def _tail_at(inlines: Sequence[Inline]) -> int | None:
    for at in range(len(inlines) - 1, 0, -1):
        inline = inlines[at]
        if isinstance(inline, Mark):
            is_link = inline.tag in ("a", "button") and shows(inlines[:at])
            return at if is_link else None
        if not isinstance(inline, str) or _EDGES.sub("", inline):
            return None
    return None


def _without_tail(inlines: Sequence[Inline]) -> list[Inline]:
    at = _tail_at(inlines)
    kept = list(inlines[:at])
    if kept and isinstance(last := kept[-1], str):
        kept[-1] = last.rstrip().removesuffix("[").rstrip()
    return kept


def _without_repeated_pictures(pieces: list[Piece]) -> list[Piece]:
    """The pieces without pictures that come again right after: previews, copies for hovering."""
    kept: list[Piece] = []
    following: Picture | None = None
    for piece in reversed(pieces):
        if _cell_of(piece) is not None:
            following = None
        if _is_plain(piece.inlines):  # and not only white space
            following = None
            kept.append(piece)
            continue
        inlines, following = _once(piece.inlines, following)
        if inlines is piece.inlines:
            kept.append(piece)
        elif shows(inlines):
            kept.append(piece._replace(inlines=inlines))
    kept.reverse()
    return kept


def _once(inlines: list[Inline], following: Picture | None) -> tuple[list[Inline], Picture | None]:
    """The inlines without pictures that come again, and the picture that they begin with."""
    kept: list[Inline] = []
    for inline in reversed(inlines):
        if isinstance(inline, Picture):
            if following is None or not _is_same(inline, following):
                kept.append(following := inline)
        elif isinstance(inline, Mark):
            inner, following = _once(inline.children, following)
            if inner is inline.children:
                kept.append(inline)
            elif inner:
                kept.append(Mark(inline.tag, inline.href, inner))
        else:
            if isinstance(inline, str) and not inline.isspace():
                following = None
            kept.append(inline)
    kept.reverse()
    same = len(kept) == len(inlines) and all(one is other for one, other in zip(kept, inlines))
    return (inlines if same else kept), following


def _is_same(one: Picture, other: Picture) -> bool:
    return one.alt in ("", other.alt) and _file(one.src) == _file(other.src)


def _file(address: str) -> str:
    named = _PICTURE_FILE.fullmatch(address)
    return named[1] if named else address


def _without_buttons(pieces: list[Piece]) -> list[Piece]:
    """The pieces without buttons that occur more than once, or beside code."""
    own = [[] if _is_plain(piece.inlines) else _buttons(piece.inlines) for piece in pieces]
    buttons = Counter(text for texts in own for text in texts)
    if not buttons:
        return pieces
    code = {_around(piece) for piece in pieces if piece.tag == "pre"}
    kept = []
    for at, piece in enumerate(pieces):
        if not own[at]:
            kept.append(piece)
            continue
        beside = piece.tag == "pre" or (
            _around(piece) in code and _is_button(piece.inlines) and _near_code(pieces, at)
        )
        controls = {text for text in own[at] if beside or buttons[text] >= _REPEATED}
        rest = _drop_buttons(piece.inlines, controls) if controls else piece.inlines
        if not controls or shows(rest):
            kept.append(piece._replace(inlines=rest))
    return kept


def _around(piece: Piece) -> tuple[object, ...]:
    """The elements around a piece's own."""
    return piece.frame[:-1]


def _near_code(pieces: Sequence[Piece], at: int) -> bool:
    return any(piece.tag == "pre" for piece in pieces[max(at - 1, 0) : at + 2])


def _is_button(inlines: Sequence[Inline]) -> bool:
    shown = [inline for inline in inlines if not isinstance(inline, str) or inline.strip()]
    return len(shown) == 1 and isinstance(shown[0], Mark) and shown[0].tag == "button"


def _buttons(inlines: Iterable[Inline]) -> list[str]:
    found = []
    for inline in inlines:
        if isinstance(inline, Mark):
            if inline.tag == "button":
                text = plain([inline]).strip()
                found += [text] if len(text) <= _SHORT else []
            else:
                found += _buttons(inline.children)
    return found


def _drop_buttons(inlines: Iterable[Inline], controls: set[str]) -> list[Inline]:
    kept: list[Inline] = []
    for inline in inlines:
        if isinstance(inline, Mark):
            if inline.tag == "button" and plain([inline]).strip() in controls:
                continue
            inner = _drop_buttons(inline.children, controls)
            kept.append(Mark(inline.tag, inline.href, inner))
        else:
            kept.append(inline)
    return kept


def _without_gutters(pieces: Sequence[Piece]) -> list[Piece]:
    """Code without its line numbers, in it or in a cell beside it."""
    kept = []
    for at, piece in enumerate(pieces):
        if _beside_code(pieces, at) and _is_count(plain(piece.inlines).split()):
            continue
        kept.append(_without_line_numbers(piece) if piece.tag == "pre" else piece)
    return kept


def _without_line_numbers(code: Piece) -> Piece:
    """Code without numbers in elements of their own that count its lines."""
    at_line_starts = []
    before = "\n"
    for place, inline in enumerate(code.inlines):
        if isinstance(inline, Mark) and inline.tag == "number" and before.endswith("\n"):
            at_line_starts.append(place)
        before = plain([inline]) or before
    if not _is_count([plain([code.inlines[place]]).strip() for place in at_line_starts]):
        return code
    numbers = set(at_line_starts)
    rest = [inline for place, inline in enumerate(code.inlines) if place not in numbers]
    return code._replace(inlines=rest)


def _is_count(words: Sequence[str]) -> bool:
    """Whether words are numbers in a row."""
    if len(words) < _LINES or not all(word.isdecimal() and len(word) < 8 for word in words):
        return False
    first = int(words[0])
    return [int(word) for word in words] == list(range(first, first + len(words)))


def _beside_code(pieces: Sequence[Piece], at: int) -> bool:
    """Whether the next piece is code in another cell of the same row."""
    following = pieces[at + 1] if at + 1 < len(pieces) else None
    if following is None or following.tag != "pre":
        return False
    row = _row(following)
    return row is not None and row == _row(pieces[at])


def _row(piece: Piece) -> int | None:
    return next((form[1] for form in reversed(piece.frame) if form[0] == "tr"), None)


def _without_code_labels(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without labels that repeat right before code, or name its language."""
    before = [
        at
        for at in range(len(pieces) - 1)
        if pieces[at + 1].tag == "pre" and pieces[at].tag not in ("pre", *HEADINGS)
    ]
    if not before:
        return list(pieces)
    texts = {at: plain(pieces[at].inlines).strip() for at in before}
    times = Counter(text for text in texts.values() if len(text) <= _SHORT)
    labels = {
        at
        for at, text in texts.items()
        if times[text] > _REPEATED or (text and text.lower() == pieces[at + 1].frame[-1][3])
    }
    return [piece for at, piece in enumerate(pieces) if at not in labels]
