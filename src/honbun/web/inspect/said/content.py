"""The content of a page: what every block is, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.content.model import ContentOptions
from honbun.content.page import extract_page
from honbun.web.inspect.spots import Spots

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.content.model import Content, Judged
    from honbun.page import Page
    from honbun.tree.tree import Tree


def alone(page: Page) -> Content:
    """The content of a page by itself, explained; raises UnreadablePage where it is none."""
    return extract_page(page, options=ContentOptions(explain=True))


@dataclass(frozen=True, slots=True)
class Told:
    """How content is told."""

    number: Callable[[str], int | None]
    """The page of the collection with an address."""

    def __call__(self, content: Content, tree: Tree) -> dict[str, Any]:
        """A page's content, block by block; blocks are known by their elements."""
        spots = Spots(tree)
        roles = {block.xpath: block.role for block in content.blocks}
        counts = Counter(roles.values())
        return {
            "method": content.method,
            "reason": content.reason,
            "title": content.title,
            "author": content.author,
            "date": content.date,
            "site": content.site,
            "language": content.language,
            "text": content.text,
            "counts": {role.value: number for role, number in counts.items()},
            "rules": {judged.why.value: judged.why.sentence for judged in content.explanation},
            "blocks": [
                self._block(judged, node, roles.get(judged.xpath))
                for judged in content.explanation
                if (node := spots.node(judged.xpath)) is not None
            ],
        }

    def _block(self, judged: Judged, node: int, role: str | None) -> dict[str, Any]:
        return {
            "node": node,
            "role": role,
            "rule": judged.why.value,
            "others": judged.others,
            "pages": [{"address": page, "number": self.number(page)} for page in judged.pages],
            "place": judged.place,
            "score": judged.score,
        }
