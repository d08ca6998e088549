"""The records of a site memory; the store is `honbun.stores.site_memory`.

A memory holds for each kind of page the template that was learnt, and the outlines that it was
learnt from, so that it can be learnt again when more have come.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that a template is learnt from."""

    url: str
    language: str | None
    outline: bytes
    """The outline, packed in a form that is safe to read from a file."""


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """A kind of page that the memory knows."""

    number: int
    """Its name in the store."""
    features: frozenset[int]
    """What pages are recognised by."""
    version: int
    """Grows whenever the template changes."""
    learnt: int
    """How many pages the template was learnt from."""
    kept: int
    """How many samples are held."""


@dataclass(frozen=True, slots=True)
class TemplateUpdate:
    """What a run adds to the memory about one kind of page."""

    number: int | None
    """The kind, None for a new one."""
    features: frozenset[int]
    seen: Mapping[str, int]
    """How many pages of each host were judged."""
    samples: Sequence[Sample] = field(default_factory=list)
    """Pages to keep; a page that is held already is replaced."""
    template: bytes | None = None
    """The template, where it was learnt anew."""
    learnt: int = 0


class TemplateStore(Protocol):
    """A memory on disk."""

    def kinds(self) -> list[StoredTemplate]: ...
    def template(self, number: int) -> bytes: ...
    def samples(self, number: int) -> list[Sample]: ...
    def save(self, lessons: Sequence[TemplateUpdate]) -> None: ...
