"""The title of a page: the block that shows it, and its text without the site's name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.text.unicode import collapse, fold_text
from honbun.text.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.metadata.declared import DeclaredMetadata

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_SHORTEST = 4
"""Characters of a text that is not by chance a part of the title."""
_LONGEST = 300
_ALIKE = 0.5
"""Share of words that a heading and a declared title have in common where one is the other,
reworded for search engines."""
_ANCHORS = " ¶§\N{LINK SYMBOL}#"
"""Symbols at the end of a heading that link to itself."""
_SEPARATOR = re.compile(r"\s+[|–—·•»«:/\\>-]+\s+|\s*(?:[|｜»«¦_]+|::|--+)\s*")
_EDGE = re.compile(r"^\W+")
_WORD = re.compile(r"\w+")


def choose_title_block(
    declared: DeclaredMetadata,
    tags: Sequence[str],
    texts: Sequence[str],
    sizes: Sequence[int],
    linked: Sequence[int],
) -> int | None:
    """The block that shows the title of the page.

    Of the headings that are part of a declared title, the highest in rank, then the longest: cards
    and menus show titles too. Where none is, a heading that is a declared title reworded, then
    another block that is one, then the only main heading that is no link.
    """
    titles = [title for title in map(fold_text, declared.titles) if title]
    sites = {fold_text(site) for site in declared.sites}
    headings = [
        block for block, tag in enumerate(tags) if tag in _HEADINGS and 0 < sizes[block] < _LONGEST
    ]
    folded = {block: fold_text(texts[block]) for block in headings}

    def rank(block: int) -> tuple[int, int, int]:
        return _HEADINGS[tags[block]], -sizes[block], block

    parts = [
        block
        for block in headings
        if folded[block] not in sites and _is_part(folded[block], titles)
    ]
    if parts:
        return min(parts, key=rank)
    own = [block for block in headings if folded[block] not in sites]
    main = [block for block in own if tags[block] == "h1" and 2 * linked[block] < sizes[block]]
    words = [_words(title) for title in declared.titles]
    alike = [block for block in own if _likeness(_words(texts[block]), words) >= _ALIKE]
    if alike:
        return min(alike, key=rank)
    whole = set(titles)
    for block, size in enumerate(sizes):
        if _SHORTEST <= size < _LONGEST and fold_text(texts[block]) in whole - sites:
            return block
    return main[0] if main and (len(main) == 1 or not titles) else None


def choose_title(declared: DeclaredMetadata, shown: str | None, url: str = "") -> str | None:
    """The title as the page shows it, else as it declares it, without the site's name."""
    heading = collapse(shown or "").rstrip(_ANCHORS)
    if heading and not _is_site(heading, declared.sites):
        return _with_kicker(heading, declared.titles[:-1])
    return _without_site(declared, split_url(url).host)


def _with_kicker(heading: str, titles: Sequence[str]) -> str:
    """The heading with the topic before it, where all declared titles but `<title>` have one.

    Newspapers show a topic above the headline, as a part of it: "Harbour strike: No end in sight".
    """
    bare = fold_text(_EDGE.sub("", heading))
    if not titles or not bare:
        return heading
    for title in titles:
        whole = fold_text(title)
        if not whole.endswith(bare) or not whole.removesuffix(bare).endswith((":", "：")):
            return heading
    return titles[0]


def _without_site(declared: DeclaredMetadata, host: str) -> str | None:
    """The most trusted declared title without parts that are the site's name."""
    titles = declared.titles
    if not titles:
        return None
    best, last = titles[0], fold_text(titles[-1])
    if len(titles) > 1 and last != fold_text(best) and fold_text(best) in last:
        return best  # `<title>` adds the site to it
    labels = {label for label in host.split(".") if len(label) >= _SHORTEST}
    names = {fold_text(site) for site in declared.sites} | labels | {host.removeprefix("www.")}
    start, stop = 0, len(best)
    cuts = [(match.start(), match.end()) for match in _SEPARATOR.finditer(best)]
    while cuts and fold_text(best[cuts[-1][1] : stop]) in names:
        stop = cuts.pop()[0]
    while cuts and fold_text(best[start : cuts[0][0]]) in names:
        start = cuts.pop(0)[1]
    return best[start:stop].strip() or best


def _is_site(text: str, sites: Sequence[str]) -> bool:
    bare = fold_text(text)
    return any(bare == fold_text(site) for site in sites)


def _is_part(bare: str, titles: Sequence[str]) -> bool:
    if len(bare) < _SHORTEST:
        return bare in titles
    return any(bare in title for title in titles)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _likeness(words: frozenset[str], titles: Sequence[frozenset[str]]) -> float:
    return max((len(words & title) / len(words | title) for title in titles if title), default=0.0)
