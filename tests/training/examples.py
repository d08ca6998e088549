"""Examples from small pages, each with its own domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from honbun.training.content import Example, aligned_example
from tests.content.alone.sheets import seen
from tests.evaluation.texts import html, text

if TYPE_CHECKING:
    from collections.abc import Sequence


def typed(number: int, true: str | None = None) -> TextPage:
    page = Page(html(number), url=f"https://site{number}.example/{number}.html")
    site = f"site{number}.example"
    return TextPage(page, str(number), site, site, "wcxb", text(number) if true is None else true)


def examples(count: int) -> list[Example]:
    return [one for one in map(aligned_example, map(typed, range(count))) if one]


def labelled(markup: str, labels: Sequence[float], domain: str) -> Example:
    return Example(seen(markup), domain, np.array(labels, dtype=np.float32))
