"""Algorithms 1 to 5 of paper 004, transcribed line by line over a tree of plain objects.

Where the printed pseudo-code cannot be meant, its text is followed, and the place is marked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(eq=False)
class Element:
    """An HTML element; its contents are elements and strings."""

    tag: str
    contents: list[Element | str] = field(default_factory=list)
    parent: Element | None = None

    @property
    def children(self) -> list[Element]:
        return [one for one in self.contents if isinstance(one, Element)]

    @property
    def text(self) -> str:
        return "".join(one if isinstance(one, str) else one.text for one in self.contents)

    @property
    def xpath(self) -> str:
        return f"{self.parent.xpath if self.parent else ''}/{self.tag}"

    def html(self) -> str:
        inner = "".join(one if isinstance(one, str) else one.html() for one in self.contents)
        return f"<{self.tag}>{inner}</{self.tag}>"


def insert_text_element(element: Element) -> Element:
    """Algorithm 1: every text between the children of an element becomes a `<text>` element."""
    new = Element(element.tag)
    for one in element.contents:
        child = insert_text_element(one) if isinstance(one, Element) else Element("text", [one])
        child.parent = new
        new.contents.append(child)
    return new


def level_elements(page: Element, k: int) -> list[Element]:
    """`LevelElements`: the elements of level k, the body being level 1."""
    level = [page]
    for _ in range(k - 1):
        level = [child for one in level for child in one.children]
    return level


def max_element_depth(page: Element) -> int:
    depth = 1
    while level_elements(page, depth + 1):
        depth += 1
    return depth


def agreement(counts: Sequence[int]) -> float:
    """The share of pages that agree on the number of children.

    Printed is Count(Distinct(counts)) / Count(counts), which falls as the pages agree; the text
    (STEP 3) stops where they do not.
    """
    return max(Counter(counts).values()) / len(counts)


def printed_agreement(counts: Sequence[int]) -> float:
    return len(set(counts)) / len(counts)


def extract_main_element(pages: Sequence[Element], beta: float) -> Element | None:
    """Algorithm 2: the main element of the first page; None if that page lacks it."""
    k, k_max = 1, max(map(max_element_depth, pages))
    k_main = None
    while k < k_max:
        counts = [sum(len(one.children) for one in level_elements(page, k)) for page in pages]
        if agreement(counts) < beta:
            k_main = k
            break
        k += 1
    if k_main is None:
        k_main = 1
    lengths = Counter[int]()
    for page in pages:
        for j, one in enumerate(level_elements(page, k_main)):
            lengths[j] += len(one.text)
    longest = max(lengths, key=lambda j: (lengths[j], -j))
    level = level_elements(pages[0], k_main)
    return level[longest] if longest < len(level) else None


def lzw_table(encoded: Sequence[int]) -> list[tuple[int, ...]]:
    """The dictionary of algorithm 3; printed without the step from one symbol to the next."""
    table: list[tuple[int, ...]] = [(symbol,) for symbol in dict.fromkeys(encoded)]
    if not encoded:
        return table
    num = 0
    p: tuple[int, ...] = (encoded[num],)
    while num + 1 < len(encoded):
        c = (encoded[num + 1],)
        if p + c in table:
            p = p + c
        else:
            table.append(p + c)
            p = c
        num += 1
    return table


def extract_article_elements(
    pattern: Sequence[str], level: Sequence[Element]
) -> list[list[Element]]:
    """Algorithm 4: the elements of a level that make up each post.

    The loop over the children of one parent is printed with one post per parent; STEP 4 repeats it
    while there are elements, as the loop without parents does.
    """
    articles: list[list[Element]] = []
    parents = list(dict.fromkeys(one.parent for one in level))
    for parent in parents:
        articles += _matched(pattern, [one for one in level if one.parent is parent])
    return articles or _matched(pattern, level)


def _matched(pattern: Sequence[str], elements: Sequence[Element]) -> list[list[Element]]:
    articles: list[list[Element]] = []
    article: list[Element] = []
    index = 0
    for element in elements:
        if element.xpath == pattern[index]:
            article.append(element)
            index += 1
        if len(article) == len(pattern):
            articles.append(article)
            article, index = [], 0
    return articles


def article_join(articles: Sequence[Sequence[Element]]) -> list[list[Element]]:
    """Algorithm 5."""
    parents = list(dict.fromkeys(one.parent for article in articles for one in article))
    if len(parents) > 1 and len(articles) % len(parents) == 0:
        return article_join([[parent] for parent in parents if parent is not None])
    return [list(article) for article in articles]
