"""The content model is trained on labelled pages, by sites."""

from __future__ import annotations

import io
import pickle
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from honbun.content.model import ContentOptions
from honbun.content.pipeline import extract, extract_page
from honbun.content.scoring import COMPARED, Model
from honbun.errors import MissingExtra, TruthError
from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from honbun.runner.run import Run
from honbun.training.boosting import BoostOptions, Rows, boost
from honbun.training.content import Lesson, Trained, first_rows, prepare, train
from honbun.training.examples import text_example
from honbun.training.folds import fold_of
from honbun.training.names import NameVotes
from honbun.training.report import left_out, tables
from honbun.training.self_labels import self_labelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.training.examples import Example

FEW = BoostOptions(trees=12, depth=3, rate=0.4, threads=1)
_STORY = (
    "The {0} of {1} came in with the tide, and everybody on the quay saw it at once.",
    "Nobody had expected {0} before the evening, said the keeper of the {1} lighthouse.",
    "It will stay until {1} is ready, and then the {0} goes on to the islands in the north.",
)


def page(site: int, number: int) -> Page:
    thing, place = f"ship{number}x{site}", f"harbour{site}"
    menu = "".join(f"<li><a href=/{name}>{name} {site}</a>" for name in ("Home", "News", "About"))
    story = "".join(f"<p>{line.format(thing, place)}</p>" for line in _STORY)
    html = (
        f"<title>{thing}</title><ul class=menu-{site}>{menu}</ul><h1>{thing}</h1>"
        f"<div class=story-text>{story}</div>"
        f"<div class=foot><p>Notes of site {site}, printed for all who live there.</p></div>"
    )
    return Page(html, url=f"https://site{site}.example/{number}.html", source=f"{site}/{number}")


def story(site: int, number: int) -> str:
    return "\n".join(line.format(f"ship{number}x{site}", f"harbour{site}") for line in _STORY)


def example(site: int, number: int) -> Example:
    name = f"site{site}.example"
    truth = TextPage(
        page(site, number), f"{site}-{number}", name, name, f"source{site % 2}", story(site, number)
    )
    found = text_example(truth)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def lessons() -> list[Lesson]:
    return prepare(example(site, number) for site in range(8) for number in range(4))


@pytest.fixture(scope="module")
def trained(lessons: list[Lesson]) -> Trained:
    return train(lessons, FEW, lambda _: None, folds=3)


def test_every_page_is_shown_alone_with_few_and_with_many_others(lessons: list[Lesson]) -> None:
    for lesson in lessons:
        assert lesson.variants["none"] is None
        many = lesson.variants["many"]
        assert many is not None
        assert many.pages == 3
        few = lesson.variants.get("few")
        assert few is None or 1 <= few.pages < 3
    assert any("few" in lesson.variants for lesson in lessons)


def test_model_finds_the_stories_of_other_sites(trained: Trained) -> None:
    found = extract_page(page(20, 1), ContentOptions(roles="body"), trained.model)
    assert found.text.split("\n\n") == story(20, 1).split("\n")
    pages = [page(21, number) for number in range(5)]
    together = extract(pages, ContentOptions(roles="body"), Run(), model=trained.model)
    stories = [story(21, number).split("\n") for number in range(5)]
    assert [one.text.split("\n\n") for one in together] == stories


def test_fold_model_has_not_seen_the_names_of_its_fold(lessons: list[Lesson]) -> None:
    votes = NameVotes(one.example for one in lessons)
    everything = votes.count().lexicon()
    without = votes.count(lambda site: fold_of(site, 2) == 0).lexicon()
    assert len(everything.hashes) > 0
    assert len(without.hashes) < len(everything.hashes) or not np.array_equal(
        without.weights, everything.weights
    )


def test_site_does_not_vote_on_its_own_names(lessons: list[Lesson]) -> None:
    votes = NameVotes(one.example for one in lessons).count()
    own = votes.lexicon(without="site0.example")
    assert not np.array_equal(own.weights, votes.lexicon().weights)
    assert np.array_equal(votes.lexicon(without="other").weights, votes.lexicon().weights)


def test_model_is_read_as_it_was_written(trained: Trained) -> None:
    file = io.BytesIO()
    trained.model.save(file)
    file.seek(0)
    read = Model.load(file)
    options = ContentOptions()
    found = [extract_page(page(30, 1), options, model) for model in (trained.model, read)]
    assert found[0].blocks == found[1].blocks
    assert found[0].kind == found[1].kind


def test_model_can_be_sent_to_worker_processes(trained: Trained) -> None:
    pages = [page(50, number) for number in range(3)]
    options = ContentOptions(roles="body")
    found = [list(extract(pages, options, Run(jobs), model=trained.model)) for jobs in (1, 2)]
    assert [one.blocks for one in found[0]] == [one.blocks for one in found[1]]
    received = pickle.loads(pickle.dumps(trained.model))
    assert extract_page(pages[0], options, received).blocks == (
        extract_page(pages[0], options, trained.model).blocks
    )


def test_confidence_never_falls_where_more_is_expected(trained: Trained) -> None:
    steps = trained.model.calibration
    assert (np.diff(steps) >= 0).all()
    assert 0 <= steps[0] <= steps[-1] <= 1
    assert len(trained.folds) == 3


def test_too_few_sites_are_refused() -> None:
    alone = prepare([example(0, 0), example(0, 1)])
    with pytest.raises(TruthError, match="too few sites"):
        train(alone, FEW, lambda _: None)


def test_trees_separate_what_one_feature_separates() -> None:
    chance = np.random.default_rng(0)
    features = chance.normal(size=(400, COMPARED)).astype(np.float32)
    labels = (features[:, 3] > 0).astype(np.float32)
    found = boost(Rows(features, labels, np.ones(400, dtype=np.float32)), FEW)
    guessed = found.forest.logits(features.T) > 0
    assert (guessed == labels).mean() > 0.95
    assert found.importance.argmax() == 3


def test_training_without_catboost_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(MissingExtra, match="train"):
        boost(Rows(*(np.ones(1, dtype=np.float32),) * 3), FEW)


def test_certain_pages_of_a_collection_label_themselves(trained: Trained) -> None:
    pages = [page(40, number) for number in range(8)]
    found = list(self_labelled(pages, trained.model, lambda _: None))
    assert found
    for one in found:
        assert one.labels is not None
        kept = [t for t, y in zip(one.parsed.segments.texts(), one.labels) if y]
        assert all("printed for all" not in text for text in kept)


def test_self_labelled_pages_are_taught_alone(trained: Trained) -> None:
    pages = [page(40, number) for number in range(8)]
    taught = prepare(self_labelled(pages, trained.model, lambda _: None))
    assert taught
    assert all(lesson.variants == {"none": None} for lesson in taught)


def test_second_look_of_a_fold_learns_from_scores_that_do_not_know_the_fold(
    lessons: list[Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    taught: list[set[int]] = []

    def rows(chosen: Sequence[Lesson], *more: int) -> Rows:
        taught.append({one.fold for one in chosen})
        return first_rows(chosen, *more)

    monkeypatch.setattr("honbun.training.content.first_rows", rows)
    train(lessons, FEW, lambda _: None, folds=3)
    assert taught == [{1, 2}, {0, 2}, {0, 1}, {0, 1, 2}, {2}, {1}, {0}]
    for one in lessons:
        others = [one.first[part]["none"] for part in range(3)]
        assert len({scores.tobytes() for scores in others}) == 3


def test_report_leaves_every_source_out(
    lessons: list[Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.training.report._LEAST", 1)
    monkeypatch.setattr("honbun.training.self_labels._CERTAIN_PAGES", 3)
    monkeypatch.setattr("honbun.training.self_labels._CERTAIN", 0.5)
    seen: list[set[str]] = []

    def rows(chosen: Sequence[Lesson], *more: int) -> Rows:
        seen.append({one.example.source for one in chosen})
        return first_rows(chosen, *more)

    monkeypatch.setattr("honbun.training.report.first_rows", rows)
    found = left_out(lessons, lambda one: one.example.source, FEW, lambda _: None)
    assert [row[:2] for row in found] == [["source0", 16], ["source1", 16]]
    assert [row[4] for row in found] == [16, 16]
    assert all(isinstance(f, float) and f > 0.8 for row in found for f in (*row[2:4], *row[5:]))
    assert seen[0] == {"source1"}
    assert seen[1] == {"self-labelled"}


def test_report_leaves_out_what_nothing_makes_certain(
    lessons: list[Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.training.report._LEAST", 1)
    found = tables(lessons, FEW, lambda _: None)
    assert [row[4:] for row in found["Each source left out"].rows] == [[0, None, None]] * 2
    assert found["Each language left out"].rows == []
