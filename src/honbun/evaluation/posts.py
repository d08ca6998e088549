"""Posts measured on thread pages: their extent, and the fields read from them.

A post is right if its extent is (see `matching`). A page is perfect if it has every true post and
no other. Body, author and date are measured on posts whose extent is right; the breaks of a body
(see `breaks`) where its words are right, and the share of bodies that are on several lines among
those that the page shows so.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from honbun.document.inlines import plain
from honbun.evaluation.breaks import body_breaks, compare_breaks, letters
from honbun.evaluation.errors import post_errors
from honbun.evaluation.matching import agree, match, match_exactly, same_date, squash
from honbun.evaluation.metrics import Comparison, Score, grouped, means, page_score, total
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.evaluation.metrics import Measures
    from honbun.evaluation.truth.threads import Group, TruePage, TruePost
    from honbun.page import Page
    from honbun.posts.model import Post, Thread

    FindPosts = Callable[[Sequence[Page]], Iterable[Thread]]
    """What is measured: returns the threads of the pages of one collection."""
    Pairs = Sequence[tuple[Post, TruePost]]
    """Posts whose extent was found, with their true posts."""

_STYLES = {"hr": "parted by lines", "structured": "structured"}


def evaluate(
    groups: Sequence[Group],
    find: FindPosts,
    *,
    mixed: bool = False,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[Comparison]:
    """Compare the pages of every format; each format is one collection, or all are (`mixed`)."""
    threads: dict[str, Thread] = {}
    if mixed:
        on_step("all formats mixed")
        pages = [true.page for group in groups for true in group.pages]
        threads = {thread.source: thread for thread in find(pages)}
    compared = []
    for group in groups:
        if not mixed:
            on_step(group.name)
            threads = {thread.source: thread for thread in find([t.page for t in group.pages])}
        for true in group.pages:
            # A page that failed has no thread, and is measured as empty.
            thread = threads.get(true.page.source)
            compared.append(compare(thread.posts if thread else (), true, group))
    return compared


def compare(posts: Sequence[Post], truth: TruePage, group: Group) -> Comparison:
    """Compare the posts found on a page with the true ones."""
    found = [squash(post.text) for post in posts]
    true = [squash(post.text) for post in truth.posts]
    pairs, equal = match(found, true), match_exactly(found, true)
    extent = Score(len(found), len(true), len(pairs))
    strict = Score(len(found), len(true), len(equal))
    both = [(posts[i], truth.posts[j]) for i, j in pairs]
    same_day = partial(_same_day, language=group.language)
    errors = post_errors(
        [post.text for post in posts], [post.text for post in truth.posts], pairs, equal
    )
    return Comparison(
        name=truth.page.source,
        group=group.name,
        scores={
            "pages": page_score(perfect=extent.f == 1),
            "strict pages": page_score(perfect=strict.f == 1),
            "extent": extent,
            "strict": strict,
            "body": _field("body", truth.posts, both, _same_body),
            **_breaks(posts, truth, pairs),
            "author": _field("author", truth.posts, both, _same_author),
            "invented author": _invented("author", both),
            "date": _field("date", truth.posts, both, same_day),
        },
        errors=tuple(errors),
        details={"url": truth.page.url, "style": group.style},
    )


def measures(compared: Iterable[Comparison]) -> Measures:
    """The measures of some pages, their posts added up."""
    sums = total(compared)
    extent, author, date = sums["extent"], sums["author"], sums["date"]
    return {
        "P": extent.precision,
        "R": extent.recall,
        "F": extent.f,
        "strict F": sums["strict"].f,
        "perfect": sums["pages"].of_found,
        "strictly": sums["strict pages"].of_found,
        "body": sums["body"].of_found,
        "breaks": sums["breaks"].f,
        "several lines": sums["several lines"].of_found,
        "author": author.of_found,
        "author of all": author.of_true,
        "invented": sums["invented author"].of_found,
        "date": date.of_found,
        "date of all": date.of_true,
    }


def rows(compared: Sequence[Comparison]) -> list[list[object]]:
    """The table: every format, then each style and all pages, added up and as a mean."""
    table = [_row(name, group, measures(group)) for name, group in grouped(compared).items()]
    styles = grouped(compared, lambda one: str(one.details["style"]))
    parts = [(name, styles[style]) for style, name in _STYLES.items() if style in styles]
    for name, part in [*parts, ("all", list(compared))]:
        table.append(_row(f"{name}: posts added up", part, measures(part)))
        formats = [measures(group) for group in grouped(part).values()]
        table.append(_row(f"{name}: mean over formats", part, means(formats)))
    return table


def _row(name: str, compared: Sequence[Comparison], figures: Measures) -> list[object]:
    extent = total(compared)["extent"]
    return [name, len(compared), extent.true, extent.found, *figures.values()]


def _field(
    name: str,
    truths: Sequence[TruePost],
    pairs: Pairs,
    right: Callable[[Post, TruePost], bool],
) -> Score:
    """A field of posts: `true` counts the true posts that have it, `found` those matched."""
    having = [(post, true) for post, true in pairs if getattr(true, name)]
    return Score(
        found=len(having),
        true=sum(bool(getattr(true, name)) for true in truths),
        right=sum(right(post, true) for post, true in having),
    )


def _invented(name: str, pairs: Pairs) -> Score:
    """Matched posts without a field, and those among them that were given one."""
    bare = [post for post, true in pairs if not getattr(true, name)]
    return Score(len(bare), 0, sum(bool(getattr(post, name)) for post in bare))


def _same_body(post: Post, true: TruePost) -> bool:
    """Whether the body is right; one with its signature is, too: some truth does not part them.

    Signs of quoted lines do not count, as they may have become quotations.
    """
    found, rest, wanted = (
        letters(text) for text in (_words(post), post.signature or "", true.body or "")
    )
    return agree(found, wanted) or agree(found + rest, wanted)


def _words(post: Post) -> str:
    """The body without marks of lists and quotations."""
    return "\n".join(plain(piece.inlines) for piece in post.body.pieces)


def _breaks(
    posts: Sequence[Post], truth: TruePage, pairs: Iterable[tuple[int, int]]
) -> dict[str, Score]:
    """The line breaks in the bodies of matched posts, and the bodies on several lines."""
    breaks, several = Score(0, 0, 0), Score(0, 0, 0)
    true = body_breaks(truth)
    for found, wanted in pairs:
        known = true[wanted]
        one = compare_breaks(_words(posts[found]).split("\n"), *known) if known else None
        if one:
            breaks += one
        if one and one.true:
            several += Score(1, 1, int(one.right > 0))
    return {"breaks": breaks, "several lines": several}


def _same_author(post: Post, true: TruePost) -> bool:
    return collapse(post.author or "").casefold() == collapse(true.author or "").casefold()


def _same_day(post: Post, true: TruePost, language: str) -> bool:
    return same_date(post.date, true.date or "", language, post.published)
