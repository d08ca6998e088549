"""A gathered collection judged with a memory: kinds it knows are judged by what was learnt before.

A page of a known kind costs no more than itself. Its outline is kept, and when enough have come the
template is learnt again, from the old and the new together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from honbun.content.collection import learn_apart, members, read, rule, sample, telling
from honbun.content.memory import Sample, TemplateUpdate
from honbun.content.template.pack import (
    pack_outline,
    pack_template,
    unpack_outline,
    unpack_template,
)
from honbun.html.templates import group_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from honbun.content.decisions import Ruling
    from honbun.content.memory import StoredTemplate, TemplateStore
    from honbun.content.model import ContentOptions
    from honbun.content.pipeline import Gathered
    from honbun.content.record import Record
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template
    from honbun.errors import Failure

_GROWN = 1.25
"""A template is learnt again when the pages held are so many times those it was learnt from."""


class Recalled(NamedTuple):
    """What was ruled with a memory, and what it has to learn."""

    rulings: dict[int, Ruling]
    """By the numbers of the pages."""
    lessons: list[TemplateUpdate]
    """To be saved when the results are safe: a run that is repeated must not learn twice."""


def rulings(
    gathered: Gathered,
    options: ContentOptions,
    on_failure: Callable[[Failure], None],
    store: TemplateStore,
    *,
    learning: bool,
) -> Recalled:
    """The ruling on every page, and with `learning` the lessons that the memory may take."""
    known = store.kinds()
    kinds = group_pages(gathered.signatures, [kind.features for kind in known])
    found: dict[int, Ruling] = {}
    lessons = []
    for kind, numbers in members(gathered, kinds).items():
        old = known[kind] if kind < len(known) else None
        pages = _Pages(gathered, numbers, sample(gathered, numbers, options.sample))
        with telling(gathered, numbers, on_failure):
            if old and old.learnt and not (learning and _has_grown(old, pages, options)):
                study = _Study(_recalled(store, old), {}, "memory", learnt=False)
            else:
                study = _learn(pages, store.samples(old.number) if old else [], options)
            found.update(_judged(pages, study, options, on_failure))
            if learning:
                lessons.append(_lesson(pages, study, old, kinds.features[kind]))
    return Recalled(found, lessons)


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of one kind in this run."""

    gathered: Gathered
    numbers: Sequence[int]
    chosen: Sequence[int]
    """Those that may be learnt from."""

    def samples(self) -> list[Sample]:
        return [_sample(self.gathered, number) for number in self.chosen]

    def hosts(self) -> Counter[str]:
        return Counter([_host(self.gathered.pages[number]) for number in self.numbers])


@dataclass(frozen=True, slots=True)
class _Study:
    """What a kind's pages are judged by."""

    template: Template
    readings: Mapping[int, Reading]
    """The pages of this run that the template was learnt from, as it sees them."""
    method: str
    learnt: bool
    """Whether it was learnt just now."""


def _judged(
    pages: _Pages, study: _Study, options: ContentOptions, on_failure: Callable[[Failure], None]
) -> Iterator[tuple[int, Ruling]]:
    gathered, template = pages.gathered, study.template
    for number in pages.numbers:
        with telling(gathered, [number], on_failure):
            reading = study.readings.get(number) or read(gathered, number, template)
            yield number, rule(gathered.pages[number], reading, template, options, study.method)


def _learn(pages: _Pages, held: Sequence[Sample], options: ContentOptions) -> _Study:
    """A template learnt from this run's pages and from those that the memory holds."""
    records = [pages.gathered.pages[number] for number in pages.chosen]
    urls = {record.url for record in records}
    before = [one for one in held if one.url not in urls][: options.sample]
    outlines = [pages.gathered.outline(number) for number in pages.chosen]
    outlines += [unpack_outline(one.outline) for one in before]
    told = [(record.url, record.declared.language) for record in records]
    told += [(one.url, one.language) for one in before]
    kept, learnt = learn_apart(outlines, told, pages.gathered.copies)
    new = len(pages.chosen)
    seen = {pages.chosen[i]: one for i, one in zip(kept, learnt.readings) if i < new}
    return _Study(learnt.template, seen, "memory" if held else "collection", learnt=True)


def _has_grown(old: StoredTemplate, pages: _Pages, options: ContentOptions) -> bool:
    """Whether there is enough to learn from that was not there the last time."""
    held = old.kept + len(pages.chosen)
    return old.learnt < options.sample and held >= _GROWN * old.learnt


def _lesson(
    pages: _Pages, study: _Study, old: StoredTemplate | None, features: frozenset[int]
) -> TemplateUpdate:
    return TemplateUpdate(
        number=old.number if old else None,
        features=features,
        seen=pages.hosts(),
        samples=pages.samples(),
        template=pack_template(study.template) if study.learnt else None,
        learnt=study.template.pages if study.learnt else 0,
    )


_recalled_before: WeakKeyDictionary[TemplateStore, dict[int, tuple[int, Template]]] = (
    WeakKeyDictionary()
)
"""The templates of each store that were read from it, with their versions."""


def _recalled(store: TemplateStore, kind: StoredTemplate) -> Template:
    templates = _recalled_before.setdefault(store, {})
    version, template = templates.get(kind.number, (-1, None))
    if template is None or version != kind.version:
        template = unpack_template(store.template(kind.number))
        templates[kind.number] = (kind.version, template)
    return template


def _sample(gathered: Gathered, number: int) -> Sample:
    page = gathered.pages[number]
    return Sample(page.url, page.declared.language, pack_outline(gathered.outline(number)))


def _host(page: Record) -> str:
    try:
        return urlsplit(page.url).netloc
    except ValueError:
        return ""
