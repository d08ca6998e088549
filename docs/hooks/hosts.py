"""Check that the built site loads nothing from other hosts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed|object)\b[^>]*?\b(?:src|data)=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b[^>]*?\brel=["']?(?:stylesheet|preload|icon|modulepreload)[^>]*?\bhref=["']?((?:https?:)?//[^"'\s>]+)"""
)
_FROM_STYLES = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""")


def on_post_build(config: Any, **_: Any) -> None:
    """Called by mkdocs when the site is built."""
    found = sorted(loads(Path(config["site_dir"])))
    if found:
        raise SystemExit("the site would load from other hosts:\n" + "\n".join(found))


def loads(site: Path) -> set[str]:
    """The external URLs that pages and style sheets would load, each with its file."""
    found = set()
    for path in site.rglob("*"):
        if path.suffix not in (".html", ".css"):
            continue
        text = path.read_text(encoding="utf-8")
        pattern = _LOADED if path.suffix == ".html" else _FROM_STYLES
        for match in pattern.finditer(text):
            address = next(group for group in match.groups() if group)
            found.add(f"{path.relative_to(site)}: {address}")
    return found
