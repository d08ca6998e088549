"""honbun: what a page says, without what its site says on every page.

    import honbun

    pages = honbun.read("crawl.warc.gz")
    for content in honbun.extract(pages):
        print(content.title, content.text)

    print(honbun.extract_page(html).text)  # where there is no other page

Names are loaded when first used, so that `import honbun` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from honbun.content.extract import extract as extract
    from honbun.content.model import Block as Block
    from honbun.content.model import Content as Content
    from honbun.content.model import ContentOptions as ContentOptions
    from honbun.content.model import Judged as Judged
    from honbun.content.model import Role as Role
    from honbun.content.page import extract_each as extract_each
    from honbun.content.page import extract_page as extract_page
    from honbun.content.page import page_markdown as page_markdown
    from honbun.content.why import Why as Why
    from honbun.errors import HonbunError as HonbunError
    from honbun.errors import UnreadablePage as UnreadablePage
    from honbun.failure import Failure as Failure
    from honbun.io.inputs import ReadOptions as ReadOptions
    from honbun.io.inputs import read as read
    from honbun.io.journal import Journal as Journal
    from honbun.io.memory import Memory as Memory
    from honbun.listing.feed import feed as feed
    from honbun.listing.model import FeedOptions as FeedOptions
    from honbun.listing.model import Item as Item
    from honbun.listing.model import Listing as Listing
    from honbun.listing.model import Lists as Lists
    from honbun.page import Page as Page
    from honbun.pairs import similar as similar
    from honbun.parallel.limits import Limits as Limits
    from honbun.relation.model import Extent as Extent
    from honbun.relation.model import Pair as Pair
    from honbun.relation.model import Relation as Relation
    from honbun.relation.model import SimilarOptions as SimilarOptions
    from honbun.thread.model import Post as Post
    from honbun.thread.model import PostsOptions as PostsOptions
    from honbun.thread.model import Thread as Thread
    from honbun.thread.posts import posts as posts

__version__ = "0.1.0"

_HOMES = {
    "Block": "honbun.content.model",
    "Content": "honbun.content.model",
    "ContentOptions": "honbun.content.model",
    "Extent": "honbun.relation.model",
    "Failure": "honbun.failure",
    "FeedOptions": "honbun.listing.model",
    "HonbunError": "honbun.errors",
    "Item": "honbun.listing.model",
    "Journal": "honbun.io.journal",
    "Judged": "honbun.content.model",
    "Limits": "honbun.parallel.limits",
    "Listing": "honbun.listing.model",
    "Lists": "honbun.listing.model",
    "Memory": "honbun.io.memory",
    "Page": "honbun.page",
    "Pair": "honbun.relation.model",
    "Post": "honbun.thread.model",
    "PostsOptions": "honbun.thread.model",
    "Relation": "honbun.relation.model",
    "ReadOptions": "honbun.io.inputs",
    "SimilarOptions": "honbun.relation.model",
    "Role": "honbun.content.model",
    "Thread": "honbun.thread.model",
    "UnreadablePage": "honbun.errors",
    "Why": "honbun.content.why",
    "extract": "honbun.content.extract",
    "extract_each": "honbun.content.page",
    "extract_page": "honbun.content.page",
    "feed": "honbun.listing.feed",
    "page_markdown": "honbun.content.page",
    "posts": "honbun.thread.posts",
    "read": "honbun.io.inputs",
    "similar": "honbun.pairs",
}

__all__ = [*sorted(_HOMES), "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'honbun' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
