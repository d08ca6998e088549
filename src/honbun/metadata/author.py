"""The authors of a page: those that it declares, checked against the bylines that it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.metadata.names import is_person, split_names
from honbun.text import dates
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.metadata.place import Place
    from honbun.metadata.visible import ShownName, VisibleCandidates

_TRUSTED = ("marked", "label", "link")
"""How a byline is recognised where the page declares nobody, the surest first."""


def choose_authors(
    declared: DeclaredMetadata, candidates: VisibleCandidates, place: Place
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """All authors of a page in order, and the blocks that show them.

    People have precedence over organizations. The first declared list is used, unless another one
    or a byline has all of its names and more.
    """
    near = [name for name in candidates.names if place.is_near(name.block)]
    near.sort(key=lambda name: place.distance(name.block))
    bylines = _bylines(near)
    lists = [_split(names) for names in declared.author_lists]
    known = (*declared.organizations, *declared.sites)
    people = [_people(names, known) for names in (*lists, *bylines)]
    chosen = next(filter(None, people), ())
    for names in people:
        if set(map(fold_text, chosen)) < set(map(fold_text, names)):
            chosen = names
    chosen = chosen or next(filter(None, (*lists, *bylines)), ())
    bare = [fold_text(name) for name in chosen]
    blocks = (each.block for each in near if any(name in fold_text(each.text) for name in bare))
    return chosen, tuple(dict.fromkeys(blocks))


def _bylines(near: Sequence[ShownName]) -> list[tuple[str, ...]]:
    """The names in the bylines of the surest kind, those of one block together."""
    found = []
    for kind in _TRUSTED:
        by_block: dict[int, list[str]] = {}
        for name in near:
            if name.kind == kind:
                by_block.setdefault(name.block, []).extend(split_names(_before_date(name.text)))
        found += [tuple(dict.fromkeys(names)) for names in by_block.values() if names]
    return found


def _before_date(line: str) -> str:
    """The part of a line before its first date: "By Hanako Yamada, 3 May 2008"."""
    found = dates.find(line)
    return line[: found[0].start] if found else line


def _split(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in names for name in split_names(each)))


def _people(names: Sequence[str], organizations: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if is_person(name, organizations))
