"""Golden pages: a folder of `pages` has a page, why it is there, and what must be found.

`about.toml` has its `url`, a reason (`why`) and maybe `fetched_at`; `posts.json` has the posts of
each page of the folder, `lists.json` the lists of its only one.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from honbun.document.model import Document
from honbun.page import Page

_PAGES = Path(__file__).parent / "pages"


def slugs(file: str) -> list[str]:
    """The golden pages that prove something: those with this file."""
    return sorted(path.parent.name for path in _PAGES.glob(f"*/{file}"))


def pages(slug: str) -> list[Page]:
    """The pages of a folder; further ones have neighbouring URLs."""
    about = tomllib.loads((_PAGES / slug / "about.toml").read_text("utf-8"))
    url, when = about["url"], about.get("fetched_at")
    first, *others = sorted((_PAGES / slug).glob("*.html"), key=lambda path: (len(path.name), path))
    return [
        Page(first.read_bytes(), url=url, fetched_at=when),
        *(Page(path.read_bytes(), url=f"{url}-{path.stem}", fetched_at=when) for path in others),
    ]


def expected(slug: str, file: str) -> Any:
    """What must be found."""
    return json.loads((_PAGES / slug / file).read_text("utf-8"))


def shown(found: Any, like: dict[str, Any]) -> dict[str, Any]:
    """The fields of a result that a golden page specifies."""
    return {name: _plain(getattr(found, name)) for name in like}


def _plain(value: Any) -> Any:
    if isinstance(value, Document):
        return value.text.strip() or None
    return list(value) if isinstance(value, tuple) else value
