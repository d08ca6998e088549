"""Templates and outlines as bytes that are safe to read from a file: JSON, numbers in base 64."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import orjson

from honbun.content.duplicates import NearDuplicates
from honbun.content.explain import Reason
from honbun.content.measure.outline import Outline
from honbun.content.template.place import Names
from honbun.content.template.route import Step
from honbun.content.template.template import Slot, Template
from honbun.errors import MemoryFileError
from honbun.text.dates import Order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

LONGEST = 1000
"""Characters of a block's text that are kept; templates are learnt from what is shorter."""


_UNASKED = ("pressed", "veiled")
"""Columns that templates do not ask for."""


@contextmanager
def _unpacking() -> Iterator[None]:
    """What a file holds may be damaged: this is said, and not which part of it was missed."""
    try:
        yield
    except (ValueError, TypeError, LookupError) as error:
        raise MemoryFileError("what the memory holds of pages of this kind is damaged") from error


def pack_outline(outline: Outline) -> bytes:
    """An outline for a template to be learnt from again: long texts are cut."""
    columns = {field.name: getattr(outline, field.name) for field in fields(Outline)}
    for name in _UNASKED:
        del columns[name]
    columns["text"] = [text[:LONGEST] for text in outline.text]
    columns["mark"] = _numbers(outline.mark)
    return orjson.dumps(columns)


@_unpacking()
def unpack_outline(data: bytes) -> Outline:
    """The outline that was packed; raises MemoryFileError for what is none."""
    columns = orjson.loads(data)
    columns["mark"] = _list(columns["mark"])
    columns["names"] = [tuple(names) for names in columns["names"]]
    columns["links"] = [tuple(counts) for counts in columns["links"]]
    columns["titles"] = tuple(columns["titles"])
    columns |= {name: [0] * len(columns["tag"]) for name in _UNASKED}
    return Outline(**columns)


def pack_template(template: Template) -> bytes:
    twins = template.twins
    return orjson.dumps(
        {
            "urls": list(template.urls),
            "names": dict(template.names.pages),
            "anchors": sorted(template.names.anchors),
            "holders": _lists(twins.holders),
            "length": list(twins.length),
            "marks": [_numbers(sorted(marks)) for marks in twins.marks],
            "texts": _counts(template.texts),
            "route": _route(template.route),
            "slots": [
                _numbers(template.slots),
                [_slot(slot) for slot in template.slots.values()],
            ],
            "usual": [_numbers(template.usual), [sorted(w) for w in template.usual.values()]],
            "titles": _numbers(sorted(template.titles)),
            "title_places": _counts(template.title_places),
            "verdicts": [_numbers(template.verdicts), list(template.verdicts.values())],
            "order": template.order,
        }
    )


@_unpacking()
def unpack_template(data: bytes) -> Template:
    """The template that was packed; raises MemoryFileError for what is none."""
    told: dict[str, Any] = orjson.loads(data)
    twins = NearDuplicates(
        len(told["urls"]),
        _unlists(told["holders"]),
        told["length"],
        [frozenset(_list(marks)) for marks in told["marks"]],
    )
    places, slots = told["slots"]
    where, usual = told["usual"]
    ruled, verdicts = told["verdicts"]
    return Template(
        urls=told["urls"],
        names=Names(told["names"], frozenset(told["anchors"])),
        twins=twins,
        texts=_uncounts(told["texts"]),
        route=_unroute(told["route"]),
        slots=dict(zip(_list(places), map(_unslot, slots))),
        usual=dict(zip(_list(where), map(frozenset, usual))),
        titles=frozenset(_list(told["titles"])),
        title_places=_uncounts(told["title_places"]),
        verdicts=dict(zip(_list(ruled), map(Reason, verdicts))),
        order=Order(told["order"]) if told["order"] else None,
    )


def _numbers(values: Iterable[int]) -> str:
    return b64encode(array("Q", values).tobytes()).decode()


def _list(text: str) -> list[int]:
    return array("Q", b64decode(text)).tolist()


def _counts(counts: Mapping[int, int]) -> list[str]:
    return [_numbers(counts), b64encode(array("Q", counts.values()).tobytes()).decode()]


def _uncounts(packed: Sequence[str]) -> dict[int, int]:
    return dict(zip(_list(packed[0]), array("Q", b64decode(packed[1]))))


def _lists(lists: Mapping[int, Sequence[int]]) -> list[Any]:
    return [_numbers(lists), list(lists.values())]


def _unlists(packed: Sequence[Any]) -> dict[int, Sequence[int]]:
    return dict(zip(_list(packed[0]), packed[1]))


def _route(step: Step | None) -> list[Any]:
    """The route as a flat list: steps in the order they are met, each with where it goes on."""
    flat: list[list[Any]] = []
    open_steps = [(step, -1, "")]
    while open_steps:
        step, parent, branch = open_steps.pop()
        if step is not None:
            flat.append([step.key, parent, branch])
            open_steps += [(step.otherwise, len(flat) - 1, "else"), (step.then, len(flat) - 1, "")]
    return flat


def _unroute(flat: Sequence[Any]) -> Step | None:
    then: dict[int, Step] = {}
    otherwise: dict[int, Step] = {}
    for number in range(len(flat) - 1, -1, -1):
        key, parent, branch = flat[number]
        step = Step(key, then.get(number), otherwise.get(number))
        (otherwise if branch else then)[parent] = step
    return then.get(-1)


def _slot(slot: Slot) -> list[Any]:
    dates = [[count, pages] for count, pages in slot.dates.items()]
    return [slot.pages, slot.once, slot.values, slot.said, _counts(slot.repeats), dates]


def _unslot(packed: Sequence[Any]) -> Slot:
    pages, once, values, said, repeats, dates = packed
    return Slot(pages, once, values, said, _uncounts(repeats), dict(dates))
