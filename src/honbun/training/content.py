"""The content model: pages with known content become examples, examples become a model.

The model judges a page in two passes; the second also sees the scores of the first. It is trained
on scores that the first pass gives to pages it was not trained on, so the first pass is trained
several times, each time without a part of the domains. The weights of class names come from other
parts too, because a page that votes on its own names knows them too well.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import xxhash

from honbun._core.forest import Forest
from honbun.annotation.sites import read_sites
from honbun.content.alone.features import Seen
from honbun.content.alone.model import Model, sigmoid
from honbun.content.alone.names import Lexicon, words
from honbun.content.alone.sheet import Sheet
from honbun.content.collection import judge_collection
from honbun.content.model import ContentOptions
from honbun.content.pipeline import read_collection
from honbun.content.record import parse_page
from honbun.errors import HonbunError, MissingExtra, TruthError
from honbun.evaluation.metrics import TOKEN
from honbun.evaluation.truth.texts import is_text_truth, read_text_pages
from honbun.runner.map import ordered_map
from honbun.runner.run import Run
from honbun.training.align import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from honbun.content.alone.sheet import Floats
    from honbun.evaluation.truth.texts import TextPage
    from honbun.page import Page

_POWER = 0.7
"""A row weighs its number of words to this power, so that long paragraphs do not drown out
headings. Every page has the same weight."""
_LEAST = 0.5
"""Share of a true text that must be on its page. Otherwise the text is that of another page, or
would have been loaded by scripts."""
_SITE_PAGES = 60
"""Pages of one site that are used, so that no site dominates."""
FOLDS = 8
"""Parts of the domains in cross-validation."""
_INNER_FOLDS = 3
"""Parts of the domains within one training."""
_MOST_ROWS = 600
"""Rows of one page that are used; of more, a random sample."""
_DOMAINS = 5
"""A class name that fewer domains use is left out of the lexicon."""
_SMOOTHING = 2.0
"""Pages of either kind that each name starts with."""
_WHOLE = 1 / 8
"""Share of a page's weight from which an element counts as a whole vote."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page, and the share of content in each of its rows."""

    seen: Seen
    domain: str
    labels: Floats

    @property
    def weights(self) -> Floats:
        """The weight of each row; their sum is 1."""
        sizes = (self.seen.sheet.letters[:, 0] + 1) ** _POWER
        shares: Floats = sizes / sizes.sum()
        return shares


def read_examples(
    folders: Iterable[Path], jobs: int, on_step: Callable[[str], None]
) -> Iterator[Example]:
    """The examples of folders of WCXB, by their truth, and of sites, by what is extracted."""
    for folder in folders:
        on_step(f"reading {folder}")
        if is_text_truth(folder):
            yield from filter(None, ordered_map(aligned_example, read_text_pages(folder), jobs))
        else:
            for site in read_sites(folder, ("article", "list")):
                pages = [page.page for page in site.pages]
                found = list(extracted_examples(pages, site.name, jobs))
                yield from found[:: max(1, -(-len(found) // _SITE_PAGES))]


def aligned_example(typed: TextPage) -> Example | None:
    """An example from a page and its true text; None if the page is of no use."""
    if not typed.text:
        return None
    try:
        measured = parse_page(typed.page)
    except HonbunError:
        return None
    sheet = Sheet(measured.plan())
    if not len(sheet):
        return None
    labels = np.array(aligned(sheet.texts, typed.text), dtype=np.float32)
    if labels @ sheet.letters[:, 0] < _LEAST * len(TOKEN.findall(typed.text)):
        return None
    return Example(Seen(sheet, measured.declared.types, measured.url), typed.site, labels)


def extracted_examples(pages: Sequence[Page], domain: str, jobs: int = 0) -> Iterator[Example]:
    """Examples from the pages of a site, labelled by what the collection method extracts.

    Features of the page as a whole are left empty: with few sites they only identify the site.
    """
    options, run = ContentOptions(), Run(jobs)
    with read_collection(pages, options, run) as collection:
        for number, decided in judge_collection(collection, options, run).items():
            sheet = Sheet(collection.outline(number))
            if len(sheet) and decided.method == "collection":
                found = [decided.why(block).is_content for block in sheet.row.tolist()]
                labels = np.array(found, dtype=np.float32)
                yield Example(Seen(sheet, (), ""), domain, labels)


def fold(domain: str) -> int:
    """The part of cross-validation that all pages of a domain belong to.

    >>> fold("example.org") == fold("example.org")
    True
    """
    return xxhash.xxh32_intdigest(domain.encode()) % FOLDS


def inner_fold(domain: str) -> int:
    """The part within one training that all pages of a domain belong to."""
    return xxhash.xxh32_intdigest(domain.encode(), seed=1) % _INNER_FOLDS


def cross_validated(
    examples: Sequence[Example], options: BoostOptions, on_step: Callable[[str], None]
) -> Iterator[tuple[int, Model]]:
    """For each part, a model trained on the other parts."""
    for part in range(FOLDS):
        on_step(f"part {part + 1} of {FOLDS} left out")
        others = [one for one in examples if fold(one.domain) != part]
        yield part, train_model(others, options, on_step)


def train_model(
    examples: Sequence[Example], options: BoostOptions, on_step: Callable[[str], None]
) -> Model:
    """A model trained on examples."""
    parts = [inner_fold(example.domain) for example in examples]
    if len(set(parts)) < 2:
        raise TruthError("too few domains to train on: pages of several are needed")
    features = _features(examples, parts)
    scores: dict[int, Floats] = {}
    for part in sorted(set(parts)):
        others = [i for i, its in enumerate(parts) if its != part]
        on_step(f"first pass, {len(others):,} pages")
        first = boost(*_rows(examples, features, others), options)
        for i in (i for i, its in enumerate(parts) if its == part):
            scores[i] = sigmoid(first.logits(features[i]))
    everything = range(len(examples))
    on_step(f"first pass, {len(examples):,} pages")
    first = boost(*_rows(examples, features, everything), options)
    on_step(f"second pass, {len(examples):,} pages")
    for i, score in scores.items():
        features[i] = np.concatenate([features[i], examples[i].seen.second(score).values])
    second = boost(*_rows(examples, features, everything), options)
    return Model(train_lexicon(examples), first, second)


def _features(examples: Sequence[Example], parts: Sequence[int]) -> list[Floats]:
    """The first-pass features of each example; names are weighed by the other parts."""
    names = {
        part: train_lexicon(one for one, its in zip(examples, parts) if its != part)
        for part in set(parts)
    }
    return [one.seen.first(names[part]).values for one, part in zip(examples, parts)]


class _Rows(NamedTuple):
    features: Floats
    labels: Floats
    weights: Floats


def _rows(examples: Sequence[Example], features: Sequence[Floats], chosen: Sequence[int]) -> _Rows:
    """The rows of some examples, one per line."""
    random = np.random.default_rng(0)
    columns, labels, weights = [], [], []
    for i in chosen:
        rows = np.arange(features[i].shape[1])
        if len(rows) > _MOST_ROWS:
            rows = np.sort(random.choice(rows, _MOST_ROWS, replace=False))
        weight = examples[i].weights[rows]
        columns.append(features[i][:, rows].T)
        labels.append(examples[i].labels[rows])
        weights.append(weight / weight.sum() * 100)
    return _Rows(np.concatenate(columns), np.concatenate(labels), np.concatenate(weights))


def train_lexicon(examples: Iterable[Example]) -> Lexicon:
    """For each word of class names, the log odds that elements named with it hold content.

    Each page has one vote per word: the share of content in all elements named with it.
    """
    content: defaultdict[int, float] = defaultdict(float)
    other: defaultdict[int, float] = defaultdict(float)
    domains: defaultdict[int, set[str]] = defaultdict(set)
    for example in examples:
        for word, (right, weight) in _votes(example).items():
            vote = min(1.0, weight / _WHOLE)
            content[word] += vote * right / weight
            other[word] += vote * (1 - right / weight)
            domains[word].add(example.domain)
    return Lexicon(
        {
            word: log((content[word] + _SMOOTHING) / (other[word] + _SMOOTHING))
            for word, using in domains.items()
            if len(using) >= _DOMAINS
        }
    )


def _votes(example: Example) -> dict[int, tuple[float, float]]:
    """For each word, the weight of content in elements named with it, and their whole weight."""
    sheet, weights = example.seen.sheet, example.weights
    own = np.zeros((len(sheet.tag) + 1, 2))
    own[sheet.row + 1] = np.stack([example.labels * weights, weights], axis=1)
    sums = np.cumsum(own, axis=0)
    within = (sums[sheet.end] - sums[:-1]).tolist()
    votes: dict[int, tuple[float, float]] = {}
    for names, (right, weight) in zip(sheet.plan.names, within):
        if names and weight > 0:
            for word in words(names):
                before = votes.get(word, (0.0, 0.0))
                votes[word] = (before[0] + right, before[1] + weight)
    return votes


@dataclass(frozen=True, slots=True)
class BoostOptions:
    """How boosted trees are trained."""

    trees: int = 500
    depth: int = 6
    rate: float = 0.08
    seed: int = 0
    threads: int = -1
    """-1: one per core."""


def boost(features: Floats, labels: Floats, weights: Floats, options: BoostOptions) -> Forest:
    """Trees fitted to rows, one per line, whose labels are between 0 and 1 (CatBoost)."""
    try:
        from catboost import CatBoost, Pool
    except ImportError as error:
        raise MissingExtra("training", "train") from error
    model = CatBoost(
        {
            "loss_function": "CrossEntropy",
            "iterations": options.trees,
            "depth": options.depth,
            "learning_rate": options.rate,
            "random_seed": options.seed,
            "thread_count": options.threads,
            # Pages are few and rows alike: every tree sees a part of the features and rows.
            "rsm": 0.15,
            "bootstrap_type": "Bernoulli",
            "subsample": 0.6,
            "l2_leaf_reg": 10,
            "border_count": 64,
            "boosting_type": "Plain",
            "score_function": "L2",
            "leaf_estimation_iterations": 1,
            "allow_writing_files": False,
            "verbose": False,
        }
    )
    model.fit(Pool(features, labels, weight=weights))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        model.save_model(str(path), format="json")
        return forest(json.loads(path.read_bytes()), options.depth)


def forest(model: dict[str, Any], depth: int) -> Forest:
    """A forest from CatBoost's JSON; shallower trees are padded with splits that never apply."""
    trees = model["oblivious_trees"]
    feature = np.zeros((depth, len(trees)), dtype=np.int16)
    border = np.full((depth, len(trees)), np.inf, dtype=np.float32)
    answer = np.zeros((len(trees), 1 << depth), dtype=np.float32)
    for number, tree in enumerate(trees):
        # CatBoost's first split is the lowest bit of a leaf's index.
        for level, split in enumerate(reversed(tree["splits"] or [])):
            line = depth - len(tree["splits"]) + level
            feature[line, number] = split["float_feature_index"]
            border[line, number] = split["border"]
        answer[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = model["scale_and_bias"]
    return Forest(feature, border, answer * np.float32(scale), bias)
