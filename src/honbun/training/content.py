"""The content model: examples become a lexicon of class names and two forests.

Every page is shown alone, with few and with many other pages of its site, so the model learns how
far to trust few. The second look is trained on first scores of models that did not see the page's
site, and so are the weights of class names: a page that votes on its own names knows them too well.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun._core import evidence
from honbun._core.evidence import MOST_PAGES
from honbun._core.forest import Bins, Forest
from honbun._core.kinds import kept_features
from honbun.content.evidence import Candidate, Pool
from honbun.content.judge import choose
from honbun.content.kind import FEATURES, KINDS
from honbun.content.scoring import ASKED, COMPARED, NAMES, OWN, SCORED, Model, sigmoid
from honbun.errors import TruthError
from honbun.training.boosting import Boosted, BoostOptions, Rows, boost
from honbun.training.folds import fold_of
from honbun.training.names import NameVotes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from honbun._core.lexicon import Lexicon
    from honbun.content.evidence import Comparison
    from honbun.content.scoring import Floats
    from honbun.training.examples import Example
    from honbun.training.names import CountedVotes

FOLDS = 3
"""Parts of the sites: each is scored by a model that has not seen it."""
_ROWS = 48
"""Segments of one page that are used in each variant, drawn by weight."""
_FEW = (1, 2, 4, 9)
"""Numbers of other pages in the variant with few."""
_SOURCE_POWER = -0.25
"""A source weighs its pages to the power of three quarters, so that small ones are heard."""
INVENTED, SELF_LABELLED = "layouts", "self-labelled"
"""Sources that are no truth of real pages."""
_SOURCE_SHARES = {INVENTED: 0.4}
"""Pages that we wrote show kinds of pages that are rare elsewhere; real pages count for more."""
_BASE = 80
"""Features of the first look that the second one sees too: the most important ones."""
_STEPS = 20
"""Steps of the calibration."""


@dataclass(eq=False)
class Lesson:
    """An example, and the pages that it is compared with in each variant."""

    example: Example
    pool: Pool
    place: int
    variants: dict[str, Comparison | None]
    own: Floats | None = None
    """The features of the page itself."""
    first: dict[int, dict[str, Floats]] = field(default_factory=dict)
    """First scores in each variant, by a model that has seen neither the page's fold nor this."""
    fold: int = 0
    compared: dict[str, Floats] = field(default_factory=dict)
    """What other pages say in each variant: the same for every model, and slow to compute."""

    @property
    def rows(self) -> int:
        return self.example.layout.rows


def prepare(examples: Iterable[Example], seed: int = 0) -> list[Lesson]:
    """Choose the pages that each example is compared with: none, few, and many of its site."""
    chance = random.Random(seed)
    sites: dict[tuple[str, str], list[Example]] = defaultdict(list)
    for example in examples:
        sites[example.source, example.site].append(example)
    lessons = []
    for (source, _), group in sites.items():
        chance.shuffle(group)
        for begin in range(0, len(group), MOST_PAGES):
            part = group[begin : begin + MOST_PAGES]
            pool = Pool([Candidate(one.parsed.facts.url, one.layout) for one in part])
            for place, example in enumerate(part):
                variants = _variants(pool, place, chance)
                if source == SELF_LABELLED and example.labels is not None:
                    variants = {"none": None}  # labels from others must be learned without them
                lessons.append(Lesson(example, pool, place, variants))
    return lessons


def _variants(pool: Pool, place: int, chance: random.Random) -> dict[str, Comparison | None]:
    found: dict[str, Comparison | None] = {"none": None}
    page, number = pool.candidates[place], chance.choice(_FEW)
    others = [other for other in pool.members() if other != place]
    if number < len(others):
        chosen = sum(1 << other for other in chance.sample(others, number))
        if few := pool.compare(page, place, among=chosen):
            found["few"] = few
    if many := pool.compare(page, place):
        found["many"] = many
    return found


class Trained(NamedTuple):
    """A model, and models that have not seen the sites of one fold each."""

    model: Model
    folds: tuple[Model, ...]


def train(
    lessons: Sequence[Lesson],
    options: BoostOptions,
    on_step: Callable[[str], None],
    *,
    folds: int = FOLDS,
    held_out: bool = True,
) -> Trained:
    """Train a model on all examples; with `held_out`, also one for each fold of the sites.

    The second look is trained on first scores of models that did not see the page's site. If it is
    to be measured on a fold, they did not see that fold either.
    """
    labelled = [one for one in lessons if one.example.labels is not None]
    for one in lessons:
        one.fold = fold_of(one.example.site, folds)
    if len({one.fold for one in labelled}) < folds:
        raise TruthError(f"too few sites to train on: pages of at least {folds} are needed")
    votes = NameVotes(one.example for one in labelled)
    firsts = []
    for part in range(folds):
        on_step(f"first look without fold {part}")
        firsts.append(_first_look(lessons, votes, options, {part}, folds))
    on_step("first look at all examples")
    boosted = _first_look(lessons, votes, options)
    importance = np.sum([one.importance for one in firsts], axis=0)
    base = np.sort(np.argsort(-importance[:OWN], kind="stable")[:_BASE])
    columns = [*base.tolist(), *range(OWN, len(NAMES))]
    on_step("second look at all examples")
    second = _second_look(lessons, columns, options)
    model = _model(votes.count().lexicon(), boosted.forest, second, boosted.rows)
    for pair in combinations(range(folds if held_out else 0), 2):
        on_step("first look without folds {} and {}".format(*pair))
        _first_look(lessons, votes, options, set(pair), folds)
    found = []
    for part in range(folds if held_out else 0):
        on_step(f"second look without fold {part}")
        others = [one for one in lessons if one.fold != part]
        counted = _elsewhere(votes, {part}, folds)
        measure_own(others, counted)
        look = _second_look(others, columns, options, part)
        found.append(_model(counted.lexicon(), firsts[part].forest, look, firsts[part].rows))
    if not found:
        return Trained(replace(model, kinds=train_kinds(labelled, lambda _: model, options)), ())
    on_step("confidence and kinds")

    def held_out_model(one: Lesson) -> Model:
        return found[one.fold]

    steps = calibration((one, held_out_model(one)) for one in labelled)
    kinds = [
        train_kinds(
            [one for one in labelled if one.fold != part],
            held_out_model,
            options,
        )
        for part in range(folds)
    ]
    every = train_kinds(labelled, held_out_model, options)
    return Trained(
        replace(model, calibration=steps, kinds=every),
        tuple(replace(one, calibration=steps, kinds=own) for one, own in zip(found, kinds)),
    )


_KIND_OF_TYPE = {
    "collection": "list",
    "listing": "list",
    "forum": "thread",
    "service": "other",
} | {kind: kind for kind in KINDS}
"""The kind of page that a source means by its types."""
_KIND_TREES, _KIND_DEPTH = 60, 4


def train_kinds(
    lessons: Sequence[Lesson], model: Callable[[Lesson], Model], options: BoostOptions
) -> tuple[Forest, ...]:
    """A forest for each kind of page, given the model that judges each page."""
    features, kinds = [], []
    for one in lessons:
        kind = _KIND_OF_TYPE.get(one.example.kind)
        if kind is None:
            continue
        judged, sizes = model(one), one.example.layout.chars_of()
        own = one.example.codes(judged)
        kept = choose(judged.scores(own, one.example.layout, None).body, sizes).kept
        shape = np.frombuffer(one.example.parsed.facts.shape, np.float32)
        features.append(np.concatenate([shape, kept_features(sizes, kept)]))
        kinds.append(kind)
    counts = Counter(kinds)
    # A kind with few pages counts for more, but not as much as one with many.
    weights = np.array([counts[kind] ** -0.5 for kind in kinds])
    few = replace(options, trees=_KIND_TREES, depth=_KIND_DEPTH)
    table = np.array(features, dtype=np.float32).reshape(-1, FEATURES)
    return tuple(
        boost(
            Rows(table, np.array([one == kind for one in kinds], np.float32), weights), few
        ).forest
        if 0 < counts[kind] < len(kinds)
        else _constant(counts[kind] > 0)
        for kind in KINDS
    )


def _constant(is_true: bool) -> Forest:
    """A forest that always says the same, for a kind of which there are no examples."""
    zeros = np.zeros((1, 1))
    return Forest(zeros, zeros, np.zeros((1, 2)), 1.0 if is_true else -9.0)


def _first_look(
    lessons: Sequence[Lesson],
    votes: NameVotes,
    options: BoostOptions,
    without: Collection[int] = (),
    folds: int = 1,
) -> Boosted:
    """The first look, trained without one fold or two, which are then scored by it."""
    measure_own(lessons, _elsewhere(votes, without, folds))
    boosted = boost(first_rows([one for one in lessons if one.fold not in without]), options)
    for one in lessons:
        if one.fold in without:
            one.first[max(set(without) - {one.fold}, default=one.fold)] = {
                name: sigmoid(boosted.forest.logits(first_features(one, name)))
                for name in one.variants
            }
    return boosted


def _elsewhere(votes: NameVotes, parts: Collection[int], folds: int) -> CountedVotes:
    """The votes of the sites of other folds."""
    return votes.count(lambda site: fold_of(site, folds) not in parts)


def measure_own(lessons: Iterable[Lesson], votes: CountedVotes) -> None:
    """The features of every page, with the votes of other sites on its names."""
    lexicon, site = votes.lexicon(), ""
    for one in lessons:  # pages of one site follow each other
        if one.example.site != site:
            site = one.example.site
            lexicon = votes.lexicon(without=site)
        one.own = one.example.own(lexicon)


def _second_look(
    lessons: Sequence[Lesson],
    columns: Sequence[int],
    options: BoostOptions,
    unseen: int | None = None,
) -> Forest:
    """The second look; `unseen` is a fold that the first scores must not know."""
    rows = _second_rows(lessons, columns, unseen)
    return _spread(boost(rows, options).forest, columns)


def _model(lexicon: Lexicon, first: Forest, second: Forest, rows: Rows) -> Model:
    bins = Bins([first, second], len(NAMES))
    codes = bins.codes(np.ascontiguousarray(rows.features.T))[:, : len(rows.labels)]
    medians = np.median(codes, axis=1).astype(np.uint8)
    steps = np.linspace(0, 1, _STEPS + 1, dtype=np.float32)
    return Model(lexicon, first, second, (), medians, steps)


def calibration(lessons: Iterable[tuple[Lesson, Model]]) -> Floats:
    """What held-out pages reach of the F1 that is expected, given the model for each page."""
    expected, reached = [], []
    for one, held_out in lessons:
        labels, _ = one.example.body()
        sizes = one.example.layout.chars_of()
        own = one.example.codes(held_out)
        for variant in one.variants.values():
            scores = held_out.scores(own, one.example.layout, variant)
            found = choose(scores.body, sizes)
            right = float((labels * sizes)[found.kept].sum())
            total = float(sizes[found.kept].sum() + (labels * sizes).sum())
            expected.append(found.expected)
            reached.append(2 * right / total if total else 0.0)
    return _isotonic(np.array(expected), np.array(reached))


def _isotonic(expected: Floats, reached: Floats) -> Floats:
    """Means of what was reached around each step of what was expected, never falling."""
    steps = np.linspace(0, 1, _STEPS + 1)
    means = []
    for step in steps:
        weight = np.exp(-(((expected - step) / 0.04) ** 2)) + 1e-9
        means.append(float((weight * reached).sum() / weight.sum()))
    return np.maximum.accumulate(np.array(means, dtype=np.float32))


# Rows


def first_features(one: Lesson, variant: str) -> Floats:
    assert one.own is not None
    if variant not in one.compared:
        others = one.variants[variant]
        missing = np.full((len(evidence.FIRST), one.rows), np.nan, dtype=np.float32)
        one.compared[variant] = missing if others is None else others.first
    return np.concatenate([one.own, one.compared[variant]])


def _second_features(
    one: Lesson, variant: str, columns: Sequence[int], first: Floats, asked: Floats | None
) -> Floats:
    """All but the last feature, which is what is asked for."""
    found = np.full((len(NAMES), one.rows), np.nan, dtype=np.float32)
    found[:COMPARED] = first_features(one, variant)
    found[COMPARED:SCORED] = one.example.layout.second(first)
    if asked is not None:
        found[SCORED:ASKED] = asked
    return found[list(columns)]


def _ask_others(lessons: Sequence[Lesson], unseen: int | None) -> dict[tuple[Lesson, str], Floats]:
    """First scores of other pages, for the second look.

    Where there are many pages each was scored with the evidence of the others, where few without.
    """
    pools = {id(one.pool): one.pool for one in lessons}
    found = {}
    for variant in ("many", "few"):
        for pool in pools.values():
            pool.site.clear_scores()
        for one in lessons:
            first = one.first[one.fold if unseen is None else unseen]
            seen = first.get(variant if variant == "many" else "none", first["none"])
            one.pool.set_scores(one.place, seen)
        for one in lessons:
            others = one.variants.get(variant)
            if others is not None and one.example.labels is not None:
                found[one, variant] = others.second()
    return found


def first_rows(lessons: Sequence[Lesson], most: int = _ROWS) -> Rows:
    """Segments of labelled pages for the first look, about so many of each page and variant."""
    labelled = [one for one in lessons if one.example.labels is not None]
    chance, share = np.random.default_rng(1), _source_shares(labelled)
    found = []
    for one in labelled:
        labels, weights = one.example.body()
        for variant in one.variants:
            chosen, weight = _draw(weights, chance, most)
            features = first_features(one, variant)[:, chosen].T
            weight = weight * share[one.example.source] / len(one.variants)
            found.append(Rows(features, labels[chosen], weight))
    return joined(found)


def _second_rows(lessons: Sequence[Lesson], columns: Sequence[int], unseen: int | None) -> Rows:
    labelled = [one for one in lessons if one.example.labels is not None]
    chance, share = np.random.default_rng(2), _source_shares(labelled)
    asked = _ask_others(lessons, unseen)
    found = []
    for one in labelled:
        first = one.first[one.fold if unseen is None else unseen]
        flags = (0, 1) if one.example.roles is not None else (0,)
        for variant in one.variants:
            every = _second_features(
                one, variant, columns, first[variant], asked.get((one, variant))
            )
            for flag in flags:
                labels, weights = one.example.printed() if flag else one.example.body()
                chosen, weight = _draw(weights, chance, _ROWS)
                features = every[:, chosen].T
                features[:, -1] = flag
                weight = weight * share[one.example.source] / len(one.variants) / len(flags)
                found.append(Rows(features, labels[chosen], weight))
    return joined(found)


def joined(rows: Sequence[Rows]) -> Rows:
    """All rows, one after the other."""
    return Rows(*(np.concatenate(column) for column in zip(*rows)))


def _draw(weights: Floats, chance: np.random.Generator, most: int) -> tuple[Any, Any]:
    """Some segments of a page, the heavy ones more likely; weights make up for it."""
    if len(weights) <= most:
        return np.arange(len(weights)), weights
    share = weights / max(weights.sum(), 1e-12) * 0.8 + 0.2 / len(weights)
    likely = np.minimum(1, most * share)
    chosen = np.flatnonzero(chance.random(len(weights)) < likely)
    return chosen, weights[chosen] / likely[chosen]


def _source_shares(lessons: Sequence[Lesson]) -> dict[str, float]:
    """The weight of a page of each source."""
    counts = Counter(one.example.source for one in lessons)
    return {
        source: count**_SOURCE_POWER * _SOURCE_SHARES.get(source, 1.0)
        for source, count in counts.items()
    }


def _spread(trees: Forest, columns: Sequence[int]) -> Forest:
    """A forest that asks for features by their numbers among all."""
    numbers = np.array(columns, dtype=np.int16)
    return Forest(numbers[trees.feature], trees.border, trees.answer, trees.bias)
