"""Generated pages with their true posts, as evaluation and training read them."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from honbun.evaluation.truth.threads import Group, TruePage, TruePost
from honbun.page import Page
from tests.posts.pages.formats import FORMATS, PLAIN

if TYPE_CHECKING:
    from pathlib import Path


def group(name: str, *numbers: int) -> Group:
    """Pages of a template with their true posts."""
    pages = []
    for number in numbers:
        made = FORMATS[name](number, PLAIN)
        true = tuple(TruePost(p.text, p.body, p.author, p.date) for p in made.posts)
        pages.append(TruePage(Page(made.html, source=f"{name}/{number}.html"), "body", true))
    return Group(name, "structured", "en", tuple(pages))


def write_groups(folder: Path, *groups: Group) -> Path:
    """Write a folder of templates, as `read_groups` reads it."""
    for each in groups:
        listed = []
        for true in each.pages:
            path = folder / true.page.source
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(true.page.decode().text, encoding="utf-8")
            told = {"file": path.name, "url": None, "main_selector": true.main_selector}
            listed.append({**told, "posts": [asdict(post) for post in true.posts]})
        told = {"group": each.name, "style": each.style, "language": each.language}
        truth = json.dumps({**told, "pages": listed})
        (folder / each.name / "group.json").write_text(truth, encoding="utf-8")
    return folder
