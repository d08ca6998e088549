"""The title of a page: the block that shows it, and its text without the site's name."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from honbun.text.unicode import collapse, fold_text
from honbun.text.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from honbun.metadata.declared import DeclaredMetadata

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_SHORTEST = 4
"""Characters of a text that is not by chance a part of the title."""
_LONGEST = 300
_ALIKE = 0.5
"""Share of words that a heading and a declared title have in common where one is the other,
reworded for search engines."""
_NO_HEADING = 7
_PART = 1 / 3
"""Share of a declared title from which a heading is the title and not a topic or the site."""
_GOOD = 2
"""The match of a text with such a share."""
_Quality = tuple[int, bool, int, bool, int, int]
_NOTHING = (0, False, 0, False, 0, 0)
_MAIN_ALIKE = 0.2
"""The same for a heading of the first rank."""
_ANCHORS = " ¶§\N{LINK SYMBOL}#"
"""Symbols at the end of a heading that link to itself."""
_SEPARATOR = re.compile(
    r"\s+[|–—·•»«:/\\>-]+\s+|\s*(?:[|｜»«¦_]+|::|--+)\s*|(?<=[\u3040-\u9fff])-(?=[\u3040-\u9fff])"
)
_COLONS = " :："
_WORD = re.compile(r"\w+")


def choose_title_block(
    declared: DeclaredMetadata,
    tags: Sequence[str],
    texts: Sequence[str],
    sizes: Sequence[int],
    linked: Sequence[int],
) -> int | None:
    """The block that shows the title of the page.

    It is the heading that is a good part of the declared titles, of several the highest in rank,
    then one that is no link: cards and menus show titles too. Where no heading is a good part,
    other blocks are compared, then headings that are a declared title reworded. Where nothing is
    like a declared title, it is the only main heading that is no link.
    """
    titles = _Titles(declared)
    headings = [
        block for block, tag in enumerate(tags) if tag in _HEADINGS and 0 < sizes[block] < _LONGEST
    ]

    def quality(block: int) -> _Quality:
        rank = -_HEADINGS.get(tags[block], _NO_HEADING)
        unlinked = 2 * linked[block] < sizes[block]
        match, agreed = titles.match(texts[block])
        if rank == -1 and match < _GOOD and titles.likeness(texts[block]) >= _ALIKE:
            match, agreed = _GOOD, True
        return match, agreed, rank, unlinked, sizes[block], -block

    # The others have nothing of a title, so that it does not matter which of them is the best.
    alike = (block for block in headings if tags[block] == "h1" or titles.has(texts[block]))
    best = max(map(quality, alike), default=_NOTHING)
    if best[0] == _GOOD and best[3]:
        return -best[-1]
    main = [block for block in headings if tags[block] == "h1" and 2 * linked[block] < sizes[block]]
    main = [block for block in main if not titles.is_site(texts[block])]
    reworded = [block for block in main if titles.likeness(texts[block]) >= _MAIN_ALIKE]
    reworded += [block for block in headings if titles.likeness(texts[block]) >= _ALIKE]
    if reworded and best[0] < _GOOD:
        return max(reworded, key=quality)
    short = (block for block, size in enumerate(sizes) if _SHORTEST <= size < _LONGEST)
    whole = (block for block in short if titles.has_part(texts[block]))
    best = max(best, max(map(quality, whole), default=_NOTHING))
    if best[0]:
        return -best[-1]
    return main[0] if main and (len(main) == 1 or not declared.titles) else None


class _Titles:
    """The declared titles, to compare texts with."""

    def __init__(self, declared: DeclaredMetadata) -> None:
        self._folded = [title for title in map(fold_text, declared.titles) if title]
        self._sites = {fold_text(site) for site in declared.sites}
        # One part of `<title>` is the site's name; it is rarely the longest.
        longest = (max(_SEPARATOR.split(title), key=len) for title in declared.titles)
        self._parts = {*map(fold_text, longest), *self._folded} - self._sites
        self._all = " ".join(self._folded)
        self._titles = declared.titles

    @cached_property
    def _words(self) -> list[frozenset[str]]:
        return [_words(title) for title in self._titles]

    def has(self, text: str) -> bool:
        """Whether a title may have a text as its part."""
        return fold_text(text.rstrip(_ANCHORS)) in self._all

    def is_site(self, text: str) -> bool:
        return fold_text(text) in self._sites

    def has_part(self, text: str) -> bool:
        """Whether a text is a title, or what one has between separators."""
        return fold_text(text) in self._parts

    def match(self, text: str) -> tuple[int, bool]:
        """How good a part of a title a text is, and whether others than `<title>` have it.

        `<title>` alone has the name of the site, which some sites show as their main heading.
        """
        bare = fold_text(text.rstrip(_ANCHORS))
        if bare not in self._all or not bare or bare in self._sites:
            return 0, False
        shares = [len(bare) / len(title) if bare in title else 0 for title in self._folded]
        share = max(shares, default=0)
        if share == 0 or (len(bare) < _SHORTEST and share < 1):
            return 0, False
        agreed = len(shares) == 1 or any(shares[:-1])
        return _GOOD if share >= _PART else int(bare in self._parts), agreed

    def likeness(self, text: str) -> float:
        """The share of words that a text has in common with the title that is most like it."""
        words = _words(text)
        return max((len(words & title) / len(words | title) for title in self._words), default=0.0)


def choose_title(declared: DeclaredMetadata, shown: str | None, url: str = "") -> str | None:
    """The title as the page shows it, else as it declares it, without the site's name."""
    host = split_url(url).host.removeprefix("www.")
    names = {fold_text(name) for name in (*declared.sites, *declared.organizations)} | {host}
    heading = _without_names(collapse(shown or "").rstrip(_ANCHORS), names)
    if heading and fold_text(heading) not in names:
        return _with_kicker(heading, declared.titles[:-1])
    if not declared.titles:
        return None
    title, last = declared.titles[0], fold_text(declared.titles[-1])
    if fold_text(title) != last and fold_text(title) in last:
        return title  # `<title>` adds the site to it
    return _without_names(title, names | {*host.split(".")})


def _with_kicker(heading: str, titles: Sequence[str]) -> str:
    """The heading with the topic before it, if the first declared title with it has one.

    Newspapers show a topic above the headline, as a part of it: "Harbour strike: No end in sight".
    A heading has more than a declared title where it names the section too: "No end - Harbour".
    """
    bare = fold_text(heading.lstrip(_COLONS))
    for title in titles if bare else ():
        whole = fold_text(title)
        if whole == bare:
            return heading
        if _SEPARATOR.match(heading, len(title)) and heading.startswith(title):
            return title
        if whole.endswith(bare) and whole.removesuffix(bare)[-1] in _COLONS:
            return title
    return heading.lstrip(_COLONS)


def _without_names(title: str, names: Container[str]) -> str:
    """A title without the names between separators at its ends."""
    start, stop = 0, len(title)
    cuts = [(match.start(), match.end()) for match in _SEPARATOR.finditer(title)]
    while cuts and fold_text(title[cuts[-1][1] : stop]) in names:
        stop = cuts.pop()[0]
    while cuts and fold_text(title[start : cuts[0][0]]) in names:
        start = cuts.pop(0)[1]
    return title[start:stop].strip() or title


def _words(text: str) -> frozenset[str]:
    """The words of a text; never empty, so that it can be divided by."""
    return frozenset(_WORD.findall(text.casefold())) or frozenset((text,))
