"""Conditions for titles and bodies, and the score of article sets."""

from __future__ import annotations

import pytest

from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.papers.feed_001.conditions import (
    COUNT,
    GroupText,
    Reading,
    bound,
    conditions_met,
    essential,
    is_supported,
    met,
    worth,
)
from honbun.papers.feed_001.lines import Lines

TITLE = GroupText("Rain in the hills", is_marked=True, linked=1.0)
BODY = GroupText("It rained for three days. Then it stopped.", is_marked=False, linked=0.0)


def text(words: str) -> GroupText:
    return GroupText(words, is_marked=False, linked=0.0)


@pytest.mark.parametrize(
    ("words", "single"),
    [
        ("Rain in the hills", True),
        ("Did it rain?", True),
        ("Mr. Smith met J. R. Doe", True),
        ("version 2.1 is out", True),
        ("It rained. Then it stopped.", False),
        ("雨が降った。", True),
        ("雨が降った。そして止んだ。", False),
        ("「雨だ！」と言った", True),
    ],
)
def test_title_is_one_sentence(words: str, single: bool) -> None:
    assert essential(text(words), BODY)[0] == single


def test_usual_article_meets_all_conditions() -> None:
    assert all(conditions_met(TITLE, BODY))
    assert met([(TITLE, BODY)]) == COUNT


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (text("It rained. Then it stopped."), BODY),
        (TITLE, text("It rained.")),
        (GroupText("10 December 2008", is_marked=True, linked=0.0), BODY),
        (text("Rain in the hills"), BODY),
        (TITLE, text("rain and sun and wind and snow and more")),
        (TITLE, GroupText(BODY.text, is_marked=False, linked=0.9)),
    ],
)
def test_each_condition_can_fail_alone_or_with_another(title: GroupText, body: GroupText) -> None:
    failed = conditions_met(title, body).count(False)
    assert failed == (2 if title.text.startswith("It") else 1)


def test_identical_titles_are_not_titles() -> None:
    assert met([(TITLE, BODY)] * 4) == COUNT - 1


def test_set_meets_a_condition_that_all_its_articles_meet() -> None:
    other = GroupText("Sun in the valley", is_marked=False, linked=0.0)
    assert met([(TITLE, BODY), (other, BODY)]) == COUNT - 1


@pytest.mark.parametrize(
    ("title", "body", "supported"),
    [
        ("Rain in the hills", "All day long rain fell in the green hills.", True),
        ("Rain in the hills", "All day long rain fell.", False),
        ("Diary, 10 December 2008", "It rained.", True),
        ("山の雨について", "昨日の山の雨について書いておく。", True),
        ("山の雨について", "昨日は晴れていた。", False),
        ("!!", "!!", False),
    ],
)
def test_body_supports_a_title_whose_words_it_has(title: str, body: str, supported: bool) -> None:
    assert is_supported(text(title), text(body)) == supported


def test_score_is_the_product_of_support_bytes_and_conditions() -> None:
    dated = GroupText("Rain on 10 December 2008", is_marked=True, linked=0.0)
    size = sum(len(each.text.encode()) for each in (TITLE, BODY, dated, BODY))
    assert worth([(TITLE, BODY), (dated, BODY)]) == (1 * size * COUNT, size * COUNT)


def test_score_does_not_exceed_its_bound() -> None:
    dated = [
        (GroupText(f"Rain, {day} May 2008", is_marked=True, linked=0.0), BODY) for day in (1, 2, 3)
    ]
    size = sum(title.size + body.size for title, body in dated)
    assert worth(dated).whole == bound(3, size)


def test_set_without_support_scores_zero_but_is_ranked() -> None:
    assert worth([(TITLE, BODY)]).whole == 0
    assert worth([(TITLE, BODY)]) < worth([(TITLE, BODY), (text("Sun"), BODY)])


def test_reading_finds_text_in_links_and_headings() -> None:
    lines = Lines(node_sequence(parse("<h2>Rain</h2><p>abc <a href=x>abcdefghi</a></p>")))
    reading = Reading(lines)
    title, body = (reading.of(group) for group in lines.groups(0, 1, 9))
    assert (title.text, title.is_marked, title.linked) == ("Rain", True, 0.0)
    assert (body.text, body.is_marked, body.linked) == ("abc abcdefghi", False, 0.75)
