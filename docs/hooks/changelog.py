"""Include CHANGELOG.md, which is at the root of the repository, in the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_HERE = "<!-- changelog -->"


def on_page_markdown(markdown: str, config: Any, **_: Any) -> str:
    """Called by mkdocs for every page: replace the placeholder."""
    if _HERE not in markdown:
        return markdown
    root = Path(config["config_file_path"]).parent
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    return markdown.replace(_HERE, text.replace("](docs/", "]("))
