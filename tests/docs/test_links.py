"""Links inside the documentation lead somewhere, and every page can be found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.docs.book import ROOT, Document, document, documents

if TYPE_CHECKING:
    from pathlib import Path

_OUTSIDE = re.compile(r"[a-z]+:")


@pytest.mark.parametrize("name", [one.name for one in documents()])
def test_links_and_anchors_resolve(name: str) -> None:
    found = document(name)
    assert [link for link in found.links if not _leads_somewhere(found, link)] == []


def _leads_somewhere(found: Document, link: str) -> bool:
    if _OUTSIDE.match(link):
        return True
    path, _, anchor = link.partition("#")
    target = found if not path else Document((found.path.parent / path).resolve())
    if not target.path.exists():
        return False
    return not anchor or anchor in target.anchors


def _nav() -> list[Path]:
    """The pages that the site's menu names."""
    _, menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")
    return [ROOT / "docs" / page for page in re.findall(r"(?m): ([\w/-]+\.md)$", menu)]


def test_the_menu_names_every_page_once() -> None:
    assert sorted(_nav()) == sorted((ROOT / "docs").rglob("*.md"))


def test_both_readmes_lead_to_each_other() -> None:
    assert "README.ja.md" in document("README.md").links
    assert "README.md" in document("README.ja.md").links


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("annotate.md", True),
        ("annotate.md#labelling", True),
        ("#errors", True),
        ("annotate.md#nowhere", False),
        ("nothing.md", False),
        ("https://town.example/", True),
    ],
)
def test_a_link_that_leads_nowhere_is_told(link: str, found: bool) -> None:
    assert _leads_somewhere(document("docs/server.md"), link) is found
