"""Titles: what each item is called.

The text of the lead, as a rule. Where leads say the same of all items ("Read more"), or are nothing
but dates or numbers, the items are called by what else differs among them: a heading, a line of
another make. Days, labels and what all items have in common do not belong to a title where they
have an element of their own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

from honbun.feeds.columns import width
from honbun.feeds.fields.date import is_date
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.fields import ItemPosition, Items

_COMMON = 0.5
"""A text that so many items share says nothing of any of them."""
_COUNT = re.compile(r"\W*\d[\d.,]*\s*[^\W\d]{0,12}\W*")
"""How many, or how much: "15 ratings", "$1,299.99"."""
_MOST_PIECES = 40
_LOOSE = " |｜·•"
"""What parts a title from what was cut off."""
_LABEL = 24
"""Characters of a category."""
_SHORT = 8
_NEARLY = 0.8
"""Titles that differ nearly as often as any other line of cards differ enough."""
_GREATER = 0.4
"""Share of a heading that its first link must be to say it without the rest."""
_LEAST = 4
"""Room that a link in a line takes at least to be its title."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title, and the nodes that it was read from."""

    text: str
    start: int
    stop: int


def titles(roll: Items) -> list[Title]:
    """The title of each item."""
    own = _narrowed(roll, [_of_lead(roll, place) for place in roll.places])
    if 2 * sum(is_date(title.text) for title in own) > len(own):
        own = _elsewhere(roll, own, marked=True)
    elif _poor(own, roll):
        own = _elsewhere(roll, own, marked=False)
    return _cleaned(roll, own)


def _of_lead(roll: Items, place: ItemPosition) -> Title:
    """The text of a lead: of a heading in it, or of the one link in it that says most of it."""
    strand, sheet = roll.sheet.strand, roll.sheet
    lead, stop = place.lead, int(strand.end[place.lead])
    for node in range(lead + 1, stop):
        if strand.tag[node] in HEADINGS and sheet.widths[strand.end[node]] > sheet.widths[node]:
            return _title(roll, node)
    if lead < place.link < stop and _says_it(roll, place, stop):
        return _title(roll, place.link)
    return _title(roll, lead)


def _says_it(roll: Items, place: ItemPosition, stop: int) -> bool:
    """Whether the link in a lead is the title: the first link of a heading, or any of a line."""
    sheet = roll.sheet
    room = sheet.widths[sheet.strand.end[place.link]] - sheet.widths[place.link]
    if sheet.strand.tag[place.lead] not in HEADINGS:
        return bool(room >= _LEAST)
    if any(sheet.targets[node] is not None for node in range(place.lead, place.link)):
        return False
    whole = sheet.widths[stop] - sheet.widths[place.lead]
    return bool(room >= _GREATER * whole) or not _says_more(roll, place.lead, stop)


def _says_more(roll: Items, start: int, stop: int) -> bool:
    """Whether words stand in a range that are neither in links nor dates."""
    sheet = roll.sheet
    return any(
        text and sheet.link[node] < 0 and not roll.days.dated[node] and any(map(str.isalnum, text))
        for node, text in enumerate(sheet.strand.text[start:stop], start)
    )


def _title(roll: Items, node: int) -> Title:
    stop = int(roll.sheet.strand.end[node])
    return Title(roll.read(node, stop), node, stop)


def _poor(found: Sequence[Title], roll: Items) -> bool:
    """Whether titles do not tell items apart, or are no titles at all."""
    texts = [title.text for title in found]
    same = Counter(texts)
    repeated = sum(same[text] > 1 for text in texts)
    crowded = sum(len(_links(roll, title)) > 2 for title in found)
    numbers = sum(map(_is_number, texts))
    return max(repeated, crowded, numbers) > _COMMON * len(texts)


def _is_number(text: str) -> bool:
    """Whether a text is the number of a record more than anything said.

    >>> _is_number("Report:2603.05498"), _is_number("Apollo 11")
    (True, False)
    """
    figures = sum(map(str.isdigit, text))
    return figures >= 4 and " " not in text and 2 * figures >= len(text)


def _links(roll: Items, title: Title) -> list[int]:
    targets = roll.sheet.targets
    return [node for node in range(title.start, title.stop) if targets[node] is not None]


def _elsewhere(roll: Items, own: Sequence[Title], *, marked: bool) -> list[Title]:
    """Titles from the column of the items that tells them apart best; as they were if none does.

    Days are titles of a diary, unless something that is marked as a heading says more.
    """
    columns: dict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for number, place in enumerate(roll.places):
        for node in roll.pieces(place)[:_MOST_PIECES]:
            columns[roll.column(node, place)].setdefault(number, node)
    best, most = None, 0.0
    for nodes in columns.values():
        worth = _worth(roll, nodes, marked=marked)
        if worth > most:
            best, most = nodes, worth
    if best is None:
        return list(own)
    return [
        _title(roll, best[number]) if number in best else title for number, title in enumerate(own)
    ]


def _narrowed(roll: Items, own: Sequence[Title]) -> list[Title]:
    """Titles of cards: of the lines that a lead has, the first that tells items apart."""
    lines = [_lines(roll, title) for title in own]
    if 2 * sum(len(each) > 1 for each in lines) <= len(own):
        return list(own)
    columns: dict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for number, (title, nodes) in enumerate(zip(own, lines)):
        within = replace(roll.places[number], start=title.start)
        for node in nodes:
            columns[roll.column(node, within)].setdefault(number, node)
    end = roll.sheet.strand.end
    told = [
        (found, texts)
        for found in columns.values()
        if _fits(texts := [roll.read(node, int(end[node])) for node in found.values()], len(own))
    ]
    most = max((_differ(texts) for _, texts in told), default=0.0)
    for found, texts in told:
        if _differ(texts) >= _NEARLY * most:
            return [
                _title(roll, found[number]) if number in found else title
                for number, title in enumerate(own)
            ]
    return list(own)


def _lines(roll: Items, title: Title) -> list[int]:
    """The elements in a title that begin a line of their own and have text of their own."""
    sheet = roll.sheet
    found: list[int] = []
    if title.stop - title.start <= 2:  # an element with one text has no parts
        return found
    for node in roll.pieces(replace(roll.places[0], start=title.start, stop=title.stop)):
        box = node
        while box > title.start and sheet.is_inline[box]:
            box = int(sheet.strand.parent[box])
        if box > title.start and box not in found:
            found.append(box)
    return found


def _fits(texts: Sequence[str], items: int) -> bool:
    """Whether some texts can be the titles of so many items."""
    dated = sum(map(is_date, texts)) / len(texts)
    return len(texts) >= 0.8 * items and dated < _COMMON and median(map(width, texts)) >= _SHORT


def _differ(texts: Sequence[str]) -> float:
    return len(set(texts)) / len(texts)


def _worth(roll: Items, nodes: dict[int, int], *, marked: bool) -> float:
    """How well a column would do as titles: all items have it, each another, of a title's size."""
    end, tags = roll.sheet.strand.end, roll.sheet.strand.tag
    texts = [roll.read(node, int(end[node])) for node in nodes.values()]
    cover = len(texts) / len(roll)
    differ = len(set(texts)) / len(texts)
    room = median(map(width, texts))
    crowded = sum(len(_links(roll, _title(roll, node))) > 2 for node in nodes.values())
    if 2 * crowded > len(texts) or cover < 0.6 or differ < 0.7 or not 6 <= room <= 200:
        return 0.0
    dated = sum(map(is_date, texts)) / len(texts)
    headed = sum(_in_heading(roll, node) for node in nodes.values()) / len(texts)
    bold = sum(tags[node] in ("b", "strong") for node in nodes.values()) / len(texts)
    if marked and (headed + bold < 0.8 or cover < 0.9):
        return 0.0
    return cover * differ * (1 - dated) * (0.5 + headed + 0.3 * bold) * min(room / 20, 1)


def _in_heading(roll: Items, node: int) -> bool:
    return bool(roll.sheet.heading[node] >= 0)


def _cleaned(roll: Items, found: Sequence[Title]) -> list[Title]:
    """Titles without parts of their own element that are dates or counts, or that most have."""
    parts = [_parts(roll, title) for title in found]
    common = Counter(text for texts in parts for text in {text for _, text in texts})
    counts = Counter(
        int(roll.sheet.make[node])
        for texts in parts
        for node, text in texts[1:]
        if _COUNT.fullmatch(text)
    )
    labels = _label_makes(roll, parts)
    least = max(2, _COMMON * len(found))

    def is_label(node: int, text: str) -> bool:
        counted = counts[int(roll.sheet.make[node])] > least and _COUNT.fullmatch(text)
        if roll.sheet.make[node] in labels and len(text) <= _LABEL:
            return True
        return bool(counted) or is_date(text) or common[text] > least

    return [
        _without(roll, title, [node for node, text in texts if is_label(node, text)])
        for title, texts in zip(found, parts)
    ]


def _label_makes(roll: Items, parts: Sequence[Sequence[tuple[int, str]]]) -> set[int]:
    """How those parts of titles are made that most have and few of which differ: categories."""
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for each in parts:
        for node, text in each:
            texts[int(roll.sheet.make[node])].append(text)
    many = [make for make, said in texts.items() if len(said) >= max(4, _COMMON * len(parts))]
    return {make for make in many if 2 * len(set(texts[make])) <= len(texts[make])}


def _parts(roll: Items, title: Title) -> list[tuple[int, str]]:
    """The outermost elements inside a title, and what they say."""
    strand = roll.sheet.strand
    found = []
    node = title.start + 1
    while node < title.stop:
        if strand.run[node] >= 0:
            node += 1
            continue
        stop = int(strand.end[node])
        text = roll.read(node, stop)
        if text and text == title.text:
            node += 1  # it only wraps the rest
            continue
        if text:
            found.append((node, text))
        node = stop
    return found


def _without(roll: Items, title: Title, parts: Sequence[int]) -> Title:
    """A title without some parts at its beginning and at its end; what it is said with stays."""
    strand = roll.sheet.strand
    texts = [node for node in range(title.start, title.stop) if strand.text[node].strip()]
    ends = [int(strand.end[node]) for node in parts]

    def is_cut(node: int) -> bool:
        return any(start <= node < stop for start, stop in zip(parts, ends))

    while texts and is_cut(texts[0]):
        texts.pop(0)
    while texts and is_cut(texts[-1]):
        texts.pop()
    if not texts:
        return title
    text = strand.read([(texts[0], texts[-1] + 1)]).strip(_LOOSE)
    return Title(text, title.start, title.stop) if width(text) > 2 else title
