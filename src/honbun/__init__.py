"""honbun: main content, posts, feeds and shared text of web pages.

    import honbun

    pages = honbun.read("crawl.warc.gz")
    for content in honbun.extract(pages):
        print(content.title, content.text)

    print(honbun.extract_page(html).text)  # a single page

Names are imported on first use, so `import honbun` takes next to no time.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from honbun.api import extract as extract
    from honbun.api import extract_page as extract_page
    from honbun.api import feed as feed
    from honbun.api import posts as posts
    from honbun.api import read as read
    from honbun.api import similar as similar
    from honbun.content.model import Block as Block
    from honbun.content.model import BlockDecision as BlockDecision
    from honbun.content.model import Comment as Comment
    from honbun.content.model import Content as Content
    from honbun.content.model import ContentOptions as ContentOptions
    from honbun.content.model import Role as Role
    from honbun.document.chunks import Chunk as Chunk
    from honbun.document.model import Document as Document
    from honbun.document.model import DocumentOptions as DocumentOptions
    from honbun.errors import Failure as Failure
    from honbun.errors import HonbunError as HonbunError
    from honbun.errors import UnreadablePage as UnreadablePage
    from honbun.feeds.model import Feed as Feed
    from honbun.feeds.model import FeedOptions as FeedOptions
    from honbun.feeds.model import Item as Item
    from honbun.feeds.model import ItemList as ItemList
    from honbun.inputs.options import ReadOptions as ReadOptions
    from honbun.outputs.content import to_arrow as to_arrow
    from honbun.page import Page as Page
    from honbun.posts.model import Post as Post
    from honbun.posts.model import PostsOptions as PostsOptions
    from honbun.posts.model import Thread as Thread
    from honbun.runner.limits import Limits as Limits
    from honbun.runner.run import Run as Run
    from honbun.similar.model import Extent as Extent
    from honbun.similar.model import Pair as Pair
    from honbun.similar.model import Relation as Relation
    from honbun.similar.model import SimilarOptions as SimilarOptions
    from honbun.stores.journal import Journal as Journal
    from honbun.stores.site_memory import SiteMemory as SiteMemory

__version__ = "0.1.0"

_NAMES = {
    "honbun.api": ("extract", "extract_page", "feed", "posts", "read", "similar"),
    "honbun.content.model": (
        "Block",
        "BlockDecision",
        "Comment",
        "Content",
        "ContentOptions",
        "Role",
    ),
    "honbun.document.chunks": ("Chunk",),
    "honbun.document.model": ("Document", "DocumentOptions"),
    "honbun.errors": ("Failure", "HonbunError", "UnreadablePage"),
    "honbun.feeds.model": ("Feed", "FeedOptions", "Item", "ItemList"),
    "honbun.inputs.options": ("ReadOptions",),
    "honbun.outputs.content": ("to_arrow",),
    "honbun.page": ("Page",),
    "honbun.posts.model": ("Post", "PostsOptions", "Thread"),
    "honbun.runner.limits": ("Limits",),
    "honbun.runner.run": ("Run",),
    "honbun.similar.model": ("Extent", "Pair", "Relation", "SimilarOptions"),
    "honbun.stores.journal": ("Journal",),
    "honbun.stores.site_memory": ("SiteMemory",),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [*sorted(_MODULES), "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'honbun' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


class _Package(ModuleType):
    """The package itself: importing a subpackage does not hide the function of the same name.

    `honbun.posts` and `honbun.similar` are functions, though there are subpackages of these names.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _MODULES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        # Hugging Face datasets pickle functions with the modules that they name (dill).
        return import_module, (__name__,)


sys.modules[__name__].__class__ = _Package
