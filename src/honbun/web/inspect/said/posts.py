"""The posts of a page, and where they stand."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from honbun.errors import UnreadablePage
from honbun.syndication.characters import web_address
from honbun.thread.model import PostsOptions
from honbun.thread.posts import posts
from honbun.web.inspect.spots import Spots

if TYPE_CHECKING:
    from honbun.failure import Failure
    from honbun.page import Page
    from honbun.thread.model import Post, Thread
    from honbun.tree.tree import Tree


def alone(page: Page) -> Thread:
    """The posts of a page by itself; raises UnreadablePage where it is none."""
    failures: list[Failure] = []
    for thread in posts([page], PostsOptions(alone=True), on_failure=failures.append):
        return thread
    raise UnreadablePage(failures[0].message)


def told(thread: Thread, tree: Tree) -> dict[str, Any]:
    """The posts of a page."""
    spots = Spots(tree)
    return {
        "title": thread.title,
        "reason": thread.reason,
        "posts": [_post(post, spots) for post in thread.posts],
    }


def _post(post: Post, spots: Spots) -> dict[str, Any]:
    fields = {name: value for name, value in asdict(post).items() if name != "xpaths"}
    spot = asdict(spots.of(post.xpaths))
    return fields | {"permalink": web_address(post.permalink)} | spot
