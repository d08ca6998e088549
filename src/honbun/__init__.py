"""honbun: what a page says, without what its site says on every page.

    import honbun

    pages = honbun.read("crawl.warc.gz")
    for content in honbun.extract(pages):
        print(content.title, content.text)

    print(honbun.extract_page(html).text)  # where there is no other page

Names are loaded when first used, so that `import honbun` costs next to nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from honbun.api import feed as feed
    from honbun.api import posts as posts
    from honbun.api import similar as similar
    from honbun.content.explain import Why as Why
    from honbun.content.model import Block as Block
    from honbun.content.model import Content as Content
    from honbun.content.model import ContentOptions as ContentOptions
    from honbun.content.model import Judged as Judged
    from honbun.content.model import Role as Role
    from honbun.content.pipeline import extract as extract
    from honbun.content.pipeline import extract_each as extract_each
    from honbun.content.pipeline import extract_page as extract_page
    from honbun.content.pipeline import page_markdown as page_markdown
    from honbun.errors import Failure as Failure
    from honbun.errors import HonbunError as HonbunError
    from honbun.errors import UnreadablePage as UnreadablePage
    from honbun.feeds.model import Feed as Feed
    from honbun.feeds.model import FeedOptions as FeedOptions
    from honbun.feeds.model import Item as Item
    from honbun.feeds.model import ItemList as ItemList
    from honbun.inputs.options import ReadOptions as ReadOptions
    from honbun.inputs.read import read as read
    from honbun.page import Page as Page
    from honbun.posts.model import Post as Post
    from honbun.posts.model import PostsOptions as PostsOptions
    from honbun.posts.model import Thread as Thread
    from honbun.runner.journal import Journal as Journal
    from honbun.runner.limits import Limits as Limits
    from honbun.similar.model import Extent as Extent
    from honbun.similar.model import Pair as Pair
    from honbun.similar.model import Relation as Relation
    from honbun.similar.model import SimilarOptions as SimilarOptions
    from honbun.stores.site_memory import SiteMemory as SiteMemory

__version__ = "0.1.0"

_HOMES = {
    "Block": "honbun.content.model",
    "Content": "honbun.content.model",
    "ContentOptions": "honbun.content.model",
    "Extent": "honbun.similar.model",
    "Failure": "honbun.errors",
    "Feed": "honbun.feeds.model",
    "FeedOptions": "honbun.feeds.model",
    "HonbunError": "honbun.errors",
    "Item": "honbun.feeds.model",
    "ItemList": "honbun.feeds.model",
    "Journal": "honbun.runner.journal",
    "Judged": "honbun.content.model",
    "Limits": "honbun.runner.limits",
    "SiteMemory": "honbun.stores.site_memory",
    "Page": "honbun.page",
    "Pair": "honbun.similar.model",
    "Post": "honbun.posts.model",
    "PostsOptions": "honbun.posts.model",
    "ReadOptions": "honbun.inputs.options",
    "Relation": "honbun.similar.model",
    "Role": "honbun.content.model",
    "SimilarOptions": "honbun.similar.model",
    "Thread": "honbun.posts.model",
    "UnreadablePage": "honbun.errors",
    "Why": "honbun.content.explain",
    "extract": "honbun.content.pipeline",
    "extract_each": "honbun.content.pipeline",
    "extract_page": "honbun.content.pipeline",
    "feed": "honbun.api",
    "page_markdown": "honbun.content.pipeline",
    "posts": "honbun.api",
    "read": "honbun.inputs.read",
    "similar": "honbun.api",
}

__all__ = [*sorted(_HOMES), "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'honbun' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


class _Package(ModuleType):
    """Keeps `honbun.posts` and `honbun.similar` functions, though packages have the same names.

    Importing `honbun.posts.model` would otherwise set `honbun.posts` to the package.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
