"""Teaching: examples to a model, and models without some domains to measure it honestly.

The second look learns from scores that the first one gave to pages it had not seen, so the first is
taught several times, each time without a part of the domains. The weights of names come from other
parts too: by its own votes a page would know its names too well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from honbun.content.alone.model import Model, sigmoid
from honbun.errors import TruthError
from honbun.training import lexicon
from honbun.training.boost import boost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from honbun.content.alone.sheet import Floats
    from honbun.training.boost import BoostOptions
    from honbun.training.example import Example

FOLDS = 8
"""Parts of the domains that models are measured on, each taught by the other parts."""
_INNER = 3
"""Parts within a teaching: the second look learns from what the first said of the others."""
_MOST_ROWS = 600
"""Rows of one page that are learnt from; of more, some are taken by chance."""


def fold(domain: str) -> int:
    """The part that all pages of a domain are in.

    >>> fold("example.org") == fold("example.org")
    True
    """
    return xxhash.xxh32_intdigest(domain.encode()) % FOLDS


def inner_fold(domain: str) -> int:
    """The part that they are in within a teaching."""
    return xxhash.xxh32_intdigest(domain.encode(), seed=1) % _INNER


def cross_validated(
    examples: Sequence[Example], options: BoostOptions, say: Callable[[str], None]
) -> Iterator[tuple[int, Model]]:
    """For each part, a model that was taught without it."""
    for part in range(FOLDS):
        say(f"part {part + 1} of {FOLDS} left out")
        yield part, teach([one for one in examples if fold(one.domain) != part], options, say)


def teach(examples: Sequence[Example], options: BoostOptions, say: Callable[[str], None]) -> Model:
    """A model from examples."""
    parts = [inner_fold(example.domain) for example in examples]
    if len(set(parts)) < 2:
        raise TruthError("too few domains to learn from: pages of several are needed")
    known = _known(examples, parts)
    guesses: dict[int, Floats] = {}
    for part in sorted(set(parts)):
        others = [i for i, its in enumerate(parts) if its != part]
        say(f"first look, {len(others):,} pages")
        first = boost(*_rows(examples, known, others), options)
        for i in (i for i, its in enumerate(parts) if its == part):
            guesses[i] = sigmoid(first.logits(known[i]))
    everyone = range(len(examples))
    say(f"first look, {len(examples):,} pages")
    first = boost(*_rows(examples, known, everyone), options)
    say(f"second look, {len(examples):,} pages")
    for i, guess in guesses.items():
        known[i] = np.concatenate([known[i], examples[i].seen.second(guess).values])
    second = boost(*_rows(examples, known, everyone), options)
    return Model(lexicon.learn(examples), first, second)


def _known(examples: Sequence[Example], parts: Sequence[int]) -> list[Floats]:
    """The features of each example, names weighed by the other parts."""
    names = {
        part: lexicon.learn(one for one, its in zip(examples, parts) if its != part)
        for part in set(parts)
    }
    return [one.seen.first(names[part]).values for one, part in zip(examples, parts)]


class _Rows(NamedTuple):
    features: Floats
    labels: Floats
    weights: Floats


def _rows(examples: Sequence[Example], known: Sequence[Floats], chosen: Sequence[int]) -> _Rows:
    """The rows of some examples, one a line."""
    chance = np.random.default_rng(0)
    features, labels, weights = [], [], []
    for i in chosen:
        rows = np.arange(known[i].shape[1])
        if len(rows) > _MOST_ROWS:
            rows = np.sort(chance.choice(rows, _MOST_ROWS, replace=False))
        weight = examples[i].weights[rows]
        features.append(known[i][:, rows].T)
        labels.append(examples[i].labels[rows])
        weights.append(weight / weight.sum() * 100)
    return _Rows(np.concatenate(features), np.concatenate(labels), np.concatenate(weights))
