"""What a feed says, whatever it is written as."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a feed. All is plain text: the formats escape it as they need."""

    id: str
    """Tells the entry from all others, and stays the same for good: readers go by it."""
    title: str = ""
    link: str | None = None
    published: str | None = None
    """ISO 8601, as precisely as it is known; what names no day is not written."""
    updated: str | None = None
    author: str | None = None
    summary: str | None = None
    content: str | None = None
    """The whole text; an empty line parts paragraphs."""
    image: str | None = None
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A list of entries, in the order in which readers should find them: the newest first."""

    title: str
    link: str | None = None
    """The page that the feed is about."""
    id: str | None = None
    """What the feed is known by; its link where it has no other."""
    self_link: str | None = None
    """Where the feed itself is to be had."""
    language: str | None = None
    description: str | None = None
    updated: str | None = None
    """ISO 8601; that of the newest entry where it is not known."""
    entries: tuple[Entry, ...] = ()
