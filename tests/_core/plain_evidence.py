"""The plain definition of evidence: dictionaries and sets over some pages."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, nan
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from tests._core.plain_features import clamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun._core.segments import Segments

Line = list[float]


class Text(NamedTuple):
    """A segment, by what other pages may have too."""

    text: int
    pattern: int
    place: int
    position: int
    block: int
    chars: int
    linked: int


@dataclass
class PlainPage:
    """The segments of a page and its blocks."""

    rows: list[Text]
    keys: list[object]
    """Tag and first class of each block and the two around it."""
    first: list[int]
    last: list[int]
    wider: list[int]
    depth: list[int]
    shingles: list[list[tuple[str, ...]]]
    title: int = 0
    scores: Line | None = None

    def trunk(self, amounts: Sequence[float], share: float) -> int:
        """The first of the innermost blocks with a share of an amount."""
        enough = share * max(sum(amounts), 1e-9)
        fit = [b for b in range(len(self.keys)) if sum(self.inside(b, amounts)) >= enough]
        return max(fit, key=lambda block: (self.depth[block], -block), default=0)

    def inside(self, block: int, amounts: Sequence[float]) -> Sequence[float]:
        return amounts[self.first[block] : self.last[block]]

    def mean(self, values: Sequence[float], rows: Iterable[int]) -> float:
        """A mean by characters."""
        chosen = list(rows)
        whole = sum(self.rows[row].chars for row in chosen)
        return sum(values[row] * self.rows[row].chars for row in chosen) / max(whole, 1)

    def box(self, block: int) -> range:
        return range(self.first[block], self.last[block])

    def around(self, row: int, level: int) -> int:
        block = self.rows[row].block
        for _ in range(level):
            block = self.wider[block]
        return block

    def trunk_key(self) -> object:
        return self.keys[self.trunk([row.chars - row.linked for row in self.rows], 0.5)]

    def texts(self) -> set[int]:
        return {row.text for row in self.rows}


class PlainEvidence:
    """What some pages say of a page, defined without regard to time."""

    def __init__(self, pages: Sequence[PlainPage]) -> None:
        self.pages = pages

    def having(self, among: int, has: Callable[[PlainPage], bool]) -> list[int]:
        """The numbers of the pages with something."""
        return [n for n, page in enumerate(self.pages) if among >> n & 1 and has(page)]

    def _shared(self, page: PlainPage) -> tuple[int, list[int]]:
        """Characters of the long and rare texts of a page, and how many each page has."""
        rare = max(3, len(self.pages) // 5)
        long = [
            row
            for row in page.rows
            if row.chars >= 50
            and 3 * row.linked < row.chars
            and sum(row.text in other.texts() for other in self.pages) <= rare
        ]
        return sum(row.chars for row in long), [
            sum(row.chars for row in long if row.text in other.texts()) for other in self.pages
        ]

    def _is_duplicate(self, page: PlainPage, number: int) -> bool:
        long, shared = self._shared(page)
        return shared[number] > 250 and shared[number] > 0.6 * long

    def _has_all(self, page: PlainPage, number: int) -> bool:
        return page.texts() <= self.pages[number].texts()

    def duplicate_of(self, page: PlainPage) -> int:
        return sum(
            1 << n
            for n in range(len(self.pages))
            if self._is_duplicate(page, n) or (page.rows and self._has_all(page, n))
        )

    def comparable(self, page: PlainPage, allowed: int) -> tuple[int, int, float]:
        own = {row.place for row in page.rows}
        similar: dict[int, float] = {}
        for n, other in enumerate(self.pages):
            if allowed >> n & 1 and not (self._is_duplicate(page, n) or self._has_all(page, n)):
                places = {row.place for row in other.rows}
                similar[n] = len(own & places) / max(1, len(own | places))
        best = sorted(similar, key=lambda n: (-similar[n], n))[:20]
        same = [n for n in best if similar[n] >= 0.15]
        mean = fmean(similar[n] for n in same) if same else 0.0
        return sum(1 << n for n in best), sum(1 << n for n in same), mean

    def first(self, page: PlainPage, near: int, same: int, similarity: float) -> dict[str, Line]:
        n, m = near.bit_count(), same.bit_count()
        rows, size = page.rows, len(page.rows)
        with_text = [len(self.having(near, lambda p, r=r: r.text in p.texts())) for r in rows]  # type: ignore[misc]
        repeated = [float(count >= max(1, ceil(0.1 * n))) for count in with_text]

        def line(define: Callable[[int], float]) -> Line:
            return [float(define(row)) for row in range(size)]

        def among(pages: int, row: int, *names: str) -> float:
            def key(text: Text) -> tuple[int, ...]:
                return tuple(getattr(text, name) for name in names)

            return len(self.having(pages, lambda p: key(rows[row]) in map(key, p.rows)))

        own = [
            0.0 if again else r.chars - r.linked for r, again in zip(rows, repeated, strict=True)
        ]
        inner, outer = page.trunk(own, 0.5), page.trunk(own, 0.7)
        start, stop = page.first[inner], page.last[inner]
        lines: dict[str, Line] = {
            "pages": [n] * size,
            "similar pages": [m] * size,
            "similarity": [similarity if m else nan] * size,
            "pages with text": [*map(float, with_text)],
            "share with text": [count / n for count in with_text],
            "share with pattern": line(lambda row: among(near, row, "pattern") / n),
            "share with text at place": line(lambda r: _share(among(same, r, "place", "text"), m)),
            "share with place": line(lambda row: _share(among(same, row, "place"), m)),
            **self._at(page, "place", same, line),
            "share with position": line(lambda row: _share(among(same, row, "position"), m)),
            "same text at position": line(
                lambda row: _share(
                    among(same, row, "position", "text"), among(same, row, "position")
                )
            ),
            **self._at(page, "position", same, line),
            **{
                f"repeated in box {level}": line(
                    lambda row, level=level: page.mean(repeated, page.box(page.around(row, level)))  # type: ignore[misc]
                )
                for level in range(4)
            },
            **{
                f"repeated within {reach}": line(
                    lambda row, reach=reach: page.mean(  # type: ignore[misc]
                        repeated, range(max(row - reach, 0), min(row + reach + 1, size))
                    )
                )
                for reach in (3, 15)
            },
            "repeated on page": [page.mean(repeated, range(size))] * size,
            "inside 50% of own text": line(lambda row: row in page.box(inner)),
            "position in 50% of own text": line(
                lambda row: clamp((row - start) / max(stop - start, 1), -2, 3)
            ),
            "inside 70% of own text": line(lambda row: row in page.box(outer)),
            "votes of pages": line(lambda row: self._votes(page, row, same) if m else nan),
            "own text before": line(lambda row: sum(own[: row + 1]) / max(sum(own), 1)),
            "own text after": line(lambda row: sum(own[row + 1 :])),
            "wording of others": line(lambda row: self._wording(page, row, near, 1)),
            "wording of template": line(
                lambda row: self._wording(page, row, near, max(min(2, n), ceil(0.3 * n)))
            ),
            "title of another page": line(
                lambda row: bool(self.having(near, lambda p: p.title == rows[row].text))
            ),
            "similar with text": line(lambda row: _share(among(same, row, "text"), m)),
        }
        return lines

    def _at(
        self, page: PlainPage, name: str, same: int, line: Callable[[Callable[[int], float]], Line]
    ) -> dict[str, Line]:
        """What the similar pages have at the places of a page."""

        def there(row: int) -> list[list[Text]]:
            key = getattr(page.rows[row], name)
            found = [
                [text for text in other.rows if getattr(text, name) == key]
                for n, other in enumerate(self.pages)
                if same >> n & 1
            ]
            return [texts for texts in found if texts]

        def every(row: int) -> list[Text]:
            return [text for texts in there(row) for text in texts]

        def fresh(text: Text) -> bool:
            """Whether one page only has this text at this place."""
            key = getattr(text, name), text.text
            return sum(key in ((getattr(t, name), t.text) for t in p.rows) for p in self.pages) == 1

        def repeated(text: Text) -> bool:
            return sum(text.text in p.texts() for p in self.pages) > 1

        def mean(row: int, value: Callable[[Text], float]) -> float:
            return fmean(map(value, every(row))) if every(row) else nan

        def share(row: int, value: Callable[[Text], float]) -> float:
            texts = every(row)
            return _share(sum(map(value, texts)), sum(t.chars for t in texts)) if texts else nan

        lines = {
            "texts at place": line(lambda row: _share(len(every(row)), len(there(row)))),
            "different texts at place": line(lambda row: mean(row, fresh)),
            "repeated at place": line(lambda row: share(row, lambda t: repeated(t) * t.chars)),
            "size at place": line(lambda row: mean(row, lambda text: text.chars)),
            "link share at place": line(lambda row: share(row, lambda text: text.linked)),
        }
        if name == "place":
            return lines
        return {
            "different texts at position": lines["different texts at place"],
            "size at position": lines["size at place"],
        }

    def _votes(self, page: PlainPage, row: int, same: int) -> float:
        """The largest share of the pages whose trunk has the key of one block around a row."""
        keys = [self.pages[n].trunk_key() for n in range(len(self.pages)) if same >> n & 1]
        boxes = (b for b in range(len(page.keys)) if row in page.box(b))
        return max((keys.count(page.keys[box]) / len(keys) for box in boxes), default=0)

    def _wording(self, page: PlainPage, row: int, near: int, least: int) -> float:
        def count(shingle: tuple[str, ...]) -> int:
            return len(self.having(near, lambda p: any(shingle in line for line in p.shingles)))

        shingles = page.shingles[row]
        return sum(count(one) >= least for one in shingles) / max(len(shingles), 1)

    def second(self, page: PlainPage, same: int) -> dict[str, Line]:
        scored = any(other.scores is not None for other in self.pages)
        chosen = [other for n, other in enumerate(self.pages) if same >> n & 1 and scored]

        def mean(values: Iterable[tuple[float, float]]) -> float:
            """Of pairs of characters and their sum of scores."""
            pairs = list(values)
            whole = sum(chars for chars, _ in pairs)
            return sum(mass for _, mass in pairs) / whole if whole else nan

        def mass(other: PlainPage, rows: Iterable[int]) -> float:
            scores = other.scores or [0.0] * len(other.rows)
            return sum(scores[row] * other.rows[row].chars for row in rows)

        def at(row: int, name: str) -> float:
            key = getattr(page.rows[row], name)
            return mean(
                (other.rows[r].chars, mass(other, [r]))
                for other in chosen
                for r in range(len(other.rows))
                if getattr(other.rows[r], name) == key
            )

        def box(row: int, level: int) -> float:
            key = page.keys[page.around(row, level)]
            return mean(
                (sum(other.rows[r].chars for r in other.box(b)), mass(other, other.box(b)))
                for other in chosen
                for b in range(len(other.keys))
                if other.keys[b] == key
            )

        rows = range(len(page.rows))
        return {
            "score at place": [at(row, "place") for row in rows],
            "score at position": [at(row, "position") for row in rows],
            "score of text": [at(row, "text") for row in rows],
            **{f"score of box {n}": [box(row, n) for row in rows] for n in (1, 2, 3)},
        }


def _share(part: float, whole: float) -> float:
    return part / whole if whole else nan


def second_look(page: PlainPage, scores: Line) -> dict[str, Line]:
    """The features that the scores of a page add."""
    rows, size = page.rows, len(page.rows)
    high = [row for row in range(size) if scores[row] > 0.6]
    mass = [score * row.chars for score, row in zip(scores, rows, strict=True)]
    mean = max(sum(mass), 1e-9) / max(sum(row.chars for row in rows), 1)
    inner, outer = page.trunk(mass, 0.5), page.trunk(mass, 0.8)
    first, last = page.first[outer], page.last[outer]

    def line(define: Callable[[int], float]) -> Line:
        return [float(define(row)) for row in range(size)]

    return {
        "score": scores,
        **{
            f"score at {step:+}": line(
                lambda row, step=step: scores[row + step] if 0 <= row + step < size else -1  # type: ignore[misc]
            )
            for step in (-2, -1, 1, 2)
        },
        **{
            f"score within {reach}": line(
                lambda row, reach=reach: page.mean(  # type: ignore[misc]
                    scores, range(max(row - reach, 0), min(row + reach + 1, size))
                )
            )
            for reach in (3, 10)
        },
        **{
            f"score of box {level}": line(
                lambda row, level=level: page.mean(scores, page.box(page.around(row, level)))  # type: ignore[misc]
            )
            for level in range(1, 5)
        },
        "score of equal place": line(
            lambda row: page.mean(
                scores, [r for r in range(size) if rows[r].place == rows[row].place]
            )
        ),
        "score before": line(lambda row: sum(mass[: row + 1]) / max(sum(mass), 1e-9)),
        "score of page": [mean] * size,
        "best score": [max(scores, default=0)] * size,
        "since high score": line(lambda row: min([row - r for r in high if r <= row] or [61])),
        "until high score": line(lambda row: min([r - row for r in high if r >= row] or [61])),
        "inside 50% of score": line(lambda row: row in page.box(inner)),
        "inside 80% of score": line(lambda row: row in page.box(outer)),
        "position in 80% of score": line(
            lambda row: clamp((row - first) / max(last - first, 1), -2, 3)
        ),
        "own score over page": line(lambda row: scores[row] - mean),
    }


def plain_page(
    segments: Segments, names: list[object], shingles: list[list[tuple[str, ...]]]
) -> PlainPage:
    """A page by its segments, the keys of its blocks and the shingles of its texts."""
    columns = zip(
        *(segments.keys(name).tolist() for name in ("text", "pattern", "place", "position")),
        *(segments.column(name).tolist() for name in ("block", "chars", "linked")),
        strict=True,
    )
    return PlainPage(
        [Text(*numbers) for numbers in columns],
        names,
        segments.box_column("first"),
        segments.box_column("last"),
        segments.box_column("wider"),
        segments.box_column("depth"),
        shingles,
    )
