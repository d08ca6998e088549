"""The posts of thread pages measured: their extent, and what was read from them.

Each format is judged as a collection of its own, or all pages as one ("mixed"). A post is right
when its extent is (see `extent`); a page is perfect when it has every true post and no other. Body,
author and date are asked of the posts whose extent is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.evaluation.errors import PostError, post_errors
from honbun.evaluation.matching import Field, authors, bodies, days, match, match_strictly, squash
from honbun.evaluation.metrics import Score, mean
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.evaluation.threads import Group, TruePage, TruePost
    from honbun.page import Page
    from honbun.posts.model import Post, Thread

    Find = Callable[[Sequence[Page]], Iterable[Thread]]
    """What is measured: gives the threads of the pages of a collection."""

_BEGINNING = 50
"""Characters of a wrong post that tell a person which one it is."""


@dataclass(frozen=True, slots=True)
class PostsScore:
    """How well the posts of some pages were found."""

    pages: int = 0
    perfect: int = 0
    strictly_perfect: int = 0
    extent: Score = field(default_factory=Score)
    strict: Score = field(default_factory=Score)
    body: Field = field(default_factory=Field)
    author: Field = field(default_factory=Field)
    date: Field = field(default_factory=Field)

    def __add__(self, other: PostsScore) -> PostsScore:
        return PostsScore(
            self.pages + other.pages,
            self.perfect + other.perfect,
            self.strictly_perfect + other.strictly_perfect,
            self.extent + other.extent,
            self.strict + other.strict,
            self.body + other.body,
            self.author + other.author,
            self.date + other.date,
        )

    def measures(self) -> dict[str, float | None]:
        """Every measure by its name; None where there was nothing to measure."""
        return {
            "P": self.extent.precision,
            "R": self.extent.recall,
            "F": self.extent.f,
            "strict F": self.strict.f,
            "perfect": self.perfect / self.pages if self.pages else None,
            "strictly": self.strictly_perfect / self.pages if self.pages else None,
            "body": self.body.rate,
            "author": self.author.rate,
            "author of all": self.author.rate_of_all,
            "invented": self.author.invented_rate,
            "date": self.date.rate,
            "date of all": self.date.rate_of_all,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """One page beside its truth."""

    source: str
    score: PostsScore
    wrong: str
    """The beginning of the first post that is not strictly right, and what is wrong with it."""
    errors: tuple[PostError, ...] = ()
    """What is wrong with the extent of posts, in the order of the page."""
    url: str | None = None


@dataclass(frozen=True, slots=True)
class GroupScore:
    """The pages of one format."""

    name: str
    style: str
    pages: tuple[Comparison, ...]

    @property
    def score(self) -> PostsScore:
        return sum((page.score for page in self.pages), PostsScore())


def evaluate(
    groups: Sequence[Group],
    find: Find,
    *,
    mixed: bool = False,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[GroupScore]:
    """Measure the posts of every format; what is worked at is told to `on_step`."""
    threads: dict[str, Thread] = {}
    if mixed:
        on_step("all formats mixed")
        pages = [true.page for group in groups for true in group.pages]
        threads = {thread.source: thread for thread in find(pages)}
    scores = []
    for group in groups:
        if not mixed:
            on_step(group.name)
            threads = {thread.source: thread for thread in find([t.page for t in group.pages])}
        # A page that failed has no thread, and is judged by that.
        compared = tuple(
            compare(thread.posts if (thread := threads.get(true.page.source)) else (), true, group)
            for true in group.pages
        )
        scores.append(GroupScore(group.name, group.style, compared))
    return scores


def total(groups: Iterable[GroupScore]) -> PostsScore:
    """All posts of some formats added up."""
    return sum((group.score for group in groups), PostsScore())


def means(groups: Iterable[GroupScore]) -> dict[str, float | None]:
    """Every measure on the average, one format counting as much as another that has it."""
    measured = [group.score.measures() for group in groups]
    columns = {name: [one[name] for one in measured] for name in PostsScore().measures()}
    known = {name: [v for v in values if v is not None] for name, values in columns.items()}
    return {name: mean(values) if values else None for name, values in known.items()}


def compare(posts: Sequence[Post], truth: TruePage, group: Group) -> Comparison:
    """The posts found on a page beside the true ones."""
    found = [squash(post.text) for post in posts]
    true = [squash(post.text) for post in truth.posts]
    pairs, equal = match(found, true), match_strictly(found, true)
    extent = Score(len(found), len(true), len(pairs))
    strict = Score(len(found), len(true), len(equal))
    both = [(posts[i], truth.posts[j]) for i, j in pairs]
    return Comparison(
        truth.page.source,
        PostsScore(
            pages=1,
            perfect=int(extent.f == 1),
            strictly_perfect=int(strict.f == 1),
            extent=extent,
            strict=strict,
            body=bodies(truth.posts, both),
            author=authors(truth.posts, both),
            date=days(truth.posts, both, group.language),
        ),
        _first_wrong(posts, truth.posts, pairs, equal),
        tuple(
            post_errors([post.text for post in posts], [post.text for post in truth.posts], pairs)
        ),
        truth.page.url,
    )


def alarms(pages: Sequence[Page], find: Find) -> list[Thread]:
    """The threads found on pages that have none."""
    return [thread for thread in find(pages) if thread.posts]


def sample(pages: Iterable[Page], most: int) -> list[Page]:
    """At most so many of the pages, at even distances.

    However many pages come, no more than twice the sample is held: every step-th one, where the
    step doubles each time that there are too many.
    """
    kept: list[Page] = []
    step = 1
    for number, page in enumerate(pages):
        if number % step == 0:
            kept.append(page)
        if len(kept) == 2 * most:
            kept, step = kept[::2], 2 * step
    size = min(most, len(kept))
    return [kept[at * len(kept) // size] for at in range(size)]


def _first_wrong(
    posts: Sequence[Post],
    truths: Sequence[TruePost],
    pairs: Sequence[tuple[int, int]],
    equal: Sequence[tuple[int, int]],
) -> str:
    matched, strictly = {j for _, j in pairs}, {j for _, j in equal}
    for j, true in enumerate(truths):
        if j not in strictly:
            return f"{'inexact' if j in matched else 'missed'}: {_beginning(true.text)}"
    others = set(range(len(posts))) - {i for i, _ in equal}
    return f"no post: {_beginning(posts[min(others)].text)}" if others else ""


def _beginning(text: str) -> str:
    return collapse(text)[:_BEGINNING]
