"""Small sites: pages with one template and different texts."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from honbun.content import pipeline
from honbun.content.duplicates import Duplicates
from honbun.content.model import Content, ContentOptions
from honbun.page import Page
from honbun.runner.run import DEFAULT_RUN
from tests.content.models import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from honbun.content.memory import MemoryStore
    from honbun.content.scoring import Model

HOST = "https://harbour.example"
EXPLAIN = ContentOptions(explain=True)
_WORDS = (
    "anchor barge beacon bollard breeze buoy cabin canal cargo chart cliff coast compass coral "
    "crane crew current deck dinghy dock drift eddy engine estuary ferry fisher fog galley gull "
    "harbour hatch hull island jetty keel ladder lagoon lantern ledge lighthouse lock mast mooring "
    "net oar paddle pier pilot plank pontoon propeller quay rigging rope rudder sail sandbank "
    "seagrass seal shanty shipyard shoal signal skiff sluice spray storm strait surf swell tide "
    "timber tiller trawler tug vessel voyage watch wave weather wharf winch wind yard yawl"
).split()


def say(number: int, part: int = 0, words: int = 14) -> str:
    """A sentence that no other page has."""
    chosen = Random(f"{number} {part}").sample(_WORDS, words)
    return " ".join(chosen).capitalize() + "."


def title(number: int) -> str:
    return say(number, 100, 3).removesuffix(".")


def text(number: int) -> str:
    """Three paragraphs."""
    return "".join(f"<p>{say(number, part)}</p>" for part in range(3))


def nothing(number: int) -> str:
    return ""


def page(
    number: int,
    *,
    body: Callable[[int], str] = text,
    head: Callable[[int], str] = nothing,
    above: Callable[[int], str] = nothing,
    header: Callable[[int], str] = nothing,
    below: Callable[[int], str] = nothing,
) -> Page:
    """A page: `above` its title, in the `header` under it, in its `body` and `below` that."""
    return Page(
        f"<html lang=en><title>{title(number)} | Harbour Notes</title>{head(number)}"
        "<body><div class=brand><p>Harbour Notes</p></div>"
        "<ul class=menu><li><a href=/>Home</a><li><a href=/about>About us</a></ul>"
        f"<div class=page>{above(number)}<h1>{title(number)}</h1>{header(number)}"
        f"<div class=text>{body(number)}</div>{below(number)}</div>"
        "<div class=foot><p>© The harbour notes, a paper for all who live by the sea</p></div>",
        url=f"{HOST}/notes/{number}.html",
    )


def site(
    count: int,
    *,
    body: Callable[[int], str] = text,
    head: Callable[[int], str] = nothing,
    above: Callable[[int], str] = nothing,
    header: Callable[[int], str] = nothing,
    below: Callable[[int], str] = nothing,
) -> list[Page]:
    """Pages with one template, numbered from 0."""
    return [
        page(number, body=body, head=head, above=above, header=header, below=below)
        for number in range(count)
    ]


def results(
    pages: Iterable[Page],
    options: ContentOptions = EXPLAIN,
    *,
    duplicates: Iterable[tuple[str, str]] = (),
    memory: MemoryStore | None = None,
    update_memory: bool = True,
    model: Model = PLAIN,
) -> list[Content]:
    """The content of pages, by a model that only looks at the size and at other pages."""
    return list(
        pipeline.extract(
            pages,
            options,
            DEFAULT_RUN,
            duplicates=Duplicates.from_pairs(duplicates),
            memory=memory,
            update_memory=update_memory,
            model=model,
        )
    )


def texts(content: Content) -> list[str]:
    return [block.text for block in content.blocks if block.text]
