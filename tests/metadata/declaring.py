"""Pages that declare something, in JSON-LD or otherwise."""

from __future__ import annotations

from typing import Any

import orjson

from honbun.html.parse import parse
from honbun.metadata.declared import DeclaredMetadata, declared_metadata

URL = "https://example.org/2024/moss/"


def read(html: str, url: str = URL) -> DeclaredMetadata:
    return declared_metadata(parse(html), url)


def script(text: str, kind: str = "application/ld+json") -> str:
    return f'<script type="{kind}">{text}</script>'


def told(*values: Any) -> DeclaredMetadata:
    """What a page declares that has these values as JSON-LD."""
    return read("".join(script(orjson.dumps(value).decode()) for value in values))


def article(**fields: Any) -> dict[str, Any]:
    return {"@type": "Article", **fields}
