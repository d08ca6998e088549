"""Reasons: what a result says where it is empty, or was not judged as usual."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.content.measure.plan import Plan

ONLY_PAGE = "no other page of its kind to learn from: judged alone"
NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text stands on the framed pages"
ALL_REPEATED = "every block stands on other pages too"
RAREST = "nothing of its own was found: the rarest blocks are kept"


def nothing_to_read(plan: Plan, framed: bool) -> str | None:
    """Why a page has no content before it is judged at all."""
    if any(plan.text):
        return None
    return FRAMESET if framed else NO_TEXT


def few_pages(pages: int) -> str:
    return f"only {pages} pages of its kind to learn from"
