"""A gathered collection judged: kinds of pages, a template for each, a ruling on every page."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from honbun.content.reason import ONLY_PAGE, RAREST, few_pages, nothing_to_read
from honbun.content.ruling import Ruling, packed
from honbun.content.template.judge import judge
from honbun.content.template.kind import group
from honbun.content.template.learn import learn
from honbun.content.template.place import way
from honbun.content.template.twins import apart
from honbun.content.why import Why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.gather import Gathered
    from honbun.content.measure.outline import Outline
    from honbun.content.model import ContentOptions
    from honbun.content.record import Record
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template

_FEW = 6
"""Pages below which a result says how few it was judged by."""


def rulings(gathered: Gathered, options: ContentOptions) -> Iterator[Ruling]:
    """The ruling on every page, in order."""
    kinds = group(gathered.signatures)
    members: dict[int, list[int]] = defaultdict(list)
    for number, page in enumerate(gathered.pages):
        members[kinds[page.signature]].append(number)
    found: list[Ruling | None] = [None] * len(gathered.pages)
    # Kind by kind, so that one template is held at a time.
    for numbers in members.values():
        template, sample = _learn(gathered, numbers, options)
        for number in numbers:
            outline = gathered.outline(number)
            page = gathered.pages[number]
            found[number] = rule(page, outline, template, sample.get(number), options)
    yield from filter(None, found)


def _learn(
    gathered: Gathered, numbers: Sequence[int], options: ContentOptions
) -> tuple[Template, dict[int, int]]:
    """The template of some pages, and the pages that it was learnt from, numbered."""
    if len(numbers) > options.sample:
        # By chance, the same whatever the order, and no copy beside its original.
        distinct = {gathered.pages[number].digest: number for number in reversed(numbers)}
        numbers = sorted([distinct[digest] for digest in sorted(distinct)[: options.sample]])
    outlines = [gathered.outline(number) for number in numbers]
    kept = apart(outlines)
    languages = Counter([gathered.pages[numbers[i]].declared.language for i in kept])
    template = learn([outlines[i] for i in kept], languages.most_common(1)[0][0])
    return template, {numbers[i]: place for place, i in enumerate(kept)}


def rule(
    page: Record,
    outline: Outline,
    template: Template,
    sampled: int | None,
    options: ContentOptions,
    method: str = "collection",
) -> Ruling:
    """The ruling on one page by its template."""
    reading = template.read(outline, sampled)
    judgement = judge(reading, template)
    why, reason = judgement.why, nothing_to_read(outline, page.framed)
    if reason is None:
        if not any(text for text, w in zip(outline.text, why) if w.is_content):
            why, reason = _rarest(reading), RAREST
        elif sampled is not None and template.pages == 1:
            method, reason = "alone", ONLY_PAGE
        elif template.pages < _FEW:
            reason = few_pages(template.pages)
    return Ruling(
        rules=packed(why),
        others=list(reading.others) if options.explain else (),
        places=_ways(reading) if options.explain else (),
        title=judgement.title,
        method=method,
        reason=reason,
        order=template.order,
    )


def _ways(reading: Reading) -> list[str]:
    """Where each block that shows something stands, spelled out."""
    outline = reading.outline
    return [
        way(outline, reading.places, reading.region, block) if shown else ""
        for block, shown in enumerate(outline.shown)
    ]


def _rarest(reading: Reading) -> list[Why]:
    """The blocks that the fewest other pages have (papers 000 and 002, further work)."""
    outline = reading.outline
    texts = [block for block, text in enumerate(outline.text) if text]
    texts = [block for block in texts if not outline.aside[block]] or texts
    fewest = min(reading.others[block] for block in texts)
    rarest = {block for block in texts if reading.others[block] <= fewest}
    return [Why.RAREST if b in rarest else Why.REPEATED for b in range(len(outline))]
