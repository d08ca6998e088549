"""Passages: the content of a collection as texts with flat metadata, as vector stores want it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from honbun import api
from honbun.runner.run import DEFAULT_RUN

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from honbun.content.model import Content, ContentOptions
    from honbun.inputs.options import ReadOptions
    from honbun.runner.run import Run

    Value = str | int | float


class Passage(NamedTuple):
    """The Markdown of a page, or a chunk of it."""

    id: str
    """The page's address, with the number of the chunk; the same in the next run."""
    text: str
    metadata: dict[str, Value]
    """Only values that every vector store can hold: no lists, nothing empty."""


@dataclass(frozen=True, slots=True)
class PassageOptions:
    """How inputs become passages."""

    max_tokens: int | None = None
    """The longest chunk, in tokens of about four letters; None for whole pages."""
    content: ContentOptions | None = None
    reading: ReadOptions | None = None
    run: Run = DEFAULT_RUN


def passages(
    inputs: tuple[str | os.PathLike[str], ...], options: PassageOptions
) -> Iterator[Passage]:
    """The passages of a collection, in order; pages without content have none."""
    pages = api.read(*inputs, options=options.reading, run=options.run)
    times: Counter[str] = Counter()
    for content in api.extract(pages, options.content, run=options.run):
        times[content.url] += 1
        # Two pages of a crawl may claim one address.
        number = times[content.url]
        name = content.url if number == 1 else f"{content.url}~{number}"
        if options.max_tokens is None:
            if content.blocks:
                yield Passage(name, content.markdown, _metadata(content))
            continue
        for place, chunk in enumerate(content.chunks(options.max_tokens)):
            about = {**_metadata(content), "chunk": place}
            if chunk.headings:
                about["headings"] = " > ".join(chunk.headings)
            yield Passage(f"{name}#chunk-{place}", chunk.text, about)


def _metadata(content: Content) -> dict[str, Value]:
    """What is known of a page; `source` is what LangChain calls its address."""
    names = ("title", "author", "date", "language", "site", "description", "kind", "confidence")
    about = {"source": content.url, **{name: getattr(content, name) for name in names}}
    return {name: value for name, value in about.items() if value is not None}
