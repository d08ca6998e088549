"""The comparison of pages by its definition, with sets and loops instead of joins.

`docs/how/similar.md` describes the same method in words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from honbun.text.similarity import trigram_similarity
from honbun.text.url_similarity import UrlParts, url_similarity
from tests.similar import plain_verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.similar.long_sentences import LongSentence
    from honbun.similar.model import SimilarOptions
    from honbun.similar.reading import PageRow

Readings = Mapping[int, "PageRow"]
Row = dict[str, Any]


class Match(NamedTuple):
    """A sentence of page `a` and an equal or similar one of page `b`."""

    a: int
    b: int
    said_a: LongSentence
    said_b: LongSentence
    exact: bool


@dataclass(frozen=True)
class Plain:
    """A collection, and what is computed before pages are compared."""

    pages: Readings
    options: SimilarOptions
    twins: dict[int, int]
    """Duplicate pages and the page that represents them."""
    own: dict[int, list[LongSentence]]
    """The sentences of representing pages, without boilerplate."""
    frequency: Counter[int]
    owners: dict[int, set[int]]

    def rows(self) -> list[Row]:
        """All pairs, with the columns of the table `pair`."""
        matches = defaultdict(list)
        for match in self.matches:
            matches[match.a, match.b].append(match)
        stitched = {page: self.stitched(page) for page in self.own}
        rows = [self.measured(a, b, found) for (a, b), found in matches.items()]
        rows += [self.repeated(first, page) for page, first in self.twins.items()]
        for row in rows:
            row.update(self.addresses(row))
            for side in ("a", "b"):
                sources, covered = stitched.get(row[side], (0, 0.0))
                row.update({f"sources_{side}": sources, f"covered_{side}": covered})
        judged = (plain_verdict.judged(row, self.options) for row in rows)
        return sorted(filter(None, judged), key=lambda row: (row["a"], row["b"]))

    def rare(self, page: int) -> list[LongSentence]:
        """The rare sentences of a page, which count as evidence."""
        return [
            one for one in self.own[page] if self.frequency[one.sentence] <= self.options.max_pages
        ]

    @cached_property
    def matches(self) -> list[Match]:
        """Every rare sentence that two pages share."""
        near = self.near() if self.options.near and not self.options.faithful else set()
        found = []
        for a, b in combinations(sorted(self.own), 2):
            strangers = self.pages[a].owner != self.pages[b].owner
            matches = [
                Match(a, b, x, y, exact=x.sentence == y.sentence)
                for x in self.rare(a)
                for y in self.rare(b)
                # Between owners only content counts.
                if not strangers or (x.content and y.content)
            ]
            exact = [match for match in matches if match.exact]
            same = {match.said_a.sentence for match in exact}
            found += exact
            found += [
                match
                for match in matches
                if strangers
                and frozenset({match.said_a.sentence, match.said_b.sentence}) in near
                and not same & {match.said_a.sentence, match.said_b.sentence}
            ]
        return found

    def near(self) -> set[frozenset[int]]:
        """Pairs of similar sentences among those that share a rare band."""
        occurrences: dict[int, list[tuple[int, str]]] = defaultdict(list)
        bands: dict[tuple[int, int], set[int]] = defaultdict(set)
        for page in self.own:
            for one in filter(attrgetter("content"), self.rare(page)):
                occurrences[one.sentence].append((self.pages[page].owner, one.text))
                for band in enumerate(one.bands):  # each is compared with its like
                    bands[band].add(one.sentence)
        found = set()
        for sentences in bands.values():
            if len(sentences) > self.options.max_pages:
                continue
            for x, y in combinations(sentences, 2):
                several = {name for name, _ in occurrences[x] + occurrences[y]}
                texts = [min(text for _, text in occurrences[one]) for one in (x, y)]
                if len(several) > 1 and trigram_similarity(*texts) >= 0.5:
                    found.add(frozenset({x, y}))
        counts = Counter(one for pair in found for one in pair)
        return {pair for pair in found if all(counts[one] <= 3 for one in pair)}

    def measured(self, a: int, b: int, matches: list[Match]) -> Row:
        """What two pages share, and its share of each page."""
        changed = [match for match in matches if not match.exact]
        at_home = self.pages[a].owner == self.pages[b].owner
        sizes = [size(one for one in self.own[page] if at_home or one.content) for page in (a, b)]
        row: Row = {
            "a": a,
            "b": b,
            "exact": len(matches) - len(changed),
            "prose": sum(not (match.said_a.code or match.said_b.code) for match in matches),
            "changed": min(
                len({match.said_a.sentence for match in changed}),
                len({match.said_b.sentence for match in changed}),
            ),
            "size_a": sizes[0],
            "size_b": sizes[1],
        }
        for side, shared in (
            ("a", {match.said_a.sentence: match.said_a for match in matches}),
            ("b", {match.said_b.sentence: match.said_b for match in matches}),
        ):
            equal = {match.said_a.sentence for match in matches if match.exact}
            row |= {
                f"shared_{side}": size(shared.values()),
                f"altered_{side}": size(o for o in shared.values() if o.sentence not in equal),
                f"quoted_{side}": size(o for o in shared.values() if o.quoted),
                f"spread_{side}": size(
                    o for o in shared.values() if len(self.owners[o.sentence]) >= 3
                ),
                f"first_{side}": min(one.start for one in shared.values()),
                f"last_{side}": max(one.start for one in shared.values()),
            }
        row["overlap"] = (row["shared_a"] + row["shared_b"]) / sum(sizes)
        row["containment"] = (
            row["shared_a"] / sizes[0] if sizes[0] <= sizes[1] else row["shared_b"] / sizes[1]
        )
        return row | self.overlap_of_all(row)

    def repeated(self, first: int, page: int) -> Row:
        """A page and its representative, which share everything."""
        whole = size(self.pages[page].sentences)
        row: Row = {"a": first, "b": page, "exact": whole, "prose": whole, "changed": 0}
        for side in ("a", "b"):
            row |= {f"{name}_{side}": whole for name in ("size", "shared", "spread")}
            row |= {f"{name}_{side}": 0 for name in ("altered", "quoted", "first", "last")}
        return row | {"overlap": 1.0, "containment": 1.0} | self.overlap_of_all(row)

    def overlap_of_all(self, row: Row) -> Row:
        """The overlap if frequent sentences count too."""
        a, b = (
            [
                one
                for one in self.pages[row[side]].sentences
                if one.content or not self.options.faithful
            ]
            for side in ("a", "b")
        )
        there = {one.sentence for one in b}
        common = 2 * size(one for one in a if one.sentence in there)
        common += row["altered_a"] + row["altered_b"]
        return {"overlap_all": common / (size(a) + size(b))}

    def addresses(self, row: Row) -> Row:
        """The similarity of the URLs, and the links between the pages."""
        a, b = self.pages[row["a"]], self.pages[row["b"]]
        forth = [link.start for link in a.links if link.target == b.address]
        back = [link.start for link in b.links if link.target == a.address]
        beside = [row["first_a"] - 500 <= at <= row["last_a"] + 1000 for at in forth]
        beside += [row["first_b"] - 500 <= at <= row["last_b"] + 1000 for at in back]
        return {
            "owner_a": a.owner,
            "owner_b": b.owner,
            "url_similarity": self.url_similarity(a, b),
            "forth": bool(forth),
            "back": bool(back),
            "beside": any(beside),
            "same_title": a.title != 0 and a.title == b.title,
        }

    def url_similarity(self, a: PageRow, b: PageRow) -> float:
        if not self.options.faithful:
            first, second = (UrlParts("", page.host, page.path) for page in (a, b))
            return url_similarity(first, second, self.common_parts())
        hosts, paths = {*a.host} & {*b.host}, {*a.path} & {*b.path}
        of_hosts = len(hosts) / min(len(a.host), len(b.host)) if hosts else 0.0
        of_paths = len(paths) / max(len(a.path), len(b.path)) if paths else 0.0
        return (of_hosts + of_paths) / 2

    def common_parts(self) -> set[str]:
        """Path parts that occur on more than five sites."""
        sites = defaultdict(set)
        for page in self.pages.values():
            for part in page.path:
                sites[part].add(page.owner)
        return {part for part, names in sites.items() if len(names) > 5}

    def stitched(self, page: int) -> tuple[int, float]:
        """The number of other owners that a page has text from, and the share of that text."""
        others: dict[int, set[int]] = defaultdict(set)
        for match in self.matches:
            if self.pages[match.a].owner == self.pages[match.b].owner:
                continue
            if match.a == page:
                others[match.said_a.sentence].add(self.pages[match.b].owner)
            if match.b == page:
                others[match.said_b.sentence].add(self.pages[match.a].owner)
        taken = size(one for one in self.own[page] if one.sentence in others)
        sources = {min(names) for names in others.values() if len(names) <= 2}
        content = size(one for one in self.own[page] if one.content)
        return len(sources), taken / content if taken else 0.0

    def shown(self, row: Row) -> list[tuple[str, str]]:
        """The sentences that are reported with a pair."""
        a, b = self.pages[row["a"]], self.pages[row["b"]]
        texts = {one.sentence: one.text for one in b.sentences}
        if row["b"] in self.twins:
            chosen = {one: one.sentence for one in map(_hashable, a.sentences)}
        else:
            chosen = {}
            for match in self.matches:
                if (match.a, match.b) == (row["a"], row["b"]):
                    one = _hashable(match.said_a)
                    chosen[one] = min(chosen.get(one, match.said_b.sentence), match.said_b.sentence)
        order = sorted(chosen, key=lambda one: (one.start, one.sentence))
        return [(one.text, texts[chosen[one]]) for one in order[: self.options.sentences]]


def plain(pages: Readings, options: SimilarOptions) -> Plain:
    """The collection of `pages` by number; each URL occurs once."""
    twins = {} if options.faithful else _duplicates(pages, options.max_pages)
    single = {number: page for number, page in pages.items() if number not in twins}
    frame = set() if options.faithful else _boilerplate(single)
    own = {
        number: [
            one
            for one in page.sentences
            if one.sentence not in frame and (one.content or not options.faithful)
        ]
        for number, page in single.items()
    }
    frequency = Counter(one.sentence for page in single.values() for one in page.sentences)
    owners: dict[int, set[int]] = defaultdict(set)
    for number, sentences in own.items():
        for one in sentences:
            owners[one.sentence].add(pages[number].owner)
    return Plain(pages, options, twins, own, frequency, owners)


def size(sentences: Iterable[LongSentence]) -> int:
    return sum(one.width for one in sentences)


def _duplicates(pages: Readings, most: int) -> dict[int, int]:
    groups = defaultdict(list)
    for number, page in sorted(pages.items()):
        if page.sentences:
            groups[frozenset(one.sentence for one in page.sentences)].append(number)
    large = [numbers for numbers in groups.values() if len(numbers) > most]
    return {number: numbers[0] for numbers in large for number in numbers[1:]}


def _boilerplate(pages: Readings) -> set[int]:
    """Sentences on at least 4 and at least a fifth of the different pages of a site."""
    frame = set()
    for site in {page.site for page in pages.values()}:
        here = {page.digest: page for page in pages.values() if page.site == site and page.digest}
        counts = Counter(one.sentence for page in here.values() for one in page.sentences)
        frame |= {one for one, on in counts.items() if on >= 4 and 5 * on >= len(here)}
    return frame


def _hashable(one: LongSentence) -> Any:
    return one._replace(bands=())  # type: ignore[arg-type]
