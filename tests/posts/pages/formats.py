"""All formats of thread pages made for tests, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.posts.pages import bare, boards, nested
from tests.posts.pages.messages import Extras

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.posts.pages.messages import Made

    Format = Callable[[int, Extras], Made]

FORMATS: dict[str, Format] = {
    tag_class.__name__: tag_class
    for tag_class in (
        boards.rows,
        boards.cards,
        boards.terms,
        boards.pairs_of_rows,
        boards.german,
        boards.spanish,
        bare.ruled,
        bare.lined,
        bare.guestbook,
        bare.diary,
        bare.japanese_diary,
        nested.lists,
        nested.indented,
        nested.question,
        nested.opened,
        nested.blog,
    )
}
PLAIN = Extras()
EXTRAS = {
    "plain": PLAIN,
    "ads": Extras(ads=True),
    "quotes": Extras(quotes=True),
    "signatures": Extras(signatures=True),
    "homes": Extras(homes=True),
    "menu": Extras(menu=True),
    "all": Extras(True, True, True, True, True),
}
