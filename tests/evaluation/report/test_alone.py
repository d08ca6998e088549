from __future__ import annotations

from honbun.evaluation.alone import TextScore, typed_rows
from honbun.evaluation.metrics import word_score
from honbun.evaluation.report.alone import Judged, alone_report
from honbun.evaluation.report.model import Bars, Cases, Mark, Report
from honbun.evaluation.tables import Figures

TRUE = "A first line about boats.\nBridges, trams: all that belongs elsewhere."
HEADER = ("type", "pages", "word P", "word R", "word F1", "without empty")


def score(source: str, group: str, *found: str, true: str = TRUE) -> TextScore:
    text = word_score("\n".join(found), true)
    return TextScore(group, text, found, true, source, f"https://a.example/{source}")


SCORES = [
    score("best", "article", *TRUE.splitlines()),
    score("half", "forum", "A first line about boats.", "Cookies and consent, please"),
    score("none", "article"),
    score("no text", "forum", "x", true=""),
]


def made(scores: list[TextScore], worst: int = 20) -> Report:
    folder = Judged("wcxb", scores, Figures(HEADER, typed_rows(scores)))
    return alone_report([folder], (("command", "c"),), worst=worst)


def test_the_worst_pages_show_what_was_missed_and_kept() -> None:
    (part,) = made(SCORES).sections[1].parts
    assert isinstance(part, Cases)
    lines = {case.name: [(line.mark, line.text) for line in case.lines] for case in part.cases}
    first, second = TRUE.splitlines()
    assert lines == {
        "none": [(Mark.MISSED, first), (Mark.MISSED, second)],
        "no text": [(Mark.ADDED, "x")],
        "half": [(Mark.ADDED, "Cookies and consent, please"), (Mark.MISSED, second)],
    }
    (part,) = made(SCORES, worst=1).sections[1].parts
    assert isinstance(part, Cases)
    assert [case.name for case in part.cases] == ["none"]


def test_bars_are_of_the_types_the_worst_first() -> None:
    bars = made(SCORES).sections[0].parts[0]
    assert isinstance(bars, Bars)
    rows = {str(row[0]): tuple(row[2:5]) for row in typed_rows(SCORES)}
    assert [name for name, _ in bars.rows] == ["forum", "article"]
    assert dict(bars.rows) == {name: rows[name] for name in ("forum", "article")}


def test_pages_of_one_type_have_no_least() -> None:
    assert made(SCORES[:1]).summary == (
        "On 1 page of wcxb, each judged by itself, the text has an F of 1.00 (mean over pages)."
    )
    assert "The least is that of forum" in made(SCORES).summary


def test_a_page_that_lacks_very_much_shows_some_of_it() -> None:
    true = "\n".join(f"Line{number}" for number in range(99))
    (part,) = made([score("none", "article", true=true)]).sections[1].parts
    assert isinstance(part, Cases)
    (case,) = part.cases
    assert len(case.lines) + case.more == 99
    assert case.more > 0
