"""Builders of pages with declarations."""

from __future__ import annotations

from typing import Any

import orjson

from honbun.html.parse import parse
from honbun.metadata.declared import DeclaredMetadata, declared_metadata

URL = "https://example.org/2024/moss/"


def read(html: str, url: str = URL) -> DeclaredMetadata:
    return declared_metadata(parse(html), url)


def script(text: str, type_: str = "application/ld+json") -> str:
    return f'<script type="{type_}">{text}</script>'


def declared_by(*values: Any) -> DeclaredMetadata:
    """What a page with these JSON-LD values declares."""
    return read("".join(script(orjson.dumps(value).decode()) for value in values))


def article(**fields: Any) -> dict[str, Any]:
    return {"@type": "Article", **fields}
