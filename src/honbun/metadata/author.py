"""The authors of a page: those that it declares, checked against the bylines that it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.metadata.names import (
    clean_name,
    is_capitalised,
    is_full_name,
    is_handle,
    is_person,
    split_names,
    without_honorific,
)
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.metadata.place import Place
    from honbun.metadata.visible import ShownName, VisibleCandidates

_KINDS = ("label", "marked", "named", "link")
"""How a byline is recognised where the page declares nobody, the surest first."""

_SURE = ("marked", "label")

Names = tuple[str, ...]


def choose_authors(
    declared: DeclaredMetadata, candidates: VisibleCandidates, place: Place
) -> tuple[Names, tuple[int, ...]]:
    """All authors of a page in order, and the blocks that show them.

    People have precedence over agencies, and these over the site itself. The first declared list
    of people is used, unless a byline beside the title has all of its names and more.
    """
    near = place.nearest(candidates.names)
    organizations = (*declared.organizations, *declared.sites)
    lists = [_split(names) for names in declared.author_lists]
    bylines = _bylines(near)
    labelled = _bylines([name for name in near if name.kind == "label"])
    chosen = (
        _agreed(
            [_only(names, organizations) for names in lists],
            [_only(names, organizations) for names in bylines],
            [_only(names, organizations) for names in labelled],
        )
        or _confirmed(lists, bylines)
        or _account(candidates, near, place)
        or _only_person(_signatures(candidates, place), organizations)
        or next(filter(None, (_others(names, declared.sites) for names in lists + bylines)), ())
        or next(filter(None, lists), ())
    )
    bare = _folded(chosen)
    blocks = (each.block for each in near if any(name in fold_text(each.text) for name in bare))
    return chosen, tuple(dict.fromkeys(blocks))


def _agreed(lists: Sequence[Names], bylines: Sequence[Names], labelled: Sequence[Names]) -> Names:
    """The people that lists and bylines agree on: the first of them, corrected by the bylines."""
    chosen = next(filter(None, (*lists, *bylines)), ())
    owner = next(filter(None, labelled), ())
    if owner and all(map(is_full_name, owner)) and not any(map(is_full_name, chosen)):
        chosen = owner  # its account is declared
    for names in bylines:
        if _folded(chosen) < _folded(names) and all(map(is_full_name, names)):
            chosen = names
    first = next(filter(None, bylines), ())
    if first and _folded(first) < _folded(chosen):
        # The byline leaves out who only contributed, if another list does so too.
        return next((names for names in lists if _folded(names) == _folded(first)), chosen)
    return chosen


def _confirmed(lists: Sequence[Names], bylines: Sequence[Names]) -> Names:
    """The declared names that a byline shows too, although the site may be named alike."""
    shown = {name for names in bylines for name in _folded(names)}
    return next((names for names in lists if names and _folded(names) <= shown), ())


def _account(candidates: VisibleCandidates, near: Sequence[ShownName], place: Place) -> Names:
    """The account in a byline of one word beside a date at the title: "by ada99 on 3 May"."""
    dated = {block + step for block in candidates.dated for step in (-2, -1, 0, 1, 2)}
    for name in near:
        if name.kind == "label" and place.is_at_title(name.block) and name.block in dated:
            handle = clean_name(name.text)
            if is_handle(handle):
                return (handle,)
    return ()


def _bylines(near: Sequence[ShownName]) -> list[Names]:
    """The names in the bylines, of the surest kind first, those of one block together."""
    found: list[Names] = []
    for kind in _KINDS:
        by_block: dict[int, list[str]] = {}
        for name in near:
            if name.kind == kind:
                shown = filter(is_capitalised, split_names(name.text))
                full = shown if kind == "label" else filter(is_full_name, shown)
                by_block.setdefault(name.block, []).extend(full)
        found += [tuple(dict.fromkeys(names)) for names in by_block.values() if names]
    return found


def _signatures(candidates: VisibleCandidates, place: Place) -> list[ShownName]:
    """The bylines after the title, or in a line with a date; others are parts of menus."""
    dated = candidates.dated
    return [one for one in candidates.names if one.block > place.title or one.block in dated]


def _only_person(shown: Sequence[ShownName], organizations: Sequence[str]) -> Names:
    """The names that all bylines of a page agree on, wherever they are."""
    for kind in _SURE:
        bylines = _bylines([name for name in shown if name.kind == kind])
        people = (_only(tuple(filter(is_full_name, names)), organizations) for names in bylines)
        found = dict.fromkeys(filter(None, people))
        if len(found) == 1:
            return next(iter(found))
    return ()


def _split(names: Iterable[str]) -> Names:
    return tuple(dict.fromkeys(name for each in names for name in split_names(each)))


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(fold_text(without_honorific(name)) for name in names)


def _only(names: Names, organizations: Sequence[str]) -> Names:
    """The people among some names."""
    return tuple(name for name in names if is_person(name, organizations))


def _others(names: Names, sites: Sequence[str]) -> Names:
    """The names that are not those of the site."""
    own = _folded(sites)
    return tuple(name for name in names if fold_text(name) not in own)
