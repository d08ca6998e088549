"""Handwritten sites in the format of evaluation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FIELDS = {"title": ["h1"], "body": [".body"]}


def write_site(
    data: Path,
    name: str,
    pages: Mapping[str, str],
    fields: Mapping[str, list[str]] = FIELDS,
    **more: list[str],
) -> Path:
    """Write the folder of a site; pages whose name begins with "list" are list pages."""
    folder = data / name
    (folder / "pages").mkdir(parents=True)
    for file, html in pages.items():
        (folder / "pages" / file).write_text(html, encoding="utf-8")
    info = {
        "site": name,
        "language": "en",
        "content_selectors": fields,
        **more,
        "pages": [
            {
                "file": file,
                "url": f"https://{name}.example/{file}",
                "kind": "list" if file.startswith("list") else "article",
            }
            for file in pages
        ],
    }
    (folder / "site.json").write_text(json.dumps(info), encoding="utf-8")
    return data


def numbered(count: int) -> dict[str, str]:
    """Pages with a common menu and an article each."""
    return {
        f"{number}.html": f"<title>Page {number}</title><ul><li>Home<li>News</ul>"
        f"<h1>Number {number}</h1><div class=body><p>All about {number}.<p>And on, {number}.</div>"
        for number in range(count)
    }
