"""Memory: templates that are kept between runs.

A memory stores for each template group the template, and the block columns of the pages it was
learnt from. A page of a known group is judged by the stored template. When enough new pages have
come, the template is learnt again from the stored and the new pages. The file is
`honbun.stores.site_memory`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from honbun.content.collection import decide, learn_template, report_errors
from honbun.content.template.pack import (
    pack_outline,
    pack_template,
    unpack_outline,
    unpack_template,
)
from honbun.html.templates import group_pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from honbun.content.collection import Collection
    from honbun.content.decisions import Decisions
    from honbun.content.model import ContentOptions
    from honbun.content.record import PageRecord
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template
    from honbun.runner.run import Run

_GROWTH = 1.25
"""A template is learnt again when there are this many times the pages it was learnt from."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that a template is learnt from."""

    url: str
    language: str | None
    outline: bytes
    """Block columns, packed in a form that is safe to read from a file."""


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """A template group in the memory, without its template."""

    number: int
    """Identifies it in the store."""
    features: frozenset[int]
    """Pages are assigned to it by these."""
    version: int
    """Grows whenever the template changes."""
    learnt: int
    """Number of pages that the template was learnt from."""
    kept: int
    """Number of stored samples."""


@dataclass(frozen=True, slots=True)
class TemplateUpdate:
    """What a run adds to the memory about one template group."""

    number: int | None
    """The stored group; None for a new one."""
    features: frozenset[int]
    seen: Mapping[str, int]
    """Number of judged pages of each host."""
    samples: Sequence[Sample] = field(default_factory=list)
    """Pages to store; a sample with the same URL is replaced."""
    template: bytes | None = None
    """The template, if it was learnt in this run."""
    learnt: int = 0


class TemplateStore(Protocol):
    """A memory on disk."""

    def templates(self) -> list[StoredTemplate]: ...
    def template(self, number: int) -> bytes: ...
    def samples(self, number: int) -> list[Sample]: ...
    def save(self, updates: Sequence[TemplateUpdate]) -> None: ...


class MemoryDecisions(NamedTuple):
    """Decisions made with a memory, and what it can learn from the run."""

    decisions: dict[int, Decisions]
    """By page number."""
    updates: list[TemplateUpdate]


def judge_with_memory(
    collection: Collection, options: ContentOptions, run: Run, store: TemplateStore, *, update: bool
) -> MemoryDecisions:
    """Decide about every page by stored and new templates; with `update`, return the updates."""
    known = store.templates()
    groups = group_pages(collection.signatures, [stored.features for stored in known])
    found: dict[int, Decisions] = {}
    updates = []
    for number, members in collection.members(groups).items():
        stored = known[number] if number < len(known) else None
        pages = _Group(collection, members, collection.sample(members, options.sample))
        with report_errors(collection, members, run.on_failure):
            if stored and stored.learnt and not (update and _has_grown(stored, pages, options)):
                source = _Source(_load_template(store, stored), {}, "memory", is_new=False)
            else:
                samples = store.samples(stored.number) if stored else []
                source = _learn(pages, samples, options)
            found.update(_judge(pages, source, options, run))
            if update:
                updates.append(_update(pages, source, stored, groups.features[number]))
    return MemoryDecisions(found, updates)


@dataclass(frozen=True, slots=True)
class _Group:
    """The pages of a template group in this run."""

    collection: Collection
    numbers: Sequence[int]
    sample: Sequence[int]
    """Pages that a template may be learnt from."""


@dataclass(frozen=True, slots=True)
class _Source:
    """The template that a group is judged by."""

    template: Template
    readings: Mapping[int, Reading]
    """Comparisons with the template, of the pages of this run that it was learnt from."""
    method: str
    is_new: bool
    """Whether it was learnt in this run."""


def _judge(
    pages: _Group, source: _Source, options: ContentOptions, run: Run
) -> Iterator[tuple[int, Decisions]]:
    collection, template = pages.collection, source.template
    for number in pages.numbers:
        with report_errors(collection, [number], run.on_failure):
            reading = source.readings.get(number) or collection.read(number, template)
            yield (
                number,
                decide(collection.pages[number], reading, template, options, source.method),
            )


def _learn(pages: _Group, stored: Sequence[Sample], options: ContentOptions) -> _Source:
    """Learn a template from the pages of this run and the stored samples."""
    records = [pages.collection.pages[number] for number in pages.sample]
    urls = {record.url for record in records}
    before = [sample for sample in stored if sample.url not in urls][: options.sample]
    outlines = [pages.collection.outline(number) for number in pages.sample]
    outlines += [unpack_outline(sample.outline) for sample in before]
    origins = [(record.url, record.declared.language) for record in records]
    origins += [(sample.url, sample.language) for sample in before]
    kept, learnt = learn_template(outlines, origins, pages.collection.duplicates)
    new = len(pages.sample)
    readings = {pages.sample[i]: one for i, one in zip(kept, learnt.readings) if i < new}
    method = "memory" if stored else "collection"
    return _Source(learnt.template, readings, method, is_new=True)


def _has_grown(stored: StoredTemplate, pages: _Group, options: ContentOptions) -> bool:
    """Whether there are enough pages that the template was not learnt from."""
    available = stored.kept + len(pages.sample)
    return stored.learnt < options.sample and available >= _GROWTH * stored.learnt


def _update(
    pages: _Group, source: _Source, stored: StoredTemplate | None, features: frozenset[int]
) -> TemplateUpdate:
    collection = pages.collection
    return TemplateUpdate(
        number=stored.number if stored else None,
        features=features,
        seen=Counter([_host(collection.pages[number]) for number in pages.numbers]),
        samples=[_sample(collection, number) for number in pages.sample],
        template=pack_template(source.template) if source.is_new else None,
        learnt=source.template.pages if source.is_new else 0,
    )


_loaded: WeakKeyDictionary[TemplateStore, dict[int, tuple[int, Template]]] = WeakKeyDictionary()
"""Templates that were read from each store, with their versions."""


def _load_template(store: TemplateStore, stored: StoredTemplate) -> Template:
    templates = _loaded.setdefault(store, {})
    version, template = templates.get(stored.number, (-1, None))
    if template is None or version != stored.version:
        template = unpack_template(store.template(stored.number))
        templates[stored.number] = (stored.version, template)
    return template


def _sample(collection: Collection, number: int) -> Sample:
    page = collection.pages[number]
    return Sample(page.url, page.declared.language, pack_outline(collection.outline(number)))


def _host(page: PageRecord) -> str:
    try:
        return urlsplit(page.url).netloc
    except ValueError:
        return ""
