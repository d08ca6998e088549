"""The plain definition of the features of a page: one line at a time, by its name."""

from __future__ import annotations

import re
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from honbun._core.characters import COUNTS, measure
from tests._core.plain_segments import PlainSegments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from honbun._core.segments import Segments
    from honbun.html.blocks import Blocks

Line = list[float]
_KINDS = {
    "is p": ("p",),
    "is li": ("li",),
    "is td": ("td",),
    "is div": ("div",),
    "is pre": ("pre",),
    "is figcaption": ("figcaption",),
    "is definition": ("dt", "dd", "th"),
    "is control": ("option", "summary", "legend", "caption"),
}
_MARKS = {
    "in nav": 6,
    "in header": 7,
    "in footer": 8,
    "in aside": 9,
    "in main": 10,
    "in article": 11,
    "in form": 12,
    "in table": 13,
    "in list": 14,
    "in figure": 15,
    "in quote": 16,
    "in button": 2,
    "hidden": 3,
    "noscript": 4,
    "aria-hidden": 5,
    "in time": 17,
    "in pre": 18,
    "in author": 19,
}


def clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


class PlainFeatures:
    """The lines of the features, by name."""

    def __init__(self, segments: Segments, blocks: Blocks, weights: Mapping[str, float]) -> None:
        self.s, self.blocks, self.weights = segments, blocks, weights
        self.plain = PlainSegments(blocks, (), segments.host)
        self.n = len(segments)
        self.rows = range(self.n)
        self.texts = segments.texts()
        names = "block element chars size linked to_page to_site bold pressed links breaks".split()
        for name in [*names, "images", "inputs", "marks"]:
            setattr(self, name, segments.column(name).tolist())  # type: ignore[arg-type]
        for name in ("first", "last", "wider", "depth", "siblings"):
            setattr(self, f"box_{name}", segments.box_column(name))  # type: ignore[arg-type]
        self.totals = {
            name: line.tolist() for name, line in zip(COUNTS, measure(self.texts)[0], strict=True)
        }
        tags = blocks.tags()
        self.tag = [tags[block] for block in self.block]
        self.title = segments.titles().tolist()
        self.heading = [
            int(tag[1]) if tag in ("h1", "h2", "h3", "h4", "h5", "h6") else 0 for tag in self.tag
        ]
        self.total = max(sum(self.chars), 1)
        self.running = self._texts(65, 0.4)
        self.good = self._texts(85, 0.3)
        self.dated = [float(self._may_be_date(row)) for row in self.rows]
        self.priced = [float(count > 0) for count in self.totals["money"]]

    block: list[int]
    element: list[int]
    chars: list[int]
    size: list[int]
    linked: list[int]
    marks: list[int]
    to_site: list[int]
    images: list[int]
    inputs: list[int]
    box_first: list[int]
    box_last: list[int]
    box_wider: list[int]
    box_depth: list[int]
    box_siblings: list[int]

    def _texts(self, size: int, linked: float) -> Line:
        """Characters of the texts longer than a size of which less than a share are links."""
        return [
            c if s > size and k < linked * c else 0
            for c, s, k in zip(self.chars, self.size, self.linked, strict=True)
        ]

    def _may_be_date(self, row: int) -> bool:
        known = self.marks[row] >> 17 & 1 or self.totals["digits"][row] >= 3
        return self.size[row] <= 40 and bool(known)

    def lines(self) -> dict[str, Line]:
        """Every line, in order."""
        return {
            **self.own(),
            **self.boxes(),
            **self.trunks(),
            **self.order(),
            **self.neighbours(),
            **self.alike(),
            **self.page(),
            **self.names(),
        }

    def each(self, define: Callable[[int], float]) -> Line:
        return [float(define(row)) for row in self.rows]

    def per_char(self, values: Iterable[float]) -> Line:
        return [value / max(c, 1) for value, c in zip(values, self.chars, strict=True)]

    def own(self) -> dict[str, Line]:
        s, t = self, self.totals
        inline = [s.blocks.tree.tag[node] for node in s.element]
        lines: dict[str, Line] = {
            "size": [*map(float, s.size)],
            "link share": s.per_char(s.linked),
            "links to this page": s.per_char(s.s.column("to_page").tolist()),
            "links to the site": s.per_char(s.to_site),
            "bold share": s.per_char(s.s.column("bold").tolist()),
            "button share": s.per_char(s.s.column("pressed").tolist()),
            "word length": s.each(lambda row: max(s.chars[row], 1) / max(t["words"][row], 1)),
            "sentences": t["sentences"],
            "commas": t["commas"],
            "ending": [*map(_ending, s.texts)],
            "digit share": s.per_char(t["digits"]),
            "capital share": s.per_char(t["capitals"]),
            "letter share": s.per_char(t["letters"]),
            "signs": s.each(lambda row: t["signs"][row] > 0),
            "prices": s.priced,
            "questions": s.each(lambda row: t["questions"][row] > 0),
            "line breaks": s.s.column("breaks").tolist(),
            "images before": s.each(lambda row: min(s.images[row], 3)),
            "inputs before": s.each(lambda row: min(s.inputs[row], 3)),
            "links": s.s.column("links").tolist(),
        }
        for name, tags in _KINDS.items():
            lines[name] = [float(tag in tags) for tag in s.tag]
        lines["heading level"] = [*map(float, s.heading)]
        lines["in inline link"] = [float(tag == "a") for tag in inline]
        lines["in span"] = [float(tag in ("span", "time", "small", "label")) for tag in inline]
        lines["depth"] = s.each(lambda row: s.box_depth[s.block[row]])
        for name, bit in _MARKS.items():
            lines[name] = [float(marks >> bit & 1) for marks in s.marks]
        return lines | {"may be a date": s.dated}

    def held(self, amounts: Line | list[int], block: int) -> float:
        return sum(amounts[self.box_first[block] : self.box_last[block]])

    def level(self, row: int, level: int) -> int:
        block = self.block[row]
        for _ in range(level):
            block = self.box_wider[block]
        return block

    def boxes(self) -> dict[str, Line]:
        lines: dict[str, Line] = {}
        for level in range(5):
            around = [self.level(row, level) for row in self.rows]
            chars = [max(self.held(self.chars, block), 1) for block in around]
            texts = [max(self.box_last[block] - self.box_first[block], 1) for block in around]
            for name, amounts, by in (
                ("share of the page", None, [self.total] * self.n),
                ("link share", self.linked, chars),
                ("mean size", self.size, texts),
                ("running text", self.running, chars),
                ("texts", None, [1] * self.n),
                ("links to the site", self.to_site, chars),
                ("dates", self.dated, texts),
            ):
                inside = (
                    (texts if name == "texts" else chars)
                    if amounts is None
                    else [self.held(amounts, block) for block in around]
                )
                lines[f"{name} of box {level}"] = [a / b for a, b in zip(inside, by, strict=True)]
        for level in range(3):
            lines[f"siblings of box {level}"] = self.each(
                lambda row, level=level: self.box_siblings[self.level(row, level)]  # type: ignore[misc]
            )
        return lines | {"most siblings": self.each(self.most_siblings)}

    def most_siblings(self, row: int) -> float:
        """Of the blocks around a row with two texts or more."""
        parent, block, most = self.blocks.column("parent"), self.block[row], 0
        while block >= 0:
            if self.box_last[block] - self.box_first[block] >= 2:
                most = max(most, self.box_siblings[block])
            block = parent[block]
        return most

    def trunk(self, amounts: Line, share: float) -> int:
        """The first of the innermost blocks with a share of an amount."""
        enough = share * max(sum(amounts), 1e-9)
        fit = [b for b in range(len(self.blocks)) if self.held(amounts, b) >= enough]
        return max(fit, key=lambda block: (self.box_depth[block], -block), default=0)

    def inside(self, block: int, name: str) -> dict[str, Line]:
        first, last = self.box_first[block], self.box_last[block]
        return {
            f"inside {name}": self.each(lambda row: first <= row < last),
            f"position {name}": self.each(
                lambda row: clamp((row - first) / max(last - first, 1), -2, 3)
            ),
        }

    def trunks(self) -> dict[str, Line]:
        unlinked = [float(c - k) for c, k in zip(self.chars, self.linked, strict=True)]
        lines: dict[str, Line] = {}
        for percent in (30, 50, 70):
            lines |= self.inside(self.trunk(unlinked, percent / 100), f"{percent}% trunk")
        reading = self.reading()
        lines |= self.inside(reading, "reading element")
        around = self.around(reading)
        common = [
            max([self.box_depth[b] for b in self.around(block) if b in around], default=0)
            for block in self.block
        ]
        share = self.held(self.chars, reading) / self.total
        return lines | {
            "share of reading element": [share] * self.n,
            "steps up to reading element": self.each(
                lambda row: self.box_depth[reading] - common[row]
            ),
            "steps down from it": self.each(
                lambda row: self.box_depth[self.block[row]] - common[row]
            ),
        }

    def around(self, block: int) -> list[int]:
        parent, found = self.blocks.column("parent"), []
        while block >= 0:
            found.append(block)
            block = parent[block]
        return found

    def reading(self) -> int:
        """The block with most running text of its children; half of its grandchildren's counts."""
        parent, votes = self.blocks.column("parent"), [0.0] * len(self.blocks)
        for row in self.rows:
            above = max(parent[self.block[row]], 0)
            votes[above] += self.running[row]
            votes[max(parent[above], 0)] += self.running[row] / 2
        return int(np.argmax(votes))

    def order(self) -> dict[str, Line]:
        s, long = self, [row for row in self.rows if self.good[row] > 0]
        first, last = (long[0], long[-1]) if long else (0, 0)
        extra = [0.1 * (h == 1 and t > 0) for h, t in zip(s.heading, s.title, strict=True)]
        said = [title + more for title, more in zip(s.title, extra, strict=True)]
        title = int(np.argmax(said)) if max(said) > 0.3 else None
        places = s.s.keys("place").tolist()

        def last_heading(row: int) -> int | None:
            return max((r for r in range(row + 1) if 1 <= s.heading[r] <= 4), default=None)

        def since(row: int) -> float:
            heading = last_heading(row)
            return 60 if heading is None else min(row - heading, 50)

        def level(row: int) -> float:
            heading = last_heading(row)
            return 0 if heading is None else s.heading[heading]

        def before(row: int) -> float:
            return min([row - r for r in long if r <= row] or [61])

        def until(row: int) -> float:
            return min([r - row for r in long if r >= row] or [61])

        def beside_title(row: int) -> float:
            return -99 if title is None else clamp(row - title, -50, 100)

        def at_title(row: int) -> float:
            return 0 if title is None else places[: row + 1].count(places[title])

        return {
            "position": s.each(lambda row: row / s.n),
            "text before": s.each(lambda row: sum(s.chars[:row]) / s.total),
            "since heading": s.each(since),
            "last heading": s.each(level),
            "title words": s.title,
            "after title": s.each(beside_title),
            "after last long text": s.each(lambda row: clamp(row - last, -200, 100)),
            "after first long text": s.each(lambda row: clamp(row - first, -100, 200)),
            "since long text": s.each(before),
            "until long text": s.each(until),
            "long text before": s.each(lambda r: sum(s.good[: r + 1]) / max(sum(s.good), 1)),
            "main headings before": s.each(lambda row: s.heading[: row + 1].count(1)),
            "title places before": s.each(at_title),
            "dates before": s.each(lambda row: sum(s.dated[: row + 1])),
        }

    def neighbours(self) -> dict[str, Line]:
        s = self
        depth = [s.box_depth[block] for block in s.block]
        share = s.per_char(s.linked)

        def at(values: Line | list[int], step: int, missing: float) -> Line:
            return [values[r + step] if 0 <= r + step < s.n else missing for r in s.rows]

        def deeper(step: int) -> Line:
            return [own - next_ for own, next_ in zip(depth, at(depth, step, 0), strict=True)]

        lines: dict[str, Line] = {}
        for step in (-2, -1, 1, 2):
            lines[f"size at {step:+}"] = at(s.size, step, -1)
            lines[f"link share at {step:+}"] = at(share, step, -1)
        for step in (-1, 1):
            lines[f"heading at {step:+}"] = at(s.heading, step, -1)
        lines |= {"deeper than before": deeper(-1), "deeper than after": deeper(1)}
        for reach in (3, 10, 40):
            near = [slice(max(row - reach, 0), row + reach + 1) for row in s.rows]
            chars = [max(sum(s.chars[part]), 1) for part in near]
            lines |= {
                f"size within {reach}": [sum(s.size[part]) for part in near],
                f"link share within {reach}": [
                    sum(s.linked[part]) / c for part, c in zip(near, chars, strict=True)
                ],
                f"long text within {reach}": [
                    sum(s.good[part]) / c for part, c in zip(near, chars, strict=True)
                ],
                f"sentences within {reach}": [sum(s.totals["sentences"][part]) for part in near],
            }
        near = [slice(max(row - 10, 0), row + 11) for row in s.rows]
        return lines | {
            "prices within 10": [sum(s.priced[part]) for part in near],
            "dates within 10": [sum(s.dated[part]) for part in near],
        }

    def alike(self) -> dict[str, Line]:
        lines: dict[str, Line] = {}
        groups: dict[str, list[object]] = {
            "path": [self.plain.path(row) for row in self.rows],
            "place": self.s.keys("place").tolist(),
        }
        for which, keys in groups.items():
            same = [[r for r in self.rows if keys[r] == keys[row]] for row in self.rows]
            chars = [sum(self.chars[r] for r in group) for group in same]
            linked = [sum(self.linked[r] for r in group) for group in same]
            lines |= {
                f"texts of equal {which}": [*map(len, same)],
                f"share of equal {which}": [c / self.total for c in chars],
                f"link share of equal {which}": [
                    k / max(c, 1) for k, c in zip(linked, chars, strict=True)
                ],
                f"mean size of equal {which}": [
                    fmean(self.size[r] for r in group) for group in same
                ],
            }
        texts = self.s.keys("text").tolist()
        return lines | {"copies": self.each(lambda row: min(texts.count(texts[row]), 5))}

    def page(self) -> dict[str, Line]:
        s = self

        def share(rows: Iterable[int]) -> float:
            return sum(s.chars[row] for row in rows) / s.total

        sizes = sorted(min(size, 1024) for size in s.size)
        values: dict[str, float] = {
            "texts": s.n,
            "size": sum(s.size),
            "link share": sum(s.linked) / s.total,
            "long text": sum(s.good) / s.total,
            "long texts": sum(chars > 0 for chars in s.good),
            "median size": sizes[(s.n - 1) // 2],
            "in p": share(row for row in s.rows if s.tag[row] == "p"),
            "in li": share(row for row in s.rows if s.tag[row] == "li"),
            "repeated": share(row for row in s.rows if s.most_siblings(row) >= 5),
            "prices": fmean(s.priced),
            "longest": max(s.good),
            "hidden": share(row for row in s.rows if s.marks[row] & (1 << 3 | 1 << 5)),
            "in main": fmean(marks >> 10 & 1 for marks in s.marks),
            "articles": s.blocks.tree.tag.count("article"),
            "main headings": s.heading.count(1),
            "dates": fmean(s.dated),
        }
        return {f"{name} of page": [value] * s.n for name, value in values.items()}

    def names(self) -> dict[str, Line]:
        lines: dict[str, Line] = {
            name: [] for name in ("nearest name", "worst name", "best name", "names in all")
        }
        for row in self.rows:
            nearest = worst = best = total = 0.0
            for node in reversed(list(self.plain.around(self.element[row]))):
                weights = self._weights(node)
                if weights:
                    nearest = fmean(weights)
                    worst, best = min(worst, *weights), max(best, *weights)
                    total = 0.7 * total + nearest
            for line, value in zip(lines.values(), (nearest, worst, best, total), strict=True):
                line.append(value)
        return lines

    def _weights(self, node: int) -> list[float]:
        names = dict(self.blocks.tree.attributes(node))
        words = f"{names.get('class', '')} {names.get('id', '')}".split()
        found = [word for name in words for word in name_words(name)]
        return [self.weights[word] for word in found if word in self.weights]


def _ending(text: str) -> float:
    if text.endswith((":", "\uff1a")):
        return -1
    if text.endswith("\uff09"):
        return float(len(text) > 20)
    return float(text.endswith((*'.!?"…”»。', "\uff01", "\uff1f", "」", "』")))


def name_words(name: str) -> list[str]:
    """The words of a name, of three letters or more; of several, also the name without digits.

    >>> name_words("commentList2")
    ['comment', 'list', 'all of commentlist']
    """
    words, word, before = [], "", ""
    for at, char in enumerate(name):
        if not (char.isascii() and char.isalpha()):
            words.append(word)
            word = ""
        else:
            after = name[at + 1 : at + 2]
            broken = _is_small(before) or _is_small(after)
            if word and char.isupper() and broken:
                words.append(word)
                word = ""
            word += char.lower()
        before = char
    words.append(word)
    letters = "".join(words)
    found = [word for word in words if 2 < len(word) < 20]
    if len(letters) > len(words[-1]):
        found.append("all of " + re.sub("[0-9]", "", name).lower())
    return found


def _is_small(char: str) -> bool:
    return char.isascii() and char.islower()
