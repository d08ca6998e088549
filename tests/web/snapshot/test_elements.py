"""What remains of active elements: fields, placeholders, styles."""

from __future__ import annotations

import pytest

from honbun.web.snapshot import elements as drawn_elements
from tests.web.snapshot.replay import elements, snapshot_of


@pytest.mark.parametrize(
    ("html", "kind", "words"),
    [
        ("<input>", "text", ""),
        ("<input type=EMAIL placeholder='Your address'>", "text", "Your address"),
        ("<input type=submit value=Send>", "button", "Send"),
        ("<input type=checkbox value=yes>", "checkbox", ""),
        ("<input type=image src=/x alt=Go>", "image", "Go"),
        ("<textarea>some\nwords</textarea>", "textarea", "some words"),
        ("<select><option>One<option selected>Two</select>", "select", "Two"),
        ("<select><optgroup><option>One<option>Two</select>", "select", "One"),
        ("<select></select>", "select", ""),
    ],
)
def test_a_field_keeps_its_type_and_text(html: str, kind: str, words: str) -> None:
    drawn = snapshot_of(html)
    assert elements(drawn) == [("span", {"data-field": kind, "data-words": words}, 3)]
    assert drawn.runs == ()


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<iframe src=/x srcdoc=y title=Map>", {"title": "Map", "data-words": "Map"}),
        ("<video poster=/x><p>Fallback</video>", {"data-words": ""}),
        ("<svg viewBox='0 0 1 1'><title>a</title></svg>", {"data-words": ""}),
        ("<svg aria-label=Home><script>x</script></svg>", {"data-words": "Home"}),
        ("<object data=/x width=10 height=50%>", {"style": "width:10px;height:50%;"}),
        ("<embed src=/x style='color: red' width=auto>", {"style": "color: red"}),
    ],
)
def test_a_placeholder_has_the_number_text_and_size_of_its_element(
    html: str, expected: dict[str, str]
) -> None:
    ((tag, attributes, node),) = elements(snapshot_of(html))
    assert (tag, node) == ("span", 3)
    assert attributes["data-placeholder"] == html[1:].split(maxsplit=1)[0].split(">", maxsplit=1)[0]
    assert attributes.items() >= expected.items()
    assert attributes.keys() <= {"style", "title", "data-placeholder", "data-words"}


def test_long_descriptions_are_truncated() -> None:
    ((_, attributes, _),) = elements(snapshot_of(f"<iframe title='{'long ' * 1000}'>"))
    assert len(attributes["data-words"]) <= 200


def test_styles_are_cleaned() -> None:
    html = r"<p style='color: red; background: \75rl(x); behavior: url(y)'>"
    ((_, attributes, _),) = elements(snapshot_of(html))
    assert attributes == {"style": "color: red; background: none; no-running: none"}


def test_cleaning_of_styles_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_elements, "_MAX_STYLES", 15)
    html = "<p style='background: url(x)'><p style='color: red'><p style='b: url(x)'>" * 2
    styles = [attributes["style"] for _, attributes, _ in elements(snapshot_of(html))]
    assert styles == ["", "color: red", "b: none", "", "color: red", ""]


def test_attributes_are_kept_for_their_elements_only() -> None:
    html = "<ol type=i start=2><li value=3 type=a></ol><p type=x value=y start=z align=left>"
    assert [attributes for _, attributes, _ in elements(snapshot_of(html))] == [
        {"type": "i", "start": "2"},
        {"value": "3", "type": "a"},
        {"align": "left"},
    ]
